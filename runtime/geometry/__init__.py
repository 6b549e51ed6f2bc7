"""Spaces in the plane: who stands next to whom, which way is shortest, which straight lines are open.

Everything is exact: whole numbers and fractions, no sampling. What cannot change is folded when a game is
loaded; what can is a bit of a mask that the engine keeps (see `relation.py`).
"""

from .all_lines import LineClass
from .blocks import Feature
from .geometry import Geometry
from .relation import SpaceRelation

__all__ = ["Feature", "Geometry", "LineClass", "SpaceRelation"]
