"""Write the index of a folder of packed packages.

Others install from it: from the folder, or from any web server that has its files.
"""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.host.terminal import say
from tilewright.schemas.wording import counted

from .. import index_page, package_index
from ..targets import target, unwritable
from ..typed import written


@click.command("index")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR")
@click.option("--replace", is_flag=True, help="Also list versions that were published with other contents.")
def command(folder: Path, replace: bool) -> None:
    """Write DIR/index.json, which lists every packed package in DIR, and DIR/index.html for people.

    The folder can then be named as it is, or put on any web server: `tilewright install NAME --from DIR`.
    A published version keeps its contents: if DIR/index.json lists a version whose file has other contents
    now, nothing is written. Versions that it lists and that are no longer in DIR are named. Exits with 1 if
    nothing was written, or a file had to be left out.
    """
    target(folder / package_index.NAME)
    found = list(package_index.entries_of(folder))
    entries = [one for one in found if isinstance(one, package_index.IndexEntry)]
    left_out = [one for one in found if isinstance(one, str)]
    before = package_index.published(folder)
    changed = package_index.republished(before, entries)
    if changed and not replace:
        raise click.ClickException(
            "\n".join(changed)
            + "\nThe index stays as it is, since others may have installed what is published. "
            "Give what is new another `version:`, and pack it again. If nobody has it yet: "
            f"{written('index', str(folder))} --replace"
        )
    try:
        package_index.write(folder, entries)
        index_page.write(folder, (index_page.shown(folder, one) for one in entries))
    except OSError as error:
        raise unwritable(folder / package_index.NAME, error) from None
    for sentence in (*left_out, *package_index.withdrawn(before, entries)):
        say(sentence, err=True)
    packages = counted(len({one.id for one in entries}), "package")
    say(f"{folder / package_index.NAME}: {packages} in {counted(len(entries), 'version')}")
    if left_out:
        raise click.exceptions.Exit(1)
