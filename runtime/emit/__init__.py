"""Python for a program: `generate` turns woven procedures into a namespace of functions.

Nothing is generated for what nobody calls. What happens is told where a state has a log, and only there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..weaving.procedures import Procedure
from . import choices, missions, relations, together, values
from .module import Module, Site
from .peephole import NAME
from .segments import Segments
from .statements import Statements
from .suspension import Waiting

__all__ = [
    "Module",
    "Site",
    "Waiting",
    "choices",
    "emit_procedure",
    "generate",
    "missions",
    "relations",
    "together",
    "values",
]


def generate(module: Module, waiting: Waiting, done: set[int]) -> None:
    """Emit all procedures woven and not emitted yet, and whatever those call."""
    fresh = waiting.find()
    for called in fresh:
        module.costs.sizes.learn(waiting.inside(called))
    for called in fresh:
        module.costs.learn(called, waiting.is_recursive_procedure(called))
    for procedure in _unique(module):
        if id(procedure) not in done:
            done.add(id(procedure))
            emit_procedure(module, waiting, procedure)


def _unique(module: Module) -> list[Procedure]:
    return list({id(one): one for one in module.weaver.procedures.values()}.values())


def emit_procedure(module: Module, waiting: Waiting, procedure: Procedure) -> None:
    """One procedure as segments, or as a plain function if it never waits."""
    if id(procedure) in waiting.procedures:
        module.sizes[id(procedure)] = Segments(module, procedure, waiting).emit()
        return
    on = Statements(module, procedure)
    on.pay_call()
    on.statements(procedure.body)
    on.leave(on.fall_off())
    names: dict[str, str] = {name: f"x{i}" for i, name in enumerate(procedure.parameters)}
    replace = _namer(names)
    lines = [replace(line) for line in on.lines]
    given = list(names.values())[: len(procedure.parameters)]
    module.function(_name_of(module, procedure), given, lines, (procedure.rule, procedure.at))


def _name_of(module: Module, procedure: Procedure) -> str:
    return module.functions.setdefault(
        id(procedure), module.functions.get(id(procedure)) or module.fresh("f")
    )


def _namer(names: dict[str, str]) -> Callable[[str], str]:
    """Replaces the tokens of locals by names of Python's own."""

    def name(found: Any) -> str:
        return names.setdefault(found[1], f"x{len(names)}")

    return lambda line: NAME.sub(name, line)
