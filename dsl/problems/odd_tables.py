"""What is said of a table whose rows are all unlike its head: one problem of the head, not one of each."""

import re
from collections.abc import Sequence

from tilewright.schemas.wording import counted

from ..source import Word
from . import codes
from .diagnostics import Diagnostic

_DASHES = re.compile(r"\|?[-: |]*-{3}[-: |]*")


def odd_head(rows: Sequence[Word], columns: int, cells: Sequence[int]) -> Diagnostic | None:
    """What is wrong with the head of a table, if something is. It has so many columns, and each row below it
    so many cells.
    """
    if len(rows) > 1 and _DASHES.fullmatch(rows[1]):
        return codes.BAD_TABLE.at(
            rows[1].span,
            message="no line is drawn below the head of a table",
            proposal="take this row out",
        )
    if len(cells) < 2 or len(set(cells)) > 1 or cells[0] == columns:
        return None
    proposal = (
        "name one more column for what stands in them"
        if cells[0] > columns
        else "take out what names nothing"
    )
    return codes.BAD_TABLE.at(
        rows[0].span,
        message=f"the head of this table has {counted(columns, 'column')}, but every row below it "
        f"{counted(cells[0], 'cell')}",
        proposal=proposal,
    )
