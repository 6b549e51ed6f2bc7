"""Write the index of a folder of packed packages.

Others install from it: from the folder, or from any web server that has its files.
"""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.host.terminal import say

from .. import index_page, package_index
from ..targets import unwritable


@click.command("index")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR")
def command(folder: Path) -> None:
    """Write DIR/index.json, which lists every packed package in DIR, and DIR/index.html for people.

    The folder can then be named as it is, or put on any web server: `tilewright install NAME --from DIR`.
    Exits with 1 if a file had to be left out.
    """
    found = list(package_index.entries_of(folder))
    entries = [one for one in found if isinstance(one, package_index.IndexEntry)]
    left_out = [one for one in found if isinstance(one, str)]
    try:
        package_index.write(folder, entries)
        index_page.write(folder, (index_page.shown(folder, one) for one in entries))
    except OSError as error:
        raise unwritable(folder / package_index.NAME, error) from None
    for sentence in left_out:
        say(sentence, err=True)
    say(f"{folder / package_index.NAME}: packages: {len(entries)}")
    if left_out:
        raise click.exceptions.Exit(1)
