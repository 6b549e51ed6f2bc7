"""A file `texts/LANG.yaml`: read with the place of each entry, and brought up to date.

    # en: Whom does {0} attack?
    verb/engage/ask/1: Na koho útočí {0}?

ruamel.yaml says what the entries are and where; everything else is done by lines. So whatever a translator
wrote (remarks, order, quotes, long texts) stays as it is, letter by letter: YAML written again would attach
remarks to the entry before, and fold and quote texts in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..reading.characters import in_value, without_harm
from ..reading.yaml_nodes import compose
from ..source import Source, Span
from .catalogue import ORIGINAL, CatalogueEntry, Match, Text, matches, noted

if TYPE_CHECKING:
    from ruamel.yaml.nodes import Node

MAX_CATALOGUE = 400_000
"""Characters of a catalogue."""
RETIRED = "# no longer used"
_ORIGINAL = re.compile(rf"# {ORIGINAL}: ?(.*)")
_WAS = re.compile(r"# was: ?(.*)")

_HEAD = """\
# {title}: texts in the language {language}.
# `tilewright texts` adds what is new here, and keeps what you wrote. Above each entry stands what the game
# says in English. A line `# was:` means that this has changed: look at the entry again, then delete the line.
# Gaps such as {{0}} are filled in by the game, and may stand in any order.
"""


class CatalogueTally(NamedTuple):
    """What is still to be done in a catalogue, by the keys of texts; `retired` are keys of entries."""

    texts: int
    missing: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()


def read_catalogue(source: Source) -> tuple[list[CatalogueEntry], list[Diagnostic]]:
    """The entries of a catalogue, in their order, and what in it cannot be understood."""
    entries, problems = _read(source)
    return [*entries], [*problems]


@lru_cache(maxsize=64)
def _read(source: Source) -> tuple[list[CatalogueEntry], list[Diagnostic]]:
    """The same, shared: a check asks for every catalogue two or three times."""
    if len(source.text) > MAX_CATALOGUE:
        return [], [
            codes.TOO_LARGE.at(
                Span(source.path, 1, 1, 1, 2),
                what="this file",
                limit=MAX_CATALOGUE,
                size=f"{len(source.text)} characters",
            )
        ]
    text, hidden = without_harm(source.path, source.text)
    source = source._replace(text=text)
    lines = text.split("\n")
    pairs, problems = _plain_pairs(source.path, lines), list[Diagnostic]()
    if pairs is None:
        pairs, problems = _pairs(source)
    problems += hidden
    end = next((row for row, line in enumerate(lines) if line.strip() == RETIRED), len(lines))
    entries: list[CatalogueEntry] = []
    met: dict[str, Span] = {}
    for key, span, words, words_span in pairs:
        if key in met:
            first = Related(met[key], "the first one")
            problems.append(codes.TRANSLATED_TWICE.at(span, name=key, related=(first,)))
            continue
        met[key] = span
        remarks = _remarks(lines, span.line - 1)
        entries.append(
            CatalogueEntry(
                key,
                words.strip(),
                remarks.get("original"),
                remarks.get("was"),
                span.line - 1 > end,
                span,
                words_span,
            )
        )
    return entries, problems


def updated(
    source: Source, texts: Mapping[str, Text], title: str, language: str
) -> tuple[str, CatalogueTally]:
    """The catalogue as it should be, and what is left to do. It is not to have any problems.

    Each text has an entry with its original above; entries that no text needs are under `# no longer used`.
    """
    entries, _ = read_catalogue(source)
    originals = {key: text.words for key, text in texts.items()}
    found = matches(entries, originals)
    # Lines are added that end as everywhere; where all end in the other way, they could not be told apart.
    text = source.text if "\n" in source.text else source.text.replace("\r", "\n")
    pages = _Pages(
        text.split("\n")
        if text.strip()
        else [*_HEAD.format(title=noted(title), language=language).splitlines(), ""]
    )
    needed = {match.entry.span.line: (key, match) for key, match in found.items()}
    rows = [entry.span.line - 1 for entry in entries] + [len(pages.lines)]
    retired: list[str] = []
    for entry, (row, below) in zip(entries, pairwise(rows), strict=True):
        key, match = needed.get(entry.span.line, ("", Match(entry)))
        if key:
            block = _block(key, originals[key], match, pages.entry(row, below))
            pages.replace(row, below, block, entry.retired)
        elif not entry.retired:
            pages.retire(row, below, keep=bool(entry.words), remark=entry.key in found)
            retired.append(entry.key)
    for key in texts:
        if key not in found:
            pages.add(key, [f"# {ORIGINAL}: {noted(originals[key])}", f"{key}:"])
    return pages.text(), tally(found, texts, tuple(retired))


def tally(
    found: Mapping[str, Match], texts: Mapping[str, Text], retired: tuple[str, ...] = ()
) -> CatalogueTally:
    """What is left to do, from the entries that were found for texts."""
    missing = tuple(key for key in texts if key not in found or not found[key].entry.words)
    changed = tuple(key for key in texts if key in found and found[key].changed and found[key].entry.words)
    return CatalogueTally(len(texts), missing, changed, retired)


def _block(key: str, words: str, match: Match, written: list[str]) -> list[str]:
    """The lines of an entry: its original, what that was once, and what the translator wrote."""
    entry = match.entry
    was = entry.was if entry.was is not None else entry.original
    stale = match.changed and bool(entry.words) and was not in (None, noted(words))
    first = re.sub(r"^([\"']?)" + re.escape(entry.key) + r"\1", lambda _: key, written[0], count=1)
    return [f"# {ORIGINAL}: {noted(words)}", *([f"# was: {was}"] if stale else []), first, *written[1:]]


# ------------------------------------------------------------------ lines


@dataclass(slots=True)
class _Pages:
    """The lines of a catalogue while it is brought up to date: what stays, what is new, what is retired."""

    lines: list[str]
    changes: dict[int, list[str] | None] = field(default_factory=dict)
    new: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    last: str = ""

    def entry(self, row: int, below: int) -> list[str]:
        """The lines that the translator wrote: the key's, and what is indented below it."""
        rest = range(row + 1, below)
        deeper = [at for at in rest if self.lines[at][:1].isspace() and self.lines[at].strip()]
        return self.lines[row : max(deeper, default=row) + 1]

    def replace(self, row: int, below: int, block: list[str], retired: bool) -> None:
        """Write an entry again in its place, under the translator's own remarks; a retired one comes back."""
        length = len(self.entry(row, below))
        told = [at for at in _above(self.lines, row) if _is_told(self.lines[at])]
        if retired:
            self._remove([*told, *range(row, row + length)])
            self.add(block[-length].partition(":")[0], block)
            return
        self._remove([*told, *range(row, row + length)])
        self.changes[row] = block

    def retire(self, row: int, below: int, keep: bool, remark: bool) -> None:
        """Take an entry out with all that is said above it, and keep it at the end if it has words.

        As a `remark` if its key belongs to another entry now: no key may stand in a catalogue twice.
        """
        rows = range(min(_above(self.lines, row), default=row), row + len(self.entry(row, below)))
        if keep:
            lines = [self.lines[at] for at in rows]
            self.gone += [f"# {line}" if remark and line[:1] != "#" else line for line in lines]
        self._remove(rows)
        if (
            rows[0]
            and not self.lines[rows[0] - 1].strip()
            and rows[-1] + 1 < len(self.lines)
            and not self.lines[rows[-1] + 1].strip()
        ):
            self._remove([rows[-1] + 1])

    def add(self, key: str, block: list[str]) -> None:
        """Append an entry, apart from what is of another thing or verb."""
        whose = "/".join(key.split("/")[:2])
        if whose != self.last:
            self.new.append("")
        self.last = whose
        self.new += block

    def text(self) -> str:
        end = next((row for row, line in enumerate(self.lines) if line.strip() == RETIRED), len(self.lines))
        kept = [*self._written(0, end)]
        gone = [*self._written(end + 1, len(self.lines)), *self.gone]
        while kept and not kept[-1].strip():
            kept.pop()
        while gone and not gone[0].strip():
            gone.pop(0)
        tail = ["", RETIRED, "", *gone] if any(line.strip() for line in gone) else []
        return "\n".join([*kept, *self.new, *tail]).rstrip() + "\n"

    def _written(self, first: int, end: int) -> Iterator[str]:
        for row in range(first, end):
            yield from (self.changes[row] or ()) if row in self.changes else (self.lines[row],)

    def _remove(self, rows: range | list[int]) -> None:
        self.changes.update(dict.fromkeys(rows))


def _above(lines: list[str], row: int) -> list[int]:
    """The remarks that stand directly above a line."""
    first = row
    while first and lines[first - 1].startswith("#") and lines[first - 1].strip() != RETIRED:
        first -= 1
    return list(range(first, row))


def _is_told(line: str) -> bool:
    return bool(_ORIGINAL.fullmatch(line) or _WAS.fullmatch(line))


def _remarks(lines: list[str], row: int) -> dict[str, str]:
    """What is noted above an entry: the original, and what it was."""
    found: dict[str, str] = {}
    for at in _above(lines, row):
        for name, pattern in (("original", _ORIGINAL), ("was", _WAS)):
            told = pattern.fullmatch(lines[at].rstrip())
            if told is not None:
                found[name] = noted(told[1])
    return found


# ------------------------------------------------------------------ YAML

_Pair = tuple[str, Span, str, Span]
"""A key and the words behind it, each with its place."""

_PLAIN = re.compile(
    r"""(?P<key>[A-Za-z0-9][\w./-]*):"""
    r"""(?:\ +(?:"(?P<quoted>[^"\\]*)"|(?P<plain>[^\W\d_][^:#]*|\d[^:#]*)))?\ *"""
)


_ENDED = re.compile(r"\.\.\.(?:\s|$)")
"""The mark that ends a document, wherever it stands at the margin (YAML 1.2, 9.1.4)."""


def _plain_pairs(path: str, lines: list[str]) -> list[_Pair] | None:
    """The pairs of a file in which each entry is one plain line, as nearly all are; None for any other.

    A general reader of YAML takes a fifth of a second for the texts of a game; `check` is to answer at once.
    """
    found: list[_Pair] = []
    for row, line in enumerate(lines, 1):
        if not line or line[0] == "#":
            continue
        entry = _PLAIN.fullmatch(line)
        if entry is None or "\t" in line:
            return None
        sort = "quoted" if entry["quoted"] is not None else "plain"
        start, end = entry.span(sort)
        quotes = int(sort == "quoted")
        found.append(
            (
                entry["key"],
                Span(path, row, 1, row, len(entry["key"]) + 1),
                entry[sort] or "",
                Span(path, row, start + 1 - quotes, row, end + 1 + quotes),
            )
        )
    return found


def _pairs(source: Source) -> tuple[list[_Pair], list[Diagnostic]]:
    """The pairs of any YAML file; the general reader takes its time."""
    root, problems = compose(source.text, source.path, codes.BAD_CATALOGUE)
    found: list[_Pair] = []
    from ruamel.yaml.nodes import MappingNode

    if root is not None and not isinstance(root, MappingNode):
        return [], [codes.BAD_CATALOGUE.at(_span(source.path, root), why="an entry is a key and one text")]
    for key, value in root.value if root is not None else ():
        span = _span(source.path, key)
        below = _span(source.path, value)
        if span.column > 1 or (below.line > span.line and below.column == 1 and (value.value or value.style)):
            why = "an entry begins at the left margin, and its text is indented if it is below"
            problems.append(codes.BAD_CATALOGUE.at(span, why=why))
        elif isinstance(key.value, str) and key.value and isinstance(value.value, str):
            found.append((key.value, span, value.value, below))
            # Only here are there escapes; what stands in the file itself was taken out before.
            problems += filter(None, (in_value(key.value, span), in_value(value.value, below)))
        else:
            problems.append(_no_text(source, span, below))
    for row, line in enumerate(source.text.split("\n"), 1):
        if _ENDED.match(line):
            why = "`...` ends a YAML file, and entries are added below: delete this line"
            problems.append(codes.BAD_CATALOGUE.at(Span(source.path, row, 1, row, 4), why=why))
    return found, problems


def _no_text(source: Source, key: Span, value: Span) -> Diagnostic:
    """What is said of an entry whose text is a list or a table, mostly because it begins with a gap."""
    begins = source.text.split("\n")[value.line - 1][value.column - 1 : value.column]
    if value.line == key.line and begins in ("{", "["):
        return codes.BAD_CATALOGUE.at(value, why=f"a text that begins with `{begins}` needs quotes around it")
    return codes.BAD_CATALOGUE.at(key, why="an entry is a key and one text")


def _span(path: str, node: Node) -> Span:
    start, end = node.start_mark, node.end_mark
    last = end.column + 1 if end.line == start.line else start.column + 2
    return Span(path, start.line + 1, start.column + 1, start.line + 1, max(last, start.column + 2))
