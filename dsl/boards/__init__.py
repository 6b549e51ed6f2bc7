"""Drawings and tables of spaces → the shape of a board, several shapes → the board of a mission. Knows no
things.
"""

from .layout import Placement, compose, read_layout
from .read import read_sides
from .shape import BoardShape, KindLookup, ShapedLink, ShapedSpace, Touch, in_program

__all__ = [
    "BoardShape",
    "KindLookup",
    "Placement",
    "ShapedLink",
    "ShapedSpace",
    "Touch",
    "compose",
    "in_program",
    "read_layout",
    "read_sides",
]
