"""What is shown at once while events are told, for how long, and how the caption says it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support import tables
from support.fake_session import FakeSession
from support.packages import write
from support.unseen import Unseen
from tilewright.schemas.view import View
from tilewright.viewer.camera import framing
from tilewright.viewer.camera.camera import Camera
from tilewright.viewer.common import settings
from tilewright.viewer.common.palette import STANDARD
from tilewright.viewer.panels import interface
from tilewright.viewer.panels.layout import scale_for
from tilewright.viewer.panels.vocabulary import TellButton, TimeButton
from tilewright.viewer.replaying.caption import caption
from tilewright.viewer.replaying.pace import MOST, MOST_WITH_CARD, TOGETHER, Beat, beats
from tilewright.viewer.replaying.telling import TellingPlugin
from tilewright.viewer.replaying.timeline import TimelinePlugin
from tilewright.viewer.staging.happening import Note
from tilewright.viewer.staging.motion import Rolled

from .test_author_reloading import MANIFEST, RULES, opened

STORM = {"handle": "storm", "kinds": ["fate", "card", "thing"], "face": "up", "text": "All get wet."}


def line(text: str, sort: str, *things: str, rule: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "text": text,
        "sort": sort,
        "rule": rule,
        "things": list(things),
        "spaces": [],
        "data": {},
        **more,
    }


def told(*lines: dict[str, Any], things: tuple[Any, ...] = (), piles: tuple[Any, ...] = ()) -> list[Beat]:
    """The beats of a log with these lines."""
    log = [{"n": number, **one} for number, one in enumerate(lines, 1)]

    def views() -> Iterator[View]:
        for count in range(1, len(log) + 1):
            yield {"log": log[:count], "things": list(things), "piles": list(piles)}

    return list(beats(views()))


def test_values_that_one_rule_changes_are_shown_at_once() -> None:
    found = told(
        line("Ada: wounds 1 (+1).", "set", "ada", rule="L-1"),
        line("Ben: wounds 1 (+1).", "set", "ben", rule="L-1"),
        line("Cleo: wounds 1 (+1).", "set", "cleo", rule="L-2"),
        line("Ada moves to b1.", "move", "ada", rule="L-2"),
    )
    assert [one.texts for one in found] == [
        ("Ada: wounds 1 (+1).", "Ben: wounds 1 (+1)."),
        ("Cleo: wounds 1 (+1).",),
        ("Ada moves to b1.",),
    ]
    assert found[0].focus.things == ("ada", "ben") and found[0].number == 2
    many = told(*(line(f"{n}", "set", f"t{n}", rule="L-1") for n in range(TOGETHER + 2)))
    assert [len(one.texts) for one in many] == [TOGETHER, 2]


def test_what_an_action_takes_is_told_with_it() -> None:
    price = line("Ada: actions 1 (−1).", "set", "ada", rule="A-1")
    deed, other = line("Ada: Rest.", "verb", "ada", rule="A-1"), line("Ben: Rest.", "verb", "ben", rule="A-1")
    assert [one.texts for one in told(price, deed)] == [("Ada: Rest.", "Ada: actions 1 (−1).")]
    assert len(told(price, other)) == 2 and len(told(price, {**deed, "rule": "A-2"})) == 2
    assert len(told({**price, "part_of": 1}, deed)) == 2, "a deed before it has changed that"


def test_a_price_is_told_with_its_deed_and_the_card_that_pays_is_not_shown_large() -> None:
    deed = line("Ada: Shoot at Ben.", "verb", "ada", "ben")
    pays, spent = (
        line("Ada: Pay.", "verb", "ada", price=True),
        line("Storm moves.", "move", "storm", price=True),
    )
    shot, walk = line("A hit.", "say", "ada", "ben"), line("Ada moves to b1.", "move", "ada")
    paid, after = told(deed, pays, spent, shot, things=(STORM,))
    assert paid.texts == ("Ada: Shoot at Ben.", "Ada: Pay.", "Storm moves.") and paid.card is None
    assert paid.focus.things == ("ada", "ben") and paid.focus.doers == ("ada",), "it is about the deed"
    assert after.texts == ("A hit.",)
    assert [one.texts[-1] for one in told(deed, spent, walk)] == ["Ada moves to b1."]
    alone = told(spent, things=(STORM,))  # its deed is a secret
    assert [(one.texts, one.card) for one in alone] == [(("Storm moves.",), None)]


def test_of_which_deed_something_is_a_part_is_told_with_it() -> None:
    found = told(
        line("Night.", "verb"),
        line("Ada: Shoot at Imp.", "verb", "ada", "imp", part_of=1),
        line("Aim.", "verb", part_of=2),  # about nobody: a heading
        line("Bullets: 3.", "set", "ada", rule="A-1", part_of=3),
        line("Ada: Reload.", "verb", "ada", part_of=2),
        line("Bullets: 6.", "say", part_of=5),
        line("Ada moves to b1.", "move", "ada", spaces=["a1", "b1"], part_of=2),
        line("Owls hoot.", "say", part_of=1),
        line("It is over.", "say"),
    )
    shoot = "Ada: Shoot at Imp."
    assert [one.why for one in found] == ["", "", shoot, shoot, shoot, "Ada: Reload.", "", "", ""]
    drawn = caption(found[5], 9, 1.0, paused=False, most=600)
    assert "Ada: Reload." in drawn.svg and drawn.h > caption(found[8], 9, 1.0, paused=False, most=600).h


def test_what_is_told_with_its_deed_names_the_one_around_that() -> None:
    found = told(
        line("Ada: Storm.", "verb", "ada"),
        line("Ada: Rush.", "verb", "ada", part_of=1),
        line("Ada moves to Held.", "move", "ada", part_of=2),
    )
    assert [(one.texts, one.why) for one in found] == [
        (("Ada: Storm.",), ""),
        (("Ada: Rush.", "Ada moves to Held."), "Ada: Storm."),
    ]


@pytest.mark.parametrize("part_of", [1, 2, 7, 0, -1])
def test_a_line_that_claims_to_be_a_part_of_itself_or_nothing_does_no_harm(part_of: int) -> None:
    lines = line("Ada: Storm.", "verb", "ada", part_of=part_of), line("Rain.", "say", part_of=part_of)
    assert [one.why for one in told(*lines)] == ["", "Ada: Storm." if part_of == 1 else ""]


def test_of_the_headings_of_phases_the_innermost_is_shown() -> None:
    found = told(line("Round 1.", "verb"), line("Night.", "verb"), line("Ada: Rest.", "verb", "ada"))
    assert [one.texts for one in found] == [("Night.",), ("Ada: Rest.",)]
    assert [one.focus.doers for one in found] == [(), ("ada",)]
    assert found[0].focus.heading and found[1].focus.things == ("ada",)


def test_a_deed_that_is_a_move_is_shown_at_once() -> None:
    deed, move = line("Ada: Walk.", "verb", "ada"), line("Ada moves to b1.", "move", "ada")
    assert [one.texts for one in told(deed, move)] == [("Ada: Walk.", "Ada moves to b1.")]
    assert len(told(deed, line("Ben moves to b1.", "move", "ben"))) == 2
    assert len(told(line("Night.", "verb"), move)) == 2


def test_dice_and_what_they_mean_are_shown_at_once_and_so_is_a_wound_with_its_value() -> None:
    roll = line("Rolled 3.", "roll")
    hit = line("A hit.", "say", "ada", "ben", data={"look": "hit", "by": ["ada"]})
    wound = line("Ben is hurt.", "say", "ben", data={"look": "wound"}, rule="L-1")
    value = line("Ben: wounds 1 (+1).", "set", "ben", rule="L-1", data={"thing": "ben"})
    found = told(roll, hit, wound, value)
    assert [one.texts for one in found] == [
        ("Rolled 3.", "A hit."),
        ("Ben is hurt.", "Ben: wounds 1 (+1)."),
    ]
    assert found[0].focus.notes == (Note("ben", "hit"),)
    assert found[1].focus.notes == (Note("ben", "wound"), Note("ben", text="wounds 1 (+1)"))
    assert len(told(wound, {**value, "rule": "L-2"})) == 2 == len(told(roll, line("Hm.", "say")))
    of_one_rule = {**roll, "rule": "L-1"}, line("It is 3.", "say", rule="L-1")
    assert [one.texts for one in told(*of_one_rule)] == [("Rolled 3.", "It is 3.")]


def test_who_is_spoken_of_is_still_there_though_it_leaves_untold_after_that() -> None:
    leaves = line("Ada moves to Bag.", "move", "ada", untold=True)
    found = told(line("Ben sees Ada.", "say", "ben", "ada"), leaves, line("Rain.", "say"), leaves)
    assert [(one.texts, one.number) for one in found] == [(("Ben sees Ada.",), 1), (("Rain.",), 4)]


def test_who_goes_back_to_the_box_when_something_was_told_of_him_goes_without_words() -> None:
    killed = line("Ben is killed.", "say", "ada", "ben")
    box = line("Ben goes back to the box.", "move", "ben", data={"thing": "ben", "from": "b1", "to": None})
    rain = line("Rain.", "say")
    assert [one.texts for one in told(killed, box, rain)] == [("Ben is killed.",), ("Rain.",)]
    walk = line("Ben: Walk.", "verb", "ben")  # that he leaves by it is news
    assert [one.texts[-1] for one in told(killed, walk, box)][-1] == "Ben goes back to the box."
    counted = line("Ada: kills 1 (+1).", "set", "ada")
    assert [one.texts for one in told(killed, counted, box)] == [
        ("Ben is killed.",),
        ("Ada: kills 1 (+1).",),
    ]
    assert len(told(rain, box)) == 2 == len(told(killed, line("Ben moves to Grave.", "move", "ben")))
    assert len(told(killed, {**box, "things": ["cleo"]})) == 2


def test_what_is_untold_is_seen_with_what_was_told_before_and_has_no_words() -> None:
    points = line("Ada: points 2 (+1).", "set", "ada", untold=True)
    spent = line("Ada: points 1 (−1).", "set", "ada", untold=True)
    found = told(points, line("Ada: Walk.", "verb", "ada"), spent, line("Rain.", "say"), points)
    assert [(one.texts, one.number) for one in found] == [(("Ada: Walk.",), 3), (("Rain.",), 5)]
    assert told(points, spent) == []


def test_a_card_that_comes_is_shown_large_unless_it_lies_face_down_or_says_nothing() -> None:
    comes = line("Storm moves to Drawn.", "move", "storm")
    cards = [
        told(comes, things=({**STORM, **more},))[0].card for more in ({}, {"face": "down"}, {"text": ""})
    ]
    assert cards == ["storm", None, None]
    assert told(line("Storm: heat 1 (+1).", "set", "storm"), things=(STORM,))[0].card is None
    spent = [{"place": "spent", "private": True, "owner": owner} for owner in (None, "player.1")]
    large = [told(comes, things=({**STORM, "place": "spent"},), piles=(one,))[0].card for one in spent]
    assert large == [None, "storm"], "who sees everything is not shown what lies face down for the others"
    two = told(line("Both move.", "move", "storm", "wind"), things=(STORM, {**STORM, "handle": "wind"}))
    assert two[0].card is None


def test_what_is_longer_to_read_stays_longer_and_nothing_for_ever() -> None:
    short, long, endless = (told(line("x" * n, "say"))[0].seconds for n in (3, 80, 4000))
    assert 0 < short < long < endless == MOST
    assert told(line("x" * 80, "move", spaces=["a1", "a2"]))[0].seconds < short, "it is read on the way"


def test_a_card_stays_until_it_is_read_and_is_read_once() -> None:
    drawn, again = (line("The storm comes.", "show", "storm"), line("It blows.", "say", "storm"))
    short, _ = told(drawn, again, things=(STORM,))
    long, next_one = told(drawn, again, things=(STORM | {"text": "x" * 150},))
    assert MOST_WITH_CARD > long.seconds > MOST > short.seconds
    assert next_one.card == "storm" and next_one.seconds == short.seconds, "nobody reads it twice"
    assert told(drawn, things=(STORM | {"text": "x" * 4000},))[0].seconds == MOST_WITH_CARD


def test_decks_that_are_shuffled_one_after_another_are_shown_at_once() -> None:
    shuffled = [line(f"Deck {n} is shuffled.", "shuffle") for n in range(4)]
    (only,) = told(*shuffled)
    assert len(only.texts) == 4


def test_who_comes_or_is_gone_is_seen_longer_than_a_step_or_a_card_put_away() -> None:
    step, arrives, put_away = (
        told(line("It moves.", "move", "ogre", spaces=spaces))[0].seconds
        for spaces in (["a1", "a2"], ["a1"], [])
    )
    assert step < put_away < 1.0 < arrives


def test_the_caption_says_the_words_how_many_are_left_and_what_can_be_done() -> None:
    (beat,) = told(line("Ada & Ben move.", "move", "ada"))
    shown = caption(beat, 4, 2.0, paused=False, most=700)
    assert "Ada &amp; Ben move." in shown.svg and "3 more" in shown.svg and "2×" in shown.svg
    assert {hit.action for hit in shown.hits} == set(TellButton)
    paused = caption(beat, 1, 2.0, paused=True, most=700)
    assert "GO ON" in paused.svg and " more" not in paused.svg


def test_what_looks_like_something_is_written_in_its_colour() -> None:
    roll, miss = line("Rolled 9.", "roll"), line("Missed.", "say", "ada", "ben", data={"look": "miss"})
    (beat,) = told(roll, miss)
    shown = caption(beat, 2, 1.0, paused=False, most=700).svg
    assert shown.count(STANDARD["grey"]) > caption(told(roll)[0], 1, 1.0, paused=False, most=700).svg.count(
        STANDARD["grey"]
    )
    assert (
        STANDARD["red"]
        in caption(
            told(line("Ben falls.", "say", "ben", data={"look": "death"}))[0], 1, 1.0, paused=False, most=700
        ).svg
    )


@pytest.mark.parametrize(("written", "pace"), [("pace: 4", 4.0), ("pace: 0", 0.0), ("pace: 3", None)])
def test_the_pace_is_kept_and_nothing_else_is_taken_for_one(
    tmp_path: Path, written: str, pace: float | None
) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(written)
    found, problems = settings.load(file)
    assert (found.pace if not problems else None) == pace
    assert settings.save(found, file) is None and settings.load(file)[0] == found


# ------------------------------------------------------------------ at a table


@pytest.fixture
def table(opened_table: Callable[..., Unseen], tmp_path: Path) -> Unseen:
    """A table at which an answer leads to three events."""
    folder = write(tmp_path / "lamps", {"package.yaml": MANIFEST, "rules.wright": RULES})
    session, _ = opened(folder)
    made = opened_table(session, TimelinePlugin, TellingPlugin)
    burn(made)
    return made


def burn(table: Unseen) -> None:
    table.keys("1")


def beat(table: Unseen) -> Beat | None:
    return table.plugin(TellingPlugin).beat


def test_events_come_by_themselves_and_then_the_question(table: Unseen) -> None:
    first = beat(table)
    assert first is not None and not table.panel("prompt") and first.texts[0] in table.panel("caption")
    seen = [first.number]
    while (shown := beat(table)) is not None:
        seen.append(shown.number)
        table.plugin(TellingPlugin).due = 0.0
        table.until(lambda shown=shown: beat(table) != shown)  # type: ignore[misc]
    assert seen == sorted(seen) and len(set(seen)) == 2, "the last is the present itself"
    assert table.panel("prompt") and not table.panel("caption")


def test_who_stops_an_event_goes_on_when_they_like(table: Unseen) -> None:
    for pause, on in ((TellButton.PAUSE, TellButton.ON), ("space", "arrow_right")):
        shown = beat(table)
        do(table, pause)
        table.plugin(TellingPlugin).due = 0.0
        table.turn(3)
        assert beat(table) == shown and "GO ON" in table.panel("caption")
        do(table, on)
        assert beat(table) != shown
        table.keys("escape")
        burn(table)
    assert beat(table) is not None


def do(table: Unseen, what: str | TellButton) -> None:
    table.keys(what) if isinstance(what, str) else table.click(what)


@pytest.mark.parametrize("skip", ["enter", "escape", "1", TellButton.SKIP])
def test_events_are_skipped(table: Unseen, skip: str | TellButton) -> None:
    number = table.app.session.view(None)["number"]
    do(table, skip)
    assert beat(table) is None and table.panel("prompt")
    assert table.app.view["number"] == number, "the key of a choice has answered nothing yet"


def test_nothing_moves_away_under_a_button_that_is_down(table: Unseen) -> None:
    before = beat(table)
    table.press(table.on(TellButton.SKIP))
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        table.turn()
    assert before is not None and beat(table) is before
    table.release()
    assert beat(table) is None


def test_the_pace_is_changed_meanwhile_and_goes_round(table: Unseen) -> None:
    do(table, TellButton.PAUSE)  # on a machine with much to do all would be told before the last press
    paces = []
    for way in (TellButton.SPEED, "]", TellButton.SPEED, "]", TellButton.SPEED):
        paces.append(table.app.settings.pace)
        do(table, way)
    assert set(settings.PACES) - {0.0} == set(paces)


def test_what_is_told_and_the_past_have_one_pace(table: Unseen) -> None:
    table.keys("escape", "]")
    table.turn()
    assert table.app.settings.pace == 2.0, "pressed while nothing was told"
    table.click(TimeButton.SPEED)
    assert table.app.settings.pace == table.plugin(TimelinePlugin).playback.speed == 4.0
    burn(table)
    table.keys("space", "]")
    assert "8×" in table.panel("caption") and "8×" in table.panel("time")
    table.app.use(replace(table.app.settings, pace=0.0))
    table.keys("escape", "[")
    assert table.app.settings.pace == 0.0, "nothing is told: that stays so"


def test_while_something_lies_over_the_table_nothing_is_told(table: Unseen) -> None:
    plugin, shown = table.plugin(TellingPlugin), beat(table)
    assert shown is not None
    for opening, closing in (
        ("f10", "escape"),
        ("control-i", "enter"),
        ("control-i", "escape"),
        ("f1", "escape"),
    ):
        table.keys(opening, "x")
        assert interface.covered(table.app.ui)
        plugin.due = 0.0
        table.turn(3)
        assert beat(table) == shown and plugin.due > time.monotonic(), "it will be read after that"
        table.keys(closing)
        assert not interface.covered(table.app.ui) and beat(table) == shown, "only what lay there is gone"


def test_without_a_pace_nothing_is_told(table: Unseen) -> None:
    table.keys("escape")
    table.app.use(replace(table.app.settings, pace=0.0))
    burn(table)
    assert beat(table) is None and table.panel("prompt")


def test_what_happens_is_said_below_the_board_and_covers_neither_decks_nor_panels(table: Unseen) -> None:
    (said,) = (one for one in table.app.placed if one.key == "caption")
    high = 720 / scale_for((1280, 720))
    assert high / 2 < said.y and said.y + said.panel.h <= high
    for one in table.app.placed:
        if one.key in ("inspector", "time", "goals", "roster", "players"):
            apart = one.x + one.panel.w <= said.x or said.x + said.panel.w <= one.x
            assert apart or one.y + one.panel.h <= said.y or said.y + said.panel.h <= one.y, one.key


def test_what_dice_show_stands_with_the_words_and_nowhere_else(table: Unseen) -> None:
    app = table.app
    app.hold(replace(app.ui, rolled=(Rolled("ember", ("6",)),)))
    app.redraw()
    app.draw_panels()
    assert not {"dice"} & {one.key for one in app.placed} and "caption" in {one.key for one in app.placed}
    thrown = line("Attack: rolled 5 and hit.", "roll", data={"die": "ember", "faces": ["5", "hit"]})
    with_dice, words = told(thrown, line("It rains.", "say"))
    assert with_dice.faces == ("5", "hit") and words.faces == ()
    drawn = [caption(one, 2, 1.0, paused=False, most=600) for one in (with_dice, words)]
    assert ">5</text>" in drawn[0].svg and ">hit</text>" in drawn[0].svg and drawn[0].h > drawn[1].h


def test_what_happened_is_told_again(table: Unseen) -> None:
    number = beat(table).number  # type: ignore[union-attr]
    table.keys("escape", "control-r")
    assert beat(table).number == number  # type: ignore[union-attr]
    table.keys("control-r")
    assert beat(table).number == number, "it is told already"  # type: ignore[union-attr]
    table.keys("escape", ",", "control-r")
    assert beat(table) is None, "of an earlier moment nothing is told"


def test_at_the_beginning_there_is_nothing_to_tell_again(opened_table: Callable[..., Unseen]) -> None:
    table = opened_table(FakeSession(tables.mission()), TimelinePlugin, TellingPlugin)
    table.keys("control-r", "space", "]")
    assert table.said == "Nothing has happened since your last answer."


def test_an_answer_taken_back_is_told_no_more(table: Unseen) -> None:
    shown = beat(table)
    table.app.showing.refresh()
    assert shown is not None and beat(table) == shown, "it is told already"
    table.app.session.undo()
    table.turn(2)
    assert beat(table) is None and table.app.view["number"] == table.app.session.view(None)["number"]


def test_a_card_that_comes_lies_over_the_table_while_it_is_told(table: Unseen) -> None:
    plugin, shown = table.plugin(TellingPlugin), beat(table)
    assert shown is not None and not table.panel("event card")
    plugin.pause()  # or a machine with much to do tells what comes next
    red = {**table.app.view["things"][0], "text": "It glows."}
    plugin.beat = shown._replace(card="red", view={**shown.view, "things": [red]})
    table.app.redraw()
    table.turn()
    assert "It glows." in table.panel("event card")


def test_another_moment_is_shown_without_what_was_told(table: Unseen) -> None:
    table.app.session.undo()
    table.app.showing.show_moment()
    assert beat(table) is None and table.app.view == table.app.session.view("player.1")


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Camera:
    """Where all that happens is said to be."""
    place = Camera(target=(30.0, 40.0))
    monkeypatch.setattr(framing, "going", lambda camera, *_, **__: None if camera == place else place)
    return place


def at_rest(table: Unseen) -> Camera:
    table.until(lambda: table.app.rig.way is None)
    return table.app.camera


def test_the_camera_goes_to_what_happens_and_comes_back(table: Unseen, away: Camera) -> None:
    table.keys("escape")
    own = at_rest(table)
    burn(table)
    assert table.app.rig.way is not None, "it travels"
    assert at_rest(table) == away
    table.keys("arrow_right", "escape")
    assert at_rest(table) == own


def test_an_event_is_shown_once_the_camera_is_there(table: Unseen, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin, first = table.plugin(TellingPlugin), beat(table)
    at_rest(table)
    place = Camera(target=(30.0, 40.0))
    monkeypatch.setattr(framing, "going", lambda camera, *_, **__: None if camera == place else place)
    table.keys("arrow_right")
    coming = plugin.bound_for
    assert coming is not None and plugin.beat == first, "what was shown before stays until then"
    assert at_rest(table) == place
    table.until(lambda: plugin.beat is coming)
    assert plugin.bound_for is None and table.app.view == coming.view


def test_who_cannot_wait_for_the_camera_sees_the_event_at_once(table: Unseen, away: Camera) -> None:
    plugin = table.plugin(TellingPlugin)
    plugin.pause()
    table.app.rig.aim(Camera(target=(5.0, 5.0)))
    table.app.rig.lead()
    table.keys("arrow_right")
    coming = plugin.bound_for
    assert coming is not None
    table.keys("arrow_right")
    assert plugin.beat is coming and plugin.bound_for is None
    table.keys("escape")
    assert beat(table) is None and not plugin.bound_for


def test_a_camera_that_a_person_moves_meanwhile_stays_there(table: Unseen, away: Camera) -> None:
    table.keys("escape")
    burn(table)
    at_rest(table)
    table.app.rig.aim(moved := Camera(target=(5.0, 5.0)))
    table.keys("control-r", "escape")
    assert at_rest(table) == moved
    burn(table)
    assert at_rest(table) == away, "the next time it goes there again"


def test_the_camera_stays_where_that_is_wanted(table: Unseen, away: Camera) -> None:
    table.keys("escape")
    own = at_rest(table)
    table.app.use(replace(table.app.settings, follow_events=False))
    burn(table)
    assert at_rest(table) == own != away
    table.keys("escape")
    table.app.use(replace(table.app.settings, follow_events=True, reduced_motion=True))
    burn(table)
    assert table.app.rig.way is None and table.app.camera == away, "without movement it is there at once"


def test_a_button_that_is_left_again_does_nothing(table: Unseen) -> None:
    plugin, shown = table.plugin(TellingPlugin), beat(table)
    assert not plugin.release((0, 0), TellButton.SKIP, clicked=False) and beat(table) == shown
    table.keys("escape")
    assert not plugin.release((0, 0), TellButton.SKIP, clicked=True), "nothing is told any more"
    assert not plugin.letter("x"), "a letter is for whoever else wants it"
