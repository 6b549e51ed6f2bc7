"""Which parts of a verb are asked for although one choice is left, since that would tell a secret."""

from tilewright.schemas.walking import locals_in

from ..check.scope import Op
from .players import NOTHING, KnownLocals, KnownValue, Secrets, kind_of
from .values import Values


def open_parts(values: Values) -> None:
    """Write into each part whether it is asked for whatever there is to choose from.

    It is `always`, if not everybody can count its choices; with `several`, if everybody can, but which of
    them the action could go on with is decided by what is hidden: then one that has no other is no secret.
    """
    for verb in values.checked.verbs.values():
        for position, part in enumerate(verb["parts"]):
            if part["from"] is not None:
                env = _env(verb["parts"], values)
                if values.how_many(part["from"], env):
                    part["open"] = "always"
                elif (
                    "open" not in part and verb["menu"] is not None and _left_out(verb, position, env, values)
                ):
                    part["open"] = "several"


def _env(parts: list[Op], values: Values) -> KnownLocals:
    """What the parts tell, as far as it follows from what they are chosen from."""
    env: KnownLocals = {}
    for part in parts:
        chosen, amount = NOTHING, NOTHING
        if part["from"] is not None:
            chosen, amount = values.of(part["from"], env), values.how_many(part["from"], env)
        local: Op = {"op": "local", "name": part["name"]}
        env[part["name"]] = KnownValue(kind_of(part["type"]), local, chosen, amount)
    return env


def _left_out(verb: Op, position: int, env: KnownLocals, values: Values) -> Secrets:
    """What it tells that some choices for a part are left out, since the action could not go on with them."""
    touched, found = {verb["parts"][position]["name"]}, NOTHING
    for later in verb["parts"][position + 1 :]:
        if later["from"] is not None and locals_in(later["from"]) & touched:
            touched.add(later["name"])
            found |= values.how_many(later["from"], env)
    for need in verb["needs"]:
        if locals_in(need["test"]) & touched:
            found |= values.of(need["test"], env)
    for price in verb["takes"]:
        if locals_in(price) & touched:
            found |= values.several([price["target"], price["amount"]], env)
    for cost in verb["costs"]:
        if cost["op"] == "call" and locals_in(cost["args"]) & touched:
            found |= _payable(cost, env, values)
    return found


def _payable(cost: Op, env: KnownLocals, values: Values) -> Secrets:
    """What it tells that a cost can be paid: the needs of the verb that it calls."""
    called = values.checked.verbs[cost["verb"]]
    inner: KnownLocals = {}
    for part, arg in zip(called["parts"], cost["args"], strict=False):
        if arg is not None:
            plain = values.players.plain(arg, env)
            inner[part["name"]] = KnownValue(kind_of(part["type"]), plain, values.of(arg, env))
    return values.several([need["test"] for need in called["needs"]], inner)
