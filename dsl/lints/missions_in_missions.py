"""`play_mission` where a mission is being played already, or in a game without a campaign."""

from collections.abc import Iterator

from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def missions_in_missions(facts: Facts) -> Iterator[Diagnostic]:
    """Each `play_mission` that the game's first verb or a set-up leads to; a campaign's verb may."""
    flow, model = facts.flow, facts.checked.model
    found: dict[int, str] = {}
    for board in facts.boards:
        if board.mission is not None:
            for op in _playing(board.setup, facts):
                found.setdefault(op["at"], f"the set-up of `{board.mission}`")
    first = flow.bodies.get(f"verb:{model.begins}")
    if first is not None:
        for op in _playing(first.block, facts):
            found[op["at"]] = f"`{model.begins}`"
    for at, way in sorted(found.items()):
        yield codes.MISSION_IN_MISSION.at(flow.span(at), way=way)


def _playing(block: list[Op], facts: Facts) -> Iterator[Op]:
    """Every `play_mission` in a block and in all that it calls and wakes."""
    flow = facts.flow
    if not flow.plays_missions(block):
        return
    waiting, seen = [block], set[str]()
    while waiting:
        body = waiting.pop()
        yield from (op for op in operations(body) if op["op"] == "play_mission")
        for key in flow.reached(body):
            if key not in seen:
                seen.add(key)
                waiting.append(flow.bodies[key].block)
