"""Nodes → model: what every file declares, collected under its name, and what mods change in it. Looks into
no body.
"""

from .. import nodes
from ..model import KindSymbol, Model, Property
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..reading.parse import Parsed
from ..source import NOWHERE
from ..value_types import NUMBER, thing
from ..vocabulary import BUILT_IN_KINDS
from . import declarations, mods, things
from .collect import Collector
from .header import header
from .roles import files_of
from .totals import too_many, too_many_spaces, too_much_told


def resolve(parsed: list[Parsed], name: str, version: str) -> tuple[Model, list[Diagnostic]]:
    """Collect every declaration of a package, its libraries and mods into a model."""
    collector = Collector(Model(name=name, package=name, version=version))
    for kind, parent, plural, doc in BUILT_IN_KINDS:
        collector.model.kinds[kind] = KindSymbol(
            kind, parent, NOWHERE, title=kind.capitalize(), plural=plural, doc=doc
        )
        collector.model.plurals[plural] = kind
    for name, type_ in (("board", thing("board")), ("column", NUMBER), ("row", NUMBER)):
        collector.model.kinds["space"].properties[name] = Property(name, "space", type_, "stored", NOWHERE)
    files = files_of(parsed, collector)
    collector.model.story_files = {file.path for file in files if file.role == "tests"}
    for file in files:
        header(collector, file)
    for stage in STAGES:
        for file in files:
            for declaration in file.declarations:
                stage(collector, file, declaration)
    _check_ancestry(collector)
    _check_places(collector)
    things.made_elsewhere(collector)
    things.boards(collector)
    for total in (too_many, too_many_spaces, too_much_told):
        collector.problems += total(collector.model)
    mods.order_rules(collector)
    collector.model.up = {}
    collector.model.modified = {
        rule.node.of for rule in collector.model.rules if isinstance(rule.node, nodes.Modifier)
    }
    return collector.model, collector.problems


MAX_KINDS = 60
"""Kinds in a row, each of which `is` the one before."""

STAGES = (
    declarations.kinds,
    declarations.vocabulary,
    declarations.members,
    things.things,
    declarations.rules,
    mods.changes,
    mods.deletions,
)
"""Passes over all files, in order: a later one may use the names that an earlier one found."""


def _check_places(collector: Collector) -> None:
    """A pile or slot of the game and a thing cannot share a name: `move it to NAME` would mean either."""
    model = collector.model
    for name, declared in model.game.items():
        if declared.type.base == "place" and name in model.things:
            earlier = Related(model.things[name].span, "it is a thing as well")
            collector.report(codes.DECLARED_TWICE.at(declared.span, name=name, related=(earlier,)))


def _check_ancestry(collector: Collector) -> None:
    """Cut every circle of kinds, and every chain of them that is too long, after reporting it once."""
    kinds = collector.model.kinds
    depths: dict[str, int] = {}
    for name in kinds:
        chain: dict[str, None] = {}
        parent: str | None = name
        while parent is not None and parent in kinds and parent not in depths and parent not in chain:
            chain[parent] = None
            parent = kinds[parent].parent
        if parent in chain:
            circle = list(chain)[list(chain).index(parent) :]
            first = name if name in circle else circle[0]
            shown = circle[circle.index(first) :] + circle[: circle.index(first)]
            collector.report(
                codes.CYCLIC_KINDS.at(kinds[first].span, name=first, chain=" → ".join([*shown, first]))
            )
            kinds[first].parent = parent = "thing"
        for one in reversed(chain):
            depths[one] = depths.get(kinds[one].parent or "", 0) + 1
            if depths[one] > MAX_KINDS:
                if not any(problem.code == codes.TOO_LARGE.code for problem in collector.problems):
                    collector.report(
                        codes.TOO_LARGE.at(
                            kinds[one].span,
                            what="this chain of kinds",
                            size=f"{depths[one]} of them",
                            limit=MAX_KINDS,
                        )
                    )
                kinds[one].parent, depths[one] = "thing", 2
