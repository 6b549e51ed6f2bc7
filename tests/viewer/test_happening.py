"""What floats over the board while something happens: what a line of the log says of whom, and where."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.schemas.view import View
from tilewright.viewer.panels.logbook import written_lines
from tilewright.viewer.staging import overlay
from tilewright.viewer.staging.happening import LOOKS, Float, Note, notes_of
from tilewright.viewer.staging.stage import stage


def line(sort: str, text: str = "", **more: Any) -> Any:
    return {"n": 1, "sort": sort, "text": text, "things": [], "spaces": [], "data": {}, **more}


@pytest.mark.parametrize(
    ("told", "notes"),
    [
        (line("say", "Hm."), ()),
        (line("say", things=["a", "b"], data={"look": "hit", "by": ["a"]}), (Note("b", "hit"),)),
        (line("say", things=["a", "b"], data={"look": "hit"}), (Note("a", "hit"), Note("b", "hit"))),
        (line("say", things=["a"], data={"look": "death"}), (Note("a", "death"),)),
        (line("say", spaces=["d1"], data={"look": "alarm"}), (Note("d1", "alarm"),)),
        (line("set", "Ada: dial 4 (−1).", data={"thing": "ada"}), (Note("ada", text="dial 4 (−1)"),)),
        (line("set", "Ada: " + "x" * 40 + ".", data={"thing": "ada"}), ()),
        (line("set", "Round 2 (+1).", data={"thing": None}), ()),
        (line("move", data={"thing": "a", "from": None, "to": "d1"}), (Note("a", "arrival"),)),
        (line("move", spaces=["d1", "d2"], data={"thing": "a", "from": "d1", "to": "d2"}), ()),
        (
            line("move", spaces=["d1"], data={"thing": "a", "from": "pool", "to": "d1"}),
            (Note("a", "arrival"),),
        ),
        (line("move", spaces=["d1"], data={"thing": "a", "from": "d1", "to": "pool"}), ()),
    ],
)
def test_what_a_line_says_of_whom(told: Any, notes: tuple[Note, ...]) -> None:
    assert notes_of(told) == notes


def test_it_floats_over_whom_it_is_about_one_over_the_other(mission: View) -> None:
    scene = stage(mission)
    notes = (Note("varga", "death"), Note("varga", text="down"), Note("h4", "alarm"), Note("nowhere", "hit"))
    found = overlay.layer("", {}, scene, mission, overlay.Focus(notes=notes)).floats
    (x, y, _) = next(piece.at for piece in scene.pieces if piece.id == "varga")
    icons = [(one.icon, one.text, one.colour) for one in found]
    assert icons == [("death-skull", "", "red"), ("", "down", "white"), ("hazard-sign", "", "amber")]
    assert [one.at[:2] for one in found[:2]] == [(x, y)] * 2 and found[0].at[2] < found[1].at[2]
    assert isinstance(found[0], Float) and not overlay.layer("", {}, scene, mission).floats


def test_of_who_stands_in_a_crowd_it_floats_lower_and_is_looked_at_from_nearer(mission: View) -> None:
    scene = stage(mission)
    focus = overlay.Focus(("varga", "h4"), notes=(Note("varga", "hit"),))
    assert overlay.least_size(focus, scene) == 1.0
    (alone,) = overlay.layer("", {}, scene, mission, focus).floats
    smaller = tuple(one._replace(size=0.5) if one.id == "varga" else one for one in scene.pieces)
    crowded = scene._replace(pieces=smaller)
    assert overlay.least_size(focus, crowded) == 0.5
    (among,) = overlay.layer("", {}, crowded, mission, focus).floats
    assert among.at[2] < alone.at[2] and among.at[:2] == alone.at[:2]


def test_what_is_played_for_has_a_border_all_the_time_and_a_tint_while_it_is_looked_at(mission: View) -> None:
    def told(**one: Any) -> View:
        goal = {"sort": "goal", "text": "So.", "players": [], "theirs": False, "rule": None}
        return {**mission, "goals": [goal | {"things": ["varga"], "spaces": ["h3"]} | one]}

    scene = stage(mission)
    found = overlay.layer("", {}, scene, told())
    assert [one.colour for one in found.threads] == [overlay.AIM] == [one.colour for one in found.rings]
    assert stage(told()).aims == (*stage(told(things=[])).aims, *stage(told(spaces=[])).aims) != ()
    for others in (told(theirs=True), told(sort="threat")):
        assert overlay.layer("", {}, scene, others) == overlay.layer("", {}, scene, mission)
        assert not stage(others).aims
    focus = overlay.Focus(("varga",), ("h3",))
    lit = overlay.layer("", {}, scene, told(theirs=True), focus)
    assert [one.colour for one in lit.rings] == ["white", "white"]
    floor = next(floor for floor in scene.floors if floor.space == "h3")
    assert floor.outline in [shade.outline for shade in lit.shades if shade.colour == "white"]


def test_what_is_beside_the_board_has_nothing_over_it(mission: View) -> None:
    scene = stage(mission)
    away = scene.pieces[0]._replace(id="away", at=(-9.0, -9.0, 0.0))
    focus = overlay.Focus(notes=(Note("away", "hit"),))
    assert not overlay.layer("", {}, scene._replace(pieces=(away,)), mission, focus).floats


def test_what_is_said_of_several_is_an_arrow_in_its_colour_and_broken_where_it_misses(mission: View) -> None:
    scene = stage(mission)
    for look, dashed in (("hit", False), ("miss", True)):
        told = line("say", things=["varga", "idris"], data={"look": look, "by": ["varga"]})
        (thread,) = overlay.layer("", {}, scene, mission, overlay.focus_of(told)).threads
        assert (thread.colour, thread.dashed) == (LOOKS[look][1], dashed)


def test_the_log_shows_such_a_line_like_any_other(mission: View) -> None:
    told = line("say", "A hit.", things=["varga"], data={"look": "hit"})
    (shown,) = written_lines({**mission, "log": [told]}, whole=False)
    assert (shown.text, shown.things, shown.doers) == ("A hit.", ("varga",), ())
