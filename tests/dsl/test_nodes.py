"""Nodes are values: equal ones are the same key, and none of them changes."""

from __future__ import annotations

import pytest

from tilewright.dsl import nodes, reference
from tilewright.dsl.source import Span, Word

SPAN = Span("game.wright", 1, 1, 1, 2)


def number(digits: str) -> nodes.Number:
    return nodes.Number(Word(digits, SPAN), SPAN)


def test_equal_nodes_are_one_key() -> None:
    assert {number("1"): "one"}[number("1")] == "one"
    assert len({number("1"), number("1"), number("2")}) == 2
    assert number("1") != number("2")


def test_a_node_does_not_change() -> None:
    with pytest.raises(AttributeError, match="a node does not change: digits"):
        number("1").digits = Word("2", SPAN)  # type: ignore[misc]


def test_whatever_can_be_written_can_be_looked_up() -> None:
    told = {entry.node for entry in reference.entries()}
    written = {
        name
        for name, node in vars(nodes).items()
        if isinstance(node, type) and issubclass(node, nodes.SyntaxNode)
    }
    changes = {"ValuePlus", "ValueMinus", "ValueBecomes", "ValueAtMost", "ValueAtLeast"}  # of `modifier`
    plain = {"Name", "ExpectValue", "ItemCall"}  # a word, a test, a call where a value may stand
    assert written - told == {"SyntaxNode", "Binary", "ValueChange"} | changes | plain
