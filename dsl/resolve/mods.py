"""What a mod changes from outside: `change`, `delete`, `replace`; and the final order of rules."""

from .. import nodes
from ..model import Model, RuleSymbol, ThingSymbol
from ..problems import codes
from ..problems.suggest import KEPT_BY_MODS, instead_of_changing, nearest
from ..reading.parse import Parsed
from ..source import Word
from .collect import Collector
from .declarations import bounds, label_text, rule, text
from .roles import File
from .things import add_entries, begin_anew, only_once


def changes(collector: Collector, file: File, declaration: Parsed) -> None:
    """Apply one of a mod's changes; everything it may name has been declared by now."""
    model = collector.model
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
                        proposal=f"declare it anew: `replace board {name}`",
                    )
                )
                return
            only_once(collector, name, entries, file.origin or file.path)
            add_entries(
                collector, file, thing, tuple(_merged(collector, entry, thing.values) for entry in entries)
            )
        case nodes.DeleteThing(kind=kind, name=name):
            thing = _thing(collector, "delete", kind, name)
            if thing is None:
                return
            thing.copies, thing.counted = 0, name.span
            if thing.kind == "board":
                del model.things[name]
            model.rules = [r for r in model.rules if r.this != name]
        case nodes.DeleteRule(label=label):
            if not _delete(model, label_text(label)):
                collector.report(
                    codes.UNKNOWN_LABEL.at(
                        label.span, name=label_text(label), near=nearest(label_text(label), labels(model))
                    )
                )
        case nodes.Replace(declaration=node):
            _replace(collector, file, node)


_REPLACED = {"to": "verb", "action": "action", "define": "define", "setting": "setting"}


def _thing(collector: Collector, change: str, kind: Word, name: Word) -> ThingSymbol | None:
    """The thing that a mod changes, deletes or replaces; else a problem that says what could be done."""
    model = collector.model
    thing = model.things.get(name)
    if thing is not None and model.is_a(thing.kind, kind):
        return thing
    if thing is not None:
        near = f"`{name}` is a {thing.kind}: write `{change} {thing.kind} {name}`"
        problem = codes.UNKNOWN_THING.at(name.span, kind=kind, name=name, near=near)
    elif kind in _REPLACED:
        message = f"`{change}` is for things, not for a {_REPLACED[kind]}"
        proposal = f"declare it anew: `replace {kind} {name} …`"
        problem = codes.BAD_RULE.at(kind.span, message=message, proposal=proposal)
    elif kind in KEPT_BY_MODS:
        message = f"a mod cannot {change} what `{kind}` declares"
        problem = codes.BAD_RULE.at(kind.span, message=message, proposal=instead_of_changing(kind))
    elif kind not in model.kinds:
        problem = codes.UNKNOWN_KIND.at(kind.span, name=kind, near=nearest(kind, model.kinds))
    else:
        alike = [one.name for one in model.things.values() if model.is_a(one.kind, kind)]
        near = nearest(name, alike) or nearest(name, model.things)
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


def _plain(value: nodes.Node) -> str:
    """A word or number of a list as it is written."""
    match value:
        case nodes.Name(name=name):
            return name
        case nodes.Number(digits=digits):
            return str(int(digits))
    return ""


def _merged(collector: Collector, entry: nodes.Node, values: dict[str, tuple[nodes.Node, ...]]) -> nodes.Node:
    """`keywords: + rapid` adds to what the thing has, `without heavy` takes away."""
    if not isinstance(entry, nodes.EntryValue) or not any(
        isinstance(v, nodes.ItemPlus | nodes.ItemWithout) for v in entry.values
    ):
        return entry
    merged = list(values.get(entry.name, ()))
    for item in entry.values:
        match item:
            case nodes.ItemPlus(value=value):
                merged.append(value)
            case nodes.ItemWithout(value=value):
                left = [one for one in merged if _plain(one) != _plain(value)]
                if len(left) == len(merged):
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
            case _:
                merged.append(item)
    return nodes.EntryValue(entry.name, tuple(merged), entry.span)


def _delete(model: Model, label: str) -> bool:
    before = len(model.rules)
    model.rules = [r for r in model.rules if label not in rule_labels(r)]
    return len(model.rules) < before


def _replace(collector: Collector, file: File, node: nodes.Node) -> None:
    model = collector.model
    label = label_text(getattr(node, "label", None))
    match node:
        case nodes.Verb(name=name) | nodes.Action(name=name):
            if name not in model.verbs:
                collector.report(codes.UNKNOWN_VERB.at(name.span, name=name, near=nearest(name, model.verbs)))
                return
            _keeps_parts(collector, node, model.verbs[name].parts)
            rule(collector, file, node, None, model.verbs[name].doc, replacing=True)
        case nodes.Define(name=name) | nodes.DefinePlain(name=name):
            if name not in model.defines:
                collector.report(
                    codes.UNKNOWN_NAME.at(name.span, name=name, near=nearest(name, model.defines))
                )
                return
            rule(collector, file, node, None, model.defines[name].doc, replacing=True)
        case nodes.Hook() | nodes.Whenever() | nodes.AsSoonAs() | nodes.Modifier():
            place = next((i for i, r in enumerate(model.rules) if label and label in rule_labels(r)), None)
            if not label:
                collector.report(
                    codes.BAD_RULE.at(
                        node.span,
                        message="without a label nothing says which rule this replaces",
                        proposal="write the label of that rule behind the head: `[A-1]`",
                    )
                )
                return
            if place is None:
                collector.report(
                    codes.UNKNOWN_LABEL.at(node.span, name=label, near=nearest(label, labels(model)))
                )
                return
            old = model.rules[place]
            model.rules[place] = RuleSymbol(node, old.this, old.mission, file.origin, old.order, old.doc)
        case nodes.Setting(name=name, value=value):
            if name not in model.settings:
                collector.report(
                    codes.UNKNOWN_SETTING.at(name.span, name=name, near=nearest(name, model.settings))
                )
                return
            low, high = bounds(collector, node.type)
            title = text(node.title) or model.settings[name].title
            model.settings[name] = model.settings[name]._replace(value=value, title=title, low=low, high=high)
        case nodes.Thing(name=name):
            thing = _thing(collector, "replace", node.kind, name)
            if thing is None:
                return
            thing.node = node
            if thing.kind == "board":
                return
            begin_anew(model, thing, node)
            model.rules = [r for r in model.rules if r.this != name]
            only_once(collector, name, node.entries or (), f"replaced {file.path}")
            add_entries(collector, file, thing, node.entries or ())


def labels(model: Model) -> list[str]:
    """Every label of a rule, verb or define."""
    found = [label for r in model.rules for label in rule_labels(r)]
    found += [v.label for v in model.verbs.values()] + [d.label for d in model.defines.values()]
    return [label for label in found if label]


def rule_labels(rule: RuleSymbol) -> list[str]:
    """The labels of a rule: `[AL-8.04, AL-8.05]` are two."""
    text = label_text(getattr(rule.node, "label", None))
    return [text, *(part.strip() for part in text.split(","))] if text else []


def order_rules(collector: Collector) -> None:
    """Base rules, the mission's, those of things, mods'; then `earlier than [label]` moves some forward."""
    model = collector.model
    model.rules.sort(key=lambda r: r.order)
    for moved in [r for r in model.rules if getattr(r.node, "earlier", None)]:
        target: Word = moved.node.earlier.label
        model.rules.remove(moved)
        place = next((i for i, r in enumerate(model.rules) if label_text(target) in rule_labels(r)), None)
        if place is None:
            collector.report(
                codes.UNKNOWN_LABEL.at(
                    target.span, name=label_text(target), near=nearest(label_text(target), labels(model))
                )
            )
        model.rules.insert(len(model.rules) if place is None else place, moved)
