"""Lines that stand twice, one after the other, though once is enough: a condition, a limit or a price of an
action, a line of a relation, a case of a value, a sentence, and a statement after which the same one changes
nothing; also an `if` with nothing but such a line. Two options with one name, if they can be chosen at once;
two goals of one thing that say the same, wherever they stand, and two such lines of one `expect`.

A call, a draw or a raise may well be meant twice; of these nothing is said. Two lines are the same if they
say the same, wherever the blanks are.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from .. import nodes
from ..nodes.node import SyntaxNode, nodes_in, same
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import Span
from .facts import Facts

_BODIES = ("body", "then", "otherwise", "steps", "clauses", "cases")
_ONCE = (
    nodes.Needs,
    nodes.Takes,
    nodes.Limit,
    nodes.Let,
    nodes.Say,
    nodes.Shuffle,
    nodes.CaseWhen,
)
"""What nobody writes twice in a row on purpose, whatever stands in it."""
_OF_GOALS = ("sort", "text", "players", "when")
_OF_RELATIONS = (nodes.Blocked, nodes.Never, nodes.Also)


def written_twice(facts: Facts) -> Iterator[Diagnostic]:
    """The second of two lines that are the same, in the bodies of the game's own files."""
    model = facts.checked.model
    roots = [
        *(verb.node for verb in model.verbs.values()),
        *(define.node for define in model.defines.values()),
        *(rule.node for rule in model.rules),
        *(relation.node for relation in model.relations.values()),
        *(steps for thing in model.things.values() for steps in thing.steps.values()),
    ]
    for root in roots:
        if root is not None and facts.own(root.span):
            for first, second in _neighbours(root):
                if _is_enough_once(first) and same(first, second):
                    message = "the line above says the same, and once is enough"
                    yield codes.WRITTEN_TWICE.at(second.span, message=message)
            yield from _options(root)
    yield from _goals(facts)
    for story in model.tests:
        if facts.own(story.span):
            for entry in story.entries:
                if isinstance(entry, nodes.TestExpect):
                    yield from _expected(entry.lines)


def _goals(facts: Facts) -> Iterator[Diagnostic]:
    """Goals, threats and deadlines that the same thing, or the game, names as well."""
    met: list[tuple[str | None, nodes.Goal]] = []
    for rule in facts.checked.model.rules:
        node = rule.node
        if not isinstance(node, nodes.Goal) or not facts.own(node.span):
            continue
        first = next(
            (one for of, one in met if (of == rule.this or None in (of, rule.this)) and _says(one, node)),
            None,
        )
        met.append((rule.this, node))
        if first is not None:
            related = (Related(first.span, "the first one is here"),)
            message = "the table shows this already, and once is enough"
            yield codes.WRITTEN_TWICE.at(node.span, message=message, related=related)


def _says(one: nodes.Goal, other: nodes.Goal) -> bool:
    """Whether two goals say the same, whatever their labels."""
    return all(same(getattr(one, field), getattr(other, field)) for field in _OF_GOALS)


def _width(span: Span) -> int:
    """How wide a line is. There are many in stories, and those that are copied are as wide as the others."""
    return span.end_column - span.column


def _expected(lines: tuple[SyntaxNode, ...]) -> Iterator[Diagnostic]:
    for first, second in pairwise(lines):
        if _width(first.span) == _width(second.span) and same(first, second):
            message = "the line above expects the same, and once is enough"
            yield codes.WRITTEN_TWICE.at(second.span, message=message)


def _options(root: SyntaxNode) -> Iterator[Diagnostic]:
    """Options that have the name of another one and can be chosen whenever that can."""
    for choice in [one for one in nodes_in(root) if isinstance(one, nodes.ChooseOne)]:
        for number, option in enumerate(choice.options):
            for earlier in choice.options[:number]:
                if option.label == earlier.label and _same_test(option, earlier):
                    message = f"{option.label} can be chosen twice here, and nobody can tell which is which"
                    related = (Related(earlier.label.span, "the first one is here"),)
                    yield codes.WRITTEN_TWICE.at(option.label.span, message=message, related=related)
                    break


def _same_test(option: nodes.Option, other: nodes.Option) -> bool:
    if option.test is None or other.test is None:
        return option.test is other.test
    return same(option.test, other.test)


def _neighbours(root: SyntaxNode) -> Iterator[tuple[SyntaxNode, SyntaxNode]]:
    """Every two statements that stand one after the other in a body."""
    for node in nodes_in(root):
        for field in _bodies(type(node)):
            block = getattr(node, field)
            if type(block) is tuple:
                yield from pairwise(block)


@cache
def _bodies(sort: type[SyntaxNode]) -> list[str]:
    """The fields of a sort of node that may hold statements."""
    return [field for field in _BODIES if field in sort.types]


def _is_enough_once(line: SyntaxNode) -> bool:
    match line:
        case nodes.Set(target=target, value=value):
            return not any(same(target, one) for one in nodes_in(value))
        case nodes.Move(what=what):
            return isinstance(what, nodes.Name)
        case nodes.If(then=(only,), else_ifs=(), otherwise=None):
            return _is_enough_once(only)
    return isinstance(line, (*_ONCE, *_OF_RELATIONS))
