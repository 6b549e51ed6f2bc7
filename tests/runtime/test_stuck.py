"""Rules that go wrong: the game stops, and says which rule it was and where it stands, on both back ends."""

from __future__ import annotations

import json

import pytest

from support.rules import HEAD, play, rules
from tilewright.runtime.engine.engine import Machine, link
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.state.primitives import BEYOND, DEEP, ENDLESS, NOTHING
from tilewright.runtime.state.state import State

FIRST = HEAD.count("\n") + 2  # the line on which a text begins

GROUND = """
kind pawn is figure:
  awake: yes/no
pawn runner
"""
DOORS = """
board yard of square:
  drawing:
    +---+---+
    | .   . |
    +   +-D-+
    | .   . |
    +---+---+
  signs:
    | sign | means |
    | D    | door  |
mission night:
  board: yard
  setup: move runner to a1
to play:
  say "{count(neighbours(runner, walking))}"
"""

CHORES = """
kind pawn is figure:
  coins: number = 2
  owner: pawn or none
pawn runner
game has:
  chief: pawn or none
  brushes: list of pawn
menu chores "Chores" for pawn
"""

DIGGING = """
game has:
  depth: number
to play: dig
to dig: raise depth by 1
after dig: dig
"""

# The interpreter runs into Python's limit before it has counted the calls.
NESTED = "".join(f"{'  ' * n}if depth > -{n}:\n" for n in range(1, 36))

CASES = {
    "a loop": (
        """
game has:
  gold: number
to play:
  repeat while gold < 9: lower gold by 1
""",
        ENDLESS,
        "play",
        5,
    ),
    "a rule that keeps itself going": (
        """
game has:
  gold, silver: number
to play: raise gold by 1
whenever gold > silver:
  raise silver by 1
  raise gold by 1
""",
        ENDLESS,
        "whenever.0",
        5,
    ),
    "a rule that changes nothing": (
        """
game has:
  gold: number
to play: raise gold by 1
whenever gold > 0 [G-1]: set gold to gold
""",
        "A rule reacts, but changes nothing.",
        "G-1",
        5,
    ),
    "a verb that calls itself": (
        """
game has:
  gold: number
to play: dig 1
to dig (n: number):
  if n > 0: dig (n + 1)
""",
        DEEP,
        "dig",
        None,
    ),
    "a verb that calls itself in very many blocks": (
        f"""
game has:
  depth: number
to play: dig
to dig:
{NESTED}{"  " * 36}dig
""",
        DEEP,
        "dig",
        None,
    ),
    "a value that asks for itself": (
        """
define depth(n: number): number = depth(n + 1) if n > 0 else 0
to play:
  say "{depth(1)}"
""",
        DEEP,
        "depth",
        2,
    ),
    "verbs that call each other and may ask": (
        """
game has:
  gold: number
to play: dig 1
to dig (n: number):
  if n < 0:
    choose m from 1 to 2
  dig (n + 1)
  lower gold by 1
""",
        DEEP,
        "dig",
        None,
    ),
    "a product": (
        """
game has:
  gold: number = 3
to play:
  repeat: set gold to gold * gold
""",
        BEYOND,
        "play",
        5,
    ),
    "a number that is doubled": (
        """
game has:
  gold: number = 3
to play:
  repeat: set gold to gold * 2
""",
        BEYOND,
        "play",
        5,
    ),
    "a number that is raised by itself": (
        """
game has:
  gold: number = 3
to play:
  repeat: raise gold by gold
""",
        BEYOND,
        "play",
        5,
    ),
    "a local that is doubled by a value": (
        """
define twice(n: number): number = n + n
to play:
  let n = 1
  repeat: set n to twice(n)
""",
        BEYOND,
        "play",
        5,
    ),
    "a number that a verb doubles": (
        """
to twice (n: number) gives number: give n + n
to play:
  let n = 1
  repeat:
    twice n as m
    set n to m
""",
        BEYOND,
        "twice",
        2,
    ),
    "a list": (
        """
game has:
  coins: list of number
to play:
  repeat: set coins to list(coins, 1, coins)
""",
        "A list has more than 20,000 members.",
        "play",
        5,
    ),
    "a local list": (
        """
to play:
  let coins = list(1)
  repeat: set coins to list(coins, coins)
""",
        "A list has more than 20,000 members.",
        "play",
        4,
    ),
    "a range": (
        """
to play:
  for each n in numbers(1, 100000): win
""",
        "A list has more than 20,000 members.",
        "play",
        3,
    ),
    "very many dice": (
        """
die six: 1 to 6
to play:
  roll 100000 six as all_of_them
""",
        "A list has more than 20,000 members.",
        "play",
        4,
    ),
    "a slot that is full": (
        """
kind axe is card
axe old_axe:
  copies: 2
player has:
  belt: slot for 1 axe
to play:
  move old_axe.1 to player.1.belt
  move old_axe.2 to player.1.belt
""",
        "player.1.belt is full.",
        "play",
        9,
    ),
    "a set-up that runs out of figures": (
        """
kind orc is figure:
  health: number
orc small_orc
board field of square:
  drawing:
    +---+---+
    | .   . |
    +---+---+
mission raid:
  board: field
  setup:
    repeat 2:
      let newcomer = spare orc
      move newcomer to a1
      set newcomer.health to 3
to play: win
""",
        NOTHING,
        None,
        16,
    ),
    "a relation that asks a link's guard, who is nobody": (
        GROUND
        + """
kind door is link:
  guard: pawn or none
relation walking between squares:
  joins sides
  blocked by door where it.guard.awake
"""
        + DOORS,
        NOTHING,
        "walking",
        8,
    ),
    "a relation that asks the guard of a space": (
        GROUND
        + """
square has:
  guard: pawn or none
relation walking between squares [W-1]:
  joins sides
  never where to.guard.awake
kind door is link
"""
        + DOORS,
        NOTHING,
        "W-1",
        8,
    ),
    "a menu of nobody's, whose action takes something of whoever acts": (
        CHORES
        + """
action pay by (actor: pawn) with (brush: pawn from brushes):
  in chores
  takes 1 of actor.coins
to play:
  offer chores to chief, or "Rest": win
""",
        NOTHING,
        "pay",
        11,
    ),
    "an action whose need asks nobody, while there is nothing to choose either": (
        CHORES
        + """
action polish by (actor: pawn) with (brush: pawn from brushes):
  in chores
  needs actor.owner.coins > 0
to play:
  offer chores to runner, or "Rest": win
""",
        NOTHING,
        "polish",
        11,
    ),
}


@pytest.mark.parametrize(("text", "reason", "rule", "line"), CASES.values(), ids=CASES.keys())
def test_a_game_that_is_stuck_says_why_and_where(
    text: str, reason: str, rule: str | None, line: int | None
) -> None:
    machine = rules(text)
    spans = machine.program.data["spans"]

    def place(state: State) -> int | None:
        assert state.over is not None and state.over.at >= 0
        return int(spans[state.over.at][1]) - FIRST + 1 if line is not None else None

    states = [machine.start(1, 1), ReferenceMachine(machine.program).play(1, 1).state]
    if reason != ENDLESS:  # a log of 200,000 lines takes too long for a test
        states.append(machine.start(1, 1, log=True))
    for state in states:
        assert state.over is not None
        assert (state.over.outcome, state.over.reason, state.over.rule) == ("stuck", reason, rule)
        # The interpreter pays in other portions: what has no end it may leave at another line of the rule.
        if reason != ENDLESS or state is states[0]:
            assert place(state) == line


@pytest.mark.parametrize(
    "statement", ["set n to chief.met", "move ace to chief.load", "if chief.place is chest: set n to 1"]
)
def test_what_is_asked_of_nobody_ends_in_a_game_that_is_stuck(statement: str) -> None:
    text = """
kind pawn is piece:
  given met: number
  load: slot for 1 card
pawn runner:
  met: 3
card ace
game has:
  chief: pawn or none
  chest: pile of card
  n: number
to play:
  set chief to {}
  move ace to chest
  {}
  win
"""
    played = play(text.format("none", statement))
    assert played.over == "stuck" and "asks something of none" in played.why
    assert play(text.format("runner", statement)).over == "win"


@pytest.mark.parametrize(
    "statement", ["move ace to {}", "move all(cards) to {}", "move nobody to {}", "shuffle {}"]
)
def test_where_nothing_can_lie_is_no_place(statement: str) -> None:
    """Neither where a player lies, who lies nowhere, nor a space that there is not."""
    text = """
kind pawn is piece
pawn runner
card ace
game has:
  nobody: card or none
  chest: pile of card
  home: square or none
board yard of square:
  drawing:
    +-+-+
    |. .|
    +-+-+
mission night:
  board: yard
to play:
  move ace to chest
  {}
  win
"""
    for nowhere in ("player.1.place", "runner.place", *(["home"] if "move" in statement else [])):
        played = play(text.format(statement.format(nowhere)))
        assert played.over == "stuck" and "asks something of none" in played.why, nowhere
    assert play(text.format(statement.format("ace.place"))).over == "win"


@pytest.mark.parametrize("how", ["before", "after"])
def test_nor_is_it_where_rules_stand_around_a_move(how: str) -> None:
    text = f"""
card ace
game has:
  chest: pile of card
  moves: number
{how} move: raise moves by 1
to play:
  move ace to player.1.place
  win
"""
    state = rules(text).start(1, 1)
    assert state.over is not None and state.over.reason == NOTHING


@pytest.mark.parametrize("answers", [(0,), (1, 0), (1, 1, 0)])
def test_a_reaction_that_asks_and_changes_nothing_is_stuck_in_a_loaded_game_too(
    answers: tuple[int, ...],
) -> None:
    played = rules("""
game has:
  gold, seen: number
to play: raise gold by 1
whenever gold > 0 [G-1]:
  choose n from 0 to 1
  raise seen by n
""")
    state, loaded = played.start(1, 1), played.start(1, 1)
    for answer in answers:
        assert state.over is None
        loaded = played.load(json.loads(json.dumps(loaded.to_json())))
        assert loaded == state and loaded.digest() == state.digest()
        played.answer(state, answer)
        played.answer(loaded, answer)
    for over in (state.over, loaded.over):
        assert over is not None and (over.reason, over.rule) == ("A rule reacts, but changes nothing.", "G-1")


@pytest.mark.parametrize("sign", ["{} / {}", "remainder({}, {})"])
def test_to_divide_by_nothing_is_a_mistake_of_the_rules(sign: str) -> None:
    text = "system g\ngame has:\n  n: number\nto play:\n  set n to {}\n  win\n"
    played = play(text.format(sign.format("7", "n")))
    assert played.over == "stuck" and played.why.startswith("A rule divides by 0.")
    assert play(text.format(sign.format("7", "(n + 2)"))).over == "win"


def test_how_far_rules_without_end_come_does_not_hang_on_who_plays() -> None:
    """Else a save of such a game would not lead to its position."""
    program = rules(DIGGING).program

    def deep(calls: int) -> State:
        return deep(calls - 1) if calls else link(program).start(1, 1)

    assert deep(300).position() == deep(1).position()


def test_nor_on_calls_that_are_no_frames() -> None:
    """Python counts a call of a class that has become fast, and what C calls back: neither has a frame."""
    program = rules(DIGGING).program

    class Started:
        def __init__(self, *, really: bool) -> None:
            self.state = link(program).start(1, 1) if really else None

    def started(*, really: bool = True) -> State | None:
        return Started(really=really).state

    plain = link(program).start(1, 1).position()
    states = [started()]
    for _ in range(100):  # until the call of the class is fast
        started(really=False)
    states.append(started())

    def key(number: int) -> int:
        states.append(link(program).start(1, 1))
        return number

    sorted([0], key=key)
    assert len(states) == 3
    for state in states:
        assert state is not None and state.position() == plain


def test_a_chain_that_is_too_long_ends_at_the_same_rule_whoever_plays() -> None:
    numbers = "".join(f"  n{number}: number\n" for number in range(701))
    chain = "".join(f"as soon as n{n} > 0 [R-{n}]: raise n{n + 1} by 1\n" for n in range(700))
    program = rules(f"game has:\n{numbers}{chain}to play: raise n0 by 1\n").program

    def deep(calls: int) -> State:
        return deep(calls - 1) if calls else link(program).start(1, 1)

    over = deep(0).over
    assert over is not None
    assert (over.outcome, over.reason) == ("stuck", DEEP)
    assert over.rule is not None and over.rule.startswith("R-")
    assert deep(300).over == over


@pytest.mark.parametrize("depth", range(444, 451))
def test_nor_on_what_is_compiled_already(depth: int) -> None:
    """The helper is called for the first time near the bottom, or right there, or never."""
    machine = Machine(
        rules(f"""
game has:
  depth, helped: number
to play: dig
to dig: raise depth by 1
after dig:
  if depth = {depth}: help
  dig
to help: aid
to aid: raise helped by 1
""").program
    )
    first, again = machine.new(1, 1), machine.new(1, 1)
    for state in (first, again):
        machine.begin(state, machine.linker.game)
    assert first.position() == again.position()
