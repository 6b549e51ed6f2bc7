"""Searches that are asked again with the same arguments: what they gave is kept in the state until something
is written that they read.

They are defines with parameters, and what a condition of a loop searches for that does not depend on what the
loop goes through. Which of them are asked again a program does not say: that is found out while games are
played. What is not asked again soon costs nothing any more.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tilewright.schemas.operation_table import SEARCHES

from ..analysis.local_reads import free_locals
from ..analysis.program_types import ANY, Types, is_list, is_optional
from ..state.program import Node, is_stored
from .fragments import Called, Fragment
from .instructions import Return
from .memo import MOST

if TYPE_CHECKING:
    from .expressions import Expressions
    from .module import Module

WORTH: Final = 2_000
"""The price of a search that may be worth keeping, in the units of analysis/costs.py."""

TRIAL: Final = 400
"""After so many calls it is decided whether to go on keeping what a search gives."""

LOOKUP: Final = 200
"""What keeping may cost for each call, in the same units: ten times what it does cost, since a price is what
a search costs at most.
"""

LEAST: Final = 20
"""Of so many calls one must have been kept."""

GeneratedFunction = Callable[..., Any]


def define(module: Module, name: str) -> str | None:
    """The function that keeps what a define gives for its arguments; None if that cannot be worth it."""
    declared = module.program.data["defines"][name]
    parts = declared.get("parameters", ())
    memo = module.memo
    if not parts or not all(_is_single(part["type"]) for part in parts) or memo.lasts(name):
        return None
    if not any(node["op"] in SEARCHES for node in memo.inside[name]) or module.costs.define(name) < WORTH:
        return None
    reads = module.analysis.define(name)
    slot = memo.value(f"arguments of {name}", reads) if reads else None
    if slot is None:
        return None
    key = f"kept {name}"
    if key not in module.defines:
        module.defines[key] = _trying(
            module, _function_of(module, name), slot.number, module.costs.define(name)
        )
    return module.defines[key]


def _function_of(module: Module, name: str) -> str:
    known = module.defines.get(name)
    if known is None:
        known = module.defines[name] = module.fresh("d")
        module.needed.append((name, known))
    return known


def search(on: Expressions, node: Node) -> Fragment | None:
    """A search in the condition of a loop that gives the same for every member, as a call of a function that
    keeps it; None for any other.
    """
    names = sorted(free_locals(node))
    if not names or any(on.varies(name) or not _is_single(on.types.locals.get(name, ANY)) for name in names):
        return None
    if on.module.costs.of(node) < WORTH:
        return None
    node, given = _by_properties(on, node, names)
    types: dict[str, str] = {name: on.types.of(one) for name, one in given.items()}
    key = json.dumps([node, types, on.rule, on.at], sort_keys=True)
    known = on.module.defines.get(key)
    if known is None:
        made = _search_function(on, node, types, key)
        if made is None:
            return None
        known = on.module.defines[key] = made
    return Called(known, "S", *(on.text(one) for one in given.values()))


def _search_function(on: Expressions, node: Node, given: dict[str, str], key: str) -> str | None:
    module = on.module
    types = Types(module.program, given).learn(node)
    reads = module.analysis.reads(node, types)
    slot = module.memo.value(key, reads) if reads else None
    if slot is None:
        return None
    scope: dict[str, Fragment] = {name: module.name("a") for name in given}
    inner = type(on)(module, types, scope, on.rule, on.at)
    function = module.fresh("d")
    pays = module.paying(module.costs.of(node), on.where())
    value = inner.value(node)
    module.function(function, list(scope.values()), [*pays, Return(value)], (on.rule, on.at))
    return _trying(module, function, slot.number, module.costs.of(node))


def _by_properties(on: Expressions, node: Node, names: list[str]) -> tuple[Node, dict[str, Node]]:
    """The same search, by the one property of a thing that it reads instead of the thing: things that are
    alike in it ask the same. With it what each of its locals stands for.
    """
    given: dict[str, Node] = {}
    for name in names:
        read: dict[str, Node] = {}
        if not is_optional(on.types.locals[name]) and _only_read(on, node, name, read) and len(read) == 1:
            (of,) = read.values()
            node = _with_local(node, name, f"${name}")
            given[f"${name}"] = of
        else:
            given[name] = {"op": "local", "name": name}
    return node, given


def _only_read(on: Expressions, tree: object, name: str, read: dict[str, Node]) -> bool:
    """Whether a local stands in a tree only where a plain property of it is read; notes those."""
    if isinstance(tree, list):
        return all(_only_read(on, one, name, read) for one in tree)
    if not isinstance(tree, dict) or tree.get("it") == name:
        return True
    if tree.get("op") == "local":
        return bool(tree["name"] != name)
    if _reads(tree, name):
        declared = on.program.property(tree["kind"], tree["name"])
        plain = (is_stored(declared) or not declared.get("derived")) and _is_single(on.types.of(tree))
        read[json.dumps(tree, sort_keys=True)] = tree
        return plain
    return all(_only_read(on, one, name, read) for one in tree.values())


def _reads(tree: Node, name: str) -> bool:
    return tree.get("op") == "property" and tree["of"] == {"op": "local", "name": name}


def _with_local(tree: object, name: str, local: str) -> Any:
    """A tree with the property of a local replaced by another local."""
    if isinstance(tree, list):
        return [_with_local(one, name, local) for one in tree]
    if not isinstance(tree, dict) or tree.get("it") == name:
        return tree
    if _reads(tree, name):
        return {"op": "local", "name": local}
    return {field: _with_local(one, name, local) for field, one in tree.items()}


def _is_single(kind: str) -> bool:
    return kind != ANY and not is_list(kind)


# ---- while games are played


def _trying(module: Module, function: str, number: int, price: int) -> str:
    """A function that keeps what another gives, and decides after a while whether to go on."""
    name = module.fresh("w")
    module.asked[number] = function
    module.namespace[name] = _trial(module.namespace, name, function, number, price)
    return name


def _trial(namespace: dict[str, Any], name: str, function: str, number: int, price: int) -> GeneratedFunction:
    left, found = TRIAL, 0

    def trial(state: Any, *given: int) -> Any:
        nonlocal left, found
        key = given[0] if len(given) == 1 else given
        known = state.memo[number]
        if known is None:
            known = state.memo[number] = {}
        value = _again(state, known.get(key))
        left -= 1
        if value is None:
            value = _first(state, known, key, namespace[function], given)
        else:
            found += 1
        if left == 0:
            plain = namespace[function]
            worth = found * LEAST > TRIAL and found * price > TRIAL * LOOKUP
            namespace[name] = _keeping(plain, number, len(given)) if worth else plain
        return value

    return trial


def _keeping(plain: GeneratedFunction, number: int, parameters: int) -> GeneratedFunction:
    """A function with what it gave before, by its arguments. A single argument is by far the most common: for
    that, `_again` and `_first` stand in place, as two calls more are a good part of what keeping costs.
    """

    def by_one(state: Any, a: int) -> Any:
        known = state.memo[number]
        if known is None:
            known = state.memo[number] = {}
        found = known.get(a)
        before = state.fuel
        if found is not None and before >= found[1]:
            state.fuel = before - found[1]
            return found[0]
        value = plain(state, a)
        if len(known) < MOST:
            known[a] = value, before - state.fuel
        return value

    def by_several(state: Any, *given: int) -> Any:
        known = state.memo[number]
        if known is None:
            known = state.memo[number] = {}
        value = _again(state, known.get(given))
        return _first(state, known, given, plain, given) if value is None else value

    return by_one if parameters == 1 else by_several


def _again(state: Any, found: tuple[Any, int] | None) -> Any:
    """What was found before, for the fuel that it took then: what a game may do does not depend on what is
    kept. None if it has to be searched for, also for want of fuel, since that says where the game is stuck.
    """
    if found is None or state.fuel < found[1]:
        return None
    state.fuel -= found[1]
    return found[0]


def _first(
    state: Any, known: dict[Any, Any], key: Any, plain: GeneratedFunction, given: tuple[int, ...]
) -> Any:
    before = state.fuel
    value = plain(state, *given)
    if len(known) < MOST:
        known[key] = value, before - state.fuel
    return value
