"""Names of spaces in what holds on every board: cards, verbs, rules of the whole game.

A mission's set-up and rules, and stories, know their one board. What holds in all missions may name a space
that only some of their boards have: on the others the name is none, and who reads it without asking is told.
"""

from .. import nodes
from ..mission_board import names_on
from ..model import Model
from ..problems import codes
from ..source import Word
from ..value_types import Type, thing
from .scope import Context, Scope, Typed

FEW = 2
"""Missions that a message names."""


def named_anywhere(name: Word, scope: Scope, want: Type | None) -> Typed | None:
    """A space of some mission's board by its name, or None if there is no such space."""
    context = scope.context
    if context.on_board:
        return None
    kinds = [kinds[name] for kinds in _boards(context).values() if name in kinds]
    if not kinds:
        return None
    lacking = [mission for mission, spaces in _boards(context).items() if name not in spaces]
    known = scope.shown(_key(name)) is not None or (want is not None and want.optional)
    if lacking and not (known or name.span.file in context.model.story_files):
        some = ", ".join(f"`{one}`" for one in lacking[:FEW])
        more = f" and {len(lacking) - FEW} more" if len(lacking) > FEW else ""
        context.report(codes.NOT_ON_EVERY_BOARD.at(name.span, name=name, missions=some + more))
    kind = _common(kinds, context.model)
    return Typed({"op": "entity", "name": str(name)}, thing(kind, optional=bool(lacking)))


def asked_for(node: nodes.SyntaxNode, scope: Scope) -> Scope:
    """A scope in which the space that a node names may be missing, for a test of just that."""
    if not isinstance(node, nodes.Name) or scope.context.on_board or scope.find(node.name) is not None:
        return scope
    inner = scope.inside()
    inner.narrowed[_key(node.name)] = thing("space", optional=True)
    return inner


def there(name: Word, scope: Scope) -> list[tuple[str, Type]]:
    """What a test shows of a name that is none of a local: that the space is there."""
    return [] if scope.context.on_board else [(_key(name), thing("space"))]


def where_it_is(name: Word, scope: Scope) -> str:
    """Which board has a space of that name, as a clause of a message; empty if none has."""
    board = _first_boards(scope.context).get(name)
    if board is None:
        return _replaced(name, scope)
    if scope.context.on_board:
        return f"it is a space of `{board}`, and this is played on another board"
    return f"it is a space of `{board}`, on which no mission is played: only stories on it can name it"


def _replaced(name: Word, scope: Scope) -> str:
    """What is said of a name that a board had, as it seems, until somebody replaced it."""
    for board in scope.model.boards:
        span = scope.model.history.last("replaces", "thing", board)
        if span is not None:
            return f"{span.file}:{span.line} replaces `{board}`: that board needs a space of this name, too"
    return ""


def _boards(context: Context) -> dict[str, dict[str, str]]:
    """The spaces that can be named in each mission, with their kinds."""
    if not context.spaces_of:
        for mission in context.model.missions():
            context.spaces_of[mission] = names_on(context.shape(mission)[0])[0]
    return context.spaces_of


def _first_boards(context: Context) -> dict[str, str]:
    """Of every name of a space the first board that has it."""
    if not context.first_boards:
        for board, sides in context.model.boards.items():
            for shape in sides.values():
                for space in shape.spaces:
                    context.first_boards.setdefault(space.name, board)
    return context.first_boards


def _common(kinds: list[str], model: Model) -> str:
    first, *others = kinds
    for kind in others:
        first = model.common(first, kind)
    return first


def _key(name: str) -> str:
    """What is known of a space is kept under a name that no local can have."""
    return f"space {name}"
