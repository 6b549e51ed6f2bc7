"""Install newer versions of what is installed.

Older ones are removed, except those that somebody needs, or that were asked for by their version.
"""

from __future__ import annotations

import click

from tilewright.host.terminal import say

from .. import mod_sets, package_index
from ..installing import chosen, install_all, with_needs
from ..needing import who_needs
from ..package_index import index_option
from ..typed import written


@click.command("update")
@click.argument("names", nargs=-1, metavar="[NAME...]")
@index_option
@click.option("--new-key", is_flag=True, help="Trust a signature other than the first one.")
def command(names: tuple[str, ...], place: str | None, new_key: bool) -> None:
    """Install the newest versions that an index has of the packages NAME..., or of all that are installed.

    A set of mods keeps the versions that it is locked to: `tilewright sets NAME --update` takes the new ones.
    A version that was asked for, `tilewright install NAME@VERSION`, stays as well, and so does one that other
    packages or saved games need.
    """
    from tilewright.dsl.packages import store
    from tilewright.dsl.packages.ranges import newest_first

    if place is None:
        raise click.UsageError("newer versions are looked for in an index: tilewright update --from INDEX")
    index, locked = package_index.read(place), mod_sets.unpacked_for_sets()
    have = {one.id: one for one in reversed(store.installed())}  # the newest of each
    for name in names:
        if name not in have:
            raise click.UsageError(
                f"`{name}` is not installed; there are {', '.join(sorted(have)) or 'none'}"
            )
    newer, stays = [], False
    for name in names or have:
        found = chosen(name, index) if index.of(name) else None
        if found is None or newest_first(found.version) >= newest_first(have[name].version):
            continue
        if have[name].pinned:
            say(
                f"{name} stays at {have[name].version}, as you asked for it. To take {found.version}: "
                f"tilewright install {name} --from {place}"
            )
            stays = True
        else:
            newer.append(found)
    install_all([one for entry in newer for one in with_needs(entry, index, place)], new_key)
    now = {entry.id: entry.version for entry in newer}
    older = [
        one
        for one in reversed(store.installed())  # the oldest first
        if one.version != now.get(one.id, one.version) and one.digest not in locked and not one.pinned
    ]
    gone = []
    for one in older:
        if needs := who_needs([one]):
            again = written("remove", f"{one.id}@{one.version}")
            say(f"{one.id} {one.version} stays, too: {' '.join(needs)} To remove it: {again} --anyway")
        else:
            store.remove(one)
            gone.append(one.digest)
    store.tidy(locked, gone)
    if not newer and not stays:
        say("Nothing newer was found.")
