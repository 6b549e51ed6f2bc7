"""What each file is, by its first line, and what may stand in it."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .. import nodes
from ..problems import codes
from ..problems.cascades import EVERYTHING, of_kind
from ..problems.diagnostics import Related
from ..problems.suggest import nearest, use_package
from ..reading.parse import Parsed
from ..source import Span, Word, package_of
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
    strangers = set(_strangers(by_path, collector))
    here = {package_of(path).removesuffix(".wright") for path in by_path}
    files = [
        file
        for path, found in by_path.items()
        if path not in strangers
        and _is_about(path, found[0].node, here, collector)
        and (file := _file(path, found, collector)) is not None
    ]
    _libraries_are_here(files, collector)
    return sorted(files, key=lambda file: ROLE_ORDER[file.role])


def _is_about(path: str, header: nodes.SyntaxNode, here: set[str], collector: Collector) -> bool:
    """Whether all mods are there that a mod's file says it is `over`; without them it means nothing."""
    if not isinstance(header, nodes.Header) or header.role != "mod":
        return True
    over = tuple(
        value.name
        for entry in header.entries or ()
        if isinstance(entry, nodes.EntryValue) and entry.name == "over"
        for value in entry.values
        if isinstance(value, nodes.Name)
    )
    if over:
        collector.model.over[path] = over
    return here.issuperset(over)


def _libraries_are_here(files: list[File], collector: Collector) -> None:
    """What a file says that it uses is read with it."""
    here = {
        str(file.header.name)
        for file in files
        if isinstance(file.header, nodes.Header) and file.role == "library"
    }
    for file in files:
        for declared in file.declarations:
            used = declared.node.name if isinstance(declared.node, nodes.Use) else None
            if used is not None and used not in here:
                near = nearest(str(used), here)
                proposal = near or _use_it(str(used), file.path)
                collector.report(codes.NO_LIBRARY.at(used.span, name=used, proposal=proposal))
                collector.model.lost.add(EVERYTHING)


def _strangers(by_path: dict[str, list[Parsed]], collector: Collector) -> Iterator[str]:
    """The files that are not of this game, or only say so. For each other game that is told once.

    A file of the game's own package is kept: its header is a slip. What comes with another game or is a mod
    for one is left out, for nothing that it names is there.
    """
    model = collector.model
    heads = {
        path: found[0].node
        for path, found in by_path.items()
        if isinstance(found[0].node, nodes.Header | nodes.HeaderFor)
    }
    games = {path: _game_of(head) for path, head in heads.items()}
    systems = {path: games[path] for path, head in heads.items() if head.role == "system"}
    home = package_of(next(iter(systems), next(iter(heads), "")))
    named = Counter(str(name) for path, name in systems.items() if package_of(path) == home)
    if named:
        model.name = named.most_common(1)[0][0]
    own_rules = any(
        head.role in ("system", "library") for path, head in heads.items() if package_of(path) == home
    )
    others: dict[str, list[str]] = {}
    for path, game in games.items():
        if game is not None and (game != model.name or not own_rules):
            others.setdefault(str(game), []).append(path)
    for of, paths in others.items():
        # A mod is what somebody named; the rest came with it.
        first = min(paths, key=lambda path: (heads[path].role != "mod", heads[path].role == "system"))
        head = heads[first]
        what = "mod" if head.role == "mod" else "file"
        span = (games[first] or head).span
        if not systems and len(heads) < len(by_path):
            continue  # a file that does not say what it is may be the one that is missed
        if not systems:
            collector.report(codes.NO_GAME.at(span, what=what, name=of, proposal=_use_it(of, first)))
            model.lost.add(EVERYTHING)
            continue
        astray = [path for path in paths if package_of(path) != home]
        proposal = (
            f"write `for {model.name}` if it is meant for that, or else leave it out"
            if what == "mod" and astray
            else f"write `{model.name}`, or move the file to the package that it is for"
        )
        collector.report(codes.FOREIGN_FILE.at(span, what=what, of=of, name=model.name, proposal=proposal))
        if astray:
            model.lost.add(EVERYTHING)
        yield from astray


def _game_of(head: nodes.Header | nodes.HeaderFor) -> Word | None:
    """The game that a header names; a library belongs to none."""
    return head.name if isinstance(head, nodes.Header) and head.role == "system" else head.of


def _use_it(of: str, path: str) -> str:
    if package_of(path) == of or "/" not in path:
        return f"write the rules of the game in a file that begins with `system {of}:`"
    return f"{use_package(of)}, or the `id:` of the package in which it is, if that is another one"


def _file(path: str, found: list[Parsed], collector: Collector) -> File | None:
    header = found[0].node
    if not isinstance(header, nodes.Header | nodes.HeaderFor):
        span = header.span._replace(end_line=header.span.line, end_column=header.span.column + 1)
        meant = nearest(str(header.kind), ROLE_ORDER) if isinstance(header, nodes.Thing) else ""
        collector.report(codes.NO_HEADER.at(span, near=meant))
        collector.model.lost.add(EVERYTHING)
        return None
    written = _as_written(header)
    if written:
        message = f"a file cannot begin with `{header.role}` like this"
        collector.report(
            codes.BAD_HEADER.at(header.role.span, message=message, proposal=f"write `{written}`")
        )
    origin = str(header.name) if isinstance(header, nodes.Header) and header.role == "mod" else ""
    kept = tuple(d for d in found[1:] if _allowed(d.node, header, collector))
    if origin:
        collector.model.mods.append(origin)
    return File(path, str(header.role), origin, header, kept)


def _as_written(header: nodes.Header | nodes.HeaderFor) -> str:
    """How a first line is written that names the wrong ones of file and game; empty if it is right."""
    named = header.name if isinstance(header, nodes.Header) else None
    match header.role:
        case "content" | "tests" if named is not None:
            return f"{header.role} for {header.of or named}"
        case "system" | "library" if named is None or header.of is not None:
            return f"{header.role} {named or header.of}"
        case "mod" if named is None or header.of is None:
            return f"mod {named or 'NAME'} for {header.of or 'GAME'}:"
    return ""


def _allowed(node: nodes.SyntaxNode, header: nodes.Header | nodes.HeaderFor, collector: Collector) -> bool:
    """Content may add things and boards; vocabulary and rules for everybody come from systems and mods."""
    role = str(header.role)
    what, proposal = "", ""
    if isinstance(node, nodes.Header | nodes.HeaderFor):
        what, proposal = "a second header", "put it into a file of its own"
    elif role == "content" and (isinstance(node, SYSTEM_ONLY) or _is_rule(node)):
        what, proposal = _called(node), "declare it in a system file, or attach the rule to a thing"
    elif role != "mod" and isinstance(node, MOD_ONLY):
        what, proposal = _called(node), "only a mod changes what others declared"
    elif role in ("system", "library", "content") and isinstance(node, nodes.Test):
        what, proposal = "a test", "put it into a file that begins with `tests for …`"
    if what:
        said = (Related(header.role.span, "the first line says what this file is"),)
        problem = codes.NOT_ALLOWED_HERE.at(
            node.span, what=what, role=f"{role} file", proposal=proposal, related=said
        )
        collector.report(problem)
        collector.model.lost.update(_named(node))
    return not what


def _named(node: nodes.SyntaxNode) -> Iterator[str]:
    """The names that are lost with a declaration that is left out."""
    if isinstance(node, nodes.Kind):
        yield of_kind(str(node.name))
        if node.plural:
            yield str(node.plural)
    name = getattr(node, "name", None)
    if isinstance(name, Word):
        yield str(name)


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
    nodes.Forbid: "a rule for everybody",
    nodes.Goal: "a goal for everybody",
    nodes.Change: "`change`",
    nodes.DeleteThing: "`delete`",
    nodes.DeleteRule: "`delete`",
    nodes.Replace: "`replace`",
}


def _called(node: nodes.SyntaxNode) -> str:
    """What an author would call a declaration."""
    return _CALLED.get(type(node), "this")


def _is_rule(node: nodes.SyntaxNode) -> bool:
    return isinstance(node, nodes.Rule | nodes.Action)


def said_once(collector: Collector, file: File) -> Iterator[nodes.SyntaxNode]:
    """What a header says, each of it once: of two the first."""
    thing, given = str(getattr(file.header, "name", file.role)), dict[str, Span]()
    for entry in file.header.entries or ():
        name = str(getattr(entry, "name", ""))
        first = given.setdefault(name, entry.span) if name else entry.span
        if first is entry.span:
            yield entry
        else:
            related = (Related(first, "the first one is here"),)
            found = codes.STANDS_TWICE.at(entry.span, name=name, thing=thing, of=thing, related=related)
            collector.report(found)
