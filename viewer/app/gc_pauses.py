"""Old garbage is looked for while the table rests: to look through everything takes longer than a picture."""

from __future__ import annotations

import gc

SOME, MANY = 10, 1_000  # looks at what is young since the last one at everything: at rest, and in any case
_USUAL = gc.get_threshold()


def begin() -> None:
    """From now on only `look` looks through everything, but for what a table opens with: that lasts."""
    gc.freeze()
    gc.set_threshold(*_USUAL[:2], 1_000_000)


def look(*, resting: bool) -> None:
    """Once in every turn of the loop."""
    if gc.get_count()[2] > (SOME if resting else MANY):
        gc.collect()


def end() -> None:
    gc.unfreeze()
    gc.set_threshold(*_USUAL)
