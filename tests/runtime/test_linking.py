"""What it takes to link a program: whoever edits a rule at a table waits for it."""

from __future__ import annotations

import copy

import pytest

from support.patience import calls
from support.scenarios import program
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.state.program import load
from tilewright.schemas.walking import operations

MOST = 200
"""Calls for each operation of a program. They were up to 256 where an emitter looked through its procedure
again, each reading of a place went over all places, and the search for what may be none over all rules.
"""


@pytest.mark.parametrize("game", ["nemesis", "aliens"])
def test_linking_does_nothing_twice_that_it_can_remember(game: str) -> None:
    document = copy.deepcopy(program(game))
    Machine(load(copy.deepcopy(document)))  # what is imported and found once for all programs
    loaded = load(document)
    taken = calls(lambda: Machine(loaded))
    assert taken < MOST * len(operations(document))
