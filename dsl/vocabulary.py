"""The language's own words, declared once: built-in kinds and functions, and what authors should know.

Checker, reference pages (`tilewright words`), completion and hover read these tables.
"""

from typing import NamedTuple

BUILT_IN_KINDS: tuple[tuple[str, str | None, str, str], ...] = (
    (
        "thing",
        None,
        "things",
        "Anything that exists: every kind is a kind of thing. All have `space`, `place` and `holder`.",
    ),
    ("space", "thing", "spaces", "A place on a board."),
    ("square", "space", "squares", "A space of a board drawn as a grid."),
    (
        "hex",
        "space",
        "hexes",
        "A space of a board drawn as rows of hexes, each row half a hex to the side of the next.",
    ),
    (
        "room",
        "space",
        "rooms",
        "A space of a board of rooms: the tables `spaces:` and `links:` list them.",
    ),
    (
        "region",
        "space",
        "regions",
        "A space of irregular shape, drawn as a patch of letters; a table `spaces:` may say more of it. "
        "Codes of "
        "two or three letters stand in columns of one width: that of the longest code and a blank.",
    ),
    ("link", "thing", "links", "What is between two spaces: a wall, a door, a corridor."),
    ("wall", "link", "walls", "A link that is drawn by `-` and `|`."),
    ("player", "thing", "players", "A seat at the table."),
    ("mission", "thing", "missions", "A scenario with its layout, set-up and rules."),
    ("campaign", "thing", "campaigns", "Missions one after another, played by the verb that it `begins`."),
    ("piece", "thing", "pieces", "What can stand on a space."),
    ("figure", "piece", "figures", "A miniature."),
    ("token", "piece", "tokens", "A counter or marker."),
    ("board", "thing", "boards", "A board of the layout: every space has one."),
    ("card", "thing", "cards", "A card of a deck."),
)
"""Name, parent, plural, documentation."""


def plural_of(name: str) -> str:
    """The plural of a kind, or of a thing with copies, that declares none."""
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


ENGLISH_ENDINGS = (
    *(("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", "is"), ("i", "us")),
    *(("a", "um"), ("a", "on"), ("ices", "ex"), ("ices", "ix"), ("men", "man"), ("ice", "ouse")),
    *(("people", "person"), ("children", "child"), ("feet", "foot"), ("teeth", "tooth"), ("geese", "goose")),
    *(("oxen", "ox"), ("dice", "die")),
)
"""How plurals end in English, and one of them."""


def may_be_plural_of(word: str) -> list[str]:
    """Whose plural somebody who knows English may take a word for, whatever `plural_of` makes of that."""
    return [word.removesuffix(many) + one for many, one in ENGLISH_ENDINGS if word.endswith(many)]


class BuiltIn(NamedTuple):
    """A built-in function: how many inputs it takes, how it is called, what it gives, and an example that the
    suite compiles, unless packages have one. What it means is in check/functions.py.
    """

    name: str
    least: int
    most: int
    form: str
    doc: str
    example: str


MANY = 20
"""Inputs of a function that takes any number of them."""

FUNCTIONS: dict[str, BuiltIn] = {
    f.name: f
    for f in (
        BuiltIn("count", 1, 1, "count(SET)", "How many members a set has.", "count(players)"),
        BuiltIn(
            "first", 1, 1, "first(SET)", "The first member in the set's order, or none.", "first(players)"
        ),
        BuiltIn("last", 1, 1, "last(SET)", "The last member in the set's order, or none.", "last(players)"),
        BuiltIn("nth", 2, 2, "nth(SET, n)", "The n-th member, counted from 1, or none.", "nth(players, 1)"),
        BuiltIn(
            "position",
            2,
            2,
            "position(SET, member)",
            "Where a member comes, counted from 1; 0 if it is not one.",
            "position(players, player.1)",
        ),
        BuiltIn(
            "total",
            2,
            2,
            "total(SET, value)",
            "The sum of a value over a set; `it` is the member.",
            "total(players, 1)",
        ),
        BuiltIn(
            "highest",
            2,
            2,
            "highest(SET, value)",
            "The largest value over a set, 0 for an empty one.",
            "highest(players, 1)",
        ),
        BuiltIn(
            "lowest",
            2,
            2,
            "lowest(SET, value)",
            "The smallest value over a set, 0 for an empty one.",
            "lowest(players, 1)",
        ),
        BuiltIn("min", 1, MANY, "min(a, b, …)", "The smallest of several numbers.", "min(1, 2)"),
        BuiltIn("max", 1, MANY, "max(a, b, …)", "The largest of several numbers.", "max(1, 2)"),
        BuiltIn("abs", 1, 1, "abs(n)", "A number without its sign.", "abs(-2)"),
        BuiltIn(
            "remainder", 2, 2, "remainder(a, b)", "What is left when a is divided by b.", "remainder(7, 2)"
        ),
        BuiltIn(
            "list",
            0,
            MANY,
            "list(a, b, …)",
            "A list of the given things or numbers; `list()` is empty.",
            "list(1, 2)",
        ),
        BuiltIn(
            "reversed", 1, 1, "reversed(SET)", "The same members in the opposite order.", "reversed(players)"
        ),
        BuiltIn(
            "clockwise",
            2,
            2,
            "clockwise(SET, member)",
            "Once around: that member and those after it, then those before it.",
            "clockwise(players, player.1)",
        ),
        BuiltIn("both", 2, 2, "both(SET, SET)", "The members that two sets share.", "both(players, players)"),
        BuiltIn("all", 1, 1, "all(KINDS)", "All things of a kind, those in the box too.", "all(players)"),
        BuiltIn("spares", 1, 1, "spares(KIND)", "The things of a kind that are in the box.", "spares(card)"),
        BuiltIn(
            "in_force",
            1,
            1,
            "in_force(KIND)",
            "The things of a kind whose rules are in force.",
            "in_force(card)",
        ),
        BuiltIn("numbers", 2, 2, "numbers(low, high)", "The numbers from low to high.", "numbers(1, 3)"),
        BuiltIn(
            "neighbours",
            2,
            2,
            "neighbours(x, RELATION)",
            "The spaces that a relation joins to the space of x.",
            "",
        ),
        BuiltIn(
            "steps",
            3,
            4,
            "steps(a, b, RELATION)",
            "How many steps it takes from a to b (or to the nearest of a set); a fourth input lists spaces "
            "or things that must be walked around. 1000000 if there is no way.",
            "",
        ),
        BuiltIn(
            "connected",
            2,
            2,
            "connected(a, RELATION)",
            "The spaces to which any number of steps leads from a, its own included.",
            "",
        ),
        BuiltIn(
            "within",
            3,
            3,
            "within(a, n, RELATION)",
            "The spaces at most n steps away from a, its own included.",
            "",
        ),
        BuiltIn(
            "line_length",
            3,
            3,
            "line_length(RELATION, a, b)",
            "How many spaces the shortest open line from a to b enters, the last included.",
            "",
        ),
        BuiltIn(
            "crossed", 3, 3, "crossed(RELATION, a, b)", "The spaces that line passes, without its ends.", ""
        ),
        BuiltIn(
            "direction",
            2,
            2,
            "direction(a, b)",
            "Where b lies as seen from a: 0 north, 1 north-east … 7 north-west. On a board of hexes the side "
            "towards b: 0 upper right, 1 right … 5 upper left.",
            "",
        ),
        BuiltIn("link", 2, 2, "link(a, b)", "The link between two spaces, or none.", ""),
        BuiltIn("other_side", 2, 2, "other_side(LINK, space)", "The space at the other end of a link.", ""),
        BuiltIn("controller", 1, 1, "controller(x)", "The player who controls a thing, or none.", ""),
    )
}

STATEMENT_WORDS = (
    "let",
    "set",
    "raise",
    "lower",
    "add",
    "drop",
    "move",
    "shuffle",
    "roll",
    "show",
    "reveal",
    "hide",
    "say",
    "pause",
    "stop",
    "skip",
    "done",
    "give",
    "proceed",
    "do",
    "win",
    "lose",
    "draw",
    "finish",
    "if",
    "repeat",
    "choose",
    "offer",
    "until",
    "play_mission",
)
"""Words that begin a statement. Only `to draw (n: number)` may be a verb: a game ends by a bare `draw`."""

CONDITION_WORDS = ("needs", "takes", "cost", "in", "limit", "ordered")
"""Words that begin a condition of a verb or action. Behind a colon they are names like any other."""

VALUE_WORDS = ("yes", "no", "none", "this", "it", "you", "spare", "not", "any", "during")
"""Words that mean something of their own where a value stands, so that nothing can be called so."""
