"""Players as they would be written without locals and defines, so that two of them can be compared."""

import json
from typing import Any, NamedTuple

from tilewright.schemas.operation_table import GIVES
from tilewright.schemas.value_types import type_of
from tilewright.schemas.walking import operations

from ..analysis.callgraph import Flow
from ..check.scope import Op

MAX_INLINED = 8
"""How deep defines are put into one another; a game's own seldom go beyond three."""
NONE: Op = {"op": "none"}
THIS: Op = {"op": "local", "name": "this"}


class Secret(NamedTuple):
    """Something hidden: what an author would call it, and the players who may see it, as written."""

    what: str
    seen_by: frozenset[str]
    lies: bool = False  # it is what lies in a place
    shown_elsewhere: bool = False  # some rule reveals such things: whether it has, cannot be told


Secrets = frozenset[Secret]
NOTHING: Secrets = frozenset()


class KnownValue(NamedTuple):
    """What is known of a local: its kind, the value it stands for, and what it tells, or how many it are."""

    kind: str = "thing"
    value: Op | None = None
    secrets: Secrets = NOTHING
    amount: Secrets = NOTHING
    drawn: bool = False  # chance took it out of the box


KnownLocals = dict[str, KnownValue]


def kind_of(type_: str) -> str:
    """`thing:card?` and `list:thing:card` are about cards."""
    return type_of(type_).kind or "thing"


def written(player: Op) -> str:
    """A player as a text that is equal for equal players."""
    return json.dumps(player, sort_keys=True)


def plain(player: str) -> bool:
    """Whether a player is named outright, so that another name is another player."""
    op = json.loads(player)
    return op.get("op") in ("entity", "local")


class Players:
    """Writes players out, by what the rules say of who controls what."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.checked = flow.checked
        self.model = flow.checked.model
        self._said = _controlled(self.checked.defines.get("controllers", {}).get("value", NONE))
        self._owners = {
            (op["kind"], op["name"])
            for op in self._said.values()
            if op["op"] == "property" and op["of"] == THIS
        }
        self._depth = 0

    def plain(self, value: object, env: KnownLocals) -> Any:
        """A value with locals, defines and who controls whom put in."""
        if isinstance(value, list):
            return [self.plain(one, env) for one in value]
        if not isinstance(value, dict):
            return value
        match value.get("op"):
            case "local":
                known = env.get(value["name"])
                return known.value if known is not None and known.value is not None else value
            case "property" | "modified" if (value["kind"], value["name"]) in self._owners:
                return _controller(self.plain(value["of"], env))
            case "define":
                return self._define(value, env)
            case "if" if value["test"] == {"op": "equal", "a": value["else"], "b": NONE}:
                return self.plain(value["else"], env)
            case "first":
                found = self.plain(value["of"], env)
                return found if found.get("op") == "controller" else {"op": "first", "of": found}
            case "list" if len(value["items"]) == 1:
                return self.plain(value["items"][0], env)
        return {name: self.plain(inner, env) for name, inner in value.items() if name != "at"}

    def _define(self, value: Op, env: KnownLocals) -> Op:
        if value["name"] in ("controller", "controllers"):
            return self.controller(value["args"][0], env)
        define = self.checked.defines.get(value["name"])
        if define is None or self._depth >= MAX_INLINED:
            return {**value, "args": self.plain(value["args"], env)}
        inner = {
            parameter["name"]: KnownValue(kind_of(parameter["type"]), self.plain(arg, env))
            for parameter, arg in zip(define["parameters"], value["args"], strict=False)
        }
        self._depth += 1
        try:
            found: Op = self.plain(define["value"], inner)
            return found
        finally:
            self._depth -= 1

    def controller(self, of: Op, env: KnownLocals) -> Op:
        """Who decides for a thing: a player for himself, else what its kind says."""
        kind = self.kind(of, env)
        owner: Op = self.plain(of, env)
        if self.model.is_a(kind, "player"):
            return owner
        said = next((self._said[k] for k in self.model.ancestors(kind) if k in self._said), None)
        if said is not None and THIS not in operations(said):
            found: Op = self.plain(said, {})
            return found
        return _controller(owner)

    def members(self, players: Op, env: KnownLocals) -> list[str]:
        """The players of a set; a set that is not spelled out stands for one of them."""
        found = self.plain(players, env)
        items = found["items"] if found.get("op") == "list" else [found]
        return [written(item) for item in items]

    def kind(self, value: Op, env: KnownLocals) -> str:
        """The kind of a thing, or of the members of a set, as far as it can be told."""
        match value["op"]:
            case "local":
                return env[value["name"]].kind if value["name"] in env else "thing"
            case "entity":
                name = value["name"].partition(".")[0]
                return name if name in self.model.kinds else "thing"
            case "union":
                return self.kind(value["a"], env)
            case "property" | "modified" | "set_property":
                known = self.model.property(value["kind"], value["name"])
                return kind_of(str(known.type)) if known is not None else "thing"
            case "game":
                return kind_of(str(self.model.game[value["property"]].type))
            case "define" if value["name"] in self.checked.defines:
                return kind_of(self.checked.defines[value["name"]]["type"])
        before, part, field, _ = GIVES.get(value["op"], ("any", "", "", ""))
        match part:
            case "item":
                return self.kind(value[field], env)
            case "held":
                return self.flow.holds(value[field])
            case "name":
                return kind_of(f"{before}{value[field]}")
        return kind_of(before)


def _controller(of: Op) -> Op:
    return {"op": "controller", "of": of}


def _controlled(value: Op) -> dict[str, Op]:
    """What each kind says of who controls its things, out of the define that joins them."""
    found: dict[str, Op] = {}
    while value["op"] == "if":
        then = value["then"]
        single = then["op"] == "list" and len(then["items"]) == 1
        found[value["test"]["kind"]] = then["items"][0] if single else then
        value = value["else"]
    return {kind: op for kind, op in found.items() if kind != "player"}
