"""What single operations do: what they read and write, whom they call, what they mention.

The table of operations says it of nearly all of them, by sorts that each have a function here. What comes of
it for whole rules is in callgraph.py.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from tilewright.schemas import operation_table as table

from ..check.scope import Op
from .keys import DURING, FlowKey, KeySort, callee, flow_key

if TYPE_CHECKING:
    from .callgraph import Flow


@dataclass(slots=True)
class Summary:
    """What a body or value does, without what it calls; `uses` is all else that it mentions."""

    calls: set[FlowKey] = field(default_factory=set)
    reads: set[FlowKey] = field(default_factory=set)
    writes: set[FlowKey] = field(default_factory=set)
    uses: set[FlowKey] = field(default_factory=set)
    asks: bool = False
    ends: bool = False

    def add(self, other: "Summary") -> bool:
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


Reader = Callable[[Summary, Op, str, "Flow"], None]
"""Notes down one fact of an operation; the text is the field that says which, where the table names one."""


ANYWHERE = flow_key("where", "thing")

# ------------------------------------------------------------------ what is read


def _property(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    name = f"{op['kind']}.{op[field_name]}"
    found.reads.add(flow_key("stored", name))
    found.calls.add(flow_key("value", name))  # the modifiers of a stored property are under its name
    if op["op"] == "set_property":
        known = "thing" if op["name"] == "space" else flow.kinds_held.get(op["name"], "none")
        found.reads.add(flow_key("where", known))


def _game(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.reads.add(flow_key("stored", f"game.{op[field_name]}"))


def _contents(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.reads.add(flow_key("where", flow.holds(op[field_name])))


def _anywhere(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.reads.add(ANYWHERE)


def _of_kind(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.reads.add(flow_key("where", op["kind"]))
    found.uses.add(flow_key("kind", op["kind"]))


def _value_call(sort: KeySort) -> Reader:
    def reader(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
        found.calls.add(flow_key("value", op[field_name]))
        found.uses.add(flow_key(sort, op[field_name]))

    return reader


def _running(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.reads.add(DURING)
    found.uses.add(flow_key("verb", op[field_name]))


READ: dict[str, Reader] = {
    "property": _property,
    "game": _game,
    "contents": _contents,
    "location": _anywhere,
    "presence": _anywhere,
    "kind": _of_kind,
    "box": _of_kind,
    "pieces": _of_kind,
    "define": _value_call("define"),
    "relation": _value_call("relation"),
    "running": _running,
}


# ------------------------------------------------------------------ what is written


def _target(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    target = op[field_name]
    match target["op"]:
        case "property" | "modified":
            found.writes.add(flow_key("stored", f"{target['kind']}.{target['name']}"))
        case "game":
            found.writes.add(flow_key("stored", f"game.{target['property']}"))
        case "local":
            found.writes.add(flow_key("local", target["name"]))


def _location(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.writes.add(flow_key("where", op[field_name]))
    found.uses.add(flow_key("kind", op[field_name]))


def _order(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.writes.add(flow_key("where", flow.holds(op[field_name])))


def _sight(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    """No value reads what somebody was shown."""


WRITTEN: dict[str, Reader] = {
    "target": _target,
    "location": _location,
    "contents": _order,
    "sight": _sight,
}


# ------------------------------------------------------------------ what else they do


def _mention(sort: KeySort) -> Reader:
    def reader(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
        found.uses.add(flow_key(sort, op[field_name]))

    return reader


def _binding(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    if op.get(field_name):
        found.writes.add(flow_key("local", op[field_name]))


def _asks(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.asks |= not op.get("by", {}).get("chance", False)


def _ends(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.ends = True


def _local(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.reads.add(flow_key("local", op["name"]))


def _move(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.calls.add(flow_key("verb", "move"))
    if op["to"]["op"] == "place":
        found.uses.add(flow_key("kind", flow.holds(op["to"])))


def _roll(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.calls.add(flow_key("verb", "roll"))


def _call(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.calls.add(callee(op))
    parts = flow.checked.verbs.get(op["verb"], {"parts": ()})["parts"]
    found.asks |= op["op"] == "call" and any(
        arg is None and part["from"] is not None for arg, part in zip(op["args"], parts, strict=False)
    )


def _do(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    found.calls.add(callee(op))


PLAYS_MISSIONS = flow_key("statement", "play_mission")
"""What a body uses that plays missions."""


def _play_mission(found: Summary, op: Op, field_name: str, flow: "Flow") -> None:
    """A mission may leave everything changed."""
    found.uses.add(PLAYS_MISSIONS)
    model = flow.checked.model
    for properties in (model.game, *(kind.properties for kind in model.kinds.values())):
        found.writes |= {flow_key("stored", f"{known.kind}.{known.name}") for known in properties.values()}
    found.writes.add(ANYWHERE)


_MORE: dict[str, Reader] = {
    "local": _local,
    "move": _move,
    "roll": _roll,
    "call": _call,
    "finish": _call,
    "do": _do,
    "play_mission": _play_mission,
}


def _readers() -> dict[str, tuple[tuple[Reader, str], ...]]:
    """All that is noted down of each operation."""
    found: dict[str, list[tuple[Reader, str]]] = {}
    facts: list[tuple[str, Reader, str]] = [
        *((op, READ[sort], field_name) for op, (sort, field_name) in table.READS.items()),
        *((op, WRITTEN[sort], field_name) for op, (sort, field_name) in table.WRITES.items()),
        *((op, _mention(cast(KeySort, sort)), field_name) for op, (sort, field_name) in table.NAMES.items()),
        *((op, _binding, field_name) for op, (field_name, _) in table.BINDS.items()),
        *((op, _asks, "") for op in table.ASKS),
        *((op, _ends, "") for op in table.ENDS),
        *((op, reader, "") for op, reader in _MORE.items()),
    ]
    for op, reader, field_name in facts:
        found.setdefault(op, []).append((reader, field_name))
    return {op: tuple(readers) for op, readers in found.items()}


READERS = _readers()
