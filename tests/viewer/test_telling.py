"""What is shown at once while events are told, for how long, and how the caption says it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tilewright.viewer.common import settings
from tilewright.viewer.common.session import View
from tilewright.viewer.panels.vocabulary import TellButton
from tilewright.viewer.replaying.caption import caption
from tilewright.viewer.replaying.pace import MOST, TOGETHER, Beat, beats

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


def told(*lines: dict[str, Any], things: tuple[dict[str, Any], ...] = ()) -> list[Beat]:
    """The beats of a log with these lines."""
    log = [{"n": number, **one} for number, one in enumerate(lines, 1)]

    def views() -> Iterator[View]:
        for count in range(1, len(log) + 1):
            yield {"log": log[:count], "things": list(things)}

    return list(beats(views()))


def test_values_that_one_rule_changes_are_shown_at_once() -> None:
    found = told(
        line("Ada: wounds up to 1.", "set", "ada", rule="L-1"),
        line("Ben: wounds up to 1.", "set", "ben", rule="L-1"),
        line("Cleo: wounds up to 1.", "set", "cleo", rule="L-2"),
        line("Ada moves to b1.", "move", "ada", rule="L-2"),
    )
    assert [one.texts for one in found] == [
        ("Ada: wounds up to 1.", "Ben: wounds up to 1."),
        ("Cleo: wounds up to 1.",),
        ("Ada moves to b1.",),
    ]
    assert found[0].focus.things == ("ada", "ben") and found[0].number == 2
    many = told(*(line(f"{n}", "set", f"t{n}", rule="L-1") for n in range(TOGETHER + 2)))
    assert [len(one.texts) for one in many] == [TOGETHER, 2]


def test_of_the_headings_of_phases_the_innermost_is_shown() -> None:
    found = told(line("Round 1.", "verb"), line("Night.", "verb"), line("Ada: Rest.", "verb", "ada"))
    assert [one.texts for one in found] == [("Night.",), ("Ada: Rest.",)]
    assert [one.focus.deed for one in found] == [True, True] and found[1].focus.things == ("ada",)


def test_a_deed_that_is_a_move_is_shown_at_once() -> None:
    deed, move = line("Ada: Walk.", "verb", "ada"), line("Ada moves to b1.", "move", "ada")
    assert [one.texts for one in told(deed, move)] == [("Ada: Walk.", "Ada moves to b1.")]
    assert len(told(deed, line("Ben moves to b1.", "move", "ben"))) == 2
    assert len(told(line("Night.", "verb"), move)) == 2


def test_a_card_that_comes_is_shown_large_unless_it_lies_face_down_or_says_nothing() -> None:
    comes = line("Storm moves to Drawn.", "move", "storm")
    cards = [
        told(comes, things=({**STORM, **more},))[0].card for more in ({}, {"face": "down"}, {"text": ""})
    ]
    assert cards == ["storm", None, None]
    assert told(line("Storm: heat up to 1.", "set", "storm"), things=(STORM,))[0].card is None
    two = told(line("Both move.", "move", "storm", "wind"), things=(STORM, {**STORM, "handle": "wind"}))
    assert two[0].card is None


def test_what_is_longer_to_read_stays_longer_and_nothing_for_ever() -> None:
    short, long, endless = (told(line("x" * n, "say"))[0].seconds for n in (3, 80, 4000))
    assert 0 < short < long < endless == MOST
    assert told(line("x" * 80, "move"))[0].seconds < short


def test_the_caption_says_the_words_how_many_are_left_and_what_can_be_done() -> None:
    (beat,) = told(line("Ada & Ben move.", "move", "ada"))
    shown = caption(beat, 4, 2.0, paused=False, most=700)
    assert "Ada &amp; Ben move." in shown.svg and "3 more" in shown.svg and "2×" in shown.svg
    assert {hit.action for hit in shown.hits} == set(TellButton)
    paused = caption(beat, 1, 2.0, paused=True, most=700)
    assert "GO ON" in paused.svg and " more" not in paused.svg


@pytest.mark.parametrize(("written", "pace"), [("pace: 4", 4.0), ("pace: 0", 0.0), ("pace: 3", None)])
def test_the_pace_is_kept_and_nothing_else_is_taken_for_one(
    tmp_path: Path, written: str, pace: float | None
) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(written)
    found, problems = settings.load(file)
    assert (found.pace if not problems else None) == pace
    assert settings.save(found, file) is None and settings.load(file)[0] == found
