"""Writes program.schema.json and operation_table.py: `python -m tilewright.schemas.generate`. A test says
when they are out of date.

The schema's operations come from operations.json, the rest from program.parts.json. A node is told by its
`op`: one `if`/`then` for each operation, so that a mistake is reported where it is, and a validator that
looks `op` up (load.py does) need not try them one after another.

operation_table.py has the facts of the table as Python, since every start needs some of them: to read the
table takes ten times as long as to import that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SCHEMA = HERE / "program.schema.json"
MODULE = HERE / "operation_table.py"

JsonObject = dict[str, Any]

LEFT_OUT = ("mark", "note", "words")
"""Sorts of fields that need not be there."""


def program_schema() -> JsonObject:
    """The whole schema, from its two parts."""
    parts = _read("program.parts.json")
    operations = _read("operations.json")
    fields = parts["fields"]
    definitions: JsonObject = dict(parts["definitions"])
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
    marks: JsonObject = {"reads_hidden": {"type": "integer"}}
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


def _one_of(prefix: str, operations: JsonObject, more: JsonObject | None = None) -> JsonObject:
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


def _operation(operation: JsonObject, fields: JsonObject, more: JsonObject) -> JsonObject:
    properties = {name: fields[sort] for name, sort in operation["fields"].items()}
    required = [name for name, sort in operation["fields"].items() if sort not in LEFT_OUT]
    return {**_table({"op": True, **properties, "at": True, **more}, required), **_about(operation)}


def _about(operation: JsonObject) -> JsonObject:
    return {"description": operation["doc"]} if "doc" in operation else {}


def _table(properties: JsonObject, required: list[str]) -> JsonObject:
    return {"type": "object", "required": required, "additionalProperties": False, "properties": properties}


def _read(name: str) -> JsonObject:
    document: JsonObject = json.loads((HERE / name).read_text("utf-8"))
    return document


def written(schema: JsonObject) -> str:
    """The text of the file: a line a definition, so that a change of one reads as such in a diff."""
    head = {name: value for name, value in schema.items() if name != "$defs"}
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    inner = [f"    {json.dumps(name)}: {json.dumps(value)}" for name, value in schema["$defs"].items()]
    return "{\n" + ",\n".join(lines) + ',\n  "$defs": {\n' + ",\n".join(inner) + "\n  }\n}\n"


# ------------------------------------------------------------------ operation_table.py

_TYPE = re.compile(r"([^({]*?)(?:(type|item|held)\((\w+)\)|\{(\w+)\})?(\??)")


_HEAD = '''"""What is known of each operation. generate.py writes it from operations.json: change that.

Of a type there are four texts: what it begins with; `name`, `type`, `item` or `held` of a field; that
field; what it ends with. `list:item(set)` is `list:`, `item`, `set` and nothing.
"""

# fmt: off
from typing import Final, Literal, TypeAlias
'''


def operation_table() -> str:
    """The text of operation_table.py."""
    table = _read("operations.json")
    values, statements = table["expressions"], table["statements"]
    parts = (_HEAD, _of_expressions(values), _of_statements(statements), _of_both(values, statements))
    return "".join(parts).rstrip("\n") + "\n"


def _of_expressions(values: JsonObject) -> str:
    each = {
        name: [field for field, holds in one["fields"].items() if holds[:4] == "expr" and field != "set"]
        for name, one in values.items()
        if "it" in one.get("binds", {})
    }
    return (
        "\n# ---- expressions\n\n"
        + _mapping("GIVES", {name: _type(one["gives"]) for name, one in values.items()})
        + _mapping("ELEMENTS", _pairs(values, "binds"), "the local it binds, and its type")
        + _mapping("EACH", each, "what is evaluated for each member of `set`")
        + _read_sorts(values)
        + _mapping("READS", _pairs(values, "reads"), of="[dict[str, tuple[ReadSort, str]]]")
        + _mapping("OPPOSITE", _single(values, "opposite"), "what holds where a comparison does not")
        + _mapping("UNORDERED", _single(values, "unordered"))
        + _mapping("MEMBERS", _members(values), "the operands that its members are from")
        + _mapping("FORKS", _single(values, "forks"), "the operand that is always worked out")
        + _names("NUMBERS", (name for name, one in values.items() if one["gives"] == "number"))
        + _names("TESTS", (name for name, one in values.items() if one["gives"] == "yes_no"))
        + _names("LITERALS", _single(values, "literal"))
        + _names("SEARCHES", _single(values, "searches"))
        + _names("STREAMS", _single(values, "streams"))
        + _names("DECLARED", _single(values, "declared"))
        + _names("COMPARES", _single(values, "compares"))
        + _names("STORED", _single(values, "stored"))
        + _names("LOGIC", _single(values, "logic"))
        + _names("ORDERS", _single(values, "orders"))
        + _names("REFLEXIVE", _single(values, "reflexive"))
        + _names("PROPERTIES", _of_sort(values, "reads", "property"), "what reads a property")
        + _names("CONTENTS", _of_sort(values, "reads", "contents"), "what reads what lies in a place")
        + _names("RELATIONS", _of_sort(values, "reads", "relation"), "what asks for a relation")
        + _names("PRESENT", _of_sort(values, "reads", "kind", "pieces"), "what gives things in play alone")
        + _names(
            "ONE_OF",
            (name for name, one in values.items() if re.fullmatch(r"item\(\w+\)\?", one["gives"])),
            "what gives one of the members of a list",
        )
        + _names(
            "PICKS",
            (name for name, one in values.items() if one["gives"] == "list:item(set)"),
            "what gives some members of `set`",
        )
    )


def _of_statements(statements: JsonObject) -> str:
    return (
        "# ---- statements\n\n"
        + _mapping("BINDS", _pairs(statements, "binds"), "the field with the local's name, and its type")
        + _mapping("WRITES", _pairs(statements, "writes"))
        + _names(
            "ASSIGNS",
            (name for name, one in statements.items() if "target" in one.get("writes", {})),
            "what changes a property or a local",
        )
        + _mapping("DECIDES", _single(statements, "decides"))
        + _mapping("LEAVES", _single(statements, "leaves"))
        + _names("TELLS", _single(statements, "tells"))
        + _names("ASKS", _single(statements, "asks"))
        + _names("ENDS", _single(statements, "ends"))
        + _names("QUIET", _single(statements, "quiet"))
        + _names("HOOKED", _single(statements, "hooked"))
        + _names("LOOPS", _single(statements, "loops"))
        + _names("BY_CHANCE", _single(statements, "by_chance"))
        + _names("CALLS", _of_sort(statements, "names", "verb", "steps"), "what runs a body of another name")
        + _names(
            "CHOICES",
            (name for name, one in statements.items() if "chooser" in one["fields"].values()),
            "what somebody chooses from",
        )
        + _names(
            "EXITS",
            (name for name, one in statements.items() if "leaves" in one or "ends" in one),
            "behind which nothing is come to",
        )
    )


def _of_both(values: JsonObject, statements: JsonObject) -> str:
    return (
        "# ---- both\n\n"
        + _mapping("NAMES", {**_pairs(values, "names"), **_pairs(statements, "names")})
        + _mapping("COUNTS", {**_single(values, "counts"), **_single(statements, "counts")})
    )


def _single(operations: JsonObject, fact: str) -> JsonObject:
    return {name: one[fact] for name, one in operations.items() if fact in one}


def _of_sort(operations: JsonObject, fact: str, *sorts: str) -> Iterable[str]:
    """What reads, writes or names something of these sorts."""
    return (name for name, one in operations.items() if set(sorts) & set(one.get(fact, ())))


def _members(values: JsonObject) -> JsonObject:
    """The operands from which members come, or the one member: as a type or the table says."""
    typed = {name: re.findall(r"item\((\w+)\)", one["gives"]) for name, one in values.items()}
    return {name: value for name, value in typed.items() if value} | _single(values, "members")


def _pairs(operations: JsonObject, fact: str) -> JsonObject:
    """A fact with two names; what is bound has a type for the second."""
    pairs = {name: next(iter(one.items())) for name, one in _single(operations, fact).items()}
    return {name: [a, _type(b) if fact == "binds" else b] for name, (a, b) in pairs.items()}


def _type(text: str) -> list[str]:
    found = _TYPE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text} is no type for operations.json")
    before, part, of, name, after = (one or "" for one in found.groups())
    return [before, part or ("name" if name else ""), of or name, after]


def _read_sorts(values: JsonObject) -> str:
    """The type of what is read, so that whoever tells the sorts apart is known to have a case for each."""
    sorts = dict.fromkeys(sort for sort, _ in _pairs(values, "reads").values())
    lines = [f"    {json.dumps(one)},\n" for one in sorts]
    return f"ReadSort: TypeAlias = Literal[\n{''.join(lines)}]\n\n"


def _mapping(name: str, entries: JsonObject, about: str = "", of: str = "") -> str:
    lines = [f"    {json.dumps(key)}: {_literal(value)},\n" for key, value in entries.items()]
    return f"{name}: Final{of} = {{{f'  # {about}' if about else ''}\n{''.join(lines)}}}\n\n"


def _names(name: str, names: Iterable[str], about: str = "") -> str:
    lines = [f"    {json.dumps(one)},\n" for one in names]
    return f"{name}: Final = frozenset({{{f'  # {about}' if about else ''}\n{''.join(lines)}}})\n\n"


def _literal(value: object) -> str:
    if isinstance(value, list):
        return f"({', '.join(map(_literal, value))}{',' if len(value) == 1 else ''})"
    return json.dumps(value)


if __name__ == "__main__":
    SCHEMA.write_text(written(program_schema()), "utf-8")
    MODULE.write_text(operation_table(), "utf-8")
