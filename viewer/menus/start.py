"""The start screen as data: which page is open, what has been chosen, and what each line does. Pure.

start_pages.py says how a page reads, start_plugin.py finds what the pages show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Literal, assert_never

from .menu_plugin import chosen
from .shelf import GameChoice, GameMods, GameParts, KeptFile, ShelfGame, ShelfMission, ShelfMod, ShelfSetting

LONGEST = {"seed": 20, "set": 40}
SetupField = Literal["seed", "set"]


class Page(Enum):
    """The pages of the start screen."""

    MAIN = auto()
    GAMES = auto()
    MISSIONS = auto()
    SETUP = auto()
    MODS = auto()
    RULES = auto()
    KEPT = auto()
    RECORDINGS = auto()
    DELETE = auto()
    SURE = auto()
    BOARD_GAMES = auto()
    BOARDS = auto()
    CREDITS = auto()


# ------------------------------------------------------------------ what a line does


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Show another page."""

    page: Page


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Play this game, or edit its boards."""

    name: str


@dataclass(frozen=True, slots=True)
class ChooseMission:
    """Play this mission or campaign."""

    name: str


@dataclass(frozen=True, slots=True)
class ChangePlayers:
    """One player more or fewer."""


@dataclass(frozen=True, slots=True)
class ChangeSeat:
    """Somebody else sits there."""

    number: int


@dataclass(frozen=True, slots=True)
class TurnMod:
    """Play with a mod, or without it."""

    mod: ShelfMod


@dataclass(frozen=True, slots=True)
class TakeSet:
    """Play with just the mods of a set."""

    name: str


@dataclass(frozen=True, slots=True)
class ForgetSet:
    """Take its name from a set."""

    name: str


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """The next value of a setting of the game."""

    setting: ShelfSetting


@dataclass(frozen=True, slots=True)
class WriteField:
    """Begin to write a seed, or the name of a set; or keep what was written."""

    field: SetupField


@dataclass(frozen=True, slots=True)
class OpenKept:
    """Go on with a saved game, or look at a recording."""

    kept: KeptFile
    recorded: bool = False


@dataclass(frozen=True, slots=True)
class AskToDelete:
    """Ask whether a saved game or a recording is to be deleted."""

    kept: KeptFile


@dataclass(frozen=True, slots=True)
class DeleteKept:
    """Delete it."""

    kept: KeptFile


@dataclass(frozen=True, slots=True)
class EditBoard:
    """Open a board in the editor."""

    name: str


class Plain(Enum):
    """What needs no more words."""

    BEGIN = auto()
    SETTINGS = auto()
    HELP = auto()
    LANGUAGE = auto()
    QUIT = auto()
    BACK = auto()
    NOTHING = auto()


Choosing = ChangePlayers | ChangeSeat | TurnMod | TakeSet | ChangeRule
OfKept = OpenKept | AskToDelete | DeleteKept
StartAction = (
    OpenPage | ChooseGame | ChooseMission | Choosing | ForgetSet | WriteField | OfKept | EditBoard | Plain
)


# ------------------------------------------------------------------ the state


@dataclass(frozen=True, slots=True)
class Start:
    """What is open and chosen, and what the pages have to show."""

    pages: tuple[Page, ...] = (Page.MAIN,)  # the last one is open
    choice: GameChoice = field(default_factory=GameChoice)
    writing: tuple[SetupField, str] | None = None
    wrong: str = ""  # what could not be done, and why
    kept: tuple[KeptFile, ...] = ()
    recordings: tuple[KeptFile, ...] = ()
    doomed: KeptFile | None = None  # what may be deleted
    games: tuple[ShelfGame, ...] = ()
    missions: tuple[ShelfMission, ...] = ()
    parts: GameParts = field(default_factory=lambda: GameParts((1, 1), ()))
    mods: GameMods = field(default_factory=lambda: GameMods((), {}))
    boards: tuple[str, ...] = ()

    @property
    def page(self) -> Page:
        return self.pages[-1]

    @property
    def listing(self) -> Literal[Page.KEPT, Page.RECORDINGS]:
        """Which list of kept files is shown, or lies under the open page."""
        return Page.RECORDINGS if Page.RECORDINGS in self.pages else Page.KEPT

    @property
    def players(self) -> int:
        """How many play, as far as the game allows."""
        low, high = self.parts.players
        return max(low, min(high, self.choice.players or low))


def opened(start: Start, page: Page) -> Start:
    """Another page is open; one that was open before is gone back to."""
    pages = start.pages[: start.pages.index(page)] if page in start.pages else start.pages
    return replace(start, pages=(*pages, page), wrong="", writing=None)


def closed(start: Start) -> Start:
    """The page before; what was being written stays as it was."""
    if start.writing is not None:
        return replace(start, writing=None, wrong="")
    return replace(start, pages=start.pages[:-1] or (Page.MAIN,), wrong="")


def refused(start: Start, why: str) -> Start:
    """Something could not be done; the page says why."""
    return replace(start, wrong=why)


# ------------------------------------------------------------------ what was found


def games_found(start: Start, games: Sequence[ShelfGame]) -> Start:
    """The games that there are."""
    return replace(start, games=tuple(games))


def kept_found(start: Start, kept: Sequence[KeptFile]) -> Start:
    """The games that are kept."""
    return replace(start, kept=tuple(kept))


def recordings_found(start: Start, recordings: Sequence[KeptFile]) -> Start:
    """The recordings that there are."""
    return replace(start, recordings=tuple(recordings))


def boards_found(start: Start, name: str, boards: Sequence[str]) -> Start:
    """The boards of a game, one of which is to be edited."""
    return replace(start, choice=GameChoice(name), boards=tuple(boards))


def mods_found(start: Start, mods: GameMods) -> Start:
    """Other mods or sets than before; the name that was written is theirs."""
    return replace(start, mods=mods, writing=None, wrong="")


def game_chosen(start: Start, name: str, missions: Sequence[ShelfMission]) -> Start:
    """Another game; of what was chosen for the one before, nothing stays."""
    choice = start.choice if start.choice.game == name else GameChoice(name)
    return replace(start, choice=choice, missions=tuple(missions))


def parts_found(
    start: Start, choice: GameChoice, missions: Sequence[ShelfMission], parts: GameParts, mods: GameMods
) -> Start:
    """What there is to choose with that choice; settings that its mission does not have are none of it."""
    known = {one.name for one in parts.settings}
    choice = replace(choice, settings=tuple(pair for pair in choice.settings if pair[0] in known))
    return replace(start, choice=choice, missions=tuple(missions), parts=parts, mods=mods)


# ------------------------------------------------------------------ what is chosen


def seats_of(start: Start, usual: str) -> tuple[str, ...]:
    """Who plays, for as many as do."""
    seats = start.choice.seats[: start.players]
    return (*seats, *[usual] * (start.players - len(seats)))


def value_of(start: Start, setting: ShelfSetting) -> str:
    """The value that a setting has."""
    return dict(start.choice.settings).get(setting.name, setting.usual)


def change(start: Start, deed: Choosing, by: int, sorts: Sequence[str]) -> Start:
    """What a choice becomes."""
    choice = start.choice
    match deed:
        case ChangePlayers():
            low, high = start.parts.players
            choice = replace(choice, players=chosen(range(low, high + 1), start.players, by))
        case ChangeSeat(number):
            seats = list(seats_of(start, sorts[0]))
            seats[number] = chosen(sorts, seats[number], by)
            choice = replace(choice, seats=tuple(seats))
        case TurnMod(mod):
            without = tuple(one for one in choice.mods if one not in (mod.word, mod.id))
            choice = replace(choice, mods=(*choice.mods, mod.word) if without == choice.mods else without)
        case TakeSet(name):
            mods = start.mods.sets.get(name, ())
            choice = replace(choice, mods=() if same_mods(choice.mods, mods) else mods)
        case ChangeRule(setting):
            value = chosen(setting.values, value_of(start, setting), by)
            others = tuple(pair for pair in choice.settings if pair[0] != setting.name)
            own = () if value == setting.usual else ((setting.name, value),)
            choice = replace(choice, settings=(*others, *own))
        case _:
            assert_never(deed)
    return replace(start, choice=choice, wrong="")


def same_mods(mods: Sequence[str], others: Sequence[str]) -> bool:
    """Whether these are the same mods, in whatever order."""
    return bool(others) and set(mods) == set(others)


def set_of(mods: Sequence[str], sets: Mapping[str, tuple[str, ...]]) -> str:
    """The name of the set that has just these mods; empty if none has."""
    return next((name for name, of in sets.items() if same_mods(mods, of)), "")


# ------------------------------------------------------------------ writing


def begun_to_write(start: Start, field: SetupField) -> Start:
    """The line is written in from now on."""
    present = start.choice.seed if field == "seed" else set_of(start.choice.mods, start.mods.sets)
    return replace(start, writing=(field, present), wrong="")


def written(start: Start, character: str) -> Start:
    """One more character, as far as it fits there."""
    if start.writing is None:
        return start
    field, text = start.writing
    fits = character.isdecimal() and character.isascii()
    if field == "set":
        low = character.lower()
        character, fits = low, low.isascii() and (low.isalnum() or low in "_-")
    return replace(start, writing=(field, (text + character)[: LONGEST[field]])) if fits else start


def seed_written(start: Start) -> Start:
    """What was written is the seed."""
    assert start.writing is not None, "who ends to write has begun"
    return replace(start, choice=replace(start.choice, seed=start.writing[1]), writing=None)


def rubbed_out(start: Start) -> Start:
    """One character fewer."""
    if start.writing is None:
        return start
    field, text = start.writing
    return replace(start, writing=(field, text[:-1]))
