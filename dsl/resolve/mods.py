"""What a mod changes from outside: `change`, `delete`, `replace`; and the final order of rules."""

from .. import codes, nodes
from ..model import Model, Rule
from ..problems.suggest import nearest
from ..reading.parse import Parsed
from ..reading.source import Word
from .collect import Collector
from .declarations import label_text, rule
from .roles import File
from .things import add_entries


def changes(collector: Collector, file: File, declaration: Parsed) -> None:
    """Apply one of a mod's changes; everything it may name has been declared by now."""
    model = collector.model
    match declaration.node:
        case nodes.Change(kind=kind, name=name, entries=entries):
            thing = model.things.get(name)
            if thing is None or not model.is_a(thing.kind, kind):
                collector.report(codes.UNKNOWN_THING.at(name.span, kind=kind, name=name,
                                                        near=nearest(name, model.things)))
                return
            if thing.kind == "board":
                collector.report(codes.BAD_RULE.at(name.span, message="a board cannot be changed in parts",
                                                   proposal=f"declare it anew: `replace board {name}`"))
                return
            add_entries(collector, file, thing, tuple(_merged(collector, entry, thing.values)
                                                      for entry in entries))
        case nodes.DeleteThing(kind=kind, name=name):
            thing = model.things.get(name)
            if thing is None or not model.is_a(thing.kind, kind):
                collector.report(codes.UNKNOWN_THING.at(name.span, kind=kind, name=name,
                                                        near=nearest(name, model.things)))
                return
            thing.copies = 0
            if thing.kind == "board":
                del model.things[name]
            model.rules = [r for r in model.rules if r.this != name]
        case nodes.DeleteRule(label=label):
            if not _delete(model, label_text(label)):
                collector.report(codes.UNKNOWN_LABEL.at(label.span, name=label_text(label),
                                                        near=nearest(label_text(label), labels(model))))
        case nodes.Replace(declaration=node):
            _replace(collector, file, node)


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
    if not isinstance(entry, nodes.EntryValue) or not any(isinstance(v, nodes.ItemPlus | nodes.ItemWithout)
                                                          for v in entry.values):
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
                    collector.report(codes.UNKNOWN_WORD.at(
                        value.span, name=_plain(value), words=", ".join(had) or "those that are there",
                        near=nearest(_plain(value), had)))
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
            rule(collector, file, node, None, model.verbs[name].doc, replacing=True)
        case nodes.Define(name=name) | nodes.DefinePlain(name=name):
            if name not in model.defines:
                collector.report(codes.UNKNOWN_NAME.at(name.span, name=name,
                                                       near=nearest(name, model.defines)))
                return
            rule(collector, file, node, None, model.defines[name].doc, replacing=True)
        case nodes.Hook() | nodes.Whenever() | nodes.AsSoonAs() | nodes.Modifier():
            place = next((i for i, r in enumerate(model.rules) if label and label in rule_labels(r)), None)
            if place is None:
                collector.report(codes.UNKNOWN_LABEL.at(node.span, name=label,
                                                        near=nearest(label, labels(model))))
                return
            old = model.rules[place]
            model.rules[place] = Rule(node, old.this, old.mission, file.origin, old.order, old.doc)
        case nodes.Setting(name=name, value=value):
            if name not in model.settings:
                collector.report(codes.UNKNOWN_SETTING.at(name.span, name=name,
                                                          near=nearest(name, model.settings)))
                return
            model.settings[name].value = value
        case nodes.Thing(name=name):
            thing = model.things.get(name)
            if thing is None:
                collector.report(codes.UNKNOWN_THING.at(name.span, kind=node.kind, name=name,
                                                        near=nearest(name, model.things)))
                return
            thing.node = node
            if thing.kind == "board":
                return
            for entries in (thing.values, thing.steps, thing.tables):
                entries.clear()
            model.rules = [r for r in model.rules if r.this != name]
            add_entries(collector, file, thing, node.entries or ())


def labels(model: Model) -> list[str]:
    """Every label of a rule, verb or define."""
    found = [label for r in model.rules for label in rule_labels(r)]
    found += [v.label for v in model.verbs.values()] + [d.label for d in model.defines.values()]
    return [label for label in found if label]


def rule_labels(rule: Rule) -> list[str]:
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
            collector.report(codes.UNKNOWN_LABEL.at(target.span, name=label_text(target),
                                                    near=nearest(label_text(target), labels(model))))
        model.rules.insert(len(model.rules) if place is None else place, moved)
