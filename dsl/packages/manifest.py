"""`package.yaml` → manifest, with what is wrong in it. `package_reading.py` reads the file.

Which entries there are, which of them are needed and how they look is said once, in
`schemas/package.schema.json`; the messages are made here, for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.host.text import HARMFUL
from tilewright.schemas.documents import Document

from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..problems.suggest import nearest_name
from ..reading.characters import in_value, without_harm
from ..reading.yaml_nodes import compose
from ..source import NOWHERE, Span

if TYPE_CHECKING:
    from ruamel.yaml.nodes import Node

NAME = "package.yaml"
MAX_LENGTH = 64_000
MAX_DEPTH = 5

_EXAMPLES = {
    "id": "id: my_game",
    "title": "title: My game",
    "version": "version: 1.0.0",
    "engine": 'engine: ">=0.1,<0.2"',
    "uses": 'uses: [{id: std, version: ">=0.1"}]',
    "uses.id": "id: std",
    "uses.version": 'version: ">=0.1"',
    "after": "after: [storm]",
    "before": "before: [storm]",
    "optional": 'optional: [{id: storm, version: ">=1.0"}]',
    "conflicts": "conflicts: [{id: storm}]",
    "provides": "provides: [{id: weather, version: 1.0.0}]",
    "expected": 'expected: [{story: "A lamp is lit", because: "it is too dark for that"}]',
    "audience": "audience: authors",
    "expected.story": 'story: "A lamp is lit"',
    "expected.because": 'because: "it is too dark for that"',
    "languages": "languages: [en, cs]",
    "authors": "authors: [Ada]",
}


class Requirement(NamedTuple):
    """A package that this one builds on, and where package.yaml says so."""

    id: str
    range: str
    span: Span = NOWHERE


class StoryExpected(NamedTuple):
    """A story of others that is meant not to hold any more, and why; and where package.yaml says so."""

    story: str
    because: str
    span: Span = NOWHERE


class Manifest(NamedTuple):
    """What package.yaml says. What it leaves out, or gets wrong, has a harmless value."""

    id: str
    title: str
    version: str = "0.0.0"
    engine: str = ""
    uses: tuple[Requirement, ...] = ()
    after: tuple[Requirement, ...] = ()
    before: tuple[Requirement, ...] = ()
    optional: tuple[Requirement, ...] = ()
    conflicts: tuple[Requirement, ...] = ()
    provides: tuple[Requirement, ...] = ()  # with a version instead of a range
    expected: tuple[StoryExpected, ...] = ()
    languages: tuple[str, ...] = ()
    audience: str = "players"
    licence: str = ""
    authors: tuple[str, ...] = ()
    engine_span: Span = NOWHERE
    languages_span: Span = NOWHERE


def read_manifest(text: str, path: str, folder: str) -> tuple[Manifest, list[Diagnostic]]:
    """Understand a manifest. Diagnostics call the file `path`; without an id it is named like its folder."""
    plain = Manifest(plain_id(folder), folder)
    if len(text) > MAX_LENGTH:
        start = Span(path, 1, 1, 1, 1)
        return plain, [codes.TOO_LARGE.at(start, what=NAME, size=f"{len(text)} characters", limit=MAX_LENGTH)]
    text, hidden = without_harm(path, text)
    root, problems = compose(text, path, codes.BAD_YAML)
    if root is None and not problems:
        problems = [codes.BAD_YAML.at(Span(path, 1, 1, 1, 1), why="this file is empty")]
    if root is None:
        return plain, hidden + problems
    data, spans, problems = _plain(root, path)
    problems += hidden
    wrong = {problem.span for problem in problems}
    problems += (one for one in _held_against(data, schema("package"), "", spans) if one.span not in wrong)
    wrong = {problem.span for problem in problems}
    return _manifest(data if isinstance(data, dict) else {}, spans, wrong, plain), problems


def plain_id(name: str) -> str:
    """A name as it may stand as an id: `4. A mod` gives `a_mod`."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).lstrip("0123456789_").rstrip("_") or "package"


# ------------------------------------------------------------------ text → plain data that knows its places

_Spans = dict[str, Span]


def _plain(root: Node, path: str) -> tuple[Any, _Spans, list[Diagnostic]]:
    """Lists, tables and texts, with the place of each by its path such as `uses[0].id`.

    Every single value stays the text that was written: the language `no` is Norwegian, 1.10 is not 1.1.
    """
    from ruamel.yaml.nodes import ScalarNode, SequenceNode

    spans: _Spans = {}
    problems: list[Diagnostic] = []
    met: set[int] = set()

    def span(node: Node) -> Span:
        start, end = node.start_mark, node.end_mark
        last = end.column + 1 if end.line == start.line else start.column + 2
        return Span(path, start.line + 1, start.column + 1, start.line + 1, max(last, start.column + 2))

    def value(node: Node, at: str, depth: int) -> Any:
        spans.setdefault(at, span(node))
        if depth > MAX_DEPTH or id(node) in met:
            why = "this is nested too deeply, or refers to another value"
            problems.append(codes.BAD_YAML.at(span(node), why=why))
            return ""
        met.add(id(node))
        if isinstance(node, SequenceNode):
            return [value(item, f"{at}[{number}]", depth + 1) for number, item in enumerate(node.value)]
        if not isinstance(node, ScalarNode):
            return table(node, at, depth)
        problems.extend(filter(None, [in_value(str(node.value), span(node))]))
        if node.style is None and (plain := _without_quotes(str(node.value))):
            entry = "" if at.endswith("]") else f"{at.rpartition('.')[2]}: "
            problems.append(
                codes.BAD_ENTRY.at(
                    span(node),
                    name=at,
                    found=f"`{node.value}`",
                    expected="a text with straight quotes at both ends, or with none",
                    proposal=f'write `{entry}"{plain}"`',
                )
            )
        return HARMFUL.sub(" ", str(node.value))

    def table(node: Node, at: str, depth: int) -> Document:
        entries: Document = {}
        for key, content in node.value:
            name = str(key.value) if isinstance(key, ScalarNode) else "?"
            inner = f"{at}.{name}" if at else name
            if name in entries:
                first = Related(spans["key " + inner], "the first one")
                problems.append(codes.ENTRY_TWICE.at(span(key), name=name, related=(first,)))
                continue
            spans["key " + inner] = span(key)
            entries[name] = value(content, inner, depth + 1)
        return entries

    return value(root, "", 0), spans, problems


def _without_quotes(text: str) -> str:
    """What is left of a text that stands in curly quotes, or has a quote at one end; empty for any other, as
    for one with curly quotes within it.
    """
    bare = text.strip('"“”„')
    straight = text.count('"') == 1
    curly = (text[:1] in "“”„" or text[-1:] in "“”") and not set(bare) & set("“”„")
    return bare if text and bare != text and (curly or straight) else ""


# ------------------------------------------------------------------ against the schema


def schema(name: str) -> Document:
    from tilewright.schemas.load import schema as load  # read only when a manifest is new

    return load(name)


def _held_against(value: object, rule: Document, at: str, spans: _Spans) -> Iterator[Diagnostic]:
    """What is wrong with a value. The schema uses few words, and all of them are understood here."""
    if "$ref" in rule:
        rule = schema("package")["$defs"][rule["$ref"].rpartition("/")[2]]
    match rule["type"], value:
        case "object", dict():
            yield from _table_problems(value, rule, at, spans)
        case "array", list():
            for number, item in enumerate(value):
                yield from _held_against(item, rule["items"], f"{at}[{number}]", spans)
                if rule.get("uniqueItems") and item in value[:number]:
                    yield codes.ENTRY_TWICE.at(spans[f"{at}[{number}]"], name=str(item))
        case "string", str():
            if not value or not re.search(rule.get("pattern", ""), value):
                expected = rule.get("description", "a text")
                yield _bad(at, f"`{value}`" if value else "empty", expected, spans)
        case _:
            yield _bad(at, "empty" if value == "" else _sort(value), _SORTS[rule["type"]], spans)


def _table_problems(value: Document, rule: Document, at: str, spans: _Spans) -> Iterator[Diagnostic]:
    within = f"`{at}`" if at else NAME
    known = rule["properties"]
    meant = set()
    for name, content in value.items():
        inner = f"{at}.{name}" if at else name
        if name in known:
            yield from _held_against(content, known[name], inner, spans)
        else:
            near = nearest_name(name, known)
            meant.add(near)
            yield codes.UNKNOWN_ENTRY.at(
                spans["key " + inner],
                name=inner,
                within=within,
                found=name,
                expected=near,
                known=", ".join(f"`{one}`" for one in known),
                help=f"did you mean `{near}`?" if near else None,
            )
    for name in rule["required"]:
        if name not in value and name not in meant:
            inner = f"{at}.{name}" if at else name
            yield codes.MISSING_ENTRY.at(
                spans[at], name=inner, within=within, expected=name, example=_example(inner)
            )


def _bad(at: str, found: str, expected: str, spans: _Spans) -> Diagnostic:
    example = _example(at)
    return codes.BAD_ENTRY.at(
        spans.get("key " + at, spans[at]) if found == "empty" else spans[at],
        name=at or NAME,
        found=found,
        expected=expected,
        proposal=f"for example `{example}`" if example else "write one, or take the entry out",
    )


def _example(at: str) -> str:
    return _EXAMPLES.get(re.sub(r"\[\d+\]", "", at), "")


_SORTS = {"object": "a table of entries", "array": "a list", "string": "a text"}


def _sort(value: object) -> str:
    if isinstance(value, str):
        return "a single value"
    return _SORTS["array" if isinstance(value, list) else "object"]


def _manifest(data: Document, spans: _Spans, wrong: set[Span], plain: Manifest) -> Manifest:
    """The manifest, without the entries that are wrong."""

    def text(name: str, default: str) -> str:
        found = data.get(name)
        return found if isinstance(found, str) and spans[name] not in wrong else default

    def texts(name: str) -> tuple[str, ...]:
        found = data.get(name)
        return tuple(str(item) for item in found) if isinstance(found, list) else ()

    def others(name: str) -> tuple[Requirement, ...]:
        """Packages with a range of versions, `{id: a, version: ">=1"}`, or by their names alone."""
        found = data.get(name)
        requirements = []
        for number, other in enumerate(found if isinstance(found, list) else ()):
            at = f"{name}[{number}]"
            given = other if isinstance(other, dict) else {"id": other}
            place = f"{at}.id" if isinstance(other, dict) else at
            if isinstance(given.get("id"), str) and spans[place] not in wrong:
                version = given.get("version", "")
                if not isinstance(version, str) or spans.get(f"{at}.version") in wrong:
                    version = ""
                requirements.append(Requirement(given["id"], version, spans[place]))
        return tuple(requirements)

    def expectations() -> Iterator[StoryExpected]:
        found = data.get("expected")
        for number, one in enumerate(found if isinstance(found, list) else ()):
            at = f"expected[{number}]"
            given = one if isinstance(one, dict) else {}
            story, because = given.get("story"), given.get("because")
            if story and isinstance(story, str) and because and isinstance(because, str):
                yield StoryExpected(story, because, spans[f"{at}.story"])

    return Manifest(
        id=text("id", plain.id),
        title=text("title", plain.title),
        version=text("version", plain.version),
        engine=text("engine", ""),
        uses=others("uses"),
        after=others("after"),
        before=others("before"),
        optional=others("optional"),
        conflicts=others("conflicts"),
        provides=others("provides"),
        expected=tuple(expectations()),
        languages=texts("languages"),
        audience=text("audience", "players"),
        licence=text("licence", ""),
        authors=texts("authors"),
        engine_span=spans.get("engine", NOWHERE),
        languages_span=spans.get("languages", NOWHERE),
    )
