"""Which packages are games, and which mods there are for one: told from the first lines of their sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from . import store
from .library import beside, home_of, is_file, shipped, sources_in
from .manifest import NAME
from .mission_order import in_order
from .package import manifest_at, package_named
from .package_reading import MAX_FILES, TEXTS
from .source_file import beginning

_SYSTEM = re.compile(r"^(?:system|content +for) +(\w+)", re.MULTILINE)
_OWN_SYSTEM = re.compile(r"^system +\w+", re.MULTILINE)
_PLAYED = re.compile(r"^(?:system|mission|campaign) +\w+", re.MULTILINE)
_CAMPAIGN = re.compile(r"^campaign +\w+ +\"", re.MULTILINE)
_MOD = re.compile(r"^mod +\w+ +for +(\w+)", re.MULTILINE)
_NO_PROSE = ("#", "```", "|", "!")
_PLAYERS = re.compile(r"^[ \t]+players: *(\d+)(?: +to +(\d+))?", re.MULTILINE)
_NAMED = re.compile(r"^(mission|campaign) +(\w+) +\"([^\"\n]+)\"", re.MULTILINE)
_TITLE = re.compile(r"^((?:mission|campaign)/\w+|game)/title: *(\S.*)$", re.MULTILINE)
_IN_HASTE = 20_000  # characters of a source
_OF_TEXTS = 200_000  # and of a catalogue, where titles may stand anywhere


class ListedPackage(NamedTuple):
    """A package that can be played, or played with."""

    root: Path
    id: str
    title: str
    version: str
    name: str  # as people name it
    shipped: bool


class AtAGlance(NamedTuple):
    """What a game has to play, and for how many it is, before anybody opens it."""

    title: str = ""  # its own in that language; empty if it has none
    players: tuple[int, int] | None = None  # None where that cannot be told in haste
    missions: Mapping[str, str] = MappingProxyType({})  # their titles, by their names
    campaigns: Mapping[str, str] = MappingProxyType({})


def games(here: Path) -> list[ListedPackage]:
    """The games in a folder, those that are installed, and those that come with Tilewright, in this order.

    A package whose manifest says that it is for authors is none of them.
    """
    found = [one for one in _every(here) if _is_game(one.root) and _for_players(one.root)]
    return list({one.root.resolve(): one for one in reversed(found)}.values())[::-1]


def mods_for(game: Path, here: Path) -> list[ListedPackage]:
    """The mods for the game at a path: in its folder `mods`, beside it, and wherever games are found."""
    root = home_of(game)
    of = _named(root, _SYSTEM)
    near = [] if store.holds(root) or is_file(root) else [*_inside(root / "mods"), *_inside(root.parent)]
    found = [*map(_listed, near), *_every(here)]
    fits = [one for one in found if one is not None and of & _named(one.root, _MOD)]
    return list({one.id: one for one in reversed(fits)}.values())[::-1]


def about(root: Path, language: str = "en") -> str:
    """What a package says of itself: the first paragraph of its README.md, or of README.cs.md in Czech; empty
    if there is none.
    """
    pages = (beginning(root / name, root, 4_000) for name in (f"README.{language}.md", "README.md"))
    paragraphs = next(filter(None, pages), "").split("\n\n")
    plain = (" ".join(one.split()) for one in paragraphs if not one.lstrip().startswith(_NO_PROSE))
    return re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", lambda found: found[1] or "", next(plain, ""))


def at_a_glance(root: Path, language: str = "en") -> AtAGlance:
    """What a game has to play, in a language: of itself first, then of the packages that it uses."""
    players: tuple[int, int] | None = None
    titles: dict[str, dict[str, str]] = {"mission": {}, "campaign": {}}
    called, every = "", list[str]()
    for one in _with_its_uses(root):
        said = dict(_TITLE.findall(beginning(one / TEXTS / f"{language}.yaml", one, _OF_TEXTS)))
        called = called or _unquoted(said.get("game", ""))
        texts = list(_beginnings(one))
        every += texts
        for text in texts:
            head = _SYSTEM.search(text)
            found = _PLAYERS.search(text, head.end()) if head is not None else None
            if found is not None and players is None:
                players = int(found[1][:4]), int((found[2] or found[1])[:4])
            for sort, name, title in _NAMED.findall(text):
                own = said.get(f"{sort}/{name}")
                titles[sort].setdefault(name, title if own is None else _unquoted(own))
    missions = {name: titles["mission"][name] for name in in_order(titles["mission"], every)}
    return AtAGlance(called, players, missions, titles["campaign"])


def _with_its_uses(root: Path) -> list[Path]:
    """A package, and all that it uses, near or far, as far as they are found."""
    found = {root.resolve(): root}
    waiting = [root]
    while waiting:
        one = waiting.pop(0)
        told = manifest_at(one)
        for use in () if told is None else told.uses:
            near = None if store.holds(one) else beside(one.absolute().parent, use.id)
            there = near or package_named(use.id)
            if there is not None and there.resolve() not in found:
                found[there.resolve()] = there
                waiting.append(there)
    return list(found.values())


def _unquoted(value: str) -> str:
    """A value of YAML that stands in one line, as it is read."""
    value = value.strip()
    for quote, within in (('"', '\\"'), ("'", "''")):
        if len(value) > 1 and value[0] == value[-1] == quote:
            return value[1:-1].replace(within, quote)
    return value


def _is_game(root: Path) -> bool:
    """Whether there is a system to play, or a mission or campaign of one that is used."""
    texts = list(_beginnings(root))
    played = any(map(_SYSTEM.search, texts)) and any(map(_PLAYED.search, texts))
    return played or any(map(_CAMPAIGN.search, texts))


def is_played(root: Path) -> bool:
    """Whether a package has a system of its own, so that it is no mod of another game."""
    return any(_OWN_SYSTEM.search(text) for text in _beginnings(root))


def _for_players(root: Path) -> bool:
    found = manifest_at(root)
    return found is None or found.audience == "players"


def _named(root: Path, header: re.Pattern[str]) -> set[str]:
    """The systems that headers in a package name."""
    return {found[1] for text in _beginnings(root) for found in header.finditer(text)}


def _every(here: Path) -> Iterator[ListedPackage]:
    for root in (here, *_inside(here)):
        if (one := _listed(root)) is not None:
            yield one._replace(name=str(root))
    for kept in store.installed():
        yield ListedPackage(kept.root, kept.id, kept.title, kept.version, kept.id, shipped=False)
    of: dict[Path, str] = {}
    for name, root in shipped().items():
        of.setdefault(root, name)
    for root, name in sorted(of.items(), key=lambda pair: ("/" in pair[1], pair[1])):
        if (one := _listed(root)) is not None:
            yield one._replace(name=name, shipped=True)


def _listed(root: Path) -> ListedPackage | None:
    found = manifest_at(root)
    if found is None:
        return None
    return ListedPackage(root, found.id, found.title, found.version, str(root), shipped=False)


def _inside(folder: Path) -> Iterable[Path]:
    """The packages that lie in a folder."""
    try:
        return [one for one in sorted(folder.iterdir()) if (one / NAME).is_file()]
    except OSError:
        return []


def _beginnings(root: Path) -> Iterator[str]:
    paths = islice(sources_in(root), MAX_FILES)
    return (beginning(path, root, _IN_HASTE) for path in paths)
