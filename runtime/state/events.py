"""What happened, as plain tuples in `State.log`. Which seat may read which of them is decided in
`seats/log.py`.

The first element is one of the words below, the last always the rule (a label or name, None if there is
none). Things, places and players are numbers, values are raw; a text is `(id, (type, value), ...)`.

* `("move", thing, from, to, bottom, rule)`: a thing moved; from -1: it lay nowhere
* `("set", entity, property, old, new, rule)`: a property changed; entity -1: one of the game's
* `("reset", entity, property, old, new, rule)`: the same where it is back at its default by itself
* `("shuffle", place, rule)`
* `("roll", die, faces, purpose, by, rule)`: faces is a tuple of values, in the order rolled; purpose: the id
  of a text, "" for none
* `("chance", options, taken, rule)`: a choice by chance
* `("show", things, seats, rule)`, `("reveal", things, rule)`, `("hide", things, rule)`
* `("say", text, seats, about, look, rule)`: seats None: everybody; about: whom it is about, a tuple for each
  part of `about`; look: a word for how that looks, or None
* `("begin", verb, parts, you, secret, rule)`, `("end", verb, rule)`: a verb that has a title; of a secret one
  only `you` is told. `("paid", verb, rule)`: its costs, if it has any, are paid
* `("ready", rule)`: set-up is done, from now on rules react
* `("answer", number, seat, sort, values, rule)`: values: what was chosen, a tuple
* `("read", mark, names, values, rule)`: something was decided by what may be hidden
  (analysis/marked_reads.py)
* `("over", outcome, winners, reason, rule)`
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Event: TypeAlias = "tuple[Any, ...]"

MOVE: Final = "move"
SET: Final = "set"
RESET: Final = "reset"
SHUFFLE: Final = "shuffle"
ROLL: Final = "roll"
CHANCE: Final = "chance"
SHOW: Final = "show"
REVEAL: Final = "reveal"
HIDE: Final = "hide"
SAY: Final = "say"
BEGIN: Final = "begin"
PAID: Final = "paid"
END: Final = "end"
READY: Final = "ready"
OVER: Final = "over"
READ: Final = "read"
