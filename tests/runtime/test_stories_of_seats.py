"""What stories can say of what players know and may take back: `undo by`, `view of … is as in …`."""

from __future__ import annotations

import pytest

from support.cases import package_of
from tilewright.dsl.compile import test_programs as programs_of
from tilewright.runtime.stories.testing import run_tests

RULES = """\
system case:
  players: 2
die six: 1 to 6
setting bold "Bold": yes/no = no
kind spell is card:
  power: number
spell bolt "Bolt":
  power: 3
spell mist "Mist":
  power: 2
game has:
  gold: number
  clock: number
  deck: pile of spell, seen by nobody
player has:
  hand: pile of spell, seen by owner
  seen: number
to pass_one [C-1]:
  choose given from player.1.hand by player.1
  move given to player.2.hand
  choose n from 1 to 2 by player.1
to keep_one [C-2]:
  choose kept from player.1.hand by player.1 secretly
  move kept to deck
  choose n from 1 to 2 by player.2
to bet [C-3]:
  choose n from 1 to 3 by player.1
  raise gold by n
  choose m from 1 to 3 by player.2
  if bold:
    roll six
    set clock to six
  choose last from 1 to 3 by player.1
to peek [C-4]:
  choose n from 1 to 2 by player.1
  show deck to player.1
  choose m from 1 to 2 by player.1
to look [C-5]:
  choose n from 1 to 2 by player.1
  if n = 1: say "Power {deck.top.power}." to player.1 telling deck.top.power
  else:
    let found = deck.top.power
    say "Power {found}." to player.1 telling found
  choose m from 1 to 2 by player.1
to boast [C-6]:
  choose n from 1 to 2 by player.1
  say "I have {first(player.1.hand).power}." to player.1 telling player.1.hand
  choose m from 1 to 2 by player.1
to play: win
"""
BOTH = "  given:\n    move bolt to player.1.hand\n    move mist to player.1.hand\n"


def problems_of(stories: str) -> list[str]:
    return [one.message for one in programs_of(package_of(RULES, ("tests.wright", stories)))[1]]


def told(stories: str, more: str = "", *, interpreted: bool = False) -> dict[str, list[str]]:
    """What is told about each of these stories, of rules with `more` added."""
    tests = ("tests.wright", "tests for case\n" + stories)
    programs, problems = programs_of(package_of(RULES + more, tests))
    assert not problems, problems
    played = (one for program in programs for one in run_tests(program, interpreted=interpreted))
    return {one.title: [failure.message for failure in one.failures] for one in played}


def story(lines: str, title: str = "A story") -> str:
    return f'test "{title}":\n{lines}'


class TestUndo:
    def test_a_player_takes_his_own_answer_back(self) -> None:
        lines = "  do:\n    bet\n    answer 2\n    undo by player.1\n    answer 1\n  expect: gold = 1\n"
        assert told(story(lines)) == {"A story": []}

    def test_nobody_takes_back_what_another_answered(self) -> None:
        lines = (
            "  do:\n    bet\n    answer 2\n"
            '  expect:\n    refused undo "given by Player 1" to player.2\n'
            "    not offered undo to player.2\n    offered undo to player.1\n    offered undo\n"
            "  do: undo by player.2\n"
        )
        said = "The last answer was given by Player 1. (`undo` alone takes it back all the same.)"
        assert told(story(lines)) == {"A story": [said]}

    def test_what_chance_has_decided_stands(self) -> None:
        lines = (
            "  with bold = yes\n  do:\n    bet\n    dice six 5\n    answer 2\n    answer 1\n"
            '  expect:\n    refused undo "dice were rolled"\n    clock = 5\n'
            "  do:\n    undo\n    answer 3\n  expect: clock = 5\n"
        )
        assert told(story(lines)) == {"A story": []}

    def test_what_was_shown_stands(self) -> None:
        lines = "  given: move bolt to deck\n  do:\n    peek\n    answer 1\n    undo by player.1\n"
        (said,) = told(story(lines))["A story"]
        assert said.startswith("The last answer cannot be taken back: ")

    def test_what_another_was_told_in_secret_stands(self) -> None:
        lines = BOTH + "  do:\n    pass_one\n    answer bolt\n  expect: not offered undo to player.1\n"
        assert told(story(lines)) == {"A story": []}

    @pytest.mark.parametrize("how", [1, 2])
    def test_what_was_told_stands(self, how: int) -> None:
        lines = f"  given: move bolt to deck\n  do:\n    look\n    answer {how}\n  expect:\n"
        lines += '    said "Power 3." to player.1\n    refused undo "something you may not see"\n'
        assert told(story(lines)) == {"A story": []}

    def test_what_one_knows_oneself_may_be_told_again(self) -> None:
        lines = BOTH + "  do:\n    boast\n    answer 1\n    undo by player.1\n"
        assert told(story(lines)) == {"A story": []}

    def test_a_wrong_expectation_is_told(self) -> None:
        lines = (
            "  do:\n    bet\n    answer 2\n"
            "  expect:\n    not offered undo\n    offered undo to player.2\n"
            '    refused undo "x" to player.2\n'
        )
        found = told(story(lines))["A story"]
        assert [one.split(";")[0] for one in found] == [
            "undo is offered",
            "undo is not offered to Player 2",
            'The reason is "The last answer was given by Player 1.", expected "x".',
        ]

    def test_nothing_is_taken_back_before_the_first_answer_or_of_another_scene(self) -> None:
        lines = (
            '  expect: refused undo "nothing to take back"\n  do:\n    bet\n    answer 2\n'
            "  given: set gold to 0\n  do: undo\n"
        )
        (said,) = told(story(lines))["A story"]
        assert said == "The test is wrong: nothing was answered that could be taken back."

    def test_the_reference_interpreter_leaves_the_limits_open(self) -> None:
        lines = (
            "  do:\n    bet\n    answer 2\n    undo by player.1\n  expect:\n    gold = 0\n    refused undo\n"
        )
        assert told(story(lines), interpreted=True) == {"A story": []}


def branch(title: str, kept: str, expected: str = "") -> str:
    return story(BOTH + f"  do:\n    keep_one\n    answer {kept}\n" + expected, title)


@pytest.mark.parametrize("interpreted", [False, True])
class TestViews:
    @pytest.mark.parametrize(
        ("place", "shown"),
        [
            ("pouch", ["shows pouch.top.hue", "hides pouch.top.worth", "hides pouch.bottom.hue"]),
            ("sack", ["hides sack.top.hue"]),
            ("player.2.lot", ["hides player.2.lot.top.hue"]),
            ("bolt.lining", ["shows bolt.lining.top.hue", "hides bolt.lining.top.worth"]),
            ("mist.lining", ["hides mist.lining.top.hue"]),
        ],
    )
    def test_the_back_of_what_lies_on_top_is_shown_where_the_table_shows_it(
        self, place: str, shown: list[str], interpreted: bool
    ) -> None:
        kinds = (
            "\nkind seal is card:\n  hue: 1 to 4\n  worth: number\n  back: hue\n"
            'seal wax "Wax"\nseal lead "Lead"\n'
            "game has:\n  pouch: pile of seal, seen by nobody\n  sack: bag of seal, seen by nobody\n"
            "player has:\n  lot: pile of seal, seen by owner\n"
            "spell has:\n  lining: pile of seal, seen by nobody\n"
        )
        lines = (
            f"  given:\n    move bolt to player.1.hand\n    move wax to {place}\n    move lead to {place}\n"
        )
        lines += "  expect:\n" + "".join(f"    view of player.1 {one}\n" for one in shown)
        assert told(story(lines), kinds, interpreted=interpreted) == {"A story": []}

    def test_a_secret_that_is_kept(self, interpreted: bool) -> None:
        lines = (
            '  expect:\n    view of player.2 is as in "Mist"\n    view of player.1 is not as in "Mist"\n'
            '    view of player.1 is as in "A story"\n'
        )
        found = told(branch("A story", "bolt", lines) + branch("Mist", "mist"), interpreted=interpreted)
        assert found == {"A story": [], "Mist": []}

    def test_a_secret_that_is_told(self, interpreted: bool) -> None:
        lines = "  do: set player.2.seen to {}\n"
        ours = lines.format(1) + '  expect: view of player.2 is as in "Mist"\n'
        open_question = "  do: answer 1\n"
        found = told(
            branch("A story", "bolt", open_question + ours)
            + branch("Mist", "mist", open_question + lines.format(2)),
            interpreted=interpreted,
        )
        (said,) = found["A story"]
        assert said == 'Player 2 can tell this from "Mist": players[player.2].values.seen is 1 here, 2 there.'

    def test_two_that_nobody_can_tell_apart_are_not_different(self, interpreted: bool) -> None:
        lines = '  expect: view of player.2 is not as in "Mist"\n'
        found = told(branch("A story", "bolt", lines) + branch("Mist", "mist"), interpreted=interpreted)
        assert found["A story"] == ['Player 2 cannot tell this from "Mist".']

    def test_another_story_that_does_not_come_to_its_end(self, interpreted: bool) -> None:
        lines = '  expect: view of player.2 is as in "Other"\n'
        other = branch("Other", "mist", "  do: answer 7\n")
        (said,) = told(branch("A story", "bolt", lines) + other, interpreted=interpreted)["A story"]
        assert said.startswith('"Other" does not reach its end: 7 is not offered; Player 2 is asked')


def test_what_is_said_to_one_seat_is_seen_by_it_alone() -> None:
    lines = (
        '  do: say "Psst." to player.1\n  expect:\n    view of player.2 is as in "Plain"\n'
        '    view of player.1 is as in "Plain"\n'
    )
    (said,) = told(story(lines) + story("  given: set gold to 0\n", "Plain"))["A story"]
    assert said == 'Player 1 can tell this from "Plain": log has "Psst." only here.'


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (story("  do: bet\n", "Else"), "Other"),
        (story("  cases:\n    | n |\n    | 1 |\n  given: set gold to n\n", "Other"), "is a table of cases"),
        (story("  with bold = yes\n  do: bet\n", "Other"), '"Other" is played with other settings'),
    ],
)
def test_what_cannot_be_compared_is_told(other: str, said: str) -> None:
    lines = '  expect: view of player.1 is as in "Other"\n'
    (found,) = problems_of("tests for case\n" + story(lines) + other)
    assert said in found


SHOWN = """
goal "Three coins: {gold} so far." for player.1
threat "Night falls." for player.2 when clock > 1
deadline "Hour {clock} of 4."
"""


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ('goal "Three coins: 2 so far." to player.1', None),
        ('goal "Three coins"', None),
        ('deadline "Hour 2"', None),
        ('threat "Night falls." to player.2', None),
        ('not threat "Night falls." to player.1', None),
        ('not deadline "Three coins"', None),
        (
            'threat "Night" to player.1',
            "This is not shown to Player 1; what is shown: "
            'goal "Three coins: 2 so far.", deadline "Hour 2 of 4.".',
        ),
        ('goal "Hour 2"', 'deadline "Hour 2 of 4.".'),
        ('not goal "coins" to player.2', "This is shown to Player 2: Three coins: 2 so far."),
        ('not threat "Night falls."', "This is shown: Night falls."),
    ],
)
def test_what_the_table_shows_of_winning_losing_and_time(expected: str, said: str | None) -> None:
    given = "  given:\n    set gold to 2\n    set clock to 2\n"
    found = told(story(f"{given}  expect: {expected}\n"), SHOWN)["A story"]
    assert len(found) == (said is not None) and all(said is not None and said in one for one in found)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            "  do: choose found from all(spell) by chance\n",
            "from Bolt, Mist, and the test does not say how: write `chance …` before it.",
        ),
        (
            '  do: win player.1, "Rich."\n  expect: game is won by player.2\n',
            'It is not: the game is over, win, "Rich."; winners: Player 1.',
        ),
        (
            '  expect: view of player.1 is as in "Asked"\n',
            'Player 1 can tell this from "Asked": question is none here, "How much?" there.',
        ),
    ],
)
def test_what_a_story_tells_of_itself_reads_well(lines: str, said: str) -> None:
    asked = story('  do: choose n from 1 to 2 by player.1 asking "How much?"\n', "Asked")
    (found,) = told(story(lines) + asked)["A story"]
    assert found.endswith(said)
