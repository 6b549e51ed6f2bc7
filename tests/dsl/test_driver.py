"""What reads texts by the grammar's tables, against lark: the same nodes, in the same places, or neither."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.two_readers import both
from tilewright.dsl import nodes
from tilewright.dsl.reading import lalr, tables
from tilewright.dsl.reading.by_lark import make
from tilewright.dsl.reading.driver import MAX_NESTING, Driver
from tilewright.dsl.reading.layout import Chunk, layout
from tilewright.dsl.source import Source

ROOT = Path(__file__).parents[2]
PACKAGES = ["std", "aliens", "sniper_elite", "nemesis", "avp", "words", "bench"]


def test_the_tables_are_those_of_the_grammar() -> None:
    """As lark numbers states and rules anew each time, both are gone through side by side."""
    grammar = tables.GRAMMAR.read_text("utf-8")
    assert tables.FILE.read_text("utf-8").startswith(tables.head(grammar)), "run `make tables`"
    shipped, made = tables.tables(), make(grammar)
    assert sorted(shipped.terminals) == sorted(made.terminals)
    assert shipped.ignored == made.ignored
    ends = [{start: end for start, _, end in one.starts} for one in (shipped, made)]
    twins = {pair[1]: other[1] for pair, other in zip(shipped.starts, made.starts, strict=True)}
    todo = list(twins)
    while todo:
        state = todo.pop()
        mine, its = leads(shipped, state), leads(made, twins[state])
        assert mine.keys() == its.keys()
        for sort, (rule, to) in mine.items():
            other_rule, other = its[sort]
            assert rule == other_rule
            if to not in twins:
                todo.append(to)
            assert twins.setdefault(to, other) == other
    assert {start: twins[end] for start, end in ends[0].items()} == ends[1]
    assert len(twins) == len(shipped.states) == len(made.states)


def test_the_tables_are_kept_as_they_are_written() -> None:
    shipped = tables.FILE.read_text("utf-8")
    assert tables.written(tables.GRAMMAR.read_text("utf-8"), tables.tables()) == shipped


def leads(made: tables.Tables, state: int) -> dict[str, tuple[Any, int]]:
    """For every word or value that a state accepts: the rule that ends, or the next state."""
    row, *actions = made.states[state]
    rules = len(made.rules)
    found: dict[str, tuple[Any, int]] = {}
    for number, action in zip(made.accepted[row], actions, strict=True):
        if action < rules:
            rule = made.rules[action]
            parts: Any = [made.symbols[one] for one in rule.expansion]
            found[made.tokens[number]] = rule._replace(expansion=parts), state
        else:
            found[made.tokens[number]] = None, action - rules
    return found


def test_a_grammar_that_was_changed_needs_no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = lalr.driver()
    changed = tmp_path / "grammar.lark"
    changed.write_text(
        tables.GRAMMAR.read_text("utf-8").replace('"shuffle" postfix', '"mix" postfix'), "utf-8"
    )
    monkeypatch.setattr(tables, "GRAMMAR", changed)
    driver = Driver(tables.tables.__wrapped__(), lalr.builder)
    chunk = Chunk("a", 1, ("to go: mix deck",), (), "")
    assert isinstance(driver.read(chunk.text, "start", chunk).body[0], nodes.Shuffle)
    assert isinstance(shipped.read(chunk.text, "start", chunk).body[0], nodes.Call)


def test_small_words_are_those_of_the_grammar() -> None:
    words = {one.pattern for one in tables.tables().terminals if one.widths is None}
    assert tables.keywords() == {word for word in words if word.isidentifier()}


@cache
def chunks(package: str) -> list[Chunk]:
    files = sorted((ROOT / "scenarios" / package).rglob("*.wright"))
    return [one for file in files for one in layout(Source(file.name, file.read_text("utf-8")))[0]]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_declaration_is_read_as_lark_reads_it(package: str) -> None:
    chance = Random(package)
    some = chance.sample(chunks(package), min(150, len(chunks(package))))
    assert some
    for chunk in some:
        lark, ours = both(chunk, chunk.text)
        assert lark is not None
        assert ours == lark, chunk.text


@pytest.mark.parametrize("seed", range(4))
def test_texts_with_slips_are_refused_by_both_or_by_neither(seed: int) -> None:
    chance = Random(seed)
    known = [one for package in PACKAGES for one in chunks(package) if len(one.lines) < 30]
    refused = 0
    for _ in range(250):
        chunk = chance.choice(known)
        text = slip(chance, chunk.text)
        lark, ours = both(chunk, text)
        assert ours == lark, text
        refused += lark is None
    assert 50 < refused < 249


def slip(chance: Random, text: str) -> str:
    """A text with one thing too few, too many, or elsewhere."""
    lines = text.split("\n")
    row = chance.randrange(len(lines) - 1)
    words = lines[row].split(" ")
    place = chance.randrange(len(words))
    match chance.randrange(6):
        case 0:
            words[place : place + 1] = []
        case 1:
            words.insert(place, chance.choice(words))
        case 2:
            words[place] = chance.choice(["(", ")", ",", "or", "where", "x", "3", '"', "[", "=", "\t", "# x"])
        case 3:
            words.insert(0, " " * chance.randrange(1, 5))
        case 4:
            words = [*words[:place], "\n" + " " * chance.randrange(9), *words[place:]]
        case 5:
            words = [chance.choice(lines)]
    lines[row] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        "define f: " + "1 + " * 116 + "1 when a\n",
        "define f = " + "(" * 60 + "1" + ")" * 60 + "\n",
        "define f = " + " + ".join(["a"] * 112) + "\n",
        "define f = " + " + ".join(["a"] * 130) + "\n",
        "define f:\n" + "  1 when a\n" * 119 + "  otherwise 2\n",
        "define f:\n" + "  1 when a\n" * 120 + "  otherwise 2\n",
        "define f = a,\n  b\n",
        "define f = a +\n    b +\n      # a remark\n\n  c\n",
        "define f = (a\n  + b)\n",
        "to go:\n  if a:\n      stop\n    stop\n",
        "to go:\n\twin\n\tif a:\n\t\tstop\n",
        "words w: a, b,\n  c\n",
        "words w: a  # b\n",
        "to go: choose x from a, or\n  none: stop\n",
        "# only a remark\n",
        "\n\n",
    ],
)
def test_depth_lines_that_go_on_and_indents(text: str) -> None:
    chunk = Chunk("a", 7, tuple(text.rstrip("\n").split("\n")), (), "")
    lark, ours = both(chunk, text)
    assert ours == lark


def test_all_sums_are_too_deep_from_the_same_length_on() -> None:
    results = []
    for size in range(MAX_NESTING - 8, MAX_NESTING + 4):
        text = "define f = " + " + ".join(["a"] * size) + "\n"
        lark, ours = both(Chunk("a", 1, (text.rstrip("\n"),), (), ""), text)
        assert ours == lark
        results.append(ours == "too deep")
    assert results == sorted(results)
    assert len(set(results)) == 2
