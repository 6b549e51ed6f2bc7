"""What the start screen offers, and whoever has it: games, what was kept of them, and ways to begin.

The command line has all of it. Nothing here compiles, and nothing is known of a disk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from tilewright.schemas.wording import Wording

from ..plugin import Sitting


class ShelfGame(NamedTuple):
    """A game that can be played."""

    name: str
    title: str
    about: str = ""  # what it says of itself
    where: str = ""  # it comes from
    players: tuple[int, int] | None = None  # for how many it is; None if nobody knows yet
    missions: tuple[str, ...] = ()  # the titles of what can be played
    campaigns: tuple[str, ...] = ()


class ShelfMission(NamedTuple):
    """What of a game is played; a game without missions has one without a name."""

    name: str
    title: str
    text: str = ""
    campaign: bool = False


class ShelfSetting(NamedTuple):
    """A setting of a game: its values as they are written and as they are read, the usual one first known."""

    name: str
    title: str
    values: tuple[str, ...]
    shown: tuple[str, ...]
    usual: str


class ShelfMod(NamedTuple):
    """A mod for a game; `word` is how it is named."""

    word: str
    id: str
    title: str
    about: str = ""  # what it says of itself


class GameParts(NamedTuple):
    """What there is to choose before a mission begins."""

    players: tuple[int, int]
    titles: tuple[str, ...]  # of all that may play
    settings: tuple[ShelfSetting, ...] = ()


class GameMods(NamedTuple):
    """The mods for a game, and the sets that have names."""

    mods: tuple[ShelfMod, ...]
    sets: Mapping[str, tuple[str, ...]]


class KeptFile(NamedTuple):
    """A saved game or a recording in a file."""

    file: Path
    title: str
    told: str  # mission and how far it has come
    when: str
    answers: int = 0  # that were given
    mods: tuple[str, ...] = ()
    damaged: bool = False
    unfinished: bool = False  # kept by itself when people got up before the end
    picture: str = ""  # the URI of a picture; empty if there is none


@dataclass(frozen=True, slots=True)
class GameChoice:
    """What somebody wants to play, as far as that is chosen."""

    game: str = ""
    mission: str = ""
    players: int = 0  # 0: as few as can be
    seats: tuple[str, ...] = ()  # who plays each of them: a word of `sorts`
    mods: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()  # those that are not as usual
    seed: str = ""  # empty: by chance


class Shelf(Protocol):
    """Where the start screen finds everything. What can go wrong gives a sentence instead."""

    languages: Sequence[str]
    sorts: Sequence[str]  # who can play: people, and the bots there are

    def speech(self, language: str) -> Wording:
        """How the start screen speaks."""

    def credits(self, language: str) -> Sequence[str]:
        """Who made what, a line each."""

    def games(self, language: str) -> Sequence[ShelfGame]: ...
    def missions(self, choice: GameChoice, language: str) -> Sequence[ShelfMission] | str: ...
    def parts(self, choice: GameChoice, language: str) -> GameParts | str: ...
    def mods(self, game: str) -> GameMods | str: ...
    def keep_set(self, name: str, choice: GameChoice) -> str | None:
        """Give the chosen mods a name; None, or why that cannot be."""

    def forget_set(self, name: str) -> str | None: ...
    def kept(self, language: str) -> Sequence[KeptFile]:
        """Games that can be gone on with, the newest first."""

    def recordings(self, language: str) -> Sequence[KeptFile]: ...
    def delete(self, file: Path) -> str | None:
        """Delete a saved game or a recording; None, or why that cannot be."""

    def boards(self, game: str) -> Sequence[str] | str: ...
    def begin(self, choice: GameChoice, language: str) -> Sitting | str: ...
    def load(self, file: Path, language: str) -> Sitting | str: ...
    def replay(self, file: Path, language: str) -> Sitting | str: ...
    def edit(self, game: str, board: str, language: str) -> Sitting | str: ...
