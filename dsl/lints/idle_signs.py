"""Signs that the table of a board explains and its drawing never shows.

What stands above the first side of a board goes with all its sides.
"""

from collections.abc import Iterator

from ..boards.tables import split_row
from ..nodes import EntryDrawing, EntryTable, EntryValue, Thing
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Word
from .facts import Facts


def idle_signs(facts: Facts) -> Iterator[Diagnostic]:
    """Each sign of the game's own boards that no place has."""
    for board in facts.checked.model.drawings.values():
        if facts.own(board.span):
            for sign in _idle(board):
                yield codes.IDLE_SIGN.at(sign.span, sign=sign)


def _idle(board: Thing) -> Iterator[Word]:
    side = 0
    drawn: dict[int, set[str]] = {}
    explained: list[tuple[int, Word]] = []
    for entry in board.entries or ():
        match entry:
            case EntryValue(name="side"):
                side += 1
            case EntryDrawing(lines=lines):
                drawn.setdefault(side, set()).update(*lines)
            case EntryTable(name="signs", rows=rows):
                explained += [(side, sign) for sign in _signs(rows)]
    for side, sign in explained:
        sides = drawn.values() if side == 0 else (drawn.get(0, set()), drawn.get(side, set()))
        if drawn and not any(sign in one for one in sides):
            yield sign


def _signs(rows: tuple[Word, ...]) -> Iterator[Word]:
    """The signs of a table, one by one."""
    head, *rest = [split_row(row) for row in rows]
    column = next((number for number, cell in enumerate(head) if cell == "sign"), None)
    for row in rest:
        if column is not None and column < len(row):
            for sign in row[column].split():
                yield Word(sign, row[column].span)
