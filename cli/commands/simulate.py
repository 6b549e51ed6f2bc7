"""Let bots play many games, and count.

It counts results, lengths, speed, and the games that went wrong.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import click

from tilewright.host.terminal import progress, say, say_json, show
from tilewright.host.text import printable
from tilewright.schemas.documents import Document
from tilewright.schemas.wording import counted

from ..loading import GAME_HELP, Loaded, load, located, opened, prepared
from ..seats import language_option, mod_option, players_option, seated, setting_option

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.runtime.playouts import Played
    from tilewright.runtime.simulating import Report

    from ..comparing import Interval, MissionCompared

MEMORY = (
    "one of the processes that played was ended from outside, perhaps because memory ran out; try again with"
    " fewer of them, such as --jobs 1"
)


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
    help="Seed of the first game; the others count on from it.",
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
    "--every-mission",
    is_flag=True,
    help="Each mission of GAME in turn; with --mod, without the mods as well, and what is different.",
)
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
    every_mission: bool,
    as_json: bool,
    players: int | None,
    language: str,
    settings: tuple[str, ...],
    mods: tuple[str, ...],
) -> None:
    """Let bots play many games. Exits with 1 if a game got stuck.

    They choose at random, or (--bot greedy) try out what each option leads to, which takes seconds a game.
    With --every-mission and --mod it also exits with 1 if a mission is no longer won, or is gone.
    """
    from tilewright.runtime.simulating import ProcessEnded, simulate

    if every_mission:
        arm = _Arm(settings, language, players, games, seed, bot, jobs)
        _every_mission(name, mods, arm, as_json)
        return
    loaded = load(name, settings=settings, mods=mods, language=language)
    if cards and "missions" in loaded.program:
        raise click.UsageError("the cards of a campaign are counted mission by mission: name one of them")
    seats = seated(loaded.program, players, ())
    wanted = jobs or min(os.cpu_count() or 1, max(1, games // 50))
    try:
        with progress("Games") as told:
            report = simulate(
                loaded.program,
                games,
                seed,
                seats.players,
                wanted,
                lambda done: told(done, games),
                bot,
                cards,
                lambda long: _tell_long(long, loaded),
            )
    except ProcessEnded:
        raise click.ClickException(MEMORY) from None
    figures = report.to_json()
    if as_json:
        say_json(_document(figures))
    else:
        _print(figures, loaded)
    if figures["stuck"]:
        raise click.exceptions.Exit(1)


def _tell_long(one: Played, loaded: Loaded) -> None:
    """Say of a game that it takes long, and what is asked now: perhaps it never ends."""
    asked = " ".join(filter(None, (f"[{one.rule}]" if one.rule else "", loaded.place(one.at))))
    so_far = counted(one.choices, "choice")
    say(f"Seed {one.seed} is still being played after {so_far}. Now asking: {asked}", err=True)


# ------------------------------------------------------------------ every mission


class _Arm(NamedTuple):
    """How the games of each mission are played; the same with mods and without."""

    settings: tuple[str, ...]
    language: str
    players: int | None
    games: int
    seed: int
    bot: str
    jobs: int | None

    def play(self, package: Package, mission: str | None, told: Callable[[int, int], None]) -> Report:
        """The games of one mission, with the seeds that all have."""
        from tilewright.runtime.simulating import simulate

        loaded = prepared(package, mission, settings=self.settings, language=self.language)
        seats = seated(loaded.program, self.players, ())
        jobs = self.jobs or min(os.cpu_count() or 1, max(1, self.games // 50))
        return simulate(
            loaded.program,
            self.games,
            self.seed,
            seats.players,
            jobs,
            lambda done: told(done, self.games),
            self.bot,
        )


def _every_mission(name: str, mods: tuple[str, ...], arm: _Arm, as_json: bool) -> None:
    """Each mission, without mods and with them if there are any."""
    from tilewright.dsl.playable import missions
    from tilewright.runtime.simulating import ProcessEnded

    from ..comparing import compared, document

    path, mission = located(name)
    if mission is not None:
        raise click.UsageError(f"--every-mission plays them all: leave out `/{mission}`")
    package = opened(path, mods)
    plain = opened(path) if mods else None
    there: list[str | None] = [*missions(package)] or [None]
    before: list[str | None] = ([*missions(plain)] or [None]) if plain else []
    found = []
    try:
        for one in dict.fromkeys((*before, *there)):
            with progress(one or name) as told:
                then = arm.play(plain, one, told) if plain is not None and one in before else None
                now = arm.play(package, one, told) if one in there else None
            found.append(compared(one or "", then, now, alone=plain is None))
    except ProcessEnded:
        raise click.ClickException(MEMORY) from None
    if as_json:
        say_json({"seed": arm.seed, "bot": arm.bot, "missions": [document(one) for one in found]})
    else:
        _print_missions(found, arm, bool(mods))
    if any(one.is_wrong for one in found):
        raise click.exceptions.Exit(1)


def _print_missions(found: list[MissionCompared], arm: _Arm, modded: bool) -> None:
    from rich.table import Table

    heads = ["Mission", "Won", "Choices"]
    if modded:
        heads = ["Mission", "Won without", "Won with", "Choices without", "with", "What is different"]
    table = Table(*heads, box=None, header_style="bold")
    for one in found:
        for number, (seat, both) in enumerate(one.wins.items()):
            title = "" if number else one.mission
            by = "" if seat == "everybody" else f" by {seat}"
            won = [_share(share) for share in both]
            long = [_length(length) for length in one.lengths] if not number else ["", ""]
            said = "" if number else ", ".join(one.findings) or one.nothing_because
            row = (title, won[0] + by, won[1], *long, said) if modded else (title, won[1] + by, long[1])
            table.add_row(*map(printable, row))
    show(table)
    say(
        f"{arm.games:,} games of each, seeds from {arm.seed}, bot {arm.bot}. In brackets: the 95 % interval"
        " of each figure (Wilson's for shares; choices are medians)."
    )
    if modded and any(not one.findings and one.never_won for one in found):
        other = "" if arm.bot == "greedy" else "`--bot greedy` or "
        say(f"What these bots never win, people may: {other}more games (`--games`) can tell more.")


def _share(share: Interval | None) -> str:
    return "-" if share is None else f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})"


def _length(length: Interval | None) -> str:
    return "-" if length is None else f"{length.value:g} ({length.low:g} to {length.high:g})"


# ------------------------------------------------------------------ one


def _document(figures: Document) -> Document:
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


def _print(figures: Document, loaded: Loaded) -> None:
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
        f"{counted(games, 'game')} of {counted(figures['players'], 'player')} with"
        f" {counted(choices['all'], 'choice')}: {choices['least']:,} to {choices['most']:,} a game,"
        f" with a median of {choices['median']:,g}."
    )
    say(f"{figures['choices_per_second']:,} choices per second of processor time.")
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


def _reason(stuck: Document) -> str:
    said = stuck["reason"] if isinstance(stuck["reason"], str) else "it does not end"
    return f"{said} [{stuck['rule']}]" if stuck["rule"] else said
