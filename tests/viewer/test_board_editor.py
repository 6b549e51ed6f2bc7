"""The board editor at a table that nobody sees: each brush under the mouse, and what the sources become."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.tables import GAMES
from support.unseen import Unseen
from tilewright.cli.board_sketch_view import BoardSketch, boards_of, drawing_board
from tilewright.dsl.packages.package import read_package
from tilewright.viewer.app.sittings import OF_TABLES
from tilewright.viewer.authoring import palette_panel
from tilewright.viewer.authoring.editor import BoardEditorPlugin, board_sitting
from tilewright.viewer.menus.pausing import PausePlugin
from tilewright.viewer.panels.layout import hit_at
from tilewright.viewer.panels.vocabulary import EditorButton, OpenGroup, Surface, TakeBrush, TakeLine

OpenEditor = Callable[..., Unseen]


@pytest.fixture
def editor(opened_table: Callable[..., Unseen], tmp_path: Path) -> OpenEditor:
    """Opens the editor of a board of a small game, on a copy of it."""

    def opened(game: str, name: str | None = None) -> Unseen:
        if not (tmp_path / game).exists():
            shutil.copytree(GAMES / game, tmp_path / game)
        package, problems = read_package(tmp_path / game)
        assert package is not None, problems
        board = drawing_board(package, name)
        sitting = board_sitting(board)
        return opened_table(sitting.session, *OF_TABLES, *sitting.plugins)

    return opened


def board(table: Unseen) -> BoardSketch:
    made = table.plugin(BoardEditorPlugin).board
    assert isinstance(made, BoardSketch)
    return made


def take(table: Unseen, sort: str, sign: str = "") -> None:
    """Take a brush of the palette with the mouse."""
    brushes = board(table).brushes()
    number = next(n for n, one in enumerate(brushes) if (one.sort, one.sign) == (sort, sign))
    table.click(OpenGroup(palette_panel.SORTS[sort]))
    table.click(TakeBrush(number))


def spaces(table: Unseen) -> dict[str, Any]:
    return {one["name"]: one for one in table.app.view["board"]["spaces"]}


def links(table: Unseen) -> list[tuple[str, ...]]:
    return [(one["kind"], *one["sides"]) for one in table.app.view["board"]["links"]]


def with_value(table: Unseen, name: str, value: object) -> set[str]:
    return {one for one, space in spaces(table).items() if space["values"].get(name) == value}


def test_no_column_of_a_board_lies_under_the_palette(editor: OpenEditor) -> None:
    table = editor("derelict", "west")
    for key in ("home", "shift-home"):
        table.keys(key)
        table.until(lambda: table.app.rig.way is None)
        for floor in table.app.scene.floors:
            at = [table.at(x, y) for x, y in floor.outline]
            assert all(hit_at(table.app.placed, one, table.app.size) is None for one in at), (
                key,
                floor.space,
            )


def test_squares_are_painted_under_the_mouse_once_each_and_taken_back_as_one(editor: OpenEditor) -> None:
    table = editor("derelict", "west")
    assert not table.said, "the editor asks for no look that the table does not have"
    take(table, "cell", "h")
    painted = {"a5", "b5", "c5", "d5"}
    table.drag(table.space("a5"), table.space("b5"), table.space("d5"))
    assert painted < with_value(table, "striped", True) and board(table).dirty()
    assert ">SAVE<" in table.panel("palette")
    table.keys("control-z")
    assert not painted & with_value(table, "striped", True) and ">SAVED<" in table.panel("palette")
    table.keys("control-y")
    assert painted < with_value(table, "striped", True)


def test_an_area_is_filled_and_opposite_squares_are_painted_too(editor: OpenEditor) -> None:
    table = editor("derelict", "west")
    take(table, "cell", "c")
    before = with_value(table, "clutter", "crate")
    table.keys("s")
    table.click(table.space("d4"))
    assert len(with_value(table, "clutter", "crate") - before) == 2
    table.keys("control-z")
    table.click(EditorButton.SYMMETRIC)
    table.click(EditorButton.FILL)
    table.click(table.space("d4"))
    assert len(with_value(table, "clutter", "crate")) > 8
    table.keys("f")
    assert not table.plugin(BoardEditorPlugin).filling


def test_an_edge_under_the_mouse_becomes_a_wall(editor: OpenEditor) -> None:
    table = editor("derelict", "west")
    take(table, "edge", "-")
    (x, y), (u, v) = table.space("d4"), table.space("e4")
    table.click(((x + u) / 2, (y + v) / 2))
    assert ("wall", "d4", "e4") in links(table)


def test_a_new_sign_is_painted_with_at_once_or_not_at_all(editor: OpenEditor) -> None:
    table = editor("derelict", "west")
    take(table, "sign", "clutter: none_at_all")
    table.click(table.space("d4"))
    taken = board(table).brushes()[table.plugin(BoardEditorPlugin).chosen]
    assert (taken.sort, taken.words) == ("cell", "clutter: none_at_all")
    assert spaces(table)["d4"]["values"]["clutter"] == "none_at_all"
    table.keys("control-z")
    assert "clutter" not in spaces(table)["d4"]["values"] and not board(table).dirty(), "one step"


def test_tiles_are_pulled_turned_put_and_taken_away(editor: OpenEditor) -> None:
    table = editor("derelict")

    def west() -> list[tuple[Any, int]]:
        return [(one.at, one.turns) for one in board(table).sketch.placements() if one.board == "west"]

    for sort, sign in (("tile", "west"), ("turn", "")):
        take(table, sort, sign)
        table.drag(table.space("a1"), table.space("b2"))
        assert west() == [((1, 1), 0)]
        assert "covers squares of" in table.panel("trouble")
        table.keys("control-z")
        assert west() == [((0, 0), 0)] and not table.panel("trouble")
    take(table, "turn")
    table.click(table.space("a1"))
    assert west() == [((0, 0), 1)]
    table.keys("control-z")
    take(table, "take")
    table.click(table.space("a1"))
    assert not west()
    table.click(table.at(0.5, 3.5))
    assert table.said == "There is no tile."
    take(table, "tile", "west")
    table.click(table.at(0.5, 3.5))
    assert west() == [((0, -4), 0)]


def test_a_sign_is_given_only_where_there_is_a_board(editor: OpenEditor) -> None:
    table = editor("derelict")
    take(table, "sign", "clutter: none_at_all")
    table.drag(table.at(0.5, 3.5), table.at(1.5, 3.5))
    assert table.said and not board(table).dirty()


def test_things_are_put_on_spaces_and_taken_away(editor: OpenEditor) -> None:
    table = editor("derelict")

    def at(place: str) -> list[str]:
        return [one["name"] for one in table.app.view["things"] if one["place"] == place]

    take(table, "thing", "sentry")
    table.click(table.space("b2"))
    assert at("b2") == ["okonjo", "sentry"]
    table.click(OpenGroup("things"))
    table.keys("page_down")
    brushes = board(table).brushes()
    table.click(TakeBrush(next(n for n, one in enumerate(brushes) if (one.sort, one.sign) == ("thing", ""))))
    table.click(table.space("b2"))
    assert at("b2") == ["okonjo"]


def test_rooms_are_pulled_joined_dropped_and_given_values(editor: OpenEditor) -> None:
    table = editor("ship", "deck")
    at = spaces(table)["lab"]["at"]
    take(table, "room")
    table.drag(table.space("lab"), table.at(9.5, -2.5))
    assert spaces(table)["lab"]["at"] != at
    names = set(spaces(table))
    table.click(table.at(16.0, -3.0))
    assert len(set(spaces(table)) - names) == 1
    take(table, "link", "corridor")
    table.drag(table.space("store"), table.space("garden"))
    assert ("corridor", "store", "garden") in links(table)
    take(table, "value", "surface: wood")
    table.click(table.space("store"))
    assert spaces(table)["store"]["values"]["surface"] == "wood"
    take(table, "drop")
    table.click(table.space("store"))
    assert "store" not in spaces(table)


def test_a_region_grows_from_where_the_stroke_began_and_a_new_one_begins(editor: OpenEditor) -> None:
    table = editor("town", "town")
    take(table, "grow")
    table.click(table.at(-1.5, 1.5))
    assert table.said == "Begin the stroke on the region that is to grow."
    before = spaces(table)["a"]["outline"]
    table.drag(table.at(2.5, -0.5), table.at(4.5, -0.5))
    assert spaces(table)["a"]["outline"] != before
    names = set(spaces(table))
    take(table, "region")
    table.drag(table.at(0.5, -5.5), table.at(1.5, -5.5))
    (new,) = set(spaces(table)) - names
    xs = [x for x, _ in spaces(table)[new]["outline"]]
    assert max(xs) - min(xs) == 2, "the stroke goes on with it"


def test_a_stroke_that_ends_in_the_sky_does_nothing(editor: OpenEditor) -> None:
    table = editor("derelict")
    take(table, "take")
    table.app.rig.aim(replace(table.app.camera, elevation=3.0))
    table.drag(table.space("b2"), (900, 40))
    assert not board(table).dirty()


def test_brushes_have_digits_and_pages(editor: OpenEditor) -> None:
    table = editor("derelict")
    plugin = table.plugin(BoardEditorPlugin)
    table.keys("2", "9", "0")
    assert plugin.chosen == palette_panel.groups(board(table).brushes())["spaces"][1], "no brush has 9"
    table.click(OpenGroup("things"))
    things = palette_panel.groups(board(table).brushes())["things"]
    table.keys("page_down", "1")
    assert plugin.chosen == things[plugin.first] and plugin.first > 0
    table.keys("page_up")
    assert plugin.first == 0
    table.click(Surface.EDITOR)
    table.keys("x", "shift-s")
    assert not board(table).dirty() and not board(table).symmetric()


def test_the_board_is_saved(editor: OpenEditor, tmp_path: Path) -> None:
    file = tmp_path / "derelict" / "game.wright"
    table = editor("derelict", "west")
    before = file.read_text()
    table.keys("control-s")
    assert table.said == "Nothing has changed."
    take(table, "cell", "h")
    table.click(table.space("d4"))
    table.click(EditorButton.SAVE)
    assert table.said == "Written: game.wright." and file.read_text() != before
    assert table.app.session.answer("player.1", [1]) == "Nothing is asked here."


def test_the_editor_is_left_by_its_menu_but_not_with_unsaved_edits_at_once(editor: OpenEditor) -> None:
    table = editor("derelict", "west")
    take(table, "cell", "h")
    table.click(table.space("d4"))
    table.keys("f1", "escape")
    assert not table.panel("menu"), "Esc closes what lies over the board first"
    table.keys("escape")
    assert "Quit" in table.panel("menu")
    leave = TakeLine([line.title for line, _ in table.plugin(PausePlugin).choices()].index("Quit"))
    table.click(leave)
    assert table.said.startswith("The last edits are not saved") and table.app.running
    table.keys("escape")
    assert not table.panel("menu"), "they can go on"
    table.keys("escape", "control-s")
    assert table.said == "Written: game.wright.", "saved under the menu as well"
    table.click(leave)
    assert not table.app.running


def test_a_board_with_several_sides_is_offered_once(tmp_path: Path) -> None:
    shutil.copytree(GAMES / "derelict", tmp_path / "derelict")
    file = tmp_path / "derelict" / "sides.wright"
    drawing = "  drawing:\n    +---+\n    | . |\n    +---+\n"
    file.write_text(f"content for derelict\n\nboard tile:\n  side: front\n{drawing}  side: back\n{drawing}")
    package, problems = read_package(tmp_path / "derelict")
    assert package is not None, problems
    assert boards_of(package).count("tile") == 1


def test_what_an_editor_did_not_save_is_there_next_time(editor: OpenEditor) -> None:
    first = editor("derelict", "west")
    take(first, "cell", "h")
    first.click(first.space("d4"))
    again = editor("derelict", "west")
    assert spaces(again)["d4"]["values"]["striped"] and again.said


def test_the_editor_lies_on_a_table_of_its_own(opened_table: Callable[..., Unseen]) -> None:
    package, _ = read_package(GAMES / "ship")
    assert package is not None
    sitting = board_sitting(drawing_board(package, "deck"))
    assert "BOARD EDITOR" in opened_table(sitting.session, *sitting.plugins).panel("palette")
