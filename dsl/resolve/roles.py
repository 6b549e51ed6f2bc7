"""What each file is, by its first line, and what may stand in it."""

from typing import NamedTuple

from .. import nodes
from ..problems import codes
from ..reading.parse import Parsed
from ..source import Span
from .collect import Collector

SYSTEM_ONLY = (nodes.Kind, nodes.Verb, nodes.Relation, nodes.Menu, nodes.Die, nodes.Setting, nodes.Words)
MOD_ONLY = (nodes.Change, nodes.DeleteThing, nodes.DeleteRule, nodes.Replace)
ROLE_ORDER = {"library": 0, "system": 1, "content": 2, "mod": 3, "tests": 4}


class File(NamedTuple):
    """The declarations of one file and whose they are; `origin` is the mod's name, or empty."""

    path: str
    role: str
    origin: str
    header: nodes.Header | nodes.HeaderFor
    declarations: tuple[Parsed, ...]


def files_of(parsed: list[Parsed], collector: Collector) -> list[File]:
    """Group declarations by file and read the headers; the files come in the order of their roles."""
    by_path: dict[str, list[Parsed]] = {}
    for declaration in parsed:
        by_path.setdefault(declaration.node.span.file, []).append(declaration)
    collector.model.name = _game(by_path) or collector.model.name
    files = [file for path, found in by_path.items() if (file := _file(path, found, collector)) is not None]
    return sorted(files, key=lambda file: ROLE_ORDER[file.role])


def _game(by_path: dict[str, list[Parsed]]) -> str:
    """The name of the game: that of its system, which may lie in another package than the content."""
    headers = (found[0].node for found in by_path.values())
    return next((str(h.name) for h in headers if isinstance(h, nodes.Header) and h.role == "system"), "")


def _file(path: str, found: list[Parsed], collector: Collector) -> File | None:
    header = found[0].node
    if not isinstance(header, nodes.Header | nodes.HeaderFor):
        collector.report(
            codes.NO_HEADER.at(
                header.span._replace(end_line=header.span.line, end_column=header.span.column + 1)
            )
        )
        return None
    of = header.of
    if header.role in ("content", "tests", "mod") and of is not None and of != collector.model.name:
        collector.report(codes.FOREIGN_FILE.at(of.span, of=of, name=collector.model.name))
    origin = str(header.name) if isinstance(header, nodes.Header) and header.role == "mod" else ""
    kept = tuple(d for d in found[1:] if _allowed(d.node, str(header.role), collector))
    if origin:
        collector.model.mods.append(origin)
    return File(path, str(header.role), origin, header, kept)


def _allowed(node: nodes.Node, role: str, collector: Collector) -> bool:
    """Content may add things and boards; vocabulary and rules for everybody come from systems and mods."""
    span: Span = node.span
    if isinstance(node, nodes.Header | nodes.HeaderFor):
        collector.report(
            codes.NOT_ALLOWED_HERE.at(
                span, what="a second header", role=f"{role} file", proposal="put it into a file of its own"
            )
        )
        return False
    if role == "content" and (isinstance(node, SYSTEM_ONLY) or _is_rule(node)):
        collector.report(
            codes.NOT_ALLOWED_HERE.at(
                span,
                what=_called(node),
                role=f"{role} file",
                proposal="declare it in a system file, or attach the rule to a thing",
            )
        )
        return False
    if role != "mod" and isinstance(node, MOD_ONLY):
        collector.report(
            codes.NOT_ALLOWED_HERE.at(
                span,
                what=_called(node),
                role=f"{role} file",
                proposal="only a mod changes what others declared",
            )
        )
        return False
    if role in ("system", "library", "content") and isinstance(node, nodes.Test):
        collector.report(
            codes.NOT_ALLOWED_HERE.at(
                span,
                what="a test",
                role=f"{role} file",
                proposal="put it into a file that begins with `tests for …`",
            )
        )
        return False
    return True


_CALLED: dict[type, str] = {
    nodes.Kind: "a kind",
    nodes.Verb: "a verb",
    nodes.Action: "an action",
    nodes.Relation: "a relation",
    nodes.Menu: "a menu",
    nodes.Die: "a die",
    nodes.Setting: "a setting",
    nodes.Words: "a list of words",
    nodes.Hook: "a rule for everybody",
    nodes.Whenever: "a rule for everybody",
    nodes.AsSoonAs: "a rule for everybody",
    nodes.Modifier: "a modifier",
    nodes.Change: "`change`",
    nodes.DeleteThing: "`delete`",
    nodes.DeleteRule: "`delete`",
    nodes.Replace: "`replace`",
}


def _called(node: nodes.Node) -> str:
    """What an author would call a declaration."""
    return _CALLED.get(type(node), "this")


def _is_rule(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Hook | nodes.Whenever | nodes.AsSoonAs | nodes.Modifier | nodes.Action)
