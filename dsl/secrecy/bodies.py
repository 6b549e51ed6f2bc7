"""Through the statements of a body: who is asked, told or refused, and what that tells."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tilewright.schemas.operation_table import PICKS
from tilewright.schemas.value_types import type_of

from ..analysis.callgraph import Body
from ..check.scope import Op
from .players import NOTHING, KnownLocals, KnownValue, Secret, Secrets, kind_of, plain, written
from .values import EVERYBODY, Values


class Sight(NamedTuple):
    """Somebody gets to see something that tells secrets. `reader` is a player as written, or everybody."""

    sort: str  # options | noted | asked | said | said so | reason | boxed | drawn | place
    op: Op
    at: int
    reader: str | None  # None: nobody knows who
    secrets: Secrets
    hidden_number: bool = False  # how many options there are is a secret, too

    @property
    def leaks(self) -> list[str]:
        """What the reader certainly or probably may not know, as an author would call it."""
        return sorted({secret.what for secret in self.secrets if not self._may_know(secret)})

    def _may_know(self, secret: Secret) -> bool:
        """Whether the reader may be one of those who see it. Only players that are plainly others are not."""
        if secret.shown_elsewhere or self.reader is None:
            return bool(secret.seen_by) or secret.shown_elsewhere
        if self.reader == EVERYBODY or self.reader in secret.seen_by:
            return self.reader != EVERYBODY
        return bool(secret.seen_by) and not (plain(self.reader) and all(plain(one) for one in secret.seen_by))


@dataclass(slots=True)
class _Walk:
    """One body on the way: what its locals hold, what was shown to whom, on what the branches depend.

    `bared` is what everybody was shown of all that have it, as an author would call it.
    """

    values: Values
    env: KnownLocals
    shown: dict[Secret, frozenset[str]] = field(default_factory=dict)
    depends: Secrets = NOTHING
    bared: set[str] = field(default_factory=set)

    def inside(self, depends: Secrets = NOTHING) -> "_Walk":
        """The way through an inner block."""
        return _Walk(self.values, dict(self.env), dict(self.shown), self.depends | depends, set(self.bared))

    def of(self, *values: object) -> Secrets:
        """What these values tell here."""
        return self.values.several(list(values), self.env)

    def readers(self, players: Op | None) -> list[str]:
        return self.values.players.members(players, self.env) if players is not None else []

    def sight(self, sort: str, op: Op, at: int, reader: str | None, secrets: Secrets) -> Iterator[Sight]:
        """Somebody sees something, unless it was shown to everybody or tells nothing."""
        left = []
        for secret in secrets:
            shown = self.shown.get(secret, frozenset())
            if EVERYBODY not in shown and secret.what not in self.bared:
                left.append(secret._replace(seen_by=secret.seen_by | shown))
        if left:
            yield Sight(sort, op, at, reader, frozenset(left), self._hidden_number(op))

    def _hidden_number(self, op: Op) -> bool:
        """Whether not everybody can see how many options a question has."""
        match op.get("op"):
            case "choose":
                otherwise = (op["else"] or {}).get("when")
                amount = self.values.how_many(op["from"], self.env)
                amount |= self.of(op["least"], op["most"], otherwise)
            case "choose_number":
                amount = self.of(op["low"], op["high"], (op["else"] or {}).get("when"))
            case "may":
                amount = self.of(op["when"])
            case "choose_one":
                amount = self.of(*(option["when"] for option in op["options"]))
            case _:
                return False
        return any(EVERYBODY not in self.shown.get(secret, frozenset()) for secret in amount)


def sights_of_places(values: Values) -> Iterator[Sight]:
    """What is read to say where hidden things can be, and is known only to those who see where they are."""
    for kind, known in values.checked.kinds.items():
        define = values.checked.defines.get(known["place_among"])
        if define is not None:
            this: Op = {"op": "local", "name": "this"}
            env = {"this": KnownValue(kind, this)}
            told = values.of(define["value"], env)
            for place in values.of({"op": "space_of", "of": this}, env):
                secrets = frozenset(secret for secret in told if secret.seen_by <= place.seen_by)
                yield Sight("place", define["value"], define["at"], EVERYBODY, secrets)


def sights_of_block(block: list[Op], values: Values) -> Iterator[Sight]:
    """What a block by itself lets be seen."""
    yield from _block(block, _Walk(values, {}))


def sights_of_body(body: Body, values: Values) -> Iterator[Sight]:
    """What a verb, rule or the steps of things let be seen."""
    here = _Walk(values, _env_of(body, values))
    yield from _head(body, here)
    if body.sort == "steps":
        for case in body.op["cases"].values():
            yield from _block(case["body"], here.inside())
        return
    element = body.op.get("element")
    if element is not None:
        here.env[element["name"]] = KnownValue(
            values.players.kind(element["set"], here.env), None, here.of(element["set"])
        )
    yield from _block(body.block, here.inside(here.of(body.op.get("test"), body.op.get("when"))))


def _head(body: Body, here: _Walk) -> Iterator[Sight]:
    """What is offered and refused before a verb begins."""
    if body.sort != "verb":
        return
    you = here.env.get("you")
    reader = written(you.value) if you is not None and you.value is not None else None
    for needs in body.op["needs"]:
        if needs["reason"] is not None:
            yield from here.sight("reason", needs, needs["at"], reader, here.of(needs["test"]))
    for part in body.op["parts"]:
        options = here.of(part["from"])
        yield from here.sight("options", part, body.op["at"], reader, options)
        if "noting" in part:
            chosen = KnownValue(here.values.players.kind(part["from"], here.env), None, options)
            told = _of_note(part["noting"], here, chosen)
            yield from here.sight("noted", part, body.op["at"], reader, told)


def _env_of(body: Body, values: Values) -> KnownLocals:
    """What is known of a body's parts, of `this` and of `you`."""
    verbs = values.checked.verbs
    hooked = verbs.get(body.op.get("verb", "")) if body.sort == "hook" else None
    parts = hooked["parts"] if hooked is not None else body.op.get("parts", ())
    env: KnownLocals = {
        part["name"]: KnownValue(kind_of(part["type"]), {"op": "local", "name": part["name"]})
        for part in parts
    }
    if body.op.get("this"):
        env["this"] = KnownValue(body.op["this"], {"op": "local", "name": "this"})
    doer = next((part for part in parts if part["label"] == "by" and type_of(part["type"]).is_thing), None)
    if doer is not None:
        env["you"] = KnownValue(
            "player", values.players.controller({"op": "local", "name": doer["name"]}, env)
        )
    return env


# ------------------------------------------------------------------ statements


def _block(block: list[Op], here: _Walk) -> Iterator[Sight]:
    for op in block:
        yield from _STATEMENTS.get(op["op"], _inner)(op, here)


def _inner(op: Op, here: _Walk) -> Iterator[Sight]:
    for name in ("body", "then", "else"):
        if isinstance(op.get(name), list):
            yield from _block(op[name], here.inside())


def _let(op: Op, here: _Walk) -> Iterator[Sight]:
    players = here.values.players
    here.env[op["name"]] = KnownValue(
        players.kind(op["value"], here.env),
        players.plain(op["value"], here.env),
        here.of(op["value"]),
        here.values.how_many(op["value"], here.env),
    )
    return iter(())


def _set(op: Op, here: _Walk) -> Iterator[Sight]:
    target = op["target"]
    if target["op"] == "local":
        known = here.env.get(target["name"], KnownValue())
        here.env[target["name"]] = known._replace(
            value=None, secrets=here.of(op["value"]), amount=here.values.how_many(op["value"], here.env)
        )
    return iter(())


def _move(op: Op, here: _Walk) -> Iterator[Sight]:
    """What is moved can be seen by those who see where it comes to lie; in the box that is everybody."""
    if op["to"]["op"] == "place" and op["to"]["name"] == "box" and here.values.distinguishable(op["kind"]):
        what = {"op": "contents", "of": op["what"]} if op["what"]["op"] == "place" else op["what"]
        lying = frozenset(secret for secret in here.of(what) if secret.lies)
        yield from here.sight("boxed", op, op["at"], EVERYBODY, lying)
    there = here.values.lying(op["to"], here.env)
    if _is_drawn(op["what"], here) and here.values.tells_apart(op["kind"]):
        yield from here.sight("drawn", op, op["at"], EVERYBODY, there)
    moved = here.values.players.plain(op["what"], here.env)
    for name, known in list(here.env.items()):
        if op["what"] == {"op": "local", "name": name} or (known.value is not None and known.value == moved):
            here.env[name] = known._replace(value={"op": "local", "name": name}, secrets=there, drawn=False)


def _is_drawn(what: Op, here: _Walk) -> bool:
    """Whether something comes out of the box by chance: everybody sees into the box."""
    return what["op"] == "local" and here.env.get(what["name"], KnownValue()).drawn


def _roll(op: Op, here: _Walk) -> Iterator[Sight]:
    """What is rolled for is said to everybody."""
    if op["for"] is not None:
        yield from here.sight("said", op, op["at"], EVERYBODY, here.of(op["for"]))


def _show(op: Op, here: _Walk) -> Iterator[Sight]:
    seers = frozenset(here.readers(op["to"])) if "to" in op else frozenset((EVERYBODY,))
    for secret in here.of(op["what"]):
        here.shown[secret] = here.shown.get(secret, frozenset()) | seers
    if EVERYBODY in seers and op["what"]["op"] == "set_property" and op["what"]["of"]["op"] == "kind":
        here.bared |= {secret.what for secret in here.values.lying_with_any(op["what"])}
    return iter(())


def _if(op: Op, here: _Walk) -> Iterator[Sight]:
    depends = here.of(op["test"])
    ways = []
    for branch in (op["then"], op["else"]):
        inner = here.inside(depends)
        yield from _block(branch, inner)
        ways.append(inner)
    for inner in ways:
        for secret, seers in inner.shown.items():
            here.shown[secret] = here.shown.get(secret, frozenset()) | seers
        here.bared |= inner.bared
    for name in here.env:
        one, other = (inner.env[name] for inner in ways)
        value = one.value if one.value == other.value else None
        here.env[name] = KnownValue(one.kind, value, one.secrets | other.secrets, one.amount | other.amount)


def _repeat(op: Op, here: _Walk) -> Iterator[Sight]:
    yield from _block(op["body"], here.inside(here.of(op["while"], op["times"])))


def _for_each(op: Op, here: _Walk) -> Iterator[Sight]:
    inner = here.inside(here.values.how_many(op["set"], here.env))
    inner.env[op["name"]] = KnownValue(
        here.values.players.kind(op["set"], here.env), None, here.of(op["set"])
    )
    yield from _block(op["body"], inner)
    here.bared |= inner.bared
    if op["set"]["op"] == "kind":
        here.bared |= {
            secret.what
            for secret, seers in inner.shown.items()
            if EVERYBODY in seers and written({"op": "local", "name": op["name"]}) in secret.seen_by
        }


def _say(op: Op, here: _Walk) -> Iterator[Sight]:
    said = here.of(*(value["value"] for value in op["text"]["values"]), *op["about"])
    told = here.of(*op["telling"])
    readers: list[str | None] = [EVERYBODY] if op["to"] is None else [*here.readers(op["to"])]
    for reader in readers:
        yield from here.sight("said", op, op["at"], reader, said - told)
        yield from here.sight("said so", op, op["at"], reader, here.depends - said - told)


def _choose(op: Op, here: _Walk) -> Iterator[Sight]:
    options = here.of(op["from"])
    chosen = KnownValue(here.values.players.kind(op["from"], here.env), None, options)
    if op["by"]["chance"]:
        chosen = chosen._replace(drawn=_source(op["from"])["op"] == "spares")
    else:
        yield from _asked(
            op, here, options | here.of(op["least"], op["most"], (op["else"] or {}).get("when"))
        )
        yield from _noted(op, here, chosen)
    here.env[op["name"]] = chosen
    yield from _alternatives(op, here)


def _noted(op: Op, here: _Walk, chosen: KnownValue) -> Iterator[Sight]:
    """What is said beside each option tells more than the options do."""
    if "noting" in op:
        readers, told = here.readers(op["by"]["by"]), _of_note(op["noting"], here, chosen)
        yield from here.sight("noted", op, op["at"], readers[0] if len(readers) == 1 else None, told)


def _of_note(note: Op, here: _Walk, chosen: KnownValue) -> Secrets:
    inner = here.inside()
    inner.env[note["it"]] = chosen
    said = [value["value"] for value in note["text"]["values"]]
    return inner.of(*said, note["when"]) - chosen.secrets


def _source(members: Op) -> Op:
    """Where those come from of which some are picked."""
    return _source(members["set"]) if members["op"] in PICKS else members


def _choose_number(op: Op, here: _Walk) -> Iterator[Sight]:
    if not op["by"]["chance"]:
        yield from _asked(op, here, here.of(op["low"], op["high"]))
        yield from _noted(op, here, KnownValue())
    yield from _alternatives(op, here)


def _alternatives(op: Op, here: _Walk) -> Iterator[Sight]:
    for block in ((op["else"] or {}).get("body"), op.get("none")):
        if block:
            yield from _block(block, here.inside())


def _may(op: Op, here: _Walk) -> Iterator[Sight]:
    yield from _asked(op, here, here.of(op["when"]))
    yield from _inner(op, here)


def _choose_one(op: Op, here: _Walk) -> Iterator[Sight]:
    yield from _asked(op, here, here.of(*(option["when"] for option in op["options"])))
    for option in op["options"]:
        yield from _block(option["body"], here.inside())


def _offer(op: Op, here: _Walk) -> Iterator[Sight]:
    yield from _asked(op, here, NOTHING)
    yield from _alternatives(op, here)


def _together(op: Op, here: _Walk) -> Iterator[Sight]:
    inner = here.inside()
    kind = here.values.players.kind(op["set"], here.env)
    member: Op = {"op": "local", "name": op["name"]}
    inner.env[op["name"]] = KnownValue(kind, member, here.of(op["set"]))
    if here.values.model.is_a(kind, "player"):
        inner.env["you"] = KnownValue("player", member)
    yield from _block([op["choose"]], inner)
    yield from _block(op["body"], inner)


def _asked(op: Op, here: _Walk, options: Secrets) -> Iterator[Sight]:
    readers = here.readers(op["by"]["by"])
    yield from here.sight("options", op, op["at"], readers[0] if len(readers) == 1 else None, options)
    yield from here.sight("asked", op, op["at"], readers[0] if len(readers) == 1 else None, here.depends)


_STATEMENTS: dict[str, Callable[[Op, _Walk], Iterator[Sight]]] = {
    "let": _let,
    "set": _set,
    "move": _move,
    "roll": _roll,
    "show": _show,
    "reveal": _show,
    "if": _if,
    "repeat": _repeat,
    "for_each": _for_each,
    "say": _say,
    "choose": _choose,
    "choose_number": _choose_number,
    "may": _may,
    "choose_one": _choose_one,
    "offer": _offer,
    "together": _together,
}
