"""The words that a text may use for a look are those that the table draws."""

from __future__ import annotations

from tilewright.schemas import looks
from tilewright.viewer.common import svg
from tilewright.viewer.figures.weapons import held
from tilewright.viewer.modelling import doorway, paint, props
from tilewright.viewer.modelling.boardmesh import WALLS
from tilewright.viewer.scene import looks as drawn
from tilewright.viewer.staging import happening

UNKNOWN = "nothing_of_that_name"
TRIM = (0.1, 0.1, 0.1)


def test_what_the_table_draws_can_be_named() -> None:
    assert set(drawn.ARCHETYPES) <= set(looks.words("archetype"))
    assert set(paint.FLOORS) <= set(looks.words("floor"))
    assert set(looks.words("wall")) == set(WALLS)
    assert set(looks.words("door")) == set(doorway.KINDS)
    assert set(looks.words("props")) == set(props.WORDS)
    assert set(looks.words("icon")) == set(svg.icons())
    assert set(looks.words("event")) == set(happening.LOOKS)
    assert {icon for icon, _ in happening.LOOKS.values()} <= set(svg.icons())


def test_what_can_be_named_is_drawn() -> None:
    for name, knows in (
        ("archetype", drawn.names_archetype),
        ("colour", drawn.names_colour),
        ("size", drawn.names_size),
        ("floor", paint.names_floor),
    ):
        assert not knows(UNKNOWN)
        assert [word for word in looks.words(name) if not knows(word)] == []


def test_only_a_rifle_is_drawn_as_an_unknown_weapon() -> None:
    def drawing(word: str) -> list[tuple[float, ...]]:
        return [(*part.solid.low, *part.solid.high) for part in held(word, TRIM)]

    unknown = drawing(UNKNOWN)
    assert [word for word in looks.words("weapon") if drawing(word) == unknown] == ["rifle"]
