"""Plant mistakes, and list those that nobody notices.

One mistake at a time is planted in a package.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.host.terminal import progress, say, say_json, show
from tilewright.host.text import printable
from tilewright.schemas.documents import Document
from tilewright.schemas.wording import counted

from ..forms import format_option
from ..loading import located, stop
from ..seats import mod_option
from ..targets import target, unwritable

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package

    from ..mod_stories import StoryPlace
    from ..mutating import Judged

HELP = "PACKAGE is a folder with a package, or the name of a game that comes with Tilewright."


@click.command("mutate", epilog=HELP)
@click.argument("name", metavar="PACKAGE")
@click.option("--mutants", "number", type=click.IntRange(1), default=200, show_default=True, metavar="N")
@click.option(
    "--seed", type=click.IntRange(0, 2**63), default=0, metavar="N", help="Another choice of mistakes."
)
@click.option(
    "--operator",
    "operators",
    multiple=True,
    metavar="NAME",
    help="Only mistakes of this sort; may be repeated.",
)
@click.option(
    "--games",
    type=click.IntRange(0),
    default=2,
    show_default=True,
    metavar="N",
    help="Games of bots for each mission.",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="J", help="Processes; one for each processor if not given."
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write down what was judged, and go on from there the next time.",
)
@click.option(
    "--equivalent",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.yaml",
    help="Changes that are not mistakes, each with the reason.",
)
@format_option()
@mod_option
def command(
    name: str,
    number: int,
    seed: int,
    operators: tuple[str, ...],
    games: int,
    jobs: int | None,
    keep: Path | None,
    equivalent: Path | None,
    form: str,
    mods: tuple[str, ...],
) -> None:
    """Plant mistakes in the rules of a package, one at a time, and see who notices.

    Each one is shown to `check`, then to the tests, then to games of bots. What nobody notices is listed by
    declaration: there a rule could be wrong without anybody noticing. In a mod its own rules are changed; its
    stories and those of the game are run, except those that it breaks anyway.
    """
    from tilewright.dsl.mutation.operators import OPERATORS
    from tilewright.dsl.packages.package import read_package

    from ..mod_sets import tell_changes
    from ..mod_stories import without
    from ..mutating import MutationPlan, OtherRun, TestFails, run

    for one in operators:
        if one not in OPERATORS:
            raise click.UsageError(f"there is no operator `{one}`; there are {', '.join(OPERATORS)}")
    path, _ = located(name)
    package, problems = read_package(path, mods)
    if package is None or any(problem.is_error for problem in problems):
        stop(problems, package)
    tell_changes(package)
    target(keep, package)
    apart = _broken_anyway(package, number)
    package = without(package, apart)
    plan = MutationPlan(package, tuple(Path(one) for one in mods), number, seed, operators, games, apart)
    reasons = _reasons(equivalent)
    try:
        with progress("Mistakes") as told:
            judged = run(plan, jobs or os.cpu_count() or 1, keep, told)
    except OtherRun:
        raise click.UsageError(
            f"{keep} was written for another package, or before the package was changed; name another file"
        ) from None
    except TestFails as fails:
        advice = f"Make it pass first: `tilewright test {name}` tells more."
        raise click.ClickException(f"{fails} It would seem to notice every mistake. {advice}") from None
    except OSError as error:
        raise unwritable(keep or path, error) from None
    if not judged:
        raise click.ClickException(_nothing_to_plant(package, operators))
    judged = [one._replace(reason=reasons.pop(one.id, "")) for one in judged]
    if form == "json":
        say_json(_document(judged))
    else:
        _print(judged)


def _broken_anyway(package: Package, number: int) -> tuple[StoryPlace, ...]:
    """The stories that mods break without any mistake; none where there is no mod."""
    from ..mod_stories import failing, is_mod, places

    if not (package.mods or is_mod(package)):
        return ()
    every = counted(sum(1 for _ in places(package)), "story", "stories")
    say(
        f"First {every} of the game and the mod are played, to leave out those that the mod breaks anyway.",
        err=True,
    )
    with progress("Stories") as told:
        apart = tuple(failing(package, told))
    broken = counted(len(apart), "of them does", "of them do") + " not" if apart else "All"
    say(f"{broken} hold with it. Now mistakes are planted, at most {number:,}, one at a time.", err=True)
    return apart


def _nothing_to_plant(package: Package, operators: tuple[str, ...]) -> str:
    """Why there is no mistake, and what to do."""
    if operators:
        return (
            f"`{package.id}` has no place for a mistake of that sort ({', '.join(operators)}); name another."
        )
    games = " or ".join(f"`tilewright mutate {used.id}`" for used in package.uses)
    advice = f": name the game, with these tests in its folder, as in {games}" if games else ""
    return f"`{package.id}` has no rules, and mistakes are planted in rules{advice}."


def _reasons(file: Path | None) -> dict[str, str]:
    """Why some changes are no mistakes, by their ids."""
    if file is None:
        return {}
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        found = YAML(typ="safe").load(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, YAMLError) as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from None
    if not isinstance(found, Mapping) or not all(
        isinstance(one, str) for pair in found.items() for one in pair
    ):
        raise click.UsageError(f"{file} should name changes, each with a reason")
    return dict(found)


def _document(judged: list[Judged]) -> Document:
    from tilewright.dsl.mutation.operators import OPERATORS

    from ..mutating import messages, share

    def figures(operators: list[str]) -> Document:
        found = share(judged, operators)
        return {"real": found.real, **dict(sorted(found.by.items()))}

    return {
        "all": figures(list(OPERATORS)),
        "static": figures([name for name, one in OPERATORS.items() if one.static]),
        "operators": {name: figures([name]) for name in OPERATORS},
        "messages": messages(judged),
        "mutants": [one.document() for one in judged],
    }


def _print(judged: list[Judged]) -> None:
    from rich.table import Table

    from tilewright.dsl.mutation.operators import OPERATORS

    from ..mutating import NOTICED, messages, share
    from ..mutation_judge import BY_CHECK, BY_GAMES, BY_NOBODY, BY_TESTS, NO_CHANGE, NOT_JUDGED

    late = [one for one in judged if one.verdict.by == NOT_JUDGED]
    columns = (*NOTICED, BY_NOBODY, NO_CHANGE, *((NOT_JUDGED,) if late else ()))
    table = Table("Mistake", "Planted", *(one.capitalize() for one in columns), box=None, header_style="bold")
    for name in OPERATORS:
        found = share(judged, [name])
        if found.by:
            row = (f"{found.by[one]:,}" for one in columns)
            table.add_row(name, f"{sum(found.by.values()):,}", *row)
    show(table)
    every = share(judged)
    static = share(judged, [name for name, one in OPERATORS.items() if one.static])
    say(
        f"Of {every.real:,} mistakes check noticed {every.of(BY_CHECK):.1%}, tests {every.of(BY_TESTS):.1%},"
        f" games {every.of(BY_GAMES):.1%}, nobody {every.of(BY_NOBODY):.1%}. Of {static.real:,} that can be"
        f" found without playing check noticed {static.of(BY_CHECK):.1%}."
    )
    if told := messages(judged):
        say(
            f"First message on the right line {told['right_line']:.1%}, a way out {told['way_out']:.1%},"
            f" more than three messages {told['more_than_three']:.1%}."
        )
    unseen = [one for one in judged if one.verdict.by == BY_NOBODY and not one.reason]
    for one in sorted(unseen, key=lambda one: one.mutant.span):
        say(printable(one.id))
