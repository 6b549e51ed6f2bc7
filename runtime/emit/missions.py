"""`play_mission`: in a campaign's own program a question that the mission answers by its end."""

from __future__ import annotations

from tilewright.schemas.value_types import RESULT

from ..state.program import Node
from ..state.state import CHOOSE, RESULTS
from .choices import ask, put
from .fragments import Called, code
from .instructions import CodeLine
from .module import Site
from .segments import REGISTER, Segments
from .statements import Statements


def play_mission(on: Segments, node: Node) -> None:
    """The mission is put in place of the players; engine/campaign.py plays it."""
    following = ask(on, Site(node, on.procedure, CHOOSE, type=RESULT))
    mission = on.expr.certain(node["mission"])
    put(on, CHOOSE, on.module.constant(tuple(RESULTS.values())), code("({},)", mission))
    on.begin(following)
    if node.get("name"):
        on.assign(node["name"], REGISTER)


def out_of_place(on: Statements, node: Node) -> None:
    """Where no campaign waits for it, no mission can begin."""
    on.add(CodeLine(Called("no_campaign", on.expr.where())))
