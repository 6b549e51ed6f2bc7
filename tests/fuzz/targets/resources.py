"""Packages that would take for ever, or all memory: towers, endless rules, giants.

Each is told, or is played, within the limits of an input; which of them are games is no matter here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from support.cases import package_of
from tilewright.dsl.compile import check_package, compile_package
from tilewright.dsl.packages.package import Package
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.engine.campaign import engine
from tilewright.runtime.game import Game
from tilewright.runtime.state.program import load

from ..target import Input, Target
from ..telling import told

HEAD = "system case:\n  players: 1 to 2\n\ngame has:\n  n: number\n  m: number\n  l: list of number\n\n"
KINDS = "kind chip is token\nchip white:\n  copies: {}\n\n"


def play(*body: str) -> str:
    """A game whose first verb does that."""
    return "to play:\n" + "\n".join(f"  {line}" for line in body) + "\n  lose\n"


def tower(size: int) -> str:
    """Each define is twice the one below."""
    steps = [f"define d{i}: number = d{i - 1} + d{i - 1}" for i in range(1, size + 1)]
    return "\n".join([HEAD + "define d0: number = n + 1", *steps]) + "\n\n" + play(f"set n to d{size}")


def nested(size: int) -> str:
    """Each define counts what the one below counts."""
    steps = [
        f"define c{i}(chip): number = count(chips where it is not chip and c{i - 1}(it) > 0)"
        for i in range(1, size + 1)
    ]
    head = HEAD + KINDS.format(60) + "define c0(chip): number = n + 1"
    return "\n".join([head, *steps]) + "\n\n" + play(f"set n to c{size}(first(chips))")


def filters(size: int) -> str:
    """Filters within filters, in one expression."""
    inner = "n = 0"
    for i in range(size):
        inner = f"any c{i} in chips where ({inner})"
    return HEAD + KINDS.format(60) + play(f"if {inner}: set n to 1")


def kinds(size: int) -> str:
    """Each kind is the one before."""
    steps = [f"kind k{i} is k{i - 1}" for i in range(1, size + 1)]
    return (
        "\n".join([HEAD + "kind k0 is token", *steps, f"k{size} thing"])
        + "\n\n"
        + play("set n to count(tokens)")
    )


def defines(size: int) -> str:
    """Very many small defines."""
    return HEAD + "\n".join(f"define e{i}: number = {i}" for i in range(size)) + "\n\n" + play("set n to e0")


def parentheses(size: int) -> str:
    """Lines of parentheses."""
    line = f"let x = {'(' * 200}1{')' * 200}"
    return HEAD + play(*([line] * (size or 1)))


def sums(size: int) -> str:
    """One long sum."""
    return HEAD + play("set n to " + " + ".join(["n"] * (size + 1)))


def conditions(size: int) -> str:
    """Ifs within ifs."""
    return (
        HEAD
        + "to play:\n"
        + "".join(f"{'  ' * (i + 1)}if n = {i}:\n" for i in range(size))
        + f"{'  ' * (size + 1)}set n to 1\n  lose\n"
    )


def squares(size: int) -> str:
    """A large board with a relation."""
    rows = "\n".join("    " + ". " * size for _ in range(size))
    return (
        HEAD + "relation near between squares:\n  joins sides\n\nrelation sight between squares:\n"
        "  line any_point to any_point\n\n"
        + f"board yard:\n  spaces: square\n  drawing:\n{rows}\n\n"
        + play("set n to count(squares where it can sight first(squares))")
    )


def repeat(size: int) -> str:
    """What never ends, and tells much."""
    return HEAD + play("repeat:", "  raise n by 1", "  lower n by 1")


def lists(size: int) -> str:
    """A list that grows and is told each time."""
    return HEAD + play(f"repeat {size}:", "  add 5 to l", f"repeat {size}:", '  say "{l}"')


def doubling(size: int) -> str:
    """Each verb calls the one before twice."""
    steps = [f"to v{i}:\n  v{i - 1}\n  v{i - 1}\n" for i in range(1, size + 1)]
    return "\n".join([HEAD + "to v0:\n  raise n by 1\n", *steps, play(f"v{size}")])


def recursion(size: int) -> str:
    """What calls itself."""
    return (
        HEAD
        + "define f(x: number): number = f(x + 1) + f(x + 2)\nto v:\n  raise n by 1\n  v\n\n"
        + play("set n to f(1)" if size % 2 else "v")
    )


def reactions(size: int) -> str:
    """Rules that wake each other."""
    rules = "whenever n > m:\n  raise m by 2\nwhenever m > n:\n  raise n by 2\n\n"
    return HEAD + rules + play("raise n by 1")


def waking(size: int) -> str:
    """Rules, each of which wakes all of them."""
    rules = "".join(f"whenever n > {i + 9}: lower n by {i + 1}\n" for i in range(size))
    return HEAD + rules + "\n" + play("raise n by 1")


def related(size: int) -> str:
    """Relations that may change with both ends, each of which reads the one before."""
    steps = [
        f"relation r{i} between squares:\n  joins sides\n"
        f"  also where any s in neighbours(from, r{i - 1}) where s in neighbours(to, r{i - 1}) and s.n = 0\n"
        for i in range(1, size + 1)
    ]
    edge, inner = "    +" + "---+" * 12, "    +" + "   +" * 12
    rows = f"\n{inner}\n".join(["    |" + " .  " * 11 + " . |"] * 12)
    head = HEAD + "square has:\n  n: number\nrelation r0 between squares:\n  joins sides\n"
    board = f"board yard of square:\n  drawing:\n{edge}\n{rows}\n{edge}\nmission only:\n  board: yard\n"
    asked = f"choose x from neighbours(first(squares), r{size}) by player.1"
    return "\n".join([head, *steps, board, play("raise first(squares).n by 1", asked)])


def outlines(size: int) -> str:
    """Regions with corners far away, and very many of them."""
    rows = "\n".join(f"    | r{i} | 0,0 {i},9000 {i}/7,1 {'9' * (i % 12 + 1)},3 |" for i in range(size))
    board = f"board yard of region:\n  spaces:\n    | region | outline |\n{rows}\n"
    return HEAD + "relation near between regions:\n  joins sides\n" + board + play("lower n by 1")


def hooks(size: int) -> str:
    """A rule before a verb that calls the verb."""
    return HEAD + "to v:\n  raise n by 1\n\nafter v:\n  v\n  v\n\n" + play("v")


def modifiers(size: int) -> str:
    """Modifiers that read what they modify."""
    steps = [f"modifier m{i} for worth: + worth(n)" for i in range(size or 1)]
    head = HEAD + "define worth(x: number): number = x + 1\n"
    return head + "\n".join(steps) + "\n\n" + play("set n to worth(1)")


def values(size: int) -> str:
    """Numbers that grow beyond every word of a processor."""
    return HEAD + play("set n to 3", f"repeat {size}:", "  set n to n * n")


def words(size: int) -> str:
    """One very long name, title and text."""
    return HEAD + f'kind {"k" * size} "{"t" * size}" is token\n\n' + play(f'say "{"w" * size}"')


def texts(size: int) -> str:
    """A text with very many gaps."""
    return HEAD + play('say "' + "{n + 1} " * size + '"')


def choices(size: int) -> str:
    """A question with very many answers."""
    return (
        HEAD
        + KINDS.format(min(size, 500))
        + play(
            "choose any number of those from chips by first(players)",
            "set n to count(those)",
            f"choose x from 1 to {size * 1000} by first(players)",
        )
    )


SORTS: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "tower": (tower, (4, 16, 18, 30, 200)),
    "nested": (nested, (2, 4, 6, 20)),
    "filters": (filters, (2, 3, 4, 8, 40)),
    "kinds": (kinds, (10, 100, 1_000, 1_500)),
    "defines": (defines, (10, 1_000, 90_000)),
    "parentheses": (parentheses, (1, 20, 500)),
    "sums": (sums, (10, 200, 1_500)),
    "conditions": (conditions, (5, 60, 200)),
    "squares": (squares, (5, 20, 75)),
    "repeat": (repeat, (1,)),
    "lists": (lists, (10, 3_000, 20_000)),
    "doubling": (doubling, (4, 40)),
    "recursion": (recursion, (0, 1)),
    "reactions": (reactions, (1,)),
    "waking": (waking, (10, 1_000, 3_000)),
    "related": (related, (1, 12)),
    "outlines": (outlines, (10, 300, 1_000)),
    "hooks": (hooks, (1,)),
    "modifiers": (modifiers, (1, 12, 40)),
    "values": (values, (5, 100)),
    "words": (words, (100, 1_900, 90_000)),
    "texts": (texts, (5, 150, 5_000)),
    "choices": (choices, (3, 50, 4_000)),
}
STAGES = ("check", "simulate", "table")


class Resources(Target):
    name = "resources"
    share = 0.04
    memory = 400

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        sorts = chance.sample(list(SORTS), chance.choice((1, 1, 1, 2)))
        sizes = [max(1, int(chance.choice(SORTS[sort][1]) * chance.uniform(0.5, 1.1))) for sort in sorts]
        return {
            "parts": [list(pair) for pair in zip(sorts, sizes, strict=True)],
            "stage": chance.choice(STAGES),
        }

    def judge(self, data: Input) -> None:
        first, *more = [(SORTS[sort][0](size)) for sort, size in data["parts"]]
        others = [
            (f"more{i}.wright", "content for case\n\n" + _second(text, i)) for i, text in enumerate(more)
        ]
        package = package_of(first, *others)
        _STAGES[data["stage"]](package)

    def smaller(self, data: Input) -> Iterator[Input]:
        if len(data["parts"]) > 1:
            yield {**data, "parts": data["parts"][:1]}
        for number, (sort, size) in enumerate(data["parts"]):
            if size > 1:
                parts = list(data["parts"])
                parts[number] = [sort, size * 2 // 3]
                yield {**data, "parts": parts}


def _second(text: str, number: int) -> str:
    """A game's source beside that of another."""
    return text.removeprefix(HEAD).replace("to play:", f"to play{number}:")


def _check(package: Package) -> None:
    told(check_package(package), package)


def _simulate(package: Package) -> None:
    program = compile_package(package).program
    if program is None:
        return
    machine, bot = engine(load(program)), RandomBot(1)
    state = machine.start(1, program["game"]["players"][0])
    for _ in range(20):
        if state.q is not None:
            machine.answer(state, *bot.answer(state.q))


def _table(package: Package) -> None:
    program = compile_package(package).program
    if program is None:
        return
    game, bot = Game.start(program, 1), RandomBot(1)
    for _ in range(3):
        if game.state.q is not None:
            answer, seat = bot.answer(game.state.q)
            game.give(seat, [answer] if isinstance(answer, int) else list(answer))
    game.view(None)


_STAGES: dict[str, Callable[[Package], None]] = {"check": _check, "simulate": _simulate, "table": _table}
