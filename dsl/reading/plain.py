"""Small values as JSON, and back, held against their types: named tuples, data classes, lists, texts.

Nothing is converted: what is not exactly of its type is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_TokenReader = Callable[[Any], Any]


def pack(value: object) -> bytes:
    """A value as JSON."""
    return json.dumps(value, default=_parts, separators=(",", ":")).encode()


def unpack(sort: object, data: bytes | memoryview) -> Any:
    """The value of that type which is written there; raises ValueError if it is none."""
    return _reader(sort)(json.loads(bytes(data)))


def _parts(value: Any) -> list[Any]:
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    return sorted(value)  # sets of texts


@cache
def _reader(sort: Any) -> _TokenReader:
    """What reads a value of a type out of what JSON gives."""
    origin, inner = get_origin(sort), get_args(sort)
    if origin in (Union, UnionType):
        (some,) = (one for one in inner if one is not NoneType)
        read = _reader(some)
        return lambda found: None if found is None else read(found)
    if origin is Literal:
        return lambda found: found if found in inner else _refuse(found, sort)
    if origin in (list, set, frozenset) or (origin is tuple and inner[1:] == (...,)):
        return _many(origin, inner[0])
    if origin is tuple:
        return _record(tuple, [_reader(one) for one in inner])
    if hasattr(sort, "_fields"):
        hints = get_type_hints(sort)
        return _record(sort._make, [_reader(hints[name]) for name in sort._fields])
    if is_dataclass(sort):
        hints = get_type_hints(sort)
        readers = [_reader(hints[field.name]) for field in fields(sort)]
        return _record(lambda parts: sort(*parts), readers)  # type: ignore[operator]
    return lambda found: found if found.__class__ is sort else _refuse(found, sort)


def _many(make: Callable[[Any], Any], sort: Any) -> _TokenReader:
    read = _reader(sort)

    def many(found: Any) -> Any:
        if found.__class__ is not list:
            _refuse(found, list)
        return make(found if {*map(type, found)} <= simple else map(read, found))

    simple = {sort} & {str, int, bool}
    return many


def _record(make: Callable[[Any], Any], readers: list[_TokenReader]) -> _TokenReader:
    many = len(readers)

    def record(found: Any) -> Any:
        if found.__class__ is not list or len(found) != many:
            _refuse(found, make)
        return make([read(part) for read, part in zip(readers, found)])  # noqa: B905  # as many, as is seen above

    return record


def _refuse(found: object, sort: object) -> Any:
    raise ValueError(f"found {found!r:.60}, expected {sort}")
