"""Look for packages in an index."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tilewright.host.terminal import say, say_json

from .. import package_index
from ..forms import format_option
from ..package_index import IndexEntry, index_option


@click.command("search")
@click.argument("text", default="", metavar="[TEXT]")
@index_option
@format_option()
def command(text: str, place: str | None, form: str) -> None:
    """List the packages of an index that have TEXT in their name or title, or in the name of a package that
    they need, such as their game. Without TEXT, list all of them.

    For each, its newest version is named, what it needs, its licence, how many of its stories passed when it
    was packed, and who signed it. Exits with 1 if there is none.
    """
    if place is None:
        raise click.UsageError("say in which index to look: tilewright search TEXT --from INDEX")
    index = package_index.read(place)
    wanted = text.casefold()
    names = {one.id for one in index.entries if any(wanted in said.casefold() for said in _names(one))}
    found = [index.of(name)[0] for name in sorted(names)]
    if form == "json":
        say_json([one._asdict() for one in found])
    else:
        for one in found:
            say(f"{one.id} {one.version}, {one.title}: {_said(one)}")
    if not found:
        say(f"There is nothing with “{text}” in {place}.", err=True)
        raise click.exceptions.Exit(1)


def _names(one: IndexEntry) -> Iterator[str]:
    """What a package goes by: its own name and title, and what it is for."""
    yield from (one.id, one.title)
    yield from (use.id for use in one.read().uses)


def _said(one: IndexEntry) -> str:
    from tilewright.dsl.packages.signatures import shown
    from tilewright.dsl.packages.store import installed

    stories = "stories not run" if one.stories is None else f"stories passed: {one.stories}"
    signed = f"signed with the key {shown(one.key)}" if one.key else "not signed"
    have = [own.version for own in installed() if own.id == one.id]
    there = f" (installed: {', '.join(have)})" if have else ""
    needs = ", ".join(use.id for use in one.read().uses)
    return f"{f'needs {needs}, ' if needs else ''}{one.licence or 'no licence'}, {stories}, {signed}{there}"
