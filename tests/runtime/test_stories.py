"""What stories can say and what they are told: on both back ends, in the language of authors."""

from __future__ import annotations

import pytest

from support.cases import package_of
from tilewright.dsl.compile import test_programs as programs_of
from tilewright.runtime.state.state import State
from tilewright.runtime.stories import story
from tilewright.runtime.stories.coverage import reached, unreached
from tilewright.runtime.stories.testing import Result, run_tests

RULES = """\
system case:
  players: 1 to 2
die six: 1 to 6
words air: hot, cold
kind hero plural heroes is figure:
  actions: number 0 to 9
  fit: yes/no = yes
  controlled by first(players)
  look when this.fit: pose out, height 80
  second: player or none
kind spell is card
hero ada "Ada"
spell bolt "Bolt":
  copies: 3
spell mist "Mist"
game has:
  gold: number
  deck: pile of spell
player has:
  hand: pile of spell, seen by owner
menu moves "Moves" for hero
menu shuns "Shuns" for hero
menu shouts "Shouts" for player, at any time
action dig "Dig" by (hero) with (spell from first(players).hand) [C-1]:
  in moves
  needs hero.fit, "Too tired."
  takes 2 of hero.actions
  limit 1 per day
  raise gold by 5
action pick "Pick" by (hero) with (spell from list(bolt.1, bolt.2)):
  in shuns
action rest "Rest" by (hero):
  in moves
  done
action shout "Shout" by (crier: player):
  in shouts
  needs gold > 0, "Nobody is rich."
  lower gold by 1
to day:
  repeat while gold < 3:
    choose n from 0 to 1 asking "How much for {gold}?"
    raise gold by n
to circle:
  repeat:
    choose one_spell from first(players).hand where it is a bolt by first(players) secretly
to for_ever [C-9]:
  repeat: set gold to gold
to draw_one [C-2]:
  choose found from deck by chance
  move found to first(players).hand
to pick_way:
  choose one by chance:
    "Left": raise gold by 1
    "Right": raise gold by 2
to pick_number:
  choose n from 2 to 4 by chance
  raise gold by n
to pick_often:
  choose n from 1 to 12 by chance
  raise gold by n
to pick_word:
  choose one_air from list(hot, cold) by chance
  if one_air is hot: raise gold by 1
to give_up: lose players, "No more digging."
to discard:
  choose any number of lost from first(players).hand
  move lost to deck
to tip by (player):
  you may "Tip": lower gold by 1
to take_only:
  choose only from first(players).hand
  say "Secret {only}." to first(players)
  say "Taken."
  choose n from 1 to 2
to rest_only:
  offer moves to ada
  choose n from 1 to 2
to ask_two:
  choose n from 1 to 2 by player.1
  choose m from 1 to 2 by player.2 secretly
to take_of:
  let some = list(bolt.1)
  choose only from some
  choose n from 1 to 2
define chief_bolt(spells: list of spell): spell or none = first(spells where it is a bolt)
to throw [C-3]:
  roll six
  set gold to six
to end_it: win first(players), "Rich."
to play: win
"""


def results(stories: str, *, interpreted: bool, rules: str = RULES) -> dict[str, Result]:
    programs, problems = programs_of(package_of(rules, ("tests.wright", "tests for case\n" + stories)))
    assert not problems, problems
    return {one.title: one for program in programs for one in run_tests(program, interpreted=interpreted)}


def found(story: str, interpreted: bool) -> list[str]:
    """What is told about one story."""
    (result,) = results(f'test "A story":\n{story}', interpreted=interpreted).values()
    assert result.passed == (not result.failures)
    return [one.message for one in result.failures]


HAND = """\
  given:
    move bolt.1 to player.1.hand
    move ada to box
"""
TAKES = "  given:\n    move bolt.1 to player.1.hand\n    set ada.actions to {}\n    set ada.fit to {}\n"


@pytest.mark.parametrize("interpreted", [False, True])
class TestBounds:
    def test_a_question_that_answers_itself_for_ever(self, interpreted: bool) -> None:
        (said,) = found(
            "  players 2\n  given: move bolt.1 to player.1.hand\n  do:\n    circle\n    set gold to 1\n",
            interpreted,
        )
        assert said.startswith("This goes on for ever: Player 1 is asked to choose `one_spell` (")
        assert said.endswith(") from Bolt 1, again and again.")

    def test_a_story_that_is_longer_than_a_game(
        self, interpreted: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(story, "ANSWERS", 2)
        (said,) = found("  do:\n    day\n" + "    answer 1\n" * 3, interpreted)
        assert said == "The test takes too long: it has given 2 answers."
        monkeypatch.setattr(story, "WORK", 0)
        (said,) = found("  do: day\n", interpreted)
        assert said.startswith("The test takes too long: what it does until here")

    def test_an_expectation_that_never_comes(self, interpreted: bool) -> None:
        (said,) = found(
            "  players 2\n  given: move bolt.1 to player.1.hand\n  do: circle\n  expect: gold = 1\n",
            interpreted,
        )
        assert said.startswith("This goes on for ever")

    def test_an_answer_that_is_given_for_ever(self, interpreted: bool) -> None:
        (said,) = found("  do:\n    day\n    answer 0 until gold = 2\n", interpreted)
        assert said == "This goes on for ever; after 200 times: Found 0, expected exactly 2."

    def test_a_rule_that_goes_on_for_ever_is_named(self, interpreted: bool) -> None:
        (said,) = found("  do: for_ever\n  expect: gold = 0\n", interpreted)
        assert said.startswith("A rule goes on without end (C-9, case/")

    def test_answers_until_something_is_so(self, interpreted: bool) -> None:
        assert (
            found("  do:\n    day\n    answer 0, 1 until gold = 2\n  expect: gold = 2\n", interpreted) == []
        )


@pytest.mark.parametrize("interpreted", [False, True])
class TestLegality:
    def call(self, actions: int, fit: str, do: str, interpreted: bool) -> list[str]:
        return found(TAKES.format(actions, fit) + f"  do:\n    {do}\n  expect: gold = 5\n", interpreted)

    def test_what_a_player_can_do_is_done_and_paid(self, interpreted: bool) -> None:
        assert (
            found(
                TAKES.format(3, "yes")
                + "  do: dig by ada with bolt.1\n  expect:\n    gold = 5\n    ada.actions = 1\n",
                interpreted,
            )
            == []
        )

    def test_a_need(self, interpreted: bool) -> None:
        (said,) = self.call(3, "no", "dig by ada with bolt.1", interpreted)
        assert said == "Dig cannot be done: Too tired. (`force dig …` calls it all the same.)"

    def test_a_price(self, interpreted: bool) -> None:
        (said,) = self.call(1, "yes", "dig by ada with bolt.1", interpreted)
        assert said.startswith("Dig cannot be done: 2 actions needed, 1 left.")

    def test_a_choice(self, interpreted: bool) -> None:
        (said,) = self.call(3, "yes", "dig by ada with mist", interpreted)
        assert said.startswith("Dig cannot be done: Mist is not in")

    def test_a_choice_for_which_there_are_no_words(self, interpreted: bool) -> None:
        (said,) = self.call(3, "yes", "pick by ada with mist", interpreted)
        assert said.startswith("Pick cannot be done: Mist is not among what can be chosen (Bolt 1, Bolt 2).")

    def test_a_limit(self, interpreted: bool) -> None:
        do = "dig by ada with bolt.1\n    dig by ada with bolt.1"
        (said, *_) = self.call(4, "yes", do, interpreted)
        assert said.startswith("Dig cannot be done: Only once in each day.")

    def test_by_force(self, interpreted: bool) -> None:
        assert self.call(0, "yes", "force dig by ada with mist", interpreted) == []


@pytest.mark.parametrize("interpreted", [False, True])
class TestExpectations:
    def test_all_that_does_not_hold_is_told(self, interpreted: bool) -> None:
        said = found("  expect:\n    gold = 1\n    gold = 0\n    gold = 2 and ada.actions = 3\n", interpreted)
        assert said == [
            "Found 0, expected exactly 1.",
            "Found 0, expected exactly 2. Found 0, expected exactly 3.",
        ]

    def test_what_was_looked_at_is_told(self, interpreted: bool) -> None:
        given = "  given:\n    move mist to deck\n    move bolt.1 to player.1.hand\n"
        lines = "    bolt.1 in deck\n    any (deck where it is a bolt)\n    mist in player.1.hand\n"
        said = found(given + "  expect:\n" + lines, interpreted)
        assert said[0] == "Bolt 1 is not among these: Mist."
        assert said[1] == "Mist is no bolt."
        assert said[2] == "Mist is not among these: Bolt 1."
        lines = "    move bolt.2 to deck\n  expect: any (deck where it in player.1.hand)\n"
        (said_of_two,) = found(given + lines, interpreted)
        assert said_of_two == "None of these is so: Mist, Bolt 2."

    def test_what_nobody_said(self, interpreted: bool) -> None:
        lines = (
            '  do: take_only\n  expect:\n    said "Taken." to player.2\n    not said "Secret" to player.2\n'
        )
        assert found("  players 2\n" + HAND + lines + '    said "Secret" to player.1\n', interpreted) == []
        (said,) = found("  players 2\n" + HAND + '  do: take_only\n  expect: not said "Taken"\n', interpreted)
        assert said == "This was said: Taken."

    def test_who_has_won_and_why(self, interpreted: bool) -> None:
        lines = '    game is won by player.1 "Rich."\n    game is lost by player.2\n'
        assert found("  players 2\n  do: end_it\n  expect:\n" + lines, interpreted) == []
        (said,) = found("  players 2\n  do: end_it\n  expect: game is won by player.2\n", interpreted)
        assert said.endswith("winners: Player 1.")

    def test_the_words_of_a_question(self, interpreted: bool) -> None:
        assert found('  do: day\n  expect: asked player.1 "How much for 0?"\n', interpreted) == []
        (said,) = found('  do: day\n  expect: asked player.1 "How many?"\n', interpreted)
        assert said == 'The question is "How much for 0?", expected "How many?".'

    def test_none_of_any_number(self, interpreted: bool) -> None:
        given = HAND.replace(
            "    move ada to box\n", "    move bolt.2 to player.1.hand\n    move mist to player.1.hand\n"
        )
        do = "  do:\n    discard\n    answer none\n  expect: count(player.1.hand) = 3\n"
        assert found(given + do, interpreted) == []

    def test_no_to_what_one_may(self, interpreted: bool) -> None:
        given = "  given: set gold to 2\n  do:\n    tip by player.1\n"
        for declined in ("none", "no", '"No"'):
            assert found(f"{given}    answer {declined}\n  expect: gold = 2\n", interpreted) == []
        assert found(f'{given}    answer "Tip"\n  expect: gold = 1\n', interpreted) == []
        for other in ("ada", "3", "yes"):
            (said,) = found(f"{given}    answer {other}\n  expect: gold = 1\n", interpreted)
            assert "is not offered" in said and "from Tip, No" in said

    def test_numbers_that_are_compared(self, interpreted: bool) -> None:
        assert found("  expect: gold > 5\n", interpreted) == ["Found 0, expected more than 5."]
        said = found("  expect: 6 / gold = 1\n", interpreted)
        assert said == ["The test is wrong: A rule divides by 0."]

    def test_nobody_is_not_asked(self, interpreted: bool) -> None:
        (said,) = found("  do: day\n  expect: asked ada.second\n", interpreted)
        assert said.startswith("nothing is not asked; Player 1 is asked to choose `n` (")

    def test_the_order_of_a_pile(self, interpreted: bool) -> None:
        given = "  given:\n    move all(spells) to deck\n"
        do = "  do:\n    chance mist, bolt.2 on top of deck\n    shuffle deck\n"
        assert found(
            given + do + "  expect: order of deck is mist, bolt.2, bolt.1, bolt.3\n", interpreted
        ) in ([],)
        (said,) = found(given + "  expect: order of deck is mist, bolt.1\n", interpreted)
        assert said.startswith("Found Mist") and "the topmost first" in said

    def test_how_a_thing_is_shown(self, interpreted: bool) -> None:
        told = "  expect: look of ada is pose out, height 80, colour none\n"
        told += "  given: set ada.fit to no\n  expect: look of ada is pose none, height none\n"
        assert found("  given: move ada to box\n" + told, interpreted) == []
        (said,) = found("  expect: look of ada is pose out, height 90, colour red\n", interpreted)
        assert said == "It is shown with height 80, colour none."

    def test_a_shuffle_that_cannot_come_out_so(self, interpreted: bool) -> None:
        do = "  do:\n    chance mist on top of deck\n    shuffle deck\n"
        (said,) = found("  given: move bolt.1 to deck\n" + do, interpreted)
        assert said.startswith("Mist should be on top of what is shuffled")

    def test_an_order_that_nothing_was_shuffled_for(self, interpreted: bool) -> None:
        (said,) = found("  given: move mist to deck\n  do: chance mist on top of deck\n", interpreted)
        assert said == "The test is wrong: a pile whose order is given was not shuffled."

    def test_dice_left_over_are_told_beside_what_does_not_hold(self, interpreted: bool) -> None:
        do = "  do:\n    dice six 5, 1\n    throw\n"
        (result,) = results(f'test "Dice":\n{do}  expect: gold = 4\n', interpreted=interpreted).values()
        assert [(one.place.rpartition(":")[2], one.message) for one in result.failures] == [
            ("6", "Found 5, expected exactly 4."),
            ("4", "The test is wrong: six should have been rolled 1 more time."),
        ]

    def test_choices_by_chance_left_over_are_told_at_their_lines(self, interpreted: bool) -> None:
        do = "  do:\n    chance 2, 3\n    pick_number\n    chance 4, 2\n"
        (result,) = results(f'test "Draws":\n{do}  expect: gold = 2\n', interpreted=interpreted).values()
        assert [(one.place.rpartition(":")[2], one.message) for one in result.failures] == [
            ("4", "The test is wrong: chance should have chosen 1 more time."),
            ("6", "The test is wrong: chance should have chosen 2 more times."),
        ]

    def test_what_is_the_only_thing_to_draw_may_be_foretold(self, interpreted: bool) -> None:
        two = "  given:\n    move bolt.1 to deck\n    move mist to deck\n"
        both = "    draw_one\n    draw_one\n"
        assert found(f"{two}  do:\n    chance mist\n{both}", interpreted) == []
        assert found(f"{two}  do:\n    chance mist, bolt.1\n{both}", interpreted) == []
        then = "    pick_number\n  expect: gold = 3\n"
        assert found(f"{two}  do:\n    chance mist, bolt.1, 3\n{both}{then}", interpreted) == []
        assert found(f"{two}  do:\n    chance mist, 3\n{both}{then}", interpreted) == []

    def test_what_chance_did_not_choose_is_not_passed_over(self, interpreted: bool) -> None:
        (said,) = found("  do:\n    chance 7, 3\n    pick_number\n", interpreted)
        assert said.startswith("Chance should take 7, but it chooses `n` (")

    def test_why_a_game_has_ended(self, interpreted: bool) -> None:
        end = "  do: give_up\n  expect: game is lost "
        assert found(end + '"No more"\n', interpreted) == []
        (said,) = found(end + '"All dug"\n', interpreted)
        assert said == 'The reason is "No more digging.", expected "All dug".'

    def test_who_is_asked_for_what(self, interpreted: bool) -> None:
        asked = HAND + "  do: discard\n  expect: asked player.1 among "
        assert found(asked + "list(bolt.1)\n", interpreted) == []
        (said,) = found(asked + "list(bolt.1, mist)\n", interpreted)
        assert said.startswith("Mist is not offered; Player 1 is asked to choose `lost` (")
        (said,) = found(asked + "list()\n", interpreted)
        assert said.startswith("Bolt 1 is offered too; Player 1 is asked")

    def test_what_is_open_at_any_time(self, interpreted: bool) -> None:
        lines = (
            '  do: day\n  expect:\n    refused shout "Nobody is rich." to player.1\n    not offered shout\n'
        )
        assert found(lines, interpreted) == []
        assert (
            found("  given: set gold to 1\n  do: day\n  expect: offered shout to player.1\n", interpreted)
            == []
        )


@pytest.mark.parametrize("interpreted", [False, True])
class TestChance:
    def test_which_choice_from_what_and_by_which_rule(self, interpreted: bool) -> None:
        (said,) = found(
            "  given:\n    move mist to deck\n    move bolt.1 to deck\n  do: draw_one\n", interpreted
        )
        assert said.startswith("Chance chooses `found` (C-2, case/")
        assert said.endswith("from Mist, Bolt 1, and the test does not say how: write `chance …` before it.")

    def test_what_is_asked_by_which_rule_and_where(self, interpreted: bool) -> None:
        lines = "  given:\n    move bolt.1 to player.1.hand\n    move bolt.2 to player.1.hand\n  do:\n"
        (wrong,) = found(lines + "    discard\n    answer mist\n", interpreted)
        assert wrong.startswith("Mist is not offered; Player 1 is asked to choose `lost` (")
        assert wrong.endswith(") from Bolt 1, Bolt 2.") and "case/case.wright:" in wrong

    def test_an_answer_that_names_nothing(self, interpreted: bool) -> None:
        lines = "  given:\n    move bolt.1 to player.1.hand\n    move ada to box\n  do:\n    day\n"
        (said,) = found(lines + "    answer (deck where it is a bolt)\n", interpreted)
        assert said.startswith("What is named here is nothing at all; Player 1 is asked to choose `n` (")
        (said,) = found(lines + "  expect: offered chief_bolt(deck)\n", interpreted)
        assert said.startswith("What is named here is nothing at all; Player 1 is asked to choose `n` (")

    @pytest.mark.parametrize(
        ("verb", "options"),
        [
            ("pick_way", '"Left", "Right"'),
            ("pick_number", "2, 3, 4"),
            ("pick_word", "hot, cold"),
            ("pick_often", "1, 2, 3, 4, 5, 6, 7, 8, 4 more"),
        ],
    )
    def test_what_chance_may_choose_is_named_as_authors_do(
        self, interpreted: bool, verb: str, options: str
    ) -> None:
        (said,) = found(f"  do: {verb}\n", interpreted)
        assert f" from {options}, and the test does not say how" in said

    def test_what_chance_is_to_take_is_not_there(self, interpreted: bool) -> None:
        (said,) = found("  do:\n    chance 7\n    pick_number\n", interpreted)
        assert said.startswith("Chance should take 7, but it chooses `n` (") and said.endswith(
            "from 2, 3, 4."
        )

    def test_which_rule_rolls(self, interpreted: bool) -> None:
        (said,) = found("  do: throw\n", interpreted)
        assert said.startswith("six is rolled (C-3, case/") and "but no face of it is given" in said

    def test_what_was_taken_without_a_question(self, interpreted: bool) -> None:
        (said,) = found(HAND + "  do:\n    take_only\n    answer bolt.1\n", interpreted)
        assert "Bolt 1 is not offered; Player 1 is asked to choose `n` (" in said
        assert ") from 1, 2. Taken" in said
        assert "Taken without a question, since it was the only choice: Bolt" in said
        (said,) = found(HAND + "  do:\n    take_of\n    answer bolt.1\n", interpreted)
        assert "Taken without a question, since it was the only choice: Bolt 1" in said

    def test_the_only_action_is_such_a_choice_too(self, interpreted: bool) -> None:
        (said,) = found("  do:\n    rest_only\n    answer 9\n", interpreted)
        assert said.endswith(". Taken without a question, since it was the only choice: Rest (Rest only).")

    def test_what_the_test_itself_lets_chance_choose(self, interpreted: bool) -> None:
        given = "  given: move list(bolt.1, mist) to deck\n"
        (said,) = found(f"{given}  do: choose found from deck by chance\n", interpreted)
        assert said.startswith("Chance chooses `found` (") and " from Bolt 1, Mist, and the test" in said

    def test_an_expectation_says_it_in_a_sentence_of_its_own(self, interpreted: bool) -> None:
        (said,) = found(HAND + "  do: take_of\n  expect: offered bolt.2\n", interpreted)
        assert said.startswith("Bolt 2 is not offered; ") and " from 1, 2. Taken without a question" in said


NOTHING_OPEN = "Nobody is asked, and so nothing could be offered"


@pytest.mark.parametrize("interpreted", [False, True])
class TestSorts:
    """A thing, a word and a number are all numbers within, and none of them is taken for another."""

    @pytest.mark.parametrize(
        ("said", "verb", "called"),
        [
            ("bolt.1", "pick_often", "Bolt 1"),
            ("cold", "pick_often", "cold"),
            ("2", "draw_one", "2"),
            ("hot", "draw_one", "hot"),
            ("1", "pick_word", "1"),
            ("bolt.1", "pick_word", "Bolt 1"),
            ("1", "pick_way", "1"),
            ('"Up"', "pick_way", '"Up"'),
        ],
    )
    def test_chance_takes_only_what_it_chooses_from(
        self, said: str, verb: str, called: str, interpreted: bool
    ) -> None:
        given = "  given: move list(bolt.1, mist) to deck\n"
        (told,) = found(f"{given}  do:\n    chance {said}\n    {verb}\n", interpreted)
        assert told.startswith(f"Chance should take {called}, but it chooses")

    def test_chance_takes_what_the_test_says(self, interpreted: bool) -> None:
        given = "  given: move list(bolt.1, mist) to deck\n"
        do = '    chance "right", hot, 7, mist\n    pick_way\n    pick_word\n    pick_often\n    draw_one\n'
        expect = "    gold = 10\n    mist in first(players).hand\n"
        assert found(f"{given}  do:\n{do}  expect:\n{expect}", interpreted) == []

    def test_what_was_the_only_thing_to_take_is_of_its_sort_too(self, interpreted: bool) -> None:
        do = "    chance bolt.1, 3\n    draw_one\n    pick_often\n"
        given = "  given: move bolt.1 to deck\n"
        assert found(f"{given}  do:\n{do}  expect: gold = 3\n", interpreted) == []
        (said,) = found(f"{given}  do:\n    chance 3\n    draw_one\n", interpreted)
        assert said == "The test is wrong: chance should have chosen 1 more time."

    @pytest.mark.parametrize("said", ["bolt.1", "cold", "ada"])
    def test_a_number_is_answered_by_a_number(self, said: str, interpreted: bool) -> None:
        for line in (f"  do:\n    day\n    answer {said}\n", f"  do: day\n  expect: offered {said}\n"):
            (told,) = found(line, interpreted)
            assert "is not offered; Player 1 is asked to choose `n`" in told
        assert found(f"  do: day\n  expect: not offered {said}\n", interpreted) == []
        (told,) = found(f"  do: day\n  expect: asked player.1 among list({said})\n", interpreted)
        assert "is not offered; Player 1 is asked to choose `n`" in told

    def test_things_are_answered_by_things(self, interpreted: bool) -> None:
        given = "  given: move list(bolt.1, mist) to player.1.hand\n"
        (said,) = found(f"{given}  do:\n    discard\n    answer 4\n", interpreted)
        assert said.startswith("4 is not offered; Player 1 is asked to choose `lost`")

    def test_an_action_is_answered_by_its_name(self, interpreted: bool) -> None:
        do = '    offer moves to ada, or "Wait": raise gold by 9\n    answer 0\n'
        (said,) = found(f"{TAKES.format(3, 'yes')}  do:\n{do}", interpreted)
        assert said.startswith("0 is not offered; Player 1 is asked")


@pytest.mark.parametrize("interpreted", [False, True])
class TestNothingOpen:
    """What would hold whatever the rules say proves nothing."""

    @pytest.mark.parametrize("line", ["not offered dig", "not offered bolt.1, mist", "not offered shout"])
    def test_not_offered_where_nobody_is_asked(self, line: str, interpreted: bool) -> None:
        (said,) = found(f"  do: set gold to 1\n  expect: {line}\n", interpreted)
        assert said.startswith(f"{NOTHING_OPEN} (a menu of which nothing can be done is passed over): write")

    def test_a_menu_that_was_passed_over(self, interpreted: bool) -> None:
        do = "  do: offer shouting to player.1\n"
        rules = (
            'menu shouting "S" for player\naction yell "Yell" by (crier: player):\n  in shouting\n'
            '  needs gold > 5, "Too poor."\n  set gold to 0\n'
        )
        said = found_with(rules, f'{do}  expect: refused yell "Too poor."\n', interpreted)
        assert said[0].startswith("Nobody is asked, and so Yell could not be refused (a menu of which")
        said = found_with(rules, f"{do}  expect: not offered yell\n", interpreted)
        assert said[0].startswith(NOTHING_OPEN)
        do = "  do: offer shouting to player.1 always\n"
        expect = '  expect:\n    refused yell "Too poor."\n    not offered yell\n'
        assert found_with(rules, do + expect, interpreted) == []

    def test_that_nobody_is_asked_is_said_so(self, interpreted: bool) -> None:
        assert found("  do: set gold to 1\n  expect: nobody is asked\n", interpreted) == []


def test_while_somebody_is_asked_in_secret_nobody_else_takes_back_his_answer() -> None:
    do = "  players 2\n  do:\n    ask_two\n    answer 1 by player.1\n"
    expect = '  expect:\n    not offered undo to player.1\n    refused undo "asked in secret" to player.1\n'
    assert found(do + expect, interpreted=False) == []


def test_a_game_that_is_another_once_it_was_written_fails_its_stories(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    to_json = State.to_json
    monkeypatch.setattr(State, "to_json", lambda state: {**to_json(state), "r": 7})
    (said,) = found("  do:\n    day\n    answer 1\n", interpreted=False)
    assert said == "The game is not the same after it was written and read."


def found_with(rules: str, story: str, interpreted: bool) -> list[str]:
    """What is told about one story, with rules that only stories need."""
    (result,) = results(f'{rules}\ntest "A story":\n{story}', interpreted=interpreted).values()
    return [one.message for one in result.failures]


def test_a_story_begins_where_another_ends() -> None:
    told = results(
        'test "A rich start":\n  given: set gold to 2\n'
        'test "Later":\n  after "A rich start"\n  do:\n    day\n    answer 1\n  expect: gold = 3\n'
        'test "Even later":\n  after "Later"\n  do: throw_it\n  expect: gold = 4\n',
        interpreted=False,
        rules=RULES + "to throw_it: raise gold by 1\n",
    )
    assert all(one.passed for one in told.values()), told


def test_each_case_is_a_story() -> None:
    told = results(
        'test "Thrown":\n  cases:\n    | face | sum |\n    | 1 | 1 |\n    | 6 | 5 |\n'
        "  do:\n    dice six face\n    throw\n  expect: gold = sum\n",
        interpreted=False,
    )
    assert told["Thrown (1, 1)"].passed
    assert told["Thrown (6, 5)"].message == "Found 6, expected exactly 5."


MISSION = """\
mission dusk "Dusk":
  board: yard
  setup:
    move spares(bolt) to deck
    move ada to a1
    roll six
    set gold to six
    choose found from deck by chance
    move found to first(players).hand
    choose n from 1 to 2 asking "How much more?"
    raise gold by n
  whenever gold > 6: set gold to 0
board yard of square "Yard":
  drawing:
    +---+---+
    | .   . |
    +---+---+
"""


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_mission_is_set_up_by_a_story(interpreted: bool) -> None:
    told = results(
        'test "The start":\n  on dusk\n  do:\n    dice six 6\n    chance bolt.2\n    setup\n'
        '  expect:\n    asked player.1 "How much more?"\n    gold = 6\n'
        'test "After the last answer rules react":\n  after "The start"\n  do: answer 1\n'
        "  expect:\n    ada.space is a1\n    bolt.2 is in player.1.hand\n    count(deck) = 2\n    gold = 0\n"
        'test "No set-up":\n  on dusk\n  expect:\n    deck is empty\n    ada is gone\n',
        interpreted=interpreted,
        rules=RULES + MISSION,
    )
    assert [one.message for one in told.values() if not one.passed] == []


def test_a_story_that_sets_up_reaches_the_mission() -> None:
    story = 'test "The start":\n  on dusk\n  do:\n    dice six 1\n    setup\n'
    programs, _ = programs_of(package_of(RULES + MISSION, ("tests.wright", "tests for case\n" + story)))
    found = reached(programs)
    assert "thing dusk" in found
    left = unreached(programs, found, ["case"])["things"]
    assert "ada" in left and "dusk" not in left, "missions are no things that a test should name"


KEPT = """\
system case:
  players: 1
kind hero plural heroes is figure:
  actions: number
  friend: hero
hero ada "Ada":
  friend: eve
hero eve "Eve":
  friend: ada
game has:
  leader: hero = ada
to follow: raise leader.actions by 1
to help: raise ada.friend.actions by 1
"""


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize(("given", "verb"), [("leader", "follow"), ("ada.friend", "help")])
def test_what_only_a_story_sets_to_none_cannot_be_read(given: str, verb: str, interpreted: bool) -> None:
    story = f'test "A story":\n  given: set {given} to none\n  do: {verb}\n'
    (result,) = results(story, interpreted=interpreted, rules=KEPT).values()
    assert [one.message.split(":")[0] for one in result.failures] == ["A rule asks something of none"]


@pytest.mark.parametrize("interpreted", [False, True])
def test_numbers_in_a_list_that_has_a_name_are_no_things(interpreted: bool) -> None:
    """Things of these numbers have left play, or are none at all."""
    count = "    let every = numbers(0, 60)\n    for each n in every: raise gold by 1\n"
    assert found(f"  do:\n{count}  expect: gold = 61\n", interpreted) == []
    left = count.replace(": raise", ":\n      move bolt.1 to deck\n      raise")
    assert found(f"{HAND}  do:\n{left}  expect: gold = 61\n", interpreted) == []
