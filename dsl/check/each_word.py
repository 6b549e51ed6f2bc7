"""A value for each word of a list (`cubes: number by each fever`); each is a property, such as `cubes_red`.

Which one is meant is said by a word in parentheses: `cubes(red)`, `city.cubes(colour)`. Where it is written
out, that is the property; where it is found out in play, the property is looked for word by word.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import TypeVar

from .. import nodes
from ..model import of_word
from ..source import Span, Word
from ..value_types import Type, word
from . import expressions
from .scope import UNKNOWN, Op, ProcedureScope, Scope, Typed

Access = nodes.Function | nodes.GetOf
Found = TypeVar("Found")


def is_one(node: nodes.SyntaxNode, scope: Scope) -> bool:
    """Whether this says which of several values by word it means."""
    return isinstance(node, Access) and bool(_words(node, scope))


def read(node: Access, scope: Scope) -> Typed:
    """The value for a word. A wrong word is reported, and UNKNOWN."""
    words = _words(node, scope)
    inputs = node.inputs or ()
    if len(inputs) != 1:
        from .functions import wrong_count

        form = f"{node.name}({scope.model.words[words][0]})"
        wrong_count(node, 1, len(inputs), form, scope)
        return UNKNOWN
    which = expressions.check(inputs[0], scope, word(words))
    if which.type.base != "word":
        return UNKNOWN
    if which.op["op"] == "word":
        return expressions.hinted(_named(node, which.op["value"]), scope, None)
    found: list[Type] = []

    def one(name: str) -> Op:
        value = expressions.hinted(_named(node, name), scope, None)
        found.append(value.type)
        return value.op

    def either(test: Op, then: Op, otherwise: Op) -> Op:
        return {"op": "if", "test": test, "then": then, "else": otherwise}

    op = _by_halves(which, scope.model.words[words], one, either)
    return Typed(op, found[0])


def changed(
    target: nodes.SyntaxNode, scope: Scope, change: Callable[[nodes.SyntaxNode], list[Op]]
) -> list[Op] | None:
    """What a statement does to the value of a word that is found out in play; None if it is none such."""
    if not isinstance(target, Access) or not _words(target, scope) or len(target.inputs or ()) != 1:
        return None
    words, inputs = _words(target, scope), target.inputs or ()
    which = expressions.check(inputs[0], scope, word(words))
    if which.type.base != "word":
        return []
    if which.op["op"] == "word":
        return change(_named(target, which.op["value"]))

    def one(name: str) -> list[Op]:
        return change(_named(target, name))

    def either(test: Op, then: list[Op], otherwise: list[Op]) -> list[Op]:
        return [
            {"op": "if", "test": test, "then": then, "else": otherwise, "at": scope.context.at(target.span)}
        ]

    return _by_halves(which, scope.model.words[words], one, either)


def hint(name: str, kinds: list[str], scope: Scope) -> str:
    """How a value by word is read, where it is named without a word; empty if it is none."""
    words = next(
        (scope.model.by_each[kind, name] for kind in kinds if (kind, name) in scope.model.by_each), ""
    )
    return (
        f"there is one for each word of `{words}`: `{name}({scope.model.words[words][0]})`" if words else ""
    )


def _by_halves(
    which: Typed,
    words: tuple[str, ...],
    one: Callable[[str], Found],
    either: Callable[[Op, Found, Found], Found],
) -> Found:
    """What belongs to the word that is found out: of many words, half are ruled out at a time."""
    if len(words) == 1:
        return one(words[0])
    half = len(words) // 2
    then, otherwise = (_by_halves(which, some, one, either) for some in (words[:half], words[half:]))
    return either(_among(which, words[:half]), then, otherwise)


def _among(which: Typed, words: tuple[str, ...]) -> Op:
    values: list[Op] = [{"op": "word", "words": which.type.name, "value": name} for name in words]
    of = deepcopy(which.op)
    if len(values) == 1:
        return {"op": "equal", "a": of, "b": values[0]}
    return {"op": "in", "item": of, "set": {"op": "list", "items": values}}


def _words(node: Access, scope: Scope) -> str:
    """The list of words for which a value of this name has one value each; empty if there is no such
    value.
    """
    if isinstance(node, nodes.Function):
        return scope.model.by_each.get(("game", node.name), "")
    owners = {kind: words for (kind, name), words in scope.model.by_each.items() if name == node.name}
    if len(set(owners.values())) > 1:  # kinds may have values of one name by different words
        probe = Scope(scope.context.silent(), ProcedureScope("probe"))
        probe.names = dict(scope.locals())
        of = expressions.check(node.of, probe).type
        kind = (of.item or of).name
        return next((owners[one] for one in scope.model.ancestors(kind) if one in owners), "")
    return next(iter(owners.values()), "")


def _named(node: Access, name: str) -> nodes.SyntaxNode:
    """The property itself, as if it had been written."""
    span: Span = node.span
    whole = Word(of_word(node.name, name), node.name.span)
    return nodes.Name(whole, span) if isinstance(node, nodes.Function) else nodes.Get(node.of, whole, span)
