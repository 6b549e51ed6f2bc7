"""Weaves the rules around a verb into procedures: nothing is looked up or dispatched while a game is played.

A verb becomes a chain of procedures: its entry (needs, costs, counters), one for each `instead` rule from the
outermost in, and the innermost version with its `before` and `after` rules. What a statement means is left to
`lowering.py`, which is called for every body; how Python says it, to `emit/`.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.schemas.value_types import SOMEBODY, thing
from tilewright.schemas.walking import both, conjuncts, substituted

from ..analysis.constant_folding import verdict
from ..analysis.local_reads import uses
from ..analysis.program_types import ANY, Types
from ..analysis.read_write import Analysis
from ..state.program import YOU, Node, Program
from ..state.state import NONE
from .lowering import Lowering
from .procedures import LAST, Procedure, called, guarded, local, told_reads
from .reactions import asking, primitive, reaction, settling, taking, thing_steps

HOOKS, TRIGGERS, MODIFIERS = 0, 1, 2  # the first number of a rule in an entry of `fx`


class Weaver:
    """All procedures of a program, made when they are first asked for."""

    def __init__(self, program: Program, analysis: Analysis) -> None:
        self.program = program
        self.analysis = analysis
        self.procedures: dict[str, Procedure] = {}
        self._settling: dict[tuple[int, ...], str] = {}
        self.hooks: dict[str, list[int]] = {}
        for i, hook in enumerate(program.data.get("hooks", ())):
            if verdict(hook.get("when")) is not False:
                self.hooks.setdefault(hook["verb"], []).append(i)

    def nothing(self, verb: str) -> Node:
        """What a verb gives that does not happen, or gives nothing."""
        value = self.program.no_result(verb)
        if isinstance(value, tuple):
            return {"op": "list", "items": []}
        return {"op": "none"} if value == NONE else _number(value)

    # ---- names of procedures; each is woven on first use

    def verb(self, name: str, secret: bool = False) -> str:
        """The procedure that runs a verb with all its parts: parameters are the parts, then `you`.

        With `secret` only `you` is told that it begins.
        """
        if secret and self.program.data["verbs"][name].get("title"):
            return self._once(f"verb {name} in secret", self._verb, name, True)
        return self._once(f"verb {name}", self._verb, name)

    def going_on(self, name: str) -> str:
        """The verb that begins a game, from its first `repeat` on: what stands before prepares the game.

        If there is no `repeat`, or if it needs what was named before, it is the whole verb.
        """
        body = self.program.data["verbs"][name]["body"]
        first = next((i for i, node in enumerate(body) if node["op"] == "repeat"), 0)
        named = Types(self.program).learn(body[:first]).locals
        if not first or any(uses(body[first:], one) for one in named):
            return self.verb(name)
        return self._once(f"verb {name} going on", self._verb, name, False, body[first:])

    def asking(self, name: str, given: tuple[bool, ...]) -> str:
        """The same for a call that leaves parts out: they are asked for, or take their defaults."""
        shown = "".join("x" if one else "?" for one in given)
        return self._once(f"verb {name} ({shown})", self._asking, name, given)

    def steps(self, name: str, thing: str) -> str:
        """The steps that a thing gives."""
        return self._once(f"steps {name} of {thing}", self._steps, name, thing)

    def settle(self, triggers: tuple[int, ...]) -> str:
        """The procedure that lets these triggers react until none does."""
        name = self._settling.get(triggers)
        if name is None:
            name = self._settling[triggers] = f"settle {','.join(map(str, triggers))}"
        return self._once(name, self._settle, triggers)

    def reaction(self, index: int) -> str:
        """The body of a trigger: parameters are this, element and what it captured, as far as it has them."""
        return self._once(f"trigger {index}", self._reaction, index)

    def action(self, verb: str, secret: bool = False) -> str:
        """What follows when an action is taken from a menu: its parts are asked for, it is paid, it runs.

        With `secret` all that is between the game and whoever takes it.
        """
        return self._once(f"action {verb}{' in secret' if secret else ''}", self._action, verb, secret)

    @staticmethod
    def plays(procedure: str, verb: str) -> bool:
        """Whether a procedure, by its name, is an action taken from a menu, or the verb that it becomes."""
        return procedure.removesuffix(" in secret") in (f"action {verb}", f"verb {verb}")

    def block(self, name: str, body: list[Node], types: dict[str, str], rule: str | None = None) -> str:
        """A block from outside any verb, such as set-up or a test."""
        return self._once(name, lambda name: self._plain(name, rule, list(types), body, types))

    def primitive(self, sort: str, node: Node) -> str:
        """A `move` or `roll` that rules hook, run like a verb."""
        same = [node.get("kind"), bool(node.get("bottom"))] if sort == "move" else [node["die"]]
        return self._once(f"{sort} {same}", self._primitive, sort, node)

    def _once(self, name: str, make: Callable[..., Procedure], *args: object) -> str:
        if name not in self.procedures:
            self.procedures[name] = Procedure(name, None, [], [])  # so that a verb may call itself
            self.procedures[name] = make(name, *args) if args else make(name)
        return name

    def lowered(
        self, body: list[Node], types: Types, proceed: Callable[..., list[Node]] | None = None
    ) -> list[Node]:
        return Lowering(self, types.learn(body), proceed).block(body)

    def _plain(
        self, name: str, rule: str | None, parameters: list[str], body: list[Node], types: dict[str, str]
    ) -> Procedure:
        lowered = self.lowered(body, Types(self.program, {YOU: SOMEBODY, **types}))
        if YOU not in parameters:
            lowered.insert(0, {"op": "let", "name": YOU, "value": {"op": "none"}})
        return Procedure(name, rule, parameters, lowered, types)

    # ---- verbs

    def _verb(self, name: str, verb: str, secret: bool = False, part: list[Node] | None = None) -> Procedure:
        declared = self.program.data["verbs"][verb]
        parts, types = parts_of(declared)
        needs = [need["test"] for need in declared.get("needs") or ()]
        costs = self.lowered(declared.get("costs") or [], Types(self.program, types))
        body, variant = (declared["body"], "") if part is None else (part, f"{name} chain")
        chain = self.chain(verb, declared, parts, types, body, variant)
        run = called(chain, [local(one) for one in parts])
        label = rule_of(declared, verb)
        counted = self.is_counted(verb)
        titled = bool(declared.get("title"))
        if not (needs or costs or counted or titled):
            # Nothing to do on entering: the chain is the verb.
            self.procedures[name] = self.procedures[chain]
            return self.procedures[chain]
        body = []
        if needs:
            refused = {"op": "not", "of": both(needs)}
            body += told_reads(guarded(refused, [{"op": "give", "value": self.nothing(verb)}]), declared)
        if titled:
            told = [local(one) for one in parts]
            body.append({"op": "$tell", "verb": verb, "args": told, "secret": secret})
        body += costs
        if titled and costs:
            body.append({"op": "$paid", "verb": verb})
        if counted:
            body.append({"op": "$enter", "verb": verb, "name": "$saved", **self.resets(verb)})
        if not counted and not titled:
            body.append({**run, "tail": True})
        else:
            body.append({**run, "name": "$result"})
            if counted:
                body.append({"op": "$leave", "verb": verb, "name": "$saved"})
            if titled:
                body.append({"op": "$told", "verb": verb})
            body.append({"op": "give", "value": local("$result")})
        return Procedure(name, label, parts, body, types, at=declared.get("at", -1))

    def is_counted(self, verb: str) -> bool:
        return verb in self.program.depths or any(limit.per == verb for limit in self.program.limits.values())

    def resets(self, verb: str) -> Node:
        """What is reset when the verb begins, and the triggers that have to be settled after that."""
        keys: set[tuple[str, ...]] = set()
        for kind, node in self.program.kinds.items():
            for name, declared in node.get("properties", {}).items():
                if declared.get("reset") == verb and (kind, name) in self.program.columns:
                    keys.add(("property", kind, name))
        for name, declared in self.program.data.get("game_properties", {}).items():
            if declared.get("reset") == verb and name in self.program.cells:
                keys.add(("game", name))
        return {"resets": sorted(keys), "$after": self.analysis.following(frozenset(keys))}

    def chain(
        self,
        verb: str,
        declared: Node,
        parts: list[str],
        types: dict[str, str],
        body: list[Node],
        variant: str = "",
    ) -> str:
        """The outermost procedure of a verb's chain; parameters are the parts and `you`.

        A primitive has a chain for each statement that differs; `variant` tells them apart.
        """
        inner = self._once(f"{variant or verb} inside", self._innermost, verb, declared, parts, types, body)
        for index in self.hooks.get(verb, ()):
            hook = self.program.data["hooks"][index]
            if hook["how"] == "instead":
                name = f"{variant or verb} instead {index}"
                inner = self._once(name, self._instead, index, hook, parts, types, inner)
        return inner

    def _innermost(
        self, name: str, verb: str, declared: Node, parts: list[str], types: dict[str, str], body: list[Node]
    ) -> Procedure:
        hooks = [(i, self.program.data["hooks"][i]) for i in self.hooks.get(verb, ())]
        before = [(i, hook) for i, hook in hooks if hook["how"] == "before"]
        after = [(i, hook) for i, hook in hooks if hook["how"] == "after"]
        label, at = rule_of(declared, verb), declared.get("at", -1)
        if not before and not after:
            return self._body(name, label, parts, body, types, at, verb)
        woven: list[Node] = []
        for i, hook in after:
            woven += self._began(i, hook, parts)
        for i, hook in before:
            woven += self._turns(i, hook, parts, self._call_rule(i, hook, parts, types, []))
        core = self._once(
            name.replace(" inside", " body"),
            lambda name: self._body(name, label, parts, body, types, at, verb),
        )
        run = called(core, [local(one) for one in parts])
        if not after:
            return Procedure(name, label, parts, [*woven, {**run, "tail": True}], types, at=at)
        woven.append({**run, "name": "result"})
        gives = declared.get("gives") or ANY
        for i, hook in after:
            call = self._call_rule(i, hook, parts, {**types, "result": gives}, ["result"])
            woven += self._turns(i, hook, parts, call, since=f"$began {i}")
        woven.append({"op": "give", "value": local("result")})
        return Procedure(name, label, parts, woven, types, at=at)

    def _body(
        self,
        name: str,
        rule: str | None,
        parts: list[str],
        body: list[Node],
        types: dict[str, str],
        at: int,
        verb: str,
    ) -> Procedure:
        body = self.lowered(body, Types(self.program, types))
        return Procedure(name, rule, parts, body, types, result=self.nothing(verb), at=at)

    # ---- rules around a verb

    def binding(self, rule: Node, parts: list[str]) -> str | Node | None:
        """How a rule finds its `this`: the name of a part that must be it, one thing, or None: look at them
        all.
        """
        low, high = self.program.range(rule["this"])
        for test in conjuncts(rule.get("when")):
            if test["op"] == "equal":
                a, b = test["a"], test["b"]
                for this, other in ((a, b), (b, a)):
                    if this == local("this") and other["op"] == "local" and other["name"] in parts:
                        return str(other["name"])
        if high - low == 1:
            return {"op": "$thing", "number": low, "kind": rule["this"]}
        return None

    def _asking(self, name: str, verb: str, given: tuple[bool, ...]) -> Procedure:
        return asking(self, name, verb, given)

    def _steps(self, name: str, steps: str, thing: str) -> Procedure:
        return thing_steps(self, name, steps, thing)

    def _settle(self, name: str, triggers: tuple[int, ...]) -> Procedure:
        return settling(self, name, triggers)

    def _reaction(self, name: str, index: int) -> Procedure:
        return reaction(self, name, index)

    def _primitive(self, name: str, sort: str, node: Node) -> Procedure:
        return primitive(self, name, sort, node)

    def _action(self, name: str, verb: str, secret: bool) -> Procedure:
        return taking(self, name, verb, secret)

    def _began(self, index: int, hook: Node, parts: list[str]) -> list[Node]:
        """Remember which things had this `after` rule in force when the verb began."""
        if not hook.get("this") or hook.get("until") or not self._can_leave(hook["this"]):
            return []
        bound = self.binding(hook, parts)
        name = f"$began {index}"
        value: Node | None
        if bound is None:
            kind = hook["this"]
            low, high = self.program.range(kind)
            every = {"op": "$range", "low": low, "high": high, "kind": kind}
            force = {"op": "$force", "of": local(f"$it {index}"), "kind": kind}
            value = {"op": "filter", "set": every, "it": f"$it {index}", "where": force}
        else:
            this = local(bound) if isinstance(bound, str) else bound
            value = both(
                [self._is_thing(this, bound, hook), {"op": "$force", "of": this, "kind": hook["this"]}]
            )
        return [{"op": "let", "name": name, "value": value}]

    def _can_leave(self, kind: str) -> bool:
        return bool(self.analysis.force(kind))

    @staticmethod
    def _is_thing(this: Node, bound: str | Node, hook: Node) -> Node | None:
        return {"op": "is_kind", "of": this, "kind": hook["this"]} if isinstance(bound, str) else None

    def _turns(
        self,
        index: int,
        hook: Node,
        parts: list[str],
        run: Callable[[dict[str, Node]], list[Node]],
        since: str = "",
    ) -> list[Node]:
        """The turns of a rule, one for each binding in id order. Conditions are tested when a turn comes."""
        names, tests, wrap = self.bindings(index, hook, parts, HOOKS, since)
        when = substituted(hook.get("when"), names)
        return wrap(told_reads(guarded(both([*tests, when]), run(names)), hook, names))

    def bindings(
        self, index: int, rule: Node, parts: list[str], sort: int, since: str = "", first: Node | None = None
    ) -> tuple[dict[str, Node], list[Node | None], Callable[[list[Node]], list[Node]]]:
        """How the locals of a rule are found: what stands for them, what must hold, and the loop around it.

        `since` names the local that says for whom the rule was in force earlier; `first` is the first thing
        whose turn is still to come.
        """
        if rule.get("until"):
            entry = f"$entry {sort} {index}"
            captured: dict[str, Node] = {
                name: {"op": "$item", "of": local(entry), "index": i, "type": ANY}
                for i, name in enumerate(rule.get("captures") or ())
            }
            effects = {"op": "$effects", "rule": (sort, index), "from": first}
            running = {"op": "in", "item": local(entry), "set": effects, "raw": True}
            return (
                captured,
                [running],
                lambda body: [{"op": "$each", "name": entry, "set": effects, "body": body}],
            )
        if not rule.get("this"):
            return {}, [], lambda body: body
        kind = rule["this"]
        bound = self.binding(rule, parts)
        name = f"$this {sort} {index}"
        this: Node = local(name) if bound is None else local(bound) if isinstance(bound, str) else bound
        force: Node = {"op": "$force", "of": this, "kind": kind}
        if since and self._can_leave(kind):
            was = {"op": "in", "item": this, "set": local(since)} if bound is None else local(since)
            force = {"op": "or", "a": was, "b": force}
        if bound is None:
            low, high = self.program.range(kind)
            every = {"op": "$range", "low": low, "high": high, "kind": kind, "from": first}
            return (
                {"this": this},
                [force],
                lambda body: [{"op": "$each", "name": name, "set": every, "body": body}],
            )
        later = None if first is None else {"op": "at_least", "a": this, "b": first}
        is_thing = {"op": "is_kind", "of": this, "kind": kind} if isinstance(bound, str) else None
        return {"this": this}, [is_thing, later, force], lambda body: body

    def rule_parameters(self, rule: Node, parts: list[str], extra: list[str]) -> list[str]:
        """The parameters of the body of a rule: the parts, what it captured, `this`, and more."""
        own = [
            *(rule.get("captures") or ()),
            *(["this"] if rule.get("this") and not rule.get("until") else ()),
        ]
        return [*[part for part in parts if part not in own], *own, *extra]

    def _call_rule(
        self, index: int, hook: Node, parts: list[str], types: dict[str, str], extra: list[str]
    ) -> Callable[[dict[str, Node]], list[Node]]:
        """The call of a `before` or `after` rule's body, for the locals that a binding gives."""
        parameters = self.rule_parameters(hook, parts, extra)
        known = {**types, **({"this": thing(hook["this"])} if hook.get("this") else {})}
        name = f"hook {index} ({', '.join(known.get(one, ANY) for one in parameters)})"
        self._once(name, lambda name: self._rule(name, hook, parameters, known, None))

        def call(names: dict[str, Node]) -> list[Node]:
            args = [names.get(one, local(one)) for one in parameters]
            return [called(name, args)]

        return call

    def _rule(
        self,
        name: str,
        rule: Node,
        parameters: list[str],
        types: dict[str, str],
        proceed: Callable[..., list[Node]] | None,
    ) -> Procedure:
        body = self.lowered(rule["body"], Types(self.program, types), proceed)
        result = None
        if proceed is not None:
            result = local(LAST)
            body.insert(0, {"op": "let", "name": LAST, "value": self.nothing(rule["verb"])})
        label = rule_of(rule, rule["name"])
        return Procedure(name, label, parameters, body, types, result=result, at=rule.get("at", -1))

    def _instead(
        self, name: str, index: int, hook: Node, parts: list[str], types: dict[str, str], inner: str
    ) -> Procedure:
        """One layer: the rule's body runs if its turn comes, else what lies inside."""
        bound = self.binding(hook, parts) if hook.get("this") and not hook.get("until") else None
        several = bool(hook.get("until")) or (bool(hook.get("this")) and not isinstance(bound, dict))
        parameters = [*parts, "$from"] if several else parts
        rule_parameters = self.rule_parameters(hook, parts, [])
        if hook.get("until"):
            rule_parameters = [*rule_parameters, "$from"]
        known = {**types, "$from": "number"}
        if hook.get("this"):
            known["this"] = thing(hook["this"])
        within = f"{name} next"
        next_turn: Node = (
            local("$from") if hook.get("until") else {"op": "add", "a": local("this"), "b": _number(1)}
        )

        def proceed(args: list[Node]) -> list[Node]:
            # What is no part of the verb goes on unchanged: `you`, and whose steps they are.
            unchanged = [local(one) for one in parts[len(args) :]]
            same = isinstance(bound, str) and args[parts.index(bound)] == local(bound)
            if not several or same:
                return [called(inner, [*args, *unchanged], name=LAST)]
            return [called(within, [*args, *unchanged, next_turn], name=LAST)]

        body_name = f"{name} rule"
        self.procedures.setdefault(within, Procedure(within, None, [], []))
        self._once(body_name, lambda name: self._rule(name, hook, rule_parameters, known, proceed))

        def run(names: dict[str, Node]) -> list[Node]:
            args = [names.get(one, local(one)) for one in rule_parameters]
            if hook.get("until"):
                args[-1] = following
            return [called(body_name, args, tail=True)]

        first = local("$from") if several else None
        following: Node = {"op": "add", "a": local("$turn"), "b": _number(1)}
        body: list[Node] = []
        step: list[Node] = []
        if hook.get("until"):
            body.append({"op": "let", "name": "$turn", "value": first})
            step = [{"op": "let", "name": "$turn", "value": following}]
        names, tests, wrap = self.bindings(index, hook, parts, HOOKS, first=first)
        when = substituted(hook.get("when"), names)
        body += wrap([*told_reads(guarded(both([*tests, when]), run(names)), hook, names), *step])
        body.append(called(inner, [local(one) for one in parts], tail=True))
        made = Procedure(within if several else name, rule_of(hook, hook["name"]), parameters, body, known)
        if not several:
            return made
        self.procedures[within] = made
        begin = called(within, [*[local(one) for one in parts], _number(0)], tail=True)
        return Procedure(name, made.rule, parts, [begin], types)


def parts_of(declared: Node) -> tuple[list[str], dict[str, str]]:
    """The parameters of a verb's procedures, its parts and `you`, and their types."""
    parts = declared.get("parts") or ()
    types = {part["name"]: part["type"] for part in parts}
    return [*types, YOU], {**types, YOU: SOMEBODY}


def rule_of(declared: Node, name: str) -> str:
    """What an author knows a rule by: its label, or else its name."""
    return str(declared.get("label") or name)


def _number(value: int) -> Node:
    return {"op": "number", "value": value}
