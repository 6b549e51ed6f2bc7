"""Where the time of a game goes."""

from __future__ import annotations

import sys

from support.commands import run
from support.scenarios import machine
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.profiling import Profile, profile


def test_time_is_told_by_rules_and_their_places() -> None:
    played = machine("bench/ridge")
    assert isinstance(played, Machine)
    before = sys.getswitchinterval()
    found = profile(played.program.data, 0.5, 1, 2, "random")
    assert found.looks > 20 and found.games >= 1 and found.choices > 50 and found.seconds >= 0.5
    dearest, _ = found.own.most_common(1)[0]
    assert found.titles[dearest] == "goals" and dearest.startswith("ridge/game.wright:")
    assert found.all[dearest] >= found.own[dearest]
    assert sys.getswitchinterval() == before


def test_what_serves_a_rule_is_counted_with_it() -> None:
    def stack(name: str) -> None:
        exec(compile("look(current())", name, "exec"), {"look": found.look, "current": sys._getframe})

    found = Profile()
    stack("<tilewright 7: no rule, yard.wright:3>")
    stack("<tilewright 8: walk, yard.wright:3>")
    stack("<tilewright 9: no rule>")
    assert found.looks == 3 and found.own == found.all == {"yard.wright:3": 2}
    assert found.titles == {"yard.wright:3": "walk"}


def test_the_command_lists_them() -> None:
    done = run("profile", "bench/tic_tac_toe", "--seconds", "0.2")
    assert done.exit_code == 0, done.output
    assert "Itself" in done.output and "game.wright:" in done.output
    assert "per second of processor time." in done.output
    told = run("profile", "bench/tic_tac_toe", "--seconds", "0.2", "--json")
    assert '"choices_per_cpu_second"' in told.output and '"in_all"' in told.output
