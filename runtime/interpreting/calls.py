"""Calling a verb: its parts, needs and costs, what is counted, and the rules that stand around its body."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluating.program_index import Env, Node, called
from ..state.state import NONE
from .running import Frame, Run, Running

# A hook and its locals beside the parts: `this`, or what an until-effect remembers.
BoundHook = tuple[int, Env]


class Calls(Running):
    """The part of a game in progress that runs verbs."""

    def call(self, verb: str, args: list[Any], you: int) -> Run:
        """Run a verb; a missing argument is None. Gives its result, even if it does not happen."""
        declared = self.index.data["verbs"][verb]
        self.spend(declared, verb)
        self.reach(f"verb {verb}")
        env: Env = {"you": you}
        args = [*args, *[None] * (len(declared["parts"]) - len(args))]
        for part, arg in zip(declared["parts"], args, strict=True):
            if arg is not None:
                env[part["name"]] = arg
        for part, arg in zip(declared["parts"], args, strict=True):
            if arg is not None:
                continue
            if part.get("from") is not None:
                chosen = yield from self.part(part, verb, env)
                if chosen is None:
                    return self.index.program.no_result(verb)
                env[part["name"]] = chosen
            else:
                given = part.get("default")
                env[part["name"]] = NONE if given is None else self.values.of(given, env)
        if not all(self.values.of(need["test"], env) for need in declared.get("needs") or ()):
            return self.index.program.no_result(verb)

        yield from self.block(declared.get("costs") or [], Frame(dict(env), rule=called(declared, verb)))
        return (yield from self.around(verb, declared, env))

    def around(self, verb: str, declared: Node, env: Env) -> Run:
        """The verb itself, counted, with the rules around it."""
        saved = self.access.enter(verb)
        written = self.access.reset(verb, self.values)
        if written:
            yield from self.settle(self.analysis.following(written))
        names = [part["name"] for part in declared["parts"]]
        result = yield from self.chain(verb, names, declared["body"], env, called(declared, verb))
        # An end from within drops everything as it is: nothing is put back then.
        self.access.leave(verb, saved)
        return result

    def do(self, steps: str, of: int, args: list[Any], you: int) -> Run:
        """The steps that a thing gives for a verb of its kind, if it gives any; none gives none."""
        self.spend()
        declared = self.index.data["steps"][steps]
        kinds = self.index.kinds_of(of) if of >= 0 else ()
        case = next((declared["cases"][kind] for kind in kinds if kind in declared["cases"]), None)
        if case is None:
            return NONE
        self.reach(f"steps {steps} of {self.index.entities[of]['kind']}")
        names = [part["name"] for part in declared["parts"]]
        env: Env = {"you": you, "this": of, **dict(zip(names, args, strict=True))}
        return (yield from self.chain(steps, names, case["body"], env, called(case)))

    def hooked(self, verb: str, parts: Env, outer: Env, node: Node) -> Run:
        """A primitive that rules have hooked, run like a verb."""
        self.spend()
        env: Env = {"you": outer.get("you", NONE), **parts}

        def primitive(env: Env) -> Run:
            if verb == "move":
                if env["thing"] >= 0:
                    self.put((env["thing"],), env["to"], bool(node.get("bottom")))
                yield from self.changed(node)
                return NONE
            return self.access.roll(list(self.index.data["dice"])[env["die"]])

        return (yield from self.chain(verb, list(parts), primitive, env, None))

    def reach(self, what: str) -> None:
        """Note that something of the program has run: for coverage."""
        self.reached[what] = self.reached.get(what, 0) + 1

    # ---------------------------------------------------------------- the rules around

    def chain(
        self, verb: str, names: list[str], body: list[Node] | Callable[[Env], Run], env: Env, rule: str | None
    ) -> Run:
        """`instead` rules from the outside in, then before, body, after."""
        hooks = self.index.data.get("hooks") or []
        nothing = self.index.program.no_result(verb)
        around = [(index, hooks[index]) for index in self.index.hooks.get(verb, ())]
        layers = [
            bound
            for index, hook in reversed(around)
            if hook["how"] == "instead"
            for bound in self.bound(index)
        ]
        before = [bound for index, hook in around if hook["how"] == "before" for bound in self.bound(index)]
        after = [bound for index, hook in around if hook["how"] == "after" for bound in self.bound(index)]

        def inner(depth: int, env: Env) -> Run:
            for step in range(depth, len(layers)):
                index, local = layers[step]
                if self.applies(index, local, env):
                    frame = Frame({**env, **local}, replaced=nothing, rule=called(hooks[index]))
                    frame.proceed = lambda args, step=step: inner(
                        step + 1, {**env, **dict(zip(names, args, strict=False))}
                    )
                    self.reach(f"rule {hooks[index]['name']}")
                    value, given = yield from self.body(hooks[index]["body"], frame)
                    return value if given else frame.replaced
            return (yield from innermost(env))

        def innermost(env: Env) -> Run:
            began = [self.rules_count(hooks[index], local) for index, local in after]
            for index, local in before:
                if self.applies(index, local, env):
                    self.reach(f"rule {hooks[index]['name']}")
                    yield from self.body(
                        hooks[index]["body"], Frame({**env, **local}, rule=called(hooks[index]))
                    )
            if callable(body):
                result = yield from body(dict(env))
            else:
                value, given = yield from self.body(body, Frame(dict(env), rule=rule))
                result = value if given else nothing
            for (index, local), was in zip(after, began, strict=True):
                local = {**env, **local, "result": result}
                hook = hooks[index]
                if (was or self.rules_count(hook, local)) and self.values.holds(hook.get("when"), local):
                    self.reach(f"rule {hook['name']}")
                    yield from self.body(hook["body"], Frame(local, rule=called(hook)))
            return result

        return (yield from inner(0, env))

    def bound(self, index: int) -> Iterator[BoundHook]:
        """Every binding of a hook, whether it is in force or not; of until-effects those that run now."""
        hook = self.index.data["hooks"][index]
        if hook.get("until"):
            for captured in self.access.effects(0, index):
                yield index, captured
            return
        for this in self.values.bindings(hook.get("this")):
            yield index, ({} if hook.get("this") is None else {"this": this})

    def rules_count(self, hook: Node, local: Env) -> bool:
        return hook.get("this") is None or bool(hook.get("until")) or self.values.in_force(local["this"])

    def applies(self, index: int, local: Env, env: Env) -> bool:
        hook = self.index.data["hooks"][index]
        return self.rules_count(hook, local) and self.values.holds(hook.get("when"), {**env, **local})
