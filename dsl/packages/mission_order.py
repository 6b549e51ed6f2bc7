"""In which order missions are told: as campaigns play them, then as they are declared.

Read off the text in haste, so that a list of games can tell it without resolving any of them.
"""

import re
from collections.abc import Iterable

_DECLARED = re.compile(r"^(\w+) +(\w+)(.*(?:\n(?:[ \t].*)?)*)", re.MULTILINE)
_BEGINS = re.compile(r"^[ \t]+begins: *(\w+)", re.MULTILINE)
_ASIDE = re.compile(r'"[^"\n]*"|#.*')
_CARRIED_OUT = ("to", "action", "define")


def in_order(missions: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Missions that are given as they are declared, in the order that the sources of their package tell."""
    declared = list(missions)
    words: dict[str, list[str]] = {}
    verbs: list[str] = []
    for text in texts:
        for sort, name, rest in _DECLARED.findall(_ASIDE.sub("", text)):
            if sort in _CARRIED_OUT:
                words[name] = re.findall(r"\w+", rest)
            elif sort == "campaign":
                verbs += _BEGINS.findall(rest)
    found = (one for verb in verbs for one in _named_by(verb, words, frozenset(declared)))
    return list(dict.fromkeys((*found, *declared)))


def _named_by(verb: str, words: dict[str, list[str]], missions: frozenset[str]) -> list[str]:
    """The missions that a verb names; else those that the nearest of what it uses name. What lies deeper is
    about other things, and may use their names for something else.
    """
    level, seen = [verb], {verb}
    while level:
        spoken = [word for one in level for word in words.get(one, ())]
        if found := [word for word in spoken if word in missions]:
            return found
        level = [one for one in dict.fromkeys(spoken) if one in words and one not in seen]
        seen.update(level)
    return []
