"""Ends, budgets, logs, and blocks from outside: what the engine does around the rules."""

from __future__ import annotations

from typing import Any

import pytest

from support.rules import play, rules
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.state.primitives import ENDLESS
from tilewright.runtime.state.program import load
from tilewright.runtime.state.state import State

PILES = """
game has:
  count: number
  deck, discards: pile of card
  order: number
player has:
  held: slot for 1 card
card coin "Coin":
  copies: 3
to mark (n: number): set order to order * 10 + n
mission table "Table":
  setup: move all(cards) to deck
"""


def test_a_loop_without_end_is_stuck_and_named() -> None:
    played = play(
        PILES
        + """
to play: spin
to spin [L-1]:
  repeat: set count to 1 - count
"""
    )
    assert played.over == "stuck"
    assert "without end" in played.why and "L-1" in played.why


def test_a_loop_without_end_that_might_ask_is_stuck_too() -> None:
    machine = rules(
        PILES
        + """
to play [L-2]:
  repeat:
    choose card from discards
    set count to 1 - count
"""
    )
    state = machine.start(1, 1)
    assert state.over is not None and state.over.outcome == "stuck"


@pytest.mark.parametrize("asks", ["", "\n  choose k from 0 to 1"])
def test_rules_that_call_each_other_without_end_are_stuck(asks: str) -> None:
    machine = rules(
        PILES
        + f"""
to play: descend with 1
to descend with (n: number) [L-3]:
  descend with n + 1{asks}
"""
    )
    state = machine.start(1, 1)
    assert state.over is not None and state.over.outcome == "stuck"


@pytest.mark.parametrize(
    "growing",
    ["  let n = 3\n  repeat: set n to n * n\n", "  let n = numbers(1, 3)\n  repeat: set n to list(n, n)\n"],
)
def test_numbers_and_lists_do_not_grow_beyond_bounds(growing: str) -> None:
    state = rules(f"{PILES}\nto play [B-1]:\n{growing}").start(1, 1)
    assert state.over is not None
    assert (state.over.outcome, state.over.rule) == ("stuck", "B-1")


def test_a_slot_takes_what_fits_and_no_more() -> None:
    played = play(
        PILES
        + """
to play [S-1]:
  move deck.top to player.1.held
  move deck.top to player.1.held
"""
    )
    assert played.over == "stuck"
    assert "player.1.held" in played.why


def test_finish_drops_what_runs_and_no_rule_reacts_in_it() -> None:
    played = play(
        PILES
        + """
to play:
  deep
  mark 9
to deep:
  finish with reckoning
  mark 8
to reckoning:
  mark 1
  set count to 5
  choose k from 1 to 2
  mark k
  finish with reckoning
whenever count > 1: mark 7
""",
        2,
    )
    assert (played.over, played.game("order")) == ("draw", 12)


def test_an_end_names_its_rule_and_its_winners() -> None:
    played = play(
        PILES
        + """
to play [E-1]: lose player.2, "Too late"
""",
        players=3,
    )
    assert played.state.over is not None
    outcome, winners, reason, rule, _ = played.state.over
    first = played.machine.program.players[0]
    assert (outcome, winners, rule) == ("lose", (first, first + 2), "E-1")
    assert played.machine.program.data["texts"][reason[0] if reason else ""] == "Too late"
    assert played.state.k == []


@pytest.mark.parametrize(("playing", "outcome"), [(2, "win"), (1, "lose")])
def test_a_win_of_nobody_is_a_loss(playing: int, outcome: str) -> None:
    """Who plays alone against a side that nobody leads has lost when it wins."""
    others = "define others: list of player = players except player.1\n"
    played = play(others + "to play: win others", players=playing)
    assert played.state.over is not None
    assert played.state.over.outcome == outcome and len(played.state.over.winners) == playing - 1


def test_when_the_first_verb_ends_so_does_the_game() -> None:
    played = play(PILES + "to play: mark 1\n")
    assert played.over == "draw"


def test_the_log_tells_what_happened_in_order() -> None:
    machine = rules(
        PILES
        + """
die six: 1 to 6
to play:
  choose k from 1 to 2
  move deck.top to discards
  roll six
  raise count by six
  shuffle deck
  say "Done."
  win
"""
    )
    state = machine.start(3, 1, log=True)
    machine.answer(state, 0)
    assert state.log is not None
    assert [event[0] for event in state.log[3:]] == [
        "ready",
        "answer",
        "move",
        "roll",
        "set",
        "shuffle",
        "say",
        "over",
    ]
    thing, old, new = state.log[5][1:4]
    assert (old, new) == (machine.program.number["deck"], machine.program.number["discards"])
    assert state.at[thing] == new
    assert machine.start(3, 1).log is None


def test_a_block_from_outside_runs_and_may_ask() -> None:
    machine = rules(PILES + "to play:\n  choose k from 0 to 9\n  set count to k\n")
    state = machine.new(1, 1)
    number: dict[str, Any] = {"op": "number", "value": 3}
    block: list[dict[str, Any]] = [
        {"op": "choose_number", "name": "n", "low": {"op": "number", "value": 1}, "high": number, "by": None},
        {"op": "set", "target": {"op": "game", "property": "count"}, "value": {"op": "local", "name": "n"}},
    ]
    machine.begin(state, machine.block(block, {"you": "thing:player?"}), [0])
    assert state.q is not None and state.q[1] == (1, 2, 3)
    machine.answer(state, 2)
    assert machine.value(state, {"op": "game", "property": "count"}) == 3


def test_questions_of_one_option_come_to_an_end_too() -> None:
    played = play(f"{PILES}to play:\n  repeat:\n    choose n from 3 to 3\n")
    assert played.why == f"{ENDLESS} [play]"


def test_what_cannot_be_found_out_is_not_offered_at_any_time() -> None:
    text = f"""{PILES}
menu tricks for player, at any time
action swap by (player):
  in tricks
  needs player.held.top.place is not deck
  raise count by 1
to play:
  choose n from 1 to 2
  move deck.top to player.1.held
  choose n from 1 to 2
  win
"""
    assert play(text).options == [1, 2]
    assert play(text, 1).options == [1, 2, "swap"]


def test_a_game_has_no_more_seats_than_its_rules_say() -> None:
    machine = rules(PILES + "to play: win\n")
    with pytest.raises(ValueError, match="seats for 3 players, not for 4"):
        machine.start(1, 4)


def test_equal_positions_have_equal_digests() -> None:
    machine = rules(
        PILES
        + """
to play:
  repeat:
    choose k from 1 to 2
    set count to k
"""
    )
    a, b, c = (machine.start(1, 1) for _ in range(3))
    for state, ids in ((a, (0, 1, 0)), (b, (1, 1, 0)), (c, (0, 0, 1))):
        for one in ids:
            machine.answer(state, one)
    assert a == b and a.digest() == b.digest() and a.fingerprint() == b.fingerprint()
    assert a != c and a.digest() != c.digest()
    assert State.from_json(a.to_json()) == a


def test_what_is_compiled_early_or_late_plays_alike() -> None:
    text = (
        PILES
        + """
to play:
  repeat:
    choose k from 1 to 2
    if k = 2: seldom
    set count to k
to seldom:
  set count to 0
"""
    )
    early = rules(text)
    late = Machine(load(early.program.data))
    assert not early.code._uncompiled
    a, b = late.start(1, 1), early.start(1, 1)
    for ids in (0, 0, 1, 0):
        assert late.code._uncompiled, "what nobody has called yet"
        late.answer(a, ids)
        early.answer(b, ids)
        assert a == b and a.digest() == b.digest()
    assert early.load(a.to_json()) == a, "frames are the same"
