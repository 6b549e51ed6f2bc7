"""What became of a file as bytes, and back: nodes by their columns, since a package has many thousands.

All nodes of one class stand together, and so do the values of all fields of one type: what is read is held
against the types of the fields, and built, in a few long loops of C. A value is a number: 0 is none, 1 the
empty tuple; then come words, nodes by class, and tuples by what they hold. The format is in
docs/internals/cache.md.
"""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache, partial
from inspect import get_annotations
from itertools import accumulate, chain, repeat
from threading import Lock
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin

from .. import nodes
from ..problems.diagnostics import Diagnostic
from ..source import Span, Word
from . import plain

_NONE, _EMPTY, _WORDS = 0, 1, 2
_CLASSES = {
    name: node
    for name, node in vars(nodes).items()
    if isinstance(node, type) and issubclass(node, nodes.Node)
}


class PieceParts(NamedTuple):
    """A piece: its key, its node, its problems, the names lost in it, its gaps: text, place, node."""

    key: str
    node: int
    problems: list[Diagnostic]
    lost: set[str]
    gaps: list[tuple[str, Span, int]]


class Parts(NamedTuple):
    """What became of a file, with numbers for its nodes."""

    declarations: list[tuple[int, str]]
    problems: list[Diagnostic]
    lost: set[str]
    pieces: list[PieceParts]


class _Head(NamedTuple):
    """What of a file are texts and counts."""

    parts: Parts
    texts: list[str]
    spans: int
    words: int
    nodes: list[tuple[str, int]]  # of each class
    tuples: list[tuple[str, int, int]]  # of each sort, by what they hold; and how many values are in them


# ------------------------------------------------------------------ to bytes


class Packing:
    """Nodes that are turned into columns."""

    def __init__(self, roots: Iterable[nodes.Node]) -> None:
        self._texts: dict[str, int] = {}
        self._spans: dict[Span, int] = {}
        self._words: dict[tuple[int, int], int] = {}
        self._nodes: dict[str, list[nodes.Node]] = {}
        self._tuples: dict[str, list[tuple[Any, ...]]] = {}
        for root in {id(root): root for root in roots}.values():
            self._add(root)
        self._numbers: dict[int, int] = {}
        values = chain(*self._nodes.values(), *self._tuples.values())
        for number, value in enumerate(values, _WORDS + len(self._words)):
            self._numbers[id(value)] = number

    def number(self, value: Any) -> int:
        """The number of a value that was added."""
        if value is None:
            return _NONE
        if value.__class__ is Word:
            return _WORDS + self._words[self._word(value)]
        return _EMPTY if value == () else self._numbers[id(value)]

    def packed(self, parts: Parts) -> bytes:
        """What became of the file: a head, the place of each span, word by word, then all columns."""
        columns: list[Iterable[int]] = [*zip(*(span[1:] for span in self._spans), strict=True)]
        columns += zip(*self._words, strict=True)
        for found in self._tuples.values():
            columns += [map(len, found), map(self.number, chain(*found))]
        for _, fields in _by_sort(self._nodes):
            columns += [
                [self.number(getattr(node, field)) for node in self._nodes[name]] for name, field in fields
            ]
        columns.append([self._spans[node.span] for group in self._nodes.values() for node in group])
        numbers = array("I", chain(*columns))
        if sys.byteorder == "big":
            numbers.byteswap()
        head = plain.pack(
            _Head(
                parts,
                list(self._texts),
                len(self._spans),
                len(self._words),
                [(name, len(group)) for name, group in self._nodes.items()],
                [(name, len(found), sum(map(len, found))) for name, found in self._tuples.items()],
            )
        )
        return len(head).to_bytes(4, "little") + head + numbers.tobytes()

    def _add(self, node: nodes.Node) -> None:
        name = type(node).__name__
        self._nodes.setdefault(name, []).append(node)
        self._spans.setdefault(node.span, len(self._spans))
        for field, sort in _fields(name):
            value = getattr(node, field)
            if value.__class__ is tuple and value:
                self._tuples.setdefault(sort.many, []).append(value)
            for inner in value if value.__class__ is tuple else (value,):
                if isinstance(inner, nodes.Node):
                    self._add(inner)
                elif inner.__class__ is Word:
                    self._words.setdefault(self._word(inner), len(self._words))

    def _word(self, word: Word) -> tuple[int, int]:
        text = self._texts.setdefault(str(word), len(self._texts))
        return text, self._spans.setdefault(word.span, len(self._spans))


# ------------------------------------------------------------------ from bytes


class Unpacked(NamedTuple):
    """What became of a file, and its nodes by their numbers."""

    parts: Parts
    values: list[Any]


def unpack(data: memoryview, file: str) -> Unpacked:
    """Read what `packed` wrote about a file; raises ValueError unless every value is what its field holds."""
    length = int.from_bytes(data[:4], "little")
    head: _Head = plain.unpack(_Head, data[4 : 4 + length])
    numbers = array("I")
    numbers.frombytes(data[4 + length :])
    if sys.byteorder == "big":
        numbers.byteswap()
    try:
        return Unpacked(head.parts, _values(head, _Columns(numbers), file))
    except (IndexError, KeyError) as problem:
        raise ValueError("a number of nothing") from problem


class _Columns:
    """The numbers, taken off column by column."""

    def __init__(self, numbers: array[int]) -> None:
        self._numbers = numbers
        self._at = 0

    def take(self, length: int) -> array[int]:
        found = self._numbers[self._at : self._at + length]
        self._at += length
        if length < 0 or len(found) != length:
            raise ValueError("too few numbers")
        return found

    def end(self) -> None:
        if self._at != len(self._numbers):
            raise ValueError("too many numbers")


def _values(head: _Head, columns: _Columns, file: str) -> list[Any]:
    """Every value by its number."""
    places = zip(repeat(file), *(columns.take(head.spans) for _ in range(4)))
    spans = list(map(partial(tuple.__new__, Span), places))
    texts = columns.take(head.words)
    words = list(map(partial(str.__new__, Word), map(head.texts.__getitem__, texts)))
    set_span: Any = vars(Word)["span"].__set__
    _each(map(set_span, words, map(spans.__getitem__, columns.take(head.words))))

    values: list[Any] = [None, (), *words]
    ranges = {"Word": range(_WORDS, len(values))}
    made: dict[str, list[Any]] = {}
    first_node = len(values)
    for name, count in head.nodes:
        made[name] = list(map(object.__new__, repeat(_CLASSES[name], count)))
        ranges[name] = range(len(values), len(values) + count)
        values += made[name]
    ranges["Node"] = range(first_node, len(values))
    nodes_made = len(ranges["Node"])
    if nodes_made != sum(map(len, made.values())):
        raise ValueError("a class of nodes in two places")
    roots = [piece.node for piece in head.parts.pieces if piece.node]
    roots += [node for piece in head.parts.pieces for *_, node in piece.gaps]
    _hold([*roots, *(node for node, _ in head.parts.declarations)], _Sort(("Node",)), ranges)

    named: list[Sequence[int]] = [roots]  # each node and each tuple has one place
    for name, count, inside in head.tuples:
        lengths, numbers = columns.take(count), columns.take(inside)
        if sum(lengths) != inside or 0 in lengths:
            raise ValueError("tuples that do not fit")
        _hold(numbers, _Sort((name,)), ranges)
        named.append(numbers)
        ends = list(accumulate(lengths))
        held = list(map(values.__getitem__, numbers))
        ranges[f"tuple {name}"] = range(len(values), len(values) + count)
        values += map(tuple, map(held.__getitem__, map(slice, [0, *ends], ends)))
    for sort, fields in _by_sort(made):
        numbers = columns.take(sum(len(made[name]) for name, _ in fields))
        _hold(numbers, sort, ranges)
        if not sort.plain:
            named.append(numbers)
        found = map(values.__getitem__, numbers)
        for name, field in fields:
            _each(map(object.__setattr__, made[name], repeat(field), found))  # one for each node
    places_of = map(spans.__getitem__, columns.take(nodes_made))
    _each(map(object.__setattr__, chain.from_iterable(made.values()), repeat("span"), places_of))
    columns.end()
    once = list(filter(first_node.__le__, chain(*named)))
    if len(set(once)) != len(once):
        raise ValueError("a node in two places")
    return values


def _each(done: Iterable[None]) -> None:
    deque(done, 0)


# ------------------------------------------------------------------ what fields may hold


class _Sort(NamedTuple):
    """What may stand in a field: names of classes of nodes, `Word`, none, many of one of them."""

    of: tuple[str, ...] = ()
    none: bool = False
    many: str = ""

    @property
    def plain(self) -> bool:
        """Whether it holds nothing that has a place of its own in the tree."""
        return self.of == ("Word",)


@cache
def _fields(name: str) -> list[tuple[str, _Sort]]:
    """The fields of a class of nodes but for its place, with what they may hold."""
    node = _CLASSES[name]
    types: dict[str, Any] = {}
    for one in reversed(node.__mro__):
        types |= get_annotations(one)
    return [(field, _sort(types[field])) for field in node.__match_args__ if field != "span"]


def _sort(found: Any) -> _Sort:
    single = isinstance(found, type) or get_origin(found) is tuple
    types = (found,) if single else get_args(found)
    many = [get_args(one)[0].__name__ for one in types if get_origin(one) is tuple]
    of = [one.__name__ for one in types if get_origin(one) is not tuple and one is not NoneType]
    return _Sort(tuple(of), NoneType in types, *many)


def _by_sort(groups: Iterable[str]) -> list[tuple[_Sort, list[tuple[str, str]]]]:
    """The fields of classes of nodes by what they hold, in a fixed order."""
    found: dict[int, list[tuple[str, str]]] = {}  # by the number of the sort: it is looked up for every field
    for name in groups:
        for number, one in _numbered(name):
            found.setdefault(number, []).append(one)
    return [(_sorts[number], fields) for number, fields in found.items()]


_sorts: list[_Sort] = []
_sorting = Lock()


@cache
def _numbered(name: str) -> list[tuple[int, tuple[str, str]]]:
    with _sorting:
        _sorts.extend(dict.fromkeys(sort for _, sort in _fields(name) if sort not in _sorts))
        return [(_sorts.index(sort), (name, field)) for field, sort in _fields(name)]


_KINDS_OF = {
    name: [one for one, sort in _CLASSES.items() if issubclass(sort, node)]
    for name, node in _CLASSES.items()
    if node.__subclasses__() and node is not nodes.Node
}


def _hold(numbers: Sequence[int], sort: _Sort, known: dict[str, range]) -> None:
    """Raises ValueError unless all numbers are those of what may stand there."""
    if not numbers:
        return
    names = [f"tuple {sort.many}"] if sort.many else []
    names += [name for one in sort.of for name in _KINDS_OF.get(one, (one,))]
    allowed = [known[name] for name in names if name in known]
    smallest = [number for number, may in ((_NONE, sort.none), (_EMPTY, sort.many)) if may]
    if len(allowed) == 1 and not smallest:
        if min(numbers) >= allowed[0].start and max(numbers) < allowed[0].stop:
            return
        raise ValueError("a value of another sort")
    left = set(numbers).difference(smallest)
    for one in allowed:
        if not left or (min(left) >= one.start and max(left) < one.stop):
            return
        left = {number for number in left if number not in one}
    if left:
        raise ValueError("a value of another sort")
