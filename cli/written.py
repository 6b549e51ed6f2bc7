"""What stands in the sources: the head of a declaration, and all that belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package


class Sources:
    """The lines of a package's sources."""

    def __init__(self, package: Package) -> None:
        self._lines = {source.path: source.text.splitlines() for source in package.sources}

    def line(self, file: str, number: int) -> str:
        """One line as it is written; empty if there is none."""
        return "".join(self._lines.get(file, [])[max(number - 1, 0) : number])

    def head(self, file: str, number: int) -> str:
        """The first line of a declaration, without its colon and without a remark."""
        return self.line(file, number).partition("  #")[0].strip().removesuffix(":")

    def declaration(self, file: str, number: int) -> list[str]:
        """The lines of a declaration: its first one, and what is indented below it.

        A row of a table comes with the head of the table.
        """
        first = self.line(file, number)
        if first.lstrip().startswith("|"):
            return [*self._table_head(file, number), first.strip()]
        margin = _indent(first)
        found = [first[margin:]]
        for text in self._lines.get(file, [])[number:]:
            if text.strip() and not text.startswith("#") and _indent(text) <= margin:
                break
            found.append(text[margin:].rstrip())
        while found and (not found[-1] or found[-1].startswith("#")):
            found.pop()
        return found

    def _table_head(self, file: str, number: int) -> list[str]:
        head = ""
        while number > 1 and self.line(file, number - 1).lstrip().startswith("|"):
            number -= 1
            head = self.line(file, number).strip()
        return [head] if head else []


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
