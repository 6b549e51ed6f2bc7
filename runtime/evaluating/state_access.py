"""How a state is read and changed by name. Where each value lies is decided by state/program.py alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..state import chance
from ..state.program import binding_ranges
from ..state.state import NONE, PLAYERS, State
from .program_index import Env, Node, ProgramIndex

RULES = ("hooks", "triggers", "modifiers")

if TYPE_CHECKING:
    from .evaluator import Evaluator


class StateAccess:
    """One state, read and written by name."""

    def __init__(self, index: ProgramIndex, state: State) -> None:
        self.index = index
        self.program = index.program
        self.state = state
        self.where: tuple[str | None, int] = (None, -1)  # the rule that runs, and its place in the sources
        self.version = 0  # counts what is written: what was found out before may not hold any more

    @property
    def at(self) -> list[int]:
        return self.state.at

    @property
    def z(self) -> list[tuple[int, ...]]:
        return self.state.z

    @property
    def players(self) -> tuple[int, ...]:
        """The players of this game."""
        first, _ = self.program.players
        return tuple(range(first, first + int(self.state.v[PLAYERS])))  # type: ignore[arg-type]

    def contents(self) -> tuple[Any, ...]:
        """What a reaction must change to go on."""
        return tuple(self.state.v), tuple(self.state.at), tuple(self.state.z), tuple(self.state.known.items())

    # ---------------------------------------------------------------- stored values

    def stored(self, owner: str, name: str, entity: int) -> Any:
        """A property of a thing, at the kind that declares it."""
        column = self.program.columns.get((owner, name))
        if column is None:
            return self.index.constant(owner, name, entity)
        return self.state.v[column.base + entity]

    def set(self, kind: str, name: str, entity: int, value: Any) -> None:
        self.version += 1
        owner, _ = self.index.property(kind, name)
        self.state.v[self.program.columns[owner, name].base + entity] = value

    def game(self, name: str, declared: Node) -> Any:
        """A property of the game."""
        cell = self.program.cells.get(name)
        if cell is None:
            return self.program.constant(declared, declared.get("default"))
        return self.state.v[cell]

    def set_game(self, name: str, value: Any) -> None:
        self.version += 1
        self.state.v[self.program.cells[name]] = value

    # ---------------------------------------------------------------- chance

    def below(self, number: int) -> int:
        """A number from 0 to below `number`, by chance."""
        self.state.r = chance.following(self.state.r)
        return chance.value(self.state.r, number)

    def roll(self, die: str) -> int:
        """One face of a die; a word as its number."""
        declared = self.index.data["dice"][die]
        faces = tuple(int(self.program.constant(declared, face)) for face in declared["faces"])
        if self.state.script is not None:
            foreseen = self.state.script.roll(list(self.index.data["dice"]).index(die), faces, self.where)
            if foreseen is not None:
                return int(foreseen)
        return faces[self.below(len(faces))]

    def draw(self, options: tuple[int, ...], empty: int = NONE) -> int:
        """One option chosen at random; a single option needs no chance, and without options it is `empty`."""
        if not options:
            return empty
        if len(options) == 1:
            if self.state.script is not None:
                self.state.script.certain(options[0], self.where)
            return options[0]
        if self.state.script is not None:
            foreseen = self.state.script.choose(options, self.where)
            if foreseen is not None:
                return int(foreseen)
        return options[self.below(len(options))]

    # ---------------------------------------------------------------- verbs that run

    def running(self, verb: str) -> bool:
        cell = self.program.depths.get(verb)
        return cell is not None and bool(self.state.v[cell])

    def enter(self, verb: str) -> list[tuple[int, Any]]:
        """A run of a verb begins: one deeper, what is limited by it is counted afresh. Gives what it was."""
        self.version += 1
        cell = self.program.depths.get(verb)
        if cell is not None:
            self.state.v[cell] += 1  # type: ignore[operator]
        counters = {
            limit.base + i
            for limit in self.program.limits.values()
            if limit.per == verb
            for i in range(limit.cells)
        }
        saved = [(one, self.state.v[one]) for one in sorted(counters)]
        for one, _ in saved:
            self.state.v[one] = 0
        return saved

    def leave(self, verb: str, saved: list[tuple[int, Any]]) -> None:
        self.version += 1
        depth = self.program.depths.get(verb)
        if depth is not None:
            self.end_effects(verb, self.state.v[depth])  # type: ignore[arg-type]
        for cell, value in saved:
            self.state.v[cell] = value
        if depth is not None:
            self.state.v[depth] -= 1  # type: ignore[operator]

    def reset(self, verb: str, values: Evaluator) -> frozenset[tuple[str, ...]]:
        """Properties that a verb resets get their defaults, as far as anything is stored of them. Gives what
        was written, as in analysis/read_write.py.
        """
        found: set[tuple[str, ...]] = set()
        for name, declared in (self.index.data.get("game_properties") or {}).items():
            if declared.get("reset") == verb and name in self.program.cells:
                found.add(("game", name))
                self.set_game(name, self.default(declared, name, NONE, values))
        for kind, node in self.index.kinds.items():
            for name, declared in (node.get("properties") or {}).items():
                if declared.get("reset") == verb and (kind, name) in self.program.columns:
                    found.add(("property", kind, name))
                    for entity in self.index.range(kind):
                        self.set(kind, name, entity, self.default(declared, name, entity, values))
        return frozenset(found)

    def default(self, declared: Node, name: str, entity: int, values: Evaluator) -> Any:
        """What a property begins with; an expression is worked out for its thing."""
        given = declared.get("default")
        if entity >= 0 and name in self.index.entities[entity].get("values", {}):
            given = self.index.entities[entity]["values"][name]
        if isinstance(given, dict) and "op" in given:
            return values.of(given, {"this": entity})
        return self.program.constant(declared, given)

    def counter(self, verb: str, index: int, env: Env) -> int:
        """The cell that counts a limit of a verb, for these parts."""
        limit = self.program.limits[verb, index]
        parts = self.index.data["verbs"][verb]["limits"][index].get("parts") or ()
        cell = 0
        for part, (low, high) in zip(parts, limit.ranges, strict=True):
            cell = cell * (high - low) + env[part] - low
        return limit.base + cell

    def counted_together(self, verb: str, index: int) -> list[str]:
        """The verbs that a limit of one of them counts together, as they are declared."""
        counters = self.program.limits[verb, index]
        return list(dict.fromkeys(one for (one, _), of in self.program.limits.items() if of is counters))

    # ---------------------------------------------------------------- reactions

    def cell(self, binding: tuple[int, int, int]) -> int:
        """The cell with the bit of an `as soon as` rule for one binding."""
        index, this, element = binding
        (low, _), (first, last) = binding_ranges(self.program, self.index.data["triggers"][index])
        row = (this - low) if this != NONE else 0
        return self.program.bits[index] + row * (last - first) + ((element - first) if element != NONE else 0)

    def bit(self, binding: tuple[int, int, int]) -> int:
        return int(self.state.v[self.cell(binding)])  # type: ignore[arg-type]

    def set_bit(self, binding: tuple[int, int, int], value: int) -> None:
        self.state.v[self.cell(binding)] = value

    def lasting_bit(self, entry: int, binding: tuple[int, int, int]) -> int:
        """The bit of an `as soon as` rule that holds for a while; its effect keeps it."""
        return int(binding[1:] in self.state.fx[entry][4])

    def set_lasting_bit(self, entry: int, binding: tuple[int, int, int], value: int) -> None:
        effects = list(self.state.fx)
        on = set(effects[entry][4]) - {binding[1:]} | ({binding[1:]} if value else set())
        effects[entry] = (*effects[entry][:4], tuple(sorted(on)))
        self.state.fx = tuple(effects)

    # ---------------------------------------------------------------- until-effects

    def effects(self, sort: int, index: int) -> list[Env]:
        """What each running effect with that rule remembers, the oldest first."""
        return [env for _, env in self.entries(sort, index)]

    def entries(self, sort: int, index: int) -> list[tuple[int, Env]]:
        """The same, each with the place of its entry."""
        names = self.index.data[RULES[sort]][index].get("captures") or ()
        found = [(place, one) for place, one in enumerate(self.state.fx) if one[2] == (sort, index)]
        return [(place, dict(zip(names, one[3], strict=True))) for place, one in found]

    def begin_effect(self, verb: str, rules: list[str], env: Env) -> None:
        """Rules that hold until a verb that runs now ends. If it does not run, they never begin."""
        if not self.running(verb):
            return
        self.version += 1
        run = self.state.v[self.program.depths[verb]]
        for sort, index in self.index.lasting:
            rule = self.index.data[RULES[sort]][index]
            if rule["name"] not in rules:
                continue
            values = tuple(env[one] for one in rule.get("captures") or ())
            bits: tuple[Any, ...] = ((),) if rule.get("sort") == "as_soon_as" else ()
            self.state.fx = (
                *self.state.fx,
                (self.index.verb_numbers[verb], run, (sort, index), values, *bits),
            )

    def end_effects(self, verb: str, run: int) -> None:
        """The run of a verb ends, and with it what held until then."""
        number = self.index.verb_numbers.get(verb)
        self.state.fx = tuple(one for one in self.state.fx if one[:2] != (number, run))
