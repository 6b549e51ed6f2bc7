"""Stories as tests: what holds passes, what does not says what was found; a wrong story is told apart."""

from __future__ import annotations

from typing import Any

import pytest

from support.build import call, contents, count, ent, game, move, num, op, place, prop, two
from support.tiny import tiny
from tilewright.runtime.stories.testing import Result, run_tests

Node = dict[str, Any]
AXE, BELL = ent("axe.1"), ent("bell.1")
HAND = place("hand", ent("player.1"))


def story(given: list[Node], do: list[Node], expect: list[Node]) -> Node:
    parts = [("given", given), ("do", do), ("expect", expect)]
    return {
        "title": "A story",
        "labels": ["T-0"],
        "at": 0,
        "players": 2,
        "settings": {},
        "parts": [{"sort": sort, "steps": steps} for sort, steps in parts],
    }


def told(given: list[Node], do: list[Node], expect: list[Node], interpreted: bool = False) -> Result:
    program = tiny()
    program["tests"] = [story(given, do, expect)]
    program["spans"] = [["tiny/tests.wright", 7, 1, 7, 9]]
    (result,) = run_tests(program, interpreted=interpreted)
    return result


def true(test: Node) -> Node:
    return op("true", test=test, at=0)


def answer(*values: Node) -> Node:
    return op("answer", values=list(values), by=None, at=0)


TURN = call("turn_of", ent("player.1"), you=ent("player.1"))
SCORE = prop(ent("player.1"), "player", "score")
NO = {"label": "No"}


@pytest.mark.parametrize("interpreted", [False, True])
class TestStories:
    def test_one_that_holds(self, interpreted: bool) -> None:
        given = [move(AXE, HAND), move(BELL, place("deck"))]
        expect = [true(two("equal", SCORE, num(3))), op("nobody_asked"), op("game", **{"is": "open"})]
        result = told(given, [TURN, answer({"action": "play_card"}), answer(NO)], expect, interpreted)
        assert result.passed, result.message

    def test_one_that_does_not(self, interpreted: bool) -> None:
        result = told([move(BELL, place("deck"))], [], [true(two("equal", SCORE, num(2)))], interpreted)
        assert (result.passed, result.message) == (False, "Found 0, expected exactly 2.")
        assert result.place == "tiny/tests.wright:7"

    def test_given_is_silent_but_no_rule_may_want_to_react(self, interpreted: bool) -> None:
        result = told([move(AXE, place("discards"))], [], [], interpreted)
        assert result.message == "The test is wrong: the rule T-8 would react to what is given."

    def test_a_roll_nobody_foresaw(self, interpreted: bool) -> None:
        given = [move(BELL, place("deck")), move(ent("scout"), ent("s0"), kind="hero")]
        walk = call("walk", ent("player.1"), ent("s1"), you=ent("player.1"))
        said = told(given, [walk], [], interpreted).message
        assert said.startswith("six is rolled (") and "no face of it is given: write `dice six …`" in said
        dice = op("dice", die="six", faces=[1])
        loud = told(given, [dice, walk], [true(two("equal", game("noise"), num(1)))], interpreted)
        assert loud.passed, loud.message

    def test_dice_that_were_not_rolled(self, interpreted: bool) -> None:
        result = told([move(BELL, place("deck"))], [op("dice", die="six", faces=[1, 2])], [], interpreted)
        assert result.message == "The test is wrong: six should have been rolled 2 more times."

    def test_an_answer_that_is_not_offered(self, interpreted: bool) -> None:
        result = told([move(BELL, place("deck"))], [TURN, answer({"action": "play_card"})], [], interpreted)
        assert result.message.startswith(
            "Play a card is not offered; Player 1 is asked to choose `turn` (Turn) from Draw a card"
        )

    def test_what_is_offered_and_refused(self, interpreted: bool) -> None:
        expect = [
            op("offered", values=[{"action": "rest"}]),
            op("not_offered", values=[{"action": "play_card"}]),
            op("refused", value={"action": "play_card"}, reason="You have no card."),
            op("asked", player=ent("player.1"), among=None),
        ]
        result = told([move(BELL, place("deck"))], [TURN], expect, interpreted)
        assert result.passed, result.message

    def test_an_open_question_has_to_be_answered(self, interpreted: bool) -> None:
        result = told([move(BELL, place("deck"))], [TURN, TURN], [], interpreted)
        assert "and the test does not answer" in result.message

    def test_undo_takes_an_answer_back(self, interpreted: bool) -> None:
        do = [TURN, answer({"action": "rest"}), op("undo"), answer({"action": "draw_card"}), answer(NO)]
        expect = [
            true(two("equal", game("plan"), num(0))),
            true(two("equal", count(contents("deck")), num(0))),
        ]
        result = told([move(BELL, place("deck"))], do, expect, interpreted)
        assert result.passed, result.message

    def test_what_a_seat_sees(self, interpreted: bool) -> None:
        given = [move(AXE, HAND), move(BELL, place("deck"))]
        seen = [
            op("view", player=ent("player.1"), shows=True, value=AXE),
            op("view", player=ent("player.2"), shows=False, value=AXE),
            op("view", player=ent("player.2"), shows=False, value=prop(ent("player.1"), "player", "secret")),
        ]
        result = told(given, [], seen, interpreted)
        assert result.passed, result.message

    @pytest.mark.parametrize("sign", ["less", "at_most", "more", "at_least", "equal"])
    def test_a_comparison_with_a_secret_is_a_secret(self, interpreted: bool, sign: str) -> None:
        compared = two(sign, prop(ent("player.1"), "player", "secret"), num(0))
        result = told([], [], [op("view", player=ent("player.2"), shows=False, value=compared)], interpreted)
        assert result.passed, result.message
