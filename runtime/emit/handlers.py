"""How each operation is written: its name → the function that writes it, from the tables of the modules."""

from __future__ import annotations

from . import (
    changes,
    choices,
    menus,
    missions,
    relations,
    segments,
    sets,
    statements,
    together,
    triggers,
    values,
)
from .module import Handlers

HANDLERS = Handlers(
    expressions={
        **values.EXPRESSIONS,
        **sets.EXPRESSIONS,
        **relations.EXPRESSIONS,
        **triggers.EXPRESSIONS,
        **menus.EXPRESSIONS,
    },
    statements={
        **statements.STATEMENTS,
        **changes.STATEMENTS,
        **choices.STATEMENTS,
        "play_mission": missions.out_of_place,
    },
    waiting={
        **segments.WAITING,
        **choices.WAITING,
        "together": together.together,
        "play_mission": missions.play_mission,
    },
)
