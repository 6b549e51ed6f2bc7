"""Calls of verbs and of the steps that things give: every part must be there, and be of its type."""

from .. import nodes
from ..problems import codes
from ..problems.suggest import instead, nearest
from ..reading.line_forms import DEED_WORDS, in_a_line_of_its_own, only_below_do
from ..source import Span, Word
from ..value_types import ANY, Type, thing
from ..vocabulary import CONDITION_WORDS, STATEMENT_WORDS
from . import expressions
from .assigning import assign
from .scope import Op, Scope, Typed


def call(node: nodes.Call, scope: Scope) -> list[Op]:
    """`fire with weapon at target by actor [as hit]`"""
    model = scope.model
    verb = model.verbs.get(node.verb)
    if verb is None:
        if scope.in_test and node.verb in DEED_WORDS:
            scope.context.report(only_below_do(node.verb, node.verb.span, in_given=scope.parent is None))
            return []
        if node.verb in (*STATEMENT_WORDS, *CONDITION_WORDS):
            form = in_a_line_of_its_own(node.verb, [node.verb, *(one.label for one in node.labels)])
            message = f"`{node.verb}` cannot follow a colon"
            if node.verb == "draw":
                message = "`draw` has no player: nobody wins a draw"
                form = "write `draw`, or `win PLAYERS` with those who do; a card is drawn by `move`"
            scope.context.report(codes.UNEXPECTED.at(node.verb.span, message=message, proposal=form))
            return []
        near = _who_ends(node, scope) or instead(node.verb, [*model.verbs, *STATEMENT_WORDS])
        scope.context.report(codes.UNKNOWN_VERB.at(node.verb.span, name=node.verb, near=near))
        plain = node.arguments[1:] if _who_ends(node, scope) else node.arguments
        for value in (*plain, *(labelled.value for labelled in node.labels)):
            expressions.check(value, scope)
        if node.result is not None:
            scope.declare(node.result, ANY)
        return []
    args = _arguments(node.verb, verb.parts, verb.types, node.arguments, node.labels, node.span, scope)
    name = None
    if node.result is not None:
        if verb.gives is None:
            scope.context.report(codes.NO_RESULT.at(node.result.span, verb=node.verb))
        name = assign(node.result, verb.gives or Type("any"), scope)
    scope.context.verbs_called.setdefault(scope.body.name, {})[str(node.verb)] = None
    return [
        {
            "op": "call",
            "verb": str(node.verb),
            "args": args,
            "you": _you(verb.parts, args, verb.types, scope),
            "name": name,
        }
    ]


def _who_ends(node: nodes.Call, scope: Scope) -> str:
    """How it is written that somebody wins or loses; nothing for other calls."""
    said = node.arguments[0] if node.arguments else None
    word = str(said.name).removesuffix("s") if isinstance(said, nodes.Name) else ""
    if word not in ("win", "lose"):
        return ""
    who = str(node.verb) if node.verb in ("you", *scope.locals()) else "PLAYERS"
    return f"write `{word} {who}`, or `{word}` if all do"


def do_steps(node: nodes.Do, scope: Scope) -> list[Op]:
    """`do card.play by you`"""
    if not isinstance(node.steps, nodes.Get):
        scope.context.report(
            codes.OUT_OF_PLACE.at(
                node.span, word="do", proposal="`do THING.STEPS` runs steps that a thing gives"
            )
        )
        return []
    of = expressions.check(node.steps.of, scope)
    name = node.steps.name
    if of.type.base == "place" and of.type.single:
        of = Typed({"op": "top", "of": of.op}, thing(of.type.name))
    if of.type.base != "thing":
        if of.type.base != "any":
            scope.context.report(
                codes.WRONG_TYPE.at(node.steps.of.span, expected="a thing", found=of.type.readable())
            )
        return []
    steps = scope.model.steps(of.type.name, name)
    if steps is None:
        known = [s for kind in scope.model.ancestors(of.type.name) for s in scope.model.kinds[kind].steps]
        scope.context.report(
            codes.UNKNOWN_PROPERTY.at(
                name.span, kind=of.type.readable(), name=name, near=nearest(name, known)
            )
        )
        return []
    types = tuple(part_type(part, scope) for part in steps.parts)
    args = _arguments(name, steps.parts, types, (), node.labels, node.span, scope)
    return [
        {
            "op": "do",
            "steps": f"{steps.kind}.{steps.name}",
            "of": of.op,
            "args": args,
            "you": _you(steps.parts, args, types, scope),
        }
    ]


def part_type(part: nodes.Part, scope: Scope) -> Type:
    """The type of a part: declared, of the kind that it is named after, or that of its choices."""
    from ..resolve.collect import Collector

    if part.type is not None:
        collector = Collector(scope.model, scope.context.problems)
        return collector.type_of(part.type, f"{scope.body.name}.{part.name}")
    if part.name in scope.model.kinds:
        return thing(str(part.name))
    if isinstance(part.choices, nodes.ChoicesRange):
        return Type("number")
    if part.choices is not None:
        from .parts import probe_choices

        return probe_choices(part, scope)
    scope.context.report(
        codes.UNKNOWN_KIND.at(part.name.span, name=part.name, near="give the part a type: `(name: kind)`")
    )
    return Type("any", optional=True)


def _arguments(
    verb: Word,
    parts: tuple[nodes.Part, ...],
    types: tuple[Type, ...],
    plain: tuple[nodes.SyntaxNode, ...],
    labels: tuple[nodes.Labelled, ...],
    span: Span,
    scope: Scope,
) -> list[Op | None]:
    """The arguments in the order of the parts; None where the verb asks or has a default."""
    given: dict[str, nodes.SyntaxNode] = {}
    unlabelled = [part for part in parts if part.preposition is None]
    for part, value in zip(unlabelled, plain, strict=False):
        given[part.name] = value
    if len(plain) > len(unlabelled):
        extra: Span = plain[len(unlabelled)].span
        scope.context.report(
            codes.FOREIGN_PART.at(
                extra, verb=verb, part="part without a preposition", form=form_of(verb, parts)
            )
        )
    for labelled in labels:
        part_found = next((p for p in parts if p.preposition == labelled.label and p.name not in given), None)
        if part_found is None:
            scope.context.report(
                codes.FOREIGN_PART.at(
                    labelled.span, verb=verb, part=f"part `{labelled.label}`", form=form_of(verb, parts)
                )
            )
            expressions.check(labelled.value, scope)
            continue
        given[part_found.name] = labelled.value
    args: list[Op | None] = []
    for part, type_ in zip(parts, types, strict=True):
        if part.name in given:
            args.append(expressions.check(given[part.name], scope, type_).op)
            continue
        if part.choices is None and part.default is None and len(plain) <= len(unlabelled):
            label = f"{part.preposition} ({part.name})" if part.preposition else f"({part.name})"
            scope.context.report(
                codes.MISSING_PART.at(span, verb=verb, part=f"`{label}`", form=form_of(verb, parts))
            )
        args.append(None)
    return args


def form_of(verb: str, parts: tuple[nodes.Part, ...]) -> str:
    """How a verb is called: `fire with (weapon) at (target)`."""
    return " ".join(
        [verb, *(f"{p.preposition} ({p.name})" if p.preposition else f"({p.name})" for p in parts)]
    )


def _you(parts: tuple[nodes.Part, ...], args: list[Op | None], types: tuple[Type, ...], scope: Scope) -> Op:
    """Who decides in the call: the player (or the controller of the thing) that it is done `by`.

    Without a `by` it is who decides here.
    """
    local = scope.find("you")
    own: Op = {"op": "local", "name": local.unique} if local is not None else {"op": "none"}
    for part, arg, type_ in zip(parts, args, types, strict=True):
        if part.preposition != "by" or arg is None or type_.base != "thing":
            continue
        if scope.model.is_a(type_.name, "player"):
            return arg
        if scope.model.controllable(type_.name):
            who: Op = {"op": "define", "name": "controller", "args": [arg]}
            return {
                "op": "if",
                "test": {"op": "equal", "a": who, "b": {"op": "none"}},
                "then": own,
                "else": who,
            }
    return own
