"""Remove packages that were installed."""

from __future__ import annotations

import click

from tilewright.host.terminal import say

from .. import mod_sets
from ..needing import who_needs
from ..typed import written


@click.command("remove")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--anyway", is_flag=True, help="Also remove what others need.")
def command(names: tuple[str, ...], anyway: bool) -> None:
    """Remove the packages NAME, all their versions, or only one: NAME@VERSION.

    A package that other packages, a set of mods or a saved game need is only removed with --anyway. A set
    that is locked to a version of a mod keeps it. Who signed a name is remembered.
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
    locked, needs = mod_sets.unpacked_for_sets(), who_needs(gone)
    if needs and not anyway:
        command = f"{written('remove', *names)} --anyway"
        raise click.ClickException("\n".join([*needs, f"Nothing is removed. To remove it anyway: {command}"]))
    for sentence in needs:
        say(sentence, err=True)
    for one in gone:
        store.remove(one)
        say(f"{one.id} {one.version} is removed.")
    for one in gone:
        if one.digest in locked:
            say(f"The set `{locked[one.digest]}` keeps {one.id} {one.version}.")
    store.tidy(locked, [one.digest for one in gone])
