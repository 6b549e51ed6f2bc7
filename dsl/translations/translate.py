"""A program in another language: its texts replaced by those of a catalogue. It plays as it did.

What a catalogue lacks stays as the author wrote it. The program notes how much that is, so that it can be
said once; `of` which program it was made, so that a game saved in one language goes on in every other; and a
hash of its `words`, by which programs that play alike but read differently can be told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache

from tilewright.schemas.documents import Document, ProgramDocument
from tilewright.schemas.identity import fingerprint, identity
from tilewright.schemas.wording import ENGLISH, Wording

from .catalogue import CatalogueEntry, Text, engine_texts, gaps, matches
from .engine_catalogue import engine_catalogue, engine_languages

TextPlace = tuple[str, Document, str]
"""The key of a text, and the table and field of the program in which it stands."""

_BUILT_IN = {"kind/wall/title": "engine/title_wall", "game/box/title": "engine/title_box"}
"""What the engine calls what no package declares, by the keys under which one that does is translated."""

_UNBROKEN = {
    "cs": ((re.compile(r"(?<=\b[KkSsVvZzOoUuAaIi]) (?=\S)"), "\N{NO-BREAK SPACE}"),),
    "fr": (
        (re.compile(r"(?<=\S) (?=[?!;])"), "\N{NARROW NO-BREAK SPACE}"),
        (re.compile(r"(?<=\S) (?=[:»])|(?<=«) "), "\N{NO-BREAK SPACE}"),
    ),
}
"""Where no line ends: in Czech after a word of one letter, in French before a sign and within quotes."""


def translate(
    program: ProgramDocument, entries: Iterable[CatalogueEntry], texts: Mapping[str, Text], language: str
) -> ProgramDocument:
    """The same program in a language. `texts` are those that could be translated."""
    entries = list(entries)
    found = translated(entries, texts, language)
    sentences = translated([*entries, *engine_catalogue(language)], engine_texts(), language)
    words = {key: sentences[said] for key, said in _BUILT_IN.items() if said in sentences} | found
    spoken = deepcopy(program)
    for one in (spoken, *spoken.get("missions", {}).values()):
        for key, table, field in _places(one):
            if key in words:
                table[field] = words[key]
        for player in _players(one):
            number = player["name"].rpartition(".")[2]
            if f"player/{number}/title" in texts:
                player["title"] = words.get(f"player/{number}/title", player["title"])
            elif "kind/player/title" in words:
                player["title"] = f"{words['kind/player/title']} {number}"
    told = {
        "code": language,
        "missing": len(texts.keys() - found.keys()),
        "texts": len(texts),
        "words": fingerprint(words),
        "sentences": sentences,
    }
    for name, one in spoken.get("missions", {}).items():
        one["language"] = told | {"of": identity(program["missions"][name])}
    spoken["language"] = told | {"of": identity(program)}
    return spoken


def translated(
    entries: Iterable[CatalogueEntry], texts: Mapping[str, Text], language: str = ""
) -> dict[str, str]:
    """The translations of texts, by key. One whose gaps nobody would fill counts as missing.

    A translation made for older words is better than none, as long as its gaps fit.
    """
    originals = {key: text.words for key, text in texts.items()}
    return {
        key: typeset(match.entry.words, language)
        for key, match in matches(entries, originals).items()
        if match.entry.words and gaps(match.entry.words) <= gaps(originals[key])
    }


@cache
def engine_speech(language: str) -> Wording:
    """How the engine speaks a language without a program; English, if it does not speak it."""
    if language not in engine_languages():
        return ENGLISH
    return Wording(language, translated(engine_catalogue(language), engine_texts(), language))


def typeset(words: str, language: str) -> str:
    """A text with the spaces at which no line may end; who writes a catalogue types plain ones."""
    for pattern, space in _UNBROKEN.get(language.partition("-")[0], ()):
        words = pattern.sub(space, words)
    return words


# ------------------------------------------------------------------ where texts stand in a program


def _places(program: ProgramDocument) -> Iterator[TextPlace]:
    """Every place that holds a text. A text may stand in several: with each copy of a card."""
    kinds = program["kinds"]
    yield "game/title", program["game"], "title"
    for part in ("mission", "campaign"):
        if program.get(part) is not None:
            yield from _both(f"{part}/{program[part]['name']}", program[part])
    for sort, group in (("setting", "settings"), ("menu", "menus"), ("verb", "verbs")):
        yield from ((f"{sort}/{name}/title", one, "title") for name, one in program[group].items())
    yield from ((f"verb/{name}/means", one, "means") for name, one in program["verbs"].items())
    for name, one in program["game_properties"].items():
        yield from ((f"game/{name}/{field}", one, field) for field in ("title", "count"))
    yield from _meanings("game", program["game"])
    for name, kind in kinds.items():
        yield from _both(_whose(name, kinds), kind)
        yield f"kind/{name}/count", kind, "count"
        yield from _meanings(f"kind/{name}", kind)
        for known, one in kind["properties"].items():
            yield from ((f"kind/{name}/{known}/{field}", one, field) for field in ("title", "count"))
    for entity in program["entities"]:
        # Spaces are called as they are drawn, `d4`, or have a title of their own. Players bear a number.
        if not {"space", "player"} & set(_chain(entity["kind"], kinds)):
            yield from _both(_whose(entity["kind"], kinds), entity)
    for space, entity in zip(program["board"]["spaces"], program["entities"], strict=False):
        if "title_key" in space:  # spaces are numbered first
            yield space["title_key"], entity, "title"
    for place in program["places"]:
        owner = place["owner"]
        chain = [] if owner is None else _chain(program["entities"][owner]["kind"], kinds)
        whose = [f"kind/{kind}" for kind in chain] or ["game"]
        yield from ((f"{one}/{place['property']}/title", place, "title") for one in whose)
    yield from ((key, program["texts"], key) for key in program["texts"])


def _meanings(whose: str, table: Document) -> Iterator[TextPlace]:
    return ((f"{whose}/{name}/means", one, "text") for name, one in table.get("meanings", {}).items())


def _players(program: ProgramDocument) -> Iterator[Document]:
    return (one for one in program["entities"] if "player" in _chain(one["kind"], program["kinds"]))


def _both(whose: str, table: Document) -> Iterator[TextPlace]:
    return ((f"{whose}/{field}", table, field) for field in ("title", "text"))


def _whose(kind: str, kinds: Document) -> str:
    """What texts are filed under: `weapon/longbow` for a thing, `kind/weapon` for a kind of things."""
    return f"{kinds[kind]['parent']}/{kind}" if kinds[kind].get("is_thing") else f"kind/{kind}"


def _chain(kind: str | None, kinds: Document) -> list[str]:
    """A kind, its parent, and so on."""
    chain: list[str] = []
    while kind is not None:
        chain.append(kind)
        kind = kinds[kind]["parent"]
    return chain
