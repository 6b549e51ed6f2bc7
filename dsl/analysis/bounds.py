"""What names can be, as far as it is declared: stored values, words, dice, settings, inputs, kinds.

Nothing here looks at what rules do, but for whether a modifier or a hook may change a value on the way.
"""

from collections.abc import Iterable
from math import inf

from ..check import Checked
from ..check.scope import Op
from ..model import Property
from ..nodes import NegativeNumber, Parameter, Part, Positive, TypeNumber
from ..value_types import NO_NUMBER, OR_NONE, Type
from .ranges import UNSURE, Names, Range, Value, between, joined, numbers

Known = dict[str, Value]
"""What is known at a place: by the expression (see `key`) what its value can be."""
STORED = ("property", "game")
"""The targets of changes that outlive a body."""


def key(op: Op) -> str:
    """An expression, so that equal ones are the same."""
    return repr(op)


def local(name: str) -> str:
    """The key of a local."""
    return repr({"op": "local", "name": name})


def declared(part: Part | Parameter) -> Range | None:
    """The numbers that a part or an input is declared for, `n: number 0 to 3`."""
    type_ = part.type
    if not isinstance(type_, TypeNumber) or type_.low is None or type_.high is None:
        return None
    assert isinstance(type_.low, Positive | NegativeNumber) and isinstance(
        type_.high, Positive | NegativeNumber
    )
    found = between(type_.low.value, type_.high.value)
    return or_none(found) if type_.or_none else found


def words(enumeration: str, some: Iterable[str]) -> Names:
    """These words of an enumeration; `none` is the same in all of them."""
    of = enumeration.removesuffix(OR_NONE)
    return Names(frozenset(one if one == "none" else f"{of}:{one}" for one in some))


def or_none(found: Range) -> Range:
    """These numbers, or none."""
    value = joined(found, numbers((NO_NUMBER,)))
    assert isinstance(value, Range)
    return value


def place(target: Op) -> tuple[str, str]:
    """The kind and the name of what a change is about."""
    return ("game", target["property"]) if target["op"] == "game" else (target["kind"], target["name"])


class Bounds:
    """What is declared in a package, as values."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.modified = {op["of"] for op in checked.modifiers}
        self.modified |= {op["of"] for group, op in checked.context.until_rules if group == "modifiers"}
        self._rolls_hooked = any(
            op["verb"] == "roll" and op["how"] == "instead"
            for op in (*checked.hooks, *(op for group, op in checked.context.until_rules if group == "hooks"))
        )
        self._copies: dict[str, float] = {}
        self.properties: dict[tuple[str, str], Value] = {}
        model = checked.model
        for owner in (model.game, *(kind.properties for kind in model.kinds.values())):
            for known in owner.values():
                self.properties[known.kind, known.name] = self._declared(known)

    def _declared(self, known: Property) -> Value:
        if known.sort != "stored":
            return None
        if known.type.base == "number" and (known.low is None or known.high is None):
            return None
        if known.type.base == "number" and isinstance(
            self.checked.defaults.get((known.kind, known.name), 0), dict
        ):
            return None  # it begins with whatever an expression gives
        return self.typed(known.type, known.low, known.high)

    def typed(self, type_: Type, low: float | None = None, high: float | None = None) -> Value:
        """What a value of a type can be."""
        match type_.base:
            case "yes_no":
                return UNSURE
            case "word":
                return words(type_.name, self.checked.model.words.get(type_.name, ()))
            case "number" if low is not None and high is not None:
                found = between(low, high)
                return or_none(found) if type_.optional else found
        return None

    def begun_above(self) -> set[tuple[str, str]]:
        """The numbers without bounds that are zero or more at the beginning of every game."""
        model = self.checked.model
        begin: dict[tuple[str, str], list[object]] = {}
        for owner in (model.game, *(kind.properties for kind in model.kinds.values())):
            for known in owner.values():
                plain = known.type.base == "number" and not known.type.optional and known.by is None
                drawn = known.kind != "game" and model.related(known.kind, "space")
                drawn |= known.kind != "game" and model.related(known.kind, "link")
                if known.sort == "stored" and plain and known.low is None and not drawn:
                    place = (known.kind, known.name)
                    begin[place] = [self.checked.defaults.get(place, 0)]
        for thing, values in self.checked.values.items():
            for name, value in values.items():
                found = model.property(thing, name)
                if found is not None and (found.kind, found.name) in begin:
                    begin[found.kind, found.name].append(value)
        return {
            place
            for place, values in begin.items()
            if all(value is None or (isinstance(value, int) and value >= 0) for value in values)
        }

    def parts(self, verb: str) -> Known:
        """What the parts of a verb can be, as they are declared."""
        known = self.checked.model.verbs.get(verb)
        found = {local(str(part.name)): declared(part) for part in known.parts} if known is not None else {}
        return {name: value for name, value in found.items() if value is not None}

    def inputs(self, name: str) -> Known:
        """What the inputs of a define can be, as declared."""
        define = self.checked.model.defines.get(name)
        if define is None:
            return {}
        found = {local(str(one.name)): declared(one) for one in define.parameters}
        return {name: value for name, value in found.items() if value is not None}

    def of_kind(self, kind: str) -> float:
        """How many things of a kind there are at most."""
        known = self._copies.get(kind)
        if known is None:
            model = self.checked.model
            if kind == "player":
                known = model.players[1]
            elif any(model.related(kind, made) for made in ("space", "link", "player", "board")):
                known = inf
            else:
                known = sum(one.copies for one in model.things.values() if model.is_a(one.name, kind))
            self._copies[kind] = known
        return known

    def capacity(self, op: Op) -> float:
        """How many things a pile, bag or slot holds at most; of several with one name, the largest."""
        if op["op"] != "place":
            return inf
        model = self.checked.model
        owners = [model.game] if op["of"] is None else [kind.properties for kind in model.kinds.values()]
        found = [owner[op["name"]] for owner in owners if op["name"] in owner]
        return max((self._room(one) for one in found), default=inf)

    def _room(self, one: Property) -> float:
        most = self.of_kind(one.type.name) if one.type.base == "place" else inf
        return most if one.capacity is None else min(most, one.capacity)

    def bounded(self, target: Op) -> Range | None:
        """The bounds that a number is declared with, if it is."""
        value = self.properties.get(place(target)) if target["op"] in STORED else None
        if isinstance(value, Range) and value.low > -inf and value.high < inf:
            return value
        return None

    def face(self, name: str) -> Value:
        """What a die shows; anything, if some rule may replace what was rolled."""
        die = self.checked.model.dice.get(name)
        if die is None or self._rolls_hooked:
            return None
        if die.type.base != "word":
            return numbers(die.faces)
        known = self.checked.model.words[die.type.name]
        return words(die.type.name, (known[one] for one in die.faces))
