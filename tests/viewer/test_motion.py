"""Log → movement: paths lead where the scene says, whatever the log tells."""

from __future__ import annotations

from typing import Any

from support.tables import of
from tilewright.schemas.view import View
from tilewright.viewer.scene.diff import diff
from tilewright.viewer.staging import motion
from tilewright.viewer.staging.stage import stage


def _moved(mission: View, *places: str) -> tuple[motion.MotionPath, ...]:
    before = stage(mission)
    log: list[Any] = []
    at = of(mission, "varga")["place"]
    for n, place in enumerate(places):
        log.append(
            {"n": 40 + n, "sort": "move", "text": "", "data": {"thing": "varga", "from": at, "to": place}}
        )
        at = place
    of(mission, "varga")["place"] = at
    after = stage(mission)
    return tuple(p for p in motion.paths(diff(before, after), before, after, log) if p.piece == "varga")


def test_a_piece_walks_through_the_spaces_it_passed(mission: View) -> None:
    (path,) = _moved(mission, "g3", "g4", "g5")
    assert [p[:2] for p in path.points] == [(7.5, -2.5), (6.5, -2.5), (6.5, -3.5), (6.5, -4.5)]
    assert 0 < path.seconds <= motion.LONGEST


def test_a_piece_goes_through_the_border_of_two_spaces_and_not_through_a_third() -> None:
    """Round the corner of a room: the straight line would lead through it."""
    hall = [[0, 0], [1, 0], [1, 3], [0, 3]]
    yard = [[1, 2], [4, 2], [4, 3], [1, 3]]
    room = [[1, 0], [4, 0], [4, 2], [1, 2]]

    def seen(place: str) -> View:
        spaces = [
            {"name": n, "layer": 0, "outline": o} for n, o in (("hall", hall), ("yard", yard), ("room", room))
        ]
        man = {"handle": "man", "name": "man", "kinds": ["man", "figure"], "place": place}
        return {"board": {"spaces": spaces}, "things": [man]}

    before, after = stage(seen("hall")), stage(seen("yard"))
    line: Any = {"n": 1, "sort": "move", "text": "", "data": {"thing": "man", "from": "hall", "to": "yard"}}
    (path,) = motion.paths(diff(before, after), before, after, [line])
    assert [p[:2] for p in path.points[1:-1]] == [(1.0, -2.5)], "through the border of hall and yard"


def test_what_the_log_does_not_tell_is_walked_straight(mission: View) -> None:
    before = stage(mission)
    of(mission, "varga")["place"] = "a1"
    after = stage(mission)
    path = next(p for p in motion.paths(diff(before, after), before, after, ()) if p.piece == "varga")
    assert len(path.points) == 2 and path.seconds == motion.LONGEST


def test_a_marker_goes_along_its_track_and_dice_tumble_whatever_they_show(mission: View) -> None:
    def paths(time: int, roll: int) -> dict[str, motion.MotionPath]:
        mission["tracks"] = {"time": [0, 15]}
        roll_line = {"sort": "roll", "text": "", "data": {"die": "attack", "faces": ["5"]}}
        before, after = (
            stage(mission | {"values": {"time": at}, "log": [roll_line | {"n": n}]})
            for at, n in ((11, 90), (time, roll))
        )
        return {p.piece: p for p in motion.paths(diff(before, after), before, after, ())}

    assert not paths(11, 90)
    found = paths(8, 91)
    assert found.keys() == {"track:time", "die:0"}, "the same face again is a roll, too"
    x = [p[0] for p in found["track:time"].points]
    assert len(x) == 4 and x == sorted(x, reverse=True), "through every space"
    assert len({p[1:] for p in found["track:time"].points}) == 1


def test_news_are_read_once(mission: View) -> None:
    *_, before, last = mission["log"]
    assert motion.news(mission["log"], before["n"] - 1) == [before, last]
    (thrown,) = (entry["data"] for entry in mission["log"] if entry["sort"] == "roll")
    assert motion.rolls(mission["log"]) == (motion.Rolled("attack", tuple(thrown["faces"])),)
