"""Packages that would take for ever, or all memory: each kind by its name, as large as it is asked for.

`text("tower", 24)` is the source of one package. Every kind gets stuck before anything is asked, by a rule of
its own source; what is expected of it is in `KINDS`. Fuzzers may take any kind in any size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

HEAD = """\
system tiny:
  players: 1 to 2
  begins: play
game has:
  gold, silver: number
  coins, notes: list of number
kind chip is token:
  worth: number
chip penny:
  copies: 60
player has:
  bowl: pile of chip
"""


def tower(levels: int, form: str, base: str = "gold", kind: str = "number", given: str = "") -> str:
    """Defines each of which uses the one before twice, so that every level doubles the work."""
    lines = [f"define d0{given}: {kind} = {base}"]
    lines += [
        f"define d{level}{given}: {kind} = {form.replace('D', f'd{level - 1}')}"
        for level in range(1, levels + 1)
    ]
    return "\n".join(lines)


def _play(body: str, *more: str) -> str:
    return "\n".join([*more, "to play:", *(f"  {line}" for line in body.split("\n"))])


def _nested(levels: int) -> str:
    """Each level counts the chips for which the level below holds: 60 to the power of the levels."""
    lines = ["define c0(one: chip): number = one.worth"]
    for level in range(1, levels + 1):
        test = f"it.worth < gold + 9 and c{level - 1}(it) >= 0 and one.worth = it.worth"
        lines.append(f"define c{level}(one: chip): number = count(all(chips) where {test})")
    return "\n".join(lines)


def _large(levels: int) -> str:
    """A tower of defines that are too large to be written out where they are used."""
    more = " + ".join("gold" for _ in range(30))
    return tower(levels, f"D + D + {more}")


def _reading(many: str) -> str:
    return f"repeat 200000:\n  let m = count({many} where it > gold + 30000)"


def _calls(levels: int) -> str:
    lines = ["to v0: raise gold by 1"]
    lines += [f"to v{level}:\n  v{level - 1}\n  v{level - 1}" for level in range(1, levels + 1)]
    return "\n".join(lines)


def _loops(levels: int) -> str:
    lines = [f"{'  ' * level}for each n{level} in numbers(1, 1000):" for level in range(levels)]
    return "\n".join([*lines, "  " * levels + "let m = gold"])


@dataclass(frozen=True)
class Kind:
    """A kind of package: its rules for a size, and the rule, by its name, that is to be blamed for it."""

    rules: Callable[[int], str]
    size: int
    rule: str | None = "play"
    warned: bool = False  # whether `check` has to say that it never ends
    stuck: bool = True  # else it only took two to the power of its size to be linked


def _d(size: int) -> str:
    return f"set silver to d{size}\nchoose m from 1 to 2"


KINDS: dict[str, Kind] = {
    # Expressions that double with every level.
    "tower": Kind(lambda n: _play(_d(n), tower(n, "D + D")), 40, None),
    "tower_if": Kind(lambda n: _play(_d(n), tower(n, "D if D > gold + 1 else D")), 40, None),
    "tower_large": Kind(lambda n: _play(_d(n), _large(n)), 40, None),
    "tower_max": Kind(lambda n: _play(_d(n), tower(n, "max(D, D)")), 40, None),
    "tower_and": Kind(
        lambda n: _play(
            f"if d{n}: raise gold by 1\nchoose m from 1 to 2",
            tower(n, "D and D", "gold = 0", "yes/no"),
        ),
        40,
        None,
    ),
    "tower_given": Kind(
        lambda n: _play(
            f"set silver to d{n}(1)\nchoose m from 1 to 2",
            tower(n, "D(n + 1) + D(n + 2)", "n", "number", "(n: number)"),
        ),
        40,
        None,
    ),
    "tower_sets": Kind(
        lambda n: _play(
            f"set silver to count(d{n})\nchoose m from 1 to 2",
            tower(n, "list(D, D)", "all(chips)", "list of chip"),
        ),
        30,
        None,
    ),
    "tower_where": Kind(
        lambda n: _play(
            f"set silver to d{n}(1)\nraise first(all(chips)).worth by 0\nchoose m from 1 to 2",
            tower(
                n,
                "count(all(chips) where it.worth < n + 9 and D(it.worth + n) >= 0)",
                "n",
                "number",
                "(n: number)",
            ),
        ),
        12,
        None,
    ),
    "tower_modified": Kind(
        lambda n: _play(
            f"set silver to d{n}\nchoose m from 1 to 2",
            tower(n, "D + 1"),
            *(f"modifier m{i} for d{i}: +d{i - 1}" for i in range(1, n + 1)),
        ),
        40,
        None,
    ),
    "called_in_calls": Kind(
        lambda n: _play(
            f"set silver to {'f(' * n}gold{')' * n}\nchoose m from 1 to 2",
            "define f(n: number): number = n + n + n",
        ),
        40,
        None,
        stuck=False,
    ),
    "nested": Kind(
        lambda n: _play(
            f"raise first(all(chips)).worth by 0\n"
            f"set silver to c{n}(first(all(chips)))\nchoose m from 1 to 2",
            _nested(n),
        ),
        6,
        None,
    ),
    # Statements.
    "loop": Kind(lambda n: _play("repeat:\n  raise gold by 1\n  lower gold by 1"), 1, warned=True),
    "idle_loop": Kind(lambda n: _play("repeat:\n  let m = gold"), 1, warned=True),
    "loops": Kind(lambda n: _play(_loops(n)), 3),
    "calls": Kind(lambda n: _play(f"v{n}", _calls(n)), 40, None),
    "ping_pong": Kind(
        lambda n: _play(
            "raise gold by 1",
            "whenever gold > silver: raise silver by 2",
            "whenever silver > gold: raise gold by 2",
        ),
        1,
        None,
    ),
    "growing_list": Kind(lambda n: _play(f"repeat {n}: add 5 to coins"), 20_000),
    "growing_lists": Kind(
        lambda n: _play(f"repeat {n}:\n  add 5 to coins\n  add 6 to notes\n  set coins to list(coins, 1)"),
        20_000,
    ),
    "long_list": Kind(
        lambda n: _play(f"set coins to numbers(1, {n})\nrepeat:\n  if 0 in coins: done"), 20_000
    ),
    # Long lists under every name that a list can have, read cheaply and often.
    "long_local": Kind(lambda n: _play(f"let many = numbers(1, {n})\n{_reading('many')}"), 20_000),
    "long_given": Kind(
        lambda n: _play(
            f"repeat 200000:\n  let m = read(numbers(1, {n}))",
            "define read(many: list of number): number = count(many where it > gold + 30000)",
        ),
        20_000,
        None,
    ),
    "long_passed": Kind(
        lambda n: _play(
            f"let most = numbers(1, {n})\nrepeat 200000: read(most)",
            "to read(many: list of number): let m = count(many where it > gold + 30000)",
        ),
        20_000,
        None,
    ),
    "long_rolled": Kind(
        lambda n: _play(f"roll {n} six as all_of_them\n{_reading('all_of_them')}", "die six: 1 to 6"), 10_000
    ),
    "long_chosen": Kind(
        lambda n: _play(f"choose up to {n} many from numbers(1, {n}) by chance\n{_reading('many')}"), 2_000
    ),
    "choosing": Kind(
        lambda n: _play(f"repeat:\n  choose up to {n} many from numbers(1, {n}) by chance"), 20_000
    ),
    "dropping": Kind(
        lambda n: _play(f"set coins to numbers(1, {n})\nset notes to coins\nrepeat:\n  drop 0 from notes"),
        20_000,
    ),
    "saying": Kind(lambda n: _play('repeat:\n  say "{gold} and {silver}"'), 1, warned=True),
    "moving": Kind(
        lambda n: _play("repeat:\n  move all(chips) to player.1.bowl\n  move all(chips) to box"),
        1,
        warned=True,
    ),
    "shuffling": Kind(
        lambda n: _play("move all(chips) to player.1.bowl\nrepeat: shuffle player.1.bowl"), 1, warned=True
    ),
    "rolling": Kind(
        lambda n: _play(f"repeat: roll {n} six as all_of_them", "die six: 1 to 6"), 10_000, warned=True
    ),
    "taking": Kind(
        lambda n: _play(
            "repeat:\n  offer deeds to player.1",
            'menu deeds "Deeds" for player',
            'action dig "Dig" by (who: player):\n  in deeds\n  raise gold by 1',
        ),
        1,
    ),
    # Where a question is put.
    "options": Kind(
        lambda n: _play(
            "choose one:\n"
            f'  "A" when d{n} > 0: raise gold by 1\n'
            f'  "B" when d{n} > 1: raise gold by 1\n  "C": raise gold by 1',
            tower(n, "D + D"),
        ),
        40,
        None,
    ),
    "needs": Kind(
        lambda n: _play(
            "offer deeds to player.1",
            tower(n, "D + D"),
            'menu deeds "Deeds" for player',
            'action dig "Dig" by (who: player):\n  in deeds\n'
            f'  needs d{n} > 0, "Nothing is there."\n  raise gold by 1',
        ),
        40,
        None,
    ),
    "rule_test": Kind(
        lambda n: _play("raise gold by 1", tower(n, "D + D"), f"whenever d{n} < 0: raise silver by 1"),
        40,
        None,
    ),
}


def text(kind: str, size: int | None = None) -> str:
    """The source of a package of that kind; of the size that is enough for it, if none is given."""
    made = KINDS[kind]
    return f"{HEAD}{made.rules(made.size if size is None else size)}\n"
