"""Spaces to which no relation leads, with every door open.

All relations by which rules move things are taken together, so that a way for somebody is enough. What blocks
only under a test counts as open, but for spaces that a drawn mark closes to everybody: of those another lint
tells, and nothing gets past them. Over a corner it is as in a game: one of the ways round must be open.
"""

from collections.abc import Iterator

from ..boards import BoardShape, Touch
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

MOST_NAMES = 4


def unreachable(facts: Facts) -> Iterator[Diagnostic]:
    """The smaller pieces of boards that fall into several."""
    if not facts.ways.relations:
        return
    told: set[str] = set()
    for board in facts.boards:
        if board.shape is None or board.shape.name in told or not facts.own(board.shape.spaces[0].span):
            continue
        told.add(board.shape.name)
        pieces = _pieces(board.shape, facts)
        for piece in pieces[1:]:
            names = [f"`{name}`" for name in piece[:MOST_NAMES]]
            more = f" and {len(piece) - MOST_NAMES} more" if len(piece) > MOST_NAMES else ""
            yield codes.UNREACHABLE.at(board.shape.space(piece[0]).span, spaces=", ".join(names) + more)


def _pieces(shape: BoardShape, facts: Facts) -> list[list[str]]:
    """The parts of a board between which there is no way, the largest first."""
    ways: dict[str, set[str]] = {
        str(space.name): set() for space in shape.spaces if not facts.ways.is_closed(space)
    }
    pieces = [[name] for name in ways]
    for relation in sorted(facts.ways.relations.values(), key=lambda one: len(one["blocks"])):
        for a, b in (*_steps(shape, relation, facts), *facts.ways.jumps(shape, relation)):
            if a in ways and b in ways:
                ways[a].add(b)
                ways[b].add(a)
        pieces = _joined(ways)
        if len(pieces) <= 1:  # the relation with the fewest obstacles mostly leads everywhere
            break
    return sorted(pieces, key=len, reverse=True)


def _joined(ways: dict[str, set[str]]) -> list[list[str]]:
    """What hangs together."""
    pieces: list[list[str]] = []
    left = dict.fromkeys(ways)
    while left:
        piece = [next(iter(left))]
        del left[piece[0]]
        for name in piece:
            for other in [one for one in ways[name] if one in left]:
                del left[other]
                piece.append(other)
        pieces.append(piece)
    return pieces


def _steps(shape: BoardShape, relation: Op, facts: Facts) -> Iterator[tuple[str, str]]:
    """Every step that a relation allows, if nothing that can open is closed."""
    stops = {sort: _closed(shape, relation, sort == "corner", facts) for sort in ("side", "corner")}
    for touch in shape.touching:
        if f"{touch.sort}s" not in relation["joins"] or not stops[touch.sort].isdisjoint(touch.via):
            continue
        if touch.sort == "side" or _round(shape, touch, stops["side"]):
            yield str(touch.a), str(touch.b)
    if "links" in relation["joins"]:
        for number, link in enumerate(shape.links):
            if len(link.sides) == 2 and number not in stops["side"]:
                yield str(link.sides[0]), str(link.sides[1])


def _round(shape: BoardShape, touch: Touch, stops: set[int]) -> bool:
    """Whether one of the ways round a corner is open; links on one way only leave the other free."""
    ways: list[tuple[set[str], set[int]]] = []
    for number in touch.via:
        spaces, links = {str(side) for side in shape.links[number].sides} - {touch.a, touch.b}, {number}
        for way in [way for way in ways if way[0] & spaces]:
            ways.remove(way)
            spaces, links = spaces | way[0], links | way[1]
        ways.append((spaces, links))
    return len(ways) <= 1 or any(stops.isdisjoint(links) for _, links in ways)


def _closed(shape: BoardShape, relation: Op, corner: bool, facts: Facts) -> set[int]:
    """The links, by their numbers, that stop every step over them, or past their ends."""
    kinds = [
        block["kind"] for block in relation["blocks"] if block["where"] is None and block["corner"] == corner
    ]
    stopping = {
        link.kind for link in shape.links if any(facts.checked.model.is_a(link.kind, kind) for kind in kinds)
    }
    return {number for number, link in enumerate(shape.links) if link.kind in stopping}
