"""The page about looks names every word that the table knows, and none that it does not."""

from __future__ import annotations

import re
from pathlib import Path

from tilewright.viewer.common import svg
from tilewright.viewer.modelling import boardmesh, doorway, paint, props
from tilewright.viewer.scene import looks
from tilewright.viewer.staging import happening

PAGE = (Path(__file__).parents[2] / "docs" / "looks.md").read_text("utf-8")


def section(title: str) -> set[str]:
    """The words in backquotes under a heading."""
    text = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    return set(re.findall(r"`([^`\n]+)`", text))


def test_every_archetype_floor_door_and_prop_is_named() -> None:
    assert set(looks.ARCHETYPES) <= section("Figures and tokens")
    assert set(paint.FLOORS) | set(props.WORDS.values()) <= section("Spaces")
    assert set(doorway.KINDS.values()) | set(boardmesh.WALLS) - {"none"} <= section("Links")


def test_every_word_for_what_happens_is_named() -> None:
    assert set(happening.LOOKS) <= section("What happens")


def test_colours_and_icons_are_those_that_there_are() -> None:
    assert all(looks.names_colour(word) for word in section("Colours"))
    assert section("Icons") == svg.icons().keys()


def test_what_it_calls_sizes_are_sizes() -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith("| `height`"))
    assert all(looks.names_size(word) for word in re.findall(r"`(\w+)`", row.split("|")[2]))
