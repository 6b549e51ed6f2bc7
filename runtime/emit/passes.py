"""What becomes of the segments of a procedure before they are text: fewer jumps, fewer calls, fewer locals in
frames than the statements alone would give. Each pass makes new segments out of the given ones.

`resumed` are the segments that a frame may name while something else runs or waits: they stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace

from .fragments import NONE, Fragment, LocalName, While, replaced
from .instructions import Block, Enter, GoTo, Instruction, Resume, Segment, Tell, lines

# ---- where segments lead


def thread_jumps(segments: Sequence[Segment], resumed: Container[int]) -> list[Segment]:
    """Jumps to a segment that only jumps on go directly to its target."""
    calls: dict[int, int] = {}
    # By way of the engine: only what stands in a frame may lead past that, or loops would be calls.
    returns: dict[int, int] = {}
    for segment in segments:
        match segment.body:
            case [GoTo(target, by_engine)]:
                (returns if by_engine else calls)[segment.number] = target
    only_lead = calls.keys() | returns.keys()
    if not only_lead:
        return list(segments)

    def led(one: Instruction) -> Instruction:
        match one:
            case GoTo(target, by_engine=False):
                return GoTo(_end(target, calls))
            case GoTo(target):
                return GoTo(_end(target, calls, returns), by_engine=True)
            case Resume(target):
                return Resume(_end(target, calls, returns))
            case Enter(following=int(target)):
                return replace(one, following=_end(target, calls, returns))
        return one

    led_on = [replace(one, body=_changed(one.body, led)) for one in segments]
    used = {target for target, _ in _targets(led_on)}
    return [
        one for one in led_on if one.number in used or one.number in resumed or one.number not in only_lead
    ]


def _end(number: int, *ways: dict[int, int]) -> int:
    """Where a segment leads in the end; a segment that leads back to itself, to itself."""
    seen = {number}
    while True:
        following = next((way[number] for way in ways if number in way), number)
        if following in seen:
            return number
        seen.add(following)
        number = following


def inline_single_use(
    segments: Sequence[Segment], resumed: Container[int], asking: Container[int]
) -> list[Segment]:
    """Segments that only one other leads to, and that by its last instruction, are written there.

    One that asks has to stay for whoever asks again; where only one leads to it, a copy is written there.
    """
    targets = _targets(segments)
    uses = Counter(target for target, _ in targets)
    calls = Counter(target for target, is_call in targets if is_call)
    stored = {target for target, is_call in targets if not is_call}
    bodies = {one.number: one.body for one in segments}
    gone: set[int] = set()
    for number in list(bodies):
        while number not in gone:
            match bodies[number]:
                case [*_, GoTo(following, by_engine=False)] if following != number and following in bodies:
                    pass
                case _:
                    break
            stays = following in asking and calls[following] == 1
            if not stays and (following in resumed or following in stored or uses[following] != 1):
                break
            bodies[number] = [*bodies[number][:-1], *bodies[following]]
            if stays:
                break
            gone.add(following)
    return [replace(one, body=bodies[one.number]) for one in segments if one.number not in gone]


def _targets(segments: Iterable[Segment]) -> list[tuple[int, bool]]:
    """What segments lead to, and whether by a call; what stands in a frame is no call."""
    found = []
    for segment in segments:
        for _, one in lines(segment.body):
            match one:
                case GoTo(target, by_engine):
                    found.append((target, not by_engine))
                case Resume(target) | Enter(following=int(target)):
                    found.append((target, False))
    return found


# ---- where locals live


def place_locals(
    segments: Sequence[Segment],
    parameters: Iterable[LocalName],
    kept: Container[str],
    any_one: Mapping[LocalName, Fragment],
) -> tuple[list[Segment], dict[LocalName, int]]:
    """Which locals live in the frame, each with its slot there: parameters, what is `kept`, and what a
    segment may read before it has set it. All others are variables of a segment.

    What is told of readings decides nothing. What it alone mentions need not be at hand: there the code was
    the same for all that it could be, so that `any_one` of its kind is told as well, or none.
    """
    coming: set[LocalName] = set()
    mentioned: dict[LocalName, None] = {}
    telling: set[int] = set()
    for segment in segments:
        body = lines(segment.body)
        if any(map(_is_reading, (one for _, one in body))):
            telling.add(segment.number)
            body = [(depth, one) for depth, one in body if not _is_reading(one)]
        for _, one in body:
            mentioned.update(dict.fromkeys(locals_of(one)))
        coming |= comes_in(body)
    slots = {name: 2 + i for i, name in enumerate(parameters)}
    for name in mentioned:
        if name not in slots and (name.name in kept or name in coming):
            slots[name] = 2 + len(slots)
    return [_with_readings(one, slots, any_one) if one.number in telling else one for one in segments], slots


def comes_in(body: Sequence[tuple[int, Instruction]]) -> set[LocalName]:
    """The locals that instructions, each with its depth, may read before they have set them."""
    first: dict[LocalName, int] = {}
    last: dict[LocalName, int] = {}
    for place, (_, one) in enumerate(body):
        if one.names:
            for name in locals_of(one):
                first.setdefault(name, place)
                last[name] = place
    return {name for name in first if not _is_set(name, body, first[name], last[name])}


def _is_set(name: LocalName, body: Sequence[tuple[int, Instruction]], first: int, last: int) -> bool:
    """Whether a local is set by the first that mentions it, for all others that do."""
    depth, one = body[first]
    if name in one.reads:
        return False
    after = [inner for inner, _ in body[first + 1 : last + 1]]
    # What mentions a local and does not read it is an assignment, or the head of a loop over members.
    if isinstance(one, Block):
        # Nothing but the body reads it.
        return all(inner > depth for inner in after)
    # The body of a loop without a test runs at least once: what it sets is set after it, too.
    for above, head in reversed(body[:first]):
        if above < depth:
            if not (isinstance(head, Block) and head.head == While()):
                break
            depth = above
    # Set under a condition, it may be read only under the same.
    return all(inner >= depth for inner in after)


def hoist_loads(segments: Sequence[Segment], slots: Container[LocalName]) -> list[Segment]:
    """What a segment reads several times and never writes is fetched out of the frame once."""
    found = []
    for segment in segments:
        body = [one for _, one in lines(segment.body) if one.names]
        read = Counter(name for one in body for name in locals_of(one) if name in slots)
        if any(times > 1 for times in read.values()):
            written = {name for one in body for name in one.writes}
            often = tuple(name for name, times in read.items() if times > 1 and name not in written)
            segment = replace(segment, fetched=often)
        found.append(segment)
    return found


def locals_of(one: Instruction) -> list[LocalName]:
    """The locals that an instruction mentions; of a block, those that its head does."""
    return [name for name in one.names if name.__class__ is LocalName]


def _is_reading(one: Instruction) -> bool:
    return isinstance(one, Tell) and one.of_reading


def _with_readings(
    segment: Segment, slots: Container[LocalName], any_one: Mapping[LocalName, Fragment]
) -> Segment:
    """The segment, in which what is told of readings does without what is not at hand."""
    every = lines(segment.body)
    missing: dict[int, dict[Fragment, Fragment]] = {}
    for place, (_, one) in enumerate(every):
        if _is_reading(one):
            before = [found for found in every[:place] if not _is_reading(found[1])]
            unset = comes_in([*before, every[place]])
            away = [name for name in locals_of(one) if name in unset and name not in slots]
            missing[id(one)] = {name: any_one.get(name, NONE) for name in away}

    def told(one: Instruction) -> Instruction:
        if isinstance(one, Tell) and missing.get(id(one)):
            return replace(one, event=replaced(one.event, missing[id(one)]))
        return one

    return replace(segment, body=_changed(segment.body, told)) if any(missing.values()) else segment


def _changed(body: Iterable[Instruction], change: Callable[[Instruction], Instruction]) -> list[Instruction]:
    """A body in which each instruction was changed, those in blocks too."""
    return [
        Block(one.head, _changed(one.body, change)) if isinstance(one, Block) else change(one) for one in body
    ]
