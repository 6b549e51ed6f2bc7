"""What a view calls things, and what lies where: names, titles and values as they are read."""

from __future__ import annotations

from tilewright.runtime.seats.wording import lowered
from tilewright.schemas.view import SeenLink, SeenPile, SeenPlayer, SeenSpace, SeenThing, View, ViewValues
from tilewright.schemas.wording import Wording
from tilewright.viewer.staging.counting import WHOSE

LISTED = 12  # members of a list that are named


class ViewNames:
    """What the view calls things, and what lies where."""

    def __init__(self, view: View, speech: Wording) -> None:
        self.view, self.speech, self.say = view, speech, speech.say
        self.things: dict[str, SeenThing] = {thing["handle"]: thing for thing in view["things"]}
        self.spaces: dict[str, SeenSpace] = {space["name"]: space for space in view["board"]["spaces"]}
        self.links: dict[str, SeenLink] = {link["name"]: link for link in view["board"]["links"]}
        self.piles: dict[str, SeenPile] = {pile["place"]: pile for pile in view["piles"]}
        self._players = {player["name"]: player for player in view["players"]}
        self.whose = set(WHOSE) if len(self._players) > 1 else set()
        self._titles: dict[str, dict[str, str]] = view.get("titles") or {}
        self.at: dict[str, list[SeenThing]] = {}
        for thing in view["things"]:
            self.at.setdefault(thing["place"], []).append(thing)

    def slots(self, thing: SeenThing) -> set[str]:
        """The places that a thing has."""
        return {place for place, pile in self.piles.items() if pile["owner"] == thing["handle"]}

    def title(self, name: str) -> str:
        """What a name or handle is called."""
        for table in (self.things, self.spaces, self.links, self.piles, self._players):
            if name in table:
                return titled(table[name])
        return lowered(self.say("engine/title_box")) if name == "box" else self.called("words", name)

    def values(self, values: ViewValues) -> str:
        """`dial 6, down`; what is no, none or empty is not worth a word. Whose it is needs no name."""
        said = [
            self._one(value) if name in WHOSE and value else self._value(self.called("values", name), value)
            for name, value in values.items()
        ]
        said = [part for part in said if part]
        # A list has commas of its own: what follows is no member of it.
        listed = any(isinstance(value, list) and len(value) > 1 for value in values.values())
        return ("; " if listed else ", ").join(said)

    def called(self, sort: str, name: str) -> str:
        """What a kind, value or word is called."""
        return lowered(self._titles.get(sort, {}).get(name) or words_of(name))

    def _value(self, name: str, value: object) -> str:
        if value is True:
            return name
        if value is None or value is False or value == []:
            return ""
        if not isinstance(value, list):
            return f"{name} {self._one(value)}"
        shown = ", ".join(self._one(item) for item in value[:LISTED])
        more = len(value) - LISTED
        return f"{name} {self.say('engine/say_more', shown, more) if more > 0 else shown}"

    def _one(self, value: object) -> str:
        if isinstance(value, bool):
            return self.say("engine/yes" if value else "engine/no")
        return self.title(value) if isinstance(value, str) else str(value)

    def sides(self, link: SeenLink) -> str:
        sides = [self.title(side) for side in link["sides"]]
        return self.say("engine/and", *sides) if len(sides) == 2 else ", ".join(sides)

    def find(self, wanted: str) -> tuple[str, str] | None:
        """The sort and the name of a space, thing, pile or link with this name, else with this title, however
        the letters are written.
        """
        return next(iter(self.every(wanted)), None)

    def every(self, wanted: str) -> list[tuple[str, str]]:
        """The one with this name, or all with this title."""
        tables = (("space", self.spaces), ("thing", self.things), ("pile", self.piles), ("link", self.links))
        every = [(sort, name, titled(item)) for sort, table in tables for name, item in table.items()]
        low = typed(wanted)
        named = [(sort, name) for sort, name, _ in every if name.casefold() == low]
        return named[:1] or [(sort, name) for sort, name, title in every if typed(title) == low]

    def meant(self, wanted: str) -> list[str]:
        """What the values with this name or title mean, each once, as far as the game says it."""
        said = self.view.get("meanings") or {"game": {}, "kinds": {}}
        low = typed(wanted)
        every = (pair for table in (said["game"], *said["kinds"].values()) for pair in table.items())
        found = (one for one in every if low in (one[0].casefold(), typed(self.called("values", one[0]))))
        return list(dict.fromkeys(self.explained(*one) for one in found))

    def acted(self, wanted: str) -> list[str]:
        """What the actions with this name, title or number do that are offered now, and what the things say
        with which they are taken.
        """
        asked, low = self.view["question"], typed(wanted)
        numbered = enumerate(asked["options"] if asked else (), 1)
        lines: list[str] = []
        for number, one in numbered:
            if one["action"] and low in (str(number), typed(one["label"]), one["action"].casefold()):
                lines += [self.say("engine/about", one["label"], one["means"])] if one.get("means") else []
                things = (self.things.get(handle) for handle in one.get("taken_with") or ())
                said = ((titled(thing), thing["text"]) for thing in things if thing and thing["text"])
                lines += [f"  {self.say('engine/about', *each)}" for each in said]
        return lines

    def explained(self, name: str, meant: str) -> str:
        """A value with what it means: `Dial: A roll of at most this hits.`"""
        title = self.called("values", name)
        return self.say("engine/about", f"{title[:1].upper()}{title[1:]}", meant)

    def near(self, wanted: str) -> list[str]:
        tables = (self.spaces, self.things, self.piles, self.links)
        titles = [title for table in tables for name, item in table.items() for title in (titled(item), name)]
        found = [title for title in titles if typed(wanted) in typed(title)]
        return list(dict.fromkeys(found))[:5]


def titled(item: SeenSpace | SeenThing | SeenPile | SeenLink | SeenPlayer) -> str:
    return item.get("title") or words_of(item["name"])


def words_of(name: str) -> str:
    """A name as it is read aloud."""
    return name.replace("_", " ")


def typed(text: str) -> str:
    """A title as somebody types it: small letters will do, and nobody types the spaces that do not break."""
    return " ".join(text.casefold().split())
