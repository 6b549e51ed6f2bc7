"""A board or mission under the editor: every edit shows in the shape that is compiled, and can be undone."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from support.packages import write
from tilewright.dsl.editing.edit import CannotEdit
from tilewright.dsl.editing.sketch import Sketch, sketch
from tilewright.dsl.packages.package import read_package

MANIFEST = 'id: yards\ntitle: Yards\nversion: 1.0.0\nengine: ">=0.1"\n'
RULES = """\
system yards:
  players: 1
  begins: rest

square has:
  start: yes/no
link has:
  shut: yes/no
kind door is link
kind lamp is token
lamp red "Red":
  copies: 2
to rest: done

board yard of square:
  drawing:
    +---+---+---+
    | s   .   . |
    +   +   +-D-+
    | .   . |
    +---+---+
  signs:
    | sign | means      |
    | s    | start: yes |
    | D    | door       |

board strip of square:
  drawing:
    +---+---+
      .   . |
    +---+---+

mission one "One":
  layout:
    | board | at   |
    | yard  | 0, 0 |
    | strip | 3, 0 |
  setup:
    move red.1 to a1
"""


@pytest.fixture
def open_sketch(tmp_path: Path) -> object:
    package, _ = read_package(write(tmp_path / "yards", {"package.yaml": MANIFEST, "rules.wright": RULES}))
    assert package is not None
    return lambda name: sketch(package, name)


def spaces(made: Sketch) -> dict[str, tuple[Any, str]]:
    shape, problems = made.shape()
    assert shape is not None and not problems, problems
    return {str(one.name): (one.at, one.tile) for one in shape.spaces}


def marked(made: Sketch) -> list[str]:
    shape, _ = made.shape()
    assert shape is not None
    return sorted(str(one.name) for one in shape.spaces if one.values.get("start") == "yes")


def text(made: Sketch) -> str:
    return next(iter(made.texts.values()))


def test_squares_and_edges_of_a_board(open_sketch) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("yard")
    assert len(spaces(made)) == 5 and marked(made) == ["a1"]
    made.step(lambda: made.paint((1, 1), "s"))
    assert marked(made) == ["a1", "b2"]
    made.step(lambda: made.paint_edge((1, 0), True, "D"))
    shape = made.shape()[0]
    assert ("a1", "b1") in [link.sides for link in shape.links if link.kind == "door"]
    made.step(lambda: made.paint((2, 1), "."))
    assert len(spaces(made)) == 6
    for _ in range(3):
        made.undo()
    assert text(made) == RULES and not made.changed()
    for _ in range(3):
        made.redo()
    assert len(spaces(made)) == 6 and made.changed()
    with pytest.raises(CannotEdit):
        made.redo()


def test_painting_opposite_and_filling(open_sketch) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("yard")
    made.symmetric = True
    made.step(lambda: made.paint((0, 1), "s"))
    assert marked(made) == ["a1", "a2", "c1"], "c1 lies opposite of a2"
    made.undo()
    made.symmetric = False
    made.step(lambda: made.fill((1, 0), "s"))
    assert marked(made) == ["a1", "a2", "b1", "b2", "c1"]
    made.undo()
    assert text(made) == RULES


def test_a_board_grows_where_it_is_painted(open_sketch) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("yard")
    made.step(lambda: made.paint((3, 0), "s"))
    assert "d1" in marked(made)


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_tile_is_painted_where_it_is_clicked(open_sketch, turns: int) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("one")
    made.step(lambda: made.move_tile(1, (4, 3)))
    made.step(lambda: made.turn_tile(0, turns))
    for name, (at, tile) in spaces(made).items():
        if tile != "yard" or name in marked(made):
            continue
        made.step(lambda at=at: made.paint(at, "s"))
        assert name in marked(made), f"{name} after {turns} turns"
        made.undo()


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_edge_is_painted_where_it_is_clicked(open_sketch, turns: int) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("one")
    made.step(lambda: made.move_tile(1, (4, 3)))
    made.step(lambda: made.turn_tile(0, turns))
    places = {at: name for name, (at, tile) in spaces(made).items() if tile == "yard"}
    for (x, y), name in places.items():
        for upright, other in ((True, (x - 1, y)), (False, (x, y - 1))):
            if other not in places:
                continue
            made.step(lambda x=x, y=y, upright=upright: made.paint_edge((x, y), upright, "D"))
            doors = [set(link.sides) for link in made.shape()[0].links if link.kind == "door"]
            assert {name, places[other]} in doors
            made.undo()


def test_tiles_of_a_layout(open_sketch) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("one")
    assert made.tile_at((4, 0)) == 1 and made.tile_at((9, 9)) is None
    made.step(lambda: made.turn_tile(1))
    assert "| strip | 3, 0 | right  |" in text(made) and "| board | at   | turned |" in text(made)
    made.step(lambda: made.place_tile("strip", (0, 3)))
    assert "| strip | 0, 3 |        |" in text(made) and len(made.placements()) == 3
    made.step(lambda: made.take_tile(1))
    assert [str(one.board) for one in made.placements()] == ["yard", "strip"]
    for _ in range(3):
        made.undo()
    assert text(made) == RULES


def test_things_and_links(open_sketch) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("one")
    assert made.things() == {"red.1": "a1"}
    made.step(lambda: made.place_thing("red.2", "b2"))
    made.step(lambda: made.place_thing("red.1", "c1"))
    assert made.things() == {"red.1": "c1", "red.2": "b2"}
    made.step(lambda: made.take_thing("red.1"))
    assert made.things() == {"red.2": "b2"}
    board = open_sketch("yard")
    board.step(lambda: board.link("door", "a1", "c1"))
    assert ("a1", "c1") in [link.sides for link in board.shape()[0].links]
    board.step(lambda: board.link("door", "a1", "c1"))
    assert ("a1", "c1") not in [link.sides for link in board.shape()[0].links]


def test_what_cannot_be_changes_nothing(open_sketch) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("one")
    for change in (
        lambda: made.take_tile(7),
        lambda: made.paint((40, 40), "s"),
        lambda: made.take_thing("nobody"),
        lambda: made.link("door", "a1", "b1"),
        lambda: made.paint((0, 0), "ssss"),
    ):
        with pytest.raises(CannotEdit):
            made.step(change)
    assert text(made) == RULES and not made.past


def test_the_palette_has_what_can_be_painted(open_sketch) -> None:  # type: ignore[no-untyped-def]
    sorts = {(one.sort, one.sign) for one in open_sketch("one").brushes()}
    assert {("cell", "s"), ("edge", "D"), ("edge", "-"), ("tile", "strip"), ("thing", "red.2")} <= sorts
    assert ("link", "door") in {(one.sort, one.sign) for one in open_sketch("yard").brushes()}


def test_what_no_board_says_of_its_spaces_is_not_painted(open_other) -> None:  # type: ignore[no-untyped-def]
    """What is worked out from other values, or internal."""
    values = {one.sign for one in open_other("downs").brushes() if one.sort == "value"}
    assert values == {"wet: yes", "ground: rough", "ground: smooth", *(f"worth: {n}" for n in range(4))}


def test_a_mission_on_one_board_is_edited_as_that_board(tmp_path: Path) -> None:
    missions = 'mission two "Two":\n  board: strip\nmission three "Three":\n  text: "Anywhere."\n'
    files = {"package.yaml": MANIFEST, "rules.wright": RULES + missions}
    package, _ = read_package(write(tmp_path / "yards", files))
    assert package is not None
    made = sketch(package, "two")
    made.step(lambda: made.link("door", "a1", "b1"))
    strip = "      .   . |\n    +---+---+\n"
    table = "  links:\n    | link | from | to |\n    | door | a1   | b1 |\n"
    assert text(made) == (RULES + missions).replace(strip, strip + table)
    with pytest.raises(CannotEdit, match="three names no board"):
        sketch(package, "three").link("door", "a1", "b1")
    alone = RULES[: RULES.index("board strip")] + missions.replace("  board: strip\n", '  text: "Here."\n')
    package, _ = read_package(write(tmp_path / "alone", {"package.yaml": MANIFEST, "rules.wright": alone}))
    assert package is not None
    assert [one.board for one in sketch(package, "three").placements()] == ["yard"]


OTHERS = """\
system plans:
  players: 1
  begins: rest

kind field is region
field has:
  wet: yes/no
  ground: one of rough, smooth
  worth: number 0 to 3
  trodden: yes/no, internal
  bare = not this.wet
kind room_kind is room
kind path is link
to rest: done

board downs of field:   # drawn
  drawing:
    a1 a1 b1
    a1 .  b1
  spaces:
    | field | wet |
    | b1    | yes |
  links:
    | link | from | to |
    | path | a1   | b1 |

board patch of field:
  shape: regions
  drawing:
    AAB
    A.B

board house of room:
  spaces:
    | room   | at   |
    | hall   | 0, 0 |   # where all begins
    | cellar | 2, 1 |
  links:
    | link | between | and    |
    | path | hall    | cellar |

board shapes of field:
  spaces:
    | field | outline         |
    | west  | 0,0 2,0 0,2     |
    | east  | 3,0 5,0 5,2 3,2 |
"""


@pytest.fixture
def open_other(tmp_path: Path) -> object:
    package, _ = read_package(write(tmp_path / "plans", {"package.yaml": MANIFEST, "rules.wright": OTHERS}))
    assert package is not None
    return lambda name: sketch(package, name)


def changed_lines(made: Sketch) -> list[str]:
    before, now = OTHERS.splitlines(), text(made).splitlines()
    return [line for line in difflib.ndiff(before, now) if line[:2] in ("- ", "+ ")]


def cells(made: Sketch, name: str) -> int:
    """How large a space is, in cells."""
    shape = made.shape()[0]
    assert shape is not None
    outline = next(one.outline for one in shape.spaces if str(one.name) == name)
    sides = zip(outline, outline[1:] + outline[:1], strict=True)
    return abs(round(sum(a[0] * b[1] - b[0] * a[1] for a, b in sides) / 2))


def test_a_region_grows_shrinks_and_a_new_one_begins(open_other) -> None:  # type: ignore[no-untyped-def]
    made = open_other("downs")
    assert made.form() == "region" and set(spaces(made)) == {"a1", "b1"}
    made.step(lambda: made.grow((1, 1), "a1"))
    assert cells(made, "a1") == 4 and changed_lines(made) == ["-     a1 .  b1", "+     a1 a1 b1"]
    made.step(lambda: made.grow((3, 2), "b1"))
    made.undo()
    made.step(lambda: made.grow((2, 2), "b1"))
    assert cells(made, "b1") == 3 and "    .     b1\n" in text(made), "the drawing has grown by a line"
    made.step(lambda: made.grow((3, 0), ""))
    assert set(spaces(made)) == {"a1", "b1", "b2"} and "    a1 a1 b1 b2\n" in text(made)
    made.step(lambda: made.paint((0, 1), ""))
    assert cells(made, "a1") == 3
    while made.past:
        made.undo()
    assert text(made) == OTHERS


def test_a_region_of_letters_side_by_side(open_other) -> None:  # type: ignore[no-untyped-def]
    made = open_other("patch")
    made.step(lambda: made.grow((1, 1), "B"))
    assert cells(made, "B") == 3 and changed_lines(made) == ["-     A.B", "+     ABB"]
    made.step(lambda: made.grow((3, 1), ""))
    assert len(spaces(made)) == 3
    made.step(lambda: made.drop_space("A"))
    assert "A" not in spaces(made)


def test_regions_and_rooms_have_values(open_other) -> None:  # type: ignore[no-untyped-def]
    made = open_other("downs")
    brushes = [one.sign for one in made.brushes() if one.sort == "value"]
    assert brushes == ["wet: yes", "ground: rough", "ground: smooth", *(f"worth: {n}" for n in range(4))]

    def values(name: str) -> dict[str, str]:
        shape = made.shape()[0]
        found = next(one.values for one in shape.spaces if str(one.name) == name)
        return {key: str(value) for key, value in found.items()}

    made.step(lambda: made.set_value("a1", "wet: yes"))
    assert values("a1") == {"wet": "yes"} and changed_lines(made) == ["+     | a1    | yes |"]
    made.step(lambda: made.set_value("b1", "ground: rough"))
    assert values("b1") == {"wet": "yes", "ground": "rough"}
    made.step(lambda: made.set_value("b1", "wet: yes"))
    assert values("b1") == {"ground": "rough"}
    other = open_other("patch")
    other.step(lambda: other.set_value("A", "worth: 2"))
    assert "  spaces:\n    | field | worth |\n    | A     | 2     |\n" in text(other)
    assert not other.shape()[1]


def test_rooms_come_move_and_go(open_other) -> None:  # type: ignore[no-untyped-def]
    made = open_other("house")
    made.step(lambda: made.move_space("hall", (0.5, -1)))
    assert changed_lines(made) == [
        "-     | hall   | 0, 0 |   # where all begins",
        "+     | hall   | 0.5, -1 |   # where all begins",
    ]
    made.undo()
    made.step(lambda: made.new_room((4, 3)))
    assert changed_lines(made) == ["+     | room_1 | 4, 3 |"]
    made.step(lambda: made.link("path", "room_1", "hall"))
    made.step(lambda: made.drop_space("hall"))
    assert set(spaces(made)) == {"cellar", "room_1"} and not made.shape()[0].links
    while made.past:
        made.undo()
    assert text(made) == OTHERS


def test_outlines_are_moved(open_other) -> None:  # type: ignore[no-untyped-def]
    made = open_other("shapes")
    made.step(lambda: made.move_space("west", (1, 0.5)))
    assert changed_lines(made)[1] == "+     | west  | 1,0.5 3,0.5 1,2.5 |"
    assert not made.shape()[1]


def test_a_meaning_without_a_sign_gets_one(open_sketch) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("strip")
    wanted = {(one.sort, one.sign) for one in made.brushes()}
    assert {("sign", "start: yes"), ("sign", "door")} <= wanted
    signs: list[str] = []

    def stroke() -> None:
        signs.append(made.new_sign((0, 0), "start: yes"))
        made.paint((0, 0), signs[0])

    made.step(stroke)
    assert signs == ["s"] and marked(made) == ["a1"]
    assert "  signs:\n    | sign | means      |\n    | s    | start: yes |\n\nmission" in text(made)
    assert ("cell", "s") in {(one.sort, one.sign) for one in made.brushes()}
    made.undo()
    assert text(made) == RULES
    yard = open_sketch("yard")
    yard.step(lambda: yard.new_sign((0, 0), "door, shut: yes"))
    assert "    | d    | door, shut: yes |\n" in text(yard)


def test_what_a_drawing_has_no_room_for_changes_nothing(open_other) -> None:  # type: ignore[no-untyped-def]
    made = open_other("downs")
    for change in (
        lambda: made.grow((-1, 0), "a1"),
        lambda: made.grow((0, 0), "nowhere"),
        lambda: made.paint((0, 0), "long"),
        lambda: made.paint((0, 0), " "),
        lambda: open_other("shapes").paint((0, 0), "a1"),
        lambda: made.move_space("a1", (1, 0)),
        lambda: open_other("house").step(lambda: open_other("house").grow((0, 0), "hall")),
    ):
        with pytest.raises(CannotEdit):
            made.step(change)
    assert text(made) == OTHERS and not made.past


@pytest.mark.parametrize("name", ["yard", "one"])
def test_an_edge_beside_no_square_is_refused(open_sketch, name: str) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch(name)
    for x, y, upright in product(range(-4, 9), range(-4, 9), (True, False)):
        beside = ((x, y), (x - 1, y) if upright else (x, y - 1))
        if all(made.tile_at(one) is None for one in beside):
            with pytest.raises(CannotEdit, match="no square beside"):
                made.step(lambda x=x, y=y, upright=upright: made.paint_edge((x, y), upright, "D"))
    assert text(made) == RULES


def test_what_an_editor_refuses_is_said_in_a_sentence(open_sketch, open_other) -> None:  # type: ignore[no-untyped-def]
    yard, strip = open_sketch("yard"), open_sketch("one")
    strip.step(lambda: strip.take_tile(1))
    downs, shapes = open_other("downs"), open_other("shapes")
    refused: dict[str, Callable[[], object]] = {
        "no layout": lambda: yard.place_tile("strip", (4, 0)),
        "The last tile stays": lambda: strip.take_tile(0),
        "joins two spaces": lambda: yard.link("door", "a1", "a1"),
        "not in a table": lambda: downs.move_space("b1", (1, 0)),
        "There is no board or mission": lambda: yard.part("moon"),
        "no drawing of squares": lambda: shapes.paint_edge((0, 0), True, "D"),
    }
    for said, change in refused.items():
        with pytest.raises(CannotEdit, match=said):
            change()


def test_an_edge_is_painted_opposite_too(open_sketch) -> None:  # type: ignore[no-untyped-def]
    made = open_sketch("yard")
    made.symmetric = True
    made.step(lambda: made.paint_edge((1, 0), True, "D"))
    changed = changed_lines(made)
    assert len(changed) >= 2, changed
