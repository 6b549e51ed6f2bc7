"""One mission or test board: its shape, and what can only be checked on it."""

from dataclasses import dataclass, replace

from . import codes
from .boards import BoardShape, compose, read_layout
from .check import Checked, statements, tests
from .check.rules import PLAYER
from .check.scope import Body, Context, Local, Op, Scope
from .diagnostics import Diagnostic
from .lower import name_links
from .nodes import Name, Test, TestOn
from .source import NOWHERE
from .suggest import nearest
from .values import thing


@dataclass(frozen=True, slots=True)
class Build:
    """The rules on one board: its set-up and tests as operations, and the problems met there."""

    name: str | None
    mission: str | None
    shape: BoardShape | None
    context: Context
    setup: list[Op]
    told: list[Op]
    problems: list[Diagnostic]


def build(checked: Checked, name: str | None, stories: tuple[Test, ...]) -> Build:
    """Check what needs a board: a mission's set-up, and tests."""
    model = checked.model
    mission = name if name in model.things else None
    shape, problems = _shape(checked, name, stories)
    context = _on_board(checked, shape)
    setup: list[Op] = []
    if mission is not None and "setup" in model.things[mission].steps:
        scope = Scope(context, Body(f"{mission}.setup", path=f"mission/{mission}/setup"))
        scope.names |= {"this": Local("this", thing(mission)), "you": Local("you", PLAYER)}
        scope.body.used |= {"this", "you"}
        setup = statements.block(model.things[mission].steps["setup"].steps, scope)
    told = [tests.test_op(story, context) for story in stories]
    return Build(name, mission, shape, context, setup, told, problems + context.problems)


def stories_by_board(checked: Checked) -> dict[str | None, tuple[Test, ...]]:
    """The tests by the board or mission they are played on."""
    stories: dict[str | None, tuple[Test, ...]] = {}
    for story in checked.model.tests:
        on = next((str(entry.board) for entry in story.entries if isinstance(entry, TestOn)), None)
        stories[on] = (*stories.get(on, ()), story)
    return stories


def _on_board(checked: Checked, shape: BoardShape | None) -> Context:
    """The context of one board: shared spans and texts, its own spaces, problems and changes."""
    spaces = {str(space.name): space.kind for space in shape.spaces} if shape else {}
    links = {name: link.kind for name, link in name_links(shape).items()}
    links |= {space.tile: "board" for space in shape.spaces if space.tile} if shape else {}
    return replace(checked.context, problems=[], changes=set(), spaces=spaces, links=links,
                   until_rules=list(checked.context.until_rules))


def _shape(checked: Checked, name: str | None,
           stories: tuple[Test, ...]) -> tuple[BoardShape | None, list[Diagnostic]]:
    """The board of a mission or test, as one shape."""
    model = checked.model
    if name is None:
        return None, []
    if name in model.boards:
        return _first_side(model.boards[name]), []
    found = model.things.get(name)
    if found is None or found.kind != "mission":
        span = next((entry.board.span for story in stories
                     for entry in story.entries if isinstance(entry, TestOn)), NOWHERE)
        return None, [codes.UNKNOWN_BOARD.at(span, name=name,
                                             near=nearest(name, [*model.boards, *model.missions()]))]
    if "layout" in found.tables:
        placements, problems = read_layout(found.tables["layout"], model.boards)
        shape, more = compose(model.boards, placements, name)
        return shape, problems + more
    given = found.values.get("board")
    if given and isinstance(given[0], Name):
        board = given[0].name
        if board in model.boards:
            return _first_side(model.boards[board]), []
        return None, [codes.UNKNOWN_BOARD.at(board.span, name=board, near=nearest(board, model.boards))]
    if len(model.boards) != 1:
        return None, []
    return _first_side(next(iter(model.boards.values()))), []


def _first_side(sides: dict[str, BoardShape]) -> BoardShape | None:
    """The side of a board that is played on where none is named."""
    first = next(iter(sides.values()), None)
    return first.touched() if first is not None else None
