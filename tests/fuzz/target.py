"""What a target is, and what its inputs are made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

Input = dict[str, Any]
"""Plain JSON data: it is written into the corpus as it is."""

T = TypeVar("T")


class Different(Exception):
    """Two things that must be equal are not, or something was said or taken that must not be."""


class Target(Protocol):
    """One sort of input."""

    name: str
    share: float
    """Of all inputs, in relation to the other targets."""
    memory: int
    """Megabytes that judging one input may take on top of what the process has."""

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        """An input; `known` are those of the corpus."""
        ...

    def judge(self, data: Input) -> None:
        """Returns if everything promised holds; raises whatever shows that it does not."""
        ...

    def smaller(self, data: Input) -> Iterator[Input]:
        """Inputs with a part left out, the largest parts first."""
        ...

    def usual(self, data: Input) -> float:
        """Seconds of the processor that the same takes where nothing is wrong; no hang is counted in them."""
        return 0.0


def chance_of(target: str, seed: int, number: int) -> Random:
    """What input number `number` of a run is made from."""
    return Random(f"{seed}:{target}:{number}")


def same(one: Any, other: Any, what: str) -> None:
    """Both have to be equal."""
    if one != other:
        raise Different(f"{what}: {_short(one)} against {_short(other)}")


def same_json(one: Any, other: Any, what: str) -> None:
    """Both have to be equal as documents: 3 is not 3.0, and not yes."""
    left, right = (json.dumps(value) for value in (one, other))
    if left != right:  # in another order they are as good
        left, right = (json.dumps(value, sort_keys=True) for value in (one, other))
    if left != right:
        at = next((i for i, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), 0)
        raise Different(
            f"{what}: {left[max(0, at - 20) : at + 60]} against {right[max(0, at - 20) : at + 60]}"
        )


def fewer(parts: Sequence[T]) -> Iterator[list[T]]:
    """A list without one half, one quarter and so on, down to single members."""
    size = len(parts) // 2 or 1
    while parts and size:
        for start in range(0, len(parts), size):
            yield [*parts[:start], *parts[start + size :]]
        size //= 2


def fewer_in(data: Input, *fields: str) -> Iterator[Input]:
    """An input with fewer members in one of these lists."""
    for name in fields:
        for kept in fewer(data.get(name) or ()):
            yield {**data, name: kept}


def fewer_lines(data: Input, name: str) -> Iterator[Input]:
    """An input whose text has fewer lines, or a short one fewer characters."""
    text: str = data[name]
    pieces, glue = (text.split("\n"), "\n") if "\n" in text else (list(text), "")
    for kept in fewer(pieces):
        yield {**data, name: glue.join(kept)}


def weighted(chance: Random, ways: Sequence[tuple[float, Callable[[], T]]]) -> T:
    """What one of several ways gives, each as likely as its weight."""
    return chance.choices([way for _, way in ways], [weight for weight, _ in ways])[0]()


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:157]}..."
