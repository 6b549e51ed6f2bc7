"""Show what is behind a name or label, with its rules.

Without a name, all that a game has to write with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tilewright.host.terminal import say, say_json

from ..forms import format_option
from ..loading import GAME_HELP, Loaded, load, located, prepared, stop, tell_of_copies
from ..seats import language_option, mod_option

if TYPE_CHECKING:
    from ..describing import Described
    from ..explaining import Explained
    from ..offering import Entry


@click.command("explain", epilog=GAME_HELP)
@click.argument("game", metavar="GAME[/MISSION]")
@click.argument("name", metavar="[NAME_OR_LABEL]", required=False)
@click.option("--python", "as_python", is_flag=True, help="Print the Python that is run instead.")
@format_option()
@language_option
@mod_option
def command(
    game: str, name: str | None, language: str, as_python: bool, form: str, mods: tuple[str, ...]
) -> None:
    """Show something of a game as its author wrote it, and where: a verb, menu, setting, thing, kind, plural,
    board, value or word, or anything else that has a name or a label. For a verb, all
    rules that take part when it happens are listed in order; for a value, what modifies it; for a setting,
    what can be chosen.

    Without a name, list everything that rules, cards and missions of GAME can name: settings, dice, kinds,
    values, menus, actions, verbs, relations, things, boards and missions, each as it is written, and where.

    Without a mission, GAME means its first one; what that lacks is looked for in the others. With --mod, the
    rules of mods are included, and what mods have changed is listed: before → after.
    """
    if name is None:
        _say_offering(game, mods, form)
        return
    from tilewright.dsl.compile import what_mods_do

    from ..describing import Described

    loaded = load(game, mods=mods, language=language)
    described = Described(loaded, what_mods_do(loaded.package))
    rules, entries = _looked_up(described, game, name, language)
    if as_python:
        _say_python(described.loaded, rules, name)
        return
    # What each thing does in its own way is told once, with the steps as its kind declares them.
    told = [described.rule(one) for one in rules if "cases" not in one.node] + [
        described.entry(*one) for one in entries
    ]
    if form == "json":
        say_json([one.named() for one in told])
        return
    if told and described.loaded is not loaded:
        program = described.loaded.program
        say(f"In {(program['mission'] or program['campaign'])['title']}:")
    for number, one in enumerate(told):
        if number:
            say()
        for line in one.lines():
            say(line)
    if not told:
        for title, lines in described.changes(name.strip("[]")).items():
            say("\n  ".join([f"{title}:", *lines]))


def _looked_up(
    described: Described, game: str, name: str, language: str
) -> tuple[list[Explained], list[tuple[str, Entry]]]:
    """What a name or label stands for: in the mission, in all that is declared, then in the other missions.

    Nothing, if mods have deleted it; of other names the nearest is told, and the command ends.
    """
    from tilewright.dsl.packages.package import find_package
    from tilewright.dsl.playable import missions
    from tilewright.dsl.problems.suggest import nearest

    from ..explaining import names

    rules, entries = described.rules(name), described.entries(name)
    told = {one.name for one in rules}
    entries = [(sort, one) for sort, one in entries if sort not in _RULES or one.name not in told]
    package = described.package
    named = find_package(game)
    others = missions(package)[1:] if named is not None and named[1] is None else []
    found = rules or described.rules_below(name)
    if not found and not entries:
        entries = described.entries(name.strip().lower().replace(" ", "_"))
    while not found and not entries and others:
        described.use(prepared(package, others.pop(0), language=language))
        found = described.rules(name) or described.rules_below(name)
    if entries:
        return rules, entries
    if not found and not described.changes(name.strip("[]")):
        near = nearest(name.strip("[]"), [*names(described.program), *described.names()])
        hint = f"{near} `" if near else "`"
        told_by = f"{hint}tilewright explain {game}` lists all that has a name"
        raise click.UsageError(f"`{package.id}` has nothing that is called `{name}`; {told_by}")
    return found, []


_RULES = ("action", "verb", "value")
"""What a program knows as well, with the rules that run together with it."""


def _say_offering(game: str, mods: tuple[str, ...], form: str) -> None:
    """Print every declaration of a game that can be named, by sort."""
    from tilewright.dsl.compile import what_mods_do
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems.render import shown_file
    from tilewright.dsl.problems.suggest import uses

    from ..mod_sets import tell_changes
    from ..offering import merged, offering

    package, problems = read_package(located(game)[0], mods)
    if package is None or any(problem.is_error for problem in problems):
        stop(problems, package)
    tell_changes(package)
    tell_of_copies(problems)
    found = what_mods_do(package)
    if any(problem.is_error for problem in found.problems):
        stop(found.problems, package)
    listed = offering(package, found.checked.model)
    if form == "json":
        say_json({title.lower(): [one.named() for one in entries] for title, entries in listed.items()})
        return
    for number, (title, entries) in enumerate(listed.items()):
        if number:
            say()
        say(f"{title}:")
        for one in merged(entries):
            say(f"  {one.head}  ({shown_file(one.file, package)}:{one.line})")
            for line in one.doc.splitlines():
                say(f"      {line}")
    say()
    say(f"To see one of them: tilewright explain {game} NAME")
    say(f"To use it, write in package.yaml: {uses(package.id, package.version)}")


def _say_python(loaded: Loaded, found: list[Explained], name: str) -> None:
    """Print the generated functions of verbs, rules and values, with those that only these call."""
    from tilewright.runtime.engine.campaign import Campaign, engine

    from ..explaining import places

    played = engine(loaded.program)
    code = (played.own if isinstance(played, Campaign) else played).code
    wanted = {at for one in found for at in places(loaded.program, one)}
    listing = list(code.listing(wanted)) if wanted else []
    if not listing:
        raise click.UsageError(f"`{name}` has no function of its own: ask for what uses it")
    say("\n\n".join(f"# {title}\n{source}" for title, source in listing))
