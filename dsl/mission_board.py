"""The board that a mission is played on, as one shape, and what its spaces and links are called."""

from collections.abc import Sequence
from typing import Any

from .boards import BoardShape, compose, read_layout
from .model import Model
from .nodes import Name
from .problems import codes
from .problems.diagnostics import Diagnostic
from .problems.suggest import nearest, nearest_name
from .source import NOWHERE, Span

Shaped = tuple[BoardShape | None, list[Diagnostic]]


def shape_of(model: Model, name: str | None, span: Span = NOWHERE) -> Shaped:
    """The shape of a mission's or test's board; a campaign has none. `span` is where it is named."""
    if name is None or name in model.campaigns():
        return None, []
    if name in model.boards:
        return _first_side(model.boards[name]), []
    found = model.things.get(name)
    if found is None or found.kind != "mission":
        known = [*model.boards, *model.missions(), *model.campaigns()]
        return None, [codes.UNKNOWN_BOARD.at(span, name=name, near=nearest(name, known))]
    if "layout" in found.tables:
        placements, problems = read_layout(found.tables["layout"], model.boards)
        shape, more = compose(model.boards, placements, name)
        sides = codes.UNKNOWN_SIDE.code
        told = [one for one in problems if one.code != sides or one.name not in model.unsure]
        return shape, told + more
    given = found.values.get("board")
    if given and isinstance(given[0], Name):
        board = given[0].name
        if board in model.boards:
            return _first_side(model.boards[board]), []
        deleted = model.history.last("deletes", "thing", board)
        near = nearest(board, model.boards)
        if deleted is not None:
            near = (
                f"{deleted.file}:{deleted.line} deletes it: delete `mission {name}`, too, or change its board"
            )
        return None, [codes.UNKNOWN_BOARD.at(board.span, name=board, near=near)]
    if given:
        near = f"write `board: {next(iter(model.boards), 'NAME')}`"
        wrong = codes.WRONG_TYPE.at(
            given[0].span, expected="the name of a board", found="something else", help=near
        )
        return None, [wrong]
    if len(model.boards) != 1:
        return None, []
    return _first_side(next(iter(model.boards.values()))), []


def board_missing(
    model: Model, mission: str, problems: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...] | None:
    """What is to be said of a mission that names spaces, but no board; None if that is not its mistake.

    Nothing if the entry is there, but misspelt: of that it is told.
    """
    thing = model.things.get(mission)
    if thing is None or thing.kind != "mission" or len(model.boards) < 2 or model.unsure:
        return None
    if "layout" in thing.tables or "board" in thing.values:
        return None
    unknown = {problem.name for problem in problems if problem.code == codes.UNKNOWN_NAME.code}
    spaces = {
        str(space.name) for sides in model.boards.values() for one in sides.values() for space in one.spaces
    }
    if not unknown & spaces:
        return None
    if any(nearest_name(name, ("board", "layout")) for name in (*thing.tables, *thing.values)):
        return ()
    return (codes.NO_BOARD.at(thing.node.name.span if thing.node else thing.span, name=mission),)


def name_links(shape: BoardShape | None) -> dict[str, Any]:
    """Links by name: `door.1`, `door.2` … in the order of the board."""
    counts: dict[str, int] = {}
    found: dict[str, Any] = {}
    for link in shape.links if shape else ():
        counts[link.kind] = counts.get(link.kind, 0) + 1
        found[f"{link.kind}.{counts[link.kind]}"] = link
    return found


def names_on(shape: BoardShape | None) -> tuple[dict[str, str], dict[str, str]]:
    """What can be named on a board, each with its kind: its spaces; its links and the boards laid out."""
    if shape is None:
        return {}, {}
    links = {name: link.kind for name, link in name_links(shape).items()}
    links |= {space.tile: "board" for space in shape.spaces if space.tile}
    return {str(space.name): space.kind for space in shape.spaces}, links


def _first_side(sides: dict[str, BoardShape]) -> BoardShape | None:
    """The side of a board that is played on where none is named."""
    return next(iter(sides.values()), None)
