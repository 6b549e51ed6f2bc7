"""Which questions are put in any case, because whether they are put would tell something."""

from __future__ import annotations

import pytest

from support.cases import package_of
from tilewright.dsl.analysis.callgraph import Flow
from tilewright.dsl.check import check
from tilewright.dsl.compile import compile_package
from tilewright.dsl.reading.parse import parse
from tilewright.dsl.resolve import resolve
from tilewright.dsl.secrecy import Values, open_questions, sights
from tilewright.runtime.game import Game
from tilewright.schemas.walking import operations

RULES = """\
system case:
  players: 1 to 4

kind spell is card:
  cost: number
kind spy is figure:
  place seen by player.1
kind guard is figure
game has:
  deck: pile of card, seen by nobody
  discards: pile of card
  secret: yes/no, seen by nobody
player has:
  hand: pile of card, seen by owner

to play by (player):
  {}
"""


def asked_openly(*lines: str) -> list[bool]:
    """For each `choose` of the rules, whether it is put in any case."""
    text = RULES.format("\n  ".join(lines))
    parsed, problems = parse(package_of(text).sources)
    model, found = resolve(parsed, "case", "1.0.0")
    checked, more = check(model)
    assert not problems and not found and not more
    open_questions(sights(Values(Flow(checked))))
    return [op["open"] for op in operations(checked.verbs["play"]["body"]) if op["op"] == "choose"]


@pytest.mark.parametrize(
    "line",
    [
        "choose card from player.hand where it is a spell by player",
        "choose card from deck where it is a spell by player",
        "choose guard from guards where any s in spies where s.space is it.space by player",
        'choose guard from guards by player, or "Stop" when secret: done',
        "choose guard from guards where controller(deck.top) is player by player",
        "choose exactly count(deck where it is a spell) gs from guards by player",
        "choose exactly count(top (1 if secret else 2) of deck) gs from guards by player",
    ],
)
def test_what_reads_hidden_things_is_asked_in_any_case(line: str) -> None:
    assert asked_openly(line) == [True]


@pytest.mark.parametrize(
    "line",
    [
        "choose card from player.hand by player",
        "choose up to 2 cs from player.hand by player",
        "choose card from discards where it is a spell by player",
        "choose guard from guards where it.space is first(guards).space by player",
        "choose card from deck where it is a spell by chance",
        "choose guard from guards where controller(it) is player by player",
        "choose exactly count(top 2 of deck) gs from guards by player",
    ],
)
def test_what_everybody_can_count_is_not(line: str) -> None:
    assert asked_openly(line) == [False]


def test_what_was_revealed_is_no_secret_any_more() -> None:
    question = "choose card from deck where it is a spell by player"
    assert asked_openly("reveal deck", question) == [False]
    assert asked_openly("show deck to player", question) == [True]


@pytest.mark.parametrize(
    ("showing", "open_"),
    [
        ("reveal players.hand", False),
        ("for each p in players: reveal p.hand", False),
        ("show players.hand to player", True),
        ("for each p in players where p is player: reveal p.hand", True),
        ("for each p in players: reveal player.hand", True),
        ("reveal player.hand", True),
    ],
)
def test_what_was_revealed_of_all_players_is_no_secret_of_any_of_them(showing: str, open_: bool) -> None:
    question = "choose card from first(players).hand where it is a spell by player"
    assert asked_openly(showing, question)[-1:] == [open_]


def test_what_was_moved_to_an_open_pile_is_no_secret_any_more() -> None:
    test = "choose g from guards where card is a spell by player"
    assert asked_openly("let card = deck.top", test) == [True]
    assert asked_openly("let card = deck.top", "move card to discards", test) == [False]
    assert asked_openly("let card = deck.top", "move deck.top to discards", test) == [False]


def test_defines_of_defines_are_followed_as_far_as_somebody_is_named_by_them() -> None:
    chain = ["define who_0: player or none = first(players)"]
    chain += [f"define who_{n + 1}: player or none = who_{n}" for n in range(10)]
    shown = "show deck to who_{0}", "choose card from deck where it is a spell by who_{0}"
    for deep in (0, 10):  # what was shown to one of them, another may not know
        text = RULES.replace("to play by", "\n".join(chain) + "\n\nto play by")
        program = compile_package(package_of(text.format("\n  ".join(shown).format(deep)))).program
        assert program is not None
        choices = [op for op in operations(program["verbs"]["play"]["body"]) if op["op"] == "choose"]
        assert [one["open"] for one in choices] == [True]


SET_UP = """
mission dawn:
  setup:
    move all(cards) to deck
    choose card from deck where it is a spell by player.1 asking "Which spell?"
    if secret: shuffle deck

spell spark:
  copies: 2
"""


def test_set_ups_keep_secrets_too() -> None:
    compiled = compile_package(package_of(RULES.format("win") + SET_UP))
    assert compiled.program is not None
    _, choose, branch = compiled.program["setup"]
    assert choose["open"] and isinstance(choose["reads_hidden"], int)
    assert isinstance(branch["reads_hidden"], int)


def test_a_set_up_without_options_still_asks() -> None:
    nothing = SET_UP.replace("all(cards)", "no_cards").replace("copies: 2", "copies: 1")
    text = RULES.format("win") + nothing + "define no_cards: list of card = list()\n"
    program = compile_package(package_of(text)).program
    assert program is not None
    question = Game.start(program, 1, 1).question("player.1")
    assert question is not None and [one["label"] for one in question["options"]] == ["Nothing"]


ACTIONS = (
    RULES.format("win").replace("kind guard is figure", "kind guard is figure:\n  price: number")
    + """
menu turns for player
to pay (n: number) by (payer: player):
  needs count(payer.hand where it is a spell) >= n
  lower payer.purse by n
player has:
  purse: number, seen by owner
  open_purse: number
"""
)


def parts_asked(*lines: str) -> list[str | None]:
    """For each part of the action, when it is asked for though one choice is left."""
    text = (
        ACTIONS + "action act by (player)" + "\n  ".join((*lines[:1], *lines[1:], "raise player.purse by 1"))
    )
    program = compile_package(package_of(text)).program
    assert program is not None
    return [part.get("open") for part in program["verbs"]["act"]["parts"][1:]]


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ((" with (card: card from player.hand):",), [None]),
        ((" with (spell: spell from player.hand where it is a spell):",), ["always"]),
        ((" at (guard: guard from guards):", "in turns", "needs secret"), [None]),
        ((" at (guard: guard from guards):", "in turns", "needs secret or guard.price > 1"), ["several"]),
        ((" at (guard: guard from guards):", "needs secret or guard.price > 1"), [None]),
        ((" at (guard: guard from guards):", "in turns", "takes guard.price of player.purse"), ["several"]),
        ((" at (guard: guard from guards):", "in turns", "takes guard.price of player.open_purse"), [None]),
        ((" at (guard: guard from guards):", "in turns", "cost pay guard.price by player"), ["several"]),
        ((" at (guard: guard from guards):", "in turns", "cost pay 1 by player"), [None]),
        (
            (
                " at (guard: guard from guards)"
                " with (card: card from player.hand where guard.price > 1 or it is a spell):",
                "in turns",
            ),
            ["several", "always"],
        ),
    ],
)
def test_a_part_is_asked_for_where_hidden_things_leave_its_choices(
    lines: tuple[str, ...], asked: list[str | None]
) -> None:
    assert parts_asked(*lines) == asked
