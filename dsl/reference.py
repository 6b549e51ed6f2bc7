"""The words of the language as entries to look up: keywords, functions, kinds and the codes of problems.

Everything is taken from where it is declared: the nodes say how a construct is written, `vocabulary.py` has
the functions and kinds, `codes/` the problems. Examples come from packages that the suite compiles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from . import vocabulary
from .problems import codes
from .problems.diagnostics import Code

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
_MODULE_OF = {"value_types": "type_syntax"}
"""The modules of nodes that are not called like their subject."""
_FORMS = re.compile(r"^(`[^`]+`(?:, (?:or )?`[^`]+`)*)[:;,.]? ?(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class WordEntry:
    """One word: its subject (a key of SUBJECTS), how it is written, and what it means."""

    word: str
    subject: str
    forms: tuple[str, ...]
    doc: str
    example: str = ""
    node: str = ""


@cache
def entries() -> tuple[WordEntry, ...]:
    """Every word there is, subject by subject, in the order of their declaration."""
    return (*_constructs(), *_functions(), *_kinds(), *_problems())


def look_up(wanted: str) -> list[WordEntry]:
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


# ------------------------------------------------------------------ where entries come from


def _constructs() -> Iterator[WordEntry]:
    for subject in _MODULES:
        module = import_module(f"{__package__}.nodes.{_MODULE_OF.get(subject, subject)}")
        for name, node in vars(module).items():
            if isinstance(node, type) and node.__module__ == module.__name__:
                entry = _construct(name, subject, " ".join((node.__doc__ or "").split()))
                if entry is not None:
                    yield entry


def _construct(name: str, subject: str, doc: str) -> WordEntry | None:
    """A node's docstring begins with how it is written; a bare word may leave that to its name."""
    word = _word_of(name)
    written = _FORMS.match(doc)
    if written:
        forms = tuple(re.findall(r"`([^`]+)`", written[1]))
        said = written[2]
        return WordEntry(word, subject, forms, said[:1].upper() + said[1:], node=name)
    if subject in ("statements", "value_types") or name in ("This", "It", "You"):
        return WordEntry(word, subject, (word,), doc, node=name)
    return None


def _functions() -> Iterator[WordEntry]:
    for function in vocabulary.FUNCTIONS.values():
        yield WordEntry(function.name, "functions", (function.form,), function.doc, function.example)


def _kinds() -> Iterator[WordEntry]:
    for name, parent, plural, doc in vocabulary.BUILT_IN_KINDS:
        form = f"{name}, plural {plural}" + (f", is {parent}" if parent else "")
        yield WordEntry(name, "kinds", (form,), doc)


def _problems() -> Iterator[WordEntry]:
    found = [code for code in vars(codes).values() if isinstance(code, Code)]
    for code in sorted(found, key=lambda code: code.code):
        doc = code.explanation or f"{code.title}."
        yield WordEntry(code.code, "problems", (code.message,), doc, code.example)


def _word_of(name: str) -> str:
    """`ForEach` is looked up as `for each`, `TestDice` as `dice`."""
    name = re.sub(r"^(Test|Expect|Type)(?=[A-Z])", "", name)
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def _contains(form: str, tokens: list[str]) -> bool:
    """Whether these words stand in a form one after another."""
    parts = re.findall(r"[a-z_]+", form.lower())
    return bool(tokens) and any(parts[i : i + len(tokens)] == tokens for i in range(len(parts)))
