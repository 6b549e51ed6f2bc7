"""What somebody does in secret is told to nobody: not that he did it, nor how often he was asked."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from support.hiding import GUARD, HIDE, HUNTER, ONLY, OPENLY, OTHER, SECRET, UNABLE
from support.indistinguishable import Compared, compare
from support.rules import begun, play
from support.scenarios import NAMES, program, wander
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.game import BadSave, CannotUndo, Game, NotOffered
from tilewright.runtime.history.seat_recording import checked, views
from tilewright.runtime.questions import answers
from tilewright.runtime.questions import document as questions
from tilewright.runtime.questions.answers import meant
from tilewright.runtime.questions.document import besides
from tilewright.runtime.seats import phases
from tilewright.runtime.seats.log import Teller
from tilewright.runtime.seats.observations import Moments
from tilewright.runtime.state import events as ev
from tilewright.runtime.state.events import Event
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.load import problems
from tilewright.viewer.pictures.filming import moments


def asked(game: Game, seat: str) -> dict[str, Any]:
    question = game.question(seat)
    assert question is not None
    return question


def choose(game: Game, seat: str, label: str) -> None:
    """Answer by what stands on an option."""
    options = asked(game, seat)["options"]
    game.answer(next(one["id"] for one in options if one["label"] == label), seat)


def at_turn(text: str = SECRET, players: int = 2) -> Game:
    """The Guard has planned; now the hunter is asked."""
    game = begun(text, players)
    choose(game, GUARD, "1")
    return game


def seen(game: Game, *seats: str) -> list[Any]:
    return [(game.view(seat), game.log(seat), game.moment(seat)) for seat in seats or (GUARD,)]


def test_neither_the_question_nor_the_action_is_told_to_others() -> None:
    game = at_turn()
    before = seen(game)
    assert asked(game, GUARD)["prompt"] == "Notes" and game.waiting() == [HUNTER]
    choose(game, HUNTER, "Sneak")
    assert seen(game) == before and asked(game, HUNTER)["secret"]
    choose(game, HUNTER, "b1")
    choose(game, HUNTER, "Stay")
    assert asked(game, GUARD)["prompt"] == "Plan"
    assert "Sneak" not in str(game.view(GUARD)) + str(game.view(OTHER) if OTHER in game.seats else "")
    assert any(line["text"].endswith("Sneak.") for line in game.log(HUNTER))
    assert any(line["text"].endswith("Sneak.") for line in game.log())


def test_what_is_offered_openly_is_told() -> None:
    game = at_turn(OPENLY)
    assert asked(game, GUARD)["rule"] == "Turn"
    choose(game, HUNTER, "Sneak")
    assert any("Sneak" in line["text"] for line in game.log(GUARD))


def test_what_the_action_does_is_told_as_anything_else() -> None:
    game = at_turn()
    choose(game, HUNTER, "Sneak")
    choose(game, HUNTER, "b1")
    choose(game, HUNTER, "Stay")
    choose(game, GUARD, "2")
    choose(game, HUNTER, "Knock")
    assert asked(game, HUNTER)["prompt"] == "Knock: with which n?"
    assert asked(game, GUARD)["prompt"] == "Notes"
    choose(game, HUNTER, "2")
    told = [line["text"] for line in game.log(GUARD)]
    assert "A knock." in told and "Alarms 2 (+2)." in told and not any("Knock" in one for one in told)


def test_an_action_that_is_done_in_secret_is_no_phase_of_others() -> None:
    game = at_turn()
    choose(game, HUNTER, "Sneak")
    assert game.view(HUNTER)["phases"][-1:] == ["Sneak"] and "Sneak" not in game.view(GUARD)["phases"]


def test_who_can_do_nothing_is_asked_all_the_same() -> None:
    game = begun(UNABLE, 2)
    choose(game, GUARD, "1")
    assert game.waiting() == [HUNTER]
    assert [one["label"] for one in asked(game, HUNTER)["options"]] == ["Nothing"]
    game.answer(0, HUNTER)
    assert game.waiting() == [GUARD]


@pytest.mark.parametrize(("needs", "label"), [("limit 1 per turn", "Sneak"), ("needs steps > 9", "Nothing")])
def test_whether_hidden_things_leave_a_choice_is_not_told_by_asking(needs: str, label: str) -> None:
    """At home the Shade cannot knock, and others do not know where it is: so its player is asked anyway."""
    text = HIDE.replace(" SECRETLY", "").replace("limit 1 per turn", needs, 1)
    game = at_turn(text)
    assert game.waiting() == [HUNTER] and not asked(game, HUNTER).get("secret")
    assert [one["label"] for one in asked(game, HUNTER)["options"]] == [label]
    played = play(text, (2, 1), players=2)
    assert played.options[0] == ("sneak" if label == "Sneak" else -1), "asked alike by both back ends"


def test_what_everybody_can_see_leaves_nothing_to_ask() -> None:
    game = at_turn(HIDE.replace(" SECRETLY", "").replace("  place seen by player.1\n", ""))
    assert asked(game, HUNTER)["prompt"] == "Step to", "the one action has begun"


def test_one_action_is_asked_for_and_runs_alike_on_both_back_ends() -> None:
    played = play(ONLY, 1, "sneak", "b1", "Stay", 2, "knock", 2, players=2)
    assert played.options == [1, 2, 3, "chalk_up"] and played.game("alarms") == 2
    assert play(UNABLE, 1, -1, 3, players=2).options == [-1, "chalk_up"]


def test_moments_are_counted_as_a_seat_can_tell_them_apart() -> None:
    game = at_turn()
    mine, its = game.moment(GUARD), game.moment(HUNTER)
    choose(game, HUNTER, "Sneak")
    choose(game, HUNTER, "b1")
    choose(game, HUNTER, "c1")
    assert game.moment(GUARD) == mine + 1 == game.view(GUARD)["number"] == asked(game, GUARD)["number"]
    assert game.moment(HUNTER) == its + 3
    again = at_turn()
    choose(again, HUNTER, "Be still")
    assert seen(again) == seen(game)


def test_a_copy_and_what_was_taken_back_have_their_own_numbers() -> None:
    game = at_turn()
    copy, number = game.clone(), game.moment(HUNTER)
    choose(copy, HUNTER, "Sneak")
    assert (game.moment(HUNTER), copy.moment(HUNTER)) == (number, number + 1)
    copy.undo(HUNTER)
    assert copy.moment(HUNTER) == number and seen(copy) == seen(game)


def test_notes_at_any_time_show_nothing_of_a_secret_question() -> None:
    game = at_turn()
    shown = [asked(game, GUARD)]
    choose(game, HUNTER, "Sneak")
    shown.append(asked(game, GUARD))
    choose(game, HUNTER, "b1")
    shown.append(asked(game, GUARD))
    assert shown[0] == shown[1] == shown[2]
    assert shown[0]["rule"] is None and [one["id"] for one in shown[0]["options"]] == [0]
    choose(game, GUARD, "Chalk")
    choose(game, GUARD, "Chalk")
    assert [one["count"] for one in game.view(GUARD)["piles"] if one["name"] == "marks"] == [1]
    assert asked(game, HUNTER)["prompt"] == "Step to"


def test_nobody_finds_out_by_trying_whether_a_secret_question_was_answered() -> None:
    game, refused = at_turn(), []
    for step in (None, "Sneak", "b1"):
        if step is not None:
            choose(game, HUNTER, step)
        for ids in (0, 1, 7, [0, 1]):
            if ids != 0:
                with pytest.raises(NotOffered) as wrong:
                    game.answer(ids, GUARD)
                refused.append(str(wrong.value))
        for back in (game.undo, game.redo):
            with pytest.raises(CannotUndo) as stands:
                back(GUARD)
            refused.append(str(stands.value))
    assert refused[: len(refused) // 3] * 3 == refused


def test_at_one_table_nobody_takes_back_what_somebody_else_did_in_secret() -> None:
    session = TableSession(at_turn(), (GUARD, HUNTER))
    choose(session.game, HUNTER, "Sneak")
    choose(session.game, HUNTER, "b1")
    assert session.undo(GUARD) == "Somebody else has been asked in secret."
    assert session.undo(HUNTER) is None and session.redo(GUARD) == session.undo(GUARD)
    assert session.redo(HUNTER) is None and session.undo(None) is None, "the designer may"


@pytest.mark.parametrize("steps", [("Be still",), ("Sneak", "b1", "Stay"), ("Sneak", "b1", "c1")])
def test_whether_an_answer_can_be_taken_back_does_not_tell_what_a_bot_did_since(steps: Any) -> None:
    session = TableSession(at_turn(), (GUARD,))
    for step in steps:
        choose(session.game, HUNTER, step)
    before = seen(session.game)
    assert session.undo(GUARD) == "Somebody else has been asked in secret." and seen(session.game) == before


def test_options_are_numbered_for_each_seat_where_all_choose_at_once() -> None:
    text = """
player has:
  bid: number, seen by owner
kind coin is card:
  worth: number
coin gold "Gold":
  worth: 3
coin tin "Tin":
  worth: 1
player has:
  purse: pile of coin, seen by owner
to play:
  move all(coins) to player.1.purse
  together for each player:
    choose n from 0 to count(player.purse where it.worth > 1) + 1 secretly
    set player.bid to n
"""
    game = begun(text, 2)
    assert [[one["id"] for one in asked(game, seat)["options"]] for seat in game.seats] == [
        [0, 1, 2],
        [0, 1],
    ]
    game.answer(1, GUARD)
    assert game.waiting() == [HUNTER]
    game.answer(2, HUNTER)
    assert game.over is not None and game.answers[0]["chosen"] == ["1"]


# ------------------------------------------------------------------ what one seat may keep


def two_quiet_games() -> tuple[Game, Game]:
    """Two games in which the hunter did different things that nobody could notice."""
    games = at_turn(), at_turn()
    for game, steps in zip(games, (("Sneak", "b1", "c1"), ("Be still",)), strict=True):
        for step in steps:
            choose(game, HUNTER, step)
        choose(game, GUARD, "3")
    return games


def test_what_a_seat_has_seen_is_the_same_whatever_others_did_in_secret() -> None:
    one, other = two_quiet_games()
    mine = json.loads(json.dumps(one.seen(GUARD)))
    assert mine == other.seen(GUARD) and problems("seen", mine) == []
    assert one.seen(HUNTER) != other.seen(HUNTER)
    assert "seed" not in mine and "chance" not in json.dumps(mine)


def test_every_moment_is_in_what_a_seat_has_seen_with_its_own_answers() -> None:
    game = at_turn()
    shown = [game.view(HUNTER)]
    for step in ("Sneak", "b1", "Stay"):
        choose(game, HUNTER, step)
        shown.append(game.view(HUNTER))
    seen = game.seen(HUNTER)
    assert list(views(seen))[1:] == shown and checked(seen) == (len(shown) + 1, shown[-1])
    assert [one["answer"] for one in seen["moments"]] == [
        None,
        ["Sneak"],
        ["b1"],
        ["Stay"],
    ]
    assert [one["answer"] for one in game.seen(GUARD)["moments"]] == [["1"], None]


def test_of_a_game_that_was_played_a_seat_is_shown_what_it_could_tell_apart() -> None:
    session = TableSession(begun(SECRET, 2), ())
    assert len(session.timeline) == 0
    for seat, label in ((GUARD, "1"), (HUNTER, "Sneak"), (HUNTER, "b1"), (HUNTER, "Stay"), (GUARD, "2")):
        ids = [one["id"] for one in asked(session.game, seat)["options"] if one["label"] == label]
        assert session.answer(seat, ids) is None
    assert session.distinguishable(GUARD) == [0, 1, 4, 5] and session.distinguishable(HUNTER) == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]
    film = [one["view"]["number"] for one in moments(session, GUARD)]
    assert film == [1, 2, 3, 4]


def test_a_damaged_record_is_refused() -> None:
    seen = at_turn().seen(GUARD)
    damaged = [
        *(
            (change, "moments.0. fits nowhere")
            for change in (
                ["nowhere", 1, 1],
                ["nowhere", 1],
                ["log", 999, 1],
                ["log", -1, 1],
                ["log", "x", 1],
            )
        ),
        *((change, "moments.0. fits nowhere") for change in (["log"], 3, ["number", 1, 1], [[], 1])),
        (["number", "x"], "make no view"),
    ]
    for path, what in damaged:
        broken = copy.deepcopy(seen)
        broken["moments"][0]["changes"].append(path)
        with pytest.raises(BadSave, match=what):
            checked(broken)
    with pytest.raises(BadSave, match="seat"):
        checked({**seen, "seat": None})


def test_what_a_seat_has_seen_is_no_save() -> None:
    game = at_turn()
    with pytest.raises(BadSave):
        Game.load(game.machine.program.data, game.seen(HUNTER))


# ------------------------------------------------------------------ whole games, with a twin


def test_a_twin_looks_the_same_whatever_is_done_in_secret() -> None:
    result = Compared()
    for seed in range(3):
        compare(begun(SECRET, 3, seed), HUNTER, seed, 50, result)
        compare(begun(ONLY, 2, seed), HUNTER, seed, 50, result)
    assert result.differed > result.moments / 2 and result.steps > 10


def test_what_is_laid_open_in_the_end_may_differ() -> None:
    text = SECRET.replace("repeat:\n    choose n", "repeat 2:\n    choose n")
    text = text.replace("    turn\nto turn", "    turn\n  reveal shade\nto turn")
    result = Compared()
    for seed in range(4):
        compare(begun(text, 2, seed), HUNTER, seed, 30, result)
    assert "reveal shade" in text and result.differed > result.moments / 3


LEAKS = {
    "what is offered openly": OPENLY,
    "a title that is told": SECRET.replace("    raise steps by 1\n", "    tiptoe\n")
    + 'to tiptoe "Tiptoe":\n  raise steps by 1\n',
    "a choice that is not secret": SECRET.replace('asking "Step to" secretly', 'asking "Step to"'),
    "somebody is asked whom nobody expects": SECRET.replace(
        "    raise steps by 1\n",
        '    raise steps by 1\n    choose m from 1 to 2 by player.3 asking "Did you hear that?"\n',
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_rules_that_leak_are_found_out(leak: str) -> None:
    with pytest.raises(AssertionError, match="seed"):  # noqa: PT012 (with one of the seeds)
        for seed in range(6):
            compare(begun(LEAKS[leak], 3, seed), HUNTER, seed, 50)


def every_answer(moments: Moments, seats: Any, shown: Any, by: int | None = None) -> None:
    for seat in seats:
        moments._numbers[seat] = moments._numbers.get(seat, 0) + 1


def shows_the_question(sight: Any, number: int, waiting: list[str], extras: Any) -> Any:
    return {**besides(sight, number, waiting, extras), "least": len(sight.state.q[1])}


def counting(question: Any, site: Any, extras: Any, seat: int, ids: Any, title: str) -> Any:
    try:
        return meant(question, site, extras, seat, ids, title)
    except NotOffered:
        raise NotOffered(f"That is none of the {len(question[1])} options.") from None


ENGINE = {
    "every answer is a moment": (Moments, "pass_on", every_answer),
    "anybody may try to take back": (Game, "_may_look_back", lambda game, seat: None),
    "all titles are phases": (phases, "known", lambda running, seat: tuple(verb for verb, *_ in running)),
    "a note shows the question": (questions, "besides", shows_the_question),
    "a refusal counts the options": (answers, "meant", counting),
}


@pytest.mark.parametrize("broken", ENGINE)
def test_an_engine_that_leaks_is_found_out(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, instead = ENGINE[broken]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(AssertionError, match="seed"):  # noqa: PT012 (with one of the seeds)
        for seed in range(6):
            compare(begun(SECRET, 3, seed), HUNTER, seed, 50)


SNIPER = [("launch_facility", 2), ("submarine_bunker", 3)]


@pytest.mark.parametrize(("mission", "players"), SNIPER)
def test_the_defenders_cannot_tell_what_the_sniper_does_in_secret(mission: str, players: int) -> None:
    game = Game.start(program("sniper_elite", mission), 1, players)
    result = compare(game, HUNTER, 1, 25)
    assert result.differed > 8


@pytest.mark.soak
@pytest.mark.parametrize(("mission", "players"), [(mission, n) for mission, _ in SNIPER for n in (2, 3, 4)])
def test_over_whole_games_the_defenders_cannot_tell(mission: str, players: int) -> None:
    for seed in range(5):
        compare(Game.start(program("sniper_elite", mission), seed, players), HUNTER, seed, 400)


@pytest.mark.parametrize("name", NAMES)
def test_what_chance_draws_unseen_is_named_to_nobody(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The box is open to all: what is drawn there by chance and put where a seat cannot look must be drawn
    from a hidden pile.
    """
    drawn: set[int] = set()
    told: list[str] = []
    tell = Teller.tell_one

    def watched(teller: Teller, event: Event, answering: int | None) -> str | None:
        if event[0] == ev.CHANCE:
            drawn.update(event[2] if isinstance(event[2], tuple) else [event[2]])
        if event[0] != ev.MOVE or event[1] not in drawn:
            return tell(teller, event, answering)
        thing = event[1]
        drawn.discard(thing)
        if event[2] != teller.index.box:
            return tell(teller, event, answering)
        before = [seat for seat in teller.seats if teller.sight(seat).visibility.name(thing)]
        sealed = tell(teller, event, answering)
        lost = [seat for seat in before if not teller.sight(seat).visibility.name(thing)]
        told.extend(f"{seat} reads that it is {teller.index.name(thing)} [{event[-1]}]" for seat in lost)
        return sealed

    monkeypatch.setattr(Teller, "tell_one", watched)
    for seed in (1, 2):
        made = program(name)
        game = Game.start(made, seed, made["game"]["players"][-1])
        wander(game, 60, RandomBot(seed))
    assert told == []
