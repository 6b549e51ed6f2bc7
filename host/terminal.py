"""The one way in which commands print: every text is made printable on its way out.

So no title, log or file name of a stranger's steers a terminal. Colours are our own: they are put around
texts that are printable already, and get through `say_coloured` only.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .text import HARMFUL, printable

if TYPE_CHECKING:
    from rich.console import RenderableType

_ENDLESS = 10_000  # characters; rich fills a line only as far as its cells do
_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")


def say(text: object = "", err: bool = False) -> None:
    """Print a text of any origin, with an end of line."""
    import click

    click.echo(printable(text), err=err)


def wipe() -> None:
    """Clear the screen, and what has scrolled off it; where no terminal is, let it go out of sight."""
    import click

    click.echo("\x1b[2J\x1b[3J\x1b[H" if sys.stdout.isatty() else "\n" * 100, nl=False)


def say_json(document: object) -> None:
    """Print a document for programs: nothing in it is lost, since JSON can write every character."""
    written = json.dumps(document, indent=1, ensure_ascii=False)
    say(HARMFUL.sub(lambda found: json.dumps(found[0])[1:-1], written))


def say_coloured(text: str, err: bool = False) -> None:
    """Print a text whose colours are ours: its pieces have to be printable before they are coloured."""
    import click

    pieces = _COLOUR.split(text)  # colours stand at the odd places
    click.echo("".join(one if place % 2 else printable(one) for place, one in enumerate(pieces)), err=err)


def show(what: RenderableType) -> None:
    """Print a table or the like of rich's. What its cells hold has to be printable; none of it is markup.

    Only a terminal has an edge: for a pipe or a file nothing is cut or wrapped.
    """
    from rich.console import Console

    width = None if sys.stdout.isatty() else _ENDLESS
    console = Console(file=sys.stdout, width=width, markup=False, emoji=False, highlight=False)
    with console.capture() as captured:
        console.print(what)
    say_coloured(captured.get().removesuffix("\n"))


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on the error stream, so that figures can be piped elsewhere; told how far one is."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(printable(what)), total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def has_display() -> bool:
    """Whether a window may be opened here, as far as that can be told without trying."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or bool(named)
