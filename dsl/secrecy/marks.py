"""Marks what reads hidden things where it decides or tells something: branches, loops, options, reactions.

The runtime keeps an answer from being taken back once such a place was passed that read what the answering
seat may not see. So a mark has to be where somebody *might* read what he may not see; whether he did is found
out there, by what was read. A mark is the number `reads_hidden`: of a statement, of a rule with a `when`, of
a trigger, of a verb with needs.
"""

from collections.abc import Iterable
from itertools import count

from ..analysis.callgraph import Body
from ..check import Checked
from ..check.scope import Op
from .players import NOTHING, KnownLocals, KnownValue, Secret, Secrets, kind_of
from .values import EVERYBODY, Values


def hides_anything(checked: Checked) -> bool:
    """Whether a game has secrets at all: most small ones have none."""
    traits = (kind[trait] for kind in checked.kinds.values() for trait in ("identity_seen", "place_seen"))
    return any(audience not in (None, EVERYBODY) for audience in (*checked.audiences.values(), *traits))


def mark_hidden(values: Values, setups: Iterable[list[Op]] = ()) -> None:
    """Mark every place in the rules, and in these set-ups, that may read what is hidden from somebody."""
    marks = _Marks(values)
    for body in values.flow.bodies.values():
        marks.body(body)
    for setup in setups:
        marks.block(setup, {})


class _Marks:
    """One pass over all bodies. Names are unique in a body, so one table of locals serves all its blocks."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.model = values.model
        self.numbers = count(1)
        self.hideable = self._hideable()
        self.actions: dict[str, bool] = {}

    def body(self, body: Body) -> None:
        op, env = body.op, self._env(body)
        if body.sort == "verb":
            if any(self.of(env, need["test"]) for need in op["needs"]):
                self.mark(op)
        elif body.sort == "hook":
            if self.of(env, op.get("when")):
                self.mark(op)
        elif body.sort == "trigger":
            element = op.get("element")
            if element is not None:
                env[element["name"]] = self.known(element["set"], env)
            if self.of(env, op.get("test")) or (element and self.values.how_many(element["set"], env)):
                self.mark(op)
        blocks = [case["body"] for case in op["cases"].values()] if body.sort == "steps" else [body.block]
        for block in blocks:
            self.block(block, env)

    def block(self, block: list[Op], env: KnownLocals) -> None:
        for op in block:
            if self.statement(op, env):
                self.mark(op)
            self.inner_blocks(op, env)
            if op["op"] == "together":
                self.inner_blocks(op["choose"], env)

    def inner_blocks(self, op: Op, env: KnownLocals) -> None:
        for name in ("then", "else", "body", "none"):
            inner = op.get(name)
            if isinstance(inner, dict):
                inner = inner.get("body")
            if isinstance(inner, list):
                self.block(inner, env)
        for option in op.get("options") or ():
            self.block(option["body"], env)

    def statement(self, op: Op, env: KnownLocals) -> bool:
        """Whether a statement decides something by what may be hidden; its locals are known from then on."""
        read: Secrets = NOTHING
        match op["op"]:
            case "if":
                read = self.of(env, op["test"])
            case "repeat":
                read = self.of(env, op["while"], op["times"])
            case "for_each":
                read = self.values.how_many(op["set"], env)
                env[op["name"]] = self.known(op["set"], env)
                read |= self.of(env, op["key"])
            case "let":
                read = self.values.how_many(op["value"], env)
                env[op["name"]] = self.known(op["value"], env)
            case "set" if op["target"]["op"] == "local":
                read = self.values.how_many(op["value"], env)
            case "give":
                read = self.of(env, op["value"])
            case "choose" | "choose_number" | "may" | "choose_one":
                read = self.asked(op, env)
            case "together":
                env[op["name"]] = self.known(op["set"], env)
                read = self.values.how_many(op["set"], env)
                if op["choose"]["op"] == "offer":
                    return self.statement(op["choose"], env) or bool(read)
                read |= self.asked(op["choose"], env)
            case "say":
                read = self.of(env, *op["telling"])
            case "offer":
                read = self.of(env, (op["else"] or {}).get("when"))
                hidden = bool(read) or any(map(self.action, self._actions_of(op["menu"])))
                op["open"] = hidden or bool(op.get("always"))
                return hidden
        return bool(read)

    def asked(self, op: Op, env: KnownLocals) -> Secrets:
        """What decides whether and what somebody is asked. How many cards lie in a pile is no secret."""
        otherwise = (op.get("else") or {}).get("when") if isinstance(op.get("else"), dict) else None
        match op["op"]:
            case "choose":
                env[op["name"]] = self.known(op["from"], env)
                amount = self.values.how_many(op["from"], env)
                return amount | self.of(env, op["least"], op["most"], otherwise)
            case "choose_number":
                return self.of(env, op["low"], op["high"], otherwise)
            case "may":
                return self.of(env, op["when"])
        return self.of(env, *(option["when"] for option in op["options"]))

    def action(self, verb: str) -> bool:
        """Whether it may depend on something hidden that an action can be taken."""
        if verb not in self.actions:
            op = self.values.checked.verbs[verb]
            env = self._env(Body("verb", verb, op, []))
            tests = [need["test"] for need in op["needs"]]
            tests += [value for price in op["takes"] for value in (price["target"], price["amount"])]
            amounts = [part["from"] for part in op["parts"] if part["from"] is not None]
            amounts += [one["args"] for one in op["costs"]]
            self.actions[verb] = (
                bool(self.of(env, *tests))
                or any(self.values.how_many(one, env) for one in amounts if isinstance(one, dict))
                or any(self._needs_hidden(cost) for cost in op["costs"])
            )
        return self.actions[verb]

    def mark(self, op: Op) -> None:
        op["reads_hidden"] = next(self.numbers)

    # ------------------------------------------------------------------ what values tell

    def of(self, env: KnownLocals, *values: object) -> Secrets:
        return self.values.several([value for value in values if value is not None], env)

    def known(self, value: Op, env: KnownLocals) -> KnownValue:
        """What a local tells that has this value, or is a member of it."""
        kind = self.values.players.kind(value, env)
        return KnownValue(
            kind, None, self.values.of(value, env) | self.which(kind), self.values.how_many(value, env)
        )

    def which(self, kind: str) -> Secrets:
        """Which thing it is may be hidden of whatever may lie where not everybody sees it."""
        hidden = kind != "thing" and any(self.model.related(kind, one) for one in self.hideable)
        return frozenset((Secret(f"which {kind} it is", frozenset()),)) if hidden else NOTHING

    def _env(self, body: Body) -> KnownLocals:
        hooked = self.values.checked.verbs.get(body.op.get("verb", "")) if body.sort == "hook" else None
        parts = hooked["parts"] if hooked is not None else body.op.get("parts", ())
        env: KnownLocals = {}
        for part in parts:
            kind = kind_of(part["type"])
            env[part["name"]] = KnownValue(kind, None, self.which(kind))
        if body.op.get("this"):
            env["this"] = KnownValue(body.op["this"], None, self.which(body.op["this"]))
        return env

    def _needs_hidden(self, cost: Op) -> bool:
        """Whether what a cost is paid with may be hidden from somebody."""
        called = self.values.checked.verbs[cost["verb"]]
        env = self._env(Body("verb", cost["verb"], called, []))
        return any(self.of(env, need["test"]) for need in called["needs"])

    def _actions_of(self, menu: str) -> list[str]:
        return [name for name, op in self.values.checked.verbs.items() if op["menu"] == menu]

    def _hideable(self) -> set[str]:
        """The kinds of things of which not everybody always knows which is which."""
        checked = self.values.checked
        found = {
            name for name, kind in checked.kinds.items() if kind["identity_seen"] not in (None, EVERYBODY)
        }
        hidden = {name for (_, name), audience in checked.audiences.items() if audience != EVERYBODY}
        for properties in (self.model.game, *(kind.properties for kind in self.model.kinds.values())):
            found |= {
                known.type.name
                for name, known in properties.items()
                if known.sort == "place" and name in hidden
            }
        return found - {"thing"}
