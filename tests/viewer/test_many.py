"""A table of very much: what it takes to show grows no faster than what there is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from support import tables
from support.fake_session import FakeSession
from support.many import crowd
from support.patience import calls
from support.unseen import Unseen
from support.views import option
from tilewright.schemas.view import View
from tilewright.viewer.app import answering
from tilewright.viewer.common import plane
from tilewright.viewer.common.choices import rows
from tilewright.viewer.modelling import boardmesh
from tilewright.viewer.panels.plates import MOST_NAMED, named
from tilewright.viewer.panels.vocabulary import Answer
from tilewright.viewer.scene.looks import PieceLook
from tilewright.viewer.scene.scene import Floor, Piece, Plate, Scene
from tilewright.viewer.staging import notices
from tilewright.viewer.staging.stage import MOST_PIECES, stage


def question(count: int) -> View:
    options = [option(n, f"Option {n}") for n in range(count)]
    view: Any = {"question": {"prompt": "Which?", "options": options}, "seat": None}
    made: View = view
    return made


@pytest.mark.parametrize(
    "work",
    [
        lambda count: stage(crowd(count)),
        lambda count: rows(question(count)),
    ],
    ids=["figures", "options"],
)
def test_twice_as_much_takes_not_three_times_the_work(work: Callable[[int], object]) -> None:
    work(10)  # what is looked up once is known from then on
    assert calls(lambda: work(400)) < 3 * calls(lambda: work(200))


def comb(teeth: int, high: float) -> Floor:
    """A region with many corners, all of them at its lower border."""
    edge = [(2.0 * n + x, y) for n in range(teeth) for x, y in ((0, 0), (1, 0), (1, 0.5), (2, 0.5))]
    return Floor("comb", (*edge, (2.0 * teeth, high), (0.0, high)), "stone", space="comb", grid=False)


def test_a_high_space_costs_nothing_for_its_corners_far_below() -> None:
    asked = 0
    clip = plane._clip_half

    def counted(points: list[plane.Point], *more: Any) -> list[plane.Point]:
        nonlocal asked
        asked += len(points)
        return clip(points, *more)

    with patch.object(plane, "_clip_half", counted):
        boardmesh.solids(Scene(floors=(comb(60, 4),)))
        low, asked = asked, 0
        boardmesh.solids(Scene(floors=(comb(60, 16),)))
    assert asked < 1.5 * low


@pytest.mark.parametrize(("count", "expected"), [(MOST_NAMED, MOST_NAMED), (MOST_NAMED + 1, 1)])
def test_only_who_matters_has_a_name_in_a_crowd(count: int, expected: int) -> None:
    look, plate = PieceLook("pawn", (0, 0, 0), (0, 0, 0)), Plate("MAN", "cyan")
    standing = [Piece(f"man.{n}", (n, 0, 0), look, plate=plate) for n in range(count)]
    assert len(named(standing, ("man.7", "nobody"))) == expected


def test_pieces_beyond_number_are_left_out_and_told(caplog: pytest.LogCaptureFixture) -> None:
    notices.count(stage(crowd(MOST_PIECES)))
    assert not caplog.messages
    scene = stage(crowd(MOST_PIECES + 7))
    notices.count(scene)
    assert len(scene.pieces) == MOST_PIECES
    assert caplog.messages == [f"Only the first {MOST_PIECES} of {MOST_PIECES + 7} pieces are shown."]


def test_a_picture_is_drawn_before_all_is_made(opened_table: Callable[..., Unseen]) -> None:
    table = opened_table(FakeSession(tables.mission())).app.table
    table.patience = 0.0
    table.show(stage(crowd(30)), at_once=True)
    assert (len(table.pieces), len(table.waiting)) == (1, 29)
    fewer = crowd(30)
    fewer["things"].pop()
    fewer["things"][28]["place"] = "s3"
    table.show(stage(fewer), at_once=True)  # while others are waiting one goes, and one is elsewhere
    rounds = 0
    while table.make_more(0.0):
        rounds += 1
    wanted = {piece.id: pytest.approx(piece.at) for piece in stage(fewer).pieces}
    assert rounds > 20 and {name: table.position(name) for name in table.pieces} == wanted
    meshes = {id(mesh) for view in table.pieces.values() for _, mesh in view.solids}
    assert len(meshes) == 4, "one for each side, and a smaller one of who shares a square"
    more = crowd(30)
    more["things"] += [{**more["things"][0], "handle": name} for name in ("late", "later")]
    table.show(stage(more), at_once=True)  # three come, two stand closer then, and there is time for one
    assert (len(table.pieces), len(table.waiting)) == (27, 5)


class Alone(FakeSession):
    """One person at a table. Views are kept as a real session keeps them; who made them is noted."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.kept: dict[tuple[str | None, int], View] = {}
        self.makers: list[threading.Thread] = []

    def people(self) -> list[str]:
        return ["player.1"]

    def view(self, seat: str | None) -> View:
        moment = seat, self.present["number"]
        if moment not in self.kept:
            self.makers.append(threading.current_thread())
            self.kept[moment] = super().view(seat)
        return self.kept[moment]


def test_what_comes_of_an_answer_is_worked_out_while_the_window_draws(
    opened_table: Callable[..., Unseen],
) -> None:
    session = Alone(tables.mission())
    table = opened_table(session)
    session.makers.clear()
    staging: list[threading.Thread] = []

    def staged(*of: Any) -> Scene:
        staging.append(threading.current_thread())
        return stage(*of)

    with patch("tilewright.viewer.app.showing.stage", staged):
        answering.give(table.app, [session.present["question"]["options"][0]["id"]])
        table.until(lambda: not table.app.thinking.busy)
    assert table.app.view["number"] == session.present["number"]
    assert session.makers and len(staging) == 1
    assert threading.main_thread() not in (*session.makers, *staging)


def test_a_key_of_a_list_that_is_not_shown_shows_it_and_answers_nothing(
    opened_table: Callable[..., Unseen],
) -> None:
    view = tables.mission()
    first = view["question"]["options"][0]
    view["question"]["options"] = [
        first | {"id": i, "label": f"a{i}", "space": f"a{i}", "action": None} for i in range(30)
    ]
    session = FakeSession(view)
    table = opened_table(session)
    number = session.present["number"]
    table.keys("1")
    assert session.present["number"] == number and table.app.ui.cursor == (0,)
    table.app.redraw()
    table.app.draw_panels()
    assert Answer((1,)) in table.actions()
    table.keys("2")
    assert session.present["number"] != number
