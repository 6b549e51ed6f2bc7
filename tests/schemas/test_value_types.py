from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest

from tilewright.schemas.value_types import ANY, EMPTY, NUMBER, thing, type_of

ROOT = Path(__file__).parents[2]
WRITTEN = ["number", "number?", "yes_no", "text", "place", "any", "word:mission.result", "thing:card"]
WRITTEN += ["thing:card?", "list:number", "list:thing:card", "list:word:glass", "list:any"]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_type_is_its_text(text: str) -> None:
    found = type_of(text)
    assert found == text and json.dumps(found) == json.dumps(text)
    assert type_of(text) is found and pickle.loads(pickle.dumps(found)) is found


def test_a_type_has_parts() -> None:
    card, cards, result = type_of("thing:card?"), type_of("list:thing:card"), type_of("word:mission.result")
    assert (card.base, card.kind, card.optional, card.is_thing) == ("thing", "card", True, True)
    assert (cards.base, cards.kind, cards.item, cards.optional) == ("list", "card", thing("card"), False)
    assert (result.base, result.words, result.kind) == ("word", "mission.result", "")
    assert (NUMBER.kind, NUMBER.words, NUMBER.item) == ("", "", None)


def test_none_is_added_and_taken_away() -> None:
    assert thing("card").or_none.certain is thing("card")
    assert NUMBER.or_none is NUMBER  # a number is never none without further ado
    assert type_of("number?").certain is NUMBER
    assert ANY.optional and ANY.certain is ANY


def test_lists_and_their_members() -> None:
    assert thing("card").or_none.listed == "list:thing:card"
    assert type_of("list:number").listed is type_of("list:number")
    assert type_of("list:number").element is NUMBER and NUMBER.element is NUMBER
    assert EMPTY.element is ANY


def test_no_type_is_taken_apart_by_hand() -> None:
    by_prefix = re.compile(r"""(startswith|removeprefix|partition)\(\(?["'](thing|list|word|number)[:"']""")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("runtime", "cli", "dsl/secrecy", "dsl/lints", "dsl/analysis")
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if by_prefix.search(line)
    ]
    assert found == []
