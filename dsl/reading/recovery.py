"""What is left of a declaration after a syntax error, so that the rest of it can be read.

The row at fault is taken out with all that it owns, an `if` with its `else`, too. If that leaves a block
empty, `done` stands in for it where statements are meant, and elsewhere its head loses the colon: a kind
without members, a card without entries.
"""

import re
from dataclasses import dataclass, field

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ONE_OF = re.compile(r"\bone +of +([^=#\n]+)")
_IN_TWO = re.compile(r"\b(?=([a-z]\w*)[ -]([a-z]\w*))")
"""What may have been meant as one name: `long bow`, `long-bow`."""
_OWNS = re.compile(r":( |$)")
_PHRASES = re.compile(r'"([^"]*)"')
_ROW = re.compile(r" *\|")
_ELSE = re.compile(r" *else\b")


@dataclass(slots=True)
class Mending:
    """The lines of a declaration under repair, the rows that were changed, and the names lost on the way."""

    lines: list[str]
    mended: set[int] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)

    def mend(self, row: int) -> None:
        """Make the lines readable at a row: a different attempt each time it is at fault again."""
        depth = _depth(self.lines[row])
        head = self._head(row)
        stands_in = row in self.mended
        self._take_out(row)
        if row == 0 or self._owns_something(head):
            return
        if not stands_in:
            self.lines[row] = " " * depth + "done"
            self.mended.add(row)
        else:
            self.lines[head] = re.sub(r":\s*(#.*)?$", "", self.lines[head])
            self.mended.add(head)

    def _take_out(self, row: int) -> None:
        """Blank a row and all that it owns; without its `if` an `else` would look wrong, and the rest of a
        table without a row.
        """
        depth = _depth(self.lines[row])
        has_else = _OWNS.search(self.lines[row]) is not None
        in_table = _ROW.match(self.lines[row]) is not None
        for below in range(row, len(self.lines)):
            line = self.lines[below]
            its_else = has_else and _depth(line) == depth and _ELSE.match(line)
            is_row = in_table and _ROW.match(line)
            if below > row and line.strip() and _depth(line) <= depth and not (its_else or is_row):
                break
            if row not in self.mended:
                self.lost.update(names_in(line))
            self.lines[below] = ""

    def _head(self, row: int) -> int:
        """The row that owns a row."""
        depth = _depth(self.lines[row])
        return next(
            (
                above
                for above in range(row - 1, -1, -1)
                if self.lines[above].strip() and _depth(self.lines[above]) < depth
            ),
            0,
        )

    def _owns_something(self, head: int) -> bool:
        below = next((line for line in self.lines[head + 1 :] if line.strip()), "")
        return bool(below) and _depth(below) > _depth(self.lines[head])


def names_in(line: str) -> list[str]:
    """The names that a line may have introduced: whatever misses them is not held against the author."""
    if line.lstrip().startswith("|"):
        return _NAME.findall(
            line.partition("|")[2].partition("|")[0]
        )  # a row of a table begins with its name
    if line.startswith("relation"):
        return [*_NAME.findall(line.partition('"')[0]), *_PHRASES.findall(line)]
    words = _ONE_OF.search(line)
    head = re.split(r'"|\bfrom\b|\bin\b', re.split(r"[:=|]", line, maxsplit=1)[0], maxsplit=1)[0]
    joined = [f"{first}_{second}" for first, second in _IN_TWO.findall(head)]
    return _NAME.findall(f"{head} {words[1]}" if words else head) + joined


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
