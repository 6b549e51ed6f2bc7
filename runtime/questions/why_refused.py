"""Why an action cannot be taken: the true reason, in a sentence for players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from tilewright.schemas.value_types import type_of
from tilewright.schemas.walking import conjuncts

from ..evaluating.operations import Unreadable, as_list
from ..evaluating.position import Position
from ..evaluating.program_index import Env, Node
from ..seats.seat_view import SeatView
from ..seats.titles import verb_title_of
from ..seats.wording import lowered
from ..state.state import Over
from .beforehand import price_of, price_of_call
from .prompts import QuestionSite, worked_out
from .why_not import Fact, SeatFacts

IMPOSSIBLE = "engine/impossible"
TRIED = 200
"""So many ways to take an action are looked at for the reason why none of them goes."""

# How close to being taken an action was: how many parts could be chosen, and what stands against it then;
# nothing, where it can be taken.
FoundReason = tuple[int, Fact | None]


def refused(sight: SeatView, site: QuestionSite, offered: tuple[int, ...]) -> Iterator[Node]:
    """The actions of a menu that cannot be taken now, each with the reason."""
    assert site.menu is not None, "actions are offered"
    why = Why(sight)
    for number, verb in enumerate(sight.index.data["menus"][site.menu]["actions"]):
        if number not in offered:
            declared = sight.index.data["verbs"][verb]
            yield {
                "label": verb_title_of(sight.index, verb),
                "action": verb,
                "thing": None,
                "reason": why.not_taken(verb, why.position.beginning(declared, site.actor, site.you)).text,
                "rule": declared.get("label"),
            }


class Why:
    """Finds out why actions cannot be taken in one position; with `only`, with this thing as that part."""

    def __init__(self, sight: SeatView, only: tuple[str, int] | None = None) -> None:
        self.sight = sight
        self.index = sight.index
        self.position = Position(sight.index, sight.state)
        self.facts = SeatFacts(sight, self.position)
        self.only = only
        self.met = False  # whether it has come to that part
        self.left = TRIED

    def not_taken(self, verb: str, env: Env) -> Fact:
        """The reason why the way that comes closest does not go."""
        self.left = TRIED
        return self.against(verb, env)[1] or Fact(self.sight.say(IMPOSSIBLE))

    def against(self, verb: str, env: Env, depth: int = 0) -> FoundReason:
        """What stands against an action after these choices, and how many were made; of equals the first."""
        declared = self.index.data["verbs"][verb]
        reason = self._now(verb, env)
        if reason is not None:
            return depth, Fact(reason, declared.get("label"))
        part = next((one for one in declared["parts"] if one["name"] not in env), None)
        if part is None:
            cost = self._costs(verb, env)
            return depth, Fact(cost, declared.get("label")) if cost else None
        members = as_list(worked_out(self.position, part["from"], env) or ())
        if self.only is not None and part["name"] == self.only[0]:
            self.met = True
            fact = self.facts.outside(part["from"], env, self.only[1])
            if fact is not None:
                return depth, Fact(fact.text, fact.rule or declared.get("label"))
            members = self.only[1:]
        best: FoundReason | None = None
        for one in members:
            self.left -= 1
            if self.left < 0 and best is not None:
                break
            found = self.against(verb, {**env, part["name"]: one}, depth + 1)
            if found[1] is None:
                return found
            best = found if best is None or found[0] > best[0] else best
        return best or (depth, Fact(self._nothing(part, env), declared.get("label")))

    def _nothing(self, part: Node, env: Env) -> str:
        """Why nothing can be chosen for a part: what keeps out what comes closest, or that none is there."""
        inside = part["from"]
        if inside["op"] == "filter" and conjuncts(inside["where"])[0]["op"] != "is_kind":
            fact = self.facts.against({**inside, "op": "any"}, env)
            if fact is not None and fact.text:
                return fact.text
        kind = type_of(part["type"]).kind
        if kind is None or kind not in self.index.kinds:
            return self.sight.say("engine/no_choice")
        return self.sight.say("engine/no_choice_of", lowered(self.sight.kind_title(kind)))

    def _now(self, verb: str, env: Env) -> str | None:
        """What currently stands against an action: a need, its price, a limit."""
        declared = self.index.data["verbs"][verb]
        for need in declared.get("needs") or ():
            if worked_out(self.position, need["test"], env) == 0:
                return self._needed(need, env)
        for price in declared.get("takes") or ():
            has = worked_out(self.position, price["target"], env)
            amount = worked_out(self.position, price["amount"], env)
            if has is not None and amount is not None and has < amount:
                left = str(has) if has > 0 else self.sight.say("engine/none")
                return self.sight.say("engine/needed", price_of(self.sight, price["target"], amount), left)
        for index, limit in enumerate(declared.get("limits") or ()):
            if not set(limit.get("parts") or ()) <= set(env):
                continue
            most = worked_out(self.position, limit["number"], env)
            used = self.sight.state.v[self.position.access.counter(verb, index, env)]
            if most is not None and used >= most:
                return self._used_up(verb, index, most)
        return None

    def _used_up(self, verb: str, index: int, most: int) -> str:
        """That a limit is reached; where actions share it, any of them may have done that."""
        limit = self.index.data["verbs"][verb]["limits"][index]
        during = lowered(verb_title_of(self.index, limit["verb"]))
        often = [] if most == 1 else [most]
        sharing = self.position.access.counted_together(verb, index)
        if len(sharing) == 1:
            return self.sight.say("engine/limit" if often else "engine/limit_once", *often, during)
        actions = self.sight.wording.listed([verb_title_of(self.index, one) for one in sharing])
        key = "engine/limit_shared" if often else "engine/limit_shared_once"
        return self.sight.say(key, *often, during, actions)

    def _costs(self, verb: str, env: Env) -> str | None:
        """The first cost that cannot be paid: what the rules say about it, else what it is."""
        tests = [(one.cost, one.test) for one in self.index.conditions(verb) if one.test is not None]
        unpaid = {cost for cost, test in tests if worked_out(self.position, test, env) == 0}
        for number, call in enumerate(self.index.data["verbs"][verb].get("costs") or ()):
            if number not in unpaid:
                continue
            called = self.index.data["verbs"][call["verb"]]
            inner: Env = {"you": worked_out(self.position, call["you"], env)}
            for part, arg in zip(called["parts"], call["args"], strict=False):
                value = None if arg is None else worked_out(self.position, arg, env)
                if value is not None:
                    inner[part["name"]] = value
            for need in called.get("needs") or ():
                if need.get("reason") is not None and worked_out(self.position, need["test"], inner) == 0:
                    return self._needed(need, inner)
            price = price_of_call(self.sight, self.position, call, [env])
            return self.sight.say("engine/unpaid", price)
        return None

    def _needed(self, need: Node, env: Env) -> str:
        """The reason that a need gives; the engine's, if it gives none or its text cannot be worked out."""
        if need.get("reason") is not None:
            with suppress(Over, Unreadable):
                return self.sight.raw_text(self.position.values.raw_text(need["reason"], env))
        return self.sight.say(IMPOSSIBLE)
