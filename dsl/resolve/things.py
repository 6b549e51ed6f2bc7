"""Things: cards, characters, boards and missions, one by one or as rows of a table."""

from typing import NamedTuple

from tilewright.schemas.wording import article, counted

from .. import nodes
from ..boards import BoardShape, KindLookup, read_sides
from ..boards.regions import MAX_HOLES
from ..model import KindSymbol, Model, ThingSymbol
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.odd_tables import odd_head
from ..problems.suggest import SYNONYMS, nearest
from ..problems.twice import given_twice
from ..reading.line_forms import declaring_words
from ..reading.parse import Parsed, parse_value
from ..source import Span, Word
from ..vocabulary import plural_of
from .collect import Collector, other_plural
from .declarations import claim_plural, label_text, look_of, note_look, rule, text, title_of
from .once import only_once
from .roles import File

MAX_DRAWN = 100_000
"""Characters of the drawings of all boards: most missions share one."""
MAX_COPIES = 500
MAX_THINGS = 4000
MAX_MISSIONS = 200
"""Missions and campaigns: each is checked on its board."""


def things(collector: Collector, file: File, declaration: Parsed) -> None:
    """Declare the things of a file; boards wait until every kind of link is known."""
    node = declaration.node
    if isinstance(node, nodes.Thing):
        _thing(collector, file, node, declaration.doc)
    elif isinstance(node, nodes.Table):
        _table(collector, file, node)


def boards(collector: Collector) -> None:
    """Read the drawings of all boards, now that the kinds they may name are known."""
    reader = _BoardReader(Lookup(collector.model))
    for name, thing in list(collector.model.things.items()):
        if thing.kind == "board":
            del collector.model.things[name]
            assert thing.node is not None
            sides, problems = reader.read(thing.node)
            collector.problems += problems
            collector.model.boards[name] = sides
            collector.model.drawings[name] = thing.node
            if problems or not sides:
                collector.model.unsure.add(name)
            if not thing.origin:
                collector.model.boxed.add(name)


class _BoardReader:
    """Reads one board after another, as long as all of them together are no larger than they may be."""

    def __init__(self, kinds: KindLookup) -> None:
        self.kinds = kinds
        self.drawn = self.holes = 0

    def read(self, board: nodes.Thing) -> tuple[dict[str, BoardShape], list[Diagnostic]]:
        """The shapes of its sides; nothing of a board that comes after what was too much."""
        if self.drawn > MAX_DRAWN or self.holes > MAX_HOLES:
            return {}, []
        drawings = (entry for entry in board.entries or () if isinstance(entry, nodes.EntryDrawing))
        self.drawn += sum(len(line) for drawing in drawings for line in drawing.lines)
        if self.drawn > MAX_DRAWN:
            return {}, [_too_large(board, f"{self.drawn:,} characters of drawings", MAX_DRAWN)]
        sides, problems = read_sides(board, self.kinds)
        self.holes += sum(shape.holes for shape in sides.values())
        if self.holes > MAX_HOLES:
            return {}, [_too_large(board, f"{self.holes:,} spaces or gaps within another", MAX_HOLES)]
        return sides, problems


def _too_large(board: nodes.Thing, size: str, limit: int) -> Diagnostic:
    return codes.TOO_LARGE.at(board.name.span, what="this game", size=size, limit=f"{limit:,}")


_MADE_BY = {
    "space": ("boards make spaces", "draw it in a `board`, or list it under its `spaces:`"),
    "link": ("boards make links", "draw it in a `board`, or list it under its `links:`"),
    "player": ("there is a player for each seat", "say `players:` in `system`, or declare a kind of token"),
}


def made_elsewhere(collector: Collector) -> None:
    """Report things of a kind whose things nobody declares."""
    model = collector.model
    for thing in model.things.values():
        for kind, (maker, proposal) in _MADE_BY.items():
            if model.is_a(thing.kind, kind):
                assert thing.node is not None
                way = _has_block(thing.node) or proposal
                collector.report(
                    codes.MADE_ELSEWHERE.at(thing.span, name=thing.name, maker=maker, proposal=way)
                )


class Lookup(NamedTuple):
    """What a drawing's signs may mean."""

    model: Model

    def is_link(self, name: str) -> bool:
        return self.model.is_a(name, "link")

    def is_space(self, name: str) -> bool:
        return self.model.is_a(name, "space")

    def is_hex(self, name: str) -> bool:
        return self.model.is_a(name, "hex")

    def has_property(self, kind: str, name: str) -> bool:
        return self.model.property(kind, name) is not None

    def names(self) -> list[str]:
        return [name for name in self.model.kinds if self.is_link(name) or self.is_space(name)]


def _near(word: Word, known: list[str]) -> str:
    """The word of another language, if one of these is what it is called here, or the nearest of them."""
    return f"did you mean `{SYNONYMS[word]}`?" if SYNONYMS.get(word) in known else nearest(word, known)


def _thing(collector: Collector, file: File, node: nodes.Thing, doc: str) -> None:
    model = collector.model
    if node.kind != "board" and node.kind not in model.kinds:
        near = _has_block(node) or _near(node.kind, [*model.kinds, "board", *declaring_words()])
        collector.report(codes.UNKNOWN_KIND.at(node.kind.span, name=node.kind, near=near))
        if node.name != node.kind:
            model.lost.add(str(node.name))
        return
    collector.missions += node.kind in ("mission", "campaign")
    for what, number, limit in (
        ("things", len(model.things) + 1, MAX_THINGS),
        ("missions", collector.missions, MAX_MISSIONS),
    ):
        if number > limit:
            if not model.lost:
                size = f"too many {what}"
                collector.report(codes.TOO_LARGE.at(node.span, what="this package", size=size, limit=limit))
            model.lost.add(str(node.name))
            return
    if not collector.claim("thing", node.name, node):
        return
    if node.name in model.kinds:
        collector.report(
            codes.BAD_NAME.at(node.name.span, name=node.name, what="a thing", proposal="a kind has that name")
        )
        return
    thing = ThingSymbol(
        str(node.name),
        str(node.kind),
        node.span,
        text(node.title) or title_of(node.name),
        node=node,
        origin=file.origin or ("tests" if file.role == "tests" else ""),
    )
    model.things[node.name] = thing
    if node.title:
        title = nodes.String(node.title, node.title.span)  # as an entry `title:` has it
        model.history.set("thing", node.name, "title", node.title.span, (title,))
    if node.kind != "board":  # its sides have the same entries, one after the other
        only_once(collector, node.name, node.entries or ())
        model.kinds[node.name] = KindSymbol(
            str(node.name),
            str(node.kind),
            node.span,
            title=thing.title,
            doc=doc,
            label=label_text(node.label),
        )
        add_entries(collector, file, thing, node.entries or ())
        _claim_plural(collector, thing)


_ALMOST_HAS = ("ha", "hs", "as", "hsa", "ahs", "hass", "had", "have")


def _has_block(node: nodes.Thing) -> str:
    """What may be meant where something called almost `has` is declared: `game ha:`."""
    return f"did you mean `{node.kind} has:`?" if node.name in _ALMOST_HAS else ""


def begin_anew(model: Model, thing: ThingSymbol, node: nodes.Thing) -> None:
    """Forget what a thing was given, before it is given what stands in its place: only its name stays."""
    kind = model.kinds[thing.name]
    thing.title = kind.title = text(node.title) or title_of(node.name)
    thing.text, thing.copies, thing.counted, thing.begins = "", 1, None, None
    for entries in (thing.values, thing.steps, thing.tables, kind.look):
        entries.clear()
    kind.looks.clear()
    kind.label, kind.in_force = label_text(node.label), None


def _claim_plural(collector: Collector, thing: ThingSymbol) -> None:
    """A thing with copies is spoken of in the plural too."""
    model = collector.model
    if thing.copies != 1:
        plural = plural_of(thing.name)
        model.kinds[thing.name].plural = plural
        claim_plural(collector, plural, Word(thing.name, thing.span))


def add_entries(
    collector: Collector, file: File, thing: ThingSymbol, entries: tuple[nodes.SyntaxNode, ...]
) -> None:
    """Give a thing its entries; later ones (a mod's) take the place of earlier ones."""
    kind = collector.model.kinds[thing.name]
    for entry in entries:
        _note(collector, thing, entry)
        match entry:
            case nodes.EntryValue(name="title", values=(nodes.String() as title,)):
                thing.title = kind.title = title.words
            case nodes.EntryValue(name="text", values=(nodes.String() as words,)):
                thing.text = words.words
            case nodes.EntryValue(name="copies", values=(nodes.Number(digits=digits),)):
                thing.copies = collector.up_to(digits, MAX_COPIES, "the number of copies")
                thing.counted = digits.span
            case nodes.EntryValue(name="begins", values=(nodes.Name(name=verb),)) if thing.kind == "campaign":
                thing.begins = verb
            case nodes.EntryValue(name=name, values=values):
                _add_value(collector, thing, name, values, entry.span)
            case nodes.EntryTable(name=name):
                thing.tables[name] = entry
            case nodes.EntrySteps(name=name):
                thing.steps[name] = entry
            case nodes.EntryStep(name=name, label=label, step=step):
                thing.steps[name] = nodes.EntrySteps(name, label, (step,), entry.span)
            case nodes.EntryDrawing():
                proposal = "a board is drawn, and nothing else: `board NAME of KIND:`"
                collector.report(codes.OUT_OF_PLACE.at(entry.span, word="drawing", proposal=proposal))
            case nodes.LookWhen():
                kind.looks.append(entry)
                collector.model.hints_of.setdefault(thing.name, []).extend(entry.hints)
            case nodes.Look(hints=hints):
                collector.model.hints_of.setdefault(thing.name, []).extend(hints)
                kind.look |= look_of(hints)
            case nodes.InForce(test=test):
                kind.in_force = test
            case _:
                mission = thing.name if thing.kind in ("mission", "campaign") else None
                rule(collector, file, entry, thing.name, "", mission=mission)


def _note(collector: Collector, thing: ThingSymbol, entry: nodes.SyntaxNode) -> None:
    """Enter in the history what a thing is given."""
    history = collector.model.history
    match entry:
        case nodes.EntryValue(name=name, values=values):
            history.set("thing", thing.name, str(name), entry.span, values)
        case nodes.EntryTable(name=name) | nodes.EntrySteps(name=name) | nodes.EntryStep(name=name):
            history.set("thing", thing.name, str(name), entry.span, entry)
        case nodes.InForce():
            history.set("thing", thing.name, "in force", entry.span, entry)
        case nodes.Look() | nodes.LookWhen():
            note_look(collector, "thing", thing.name, entry)
        case _:
            history.note("extends", "thing", thing.name, entry.span, "rules", entry)


def _add_value(
    collector: Collector, thing: ThingSymbol, name: Word, values: tuple[nodes.SyntaxNode, ...], span: Span
) -> None:
    model = collector.model
    is_steps = model.steps(thing.kind, name) is not None or (
        name == "setup" and model.is_a(thing.kind, "mission")
    )
    if not is_steps:
        thing.values[name] = values
        return
    called = _as_call(values[0]) if len(values) == 1 else None
    if called is None:
        way = f"write what is done: `{name}: VERB`, or line by line below `{name}:`"
        wrong = codes.WRONG_TYPE.at(values[0].span, expected="a call of a verb", found="a value", help=way)
        collector.report(wrong)
    thing.steps[name] = nodes.EntrySteps(name, None, () if called is None else (called,), span)


def _as_call(value: nodes.SyntaxNode) -> nodes.Call | None:
    """A value that stands where steps are expected is a call: `play: draw 2 for you`. Of others, None."""
    match value:
        case nodes.ItemCall(verb=verb, arguments=arguments, labels=labels):
            return nodes.Call(verb, arguments, labels, None, value.span)  # type: ignore[arg-type]
        case nodes.ItemCallBare(verb=verb, first=first, labels=labels):
            return nodes.Call(verb, (), (first, *labels), None, value.span)  # type: ignore[arg-type]
        case nodes.Name(name=name):
            return nodes.Call(name, (), (), None, value.span)
        case _:
            return None


# ------------------------------------------------------------------ tables


def _table(collector: Collector, file: File, node: nodes.Table) -> None:
    model = collector.model
    kind = model.plurals.get(node.plural)
    if kind is None:
        collector.report(
            codes.UNKNOWN_KIND.at(
                node.plural.span,
                name=node.plural,
                near=other_plural(node.plural, model) or nearest(node.plural, model.plurals),
            )
        )
        return
    header, *rows = [cells(row) for row in node.rows]
    columns = [str(cell) for cell in header]
    odd = odd_head(node.rows, len(columns), [len(row) for row in rows])
    if odd is not None:
        collector.report(odd)
        collector.model.lost.update(name for row in rows for name in row[:1])
        return
    if not columns or columns[0] != kind:
        collector.report(
            codes.BAD_TABLE.at(
                node.rows[0].span,
                message=f"the first column must be called `{kind}`",
                proposal="it holds the names of the things",
            )
        )
        collector.model.lost.update(name for row in (header, *rows) for name in row[:1])
        return
    known = [*model.properties(kind), "title", "text", "copies"]
    twice = list(given_twice((cell for cell in header if cell), node.plural))
    collector.problems += twice
    again = {one.span for one in twice}
    header = [Word("", cell.span) if cell.span in again else cell for cell in header]
    for cell in header[1:]:
        if cell and cell not in known:
            collector.report(
                codes.UNKNOWN_COLUMN.at(
                    cell.span, kind=article(kind), name=cell, near=_instead(cell, kind, known)
                )
            )
    for row, source in zip(rows, node.rows[1:], strict=True):
        if len(row) != len(columns):
            collector.report(
                codes.BAD_TABLE.at(
                    source.span,
                    message=f"this row has {counted(len(row), 'cell')}, but the head has {len(columns)}",
                    proposal=_mended(source, len(row) - len(columns)),
                )
            )
            collector.model.lost.update(row[:1])
            continue
        _row(collector, file, kind, header, row, known, source.span)


def _instead(column: str, kind: str, known: list[str]) -> str:
    """What to write instead of a column that a kind knows nothing of."""
    if column == "look":
        return f"write `look when this is NAME: …` in `kind {kind}`, or take the thing out of the table"
    return nearest(column, known)


def _mended(row: str, surplus: int) -> str:
    """What to do about a row with too many or too few cells."""
    if not row.rstrip().endswith("|"):
        return "a row begins and ends with `|`"
    if surplus > 0:
        return "take a cell out, or name one more column in the head"
    return "write a cell for every column; an empty one is written `|  |`"


def _row(
    collector: Collector,
    file: File,
    kind: str,
    header: list[Word],
    row: list[Word],
    known: list[str],
    span: Span,
) -> None:
    name = row[0]
    if not name.isidentifier():
        collector.report(
            codes.BAD_NAME.at(
                name.span, name=name, what=article(kind), proposal="names are words like `pulse_beam`"
            )
        )
        return
    entries: list[nodes.SyntaxNode] = []
    for column, cell in zip(header[1:], row[1:], strict=True):
        if not cell or column not in known:
            continue
        if column in ("title", "text"):
            plain = cell.strip('"')
            value: tuple[nodes.SyntaxNode, ...] = (nodes.String(Word(f'"{plain}"', cell.span), cell.span),)
        else:
            value, problems = parse_value(cell, cell.span)
            collector.problems += problems
        entries.append(nodes.EntryValue(column, value, cell.span))
    node = nodes.Thing(Word(kind, span), name, None, None, None, tuple(entries), span)
    _thing(collector, file, node, "")


def cells(row: Word) -> list[Word]:
    r"""`| a | "x|y" | \| |` → its cells with their places; a bar in quotes or after a backslash is none."""
    found: list[Word] = []
    start, quoted, index = 1, False, 1
    while index < len(row):
        character = row[index]
        if character == "\\":
            index += 1
        elif character == '"':
            quoted = not quoted
        elif character == "|" and not quoted:
            found.append(_cell(row, start, index))
            start = index + 1
        index += 1
    if row[start:].strip() and not row[start:].lstrip().startswith("#"):
        found.append(_cell(row, start, len(row)))
    return found


def _cell(row: Word, start: int, end: int) -> Word:
    raw = row[start:end]
    column = row.span.column + start + len(raw) - len(raw.lstrip())
    content = raw.strip().replace("\\|", "|")
    return Word(content, Span(row.span.file, row.span.line, column, row.span.line, column + len(raw.strip())))
