"""What of a game its tests reach: which rules, verbs, things and settings, and which none of them does.

The interpreter plays the stories and notes what runs; testing.py plays them for their results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.schemas.documents import Node, ProgramDocument
from tilewright.schemas.walking import operations

from .interpreted import InterpreterDriver
from .playing import Playing
from .script import Script
from .testing import Make, Result, prepared, run_test, with_settings

# What nobody writes tests for: it has no rules, or is reached by everything else.
_FURNITURE = frozenset(["campaign", "mission", "board", "player", "space", "link"])


def reached(programs: Iterable[ProgramDocument]) -> set[str]:
    """What the tests of these programs reach, such as `verb walk`, `rule after.walk.0` and `label L-4`."""
    found: set[str] = set()
    for program in programs:
        for test in program["tests"]:
            found |= reached_by(program, test)[0]
    return found


def unreached(
    programs: Iterable[ProgramDocument], found: set[str], packages: Iterable[str]
) -> dict[str, list[str]]:
    """What is not among it, of all that some packages declare, by sort; rules are told by their labels."""
    labels: dict[str, bool] = {}
    named: dict[str, dict[str, bool]] = {"verbs": {}, "things": {}, "settings": {}}
    for program in programs:
        own = _Own(program, tuple(f"{package}/" for package in packages))
        for label, key in own.labelled():
            labels[label] = labels.get(label, False) or key in found or f"label {label}" in found
        for sort, name, keys in own.named():
            named[sort][name] = named[sort].get(name, False) or any(key in found for key in keys)
    all_sorts = {"rules": labels, **named}
    return {
        sort: [name for name, is_reached in table.items() if not is_reached]
        for sort, table in all_sorts.items()
    }


def reached_by(program: ProgramDocument, test: Node) -> tuple[set[str], Result]:
    """What one test reaches, and how it ended: what runs while it is played, and what its text names."""
    settings = test.get("settings") or {}
    data, make = prepared(with_settings(program, settings), interpreted=True)
    games: list[InterpreterDriver] = []

    def watched(players: int, script: Script) -> Playing:
        game = make(players, script)
        assert isinstance(game, InterpreterDriver)
        games.append(game)
        return game

    made: Make = watched
    result = run_test(data, made, test)
    found = {key for game in games for key in game.reached}
    found |= {f"rule {name}" for game in games for name in game.play.values.used}
    found |= {f"setting {name}" for name in settings} | {f"label {label}" for label in test["labels"]}
    if any(one["op"] == "set_up" for one in operations(test["parts"])):
        found.add(f"thing {program['mission']['name']}")
    return found | {f"thing {_thing(program, name)}" for name in _entities(test["parts"])}, result


class _Own:
    """What some packages declare themselves, without what they use."""

    def __init__(self, program: ProgramDocument, prefixes: tuple[str, ...]) -> None:
        self.program = program
        self.prefixes = prefixes

    def labelled(self) -> Iterator[tuple[str, str]]:
        """Every label, and what must run for it to be reached."""
        for name, verb in self.program["verbs"].items():
            yield from self._with_label(verb, f"verb {name}")
        for table in ("hooks", "triggers", "modifiers"):
            for rule in self.program[table]:
                yield from self._with_label(rule, f"rule {rule['name']}")
        for steps, given in self.program["steps"].items():
            for thing, case in given["cases"].items():
                yield from self._with_label(case, f"steps {steps} of {thing}")

    def named(self) -> Iterator[tuple[str, str, list[str]]]:
        """Every verb, thing and setting, and what of it may be reached."""
        for name, verb in self.program["verbs"].items():
            if self._is_own(verb):
                yield "verbs", name, [f"verb {name}"]
        for name, kind in self.program["kinds"].items():
            if kind.get("is_thing") and self._is_own(kind) and not self._is_furniture(name):
                yield "things", name, [f"thing {name}", *self._parts(name)]
        for name, setting in self.program["settings"].items():
            if self._is_own(setting):
                yield "settings", name, [f"setting {name}"]

    def _parts(self, thing: str) -> list[str]:
        """The rules and steps of a thing."""
        rules = (rule for table in ("hooks", "triggers", "modifiers") for rule in self.program[table])
        found = [f"rule {rule['name']}" for rule in rules if rule.get("this") == thing]
        return found + [f"steps {steps} of {thing}" for steps in self.program["steps"]]

    def _with_label(self, node: Node, key: str) -> Iterator[tuple[str, str]]:
        if node.get("label") and self._is_own(node):
            yield from ((label.strip(), key) for label in str(node["label"]).split(","))

    def _is_own(self, node: Node) -> bool:
        """What has no place in the sources, such as a setting, is everybody's own."""
        at = node.get("at", -1)
        spans = self.program["spans"]
        return not 0 <= at < len(spans) or str(spans[at][0]).startswith(self.prefixes)

    def _is_furniture(self, kind: str) -> bool:
        name: str | None = kind
        while name is not None:
            if name in _FURNITURE:
                return True
            name = self.program["kinds"][name]["parent"]
        return False


def _thing(program: ProgramDocument, name: str) -> str:
    """The thing that a copy is one of: `rope.2` is a `rope`."""
    return name if name in program["kinds"] else name.rpartition(".")[0]


def _entities(tree: object) -> Iterator[str]:
    waiting = [tree]
    while waiting:
        match waiting.pop():
            case {"op": "entity", "name": str(name)}:
                yield name
            case dict() as table:
                waiting += table.values()
            case list() as items:
                waiting += items
