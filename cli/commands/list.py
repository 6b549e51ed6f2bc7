"""List the packages that are installed."""

from __future__ import annotations

import click

from tilewright.host.terminal import say, say_json

from ..forms import format_option


@click.command("list")
@format_option()
def command(form: str) -> None:
    """List what is installed: name, version, title, who signed it, and where it came from.

    A package whose files have changed since it was installed is marked.
    """
    from tilewright.dsl.packages import store
    from tilewright.dsl.packages.signatures import shown

    found = store.installed()
    if form == "json":
        say_json([{**one._asdict(), "whole": store.is_whole(one.root)} for one in found])
        return
    for one in found:
        signed = f"signed with the key {shown(one.key)}" if one.key else "not signed"
        say(f"{one.id} {one.version}, {one.title}: {signed}, from {one.source}")
        if not store.is_whole(one.root):
            again = (
                one.source
                if one.source.endswith(".tilewright")
                else f"{one.id}@{one.version} --from {one.source}"
            )
            say(f"  ! its files have changed since. To repair it: tilewright install {again}")
    if not found:
        say("Nothing is installed. To install a packed package: tilewright install FILE")
