"""The types of a view say what its schema says."""

from __future__ import annotations

from typing import Any, NotRequired, get_origin, get_type_hints

import pytest

from tilewright.schemas import view as types
from tilewright.schemas.load import schema

SCHEMA = schema("view")
PARTS = SCHEMA["$defs"]
NAMED = {
    "count": int,
    "look": types.ViewLook,
    "name_or_none": str | None,
    "names": list[str],
    "option": types.SeenOption,
    "point": list[float],
    "refusal": types.Refusal,
    "rule": str | None,
    "values": types.ViewValues,
}
PLAIN = {"boolean": bool, "integer": int, "object": dict[str, Any], "string": str}
TYPES = {
    types.SeenPlayer: SCHEMA["properties"]["players"]["items"],
    types.ToldGoal: SCHEMA["properties"]["goals"]["items"],
    types.SeenSpace: PARTS["space"],
    types.SeenLink: PARTS["link"],
    types.SeenThing: PARTS["thing"],
    types.SeenPile: PARTS["pile"],
    types.SeenQuestion: PARTS["question"],
    types.SeenOption: PARTS["option"],
    types.Refusal: PARTS["refusal"],
    types.LogEntry: PARTS["event"],
}


def said(part: dict[str, Any]) -> Any:
    """The Python type of what a part of the schema allows."""
    if "$ref" in part:
        return NAMED[part["$ref"].rpartition("/")[2]]
    if "enum" in part:
        return str
    sorts = [part["type"]] if isinstance(part["type"], str) else part["type"]
    found = list[said(part["items"])] if sorts[0] == "array" else PLAIN[sorts[0]]  # type: ignore[misc]
    return found | None if "null" in sorts else found


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_a_type_has_the_fields_of_its_part_of_the_schema(kind: Any) -> None:
    part = TYPES[kind]
    hints = get_type_hints(kind, include_extras=True)
    needed = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}
    assert needed == set(part["required"])
    assert get_type_hints(kind) == {name: said(one) for name, one in part["properties"].items()}
