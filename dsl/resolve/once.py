"""What a thing, a kind or a mod may say once: of two the last would win, and the first be lost."""

from .. import nodes
from ..problems import codes
from ..problems.diagnostics import Related
from ..problems.twice import given_twice
from ..source import Word
from .collect import Collector

_TRAITS: dict[type, str] = {nodes.Seen: "seen by", nodes.Reset: "reset each"}
"""What may be said once behind the type of a value."""
_OF_KINDS = nodes.Controlled | nodes.IdentitySeen | nodes.PlaceSeen | nodes.InForce | nodes.Back


def only_once(collector: Collector, name: str, entries: tuple[nodes.SyntaxNode, ...], by: str = "") -> None:
    """Report each entry that a thing or kind has twice, or is given twice by one mod: the last would win."""
    for entry in entries:
        names: tuple[Word, ...] = ()
        match entry:
            case nodes.EntryValue(name=own, values=values):
                adds = any(isinstance(value, nodes.ItemPlus | nodes.ItemWithout) for value in values)
                names = () if adds else (own,)
            case nodes.EntryTable(name=own) | nodes.EntrySteps(name=own) | nodes.EntryStep(name=own):
                names = (own,)
            case nodes.Does(name=own):
                names = (Word(f"does {own}", own.span),)
            case nodes.Means(name=own):
                names = (Word(f"{own} means", own.span),)
            case _ if isinstance(entry, _OF_KINDS):
                names = (Word(" ".join(entry.keyword.rstrip(": ").split()), entry.keyword.span),)
            case nodes.Look(hints=hints):
                names = tuple(hint.name for hint in hints)
            case nodes.Stored(names=(first, *_), traits=traits):
                said = (Word(_TRAITS[type(one)], one.span) for one in traits if type(one) in _TRAITS)
                collector.problems += given_twice(said, str(first))
            case nodes.LookWhen(hints=hints):  # of several such lines each has its own test
                collector.problems += given_twice((hint.name for hint in hints), name)
        space = f"{'look' if isinstance(entry, nodes.Look) else 'entry'} of {name} in {by}"
        for one in names:
            earlier = collector.names.setdefault((space, one), one.span)
            if earlier is not one.span:
                related = (Related(earlier, "the first one is here"),)
                collector.report(
                    codes.STANDS_TWICE.at(one.span, thing=name, name=one, of=name, related=related)
                )
