"""Documents of strangers: only sound JSON is read, and whole numbers are whole, whatever JSON Schema says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tilewright.schemas import reading
from tilewright.schemas.load import problems
from tilewright.schemas.reading import BadDocument, misfit, parsed, unsound

REPLAY: dict[str, Any] = {
    "format": "tilewright/replay/1",
    "program": {"game": "ogres", "mission": None, "hash": "9f2c", "settings": {"hard": 1}},
    "seed": 7,
    "players": 2,
    "answers": [],
}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "cut short"),
        (b"\xff", "utf-8"),
        ('{"a": NaN}', "NaN is not a number"),
        ("[Infinity]", "Infinity is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
        ("[1e999]", "1e999 is too large"),
        ("9" * 5_000, "5,000 digits"),
        ("-" + "9" * 26, "27 digits"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "'c' is in it twice"),
        ('{"a": 1, "\\u0061": 2}', "'a' is in it twice"),
        ('["\\ud800"]', "[0]: half a character"),
        ('{"\\udfff": 1}', "half a character"),
        ("[" * 100_000, "nested too deeply"),
        ("[" * 41 + "]" * 41, "nested too deeply"),
        ('{"a":' * 60 + "1" + "}" * 60, "a.a.a"),
        ("[1, 2", "cut short"),
        ("1 2", "cut short"),
    ],
)
def test_what_is_no_sound_document_is_refused_with_its_reason(text: str | bytes, said: str) -> None:
    with pytest.raises(BadDocument) as caught:
        parsed(text)
    assert said in str(caught.value) and len(str(caught.value)) < 300 and "\n" not in str(caught.value)


def test_a_document_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 10)
    with pytest.raises(BadDocument, match="too large"):
        parsed("[" + " " * 20 + "]")


@pytest.mark.parametrize("form", [str, str.encode])
def test_a_document_of_very_many_values_is_not_read(
    form: Callable[[str], str | bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_VALUES", 3)
    assert reading.parsed(form("[0, 1, 2, []]")) == [0, 1, 2, []]
    monkeypatch.setattr("json.loads", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(BadDocument, match="it has more than 3 values"):
        reading.parsed(form("[[], [], [], [], []]"))


def test_what_is_sound_is_read_as_it_stands() -> None:
    text = '{"a": [1, -2, 18446744073709551615, 2.5, 1e3, true, null, "\\ud83d\\ude00 é"], "b": {}}'
    assert parsed(text) == {"a": [1, -2, 2**64 - 1, 2.5, 1000.0, True, None, "😀 é"], "b": {}}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (float("nan"), "a[0]: nan is not a number"),
        (10**30, "too large"),
        ("\ud800", "half a character"),
        ({1: 2}, "its name is not a text"),
        ((1, 2), "tuple is nothing that JSON knows"),
        (b"x", "bytes is nothing"),
    ],
)
def test_data_in_memory_is_looked_at_in_the_same_way(value: Any, said: str) -> None:
    assert said in str(unsound({"a": [value]}))


def test_data_may_be_nested_at_will_or_hold_itself() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert "nested too deeply" in str(unsound(deep))
    ring: dict[str, Any] = {}
    ring["again"] = ring
    assert "nested too deeply" in str(misfit("replay", ring))


@pytest.mark.parametrize("value", [3.0, -0.0, 1e3, True, False, "3", None])
@pytest.mark.parametrize("part", ["seed", "players"])
def test_what_is_to_be_whole_is_written_whole(part: str, value: Any) -> None:
    assert str(misfit("replay", {**REPLAY, part: value})).startswith(f"{part}: found ")
    said = problems("replay", {**REPLAY, part: value})[0]
    assert said.startswith(f"{part}: found ") and said.endswith("expected integer")


def test_numbers_that_need_not_be_whole_may_be() -> None:
    view = {"at": [0, 0.5]}
    assert not [one for one in problems("view", view) if one.startswith("at")]


def test_a_document_that_is_wrong_all_over_is_not_looked_through() -> None:
    answers = [{"seat": 1}] * 60_000
    assert str(misfit("replay", {**REPLAY, "answers": answers})).startswith("answers: ")
