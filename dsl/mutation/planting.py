"""All mistakes that can be planted in a package, and a fair choice of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from .. import nodes
from ..packages.package import Package
from ..reading.parse import read, read_file
from ..resolve import resolve
from ..source import Source
from .mutant import Mutant, replaced
from .operators import OPERATORS
from .places import places


def mutants(package: Package, wanted: Sequence[str] = ()) -> Iterator[Mutant]:
    """Every mistake that can be planted in a package itself, not in what it uses nor in its tests.

    `wanted` are the operators, all if there are none. Each change gives another text.
    """
    model, _ = resolve(read(package.sources).declarations, package.id, package.version)
    for source in package.sources:
        if not source.path.startswith(f"{package.id}/"):
            continue
        reading = read_file(source, {})
        if any(
            isinstance(one.node, nodes.HeaderFor) and one.node.role == "tests" for one in reading.declarations
        ):
            continue
        for declared in reading.declarations:
            for place in places(declared.node, source, model):
                for name in wanted or OPERATORS:
                    for span, text in OPERATORS[name].find(place):
                        mutant = Mutant(name, span, text, declared.node.span)
                        if replaced(source, mutant) != text:
                            yield mutant


def chosen(every: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """So many of them, of each operator about as many, by chance; the same for the same seed."""
    chance = random.Random(seed)
    waiting: dict[str, list[Mutant]] = {}
    for one in every:
        waiting.setdefault(one.operator, []).append(one)
    for group in waiting.values():
        chance.shuffle(group)
    found: list[Mutant] = []
    while len(found) < number and any(waiting.values()):
        found += [group.pop() for group in waiting.values() if group][: number - len(found)]
    return found


def with_mutant(package: Package, mutant: Mutant) -> Package:
    """The package with the mistake in it."""
    from .mutant import planted

    sources = [planted(one, mutant) if one.path == mutant.span.file else one for one in package.sources]
    return package._replace(sources=tuple[Source, ...](sources))
