"""What mods do to a game and to each other: read off the history of changes and off the checked rules.
Changes nothing."""

from .every import every_meeting
from .expected_stories import unknown_stories, without_expected
from .meetings import Meeting, Side
from .order import ModOrder, mod_order, whose
from .told import not_after, told, with_remarks
from .without_effect import without_effect

__all__ = [
    "Meeting",
    "ModOrder",
    "Side",
    "every_meeting",
    "mod_order",
    "not_after",
    "told",
    "unknown_stories",
    "whose",
    "with_remarks",
    "without_effect",
    "without_expected",
]
