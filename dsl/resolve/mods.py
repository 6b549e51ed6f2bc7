"""What a mod changes from outside: `change`, `delete`, `replace`; and the final order of rules."""

from collections.abc import Iterator
from typing import TypeGuard

from tilewright.schemas.wording import article

from .. import nodes
from ..history import Subject
from ..model import Model, RuleSymbol, ThingSymbol
from ..nodes.node import nodes_in, same
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..problems.suggest import KEPT_BY_MODS, WHOLE, instead_of_changing, nearest
from ..reading.parse import Parsed
from ..source import Span, Word
from .collect import Collector
from .declarations import bounds, label_text, labels_of, menu_of, relation_of, rule, text
from .dice import die_of
from .once import only_once
from .roles import File
from .things import add_entries, begin_anew


def changes(collector: Collector, file: File, declaration: Parsed) -> None:
    """Apply one of a mod's changes; everything it may name has been declared by now."""
    match declaration.node:
        case nodes.Change(kind=kind, name=name, entries=entries):
            thing = _thing(collector, "change", kind, name)
            if thing is None:
                return
            if thing.kind == "board":
                collector.report(
                    codes.BAD_RULE.at(
                        name.span,
                        message="a board cannot be changed in parts",
                        proposal=f"declare it again: `replace board {name}`",
                    )
                )
                return
            only_once(collector, name, entries, file.origin or file.path)
            for entry in entries:
                if not _is_list_change(entry):
                    before = thing.title, thing.text
                    add_entries(collector, file, thing, (entry,))
                    _says_anew(collector, thing, before, entry.span)
                    continue
                thing.values[entry.name] = _merged(collector, thing, entry)
        case nodes.Replace(declaration=node):
            _replace(collector, file, node)


def deletions(collector: Collector, file: File, declaration: Parsed) -> None:
    """Apply one of a mod's deletions: after all changes, so that none of them undoes it in whatever order."""
    model = collector.model
    match declaration.node:
        case nodes.DeleteThing(kind=kind, name=name):
            if _gone(collector, "thing", name):
                model.history.note("deletes", "thing", name, name.span)
                return
            thing = _thing(collector, "delete", kind, name)
            if thing is None:
                return
            thing.copies, thing.counted = 0, name.span
            if thing.kind == "board":
                del model.things[name]
            model.history.note("deletes", "thing", name, name.span)
            _without(collector, [r for r in model.rules if r.this == name], name.span)
        case nodes.DeleteRule(label=label):
            name = Word(label_text(label), label.span)
            found = [r for r in model.rules if name in labels_of(r.node)]
            if not found and not _gone(collector, "rule", name):
                collector.report(_no_such_label(collector, name, label.span))
                return
            model.history.note("deletes", "rule", name, label.span)
            _without(collector, found, label.span)


def _says_anew(collector: Collector, thing: ThingSymbol, before: tuple[str, str], at: Span) -> None:
    """Note whose the title and text of a thing are now."""
    for part, old, new in zip(("title", "text"), before, (thing.title, thing.text), strict=True):
        collector.says_anew(f"{thing.kind}/{thing.name}/{part}", thing.span, old, new, at)


def _gone(collector: Collector, sort: str, name: str) -> bool:
    """Whether somebody has deleted that already."""
    subject = Subject(sort, str(name))
    return any(one.deed == "deletes" and one.subject == subject for one in collector.model.history.touches)


def _without(collector: Collector, rules: list[RuleSymbol], span: Span) -> None:
    """Take rules out of the game, whatever else they are called."""
    model = collector.model
    model.rules = [one for one in model.rules if one not in rules]
    for label in {label for one in rules for label in labels_of(one.node)}:
        if not _gone(collector, "rule", label):
            model.history.note("deletes", "rule", label, span)


_REPLACED = {"to": "verb", "action": "action", "define": "define", "setting": "setting"}


def _thing(collector: Collector, change: str, kind: Word, name: Word) -> ThingSymbol | None:
    """The thing that a mod changes, deletes or replaces; else a problem that says what could be done."""
    model = collector.model
    thing = model.things.get(name)
    if thing is not None and model.is_a(thing.kind, kind):
        return thing
    if thing is not None:
        near = f"`{name}` is {article(thing.kind)}: write `{change} {thing.kind} {name}`"
        problem = codes.UNKNOWN_THING.at(name.span, kind=kind, name=name, near=near)
    elif kind in _REPLACED:
        message = f"`{change}` is for things, not for {article(_REPLACED[kind])}"
        proposal = f"declare it again: `replace {kind} {name} …`"
        problem = codes.BAD_RULE.at(kind.span, message=message, proposal=proposal)
    elif kind in KEPT_BY_MODS or kind in WHOLE:
        message = f"a mod cannot {change} what `{kind}` declares"
        problem = codes.BAD_RULE.at(kind.span, message=message, proposal=instead_of_changing(kind, name))
    elif kind not in model.kinds:
        problem = codes.UNKNOWN_KIND.at(kind.span, name=kind, near=nearest(kind, model.kinds))
    else:
        alike = [one.name for one in model.things.values() if model.is_a(one.kind, kind)]
        near = nearest(name, alike) or nearest(name, model.things)
        if not near and (model.is_a(kind, "space") or model.is_a(kind, "link")):
            near = "spaces and links are changed with their board: `replace board NAME of …`"
        problem = codes.UNKNOWN_THING.at(name.span, kind=kind, name=name, near=near)
    collector.report(problem)
    return None


def _keeps_parts(
    collector: Collector, node: nodes.Verb | nodes.Action, parts: tuple[nodes.Part, ...]
) -> None:
    """Whoever calls a verb says its parts: a mod's version has them, too."""
    left = [str(part.preposition or "") for part in node.parts]
    for part in parts:
        preposition = str(part.preposition or "")
        if preposition not in left:
            shown = f"{preposition} ({part.name})".strip()
            collector.report(
                codes.BAD_RULE.at(
                    node.name.span,
                    message=f"`{node.name}` is called with `{shown}`, which is missing here",
                    proposal=f"keep the parts of the verb that it replaces: `{node.name} {shown}`",
                )
            )
            return
        left.remove(preposition)


def _plain(value: nodes.SyntaxNode) -> str:
    """A word or number of a list as it is written."""
    match value:
        case nodes.Name(name=name):
            return name
        case nodes.Number(digits=digits):
            return str(int(digits))
    return ""


def _is_list_change(entry: nodes.SyntaxNode) -> TypeGuard[nodes.EntryValue]:
    """`keywords: + rapid, without heavy`."""
    return isinstance(entry, nodes.EntryValue) and any(
        isinstance(value, nodes.ItemPlus | nodes.ItemWithout) for value in entry.values
    )


def _merged(
    collector: Collector, thing: ThingSymbol, entry: nodes.EntryValue
) -> tuple[nodes.SyntaxNode, ...]:
    """`keywords: + rapid` adds to what the thing has, `without heavy` takes away."""
    history, part = collector.model.history, str(entry.name)
    merged = thing.values.get(entry.name, ())
    for item in entry.values:
        if isinstance(item, nodes.ItemWithout):
            value = item.value
            left = tuple(one for one in merged if _plain(one) != _plain(value))
            if len(left) == len(merged) and not _taken(collector, thing, part, value):
                had = [_plain(one) for one in merged]
                collector.report(
                    codes.UNKNOWN_WORD.at(
                        value.span,
                        name=_plain(value),
                        words=", ".join(had) or "those that are there",
                        near=nearest(_plain(value), had),
                    )
                )
            merged = left
            history.note("takes", "thing", thing.name, value.span, part, value, now=merged)
        else:
            value = item.value if isinstance(item, nodes.ItemPlus) else item
            merged = (*merged, value)
            history.note("extends", "thing", thing.name, value.span, part, value, now=merged)
    return merged


def _taken(collector: Collector, thing: ThingSymbol, part: str, value: nodes.SyntaxNode) -> bool:
    """Whether another mod has taken that out of the list already."""
    subject = Subject("thing", thing.name)
    return any(
        one.deed == "takes" and (one.subject, one.part) == (subject, part) and same(one.value, value)
        for one in collector.model.history.touches
    )


def _replace(collector: Collector, file: File, node: nodes.SyntaxNode) -> None:
    model = collector.model
    match node:
        case nodes.Verb(name=name) | nodes.Action(name=name):
            if name not in model.verbs:
                collector.report(codes.UNKNOWN_VERB.at(name.span, name=name, near=nearest(name, model.verbs)))
                return
            _keeps_parts(collector, node, model.verbs[name].parts)
            model.history.note("replaces", "verb", name, name.span, value=node)
            old = model.verbs[name]
            rule(collector, file, node, None, old.doc, replacing=True)
            new = model.verbs[name]
            collector.says_anew(f"verb/{name}/title", old.span, old.title, new.title, new.span)
            if old.means is not None and new.means is not None:
                spans = old.means.span, new.means.span
                collector.says_anew(f"verb/{name}/means", spans[0], old.means, new.means, spans[1])
        case nodes.Define(name=name) | nodes.DefinePlain(name=name):
            if name not in model.defines:
                collector.report(
                    codes.UNKNOWN_NAME.at(name.span, name=name, near=nearest(name, model.defines))
                )
                return
            model.history.note("replaces", "define", name, name.span, value=node)
            rule(collector, file, node, None, model.defines[name].doc, replacing=True)
        case _ if isinstance(node, nodes.Rule):
            _replace_rule(collector, file, node)
        case nodes.Setting(name=name, value=value):
            if name not in model.settings:
                collector.report(
                    codes.UNKNOWN_SETTING.at(name.span, name=name, near=nearest(name, model.settings))
                )
                return
            model.history.note("replaces", "setting", name, name.span, value=node)
            low, high = bounds(collector, node.type)
            kept = model.settings[name]
            title = text(node.title) or kept.title
            model.settings[name] = kept._replace(value=value, title=title, low=low, high=high)
            collector.says_anew(f"setting/{name}/title", kept.span, kept.title, title, node.span)
        case nodes.Relation(name=name) | nodes.Die(name=name) | nodes.Menu(name=name):
            _replace_whole(collector, node, name)
        case nodes.Thing(name=name):
            thing = _thing(collector, "replace", node.kind, name)
            if thing is None:
                return
            thing.node = node
            model.history.note("replaces", "thing", name, name.span, value=node)
            if thing.kind == "board":
                return
            before = thing.title, thing.text
            begin_anew(model, thing, node)
            model.rules = [r for r in model.rules if r.this != name]
            only_once(collector, name, node.entries or (), f"replaced {file.path}")
            add_entries(collector, file, thing, node.entries or ())
            _says_anew(collector, thing, before, node.span)


def _replace_whole(collector: Collector, node: nodes.Relation | nodes.Die | nodes.Menu, name: Word) -> None:
    """Another relation, die or menu in the place of one that rules speak of: it is of the same sort."""
    model = collector.model
    match node:
        case nodes.Relation():
            old_relation = model.relations.get(name)
            if old_relation is None:
                near = nearest(name, model.relations)
                collector.report(codes.UNKNOWN_RELATION.at(name.span, name=name, near=near))
                return
            new = relation_of(collector, node)
            if new.between != old_relation.between:
                plural = model.kinds[old_relation.between].plural
                _other_sort(collector, node.between, f"`{name}` is between {plural}", f"between {plural}")
            phrase = new.phrase or old_relation.phrase
            model.relations[name] = new._replace(phrase=phrase, between=old_relation.between)
        case nodes.Die():
            old_die = model.dice.get(name)
            if old_die is None:
                collector.report(codes.UNKNOWN_DIE.at(name.span, name=name, near=nearest(name, model.dice)))
                return
            model.dice[name] = die_of(collector, name, node.faces, node.span, old_die.type)
        case nodes.Menu():
            old_menu = model.menus.get(name)
            if old_menu is None:
                collector.report(codes.UNKNOWN_MENU.at(name.span, name=name, near=nearest(name, model.menus)))
                return
            new_menu = menu_of(collector, node)
            if new_menu.kind != old_menu.kind:
                kind = f"for {old_menu.kind}" if old_menu.kind else "for nobody in particular"
                _other_sort(collector, name, f"`{name}` is {kind}", kind if old_menu.kind else "no `for`")
            title = text(node.title) or old_menu.title
            model.menus[name] = new_menu._replace(title=title, kind=old_menu.kind)
            collector.says_anew(f"menu/{name}/title", old_menu.span, old_menu.title, title, node.span)
    sort = type(node).__name__.lower()
    model.history.note("replaces", sort, name, name.span, value=node)


def _other_sort(collector: Collector, at: Word, message: str, proposal: str) -> None:
    """What is told of a mod's version that those who speak of the old one could not use."""
    problem = codes.BAD_RULE.at(at.span, message=message, proposal=f"keep that: write `{proposal}`")
    collector.report(problem)


def _replace_rule(
    collector: Collector,
    file: File,
    node: nodes.Rule,
) -> None:
    """Put a rule in the place of the first one with its label."""
    model = collector.model
    label = label_text(node.label)
    place = next((i for i, r in enumerate(model.rules) if label and label in labels_of(r.node)), None)
    if not label:
        collector.report(
            codes.BAD_RULE.at(
                node.span,
                message="without a label nothing says which rule this replaces",
                proposal="write the label of that rule after the head: `[A-1]`",
            )
        )
        return
    if place is None:
        collector.report(_no_such_label(collector, Word(label, node.span), node.span))
        return
    old = model.rules[place]
    for one in labels_of(node):
        model.history.note("replaces", "rule", one, node.span, value=node)
    if old.this is not None:
        sort = "thing" if old.this in model.things else "kind"
        model.history.note("extends", sort, old.this, node.span, "rules", node)
    model.rules[place] = RuleSymbol(node, old.this, old.mission, file.origin, old.order, old.doc)


def _no_such_label(collector: Collector, label: Word, at: Span) -> Diagnostic:
    """What is said of a label that no rule has, or has any more, or that is not that of a rule by itself."""
    subject = Subject("rule", str(label))
    touches = collector.model.history.touches
    gone = next((one for one in touches if one.deed == "deletes" and one.subject == subject), None)
    if gone is not None:
        help = "leave out `earlier than`, or let the rule be"
        related = (Related(gone.span, "it is deleted here"),)
        return codes.UNKNOWN_LABEL.at(at, name=label, help=help, near="", related=related)
    for whole, node, way in _wholes(collector.model):
        for inner in nodes_in(node):
            if label in labels_of(inner):
                is_part = "is that of" if inner is node else "stands inside"
                message = f"the label [{label}] {is_part} {whole}, and not that of a rule by itself"
                related = (Related(inner.span, "it stands here"),)
                return codes.BAD_RULE.at(at, message=message, proposal=way, related=related)
    return codes.UNKNOWN_LABEL.at(at, name=label, near=nearest(label, labels(collector.model)))


def _wholes(model: Model) -> Iterator[tuple[str, nodes.SyntaxNode, str]]:
    """What a mod can say anew only as a whole, in words, with its node and how that is written."""
    for name, verb in model.verbs.items():
        if verb.node is not None:
            word = "action" if isinstance(verb.node, nodes.Action) else "to"
            yield f"`{word} {name}`", verb.node, f"say that anew: `replace {word} {name} …`"
    for name, define in model.defines.items():
        if define.node is not None:
            yield f"`define {name}`", define.node, f"say that anew: `replace define {name} …`"
    for thing in model.things.values():
        for part, steps in thing.steps.items():
            whole = f"`{thing.kind} {thing.name}`"
            yield (
                f"`{part}` of {whole}",
                steps,
                f"say that anew: `change {thing.kind} {thing.name}:`, `{part}: …`",
            )
    for one in model.rules:
        label = label_text(one.node.label) if getattr(one.node, "label", None) else ""
        way = f"say that anew: `replace … [{label}]`" if label else "say anew what that rule belongs to"
        yield f"the rule [{label}]" if label else "a rule without a label", one.node, way


def labels(model: Model) -> list[str]:
    """Every label of a rule, verb or define."""
    found = [label for r in model.rules for label in labels_of(r.node)]
    found += [v.label for v in model.verbs.values()] + [d.label for d in model.defines.values()]
    return [label for label in found if label]


def order_rules(collector: Collector) -> None:
    """Base rules, the mission's, those of things, mods'; then `earlier than [label]` moves some forward."""
    model = collector.model
    model.rules.sort(key=lambda r: r.order)
    for moved in [r for r in model.rules if getattr(r.node, "earlier", None)]:
        target: Word = moved.node.earlier.label
        model.rules.remove(moved)
        place = next((i for i, r in enumerate(model.rules) if label_text(target) in labels_of(r.node)), None)
        if place is None:
            name = Word(label_text(target), target.span)
            collector.report(_no_such_label(collector, name, target.span))
        model.rules.insert(len(model.rules) if place is None else place, moved)
