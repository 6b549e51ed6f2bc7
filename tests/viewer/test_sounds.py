"""Sounds of a game: what is heard when; without a device, off, or broken, the table goes on."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from support import tables
from support.fake_session import FakeSession
from support.unseen import Unseen
from tilewright.schemas import looks
from tilewright.viewer.app import sounds
from tilewright.viewer.app.sounds import Sounds
from tilewright.viewer.common import art
from tilewright.viewer.making import tones
from tilewright.viewer.staging import happening, hearing
from tilewright.viewer.staging.hearing import ambience, to_hear

EXAMPLE = Path(__file__).parents[2] / "scenarios/learn/7_own_art/art"


@pytest.fixture
def played() -> Iterator[Sounds]:
    made = Sounds()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    art.use({f"town/{name}.ogg": EXAMPLE / f"{name}.ogg" for name in ("steps", "match")})
    yield
    art.use({})


def view(lamp: str = "", walker: str = "town/steps.ogg") -> dict[str, Any]:
    return {
        "things": [
            {"handle": "#1", "name": "ada", "look": {"sound": walker}},
            {"handle": "#2", "name": "lamp", "look": {"sound": lamp} if lamp else {}},
        ],
        "board": {"spaces": [{"name": "a1", "look": {"sound": "town/match.ogg"}}], "links": [{"name": "d"}]},
    }


def line(sort: str, thing: str, **more: Any) -> Any:
    return {"sort": sort, "data": {"thing": thing, **more}, "things": [thing] if sort == "say" else []}


def names(refs: list[str]) -> list[str]:
    return [ref.partition("/")[2].partition(".")[0] for ref in refs]


def test_what_moves_is_spoken_of_or_changes_is_heard_once() -> None:
    still = view()
    assert to_hear(still, still, [line("set", "#1"), line("verb", "#1")]) == []
    assert names(to_hear(still, still, [line("move", "#1"), line("say", "#1")])) == ["steps"]
    assert names(to_hear(still, still, [line("move", "#2", more=[{"thing": "#1"}])])[1:]) == ["steps"]
    lit = view("town/match.ogg")
    assert names(to_hear(still, lit, [])) == ["match"] and to_hear(lit, still, []) == []
    assert to_hear({}, lit, []) == [], "what was not in sight before is not heard"
    spoken: Any = {"sort": "say", "spaces": ["a1"], "things": ["#1"]}
    assert names(to_hear(still, lit, [spoken])) == ["steps", "match"]
    assert to_hear({}, {}, [spoken]) == []
    assert to_hear(still, view(walker="town/gone.ogg"), [line("move", "#1")]) == []


FIGURE = {"name": "x", "kinds": ["figure"]}


def seen(archetype: str, weapon: str = "none", **more: Any) -> dict[str, Any]:
    look = {"archetype": archetype, "weapon": weapon, **more}
    things = [{"handle": "#1", **FIGURE, "look": look}, {"handle": "#2", **FIGURE, "look": {}}]
    cards = [{"handle": "#3", "name": "card", "kinds": ["card"], "look": {}}]
    door = {"name": "d", "kind": "door", "sides": ["a1", "b1"], "look": {}, "values": {"open": False}}
    return {"things": things + cards, "board": {"spaces": [], "links": [door]}}


def said(look: str, *about: str) -> Any:
    return {"sort": "say", "things": [*about], "spaces": [], "data": {"look": look, "by": [*about[:-1]]}}


@pytest.mark.parametrize(
    ("now", "told", "heard"),
    [
        (seen("trooper"), line("move", "#1"), ["steps"]),
        (seen("beast"), line("move", "#1"), ["paws"]),
        (seen("giant"), line("move", "#1"), ["stomp"]),
        (seen("token"), line("move", "#1"), ["piece"]),
        (seen("trooper", sound="paws"), line("move", "#1"), ["paws"]),
        (seen("trooper", sound="none"), line("move", "#1"), []),
        (seen("trooper"), line("move", "#3"), ["card"]),
        (seen("trooper"), line("move", "what nobody sees"), []),
        (seen("trooper", "rifle"), said("hit", "#1", "#2"), ["shot"]),
        (seen("trooper", "heavy"), said("miss", "#1", "#2"), ["burst"]),
        (seen("turret"), said("hit", "#1", "#2"), ["burst"]),
        (seen("beast"), said("hit", "#1", "#2"), ["strike"]),
        (seen("trooper", "rifle"), said("hit", "#2"), ["strike"]),
        (seen("trooper"), said("death", "#1"), ["fall"]),
        (seen("trooper"), {"sort": "roll"}, ["dice"]),
        (seen("trooper"), {"sort": "shuffle"}, ["shuffle"]),
        (seen("trooper"), {"sort": "end"}, ["end"]),
    ],
)
def test_what_happens_has_a_sound_of_the_table(now: Any, told: Any, heard: list[str]) -> None:
    assert to_hear(now, now, [told]) == heard


def test_a_door_is_heard() -> None:
    shut, opened = seen("trooper"), seen("trooper")
    opened["board"]["links"][0]["values"] = {"open": True}
    assert to_hear(shut, opened, []) == ["door"] and to_hear(opened, opened, []) == []


def test_where_it_happens_is_heard_all_the_time() -> None:
    def board(*floors: str) -> Any:
        return {"board": {"spaces": [{"name": one, "look": {"floor": one} if one else {}} for one in floors]}}

    assert ambience(board("plate", "grate"), {}) == "hum"
    assert ambience(board("grass", "earth", "wood"), {}) == "wind"
    assert ambience(board("stone"), {}) == ambience(board("", ""), {}) == ambience({}, {}) == ""
    assert ambience(board("plate"), {"ambience": "rain"}) == "rain"
    assert ambience(board("plate"), {"ambience": "none"}) == ""


def test_every_word_of_sounds_has_waves() -> None:
    """Short, never louder than can be played, ending in silence; what goes on and on begins as it ends."""
    assert {*tones.SOUNDS, hearing.SILENT} == set(looks.words("sound"))
    assert {*tones.AMBIENCES, hearing.SILENT} == set(looks.words("ambience"))
    assert set(hearing.SAID) | {"hit", "miss"} == set(happening.LOOKS)
    assert set(hearing.SAID.values()) <= tones.SOUNDS.keys()
    for word, made in (tones.SOUNDS | tones.AMBIENCES).items():
        waves = made()
        assert 0.05 < abs(waves).max() < 1.2 and len(waves) < 7 * tones.RATE, word
        assert abs(waves[0] - waves[-1]) < 0.01, word
        assert tones.wav(word)[:4] == b"RIFF"


def test_what_goes_on_and_on_is_changed_in_the_next_turn(
    played: Sounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = Deck()
    monkeypatch.setattr(sounds, "_opened", lambda: deck)
    played.surround("hum")
    assert not deck.played
    played.poll()
    played.poll()
    played.surround("wind")
    played.poll()
    assert [Path(one).stem for one in deck.played] == ["hum", "stop", "wind"]
    played.surround("no word of the table")
    played.poll()
    assert deck.played[-1] == "stop"


class Deck:
    """What plays sounds, and notes which."""

    def __init__(self, length: float = 1.0, *, valid: bool = True) -> None:
        self.length, self.valid, self.played = length, valid, list[str]()

    def is_valid(self) -> bool:
        return self.valid

    def get_sound(self, file: Any, *_: object) -> Any:
        return SimpleNamespace(
            length=lambda: self.length,
            play=lambda: self.played.append(str(file)),
            stop=lambda: self.played.append("stop"),
            set_loop=bool,
        )

    def update(self) -> None:
        """Nothing is read on."""

    def stop_all_sounds(self) -> None:
        self.played.append("silence")


def test_at_most_two_are_heard_at_once(played: Sounds, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = Deck()
    monkeypatch.setattr(sounds, "_opened", lambda: deck)
    played.close()
    several = [line("move", "#1"), {"sort": "say", "spaces": ["a1"]}, line("move", "#1")]
    for _ in range(2):
        played.hear(view(), view(), several)
    assert len(deck.played) == 4 and len(set(deck.played)) == 2
    played.close()
    assert deck.played[-1] == "silence"


def test_without_a_device_it_is_said_once(
    played: Sounds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sounds, "_opened", lambda: Deck(valid=False))
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            played.hear(view(), view(), [line("move", "#1")])
    played.surround("hum")
    played.poll()
    said = [record.getMessage() for record in caplog.records]
    assert said == ["No sound device can be opened: the game goes on without sound."]


@pytest.mark.parametrize("length", [0.0, 500.0])
def test_one_that_is_not_what_it_says_is_not_played(
    played: Sounds, length: float, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deck = Deck(length)
    monkeypatch.setattr(sounds, "_opened", lambda: deck)
    for _ in range(2):
        played.hear(view(), view(), [line("move", "#1")])
    assert not deck.played and caplog.text.count("art/steps.ogg of town cannot be used: it is damaged") == 1
    gone = to_hear(view(), view(), [line("move", "#1")])
    played.close()
    art.use({})
    monkeypatch.setattr(sounds, "to_hear", lambda *_: gone)
    played.hear(view(), view(), [])
    assert "it is not there any more" in caplog.text and deck.played == ["silence"]


def test_where_nothing_can_be_written_nothing_is_played(
    played: Sounds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sounds, "_opened", Deck)
    monkeypatch.setattr(sounds, "write_whole", full)
    played.hear(view(), view(), [line("move", "#1")])
    assert "art/steps.ogg of town cannot be used: no space left on device." in caplog.text
    played.hear(view(), view(), [line("roll", "#1")])
    assert "Some of the sounds cannot be heard: the disk is full." in caplog.text, (
        "nor what the table has of its own"
    )


def test_a_word_that_is_no_sound_is_not_heard(played: Sounds, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording of another version may name some."""
    deck = Deck()
    monkeypatch.setattr(sounds, "_opened", lambda: deck)
    played.hear(view(), view(), [line("move", "#1"), line("roll", "#1")])
    heard = len(deck.played)
    played.hear(view(walker="clatter"), view(walker="clatter"), [line("move", "#1"), line("roll", "#1")])
    assert heard == 2 and len(deck.played) == 3


def test_a_real_file_is_really_played_at_a_table(python_env: dict[str, str]) -> None:
    """By a driver that plays into nothing, in a process with a window: its Panda may have no other sound."""
    code = f"""
from tilewright.viewer.rendering import window
window.open_window(window.first_that_works(window.OFFSCREEN), "baked", (64, 64), offscreen=True)
from tilewright.viewer.app.sounds import Sounds
from tilewright.viewer.common import art
art.use({{"town/steps.ogg": {str(EXAMPLE / "steps.ogg")!r}}})
view = {{"things": [{{"handle": "#1", "look": {{"sound": "town/steps.ogg"}}}}]}}
sounds = Sounds()
sounds.hear(view, view, [{{"sort": "move", "data": {{"thing": "#1"}}}}])
(sound,) = sounds.ready.values()
print(sounds.silent, round(sound.length(), 2), sound.status() == sound.PLAYING)
sounds.close()
"""
    environment = python_env | {"ALSOFT_DRIVERS": "null"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.split() == ["False", "0.55", "True"], done.stderr


def test_nothing_in_the_current_folder_is_read_for_headphones(
    tmp_path: Path, python_env: dict[str, str]
) -> None:
    """It is a pipe there: who opens it waits for ever."""
    (tmp_path / "settings").write_text("[general]\ndrivers=null\nhrtf=true\nstereo-mode=headphones\n")
    (tmp_path / "here").mkdir()
    os.mkfifo(tmp_path / "here" / "a.mhr")
    code = "from tilewright.viewer.app.sounds import _opened; print(_opened())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path / "here",
        env={**python_env, "ALSOFT_CONF": str(tmp_path / "settings")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "OpenALAudioManager" in done.stdout, done.stderr


def test_the_table_hears_what_is_new_unless_it_is_off(
    opened_table: Callable[..., Unseen], monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = Deck()
    monkeypatch.setattr(sounds, "_opened", lambda: deck)
    mission = tables.mission()
    loud = {**mission["things"][0], "look": {"sound": "town/steps.ogg"}}
    number = max(entry["n"] for entry in mission["log"]) + 1
    first = {**mission, "things": [loud, *mission["things"][1:]]}
    walk = {"n": number, "sort": "say", "text": "Halt.", "things": [loud["handle"]], "spaces": []}
    table = opened_table(FakeSession(first))
    del deck.played[:1]  # what is heard all the time
    assert not deck.played, "what was there before anybody looked is not heard"
    table.app.showing.take({**first, "log": [*first["log"], walk]}, at_once=True)
    assert len(deck.played) == 1
    table.keys("control-m")
    assert deck.played[-1] == "silence" and not table.app.settings.sound and not table.app.sounds.wanted
    table.app.showing.take({**first, "log": [*first["log"], {**walk, "n": number + 1}]}, at_once=True)
    assert deck.played[-1] == "silence"
