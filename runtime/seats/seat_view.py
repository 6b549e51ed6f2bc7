"""What one seat may see, as the plain document of docs/internals/view.md. Viewers, bots and clients get
nothing else.

Who may see what is decided in visibility.py, how the open question reads in questions/document.py, what
happened in log.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tilewright.schemas.value_types import type_of
from tilewright.schemas.view import ToldGoal
from tilewright.schemas.wording import Amount, filled

from ..evaluating.evaluator import MOST_NAMED
from ..evaluating.operations import Unreadable, as_list
from ..evaluating.program_index import Env, Node, ProgramIndex
from ..state.state import NO_NUMBER, NONE, Over, State
from .handles import Handles
from .titles import full_title_of, meanings, rule_texts, rule_titles, title_of, titles, word_of
from .visibility import Visibility
from .wording import lowered, wording

FORMAT = "tilewright/view/1"
FACE_DOWN = "down"


class SeatView:
    """One seat's sight of one position: names for what it sees, and the parts of its view."""

    def __init__(
        self,
        index: ProgramIndex,
        state: State,
        seat: int | None,
        handles: Handles,
        visibility: Visibility | None = None,
    ) -> None:
        self.index = index
        self.state = state
        self.seat = seat
        self.visibility = visibility or Visibility(index, state, seat)
        self.handles = handles
        self.wording = wording(index)
        self.say = self.wording.say

    def document(
        self, question: Node | None, waiting: list[str], phases: list[str], log: list[Node], number: int = 1
    ) -> Node:
        """The whole view; what was asked and told is worked out elsewhere."""
        goals = list(self.goals())
        asked = () if question is None else (question, *question["refused"])
        return {
            "format": FORMAT,
            "game": self.game(),
            "goals": goals,
            "rules": self.rules([one["rule"] for one in (*goals, *asked, *log)]),
            "seat": None if self.seat is None else self.index.name(self.seat),
            "number": number,
            "over": self.over(),
            "phases": phases,
            "players": self.players(),
            "values": (values := self.game_values()),
            "tracks": self.tracks(values),
            "dice": self.dice(),
            "titles": titles(self.index),
            "meanings": meanings(self.index),
            "board": self.board(),
            "things": [self.thing(one) for one in (*self.visible(), *self.offered(question))],
            "piles": list(self.piles()),
            "question": question,
            "waiting": waiting,
            "log": log,
        }

    # ---------------------------------------------------------------- names

    def handle(self, thing: int) -> str:
        """What the seat calls a thing, space, link or player: its name, or a handle that says nothing."""
        if self.visibility.name(thing):
            return self.index.name(thing)
        return f"{self.back_kind(thing)}#{self.handles.number(self.seat, thing)}"

    def title(self, thing: int) -> str:
        """What people call it: title and number of the copy, or the title of its back."""
        if thing >= 0 and not self.visibility.name(thing):
            return self.kind_title(self.back_kind(thing))
        return full_title_of(self.index, thing)

    def place_title(self, place: int) -> str:
        """A place in a sentence; a pile or slot with whose it is."""
        title = title_of(self.index, place)
        if place < self.index.size or self.index.places[place - self.index.size].get("owner") is None:
            return title
        return self.say("engine/of", title, self.title(self.index.places[place - self.index.size]["owner"]))

    def back_kind(self, thing: int) -> str:
        """The kind that a back shows. Where the seat sees what lies there it knows the kind that hides it."""
        seen = self.visibility.into(self.state.at[thing])
        return self.hidden_kind(thing) if seen else self.mixed_with(thing)

    def mixed_with(self, thing: int) -> str:
        """What may lie where the thing lies: with all of that it is mixed up by those who do not see it."""
        at = self.state.at[thing]
        holds = self.index.places[at - self.index.size].get("holds") if at >= self.index.size else None
        return str(holds or self.hidden_kind(thing))

    def hidden_kind(self, thing: int) -> str:
        """The kind that is known of a thing whose identity is not."""
        chain = self.index.kinds_of(thing)
        return next((kind for kind in chain if self.hides(kind)), chain[min(1, len(chain) - 1)])

    def hides(self, kind: str) -> bool:
        """Whether a kind says itself that not everybody knows which of its things is which."""
        return (self.index.kinds.get(kind) or {}).get("identity_seen") not in (None, "everybody")

    def kind_title(self, kind: str) -> str:
        declared = self.index.kinds.get(kind) or {}
        return str(declared.get("title") or kind.replace("_", " ").capitalize())

    def value_title(self, declared: Mapping[str, Any], name: str) -> str:
        """What a value of a thing or of the game is called within a sentence."""
        return lowered(self.text(declared.get("title")) or name.replace("_", " "))

    def text(self, text: str | None) -> str:
        """A text of the program by its id; what is no id is the text."""
        return "" if text is None else str((self.index.data.get("texts") or {}).get(text, text))

    # ---------------------------------------------------------------- the parts

    def game(self) -> Node:
        game = self.index.data["game"]
        found = {"name": game["name"], "title": self.text(game.get("title"))}
        for part in ("mission", "campaign"):
            one = self.index.data.get(part)
            said = {name: self.text(one.get(name)) for name in ("title", "text")} if one else {}
            found[part] = {"name": one["name"], **said} if one else None
        return found

    def rules(self, named: Iterable[str | None]) -> dict[str, str]:
        """What the labels that are named stand for."""
        texts = rule_texts(self.index)
        codes = (code for one in dict.fromkeys(named) for code in (one or "").split(", "))
        return {code: texts[code] for code in codes if code in texts}

    def goals(self) -> Iterator[ToldGoal]:
        """What wins, what loses and how much time is left, limited to what the seat may know."""
        values = self.visibility.values
        for declared in self.index.data.get("goals") or ():
            try:
                with values.watching() as read:
                    these = as_list(values.of(declared["these"], {})) if declared["these"] else (NONE,)
                if not self.visibility.may_read(read):
                    continue
                for this in these:
                    if (told := self._goal(declared, {"this": this})) is not None:
                        yield told
            except (Over, Unreadable) as problem:
                self.index.not_done(problem, declared["label"] or declared["sort"], declared["at"])

    def _goal(self, declared: Node, env: Env) -> ToldGoal | None:
        """One of them, if it is for this seat, holds, and reads nothing that the seat may not know."""
        values = self.visibility.values
        with values.watching() as read:
            if declared["when"] is not None and not values.of(declared["when"], env):
                return None
            players = as_list(values.of(declared["players"], env)) if declared["players"] else ()
            others = declared["players"] is not None and self.seat is not None and self.seat not in players
            if others and declared["sort"] != "goal":
                return None
            raw = values.raw_text(declared["text"], env)
        if not self.visibility.may_read(read):
            return None
        things, spaces = self._about(declared.get("about"), env)
        return {
            "sort": declared["sort"],
            "text": self.raw_text(raw),
            "players": [self.index.name(one) for one in players],
            "things": things,
            "spaces": spaces,
            "theirs": others,
            "rule": declared["label"] or None,
        }

    def _about(self, about: Node | None, env: Env) -> tuple[list[str], list[str]]:
        """The things in play and spaces that a goal is about, as far as the seat may know that and sees which
        they are: a back that is marked would say what is on its face.
        """
        values = self.visibility.values
        with values.watching() as read:
            every = () if about is None else as_list(values.of(about, env))
        known = every if self.visibility.may_read(read) else ()
        spaces = [one for one in known if self.index.is_kind(one, "space")]
        seen = (one for one in known if one not in spaces and self.state.at[one] != self.index.box)
        things = [one for one in seen if self.visibility.where(one) and self.visibility.name(one)]
        return [self.handle(one) for one in things], [self.index.name(one) for one in spaces]

    def over(self) -> Node | None:
        if self.state.over is None:
            return None
        end = self.state.over
        return {
            "outcome": end.outcome,
            "winners": [self.index.name(one) for one in end.winners],
            "reason": None if end.reason is None else self.raw_text(end.reason),
            "rule": end.rule,
        }

    def rule(self, called: str | None) -> str | None:
        """What people call a rule: its label, else the title of the verb that it is or belongs to."""
        return rule_titles(self.index).get(called, called) if called else None

    def raw_text(self, raw: Any) -> str:
        """A text with its values, as a sentence of this seat."""
        if isinstance(raw, str):
            return raw
        text, *values = raw
        parts = [self.part(kind, value) for kind, value in values]
        return filled(self.text(text), parts, self.wording.language)

    def part(self, kind: str, value: Any) -> str | int | Amount:
        """What fills a gap of a text: a number, or words and how many they name."""
        if isinstance(value, tuple):
            return Amount(self.written(kind, value), len(value))
        return (
            value
            if type_of(kind).base == "number" and is_number(value) and value != NO_NUMBER
            else self.written(kind, value)
        )

    def written(self, kind: str, value: object) -> str:
        """A value in a sentence."""
        if isinstance(value, tuple):
            item = type_of(kind).element
            named = [self.written(item, one) for one in value[:MOST_NAMED]]
            more = len(value) - len(named)
            rest = [self.say("engine/more", Amount(f"{more:,}", more))] if more else []
            return ", ".join(named + rest) or self.say("engine/nothing")
        plain = self.plain(kind, value, title=True)
        if is_number(plain):
            return str(plain)
        word = {True: "engine/yes", False: "engine/no", None: "engine/none"}.get(plain)
        return self.say(word) if word else str(plain)

    def players(self) -> list[Node]:
        found = []
        for player in self.visibility.values.access.players:
            values = self.entity_values(player)
            found.append(
                {"name": self.index.name(player), "title": title_of(self.index, player), "values": values}
            )
        return found

    def game_values(self) -> Node:
        found = {}
        for name, declared in (self.index.data.get("game_properties") or {}).items():
            if declared.get("internal") or not self.visibility.game_value(name, declared):
                continue
            try:
                value = self.visibility.values.of({"op": "game", "property": name}, {})
            except (Over, Unreadable):
                continue
            found[name] = self.plain(declared["type"], value)
        return found

    def tracks(self, values: Node) -> Node:
        """From where to where those of the game's values go that have declared bounds."""
        declared = self.index.data.get("game_properties") or {}
        bounds = {name: (declared[name].get("low"), declared[name].get("high")) for name in values}
        return {name: list(pair) for name, pair in bounds.items() if None not in pair}

    def dice(self) -> Node:
        """All faces of each die, in their order, as they are read."""
        return {
            name: [self.written(die["type"], face) for face in die["faces"]]
            for name, die in self.index.data["dice"].items()
        }

    def entity_values(self, thing: int) -> Node:
        """The properties of a thing that the seat may read."""
        found = {}
        for name, (kind, declared) in self.index.properties(self.index.entities[thing]["kind"]).items():
            if declared["type"] == "text" or declared.get("internal"):
                continue
            if not self.visibility.value(thing, kind, name, declared):
                continue
            value = self.visibility.worth(thing, kind, name)
            if value is not None:
                found[name] = self.plain(declared["type"], value)
        return found

    def plain(self, kind: str, value: Any, title: bool = False) -> Any:
        """A value of the state as JSON: a number, yes or no, a word, a name or handle."""
        if isinstance(value, tuple):
            item = type_of(kind).element
            return [self.plain(item, one, title) for one in value]
        known = type_of(kind)
        base = known.base if known.item is None else known.item.base
        if base == "yes_no":
            return bool(value)
        if base == "word":
            enumeration = known.element.words
            words = self.index.data["words"][enumeration]
            if title:
                return word_of(self.index, enumeration, value)
            return words[value] if 0 <= value < len(words) else None
        if base in ("place", "thing"):
            if value == NONE:
                return None
            return self.title(value) if title else self.handle(value)
        if base == "text":
            return self.text(value) if isinstance(value, str) else None
        return None if value == NO_NUMBER else value

    # ---------------------------------------------------------------- the board

    def board(self) -> Node:
        board = self.index.data.get("board") or {}
        return {
            "title": self.text(board.get("title")),
            "spaces": [self.space(number, one) for number, one in enumerate(self.index.spaces)],
            "links": [
                self.link(number, one)
                for number, one in enumerate(self.index.link_data, self.index.first_link)
            ],
        }

    def space(self, number: int, drawn: Node) -> Node:
        return {
            "name": self.index.name(number),
            "kind": self.index.entities[number]["kind"],
            "title": title_of(self.index, number),
            "at": point(drawn["at"]),
            "layer": drawn.get("layer", 0),
            "outline": [point(one) for one in drawn["outline"]],
            "tile": drawn.get("tile"),
            "look": self.look(number),
            "values": self.entity_values(number),
        }

    def link(self, number: int, drawn: Node) -> Node:
        line = drawn.get("line")
        if line is None:
            line = [centre(self.index.spaces[side]) for side in drawn["sides"]]
        return {
            "name": self.index.name(number),
            "kind": self.index.entities[number]["kind"],
            "title": title_of(self.index, number),
            "sides": [self.index.name(side) for side in drawn["sides"]],
            "line": [point(one) for one in line],
            "look": self.look(number),
            "values": self.entity_values(number),
        }

    # ---------------------------------------------------------------- things and piles

    def visible(self) -> Iterator[int]:
        """The things the seat sees, as themselves or as backs, in an order that tells nothing."""
        every = range(self.index.size + len(self.index.places))
        places = [place for place in every if place != self.index.box]
        for place in places:
            seen = [thing for thing in self.state.z[place] if self.visibility.where(thing)]
            known = [thing for thing in seen if self.visibility.name(thing)]
            yield from known if self.visibility.into(place) else sorted(known)
            yield from sorted(
                (thing for thing in seen if not self.visibility.name(thing)),
                key=lambda thing: self.handles.number(self.seat, thing),
            )

    def offered(self, question: Node | None) -> Iterator[int]:
        """What is to be chosen from the box: whoever chooses sees what it is."""
        for option in question["options"] if question is not None else ():
            number = self.index.program.number.get(option["thing"] or "", NONE)
            if number != NONE and self.state.at[number] == self.index.box and self.visibility.name(number):
                yield number

    def thing(self, thing: int) -> Node:
        up = self.visibility.name(thing)
        kind = self.index.entities[thing]["kind"] if up else self.back_kind(thing)
        text = (self.index.entities[thing].get("text") or self.index.trait(thing, "text")) if up else None
        found = {
            "handle": self.handle(thing),
            "name": self.index.name(thing) if up else kind,
            "kind": kind,
            "kinds": list(self.index.chain(kind)),
            "title": self.title(thing),
            "text": self.text(text),
            "place": self.index.name(self.state.at[thing]),
            "face": "up" if up else FACE_DOWN,
            "look": self.look(thing) if up else self.kind_look(kind),
            "values": self.entity_values(thing),
        }
        if up and (controllers := self.visibility.controllers(thing)):
            found["controllers"] = [self.index.name(one) for one in controllers]
        return found

    def look(self, thing: int) -> Node:
        """The hints of a thing: its kind's, and those that count now as far as the seat may know."""
        kind = self.index.entities[thing]["kind"]
        found = self.kind_look(kind)
        for one in reversed(self.index.chain(kind)):
            for conditional in (self.index.kinds.get(one) or {}).get("looks") or ():
                if self.visibility.holds(conditional["when"], thing):
                    found.update(conditional["look"])
        return found

    def kind_look(self, kind: str) -> Node:
        """The hints of a kind and of what it is; the narrower word counts."""
        found: Node = {}
        for one in reversed(self.index.chain(kind)):
            found.update((self.index.kinds.get(one) or {}).get("look") or {})
        return found

    def piles(self) -> Iterator[Node]:
        """Every pile, bag and slot: how much lies there, and what, for those who see into it."""
        for place, declared in enumerate(self.index.places, self.index.size):
            owner = declared.get("owner")
            if place == self.index.box or (owner is not None and not self.has_seat(owner)):
                continue
            if declared.get("internal") and self.seat is not None:
                continue  # what the rules put aside
            lying = self.state.z[place]
            into = self.visibility.into(place)
            yield {
                "place": declared["name"],
                "name": declared.get("property") or declared["name"],
                "title": title_of(self.index, place),
                "owner": None if owner is None else self.handle(owner),
                "sort": declared.get("sort") or "pile",
                "count": len(lying),
                "things": [self.handle(one) for one in lying] if into else None,
                "backs": [] if into else self.backs(place, lying),
                "private": declared.get("seen") not in (None, "everybody"),
                "in_play": bool(declared.get("in_play")),
            }

    def has_seat(self, owner: int) -> bool:
        """What belongs to a player who is not in this game, or to a thing out of sight, is not shown."""
        if self.index.is_kind(owner, "player"):
            return owner in self.visibility.values.access.players
        return self.visibility.name(owner) and self.state.at[owner] != self.index.box

    def backs(self, place: int, lying: tuple[int, ...]) -> list[Node]:
        """What can be read on backs: of the top of a pile, of all in a hand; the order tells nothing."""
        declared = self.index.places[place - self.index.size]
        if declared.get("sort") == "bag" or not lying:
            return []
        hand = declared.get("owner") is not None and self.index.is_kind(declared["owner"], "player")
        backs = [self.back(one) for one in (lying if hand else lying[-1:])]
        return sorted((back for back in backs if back), key=str)

    def back(self, thing: int) -> Node:
        properties = self.index.properties(self.index.entities[thing]["kind"])
        found = {}
        for name in self.index.trait(thing, "back") or ():
            kind, declared = properties[name]
            found[name] = self.plain(declared["type"], self.visibility.values.property(thing, kind, name))
        return found


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def coordinate(value: Any) -> float:
    """A coordinate of the program, an integer or [n, d], as a number."""
    if isinstance(value, list):
        value = value[0] / value[1]
    return int(value) if value == int(value) else float(value)


def point(at: Any) -> list[float]:
    return [coordinate(one) for one in at]


def centre(space: Mapping[str, Any]) -> list[float]:
    xs, ys = zip(*(point(one) for one in space["outline"]), strict=True)
    return [sum(xs) / len(xs), sum(ys) / len(ys)]
