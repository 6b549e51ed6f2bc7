"""The words of the language as entries to look up: keywords, functions, kinds and the codes of problems.

Everything is taken from where it is declared: the nodes say how a construct is written, `vocabulary.py` has
the functions and kinds, `codes.py` the problems. Examples come from packages that the suite compiles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from . import nodes, vocabulary
from .problems import codes
from .problems.diagnostics import Code
from .source import Source

SUBJECTS: dict[str, str] = {
    "files": "Files",
    "vocabulary": "Kinds and what they have",
    "value_types": "Types",
    "things": "Things",
    "rules": "Rules and values",
    "statements": "Statements",
    "blocks": "Blocks and choices",
    "expressions": "Values",
    "stories": "Tests",
    "functions": "Functions",
    "kinds": "Built-in kinds",
    "problems": "Problems",
}
_MODULES = (
    "files",
    "vocabulary",
    "value_types",
    "things",
    "rules",
    "statements",
    "blocks",
    "expressions",
    "stories",
)
_FORMS = re.compile(r"^(`[^`]+`(?:, (?:or )?`[^`]+`)*)[:;,.]? ?(.*)", re.DOTALL)
MAX_EXAMPLE = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """One word: its subject (a key of SUBJECTS), how it is written, and what it means."""

    word: str
    subject: str
    forms: tuple[str, ...]
    doc: str
    example: str = ""
    node: str = ""


@cache
def entries() -> tuple[Entry, ...]:
    """Every word there is, subject by subject, in the order of their declaration."""
    return (*_constructs(), *_functions(), *_kinds(), *_problems())


def look_up(wanted: str) -> list[Entry]:
    """The entries of a word; else those that are written with it."""
    name = wanted.casefold().strip()
    exact = [entry for entry in entries() if entry.word.casefold() == name]
    if exact:
        return exact
    tokens = name.split()
    return [entry for entry in entries() if any(_contains(form, tokens) for form in entry.forms)]


def words() -> list[str]:
    """All that can be looked up."""
    return list(dict.fromkeys(entry.word for entry in entries()))


def examples(sources: Iterable[Source]) -> dict[str, tuple[str, str]]:
    """For each construct the best piece of these sources that is one: its text and its file.

    Functions stand under `function NAME`, kinds under `kind NAME`, all else under the name of its node.
    """
    from .reading.layout import layout
    from .reading.parse import parse_chunk

    found: dict[str, tuple[str, str]] = {}
    for source in sources:
        lines = source.text.split("\n")
        for chunk in layout(source)[0]:
            node, _ = parse_chunk(chunk)
            for inner in _nodes(node):
                text = _text(inner, lines) or _head(inner, lines)
                for key in _keys(inner):
                    known = found.get(key)
                    if text and (known is None or _better(text, known[0])):
                        found[key] = (text, source.path)
    return found


def _keys(node: Any) -> Iterator[str]:
    """What a piece of source is an example of."""
    match node:
        case nodes.Function(name=name):
            yield f"function {name}"
        case nodes.Kind(parent=kind) | nodes.HasBlock(kind=kind):
            yield f"kind {kind}"
        case nodes.TypeName(name=kind) | nodes.IsA(kind=kind):
            yield f"kind {kind}"
        case nodes.Thing(kind=kind, of=of):
            yield from (f"kind {kind}", f"kind {of}")
        case nodes.Blocked(kind=kind):
            yield f"kind {kind}"
    yield type(node).__name__


# ------------------------------------------------------------------ where entries come from


def _constructs() -> Iterator[Entry]:
    for subject in _MODULES:
        module = import_module(f"{__package__}.nodes.{subject}")
        for name, node in vars(module).items():
            if isinstance(node, type) and node.__module__ == module.__name__:
                entry = _construct(name, subject, " ".join((node.__doc__ or "").split()))
                if entry is not None:
                    yield entry


def _construct(name: str, subject: str, doc: str) -> Entry | None:
    """A node's docstring begins with how it is written; a bare word may leave that to its name."""
    word = _word_of(name)
    written = _FORMS.match(doc)
    if written:
        forms = tuple(re.findall(r"`([^`]+)`", written[1]))
        said = written[2]
        return Entry(word, subject, forms, said[:1].upper() + said[1:], node=name)
    if subject in ("statements", "value_types") or name in ("This", "It", "You"):
        return Entry(word, subject, (word,), doc, node=name)
    return None


def _functions() -> Iterator[Entry]:
    for function in vocabulary.FUNCTIONS.values():
        yield Entry(function.name, "functions", (function.form,), function.doc, function.example)


def _kinds() -> Iterator[Entry]:
    for name, parent, plural, doc in vocabulary.BUILT_IN_KINDS:
        form = f"{name}, plural {plural}" + (f", is {parent}" if parent else "")
        yield Entry(name, "kinds", (form,), doc)


def _problems() -> Iterator[Entry]:
    found = [code for code in vars(codes).values() if isinstance(code, Code)]
    for code in sorted(found, key=lambda code: code.code):
        doc = code.explanation or f"{code.title}."
        yield Entry(code.code, "problems", (code.message,), doc, code.example)


def _word_of(name: str) -> str:
    """`ForEach` is looked up as `for each`, `TestDice` as `dice`."""
    name = re.sub(r"^(Test|Expect|Type)(?=[A-Z])", "", name)
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def _contains(form: str, tokens: list[str]) -> bool:
    """Whether these words stand in a form one after another."""
    parts = re.findall(r"[a-z_]+", form.lower())
    return bool(tokens) and any(parts[i : i + len(tokens)] == tokens for i in range(len(parts)))


# ------------------------------------------------------------------ examples


def _nodes(node: Any) -> Iterator[Any]:
    """A node and everything in it."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(one, nodes.Node):
            yield one
            waiting += (getattr(one, name) for name in one.__match_args__ if name != "span")


def _head(node: Any, lines: list[str]) -> str:
    """The first line of a declaration that is too long to be shown whole."""
    return lines[node.span.line - 1].strip() if isinstance(node, nodes.Kind | nodes.Thing) else ""


def _text(node: Any, lines: list[str]) -> str:
    """What was written for a node: whole lines, without their common indentation; empty if it is too long."""
    span = node.span
    end = min(span.end_line, len(lines))
    if end > span.line and not lines[end - 1][: span.end_column - 1].strip():
        end -= 1  # it ends with the line before, whose line break counts the next one's indentation
    if not 1 <= span.line <= end or end - span.line >= MAX_EXAMPLE:
        return ""
    taken = lines[span.line - 1 : end]
    while taken and not taken[-1].strip():
        taken.pop()
    margin = min((len(line) - len(line.lstrip()) for line in taken if line.strip()), default=0)
    return "\n".join(line[margin:].rstrip() for line in taken)


def _better(text: str, known: str) -> bool:
    """The shorter example is the better one, unless it is too bare to show anything."""
    return (text.count("\n"), abs(len(text) - 40)) < (known.count("\n"), abs(len(known) - 40))
