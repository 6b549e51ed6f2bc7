"""The table of operations against those who give the operations their meaning: none lacks one."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from tilewright.dsl.analysis.keys import KeySort
from tilewright.dsl.analysis.read_write import READ, WRITTEN
from tilewright.dsl.check.functions import HANDLERS
from tilewright.dsl.vocabulary import FUNCTIONS
from tilewright.runtime.analysis import program_types
from tilewright.runtime.emit.handlers import HANDLERS as WRITTEN_BY
from tilewright.runtime.evaluating.operations import OPERATIONS
from tilewright.runtime.interpreting.play import STATEMENTS
from tilewright.schemas import generate
from tilewright.schemas import operation_table as table
from tilewright.schemas.generate import HERE

ROOT = Path(__file__).parents[2]
TABLE: dict[str, Any] = json.loads((HERE / "operations.json").read_text("utf-8"))
# Weaving puts others in the place of what calls something or waits for all of its block.
WOVEN = {"call", "do", "proceed", "at_once"}
# How the compiler makes the names that it does not spell out.
SPELLED = {"top_n": '_n"', "bottom_n": '_n"'}


def test_every_expression_has_a_meaning_in_both_back_ends() -> None:
    assert set(OPERATIONS) == set(TABLE["expressions"])
    assert set(WRITTEN_BY.expressions) >= set(TABLE["expressions"])


def test_every_statement_has_a_meaning_in_both_back_ends() -> None:
    assert set(STATEMENTS) == set(TABLE["statements"])
    assert set(WRITTEN_BY.statements) | set(WRITTEN_BY.waiting) >= set(TABLE["statements"]) - WOVEN


def test_the_compiler_makes_every_operation() -> None:
    folder = ROOT / "dsl"
    sources = [*(folder / "check").rglob("*.py"), folder / "lower.py"]
    text = "".join(path.read_text("utf-8") for path in sources)
    every = {*TABLE["expressions"], *TABLE["statements"]}
    assert sorted(name for name in every if SPELLED.get(name, f'"{name}"') not in text) == []


def test_every_function_has_a_meaning() -> None:
    assert set(HANDLERS) == set(FUNCTIONS)


def test_every_fact_has_a_meaning() -> None:
    """What is read and written is known to the analyses of compiler and runtime, by its sort."""
    assert set(get_args(table.ReadSort)) == set(READ)
    assert {sort for sort, _ in table.WRITES.values()} == set(WRITTEN)
    assert {sort for sort, _ in table.NAMES.values()} <= set(get_args(KeySort))


def test_every_type_is_found() -> None:
    """Of what the table gives no type, a function knows it."""
    unknown = {name for name, one in TABLE["expressions"].items() if one["gives"] == "any"}
    assert set(program_types.OF_ITS_OWN) == unknown


@pytest.mark.parametrize("sort", ["expressions", "statements"])
def test_facts_are_about_fields(sort: str) -> None:
    wrong = []
    for name, one in TABLE[sort].items():
        pairs = [one.get(fact, {}) for fact in ("reads", "writes", "names")]
        named = [field for pair in pairs for field in pair.values()]
        named += [
            *one.get("binds", {}),
            *one.get("decides", ()),
            *one.get("members", ()),
            *(one[fact] for fact in ("unordered", "counts", "forks") if fact in one),
        ]
        for type_ in [one.get("gives", ""), *one.get("binds", {}).values()]:
            named += re.findall(r"[({](\w+)[)}]", type_)
        wrong += [f"{name}: {field}" for field in named if field not in one["fields"]]
    assert wrong == []


def test_only_known_facts_are_stated() -> None:
    about = {line.partition(":")[0] for line in TABLE["about"] if re.match(r"\w+:", line)}
    stated = {fact for sort in ("expressions", "statements") for one in TABLE[sort].values() for fact in one}
    assert stated - {"doc"} == about


# Lists of operations that are no facts about them, each with what it is.
LISTED = {
    "dsl/value_types.py": "types of values",
    "dsl/reading/line_forms.py": "words of the language",
    "dsl/vocabulary.py": "words of the language",
    "dsl/check/texts.py": "types of values",
    "dsl/lints/never_changed.py": "types of values",
    "dsl/analysis/estimates.py": "where a search for members may look without asking for more",
    "runtime/analysis/costs.py": "what has a price of its own",
    "runtime/emit/expressions.py": "what the emitter makes a tuple of Python, or a bool",
    "runtime/emit/loops.py": "what the emitter may write twice",
    "runtime/emit/together.py": "those of which an answer is a block",
    "runtime/history/timeline.py": "events",
    "runtime/questions/why_not.py": "what has a name in a sentence",
    "runtime/stories/expecting.py": "sorts of what is read",
    "viewer/replaying/pace.py": "events",
    "viewer/replaying/timeline_bar.py": "events",
}


def test_a_type_that_is_written_wrongly_in_the_table_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (HERE / "operations.json").read_text("utf-8").replace('"type(value)"', '"type(value"')
    (tmp_path / "operations.json").write_text(text, "utf-8")
    monkeypatch.setattr(generate, "HERE", tmp_path)
    with pytest.raises(ValueError, match=r"type\(value is no type"):
        generate.operation_table()


def test_lists_of_operations_stand_in_the_table() -> None:
    """A fact of operations has one home: whoever needs a group of them takes it from the table of all facts.

    A `case` of a match, or a table of handlers, says what is done with each, which is no fact.
    """
    every = {*TABLE["expressions"], *TABLE["statements"]}
    facts = {frozenset(group): name for name, group in vars(table).items() if name.isupper()}
    found, needed = [], set()
    for folder in ("dsl", "runtime", "viewer", "cli"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = path.relative_to(ROOT).as_posix()
            for line, words in _listed(ast.parse(path.read_text("utf-8"))):
                if words in facts and len(words) > 2:
                    found.append(f"{module}:{line} is {facts[words]}")
                elif len(words & every) > 2 and len(words & every) > len(words) / 2:
                    needed.add(module)
                    if module not in LISTED:
                        found.append(f"{module}:{line} lists {', '.join(sorted(words))}")
    assert found == []
    assert needed == set(LISTED), "what lists none is no exception any more"


def _listed(tree: ast.AST) -> Iterator[tuple[int, frozenset[str]]]:
    """The words that stand together in a set, list or tuple, by line."""
    for node in ast.walk(tree):
        match node:
            case ast.Set(elts=several) | ast.List(elts=several) | ast.Tuple(elts=several):
                words = [one.value for one in several if isinstance(one, ast.Constant)]
                yield node.lineno, frozenset(word for word in words if isinstance(word, str))
