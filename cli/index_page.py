"""The page of an index for people: what there is, of whom, and how to install it.

One plain file: no script, nothing that is fetched. What packages say of themselves is a stranger's word: it
stands there as text, whatever it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tilewright.host.files import write_whole
from tilewright.host.text import on_one_line
from tilewright.schemas.wording import counted

from .package_index import IndexEntry

NAME = "index.html"
LONGEST = 400
"""Characters of a description."""


class Shown(NamedTuple):
    """A package on the page: its entry, for which game it is, and the first words of its README."""

    entry: IndexEntry
    game: str
    description: str


def shown(folder: Path, entry: IndexEntry) -> Shown:
    """What is to be said of a package that lies in the folder."""
    from tilewright.dsl.packages.store import read_packed

    files = read_packed(folder / entry.file).files
    texts = {name: data.decode("utf-8", "replace") for name, data in files.items()}
    sources = [text for name, text in sorted(texts.items()) if name.endswith(".wright")]
    pages = [name for name in sorted(texts) if name.startswith("README")]  # others are translations
    readme = texts[min(pages, key=len)] if pages else ""
    return Shown(entry, _game(sources), _first_words(readme))


def write(folder: Path, found: Iterable[Shown]) -> None:
    """Write the page of a folder. Raises OSError."""
    by_name = sorted(found, key=lambda one: one.entry.id)
    rows = [_package(list(group)) for _, group in groupby(by_name, key=lambda one: one.entry.id)]
    number = f"{counted(len(rows), 'package')} in {counted(len(by_name), 'version')}"
    write_whole(folder / NAME, _PAGE.format(number=number, rows="\n".join(rows)).encode())


def _game(sources: Sequence[str]) -> str:
    """The game that a mod is for, as the first lines of its files say; empty if it is none."""
    heads = (re.search(r"^mod +\w+ +for +(\w+)", text, re.MULTILINE) for text in sources)
    return next((head[1] for head in heads if head is not None), "")


def _first_words(readme: str) -> str:
    """The first paragraphs that are neither headings nor sources."""
    pieces = re.split(r"\n\s*\n", readme.replace("\r", ""))
    prose = [piece for piece in pieces if piece[:1].strip() and not piece.startswith(("```", "#", "|", "*"))]
    said = " ".join(" ".join(prose).split())
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"


def _package(versions: Sequence[Shown]) -> str:
    """All versions of one package, the newest first."""
    from tilewright.dsl.packages.ranges import newest_first

    found = sorted(versions, key=lambda one: newest_first(one.entry.version))
    newest, entry = found[0], found[0].entry
    about = f"a mod for {_text(newest.game)}" if newest.game else "a game or library"
    others = ", ".join(f"{_text(one.entry.version)} ({_file(one.entry)})" for one in found[1:])
    tried = "not said" if entry.stories is None else str(entry.stories)
    needs = ", ".join(f"{one.id} {one.range}" for one in entry.read().uses) or "nothing"
    facts = [
        ("Licence", _text(entry.licence)),
        ("Needs", _text(needs)),
        ("Stories passed", tried),
        ("Signed by", f"<code>{_text(entry.key)}</code>" if entry.key else "nobody"),
        ("File", f"{_file(entry)}, {entry.bytes:,} bytes"),
        ("SHA-256 of the file", f"<code>{_text(entry.sha256)}</code>"),
        *([("Earlier", others)] if others else []),
    ]
    listed = "\n".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)
    return _ENTRY.format(
        id=_text(entry.id),
        title=_text(entry.title),
        version=_text(entry.version),
        about=about,
        description=f"<p><bdi>{_text(newest.description)}</bdi></p>\n" if newest.description else "",
        facts=listed,
    )


def _file(entry: IndexEntry) -> str:
    return f'<a href="{_text(entry.file)}" download>{_text(entry.file)}</a>'


def _text(said: str) -> str:
    """What a stranger wrote, as text of a page."""
    return escape(on_one_line(said), quote=True)


_ENTRY = """\
<section id="{id}">
<h2><bdi>{title}</bdi> <small>{version}</small></h2>
<p class="about">{id}, {about}</p>
{description}<pre>tilewright install {id} --from ADDRESS</pre>
<dl>
{facts}
</dl>
</section>"""
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Packages for Tilewright</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
section {{ border-top: 1px solid #8886; padding: .5rem 0 1rem; }}
h2 {{ margin: .5rem 0 0; overflow-wrap: anywhere; }}
small, .about, dt {{ opacity: .75; font-weight: normal; }}
pre {{ background: #8882; padding: .5rem; overflow-x: auto; }}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; }}
dd {{ margin: 0; overflow-wrap: anywhere; }}
</style>
</head>
<body>
<h1>Packages for Tilewright</h1>
<p>{number}. ADDRESS is the address of this page without <code>index.html</code>, or the folder in
which it lies. A package says how a game goes; it cannot run programs, read files or connect. The hash of a
file is checked when it is installed.</p>
{rows}
</body>
</html>
"""
