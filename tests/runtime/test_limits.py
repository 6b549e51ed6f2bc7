"""What would take for ever or all memory ends, and names its rule: by counting, not by time."""

from __future__ import annotations

import resource
import subprocess
import sys
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest

from support.exhausting import KINDS, text
from support.rules import begun, rules
from support.scale import made
from support.scenarios import NAMES, TINY, machine, players
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.geometry.relation import SPRAWLING
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.seats.looking import GLANCE, LOOK, Looking
from tilewright.runtime.state.primitives import ENDLESS
from tilewright.runtime.state.state import FUEL, State

MOST_TOLD = 10_001  # events of one answer
SOURCE = 3_000  # lines that may be generated for a package of some forty lines


@pytest.mark.parametrize("kind", KINDS)
def test_it_ends_and_names_a_rule(kind: str) -> None:
    game = rules(text(kind))
    module = game.code.module
    module.finish()
    assert sum(module.rendered(name).source.count("\n") for name in module.generated) < SOURCE
    plain, logged = game.start(1, 1), game.start(1, 1, log=True)
    assert logged.log is not None
    assert plain == logged
    assert plain.fuel == logged.fuel, "whether anybody listens changes nothing"
    assert len(logged.log) <= MOST_TOLD
    made = KINDS[kind]
    if made.stuck:
        _is_stuck(plain, made.rule, text(kind), game.program.data["spans"])
    else:
        assert plain.over is None


def _is_stuck(state: State, rule: str | None, source: str, spans: list[list[int]]) -> None:
    assert state.over is not None
    outcome, _, reason, named, at = state.over
    assert (outcome, reason) == ("stuck", ENDLESS)
    assert named is not None and rule in (None, named)
    assert 0 < spans[at][1] <= source.count("\n")


@pytest.mark.parametrize("kind", KINDS)
def test_the_reference_ends_as_well(kind: str) -> None:
    game = rules(text(kind))
    state = ReferenceMachine(game.program).play(1, 1).state
    if KINDS[kind].stuck:
        _is_stuck(state, KINDS[kind].rule, text(kind), game.program.data["spans"])


@pytest.mark.parametrize("kind", ["loop", "saying", "growing_lists", "tower", "moving"])
def test_what_happened_is_told_in_little_memory(kind: str) -> None:
    game = begun(text(kind))
    lines = game.view("player.1")["log"]
    assert len(lines) <= MOST_TOLD
    assert lines[-1]["text"].startswith("The game cannot go on.")


def test_who_looked_too_long_looks_shortly_until_something_happens() -> None:
    state, looking = machine(TINY).start(1, 1), Looking()
    budgets = []
    for moment, left in ((0, 5), (0, -1), (0, -1), (1, 5), (1, 5)):
        looking.begin(state, moment)
        budgets.append(state.fuel)
        state.fuel = left
    assert budgets == [LOOK, LOOK, GLANCE, LOOK, LOOK]


def test_a_value_that_is_never_done_is_not_shown() -> None:
    """A derived value is worked out for every view; it hangs no table."""
    levels = "\n".join(
        f"define d{n}(one: chip): number = d{n - 1}(one) + d{n - 1}(one)" for n in range(1, 40)
    )
    source = f"""
kind chip is token:
  worth: number
  sum = d39(this)
define d0(one: chip): number = one.worth
{levels}
chip penny
game has:
  shelf: pile of chip
to play:
  move penny to shelf
  choose m from 1 to 2
"""
    game = begun(source)
    view = game.view("player.1")
    assert view["question"] is not None
    assert len(game.index.too_dear) == 1


def test_kinds_that_share_very_many_properties_take_no_room_each() -> None:
    game = begun(made("properties:600")["rules.wright"])
    tracemalloc.start()
    try:
        game.view("player.1")
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


FIELD = """
square has:
  mark: number
  far = {far}
kind chip is token:
  worth: number
  bonus: number
{chips}
relation near between squares:
  {near}
board field of square:
  drawing:
{drawing}
{more}
to play:
  raise first(squares).mark by 1
  move all(chips) to first(squares)
  choose spot from squares asking "Which one?"{noting}
mission only:
  board: field
"""


def _field(
    far: str = "0",
    near: str = "joins sides",
    noting: str = "",
    more: str = "",
    chips: int = 10,
    squares: int = 20,
) -> str:
    """A board of squares, of which one question or each square asks something dear."""
    rows = [f"    |{' .  ' * (squares - 1)} . |", f"    +{'   +' * squares}"]
    edge = f"    +{'---+' * squares}"
    drawing = "\n".join([edge, *(rows * squares)[:-1], edge])
    said = f', noting "{noting}"' if noting else ""
    every = "".join(f"chip c_{n}:\n  copies: {min(chips, 500)}\n" for n in range(-(-chips // 500)))
    return FIELD.format(far=far, near=near, noting=said, drawing=drawing, more=more, chips=every)


LOOKED_AT = {
    "members of a kind": (_field("count(squares where first(squares).mark >= 0)"), "square.far"),
    "spares": (_field("count(squares where count(spares(chip)) >= 0)", chips=500), "square.far"),
    "steps": (_field("total(squares, steps(this, it, near))"), "square.far"),
    "costs": (
        _field("steps(this, first(squares), near)", "joins sides\n  costs count(squares where it.mark > 0)"),
        "square.far",
    ),
    "connected": (_field("count(connected(this, near))"), "square.far"),
    "lines": (_field("count(neighbours(this, near))", "line any_point to any_point"), "square.far"),
    "what lies on spaces": (_field("count(squares where it.chips is empty)", chips=500), "square.far"),
    "sets": (_field("count(squares where count(all(chips) except chips) > 0)", chips=500), "square.far"),
    "modifiers": (
        _field(
            "total(chips, it.worth)",
            chips=500,
            more="modifier strong for worth when any chips where it.bonus > 0: +1",
        ),
        "square.far",
    ),
    "notes": (_field(noting="{total(squares, steps(it, first(squares), near))}"), "play"),
    "names": (_field(noting="{all(chips)} " * 5, chips=500), "play"),
    "goals": (_field(more='goal "{total(squares, total(squares, total(squares, it.mark)))}"'), "goal"),
}


@pytest.mark.parametrize("what", LOOKED_AT)
def test_what_is_dear_to_look_at_is_given_up_and_named(what: str) -> None:
    source, name = LOOKED_AT[what]
    game = begun(source)
    assert game.state.q is not None
    left = 6_000_000  # calls of functions: less than a second

    def counted(_frame: object, event: str, _arg: object) -> None:
        nonlocal left
        left -= event == "call"
        assert left > 0

    sys.setprofile(counted)
    try:
        game.view("player.1")
    finally:
        sys.setprofile(None)
    assert name in game.index.too_dear


def begun_in_little_memory(source: str) -> State:
    """The beginning of a game, worked out in less than 120 MB."""
    game = rules(source)
    tracemalloc.start()
    try:
        state = game.start(1, 1)
        assert tracemalloc.get_traced_memory()[1] < 120_000_000
    finally:
        tracemalloc.stop()
    return state


@pytest.mark.parametrize("squares", [14, 49])
def test_what_may_change_with_both_ends_takes_little_memory(squares: int) -> None:
    """Each pair of spaces is a test of its own, with a bit of its own in every mask."""
    near = "joins sides\n  also where from.mark + to.mark < first(squares).mark"
    source = _field(near=near, noting="{steps(it, first(squares), near)}", squares=squares)
    state = begun_in_little_memory(source)
    assert state.over is not None and state.over[2:4] == (SPRAWLING, "near")


def test_relations_that_may_change_with_both_ends_share_what_they_may_take() -> None:
    """Each reads the one before, and would be within the limits if it were the only one."""
    near = "joins sides\n  also where from.mark + to.mark < first(squares).mark"
    names = ["near", *(f"near_{n}" for n in range(8))]
    more = "\n".join(
        f"relation {name} between squares:\n  joins sides\n  also where to in neighbours(from, {before})"
        for before, name in pairwise(names)
    )
    source = _field(near=near, more=more, noting="{steps(it, first(squares), near_7)}", squares=12)
    state = begun_in_little_memory(source)
    assert state.over is not None and state.over[2] == SPRAWLING


@pytest.mark.parametrize("kind", ["loop", "tower", "nested", "growing_lists", "taking"])
def test_a_command_says_it_in_time_and_memory(kind: str, tmp_path: Path) -> None:
    """Generous bounds, which a busy machine keeps; without budgets none of these comes to an end."""
    path = tmp_path / "tiny.wright"
    path.write_text(text(kind), encoding="utf-8")

    def bounds() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    main = "from tilewright.cli.main import main; main()"
    command = [sys.executable, "-P", "-c", main, "play", str(path), "--table", "text"]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, preexec_fn=bounds)
    assert done.returncode == 0, done.stderr[-500:]
    assert "A rule goes on without end." in done.stdout
    assert f"{path.name}:" in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_no_game_comes_near_to_its_budget(name: str) -> None:
    of, most = machine(name), 0
    for seats in players(name):
        bot = RandomBot(seats)
        state = of.start(seats, seats)
        for _ in range(150):
            if state.q is None:
                break
            of.answer(state, *bot.answer(state.q))
            most = max(most, FUEL - state.fuel)
    naive = name == "bench/ridge"  # which asks for everything again wherever it wants to know it
    assert 0 < most < FUEL // (4 if naive else 5)


@pytest.mark.parametrize("test", ["hero.health > 2", "any hero where it.health > 2"])
def test_a_modifier_that_asks_for_what_it_changes_ends_the_game(test: str) -> None:
    """`check` tells it; whoever plays without asking has no error of Python's."""
    machine = rules(f"""\
system deep:
  players: 1
  begins: rounds
kind hero plural heroes is figure:
  health: number 0 to 9 = 5
game has:
  found: number
hero ann
modifier tough for health when {test}: +1
to rounds:
  raise found by first(all(heroes)).health
  win "done"
""")
    state = machine.start(1, 1)
    assert state.over is not None
    assert state.over[0] == "stuck"
    assert state.over[2:4] == ("Rules call each other without end.", "rounds")
