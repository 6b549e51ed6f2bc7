"""Who sits where: the options `--players` and `--seat`, and the random seed of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from tilewright.schemas.documents import ProgramDocument

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

SORTS = ("human", "random", "greedy")  # a person, and the bots of runtime/bots.py


@dataclass(frozen=True, slots=True)
class Seats:
    """The number of players, the names of the seats that people play, and the sort of bot in the others."""

    players: int
    people: tuple[str, ...]
    bots: dict[str, str]


def seated(program: ProgramDocument, players: int | None, wishes: tuple[str, ...]) -> Seats:
    """Who plays: people in every seat that is not given to a bot, as few seats as the game allows.

    A wish is `player.2=greedy`, in short `2=greedy`; `all=greedy` is for all seats that no other wish names.
    """
    low, high = program["game"]["players"]
    named = dict(_wish(wish) for wish in wishes)
    rest = named.pop("all", "human")
    most = max((int(seat.partition(".")[2]) for seat in named), default=0)
    number = max(low, most) if players is None else players
    if not low <= number <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise click.UsageError(f"this game is for {allowed} players, not for {number}")
    if most > number:
        raise click.UsageError(f"there is no seat player.{most} in a game of {number}")
    seats = [f"player.{n}" for n in range(1, number + 1)]
    sorts = {seat: named.get(seat, rest) for seat in seats}
    people = tuple(seat for seat, sort in sorts.items() if sort == "human")
    return Seats(number, people, {seat: sort for seat, sort in sorts.items() if sort != "human"})


def chosen_seed(seed: int | None) -> int:
    """The seed that was asked for, else one by chance, short enough to be typed."""
    import secrets  # `check` takes as long as that again for all its options

    return secrets.randbelow(1_000_000) if seed is None else seed


def _wish(wish: str) -> tuple[str, str]:
    name, _, sort = wish.partition("=")
    number = name.removeprefix("player.")
    if sort not in SORTS or not (number == "all" or (number.isdecimal() and 0 < int(number[:3]) < 100)):
        example = "write NAME=human, NAME=random or NAME=greedy, such as player.2=greedy"
        raise click.UsageError(f"`{wish}` is not a seat; {example}")
    return ("all" if number == "all" else f"player.{int(number)}"), sort


seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="N",
    help="The same seed and answers give the same game; random if not given.",
)
players_option = click.option(
    "--players", type=int, metavar="N", help="How many play; the fewest allowed if not given."
)
setting_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a setting of the game; may be repeated.",
)
language_option = click.option(
    "--language",
    default="en",
    metavar="LANG",
    help="The language of the game's texts, such as cs; English where one is missing.",
)


def mod_options(help: str = "Play with a mod; may be repeated.") -> Callable[[Decorated], Decorated]:
    """`--mod MOD` and `--mods SET`: the command gets all of them as `mods`, those of sets by their paths."""

    def of_sets(ctx: click.Context, _: click.Parameter, sets: tuple[str, ...]) -> None:
        from . import mod_sets

        ctx.meta[mod_sets.NAMED] = sets
        ctx.meta[_OF_SETS] = tuple(path for name in sets for path in mod_sets.paths(name))

    def every(ctx: click.Context, _: click.Parameter, mods: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*ctx.meta.get(_OF_SETS, ()), *mods)))

    def decorate(command: Decorated) -> Decorated:
        command = click.option(
            "--mods",
            "mod_sets",
            multiple=True,
            metavar="SET",
            is_eager=True,
            expose_value=False,
            callback=of_sets,
            help="The same with all mods of a set: `tilewright sets`.",
        )(command)
        return click.option("--mod", "mods", multiple=True, metavar="MOD", callback=every, help=help)(command)

    return decorate


_OF_SETS = "tilewright.mods of sets"
mod_option = mod_options()
