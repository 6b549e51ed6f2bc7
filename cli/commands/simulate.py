"""Let bots play many games, and count.

Counted are results, lengths, speed, and the games that went wrong.
"""

from __future__ import annotations

import os
from typing import Any

import click

from tilewright.host.terminal import progress, say, say_json, show
from tilewright.host.text import printable

from ..loading import GAME_HELP, Loaded, load
from ..seats import language_option, mod_option, players_option, seated, setting_option


@click.command("simulate", epilog=GAME_HELP)
@click.argument("name", metavar="GAME[/MISSION]")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, metavar="N")
@click.option(
    "--jobs", type=click.IntRange(1), metavar="J", help="Processes; one for each processor if not given."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63),
    default=0,
    metavar="N",
    help="Of the first game; the others follow.",
)
@click.option(
    "--bot",
    type=click.Choice(["random", "greedy"]),
    default="random",
    show_default=True,
    help="greedy looks a little ahead, by the game's `define worth(player)`.",
)
@click.option("--cards", is_flag=True, help="Count in how many games each card comes into play.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print {games, results, choices, choices_per_cpu_second, stuck} and more.",
)
@players_option
@language_option
@setting_option
@mod_option
def command(
    name: str,
    games: int,
    jobs: int | None,
    seed: int,
    bot: str,
    cards: bool,
    as_json: bool,
    players: int | None,
    language: str,
    settings: tuple[str, ...],
    mods: tuple[str, ...],
) -> None:
    """Let bots play many games. Ends with 1 if a game got stuck.

    They choose by chance, or (--bot greedy) try out what each option leads to, which takes seconds a game.
    """
    from tilewright.runtime.simulating import ProcessEnded, simulate

    loaded = load(name, settings=settings, mods=mods, language=language)
    if cards and "missions" in loaded.program:
        raise click.UsageError("the cards of a campaign are counted mission by mission: name one of them")
    seats = seated(loaded.program, players, ())
    wanted = jobs or min(os.cpu_count() or 1, max(1, games // 50))
    try:
        with progress("Games") as told:
            report = simulate(
                loaded.program, games, seed, seats.players, wanted, lambda done: told(done, games), bot, cards
            )
    except ProcessEnded:
        raise click.ClickException(
            "one of the processes that played was ended from outside, perhaps because memory ran out; try"
            " again with fewer of them, such as --jobs 1"
        ) from None
    figures = report.to_json()
    if as_json:
        say_json(_document(figures))
    else:
        _print(figures, loaded)
    if figures["stuck"]:
        raise click.exceptions.Exit(1)


def _document(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures under the names that other programs rely on."""
    return {
        "games": figures["games"],
        "results": figures["outcomes"],
        "choices": figures["choices"]["all"],
        "choices_per_cpu_second": figures["choices_per_second"],
        "stuck": sum(figures["outcomes"].get(name, 0) for name in ("stuck", "endless")),
        "lengths": {name: figures["choices"][name] for name in ("least", "median", "mean", "most")},
        "endings": figures["endings"],
        "wins": figures["wins"],
        "cards": figures["cards"],
        "stuck_games": figures["stuck"],
        "players": figures["players"],
        "seed": figures["seed"],
        "bot": figures["bot"],
        "cpu_seconds": figures["cpu_seconds"],
    }


def _print(figures: dict[str, Any], loaded: Loaded) -> None:
    from rich.table import Table

    games = figures["games"]
    table = Table("Ending", "Games", "Share", box=None, header_style="bold")
    for ending, count in figures["endings"].items():
        table.add_row(printable(ending), f"{count:,}", f"{count / games:.1%}")
    for seat, count in figures["wins"].items():
        table.add_row(printable(f"won by {seat}"), f"{count:,}", f"{count / games:.1%}")
    show(table)
    choices = figures["choices"]
    say(
        f"{games:,} games of {figures['players']}, {choices['all']:,} choices: {choices['least']} to"
        f" {choices['most']} a game, {choices['median']:g} in the middle."
    )
    say(f"{figures['choices_per_second']:,} choices in a second of one processor.")
    if figures["cards"] is not None:
        _print_cards(figures["cards"], games)
    for one in figures["stuck"]:
        place = loaded.place(one["at"])
        told = f"Seed {one['seed']} got stuck after {one['choices']} choices: {_reason(one)}"
        say(f"{told} {place}".rstrip(), err=True)


def _print_cards(cards: dict[str, int], games: int) -> None:
    """The cards that come into play most often, down to those that never do."""
    from rich.table import Table

    table = Table("Card", "Games", "Share", box=None, header_style="bold")
    for card, count in cards.items():
        table.add_row(printable(card), f"{count:,}", f"{count / games:.1%}")
    show(table)


def _reason(stuck: dict[str, Any]) -> str:
    said = stuck["reason"] if isinstance(stuck["reason"], str) else "it does not end"
    return f"{said} [{stuck['rule']}]" if stuck["rule"] else said
