"""Other names that could stand in the place of one: of the same kind, type or form."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Model


def like(name: str, model: Model) -> Iterator[str]:
    """Names of values that fit wherever this one fits: words of its list, things of its kind, and so on."""
    for words in model.words.values():
        if name in words:
            yield from words
    if name in model.things:
        kind = model.things[name].kind
        yield from (other for other, thing in model.things.items() if thing.kind == kind)
    elif name in model.kinds:
        parent = model.kinds[name].parent
        yield from (
            other
            for other, kind in model.kinds.items()
            if kind.parent == parent and parent is not None and other not in model.things
        )
    if name in model.plurals:
        parent = model.kinds[model.plurals[name]].parent
        yield from (other for other, kind in model.plurals.items() if model.kinds[kind].parent == parent)
    if name in model.defines:
        types = model.defines[name].types
        yield from (other for other, define in model.defines.items() if define.types == types)
    if name in model.settings:
        wanted = model.settings[name].type
        yield from (other for other, setting in model.settings.items() if setting.type == wanted)
    if name in model.game:
        declared = model.game[name].type
        yield from (other for other, one in model.game.items() if one.type == declared)


def verbs_like(name: str, model: Model) -> Iterator[str]:
    """Verbs that are called with the same sorts of things, under the same small words."""
    verb = model.verbs.get(name)
    if verb is not None:
        yield from (
            other
            for other, one in model.verbs.items()
            if one.types == verb.types and _small_words(one.parts) == _small_words(verb.parts)
        )


def properties_like(name: str, model: Model) -> Iterator[str]:
    """Properties of the same type that the same kind declares."""
    for kind in model.kinds.values():
        if name in kind.properties:
            wanted = kind.properties[name].type
            yield from (other for other, one in kind.properties.items() if one.type == wanted)


def relations_like(name: str, model: Model) -> Iterator[str]:
    """Relations between the same spaces: by name or, for `can see`, by the second word of the phrase."""
    for relation in model.relations.values():
        words = relation.phrase.split()
        if relation.name == name:
            yield from (other.name for other in model.relations.values() if other.between == relation.between)
        elif len(words) > 1 and words[1] == name:
            yield from (
                parts[1]
                for other in model.relations.values()
                if other.between == relation.between
                and len(parts := other.phrase.split()) == len(words)
                and parts[0] == words[0]
                and parts[2:] == words[2:]
            )


def _small_words(parts: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(getattr(part, "preposition", None) for part in parts)
