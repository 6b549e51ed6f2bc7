"""`NAME means "TEXT"`: what values and places tell a player, and of which of them that is said."""

from collections.abc import Iterable, Iterator

from tilewright.schemas.wording import article

from ..model import Model, ValueMeaning, of_word
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from .scope import Op

_Meanings = dict[str, ValueMeaning]


def owners(model: Model) -> Iterator[tuple[str, _Meanings]]:
    """What is said by the game, which is called `game`, and by each kind."""
    yield "game", model.meanings
    for kind in model.kinds.values():
        yield kind.name, kind.meanings


def bad_meanings(model: Model) -> Iterator[Diagnostic]:
    """Those of what the kind or game does not have, and those that say nothing."""
    for owner, meanings in owners(model):
        for said in meanings.values():
            if not values_of(model, owner, said.name):
                near = nearest(said.name, [*_names(model, owner)])
                kind, of = ("the game", "") if owner == "game" else (article(owner), owner)
                yield codes.UNKNOWN_PROPERTY.at(said.name.span, kind=kind, name=said.name, near=near, of=of)
            elif not said.words.strip():
                message = f"this does not say what `{said.name}` means"
                proposal = "write a sentence for players, or leave the line out"
                yield codes.BAD_RULE.at(said.words.span, message=message, proposal=proposal)


def values_of(model: Model, owner: str, name: str) -> list[str]:
    """The values or places that a name stands for there: with `by each`, one for each of the words."""
    for kind in _kinds(model, owner):
        known = model.game if kind == "game" else model.kinds[kind].properties
        if name in known:
            return [str(name)]
        if (kind, name) in model.by_each:
            words = model.words.get(model.by_each[kind, name], ())
            return [one for word in words if (one := of_word(name, word)) in known]
    return []


def meanings_of(model: Model, owner: str) -> Op:
    """What a kind or the game says, as the program has it: by name, the text and the values it is of."""
    meanings = model.meanings if owner == "game" else model.kinds[owner].meanings
    return {
        name: {"text": str(said.words), "values": values_of(model, owner, name)}
        for name, said in meanings.items()
    }


def _kinds(model: Model, owner: str) -> Iterable[str]:
    return (owner,) if owner == "game" else model.ancestors(owner)


def _names(model: Model, owner: str) -> Iterator[str]:
    for kind in _kinds(model, owner):
        yield from model.game if kind == "game" else model.kinds[kind].properties
        yield from (name for of, name in model.by_each if of == kind)
