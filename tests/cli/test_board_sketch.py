"""The board that an author paints, as the editor's window has it: each edit shows in its view."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.packages import write
from tilewright.cli.board_sketch_view import BoardSketch, drawing_board
from tilewright.dsl.editing.edit import CannotEdit
from tilewright.dsl.packages.package import read_package
from tilewright.host import folders
from tilewright.schemas.wording import Sentence

MANIFEST = 'id: yards\ntitle: Yards\nversion: 1.0.0\nengine: ">=0.1"\n'
RULES = """\
system yards:
  players: 1
  begins: rest
square has:
  start: yes/no
room has:
  lit: yes/no
link has:
  shut: yes/no
kind door is link
kind lamp is token
lamp red "Red":
  copies: 2
to rest: done

board yard of square:
  drawing:
    +---+---+
    | s   . |
    +   +   +
    | .   . |
    +---+---+
  signs:
    | sign | means      |
    | s    | start: yes |

board strip of square:
  drawing:
    +---+
    | . |
    +---+

board house of room:
  spaces:
    | room | at   |
    | hall | 0, 0 |
    | loft | 4, 0 |

mission one "One":
  layout:
    | board | at   |
    | yard  | 0, 0 |
    | strip | 2, 0 |
  setup:
    move red.1 to a1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_STATE", str(tmp_path / "state"))
    return write(tmp_path / "yards", {"package.yaml": MANIFEST, "rules.wright": RULES})


def opened(folder: Path, name: str | None) -> BoardSketch:
    package, problems = read_package(folder)
    assert package is not None and not problems
    return drawing_board(package, name)


def spaces(board: BoardSketch) -> dict[str, list[float]]:
    return {one["name"]: one["at"] for one in board.view()["board"]["spaces"]}


def places(board: BoardSketch) -> dict[str, str]:
    return {one["name"]: one["place"] for one in board.view()["things"] if not one["name"].startswith("sign")}


def links(board: BoardSketch) -> list[Any]:
    return [(one["kind"], one["sides"]) for one in board.view()["board"]["links"] if one["kind"] != "wall"]


def test_the_first_mission_with_a_layout_is_what_is_drawn(folder: Path) -> None:
    board = opened(folder, None)
    assert board.title == "one" and len(spaces(board)) == 5
    (folder / "rules.wright").write_text("system yards:\n  players: 1\nto play: lose\n")
    with pytest.raises(CannotEdit, match="has no board"):
        opened(folder, None)


def test_a_board_of_a_game_that_is_built_on_is_edited_there(folder: Path, tmp_path: Path) -> None:
    uses = MANIFEST.replace("yards", "more") + 'uses: [{id: yards, version: ">=1.0.0"}]\n'
    more = 'content for yards\n\nmission two "Two":\n  board: yard\n'
    home = write(tmp_path / "more", {"package.yaml": uses, "more.wright": more})
    for name in ("yard", "one"):
        with pytest.raises(CannotEdit) as refused:
            opened(home, name)
        assert str(refused.value) == f"`{name}` does not belong to more but is in {folder}. Edit it there."
    assert opened(home, "two").title == "two"


def test_tiles_are_laid_dragged_turned_and_taken(folder: Path) -> None:
    board = opened(folder, "one")
    assert board.tile("strip", (0, 2)) is None and len(spaces(board)) == 6
    assert board.shift((0, 2), (1, 2)) is None
    assert len(spaces(board)) == 6
    assert board.turn((0, 0)) is None
    assert board.take((1, 2)) is None and len(spaces(board)) == 5
    assert board.take((9, 9)) == Sentence("engine/edit_no_tile")
    for _ in range(4):
        assert board.undo() is None
    assert not board.dirty() and board.undo() == Sentence("engine/undo_nothing")


def test_things_are_put_and_taken(folder: Path) -> None:
    board = opened(folder, "one")
    assert places(board) == {"red.1": "a1"}
    assert board.thing("red.2", "b2") is None and places(board) == {"red.1": "a1", "red.2": "b2"}
    assert board.thing("", "a1") is None and places(board) == {"red.2": "b2"}
    assert board.thing("", "a2") is None and places(board) == {"red.2": "b2"}


def test_edges_signs_and_strokes(folder: Path) -> None:
    board = opened(folder, "yard")
    assert not board.symmetric() and board.symmetric(True) and not board.symmetric(False)
    assert board.sign((0, 0), "door") is None
    before = {one.sign for one in opened(folder, "strip").brushes() if one.sort == "edge"}
    (sign,) = {one.sign for one in board.brushes() if one.sort == "edge"} - before
    assert board.edge((1, 0), True, sign) is None and ("door", ["a1", "b1"]) in links(board)
    assert board.cell((1, 0), "s") is None and board.cell((1, 1), "s", joined=True) is None
    assert board.undo() is None, "one stroke is one step"
    assert [one["place"] for one in board.view()["things"]] == ["a1"]


def test_rooms_come_move_are_joined_and_go(folder: Path) -> None:
    board = opened(folder, "house")
    assert board.link("door", "hall", "loft") is None and links(board) == [("door", ["hall", "loft"])]
    assert board.room("loft", (4.0, 0.0), (4.0, 2.2)) is None and spaces(board)["loft"] == [4.0, 2.0]
    assert board.room("", (8.0, 0.0), (8.6, 0.6)) is None and len(spaces(board)) == 3
    assert board.value("hall", "lit: yes") is None
    assert [one["title"] for one in board.view()["things"]] == ["Lit"]
    assert board.drop("loft") is None and links(board) == [] and len(spaces(board)) == 2


def test_what_cannot_be_read_is_said_and_nothing_can_be_painted_with(folder: Path) -> None:
    board = opened(folder, "yard")
    path = next(iter(board.sketch.texts))
    board.sketch.texts[path] = RULES.replace("board yard of square:", "board yard of sqare:").replace(
        "+---+", "+-"
    )
    assert board.view()["trouble"] and isinstance(board.brushes(), list)
    board.sketch.texts[path] = ""
    assert board.view()["trouble"] == Sentence("engine/edit_no_declaration")
    assert board.view()["board"]["spaces"] == [] and board.brushes() == []


def test_edits_that_cannot_be_kept_are_said(folder: Path, tmp_path: Path) -> None:
    board = opened(folder, "yard")
    (tmp_path / "state").write_text("a file, where a folder should be")
    assert board.cell((1, 1), "s") is None
    assert board.view()["trouble"].key == "engine/edit_not_kept"


def test_without_a_folder_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "of_user", lambda sort: None)
    board = opened(folder, "yard")
    assert board.cell((1, 1), "s") is None and board.view()["trouble"] == ""
