"""Lines of sight between squares: small drawings and who sees whom."""

from __future__ import annotations

import random
from typing import Any

import pytest

from support import sampled
from support.drawn import Table, high, is_open, negated
from support.sampled import sees
from tilewright.runtime.geometry import Geometry

SIGHT: dict[str, Any] = {
    "line": ["any_point", "any_point"],
    "blocks": [{"kind": "wall"}, {"kind": "door", "where": negated(is_open())}, {"kind": "figure"}],
}
STRICT = {
    **SIGHT,
    "blocks": [*SIGHT["blocks"], {"kind": "wall", "corner": True}, {"kind": "figure", "corner": True}],
}
EDGES = {**SIGHT, "line": ["edge", "edge"]}
CENTRES = {**SIGHT, "line": ["centre", "centre"]}

OPEN = """
    +-+-+-+-+-+
    |. . . . .|
    + + + + + +
    |. . . . .|
    + + + + + +
    |. . . . .|
    +-+-+-+-+-+
"""
CORRIDOR = """
    +-+-+-+-+-+-+
    |. . .D. . .|
    +-+-+-+-+-+-+
"""
PILLAR = """
    +-+-+-+
    |. . .|
    + +-+ +
    |.| |.|
    + +-+ +
    |. . .|
    +-+-+-+
"""
CROSS = """
    +-+-+-+-+
    |. .|. .|
    +-+ + +-+
    |. . . .|
    + + +-+ +
    |. .|. .|
    +-+-+-+-+
"""


def table(drawing: str) -> Table:
    return Table(drawing, sight=SIGHT, strict=STRICT, edges=EDGES, centres=CENTRES)


def seen(t: Table, relation: str, start: str) -> str:
    return " ".join(sorted(name for name in t.names if name != start and t.related(relation, start, name)))


def doors(t: Table) -> range:
    return range(*t.program["kinds"]["door"]["range"])


@pytest.mark.parametrize(
    ("drawing", "figures", "start", "unseen"),
    [
        (OPEN, "", "a1", ""),
        (OPEN, "b1", "a1", "c1 d1 e1"),  # nobody sees past a figure in the same row, in the open neither
        (OPEN, "b2", "a1", "c3"),
        (OPEN, "b1 b2", "a1", "c1 d1 e1 c2 d2 e2 d3 e3 c3"),
        (PILLAR, "", "a1", "c3"),
        (PILLAR, "", "b1", "b3"),
        (PILLAR, "a2", "a1", "a3 b3 c3"),
        (CORRIDOR, "", "a1", "d1 e1 f1"),
        (CORRIDOR, "b1", "a1", "c1 d1 e1 f1"),
    ],
)
def test_who_is_not_seen(drawing: str, figures: str, start: str, unseen: str) -> None:
    t = table(drawing).put(*figures.split())
    assert sorted({*t.names} - {start, *seen(t, "sight", start).split()}) == sorted(unseen.split())


def test_a_door_in_the_middle_of_the_line() -> None:
    t = table(CORRIDOR)
    assert not t.related("sight", "a1", "f1")
    t.open.update(doors(t))
    assert t.related("sight", "a1", "f1")
    t.put("e1")
    assert not t.related("sight", "a1", "f1")
    assert t.related("sight", "a1", "e1"), "whoever is looked at does not stand in the way"


def test_between_two_figures_only_past_ones_own_corner() -> None:
    t = table(OPEN).put("b1", "a2")
    assert t.related("sight", "a1", "b2"), "the line leaves through the corner of a1"
    assert t.related("sight", "a1", "c3"), "and goes on"
    assert t.related("sight", "e3", "a1") and not t.related("edges", "e3", "a1"), "and comes back"
    assert not t.related("edges", "a1", "b2"), "lines through inner points of edges only"
    assert not t.related("strict", "a1", "b2"), "what blocks at corners closes this one"
    t.put("c1", "b2")
    assert not t.related("sight", "a1", "d2"), "their corner belongs neither to a1 nor to d2"


def test_between_a_figure_and_a_wall() -> None:
    t = table("""
        +-+-+-+
        |. . .|
        +-+ + +
        |. . .|
        +-+-+-+
    """).put("b1")
    assert t.related("sight", "a1", "b2")
    assert not t.related("strict", "a1", "b2")


def test_two_walls_close_a_corner() -> None:
    inside = table("+-+-+\n|.|.|\n+-+ +\n|. .|\n+-+-+")
    assert seen(inside, "sight", "a1") == ""
    across = table("+-+-+\n|.|.|\n+ + +\n|.|.|\n+-+-+")
    assert seen(across, "sight", "a1") == "a2"
    steps = table("+-+-+\n|.|.|\n+ +-+\n|. .|\n+-+-+")
    assert seen(steps, "sight", "a1") == "a2 b2"


def test_past_the_ends_of_walls() -> None:
    t = table(CROSS)
    assert seen(t, "sight", "a1") == "b1 b2 b3 c2 d2 d3"
    assert seen(t, "sight", "b1") == "a1 a2 a3 b2 b3 c2 d2 d3"


def test_nothing_is_seen_over_a_hole() -> None:
    t = table("+-+ +-+\n|.| |.|\n+ +-+ +\n|. . .|\n+-+-+-+")
    assert seen(t, "sight", "a1") == "a2 b2 c2"


def test_everybody_sees_the_own_square() -> None:
    t = table(PILLAR).put("a1")
    assert t.related("sight", "a1", "a1")
    assert t.length("sight", "a1", "a1") == 1


def test_centre_to_centre_is_one_line() -> None:
    t = table(OPEN).put("b1")
    assert not t.related("centres", "a1", "e3") and t.related("sight", "a1", "e3")
    assert t.related("centres", "a2", "c3") and t.related("centres", "a2", "e1")
    assert t.related("centres", "a1", "b2"), "it passes through the corner, not through the figure's square"
    wall = table("+-+-+\n|.|.|\n+ + +\n|. .|\n+-+-+")
    assert wall.related("centres", "a1", "b2"), "one way round the corner is free"
    assert not table("+-+-+\n|.|.|\n+ +-+\n|.|.|\n+-+-+").related("centres", "a1", "b2")


def test_crossed_squares_and_length() -> None:
    t = table(OPEN)
    assert t.crossed("edges", "a1", "d1") == "b1 c1"
    assert t.length("edges", "a1", "d1") == 3
    assert t.length("edges", "a1", "b2") == 2
    assert t.length("sight", "a1", "b2") == 1, "exactly through the corner nothing is crossed"
    assert t.crossed("centres", "a1", "c3") == "b2"
    t.put("b1", "a2", "b2")
    assert t.length("sight", "a1", "c3") == 1_000_000


def test_within_a_distance() -> None:
    near = {**EDGES, "within": {"op": "number", "value": 2}}
    t = Table(OPEN, near=near)
    assert seen(t, "near", "a1") == "a2 a3 b1 b2 c1"


def drawing(rng: random.Random, width: int, height: int, walls: float) -> str:
    """A board with walls at random."""
    rows = []
    for y in range(height):
        rows.append(
            "+" + "".join(("-" if y == 0 or rng.random() < walls else " ") + "+" for _ in range(width))
        )
        ends = ("|" if x == width - 1 or rng.random() < walls else " " for x in range(width))
        rows.append("|" + "".join("." + end for end in ends))
    return "\n".join([*rows, "+" + "-+" * width])


@pytest.mark.parametrize("seed", range(4))
def test_exact_lines_agree_with_many_tried_ones(seed: int) -> None:
    rng = random.Random(seed)
    t = table(drawing(rng, 4, 4, 0.25))
    figures = rng.sample(t.names, 2)
    t.put(*figures)
    places = {str(space.name): (int(space.at[0]), int(space.at[1])) for space in t.shape.spaces}
    walls = [link.line for link in t.shape.links if link.line]
    standing = [places[name] for name in figures]
    for a in t.names:
        for b in t.names[t.names.index(a) + 1 :]:
            tried = sees(places[a], places[b], standing, walls)  # type: ignore[arg-type]
            assert t.related("edges", a, b) == tried, f"{a} {b}, figures on {figures}, {t.shape.links}"


@pytest.mark.parametrize("seed", range(6))
def test_sight_is_mutual(seed: int) -> None:
    rng = random.Random(seed)
    t = table(drawing(rng, 6, 5, 0.2))
    t.put(*rng.sample(t.names, 5))
    for relation in ("sight", "strict", "edges", "centres"):
        pairs = {(a, b) for a in t.names for b in t.names if t.related(relation, a, b)}
        assert pairs == {(b, a) for a, b in pairs}, relation
    for a in t.names:
        for b in t.names:
            assert t.length("sight", a, b) == t.length("sight", b, a)
            assert t.related("strict", a, b) <= t.related("sight", a, b)
            assert t.related("edges", a, b) <= t.related("sight", a, b)


@pytest.mark.parametrize("seed", range(3))
def test_every_line_says_what_may_block_it(seed: int) -> None:
    rng = random.Random(seed)
    t = table(drawing(rng, 5, 4, 0.2))
    t.put(*rng.sample(t.names, 4))
    blocking = {*t.figures, *range(*t.program["kinds"]["wall"]["range"])}
    for relation in ("sight", "edges", "centres"):
        for a in range(len(t.names)):
            for b in range(len(t.names)):
                lines = t.geometry.lines(relation, a, b)
                free = [line for line in lines if not blocking & {*line.spaces, *line.links}]
                assert bool(free) == t.related(relation, t.names[a], t.names[b])
                if free:
                    length = min(len(line.crossed) for line in free) + 1
                    assert length == t.length(relation, t.names[a], t.names[b])


ALWAYS = {"op": "number", "value": 1}
GRAZING: dict[str, Any] = {
    "any": {**SIGHT, "borders": ALWAYS},
    "leaving": {**SIGHT, "borders": ALWAYS, "corners": "from"},
    "coming": {**SIGHT, "borders": ALWAYS, "corners": "to"},
    "edge": {**EDGES, "borders": ALWAYS},
}
OWN = {"any": (True, True), "leaving": (True, False), "coming": (False, True), "edge": (False, False)}


@pytest.mark.parametrize("seed", range(4))
def test_lines_past_borders_are_those_beside_which_a_way_leads(seed: int) -> None:
    rng = random.Random(seed)
    width, height = ((4, 4), (5, 3), (6, 2), (3, 5))[seed % 4]
    plain = {f"{name} plain": {**declared, "borders": None} for name, declared in GRAZING.items()}
    relations: dict[str, Any] = {**GRAZING, **plain}
    t = Table(drawing(rng, width, height, rng.choice((0, 0.1, 0.25))), **relations)
    standing = rng.sample(t.names, rng.randint(2, 5))
    t.put(*standing)
    places = {str(space.name): (int(space.at[0]), int(space.at[1])) for space in t.shape.spaces}
    walls = {frozenset(places[side] for side in link.sides) for link in t.shape.links}
    for name, own in OWN.items():
        for a in t.names:
            for b in {*t.names} - {a}:
                ends = {places[a], places[b]}
                free = {places[one] for one in t.names if one not in standing} | ends
                tried = t.related(f"{name} plain", a, b) or any(
                    sampled.grazes(p, q, places[a], places[b], free, walls, own)
                    for p, q in sampled.through_corners(places[a], places[b], width, height)
                )
                assert t.related(name, a, b) == tried, (name, a, b, standing, walls)


@pytest.mark.parametrize("seed", range(8))
def test_lines_past_borders_are_the_same_over_outlines(seed: int) -> None:
    rng = random.Random(seed)
    width, height = ((4, 3), (3, 4), (2, 6), (6, 2))[seed % 4]
    t = Table(drawing(rng, width, height, rng.choice((0.1, 0.25, 0.4))), **GRAZING)
    letter = {name: chr(ord("A") + number) for number, name in enumerate(t.names)}
    at = {(int(space.at[0]), int(space.at[1])): letter[str(space.name)] for space in t.shape.spaces}
    # Twice as large: these are no unit squares, so another search finds the lines.
    drawn = [f"  {''.join(at[x, y] * 2 for x in range(width))}" for y in range(height) for _ in range(2)]
    walls = [f"  | wall | {letter[link.sides[0]]} | {letter[link.sides[1]]} |" for link in t.shape.links]
    outlines = "\n".join(["drawing:", *drawn, "links:", "  | link | from | to |", *walls])
    regions = Table(outlines, of="region", **GRAZING)
    standing = rng.sample(t.names, 3)
    t.put(*standing)
    regions.put(*(letter[name] for name in standing))
    for name in GRAZING:
        for a in t.names:
            for b in {*t.names} - {a}:
                other = regions.related(name, letter[a], letter[b])
                assert t.related(name, a, b) == other, (name, a, b, standing, walls)


@pytest.mark.parametrize(
    ("upper", "lower", "standing", "open_"),
    [
        (". . . . .", ". . . . .", "c2", True),
        (". .|. . .", ". . . . .", "c2", False),  # a wall on the one side, a figure on the other
        (". . .|. .", ". . . . .", "c2", False),
        (". . . .|.", ". . . . .", "c2", True),  # it has come back before the wall
        (". . . . .", ". . .|. .", "", True),
        (". .|. . .", ". . .|. .", "", True),  # it changes sides between two walls
        (". .|. . .", ". .|. . .", "", False),
    ],
)
def test_between_walls_and_figures_along_a_border(upper: str, lower: str, standing: str, open_: bool) -> None:
    rows = ["+-+-+-+-+-+", f"|{upper}|", "+ + + + + +", f"|{lower}|", "+-+-+-+-+-+"]
    upright = ["".join(column).translate(str.maketrans("-|", "|-")) for column in zip(*rows, strict=True)]
    level = Table("\n".join(rows), **GRAZING).put(*standing.split())
    turned = Table("\n".join(upright), **GRAZING).put(*("b3" for _ in standing.split()))
    assert level.related("edge", "a2", "e2") == level.related("edge", "e2", "a2") == open_
    assert turned.related("edge", "b1", "b5") == turned.related("edge", "b5", "b1") == open_


def test_along_the_border_of_who_stands_there() -> None:
    t = Table(OPEN, **GRAZING, strict={**STRICT, "borders": ALWAYS}).put("c2")
    assert t.related("edge", "a2", "e2")
    assert t.crossed("edge", "a2", "e2") == "b2 c2 d2", "it counts for the squares on the side of its start"
    assert not t.related("strict", "a2", "e2"), "what blocks at corners is touched there"
    t.put("c2", "c1", "d3")
    assert not t.related("edge", "a2", "e2"), "it would have to change sides between two who stand there"
    t.put("c2", "c1", "e3")
    assert t.related("edge", "a2", "e2")
    t.put("b1", "a2")
    assert t.related("leaving", "a1", "b2") and not t.related("edge", "a1", "b2")


def test_a_door_along_the_line_parts_its_sides_while_it_is_closed() -> None:
    t = Table(
        """
        +-+-+-+-+-+
        |. . . . .|
        + + +D+ + +
        |. . . . .|
        +-+-+-+-+-+
        """,
        **GRAZING,
    ).put("b2", "d1")
    assert not t.related("edge", "a2", "e2")
    t.open.update(doors(t))
    assert t.related("edge", "a2", "e2"), "it changes sides in the doorway"


def test_of_two_links_on_one_edge_each_is_asked_what_is_said_of_it() -> None:
    """Only the program of a stranger has such: a drawing has one sign for an edge."""
    shut = {"op": "and", "a": negated(is_open()), "b": negated(high("from"))}
    blocks = [{"kind": "door", "where": shut}, {"kind": "wall", "where": high("from")}]
    t = Table(CORRIDOR, sight={"line": ["any_point", "any_point"], "blocks": blocks})
    (door,) = doors(t)
    t.program["board"]["links"].append(t.program["board"]["links"][door - len(t.names)])
    t.program["kinds"]["wall"]["range"] = [door + 1, door + 2]
    t.geometry = Geometry(t.program, t.evaluate)
    assert not t.related("sight", "a1", "e1"), "the door is shut"
    t.open.add(door)
    assert t.related("sight", "a1", "e1")
    t.high.add(t.number("a1"))
    t.geometry = Geometry(t.program, t.evaluate)
    assert not t.related("sight", "a1", "e1") and t.related("sight", "e1", "a1"), (
        "nobody looks down over the wall"
    )
