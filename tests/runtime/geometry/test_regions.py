"""Lines over patches and polygons: what they cross, who is seen, how far."""

from __future__ import annotations

import random
from typing import Any

import pytest

from support import sampled
from support.drawn import ROOF, YARD, Table, board, high, is_open, negated, program
from tilewright.runtime.geometry import Geometry

GUARDED = {"line": ["edge", "edge"], "blocks": [{"kind": "figure"}]}
ALWAYS = {"op": "number", "value": 1}
NOT_HERE = {"op": "number", "value": 0}
CENTRES = {"line": ["centre", "centre"], "blocks": [{"kind": "figure"}]}


def table(text: str, raised: str = "") -> Table:
    t = Table(text, of="region", yard=YARD, roof=ROOF, guarded=GUARDED, centres=CENTRES)
    t.high = {t.number(name) for name in raised.split()}
    return t


@pytest.mark.parametrize(
    ("text", "raised", "a", "b", "crossed"),
    [
        ("ABCD", "", "A", "D", "B C"),
        ("ABCD", "C", "A", "D", None),
        ("ABCD", "A D", "A", "D", "B C"),  # one can look out of and into what blocks
        ("AB\nCD", "B", "A", "D", "C"),  # not exactly through the corner
        ("AB\nCD", "B C", "A", "D", None),  # nor between two that meet in a corner
        ("ABBC\nADDC", "", "A", "C", "B"),
        ("AABBB\nACCCB\nACDDB", "", "A", "D", "C"),
        ("AABBB\nACCCB\nACDDB", "C", "A", "D", None),
        ("AAB\nACB\nDCB", "", "D", "B", "C"),
        ("AAAB\nAXXB\nAXXB\nAAAB", "X", "A", "B", ""),
        ("CAAAB\nCAXAB\nCAAAB", "X", "C", "B", "A"),  # a ring is crossed around its hole
        ("CAAAB\nCAXAB\nCAAAB", "A", "C", "B", None),
        ("A.B", "", "A", "B", None),  # nothing is seen over nothing
        ("ACCB\nA..B", "", "A", "B", "C"),
    ],
)
def test_crossed_spaces(text: str, raised: str, a: str, b: str, crossed: str | None) -> None:
    t = table(text, raised)
    assert t.related("yard", a, b) == t.related("yard", b, a) == (crossed is not None)
    if crossed is not None:
        assert t.crossed("yard", a, b) == crossed
        assert t.crossed("yard", b, a).split() == crossed.split()[::-1]
        assert t.length("yard", a, b) == len(crossed.split()) + 1


def test_of_two_ways_one_may_close() -> None:
    t = table("AACCE\nABBBE")
    assert t.crossed("guarded", "A", "E") in ("B", "C")
    first = t.crossed("guarded", "A", "E")
    t.put(first)
    assert t.crossed("guarded", "A", "E") == ({"B", "C"} - {first}).pop()
    t.put("B", "C")
    assert t.length("guarded", "A", "E") == 1_000_000


def test_a_test_may_look_at_all_that_is_crossed() -> None:
    t = table("ABCDE", "A B C")
    assert t.related("roof", "A", "C"), "under one roof"
    assert not t.related("roof", "A", "D") and not t.related("roof", "E", "B")
    assert t.related("roof", "D", "C"), "out of the yard into what lies beside it"
    t = table("ABCDE", "A B D E")
    assert not t.related("roof", "A", "D"), "the yard between is under no roof"
    assert t.related("roof", "B", "D"), "yards do not block"


@pytest.mark.parametrize(
    ("text", "standing", "a", "b", "slipping", "otherwise"),
    [
        ("AB\nCD", "B", "A", "D", "", "C"),  # two that touch only in a corner
        ("AB\nCD", "B C", "A", "D", "", None),
        ("ABC\nDEF\nGHI", "B D F H", "A", "I", "E", None),  # through two corners
        ("ABC\nDEF\nGHI", "B D E F H", "A", "I", None, None),
        ("ABBC\nDEFG", "B", "A", "C", "E F", None),  # along a side it is in one of both
        ("ABBC\nDEFG", "B E", "A", "C", None, None),
        ("ABEC\nDFGH", "B G", "A", "C", "F E", None),  # now in the one, now in the other
        ("AAB\nACB\nDCB", "C", "D", "B", "A", None),  # through a corner, to a corner
        ("AAB.\nACCD", "B", "A", "D", "C", "C"),
    ],
)
def test_lines_may_pass_corners(
    text: str, standing: str, a: str, b: str, slipping: str | None, otherwise: str | None
) -> None:
    relations = {"slips": {**GUARDED, "passes": ALWAYS}, "goes": {**GUARDED, "passes": NOT_HERE}}
    t = Table(text, of="region", **relations).put(*standing.split())
    for name, crossed in (("slips", slipping), ("goes", otherwise)):
        for one, other, found in ((a, b, crossed), (b, a, " ".join((crossed or "").split()[::-1]))):
            assert t.related(name, one, other) == (crossed is not None), name
            if crossed is not None:
                assert t.crossed(name, one, other) == found


def test_walls_close_a_corner_that_leave_no_way_round_it() -> None:
    drawn = """
        drawing:
          AB
          CD
        links:
          | link | from | to |
    """
    slips = {"line": ["edge", "edge"], "passes": ALWAYS, "blocks": [{"kind": "wall"}]}
    for walls, open_ in (("AB", True), ("AB AC", False), ("AB BD", True), ("BD CD", False), ("AB CD", False)):
        rows = "".join(f"          | wall | {wall[0]} | {wall[1]} |\n" for wall in walls.split())
        t = Table(drawn.rstrip() + "\n" + rows, of="region", slips=slips)
        assert t.related("slips", "A", "D") == open_, walls


@pytest.mark.parametrize("seed", range(4))
def test_lines_past_corners_are_those_of_many_points(seed: int) -> None:
    rng = random.Random(seed)
    text = grid(rng, 4, 3)
    t = Table(text, of="region", slips={**GUARDED, "passes": ALWAYS})
    places = {name: (x, y) for y, row in enumerate(text.split("\n")) for x, name in enumerate(row)}
    standing = rng.sample(t.names, 5)
    t.put(*standing)
    free = [places[name] for name in t.names if name not in standing]
    for a in t.names:
        for b in t.names:
            least = sampled.least(places[a], places[b], free)
            expected = 1_000_000 if least is None else least + 1
            assert t.length("slips", a, b) == expected, (a, b, standing)


def test_one_line_from_centre_to_centre() -> None:
    t = table("AABB\nAABB\nCCDD\nCCDD")
    assert t.related("centres", "A", "D")
    t.put("B")
    assert t.related("centres", "A", "D"), "through a corner it may pass on either side"
    t.put("B", "C")
    assert not t.related("centres", "A", "D")
    assert t.related("centres", "A", "B")


def test_slanting_outlines() -> None:
    t = table("""
        spaces:
          | region | outline          |
          | a      | 0,0 2,0 0,2      |
          | b      | 2,0 4,0 4,2 0,2  |
          | c      | 4,0 5,1/2 4,2    |
          | d      | 0,2 4,2 2,7/2    |
    """)
    assert t.crossed("yard", "a", "c") == "b"
    assert t.related("yard", "a", "b") and t.length("yard", "a", "b") == 1
    assert t.crossed("yard", "c", "d") == "b"
    t.high = {t.number("b")}
    t = table(
        """
        spaces:
          | region | outline          | high |
          | a      | 0,0 2,0 0,2      |      |
          | b      | 2,0 4,0 4,2 0,2  | yes  |
          | c      | 4,0 5,1/2 4,2    |      |
        """,
        "b",
    )
    assert not t.related("yard", "a", "c")


def test_lines_pass_between_layers_where_a_link_joins_them() -> None:
    text = """
        drawing:
          ABBBC
        drawing:
          .TTT.
    """
    links = """
        links:
          | link   | from | to |
          | ladder | A    | T  |
          | ladder | T    | C  |
    """
    apart = table(text, "B")
    assert not apart.related("yard", "A", "C")
    joined = table(text + links, "B")
    assert joined.crossed("yard", "A", "C") == "T"


def grid(rng: random.Random, width: int, height: int) -> str:
    letters = iter("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return "\n".join("".join(next(letters) for _ in range(width)) for _ in range(height))


@pytest.mark.parametrize("seed", range(4))
def test_both_ways_of_finding_lines_agree(seed: int) -> None:
    """Unit squares as patterns of a lattice, and as polygons cut into triangles."""
    rng = random.Random(seed)
    text = grid(rng, 6, 5)
    lattice, polygons = table(text), table(text)
    vars(polygons.geometry)["_lattice"] = None
    standing = rng.sample(lattice.names, 8)
    lattice.put(*standing)
    polygons.put(*standing)
    for a in lattice.names:
        for b in lattice.names:
            found: Any = lattice.length("guarded", a, b)
            assert found == polygons.length("guarded", a, b), (a, b, standing)


@pytest.mark.parametrize("seed", range(3))
def test_sight_over_patches_is_mutual(seed: int) -> None:
    rng = random.Random(seed)
    cells = [[rng.choice("AB") for _ in range(6)] for _ in range(5)]
    names = iter("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    named: dict[tuple[int, int], str] = {}
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if x and cells[y][x - 1] == cell and rng.random() < 0.8:
                named[x, y] = named[x - 1, y]
            elif y and cells[y - 1][x] == cell and rng.random() < 0.8:
                named[x, y] = named[x, y - 1]
            else:
                named[x, y] = next(names)
    t = table("\n".join("".join(named[x, y] for x in range(6)) for y in range(5)))
    t.high = {*rng.sample(range(len(t.names)), 3)}
    for a in t.names:
        for b in t.names:
            assert t.length("yard", a, b) == t.length("yard", b, a), (a, b)


def test_a_test_that_changes_and_reads_the_way_has_a_feature_for_each() -> None:
    shut = {"op": "and", "a": is_open("it"), "b": negated(high("from"))}
    t = Table(
        "ABC", of="region", sight={"line": ["edge", "edge"], "blocks": [{"kind": "region", "where": shut}]}
    )
    assert {(f.entity, f.start, f.end) for f in t.geometry.features("sight")} == {(1, 0, -1), (1, 2, -1)}
    assert t.related("sight", "A", "C")
    t.open.add(1)
    assert not t.related("sight", "A", "C")
    t.high.add(0)
    assert t.related("sight", "A", "C") and not t.related("sight", "C", "A")


def test_lines_of_two_sorts_of_ends_are_refused() -> None:
    t = Table("AB", of="region", odd={"line": ["centre", "edge"]})
    with pytest.raises(ValueError, match="no lines from centre to edge"):
        t.related("odd", "A", "B")


@pytest.mark.parametrize(("solid", "seen"), [("", "ABDEFGH"), ("D", "ABDEF"), ("AD", "ADF"), ("BD", "ABDF")])
def test_lines_past_borders_run_beside_what_never_opens(solid: str, seen: str) -> None:
    """Between A and D a line from C comes to the corner of B and E, and round it if B is open, too."""
    blocks = [{"kind": "region", "where": high("it")}]
    t = Table(
        "AABB\nCDEE\nFDGH", of="region", past={"line": ["edge", "edge"], "blocks": blocks, "borders": ALWAYS}
    )
    t.high = {t.number(name) for name in solid}
    assert "".join(name for name in t.names if name != "C" and t.related("past", "C", name)) == seen


def test_what_only_the_program_of_a_stranger_has() -> None:
    """An outline that runs the wrong way encloses nothing, and one without corners lies nowhere."""
    shape = board("AAA\nABA\nCCA", "region")
    data = program(shape, {"sight": {"line": ["edge", "edge"], "blocks": []}})
    data["board"]["spaces"][0]["outline"].reverse()
    data["board"]["spaces"][2]["outline"] = []
    geometry = Geometry(data, lambda test, known: 0)
    assert not geometry.related("sight", 0, 1) and not geometry.related("sight", 1, 2)
    assert geometry.direction(1, 2) in range(8)
