"""What single operations do: what they read and write, whom they call, what they mention.

Each operation has a function that notes this down in a sum. What comes of it for whole rules is in
`callgraph.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..check.scope import Op

if TYPE_CHECKING:
    from .callgraph import Flow

ENDS = frozenset(("win", "lose", "draw", "finish"))
ASKS = frozenset(("choose", "choose_number", "may", "choose_one", "offer", "together", "pause"))
LEAVES = frozenset(("stop", "done", "give"))


@dataclass(slots=True)
class Sum:
    """What a body or value does, without what it calls; `uses` are names it mentions, as `sort:name`."""

    calls: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)
    asks: bool = False
    ends: bool = False

    def add(self, other: "Sum") -> bool:
        """Take in what another one does; answers whether that was anything new."""
        before = (len(self.calls), len(self.reads), len(self.writes), len(self.uses), self.asks, self.ends)
        self.calls |= other.calls
        self.reads |= other.reads
        self.writes |= other.writes
        self.uses |= other.uses
        self.asks |= other.asks
        self.ends |= other.ends
        return before != (
            len(self.calls),
            len(self.reads),
            len(self.writes),
            len(self.uses),
            self.asks,
            self.ends,
        )


Reader = Callable[[Sum, Op, "Flow"], None]


def _property(found: Sum, op: Op, flow: "Flow") -> None:
    name = f"{op['kind']}.{op['name']}"
    found.reads.add(name)
    found.calls.add(name)  # the modifiers of a stored property are under its name
    if op["op"] == "set_property":
        found.reads.add(
            "where:thing" if op["name"] == "space" else f"where:{flow.kinds_held.get(op['name'], 'none')}"
        )


def _game(found: Sum, op: Op, flow: "Flow") -> None:
    found.reads.add(f"game.{op['property']}")


def _kind(found: Sum, op: Op, flow: "Flow") -> None:
    found.reads.add(f"where:{op['kind']}")
    found.uses.add(f"kind:{op['kind']}")


def _mention(sort: str, field_name: str) -> Reader:
    def reader(found: Sum, op: Op, flow: "Flow") -> None:
        found.uses.add(f"{sort}:{op[field_name]}")

    return reader


def _contents(found: Sum, op: Op, flow: "Flow") -> None:
    found.reads.add(f"where:{flow.holds(op['of'])}")


def _anywhere(found: Sum, op: Op, flow: "Flow") -> None:
    found.reads.add("where:thing")


def _value_call(field_name: str) -> Reader:
    def reader(found: Sum, op: Op, flow: "Flow") -> None:
        found.calls.add(op[field_name])
        found.uses.add(f"{'define' if op['op'] == 'define' else 'relation'}:{op[field_name]}")

    return reader


def _during(found: Sum, op: Op, flow: "Flow") -> None:
    found.reads.add("during")
    found.uses.add(f"verb:{op['verb']}")


def _set(found: Sum, op: Op, flow: "Flow") -> None:
    target = op["target"]
    match target["op"]:
        case "property" | "modified":
            found.writes.add(f"{target['kind']}.{target['name']}")
        case "game":
            found.writes.add(f"game.{target['property']}")
        case "local":
            found.writes.add(f"local:{target['name']}")


def _move(found: Sum, op: Op, flow: "Flow") -> None:
    found.writes.add(f"where:{op['kind']}")
    found.calls.add("verb:move")
    if op["to"]["op"] == "place":
        found.uses.add(f"kind:{flow.holds(op['to'])}")
    found.uses.add(f"kind:{op['kind']}")


def _shuffle(found: Sum, op: Op, flow: "Flow") -> None:
    found.writes.add(f"where:{flow.holds(op['place'])}")


def _roll(found: Sum, op: Op, flow: "Flow") -> None:
    found.calls.add("verb:roll")
    found.uses.add(f"die:{op['die']}")
    found.writes.add(f"local:{op['name']}")


def _local(found: Sum, op: Op, flow: "Flow") -> None:
    found.reads.add(f"local:{op['name']}")


def _named(found: Sum, op: Op, flow: "Flow") -> None:
    found.asks |= op["op"] != "let" and not op.get("by", {}).get("chance", False)
    if op.get("name"):
        found.writes.add(f"local:{op['name']}")


def _call(found: Sum, op: Op, flow: "Flow") -> None:
    found.calls.add(f"verb:{op['verb']}")
    found.uses.add(f"verb:{op['verb']}")
    found.asks |= op["op"] == "call" and any(
        arg is None and part["from"] is not None
        for arg, part in zip(
            op["args"], flow.checked.verbs.get(op["verb"], {"parts": ()})["parts"], strict=False
        )
    )
    found.ends |= op["op"] == "finish"
    if op.get("name"):
        found.writes.add(f"local:{op['name']}")


def _do(found: Sum, op: Op, flow: "Flow") -> None:
    found.calls.add(f"steps:{op['steps']}")
    found.uses.add(f"steps:{op['steps']}")


def _offer(found: Sum, op: Op, flow: "Flow") -> None:
    found.asks = True
    found.uses.add(f"menu:{op['menu']}")


def _asks(found: Sum, op: Op, flow: "Flow") -> None:
    found.asks = True


def _ends(found: Sum, op: Op, flow: "Flow") -> None:
    found.ends = True


def _proceed(found: Sum, op: Op, flow: "Flow") -> None:
    if op.get("name"):
        found.writes.add(f"local:{op['name']}")


PLAYS_MISSIONS = "statement:play_mission"
"""What a body uses that plays missions."""


def _play_mission(found: Sum, op: Op, flow: "Flow") -> None:
    """A mission may leave everything changed."""
    _named(found, op, flow)
    found.uses.add(PLAYS_MISSIONS)
    model = flow.checked.model
    for properties in (model.game, *(kind.properties for kind in model.kinds.values())):
        found.writes |= {f"{known.kind}.{known.name}" for known in properties.values()}
    found.writes.add("where:thing")


READERS: dict[str, Reader] = {
    "property": _property,
    "modified": _property,
    "set_property": _property,
    "game": _game,
    "kind": _kind,
    "all": _mention("kind", "kind"),
    "is_kind": _mention("kind", "kind"),
    "spares": _kind,
    "spare": _kind,
    "pieces": _kind,
    "contents": _contents,
    "top": _contents,
    "bottom": _contents,
    "top_n": _contents,
    "bottom_n": _contents,
    "place_of": _anywhere,
    "space_of": _anywhere,
    "holder_of": _anywhere,
    "in_play": _anywhere,
    "define": _value_call("name"),
    "relation": _value_call("name"),
    "neighbours": _value_call("relation"),
    "connected": _value_call("relation"),
    "steps": _value_call("relation"),
    "line_length": _value_call("relation"),
    "crossed": _value_call("relation"),
    "during": _during,
    "setting": _mention("setting", "name"),
    "entity": _mention("entity", "name"),
    "local": _local,
    "set": _set,
    "raise": _set,
    "lower": _set,
    "add_to": _set,
    "drop_from": _set,
    "move": _move,
    "shuffle": _shuffle,
    "roll": _roll,
    "let": _named,
    "choose": _named,
    "choose_number": _named,
    "may": _asks,
    "choose_one": _asks,
    "pause": _asks,
    "together": _named,
    "offer": _offer,
    "call": _call,
    "finish": _call,
    "do": _do,
    "win": _ends,
    "lose": _ends,
    "draw": _ends,
    "proceed": _proceed,
    "play_mission": _play_mission,
}
