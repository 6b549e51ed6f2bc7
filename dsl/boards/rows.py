"""Rows of a drawing that stand a few columns off as a whole: told once, and read as if they stood right."""

from collections.abc import Collection

from tilewright.schemas.wording import counted

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span, Word


def offset(columns: Collection[int], left: int, pitch: int) -> int:
    """How far to the right of their places the signs of a row stand: 0 if not all equally, or too few."""
    found = {(column - left) % pitch for column in columns}
    if len(columns) < 2 or len(found) != 1:
        return 0
    by = found.pop()
    return by if by <= pitch // 2 else by - pitch


def moved_left(row: Word, by: int) -> Word:
    """The row with that many leading blanks removed, or added if negative; its characters keep their
    places.
    """
    text = row[by:] if by > 0 else " " * -by + row
    return Word(text, row.span._replace(column=row.span.column + by))


def told(row: Word, by: int) -> Diagnostic:
    """What is said of a row that stands so far to the right, or to the left."""
    blanks = counted(abs(by), "blank")
    side, proposal = ("right", f"take out {blanks}") if by > 0 else ("left", f"put {blanks}")
    start = row.span.column + len(row) - len(row.lstrip())
    return codes.ROW_PLACE.at(
        row.span._replace(column=start),
        off=f"{counted(abs(by), 'column')} too far to the {side}",
        proposal=f"{proposal} before it: all its signs are off by as much",
    )


def uneven(at: Span, by: int) -> Diagnostic:
    """What is said of a row that ends a cell before all others, or after them: `at` is where that begins."""
    few, side, deed = ("few", "left", "put one in") if by > 0 else ("many", "right", "take one out")
    proposal = f"{deed} here or near it: what follows stands a column too far to the {side}"
    return codes.ROW_LENGTH.at(at, off=few, proposal=proposal)
