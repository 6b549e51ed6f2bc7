"""Expressions as Python: values in one place, sets in `sets.py`, geometry in `relations.py`.

A value is an integer or a list or tuple of integers. Numbers of the program become numbers in the source; a
property that never changes becomes a table, or a number where it is the same for all. What may be none is
checked where it is read, so that reading through none ends the game and names the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.schemas.operation_table import SEARCHES, TESTS
from tilewright.schemas.value_types import thing

from ..analysis.costs import FREE
from ..analysis.local_reads import uses
from ..analysis.program_types import ANY, Types, is_list, is_optional, narrowed
from ..state.program import IN, Node, is_stored, kind_of
from . import asked_again
from .fragments import (
    AT,
    MEMO,
    Called,
    Charged,
    Cheap,
    Composed,
    Fixed,
    Fragment,
    Integer,
    Item,
    Kept,
    Operand,
    Simple,
    V,
    Z,
    code,
)
from .instructions import CodeLine, Return
from .memo import MemoSlot
from .module import Module, called, offset


class Expressions:
    """Expressions of one procedure. `scope` says what stands for each local, `rule` whom to name if stuck."""

    def __init__(
        self,
        module: Module,
        types: Types,
        scope: dict[str, Fragment] | None = None,
        rule: str | None = None,
        at: int = -1,
    ) -> None:
        self.module = module
        self.program = module.program
        self.types = types
        self.scope = scope or {}
        self.rule = rule
        self.at = at
        # In the conditions of how many loops: there, what needs no local is worth keeping.
        self.looping = 0
        self.varying: Fragment | None = None  # what the innermost of these loops goes through
        self._texts: dict[tuple[int, int], tuple[list[Fragment], list[Node], Types]] = {}

    # ---- what others ask for

    def value(self, node: Node) -> Fragment:
        """The value, as it may be kept: truth as 0 or 1, a list as a tuple."""
        kind = self.types.of(node)
        text = self.text(node)
        if is_list(kind):
            return text if _is_tuple(node) else Called("tuple", text)
        counts = kind.base != "text" and _is_python_test(node) and not isinstance(text, Integer)
        return code("+({})", text) if counts else text

    def test(self, node: Node) -> Fragment:
        """Text that is true or false for Python."""
        return self.text(node)

    def text(self, node: Node) -> Fragment:
        """The value for use at once: truth may be a bool, a list any sequence."""
        slot = self.memo_slot(node)
        if slot is not None:
            return self.memoise(node, slot)
        if self.looping and node["op"] in SEARCHES:
            kept = asked_again.search(self, node)
            if kept is not None:
                return kept
        return self.module.handlers.expressions[node["op"]](self, node)

    def memo_slot(self, node: Node) -> MemoSlot | None:
        """What the state keeps of an expression: of a search that a loop would repeat for each member."""
        return self.module.memo.expression(node) if self.looping and node["op"] in SEARCHES else None

    def memoise(
        self, node: Node, slot: MemoSlot, found: Callable[[Expressions], Fragment] | None = None
    ) -> Fragment:
        """The value of an expression without locals, kept until something is written that it reads. `found`
        says how it is found, if not as it is wherever else it stands.
        """
        function = self.module.finding.get(slot.number)
        if function is None:
            function = self.module.finding[slot.number] = self.module.fresh("d")
            blank = Expressions(self.module, Types(self.program).learn(node), {}, self.rule, self.at)
            value = blank.value(node) if found is None else found(blank)
            price = self.module.costs.of(node)
            pays = self.module.paying(price, self.where()) if price > FREE else []
            keeps = CodeLine(code("{}=r=({},)", Item(MEMO, slot.number), value))
            self.module.function(function, [], [*pays, keeps, Return(Fixed("r"))])
        return self.memoised(slot, function)

    def memoised(self, slot: MemoSlot, function: str) -> Fragment:
        """What the state keeps, found again by a function if it is out of date."""
        return Item(Kept(slot.number, called(function)), 0)

    def where(self) -> Fixed:
        """The constant that names this place in the rules."""
        return self.module.constant((self.rule, self.at))

    def charged(self, node: Node, text: Fragment, each: int) -> Fragment:
        """The text of a set for a loop in which each member costs so much: if they may be many, they are
        counted and paid for.
        """
        kind, limit = self.types.of(node), self.module.costs.limit(node, each)
        if limit is None or not (is_list(kind) or kind == ANY):
            return text
        paid: Composed = Called("spent", "S", text, each, self.where())
        if isinstance(text, Simple) or is_cell(text):
            paid = code("({} if len({})<={} else {})", text, text, limit, paid)
        return Charged(paid, text, limit, each, self.where())

    def kept(self, node: Node, text: Fragment) -> Fragment:
        """The text of a value that is going to have a name: see analysis/sizes.py."""
        sizes = self.module.costs.sizes
        if sizes.of(node) <= sizes.list or not is_list(self.types.of(node)):
            return text
        return Called("kept", "S", text, sizes.list, self.where())

    def argument(self, node: Node) -> Fragment:
        """What a procedure is called with."""
        return self.kept(node, self.value(node))

    def certain(self, node: Node) -> Fragment:
        """The text of a thing or place that must not be none. The place of a thing that lies nowhere is none,
        whatever its type says.
        """
        text, kind = self.text(node), self.types.of(node)
        if not is_optional(kind) and (kind != "place" or node["op"] == "place"):
            return text
        if may_be_repeated(text):
            return code("({} if {}>=0 else {})", text, text, Called("no", self.where()))
        return Called("some", text, self.where())

    def either(self, node: Node, emit: Callable[[Expressions, Node], Fragment]) -> Fragment:
        """What an `if` gives, whose branches are written where it is known how the test came out."""
        test = self.test(node["test"])
        if isinstance(test, Integer):
            return emit(self, node["then"] if test.value else node["else"])
        then, otherwise = (
            emit(self.sub(self.scope, narrowed(self.types, node["test"], holds=holds)), node[part])
            for part, holds in (("then", True), ("else", False))
        )
        return code("({} if {} else {})", then, test, otherwise)

    def sub(self, scope: dict[str, Fragment], types: Types) -> Expressions:
        """An emitter for other locals: the body of a define, a condition of a rule."""
        made = type(self)(self.module, types, scope, self.rule, self.at)
        made.looping, made.varying = self.looping, self.varying
        return made

    def named(self, name: str, text: Fragment, kind: str) -> Expressions:
        """An emitter in which one more name stands for something: the element of a set."""
        made = self.sub({**self.scope, name: text}, self.types.within(name, kind))
        made.looping, made.varying = made.looping + 1, text
        return made

    def varies(self, name: str) -> bool:
        """Whether a local can change with each pass of the innermost loop."""
        text = self.scope.get(name)
        if text is None or self.varying is None:
            return False
        return text == self.varying or not {*text.names}.isdisjoint(self.varying.names)

    # ---- places and properties

    def column(self, base: int, of: Node) -> Fragment:
        return Item(V, offset(self.certain(of), base))

    def property(self, node: Node) -> Fragment:
        declared = self.program.property(node["kind"], node["name"])
        if declared.get("derived"):
            return self.define(declared["derived"], [node["of"]])
        owner = self.program.declared_by(node["kind"], node["name"])
        if is_stored(declared):
            return self.column(self.program.columns[owner, node["name"]].base, node["of"])
        return self._constant_property(node, owner, declared)

    def _constant_property(self, node: Node, owner: str, declared: Node) -> Fragment:
        low, high = self.program.range(owner)
        values = self.module.values_of(owner, node["name"])
        of = self.certain(node["of"])
        if declared.get("by"):
            side = self.property({"op": "property", "of": node["of"], "kind": owner, "name": declared["by"]})
            return Item(Item(self.module.table_of(owner, node["name"]), of), side)
        if isinstance(of, Integer) and low <= of.value < high:
            return self.literal(values[of.value - low])
        if values and all(value == values[0] for value in values) and isinstance(of, Simple):
            return self.literal(values[0])
        return Item(self.module.table_of(owner, node["name"]), of)

    def literal(self, value: object) -> Fragment:
        return Integer(value) if isinstance(value, int) else self.module.constant(value)

    def place(self, node: Node) -> Fragment:
        """The number of a pile, bag or slot."""
        if node.get("of") is None:
            return Integer(self.program.place_number[node["name"]])
        table = self.program.place_of_owner[node["name"]]
        of = self.certain(node["of"])
        if isinstance(of, Integer):
            return Integer(table[of.value])
        owned = [(entity, place) for entity, place in enumerate(table) if place >= 0]
        first = owned[0][1] - owned[0][0]
        low, high = owned[0][0], owned[-1][0] + 1
        kind = kind_of(self.types.of(node["of"]))
        inside = (
            kind in self.program.kinds
            and low <= self.program.range(kind)[0] <= self.program.range(kind)[1] <= high
        )
        if inside and len(owned) == high - low and all(place - entity == first for entity, place in owned):
            return offset(of, first)
        return Item(self.module.constant(tuple(table)), of)

    def space(self, text: Fragment, kind: str) -> Fragment:
        """The space of a thing that may be none."""
        kind = kind_of(kind)
        if kind in self.program.kinds and kind != "thing":
            if self.is_space(kind):
                return text
            analysis = self.module.analysis
            if len(analysis.located(kind)) == 1 and not analysis.may_be_held(kind):
                return Item(SPACE, Item(AT, text))
        return Called("space_of", AT, text)

    def is_space(self, kind: str) -> bool:
        return kind in self.program.kinds and self.program.range(kind)[1] <= self.program.spaces

    def is_on_board(self, kind: str) -> bool:
        """Whether every value of a type is a space or a link."""
        board = self.program.spaces + self.program.links
        return kind_of(kind) in self.program.kinds and self.program.range(kind_of(kind))[1] <= board

    def in_play(self, text: Fragment, kind: str) -> Fragment:
        """Whether a thing is in play. None is not."""
        kind = kind_of(kind)
        low, high = self.program.range(kind) if kind in self.program.kinds else (0, 0)
        board = self.program.spaces + self.program.links
        if low < high:
            if high <= board:
                return code("({}>=0)", text)
            players = self.program.players
            if players[0] <= low and high <= players[1]:
                return code("(0<={}<{})", text, offset(Item(V, 0), players[0]))
            if low >= players[1]:
                if not self.module.analysis.moves(kind):
                    return code("({}>=0)", text)
                if not self.module.analysis.may_be_held(kind):
                    return code("({}<{})", Item(AT, text), board)
                if not self.module.analysis.may_be_carried(kind):
                    return code("({}=={})", Item("STANDING", Item(AT, text)), IN)
        return Called("in_play", "S", text)

    def force(self, text: Fragment, kind: str) -> Fragment:
        """Whether the rules of a thing of this kind are in force."""
        test = self.module.analysis.in_force_test(kind)
        if test is None:
            return self.in_play(text, thing(kind))
        types = Types(self.program, {"this": thing(kind)}).learn(test)
        return self.sub({"this": text}, types).test(test)

    # ---- defines

    def define(self, name: str, args: list[Node]) -> Fragment:
        slot = None if args else self.module.memo.define(name)
        if slot is not None:
            return self.memoised(slot, self.function_of(name))
        call: Node = {"op": "define", "name": name, "args": args}
        return self.called(call)

    def called(self, node: Node) -> Fragment:
        """The value of a define that is not kept: written out, or by a call of its function."""
        opened = self.opened(node)
        if opened is not None:
            return opened[0].text(opened[1])
        texts = self.arguments(node)
        kept = asked_again.define(self.module, node["name"])
        return called(kept or self.function_of(node["name"]), *texts)

    def opened(self, node: Node) -> tuple[Expressions, Node] | None:
        """The body of a define and an emitter for it, if it is to be written out where it is used."""
        name, args = node["name"], node["args"]
        if name not in self.module.costs.written:
            return None
        declared = self.program.data["defines"][name]
        parameters = [part["name"] for part in declared.get("parameters", ())]
        texts = self.arguments(node)
        once = [_uses_once(declared["value"], one) for one in parameters]
        if not all(may_be_repeated(text) or one for text, one in zip(texts, once, strict=True)):
            return None
        known = {part["name"]: part["type"] for part in declared.get("parameters", ())}
        scope = dict(zip(parameters, texts, strict=True))
        if len(parameters) == 1:
            scope.setdefault("this", texts[0])
            known.setdefault("this", known[parameters[0]])
        # Where the caller knows more than the declaration, what is read need not be checked again.
        for one, arg in zip(parameters, args, strict=True):
            known[one] = self.types.narrower(known[one], self.types.of(arg))
        types = Types(self.program, known).learn_from(self.module.memo.inside[name])
        return self.sub(scope, types), declared["value"]

    def arguments(self, node: Node) -> list[Fragment]:
        """The arguments of a call as text. Calls are looked at several times, and calls in calls each time:
        found once, they are found in a time that goes with their number, not with two to the power of it.
        """
        key = id(node["args"]), id(self.types)
        known = self._texts.get(key)
        if known is None:
            texts = [self.kept(arg, self.text(arg)) for arg in node["args"]]
            known = self._texts[key] = (texts, node["args"], self.types)  # kept, so that ids stay theirs
        return known[0]

    def function_of(self, name: str) -> str:
        """The function that computes a define; it is generated when what needs it is."""
        known = self.module.defines.get(name)
        if known is None:
            known = self.module.defines[name] = self.module.fresh("d")
            self.module.needed.append((name, known))
        return known


def _uses_once(tree: Any, name: str) -> bool:
    """Whether a parameter is read at most once, and not inside a loop."""
    if not uses(tree, name):
        return True
    if isinstance(tree, dict):
        if tree.get("op") == "local":
            return True
        if "it" in tree and any(uses(tree.get(part), name) for part in ("where", "key", "value")):
            return False
    children = tree.values() if isinstance(tree, dict) else tree
    found = [child for child in children if uses(child, name)]
    return len(found) == 1 and _uses_once(found[0], name)


def _is_python_test(node: Node) -> bool:
    """Whether the text may be a bool of Python's, or something that only counts as true or false."""
    return node["op"] in _TESTS or (node["op"] in ("define", "if", "by_thing"))


def _is_tuple(node: Node) -> bool:
    return node["op"] in ("contents", "local", "links", "sides", "property", "game")


def may_be_repeated(piece: Fragment) -> bool:
    """Whether a piece of code is fast enough to stand in several places: a name, or a value of the game."""
    if isinstance(piece, Item):
        return piece.of is V and isinstance(piece.index, (int, Integer))
    return isinstance(piece, Simple)


def is_plain(piece: Operand) -> bool:
    """Whether a piece of code costs next to nothing."""
    return isinstance(piece, (Simple, Cheap, int))


def is_cell(piece: Fragment) -> bool:
    """Whether a set is cheap to look at twice: it stands in a table or in the state."""
    if not isinstance(piece, Item) or not (piece.of in (V, Z) or isinstance(piece.of, Fixed)):
        return False
    index = piece.index
    return is_plain(index) or (isinstance(index, Item) and is_plain(index.index))


SPACE = Fixed("SPACE")

ExpressionHandler = Callable[[Expressions, Node], Fragment]

_TESTS = (TESTS - {"yes_no"}) | {"$force", "$holds"}
