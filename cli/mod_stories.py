"""What mods do to stories: which hold with them, which do not, and what of which mod is the reason.

A reason is found by trial: something that a mod says is left out, and the story holds again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from tilewright.dsl.compile import test_programs, what_mods_do
from tilewright.dsl.modding.deeds import ModDeed, deeds
from tilewright.dsl.packages.package import Package
from tilewright.dsl.problems import codes
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.source import Source, Span, first_word, package_of
from tilewright.runtime.stories.coverage import reached
from tilewright.runtime.stories.testing import Result, run_tests

ProgramDocument = dict[str, Any]
MOST = 60
"""So much of what mods say is left out on trial, one after another; each time the game is compiled."""


class StoryPlace(NamedTuple):
    """Where a story stands: its file, the line of its title, and the one after its last."""

    file: str
    line: int
    end: int

    def holds(self, span: Span) -> bool:
        return span.file == self.file and self.line <= span.line < self.end


class Told(NamedTuple):
    """What came of a story. One that names what is not there was not played: `unfit` says why."""

    place: StoryPlace
    title: str
    results: tuple[Result, ...] = ()
    unfit: Diagnostic | None = None

    @property
    def plain(self) -> str:
        """What it is called in the text, without its labels."""
        return _plain(self.title)

    @property
    def titles(self) -> set[str]:
        """All that it is called: a table makes several stories of one."""
        return {self.plain, *(one.title for one in self.results)}

    @property
    def passed(self) -> bool:
        return self.unfit is None and all(one.passed for one in self.results)

    @property
    def is_gone(self) -> bool:
        """Whether it is about a thing that a mod has taken out."""
        return self.unfit is not None and self.unfit.code == codes.STORY_LEFT_OUT.code


class StoriesPlayed(NamedTuple):
    """All stories of a package, and its programs with those that could be played; or why there are none."""

    stories: tuple[Told, ...]
    programs: tuple[ProgramDocument, ...]
    errors: tuple[Diagnostic, ...]


class ModPiece(NamedTuple):
    """Something that a mod says and that can be left out alone: lines of a file."""

    mod: str
    deed: ModDeed
    file: str
    first: int
    end: int


# ------------------------------------------------------------------ playing


def played(
    package: Package,
    only: Callable[[ProgramDocument, ProgramDocument], bool],
    *,
    interpreted: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> StoriesPlayed:
    """Play the stories that are wanted; `only` is asked for each, with its program.

    Stories that do not fit what is there are set aside, so that all others are played. A few are played
    faster by the interpreter, which needs no code. `progress` is told how many of how many boards
    are done.
    """
    package, unfit, programs, errors = _fitting(package)
    if errors:
        return StoriesPlayed((), (), tuple(errors))
    found: dict[StoryPlace, Told] = {place: Told(place, _title(package, place)) for place in places(package)}
    kept = []
    for number, program in enumerate(programs):
        progress(number, len(programs))
        own = [test for test in program["tests"] if only(program, test)]
        kept.append({**program, "tests": own})
        results = run_tests({**program, "tests": own}, interpreted=interpreted)
        for test, result in zip(own, results, strict=True):
            place = next(one for one in found if one.holds(_span(program, test)))
            found[place] = found[place]._replace(results=(*found[place].results, result))
    every = [one for one in found.values() if one.results]
    return StoriesPlayed((*unfit, *every), tuple(kept), ())


def _fitting(package: Package) -> tuple[Package, list[Told], list[ProgramDocument], list[Diagnostic]]:
    """The package without the stories that do not fit it; what is wrong elsewhere is an error."""
    unfit: list[Told] = []
    while True:
        programs, problems = test_programs(package)
        wrong = [one for one in problems if one.is_error or one.code == codes.STORY_LEFT_OUT.code]
        about = {
            place: next(one for one in wrong if _is_about(one, place))
            for place in places(package)
            if any(_is_about(one, place) for one in wrong)
        }
        if not about:
            return package, unfit, programs, [one for one in problems if one.is_error]
        begins = _begins(package)
        while more := {
            place: about[first] for place, first in begins.items() if first in about and place not in about
        }:
            about |= more
        unfit += [Told(place, _title(package, place), unfit=one) for place, one in about.items()]
        package = without(package, about)


def _is_about(problem: Diagnostic, place: StoryPlace) -> bool:
    return any(place.holds(span) for span in (problem.span, *(one.span for one in problem.related)))


def places(package: Package) -> Iterator[StoryPlace]:
    """Every story of a package and its mods, by its lines."""
    for source in package.sources:
        lines = source.text.splitlines()
        margin = [number for number, line in enumerate(lines, 1) if line[:1].strip()]
        for first, after in pairwise([*margin, len(lines) + 1]):
            if lines[first - 1].startswith("test "):
                end = next(one for one in range(after, first, -1) if lines[one - 2].strip())
                yield StoryPlace(source.path, first, end)


def _title(package: Package, place: StoryPlace) -> str:
    line = next(one for one in package.sources if one.path == place.file).text.splitlines()[place.line - 1]
    return line.removeprefix("test ").rstrip().removesuffix(":")


def titles(package: Package) -> set[str]:
    """What the stories of a package and its mods are called."""
    return {_plain(_title(package, place)) for place in places(package)}


def _plain(title: str) -> str:
    """A title without quotes, and without the labels behind it."""
    return title.partition('"')[2].rpartition('"')[0]


def _span(program: ProgramDocument, test: ProgramDocument) -> Span:
    return Span(*program["spans"][test["at"]])


def without(package: Package, places: Iterable[StoryPlace | ModPiece]) -> Package:
    """The package with nothing on some lines; all others keep their numbers."""
    cut: dict[str, list[tuple[int, int]]] = {}
    for one in places:
        first = one.line if isinstance(one, StoryPlace) else one.first
        cut.setdefault(one.file, []).append((first, one.end))
    sources = []
    for source in package.sources:
        lines = source.text.splitlines()
        for first, end in cut.get(source.path, ()):
            lines[first - 1 : end - 1] = [""] * (end - first)
        changed = source._replace(text="\n".join(lines) + "\n") if source.path in cut else source
        sources.append(changed)
    return package._replace(sources=tuple[Source, ...](sources))


def is_mod(package: Package) -> bool:
    """Whether a package is a mod itself."""
    own = (one.text for one in package.sources if package_of(one.path) == package.id)
    return any(first_word(text) == "mod" for text in own)


def failing(
    package: Package, progress: Callable[[int, int], None] = lambda done, of: None
) -> list[StoryPlace]:
    """The stories that do not hold or do not fit, and those that begin where one of them ends."""
    every = played(package, lambda program, test: True, progress=progress).stories
    found = {one.place for one in every if not one.passed}
    begins = _begins(package)
    while more := {place for place, first in begins.items() if first in found} - found:
        found |= more
    return sorted(found)


def _begins(package: Package) -> dict[StoryPlace, StoryPlace]:
    """The stories that begin where another one ends, each with that one."""
    titled: dict[str, StoryPlace] = {}
    after: dict[StoryPlace, str] = {}
    for source in package.sources:
        lines = source.text.splitlines()
        for place in places(package._replace(sources=(source,))):
            titled.setdefault(_plain(lines[place.line - 1]), place)
            found = _AFTER.search("\n".join(lines[place.line : place.end - 1]))
            if found is not None:
                after[place] = found[1]
    return {place: titled[title] for place, title in after.items() if title in titled}


_AFTER = re.compile(r'^ +after "(.*)"', re.MULTILINE)


# ------------------------------------------------------------------ reasons


def reasons(
    package: Package, broken: Sequence[Told], progress: Callable[[int, int], None] = lambda done, of: None
) -> dict[StoryPlace, list[ModPiece]]:
    """For each story what it does not hold because of: one thing that a mod says, or several together.

    Nothing is said of a story for which leaving out whatever can be left out is no help.
    """
    wanted = [one.place for one in broken]
    small = _only(package, wanted)
    pieces = _pieces(small)[:MOST]
    idle = _idle(small, pieces)
    found: dict[StoryPlace, list[ModPiece]] = {place: [] for place in wanted}
    tried = [one for one in pieces if any(one not in idle.get(place, ()) for place in wanted)]
    for number, piece in enumerate(tried):
        for place in _held(small, [piece], wanted):
            found[place].append(piece)
        progress(number + 1, len(tried))
    for place, alone in found.items():
        if not alone:
            alone += _together(_only(small, [place]), pieces, idle.get(place, ()), place)
    return found


def _only(package: Package, wanted: Iterable[StoryPlace]) -> Package:
    """The package without all stories but these, and those where they begin."""
    begins, stay = _begins(package), set(wanted)
    while more := {begins[place] for place in stay if place in begins} - stay:
        stay |= more
    return without(package, [place for place in places(package) if place not in stay])


def _held(package: Package, left_out: Sequence[ModPiece], wanted: Sequence[StoryPlace]) -> list[StoryPlace]:
    """The stories that hold if something is left out; none if the rest does not fit together then."""
    result = played(without(package, left_out), lambda program, test: True, interpreted=True)
    return [one.place for one in result.stories if one.passed and one.place in wanted]


def _together(
    package: Package, pieces: Sequence[ModPiece], idle: Container[ModPiece], place: StoryPlace
) -> list[ModPiece]:
    """The fewest things that a story does not hold because of, together: each of them is needed.

    Idle rules are no reason, but nothing fits together without what they name if they are not left out, too.
    """
    out: list[ModPiece] = []
    for piece in reversed(pieces):  # what comes later may need what comes before
        out.append(piece)
        if _held(package, out, [place]):
            break
    else:
        return []
    for back in ([one for one in out if one in idle], *([one] for one in reversed(out))):
        fewer = [one for one in out if one not in back]
        if back and fewer and _held(package, fewer, [place]):
            out = fewer
    return out[::-1]


def _pieces(package: Package) -> list[ModPiece]:
    """All that mods say and that may change how a game is played."""
    modding = what_mods_do(package)
    lines = {source.path: source.text.splitlines() for source in package.sources}
    found: dict[tuple[str, int, int], ModPiece] = {}
    for mod, done in deeds(modding.checked.model, package, modding.order).items():
        for deed in done:
            if deed.does != "translates" and deed.span.file in lines:
                first, end = _block(lines[deed.span.file], deed.span.line)
                key = (deed.span.file, first, end)
                found.setdefault(key, ModPiece(mod, deed, *key))
    return list(found.values())


def _block(lines: Sequence[str], line: int) -> tuple[int, int]:
    """The lines of what begins in a line; of all around it if nothing else would be left there."""
    depth = _depth(lines[line - 1])
    end = _end(lines, line, depth)
    above = next((one for one in range(line - 1, 0, -1) if 0 <= _depth(lines[one - 1]) < depth), None)
    if above is not None:
        rest = [*range(above + 1, line), *range(end, _end(lines, above, _depth(lines[above - 1])))]
        if all(_depth(lines[one - 1]) < 0 for one in rest):
            return _block(lines, above)
    return line, end


def _end(lines: Sequence[str], line: int, depth: int) -> int:
    after = range(line + 1, len(lines) + 1)
    return next((one for one in after if 0 <= _depth(lines[one - 1]) <= depth), len(lines) + 1)


def _depth(line: str) -> int:
    """How far a line is indented; -1 if there is nothing in it but a remark."""
    said = line.lstrip(" ")
    return -1 if not said.strip() or said.startswith("#") else len(line) - len(said)


def _idle(package: Package, pieces: Sequence[ModPiece]) -> Mapping[StoryPlace, set[ModPiece]]:
    """The hooks, triggers and modifiers that never came to their turn in a story: they are no reason."""
    rules = [one for one in pieces if one.deed.does in ("hooks", "modifies") or "a rule `" in one.deed.about]
    found: dict[StoryPlace, set[ModPiece]] = {}
    if not rules:
        return found
    fitting, _, programs, errors = _fitting(package)
    for program in () if errors else programs:
        named = [rule for table in ("hooks", "triggers", "modifiers") for rule in program[table]]
        for test in program["tests"]:
            place = next(one for one in places(fitting) if one.holds(_span(program, test)))
            ran = reached([{**program, "tests": [test]}])
            woken = [_span(program, rule) for rule in named if f"rule {rule['name']}" in ran]
            idle = {one for one in rules if not any(_lies_in(span, one) for span in woken)}
            found[place] = found[place] & idle if place in found else idle
    return found


def _lies_in(span: Span, piece: ModPiece) -> bool:
    return span.file == piece.file and piece.first <= span.line < piece.end
