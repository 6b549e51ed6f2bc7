"""Damaged saves and recordings: a sentence says what is wrong, and the open game stays as it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.scenarios import begun
from support.tiny import tiny
from tilewright.dsl.translations.catalogue import engine_texts
from tilewright.dsl.translations.engine_catalogue import engine_catalogue
from tilewright.dsl.translations.translate import translated
from tilewright.runtime.game import BadSave, Game
from tilewright.runtime.history.replay import document, play
from tilewright.runtime.history.save import checksum, parse
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.load import problems

PROGRAM = tiny()
SAVED: dict[str, Any] = json.loads(json.dumps(begun("tiny", 14).save()))
RECORDED: dict[str, Any] = json.loads(json.dumps(document(begun("tiny", 14))))

Path_ = tuple[Any, ...]
WRONG = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-3, 30),
    st.floats(allow_nan=False),
    st.text(max_size=8),
    st.sampled_from(["player.1", "player.9", "chance", "table", "", "rest", "tilewright/save/1"]),
    st.lists(st.integers(-2, 20), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def fields(tree: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The way to every field of a document, the inner ones too."""
    for key in tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ():
        yield (*path, key)
        yield from fields(tree[key], (*path, key))


def changed(tree: Any, path: Path_, value: Any) -> Any:
    """The same document with another value in one field."""
    found = copy.deepcopy(tree)
    node = found
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return found


def without(tree: Any, path: Path_) -> Any:
    found = copy.deepcopy(tree)
    node = found
    for key in path[:-1]:
        node = node[key]
    del node[path[-1]]
    return found


SAVE_FIELDS, REPLAY_FIELDS = list(fields(SAVED)), list(fields(RECORDED))
many = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def is_refused_or_the_same(saved: Any) -> None:
    try:
        game = Game.load(PROGRAM, saved)
    except BadSave as error:
        assert str(error).endswith(".") and "\n" not in str(error)  # noqa: PT017 (refused or sound: either is right)
    else:
        assert game.state.to_json() == {k: v for k, v in SAVED["snapshot"].items() if k != "checksum"}


@many
@given(st.sampled_from(SAVE_FIELDS), WRONG, st.booleans())
def test_a_save_with_another_value_anywhere(path: Path_, value: Any, forged: bool) -> None:
    saved = changed(SAVED, path, value)
    if forged and isinstance(saved.get("snapshot"), dict):
        saved["snapshot"]["checksum"] = checksum(saved)
    is_refused_or_the_same(saved)


@pytest.mark.parametrize("path", [path for path in SAVE_FIELDS if len(path) < 3], ids=str)
def test_a_save_without_a_field(path: Path_) -> None:
    with pytest.raises(BadSave):
        Game.load(PROGRAM, without(SAVED, path))


@many
@given(st.integers(0, len(json.dumps(SAVED)) - 1))
def test_a_save_cut_short(length: int) -> None:
    with pytest.raises(BadSave, match="cannot be read"):
        parse(json.dumps(SAVED)[:length])


@many
@given(st.sampled_from(REPLAY_FIELDS), WRONG)
def test_a_recording_with_another_value_anywhere(path: Path_, value: Any) -> None:
    recording = changed(RECORDED, path, value)
    if problems("replay", recording):
        return
    try:
        game = Game.start(PROGRAM, recording["seed"], recording["players"])
    except ValueError as error:
        assert "players" in str(error)  # noqa: PT017 (refused or sound: either is right)
        return
    played = play(game, recording["answers"])
    assert played.diverged is None or str(played.diverged).startswith("At answer ")
    assert played.game.over is not None or played.game.question() is not None


@pytest.mark.parametrize("sort", ["move", "set", "draw", "given", "show", "nonsense"])
@pytest.mark.parametrize("words", [[], ["x"], ["x", "y"], ["x", "y", "z"]])
def test_a_change_by_hand_that_makes_no_sense_stops_a_recording(sort: str, words: list[str]) -> None:
    answer = {"seat": "table", "at": sort, "chosen": words}
    played = play(Game.start(PROGRAM, 1, 3), [answer])
    assert played.diverged is not None and played.diverged.answer == 1


# ------------------------------------------------------------------ files


@pytest.fixture
def session() -> TableSession:
    return TableSession(begun("tiny", 5), ["player.1"])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01\x02",
        b"\xff\xfe{}",
        b"[" * 200_000,
        b'{"format": "tilewright/save/1"',
        b'{"format": "tilewright/replay/1"}',
        b'{"format": NaN}',
        b"9" * 10_000,
        json.dumps({**SAVED, "players": 99}).encode(),
        json.dumps({**SAVED, "seed": 99}).encode(),
    ],
    ids=range(10),
)
def test_what_cannot_be_loaded_leaves_the_open_game_alone(
    session: TableSession, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "old.json"
    path.write_bytes(content)
    before, view = session.game.digest(), session.view(None)
    said = session.load(path)
    assert said is not None and said.startswith("old.json: ") and "Traceback" not in said
    assert session.game.digest() == before and session.view(None) == view
    session.game.answer(0)


def test_what_is_no_file_is_named(session: TableSession, tmp_path: Path) -> None:
    before = session.game.digest()
    assert "nowhere.json" in str(session.load(tmp_path / "nowhere.json"))
    assert tmp_path.name in str(session.load(tmp_path))
    assert session.game.digest() == before


def test_a_save_of_another_program_says_whose_it_is(session: TableSession, tmp_path: Path) -> None:
    other = tiny(rounds=7)
    path = tmp_path / "other.json"
    path.write_text(json.dumps(Game.start(other, 1, 3).save()))
    assert "another version of tiny" in str(session.load(path))
    other = tiny(rounds=7)  # the one before is known to the engine, as it is
    other["game"]["name"] = "large"
    path.write_text(json.dumps(Game.start(other, 1, 3).save()))
    assert "This is a save of large, not of tiny" in str(session.load(path))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("cs", ("Tohle není uložená hra.", "kontrolní součet nesouhlasí", "jiné verzi tiny")),
        ("fr", ("Ce n’est pas une partie", "somme de contrôle est fausse", "d’une autre version de tiny")),
    ],
)
def test_why_a_save_is_refused_is_said_as_the_table_speaks(
    tmp_path: Path, language: str, said: tuple[str, ...]
) -> None:
    sentences = translated(engine_catalogue(language), engine_texts(), language)
    spoken: Any = {**PROGRAM, "language": {"code": language, "of": "0", "sentences": sentences}}
    session = TableSession(Game.start(spoken, 1, 3), ["player.1"])
    damaged = {**SAVED, "program": session.game.save()["program"]}
    other = Game.start(tiny(rounds=7), 1, 3).save()
    for refused, words in zip(({}, damaged, other), said, strict=True):
        path = tmp_path / "old.json"
        path.write_text(json.dumps(refused))
        assert words in str(session.load(path))
