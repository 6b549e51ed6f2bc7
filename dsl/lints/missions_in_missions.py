"""`play_mission` where a mission is being played already, or in a game without a campaign.

Each test on the way is taken to hold some time, and everything that a block may call or wake to happen.
"""

from collections.abc import Iterator

from tilewright.schemas.walking import operations

from ..analysis.keys import FlowKey, callee
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def missions_in_missions(facts: Facts) -> Iterator[Diagnostic]:
    """Each `play_mission` that the game's first verb or a set-up leads to; a campaign's verb may.

    Told is the call by which a mission gets into what only campaigns do, if there is one.
    """
    flow, model = facts.flow, facts.checked.model
    found: dict[int, str] = {}
    for board in facts.boards:
        if board.mission is not None:
            for at in _playing(board.setup, facts):
                found.setdefault(at, f"the set-up of `{board.mission}`")
    first = flow.bodies.get(flow.begins)
    if first is not None:
        for at in _playing(first.block, facts):
            found[at] = f"`{model.begins}`"
    for at, way in sorted(found.items()):
        yield codes.MISSION_IN_MISSION.at(flow.span(at), way=way)


def _playing(block: list[Op], facts: Facts) -> Iterator[int]:
    """The places that lead to a `play_mission` in a block or in what it calls and wakes, each way once."""
    flow = facts.flow
    if not flow.plays_missions(block):
        return
    begins = (flow.bodies.get(key) for key in flow.campaigns.values())
    of_campaigns = set(_reached([one.block for one in begins if one is not None], facts))
    waiting: list[tuple[list[Op], int | None]] = [(block, None)]
    seen = set[FlowKey]()
    while waiting:
        body, entered = waiting.pop()
        for op in operations(body):
            if op["op"] == "play_mission":
                yield op["at"] if entered is None else entered
        for key in flow.reached(body):
            if key not in seen:
                seen.add(key)
                call = _call_of(key, body) if entered is None and key in of_campaigns else entered
                waiting.append((flow.bodies[key].block, call))


def _reached(blocks: list[list[Op]], facts: Facts) -> Iterator[FlowKey]:
    """What blocks call and wake, and so on."""
    seen = set[FlowKey]()
    while blocks:
        for key in facts.flow.reached(blocks.pop()):
            if key not in seen:
                seen.add(key)
                blocks.append(facts.flow.bodies[key].block)
                yield key


def _call_of(key: FlowKey, body: list[Op]) -> int | None:
    """Where a body calls a verb."""
    calls = (op for op in operations(body) if op["op"] == "call")
    return next((op["at"] for op in calls if callee(op) == key), None)
