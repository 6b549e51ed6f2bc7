"""Translations: catalogues with slips; checked, brought up to date, and played in.

What must be equal: a catalogue brought up to date twice and once; the game that is played, in any language.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from tilewright.dsl.compile import compile_package, package_texts
from tilewright.dsl.source import Source
from tilewright.dsl.translations.catalogue import Text
from tilewright.dsl.translations.checks import check_catalogues, own_texts
from tilewright.dsl.translations.file import read_catalogue, updated
from tilewright.dsl.translations.translate import translate
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.game import Game
from tilewright.schemas.identity import identity

from .. import bases
from ..target import Input, Target, fewer_lines, same
from ..telling import told
from ..texts import ODD, mutated
from .manifests import _SIGNS

_PLAYED = ("learn/1_first_card", "learn/3_first_mission", "bench/dungeon", "bench/tic_tac_toe")


@cache
def _texts(name: str) -> dict[str, Text]:
    return package_texts(bases.package(name))[0]


@cache
def _program(name: str) -> dict[str, Any]:
    program = compile_package(bases.package(name)).program
    assert program is not None
    return program


@cache
def _catalogue(name: str) -> str:
    """All texts of a package, translated in a way."""
    package = bases.package(name)
    text, _ = updated(Source("", ""), own_texts(package.id, _texts(name)), package.title, "cs")
    lines = text.split("\n")
    for row, line in enumerate(lines):
        if line.endswith(":") and not line.startswith("#") and row % 3:
            words = lines[row - 1].removeprefix("# en: ").replace(":", "").replace("#", "")
            lines[row] = f"{line} Česky {words}"
    return "\n".join(lines)


class Translations(Target):
    name = "translations"
    share = 9.0
    memory = 500

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        name = chance.choice(_PLAYED)
        text = _catalogue(name)
        lines = text.split("\n")
        if chance.random() < 0.7 and len(lines) > 20:  # a part is read as quickly as it can be
            start = chance.randrange(len(lines) - 12)
            text = "\n".join(lines[start : start + chance.randint(3, 30)])
        text = mutated(
            chance, text, chance.choice(list(_texts(name).values())).words, chance.choice((1, 1, 2, 4))
        )
        for _ in range(chance.choice((0, 0, 1, 2))):
            at = chance.randint(0, len(text))
            text = (
                text[:at] + chance.choice((*_SIGNS, *ODD, "{0}", "{7}", "{", "# was: ", "# en: ")) + text[at:]
            )
        return {"game": name, "text": text, "play": chance.random() < 0.03}

    def judge(self, data: Input) -> None:
        package, texts = bases.package(data["game"]), _texts(data["game"])
        text = "\n".join(data["text"].replace("@", str(row)) for row in range(data.get("times", 1)))
        source = Source(f"{package.id}/texts/cs.yaml", text)
        entries, problems = read_catalogue(source)
        changed = package._replace(catalogues=(source,))
        told([*problems, *check_catalogues(changed, texts)], changed, [source])
        if not problems:
            own = own_texts(package.id, texts)
            once, _ = updated(source, own, package.title, "cs")
            _, wrong = read_catalogue(Source(source.path, once))
            same([one.message for one in wrong], [], "brought up to date, problems")
            twice, _ = updated(Source(source.path, once), own, package.title, "cs")
            same(twice, once, "brought up to date twice")
        if data.get("play"):
            program = _program(data["game"])
            spoken = translate(program, entries, texts, "cs")
            same(identity(spoken), identity(program), "identity of the translation")
            same(_ends(spoken), _ends(program), "played in a language")

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_lines(data, "text")


def _ends(program: dict[str, Any]) -> tuple[str, list[int]]:
    """How a short game by chance goes: its position, and how much each question offered."""
    game, bot, offered = Game.start(program, 3), RandomBot(3), []
    for _ in range(8):
        if game.state.q is None:
            break
        offered.append(len((game.question(None) or {"options": []})["options"]))
        answer, seat = bot.answer(game.state.q)
        game.give(seat, [answer] if isinstance(answer, int) else list(answer))
    json.dumps(game.view(game.seats[0]))
    return game.digest(), offered
