"""What a menu offers: whether each of its actions knows who acts, and all else that it is about.

The first part that is not chosen is whoever the menu is offered to. Every other part has to say what it is
chosen from, or have a default: nobody else could say what it is.
"""

from collections.abc import Iterator

from tilewright.schemas.wording import article

from .. import nodes
from ..model import Model, VerbSymbol
from ..problems import codes
from ..source import Span
from ..value_types import Type, thing
from .scope import Scope


def parts_known(verb: VerbSymbol, menu: str, scope: Scope) -> None:
    """Report the parts of an action that nothing chooses, and one whose actor the menu is not for."""
    unchosen = _unchosen(verb)
    for part, type_ in unchosen[1:]:
        if not type_.optional:
            scope.context.report(
                codes.BAD_RULE.at(
                    part.name.span,
                    message=f"`{menu}` offers `{verb.name}`, but nothing says what its `{part.name}` is",
                    proposal=f"say what it is chosen from: `{part.name} from SET`, or give it a default",
                )
            )
    kind = scope.model.menus[menu].kind
    if unchosen and kind:
        _report_unfit(verb, thing(kind), unchosen[0][0].name.span, menu, scope)


def offered_to(menu: str, to: Type | None, span: Span, scope: Scope) -> None:
    """Report a menu that is offered to somebody for whom it, or one of its actions, is not."""
    kind = scope.model.menus[menu].kind
    if kind and to is None and not scope.model.is_a("player", kind):
        scope.context.report(
            codes.BAD_RULE.at(
                span,
                message=f"`{menu}` is a menu for {article(kind)}, and nothing says for which",
                proposal=f"write `offer {menu} to {kind.upper()}`",
            )
        )
    if not kind:
        for verb in _actions(menu, scope.model):
            if _unchosen(verb):
                _report_unfit(verb, to or thing("player"), span, menu, scope)


def _report_unfit(verb: VerbSymbol, given: Type, span: Span, menu: str, scope: Scope) -> None:
    part, wanted = _unchosen(verb)[0]
    if given.base == wanted.base == "thing" and not scope.model.related(given.name, wanted.name):
        scope.context.report(
            codes.BAD_RULE.at(
                span,
                message=f"`{menu}` offers `{verb.name}` to {article(given.name)}, but its `{part.name}` is"
                f" {article(wanted.name)}",
                proposal=f"offer it to {article(wanted.name)}, or let the {given.name} choose:"
                f" `{part.name} from {wanted.name}s`",
            )
        )


def _actions(menu: str, model: Model) -> Iterator[VerbSymbol]:
    for verb in model.verbs.values():
        body = verb.node.body if verb.node is not None else ()
        if any(isinstance(one, nodes.InMenu) and one.menu == menu for one in body):
            yield verb


def _unchosen(verb: VerbSymbol) -> list[tuple[nodes.Part, Type]]:
    """The parts that are not chosen and have no default, with their types."""
    pairs = zip(verb.parts, verb.types, strict=True)
    return [(part, type_) for part, type_ in pairs if part.choices is None and part.default is None]
