"""The dice and draws that a test foresees, in order. What it does not foresee is a mistake of the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Unforeseen(Exception):
    """A roll or a choice by chance that the test does not mention."""


class Script:
    """Faces for each die, and options to be taken by chance."""

    def __init__(self, dice: list[str]) -> None:
        self.dice = dice
        self.faces: dict[int, list[int]] = {}
        self.draws: list[int] = []
        self.like: Callable[[int, int], bool] = lambda a, b: a == b  # whether two options are equal copies
        self._given: list[tuple[int, list[int]]] = []

    def foresee(self, die: str, faces: list[int]) -> None:
        """These faces are rolled next, after those foreseen already."""
        number = self.dice.index(die)
        self.faces.setdefault(number, []).extend(faces)
        self._given.append((number, faces))

    def foresee_draws(self, options: list[int]) -> None:
        """These options are taken by chance next."""
        self.draws.extend(options)
        self._given.append((-1, options))

    def roll(self, die: int, faces: tuple[int, ...]) -> int:
        """The next face of a die. Raises Unforeseen if the test gives none."""
        waiting = self.faces.get(die)
        if not waiting:
            raise Unforeseen(f"{self.dice[die]} is rolled, but no face of it is given.")
        return waiting.pop(0)

    def choose(self, options: tuple[int, ...]) -> int:
        """The option that chance takes next. Raises Unforeseen if the test gives none, or one that cannot be
        taken.
        """
        if not self.draws:
            raise Unforeseen("Chance decides, but the test does not say how.")
        for number, wanted in enumerate(self.draws):
            found = [one for one in options if one == wanted] or [
                one for one in options if self.like(one, wanted)
            ]
            if found:
                # Those before it were the only thing to take, where chance is not asked.
                del self.draws[: number + 1]
                return found[0]
        raise Unforeseen("Chance is to take something that it cannot take.")

    def left(self) -> str | None:
        """What was foreseen, but did not happen."""
        for die, faces in self.faces.items():
            if faces:
                return f"{self.dice[die]} was to be rolled {len(faces)} times more."
        return None

    def clone(self) -> Script:
        copy = Script(self.dice)
        copy.faces = {die: list(faces) for die, faces in self.faces.items()}
        copy.draws, copy.like, copy._given = list(self.draws), self.like, list(self._given)
        return copy

    def again(self) -> Script:
        """A script with all that was ever foreseen, for playing everything again."""
        copy = Script(self.dice)
        copy.like = self.like
        for number, values in self._given:
            if number < 0:
                copy.draws.extend(values)
            else:
                copy.faces.setdefault(number, []).extend(values)
        copy._given = list(self._given)
        return copy


def face_numbers(program: Any, die: str, faces: list[Any]) -> list[int]:
    """The faces of a test as numbers of the engine."""
    declared = program.data["dice"][die]
    return [int(program.constant(declared, face)) for face in faces]
