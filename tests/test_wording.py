"""Gaps of texts, and the forms of words that go with numbers."""

from __future__ import annotations

import pytest

from tilewright.cli.text_view import goals
from tilewright.runtime.seats.wording import lowered
from tilewright.schemas.wording import (
    ENGLISH,
    MAX_FILLED,
    Amount,
    Wording,
    counted,
    filled,
    forms_of,
    plural_form,
    sentences,
    trouble,
)


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: 1, 1: 0, 2: 1, 21: 1}),
        ("fr", {0: 0, 1: 0, 2: 1}),
        ("cs", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 22: 2}),
        ("pl", {1: 0, 2: 1, 5: 2, 12: 2, 22: 1, 21: 2}),
        ("ru", {1: 0, 2: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1}),
        ("ja", {1: 0, 7: 0}),
        ("fr-CA", {0: 0, 2: 1}),
    ],
)
def test_which_form_goes_with_a_number(language: str, forms: dict[int, int]) -> None:
    assert {number: plural_form(language, number) for number in forms} == forms
    assert forms_of(language) == 1 + max(forms.values())


def test_what_the_system_reports_is_said_in_the_language() -> None:
    french = Wording("fr", {"engine/file_missing": "rien de tel", "engine/file_other": "le système : {0}"})
    assert french.tell(trouble(FileNotFoundError(2, "No such file or directory"))) == "rien de tel"
    assert french.tell(trouble(OSError(5, "Input/output error"))) == "le système : input/output error"
    assert ENGLISH.tell(trouble(OSError(28, "No space left on device"))) == "the disk is full"


def test_a_title_within_a_sentence_keeps_what_is_no_word() -> None:
    assert [lowered(one) for one in ("Pulse rifle", "HK pistol", "M4 rifle")] == [
        "pulse rifle",
        "HK pistol",
        "M4 rifle",
    ]


def test_what_ends_like_a_sentence_takes_the_full_stop_after_it() -> None:
    said = "{0}: {1}."
    assert filled(said, ("Red squad", "What news?")) == "Red squad: What news?"
    assert filled(said, ("Red squad", "Wait")) == "Red squad: Wait."
    assert filled("{0}. {1|day|days}.", ("Dr.", 1)) == "Dr. day."
    assert filled("{0}.", ("No. " * MAX_FILLED,)).endswith("…")


def test_a_noun_goes_with_its_number() -> None:
    assert [counted(number, "cell") for number in (0, 1, 2, 1200)] == [
        "0 cells",
        "1 cell",
        "2 cells",
        "1,200 cells",
    ]
    assert [counted(number, "story", "stories") for number in (1, 3)] == ["1 story", "3 stories"]


def test_gaps_are_filled_with_words_numbers_and_lists() -> None:
    text = "{1}: {0} {0|žeton|žetony|žetonů}"
    assert [filled(text, [n, "Hicks"], "cs") for n in (1, 3, 5)] == [
        "Hicks: 1 žeton",
        "Hicks: 3 žetony",
        "Hicks: 5 žetonů",
    ]
    assert filled("{0} {0|štěká|štěkají|štěká}.", [Amount("Pes a Fena", 2)], "cs") == "Pes a Fena štěkají."
    assert filled("{0|one|many} {0}", ["a name"]) == "one a name"
    assert filled("{0|one} {3} {x}", [7]) == "one {3} {x}"


def test_what_fills_the_gaps_of_a_text_is_cut_short_where_it_is_endless() -> None:
    long = filled("{0} {0} {0} cannot be read.", ["title " * 300])
    assert len(long) < MAX_FILLED + 30 and long.count("…") == 3 and long.endswith("… cannot be read.")
    page = "rules " * 1_000
    assert filled(page, []) == page
    assert filled(page + "{0}", [page]) == page + page[: MAX_FILLED - 1] + "…"


def test_what_a_language_lacks_is_said_in_english() -> None:
    czech = Wording("cs", {"engine/and": "{0} a {1}"})
    assert czech.listed(["A", "B", "C"]) == ("A, B a C", 3)
    assert ENGLISH.listed(["A"]) == ("A", 1)
    assert czech.say("engine/win", Amount("A", 1)) == "A wins."
    assert czech.sentence("engine/win") == sentences()["engine/win"]


def test_goals_are_told_in_the_language_of_the_program() -> None:
    view = {"goals": [{"sort": "goal", "text": "Uteč.", "theirs": False, "things": [], "spaces": []}]}
    assert goals(view, Wording("cs", {"engine/goal": "K vítězství: {0}"})) == ["K vítězství: Uteč."]
    assert goals(view) == ["To win: Uteč."]
