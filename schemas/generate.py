"""Writes program.schema.json: `python -m tilewright.schemas.generate`. A test says when it is out of date.

Its operations come from operations.json, everything else from program.parts.json. A node is told by its `op`:
one `if`/`then` for each operation, so that a mistake is reported where it is, and a validator that looks `op`
up (load.py does) need not try them one after another.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TARGET = HERE / "program.schema.json"

Json = dict[str, Any]


def program_schema() -> Json:
    """The whole schema, from its two parts."""
    parts = _read("program.parts.json")
    operations = _read("operations.json")
    fields = parts["fields"]
    definitions: Json = dict(parts["definitions"])
    for name, properties in parts["objects"].items():
        required = [field for field in properties if field not in parts["optional"]]
        definitions[name] = _table(properties, required)
    definitions["expr"] = _one_of("expr", operations["expressions"])
    definitions["statement"] = _one_of("do", operations["statements"], {"at": {"type": "integer"}})
    # Not the root itself, since a campaign holds programs: a reference to a root would begin with a plain
    # validator, which is six times slower than that of load.py.
    sections = parts["sections"]
    required = [one for one in sections if one not in parts["optional_sections"]]
    definitions["program"] = _table(sections, required)
    marks: Json = {"reads_hidden": {"type": "integer"}}
    for prefix, sort, more in (("expr", "expressions", {}), ("do", "statements", marks)):
        for name, operation in operations[sort].items():
            definitions[f"{prefix}_{name}"] = _operation(operation, fields, more)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:tilewright:schema:program",
        "$comment": "Written by generate.py from operations.json and program.parts.json: change those.",
        "title": parts["title"],
        "description": parts["description"],
        "$ref": "#/$defs/program",
        "$defs": dict(sorted(definitions.items())),
    }


def _one_of(prefix: str, operations: Json, more: Json | None = None) -> Json:
    """A node whose `op` says which of the operations it is."""
    return {
        "type": "object",
        "required": ["op", *(more or {})],
        "properties": {"op": {"enum": list(operations)}, **(more or {})},
        "allOf": [
            {"if": {"properties": {"op": {"const": name}}}, "then": {"$ref": f"#/$defs/{prefix}_{name}"}}
            for name in operations
        ],
    }


def _operation(operation: Json, fields: Json, more: Json) -> Json:
    properties = {name: fields[sort] for name, sort in operation["fields"].items()}
    return {**_table({"op": True, **properties, "at": True, **more}, list(properties)), **_about(operation)}


def _about(operation: Json) -> Json:
    return {"description": operation["doc"]} if "doc" in operation else {}


def _table(properties: Json, required: list[str]) -> Json:
    return {"type": "object", "required": required, "additionalProperties": False, "properties": properties}


def _read(name: str) -> Json:
    document: Json = json.loads((HERE / name).read_text("utf-8"))
    return document


def written(schema: Json) -> str:
    """The text of the file: a line a definition, so that a change of one reads as such in a diff."""
    head = {name: value for name, value in schema.items() if name != "$defs"}
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    inner = [f"    {json.dumps(name)}: {json.dumps(value)}" for name, value in schema["$defs"].items()]
    return "{\n" + ",\n".join(lines) + ',\n  "$defs": {\n' + ",\n".join(inner) + "\n  }\n}\n"


if __name__ == "__main__":
    TARGET.write_text(written(program_schema()), "utf-8")
