"""One mission or test board: its shape, and what can only be checked on it."""

from dataclasses import replace
from typing import NamedTuple

from .analysis.estimates import Estimates
from .analysis.ranges import Truth
from .analysis.settled import settled
from .boards import BoardShape
from .check import Checked, scenes, statements, tests
from .check.parts import PLAYER
from .check.scope import Context, Local, Op, ProcedureScope, Scope
from .mission_board import board_missing, names_on, shape_of
from .model import ThingSymbol
from .nodes import Test, TestOn
from .problems import codes
from .problems.cascades import about_known_names
from .problems.diagnostics import Diagnostic, Related
from .source import NOWHERE, Span, package_of
from .still_right import StillRight
from .value_types import thing


class StoryKnowledge(NamedTuple):
    """What a check knows of stories before it looks at them: which were right, and what is declared."""

    right: StillRight
    declared: Estimates


class Build(NamedTuple):
    """The rules on one board: its set-up and tests as operations, and the problems met there.

    `settled` are the comparisons in its tests that always or never hold; they are looked for in a check only.
    """

    name: str | None
    mission: str | None
    campaign: str | None
    shape: BoardShape | None
    context: Context
    setup: list[Op]
    told: list[Op]
    settled: list[tuple[Op, Truth]]
    problems: list[Diagnostic]


def build(
    checked: Checked, name: str | None, stories: tuple[Test, ...], known: StoryKnowledge | None = None
) -> Build:
    """Check what needs a board: a mission's set-up, and tests. A campaign has neither set-up nor board.

    In a check, stories that are known to be right are left out, and what turns out to be right is noted.
    """
    model = checked.model
    campaign = name if name in model.campaigns() else None
    mission = name if name in model.things and campaign is None else None
    if mission is not None and not model.things[mission].copies:
        return _gone(checked, model.things[mission], stories)
    shape, problems = checked.context.shapes.get(name or "") or shape_of(model, name, _named_at(stories))
    context = _on_board(checked, shape)
    setup: list[Op] = []
    if mission is not None and "setup" in model.things[mission].steps:
        scope = Scope(context, ProcedureScope(f"{mission}.setup", path=f"mission/{mission}/setup"))
        scope.names |= {"this": Local("this", thing(mission)), "you": Local("you", PLAYER)}
        scope.body.used |= {"this", "you"}
        setup = statements.block(model.things[mission].steps["setup"].steps, scope)
    told, certain = _stories(stories, context, known, sound=not problems)
    missing = board_missing(model, mission, context.problems) if mission is not None else None
    unsure = problems or model.unsure or missing is not None
    found = about_known_names(context.problems) if unsure else context.problems
    problems = [*problems, *(missing or ()), *found]
    return Build(name, mission, campaign, shape, context, setup, told, certain, problems)


def _stories(
    stories: tuple[Test, ...], context: Context, known: StoryKnowledge | None, sound: bool
) -> tuple[list[Op], list[tuple[Op, Truth]]]:
    """The stories as operations, and what they compare that is settled.

    A check leaves out those that are known to be right. On a `sound` board it notes those as right of which
    neither a check nor a lint tells anything.
    """
    if known is None:
        return [op for story in stories for op in _told(story, context)], []
    told: list[Op] = []
    found: list[tuple[Op, Truth]] = []
    for story in stories:
        if (looked_at := known.right.story(story)) in known.right:
            continue
        met, tested = len(context.problems), len(context.tests)
        ops = _told(story, context)
        certain = list(settled(ops, known.declared))
        told += ops
        found += certain
        literal = any(op["op"] == "yes_no" for op, _ in context.tests[tested:])
        if sound and not certain and not literal and len(context.problems) == met:
            known.right.add(looked_at)
    return told, found


def _gone(checked: Checked, mission: ThingSymbol, stories: tuple[Test, ...]) -> Build:
    """Nothing of a mission or campaign that a mod has deleted: stories that are played on it are left out."""
    at = mission.counted or mission.span
    problems = [
        codes.STORY_LEFT_OUT.at(
            at,
            name=mission.name,
            now=f"nothing is called `{mission.name}`",
            related=(Related(story.span, "it is named here"),),
        )
        for story in stories
    ]
    context = _on_board(checked, None)
    return Build(mission.name, None, None, None, context, [], [], [], problems)


def _told(story: Test, context: Context) -> list[Op]:
    """A story as operations; nothing of one that names what a mod of another package took out."""
    met = len(context.problems)
    found = tests.test_ops(story, context)
    gone = [
        problem
        for problem in context.problems[met:]
        if problem.code in (codes.NONE_LEFT.code, codes.COPY_GONE.code)
        and package_of(problem.span.file) != package_of(story.span.file)
    ]
    if not gone:
        return found
    context.problems[met:] = [
        codes.STORY_LEFT_OUT.at(one.span, name=one.name, related=one.related, now=_now(one)) for one in gone
    ]
    return []


def _now(gone: Diagnostic) -> str:
    """What became of a name that a story says: of one thing there are several, of several one, or fewer."""
    if gone.expected:
        return f"`{gone.name}` is called `{gone.expected}`"
    return f"nothing is called `{gone.name}`"


def stories_by_board(checked: Checked) -> dict[str | None, tuple[Test, ...]]:
    """The tests by the board or mission they are played on."""
    stories: dict[str | None, tuple[Test, ...]] = {}
    for story in checked.model.tests:
        on = scenes.board_of(story, checked.model)
        stories[on] = (*stories.get(on, ()), story)
    return stories


def _named_at(stories: tuple[Test, ...]) -> Span:
    """Where tests name what they are played on."""
    return next(
        (entry.board.span for story in stories for entry in story.entries if isinstance(entry, TestOn)),
        NOWHERE,
    )


def _on_board(checked: Checked, shape: BoardShape | None) -> Context:
    """The context of one board: shared spans and texts, its own spaces, problems and changes."""
    spaces, links = names_on(shape)
    return replace(
        checked.context,
        problems=[],
        changes=set(),
        spaces=spaces,
        links=links,
        on_board=True,
        until_rules=list(checked.context.until_rules),
    )
