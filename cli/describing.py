"""What is told of one verb, value, thing or rule: where it stands, its text, and what takes part in it.

Names are looked up in the program of a mission, which knows the order of rules, and then in the model, which
knows all that is declared. `cli/commands/explain.py` prints what is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.schemas.documents import Document
from tilewright.schemas.value_types import type_of
from tilewright.schemas.wording import counted

from .explaining import Explained, ExplainedRule, below, callers, course, exact, modifiers, values_read
from .loading import Loaded
from .offering import Entry, declared, offered_in
from .written import Sources

if TYPE_CHECKING:
    from tilewright.dsl.compile import Modding
    from tilewright.dsl.source import Span

MANY_LINES = 60
"""Lines of one text that are shown; of more it is told where they stand."""


class Description(NamedTuple):
    """What is told of one thing: its text as lines, and what belongs to it under titles."""

    sort: str
    name: str
    label: str
    title: str
    file: str
    line: int
    doc: str
    text: list[str]
    more: dict[str, list[str]]

    def lines(self) -> Iterator[str]:
        """For people."""
        label = self.label and f"[{self.label}]"
        yield " ".join(part for part in (self.sort, self.name, label) if part)
        if self.file:
            yield f"  {self.file}:{self.line}"
        yield from (f"  {line}" for line in self.doc.splitlines())
        yield from (f"  │ {line}".rstrip() for line in self.text[:MANY_LINES])
        if len(self.text) > MANY_LINES:
            left = counted(len(self.text) - MANY_LINES, "more line")
            yield f"  │ … {left}, from {self.file}:{self.line + MANY_LINES} on"
        for title, lines in self.more.items():
            if lines:
                yield f"{title}:"
                yield from (f"  {line}" for line in lines)

    def named(self) -> Document:
        """For programs."""
        return self._asdict()


class Described:
    """What a game is made of, by name: in one mission's program, and in what all of them are made from."""

    def __init__(self, loaded: Loaded, modding: Modding) -> None:
        self.package = loaded.package
        self.model = modding.checked.model
        self.modding = modding
        self.sources = Sources(loaded.package)
        self.use(loaded)

    def use(self, loaded: Loaded) -> None:
        """Look rules up in another mission's program from now on."""
        self.loaded, self.program = loaded, loaded.program

    # ------------------------------------------------------------------ looking up

    def rules(self, wanted: str) -> list[Explained]:
        """The verbs, values and rules of that name or label."""
        return exact(self.program, wanted)

    def rules_below(self, wanted: str) -> list[Explained]:
        """Those of a label that begins like it: `[G-1]` for `[G-1.1]` and all others."""
        return below(self.program, wanted)

    def entries(self, wanted: str) -> list[tuple[str, Entry]]:
        """What is declared under a name, a title, or a name with its owner: `lamp.lit`."""
        kind, dot, name = wanted.rpartition(".")
        return [
            (sort, one)
            for sort, one in declared(self.package, self.model)
            if wanted in (one.name, one.title)
            or wanted.strip("[]").casefold()
            in (part.strip().casefold() for part in one.label.split(",") if part)
            or (dot and one.name == name and sort.endswith(f" of {kind}"))
        ]

    def names(self) -> list[str]:
        """All that `entries` knows."""
        return list(dict.fromkeys(one.name for _, one in declared(self.package, self.model)))

    # ------------------------------------------------------------------ telling

    def rule(self, found: Explained) -> Description:
        """A verb, value or rule, with the rules that run together with it."""
        node = found.node
        file, line = self._file(node.get("at"))
        return Description(
            found.sort,
            name_of(found),
            str(node.get("label") or ""),
            str(node.get("title") or ""),
            *self._shown(file, line),
            str(node.get("doc") or ""),
            self.sources.declaration(file, line) if line else [],
            {title: list(lines) for title, lines in self._beside(found)} | self.changes(found.name),
        )

    def entry(self, sort: str, one: Entry) -> Description:
        """Something that is declared, with what more is said of it elsewhere."""
        whole = sort not in ("word", "plural")
        text = self.sources.declaration(one.file, one.line) if whole and one.line else []
        doc = "" if sort == "menu" or any(one.doc in line for line in text) else one.doc
        if sort == "kind":
            kind = self.model.kinds[one.name]
            doc = f"{kind.doc} Those in play are `{kind.plural}`.".strip()
        more = {title: list(lines) for title, lines in self._of(sort, one)}
        more |= self.changes(one.name) if whole else {}
        called, _, owner = sort.partition(" of ")
        name = f"{owner}.{one.name}" if owner else one.name
        called = self.model.things[one.name].kind if sort == "thing" else called
        shown = self._shown(one.file, one.line)
        return Description(called, name, one.label, one.title, *shown, doc, text, more)

    def _of(self, sort: str, one: Entry) -> Iterator[tuple[str, Iterable[str]]]:
        match sort:
            case "setting":
                yield "Values", self._values_of(one.name)
            case "menu":
                verbs = offered_in(self.model, one.name)
                yield "Offers", (self._at(f"{verb.name} “{verb.title}”", verb.span) for verb in verbs)
            case "kind" | "built-in kind":
                yield "Said of it elsewhere", self._elsewhere(one)
                yield "Inherits", self._inherited(one.name)
            case _ if sort.startswith("steps of "):
                yield from self._course(f"{sort.removeprefix('steps of ')}.{one.name}")
            case "plural":
                yield "There are", self._members(self.model.plurals[one.name])

    def _values_of(self, setting: str) -> Iterator[str]:
        """The values that can be chosen for a setting; the one that holds if nobody chooses is marked."""
        node = self.program["settings"][setting]
        type_ = type_of(node["type"])
        if type_.base == "number":
            yield f"{node['low']} to {node['high']}, {node['default']} unless somebody chooses"
            return
        words = ["no", "yes"] if type_.base == "yes_no" else self.program["words"][type_.words]
        for number, word in enumerate(words):
            yield f"{word}, unless somebody chooses" if number == node["default"] else word

    def _elsewhere(self, one: Entry) -> Iterator[str]:
        """What other places give to a kind: values, steps and rules."""
        kind = self.model.kinds[one.name]
        end = one.line + len(self.sources.declaration(one.file, one.line)) if one.line else 0
        spans = [value.span for value in kind.properties.values()]
        spans += [steps.span for steps in kind.steps.values()]
        spans += [rule.node.span for rule in self.model.rules if rule.this == one.name]
        for span in dict.fromkeys(spans):
            if span.line and not (span.file == one.file and one.line <= span.line < end):
                yield self._at(self.sources.head(span.file, span.line), span)

    def _inherited(self, kind: str) -> Iterator[str]:
        for parent in self.model.ancestors(kind)[1:]:
            known = self.model.kinds[parent]
            if members := [*known.properties, *known.steps]:
                yield f"{', '.join(members)}, of {parent}"

    def _members(self, kind: str) -> Iterator[str]:
        """The things of a kind."""
        for thing in self.model.things.values():
            if self.model.is_a(thing.name, kind) and thing.copies and thing.kind not in ("board",):
                copies = f", {thing.copies} copies" if thing.copies > 1 else ""
                yield self._at(f"{thing.kind} {thing.name} “{thing.title}”{copies}", thing.span)

    # ------------------------------------------------------------------ rules

    def _beside(self, found: Explained) -> Iterator[tuple[str, Iterable[str]]]:
        node = found.node
        match found.sort:
            case "verb":
                yield "Parts", map(_part, node["parts"])
                yield from self._course(found.name)
                for value in values_read(self.program, node):
                    yield from self._modifiers(value)
                calls = callers(self.program, found.name)
                yield "Called by", (f"{_titled(one)}, {self.place(one.node.get('at'))}" for one in calls)
            case "value":
                yield from self._modifiers(found.name)
            case "rule" if "verb" in node:
                yield from self._course(node["verb"])

    def _course(self, verb: str) -> Iterator[tuple[str, list[str]]]:
        rules = course(self.program, verb)
        fixed = {"itself": "the verb itself"}
        numbered = [
            f"{number}. {self._numbered(rule, fixed.get(rule.how, ''), f'{rule.how} {verb}')}"
            for number, rule in enumerate(rules, 1)
        ]
        yield "When it happens, in this order", numbered

    def _modifiers(self, value: str) -> Iterator[tuple[str, list[str]]]:
        rules = modifiers(self.program, value)
        numbered = [
            f"{number}. {self._numbered(rule, '', rule.name)}" for number, rule in enumerate(rules, 1)
        ]
        yield f"The value {value} is modified, in this order", numbered

    def _numbered(self, rule: ExplainedRule, fixed: str, otherwise: str) -> str:
        """A rule among others: its first line, whose it is, its label and its place."""
        said = fixed or self._first_line(rule.at) or otherwise
        of = f" ({rule.of})" if rule.of else ""
        label = f" [{rule.label}]" if rule.label and f"[{rule.label}]" not in said else ""
        return f"{said}{of}{label}  {self.place(rule.at)}".rstrip()

    # ------------------------------------------------------------------ mods

    def changes(self, name: str) -> dict[str, list[str]]:
        """What mods have done to what is called like this; nothing where they have not."""
        from tilewright.dsl.modding.deeds import deeds

        lines = []
        for mod, done in deeds(self.model, self.package, self.modding.order).items():
            for deed in done:
                changing = deed.does in ("adds", "changes", "replaces", "deletes")
                if changing and _names(deed.about, name):
                    lines.append(f"{deed.said_of(mod)}  ({self._span_place(deed.span)})")
        return {"What mods have done to it": lines} if lines else {}

    # ------------------------------------------------------------------ places

    def place(self, at: int | None) -> str:
        """Where something of the program stands, and the mod to which it belongs."""
        file, line = self._file(at)
        if not line:
            return ""
        shown, _ = self._shown(file, line)
        return f"{shown}:{line}{self._mod(file)}"

    def _at(self, said: str, span: Span) -> str:
        return f"{said}  ({self._span_place(span)}{self._mod(span.file)})"

    def _span_place(self, span: Span) -> str:
        return f"{self._shown(span.file, span.line)[0]}:{span.line}"

    def _mod(self, file: str) -> str:
        from tilewright.dsl.modding.order import whose

        mod = whose(file)
        return f", by the mod {mod}" if mod in self.modding.order.ids else ""

    def _shown(self, file: str, line: int) -> tuple[str, int]:
        from tilewright.dsl.problems.render import shown_file

        return shown_file(file, self.package) if line else "", line

    def _file(self, at: int | None) -> tuple[str, int]:
        spans = self.program["spans"]
        return tuple(spans[at][:2]) if at is not None and 0 <= at < len(spans) else ("", 0)

    def _first_line(self, at: int) -> str:
        """The first line of what was written there, without its colon."""
        file, line, column, end_line, end_column = self.program["spans"][at]
        text = self.sources.line(file, line)
        return text[column - 1 : end_column - 1 if end_line == line else None].strip().removesuffix(":")


def _part(part: Any) -> str:
    type_ = type_of(part["type"]).element
    kind = type_.kind or type_.words or type_.base
    called = f"{part['label']} ({part['name']})" if part.get("label") else f"({part['name']})"
    return f"{called}: {kind}" + (", chosen when not given" if part.get("from") else "")


def _titled(found: Explained) -> str:
    """`verb push [G-5]`; rules have no names, but a verb that they belong to."""
    label = str(found.node.get("label") or "")
    return " ".join(part for part in (found.sort, name_of(found), label and f"[{label}]") if part)


def name_of(found: Explained) -> str:
    """What something of a program is called."""
    if found.sort == "rule":
        return f"of {found.node['verb']}" if "verb" in found.node else ""
    return found.name


def _names(about: str, name: str) -> bool:
    """Whether a deed is about something of that name."""
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", about))
