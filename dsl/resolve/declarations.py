"""Kinds, members, dice, settings, menus, relations, verbs, defines and rules → the model."""

from tilewright.schemas import art

from .. import nodes
from ..history import PROPERTY_OF
from ..model import (
    DefineSymbol,
    KindSymbol,
    MenuSymbol,
    Property,
    RelationSymbol,
    RuleSymbol,
    SettingSymbol,
    StepsSymbol,
    ValueMeaning,
    VerbSymbol,
    of_word,
)
from ..problems import codes
from ..problems.cascades import of_kind
from ..problems.suggest import nearest
from ..reading.parse import Parsed
from ..source import Span, Word, package_of
from ..value_types import ANY
from ..vocabulary import plural_of
from .collect import Collector
from .dice import die_of
from .once import only_once
from .roles import File

TIER = {"library": 0, "system": 0, "content": 2, "mod": 3, "tests": 4}
"""Rules of the base game come first, then the mission's (1), those of things, and mods'."""

MAX_CAPACITY = 1000


MAX_BY_WORD = 10_000
"""Values that `by each` declares in a package: one for each of the words."""


def kinds(collector: Collector, file: File, declaration: Parsed) -> None:
    """Declare the kinds themselves, so that members and parts may name each other's."""
    node = declaration.node
    if not isinstance(node, nodes.Kind):
        return
    if node.name in collector.model.kinds and ("kind", str(node.name)) not in collector.names:
        collector.report(
            codes.BAD_NAME.at(
                node.name.span, name=node.name, what="a kind", proposal="it is built in: choose another one"
            )
        )
        return
    if not collector.claim("kind", node.name, node):
        return
    plural = str(node.plural) if node.plural else plural_of(node.name)
    collector.model.kinds[node.name] = KindSymbol(
        str(node.name),
        str(node.parent) if node.parent else "thing",
        node.span,
        title=text(node.title) or title_of(node.name),
        plural=plural,
        doc=declaration.doc,
        label=label_text(node.label),
    )
    claim_plural(collector, plural, node.name)


def members(collector: Collector, file: File, declaration: Parsed) -> None:
    """Properties, piles, steps and rules of kinds, of the game and of players."""
    node = declaration.node
    if isinstance(node, nodes.Kind):
        if node.name not in collector.model.kinds:
            return
        if node.parent is not None and node.parent not in collector.model.kinds:
            collector.model.kinds[node.name].parent = collector.kind(node.parent)
            collector.model.lost.add(of_kind(str(node.name)))
        _members(collector, file, str(node.name), node.members or ())
    elif isinstance(node, nodes.HasBlock):
        if node.kind in ("game", "campaign"):
            _members(collector, file, "game", node.members, campaign=node.kind == "campaign")
        else:
            near = nearest(node.kind, ["game", "campaign", *collector.model.kinds])
            if node.kind in collector.model.kinds:
                _members(collector, file, str(node.kind), node.members)
            else:
                collector.report(codes.UNKNOWN_KIND.at(node.kind.span, name=node.kind, near=near))


def _members(
    collector: Collector,
    file: File,
    owner: str,
    found: tuple[nodes.SyntaxNode, ...],
    *,
    campaign: bool = False,
) -> None:
    only_once(collector, owner, found, file.origin or package_of(file.path))
    for member in found:
        match member:
            case nodes.Stored():
                for name in _each_of(collector, owner, member):
                    known = _stored(collector, owner, name, member)
                    known.campaign = campaign
                    _add_property(collector, known, member)
            case nodes.Derived(name=name, value=value, label=label):
                known = Property(str(name), owner, ANY, "derived", member.span, default=value)
                known.label = label_text(label)
                _add_property(collector, known, member)
            case nodes.Given(name=name, type=kind):
                type_ = collector.type_of(kind, f"{owner}.{name}")
                known = Property(str(name), owner, type_, "given", member.span)
                known.internal = member.internal is not None
                _add_property(collector, known, member)
            case nodes.Means():
                _mean(collector, owner, member)
            case _ if owner == "game":
                rule(collector, file, member, None, "")
            case _:
                _kind_says(collector, file, owner, member)


def _kind_says(collector: Collector, file: File, owner: str, member: nodes.SyntaxNode) -> None:
    """What a kind does, what it looks like, and who sees and decides for its things."""
    history = collector.model.history
    match member:
        case nodes.Does(name=name, title=title, parts=parts, optional=optional):
            collector.named_once(part.name for part in parts)
            history.set("kind", owner, f"does {name}", member.span, member)
            collector.model.kinds[owner].steps[name] = StepsSymbol(
                str(name), owner, parts, text(title), member.span, optional is not None
            )
        case nodes.Controlled(by=by):
            history.set("kind", owner, "controlled by", member.span, member)
            collector.model.kinds[owner].controlled = by
        case nodes.InForce(test=test):
            history.set("kind", owner, "in force", member.span, member)
            collector.model.kinds[owner].in_force = test
        case nodes.IdentitySeen(by=by):
            history.set("kind", owner, "identity seen by", member.span, member)
            collector.model.kinds[owner].identity_seen = by
        case nodes.PlaceSeen(by=by, among=among):
            history.set("kind", owner, "place seen by", member.span, member)
            collector.model.kinds[owner].place_seen = by
            collector.model.kinds[owner].place_among = among
        case nodes.Back(names=names):
            history.set("kind", owner, "back", member.span, member)
            collector.model.kinds[owner].back = names
        case nodes.LookWhen():
            note_look(collector, "kind", owner, member)
            collector.model.kinds[owner].looks.append(member)
            collector.model.hints_of.setdefault(owner, []).extend(member.hints)
        case nodes.Look(hints=hints):
            note_look(collector, "kind", owner, member)
            collector.model.hints_of.setdefault(owner, []).extend(hints)
            collector.model.kinds[owner].look |= look_of(hints)
        case _:
            rule(collector, file, member, owner, "")


def _mean(collector: Collector, owner: str, member: nodes.Means) -> None:
    """Note what a value means; of several packages that say it, the last has the word."""
    model, name = collector.model, str(member.name)
    words = Word(text(member.words), member.words.span)
    sort, whose = ("header", "") if owner == "game" else ("kind", owner)
    model.history.set(sort, whose, f"{name} means", member.span, member)
    meanings = model.meanings if owner == "game" else model.kinds[owner].meanings
    if name not in meanings or meanings[name].words != words:  # words that stay are whose they were
        meanings[name] = ValueMeaning(words, member.name)


def bounds(collector: Collector, type_: nodes.SyntaxNode) -> tuple[int | None, int | None]:
    """The least and the highest number that a type allows, where it says so."""
    if not isinstance(type_, nodes.TypeNumber) or type_.low is None or type_.high is None:
        return None, None
    return collector.in_order(type_.low, type_.high) or (None, None)


def _each_of(collector: Collector, owner: str, member: nodes.Stored) -> tuple[Word, ...]:
    """The names of the values that a member declares: with `by each`, one for each of the words."""
    if not isinstance(member.type, nodes.TypeByEach):
        return member.names
    model, by = collector.model, member.type.by
    if by not in model.words:
        near = nearest(by, model.words)
        if by in model.kinds:
            near = f"to give each {by} one, declare it under `{by} has:`"
        collector.report(codes.UNKNOWN_WORDS.at(by.span, name=by, near=near))
        model.lost.update(map(str, member.names))
        return ()
    model.by_each |= {(owner, str(name)): str(by) for name in member.names}
    was_within = collector.by_word <= MAX_BY_WORD
    collector.by_word += len(member.names) * len(model.words[by])
    if collector.by_word > MAX_BY_WORD:
        if was_within:
            size = f"{collector.by_word:,} values by word"
            limit = f"{MAX_BY_WORD:,}"
            collector.report(codes.TOO_LARGE.at(by.span, what="this package", size=size, limit=limit))
        model.lost.update(map(str, member.names))
        return ()
    return tuple(Word(of_word(name, one), name.span) for name in member.names for one in model.words[by])


def _stored(collector: Collector, owner: str, name: Word, member: nodes.Stored) -> Property:
    type_ = member.type
    by = str(type_.by) if isinstance(type_, nodes.TypeBy) else None
    inner = type_.type if isinstance(type_, nodes.TypeBy | nodes.TypeByEach) else type_
    found = Property(
        str(name),
        owner,
        collector.type_of(type_, f"{owner}.{name}"),
        "stored",
        name.span,
        default=member.default,
        by=by,
        label=label_text(member.label),
    )
    found.low, found.high = bounds(collector, inner)
    if isinstance(inner, nodes.TypePile | nodes.TypeBag | nodes.TypeSlot):
        found.sort = "place"
        found.place = type(inner).__name__[4:].lower()
        if isinstance(inner, nodes.TypeSlot):
            found.capacity = collector.up_to(inner.number, MAX_CAPACITY, "this slot")
            found.fits = inner.test
    for trait in member.traits:
        match trait:
            case nodes.Seen(by=by_whom):
                found.seen = by_whom
            case nodes.Reset(verb=verb):
                found.reset = verb
            case nodes.InPlay():
                found.in_play = True
            case nodes.Internal():
                found.internal = True
            case nodes.Untold():
                found.untold = True
    return found


def _add_property(collector: Collector, found: Property, written: nodes.SyntaxNode) -> None:
    name = Word(found.name, found.span)
    if not collector.claim(f"{PROPERTY_OF}{found.kind}", name, written):
        return
    if found.kind == "game":
        collector.model.game[found.name] = found
    else:
        collector.model.kinds[found.kind].properties[found.name] = found


def vocabulary(collector: Collector, file: File, declaration: Parsed) -> None:
    """Words, dice, settings, menus and relations."""
    model = collector.model
    node = declaration.node
    match node:
        case nodes.Die(name=name, faces=faces):
            if collector.claim("die", name, node):
                model.dice[name] = die_of(collector, name, faces, node.span)
        case nodes.Words(name=name, words=words):
            if collector.claim("words", name, node):
                model.words[name] = tuple(map(str, collector.listed(words, str(name))))
                if "none" in words:
                    collector.with_none.add(str(name))
        case nodes.Setting(name=name):
            if collector.claim("setting", name, node):
                model.settings[name] = SettingSymbol(
                    str(name),
                    collector.type_of(node.type, str(name)),
                    node.value,
                    text(node.title) or title_of(name),
                    label_text(node.label),
                    node.span,
                    *bounds(collector, node.type),
                )
        case nodes.Menu(name=name):
            if collector.claim("menu", name, node):
                model.menus[name] = menu_of(collector, node)
        case nodes.Relation(name=name):
            if collector.claim("relation", name, node):
                model.relations[name] = relation_of(collector, node)


def menu_of(collector: Collector, node: nodes.Menu) -> MenuSymbol:
    """A menu as it is declared."""
    kind = collector.kind(node.kind) if node.kind else None
    title = text(node.title) or title_of(node.name)
    return MenuSymbol(str(node.name), title, kind, bool(node.at_any_time), node.span)


def relation_of(collector: Collector, node: nodes.Relation) -> RelationSymbol:
    """A relation as it is declared."""
    kind = collector.model.plurals.get(node.between, str(node.between))
    between = collector.kind(Word(kind, node.between.span))
    return RelationSymbol(str(node.name), between, text(node.phrase), node)


def rules(collector: Collector, file: File, declaration: Parsed) -> None:
    """Verbs, actions, defines, hooks, triggers, modifiers and tests of a file's own level."""
    node = declaration.node
    if isinstance(node, nodes.Test):
        collector.model.tests.append(node)
    elif isinstance(
        node,
        nodes.Verb | nodes.Action | nodes.Define | nodes.DefinePlain | nodes.Rule,
    ):
        rule(collector, file, node, None, declaration.doc)


def rule(
    collector: Collector,
    file: File,
    node: nodes.SyntaxNode,
    this: str | None,
    doc: str,
    *,
    mission: str | None = None,
    replacing: bool = False,
) -> None:
    """Add one verb, define or rule; `this` is the kind whose things speak in it."""
    model = collector.model
    tier = 1 if mission else TIER[file.role]
    order = (tier, len(model.rules) + len(model.verbs))
    match node:
        case nodes.Verb() | nodes.Action():
            if replacing or collector.claim("verb", node.name, node):
                collector.named_once(part.name for part in node.parts)
                title = text(node.title) or (title_of(node.name) if isinstance(node, nodes.Action) else "")
                model.verbs[node.name] = VerbSymbol(
                    str(node.name),
                    _own_part(this, node.span) + node.parts,
                    node.span,
                    node,
                    title,
                    label_text(node.label),
                    doc,
                    this,
                    order=order,
                )
        case nodes.Define() | nodes.DefinePlain():
            if this is not None:
                collector.report(
                    codes.NOT_ALLOWED_HERE.at(
                        node.span, what="a define", role="thing or kind", proposal="declare it at the margin"
                    )
                )
            elif replacing or collector.claim("define", node.name, node):
                parameters = node.parameters if isinstance(node, nodes.Define) else ()
                collector.named_once(parameter.name for parameter in parameters)
                label = node.label or getattr(node.definition, "label", None)
                model.defines[node.name] = DefineSymbol(
                    str(node.name), parameters, node.span, node, label_text(label), doc
                )
        case _ if isinstance(node, nodes.Rule):
            model.rules.append(RuleSymbol(node, this, mission, file.origin, order, doc))
            for label in labels_of(node):
                model.history.note("adds", "rule", label, node.span, value=node)
        case _:
            span: Span = node.span
            collector.report(
                codes.NOT_ALLOWED_HERE.at(
                    span, what="this", role="thing or kind", proposal="declare it at the margin"
                )
            )


def _own_part(this: str | None, span: Span) -> tuple[nodes.Part, ...]:
    """An action of a card is offered by each copy whose rules are in force: `this` is its first part."""
    if this is None:
        return ()
    kind = Word(this, span)
    choices = nodes.Function(Word("in_force", span), (nodes.Name(kind, span),), span)
    name, type_ = Word("this", span), nodes.TypeName(kind, None, span)
    return (nodes.Part(None, name, type_, choices, None, None, None, None, None, span),)


# ------------------------------------------------------------------ small questions


def text(string: Word | None) -> str:
    """What stands between the quotes."""
    return str(string)[1:-1] if string else ""


def labels_of(node: nodes.SyntaxNode) -> list[str]:
    """The labels of a rule: `[AL-8.04, AL-8.05]` are two."""
    text = label_text(getattr(node, "label", None))
    return [text, *(part.strip() for part in text.split(",") if "," in text)] if text else []


def claim_plural(collector: Collector, plural: str, name: Word) -> None:
    """Speak of these things in the plural; the first who says so has the word."""
    collector.model.history.set("plural", plural, "", name.span, name)
    collector.model.plurals.setdefault(plural, str(name))


def label_text(label: Word | None) -> str:
    """`[AL-9.03]` without its brackets."""
    return str(label)[1:-1].strip() if label else ""


def title_of(name: str) -> str:
    return name.replace("_", " ").capitalize()


def note_look(collector: Collector, sort: str, name: str, look: nodes.Look | nodes.LookWhen) -> None:
    """Enter each hint of a look in the history."""
    part = "look when" if isinstance(look, nodes.LookWhen) else "look"
    for hint in look.hints:
        collector.model.history.set(sort, name, f"{part}.{hint.name}", hint.span, hint)


def look_of(hints: tuple[nodes.Hint, ...]) -> dict[str, str | int]:
    """Hints for the viewer as a flat table."""
    found: dict[str, str | int] = {}
    for hint in hints:
        value = hint.value
        if isinstance(value, nodes.Positive | nodes.NegativeNumber):
            found[str(hint.name)] = value.value
        else:
            found[str(hint.name)] = _shown(str(hint.name), str(value).strip('"'), hint.span)
    return found


def _shown(name: str, written: str, span: Span) -> str:
    """What a hint says; a file of art goes with the package in whose folder it lies."""
    if name not in art.HINTS or not art.is_file(written):
        return written
    return f"{package_of(span.file).removesuffix('.wright')}/{written}"
