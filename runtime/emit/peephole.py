"""Segments put together: fewer calls, and fewer locals in frames, than the statements alone would give."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field

NAME = re.compile(r"«([^»]*)»")


@dataclass
class Segment:
    number: int
    lines: list[str] = field(default_factory=list)


def in_python(line: str, texts: dict[str, str]) -> str:
    """A line with its locals where they live."""
    return NAME.sub(lambda found: texts[found[1]], line)


def comes_in(name: str, segment: Segment) -> bool:
    """Whether a segment may read a local before it has set it: only then the local must be in the frame."""
    token = f"«{name}»"
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in segment.lines]
    where = [i for i, (_, line) in enumerate(lines) if token in line]
    if not where:
        return False
    depth, line = lines[where[0]]
    if line.startswith(f"for {token} in ") and token not in line[len(token) + 4 :]:
        # The variable of a loop of Python's: nothing but the body reads it.
        return any(inner <= depth for inner, _ in lines[where[0] + 1 : where[-1] + 1])
    if not line.startswith(f"{token}=") or token in line[len(token) :]:
        return True
    # The body of `while True` runs at least once: what it sets is set after it, too.
    for above, head in reversed(lines[: where[0]]):
        if above < depth:
            if head != "while True:":
                break
            depth = above
    # Set under a condition, it may be read only under the same.
    return any(inner < depth for inner, _ in lines[where[0] : where[-1] + 1])


READING = "S.log.append(('read',"


def without_readings(segments: list[Segment]) -> list[list[tuple[int, str]]]:
    """Take out the lines that tell of hidden things read; gives where they stood, for each segment.

    What is told may not change what is in frames: those are part of every save.
    """
    told = [[(i, line) for i, line in enumerate(one.lines) if READING in line] for one in segments]
    for one in segments:
        one.lines[:] = [line for line in one.lines if READING not in line]
    return told


def with_readings(segments: list[Segment], told: list[list[tuple[int, str]]], slots: Container[str]) -> None:
    """Put those lines back; of a local that is not at hand there they tell None."""
    for one, lines in zip(segments, told, strict=True):
        for place, line in lines:
            for name in dict.fromkeys(NAME.findall(line)):
                if name not in slots and comes_in(name, Segment(one.number, [*one.lines[:place], line])):
                    line = line.replace(f"«{name}»", "None")
            one.lines.insert(place, line)


def shortened(segments: list[Segment], resumed: set[int]) -> list[Segment]:
    """Whatever leads to a segment that only leads on, leads to where that leads."""
    leads, back = {}, {}
    for segment in segments:
        text = "\n".join(segment.lines)
        if found := re.fullmatch(r"return s(\d+)\(S,f\)", text):
            leads[segment.number] = int(found[1])
        elif found := re.fullmatch(r"f\[0\]=(\d+)\nreturn 0", text):
            # By way of the engine: only what stands in a frame may lead past that, or loops would be calls.
            back[segment.number] = int(found[1])

    def end(number: int, *ways: dict[int, int]) -> int:
        seen = {number}
        while True:
            following = next((way[number] for way in ways if number in way), number)
            if following in seen:
                return number
            seen.add(following)
            number = following

    for segment in segments:
        segment.lines[:] = [
            re.sub(r"\bs(\d+)\(S,f\)", lambda found: f"s{end(int(found[1]), leads)}(S,f)", line)
            for line in segment.lines
        ]
        segment.lines[:] = [
            re.sub(r"\bf\[0\]=(\d+)$", lambda found: f"f[0]={end(int(found[1]), leads, back)}", line)
            if "return" not in line
            else line
            for line in segment.lines
        ]
    text = "\n".join(line for segment in segments for line in segment.lines)
    used = resumed | {int(a or b) for a, b in re.findall(_NAMED, text)}
    return [one for one in segments if one.number in used or one.number not in {*leads, *back}]


def joined(segments: list[Segment], resumed: set[int], asking: set[int]) -> list[Segment]:
    """The segments, those written into others that only one other leads to, and that by its last line.

    One that asks has to stay for whoever asks again; where only one leads to it, a copy is written there.
    """
    text = "\n".join(line for segment in segments for line in segment.lines)
    named = Counter(re.findall(_NAMED, text))
    uses: Counter[int] = Counter()
    calls: Counter[int] = Counter()
    for (called, resumes), count in named.items():
        uses[int(called or resumes)] += count
        if called:
            calls[int(called)] += count
    stored = {int(number) for number in re.findall(r"\bf\[0\]=(\d+)\b", text)}
    by_number = {segment.number: segment for segment in segments}
    gone: set[int] = set()
    for segment in segments:
        while segment.number not in gone:
            leads = re.fullmatch(r"return s(\d+)\(S,f\)", segment.lines[-1]) if segment.lines else None
            following = int(leads[1]) if leads else -1
            if following == segment.number or following not in by_number:
                break
            if following in asking and calls[following] == 1:
                segment.lines[-1:] = by_number[following].lines
                break
            if following in resumed or following in stored or uses[following] != 1:
                break
            segment.lines[-1:] = by_number[following].lines
            gone.add(following)
    return [segment for segment in segments if segment.number not in gone]


_NAMED = r"\bs(\d+)\(S,f\)|\bf\[0\]=(\d+)\b"
