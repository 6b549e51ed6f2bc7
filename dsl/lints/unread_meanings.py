"""What is said of values that are kept out of sight: nobody reads what they mean."""

from __future__ import annotations

from collections.abc import Iterator

from ..check.meanings import owners, values_of
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def unread_meanings(facts: Facts) -> Iterator[Diagnostic]:
    """Each `NAME means` of the game's own files that is about what is `internal`."""
    model = facts.checked.model
    for owner, meanings in owners(model):
        for said in meanings.values():
            values = values_of(model, owner, said.name) if facts.own(said.name.span) else []
            known = (model.game.get(one) if owner == "game" else model.property(owner, one) for one in values)
            if values and all(one is not None and one.internal for one in known):
                yield codes.UNREAD_MEANING.at(said.name.span, name=said.name)
