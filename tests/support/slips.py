"""Games with slips in them, as authors make them: lines and words lost, doubled, swapped, replaced."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.reading.source import Source
from tilewright.dsl.reference import entries

from .cases import in_memory

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SMALL = ("learn/1_first_card", "learn/2_first_board", "learn/3_first_mission", "learn/5_tests",
         "bench/dungeon")
LARGE = ("aliens", "avp", "nemesis", "sniper_elite")
PIECE = re.compile(r'"[^"\n]*"?|\w+| +|\n|.')

quick = settings(max_examples=60, deadline=None, derandomize=True, database=None,
                 phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck))
thorough = settings(max_examples=2_000, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def words() -> list[str]:
    """What sources are made of: small words, names, signs, indentation."""
    forms = " ".join(form for entry in entries() for form in entry.forms)
    found = {*re.findall(r"[a-z]+", forms), "hero", "deck", "x", "1", "007", '"text {x}"', "[A-1]", "| a |"}
    signs = [*":,.()=+-*/<#", "##", "\n", "\n  ", "\n    "]
    return sorted(found) + signs * 4


@cache
def shipped(name: str) -> Package:
    package, _ = read_package(SCENARIOS / name)
    assert package is not None
    return package


@dataclass(frozen=True)
class Slip:
    """One change to a file: where it happens is a share of the file, so that it can be said in few words."""

    file: int
    by_lines: bool
    how: str
    at: int
    other: int
    word: int

    def apply(self, sources: list[Source]) -> None:
        source = sources[self.file % len(sources)]
        pieces = source.text.split("\n") if self.by_lines else PIECE.findall(source.text)
        if pieces:
            changed = self.change(pieces, self.at % len(pieces), self.other % len(pieces))
            text = ("\n" if self.by_lines else "").join(changed)
            sources[self.file % len(sources)] = Source(source.path, text)

    def change(self, pieces: list[str], at: int, other: int) -> list[str]:
        match self.how:
            case "delete":
                return pieces[:at] + pieces[at + 1:]
            case "double":
                return [*pieces[:at], pieces[at], *pieces[at:]]
            case "swap":
                pieces[at], pieces[other] = pieces[other], pieces[at]
                return pieces
            case "replace":
                return [*pieces[:at], words()[self.word % len(words())], *pieces[at + 1:]]
            case "cut":
                return pieces[:at]
            case _:
                return [*pieces[:at], "  " + pieces[at], *pieces[at + 1:]]


numbers = st.integers(0, 1_000_000)
hows = st.sampled_from(("delete", "double", "swap", "replace", "cut", "indent"))
slip = st.builds(Slip, numbers, st.booleans(), hows, numbers, numbers, numbers)
slips = st.lists(slip, min_size=1, max_size=3)


def spoilt(package: Package, made: list[Slip]) -> Package:
    """A package but for a few slips."""
    sources = list(package.sources)
    for slip in made:
        slip.apply(sources)
    return in_memory(tuple(sources), package.id)
