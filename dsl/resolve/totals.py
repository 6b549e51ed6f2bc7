"""How much there is of a game altogether: things with their copies, what each of them has, and stories.

Every number alone may be within its limit, and their product beyond every computer.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from .. import nodes
from ..boards import read_layout
from ..model import Model
from ..nodes.node import nodes_in
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span

MAX_COPIES_OF_ALL = 20_000
MAX_PLACES = 20_000
MAX_VALUES = 200_000
MAX_LAID_OUT = 100_000
"""Spaces of the boards of all missions, each of which has the whole board to itself."""
MAX_WRITTEN = 300_000
"""Parts of stories that `cases`, `after` and `is as in` have written out once more. What stands there anyway
is counted in words.
"""


def too_many(model: Model) -> Iterator[Diagnostic]:
    """The declarations with which things, places or values are more than may be; one of each sort."""
    copies = ((thing.copies, thing.span) for thing in model.things.values())
    yield from _beyond("copies", MAX_COPIES_OF_ALL, copies)
    many = _how_many(model)
    owners = [(1, model.game), *((many[kind.name], kind.properties) for kind in model.kinds.values())]
    for sort, what, most in (("place", "places", MAX_PLACES), ("stored", "values", MAX_VALUES)):
        had = ((of, one) for of, properties in owners for one in properties.values() if one.sort == sort)
        yield from _beyond(what, most, ((of, one.span) for of, one in had))


def too_many_spaces(model: Model) -> Iterator[Diagnostic]:
    """The mission with which the boards of all missions are too large together."""
    only = next(iter(model.boards.values())) if len(model.boards) == 1 else {}
    laid_out = []
    for name in model.missions():
        thing = model.things[name]
        layout, board = thing.tables.get("layout"), thing.values.get("board")
        if layout is not None:
            sides = [model.boards[one.board][one.side] for one in read_layout(layout, model.boards)[0]]
        else:
            named = board[0].name if board and isinstance(board[0], nodes.Name) else ""
            sides = [*(model.boards.get(named, {}) if named else only).values()][:1]
        laid_out.append((sum(len(shape.spaces) for shape in sides), thing.span))
    yield from _beyond("spaces of missions", MAX_LAID_OUT, laid_out)


def too_much_told(model: Model) -> Iterator[Diagnostic]:
    """The story with which all of them are too much. Then nothing is made of any."""
    stories = {str(story.title): story for story in reversed(model.tests)}
    written: dict[str, int] = {}
    found = list(_beyond("parts of tests", MAX_WRITTEN, _written(model.tests, stories, written)))
    if found:
        model.tests.clear()
    yield from found


def _written(
    tests: Iterable[nodes.Test], stories: Mapping[str, nodes.Test], sizes: dict[str, int]
) -> Iterator[tuple[int, Span]]:
    """How much is written out for every story that writes out more than itself."""
    for story in tests:
        rows, others, again = 1, 0, False
        for entry in story.entries:
            match entry:
                case nodes.TestAfter():
                    again = True
                case nodes.TestCases(rows=lines):
                    rows = max(1, len(lines) - 1)
                case nodes.TestExpect(lines=lines):
                    compared = nodes.ExpectSameView | nodes.ExpectOtherView
                    titles = [str(line.title) for line in lines if isinstance(line, compared)]
                    others += sum(_size(title, stories, sizes) for title in titles)
        if again or others or rows > 1:
            yield rows * (_size(str(story.title), stories, sizes) + others), story.span


def _size(title: str, stories: Mapping[str, nodes.Test], sizes: dict[str, int]) -> int:
    """The parts of a story, with those of all that happens before."""
    before: list[str] = []
    while title in stories and title not in sizes and title not in before:
        before.append(title)
        after = next((one for one in stories[title].entries if isinstance(one, nodes.TestAfter)), None)
        title = "" if after is None else str(after.title)
    size = sizes.get(title, 0)
    for one in reversed(before):
        size = sizes[one] = size + sum(1 for _ in nodes_in(stories[one].entries))
    return size


def _beyond(what: str, most: int, counted: Iterable[tuple[int, Span]]) -> Iterator[Diagnostic]:
    total, told = 0, None
    for number, span in counted:
        total += number
        if total > most and told is None:
            told = span
    if told is not None:
        yield codes.TOO_LARGE.at(told, what="this game", size=f"{total:,} {what}", limit=f"{most:,}")


def _how_many(model: Model) -> Counter[str]:
    """How many there are of every kind; of spaces and links, as many as the board with the most has."""
    many: Counter[str] = Counter(player=model.players[1])
    for name, thing in model.things.items():
        many[name] += thing.copies
    drawn: Counter[str] = Counter()
    for sides in model.boards.values():
        for shape in sides.values():
            spaces = Counter(space.kind for space in shape.spaces)
            drawn |= spaces + Counter(link.kind for link in shape.links)
    many += drawn
    total: Counter[str] = Counter()
    for name, number in many.items():
        for kind in model.ancestors(name):
            total[kind] += number
    return total
