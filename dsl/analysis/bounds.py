"""What names can be, as far as it is declared: stored values, words, dice, settings, inputs, kinds.

Nothing here looks at what rules do, but for whether a modifier or a hook may change a value on the way.
"""

from collections.abc import Iterable, Iterator
from math import inf

from tilewright.schemas.operation_table import STORED

from ..check import Checked
from ..check.scope import Op
from ..model import Property
from ..nodes import NegativeNumber, Parameter, Part, Positive, TypeNumber
from ..value_types import NO_NUMBER, OR_NONE, Type
from .ranges import UNSURE, AbstractValue, Names, Range, between, joined, numbers


class Key:
    """An expression by what it says: equal ones have one key, and no other is it. See `Keys`."""

    __slots__ = ("is_local", "locals")

    def __init__(self, locals_: frozenset[str], is_local: bool) -> None:
        self.locals = locals_
        """The locals that the expression speaks of."""
        self.is_local = is_local
        """Whether it is one of them, and nothing else."""


Known = dict[Key, AbstractValue]
"""What is known at a place: by the expression what its value can be."""


class Keys:
    """Gives each expression a key. Each is visited once, so that keys of its parts are found in passing."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], Key] = {}
        self._of: dict[int, tuple[Op, Key]] = {}  # with the expression, so that its id stays its own
        self._told: dict[int, tuple[Op, tuple[Key, bool]]] = {}

    def of(self, op: Op) -> Key:
        """The key of an expression, which nobody changes any more."""
        known = self._of.get(id(op))
        if known is None:
            # Whether a set is empty is the same question, however its members would be called.
            said = ("any", op["set"]) if op["op"] == "any" and op["where"] is None else op.values()
            known = self._of[id(op)] = op, self.made(*said)
        return known[1]

    def same(self, a: Op, b: Op) -> bool:
        """Whether two expressions say the same."""
        return a["op"] == b["op"] and self.of(a) is self.of(b)

    def made(self, *said: object) -> Key:
        """The key of the expression with these fields, in the order that its operation has them.

        Keys may stand for its parts.
        """
        parts = tuple(self._part(one) for one in said)
        key = self._made.get(parts)
        if key is None:
            is_local = parts[0] == "local"
            names = {str(parts[1])} if is_local else {name for one in _keys(parts) for name in one.locals}
            key = self._made[parts] = Key(frozenset(names), is_local)
        return key

    def local(self, name: str) -> Key:
        """The key of a local."""
        return self.made("local", name)

    def as_told(self, op: Op) -> tuple[Key, bool]:
        """The test under which a comparison is noted down, and whether it says the same or the opposite."""
        known = self._told.get(id(op))
        if known is None:
            known = self._told[id(op)] = op, self._as_told(op)
        return known[1]

    def _as_told(self, op: Op) -> tuple[Key, bool]:
        match op["op"]:
            case "not_equal":
                return self.made("equal", op["a"], op["b"]), False
            case "more":
                return self.made("less", op["b"], op["a"]), True
            case "at_most":
                return self.made("less", op["b"], op["a"]), False
            case "at_least":
                return self.made("less", op["a"], op["b"]), False
        return self.of(op), True

    def _part(self, value: object) -> object:
        if isinstance(value, dict):
            return self.of(value) if "op" in value else self._part([*value, *value.values()])
        return tuple(self._part(one) for one in value) if isinstance(value, list) else value


def _keys(part: object) -> Iterator[Key]:
    if isinstance(part, Key):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _keys(one)


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
        self.keys = Keys()
        self.modified = {op["of"] for op in checked.modifiers}
        self.modified |= {op["of"] for group, op in checked.context.until_rules if group == "modifiers"}
        self._rolls_hooked = any(
            op["verb"] == "roll" and op["how"] == "instead"
            for op in (*checked.hooks, *(op for group, op in checked.context.until_rules if group == "hooks"))
        )
        self._copies: dict[str, float] = {}
        self.properties: dict[tuple[str, str], AbstractValue] = {}
        model = checked.model
        for owner in (model.game, *(kind.properties for kind in model.kinds.values())):
            for known in owner.values():
                self.properties[known.kind, known.name] = self._declared(known)

    def _declared(self, known: Property) -> AbstractValue:
        if known.sort != "stored":
            return None
        if known.type.base == "number" and (known.low is None or known.high is None):
            return None
        if known.type.base == "number" and isinstance(
            self.checked.defaults.get((known.kind, known.name), 0), dict
        ):
            return None  # it begins with whatever an expression gives
        return self.typed(known.type, known.low, known.high)

    def typed(self, type_: Type, low: float | None = None, high: float | None = None) -> AbstractValue:
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
        found = (
            {self.keys.local(str(part.name)): declared(part) for part in known.parts}
            if known is not None
            else {}
        )
        return {name: value for name, value in found.items() if value is not None}

    def inputs(self, name: str) -> Known:
        """What the inputs of a define can be, as declared."""
        define = self.checked.model.defines.get(name)
        if define is None:
            return {}
        found = {self.keys.local(str(one.name)): declared(one) for one in define.parameters}
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

    def face(self, name: str) -> AbstractValue:
        """What a die shows; anything, if some rule may replace what was rolled."""
        die = self.checked.model.dice.get(name)
        if die is None or self._rolls_hooked:
            return None
        if die.type.base != "word":
            return numbers(die.faces)
        known = self.checked.model.words[die.type.name]
        return words(die.type.name, (known[one] for one in die.faces))
