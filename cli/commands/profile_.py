"""Tell where the time of a game goes.

Bots play; it lists the rules and defines that take the time.
"""

from __future__ import annotations

import click

from tilewright.host.terminal import say, say_json, show
from tilewright.host.text import printable
from tilewright.schemas.documents import Document

from ..loading import GAME_HELP, load
from ..seats import language_option, mod_option, players_option, seated, setting_option

SHOWN = 15


@click.command("profile", epilog=GAME_HELP)
@click.argument("name", metavar="GAME[/MISSION]")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    default=5,
    show_default=True,
    metavar="N",
    help="Processor time to play for.",
)
@click.option("--seed", type=click.IntRange(0, 2**63), default=0, metavar="N", help="Seed of the first game.")
@click.option("--bot", type=click.Choice(["random", "greedy"]), default="random", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print {choices_per_cpu_second, rules} and more.")
@players_option
@language_option
@setting_option
@mod_option
def command(
    name: str,
    seconds: float,
    seed: int,
    bot: str,
    as_json: bool,
    players: int | None,
    language: str,
    settings: tuple[str, ...],
    mods: tuple[str, ...],
) -> None:
    """Show in which rules and defines a game spends its time, line by line.

    Bots play whole games. "Itself" is the share of time in which a rule was at work, "in all" the share in
    which it was at work or waited for what it asks or calls.
    """
    from tilewright.runtime.profiling import profile

    loaded = load(name, settings=settings, mods=mods, language=language)
    seats = seated(loaded.program, players, ())
    found = profile(loaded.program, seconds, seed, seats.players, bot)
    looks = max(found.looks, 1)
    rules: list[Document] = [
        {
            "rule": found.titles.get(place, ""),
            "place": place,
            "itself": found.own[place] / looks,
            "in_all": count / looks,
        }
        for place, count in found.all.most_common()
    ]
    rules.sort(key=lambda rule: (-rule["itself"], -rule["in_all"]))
    speed = round(found.choices / found.seconds)
    if as_json:
        say_json(
            {
                "games": found.games,
                "choices": found.choices,
                "cpu_seconds": found.seconds,
                "choices_per_cpu_second": speed,
                "looks": found.looks,
                "rules": rules,
            }
        )
        return
    _print(rules, sum(found.own.values()) / looks)
    say(f"{found.games:,} games, {found.choices:,} choices, {speed:,} per second of processor time.")


def _print(rules: list[Document], named: float) -> None:
    from rich.table import Column, Table

    # An editor follows a place only where it is whole, so the names of rules give way to it.
    where = Column("Where", no_wrap=True)
    table = Table("Itself", "In all", "Rule", where, box=None, header_style="bold")
    for rule in rules[:SHOWN]:
        shares = f"{rule['itself']:.1%}", f"{rule['in_all']:.1%}"
        table.add_row(*shares, printable(rule["rule"]), printable(rule["place"]))
    table.add_row(f"{max(0.0, 1 - named):.1%}", "", "no rule: the engine and the bots", "")
    show(table)
