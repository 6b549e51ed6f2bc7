"""The dice, draws and shuffles that a story foresees, in order. What it leaves out is a mistake of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tilewright.schemas.wording import counted

RulePlace = tuple[str | None, int]  # a rule, and an index into the program's spans


class Unforeseen(Exception):
    """A roll, or a choice by chance, that the story does not mention, or that cannot be as it says."""

    def __init__(
        self,
        what: str,
        where: RulePlace,
        options: tuple[int, ...] = (),
        wanted: Sequence[int | ForeseenDraw] = (),
    ):
        super().__init__(what)
        self.what = what
        self.where = where
        self.options = options
        self.wanted = tuple(wanted)


class ForeseenDraw(NamedTuple):
    """What chance is to take: a value of a sort (sorts.py), or a label; and what a message calls it."""

    value: int
    sort: str
    named: str
    label: str = ""


class Script:
    """Faces for each die, options to be taken by chance, and what is to lie on top of shuffled piles."""

    def __init__(self, dice: list[str]) -> None:
        self.dice = dice
        self.faces: dict[int, list[int]] = {}
        self.draws: list[tuple[ForeseenDraw, int]] = []  # what is to be taken, and the line that foresees it
        self.only: list[
            tuple[int, RulePlace]
        ] = []  # what chance took for want of another, since it last chose
        self.orders: dict[int, list[tuple[int, ...]]] = {}
        self.like: Callable[[int, int], bool] = lambda a, b: a == b  # whether two options are equal copies
        self.takes: Callable[[ForeseenDraw, tuple[int, ...], RulePlace], int | None] = (
            lambda one, options, _: next((option for option in options if option == one.value), None)
        )
        """The option that is meant among those from which chance chooses; None if it is not there."""
        self._given: list[tuple[str, int, list[Any]]] = []

    def foresee(self, die: str, faces: list[int]) -> None:
        """These faces are rolled next, after those foreseen already."""
        self._foresee("faces", self.dice.index(die), faces)

    def foresee_draws(self, options: list[ForeseenDraw], at: int) -> None:
        """These are taken by chance next; `at` is the line that says so."""
        self._foresee("draws", at, options)

    def foresee_order(self, place: int, things: list[int]) -> None:
        """These lie on top when this place is shuffled next, the topmost first."""
        self._foresee("order", place, things)

    def roll(self, die: int, faces: tuple[int, ...], where: RulePlace) -> int:
        """The next face of a die. Raises Unforeseen if the test gives none."""
        waiting = self.faces.get(die)
        if not waiting:
            raise Unforeseen(self.dice[die], where)
        return waiting.pop(0)

    def choose(self, options: tuple[int, ...], where: RulePlace) -> int:
        """The option that chance takes next. Raises Unforeseen if the test gives none, or one that cannot be
        taken.
        """
        passed = self._passed()
        # What was foreseen may also be meant for now, and what was taken before not foreseen at all.
        for number in range(min(passed, len(self.draws) - 1), -1, -1):
            found = self.takes(self.draws[number][0], options, where)
            if found is not None:
                del self.draws[: number + 1]
                self.only = []
                return found
        raise Unforeseen("", where, options, [wanted for wanted, _ in self.draws[passed:]])

    def certain(self, option: int, where: RulePlace) -> None:
        """Chance took this, for there was nothing else: a story may foresee it, but need not."""
        if self.draws:
            self.only.append((option, where))

    def shuffled(self, place: int, lying: list[int], where: RulePlace) -> list[int]:
        """What was shuffled, in the order in which it is to lie, the bottom first. Raises Unforeseen if what
        is to lie on top is not in it.
        """
        waiting = self.orders.get(place)
        if not waiting:
            return lying
        left, on_top = list(lying), list[int]()
        for wanted in waiting.pop(0):
            found = self._among(wanted, tuple(left))
            if found is None:
                raise Unforeseen("order", where, tuple(reversed(left)), (wanted,))
            left.remove(found)
            on_top.insert(0, found)
        return left + on_top

    def left(self) -> list[tuple[str, int, str]]:
        """What was foreseen, but did not happen: its sort and number, and a sentence."""
        draws = Counter(at for _, at in self.draws[self._passed() :])
        return [
            *(
                (
                    "faces",
                    die,
                    f"{self.dice[die]} should have been rolled {counted(len(faces), 'more time')}.",
                )
                for die, faces in self.faces.items()
                if faces
            ),
            *(
                ("order", place, "a pile whose order is given was not shuffled.")
                for place, orders in self.orders.items()
                if orders
            ),
            *(
                ("draws", at, f"chance should have chosen {counted(number, 'more time')}.")
                for at, number in draws.items()
            ),
        ]

    def clone(self) -> Script:
        copy = Script(self.dice)
        copy.faces = {die: list(faces) for die, faces in self.faces.items()}
        copy.orders = {place: list(orders) for place, orders in self.orders.items()}
        copy.draws, copy.only = list(self.draws), list(self.only)
        copy.like, copy.takes = self.like, self.takes
        copy._given = list(self._given)
        return copy

    def again(self) -> Script:
        """A script with all that was ever foreseen, for playing everything again."""
        copy = Script(self.dice)
        copy.like, copy.takes = self.like, self.takes
        for sort, number, values in self._given:
            copy._foresee(sort, number, values)
        return copy

    def _foresee(self, sort: str, number: int, values: list[Any]) -> None:
        match sort:
            case "faces":
                self.faces.setdefault(number, []).extend(values)
            case "draws":
                self.draws.extend((one, number) for one in values)
            case "order":
                self.orders.setdefault(number, []).append(tuple(values))
        self._given.append((sort, number, values))

    def _passed(self) -> int:
        """How many of the draws that wait were the only thing to take, so that chance was not asked."""
        passed = 0
        for one, where in self.only:
            if passed < len(self.draws) and self.takes(self.draws[passed][0], (one,), where) is not None:
                passed += 1
        return passed

    def _among(self, wanted: int, options: tuple[int, ...]) -> int | None:
        """The option that is meant, or one that is equal to it."""
        if wanted in options:
            return wanted
        return next((one for one in options if self.like(one, wanted)), None)


def face_numbers(program: Any, die: str, faces: list[Any]) -> list[int]:
    """The faces of a test as numbers of the engine."""
    declared = program.data["dice"][die]
    return [int(program.constant(declared, face)) for face in faces]


def place_of(program: Any, at: int) -> str:
    """`file:line` of an index into the program's spans."""
    spans = program.data.get("spans") or []
    return f"{spans[at][0]}:{spans[at][1]}" if 0 <= at < len(spans) else ""
