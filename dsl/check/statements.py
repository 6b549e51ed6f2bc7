"""Statements: each becomes an operation of the program that knows its place (`at`)."""

from collections.abc import Callable, Iterable
from typing import Any

from tilewright.schemas import looks

from .. import nodes
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..resolve.collect import Collector
from ..source import Span, Word
from ..value_types import ANY, TEXT, Type, listing, thing, word
from . import assigning, coerce, each_word, expressions, names, spaces, texts
from .calls import call, do_steps
from .choices import choose, choose_one, may, offer, together
from .scope import Op, Scope, Typed

Ops = list[Op]

RESULTS = ("won", "lost", "drawn")
"""How a mission of a campaign can end, as `play_mission` gives it."""
FIXED = frozenset(("space", "link", "player"))
ANYTHING = thing("thing")
"""What nothing moves."""


def block(statements: Iterable[nodes.SyntaxNode], scope: Scope) -> Ops:
    """The operations of a block; its locals end with it."""
    inner = scope.inside()
    found: Ops = []
    for node in statements:
        found += statement(node, inner)
        _learn(node, inner)
    return found


def _learn(node: nodes.SyntaxNode, scope: Scope) -> None:
    """After `if x is none: done` the rest of the block knows that x is something."""
    match node:
        case nodes.If(
            test=nodes.Is(left=nodes.Name() as left, right=nodes.NoneValue()),
            then=(*_, last),
            else_ifs=(),
            otherwise=None,
        ) if isinstance(last, nodes.Done | nodes.Stop | nodes.Skip | nodes.Give):
            local = scope.find(left.name)
            if local is not None:
                scope.narrowed[local.unique] = local.type.without_none()
            else:
                scope.narrowed.update(spaces.there(left.name, scope))
        case nodes.If(
            test=nodes.IsNotA(of=nodes.Name() as of, kind=kind), then=(*_, last), else_ifs=(), otherwise=None
        ) if isinstance(last, nodes.Done | nodes.Stop | nodes.Skip | nodes.Give):
            local = scope.find(of.name)
            if local is not None and kind in scope.model.kinds:
                scope.narrowed[local.unique] = thing(str(kind))


def statement(node: nodes.SyntaxNode, scope: Scope) -> Ops:
    """The operations of one statement (mostly one)."""
    span: Span = node.span
    handler = _HANDLERS.get(type(node))
    if handler is None:
        # Every other statement has one: what is left are the conditions of actions.
        scope.context.report(_condition_out_of_place(node, scope))
        return []
    if scope.in_at_once and not isinstance(node, _PLAIN):
        scope.context.report(codes.NOT_IN_AT_ONCE.at(span))
        return []
    by_word = _for_each_word(node, handler, scope)
    found = by_word if by_word is not None else handler(node, scope)
    ops = found if isinstance(found, list) else [found]
    number = scope.context.at(span)
    for op in ops:
        op.setdefault("at", number)
    return ops


def _condition_out_of_place(node: nodes.SyntaxNode, scope: Scope) -> Diagnostic:
    """What is said of a condition that does not begin a verb: a verb has a place for it."""
    words = {nodes.InMenu: "in", nodes.OrderedBy: "ordered by", nodes.ActionMeans: "means"}
    word = words.get(type(node), type(node).__name__.lower())
    if scope.body.path.startswith("verb/"):
        return codes.NOT_AN_ACTION.at(node.span, word=word)
    way = (
        "write `if TEST:` above what depends on it"
        if word == "needs"
        else "no other rule has it: leave it out"
    )
    return codes.NOT_AN_ACTION.at(node.span, word=word, help=way)


def _for_each_word(
    node: nodes.SyntaxNode, handler: Callable[[Any, Scope], Ops | Op], scope: Scope
) -> Ops | None:
    """A change of one of several values by word, of a word that is found out in play."""
    if not isinstance(node, nodes.Set | nodes.Raise | nodes.Lower | nodes.AddTo | nodes.DropFrom):
        return None
    again: Callable[..., nodes.SyntaxNode] = type(node)

    def change(target: nodes.SyntaxNode) -> Ops:
        values = (target if name == "target" else getattr(node, name) for name in type(node).types)
        found = handler(again(*values), scope)
        assert isinstance(found, dict)
        return [{**found, "at": scope.context.at(node.span)}]

    return each_word.changed(node.target, scope, change)


# ------------------------------------------------------------------ things and what is told


def _move(node: nodes.Move, scope: Scope) -> Op:
    what = expressions.check(node.what, scope)
    to = coerce.as_place(scope.context, expressions.check(node.to, scope), node.to.span)
    span: Span = node.what.span
    if what.type.base == "place" and what.type.single:
        what = what._replace(op={"op": "top", "of": what.op}, type=thing(what.type.name, optional=True))
    many = what.type.base not in ("thing", "none")
    if many:
        what = coerce.as_set(scope.context, what, span, ANYTHING)
    item = what.type.item if many else what.type
    kind = item.name if item is not None and item.base == "thing" else "thing"
    if to.type.base == "place" and not scope.model.related(kind, to.type.name or "thing"):
        scope.context.report(
            codes.WRONG_TYPE.at(
                span, expected=f"something for a place of {to.type.name}s", found=what.type.readable()
            )
        )
    elif not FIXED.isdisjoint(scope.model.ancestors(kind)):
        scope.context.report(
            codes.WRONG_TYPE.at(span, expected="a thing that can be moved", found=what.type.readable())
        )
    return {
        "op": "move",
        "what": what.op,
        "to": to.op,
        "bottom": node.bottom is not None,
        "many": many,
        "kind": kind,
    }


def _shuffle(node: nodes.Shuffle, scope: Scope) -> Op:
    found = expressions.check(node.pile, scope)
    if found.type.base not in ("place", "any"):
        scope.context.report(
            codes.WRONG_TYPE.at(node.pile.span, expected="a pile", found=found.type.readable())
        )
    return {"op": "shuffle", "place": found.op}


def _roll(node: nodes.Roll, scope: Scope) -> Op:
    die = scope.model.dice.get(node.die)
    if die is None:
        scope.context.report(
            codes.UNKNOWN_DIE.at(node.die.span, name=node.die, near=nearest(node.die, scope.model.dice))
        )
    number = expressions.number(node.number, scope) if node.number is not None else None
    purpose = expressions.check(node.purpose, scope, TEXT).op if node.purpose is not None else None
    by = expressions.check(node.by, scope, thing("thing", optional=True)).op if node.by is not None else None
    type_ = die.type if die is not None else ANY
    name = assigning.assign(node.name or node.die, listing(type_) if number is not None else type_, scope)
    return {"op": "roll", "die": str(node.die), "number": number, "name": name, "for": purpose, "by": by}


def _show(node: nodes.Show, scope: Scope) -> Op:
    return {
        "op": "show",
        "what": expressions.things(node.what, scope, ANYTHING).op,
        "to": expressions.things(node.to, scope, thing("player")).op,
    }


def _face(op: str) -> Callable[[Any, Scope], Op]:
    def handler(node: nodes.Reveal | nodes.Hide, scope: Scope) -> Op:
        return {"op": op, "what": expressions.things(node.what, scope, ANYTHING).op}

    return handler


def _say(node: nodes.Say, scope: Scope) -> Op:
    to = expressions.things(node.to, scope, thing("player")).op if node.to is not None else None
    telling = [expressions.check(value, scope).op for value in node.telling or ()]
    # To tell a pile is to tell what lies in it.
    telling = [{"op": "contents", "of": one} if one["op"] == "place" else one for one in telling]
    return {
        "op": "say",
        "text": texts.text(node.text, scope, "say"),
        "about": [expressions.things(value, scope, ANYTHING).op for value in node.about or ()],
        "look": _event_look(node.look, scope),
        "to": to,
        "telling": telling,
    }


def _event_look(looks_like: Word | None, scope: Scope) -> str | None:
    """How what is said looks at a table."""
    known = looks.words("event")
    if looks_like is not None and looks_like not in known:
        scope.context.report(
            codes.UNKNOWN_EVENT.at(
                looks_like.span, name=looks_like, near=nearest(looks_like, known), known=", ".join(known)
            )
        )
        return None
    return None if looks_like is None else str(looks_like)


def _pause(node: nodes.Pause, scope: Scope) -> Op:
    return {"op": "pause", "text": texts.text(node.text, scope, "pause") if node.text else None}


def _leave_loop(op: str) -> Callable[[Any, Scope], Ops | Op]:
    def handler(node: nodes.Stop | nodes.Skip, scope: Scope) -> Ops | Op:
        if not scope.in_loop:
            proposal = (
                "take it out: a story has nothing to leave"
                if scope.in_test
                else "to leave the verb, write `done`"
            )
            scope.context.report(codes.LOOP_ONLY.at(node.span, word=op, proposal=proposal))
            return []
        return {"op": op}

    return handler


def _done(node: nodes.Done, scope: Scope) -> Ops | Op:
    if scope.in_test and scope.parent is None:
        proposal = "leave it out: a test is done with its last line"
        scope.context.report(codes.OUT_OF_PLACE.at(node.span, word="done", proposal=proposal))
        return []
    return {"op": "done"}


def _give(node: nodes.Give, scope: Scope) -> Op:
    if scope.body.gives is None:
        scope.context.report(codes.NO_RESULT.at(node.span, verb=scope.body.name))
    return {"op": "give", "value": expressions.check(node.value, scope, scope.body.gives).op}


def _proceed(node: nodes.Proceed, scope: Scope) -> Op | Ops:
    if scope.body.hook != "instead":
        scope.context.report(codes.PROCEED_PLACE.at(node.span))
        return []
    changed = {str(change.part): change for change in node.changes or ()}
    args: list[Op] = []
    for part, type_ in scope.body.parts:
        change = changed.pop(part, None)
        local = scope.find(part)
        own = {"op": "local", "name": local.unique if local else part}
        args.append(expressions.check(change.value, scope, type_).op if change else own)
    for name, change in changed.items():
        near = nearest(name, [part for part, _ in scope.body.parts])
        scope.context.report(codes.UNKNOWN_NAME.at(change.part.span, name=name, near=near))
    result = scope.body.gives or ANY
    return {
        "op": "proceed",
        "args": args,
        "name": assigning.assign(node.result, result, scope) if node.result else None,
    }


def _players(node: nodes.SyntaxNode | None, scope: Scope) -> Op | None:
    if node is None or isinstance(node, nodes.String):
        return None
    return expressions.things(node, scope, thing("player")).op


def _end(op: str) -> Callable[[Any, Scope], Op]:
    def handler(node: nodes.Win | nodes.Lose, scope: Scope) -> Op:
        reason = node.reason or (node.players.text if isinstance(node.players, nodes.String) else None)
        return {
            "op": op,
            "players": _players(node.players, scope),
            "reason": texts.text(reason, scope, op) if reason else None,
        }

    return handler


def _draw(node: nodes.Draw, scope: Scope) -> Op:
    return {"op": "draw", "reason": texts.text(node.reason, scope, "draw") if node.reason else None}


def _finish(node: nodes.Finish, scope: Scope) -> Ops:
    found = call(node.call, scope)
    if not found:
        return []
    *before, called = found
    return [*before, {"op": "finish", "verb": called["verb"], "args": called["args"], "you": called["you"]}]


def _play_mission(node: nodes.PlayMission, scope: Scope) -> Op:
    mission = expressions.check(node.mission, scope, thing("mission"))
    if mission.type.base == "none":
        scope.context.report(
            codes.WRONG_TYPE.at(node.mission.span, expected="a mission", found=mission.type.readable())
        )
    span: Span = node.span
    results = Collector(scope.model).enumeration(tuple(Word(one, span) for one in RESULTS), "mission.result")
    return {
        "op": "play_mission",
        "mission": mission.op,
        "name": assigning.assign(node.result, word(results), scope) if node.result else None,
    }


# ------------------------------------------------------------------ blocks


def _if(node: nodes.If, scope: Scope) -> Op:
    otherwise: Ops = block(node.otherwise, scope) if node.otherwise is not None else []
    for branch in reversed(node.else_ifs):
        nested: Op = {
            "op": "if",
            "test": expressions.test(branch.test, scope),
            "then": block(branch.then, expressions.narrow(scope, branch.test)),
            "else": otherwise,
            "at": scope.context.at(branch.span),
        }
        otherwise = [nested]
    return {
        "op": "if",
        "test": expressions.test(node.test, scope),
        "then": block(node.then, expressions.narrow(scope, node.test)),
        "else": otherwise,
    }


def _repeat(node: nodes.Repeat, scope: Scope) -> Op:
    return {
        "op": "repeat",
        "while": None,
        "times": None,
        "body": block(node.body, scope.inside(in_loop=True)),
    }


def _repeat_while(node: nodes.RepeatWhile, scope: Scope) -> Op:
    return {
        "op": "repeat",
        "while": expressions.test(node.test, scope),
        "times": None,
        "body": block(node.body, scope.inside(in_loop=True)),
    }


def _repeat_times(node: nodes.RepeatTimes, scope: Scope) -> Op:
    return {
        "op": "repeat",
        "while": None,
        "times": expressions.number(node.number, scope),
        "body": block(node.body, scope.inside(in_loop=True)),
    }


def for_each_set(
    name: Word, given: nodes.SyntaxNode | None, tested: nodes.SyntaxNode | None, scope: Scope
) -> tuple[Op, Type]:
    """The set a loop walks: given, or all of the kind that the loop's name names; and its members' type."""
    if given is not None:
        found = expressions.things(given, scope)
    else:
        kind = names.kind(name, scope)
        found = Typed({"op": "kind", "kind": kind}, listing(thing(kind)))
    item = found.type.item or ANY
    if tested is None:
        return found.op, item
    inner = scope.inside(unnamed_it=True)
    unique = inner.declare("it", item)
    inner.names[str(name)] = inner.names["it"]
    op: Op = {"op": "filter", "set": found.op, "it": unique, "where": expressions.test(tested, inner)}
    return op, dict(expressions.facts(tested, inner)).get(unique, item)


def _for_each(node: nodes.ForEach, scope: Scope) -> Op:
    members, item = for_each_set(node.name, node.set, node.test, scope)
    inner = scope.inside(in_loop=True)
    name = inner.declare(node.name, item)
    key = ties = None
    agree = isinstance(node.ties, nodes.AllOf)
    if node.key is not None:
        with_it = inner.inside(unnamed_it=True)
        with_it.names["it"] = inner.names[node.name]
        key = expressions.number(node.key, with_it)
    if node.ties is not None:
        players = node.ties.players if isinstance(node.ties, nodes.AllOf) else node.ties
        ties = expressions.things(players, scope, thing("player")).op
        key = key or {"op": "number", "value": 0}
    least = node.key_word is None or str(node.key_word).endswith("least")
    return {
        "op": "for_each",
        "name": name,
        "set": members,
        "key": key,
        "least": least,
        "ties": ties,
        **({"agree": True} if agree else {}),
        **({"asking": texts.text(node.asking, scope, "ask")} if node.asking is not None else {}),
        **({} if item.base in ("thing", "any") else {"values": True}),
        "body": block(node.body, inner),
    }


def _as(node: nodes.As, scope: Scope) -> Ops:
    player = expressions.check(node.player, scope, thing("player", optional=True))
    inner = scope.inside()
    unique = inner.declare("you", thing("player"))
    return [{"op": "let", "name": unique, "value": player.op}, *block(node.body, inner)]


def _at_once(node: nodes.AtOnce, scope: Scope) -> Op:
    return {"op": "at_once", "body": block(node.body, scope.inside(in_at_once=True))}


def _until(node: nodes.Until, scope: Scope) -> Op:
    from .rules import until_rules

    verb = names.verb(node.verb, scope)
    rules, captures = until_rules(node, scope)
    return {"op": "until", "verb": verb, "rules": rules, "captures": captures}


_PLAIN = (
    nodes.Let,
    nodes.Set,
    nodes.Raise,
    nodes.Lower,
    nodes.AddTo,
    nodes.DropFrom,
    nodes.Move,
    nodes.Shuffle,
    nodes.Show,
    nodes.Reveal,
    nodes.Hide,
    nodes.If,
    nodes.ForEach,
    nodes.RepeatTimes,
)
"""What may stand in `at once`: nothing that asks, calls or rolls."""

_HANDLERS: dict[type, Callable[[Any, Scope], Ops | Op]] = {
    nodes.Let: assigning.let,
    nodes.Set: assigning.set_to,
    nodes.Raise: assigning.by_amount("raise"),
    nodes.Lower: assigning.by_amount("lower"),
    nodes.AddTo: assigning.list_change("add_to"),
    nodes.DropFrom: assigning.list_change("drop_from"),
    nodes.Move: _move,
    nodes.Shuffle: _shuffle,
    nodes.Roll: _roll,
    nodes.Show: _show,
    nodes.Reveal: _face("reveal"),
    nodes.Hide: _face("hide"),
    nodes.Say: _say,
    nodes.Pause: _pause,
    nodes.Stop: _leave_loop("stop"),
    nodes.Skip: _leave_loop("skip"),
    nodes.Done: _done,
    nodes.Give: _give,
    nodes.Proceed: _proceed,
    nodes.Win: _end("win"),
    nodes.Lose: _end("lose"),
    nodes.Draw: _draw,
    nodes.Finish: _finish,
    nodes.PlayMission: _play_mission,
    nodes.Call: call,
    nodes.Do: do_steps,
    nodes.If: _if,
    nodes.Repeat: _repeat,
    nodes.RepeatWhile: _repeat_while,
    nodes.RepeatTimes: _repeat_times,
    nodes.ForEach: _for_each,
    nodes.Choose: choose,
    nodes.May: may,
    nodes.ChooseOne: choose_one,
    nodes.Offer: offer,
    nodes.Together: together,
    nodes.As: _as,
    nodes.AtOnce: _at_once,
    nodes.Until: _until,
}
