"""What was painted of a board, kept for the next editor: what is not saved yet, and what can be undone.

A document for each board, `schemas/edits.schema.json`, in the user's own folder. It is written after every
edit, so that nothing is lost with the window, and it is taken up again only over the very texts on which the
edits were made.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.host import folders
from tilewright.host.files import put_aside, write_whole
from tilewright.host.text import file_name
from tilewright.schemas.documents import Document
from tilewright.schemas.reading import BadDocument, misfit, parsed
from tilewright.schemas.wording import Sentence

if TYPE_CHECKING:
    from tilewright.dsl.editing.sketch import Sketch
    from tilewright.dsl.packages.package import Package

Texts = dict[str, str]
STEPS = 100
"""So many steps can be taken back in the next editor."""


def file_for(package: Package, board: str) -> Path | None:
    """Where the edits of a board are kept; None if this user has no folder for it."""
    state = folders.of_user("state")
    if state is None:
        return None
    whose = hashlib.sha256(str(package.path.resolve()).encode()).hexdigest()[:12]
    return state / "edits" / f"{file_name(f'{package.id}-{board}')}-{whose}.json"


def keep(sketch: Sketch, path: Path) -> None:
    """Write down where the edits have come. Raises OSError if the file cannot be written."""
    past, future = sketch.past[-STEPS:], sketch.future[-STEPS:]
    every = [sketch.saved, sketch.texts, *past, *future]
    changed = [one for one in sketch.saved if len({texts[one] for texts in every}) > 1]
    numbers: dict[str, int] = {}

    def moment(texts: Texts) -> dict[str, int]:
        return {one: numbers.setdefault(texts[one], len(numbers)) for one in changed}

    document = {
        "format": "tilewright/edits/1",
        "saved": moment(sketch.saved),
        "now": moment(sketch.texts),
        "past": [moment(one) for one in past],
        "future": [moment(one) for one in future],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(document | {"texts": list(numbers)}).encode())


def take_up(sketch: Sketch, path: Path) -> Sentence | None:
    """Go on where the last editor of this board ended. Gives the sentence that tells of it, if anything is to
    be told; edits that were made on other texts stay in a file beside.
    """
    try:
        document = parsed(path.read_bytes())
        damaged = misfit("edits", document) is not None
    except FileNotFoundError:
        return None
    except (OSError, BadDocument):
        damaged = True
    moments = [] if damaged else _moments(sketch, document)
    if not moments:
        old = path.with_suffix(".old.json")
        with suppress(OSError):
            put_aside(path, old)
        return Sentence(f"engine/edit_kept_{'damaged' if damaged else 'other'}", (str(old),))
    saved, now, *steps = moments
    count = len(document["past"])
    sketch.resume(now, steps[:count], steps[count:])
    return Sentence("engine/edit_taken_up") if now != saved else None


def _moments(sketch: Sketch, document: Document) -> list[Texts]:
    """The texts as they were saved, as they are, before and after; none if they are not of these sources."""
    texts = document["texts"]
    every = [document["saved"], document["now"], *document["past"], *document["future"]]
    fits = all(
        set(one) <= set(sketch.saved) and all(number < len(texts) for number in one.values()) for one in every
    )
    if not fits or any(sketch.saved[one] != texts[number] for one, number in document["saved"].items()):
        return []
    return [sketch.saved | {one: texts[number] for one, number in moment.items()} for moment in every]
