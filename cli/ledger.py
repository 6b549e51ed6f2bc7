"""A ledger of rules: every label such as AL-9.03, the lines that implement it, and the stories that test it.

The labels are those of the sources and those that the ledger already lists: a rule that loses its last line
stays listed, with nothing behind it, until somebody takes it out of the file.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.dsl.source import first_word

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package

HEAD = "| Rule | Implemented by | Tested by |"
LABEL = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-(?:[A-Z]+\.)?\d+(?:\.\d+)*")
_LABELS = re.compile(r"\[([^][\"]*)\]")
_LISTED = re.compile(rf"^\| ({LABEL.pattern}) \|", re.MULTILINE)
_LINE_NUMBER = re.compile(r"#L\d+")


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """A line with a label: the file within its package, the line, and the declaration it belongs to."""

    file: str
    line: int
    declaration: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """Each rule by its label, in the order of their numbers; what implements it, what tests it."""

    rules: dict[str, tuple[tuple[LabelledLine, ...], tuple[LabelledLine, ...]]]

    @property
    def without_source(self) -> list[str]:
        """Labels that only tests have. Those of a sort that no source has, such as EX-1, are examples."""
        implemented = {_order(label)[0] for label, (sources, _) in self.rules.items() if sources}
        return [
            label
            for label, (sources, _) in self.rules.items()
            if not sources and _order(label)[0] in implemented
        ]

    @property
    def without_test(self) -> list[str]:
        """Labels that no story has."""
        return [label for label, (_, tests) in self.rules.items() if not tests]


def tested(package: Package) -> list[str]:
    """The packages that the tests are for: a package of nothing but tests is for those that it uses."""
    own = [source for source in package.sources if source.path.startswith(f"{package.id}/")]
    if all(first_word(source.text) == "tests" for source in own):
        return [used.id for used in package.uses]
    return [package.id]


def ledger(package: Package, before: str = "") -> Ledger:
    """The ledger of what a package itself contains, or of what its tests are for; `before` is that so far."""
    homes = {package.id, *tested(package)}
    found: defaultdict[str, tuple[list[LabelledLine], list[LabelledLine]]] = defaultdict(lambda: ([], []))
    for label in _LISTED.findall(before):
        found[label]  # a label that has been listed stays
    for source in package.sources:
        home, _, file = source.path.partition("/")
        if home in homes:
            is_test = first_word(source.text) == "tests"
            file = file if home == package.id else _from(package, source.path)
            for label, line, declaration in _labels(source.text):
                places = found[label][is_test]
                if not any((one.file, one.declaration) == (file, declaration) for one in places):
                    places.append(LabelledLine(file, line, declaration))
    ordered = sorted(found, key=_order)
    return Ledger({label: (tuple(found[label][0]), tuple(found[label][1])) for label in ordered})


def _from(package: Package, path: str) -> str:
    """How a file of another package is found from the folder of this one."""
    there = package.places.get(path)
    return path if there is None else Path(os.path.relpath(there, package.path)).as_posix()


def is_ledger(text: str) -> bool:
    """Whether a file is such a ledger, which may be written again, or something of the author's own."""
    return HEAD in text


def written(ledger: Ledger, title: str, command: str) -> str:
    """The ledger as Markdown, with links to the lines."""
    counted: defaultdict[str, int] = defaultdict(int)
    for label in ledger.rules:
        counted[_order(label)[0]] += 1
    numbers = ", ".join(f"{count} {prefix}" for prefix, count in counted.items())
    lines = [
        f"# {title}: where every rule is",
        "",
        f"Rules by their labels: {numbers}.",
        f"Written by `{command}`. A rule stays listed until it is taken out of this file.",
        "",
        HEAD,
        "| --- | --- | --- |",
    ]
    for label, (sources, tests) in ledger.rules.items():
        lines.append(f"| {label} | {_links(sources)} | {_links(tests)} |")
    return "\n".join(lines) + "\n"


def same(one: str, other: str) -> bool:
    """Whether two ledgers say the same, wherever in its file a declaration stands."""
    return _LINE_NUMBER.sub("", one) == _LINE_NUMBER.sub("", other)


def _labels(text: str) -> Iterator[tuple[str, int, str]]:
    """Every label of a source, its line, and the declaration that the line belongs to."""
    declaration = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line[:1].strip() and not line.startswith("#"):
            declaration = _name(line)
        for labels in _LABELS.findall(line):
            for label in LABEL.findall(labels):
                yield label, number, declaration


def _name(line: str) -> str:
    """What a declaration is called: its first words; a story by its title."""
    if line.startswith("test "):
        return line.split('"')[1]
    end = re.search(r'\s*(["\[(:=]| by | with | when | at | between | of \()', line)
    return line[: end.start()] if end else line.rstrip()


def _links(places: Sequence[LabelledLine]) -> str:
    return ", ".join(f"[{one.declaration}]({one.file}#L{one.line})" for one in places)


def _order(label: str) -> tuple[str, tuple[int, ...]]:
    prefix, numbers, _ = re.split(r"[-.](\d+(?:\.\d+)*)$", label)
    return prefix, tuple(int(one) for one in numbers.split("."))
