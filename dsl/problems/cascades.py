"""Problems that would not be there if something else were right.

A card with a slip in its first line is left out, and every rule that speaks of it would then speak of
nothing. One slip should give one problem: what only says that such a name is not known is held back until the
slip is corrected, and a name that nobody declared is told once, with all places that speak of it.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..source import Span
from ..vocabulary import plural_of
from . import codes
from .diagnostics import Diagnostic, Related
from .suggest import use_package

EVERYTHING = "*"
"""Lost with the rest of a file: any name at all."""
_OF_SYNTAX = "E01"
"""What codes begin with that are about layout and syntax."""
_OF_TYPES = "E03"
"""What codes begin with that are about types and values."""
_WORD = re.compile(r"\w+")
_OF_BOARDS = "E06"
"""What codes begin with that are about boards."""
_ANY_KIND = "thing"
"""The kind of a thing that may be anything: of one whose kind is not known."""
_LIBRARY = "it is declared by the library `"
"""How help begins where a library would have to be used."""
_NO_GUESS = ("correct the name", "declare it")
"""How help begins where no name that is known resembles the one that is not."""
MANY = 3
"""More names than that, declared nowhere, are told together."""
TABLE = "table"
"""What a problem is of that tells of a table written in lines: those below it cannot be read, either."""
OTHERWISE = "otherwise"
"""The name of what tells that something is missing which a line left out may have said: a last case."""

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
        codes.UNKNOWN_WORDS,
        codes.UNKNOWN_THING,
        codes.UNKNOWN_LABEL,
        codes.UNKNOWN_BOARD,
        codes.UNKNOWN_RELATION,
        codes.UNKNOWN_FUNCTION,
        codes.UNKNOWN_SETTING,
        codes.UNKNOWN_COLUMN,
        codes.UNKNOWN_EVENT,
        codes.PLURAL_OF_OTHERS,
        codes.BOARD_KIND,
        codes.BOARD_PROPERTY,
        codes.NO_SUCH_BOARD,
        codes.UNKNOWN_END,
    )
)
_CAUSES = frozenset(
    code.code for code in (codes.NO_HEADER, codes.NO_GAME, codes.NO_LIBRARY, codes.FOREIGN_FILE)
)
_FOLLOWING = _UNKNOWN | {codes.MISSING_VALUE.code, codes.NO_HEADER.code, codes.FOREIGN_FILE.code}
_TOLD_AT_THE_CAUSE = frozenset(code.code for code in (codes.NONE_LEFT, codes.COPY_GONE, codes.STORY_LEFT_OUT))
OF_LIBRARIES = frozenset((codes.UNKNOWN_VERB.code, codes.UNKNOWN_FUNCTION.code))
_OF_THEIR_OWN = {codes.UNKNOWN_THING.code, codes.UNKNOWN_LABEL.code}  # a mod's: each has its own way out
_ONCE = {
    **dict.fromkeys(_UNKNOWN - _OF_THEIR_OWN, "unknown"),
    **dict.fromkeys(_TOLD_AT_THE_CAUSE, "cause"),
    codes.NOT_ON_EVERY_BOARD.code: "space",
}
"""What is told once of each name, and together with what."""


def of_kind(name: str) -> str:
    """What is lost with a kind besides its name: what is known of the types of its things."""
    return f"kind {name}"


class Losses(NamedTuple):
    """What could not be read, or means nothing.

    Below a line that could not be read, in the same declaration, any name may be lost: `torn`. In one from
    which a line was left out, `cut`, that line may have been the last case, or what a board is drawn by. Of a
    declaration that begins with a word that means nothing, `meaningless`, nobody knows what its lines should
    be.
    """

    names: Collection[str] = ()
    torn: Collection[Span] = ()
    cut: Collection[Span] = ()
    meaningless: Collection[Span] = ()
    within: Collection[str] = ()
    """The names in what is meaningless: something else may have one of them, too."""


_LEFT_OUT = frozenset(
    code.code
    for code in (
        codes.EXPECTED_BLOCK,
        codes.MISSING_COLON,
        codes.UNEXPECTED,
        codes.UNEXPECTED_END,
        codes.BAD_CHARACTER,
        codes.UNCLOSED,
    )
)
"""Codes of lines that are not read: what else is said of them is about what stands in their place."""


def without_echoes(problems: Iterable[Diagnostic], losses: Losses) -> list[Diagnostic]:
    """The problems that are not only echoes of what was lost."""
    found = list(problems)
    unread = {one.span[:2] for one in found if one.code in _LEFT_OUT}
    found = [one for one in found if one.code.startswith(_OF_SYNTAX) or one.span[:2] not in unread]
    lost, within = _with_plurals(losses.names), _with_plurals(losses.within)
    kinds = any(problem.code == codes.UNKNOWN_KIND.code for problem in found)
    tables = _lines_of_tables(found, losses.cut)
    return [
        problem
        for problem in found
        if problem.span[:2] not in tables and not _is_echo(problem, losses, lost, within, kinds)
    ]


def _lines_of_tables(problems: Sequence[Diagnostic], cut: Collection[Span]) -> set[tuple[object, ...]]:
    """The lines that cannot be read below the names of tables, each right below the one before, in the
    declaration that the table is of.
    """
    unread = {one.span[:2] for one in problems if one.code == codes.UNEXPECTED.code}
    found = set[tuple[object, ...]]()
    for one in problems:
        around = next((span for span in cut if one.of == TABLE and one.span.begins_within(span)), None)
        line = one.span.line + 1
        while around and line < around.end_line and (one.span.file, line) in unread:
            found.add((one.span.file, line))
            line += 1
    return found


def _with_plurals(names: Iterable[str]) -> frozenset[str]:
    """Names with the plurals of those that declare none; one that is declared is itself a name."""
    return frozenset(form for name in names for form in (name, plural_of(name)))


def _is_echo(
    problem: Diagnostic, losses: Losses, lost: Collection[str], within: Collection[str], kinds: bool
) -> bool:
    """`lost` and `within` are the names with their plurals; `kinds`: whether some kind is not known."""
    span = problem.span
    for one in losses.meaningless:
        if span.begins_within(one):
            return span[:3] != one[:3] or _base(problem) in lost
    of_types = problem.code.startswith(_OF_TYPES)
    if of_types and any(of_kind(word) in lost for word in _WORD.findall(problem.message)):
        return True
    if problem.code in _FOLLOWING:
        if kinds and problem.of == _ANY_KIND:
            return True
        known = _base(problem) in lost or _base(problem) in within
        return known or any(map(span.begins_within, losses.torn))
    of_what_is_left = problem.code.startswith(_OF_BOARDS) or problem.code == codes.BAD_TABLE.code
    may_be_cut = problem.name == OTHERWISE or of_what_is_left
    return may_be_cut and any(map(span.begins_within, losses.cut))


def only_causes(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is certain of sources that are not all there: that, and what cannot be read in them."""
    return [one for one in problems if one.code in _CAUSES or one.code.startswith((_OF_SYNTAX, "E09"))]


def about_known_names(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Only the problems that would be there if every name were known."""
    return [problem for problem in problems if problem.code not in _UNKNOWN]


def told_once(problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Sorted problems, with each unknown name told at its first place only, which names the others."""
    unknown = {_base(problem) for problem in problems if _ONCE.get(problem.code) == "unknown"}
    singular = {plural_of(name): name for name in unknown}
    alike: dict[tuple[str, str] | int, list[Diagnostic]] = {}
    for number, problem in enumerate(problems):
        alike.setdefault(_told_as(problem, singular) or number, []).append(problem)
    return _told_together([_with_places(first, others) for first, *others in alike.values()])


def _told_together(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Many names that resemble none that is declared are most likely of one declaration: one problem. So is
    a library that is not used.
    """
    unknown = [one for one in problems if _ONCE.get(one.code) == "unknown"]
    nowhere = [one for one in unknown if one.help.startswith(_NO_GUESS)]
    if len(nowhere) > MANY:
        problems = _together(
            problems, nowhere, "declare them, or correct them; is a declaration or a whole file missing?"
        )
    twice = [one for one in problems if one.code == codes.STANDS_TWICE.code]
    for thing in dict.fromkeys(one.of for one in twice if one.of):
        of_one = [one for one in twice if one.of == thing]
        problems = _together(
            problems, of_one, "delete them, or write above them of which other thing they are"
        )
    for help_ in dict.fromkeys(one.help for one in unknown if one.help.startswith(_LIBRARY)):
        problems = _together(problems, [one for one in unknown if one.help == help_], help_)
    return problems


def _together(problems: list[Diagnostic], alike: Sequence[Diagnostic], help_: str) -> list[Diagnostic]:
    """Problems of several names as one of the first, which tells of the others."""
    first, *others = alike
    names = list(dict.fromkeys(f"`{one.name}`" for one in others))
    if not names:
        return problems
    more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
    places = [Related(one.span, f"`{one.name}` is named here") for one in others]
    together = replace(
        first,
        message=f"{first.message}; the same goes for {', '.join(names[:MANY])}{more}",
        help=help_,
        related=(*first.related, *places),
    )
    told = set(map(id, others))  # to compare each with each would take as long as all of the rest
    return [together if one is first else one for one in problems if id(one) not in told]


def of_libraries(problems: Iterable[Diagnostic], declared: Mapping[str, str]) -> list[Diagnostic]:
    """The problems, with the library that declares an unknown verb or function instead of a guess. `declared`
    says which library that is.
    """
    return [
        replace(one, help=f"{_LIBRARY}{declared[one.name]}`: {use_package(declared[one.name])}")
        if one.code in OF_LIBRARIES and one.name in declared
        else one
        for one in problems
    ]


def _told_as(problem: Diagnostic, singular: Mapping[str, str]) -> tuple[str, str] | None:
    """What a problem shares with others that say the same; None if it stands alone.

    `singular` gives the unknown names by their plurals: one that is unknown, too, is no further problem.
    """
    name, group = _base(problem), _ONCE.get(problem.code)
    if group is not None:
        return group, singular.get(name, name) if group == "unknown" else name
    if problem.code in (codes.WRONG_TYPE.code, codes.UNKNOWN_SIDE.code) and name:
        return problem.message, name
    if problem.code == codes.NOT_ALLOWED_HERE.code:
        return problem.message, problem.span.file
    return None


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
