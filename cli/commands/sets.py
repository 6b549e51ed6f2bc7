"""Make, list and change sets of mods.

A set is played with `--mods NAME`, and always with the same versions.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from tilewright.host.terminal import say

from .. import mod_sets
from ..loading import located
from ..needing import games_without
from ..set_making import lasting, make
from ..typed import written

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package


@click.command("sets")
@click.argument("name", required=False)
@click.option("--game", metavar="GAME", help="The game of a new set, or another one for a set.")
@click.option("--add", "added", multiple=True, metavar="MOD", help="Add a mod; may be repeated.")
@click.option("--remove", "removed", multiple=True, metavar="MOD", help="Take a mod out; may be repeated.")
@click.option("--update", is_flag=True, help="Lock the newest versions that are there and fit.")
@click.option("--delete", "gone", is_flag=True, help="Forget the set.")
@click.option("--anyway", is_flag=True, help="Forget it even if saved games need what only this set keeps.")
def command(
    name: str | None,
    game: str | None,
    added: tuple[str, ...],
    removed: tuple[str, ...],
    update: bool,
    gone: bool,
    anyway: bool,
) -> None:
    """List the sets of mods, show the set NAME, or make and change it.

    A set remembers which mods are wanted for a game, and in which versions they and what they need were
    found: `tilewright play GAME --mods NAME` plays with exactly these. A new set needs `--game` and
    `--add`.
    """
    if name is None:
        if game or added or removed or update or gone:
            raise click.UsageError("which set? Name it: tilewright sets NAME ...")
        _list()
    elif gone:
        _forget(name, anyway)
    elif game or added or removed or update:
        _change(name, game, added, removed)
    else:
        _show(mod_sets.read(name))


def _forget(name: str, anyway: bool) -> None:
    """Delete a set, with what was unpacked for it alone, unless a saved game needs that."""
    alone = mod_sets.kept_alone(name)
    needs = games_without(alone)
    if needs and not anyway:
        again = f"To forget it anyway: {written('sets', name)} --delete --anyway"
        raise click.ClickException("\n".join([*needs, f"Only this set keeps that, and it stays. {again}"]))
    mod_sets.delete(name)
    taken = ", ".join(f"{one.id} {one.version}" for one in alone)
    rest = f"{taken}, which only it kept, goes from the disk" if taken else "its mods stay where they are"
    say(f"The set `{name}` is forgotten; {rest}.")


def _list() -> None:
    found = [mod_sets.read(name) for name in mod_sets.names()]
    for one in found:
        mods = ", ".join(mod.id for mod in one.locked) or "nothing"
        say(f"{one.name:<16} {one.game}, with {mods}")
    if not found:
        say("There is no set of mods yet. To make one: tilewright sets NAME --game GAME --add MOD")


def _show(one: mod_sets.ModSet) -> None:
    package = _read(one.game, [mod.path for mod in one.locked if os.path.exists(mod.path)])
    now = {mod.id: mod for mod in mod_sets.lock(package)} if package is not None else {}
    say(f"{one.name}, for {one.game}")
    for mod in one.locked:
        there = now.get(mod.id)
        state = f"not at {mod.path} any more"
        if there is not None and there.version != mod.version:
            state = f"{there.version} now"
        elif there is not None:
            state = "" if there.digest == mod.digest else "its files have changed since"
        say(f"  {mod.id} {mod.version}{f': {state}' if state else ''}  ({mod.path})")
    if not one.locked:
        say("  nothing")


def _change(name: str, game: str | None, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
    known = mod_sets.read(name) if name in mod_sets.names() else None
    if known is None and (game is None or not added):
        new = f"tilewright sets {name} --game GAME --add MOD"
        raise click.UsageError(f"a new set needs a game and a mod: {new}")
    before = known or mod_sets.ModSet(name, "")
    wanted = dict.fromkeys([*before.wanted, *map(lasting, added)])
    for one in removed:
        mod = next((key for key in (one, lasting(one), *_called(before, one)) if key in wanted), None)
        if mod is None:
            raise click.UsageError(f"`{one}` is not in the set; there are {', '.join(wanted) or 'none'}")
        del wanted[mod]
    _show(make(name, game or before.game, list(wanted)))


def _called(one: mod_sets.ModSet, mod: str) -> list[str]:
    """What was wanted in a set, by the id of the mod that it came to."""
    return [word for locked in one.locked if locked.id == mod for word in (locked.wanted, locked.path)]


def _read(game: str, mods: list[str]) -> Package | None:
    from tilewright.dsl.packages.package import read_package

    return read_package(located(game)[0], mods)[0]
