"""What holds for every game as its players see it: views, logs, questions, undo, saves, recordings."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from support.indistinguishable import seen_by
from support.scenarios import NAMES, begun, program, table, wander
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.game import CannotUndo, Game, NotOffered
from tilewright.runtime.history.replay import document, play
from tilewright.schemas.load import problems

every_table = pytest.mark.parametrize(
    ("name", "seats", "seed"), [(name, *one) for name in NAMES for one in (("fewest", 1), ("most", 2))]
)


def game_of(name: str, seats: str, answers: int, seed: int) -> Game:
    return begun(name, answers, seed, table(name, seats))


def all_seats(game: Game) -> list[str | None]:
    return [None, *game.seats]


@every_table
def test_whoever_is_waited_for_has_an_option(name: str, seats: str, seed: int) -> None:
    game = game_of(name, seats, 40, seed)
    assert (game.over is None) == bool(game.waiting())
    for seat in game.waiting():
        question = game.question(seat)
        assert question is not None
        assert question["options"] or (question["sort"] == "several" and question["least"] == 0)
        assert len({one["id"] for one in question["options"]}) == len(question["options"])
        assert all(one["label"] for one in question["options"]) and question["prompt"]
        assert all(one["reason"] for one in question["refused"])


@every_table
def test_a_saved_game_is_the_same_for_all_seats_and_goes_on_alike(name: str, seats: str, seed: int) -> None:
    game = game_of(name, seats, 25, seed)
    saved = json.loads(json.dumps(game.save()))
    assert problems("save", saved) == []
    read = Game.load(program(name), saved)
    assert read.state == game.state
    assert [read.view(seat) for seat in all_seats(read)] == [game.view(seat) for seat in all_seats(game)]
    for one in (game, read):
        wander(one, 10, RandomBot(7))
    assert read.digest() == game.digest() and read.log() == game.log()


@every_table
def test_a_copy_of_a_game_shares_nothing(name: str, seats: str, seed: int) -> None:
    game = game_of(name, seats, 15, seed)
    before, told = game.digest(), game.log()
    copy = game.clone()
    assert copy.digest() == before and copy.view() == game.view()
    wander(copy, 10, RandomBot(3))
    assert game.digest() == before and game.log() == told


@every_table
def test_undo_then_redo_is_nothing(name: str, seats: str, seed: int) -> None:
    game, bot = game_of(name, seats, 0, seed), RandomBot(seed)
    for _ in range(30):
        if game.state.q is None:
            break
        before, log = game.digest(), game.log()
        wander(game, 1, bot)
        after, view, told = game.digest(), game.view(), game.log()
        try:
            game.undo()
        except CannotUndo:
            continue
        assert game.digest() == before and game.log() == log
        game.redo()
        assert game.digest() == after and game.view() == view and game.log() == told


@every_table
def test_undo_never_crosses_a_draw_or_a_revelation(name: str, seats: str, seed: int) -> None:
    game, bot = game_of(name, seats, 0, seed), RandomBot(seed)
    for _ in range(60):
        if game.state.q is None:
            break
        chance, known = game.state.r, {seat: names_known(game, seat) for seat in game.seats}
        wander(game, 1, bot)
        learned = any(names_known(game, seat) - known[seat] for seat in game.seats)
        if chance != game.state.r or learned:
            digest = game.digest()
            with pytest.raises(CannotUndo):
                game.undo()
            assert game.digest() == digest


def names_known(game: Game, seat: str) -> set[int]:
    """The things off the box of which a seat knows which they are."""
    visibility = game.seat_view(seat).visibility
    lying = [one for one, place in enumerate(game.state.at[:-1]) if place >= 0]
    return {one for one in lying if visibility.name(one) and visibility.where(one)}


@every_table
def test_a_refused_answer_changes_nothing_that_anybody_sees(name: str, seats: str, seed: int) -> None:
    game = game_of(name, seats, 12, seed)
    before, views = game.digest(), [game.view(seat) for seat in all_seats(game)]
    wrong: list[Any] = [-1, 10**6, [0, 0], [10**6]]
    for ids in wrong:
        with pytest.raises(NotOffered):
            game.answer(ids)
    others = [seat for seat in game.seats if seat not in game.waiting()]
    if others and game.state.q is not None and not game.extras():
        with pytest.raises(NotOffered):
            game.answer(0, others[0])
    assert game.digest() == before and [game.view(seat) for seat in all_seats(game)] == views


@every_table
def test_views_fit_their_schema(name: str, seats: str, seed: int) -> None:
    game = game_of(name, seats, 20, seed)
    for seat in all_seats(game):
        assert problems("view", game.view(seat)) == []


@every_table
def test_a_recording_is_played_to_the_same_end(name: str, seats: str, seed: int) -> None:
    game = game_of(name, seats, 25, seed)
    recording = json.loads(json.dumps(document(game)))
    assert problems("replay", recording) == []
    again = play(Game.start(program(name), recording["seed"], recording["players"]), recording["answers"])
    assert again.diverged is None and again.game.digest() == game.digest()
    assert [again.game.log(seat) for seat in all_seats(game)] == [game.log(seat) for seat in all_seats(game)]


# ------------------------------------------------------------------ what is hidden stays so


@every_table
def test_nothing_a_seat_is_told_moves_when_only_hidden_things_do(name: str, seats: str, seed: int) -> None:
    hidden_stays_hidden(name, seats, (seed,), moments=2, apart=15)


@pytest.mark.soak
@every_table
def test_over_whole_games_nothing_hidden_shows(name: str, seats: str, seed: int) -> None:
    hidden_stays_hidden(name, seats, range(2 + seed, 6, 2), moments=20, apart=7)


@every_table
def test_nobody_sees_into_what_was_shuffled(name: str, seats: str, seed: int) -> None:
    game, bot, told = game_of(name, seats, 0, seed), RandomBot(seed), 0
    for _ in range(40):
        shuffled = {line["data"]["place"] for line in game.log()[told:] if line["sort"] == "shuffle"}
        told = len(game.log())
        for seat in game.seats if shuffled else ():
            piles = {pile["place"]: pile["things"] for pile in game.view(seat)["piles"]}
            assert not [one for one in shuffled & piles.keys() if piles[one]]
        wander(game, 1, bot)


def hidden_stays_hidden(name: str, seats: str, seeds: Any, moments: int, apart: int) -> None:
    for seed in seeds:
        game, bot = game_of(name, seats, 0, seed), RandomBot(seed)
        for moment in range(moments):
            wander(game, apart if moment else 0, bot)
            for seat in game.seats:
                seen = game.view(seat)
                for what, other in others_like(game, seat):
                    assert other.view(seat) == seen, f"seed {seed}, moment {moment}, {what} for {seat}"


def others_like(game: Game, seat: str) -> list[tuple[str, Game]]:
    """Games that this seat cannot tell from the one it plays: another order, another thing under a back."""
    found = []
    for place in unseen_piles(game, seat):
        other = game.clone()
        *under, top = other.state.z[place]
        other.state.z[place] = (*under[::-1], top)
        found.append((f"the order of {game.index.name(place)}", other))
    for one, another in unknown_pairs(game, seat):
        other = game.clone()
        swap(other, one, another)
        found.append((f"{game.index.name(one)} and {game.index.name(another)}", other))
    return found


def unseen_piles(game: Game, seat: str) -> list[int]:
    """The piles that a seat does not see into and that hold a few things it does not know."""
    visibility = game.seat_view(seat).visibility
    places = range(game.index.size + 1, game.index.size + len(game.index.places))
    unseen = [place for place in places if not visibility.listed(place)]
    z = game.state.z
    return [
        place for place in unseen if len(z[place]) > 2 and not any(visibility.shown(one) for one in z[place])
    ]


def unknown_pairs(game: Game, seat: str) -> list[tuple[int, int]]:
    """Two things in places that this seat does not see into, of equal backs, a pair for each kind of back."""
    sight = game.seat_view(seat)
    alike: dict[Any, dict[int, int]] = defaultdict(dict)
    for place in unseen_piles(game, seat):
        declared = game.index.places[place - game.index.size]
        # What a rule lays aside for somebody may be bound to stay there: only draw piles are mixed.
        if declared.get("owner") is None:
            for one in game.state.z[place][:-1]:
                if not any(game.state.z[own] for own in game.index.own_places(one)):
                    alike[declared.get("holds"), str(sight.back(one))].setdefault(place, one)
    return [(ones[0], ones[1]) for found in alike.values() if len(ones := list(found.values())) > 1]


def swap(game: Game, one: int, another: int) -> None:
    """Two things change places."""
    state, changed = game.state, {one: another, another: one}
    for place in (state.at[one], state.at[another]):
        state.z[place] = tuple(changed.get(thing, thing) for thing in state.z[place])
    state.at[one], state.at[another] = state.at[another], state.at[one]


@every_table
def test_hidden_things_show_in_no_question_and_no_line_that_follows(name: str, seats: str, seed: int) -> None:
    """Where somebody else answers and nothing hidden is touched, both games tell this seat the same."""
    game = game_of(name, seats, 6, seed)
    for seat in game.seats[:2]:
        for what, other in others_like(game, seat)[:3]:
            mine, its, bot = game.clone(), other, RandomBot(11)
            for _ in range(4):
                if mine.state.q is None or mine.state.q != its.state.q:
                    break
                answer, by = bot.answer(mine.state.q)
                for one in (mine, its):
                    one.give(by, [answer] if isinstance(answer, int) else answer)
                if mine.state.r != game.state.r or depends(mine) or depends(its):
                    break  # from here on the games may differ for good reasons
                assert seen_by(mine, seat) == seen_by(its, seat), f"{what} for {seat}"


def depends(game: Game) -> bool:
    """Whether the last answer was decided by something that was hidden, or has shown something."""
    return game._past[-1].sealed is not None
