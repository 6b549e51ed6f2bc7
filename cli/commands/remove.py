"""Remove packages that were installed."""

from __future__ import annotations

import click

from tilewright.host.terminal import say

from .. import mod_sets


@click.command("remove")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def command(names: tuple[str, ...]) -> None:
    """Remove the packages NAME, all their versions, or only one: NAME@VERSION.

    A set of mods that is locked to a version keeps it. Who signed a name is remembered.
    """
    from tilewright.dsl.packages import store

    there = store.installed()
    gone = []
    for name in names:
        plain, _, version = name.partition("@")
        found = [one for one in there if one.id == plain and version in ("", one.version)]
        if not found:
            known = ", ".join(f"{one.id}@{one.version}" for one in there) or "none"
            raise click.UsageError(f"`{name}` is not installed; there are {known}")
        gone += found
    for one in gone:
        store.remove(one)
        say(f"{one.id} {one.version} is removed.")
    locked = mod_sets.unpacked_for_sets()
    for one in gone:
        if one.digest in locked:
            say(f"The set `{locked[one.digest]}` keeps {one.id} {one.version}.")
    store.tidy(locked, gone)
