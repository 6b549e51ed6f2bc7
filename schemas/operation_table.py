"""What is known of each operation. generate.py writes it from operations.json: change that.

Of a type there are four texts: what it begins with; `name`, `type`, `item` or `held` of a field; that
field; what it ends with. `list:item(set)` is `list:`, `item`, `set` and nothing.
"""

# fmt: off
from typing import Final, Literal, TypeAlias

# ---- expressions

GIVES: Final = {
    "number": ("number", "", "", ""),
    "yes_no": ("yes_no", "", "", ""),
    "none": ("thing:thing", "", "", "?"),
    "word": ("word:", "name", "words", ""),
    "string": ("text", "", "", ""),
    "local": ("any", "", "", ""),
    "entity": ("any", "", "", ""),
    "game": ("any", "", "", ""),
    "setting": ("any", "", "", ""),
    "property": ("any", "", "", ""),
    "set_property": ("any", "", "", ""),
    "place": ("place", "", "", ""),
    "contents": ("list:", "held", "of", ""),
    "top": ("", "held", "of", "?"),
    "bottom": ("", "held", "of", "?"),
    "top_n": ("list:", "held", "of", ""),
    "bottom_n": ("list:", "held", "of", ""),
    "place_of": ("place", "", "", ""),
    "space_of": ("thing:space", "", "", "?"),
    "holder_of": ("thing:thing", "", "", "?"),
    "kind": ("list:thing:", "name", "kind", ""),
    "all": ("list:thing:", "name", "kind", ""),
    "spares": ("list:thing:", "name", "kind", ""),
    "spare": ("thing:", "name", "kind", "?"),
    "pieces": ("list:thing:", "name", "kind", ""),
    "links": ("list:thing:link", "", "", ""),
    "sides": ("list:thing:space", "", "", ""),
    "link_between": ("thing:link", "", "", "?"),
    "other_side": ("thing:space", "", "", "?"),
    "filter": ("list:", "item", "set", ""),
    "least": ("list:", "item", "set", ""),
    "most": ("list:", "item", "set", ""),
    "union": ("any", "", "", ""),
    "without": ("list:", "item", "a", ""),
    "both": ("list:", "item", "a", ""),
    "list": ("any", "", "", ""),
    "range": ("list:number", "", "", ""),
    "reversed": ("list:", "item", "of", ""),
    "count": ("number", "", "", ""),
    "first": ("", "item", "of", "?"),
    "last": ("", "item", "of", "?"),
    "nth": ("", "item", "of", "?"),
    "position": ("number", "", "", ""),
    "total": ("number", "", "", ""),
    "highest": ("number", "", "", ""),
    "lowest": ("number", "", "", ""),
    "any": ("yes_no", "", "", ""),
    "in": ("yes_no", "", "", ""),
    "is_kind": ("yes_no", "", "", ""),
    "in_play": ("yes_no", "", "", ""),
    "equal": ("yes_no", "", "", ""),
    "not_equal": ("yes_no", "", "", ""),
    "less": ("yes_no", "", "", ""),
    "at_most": ("yes_no", "", "", ""),
    "more": ("yes_no", "", "", ""),
    "at_least": ("yes_no", "", "", ""),
    "and": ("yes_no", "", "", ""),
    "or": ("yes_no", "", "", ""),
    "not": ("yes_no", "", "", ""),
    "add": ("number", "", "", ""),
    "subtract": ("number", "", "", ""),
    "multiply": ("number", "", "", ""),
    "divide": ("number", "", "", ""),
    "remainder": ("number", "", "", ""),
    "negate": ("number", "", "", ""),
    "absolute": ("number", "", "", ""),
    "minimum": ("number", "", "", ""),
    "maximum": ("number", "", "", ""),
    "if": ("any", "", "", ""),
    "define": ("any", "", "", ""),
    "relation": ("yes_no", "", "", ""),
    "neighbours": ("list:thing:space", "", "", ""),
    "connected": ("list:thing:space", "", "", ""),
    "steps": ("number", "", "", ""),
    "line_length": ("number", "", "", ""),
    "crossed": ("list:thing:space", "", "", ""),
    "direction": ("number", "", "", ""),
    "during": ("yes_no", "", "", ""),
    "by_thing": ("any", "", "", ""),
    "modified": ("any", "", "", ""),
}

ELEMENTS: Final = {  # the local it binds, and its type
    "filter": ("it", ("", "item", "set", "")),
    "least": ("it", ("", "item", "set", "")),
    "most": ("it", ("", "item", "set", "")),
    "total": ("it", ("", "item", "set", "")),
    "highest": ("it", ("", "item", "set", "")),
    "lowest": ("it", ("", "item", "set", "")),
    "any": ("it", ("", "item", "set", "")),
}

EACH: Final = {  # what is evaluated for each member of `set`
    "filter": ("where",),
    "least": ("key",),
    "most": ("key",),
    "total": ("value",),
    "highest": ("value",),
    "lowest": ("value",),
    "any": ("where",),
}

ReadSort: TypeAlias = Literal[
    "game",
    "property",
    "contents",
    "location",
    "kind",
    "box",
    "pieces",
    "presence",
    "define",
    "relation",
    "running",
]

READS: Final[dict[str, tuple[ReadSort, str]]] = {
    "game": ("game", "property"),
    "property": ("property", "name"),
    "set_property": ("property", "name"),
    "contents": ("contents", "of"),
    "top": ("contents", "of"),
    "bottom": ("contents", "of"),
    "top_n": ("contents", "of"),
    "bottom_n": ("contents", "of"),
    "place_of": ("location", "of"),
    "space_of": ("location", "of"),
    "holder_of": ("location", "of"),
    "kind": ("kind", "kind"),
    "spares": ("box", "kind"),
    "spare": ("box", "kind"),
    "pieces": ("pieces", "of"),
    "in_play": ("presence", "of"),
    "define": ("define", "name"),
    "relation": ("relation", "name"),
    "neighbours": ("relation", "relation"),
    "connected": ("relation", "relation"),
    "steps": ("relation", "relation"),
    "line_length": ("relation", "relation"),
    "crossed": ("relation", "relation"),
    "during": ("running", "verb"),
    "modified": ("property", "name"),
}

OPPOSITE: Final = {  # what holds where a comparison does not
    "equal": "not_equal",
    "not_equal": "equal",
    "less": "at_least",
    "at_most": "more",
    "more": "at_most",
    "at_least": "less",
}

UNORDERED: Final = {
    "count": "of",
    "any": "set",
    "in": "set",
}

MEMBERS: Final = {  # the operands that its members are from
    "filter": ("set",),
    "least": ("set",),
    "most": ("set",),
    "without": ("a",),
    "both": ("a",),
    "reversed": ("of",),
    "first": ("of",),
    "last": ("of",),
    "nth": ("of",),
    "union": ("a", "b"),
    "list": ("items",),
    "if": ("then", "else"),
}

FORKS: Final = {  # the operand that is always worked out
    "and": "a",
    "or": "a",
    "if": "test",
    "by_thing": "of",
}

NUMBERS: Final = frozenset({
    "number",
    "count",
    "position",
    "total",
    "highest",
    "lowest",
    "add",
    "subtract",
    "multiply",
    "divide",
    "remainder",
    "negate",
    "absolute",
    "minimum",
    "maximum",
    "steps",
    "line_length",
    "direction",
})

TESTS: Final = frozenset({
    "yes_no",
    "any",
    "in",
    "is_kind",
    "in_play",
    "equal",
    "not_equal",
    "less",
    "at_most",
    "more",
    "at_least",
    "and",
    "or",
    "not",
    "relation",
    "during",
})

LITERALS: Final = frozenset({
    "number",
    "yes_no",
    "none",
    "word",
    "entity",
})

SEARCHES: Final = frozenset({
    "set_property",
    "kind",
    "filter",
    "least",
    "most",
    "total",
    "highest",
    "lowest",
    "any",
})

STREAMS: Final = frozenset({
    "kind",
    "spares",
    "pieces",
    "filter",
})

DECLARED: Final = frozenset({
    "kind",
    "all",
    "spares",
    "filter",
    "union",
    "without",
    "both",
    "list",
})

COMPARES: Final = frozenset({
    "least",
    "most",
    "highest",
    "lowest",
})

STORED: Final = frozenset({
    "game",
    "property",
})

LOGIC: Final = frozenset({
    "and",
    "or",
    "not",
})

ORDERS: Final = frozenset({
    "less",
    "at_most",
    "more",
    "at_least",
})

REFLEXIVE: Final = frozenset({
    "equal",
    "at_most",
    "at_least",
})

PROPERTIES: Final = frozenset({  # what reads a property
    "property",
    "set_property",
    "modified",
})

CONTENTS: Final = frozenset({  # what reads what lies in a place
    "contents",
    "top",
    "bottom",
    "top_n",
    "bottom_n",
})

RELATIONS: Final = frozenset({  # what asks for a relation
    "relation",
    "neighbours",
    "connected",
    "steps",
    "line_length",
    "crossed",
})

PRESENT: Final = frozenset({  # what gives things in play alone
    "kind",
    "pieces",
})

ONE_OF: Final = frozenset({  # what gives one of the members of a list
    "first",
    "last",
    "nth",
})

PICKS: Final = frozenset({  # what gives some members of `set`
    "filter",
    "least",
    "most",
})

# ---- statements

BINDS: Final = {  # the field with the local's name, and its type
    "let": ("name", ("", "type", "value", "")),
    "roll": ("name", ("any", "", "", "")),
    "call": ("name", ("any", "", "", "")),
    "proceed": ("name", ("any", "", "", "")),
    "for_each": ("name", ("", "item", "set", "")),
    "choose": ("name", ("any", "", "", "")),
    "choose_number": ("name", ("number", "", "", "")),
    "together": ("name", ("", "item", "set", "")),
    "play_mission": ("name", ("word:mission.result", "", "", "")),
}

WRITES: Final = {
    "set": ("target", "target"),
    "raise": ("target", "target"),
    "lower": ("target", "target"),
    "add_to": ("target", "target"),
    "drop_from": ("target", "target"),
    "move": ("location", "kind"),
    "shuffle": ("contents", "place"),
    "show": ("sight", "what"),
    "reveal": ("sight", "what"),
    "hide": ("sight", "what"),
}

ASSIGNS: Final = frozenset({  # what changes a property or a local
    "set",
    "raise",
    "lower",
    "add_to",
    "drop_from",
})

DECIDES: Final = {
    "let": ("value",),
    "set": ("value",),
    "say": ("telling",),
    "if": ("test",),
    "repeat": ("while", "times"),
    "for_each": ("set", "key"),
    "give": ("value",),
    "choose": ("from", "least", "most"),
    "choose_number": ("low", "high"),
    "may": ("when",),
    "offer": ("to",),
    "together": ("set",),
}

LEAVES: Final = {
    "stop": "loop",
    "skip": "pass",
    "done": "body",
    "give": "body",
}

TELLS: Final = frozenset({
    "set",
    "raise",
    "lower",
    "add_to",
    "drop_from",
    "move",
    "shuffle",
    "roll",
    "show",
    "reveal",
    "hide",
    "say",
})

ASKS: Final = frozenset({
    "pause",
    "choose",
    "choose_number",
    "may",
    "choose_one",
    "offer",
    "together",
    "play_mission",
})

ENDS: Final = frozenset({
    "win",
    "lose",
    "draw",
    "finish",
})

QUIET: Final = frozenset({
    "let",
    "say",
})

HOOKED: Final = frozenset({
    "move",
    "roll",
})

LOOPS: Final = frozenset({
    "repeat",
    "for_each",
})

BY_CHANCE: Final = frozenset({
    "choose",
    "choose_number",
    "choose_one",
})

CALLS: Final = frozenset({  # what runs a body of another name
    "call",
    "do",
    "finish",
})

CHOICES: Final = frozenset({  # what somebody chooses from
    "choose",
    "choose_number",
    "may",
    "choose_one",
    "offer",
})

EXITS: Final = frozenset({  # behind which nothing is come to
    "stop",
    "skip",
    "done",
    "give",
    "win",
    "lose",
    "draw",
    "finish",
})

# ---- both

NAMES: Final = {
    "entity": ("entity", "name"),
    "setting": ("setting", "name"),
    "all": ("kind", "kind"),
    "is_kind": ("kind", "kind"),
    "roll": ("die", "die"),
    "call": ("verb", "verb"),
    "do": ("steps", "steps"),
    "offer": ("menu", "menu"),
    "finish": ("verb", "verb"),
}

COUNTS: Final = {
    "top_n": "number",
    "bottom_n": "number",
    "roll": "number",
    "repeat": "times",
}
