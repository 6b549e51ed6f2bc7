"""Settings, keys, palettes, text size, what lies beside the board, overlays as data. Needs no window."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest

from support.tables import of
from tilewright.runtime.tables.handover import hides
from tilewright.schemas.view import View
from tilewright.viewer.app.settings_actions import changed
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import picking
from tilewright.viewer.common import palette, settings, theme
from tilewright.viewer.common.svg import RED
from tilewright.viewer.modelling import beside, dice
from tilewright.viewer.panels import logbook, notes
from tilewright.viewer.panels.hand import hand
from tilewright.viewer.panels.layout import UiState, hit_at, inspected, plan
from tilewright.viewer.panels.tips import QUIET, tip_for
from tilewright.viewer.panels.vocabulary import (
    Answer,
    Card,
    ChangeSetting,
    InspectEntry,
    OnBoard,
    ToggleOverlay,
)
from tilewright.viewer.rendering.pieces import rim_colour
from tilewright.viewer.scene.looks import colour_of, hex_of
from tilewright.viewer.scene.scene import Piece
from tilewright.viewer.staging import ahead, overlay
from tilewright.viewer.staging.legend import legend
from tilewright.viewer.staging.stage import stage


def test_settings_are_kept_and_read_again(tmp_path: Path) -> None:
    wanted = settings.Settings(
        text=1.4,
        palette="red-green",
        reduced_motion=True,
        follow_events=False,
        keys={"fit": ("f5", "home")},
        views={"derelict 1": (1.0, 2.0, 30.0, 50.0, 12.5)},
    )
    file = tmp_path / "new" / "table.yaml"
    assert settings.save(wanted, file) is None
    assert settings.load(file) == (wanted, [])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("text: huge\n", "`text`"),
        ("palette: rainbow\n", "`palette`"),
        ("keys: [1, 2]\n", "`keys`"),
        ("views:\n  a: [1, 2]\n", "`views`"),
        ("colour: red\n", "`colour`"),
        ("[: broken", "cannot be read"),
        ("- a\n- b\n", "holds no settings"),
        ("\x00\x01", "cannot be read"),
        ("palette: [standard]\n", "`palette`"),
        ("text: .nan\n", "`text`"),
        ("views:\n  a: [1, 2, 3, 4, yes]\n", "`views`"),
        ("keys:\n  1: [a]\n", "`keys`"),
        ("keys:\n  fit: [5]\n", "`keys`"),
        ("views: [1]\n", "`views`"),
        ("? [a, b]\n: 1\n", "`('a', 'b')`"),
        ("text: 2001-99-99\n", "cannot be read"),
        ("text: !!int one\n", "cannot be read"),
        ("text: !!python/object/apply:os.getcwd []\n", "cannot be read"),
        ("text: " + "9" * 5_000, "cannot be read"),
        ("text: 1.0\ntext: 1.2\n", "cannot be read"),
        ("- " * 3_000, "cannot be read"),
        ("a: &a [x, x]\nb: &b [*a, *a]\n", "a value refers to another one"),
        ("#" * 70_000, "more than 64,000 bytes"),
    ],
)
def test_broken_settings_have_their_usual_value_and_are_told_once(
    words: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(words)
    found, problems = settings.load(file)
    assert found == settings.Settings() and len(problems) == 1 and told in problems[0]


def test_settings_that_are_no_file_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for path in (tmp_path / "pipe", tmp_path / "loop", tmp_path, Path("/dev/zero"), tmp_path / ("n" * 5_000)):
        found, problems = settings.load(path)
        assert found == settings.Settings() and len(problems) == 1 and "cannot be read" in problems[0]


def test_settings_may_be_a_link_to_where_somebody_keeps_them(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "table.yaml").symlink_to("dotfiles/table.yaml")
    assert settings.save(settings.Settings(text=1.4), tmp_path / "table.yaml") is None
    assert (tmp_path / "table.yaml").is_symlink()
    assert settings.load(tmp_path / "dotfiles" / "table.yaml")[0].text == 1.4


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = settings.save(settings.Settings(), tmp_path / "file" / "table.yaml")
    assert said is not None and "could not be saved" in said


@pytest.mark.parametrize("name", get_args(get_type_hints(ChangeSetting)["name"]))
def test_a_setting_goes_round_its_values_and_takes_no_other_with_it(name: Any) -> None:
    first, languages = settings.Settings(), ("en", "cs")
    seen, present = [first], first
    while (present := changed(present, ChangeSetting(name), languages)) != first:
        seen.append(present)
        assert replace(present, **{name: getattr(first, name)}) == first and len(seen) < 9
    assert len(seen) > 1 and changed(first, ChangeSetting(name, -1), languages) == seen[-1]


def test_keys_can_be_bound_anew(python_env: dict[str, str]) -> None:
    """Commands import the window's modules, so this is asked in a process of its own."""
    program = (
        "from tilewright.viewer.app.commands import COMMANDS, bound, help_keys\n"
        "usual, none = bound({})\n"
        "assert not none and len(usual) == sum(len(c.keys) for c in COMMANDS), 'no key has two commands'\n"
        "assert not any(len(k) == 1 and k.isalnum() for k in usual), 'letters and digits are of the rows'\n"
        "found, told = bound({'fit': ('f5',), 'nothing': ('f6',), 'undo': ('f5',)})\n"
        "assert found['f5'].name in ('fit', 'undo') and len(told) == 2, told\n"
        "assert 'home' not in found and found['f2'].name == 'overlay reach'\n"
        "assert dict(help_keys({'fit': ('f5',)}))['fit'] == 'F5'\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=python_env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_palettes_tell_apart_what_means_something() -> None:
    usual = rim_colour("red")
    for name in palette.PALETTES:
        palette.use(name)
        colours = [palette.hex_of(c) for c in ("cyan", "red", "amber", "green")]
        assert len(set(colours)) == 4
        assert len({rim_colour(c) for c in ("cyan", "red", "amber", "green")}) == 4
        assert (rim_colour("red") == usual) is (colours[1] == palette.STANDARD["red"])
        shown = palette.recoloured('fill="#5fd8ff" stroke="#ff5a4a"')
        assert shown == f'fill="{colours[0]}" stroke="{colours[1]}"'
    palette.use("standard")


@pytest.mark.parametrize("text", [0.8, 1.4])
def test_larger_text_makes_larger_panels_that_are_hit_where_they_are(mission: View, text: float) -> None:
    size = (1280, 720)
    ui = UiState(text=text)
    placed = plan(mission, ui, size)
    actions = next(p for p in placed if p.key == "actions")
    box = next(h for h in actions.panel.hits if isinstance(h.action, Answer))
    unit = 0.8 * text
    at = ((actions.x + box.x + 4) * unit, (actions.y + box.y + 4) * unit)
    assert hit_at(placed, at, size, text) == box.action
    assert all(p.x + p.panel.w <= size[0] / unit + 1 for p in placed)


def test_piles_and_dice_lie_beside_the_board(mission: View) -> None:
    pile = {"name": "deck", "title": "Deck", "owner": None, "sort": "pile", "count": 20, "things": None}
    mission["piles"] = [
        pile | {"place": "deck", "backs": []},
        pile | {"place": "sack", "title": "Sack", "sort": "bag", "count": 3, "backs": []},
        pile | {"place": "empty", "count": 0, "backs": []},
    ]
    mission["log"].append(
        {"n": 99, "text": "", "sort": "roll", "data": {"die": "d6", "faces": ["4", "6"], "by": None}}
    )
    scene = stage(mission)
    found = {p.id: p for p in scene.pieces if ":" in p.id}
    assert found.keys() == {"pile:deck", "pile:sack", "die:0", "die:1"}
    assert found["pile:deck"].look.height > 0.2 and found["die:1"].title == "6"
    assert all(p.at[1] > scene.bounds[3] and p.plate is None for p in found.values())
    rows, _ = tip_for(mission, UiState(hover=OnBoard("thing", "pile:deck"), tip=True))
    assert rows[0][:2] == ("Deck", "20")


def test_an_overlay_shows_what_the_rules_say(mission: View) -> None:
    scene = stage(mission)
    told = {
        "about": "h3",
        "spaces": {"h4": "1", "i3": "9"},
        "blockers": ["g3"],
        "lines": [{"points": [[7.5, 2.5], [9.5, 2.5]], "clear": False}],
    }
    made = overlay.layer("reach", told, scene, mission)
    assert [(s.text, s.colour) for s in made.shades] == [
        ("1", "cyan"),
        ("9", "blue"),
        ("×", "red"),
        ("", "white"),
    ]
    assert made.threads[0].colour == "red" and made.threads[0].dashed
    assert len(overlay.layer("coordinates", {}, scene, mission).shades) == len(mission["board"]["spaces"])
    assert {s.text for s in overlay.layer("zones", {}, scene, mission).shades} == {"1", "2"}
    rings = overlay.layer("", {}, scene, mission, overlay.Focus(("varga",), ("h4",)), "idris").rings
    assert len(rings) == 3


def test_a_deed_is_an_arrow_from_the_doer_to_what_it_is_done_to(mission: View) -> None:
    scene = stage(mission)
    focus = overlay.Focus(("varga", "idris", "no_such_thing"), ("h4",), ("varga",))
    threads = overlay.layer("", {}, scene, mission, focus).threads
    places = {piece.id: piece.at for piece in scene.pieces}
    assert [one.points[0][:2] for one in threads] == [places["varga"][:2]] * 2
    assert threads[0].points[1][:2] == places["idris"][:2] and all(one.arrow for one in threads)
    assert not overlay.layer("", {}, scene, mission, focus._replace(doers=())).threads
    assert not overlay.layer("", {}, scene, mission, overlay.Focus(doers=("varga",))).threads
    both = overlay.layer("", {}, scene, mission, focus._replace(doers=("varga", "idris"))).threads
    assert [one.points[0][:2] for one in both] == [places["varga"][:2], places["idris"][:2]]
    assert len({one.points[1][:2] for one in both}) == 1, "both do it to the same"


def test_a_way_is_red_where_it_leads_into_danger(mission: View) -> None:
    spaces = mission["board"]["spaces"]
    start, first, second = (str(space["name"]) for space in spaces[:3])
    spaces[2]["look"] = {"hazard": "Fire"}
    scene = stage(mission)
    for names, colour in (((first,), "cyan"), ((first, second), "red")):
        shown = ahead.along(ahead.PulledWay(start, names), overlay.Layer(), scene, mission)
        assert shown.threads[0].colour == colour and len(shown.threads[0].points) == len(names) + 1
        assert [shade.text for shade in shown.shades] == [str(i + 1) for i in range(len(names))]
    assert not ahead.along(ahead.PulledWay("", (first,)), overlay.Layer(), scene, mission).threads


def test_an_answer_under_the_mouse_shows_where_one_will_look_and_what_is_threatened(mission: View) -> None:
    scene = stage(mission)
    free = str(mission["board"]["spaces"][0]["name"])
    of(mission, "varga")["look"] |= {"facing": "side", "danger": "covered"}
    told = {"varga": {"side": "east", "covered": [free, "nowhere"]}, "gone": {}}
    shown = ahead.foreseen(told, overlay.Layer(), scene, mission)
    assert [shade.colour for shade in shown.shades] == ["red"]
    (arrow,) = shown.threads
    (x, y, _), (to_x, to_y, _) = arrow.points
    assert arrow.arrow and to_x > x and abs(to_y - y) < 1e-6, "east is to the right"
    told["varga"] = {"side": "up"}
    assert ahead.foreseen(told, overlay.Layer(), scene, mission) == overlay.Layer()


def test_trails_lead_through_every_space(mission: View) -> None:
    moves = (("h3", "h4"), ("h4", "i4"))
    mission["log"] = [
        {"n": i, "sort": "move", "text": "", "data": {"thing": "varga", "from": a, "to": b}}
        for i, (a, b) in enumerate(moves, 1)
    ]
    (thread,) = overlay.layer("trails", {}, stage(mission), mission).threads
    assert len(thread.points) == 3 and thread.arrow
    assert overlay.layer("last", {}, stage(mission), mission).threads


def test_bookkeeping_is_one_dim_line_and_lines_speak_of_things(mission: View) -> None:
    def line(n: int, sort: str, text: str, **data: Any) -> View:
        return {"n": n, "sort": sort, "text": text, "things": ["varga"], "spaces": [], "data": data}

    mission["log"] = [
        line(1, "verb", "Varga fires."),
        {**line(2, "move", "A card moves to the hand."), "data": {"from": "deck", "to": "hand"}},
        line(3, "set", "Varga: fired."),
        {**line(4, "move", "Varga moves to h4."), "data": {"from": "h3", "to": "h4"}},
    ]
    shown = logbook.written_lines(mission, whole=False)
    assert [line.text for line in shown] == ["Varga fires.", "Varga: fired · 1 more", "Varga moves to h4."]
    assert len(logbook.written_lines(mission, whole=True)) == 4
    hits = logbook.logbook(mission, UiState(), 10).hits
    assert InspectEntry(1, ("varga",), doers=("varga",)) in [hit.action for hit in hits]


def test_the_curtain_falls_only_where_there_is_something_to_hide(mission: View) -> None:
    other = mission | {"seat": "player.2"}
    knowing = other | {"values": {**mission["values"], "secret": 3}}
    assert not hides(other, mission, mission)
    assert hides(knowing, mission, knowing)
    assert not hides(mission, knowing, knowing), "who knows no more than the others may sit down"
    assert hides(other | {"question": {"secret": True}}, mission, mission)


def test_what_is_no_choice_says_why_with_the_rule(mission: View) -> None:
    why = (("", "Wall between.", "T-4.02, T-4.03"), ("Shoot", "It is too far away.", "T-4.01"))
    rows, _ = tip_for(mission, UiState(hover=OnBoard("thing", "idris"), tip=True, why=why, codes=True))
    assert rows[-4:] == [
        ("Not among the choices", "T-4.02", RED),
        ("  Wall between.", "", QUIET),
        ("Shoot", "T-4.01", RED),
        ("  It is too far away.", "", QUIET),
    ]


def test_a_card_of_the_hand_says_only_why_it_cannot_be_played(mission: View) -> None:
    mission["question"]["options"] = [one for one in mission["question"]["options"] if not one["thing"]]
    card = hand(mission)[0]["handle"]
    assert tip_for(mission, UiState(hover=Card(card), tip=True))[0] == []
    rows, _ = tip_for(
        mission, UiState(hover=Card(card), tip=True, why=(("Play", "No actions left.", "T-1"),))
    )
    assert [row[0] for row in rows[1:]] == ["Play", "  No actions left."]


def test_a_row_tells_of_the_thing_that_it_stands_for(mission: View) -> None:
    """Heroes and cards that are chosen by a row may be nowhere on the board."""
    thing = mission["things"][0]
    thing["text"] = "Never misses."
    mission["question"]["options"][0] |= {"thing": thing["handle"]}
    row = Answer((mission["question"]["options"][0]["id"],))
    ui = UiState(hover=row, tip=True, odds=(("A hit", "50 %"),))
    assert "Never misses." in [left for left, _, _ in tip_for(mission, ui)[0]]
    placed = {p.key: p for p in plan(mission, ui, (1280, 720), (1200, 600))}
    assert "Never misses." in placed["inspector"].panel.svg
    assert "Never misses." not in placed["tip"].panel.svg, "one of them is enough"
    cut = plan(mission | {"things": [{**thing, "text": "Never misses. " * 99}]}, ui, (1280, 720), (1200, 600))
    assert all("Never misses." in p.panel.svg for p in cut if p.key in ("inspector", "tip"))
    assert placed["tip"].x + placed["tip"].panel.w <= placed["actions"].x, "it covers no other row"
    shown = inspected(mission, UiState(hover=row))
    assert shown is not None and shown["handle"] == thing["handle"]


def test_the_figure_that_acts_tells_what_it_cannot_do_and_why(menu: View) -> None:
    refused = menu["question"]["refused"]
    assert len(refused) == 2 and menu["question"]["actor"] == "varga"
    rows, _ = tip_for(menu, UiState(codes=True, hover=OnBoard("thing", "varga"), tip=True))
    for one in refused:
        at = rows.index((one["label"], one["rule"], "#ff5a4a"))
        assert rows[at + 1][0].strip() == one["reason"]
    panel = notes.tooltip(rows, "#ffffff")
    assert panel is not None and all(one["rule"] in panel.svg for one in refused)
    others, _ = tip_for(menu, UiState(hover=OnBoard("thing", "idris"), tip=True))
    assert not {one["label"] for one in refused} & {row[0] for row in others}


def test_a_reason_that_several_actions_share_is_said_once(menu: View) -> None:
    menu["question"]["refused"] = [
        {**one, "reason": "There is nothing to choose.", "rule": None} for one in menu["question"]["refused"]
    ]
    rows, _ = tip_for(menu, UiState(hover=OnBoard("thing", "varga")))
    labels = ", ".join(str(one["label"]) for one in menu["question"]["refused"])
    assert [text for text, *_ in rows].count("  There is nothing to choose.") == 1
    assert labels in [text for text, *_ in rows]


def test_an_overlay_has_a_legend_of_the_colours_that_it_shows(mission: View) -> None:
    scene = stage(mission)
    calm = {**mission, "things": []}
    told = {"spaces": {"h3": "2", "h4": "9"}, "blockers": ["h5"]}
    assert legend("reach", told, scene, calm) == (
        ("cyan", "6 or less"),
        ("blue", "further"),
        ("red", "in the way"),
    )
    assert legend("reach", {"spaces": {"h3": "2"}}, scene, calm) == (("cyan", "6 or less"),)
    lines = {"spaces": {"h3": "2"}, "lines": [{"points": [], "clear": True}]}
    assert legend("sight", lines, scene, calm) == (("amber", "can be seen"), ("green", "a clear line"))
    assert legend("zones", {}, scene, calm) == (), "their titles tell nobody which is which"
    spaces = [{**one, "values": {"part": "ab"[n % 2]}} for n, one in enumerate(mission["board"]["spaces"])]
    parts = {**calm, "board": {**mission["board"], "spaces": spaces}, "titles": {"words": {"a": "Aft"}}}
    assert legend("zones", {}, scene, parts) == (("cyan", "Aft"), ("amber", "b"))
    guarded = {"handle": "gun", "name": "gun", "values": {"arc": ["h3"]}, "look": {"danger": "arc"}}
    assert legend("last", {}, scene, {**calm, "things": [guarded]})[-1] == ("red", "dangerous")
    assert legend("", told, scene, mission) == () == legend("coordinates", {}, scene, calm)
    ui = UiState(overlay="reach", legend=(("cyan", "6 or less"), ("red", "x" * 300)))
    shown = {p.key: p for p in plan(mission, ui, (1280, 720))}["overlay"].panel
    assert "6 or less" in shown.svg and "xxx" not in shown.svg, "what does not fit is left out"
    plain = {p.key: p for p in plan(mission, replace(ui, legend=()), (1280, 720))}["overlay"].panel
    assert shown.h > plain.h


def test_the_overlay_and_what_the_rules_say_about_it_stand_above_the_board(mission: View) -> None:
    placed = {
        p.key: p for p in plan(mission, UiState(overlay="ruler", overlay_note="h3 to h5: 2."), (1280, 720))
    }
    assert "h3 to h5: 2." in placed["overlay"].panel.svg
    assert ToggleOverlay("ruler") in [hit.action for hit in placed["overlay"].panel.hits], (
        "a click takes it away"
    )
    assert "overlay" not in {p.key for p in plan(mission, UiState(), (1280, 720))}


def test_dice_show_what_was_rolled_on_top_and_their_other_faces_about_it(mission: View) -> None:
    mission["dice"] = {
        "attack": list("123456"),
        "order": [str(n) for n in range(1, 21)],
        "luck": ["hit", "miss"],
    }

    def rolled(die: str, face: str) -> Piece:
        line = {"n": 99, "text": "", "sort": "roll", "data": {"die": die, "faces": [face], "by": None}}
        found = stage(mission | {"log": [line]}).piece("die:0")
        assert found is not None
        return found

    for name, face in (("attack", "4"), ("order", "17"), ("luck", "miss")):
        piece = rolled(name, face)
        assert piece.sides == tuple(mission["dice"][name]) and piece.title == face
        shown, body = dice.faces(piece.sides, face), dice.body(piece.look, len(piece.sides))
        top = shown.points[:, 2].reshape(-1, 4).mean(1).argmax()
        columns = math.ceil(math.sqrt(len(piece.sides)))
        u, v = shown.uvs.reshape(-1, 4, 2)[top].mean(0)
        assert piece.sides[int((1 - v) * columns) * columns + int(u * columns)] == face
        assert body.points[:, 2].min() == pytest.approx(0, abs=1e-4), "it lies on the table"
        edges = np.sort(
            np.concatenate([body.faces[:, [0, 1]], body.faces[:, [1, 2]], body.faces[:, [2, 0]]]), 1
        )
        assert (np.unique(edges, axis=0, return_counts=True)[1] == 2).all(), "closed"
    assert rolled("attack", "4").look.colour != rolled("order", "4").look.colour
    assert rolled("unheard of", "3").sides == tuple("123456") and rolled("unheard of", "12").sides == ("12",)


def test_spaces_of_tracks_have_the_colours_that_the_game_names(mission: View) -> None:
    mission["values"], mission["tracks"] = {"tide": -1, "eggs": 2}, {"tide": [-2, 1], "eggs": [0, 3]}
    try:
        theme.use({"fields": "tide -2 to -1 red, tide 1 #2040ff, eggs, eggs 9 blue"})
        coloured = {p.id: p for p in stage(mission).pieces if p.track is not None}
    finally:
        theme.use({})
    red, blue = colour_of("red"), colour_of("#2040ff")
    tide, eggs = coloured["track:tide"], coloured["track:eggs"]
    assert tide.colours == (red, red, None, blue) and not any(eggs.colours)
    assert tide.track is not None and eggs.track is not None
    drawn = beside.track_face(tide.track, tide.colours)
    assert drawn.count(hex_of(red)) == 2 and drawn.count(hex_of(blue)) == 1
    marked = beside.track_face(eggs.track, eggs.colours)
    assert marked == beside.track_face(eggs.track) and "#ffb648" in marked and "#ffb648" not in drawn


def test_values_with_bounds_have_tracks_behind_the_board(mission: View) -> None:
    mission["values"] = {"time": 11, "eggs": 2, "far": 3, "round": 4}
    mission["tracks"] = {"time": [0, 15], "eggs": [0, 8], "far": [0, 99], "gone": [0, 3]}
    scene = stage(mission)
    found = {p.id: p for p in scene.pieces if p.track is not None}
    shown = {name: piece.track for name, piece in found.items()}
    assert shown == {"track:time": (11, 0, 15), "track:eggs": (2, 0, 8)}
    left, _, right, top = scene.bounds
    for piece in found.values():
        half = (piece.track[2] - piece.track[1] + 1) / 2 * piece.size if piece.track else 0
        assert piece.at[1] > top and left - 1 <= piece.at[0] - half and piece.at[0] + half <= right + 1
    time = found["track:time"]
    marker = beside.track(time.track or (0, 0, 1))[1].moved(scale=time.size)
    assert marker.points[:, 0].max() < time.size / 2, "the marker fits its space"
    at, *_ = beside.marker_at(time.at, time.size, (11, 0, 15), 11)
    camera = cam.fit(scene.bounds, (1280, 720), points=[time.at])
    pixel = cam.project(camera, (at, time.at[1], time.at[2]), (1280, 720))
    assert pixel is not None
    hit = picking.pick(scene, camera, pixel[:2], (1280, 720))
    assert hit is not None and hit.name == "track:time"
    rows, _ = tip_for(mission, UiState(hover=OnBoard("thing", "track:time"), tip=True))
    assert rows[0][:2] == ("Time", "11") and rows[1][1] == "0, 15"
