"""Looking back as data: playback by a clock of the test's own, the bar's ticks and hits, films, commands."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from support.packages import write
from support.scenarios import program
from support.screens import nothing_draws
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.panels.vocabulary import LoadGame, TimeButton
from tilewright.viewer.pictures import film as filmed
from tilewright.viewer.pictures.filming import film, moments
from tilewright.viewer.rendering.window import NoRenderer
from tilewright.viewer.replaying import dialogs, timeline_bar
from tilewright.viewer.replaying import playback as pb
from tilewright.viewer.replaying.playback import BEAT, Playback
from tilewright.viewer.replaying.track import Track
from tilewright.viewer.staging.overlay import Layer

from .test_author_reloading import MANIFEST, RULES, opened

GAME = Playback(last=10)
RECORDING = Playback(last=10, at=0, recording=True)


def test_one_looks_back_and_comes_to_the_present_again() -> None:
    assert GAME.shown == 10 and pb.step(GAME, -1).at == 9 and pb.step(GAME, 1) == GAME
    assert pb.seek(GAME, 10).at is None and pb.seek(GAME, -3).at == 0 and pb.seek(GAME, 99).at is None
    assert pb.seek(RECORDING, 99).at == 10, "a recording has no present"


def test_playing_follows_the_clock() -> None:
    p = pb.toggle(RECORDING, 100.0)
    assert p.playing and pb.advance(p, 100.0 + BEAT * 0.9) == p
    assert pb.advance(p, 100.0 + BEAT * 1.01).at == 1
    assert pb.advance(p, 100.0 + BEAT * 3.5).at == 3, "a slow machine leaves moments out"
    end = pb.advance(p, 100.0 + BEAT * 50)
    assert end.at == 10 and not end.playing
    again = pb.toggle(end, 200.0)
    assert again.at == 0 and again.playing, "at the end it begins again"
    assert not pb.toggle(p, 100.2).playing
    fast = pb.toggle(replace(RECORDING, speed=8.0), 0.0)
    assert pb.advance(fast, BEAT / 8 * 1.01).at == 1
    live = pb.advance(pb.toggle(GAME, 0.0), BEAT * 50)
    assert live.at is None and not live.playing
    assert not pb.toggle(Playback(last=0), 0.0).playing, "of one moment nothing can be played"


def test_speed_goes_from_a_half_to_eight() -> None:
    p, seen = replace(GAME, speed=0.5), []
    for _ in range(7):
        seen.append(p.speed)
        p = pb.faster(p, 1)
    assert seen == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
    assert pb.faster(replace(GAME, speed=0.5), -1).speed == 0.5


def test_who_looks_back_stays_there_while_the_game_goes_on() -> None:
    assert pb.follow(replace(GAME, at=4), 12, 4).at == 4 and pb.follow(GAME, 12, 10).shown == 12
    assert pb.follow(replace(GAME, at=9), 5, 5).at is None, "what was taken back cannot be looked at"
    assert pb.follow(replace(GAME, at=9), 6, 3).at == 3, "another seat counts fewer moments"


def test_a_track_knows_the_place_of_every_moment() -> None:
    track = Track((0, 1, 4, 5))
    assert [track.place(moment) for moment in range(8)] == [0, 1, 1, 1, 2, 3, 3, 3]
    assert track.ticks(["", "say", "", "", "roll", "move"]) == ["", "say", "roll", "move"]
    pinned = [{"after": 2, "text": "Here"}, {"after": 3, "text": "and there."}, {"after": 9, "text": "End."}]
    assert track.notes(pinned) == {1: "Here and there.", 3: "End."}


@pytest.mark.parametrize("last", [1, 7, 90, 1000])
def test_every_place_of_the_track_is_a_moment(last: int) -> None:
    for moment in range(0, last + 1, max(1, last // 50)):
        assert timeline_bar.moment_at(timeline_bar.x_of(moment, last), last) == moment
    assert timeline_bar.moment_at(-100, last) == 0 and timeline_bar.moment_at(9999, last) == last


def test_many_ticks_are_gathered_and_the_weighty_ones_stay() -> None:
    ticks = ["", *["move"] * 999]
    ticks[500], ticks[999] = "roll", "end"
    drawn = timeline_bar.tick_marks(ticks)
    assert len(drawn) <= 93 and (500, "roll") in drawn and (999, "end") in drawn
    assert timeline_bar.tick_marks(["", "move", "", "roll"]) == [(1, "move"), (2, ""), (3, "roll")]


@pytest.mark.parametrize("p", [GAME, replace(GAME, at=3), RECORDING, Playback(), Playback(last=1000)])
def test_the_bar_can_be_clicked_where_it_shows_something(p: Playback) -> None:
    panel = timeline_bar.bar(p, ["", *["move"] * p.last], notes={0, 3})
    for hit in panel.hits:
        assert hit.x >= 0 and hit.y >= 0 and hit.x + hit.w <= panel.w and hit.y + hit.h <= panel.h
    buttons = [hit.action for hit in panel.hits]
    assert (TimeButton.BRANCH in buttons) == (p.at is not None)
    assert (TimeButton.NOTE in buttons) == (p.at is None)


def test_slips_have_room_for_what_they_say() -> None:
    long = dialogs.writing("Note", "word " * 120)
    assert long.h > dialogs.writing("Note", "").h
    listed = dialogs.saved_games([("12 answers", "1 Jan 10:00"), ("3 answers", "")])
    assert [hit.action for hit in listed.hits][:2] == [LoadGame(0), LoadGame(1)]
    assert dialogs.saved_games([]).h > 60


def session(answers: int = 3) -> TableSession:
    made = TableSession(Game.start(program("learn/3_first_mission"), 2), (), seed=2)
    assert len(made.timeline) == 0
    for _ in range(answers):
        made.tick()
    made.note("Look here.", 1)
    return made


def test_a_film_is_told_as_a_seat_saw_it() -> None:
    made = session()
    told = list(moments(made, "player.1"))
    assert [one["shown"] for one in told] == [0, 1, 2, 3] and told[1]["note"] == "Look here."
    assert all(one["view"]["seat"] == "player.1" and one["view"]["question"] is None for one in told)
    assert told[1]["seconds"] > told[2]["seconds"], "a note is to be read"
    assert next(moments(made, None, speed=2.0))["seconds"] == told[0]["seconds"] / 2
    events = [view["log"][-1]["n"] for one in told for view in one["told"]]
    first = len(told[0]["view"]["log"])
    assert events == [line["n"] for line in told[-1]["view"]["log"][first:]], "each line is an event"
    assert all(len(view["log"]) <= len(one["view"]["log"]) for one in told for view in one["told"])


@pytest.mark.parametrize("name", ["out.gif", "out.webp", "frames"])
def test_a_film_is_drawn_without_a_window(name: str, tmp_path: Path, kept: Any) -> None:
    try:
        frames = film(
            moments(session(1), None), tmp_path / name, size=(320, 180), renderers=("p3tinydisplay",)
        )
    except NoRenderer as problem:
        nothing_draws(problem)
    assert frames >= 2
    if name == "frames":
        pictures = sorted((tmp_path / name).glob("*.png"))
        assert len(pictures) == frames
        listed = (tmp_path / name / "frames.txt").read_text().splitlines()
        assert listed[0] == "ffconcat version 1.0" and f"file {pictures[0].name}" in listed
    else:
        with Image.open(tmp_path / name) as image:
            assert image.size == (320, 180) and 1 < getattr(image, "n_frames", 1) <= frames


def test_who_walks_is_seen_on_the_way(tmp_path: Path, kept: Any) -> None:
    folder = write(tmp_path / "lamps", {"package.yaml": MANIFEST, "rules.wright": RULES})
    told = list(moments(opened(folder, 3)[0], None))
    try:
        frames = film(told, tmp_path / "frames", size=(160, 90), renderers=("p3tinydisplay",))
    except NoRenderer as problem:
        nothing_draws(problem)
    assert frames > len(told) + 2


def test_what_is_played_for_is_marked_in_every_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The borders of goals and the colours of zones went out in the pause after each event."""
    goal = '\ngoal "Go there." about all(squares)\n'
    folder = write(tmp_path / "lamps", {"package.yaml": MANIFEST, "rules.wright": RULES + goal})
    drawn: list[Layer] = []

    class Watched:
        size = (160.0, 90.0)

        def __init__(self, order: object) -> None:
            pass

        def show(self, view: object, over: Layer, *_: object) -> list[tuple[str, float]]:
            drawn.append(over)
            return []

    monkeypatch.setattr(filmed, "Reel", Watched)
    told = list(moments(opened(folder, 3)[0], None))
    assert list(filmed.frames({}, iter(told))) == []
    assert len(drawn) > len(told) and all(any(one.dashed for one in layer.threads) for layer in drawn)


def test_a_film_may_be_smaller_than_its_margins(tmp_path: Path, kept: Any) -> None:
    """Cards are struck in these moments, and no room is left for them."""
    made = TableSession(Game.start(program("aliens"), 2), (), seed=2)
    for _ in range(6):
        made.tick()
    told = list(moments(made, None, 8.0))
    try:
        frames = film(told, tmp_path / "out.gif", size=(48, 27), renderers=("p3tinydisplay",))
    except NoRenderer as problem:
        nothing_draws(problem)
    assert frames >= len(told)


def test_a_film_that_cannot_be_drawn_says_why(tmp_path: Path, kept: Any) -> None:
    told = list(moments(session(0), None))
    with pytest.raises(NoRenderer, match="No renderer could be loaded"):
        film(told, tmp_path / "out.gif", renderers=("p3nothing", "p3nothing"))
    wrong = [one | {"view": {"board": {"spaces": [{"no": "name"}]}}} for one in told]
    with pytest.raises(RuntimeError, match="could not be drawn"):
        film(wrong, tmp_path / "out.gif", size=(160, 90), renderers=("p3tinydisplay",))
    for number in (0, 1):
        (tmp_path / "frames" / f"frame-{number:05}.png").mkdir(parents=True)
    with pytest.raises(OSError, match="folder"):
        film(told, tmp_path / "frames", size=(160, 90), renderers=("p3tinydisplay",))


def test_pure_halves_need_no_panda(python_env: dict[str, str]) -> None:
    names = "replaying.playback, replaying.timeline_bar, replaying.dialogs, authoring.banner, "
    names += "authoring.sources, authoring.manual_edit_panel, authoring.palette_panel"
    code = "import sys; sys.modules['panda3d'] = sys.modules['direct'] = None\n"
    for name in (
        *names.split(", "),
        "authoring.sources",
        "authoring.manual_edit_panel",
        "authoring.palette_panel",
    ):
        code += f"import tilewright.viewer.{name}\n"
    done = subprocess.run([sys.executable, "-c", code], env=python_env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_key_is_known_with_what_was_held() -> None:
    names = ("s", "control-s", "control-shift-z", "-", "control--", "alt-arrow_up")
    script = f"from tilewright.viewer.app.controls import parted; print([parted(one) for one in {names}])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(
        [
            ("s", []),
            ("s", ["control"]),
            ("z", ["control", "shift"]),
            ("-", []),
            ("-", ["control"]),
            ("arrow_up", ["alt"]),
        ]
    )
