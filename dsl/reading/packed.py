"""What became of files as bytes, and back: nodes by their columns, since a package has many thousands.

All nodes of one class stand together, and so do the values of all fields of one type: what is read is held
against the types of the fields, and built, in a few long loops of C. A value is a number: 0 is none, 1 the
empty tuple; then come words, nodes by class, and tuples by what they hold. The format is in
docs/internals/cache.md.
"""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from itertools import accumulate, chain, count, repeat
from operator import attrgetter, itemgetter, setitem
from threading import Lock
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin

from .. import nodes
from ..problems.diagnostics import Diagnostic
from ..source import Span, Word
from . import plain
from .heads import Said
from .parse import Parsed, ParsedDeclaration, Reading

_NONE, _EMPTY, _WORDS = 0, 1, 2
_CLASSES = {
    name: node
    for name, node in vars(nodes).items()
    if isinstance(node, type) and issubclass(node, nodes.SyntaxNode)
}


class _Told(NamedTuple):
    """What is rare about a piece: problems, names that were lost in it, gaps in texts: text, place, node."""

    piece: int
    problems: list[Diagnostic]
    lost: set[str]
    gaps: list[tuple[str, Span, int]]


class _File(NamedTuple):
    """What became of a file, with numbers for its nodes."""

    path: str
    declarations: list[int]
    docs: list[str]
    said: list[Said]
    problems: list[Diagnostic]
    lost: set[str]
    keys: list[str]  # of pieces
    pieces: list[int]
    told: list[_Told]


class _Head(NamedTuple):
    """What of the files are texts and counts."""

    files: list[_File]
    paths: list[str]
    texts: list[str]
    spans: int
    words: int
    nodes: list[tuple[str, int]]  # of each class
    tuples: list[tuple[str, int, int]]  # of each sort, by what they hold; and how many values are in them


# ------------------------------------------------------------------ to bytes


def pack(files: Mapping[str, Reading]) -> bytes:
    """What became of files, by their paths: a head, then all columns."""
    groups: dict[str, list[nodes.SyntaxNode]] = {}
    tuples: dict[str, list[tuple[Any, ...]]] = {}
    roots = [root for one in files.values() for piece in one.pieces.values() for root in _roots(piece)]
    for root in {id(root): root for root in roots}.values():
        _collect(root, groups, tuples)
    columns: list[list[Any]] = [list(chain.from_iterable(found)) for found in tuples.values()]
    columns += [
        list(map(attrgetter(field), groups[name])) for _, fields in _by_sort(groups) for name, field in fields
    ]

    # Numbered in the order in which they are met when they are read, since that is the order of the memory.
    spans: dict[Span, int] = {}
    texts: dict[str, int] = {}
    words: dict[tuple[int, int], int] = {}
    places = [spans.setdefault(node.span, len(spans)) for group in groups.values() for node in group]
    number = {id(None): _NONE, id(()): _EMPTY}  # by identity, for nodes may be equal
    for value in chain.from_iterable(columns):
        if value.__class__ is Word:
            word = texts.setdefault(value, len(texts)), spans.setdefault(value.span, len(spans))
            number[id(value)] = _WORDS + words.setdefault(word, len(words))
    values = chain(*groups.values(), *tuples.values())
    number.update(zip(map(id, values), count(_WORDS + len(words)), strict=False))

    paths = {path: at for at, path in enumerate(dict.fromkeys(map(itemgetter(0), spans)))}
    numbers = array("I", map(paths.__getitem__, map(itemgetter(0), spans)))
    for at in range(1, 5):
        numbers.extend(map(itemgetter(at), spans))
    for at in range(2):
        numbers.extend(map(itemgetter(at), words))
    for at, column in enumerate(columns):
        if at < len(tuples):
            numbers.extend(map(len, list(tuples.values())[at]))
        numbers.extend(map(number.__getitem__, map(id, column)))
    numbers.extend(places)
    if sys.byteorder == "big":
        numbers.byteswap()
    head = plain.pack(
        _Head(
            [_file(path, one, number) for path, one in files.items()],
            list(paths),
            list(texts),
            len(spans),
            len(words),
            [(name, len(group)) for name, group in groups.items()],
            [(name, len(found), sum(map(len, found))) for name, found in tuples.items()],
        )
    )
    return len(head).to_bytes(4, "little") + head + numbers.tobytes()


def _roots(piece: ParsedDeclaration) -> list[nodes.SyntaxNode]:
    return [*([] if piece.node is None else [piece.node]), *piece.gaps.values()]


def _collect(
    node: nodes.SyntaxNode,
    groups: dict[str, list[nodes.SyntaxNode]],
    tuples: dict[str, list[tuple[Any, ...]]],
) -> None:
    """A node and all below it by their classes, and the tuples in them by what they hold."""
    name = type(node).__name__
    groups.setdefault(name, []).append(node)
    for field, sort in _fields(name):
        value = getattr(node, field)
        if value.__class__ is tuple and value:
            tuples.setdefault(sort.many, []).append(value)
        for inner in value if value.__class__ is tuple else (value,):
            if isinstance(inner, nodes.SyntaxNode):
                _collect(inner, groups, tuples)


def _file(path: str, one: Reading, number: Mapping[int, int]) -> _File:
    pieces = one.pieces.values()
    told = [
        _Told(
            at,
            piece.problems,
            piece.lost,
            [(text, span, number[id(node)]) for (text, span), node in piece.gaps.items()],
        )
        for at, piece in enumerate(pieces)
        if piece.problems or piece.lost or piece.gaps
    ]
    return _File(
        path,
        [number[id(declared.node)] for declared in one.declarations],
        [declared.doc for declared in one.declarations],
        [declared.said for declared in one.declarations],
        one.problems,
        one.lost,
        list(one.pieces),
        [number[id(piece.node)] for piece in pieces],
        told,
    )


# ------------------------------------------------------------------ from bytes


def unpack(data: memoryview) -> dict[str, Reading]:
    """Read what `pack` wrote; raises ValueError unless every value is what its field holds."""
    length = int.from_bytes(data[:4], "little")
    head: _Head = plain.unpack(_Head, data[4 : 4 + length])
    try:
        values = _values(head, _Columns(data[4 + length :]))
        return {file.path: _reading(file, values) for file in head.files}
    except (IndexError, KeyError, OverflowError) as problem:
        raise ValueError("a number of nothing") from problem


def _reading(file: _File, values: list[Any]) -> Reading:
    made = [ParsedDeclaration(values[node], [], set(), {}) for node in file.pieces]
    for at, problems, lost, gaps in file.told:
        if at < 0:
            raise ValueError("a piece of no number")
        found = {(text, span): values[gap] for text, span, gap in gaps}
        made[at] = ParsedDeclaration(made[at].node, problems, lost, found)
    declared = zip(map(values.__getitem__, file.declarations), file.docs, file.said, strict=True)
    return Reading(
        list(map(Parsed._make, declared)), file.problems, file.lost, dict(zip(file.keys, made, strict=True))
    )


class _Columns:
    """The numbers, taken off column by column."""

    def __init__(self, data: memoryview) -> None:
        self._data = data
        self._at = 0

    def take(self, length: int) -> array[int]:
        begin, self._at = self._at, self._at + 4 * length
        if not begin <= self._at <= len(self._data):
            raise ValueError("too few numbers")
        found = array("I")
        found.frombytes(self._data[begin : self._at])
        if sys.byteorder == "big":
            found.byteswap()
        return found

    def end(self) -> None:
        if self._at != len(self._data):
            raise ValueError("too many numbers")


def _values(head: _Head, columns: _Columns) -> list[Any]:
    """Every value by its number."""
    paths = map(head.paths.__getitem__, columns.take(head.spans))
    places = zip(paths, *(columns.take(head.spans) for _ in range(4)), strict=True)
    spans = list(map(partial(tuple.__new__, Span), places))
    texts = columns.take(head.words)
    words = list(map(partial(str.__new__, Word), map(head.texts.__getitem__, texts)))
    _fill(Word, "span", words, map(spans.__getitem__, columns.take(head.words)))

    values: list[Any] = [None, (), *words]
    sorts = ["", "()", *repeat("Word", len(words))]  # of the values
    made: dict[str, list[Any]] = {}
    first_node = len(values)
    for name, many in head.nodes:
        made[name] = list(map(object.__new__, repeat(_CLASSES[name], many)))
        values += made[name]
        sorts += repeat(name, many)
    if len(values) - first_node != sum(map(len, made.values())):
        raise ValueError("a class of nodes in two places")
    nodes_made = len(values) - first_node
    told = [one for file in head.files for one in file.told]
    roots = array("I", chain(*(file.pieces for file in head.files)))
    gaps = array("I", [node for one in told for *_, node in one.gaps])
    declared = array("I", chain(*(file.declarations for file in head.files)))
    _hold(roots, _Sort((nodes.SyntaxNode.__name__,), none=True), sorts)
    _hold(gaps + declared, _Sort((nodes.SyntaxNode.__name__,)), sorts)

    named = [roots, gaps]  # each node and each tuple has one place
    for name, many, inside in head.tuples:
        lengths, numbers = columns.take(many), columns.take(inside)
        if sum(lengths) != inside or 0 in lengths:
            raise ValueError("tuples that do not fit")
        _hold(numbers, _Sort((name,)), sorts)
        named.append(numbers)
        ends = list(accumulate(lengths))
        held = list(map(values.__getitem__, numbers))
        values += map(tuple, map(held.__getitem__, map(slice, [0, *ends], ends)))
        sorts += repeat(f"tuple {name}", many)
    for sort, fields in _by_sort(made):
        numbers = columns.take(sum(len(made[name]) for name, _ in fields))
        _hold(numbers, sort, sorts)
        if not sort.plain:
            named.append(numbers)
        found = map(values.__getitem__, numbers)
        for name, field in fields:
            _fill(_CLASSES[name], field, made[name], found)
    places_of = map(spans.__getitem__, columns.take(nodes_made))
    for name, group in made.items():
        _fill(_CLASSES[name], "span", group, places_of)
    columns.end()
    _once(named, first_node, len(values))
    return values


def _once(columns: Iterable[array[int]], first: int, end: int) -> None:
    """Raises ValueError if a number from `first` on stands in two places."""
    seen, many = bytearray(end), 0
    for column in columns:
        numbers = [number for number in column if number >= first]
        many += len(numbers)
        deque(map(setitem, repeat(seen), numbers, repeat(1)), 0)
    if seen.count(1) != many:
        raise ValueError("a node in two places")


def _fill(sort: type, field: str, made: list[Any], values: Iterable[Any]) -> None:
    """Give a field of all these its next values."""
    put: Callable[[Any, Any], None] = getattr(sort, field).__set__
    deque(map(put, made, values), 0)


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
    return [(field, _sort(sort)) for field, sort in _CLASSES[name].types.items() if field != "span"]


def _sort(found: object) -> _Sort:
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


def _hold(numbers: Iterable[int], sort: _Sort, sorts: list[str]) -> None:
    """Raises ValueError unless all numbers are those of values that may stand there."""
    if not _allowed(sort).issuperset(map(sorts.__getitem__, numbers)):
        raise ValueError("a value of another sort")


@cache
def _allowed(sort: _Sort) -> frozenset[str]:
    names = {name for one in sort.of for name in ((one,) if one == "Word" else _names(_CLASSES[one]))}
    if sort.many:
        names |= {"()", f"tuple {sort.many}"}
    return frozenset(names | {""} if sort.none else names)


def _names(node: type) -> Iterable[str]:
    """Of a class of nodes and of all below it."""
    return {node.__name__}.union(*map(_names, node.__subclasses__()))
