"""Install packages that were packed.

They are found by name from then on.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import mod_sets, package_index
from ..installing import chosen, install_all, with_needs
from ..package_index import index_option

if TYPE_CHECKING:
    from tilewright.dsl.packages.archive import Packed


@click.command("install")
@click.argument("names", nargs=-1, required=True, metavar="NAME|FILE...")
@index_option
@click.option("--new-key", is_flag=True, help="Trust a signature other than the first one.")
def command(names: tuple[str, ...], place: str | None, new_key: bool) -> None:
    """Install packed packages: files, or those that an index has under NAME or NAME@VERSION.

    What they need is fetched from the index as well, unless it is installed or comes with Tilewright. A game
    is then played by its name, a mod with `--mod NAME`. Everything that is fetched is checked before
    anything is installed. Whoever signs a name first is trusted for it.
    """
    index = package_index.read(place)
    wanted = []
    for name in names:
        if name.endswith(".tilewright"):
            wanted += with_needs(_file(name), index, str(Path(name).resolve()))
        elif place is None:
            raise click.UsageError(
                f"`{name}` is not a packed file. To take a package from an index, say which one: "
                f"tilewright install {name} --from INDEX"
            )
        else:
            wanted += with_needs(chosen(name, index), index, place, pinned="@" in name)
    install_all(wanted, new_key)
    mod_sets.tidy()


def _file(name: str) -> Packed:
    from tilewright.dsl.packages.archive import BadArchive
    from tilewright.dsl.packages.store import read_packed

    try:
        return read_packed(Path(name))
    except BadArchive as error:
        raise click.ClickException(f"{name} is refused: {error.why}. Nothing was installed.") from None
    except OSError as error:
        raise click.UsageError(f"{name} cannot be read: {str(error.strerror or error).lower()}") from None
