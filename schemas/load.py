"""Reads the schemas of this folder and holds documents against them.

The messages are for those who write programs that read and write these documents. What an author of a game
sees comes from `tilewright.dsl`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any

from tilewright.schemas.documents import Document

if TYPE_CHECKING:
    import jsonschema_rs
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator
    from referencing import Resource

SUFFIX = ".schema.json"
URN = "urn:tilewright:schema:"
MOST = 1_000  # problems of one document


def names() -> list[str]:
    """The names of all schemas, such as `view`."""
    entries = (entry.name for entry in files(__package__).iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in entries if name.endswith(SUFFIX))


@cache
def schema(name: str) -> Document:
    """The schema of that name, as JSON data. It is read once and shared: do not change it."""
    text = files(__package__).joinpath(name + SUFFIX).read_text(encoding="utf-8")
    document: Document = json.loads(text)
    return document


def problems(name: str, document: Any) -> list[str]:
    """What is wrong with a document, a line each that begins with the path; none if it fits the schema.

    Of a document that is wrong all over, `MOST` of them. It is taken to be sound JSON: what others wrote is
    looked at by reading.py first.
    """
    errors = islice(_validator(name).iter_errors(document), MOST)
    return [_message(error) for error in sorted(errors, key=_place)]


def first_problem(name: str, document: Any) -> str | None:
    """The problem that is found first, and nothing after it is looked at; None if the document fits."""
    error = next(_validator(name).iter_errors(document), None)
    return None if error is None else _message(error)


def fits(name: str, document: object) -> bool:
    """Whether a document as JSON gives it fits the schema: `problems` says why not, but takes three hundred
    times as long, and a game is held against its schema at every start.
    """
    try:
        return _quick_validator(name).is_valid(document)
    except ValueError:  # half a surrogate, or something else that is no JSON
        return False


@cache
def _quick_validator(name: str) -> jsonschema_rs.Draft202012Validator:
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(_halving(schema(name)), retriever=_of_urn)


def _of_urn(uri: str) -> Any:
    return _halving(schema(uri.removeprefix(URN)))


def _halving(found: object) -> Any:
    """The same schema for a validator that tries every branch: of eighty it comes to the right one in seven
    steps. A program is held against it in a third of the time.
    """
    if isinstance(found, list):
        return [_halving(one) for one in found]
    if not isinstance(found, dict):
        return found
    made = {key: _halving(value) for key, value in found.items()}
    branches = made.get("allOf", [])
    switch = _tell_apart(branches)
    if switch is not None and made.get("type") == "object" and switch[0] in made.get("required", ()):
        field, numbers = switch
        made["allOf"] = [_halves(field, [(value, branches[at]["then"]) for value, at in numbers.items()])]
    return made


def _halves(field: str, branches: list[tuple[str, Any]]) -> Document:
    if len(branches) == 1:
        ((value, then),) = branches
        return {"if": {"properties": {field: {"const": value}}}, "then": then}
    half = len(branches) // 2
    return {
        "if": {"properties": {field: {"enum": [value for value, _ in branches[:half]]}}},
        "then": _halves(field, branches[:half]),
        "else": _halves(field, branches[half:]),
    }


@cache
def _validator(name: str) -> Validator:
    # jsonschema takes a tenth of a second to import; the command line must start without it.
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from referencing import Registry

    registry: Registry[Any] = Registry(retrieve=_retrieve)  # type: ignore[call-arg]  # an attrs alias
    # JSON Schema takes 3.0 for an integer; Python does not, and nor do we.
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole)
    kind: Any = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"allOf": _all_of}, type_checker=types
    )
    validator: Validator = kind(schema(name), registry=registry)
    return validator


def _is_whole(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _all_of(validator: Any, branches: list[Any], instance: Any, _: Any) -> Iterator[ValidationError]:
    """`allOf`; where every branch is an `if` for one value of the same field, only the one that holds is met.

    That is what `allOf` means, too, but a program has eighty such branches at every node.
    """
    switch = _switch(id(branches), branches)
    if switch is not None and isinstance(instance, dict) and isinstance(instance.get(switch[0]), str):
        number = switch[1].get(instance[switch[0]])
        if number is not None:
            then = branches[number]["then"]
            yield from validator.descend(instance, then, schema_path=f"{number}/then")
        return
    for number, branch in enumerate(branches):
        yield from validator.descend(instance, branch, schema_path=number)


_switches: dict[int, tuple[str, dict[str, int]] | None] = {}


def _switch(key: int, branches: list[Any]) -> tuple[str, dict[str, int]] | None:
    """The field that tells the branches apart, and the number of the branch for each of its values.

    Schemas are read once and never change, so that a list may be known by its identity.
    """
    if key not in _switches:
        _switches[key] = _tell_apart(branches)
    return _switches[key]


def _tell_apart(branches: list[Any]) -> tuple[str, dict[str, int]] | None:
    fields: set[str] = set()
    values: dict[str, int] = {}
    for number, branch in enumerate(branches):
        match branch:
            case {"if": {"properties": tests}, "then": _, **rest} if len(tests) == 1 and not rest:
                ((field, test),) = tests.items()
                value = test.get("const")
                if len(branch["if"]) != 1 or len(test) != 1 or not isinstance(value, str) or value in values:
                    return None
                fields.add(field)
                values[value] = number
            case _:
                return None
    return (fields.pop(), values) if len(fields) == 1 else None


def _retrieve(uri: str) -> Resource[Any]:
    """The schema that another one refers to. Nothing is ever fetched from a network."""
    from referencing import Resource

    return Resource.from_contents(schema(uri.removeprefix(URN)))


def _place(error: ValidationError) -> list[str]:
    """The path as a key to sort by: names by letter, the tenth after the second."""
    return [f"{part:09}" if isinstance(part, int) else part for part in error.absolute_path]


def _message(error: ValidationError) -> str:
    """One sentence with place, what was found, and what was expected."""
    path = error.json_path.removeprefix("$").removeprefix(".") or "document"
    match error.validator:
        case "type" | "const" | "pattern" | "enum":
            expected = _expected(error)
            return f"{path}: found {_shown(error.instance)}, expected {expected}"
        case "required" | "additionalProperties":
            return f"{path}: {_cut(error.message, 200)}"  # it quotes names, and those are a stranger's
        case _:
            return f"{path}: {error.message.replace(repr(error.instance), _shown(error.instance), 1)}"


def _expected(error: ValidationError) -> str:
    value: Any = error.validator_value
    match error.validator:
        case "const":
            return _shown(value)
        case "enum":
            return _either([_shown(one) for one in value])
        case "type":
            return _either([value] if isinstance(value, str) else value)
        case _:
            described = error.schema.get("description") if isinstance(error.schema, dict) else None
            return str(described or f"text that matches {value}")


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _shown(value: object) -> str:
    """A value as JSON, cut short: a whole view in a message helps nobody."""
    return _cut(json.dumps(value, ensure_ascii=False, default=repr), 60)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."
