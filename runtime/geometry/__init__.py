"""Steps, sight and distance between the spaces of a board: exact, in whole numbers and fractions. Knows no
rule; what may change is a bit of a mask that the engine keeps.
"""

from .all_lines import LineClass
from .blocks import Feature
from .geometry import Geometry
from .relation import SpaceRelation

__all__ = ["Feature", "Geometry", "LineClass", "SpaceRelation"]
