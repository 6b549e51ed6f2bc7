"""Titles of spaces: where a table gives them, and what becomes of them on the board of a mission."""

from __future__ import annotations

import textwrap

from support.drawn import Words, board, read
from tilewright.dsl import nodes
from tilewright.dsl.boards import BoardShape, Placement, compose, read_sides
from tilewright.dsl.reading.parse import parse
from tilewright.dsl.source import Source, Word


def titles(shape: BoardShape) -> dict[str, str]:
    return {str(space.name): str(space.title) for space in shape.spaces if space.title}


def sides_of(text: str) -> dict[str, BoardShape]:
    parsed, problems = parse((Source("test.wright", "content for tests\n\n" + textwrap.dedent(text)),))
    assert not problems, problems
    (thing,) = (one.node for one in parsed[1:] if isinstance(one.node, nodes.Thing))
    found, wrong = read_sides(thing, Words())
    assert not wrong, wrong
    return found


def test_rooms_have_titles_by_table() -> None:
    shape = board(
        """
        spaces:
          | room  | title          |
          | north | The north quay |
          | east  | "East, or so"  |
          | south |                |
        """,
        of="room",
    )
    assert titles(shape) == {"north": "The north quay", "east": "East, or so"}
    assert [space.title_key for space in shape.spaces] == [
        "board/tested/north/title",
        "board/tested/east/title",
        "",
    ]


def test_regions_have_titles_whether_drawn_or_not() -> None:
    spaces = """
          | region | sign | outline         | title     |
          | moor   | A    |                 | The moor  |
          | fen    |      | 4,0 5,0 5,1 4,1 | The fen   |
          | heath  | B    |                 |           |
    """
    shape = board(f"drawing:\n  AAB\nspaces:\n{textwrap.indent(textwrap.dedent(spaces), '  ')}", of="region")
    assert titles(shape) == {"moor": "The moor", "fen": "The fen"}


def test_squares_and_hexes_have_titles_beside_their_signs() -> None:
    spaces = "spaces:\n  | {} | title | high |\n  | b1 | Mill | yes |\n"
    square = board("drawing:\n  +-+-+\n  |. .|\n  +-+-+\n" + spaces.format("square"))
    assert titles(square) == {"b1": "Mill"} and square.space("b1").values == {"high": "yes"}
    assert titles(board("drawing:\n  .   .\n" + spaces.format("hex"), of="hex")) == {"b1": "Mill"}


def test_a_kind_with_a_property_of_that_name_keeps_it(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(Words, "has_property", lambda self, kind, name: name == "title")
    shape = board("spaces:\n  | room | title |\n  | hall | 3 |\n", of="room")
    assert titles(shape) == {} and shape.space("hall").values == {"title": "3"}


def test_each_side_of_a_board_has_titles_of_its_own() -> None:
    found = sides_of(
        """
        board inn of room:
          side: day
          spaces:
            | room | title    |
            | hall | The hall |
          side: night
          spaces:
            | room | title         |
            | hall | The dark hall |
        """
    )
    assert [(one.title, one.title_key) for shape in found.values() for one in shape.spaces] == [
        ("The hall", "board/inn/day/hall/title"),
        ("The dark hall", "board/inn/night/hall/title"),
    ]


def test_a_title_goes_with_its_square_into_a_layout() -> None:
    found = sides_of(
        """
        board lab of square:
          drawing:
            +-+-+
            |. .|
            +-+-+
          spaces:
            | square | title |
            | b1     | Mill  |
        """
    )
    laid, problems = compose({"lab": found}, [Placement(Word("lab")), Placement(Word("lab"), at=(2, 0))])
    assert not problems and laid is not None
    assert titles(laid) == {"b1": "Mill", "d1": "Mill"}
    assert {space.title_key for space in laid.spaces if space.title} == {"board/lab/b1/title"}


def test_neither_signs_nor_links_give_titles() -> None:
    _, problems = read("drawing:\n  +-+\n  |T|\n  +-+\nsigns:\n  | sign | means |\n  | T | title: Mill |\n")
    assert "a table `spaces:` with the columns `square` and `title`" in problems[0].help
    rooms = "spaces:\n  | room |\n  | a |\n  | b |\n"
    _, problems = read(rooms + "links:\n  | link | from | to | title |\n  | door | a | b | X |\n", of="room")
    assert 'a link is called as its kind is: `kind door "…" is link`' in problems[0].help
