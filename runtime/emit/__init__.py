"""Procedures → Python: the functions of a program, generated once somebody calls them, with the memos and
tables that they use. Plays nothing.
"""

from __future__ import annotations

from ..weaving.procedures import Procedure
from .instructions import EmittedFunction
from .module import Module, Site
from .segments import Segments
from .statements import Statements
from .suspension import Suspension

__all__ = ["Module", "Site", "Suspension", "emit_procedure", "generate"]


def generate(module: Module, suspension: Suspension, done: set[int]) -> None:
    """Emit all procedures woven and not emitted yet, and whatever those call."""
    fresh = suspension.find()
    for called in fresh:
        module.costs.sizes.learn(suspension.inside(called))
    for called in fresh:
        module.costs.learn(called, suspension.is_recursive_procedure(called))
    for procedure in _unique(module):
        if id(procedure) not in done:
            done.add(id(procedure))
            emit_procedure(module, suspension, procedure)


def _unique(module: Module) -> list[Procedure]:
    return list({id(one): one for one in module.weaver.procedures.values()}.values())


def emit_procedure(module: Module, suspension: Suspension, procedure: Procedure) -> None:
    """One procedure as segments, or as a plain function if it never waits."""
    if id(procedure) in suspension.procedures:
        Segments(module, procedure, suspension).segmented()
        return
    on = Statements(module, procedure, suspension)
    on.pay_call()
    on.statements(procedure.body)
    on.leave(on.fall_off())
    parameters = [module.local(one) for one in procedure.parameters]
    module.add(EmittedFunction(module.function_of(procedure), parameters, on.body, procedure=procedure))
