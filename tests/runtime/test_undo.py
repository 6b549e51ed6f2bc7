"""What can be taken back, and what stands: chance, what was shown, what somebody else has answered."""

from __future__ import annotations

import pytest

from support.rules import begun
from support.tiny import tiny
from tilewright.runtime.game import CannotUndo, Game
from tilewright.runtime.seats.log import Log, Teller, stands

ONE, TWO = "player.1", "player.2"


@pytest.fixture
def game() -> Game:
    return Game.start(tiny(), 1, 3)


def take(game: Game, action: str) -> None:
    question = game.question()
    assert question is not None
    game.answer(next(one["id"] for one in question["options"] if one["action"] == action))


def test_an_answer_that_tells_nothing_new_is_taken_back(game: Game) -> None:
    before = game.digest()
    take(game, "rest")
    game.undo(ONE)
    assert game.digest() == before and game.answers == []


def test_answers_are_taken_back_one_by_one_and_given_again(game: Game) -> None:
    digests = [game.digest()]
    take(game, "rest")
    digests.append(game.digest())
    game.answer(1)
    digests.append(game.digest())
    game.undo()
    game.undo()
    assert game.digest() == digests[0]
    game.redo()
    assert game.digest() == digests[1]
    game.redo()
    assert game.digest() == digests[2]
    with pytest.raises(CannotUndo, match="nothing to redo"):
        game.redo()


def test_a_new_answer_ends_what_could_be_given_again(game: Game) -> None:
    take(game, "rest")
    game.undo()
    take(game, "play_card")
    with pytest.raises(CannotUndo):
        game.redo()


def test_what_was_drawn_from_a_hidden_deck_stands(game: Game) -> None:
    take(game, "draw_card")
    with pytest.raises(CannotUndo, match="Player 1 has seen something"):
        game.undo()


def test_what_was_shown_stands(game: Game) -> None:
    take(game, "look_at")
    with pytest.raises(CannotUndo, match="something was shown"):
        game.undo()


def test_what_dice_have_decided_stands(game: Game) -> None:
    take(game, "walk")
    with pytest.raises(CannotUndo, match="dice were rolled"):
        game.undo()


def test_a_seat_takes_only_its_own_answers_back(game: Game) -> None:
    take(game, "rest")
    with pytest.raises(CannotUndo, match="Player 1"):
        game.undo(TWO)
    game.undo(ONE)


def test_nothing_is_taken_back_before_the_first_answer(game: Game) -> None:
    with pytest.raises(CannotUndo, match="nothing to take back"):
        game.undo()


def test_the_log_forgets_what_was_taken_back(game: Game) -> None:
    told = game.log()
    take(game, "rest")
    assert len(game.log()) > len(told)
    game.undo()
    assert game.log() == told


def test_every_answer_is_kept_automatically() -> None:
    kept: list[int] = []
    game = Game.start(tiny(), 1, 2, autosave=lambda one: kept.append(one.state.number))
    take(game, "rest")
    assert kept == [game.state.number]
    game.undo()
    game.redo()
    assert kept == [2, 1, 2], "so is what was taken back, and given again"


def test_a_seat_gives_only_its_own_answers_again(game: Game) -> None:
    take(game, "rest")
    game.undo()
    with pytest.raises(CannotUndo, match="That answer was given by"):
        game.redo(TWO)
    game.redo(ONE)


def test_a_note_is_kept_as_an_answer_is() -> None:
    kept: list[int] = []
    game = Game.start(tiny(), 1, 3, lambda one: kept.append(len(one.notes)))
    game.note("Here it began.")
    assert kept == [1]


def test_a_game_is_for_as_many_as_it_says() -> None:
    for players in (0, 9):
        with pytest.raises(ValueError, match="this game is for"):
            Game.start(tiny(), 1, players)


def test_chance_and_what_somebody_knows_stand_though_no_event_tells_of_them(game: Game) -> None:
    before, thing = game.state, game.index.size - 1
    for chance, known, why in (
        (1, {}, "chance has decided"),
        (0, {thing: 1}, "something was shown"),
        (0, {}, None),
    ):
        after = before.clone()
        after.r += chance
        after.known |= known
        teller = Teller(game.index, before.clone(), game.handles, Log())
        assert stands(teller, (), game.index.number(ONE), before, after) == why


def test_what_hangs_on_a_secret_stands_though_the_rules_go_wrong_over_it() -> None:
    game = begun(
        """
game has:
  trap: number, seen by player.2
  gold: number
to play:
  choose n from 1 to 2 by player.1
  if n / trap > 0: set gold to 1
  choose n from 1 to 2 by player.1
""",
        2,
    )
    game.answer(0, ONE)
    assert game.over is not None and game.over["outcome"] == "stuck"
    with pytest.raises(CannotUndo, match="Trap"):
        game.undo(ONE)
