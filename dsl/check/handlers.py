"""Which function says what a node of an expression means: one for each node."""

from collections.abc import Callable
from typing import Any

from .. import nodes
from ..value_types import Type
from . import atoms, conditions, members, sets
from .scope import Scope, Typed

NodeHandler = Callable[[Any, Scope, Type | None], Typed]

HANDLERS: dict[type, NodeHandler] = {
    nodes.Number: atoms.literal,
    nodes.String: atoms.string,
    nodes.Yes: atoms.yes,
    nodes.NoValue: atoms.no,
    nodes.NoneValue: atoms.none,
    nodes.This: atoms.local,
    nodes.It: atoms.local,
    nodes.You: atoms.local,
    nodes.Name: atoms.name,
    nodes.Get: members.get,
    nodes.GetOf: members.get_of,
    nodes.Copy: atoms.copy,
    nodes.Function: atoms.function,
    nodes.Spare: atoms.spare,
    nodes.PileEnd: members.pile_end,
    nodes.Negative: atoms.negative,
    nodes.Plus: sets.plus,
    nodes.Minus: sets.minus,
    nodes.Times: sets.arithmetic("multiply"),
    nodes.Divided: sets.arithmetic("divide"),
    nodes.Except: sets.except_,
    nodes.And: conditions.both,
    nodes.Or: conditions.either,
    nodes.Not: conditions.negated,
    nodes.Compare: conditions.compare,
    nodes.Is: conditions.is_,
    nodes.IsNot: conditions.is_not,
    nodes.IsA: conditions.is_a,
    nodes.IsNotA: conditions.is_a,
    nodes.IsEmpty: conditions.is_empty,
    nodes.IsNotEmpty: conditions.is_not_empty,
    nodes.IsGone: conditions.is_gone,
    nodes.IsNotGone: conditions.is_gone,
    nodes.In: conditions.in_,
    nodes.NotIn: conditions.in_,
    nodes.Has: conditions.has,
    nodes.Can: conditions.can,
    nodes.IsRelated: conditions.is_related,
    nodes.IsNotRelated: conditions.is_related,
    nodes.AnyOf: conditions.any_,
    nodes.NoneOf: conditions.no_such,
    nodes.During: conditions.during,
    nodes.Conditional: atoms.conditional,
    nodes.OrElse: atoms.or_else,
    nodes.Where: sets.where,
    nodes.WithKey: sets.with_key,
    nodes.WhereWithKey: sets.where_with_key,
    nodes.Named: conditions.named,
}
