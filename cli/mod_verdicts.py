"""Which stories a mod breaks on purpose, which by mistake, and which are only about what it deletes; in lines
for people. `mod_stories.py` plays them and finds the reasons.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from tilewright.dsl.packages.manifest import StoryExpected
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.problems.render import shown_line
from tilewright.dsl.problems.suggest import nearest
from tilewright.dsl.source import Span, package_of

from .mod_stories import ModPiece, StoryPlace, Told, played, reasons, titles

VerdictSort = Literal["meant", "gone", "broken", "before"]
StoryFilter = Callable[[dict[str, Any], dict[str, Any]], bool]


class StoryVerdict(NamedTuple):
    """A story that does not hold with mods: whether that is meant, and which pieces of mods are to blame."""

    sort: VerdictSort
    story: Told
    because: str
    pieces: tuple[ModPiece, ...]


class StoriesJudged(NamedTuple):
    """What mods do to all stories of a game."""

    holding: int
    by_package: Counter[str]  # how many stories of each hold
    verdicts: tuple[StoryVerdict, ...]
    still: tuple[StoryExpected, ...]  # stories that are expected not to hold, and do
    unknown: tuple[
        tuple[StoryExpected, str], ...
    ]  # those that no story is called like, and which may be meant
    programs: tuple[dict[str, Any], ...]
    errors: tuple[Diagnostic, ...] = ()

    @property
    def failures(self) -> int:
        return sum(one.sort in ("broken", "before") for one in self.verdicts) + len(self.unknown)


def judged(
    package: Package,
    wanted: StoryFilter,
    *,
    about: str = "",
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> StoriesJudged:
    """Play the stories of a game and its mods with the mods, and those that do not hold without them.

    With `about`, only stories are wanted in whose title or labels that stands: nothing is said of others.
    """
    result = played(package, wanted)
    if result.errors:
        return StoriesJudged(0, Counter(), (), (), (), (), result.errors)
    words = about.casefold()
    left = [
        one
        for one in result.stories
        if not one.passed and (one.unfit is None or words in one.title.casefold())
    ]
    before = _without_mods(package, left)
    found = reasons(package, [one for one in left if one.place not in before], progress)
    expected = {one.story: one for mod in package.mods for one in mod.expected}
    verdicts = [_verdict(one, before, expected, found.get(one.place, ())) for one in left]
    holding = [one for one in result.stories if one.passed]
    held = {title for one in holding for title in one.titles}
    there = titles(package).union(*(one.titles for one in result.stories))
    return StoriesJudged(
        sum(len(one.results) for one in holding),
        Counter(package_of(one.place.file) for one in holding for _ in one.results),
        tuple(sorted(verdicts, key=lambda one: one.story.place)),
        tuple(one for one in expected.values() if one.story in held),
        tuple(
            (one, nearest(one.story, there))
            for one in expected.values()
            if not about and one.story not in there
        ),
        result.programs,
    )


def _without_mods(package: Package, stories: Sequence[Told]) -> set[StoryPlace]:
    """Those of the stories that do not hold without mods either."""
    game = None if not stories else read_package(package.path)[0]
    if game is None:
        return set()
    lines = {(one.place.file, one.place.line) for one in stories}

    def asked(program: dict[str, Any], test: dict[str, Any]) -> bool:
        return tuple(program["spans"][test["at"]][:2]) in lines

    return {one.place for one in played(game, asked).stories if not one.passed}


def _verdict(
    story: Told, before: set[StoryPlace], expected: dict[str, StoryExpected], pieces: Sequence[ModPiece]
) -> StoryVerdict:
    meant = next((expected[title] for title in story.titles if title in expected), None)
    sort: VerdictSort = "gone" if story.is_gone else "broken"
    if story.place in before:
        sort = "before"
    elif meant is not None:
        sort = "meant"
    return StoryVerdict(sort, story, meant.because if meant else "", tuple(pieces))


# ------------------------------------------------------------------ for people


def lines(package: Package, found: StoriesJudged) -> Iterator[str]:
    """What is said of all that."""
    order = ("gone", "meant", "before", "broken")
    for verdict in sorted(found.verdicts, key=lambda one: order.index(one.sort)):
        yield from _told(package, verdict)
    for one in found.still:
        yield f"still holds: “{one.story}”"
        other = "another mod may see to that; else " if len(package.mods) > 1 else ""
        at = shown_line(one.span, package)
        yield f"  {at}: {other}take it out of `expected`, or see why it still holds"
    for one, near in found.unknown:
        yield f"no story is called “{one.story}”{f'; {near}' if near else ''}"
        yield f"  {shown_line(one.span, package)}: it is `expected` not to hold"
    mods = {one.id for one in package.mods}
    broken = [one.story for one in found.verdicts if one.sort == "broken"]
    others = [one for one in broken if package_of(one.place.file) not in mods]
    if others:
        named = " or ".join(f"`{one}`" for one in sorted(mods))
        it = "it is" if len(others) == 1 else "they are"
        yield f"If {it} meant not to hold, {named} says so in its package.yaml, with the reason:"
        yield "  expected:"
        proposed = dict.fromkeys(json.dumps(one.plain, ensure_ascii=False) for one in others)
        yield from (f'    - {{story: {title}, because: "what is different now"}}' for title in proposed)
    for name, number in found.by_package.items():
        yield f"{name}: {number} {'holds' if number == 1 else 'hold'}"


def _told(package: Package, verdict: StoryVerdict) -> Iterator[str]:
    story = verdict.story
    yield f"{HEADS[verdict.sort]}: {story.title}"
    if story.unfit is not None:
        spans = (story.unfit.span, *_related(story.unfit))
        span = next((one for one in spans if story.place.holds(one)), spans[0])  # else where it begins
        yield f"  {shown_line(span, package)}: {story.unfit.message}"
    for result in story.results:
        yield from (f"  {one.place}: {one.message}" for one in result.failures)
    for number, piece in enumerate(verdict.pieces):
        said, at = piece.deed.said_of(piece.mod), shown_line(piece.deed.span, package)
        yield f"  {'and' if number else 'because'} {said}  ({at})"
    if verdict.because:
        yield f"  {verdict.because}"


def _related(problem: Diagnostic) -> Iterator[Span]:
    return (one.span for one in problem.related)


HEADS = {
    "gone": "about what is gone",
    "meant": "meant",
    "broken": "broken",
    "before": "broken without the mod, too",
}
