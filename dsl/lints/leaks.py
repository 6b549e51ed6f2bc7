"""Options, texts, questions, refusals and whereabouts that tell somebody what he may not see.

What is a secret, and who is taken to know it, is a matter of `secrecy/`: what cannot be compared there is
taken to be allowed.
"""

import json
from collections.abc import Iterator

from ..problems import codes
from ..problems.diagnostics import Code, Diagnostic
from ..secrecy import Sight
from .facts import Facts

_CODES: dict[str, Code] = {
    "options": codes.LEAK_OPTIONS,
    "noted": codes.LEAK_OPTIONS,
    "said": codes.LEAK_SAID,
    "said so": codes.LEAK_SAID,
    "asked": codes.LEAK_ASKED,
    "reason": codes.LEAK_REASON,
    "boxed": codes.LEAK_BOXED,
    "drawn": codes.LEAK_DRAWN,
    "place": codes.LEAK_PLACE,
}


def leaks(facts: Facts) -> Iterator[Diagnostic]:
    """What `secrecy` found out, for those who may not know it."""
    told: set[tuple[str, int, tuple[str, ...]]] = set()
    for sight in facts.sights:
        what = sight.leaks
        key = (sight.sort, sight.at, tuple(what))
        if not what or key in told:
            continue
        told.add(key)
        rolled = sight.op.get("op") == "roll"
        yield _CODES[sight.sort].at(
            facts.flow.span(sight.at),
            who=_called(sight),
            what=" and ".join(what),
            options=_options(sight),
            text="whether this is said" if sight.sort == "said so" else "this text",
            example=_told_by(what[0]),
            kind=sight.op.get("kind", ""),
            proposal="show it to the player first, or choose from what can be seen",
            help="say only what everybody may know" if rolled else None,
        )


def _called(sight: Sight) -> str:
    """How a message calls the reader, if it has a name."""
    if sight.reader is None:
        return "the player"
    if sight.reader == "everybody":
        return "everybody"
    op = json.loads(sight.reader)
    return f"`{op['name']}`" if op.get("op") in ("local", "entity") else "the player"


def _told_by(what: str) -> str:
    """A value that gives a secret away, to be put behind `telling`."""
    if what.startswith("`"):
        return f"THING.{what.strip('`')}"
    return what.split("`")[1] if "`" in what else "THING.space" if what.startswith("where") else "THING"


def _options(sight: Sight) -> str:
    if sight.sort == "noted":
        return f"the notes beside the choices for `{sight.op['name']}`"
    name = sight.op.get("name") if "from" in sight.op else None
    return f"the choices for `{name}`" if name else "these options"
