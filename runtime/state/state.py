"""A game at one of its questions: flat lists of integers, plain frames, the open question, the generator.

What the parts mean is in docs/internals/semantics.md; what lies at which index is decided by `program.py`.
Nothing here knows a rule. A state refers to nothing outside itself, so it can be copied, compared, written
and read at any question, in the middle of nested effects too.

Two habits keep that cheap, and every back end must follow them: lists inside `v`, `z`, `k`, `q`, `fx` and
`busy` are tuples that are replaced, never changed in place; and truth values are stored as 0 and 1.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final, NamedTuple, TypeAlias
from zlib import crc32

from tilewright.schemas.documents import Document

# A stored value: a number, a word, a thing, or the members of a list property.
StoredValue: TypeAlias = "int | tuple[int, ...]"

NONE: Final = -1
NO_NUMBER: Final = -(2**31)
FAR: Final = 1_000_000
FUEL: Final = 150_000_000  # what one answer may cost; see analysis/costs.py

# The option `or "Label"`, in the options of a question and in the local that receives the answer. No number
# of a game comes near it.
ELSE: Final = -(2**40)

# The first cells of `v` belong to the engine.
PLAYERS: Final = 0  # how many players are in the game
ASLEEP: Final = 1  # 1 while no rule reacts: during set-up and `finish with`
ENGINE_CELLS: Final = 2

# The sorts of a question. Those up to PAUSE are answered with one option.
CHOOSE: Final = 0
NUMBER: Final = 1
OPTIONS: Final = 2
MENU: Final = 3
PAUSE: Final = 4
SEVERAL: Final = 5
AGREE: Final = 6
TOGETHER: Final = 7

# How a mission ended, as its campaign is answered: the numbers of the words won, lost and drawn.
RESULTS: Final = {"win": 0, "lose": 1, "draw": 2}


# A text as it is told: `(id, (type, value), ...)`, or a sentence of the engine.
RawText: TypeAlias = "str | tuple[Any, ...]"


class GameEnd(NamedTuple):
    """How a game ended, and which rule ended it."""

    outcome: str  # "win", "lose", "draw" or "stuck"
    winners: tuple[int, ...]
    reason: RawText | None
    rule: str | None  # its label or name
    at: int  # an index into the program's spans, -1 if there is none


class State:
    """One position of one game.

    `q` is None or `(sort, options, seats, least, most, answers)`: options raw values (see
    `questions/document.py`), seats the entity numbers of the players who may answer; least and most bound the
    number of options that one answer names; answers are those given so far where several seats answer the
    same question.
    """

    __slots__ = (
        "at",
        "below",
        "budget",
        "busy",
        "fuel",
        "fx",
        "k",
        "known",
        "log",
        "memo",
        "number",
        "over",
        "q",
        "r",
        "script",
        "v",
        "z",
    )

    # The short names are those of generated code, which reads them everywhere.
    v: list[StoredValue]  # values, by cell: of the game, then a column for each property
    at: list[int]  # the place of each thing
    z: list[tuple[int, ...]]  # the contents of each place, from the bottom
    k: list[list[Any]]  # the stack of frames: where each procedure stands, and its locals
    q: tuple[Any, ...] | None  # the open question
    r: int  # the state of the random numbers
    fx: tuple[tuple[Any, ...], ...]  # effects: rules that hold until a verb has ended
    busy: tuple[tuple[int, int, int], ...]  # the bindings of triggers that are firing
    known: dict[int, int]  # only things that some seat was shown; whoever is missing has no bit
    over: GameEnd | None
    number: int
    # While a mission of a campaign is played: the campaign's own position, whose question is how the mission
    # ends. It does not change meanwhile, so copies share it.
    below: State | None
    log: list[tuple[Any, ...]] | None

    # Not part of the position. `memo` holds what was found from it, such as what blocks each relation, or
    # None where that has to be found again (emit/memo.py); `fuel` what this answer may still spend, of a
    # `budget` that long lists make smaller; `script` the dice and draws a test foresees.
    memo: list[Any]
    fuel: int
    budget: int
    script: Any

    def clone(self) -> State:
        """A copy that shares nothing that can change. It keeps no log: what is tried out is not told."""
        copy = _new(State)
        copy.v = self.v[:]
        copy.at = self.at[:]
        copy.z = self.z[:]
        copy.k = [frame[:] for frame in self.k]
        copy.q = self.q
        copy.r = self.r
        copy.fx = self.fx
        copy.busy = self.busy
        copy.known = self.known.copy()
        copy.over = self.over
        copy.number = self.number
        copy.below = self.below
        copy.log = None
        copy.memo = self.memo[:]
        copy.fuel = FUEL
        copy.budget = self.budget
        copy.script = None
        return copy

    def become(self, other: State) -> None:
        """Be that position from now on: where a mission of a campaign begins or ends."""
        for slot in State.__slots__:
            setattr(self, slot, getattr(other, slot))

    def digest(self) -> int:
        """A 64-bit number that is equal for equal positions; it does not depend on PYTHONHASHSEED.

        `at` says nothing that `z` does not say, so it is left out. Python hashes -1 and -2 alike; where that
        matters, use `fingerprint`.
        """
        over = 0 if self.over is None else crc32(repr(tuple(self.over)).encode())
        known = tuple(sorted(self.known.items())) if self.known else ()
        frames = tuple(map(tuple, self.k))
        below = 0 if self.below is None else self.below.digest()
        rest = (self.r, self.number, over, known, frames, self.q or 0, self.fx, self.busy, below)
        return hash((tuple(self.v), tuple(self.z), rest))

    def fingerprint(self) -> str:
        """Sixteen bytes, in hexadecimal, of the whole position as canonical JSON: for saves and records."""
        text = json.dumps(self.to_json(), separators=(",", ":"), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def position(self) -> tuple[Any, ...]:
        """What both back ends must agree on at every question: all but the frames, each one's own."""
        over = None if self.over is None else self.over[:4]
        known = tuple(sorted(self.known.items()))
        return (
            tuple(self.v),
            tuple(self.at),
            tuple(self.z),
            self.q,
            self.r,
            self.fx,
            self.busy,
            known,
            over,
            self.number,
            None if self.below is None else self.below.position(),
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.position() == other.position()
            and self.k == other.k
            and self.below == other.below
        )

    # A state changes; put `digest()` into sets and tables instead.
    __hash__ = None  # type: ignore[assignment]

    def to_json(self) -> Document:
        """The position as plain JSON data (`snapshot` in a save); `from_json` gives an equal state.

        Where everything is, `at`, follows from what lies in each place, `z`, and is left out.
        """
        found: Document = {
            "v": [list(value) if value.__class__ is tuple else value for value in self.v],
            "entities": len(self.at) - 1,
            "z": [[*content] if content else [] for content in self.z],
            "k": [_plain(frame) for frame in self.k],
            "q": _plain(self.q),
            "r": self.r,
            "fx": _plain(self.fx),
            "busy": _plain(self.busy),
            "known": [list(pair) for pair in sorted(self.known.items())],
            "over": _plain(self.over),
            "number": self.number,
        }
        return found if self.below is None else found | {"below": self.below.to_json()}

    @staticmethod
    def from_json(data: Document, memo_size: int = 0) -> State:
        """The state of a snapshot; `memo_size` is how much its program memoises (`Machine.load` knows)."""
        state = _new(State)
        state.v = [tuple(value) if value.__class__ is list else value for value in data["v"]]
        state.z = [tuple(content) if content else () for content in data["z"]]
        entities = data["entities"]
        state.at = at = [*([NONE] * entities), entities]  # the last stands for none, and the box follows it
        for place, content in enumerate(state.z):
            for thing in content:
                at[thing] = place
        state.k = [
            [_frozen(value) if value.__class__ is list else value for value in frame] for frame in data["k"]
        ]
        state.q = _frozen(data["q"])
        state.r = data["r"]
        state.fx = _frozen(data["fx"])
        state.busy = _frozen(data["busy"])
        state.known = dict(data["known"])
        state.over = None if data["over"] is None else GameEnd(*_frozen(data["over"]))
        state.number = data["number"]
        state.below = State.from_json(data["below"]) if data.get("below") else None
        state.log = None
        state.memo = [None] * memo_size
        state.fuel = FUEL
        state.budget = FUEL
        state.script = None
        return state


def empty(values: list[StoredValue], entities: int, places: int, memo_size: int) -> State:
    """A state before anything has happened: the given stored values, every place empty, nothing asked."""
    state = _new(State)
    state.v = values[:]
    state.at = [NONE] * entities
    state.z = [()] * places
    state.k = []
    state.q = None
    state.r = 0
    state.fx = ()
    state.busy = ()
    state.known = {}
    state.over = None
    state.number = 0
    state.below = None
    state.log = None
    state.memo = [None] * memo_size
    state.fuel = FUEL
    state.budget = FUEL
    state.script = None
    return state


class NotOffered(Exception):
    """That is no answer to the open question. The state is as it was."""


class Over(Exception):
    """The game has ended: raised at any depth by `win`, `lose`, `draw`; the engine catches it."""

    def __init__(
        self, outcome: str, winners: tuple[int, ...], reason: RawText | None, rule: str | None, at: int
    ) -> None:
        super().__init__(outcome, winners, reason, rule, at)
        self.end = GameEnd(outcome, winners, reason, rule, at)


class Stuck(Over):
    """A rule asked for what cannot be, or went on without end; the game ends and names the rule."""

    def __init__(self, reason: RawText | None, rule: str | None = None, at: int = -1) -> None:
        super().__init__("stuck", (), reason, rule, at)

    def inside(self, rule: str | None, at: int) -> Stuck:
        """The same, told of this rule and place unless one further in is known."""
        known = self.end.rule is not None or self.end.at >= 0
        return self if known else Stuck(self.end.reason, rule, at)


class Arrangement:
    """What a reaction must change of a position: what lies where, what was shown, and the values. In a save
    it is two numbers, which is all that has to be known to see whether it has changed.
    """

    __slots__ = ("known", "values", "z")

    def __init__(self, state: State) -> None:
        self.z = tuple(state.z)
        self.known = state.known.copy()
        self.values = tuple(state.v)

    def numbers(self) -> tuple[int, int]:
        """A number for the places, and one for the values."""
        return hash((self.z, tuple(sorted(self.known.items())))), hash(self.values)

    def stands(self, state: State) -> bool:
        """Whether a state is still arranged so. Most reactions move something, which is seen first."""
        return self.z == tuple(state.z) and self.values == tuple(state.v) and self.known == state.known

    def __eq__(self, other: object) -> bool:
        return self.numbers() == (other.numbers() if isinstance(other, Arrangement) else other)

    def __hash__(self) -> int:
        return hash(self.numbers())


def _plain(value: object) -> Any:
    if isinstance(value, Arrangement):
        return list(value.numbers())
    if isinstance(value, (tuple, list)):
        return [item if item.__class__ is int else _plain(item) for item in value]
    return value


def _frozen(value: object) -> Any:
    return tuple([_frozen(item) for item in value]) if isinstance(value, list) else value


_new = object.__new__
