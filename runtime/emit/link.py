"""Links a program: weaves it, generates its functions, runs the generated source once, ties in the geometry.

A `LinkedCode` has segments to dispatch on, functions by procedure, sites to explain questions with.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from types import CodeType
from typing import Any, TypeVar

from tilewright.host.text import printable
from tilewright.schemas import value_types

from ..analysis.constant_folding import decide
from ..analysis.costs import Prices
from ..analysis.local_reads import free_locals
from ..analysis.nullability import widen
from ..analysis.program_types import ENDS, Types
from ..analysis.read_write import Analysis
from ..geometry import Feature, Geometry
from ..geometry.expressions import place_of, relation_with
from ..geometry.queries import Relating, without_board
from ..state.event_log import TELLING
from ..state.primitives import DEEP, names
from ..state.program import Node, Program
from ..state.state import NONE, Over, State, Stuck
from ..weaving.procedures import SET_UP, Procedure
from ..weaving.weave import Weaver
from . import Module, Site, Suspension, generate
from .blockers import Masks, over_pieces
from .call_depth import SHORT, first_call, repeated
from .expressions import Expressions
from .fragments import MEMO, Fixed, For, Fragment, Item, OnlyIf, RelationTable, UniqueName, Variable, code
from .guard import BUILTINS, guard
from .handlers import HANDLERS
from .instructions import Block, CodeLine, Instruction, Return, nested
from .memo import Memo
from .relations import ALL_ROWS, STEP, has_lasting_cost, is_static, is_tabled
from .tracebacks import innermost_first, named, remember

T = TypeVar("T")

SegmentFunction = Callable[[State, list[Any]], int]

GIVEN = "block given"
"""The procedure of a game that begins without set-up."""


@lru_cache(1000)
def _compiled(source: str, rule: str) -> CodeType:
    """A generated function as Python runs it. Where one rule was edited, most others are generated alike."""
    code = compile(source, named(rule), "exec")
    remember(code, source)
    return code


class Linker:
    """One program, woven."""

    def __init__(self, program: Program) -> None:
        self.program = program
        decide(program)
        widen(program)
        self.analysis = Analysis(program)
        self.weaver = Weaver(program, self.analysis)
        self.suspension = Suspension(self.weaver)
        self.memo = Memo(program, self.analysis)
        self.costs = Prices(program, self.weaver.procedures, self.memo.inside, self._is_kept)
        self.game = self._weave()

    def _is_kept(self, define: str) -> bool:
        return self.memo.define(define) is not None or self.memo.lasts(define)

    def _weave(self) -> str:
        """A whole game as a procedure: set-up while rules sleep, all rules once, the verb that begins."""
        data = self.program.data
        game = data.get("game", {})
        setup = self.weaver.block("block setup", data.get("setup") or [], {})
        body: list[Node] = [
            {"op": "$asleep", "value": 1},
            {"op": "$call", "procedure": setup, "args": []},
            {"op": "$asleep", "value": 0},
        ]
        if data.get("triggers"):
            body.append({"op": "$settle", "triggers": tuple(range(len(data["triggers"])))})
        # Set-up alone, for a story that tells what comes of it (stories/driving.py).
        self.weaver.procedures[SET_UP] = Procedure(SET_UP, None, [], [*body], gives=False)
        # The same without set-up: a game that begins at a position made by hand (history/manual_edits.py).
        played = body[2:]
        if game.get("begins") in data["verbs"]:
            begins = data["verbs"][game["begins"]]
            given = tuple(False for _ in begins.get("parts") or ())
            weave = self.weaver
            verb = weave.asking(game["begins"], given) if given else weave.verb(game["begins"])
            body.append({"op": "$call", "procedure": verb, "args": [{"op": "none"}]})
            verb = verb if given else weave.going_on(game["begins"])
            played.append({"op": "$call", "procedure": verb, "args": [{"op": "none"}]})
        self.weaver.procedures["block game"] = Procedure("block game", None, [], body, gives=False)
        self.weaver.procedures[GIVEN] = Procedure(GIVEN, None, [], played, gives=False)
        for menu in data.get("menus", {}).values():
            for verb in menu["actions"]:
                self.weaver.action(verb)
        return "block game"


class LinkedCode:
    """The code of a program. It tells nothing in a log, unless it is `telling`: then it is longer."""

    def __init__(self, linker: Linker, telling: bool = True) -> None:
        program = linker.program
        self.linker = linker
        self.namespace: dict[str, Any] = names(program)
        self.namespace["__builtins__"] = BUILTINS
        self.namespace.update(TELLING)
        made = (linker.analysis, linker.weaver, linker.memo, linker.costs, HANDLERS)
        self.module = Module(program, *made, self.namespace)
        self.module.telling = telling
        self.segments: list[SegmentFunction] = []
        self._uncompiled: set[str] = set()
        self.who: set[int] = set()  # segments that ask and want to know who answers
        self.goes_deep = False  # whether functions may call one another until there is no room left
        self.broken: Over | None = None  # why no game can begin: what lasts for all of them cannot be found
        self.geometry: Geometry | None = None  # without a board there is none
        self._blocking: dict[str, Callable[[State], int]] = {}
        self._static: dict[int, tuple[Relating, int]] = {}
        self._done: set[int] = set()
        self._tables = 0
        self._slots: dict[int, dict[str, int]] = {}
        self._compiled: dict[Any, tuple[Any, Callable[..., Any]]] = {}
        self.namespace["MACHINE_SEGMENTS"] = self.segments
        self.module.segment()  # segment 0 is the end of the game
        self._add_fits()
        self._add_any_time()
        self._add_geometry()
        self.extend()
        linker.memo.open = False

    def extend(self) -> None:
        """Generate what has been woven since the last time."""
        suspension = self.linker.suspension
        generate(self.module, suspension, self._done)
        self._add_new()
        self._fill_tables()
        self._compile_what_calls_itself()
        self.who = {number for number, site in self.module.sites.items() if site.who}
        count = self.module._numbers.get("s", 0)
        for number in range(len(self.segments), count):
            self.segments.append(self.namespace.get(f"s{number}") or _ended)

    def complete(self) -> None:
        """Compile at once whatever is not compiled yet: for whoever plays many games."""
        self.module.finish()
        self._uncompiled &= self.module.generated.keys()
        for name in sorted(self._uncompiled):
            self.function(name)

    def function(self, name: str) -> Callable[..., Any]:
        """A generated function, compiled by now."""
        if name in self._uncompiled:
            rendered = self.module.rendered(name)
            for table in rendered.tables:
                self._add_table(table)
            code = _compiled(rendered.source, self._titled(name))
            exec(guard(code, self.namespace), self.namespace)
            self._uncompiled.discard(name)
            if name[0] == "s":
                self.segments[int(name[1:])] = self.namespace[name]
        found: Callable[..., Any] = self.namespace[name]
        return found

    def _compile_what_calls_itself(self) -> None:
        """Rules that may call themselves are compiled before they run, with all that they come to: at their
        very bottom is no place for `first_call`. What may wait is counted on its frames.
        """
        silent, defines = self.linker.suspension.silent_recursion(), self.linker.costs.recursive
        self.goes_deep = bool(silent or defines) or self.linker.suspension.longest > SHORT
        names = [self.module.function_of(one) for one in silent]
        names += [self.module.defines[one] for one in sorted(defines) if one in self.module.defines]
        for name in names:  # grows on the way
            if name in self.module.generated:
                self.function(name)
                names += sorted(self.module.rendered(name).callees.difference(names))

    def _titled(self, name: str) -> str:
        """What a traceback says of a function: the rule it plays, and where that is written."""
        rule, at = self.rule_of(name)
        spans = self.linker.program.data["spans"]
        place = [f"{spans[at][0]}:{spans[at][1]}"] if 0 <= at < len(spans) else []
        return printable(", ".join([rule or "no rule", *place]))

    def listing(self, places: Container[int]) -> Iterator[tuple[str, str]]:
        """The functions that play the rules in these places, and those that only serve them: each with its
        title and its source.
        """
        self.module.finish()
        made = self.module.generated
        names = [name for name in made if self.rule_of(name)[1] in places]
        for name in names:  # grows on the way
            rendered = self.module.rendered(name)
            yield f"{name}: {self._titled(name)}", rendered.source
            called = sorted(one for one in rendered.callees if one not in names)
            names += [one for one in called if one in made and made[one].procedure is None]

    def _add_new(self) -> None:
        """Make functions known that were generated. A game calls few of them before its first questions, so
        each is compiled when it is first called.
        """
        for name in self.module.take_new():
            self._uncompiled.add(name)
            self.namespace[name] = self._first_call(name)

    def _first_call(self, name: str) -> Callable[..., Any]:
        return first_call(lambda: self.function(name), lambda: self.goes_deep)

    def _fill_tables(self) -> None:
        """Tables from things to the steps they give."""
        program, module = self.linker.program, self.module
        for name, table, adapters in module.tables[self._tables :]:
            filled: dict[int, Any] = {}
            wide_first = sorted(table, key=lambda thing: -self._width(thing))
            for thing in wide_first:
                low, high = program.range(thing)
                target = self._target(table[thing], adapters.get(thing))
                filled.update(dict.fromkeys(range(low, high), target))
            self.namespace[name] = filled
        self._tables = len(module.tables)

    def _width(self, thing: str) -> int:
        low, high = self.linker.program.range(thing)
        return high - low

    def _target(self, procedure: str, adapter: int | None) -> Any:
        """What a table holds: a function, or a segment and the locals of its frame beyond the parameters."""
        made = self.linker.weaver.procedures[procedure]
        if self.linker.suspension.is_waiting(procedure):
            size = self.module.frame_size(made) - len(made.parameters)
            return self.module.entry(made), (0,) * size
        function = self.function(self.module.function_name(procedure))
        if adapter is None:
            return function

        def segment(state: State, frame: list[Any]) -> int:
            function(state, *frame[2:])
            state.k.pop()
            state.k[-1][1] = NONE
            return 0

        self.namespace[f"s{adapter}"] = segment
        return adapter, ()

    # ---- what generated code needs of the program

    def _add_fits(self) -> None:
        """The tests of what fits into a slot."""
        program = self.linker.program
        fits: dict[int, Callable[..., Any]] = {}
        for i, place in enumerate(program.places):
            if place.get("fits") is not None:
                owner = place.get("owner")
                known = {"it": value_types.thing(place.get("holds") or "thing")}
                if owner is not None:
                    known["this"] = value_types.thing(program.entities[owner]["kind"])
                test = self.expression(place["fits"], known)
                fits[program.first_place + i] = _fitting(test, owner)
        self.namespace["FITS"] = fits

    def _add_any_time(self) -> None:
        """Who could act at any time, and with which actions."""
        from .menus import possible

        program = self.linker.program
        menus = list(program.data.get("menus", {}).values())
        found: list[tuple[int, int, str]] = []
        for i, menu in enumerate(menus):
            if menu.get("any_time"):
                found += [(i, j, possible(self.module, verb)) for j, verb in enumerate(menu["actions"])]
        self._add_new()
        tests = [(i, j, self.function(name)) for i, j, name in found]
        players = self.namespace["players"]

        def any_time(state: State) -> list[tuple[int, int, int]]:
            """Who could do what now: `(player, menu, action)`."""
            everybody = players(state.v)
            return [(one, i, j) for one in everybody for i, j, test in tests if test(state, one, one)]

        self.namespace["any_time"] = any_time
        self.namespace["who_could_act"] = lambda state: tuple(
            dict.fromkeys(one for one, _, _ in any_time(state))
        )

    def _add_geometry(self) -> None:
        """The functions of each relation, its mask, and tables for those that never change."""
        program = self.linker.program
        if not program.spaces:
            self.namespace |= without_board(program)
            return
        geometry = self.geometry = Geometry(program.data, self._lasting)
        self.namespace["direction"] = geometry.direction
        every, declared = list[Relating](), program.data["relations"]
        for number, name in enumerate(program.relations):
            step = self.expression(cost, STEP) if (cost := declared[name].get("cost")) else None
            lasting, far = has_lasting_cost(self.module, name), self.linker.costs.sighting(name) > 0
            every.append(Relating(program, geometry, name, step, lasting, far, self._blank))
            if not far:
                geometry.recall(name)
            for begins, function in every[-1].functions().items():
                self.namespace[f"{begins}{number}"] = function
        linker = self.linker
        masks = Masks(program, linker.analysis, linker.costs, geometry, self.expression, self.blocking)
        self.namespace["mask"] = masks.find
        self.broken = self.broken or masks.broken
        blank = program.new_state(0, program.players[1] - program.players[0])
        blank.memo = [None] * self.memo_size
        for number, name in enumerate(program.relations):
            if is_static(self.module, name):
                where = partial(place_of, program.data, name)
                mask = self._found(partial(masks.find, blank, number), 1, where)
                self.namespace[f"MASK{number}"] = mask
                if declared[name].get("cost") and is_tabled(self.module, name):
                    self._found(partial(every[number].forward, mask), None, where)  # before tables need it
                self.namespace[f"line{number}"] = every[number].lengths(mask)
                self._static[number] = every[number], mask

    def _lasting(self, node: Node, known: Mapping[str, Any]) -> int:
        """The value of an expression that cannot change: the geometry folds it into its tables."""
        types = {name: ENDS.get(name, value_types.ANYTHING) for name in known}
        find = partial(self.expression(node, types), self._blank(), *known.values())
        return int(self._found(find, 0, partial(relation_with, self.linker.program.data, node)))

    def _found(self, find: Callable[[], T], otherwise: T, of: Callable[[], tuple[str | None, int]]) -> T:
        """What lasts for all games; without it none can begin. `of` says what it is a part of."""
        try:
            return find()
        except Stuck as stuck:
            self.broken = self.broken or stuck.inside(*of())
        except RecursionError as error:
            self.broken = self.broken or Stuck(DEEP, *self.repeated(error)).inside(*of())
        return otherwise

    def _blank(self) -> State:
        """A state for what no state decides, with room for all that has been found worth keeping so far."""
        blank = self._nothing_yet
        blank.memo += [None] * (self.memo_size - len(blank.memo))
        return blank

    @cached_property
    def _nothing_yet(self) -> State:
        return self.linker.program.new_state(0, 1)

    def _add_table(self, table: RelationTable) -> None:
        """A table of a relation that never changes, which generated code uses: who is related, how far."""
        if self.broken is not None:
            self.namespace[str(table)] = ()  # nobody reads it, and there may be nothing to lay out
            return
        if str(table) in self.namespace:
            return
        number = table.number
        if table.limit is not None:
            far = RelationTable("DISTANCES", number)
            self._add_table(far)
            every = self.namespace[str(far)]
            near = [[b for b, paces in enumerate(row) if paces <= table.limit] for row in every]
            self.namespace[str(table)] = [frozenset(spaces) for spaces in near]
            return
        relating, mask = self._static[number]
        relating.geometry.prepare(relating.name)
        spaces = range(self.linker.program.spaces)
        others = relating.places - len(spaces)
        if table.sort == "DISTANCES":
            rows, fill = relating.distances(mask)
            self.namespace[f"distances{number}"] = fill
            for space in spaces if len(spaces) <= ALL_ROWS else ():
                fill(space)
        elif table.sort in ("NEIGHBOURS", "CONNECTED"):
            near = self.namespace[f"{table.sort.lower()}{number}"]
            rows = [*(near(a, mask) for a in spaces), *([()] * others)]
        else:
            related = self.namespace[f"related{number}"]
            rows = [frozenset([b for b in spaces if related(a, b, mask)]) for a in spaces]
            rows += [frozenset()] * others
        self.namespace[str(table)] = rows

    # ---- expressions on demand

    def expression(self, node: Node, known: Mapping[str, str], rule: str | None = None) -> Callable[..., Any]:
        """A function of a state and the locals named, in their order, that computes an expression."""
        key = id(node), tuple(known.items())
        found = self._compiled.get(key)
        if found is not None:
            return found[1]
        scope: dict[str, Fragment] = {name: self.module.name("a") for name in known}
        types = Types(self.linker.program, known).learn(node)
        name = self.module.fresh("d")
        value = Expressions(self.module, types, scope, rule).value(node)
        self.module.function(name, list(scope.values()), [Return(value)])
        self._add_new()
        # The node is kept, so that its id stays its own.
        self._compiled[key] = node, self.function(name)
        return self._compiled[key][1]

    def blocking(self, where: Node, kind: str, features: list[Feature]) -> Callable[[State], int]:
        """A function that gives the bits of those links or spaces for which a test turns out as it should.

        Relations often ask the same of the same links: what one has found, a state keeps for all.
        """
        types = Types(self.linker.program, {"it": value_types.thing(kind)}).learn(where)
        pieces = self._of_pieces(where, features)
        if pieces is not None:
            return pieces
        bits = [(one.bit, one.entity, one.holds) for one in features]
        key = f"{kind} {json.dumps(where, sort_keys=True)} {bits}"
        if key not in self._blocking:
            it = Variable("i0")
            test = Expressions(self.module, types, {"it": it}).test(where)
            body: list[Instruction] = [CodeLine(code("m=0"))]
            for holds in (True, False):
                found = tuple((one.bit, one.entity) for one in features if one.holds == holds)
                if found:
                    asked = OnlyIf(test if holds else code("not {}", test))
                    every = For(UniqueName("b,i0"), self.module.constant(found))
                    body += nested([every, asked], [CodeLine(code("m|=b"))])
            name = self.module.fresh("d")
            slot = self.linker.memo.value(key, self.linker.analysis.block({"kind": kind, "where": where}))
            if slot is not None:
                known = Item(MEMO, slot.number)
                looked = Block(OnlyIf(code("{} is not None", known)), [Return(known)])
                body = [looked, *body, CodeLine(code("{}=m", known))]
                self.module.finding[slot.number] = name
            self.module.function(name, [], [*body, Return(Fixed("m"))])
            self._add_new()
            self._blocking[key] = self.function(name)
        return self._blocking[key]

    def _of_pieces(self, where: Node, features: list[Feature]) -> Callable[[State], int] | None:
        """The same for a test that only asks for a piece on the space: the pieces are looked at instead."""
        inner = where.get("set", {})
        plain = all(one.holds for one in features) and where["op"] == "any" and inner.get("op") == "pieces"
        if not plain or inner.get("many") or inner["of"] != {"op": "local", "name": "it"}:
            return None
        kind, test, known = inner["kind"], where.get("where"), {}
        if test is not None:
            if "it" in free_locals(test, frozenset({where["it"]})):
                return None
            known = {where["it"]: value_types.thing(kind)}
        holds = None if test is None else self.expression(test, known)
        return over_pieces(*self.linker.program.range(kind), holds, features)

    @property
    def memo_size(self) -> int:
        """How many values a state keeps beside its position."""
        return len(self.linker.memo.all)

    def rule_of(self, function: str) -> tuple[str | None, int]:
        """The rule that a generated function plays, and its place; none for what the engine adds."""
        return self.module.rule_of.get(function, (None, -1))

    def plays(self, segment: int, verb: str) -> bool:
        """Whether a segment is one of an action that was taken from a menu."""
        made = self.module.generated.get(f"s{segment}")
        return made is not None and made.procedure is not None and Weaver.plays(made.procedure.name, verb)

    def repeated(self, error: BaseException) -> tuple[str | None, int]:
        """The same for the rule that called itself, directly or not, until the stack was full."""
        named = {function for function, (rule, _) in self.module.rule_of.items() if rule is not None}
        return self.rule_of(repeated(error, named))

    def raising(self, error: BaseException) -> tuple[str | None, int]:
        """The rule in which an error was raised."""
        through = map(self.rule_of, innermost_first(error))
        return next((place for place in through if place[1] >= 0), (None, -1))

    def slots(self, segment: int) -> dict[str, int]:
        """Where the locals of a procedure are in its frames, by one of its segments that ask."""
        found = self._slots.get(segment)
        if found is None:
            slots = self.module.slots(self.sites[segment].procedure)
            found = {one.name: slot for one, slot in slots.items() if not one.is_made}
            self._slots[segment] = found
        return found

    @property
    def sites(self) -> dict[int, Site]:
        return self.module.sites


def _fitting(test: Callable[..., Any], owner: int | None) -> Callable[[State, int], Any]:
    return test if owner is None else lambda state, thing: test(state, thing, owner)


def _ended(state: State, frame: list[Any]) -> int:
    """The bottom frame: what was played has finished, and so has the game."""
    raise Over("draw", (), "The game has ended.", None, -1)
