"""Problems that would not be there if something else were right.

A card with a slip in its first line is left out, and every rule that speaks of it would then speak of
nothing. One slip should give one problem: what only says that such a name is not known is held back until the
slip is corrected, and a name that nobody declared is told once, with all places that speak of it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..source import Span
from . import codes
from .diagnostics import Diagnostic, Related

EVERYTHING = "*"
"""Lost with the rest of a file: any name at all."""
OTHERWISE = "otherwise"
"""The name of what tells that a last case is missing."""

_UNKNOWN = frozenset(
    code.code
    for code in (
        codes.UNKNOWN_NAME,
        codes.UNKNOWN_KIND,
        codes.UNKNOWN_PROPERTY,
        codes.UNKNOWN_VERB,
        codes.UNKNOWN_DIE,
        codes.UNKNOWN_MENU,
        codes.UNKNOWN_WORD,
        codes.UNKNOWN_THING,
        codes.UNKNOWN_LABEL,
        codes.UNKNOWN_BOARD,
        codes.UNKNOWN_RELATION,
        codes.UNKNOWN_FUNCTION,
        codes.UNKNOWN_SETTING,
        codes.UNKNOWN_COLUMN,
        codes.UNKNOWN_EVENT,
    )
)
_CAUSES = frozenset(code.code for code in (codes.NO_HEADER, codes.NO_GAME, codes.FOREIGN_FILE))
_FOLLOWING = _UNKNOWN | {codes.MISSING_VALUE.code, codes.NO_HEADER.code, codes.FOREIGN_FILE.code}
_TOLD_AT_THE_CAUSE = frozenset(code.code for code in (codes.NONE_LEFT, codes.STORY_LEFT_OUT))
_OF_THEIR_OWN = {codes.UNKNOWN_THING.code, codes.UNKNOWN_LABEL.code}  # a mod's: each has its own way out
_ONCE = {
    **dict.fromkeys(_UNKNOWN - _OF_THEIR_OWN, "unknown"),
    **dict.fromkeys(_TOLD_AT_THE_CAUSE, "cause"),
    codes.NOT_ON_EVERY_BOARD.code: "space",
}
"""What is told once of each name, and together with what."""


def without_echoes(
    problems: Iterable[Diagnostic],
    lost: Collection[str],
    torn: Collection[Span] = (),
    cut: Collection[Span] = (),
) -> list[Diagnostic]:
    """The problems that are not only echoes of the loss of these names.

    Below a line that could not be read, in the same declaration, any name may be lost: `torn`. In one from
    which a line was left out, `cut`, that line may have been the last case.
    """
    known = {form for name in lost for form in (name, f"{name}s", f"{name}es", f"{name[:-1]}ies")}
    return [
        problem
        for problem in problems
        if not (
            (problem.name == OTHERWISE and any(map(problem.span.begins_within, cut)))
            if problem.code not in _FOLLOWING
            else (_base(problem) in known or any(map(problem.span.begins_within, torn)))
        )
    ]


def only_causes(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is certain of sources that are not all there: that, and what cannot be read in them."""
    return [one for one in problems if one.code in _CAUSES or one.code.startswith(("E01", "E09"))]


def about_known_names(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Only the problems that would be there if every name were known."""
    return [problem for problem in problems if problem.code not in _UNKNOWN]


def told_once(problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Sorted problems, with each unknown name told at its first place only, which names the others."""
    alike: dict[tuple[str, str] | int, list[Diagnostic]] = {}
    for number, problem in enumerate(problems):
        group = _ONCE.get(problem.code)
        alike.setdefault(number if group is None else (group, _base(problem)), []).append(problem)
    return [_with_places(first, others) for first, *others in alike.values()]


def _with_places(first: Diagnostic, others: Sequence[Diagnostic]) -> Diagnostic:
    """A problem that also names the places of others about the same name, each line once."""
    if not others:
        return first
    if first.code in _TOLD_AT_THE_CAUSE:
        places = [place for one in others for place in one.related]
    else:
        places = [Related(one.span, "and here") for one in others]
    known = {(span.file, span.line) for span in (first.span, *(place.span for place in first.related))}
    new = {(place.span.file, place.span.line): place for place in reversed(places)}
    return replace(first, related=(*first.related, *(new[at] for at in reversed(new) if at not in known)))


def _base(problem: Diagnostic) -> str:
    """The name a problem is about; of a copy such as `axe.2` that of the thing."""
    return problem.name.partition(".")[0]
