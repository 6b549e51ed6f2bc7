"""Plurals that are always empty, for they stand for what is in play, or for what lies on spaces.

`cards` are the cards in play: on a space or link, in a slot of something in play, or in a place that is
declared `in play`. Three things are told: a plural of a kind that rules and set-ups never take out of the
box, or never to where it would be in play; what lies on a space, `space.cards`, of a kind that nothing is
moved to a space of; and a plural that is searched for what lies in a pile or bag that is not in play. A move
to something else than a named place may lead anywhere; one of what was picked among those in play brings
nothing there. What never lies anywhere, such as players, is always
in play. A kind of which nothing leaves the box is told once; while rules only move what is in play, for
nothing has been set up yet, none is.

A campaign has a table of its own, on which nothing of its missions lies: what only its rules ask for must be
brought into play by them.
"""

from collections.abc import Iterable, Iterator

from tilewright.schemas.operation_table import ASSIGNS, CONTENTS, EACH, GIVES
from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span
from .facts import Facts, narrowed

_PLACED = ("card", "token", "figure")
_AT_PLACE = frozenset(op for op in CONTENTS if GIVES[op][0])


def never_in_play(facts: Facts) -> Iterator[Diagnostic]:
    """Each statement, rule and value that asks for a plural which is always empty."""
    flow = facts.flow
    moving = [op for _, inside in facts.bodies for op in inside if op["op"] == "move"]
    moves = [(op["kind"], op["to"]) for op in moving]
    picked = [one for _, inside in facts.bodies for one in _picked(inside)]
    stays = {id(op) for op, in_play in picked if in_play}
    taken = [op for op in moving if id(op) not in stays]
    brought = {op["kind"] for op in taken if comes_into_play(op["to"], facts)}
    moved = {op["kind"] for op in taken if op["to"].get("name") != "box"}
    sets_up = any(
        comes_into_play(op["to"], facts)
        for op in (
            *(op for op in moving if op["what"]["op"] != "local"),
            *(op for op, stays in picked if not stays),
        )
    )
    model = facts.checked.model
    kinds = [
        name
        for name in model.kinds
        if (sets_up or _moves(name, moved, facts)) and _never(name, moved, brought, facts)
    ]
    out = {name: _moves(name, moved, facts) for name in kinds}
    on_spaces = {kind for kind, to in moves if to["op"] != "place"}
    placed = placed_kinds(facts) if sets_up else ()
    apart = {name for name in placed if not any(model.related(name, one) for one in on_spaces)}
    told: set[Span] = set()
    in_the_box: set[str] = set()
    for at, inside in _everything(facts):
        span = flow.span(at)
        for op in inside:
            span = flow.span(op["at"]) if "at" in op else span
            found = _problem(op, out, apart, span, facts)
            if (
                found is not None
                and facts.own(span)
                and span not in told
                and op.get("kind") not in in_the_box
            ):
                told.add(span)
                if not out.get(op.get("kind", ""), True):
                    in_the_box.add(op["kind"])
                yield found
    for span, kind in _between_missions(facts):
        if facts.own(span) and span not in told:
            told.add(span)
            yield codes.NEVER_IN_PLAY.at(
                span,
                message=f"no {kind} is in play between missions, so `{_plural(kind, facts)}` is empty here",
                proposal="let the missions note what is to last, in a value of `campaign has`",
            )


def _picked(inside: Iterable[Op]) -> Iterator[tuple[Op, bool]]:
    """The moves in a body of what it picks from a set, and whether all of that set is in play."""
    moves = [op for op in inside if op["op"] == "move" and op["what"]["op"] == "local"]
    if moves:
        sets = {op["name"]: op[_PICKED[op["op"]]] for op in inside if op["op"] in _PICKED}
        for op in inside:
            if op["op"] in ASSIGNS and op["target"]["op"] == "local":
                sets.pop(op["target"]["name"], None)
        for op in moves:
            if op["what"]["name"] in sets:
                yield op, _all_in_play(sets[op["what"]["name"]])


_PICKED = {"choose": "from", "for_each": "set"}
"""What gives a name to members of a set, and its field with the set."""


def _all_in_play(members: Op) -> bool:
    while (inner := narrowed(members)) is not None:
        members = inner
    return bool(members["op"] == "kind")


def _between_missions(facts: Facts) -> Iterator[tuple[Span, str]]:
    """What only the rules of a campaign ask for, though they bring no such thing into play."""
    flow, model = facts.flow, facts.checked.model
    begun = {*flow.campaigns.values()} & flow.bodies.keys()
    if not begun:
        return
    runs = begun.union(*(flow.reached(flow.bodies[key].block) for key in begun))
    shared = {
        key for board in facts.boards if board.mission for key in flow.reached_in(board.mission, board.setup)
    }
    moves = [
        op
        for key in runs
        for op in flow.inside[key]
        if op["op"] == "move" and comes_into_play(op["to"], facts)
    ]
    for key in sorted(runs - shared):
        span = flow.span(flow.bodies[key].op["at"])
        for op in flow.inside[key]:
            span = flow.span(op["at"]) if "at" in op else span
            kind = op["kind"] if op["op"] == "kind" else ""
            if _card_like(kind, facts) and not any(model.related(kind, move["kind"]) for move in moves):
                yield span, kind


def _everything(facts: Facts) -> Iterator[tuple[int, Iterable[Op]]]:
    for op in facts.checked.defines.values():
        yield op["at"], operations(op["value"])
    for body in facts.flow.bodies.values():
        yield body.op.get("at", 0), facts.flow.inside[body.key]
    for board in facts.boards:
        yield 0, operations(board.setup)


def _problem(op: Op, out: dict[str, bool], apart: set[str], span: Span, facts: Facts) -> Diagnostic | None:
    """What is wrong with an operation. `out` are kinds that are never in play, and whether rules move any;
    `apart` are those that never lie on a space.
    """
    if op["op"] == "pieces" and op["kind"] in apart:
        plural = _plural(op["kind"], facts)
        return codes.NEVER_IN_PLAY.at(
            span,
            message=f"no {op['kind']} ever lies on a space, so `.{plural}` is always empty",
            proposal="let a rule or set-up `move` one to a space, or ask the place where it lies",
        )
    if op["op"] == "kind" and op["kind"] in out:
        plural = _plural(op["kind"], facts)
        proposal = f"let a rule or set-up `move` one there, or ask for all there are: `all({plural})`"
        if out[op["kind"]]:
            proposal = f"ask a place for what lies in it, or all there are: `all({plural})`"
        return codes.NEVER_IN_PLAY.at(
            span,
            message=f"no {op['kind']} is ever in play, so `{plural}` is always empty",
            proposal=proposal,
        )
    if EACH.get(op["op"]) == ("where",) and op["set"]["op"] == "kind" and op["where"] is not None:
        place = _searched(op["where"], op["it"], facts)
        if place is not None and facts.checked.model.is_a(
            op["set"]["kind"], _card_like(op["set"]["kind"], facts)
        ):
            plural = _plural(op["set"]["kind"], facts)
            return codes.NEVER_IN_PLAY.at(
                span,
                message=f"`{plural}` are those in play, and what lies in `{place}` is not",
                proposal=f"search the place itself, as in `{place} where …`",
            )
    return None


def _card_like(kind: str, facts: Facts) -> str:
    """The built-in kind by which things of a kind lie somewhere; empty if they may lie nowhere."""
    return next((one for one in _PLACED if facts.checked.model.is_a(kind, one)), "")


def placed_kinds(facts: Facts) -> Iterator[str]:
    """The kinds of what there is in the box and may lie somewhere."""
    model = facts.checked.model
    for kind in model.kinds:
        if _card_like(kind, facts) and any(
            model.is_a(one.name, kind) and one.copies for one in model.things.values()
        ):
            yield kind


def _moves(kind: str, moved: set[str], facts: Facts) -> bool:
    return any(facts.checked.model.related(kind, one) for one in moved)


def _never(kind: str, moved: set[str], brought: set[str], facts: Facts) -> bool:
    """Whether there are things of a kind, of which none ever comes into play."""
    model = facts.checked.model
    if not _card_like(kind, facts) and not any(model.is_a(kind, one) for one in moved - {"thing"}):
        return False
    if any(model.related(kind, one) for one in brought) or any(
        model.related(kind, made) for made in ("space", "link", "player", "board", "mission", "campaign")
    ):
        return False
    return any(model.is_a(one.name, kind) and one.copies for one in model.things.values())


def comes_into_play(to: Op, facts: Facts) -> bool:
    """Whether what is moved there may be in play."""
    if to["op"] != "place":
        return True
    if to["name"] == "box" and to["of"] is None:
        return False
    model = facts.checked.model
    if to["of"] is None:
        return model.game[to["name"]].in_play
    named = [kind.properties[to["name"]] for kind in model.kinds.values() if to["name"] in kind.properties]
    return any(one.in_play or one.place == "slot" for one in named)


def _searched(test: Op, it: str, facts: Facts) -> str | None:
    """The place, out of play, in which a member must lie for a test to hold."""
    if test["op"] == "and":
        return _searched(test["a"], it, facts) or _searched(test["b"], it, facts)
    member = {"op": "local", "name": it}
    if test["op"] == "in" and test["item"] == member and test["set"]["op"] in _AT_PLACE:
        place = test["set"]["of"]
    elif test["op"] == "equal" and test["a"] == {"op": "place_of", "of": member}:
        place = test["b"]
    else:
        return None
    if place["op"] != "place" or comes_into_play(place, facts):
        return None
    return _written(place)


def _written(op: Op) -> str:
    """A place as an author may write it: `player.1.hand`, `actor.player.hand`."""
    match op["op"]:
        case "local":
            return str(op["name"]).partition(".")[0]
        case "entity":
            return str(op["name"])
        case "property" | "place" if op["of"] is not None:
            return f"{_written(op['of'])}.{op['name']}"
        case "place":
            return str(op["name"])
    return "…"


def _plural(kind: str, facts: Facts) -> str:
    return facts.checked.model.kinds[kind].plural or f"{kind}s"
