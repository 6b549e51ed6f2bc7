"""What the rules of a package are summed up by: bodies, values, kinds, each by its sort and its name."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from ..check.scope import Op

KeySort = Literal[
    # Bodies
    "verb",
    "hook",
    "trigger",
    "steps",
    "setup",  # of a mission
    # What is read and written
    "stored",  # `hero.health`, `game.round`
    "where",  # the places of things of a kind
    "local",
    "during",  # which verbs are running
    # What is computed: a define, a relation, a property with its modifiers
    "value",
    # What else is mentioned
    "board",
    "define",
    "die",
    "entity",
    "kind",
    "menu",
    "modifier",
    "relation",
    "setting",
    "statement",
    "words",
]


class FlowKey(str):
    """Something that rules are, call, read, write or mention, made by `flow_key` alone.

    It is a text because sums of rules are large sets, and these find a text in half the time of a tuple.
    """

    sort: KeySort
    name: str

    __slots__ = ("name", "sort")


@lru_cache(maxsize=2**16)  # of all packages that a long session reads, so it has an end
def flow_key(sort: KeySort, name: str) -> FlowKey:
    """The key of a sort with a name."""
    made = FlowKey(f"{sort}:{name}")
    made.sort, made.name = sort, name
    return made


DURING = flow_key("during", "")


def callee(op: Op) -> FlowKey:
    """The body that a `call` or `do` runs."""
    return flow_key("steps", op["steps"]) if op["op"] == "do" else flow_key("verb", op["verb"])


def of_sort(sort: KeySort, keys: Iterable[FlowKey]) -> set[str]:
    """The names of those keys that are of a sort."""
    return {key.name for key in keys if key.sort == sort}
