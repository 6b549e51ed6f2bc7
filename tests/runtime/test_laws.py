"""What holds for every game, at any moment: tried on every scenario, with few and many players.

Games are played by chance. Here they are positions and answers; what seats see of them is in
test_seat_laws.py. The long versions run under `-m soak`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.scenarios import NAMES, machine, program, table
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.engine.campaign import Engine, engine
from tilewright.runtime.engine.engine import NotOffered
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.state.state import SEVERAL, TOGETHER, State
from tilewright.schemas.identity import identity

TESTS = Path(__file__).parents[1]
SEATS = {"fewest": 1, "most": 2}  # with few players and with many, and not the same game
SEEDS = (1, 2, 3)
CAP = 30_000  # answers after which a game counts as one that does not end
SHORT, LONG = 120, 4_000  # answers of one walk
WATCHED = """
import sys
from support.scenarios import machine
from tilewright.runtime.bots import RandomBot
for name in sys.argv[1:]:
    played = machine(name)
    for seed in (1, 2):
        bot = RandomBot(seed)
        state = played.start(seed, played.program.data["game"]["players"][1])
        while state.q is not None and state.number < 100:
            played.answer(state, *bot.answer(state.q))
        print(name, played.program.id, state.fingerprint())
"""

Answer = tuple[int | tuple[int, ...], int]
every_table = pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in NAMES for seats in SEATS])


def walk(name: str, seats: str, seed: int, answers: int) -> Iterator[tuple[Engine, State, Answer]]:
    """A game played by chance: before each answer the position and what will be answered."""
    played = machine(name)
    state, bot = played.start(seed, table(name, seats)), RandomBot(seed)
    while state.q is not None and state.number < answers:
        answer = bot.answer(state.q)
        yield played, state, answer
        played.answer(state, *answer)


# ------------------------------------------------------------------ the same everywhere


def test_equal_answers_give_equal_digests_whatever_python_hashes() -> None:
    running = [watched(NAMES, seed) for seed in ("0", "4711")]
    told = [one.communicate(timeout=240) for one in running]
    assert [one.returncode for one in running] == [0, 0], told
    assert told[0] == told[1] and len(told[0][0].splitlines()) == 2 * len(NAMES)


def watched(names: list[str], hash_seed: str) -> subprocess.Popen[str]:
    """The same games in a Python of its own, compiled from their sources."""
    paths = os.pathsep.join([str(TESTS), str(TESTS / "typeroot")])
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
    command = [sys.executable, "-c", WATCHED, *names]
    return subprocess.Popen(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


@every_table
def test_a_program_written_and_read_again_plays_alike(name: str, seats: str) -> None:
    read = json.loads(json.dumps(program(name)))
    assert read == program(name)
    again = engine(read)
    other = again.start(SEATS[seats], table(name, seats))
    for _, state, answer in walk(name, seats, SEATS[seats], SHORT):
        assert other == state
        again.answer(other, *answer)


# ------------------------------------------------------------------ saved, copied, refused


@every_table
def test_at_every_choice_a_saved_position_is_the_same_and_goes_on_alike(name: str, seats: str) -> None:
    saves_are_the_same(name, seats, (SEATS[seats],), SHORT)


@pytest.mark.soak
@every_table
def test_over_whole_games_saved_positions_are_the_same(name: str, seats: str) -> None:
    saves_are_the_same(name, seats, range(10), LONG)


def saves_are_the_same(name: str, seats: str, seeds: Any, answers: int) -> None:
    for seed in seeds:
        for played, state, answer in walk(name, seats, seed, answers):
            read = played.load(json.loads(json.dumps(state.to_json())))
            assert read == state and read.fingerprint() == state.fingerprint()
            copy = state.clone()
            played.answer(copy, *answer)
            played.answer(read, *answer)
            assert read == copy


@every_table
def test_at_every_choice_a_copy_shares_nothing(name: str, seats: str) -> None:
    for played, state, answer in walk(name, seats, 2 + SEATS[seats], SHORT):
        before = state.fingerprint()
        copy, bot = state.clone(), RandomBot(9)
        assert copy == state
        played.answer(copy, *answer)
        for _ in range(5):
            if copy.q is not None:
                played.answer(copy, *bot.answer(copy.q))
        assert state.fingerprint() == before


@every_table
def test_at_every_choice_a_refused_answer_changes_nothing(name: str, seats: str) -> None:
    for played, state, answer in walk(name, seats, 4 + SEATS[seats], SHORT):
        before = state.fingerprint()
        for wrong in wrong_answers(state):
            with pytest.raises(NotOffered):
                played.answer(state, wrong, answer[1])
        with pytest.raises(NotOffered):
            played.answer(state, answer[0], -5)
        assert state.fingerprint() == before


def wrong_answers(state: State) -> list[Any]:
    """Answers that no question offers."""
    assert state.q is not None
    wrong: list[Any] = [-1, 10**6, [0, 0], [10**6], "0", None, True, 1.0]
    sort, _, _, least, _, _ = state.q
    return wrong if sort == TOGETHER or (sort == SEVERAL and least == 0) else [*wrong, []]


# ------------------------------------------------------------------ ways and ends


@every_table
def test_games_end_and_on_the_way_there_is_always_an_answer(name: str, seats: str) -> None:
    ends(name, seats, SEEDS)


@pytest.mark.soak
@every_table
def test_many_games_end(name: str, seats: str) -> None:
    ends(name, seats, range(200))


def ends(name: str, seats: str, seeds: Any) -> None:
    for seed in seeds:
        state = None
        for _, state, _ in walk(name, seats, seed, CAP):
            assert state.over is None and state.q is not None
            sort, options, asked, least, most, _ = state.q
            assert asked and least <= most and (options or (sort == SEVERAL and least == 0))
            assert len(set(options)) == len(options), "options are unique"
        assert state is not None and state.over is not None, f"seed {seed}: no end after {CAP} answers"
        assert state.over.outcome != "stuck", f"seed {seed}: {state.over}"


@pytest.mark.soak
@every_table
def test_both_back_ends_play_whole_games_alike(name: str, seats: str) -> None:
    oracle = ReferenceMachine(machine(name).program)
    for seed in range(5):
        session = oracle.play(seed, table(name, seats))
        for _, state, answer in walk(name, seats, seed, LONG):
            assert session.state.position() == state.position()
            session.answer(*answer)


@pytest.mark.parametrize("name", NAMES)
def test_linking_and_playing_leave_the_document_as_it_was(name: str) -> None:
    before = json.dumps(program(name))
    played = machine(name)
    state, bot = played.start(1, table(name, "most"), log=True), RandomBot(1)
    for _ in range(20):
        if state.q is not None:
            played.answer(state, *bot.answer(state.q))
    assert json.dumps(program(name)) == before and identity(program(name)) == played.program.id
