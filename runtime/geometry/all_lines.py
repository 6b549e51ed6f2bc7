"""Every line of a relation with all that it crosses, for those who look each time at what blocks.

A slow and simple engine can ask of each line itself what blocks it, and so check `relation.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .relation import SpaceRelation


class LineClass(NamedTuple):
    """A class of straight lines: the spaces crossed in order, and all that may block it.

    `spaces` are those crossed or touched without the ends, `links` those passed. `corner_spaces` and
    `corner_links` meet in the corners that the line goes through: for clauses that say `corner`.
    """

    crossed: tuple[int, ...]
    spaces: tuple[int, ...]
    links: tuple[int, ...]
    corner_spaces: tuple[int, ...]
    corner_links: tuple[int, ...]


def every_line(relation: SpaceRelation, a: int, b: int) -> Iterator[LineClass]:
    """Every class of lines from a to b, whatever blocks; those over few spaces first."""
    board = relation.board
    bare = relation.bare
    entities = range(board.first_link + len(board.links))
    plain = {entity: bare.bits.of(entity) for entity in entities}
    corner = {entity: bare.bits.of(entity, at_corners=True) for entity in entities}
    for bits, _, crossed in bare.raw_ways(a, b):
        straight = [entity for entity in entities if plain[entity] & bits]
        turned = [entity for entity in entities if corner[entity] & bits]
        yield LineClass(
            crossed(),
            tuple(entity for entity in straight if entity < board.first_link),
            tuple(entity for entity in straight if entity >= board.first_link),
            tuple(entity for entity in turned if entity < board.first_link),
            tuple(entity for entity in turned if entity >= board.first_link),
        )
