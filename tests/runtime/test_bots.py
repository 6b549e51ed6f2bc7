"""Bots, and many games of them."""

from __future__ import annotations

from typing import Any

import pytest

from support.packages import write_package
from support.rules import begun, rules
from support.tiny import tiny
from tilewright.cli.seats import SORTS
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.problems.render import render_text
from tilewright.runtime.bots import BOTS, Bot, GreedyBot, RandomBot, open_member
from tilewright.runtime.engine.engine import Machine, NotOffered, link, option_count
from tilewright.runtime.evaluating.program_index import ProgramIndex
from tilewright.runtime.playouts import play_out
from tilewright.runtime.questions import document as questions
from tilewright.runtime.seats.determinize import dealt, unknown
from tilewright.runtime.seats.handles import Handles
from tilewright.runtime.seats.seat_view import SeatView
from tilewright.runtime.simulating import simulate
from tilewright.runtime.state.state import AGREE, TOGETHER, State

# Four times everybody takes one of two coins, or the unknown one on the deck. One menu is open at any time.
RACE = """\
system race:
  players: 1 to 3

kind coin is card:
  value: number
coins:
  | coin   | value | copies |
  | copper | 1     | 4      |
  | silver | 5     | 4      |
  | gold   | 20    | 4      |
game has:
  deck: pile of coin, seen by nobody
  spent: pile of coin
player has:
  hand: pile of coin, seen by owner
  secret: number 1 to 6, seen by owner
  score: number
define worth(player): number = player.score

menu whims for player, at any time
action spend by (player) with (coin from player.hand):
  in whims
  move coin to spent
  raise player.score by 1

to play:
  move spares(coin) to deck
  shuffle deck
  for each p in players: set p.secret to 3
  repeat 4:
    for each p in players:
      as p:
        move p.hand to spent
        repeat 2: move deck.top to p.hand
        choose c from p.hand + list(deck.top) asking "Which coin?", or "None": skip
        raise p.score by c.value
        move c to spent
        if deck is empty: move spent to deck
  together for each p in players:
    choose c from spent by p asking "All at once"
    raise p.score by c.value
  choose c from spent by all of players asking "All the same"
  move c to box
  win first(players with most it.score)
"""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("race"), RACE)


def compiled(folder: Any, rules: str) -> Any:
    package, _ = read_package(write_package(folder / "game", {"rules.wright": rules}))
    assert package is not None
    found = compile_package(package)
    assert found.program is not None, render_text(found.problems, package)
    return found.program


# ------------------------------------------------------------------ answering


def test_equal_seeds_give_equal_reports(race: Any) -> None:
    for bot in BOTS:
        reports = [simulate(race, 3, seed=6, players=3, bot=bot, cards=True).to_json() for _ in range(2)]
        for report in reports:
            report.pop("cpu_seconds"), report.pop("choices_per_second")
        assert reports[0] == reports[1]
        assert reports[0]["outcomes"] == {"win": 3} and reports[0]["stuck"] == []
        assert reports[0]["bot"] == bot


def test_processes_change_nothing() -> None:
    alone, together = (simulate(tiny(), 12, seed=5, players=2, jobs=jobs) for jobs in (1, 2))
    assert (alone.lengths, alone.wins) == (together.lengths, together.wins)


def test_a_bot_picks_as_many_as_are_asked_for() -> None:
    bot = RandomBot(1)
    for _ in range(100):
        picked = bot.some((7, 8, 9, 10), 1, 3)
        assert 1 <= len(picked) <= 3 and len(set(picked)) == len(picked) and max(picked) < 4


@pytest.mark.parametrize("sort", BOTS)
def test_a_bot_answers_for_every_seat_that_is_asked(race: Any, sort: str) -> None:
    """Where several are asked any of them may be the first, and each can be told to answer for itself."""
    machine = link(race)
    first: dict[int, set[int]] = {TOGETHER: set(), AGREE: set()}
    for seed in range(12):
        for question, _, seat in played(machine, BOTS[sort](seed), seed):
            if question[0] in first and all(one is None for one in question[5]):
                first[question[0]].add(seat)
    assert all(len(seats) == 3 for seats in first.values())
    for asked in (TOGETHER, AGREE):
        state = before(machine, asked)
        for seat in reversed(range(*machine.program.players)):
            answer, by = BOTS[sort](1).play(machine, state, seat)
            assert by == seat
            machine.answer(state, answer, seat)
        assert state.q is None or state.q[0] != asked


@pytest.mark.parametrize("sort", BOTS)
def test_a_bot_does_what_can_be_done_at_any_time(race: Any, sort: str) -> None:
    machine = link(race)
    every = [one for seed in range(8) for one in played(machine, BOTS[sort](seed), seed)]
    assert any(
        question[0] not in (AGREE, TOGETHER) and answer >= len(question[1]) for question, answer, _ in every
    )


def test_the_command_line_knows_every_bot() -> None:
    assert ("human", *BOTS) == SORTS


def test_nothing_is_done_on_top_of_choosing_what_to_do(race: Any) -> None:
    """Else somebody could go on beginning the same action for ever."""
    machine = link(race)
    state = machine.start(1, 1)
    assert machine.any_time(state)
    machine.answer(state, option_count(state.q or ()))
    assert state.q is not None and machine.any_time(state) == []
    with pytest.raises(NotOffered):
        machine.answer(state, option_count(state.q))


# ------------------------------------------------------------------ looking ahead


def test_the_greedy_bot_takes_what_is_worth_more(race: Any) -> None:
    machine = link(race)
    scores = {
        sort: sum(score(machine, play_out(machine, seed, 3, BOTS[sort](seed))) for seed in range(12))
        for sort in BOTS
    }
    assert scores["greedy"] > 1.3 * scores["random"]


# Five rounds, in which one of eighteen ways to turn the dials is right. A mark is made and wiped at any time.
LOCK = """\
system lock:
  players: 1 to 1

kind dial is token:
  number: number
dials:
  | dial  | number |
  | left  | 1      |
  | mid   | 2      |
  | right | 3      |
kind mark is token
mark chalk "Chalk"
game has:
  door: pile of mark
player has:
  score: number
  marks: number
define worth(player): number = player.score

menu notes for player, at any time
action write by (player):
  in notes
  needs door is empty, "It is written"
  move chalk to door
  raise player.marks by 1
action wipe by (player):
  in notes
  needs door is not empty, "Nothing is written"
  move chalk to box
  raise player.marks by 1

menu turns for player
action try by (player) with (a: dial from all(dials)) at (b: dial from all(dials)) to (
    c: dial from dials_left(a)):
  in turns
  if a is mid and b is right and c is left: raise player.score by 1
action wait by (player):
  in turns
  say "Nothing."

define dials_left(used: dial): list of dial = all(dials) where it is not used

to play:
  repeat 5:
    offer turns to player.1
  draw
"""


@pytest.fixture(scope="module")
def lock(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return link(compiled(tmp_path_factory.mktemp("lock"), LOCK))


def test_the_greedy_bot_tries_whole_actions(lock: Machine) -> None:
    """The right parts of an action are found together; by one part at a time none is better than another."""
    found = sum(score(lock, play_out(lock, seed, 1, GreedyBot(seed))) for seed in range(12))
    by_chance = sum(score(lock, play_out(lock, seed, 1, RandomBot(seed))) for seed in range(12))
    assert found > 3 * by_chance > 0, (found, by_chance)


def test_the_greedy_bot_does_nothing_for_nothing(lock: Machine) -> None:
    """What can be done and undone at any time would else promise whatever comes after it."""
    marks = lock.program.columns["player", "marks"].base + lock.program.number["player.1"]
    ends = [[play_out(lock, seed, 1, BOTS[sort](seed)).v[marks] for seed in range(12)] for sort in BOTS]
    assert any(ends[0]) and not any(ends[1])


@pytest.mark.parametrize("seed", range(4))
def test_the_greedy_bot_hopes_for_nothing_where_no_worth_can_be_found(seed: int) -> None:
    text = """
game has:
  n: number = 1
define worth(player): number = 10 / (3 - n) - 20
to play:
  choose k from 2 to 3 by player.1
  set n to k
  choose j from 1 to 2 by player.1
"""
    machine = rules(text)
    state = machine.start(1, 1)
    assert GreedyBot(seed).play(machine, state) == (0, machine.program.players[0])


def test_cards_that_come_into_play_are_counted(tmp_path: Any) -> None:
    rules = RACE.replace("spent: pile of coin", "spent: pile of coin, in play").replace(
        "4      |", "1      |"
    )
    report = simulate(compiled(tmp_path, rules), 20, players=1, cards=True).to_json()
    assert set(report["cards"]) == {"copper", "silver", "gold"}
    assert all(0 < count <= 20 for count in report["cards"].values())
    assert simulate(tiny(), 1).to_json()["cards"] is None


def test_it_does_not_see_what_its_seat_does_not_know(race: Any) -> None:
    """Two positions that look alike to a seat are answered alike."""
    machine = link(race)
    index = ProgramIndex(machine.program)
    for seed in range(6):
        state, bots = machine.start(seed, 3), (GreedyBot(seed), GreedyBot(seed))
        for _ in range(5):
            seat = questions.awaited(state.q or ())[0]
            deals = (dealt(state, unknown(index, state, seat), luck) for luck in range(100, 120))
            twin = next(deal for deal in deals if deal.z != state.z)
            twin.r = state.r
            assert look(index, twin, seat) == look(index, state, seat)
            answers = [bot.play(machine, one, seat) for bot, one in zip(bots, (state, twin), strict=True)]
            assert answers[0] == answers[1]
            machine.answer(state, *answers[0])


def test_what_a_seat_knows_is_never_dealt_anew(race: Any) -> None:
    machine = link(race)
    index = ProgramIndex(machine.program)
    state = machine.start(3, 2)
    first, second = machine.program.number["player.1"], machine.program.number["player.2"]
    column = machine.program.columns["player", "secret"]
    seen = set()
    for seed in range(40):
        copy = dealt(state, unknown(index, state, first), seed)
        hand = machine.program.number["player.1.hand"]
        assert copy.z[hand] == state.z[hand] and copy.v[column.base + first] == 3
        assert [len(content) for content in copy.z] == [len(content) for content in state.z]
        seen.add(copy.v[column.base + second])
    assert len(seen) > 2  # the other's secret
    assert dealt(state, unknown(index, state, None), 1).z == state.z, "the designer knows everything"


def played(machine: Machine, bot: Bot, seed: int) -> list[tuple[Any, Any, int]]:
    """Every question of a game for three, its answer and who gave it."""
    state, found = machine.start(seed, 3), []
    while state.q is not None:
        question = state.q
        answer, seat = bot.play(machine, state)
        found.append((question, answer, seat))
        machine.answer(state, answer, seat)
    return found


def before(machine: Machine, sort: int) -> State:
    """A game for three at its first question of a sort."""
    state, bot = machine.start(1, 3), RandomBot(1)
    while state.q is not None and state.q[0] != sort:
        machine.answer(state, *bot.answer(state.q))
    return state


def score(machine: Machine, state: State) -> int:
    column = machine.program.columns["player", "score"]
    return int(state.v[column.base + machine.program.number["player.1"]])  # type: ignore[arg-type]


def look(index: ProgramIndex, state: State, seat: int) -> Any:
    """What the seat sees of things and piles."""
    document = SeatView(index, state, seat, Handles()).document(None, [], [], [])
    return document["things"], document["piles"], document["players"]


SPIES = """\
system spies:
  players: 2 to 2

define hunted: player = first(players)
game has:
  number: number = 3, seen by nobody
relation step between squares:
  joins sides
kind spy is figure:
  place seen by hunted
spy shadow "Shadow"
spy decoy "Decoy"

board yard of square "Yard":
  drawing:
    +---+---+---+
    | .   .   . |
    +   +   +   +
    | .   .   . |
    +---+---+---+

to play:
  move shadow to first(squares)
  move decoy to nth(squares, 2)
  for each p in players:
    choose s from squares by p asking "Where?"
  draw
"""


def test_a_figure_that_is_not_seen_may_stand_anywhere(tmp_path: Any) -> None:
    anywhere = {"a1", "b1", "c1", "a2", "b2", "c2"}
    assert where_it_may_be(tmp_path, "") == {"player.1": {"a1"}, "player.2": anywhere}, "who is hunted knows"


def test_or_where_its_kind_says_that_it_can_be(tmp_path: Any) -> None:
    among = ", else among neighbours(nth(squares, 3), step)"
    assert where_it_may_be(tmp_path, among) == {"player.1": {"a1"}, "player.2": {"b1", "c2"}}


@pytest.mark.parametrize("among", ["list()", "neighbours(this.space, step)", "list(nth(squares, number))"])
def test_what_tells_nothing_or_more_than_the_seat_may_know_is_ignored(tmp_path: Any, among: str) -> None:
    found = where_it_may_be(tmp_path, f", else among {among}")
    assert found["player.1"] == {"a1"} and len(found["player.2"]) == 6


def where_it_may_be(tmp_path: Any, otherwise: str) -> dict[str, set[str]]:
    """The spaces where deals for either seat put a figure that stands on a1."""
    rules = SPIES.replace("seen by hunted", f"seen by hunted{otherwise}")
    package, _ = read_package(write_package(tmp_path / "game", {"rules.wright": rules}))
    assert package is not None
    found = compile_package(package, board="yard")
    assert found.program is not None, render_text(found.problems, package)
    machine = link(found.program)
    index, number = ProgramIndex(machine.program), machine.program.number
    state, luck = machine.start(1, 2), RandomBot(5)
    shadow, names = number["shadow"], [one["name"] for one in machine.program.entities]
    return {
        seat: {
            names[dealt(state, unknown(index, state, number[seat]), luck.below(2**31)).at[shadow]]
            for _ in range(60)
        }
        for seat in ("player.1", "player.2")
    }


GEMS = """
kind gem is card
gem ruby:
  copies: 5
game has:
  deck: pile of gem
  sum: number
player has:
  hand: pile of gem
define worth(player): number = count(player.hand)
mission day:
  setup: move all(gems) to deck
to play:
  repeat 4:
    together for each player:
      choose any number of some from deck by player
      raise sum by count(some)
    choose exactly 2 taken from deck by player.1, or "Pass": lower sum by 1
    raise sum by count(taken)
    choose any number of more from deck by player.2
    move more to player.2.hand
  win
"""


@pytest.mark.parametrize("sort", sorted(BOTS))
def test_a_bot_names_several_alone_and_together_with_others(sort: str) -> None:
    for seed in range(6):
        end = play_out(rules(GEMS), seed, 2, BOTS[sort](seed))
        assert end.over is not None and end.over.outcome == "win"


STAKES = """
kind chip is card
chip red:
  copies: 6
player has:
  hand: pile of chip
define worth(player): number = count(player.hand)
mission day:
  setup: move all(chips) to player.1.hand
to play:
  repeat 12:
    choose n from 1 to 3 by chance
    choose exactly n lost from player.1.hand by player.1 asking "Which?"
    say "{count(lost)} change hands."
  win
"""


def test_a_plan_is_dropped_where_another_number_is_asked_for() -> None:
    for seed in range(6):
        end = play_out(rules(STAKES), seed, 1, GreedyBot(seed))
        assert end.over is not None and end.over.outcome == "win"


def test_who_has_answered_has_no_more_to_say() -> None:
    game = begun(GEMS, 2)
    game.answer([], "player.1")
    assert game.state.q is not None
    with pytest.raises(ValueError, match="answered already"):
        open_member(game.state.q, 0)


# Two actions that cost nothing, one that throws away, and one whose seventeen other ways are as bad.
SNARE = """\
system snare:
  players: 1 to 1

kind dial is token
dial left "Left"
dial mid "Middle"
dial right "Right"
player has:
  score: number = 50
define worth(player): number = player.score

menu turns for player
action throw_away by (player):
  in turns
  lower player.score by 5
action wait by (player):
  in turns
  say "Nothing."
action look_around by (player):
  in turns
  say "Nothing either."

to play:
  repeat 8:
    choose one:
      "Go on": say "On."
      "Look": say "Well."
    offer turns to player.1
  repeat 9:
    choose one asking "The end is far away.":
      "Yes": say "Yes."
      "No": say "No."
  draw
"""


def test_what_was_there_before_an_action_is_no_merit_of_it(tmp_path: Any) -> None:
    """A loss is not hidden by the position in which the action was only being chosen."""
    snare = link(compiled(tmp_path, SNARE))
    found = [score(snare, play_out(snare, seed, 1, GreedyBot(seed))) for seed in range(12)]
    assert found == [50] * 12, found


def test_of_an_action_with_many_ways_each_is_looked_at(tmp_path: Any) -> None:
    """An action with one way takes no more of the looks than that: all 64 ways of the other are found."""
    rules = SNARE.replace("  lower player.score by 5", "  lower player.score by 1").replace(
        "action wait by (player):",
        "action aim by (player) with (a: number from 1 to 8) at (b: number from 1 to 8):\n  in turns\n"
        "  if a = 3 and b = 7: raise player.score by 1\n\naction wait by (player):",
    )
    snare = link(compiled(tmp_path, rules))
    found = sum(score(snare, play_out(snare, seed, 1, GreedyBot(seed))) for seed in range(6))
    assert found > 6 * 50 + 36, found
