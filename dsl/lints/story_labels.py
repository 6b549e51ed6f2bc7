"""Labels of stories that no rule has.

A label is a rule's number in a rulebook, such as `AB-9.03`, a word, or the name of whatever the story is
about. A chapter stands for its rules, and a rule for its parts: `AB-9` for `AB-9.03`, that for `AB-9.03b` and
`AB-9.03.1`. A way of numbering that no rule has numbers examples, unless that is a slip for a label there is.
Where no rule has a label, those of stories are the author's own. What stands in files of stories is no rule.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest, nearest_name
from ..source import first_word
from .facts import Facts

_LABELS = re.compile(r"\[([^][\"\n]*)\]")
_NUMBERED = re.compile(r"([A-Z][A-Z0-9]*(?:-[A-Z]+)*)-\d.*")


def labels_in(sources: Iterable[str]) -> frozenset[str]:
    """Every label in the sources that are no stories."""
    return frozenset(
        label.strip()
        for text in sources
        if first_word(text) != "tests"
        for labels in _LABELS.findall(text)
        for label in labels.split(",")
    )


def story_labels(facts: Facts) -> Iterator[Diagnostic]:
    """Each label of a story that is none of a rule."""
    if not facts.labels:
        return
    told = [
        (label.strip(), story.label.span)
        for story in facts.checked.model.tests
        if story.label is not None
        for label in str(story.label)[1:-1].split(",")
    ]
    numberings = {_numbering(label) for label in facts.labels} - {""}
    used = Counter(_numbering(name) for name in {name for name, _ in told})
    known = facts.labels | _names(facts)
    chapters = {before for one in known for before in _chapters(one)}
    for name, span in told:
        if not name or not facts.own(span) or name in chapters or _is_of(name, known):
            continue
        numbering = _numbering(name)
        near = ""
        if not numbering:
            near = nearest(name, facts.labels)
        elif numbering not in numberings:
            # One example is hardly a way of numbering them where its number is one of a rule's.
            meant = nearest_name(numbering, numberings) if used[numbering] == 1 else ""
            label = meant + name.removeprefix(numbering)
            if not meant or label not in facts.labels:
                continue
            near = f"did you mean `{label}`?"
        yield codes.NO_RULE_OF_LABEL.at(span, name=name, near=near)


def _is_of(name: str, known: frozenset[str]) -> bool:
    """Whether that is a label or name, or a part of what has one."""
    whole = name.rstrip("abcdefghijklmnopqrstuvwxyz") if _numbering(name) else name
    return not known.isdisjoint((name, whole, *_chapters(whole)))


def _chapters(label: str) -> list[str]:
    """What a label is a part of: of `AB-9.03.1`, `AB-9` and `AB-9.03`."""
    return [label[:at] for at, letter in enumerate(label) if letter == "." and at]


def _names(facts: Facts) -> frozenset[str]:
    """Whatever is declared, and so may be what a story is about."""
    model = facts.checked.model
    declared = (
        model.things,
        model.kinds,
        model.plurals,
        model.words,
        model.game,
        model.settings,
        model.dice,
        model.menus,
        model.relations,
        model.verbs,
        model.defines,
    )
    return frozenset({model.name, *model.mods, *(name for names in declared for name in names)})


def _numbering(label: str) -> str:
    """What comes before the number: `AB` of `AB-9.03`; empty for a word."""
    found = _NUMBERED.fullmatch(label)
    return found[1] if found is not None else ""
