"""The parts of verbs: what they are chosen from, what they are without a choice, whether always asked."""

from .. import nodes
from ..value_types import ANY, Type, thing
from . import expressions
from .choices import noting
from .scope import Context, Local, Op, ProcedureScope, Scope

PLAYER = thing("player", optional=True)


def parts_op(
    parts: tuple[nodes.Part, ...], types: tuple[Type, ...], context: Context, owner: str
) -> list[Op]:
    """Parts with their choices and defaults; each may speak of those before it."""
    scope = Scope(context, ProcedureScope(owner))
    scope.names["you"] = Local("you", PLAYER)
    found: list[Op] = []
    for part, type_ in zip(parts, types, strict=True):
        choices = default = None
        if isinstance(part.choices, nodes.ChoicesRange):
            choices = {
                "op": "range",
                "low": expressions.number(part.choices.low, scope),
                "high": expressions.number(part.choices.high, scope),
            }
        elif part.choices is not None:
            choices = expressions.things(part.choices, scope, type_ if type_.base == "thing" else None).op
        if part.default is not None:
            default = expressions.check(part.default, scope, type_).op
        found.append(
            {
                "name": str(part.name),
                "label": str(part.preposition) if part.preposition else None,
                "type": str(type_),
                "from": choices,
                "default": default,
                **noting(part, type_, scope),
                **({"open": "always", "always": True} if part.always is not None else {}),
            }
        )
        scope.names[part.name] = Local(str(part.name), type_)
        scope.body.used.add(str(part.name))
    return found


def probe_choices(part: nodes.Part, scope: Scope) -> Type:
    """The type of the members of a part's choices."""
    silent = Scope(scope.context.silent(), ProcedureScope("probe"))
    silent.names = dict(scope.names)
    assert part.choices is not None
    return expressions.things(part.choices, silent).type.item or ANY
