"""How long each thing that happens is shown, and what is shown at once. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilewright.schemas.view import LogEntry, View

from ..staging.motion import rolls
from ..staging.overlay import Focus, focus_of

LETTER = 0.028  # seconds to read one
LEAST = {
    "walk": 0.15,
    "arrive": 1.2,
    "move": 0.6,
    "set": 0.5,
    "roll": 1.6,
    "verb": 1.0,
    "say": 1.2,
    "show": 1.8,
    "shuffle": 0.5,
    "end": 1.5,
}
_READ = {"walk": 0.0, "move": 0.5, "set": 0.5}  # how much of a text is read once more
USUAL, MOST = 0.8, 4.0
MOST_WITH_CARD = 7.0
TOGETHER = 6  # so many values that change by one rule are shown at once


class Beat(NamedTuple):
    """What is shown at once: the game as it is then, the words, whom they are about, and for how long."""

    view: View
    texts: tuple[str, ...]
    focus: Focus
    card: str | None  # the card that is shown or comes, to be seen large
    seconds: float  # at pace 1
    why: str = ""  # the deed of which it is a part, where that has been told before
    faces: tuple[str, ...] = ()  # what dice show

    @property
    def number(self) -> int:
        """The number of the last line of the log that it tells."""
        return int(self.view["log"][-1]["n"])


def beats(views: Iterator[View]) -> Iterator[Beat]:
    """The beats of views of which each has one more line in its log. What is not told in words is seen with
    what was told before; but from a move on with what comes next, so that who is spoken of is still there."""
    told: list[LogEntry] = []
    spoken_of: set[str] = set()
    seen: View = {}
    view: View = {}
    moved = False
    card: str | None = None  # the last that was shown: nobody reads it twice
    for view in views:
        line = _line(view)
        wordless = bool(line.get("untold")) or _is_put_away(spoken_of, line)
        if not wordless:
            if told and not (len(told) < TOGETHER and _at_once(_deed(told), line)):
                beat = _beat(seen, told, card)
                card = beat.card or card
                yield beat
                told = []
            told.append(line)
            moved = False
            if line.get("sort") in ("say", "verb"):
                spoken_of = set(line.get("things") or ()) if line["sort"] == "say" else set()
        moved = moved or (wordless and line.get("sort") == "move")
        if not moved:
            seen = view
    if told:
        yield _beat(view, told, card)


def _is_put_away(spoken_of: set[str], line: LogEntry) -> bool:
    """Whether things only go back to the box of which it was said last what became of them, such as that they
    are killed or turn out to be something else. The words for that are enough."""
    gone = line.get("sort") == "move" and (line.get("data") or {}).get("to", "") is None
    return gone and spoken_of.issuperset(line["things"])


def _deed(told: list[LogEntry]) -> LogEntry:
    """The last line that is not what a deed costs."""
    return next((one for one in reversed(told) if not one.get("price")), told[-1])


def _at_once(a: LogEntry, b: LogEntry) -> bool:
    """Whether two lines tell one thing: values that one rule changes, a deed and its price, headings, a deed
    that is a move, dice and what they mean, what happens to somebody and the value that says so; decks that
    are shuffled one after the other."""
    looks = bool((b.get("data") or {}).get("look"))
    if b.get("price"):
        return a.get("sort") == "verb"
    if a.get("sort") == "roll" and b.get("sort") == "say":
        return looks or (a.get("rule") is not None and a.get("rule") == b.get("rule"))
    if a.get("sort") == "say" and b.get("sort") == "set":
        about = list(a.get("things") or ())[-1:]
        return a.get("rule") == b.get("rule") and bool(about) and list(b.get("things") or ())[:1] == about
    if a.get("sort") == "verb" and b.get("sort") == "move":
        return bool(a.get("things")) and list(b.get("things") or ()) == list(a["things"])[:1]
    if a.get("sort") == "set" and b.get("sort") in ("set", "verb"):
        # What an action takes is told before it.
        mine = list(b.get("things") or ())[:1] == list(a.get("things") or ())[:1]
        before = mine and a.get("part_of") == b.get("part_of")
        return a.get("rule") == b.get("rule") and (before or b.get("sort") == "set")
    return (_is_heading(a) and _is_heading(b)) or a.get("sort") == b.get("sort") == "shuffle"


def _is_heading(line: LogEntry) -> bool:
    """Whether it says only that something begins: a round, a phase."""
    return line.get("sort") == "verb" and not line.get("things") and not line.get("spaces")


def _around(log: Sequence[LogEntry], lines: list[LogEntry]) -> str:
    """What a log says of the innermost deed around these lines, but for those that they tell themselves."""
    told, line, number = {one.get("n") for one in lines}, lines[-1], len(log)
    while 0 < (outer := line.get("part_of", 0)) < number:
        line, number = log[outer - 1], outer
        if number not in told and line.get("things"):
            return str(line.get("text"))
    return ""


def _beat(view: View, told: list[LogEntry], read: str | None) -> Beat:
    last = _deed(told)
    # Of headings the innermost says it all.
    said = [last] if _is_heading(last) else sorted(told, key=lambda one: one.get("sort") != "verb")
    texts = tuple(str(one.get("text") or "") for one in said)
    focuses = [focus_of(one) for one in told]
    done = [focus for one, focus in zip(told, focuses, strict=True) if not one.get("price")]
    focus = focus_of(last)._replace(
        things=tuple(dict.fromkeys(name for one in done or focuses for name in one.things)),
        spaces=tuple(dict.fromkeys(name for one in done or focuses for name in one.spaces)),
        notes=tuple(note for one in focuses for note in one.notes),
    )
    sort = str(last.get("sort"))
    card = _card(view, focus.things) if done and sort in ("move", "show", "say") else None
    manner = _manner(last)
    # A move is read while the piece walks; all else stays for as long as it takes to be noticed and read.
    reading = LETTER * sum(map(len, texts)) * _READ.get(manner, 1.0)
    least, most = LEAST.get(manner, USUAL), MOST
    if card is not None:
        least, most = LEAST["show"], MOST_WITH_CARD
        reading += LETTER * len(_text_of(view, card)) if card != read else 0.0
    why = "" if manner == "walk" else _around(view["log"], told)  # who walks is seen walking
    faces = tuple(face for roll in rolls(told) for face in roll.faces)
    return Beat(view, texts, focus, card, min(most, max(least, reading)), why, faces)


def _text_of(view: View, card: str) -> str:
    """The words on a card."""
    return next((str(one.get("text") or "") for one in view["things"] if one["handle"] == card), "")


def _manner(line: LogEntry) -> str:
    """The sort of a line; of moves, whether somebody walks, comes to the board or leaves it, or neither."""
    sort = str(line.get("sort"))
    if sort != "move":
        return sort
    return ("move", "arrive", "walk")[min(2, len(line.get("spaces") or ()))]


def _line(view: View) -> LogEntry:
    line: LogEntry = view["log"][-1]
    return line


def _card(view: View, things: tuple[str, ...]) -> str | None:
    """The only card with words among these that lies face up, also for those who do not see everything."""
    down = {
        str(pile["place"])
        for pile in view.get("piles") or ()
        if pile.get("private") and pile.get("owner") is None
    }
    found = [
        str(one["handle"])
        for one in view.get("things") or ()
        if one["handle"] in things and "card" in (one.get("kinds") or ())
        if one.get("face") != "down" and one.get("place") not in down
    ]
    words = {one["handle"] for one in view.get("things") or () if one.get("text")}
    return found[0] if len(found) == 1 and found[0] in words else None
