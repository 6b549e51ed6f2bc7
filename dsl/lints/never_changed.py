"""Values of the game that no rule and no set-up ever changes, so that they stay as they begin.

Of the values of things nothing is said: each thing may have its own. What a library or a mod keeps for others
to change is theirs. Of values `by each` word some may well stay as they are.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import ASSIGNS

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

TOLD = ("number", "yes_no", "word")
"""The types of values of which this lint tells."""


def never_changed(facts: Facts) -> Iterator[Diagnostic]:
    """Each number, yes or no and word under `game has:` that is always the same."""
    changes = [op for _, inside in facts.bodies for op in inside if op["op"] in ASSIGNS]
    prices = [price for verb in facts.checked.verbs.values() for price in verb["takes"]]
    targets = [one["target"] for one in (*changes, *prices)]
    changed = {target["property"] for target in targets if target["op"] == "game"}
    known_changes = {name for kind, name in facts.checked.context.changes if kind == "game"}
    by_word = tuple(f"{name}_" for owner, name in facts.checked.model.by_each if owner == "game")
    for name, known in facts.checked.model.game.items():
        if name.startswith(by_word):
            continue
        stored = known.sort == "stored" and known.type.base in TOLD and known.by is None
        default = facts.checked.defaults.get(("game", name))
        if (
            not stored
            or isinstance(default, dict)
            or name in changed | known_changes
            or not facts.to_be_used(known.span)
        ):
            continue
        yield codes.NEVER_CHANGED.at(known.span, name=name)
