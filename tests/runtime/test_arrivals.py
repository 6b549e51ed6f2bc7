"""After a move within the board only what has moved is looked at, and nothing is missed."""

from __future__ import annotations

from random import Random

import pytest

from support.rules import Played, rules
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.state.state import State

FIELD = """
kind lawn is square:
  fog: yes/no
kind gate is link:
  open: yes/no
kind animal is piece
kind dog is animal:
  asleep: yes/no
kind hound is dog
kind owl is animal
kind cat is animal
kind cart is piece:
  load: slot for 1 cat
dog rex
dog rob
hound bello
owl uhu
owl kauz
cat tom
cart barrow
game has:
  heard: number
  alarm: yes/no
  shelf: pile of piece
relation path between lawns, "can reach":
  joins sides
  blocked by wall
  blocked by gate where not it.open
relation view between lawns, "can see":
  line centre to centre
  blocked by wall
  {blocking}
board field of lawn:
  drawing:
    +---+---+---+---+
    | . | . G .   f |
    +   +   +---+   +
    | .   .   . | . |
    +   +---+   +   +
    | .   . G .   . |
    +---+---+---+---+
  signs:
    | sign | means    |
    | G    | gate     |
    | f    | fog: yes |

mission night:
  board: field
  setup:
    move rex to a1
    move rob to c2
    move bello to d3
    move uhu to d1
    move barrow to b3
    move tom to b1
    move kauz to a3

define beset(lawn: lawn): yes/no = alarm and any one in lawn.dogs where not one.asleep

{rule}

to play:
  repeat:
    choose one:
      "Walk":
        choose who from all(pieces)
        choose where from lawns
        move who to where
      "Leave":
        choose who from all(pieces)
        move who to shelf
      "Ride":
        if barrow.load is empty: move tom to barrow.load
      "Alarm": set alarm to yes
      "Gate":
        choose way from gates
        set way.open to not way.open
      "Sleep":
        choose who from all(dogs)
        set who.asleep to not who.asleep
"""
"""Animals walk, leave, come back, ride in a cart; gates open, dogs fall asleep."""

LOOKED_AT_AGAIN = {
    "in the same place": "any owl in owls where alarm and any one in owl.space.dogs where not one.asleep",
    "there or next door": "any owl in owls where beset(owl.space) or any lawn in"
    " neighbours(owl.space, path) where beset(lawn)",
    "in sight": "any owl in owls where alarm and any dog in dogs where not dog.asleep and dog can see owl",
    "by where it is": "any dog in dogs where dog.space is d1 and not dog.asleep and alarm",
    "by what the place is": "any dog in dogs where dog.space.fog and not dog.asleep and alarm",
}
FOUND_ANEW = {
    "none is there": "any owl in owls where alarm and not any one in owl.space.dogs where not one.asleep",
    "in two places": "any owl in owls where any one in owl.space.dogs where not one.asleep and"
    " any other in one.space.hounds where not other.asleep and alarm",
    "where another is": "any owl in owls where alarm and any one in rex.space.dogs where one can see owl",
    "how many are there": "any owl in owls where count(owl.space.dogs) > 0 and alarm",
    "who may ride": "any cat in cats where alarm and any one in cat.space.dogs where not one.asleep",
}


def field(rule: str, blocking: str = "", then: str = "set alarm to no") -> Machine:
    """The game with a rule, which counts how often it reacts."""
    source = FIELD.replace("{rule}", f"whenever {rule}:\n  raise heard by 1\n  {then}")
    return rules(source.replace("{blocking}", blocking))


@pytest.mark.parametrize("rule", [*LOOKED_AT_AGAIN.values(), *FOUND_ANEW.values()])
@pytest.mark.parametrize("blocking", ["", "blocked by dog where not it.asleep"])
def test_a_game_goes_on_as_if_nothing_had_been_kept(rule: str, blocking: str) -> None:
    played = field(rule, blocking)
    chance = Random(7)
    state, other = played.start(1, 1), played.start(1, 1)
    for _ in range(2_000):
        assert state.q is not None and state == other
        answer = chance.randrange(len(state.q[1]))
        played.forget(other)
        played.answer(state, answer)
        played.answer(other, answer)
    assert Played(played, state).game("heard") > 8


@pytest.mark.parametrize("name", [*LOOKED_AT_AGAIN, *FOUND_ANEW])
def test_it_is_looked_again_where_pieces_are_only_looked_for(name: str) -> None:
    kept = field((LOOKED_AT_AGAIN | FOUND_ANEW)[name]).code.module.memo.arrivals
    assert (kept != {} and None not in kept.values()) is (name in LOOKED_AT_AGAIN)


@pytest.mark.parametrize("name", LOOKED_AT_AGAIN)
def test_after_a_move_on_the_board_nothing_else_is_looked_at(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = field(LOOKED_AT_AGAIN[name])
    (number,) = played.code.module.memo.arrivals
    state = on_alert(played)
    assert state.memo[number] is False
    with monkeypatch.context() as patch:
        patch.delitem(played.code.namespace, played.code.module.finding[number])
        out_of_it = "c2" if name == "in sight" else "b2"
        for who, where in (("rob", out_of_it), ("barrow", "a2"), ("tom", "a2"), ("bello", "c3")):
            answer(played, state, "Walk", who, where)
            assert state.memo[number] is False
    answer(played, state, "Walk", "rob", "d1")
    assert Played(played, state).game("heard") == 1


@pytest.mark.parametrize("name", LOOKED_AT_AGAIN)
def test_who_has_left_is_not_found_again(name: str) -> None:
    """That somebody is there is kept, too, until somebody moves."""
    played = field(LOOKED_AT_AGAIN[name], then="move rob to c2")
    (number,) = played.code.module.memo.arrivals
    state = on_alert(played)
    answer(played, state, "Walk", "rob", "d1")
    assert Played(played, state).game("heard") == 1 and state.memo[number] is False


@pytest.mark.parametrize("name", LOOKED_AT_AGAIN)
def test_what_was_found_is_not_looked_for_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = field(LOOKED_AT_AGAIN[name])
    (number,) = played.code.module.memo.arrivals
    finding = played.code.module.finding[number]
    state = on_alert(played)
    looked: list[bool] = []
    find = played.code.namespace[finding]

    def found(state: State) -> bool:
        looked.append(find(state))
        return looked[-1]

    monkeypatch.setitem(played.code.namespace, finding, found)
    answer(played, state, "Walk", "rob", "d1")
    assert looked == [True, False], "before the reaction, and when it has put an end to it"


def on_alert(played: Machine) -> State:
    """Nothing has been heard yet; of the dogs only rob is awake, who sees nobody."""
    state = played.start(1, 1)
    for answers in (("Sleep", "rex"), ("Sleep", "bello"), ("Alarm",)):
        answer(played, state, *answers)
    assert Played(played, state).game("heard") == 0
    return state


def answer(played: Machine, state: State, *answers: str) -> None:
    """Answer questions by what their options are called."""
    for one in answers:
        played.answer(state, Played(played, state).options.index(one))
