"""Tables of lines over outlines: the same both ways where that may be, kept by what they are made of."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from support.drawn import ROOF, YARD, Table, high, negated
from tilewright.host import cache
from tilewright.runtime.geometry import line_cache
from tilewright.runtime.geometry.lattice import Lattice
from tilewright.runtime.geometry.polygon_sight import Polygons

CLIFF = {
    "line": ["edge", "edge"],
    "blocks": [{"kind": "region", "where": {"op": "and", "a": high("it"), "b": negated(high("from"))}}],
}
NEVER = {"line": ["edge", "edge"], "never": [{"op": "and", "a": high("from"), "b": high("to")}]}
TEXT = "AABBC\nADDEC\nFFDEG\nHFIIG"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    return tmp_path / "kept"


def table(relation: Any, text: str = TEXT, raised: str = "B D I") -> Table:
    found = Table(text, of="region", sight=relation)
    found.high = {found.number(name) for name in raised.split()}
    return found


def answers(found: Table) -> list[tuple[bool, str, int]]:
    names = found.names
    return [
        (found.related("sight", a, b), found.crossed("sight", a, b), found.length("sight", a, b))
        for a in names
        for b in names
    ]


@pytest.mark.parametrize("relation", [YARD, ROOF, CLIFF, NEVER])
def test_a_table_is_found_again_and_says_the_same(
    relation: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = answers(table(relation))
    first = table(relation)
    first.geometry.prepare("sight")
    assert answers(first) == expected and len(list(folder.glob("lines-*"))) == 1
    monkeypatch.setattr(Polygons, "lines", None)  # nothing is searched any more but the way back
    again = table(relation)
    again.geometry.prepare("sight")
    related = [found[0] for found in expected]
    assert [again.related("sight", a, b) for a in again.names for b in again.names] == related
    lengths = [found[2] for found in expected]
    assert [again.length("sight", a, b) for a in again.names for b in again.names] == lengths


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("relation", [YARD, ROOF, CLIFF, NEVER])
def test_what_holds_both_ways_is_what_each_way_says_alone(relation: Any, seed: int) -> None:
    chance = random.Random(seed)
    text = "\n".join("".join(row) for row in spread(chance, 6, 5))
    raised = " ".join(name for name in sorted(set(text) - {"\n"}) if chance.random() < 0.4)
    together = table(relation, text, raised)
    together.geometry.prepare("sight")
    for a in together.names:
        for b in together.names:
            alone = table(relation, text, raised)
            assert together.related("sight", a, b) == alone.related("sight", a, b)
            assert together.length("sight", a, b) == alone.length("sight", a, b)


def spread(chance: random.Random, width: int, height: int) -> list[list[str]]:
    """A drawing of regions that grew from a few cells until nothing was free."""
    rows = [["."] * width for _ in range(height)]
    cells = [(x, y) for y in range(height) for x in range(width)]
    for name, (x, y) in zip("ABCDEFG", chance.sample(cells, 7), strict=True):
        rows[y][x] = name
    while any("." in row for row in rows):
        x, y = chance.choice(cells)
        dx, dy = chance.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        if rows[y][x] != "." and 0 <= x + dx < width and 0 <= y + dy < height and rows[y + dy][x + dx] == ".":
            rows[y + dy][x + dx] = rows[y][x]
    return rows


DAMAGE = (
    b"",
    b"{}",
    b"[1]",
    b"[[0, 99, null]]",
    b'[[0, 1, ["x"]]]',
    b"[[0, 1, 2]]",
    b"\xff",
    b"[[0, 1, [true]]]",
)


@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_table_is_made_anew(damage: bytes, sealed: bool, folder: Path) -> None:
    first = table(YARD)
    first.geometry.prepare("sight")
    (path,) = folder.glob("lines-*")
    whole = path.read_bytes()
    path.write_bytes(cache.entry(path.stem, damage) if sealed else damage)
    again = table(YARD)
    again.geometry.prepare("sight")
    assert answers(again) == answers(first) and path.read_bytes() == whole


def test_a_table_belongs_to_its_board_and_relation() -> None:
    one = table(YARD)
    assert line_cache.key(one.program, "sight") == line_cache.key(table(YARD).program, "sight")
    assert line_cache.key(one.program, "sight") != line_cache.key(table(ROOF).program, "sight")
    assert line_cache.key(one.program, "sight") != line_cache.key(table(YARD, "AB\nCD", "").program, "sight")
    titled = {**one.program, "texts": {"x": "Another title"}}
    assert line_cache.key(titled, "sight") == line_cache.key(one.program, "sight")


def test_what_may_change_is_not_kept(folder: Path) -> None:
    table({"line": ["edge", "edge"], "blocks": [{"kind": "figure"}]}).geometry.prepare("sight")
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_done_without(folder: Path) -> None:
    folder.write_text("in the way")
    found = table(YARD)
    found.geometry.prepare("sight")
    assert answers(found) == answers(table(YARD))


# ------------------------------------------------------------------ over squares

HALL = """
    +-+-+-+-+-+
    |. .|. . .|
    + + + + + +
    |. . .|. .|
    + + + + + +
    |. . . . .|
    +-+-+-+-+-+
"""
SEEN = {"line": ["any_point", "any_point"], "blocks": [{"kind": "wall"}, {"kind": "figure"}]}


def hall() -> Table:
    found = Table(HALL, sight=SEEN)
    found.figures = {found.number(name) for name in ("b2", "d3")}
    found.geometry.recall("sight")
    return found


def test_what_pairs_of_squares_need_is_found_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = hall()
    expected = answers(first)
    first.geometry.keep()
    (path,) = folder.glob("masks-*")
    whole = path.read_bytes()
    monkeypatch.setattr(Lattice, "lines", None)  # no line is searched any more
    again = hall()
    found = [again.related("sight", a, b) for a in again.names for b in again.names]
    assert found == [related for related, _, _ in expected] and {*found} == {True, False}
    path.unlink()
    again.geometry.keep()
    assert not path.exists(), "nothing was found that was not known"
    path.write_bytes(whole)


@pytest.mark.parametrize(
    "damage",
    [
        *(b"", b"{}", b"[1]", b'[[0, 99, ["0"]]]', b'[[0, 1, ["x"]]]', b"[[0, 1, 2]]", b"\xff"),
        *(b"[[0, 1, [1]]]", b'[[0, 1, ["-1"]]]', b'[[0, true, ["0"]]]'),
        b'[[0, 1, ["1' + b"0" * 999 + b'"]]]',
    ],
)
@pytest.mark.parametrize("sealed", [True, False])
def test_damaged_masks_are_found_anew(damage: bytes, sealed: bool, folder: Path) -> None:
    first = hall()
    expected = answers(first)
    first.geometry.keep()
    (path,) = folder.glob("masks-*")
    whole = path.read_bytes()
    path.write_bytes(cache.entry(path.stem, damage) if sealed else damage)
    again = hall()
    assert answers(again) == expected
    again.geometry.keep()
    assert path.read_bytes() == whole
