"""Sentences of the language by chance: the rules of the grammar file itself, followed at random.

They are right as to syntax and seldom as to meaning; names come from the cases, so that many do mean
something.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import tilewright.dsl

from .texts import NUMBERS, ODD

_GRAMMAR = Path(next(iter(tilewright.dsl.__path__))) / "grammar.lark"
_NAMES = (
    "hero",
    "heroes",
    "guard",
    "card",
    "cards",
    "spell",
    "player",
    "players",
    "scout",
    "knight",
    "flame",
    "deck",
    "discards",
    "hand",
    "health",
    "strength",
    "round",
    "chief",
    "luck_die",
    "red",
    "colour",
    "shoot",
    "walking",
    "sight",
    "square",
    "squares",
    "space",
    "door",
    "owner",
    "x",
    "n",
    "thing",
    "play",
    "turn",
    "gear",
    "friends",
    "number",
    "new_name",
    "other_name",
    "count",
    "first",
)
_SAMPLES = {
    "NAME": _NAMES,
    "FUNC": ("count", "first", "sum", "might", "within", "new_name"),
    "NUMBER": NUMBERS[:8],
    "STRING": ('"Words"', '"{it}"', '"{this.health} and {you}"', '""', '"a {count(heroes)}"'),
    "LABEL": ("[A-1]",),
    "ROW": ("| a | b |", "| 1 |"),
    "FILE_ROLE": ("system", "content", "tests", "library"),
    "TIMES": ("x2",),
    "HOOK": ("before", "after", "instead of"),
    "WITH_KEY": ("with least", "with the most"),
    "BACK": ("back:",),
    "LOOK": ("look:",),
    "PILE_END": ("top", "bottom"),
    "GAME_STATE": ("won", "open"),
    "SHOWS": ("shows", "hides"),
    "COMPARE": ("<", ">=", "!="),
    "EQUAL": ("=",),
    "COMMA_OR": (", or",),
    "BY_WORD": ("by",),
    "DRAW_GAME": ("draw",),
}
_DEEP = 12
DECLARED = ("declaration", "verb", "verb", "define", "rule", "thing", "kind", "test", "has_block")

Symbols = tuple[tuple[str, bool], ...]  # names, and which are terminals


@cache
def _rules() -> tuple[dict[str, list[Symbols]], dict[str, str]]:
    """What each rule may be, and what is written for a terminal."""
    from lark.load_grammar import load_grammar

    # One that is already plain: `+`, `*` and `[]` are rules of their own.
    read: Any = load_grammar  # it has no types
    loaded = read(_GRAMMAR.read_text("utf-8"), str(_GRAMMAR), [], False)[0]
    terminals, rules, _ = loaded.compile(["start"], "*")
    found: dict[str, list[Symbols]] = {}
    for rule in rules:
        expansion = tuple((one.name, one.is_term) for one in rule.expansion)
        found.setdefault(rule.origin.name, []).append(expansion)
    patterns = {one.name: one.pattern for one in terminals if one.pattern is not None}
    written = {
        name: _plain(one.value if one.type == "re" else re.escape(one.value))
        for name, one in patterns.items()
    }
    return found, written


def _plain(pattern: str) -> str:
    """A text that a terminal's pattern matches: of what is either this or that, this."""
    text = re.sub(r"\(\?[=!<].*", "", pattern)
    text = re.sub(r" [+*]|\[[^\]]*\][+*]?", " ", text).replace(r"\b", "")
    text = re.sub(r"\(([^()|]*)\|?[^()]*\)\??", r"\1", text)
    return re.sub(r"\\(.)", r"\1", text)


@cache
def _depths() -> dict[str, int]:
    """How deep each rule has to go at least."""
    rules, _ = _rules()
    depths: dict[str, int] = {}
    while len(depths) < len(rules):
        before = len(depths)
        for name, ways in rules.items():
            known = [
                1 + max((0 if term else depths[one] for one, term in way), default=0)
                for way in ways
                if all(term or one in depths for one, term in way)
            ]
            if known and name not in depths:
                depths[name] = min(known)
        if len(depths) == before:
            break
    return depths


def declarations(chance: Random) -> str:
    """One to four declarations."""
    return "\n\n".join(sentence(chance, chance.choice(DECLARED)) for _ in range(chance.randint(1, 4))) + "\n"


def sentence(chance: Random, rule: str) -> str:
    """A sentence that a rule of the grammar allows."""
    tokens: list[str] = []
    _follow(chance, rule, _DEEP, tokens)
    indent, text = 0, ""
    for token in tokens:
        if token == "_INDENT":
            indent += 1
        elif token == "_DEDENT":
            indent -= 1
        elif token == "_NL":
            text += "\n"
        else:
            glue = "  " * indent if not text or text.endswith("\n") else " "
            text += ("" if glue == " " and (token in ",:).(" or text.endswith(("(", "."))) else glue) + token
    return text


def _follow(chance: Random, rule: str, left: int, tokens: list[str]) -> None:
    rules, _ = _rules()
    depths = _depths()
    ways = rules.get(rule, [()])
    fits = [way for way in ways if all(term or depths.get(one, 99) < left for one, term in way)]
    if not fits or len(tokens) > 400:
        fits = sorted(
            ways, key=lambda way: max((0 if term else depths.get(one, 99) for one, term in way), default=0)
        )
        fits = fits[:1]
    for name, terminal in chance.choice(fits):
        if terminal:
            tokens.append(_written(chance, name))
        else:
            _follow(chance, name, left - 1, tokens)


def _written(chance: Random, name: str) -> str:
    if name in ("_NL", "_INDENT", "_DEDENT"):
        return name
    if name == "DRAWING":
        return f"drawing:\n    {chance.choice(('a b', '+--+', '1 2 3', chance.choice(ODD)))}"
    samples = _SAMPLES.get(name)
    return chance.choice(samples) if samples else _rules()[1].get(name, name)
