"""What was painted of a board outlasts its editor, saved or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.packages import write
from tilewright.cli.board_sketch_view import BoardSketch, drawing_board
from tilewright.dsl.packages.package import read_package
from tilewright.schemas.wording import Sentence

RULES = """\
system lamps:
  players: 1
  begins: rest
kind walker_kind is figure
walker_kind walker
square has:
  lit: yes/no
board yard of square "The yard":
  drawing:
    +-+-+
    |. l|
    +-+-+
  signs:
    | sign | means    |
    | l    | lit: yes |
mission dusk:
  board: yard
  setup:
    move walker to a1
to rest: win
"""
MANIFEST = 'id: lamps\ntitle: Lamps\nversion: 1.0.0\nengine: ">=0.1"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_STATE", str(tmp_path / "state"))
    return write(tmp_path / "lamps", {"package.yaml": MANIFEST, "rules.wright": RULES})


def opened(folder: Path) -> BoardSketch:
    package, _ = read_package(folder)
    assert package is not None
    return drawing_board(package, "yard")


def test_edits_that_were_not_saved_are_there_in_the_next_editor(folder: Path) -> None:
    first = opened(folder)
    assert first.greeting is None and first.cell((0, 0), "l") is None and first.cell((1, 0), ".") is None
    edited, steps = dict(first.sketch.texts), len(first.sketch.past)
    assert first.undo() is None

    second = opened(folder)
    assert second.greeting == Sentence("engine/edit_taken_up") and second.dirty()
    assert second.redo() is None and second.sketch.texts == edited and len(second.sketch.past) == steps
    assert second.save().key == "engine/edit_written"

    third = opened(folder)
    assert third.greeting is None and not third.dirty()
    assert third.undo() is None and third.undo() is None, "what was saved can still be taken back"
    assert third.dirty() and third.undo() is not None


def test_edits_of_other_texts_are_kept_beside(folder: Path) -> None:
    first = opened(folder)
    assert first.cell((0, 0), "l") is None
    ((shown, _),) = first.sketch.changed().items()
    file = first.package.places[shown]
    file.write_text(file.read_text() + "\n# Somebody else was here.\n")

    second = opened(folder)
    assert second.greeting is not None and second.greeting.key == "engine/edit_kept_other"
    assert not second.dirty() and not second.sketch.past
    kept = Path(*second.greeting.parts)
    assert "|l l|" in kept.read_text()
    assert opened(folder).greeting is None


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{}",
        b"[1, 2",
        b'{"format":"tilewright/edits/1","texts":[],"saved":{"x":3},"now":{},"past":[],"future":[]}',
    ],
)
def test_damaged_edits_change_nothing(folder: Path, damage: bytes) -> None:
    first = opened(folder)
    assert first.cell((0, 0), "l") is None
    (file,) = (folder.parent / "state" / "edits").iterdir()
    file.write_bytes(damage)
    second = opened(folder)
    assert not second.dirty() and not second.sketch.past
    assert second.cell((0, 0), "l") is None


def test_an_editor_that_cannot_keep_its_edits_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.parent / "full").write_text("no folder")
    monkeypatch.setenv("TILEWRIGHT_STATE", str(folder.parent / "full"))
    board = opened(folder)
    assert board.cell((0, 0), "l") is None and board.view()["trouble"].key == "engine/edit_not_kept"
