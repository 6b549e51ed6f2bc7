"""What a game says of itself in the header of its file: title, players, seats, the first verb, the box."""

from .. import nodes
from ..problems import codes
from ..problems.suggest import missing_head, nearest
from ..problems.twice import given_twice
from ..source import package_of
from .collect import Collector
from .declarations import look_of
from .roles import File, said_once

_HEADER = {
    "title": 'title: "…"',
    "players": "players: 1 to 4",
    "seats": 'seats: "White", "Black"',
    "begins": "begins: VERB",
    "components": "components:",
    "over": "over: MOD",
    "look": "look: …",
}
MAX_PLAYERS = 12
_OF_THE_GAME = ("title", "players", "seats", "begins", "components")


def header(collector: Collector, file: File) -> None:
    """Take title, players and the first verb from a system's header."""
    if file.role not in ("system", "mod"):
        return
    owners: set[str] = set()
    for entry in said_once(collector, file):
        _note_header(collector, file, entry)
        match entry:
            case nodes.EntryValue(name="version" | "licence" | "doc"):
                pass
            case nodes.EntryValue(name="over", values=values) if file.role == "mod" and _are_names(values):
                pass
            case nodes.Look(hints=hints):
                collector.model.hints_of.setdefault("", []).extend(hints)
                collector.model.look |= look_of(hints)
            case nodes.EntryValue(name="title", values=(nodes.String() as title,)):
                _call_the_game(collector, file, title)
            case nodes.EntryValue(
                name="players",
                values=(nodes.ItemRange(low=nodes.Number(digits=least), high=nodes.Number(digits=most)),),
            ):
                collector.model.players = (int(least[:4]), int(most[:4]))
            case nodes.EntryValue(name="players", values=(nodes.Number(digits=number),)):
                collector.model.players = (int(number[:4]), int(number[:4]))
            case nodes.EntryValue(name="seats", values=titles) if _are_texts(titles):
                collector.model.seats = tuple(one for one in titles if isinstance(one, nodes.String))
            case nodes.EntryValue(name="begins", values=(nodes.Name(name=verb),)):
                collector.model.begins = verb
            case nodes.EntryTable(name="components"):
                collector.model.components = entry
            case _:
                _no_header_entry(collector, entry, owners)
    low, high = collector.model.players
    if not 1 <= low <= high <= MAX_PLAYERS:
        here = next(
            entry.span
            for entry in file.header.entries or ()
            if isinstance(entry, nodes.EntryValue) and entry.name == "players"
        )
        message = f"{low} to {high} players cannot be"
        proposal = f"write the fewest and the most who can play, between 1 and {MAX_PLAYERS}"
        collector.report(codes.BAD_HEADER.at(here, message=message, proposal=proposal))
        collector.model.players = (1, MAX_PLAYERS)  # whoever is named of them is not missed as well
    beyond = collector.model.seats[collector.model.players[1] :]
    if beyond:
        collector.report(
            codes.BAD_HEADER.at(
                beyond[0].span,
                message=f"{len(collector.model.seats)} seats have a title, and at most "
                f"{collector.model.players[1]} can play",
                proposal="give a title to each player who can take part, the first one first",
            )
        )
        collector.model.seats = ()


def _no_header_entry(collector: Collector, entry: nodes.SyntaxNode, owners: set[str]) -> None:
    """What is said of a line that is no entry of a header, or not written like one.

    Of several parts of a board whose first line is missing the first is told; `owners` notes whose were.
    """
    name = "drawing" if isinstance(entry, nodes.EntryDrawing) else str(getattr(entry, "name", ""))
    message, proposal = "this says nothing about a game", missing_head(name) or nearest(name, _HEADER)
    if proposal in owners:
        return
    if missing_head(name):
        owners.add(proposal)
    if name == "players":
        collector.model.players = (1, MAX_PLAYERS)  # nobody knows how many
    if name in _HEADER:
        message, proposal = f"`{name}` is not written like this", f"write `{_HEADER[name]}`"
    listed = f"a header holds {', '.join(f'`{form}`' for form in _HEADER.values())}"
    collector.report(codes.BAD_HEADER.at(entry.span, message=message, proposal=proposal or listed))


def _call_the_game(collector: Collector, file: File, title: nodes.String) -> None:
    """Give the game its title, or another one: then these words are the mod's."""
    if file.role == "mod" and title.words != collector.model.title:
        collector.model.worded["game/title"] = title.span
    collector.model.title = title.words


def _note_header(collector: Collector, file: File, entry: nodes.SyntaxNode) -> None:
    """Enter in the history what a header says of the game; two files of a package cannot say the same."""
    if isinstance(entry, nodes.EntryValue | nodes.EntryTable) and entry.name in _OF_THE_GAME:
        collector.model.history.set("header", "", str(entry.name), entry.span, entry)
        if file.role == "system":
            met = collector.headers.setdefault(package_of(file.path), {})
            collector.problems += given_twice([entry.name], str(collector.model.name), met)


def _are_names(values: tuple[nodes.SyntaxNode, ...]) -> bool:
    return all(isinstance(value, nodes.Name) for value in values)


def _are_texts(values: tuple[nodes.SyntaxNode, ...]) -> bool:
    return all(isinstance(value, nodes.String) for value in values)
