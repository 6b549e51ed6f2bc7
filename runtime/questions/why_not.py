"""Why a test fails, or a thing is no member of a set, in the words of the program: `Lamp 1 is not lit.`

A condition is followed to the first part that decides, through the values by whose name it is written. What
reads something that the seat may not know, and what cannot be put into words, is not said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tilewright.schemas.operation_table import GIVES, OPPOSITE, ORDERS
from tilewright.schemas.value_types import ANY, NUMBER, SOMETHING, ValueType
from tilewright.schemas.walking import conjuncts
from tilewright.schemas.wording import filled

from ..evaluating.operations import Unreadable, as_list
from ..evaluating.position import Position
from ..evaluating.program_index import Env, Node
from ..seats.seat_view import SeatView
from ..seats.titles import title_of
from ..seats.wording import article, capital, lowered, wording
from ..state.program import none_of
from ..state.state import FAR, NONE, Over

DEEP = 12  # values of values: none in use comes near
PREPOSITIONS = {"at", "by", "for", "from", "in", "of", "on", "to", "with"}  # `wind for The Petrel`


@dataclass(frozen=True, slots=True)
class Fact:
    """What stands against something, as a sentence, or nothing if it cannot be said; and the rule's label."""

    text: str = ""
    rule: str | None = None


Follow = Callable[[Node, Env], Fact | None]


class Hidden(Exception):
    """The seat may not know what was read."""


# What keeps a fact from being said: it is secret, takes a local that is not known, or has no bounded answer.
UNSAID = (Hidden, Over, Unreadable)


class SeatFacts:
    """Facts of one position as one seat may know them."""

    def __init__(self, sight: SeatView, position: Position, let: Mapping[str, Node] | None = None) -> None:
        self.sight, self.position, self.index = sight, position, sight.index
        self.let = let or {}  # what locals were set to, as long as it is still their value
        self.depth = 0

    def say(self, key: str, *parts: str | int) -> str:
        """A sentence of the engine, or a part of one."""
        return wording(self.index).say(f"engine/{key}", *parts)

    # ---------------------------------------------------------------- what stands against something

    def outside(self, node: Node, env: Env, one: int) -> Fact | None:
        """Why a thing is not a member of a set; None if it is."""
        try:
            return self._outside(node, env, one)
        except UNSAID:
            return Fact()

    def against(self, test: Node, env: Env, wanted: bool = True) -> Fact | None:
        """Why a test does not come out as wanted; None if it does."""
        try:
            return self._against(test, env, wanted)
        except UNSAID:
            return Fact()

    # ---------------------------------------------------------------- within

    def _outside(self, node: Node, env: Env, one: int) -> Fact | None:
        match node["op"]:
            case "filter":
                where = {**env, node["it"]: one}
                return self.outside(node["set"], env, one) or self.against(node["where"], where)
            case "define":
                return self._named(node, env, lambda value, inner: self.outside(value, inner, one))
            case "local" if node["name"] in self.let:
                now = self.let[node["name"]]
                if self._value(now, env) == self._value(node, env):
                    return self.outside(now, env, one)
            case "if":
                branch = "then" if self._value(node["test"], env) else "else"
                return self.outside(node[branch], env, one)
            case "union":
                found = [self.outside(node[side], env, one) for side in ("a", "b")]
                return None if None in found else next((fact for fact in found if fact and fact.text), Fact())
            case "both":
                return self.outside(node["a"], env, one) or self.outside(node["b"], env, one)
            case "without":
                return self.outside(node["a"], env, one) or (
                    Fact() if self.outside(node["b"], env, one) is None else None
                )
            case "least" | "most":
                return self.outside(node["set"], env, one) or self._later(node, env, one)
            case "kind" | "all":
                fits = self.index.is_kind(one, node["kind"])
                return None if fits and (node["op"] == "all" or self.position.values.in_play(one)) else Fact()
            case "contents" | "pieces" | "neighbours" | "connected":
                return self._elsewhere(node, env, one)
        return None if one in as_list(self._value(node, env)) else Fact()

    def _against(self, test: Node, env: Env, wanted: bool) -> Fact | None:
        match test["op"]:
            case "not":
                return self.against(test["of"], env, not wanted)
            case "and" | "or" as op:
                first = self.against(test["a"], env, wanted)
                if (op == "and") == wanted:  # Both have to be: the first that is not, and can be said.
                    if first is not None and first.text:
                        return first
                    return self.against(test["b"], env, wanted) or first
                if first is None:
                    return None
                second = self.against(test["b"], env, wanted)
                return first if second is not None and not second.text else second
            case "define":
                return self._named(test, env, lambda value, inner: self.against(value, inner, wanted))
            case "if":
                branch = "then" if self._value(test["test"], env) else "else"
                return self.against(test[branch], env, wanted)
        return None if bool(self._value(test, env)) == wanted else self._said(test, env, wanted)

    def _value(self, node: Node, env: Env) -> Any:
        """What an expression is worth. Raises Hidden if that takes what the seat may not read."""
        with self.position.values.watching() as read:
            value = self.position.values.of(node, env)
        if not self.sight.visibility.may_read(read):
            raise Hidden
        return value

    def _named(self, node: Node, env: Env, follow: Follow) -> Fact | None:
        """What a value with a name comes from, and its rule."""
        declared = self.index.data["defines"][node["name"]]
        if self.depth >= DEEP or node["name"] in self.index.modifiers:
            return Fact()
        self.depth += 1
        try:
            parameters = [one["name"] for one in declared["parameters"]]
            arguments = [self._value(one, env) for one in node["args"]]
            found = follow(declared["value"], dict(zip(parameters, arguments, strict=True)))
        finally:
            self.depth -= 1
        if found is None:
            return None
        return replace(found, rule=found.rule or declared.get("label") or None)

    def _elsewhere(self, node: Node, env: Env, one: int) -> Fact | None:
        """Why a thing does not lie there, or no step leads to a space."""
        of = as_list(self._value(node["of"], env))
        if node["op"] == "contents":
            if self.sight.state.at[one] in of:
                return None
            holds = {self.index.places[place - self.index.size].get("holds") for place in of if place >= 0}
            if not any(kind and self.index.is_kind(one, kind) for kind in holds):
                return Fact()
            return Fact(self._sentence(self.say("why_not_in", self.sight.title(one), self._places(of))))
        if node["op"] == "pieces":
            if not self.index.is_kind(one, node["kind"]):
                return Fact()
            if self.position.values.space_of(one) in of or self.sight.state.at[one] in of:
                return None
            return Fact(self._sentence(self.say("why_not_at", self.sight.title(one), self._places(of))))
        if one in as_list(self._value(node, env)):
            return None
        if not self.index.is_kind(one, "space"):
            return Fact()
        return self._unreached(node, self._places(of), self.sight.title(one))

    def _later(self, node: Node, env: Env, one: int) -> Fact | None:
        """Why others come first, where only those are meant that have the least or most of something."""
        keys = {
            other: self._value(node["key"], {**env, node["it"]: other})
            for other in as_list(self._value(node["set"], env))
        }
        best = min(keys.values()) if node["op"] == "least" else max(keys.values())
        if one not in keys or keys[one] == best:
            return None if one in keys else Fact()
        noun = self._noun(node["key"], {**env, node["it"]: one})
        if not noun or FAR in (keys[one], best):
            return Fact(self.say("why_later"))
        return Fact(self._sentence(self.say("why_later_by", noun, keys[one], best)))

    # ---------------------------------------------------------------- words

    def _said(self, test: Node, env: Env, wanted: bool) -> Fact:
        """Why a single test, not made of others, does not have the wanted outcome."""
        match test["op"]:
            case op if op in OPPOSITE:
                return Fact(self._compared(test, env, op if wanted else OPPOSITE[op]))
            case "property":
                owner = self._noun(test["of"], env)
                name = self.sight.value_title(
                    self.index.property(test["kind"], test["name"])[1], test["name"]
                )
                return Fact(
                    self._sentence(self.say(f"why_is{'_not' * wanted}", owner, name) if owner else "")
                )
            case "game":
                declared = self.index.data["game_properties"][test["property"]]
                name = self.sight.value_title(declared, test["property"])
                return Fact(self._sentence(self.say(f"why_game_{'no' if wanted else 'yes'}", name)))
            case "relation":
                a, b = self._noun(test["a"], env), self._noun(test["b"], env)
                if a and b:
                    return self._unrelated(test["name"], a, b, wanted)
            case "is_kind":
                title = self.sight.kind_title(test["kind"]).lower()
                who = self._noun(test["of"], env)
                said = self.say(f"why{'_no' * wanted}_kind", who, title, article(title))
                return Fact(self._sentence(said if who else ""))
            case "in_play" if who := self._noun(test["of"], env):
                return Fact(self._sentence(self.say(f"why{'_not' * wanted}_in_play", who)))
            case "any" if wanted and test["where"] is not None:
                return self._nearest(test, env)
            case "any":
                return Fact(self._sentence(self._some(test, env, wanted)))
        return Fact()

    def _some(self, test: Node, env: Env, wanted: bool) -> str:
        """That there is something, or that there is nothing."""
        inside: Node = test["set"]
        if not wanted:
            member = self._type(inside).item
            if member is None or not member.is_thing:
                return ""
            found = as_list(self._value({**test, "op": "filter", "where": test["where"] or TRUE}, env))
            title, space = self.sight.title(found[0]), self.position.values.space_of(found[0])
            seen = space not in (NONE, found[0]) and self.sight.visibility.where(found[0])
            return (
                self.say("why_at", title, title_of(self.index, space))
                if seen
                else self.say("why_there_is", title)
            )
        if inside["op"] == "pieces":
            kind = self.sight.kind_title(inside["kind"]).lower()
            return self.say("why_none_at", kind, self._places(as_list(self._value(inside["of"], env))))
        if inside["op"] == "contents":
            return self.say("why_empty", self._places(as_list(self._value(inside["of"], env))))
        if inside["op"] in ("kind", "all"):
            return self.say("why_there_is_no", self.sight.kind_title(inside["kind"]).lower())
        return ""

    def _nearest(self, test: Node, env: Env) -> Fact:
        """Why none of several is what is asked for: of the one that meets most of the conditions, in their
        order, the first that it does not meet. Nothing where none meets any: each is as far from it."""
        if not (members := as_list(self._value(test["set"], env))):
            return Fact(self._sentence(self._some({**test, "where": None}, env, True)))
        conditions, most, told = conjuncts(test["where"]), 0 if len(members) > 1 else -1, Fact()
        for one in members:
            inner = {**env, test["it"]: one}
            for met, condition in enumerate(conditions):
                if (fact := self.against(condition, inner)) is not None:
                    if met > most:
                        most, told = met, fact
                    break
        return told

    def _compared(self, test: Node, env: Env, asked: str) -> str:
        a, b = self._value(test["a"], env), self._value(test["b"], env)
        numbers = asked in ORDERS
        # A local is a thing only where one stands beside it: else it may be a number.
        unknown = test["a"]["op"] == "local" and not self._is_thing(test["b"])
        noun = "" if unknown else self._noun(test["a"], env, whose=True)
        if isinstance(a, tuple) or isinstance(b, tuple) or not noun:
            return ""
        if test["a"]["op"] in ("steps", "line_length") and a >= FAR:
            return self._sentence(self.say("why_there_is_no", noun))
        if numbers:
            return self._sentence(self._measured(test["a"], env, asked, noun, a, b))
        wanted = self._written(test["b"], b, test["a"])
        if asked == "not_equal" and wanted == noun and self.index.is_kind(a, "space"):
            return self.say("why_same")
        if asked == "equal" and b == none_of(self._type(test["b"])):
            asked = "not_equal"  # it is taken, and by whom is what counts
        if test["a"]["op"] == "space_of":
            at = title_of(self.index, a) if 0 <= a < self.index.size else self.say("why_nowhere")
            parts = (noun, at, wanted) if asked == "equal" else (noun, at)
            return self._sentence(self.say("why_at_not" if asked == "equal" else "why_at", *parts))
        if test["a"]["op"] in ("property", "game", "define") or not self._is_thing(test["b"]):
            is_ = self._written(test["a"], a, test["b"])
            return self._sentence(self.say(f"why_{asked}", noun, is_, wanted))
        return self._sentence(self.say("why_is_not" if asked == "equal" else "why_is", noun, wanted))

    def _measured(self, node: Node, env: Env, asked: str, noun: str, is_: int, bound: int) -> str:
        """That a number is too small or large, by what would do; of 0 where 1 would, that there is none."""
        if asked in ("less", "at_most"):
            return self.say("why_at_most", noun, is_, bound - (asked == "less"))
        least = bound + (asked == "more")
        if (is_, least) == (0, 1) and node["op"] == "property" and (owner := self._noun(node["of"], env)):
            declared = self.index.property(node["kind"], node["name"])[1]
            return self.say("why_lacks", owner, lowered(self.sight.value_title(declared, node["name"])))
        if (is_, least) == (0, 1) and node["op"] == "count" and node["of"]["op"] in ("contents", "pieces"):
            return self._some({"set": node["of"], "where": None}, env, True)
        return self.say("why_at_least", noun, is_, least)

    def _unreached(self, node: Node, here: str, there: str) -> Fact:
        """That no step, or no way, leads there; in the words of the relation, where it has some."""
        declared = self.index.data["relations"][node["relation"]]
        if here == there or declared.get("phrase"):
            return self._unrelated(node["relation"], here, there)
        key = "why_no_step" if node["op"] == "neighbours" else "why_no_way"
        return Fact(self._sentence(self.say(key, here, there)), str(declared.get("label") or "") or None)

    def _unrelated(self, relation: str, a: str, b: str, wanted: bool = True) -> Fact:
        declared = self.index.data["relations"][relation]
        rule = str(declared.get("label") or "") or None
        if a == b:
            return Fact(self.say("why_same"), rule)
        text = self.index.data["texts"][f"relation/{relation}/{'fails' if wanted else 'holds'}"]
        said = filled(text, (a, b), wording(self.index).language)
        return Fact(self._sentence(said), rule)

    def _noun(self, node: Node, env: Env, *, whose: bool = False) -> str:
        """What an expression stands for in a sentence; nothing if that cannot be said. A thing goes by its
        title, or as `whose` it is: `target of Ada`."""
        match node["op"]:
            case "space_of":
                return self._noun(node["of"], env)
            case "property" if whose or not self._is_thing(node):
                declared = self.index.property(node["kind"], node["name"])[1]
                owner = self._noun(node["of"], env)
                return (
                    self.say("why_of", self.sight.value_title(declared, node["name"]), owner) if owner else ""
                )
            case "game" if whose or not self._is_thing(node):
                declared = self.index.data["game_properties"][node["property"]]
                return self.sight.value_title(declared, node["property"])
            case "define" if whose or not self._is_thing(node):
                about = [self._noun(one, env) for one in node["args"]]
                name = node["name"].rpartition(".")[2].replace("_", " ")
                if not all(about):
                    return ""
                of_it = len(about) == 1 and name.rpartition(" ")[2] not in PREPOSITIONS
                return self.say("why_of", name, about[0]) if of_it else " ".join([name, *about])
            case "add" | "subtract" as op:
                terms = [self._noun(node[side], env) or self._literal(node[side]) for side in ("a", "b")]
                return (" + " if op == "add" else " - ").join(terms) if all(terms) else ""
            case "steps" | "line_length" as op:
                ends = [self._noun(node["a"], env), self._noun(node["b"], env)]
                return self.say("why_way" if op == "steps" else "why_line", *ends) if all(ends) else ""
            case "count" if node["of"]["op"] in ("contents", "pieces"):
                where = self._places(as_list(self._value(node["of"]["of"], env)))
                inside = node["of"]["op"] == "contents"
                return self.say("why_number_in" if inside else "why_number_at", where)
        if not self._is_thing(node) and node["op"] not in ("local", "list"):
            return ""
        value = self._value(node, env)
        if isinstance(value, tuple):
            value = value[0] if len(value) == 1 else NONE
        return self.sight.title(value) if 0 <= value < self.index.size else ""

    def _literal(self, node: Node) -> str:
        return str(node["value"]) if node["op"] == "number" else ""

    def _is_thing(self, node: Node) -> bool:
        return self._type(node).is_thing

    def _type(self, node: Node) -> ValueType:
        """The type of an expression as far as words need it: of a local nothing is known."""
        kind = self.position.types.of(node)
        if kind is not ANY:
            return kind
        return SOMETHING if GIVES[node["op"]][1] == "item" else NUMBER

    def _written(self, node: Node, value: Any, beside: Node) -> str:
        """A value. Of a local nothing is known but that it is like what stands beside it."""
        kind = self._type(beside if node["op"] == "local" else node)
        return self.say("why_none") if value == none_of(kind) else self.sight.written(kind, value)

    def _places(self, places: tuple[int, ...]) -> str:
        return ", ".join(self.sight.place_title(one) for one in places[:3])

    def _sentence(self, text: str) -> str:
        return f"{capital(text)}." if text else ""


TRUE: Node = {"op": "yes_no", "value": True}
