"""Rules around verbs, reactions, effects that last, limits: played by generated code and oracle alike."""

from __future__ import annotations

from support.rules import play

CARDS = """
game has:
  count: number 0 to 100
  order: number
  deck, discards: pile of card

mission table "Table":
  setup:
    move all(cards) to deck

to mark (n: number): set order to order * 10 + n
"""


def test_a_hook_asks_in_the_middle_of_what_it_hooks() -> None:
    text = (
        CARDS
        + """
to play:
  strike with 3
  win
to strike with (n: number):
  raise count by n
card shield "Shield":
  instead of strike when n > 1:
    you may "Block": strike with 1
    else: proceed
card echo "Echo":
  after strike:
    choose k from 0 to 2
    raise count by k * 10
"""
    )
    text = text.replace("deck, discards: pile of card", "deck, discards: pile of card, in play")
    assert (
        play(
            text,
            "Block",
            2,
        ).game("count")
        == 21
    )
    assert play(text, "No", 0).game("count") == 3


def test_instead_of_rules_stand_around_each_other_and_proceed_carries_changed_parts() -> None:
    text = (
        CARDS
        + """
to play:
  hit with 1
  win
to hit with (n: number): mark n
instead of hit:
  mark 8
  proceed with n: n + 1
  mark 8
instead of hit:
  mark 9
  proceed with n: n + 1
  mark 9
before hit: mark n
after hit: mark n
"""
    )
    assert play(text).game("order") == 9833389


def test_what_is_replaced_triggers_nothing() -> None:
    text = (
        CARDS
        + """
to play:
  hit
  win
to hit: mark 1
before hit: mark 2
after hit: mark 3
instead of hit: mark 7
"""
    )
    assert play(text).game("order") == 7


def test_each_copy_counts_and_the_first_is_outermost() -> None:
    text = """
game has:
  order: number
  held: pile of card, in play
to play:
  hit
  win
to hit: set order to order * 10 + 9
card charm "Charm":
  copies: 3
  instead of hit:
    set order to order * 10 + 1
    proceed
mission table "Table":
  setup: move all(charms) to held
"""
    assert play(text).game("order") == 1119


def test_a_result_goes_through_the_rules_around_it() -> None:
    text = (
        CARDS
        + """
to play:
  measure as found
  set count to found
  win
to measure gives number: give 4
after measure: mark result
instead of measure:
  proceed as inner
  give inner + 2
"""
    )
    played = play(text)
    assert (played.game("count"), played.game("order")) == (6, 4)


def test_whenever_reacts_in_the_middle_and_may_ask() -> None:
    text = (
        CARDS
        + """
to play:
  raise count by 5
  mark 1
  raise count by 5
  mark 2
  win
whenever count >= 5:
  choose k from 1 to 5
  lower count by k
  mark 9
"""
    )
    played = play(text, 2, 1, 5)
    assert (played.game("order"), played.game("count")) == (91992, 2)


def test_a_reaction_that_changes_nothing_is_stuck_and_named() -> None:
    played = play(
        CARDS
        + """
to play: raise count by 1
whenever count > 0 [T-7]: say "Again."
"""
    )
    assert played.over == "stuck"
    assert "T-7" in played.why


def test_as_soon_as_reacts_once_until_it_was_false() -> None:
    text = (
        CARDS
        + """
to play:
  raise count by 5
  raise count by 5
  set count to 0
  raise count by 7
  win
as soon as count >= 5: mark count
"""
    )
    assert play(text).game("order") == 57


def test_as_soon_as_one_of_a_set_is_so_the_rule_reacts_once_for_each() -> None:
    text = """
kind ox plural oxen is token:
  power: number = 2
ox a
ox b
game has:
  told: number
as soon as o in all(oxen) where o.power > 2: raise told by o.power
to play:
  set a.power to 3
  set b.power to 4
  set a.power to 5
  set a.power to 1
  set a.power to 6
  win
"""
    assert play(text).game("told") == 3 + 4 + 6


def test_what_a_verb_resets_is_worked_out_anew_and_what_a_thing_says_of_itself_counts_for_it() -> None:
    text = """
game has:
  base: number = 4
  left: number = base + 1, reset each round
  alarms, seen: number
kind ox is token:
  weight: number = 2
  power: number = this.weight * 2, reset each round
ox big:
  weight: 3
ox small:
  power: 7
whenever left = 7:
  raise alarms by 1
  lower left by 1
to round:
  raise big.power by 1
  raise small.power by 1
  set seen to seen * 100 + left * 10 + alarms
to play:
  set base to 6
  round
  set big.weight to 5
  round
  win
"""
    done = play(text)
    assert (done.of("big", "power"), done.of("small", "power"), done.game("seen")) == (11, 8, 6162)


def test_reactions_sleep_during_set_up_and_are_looked_at_after_it() -> None:
    text = """
game has:
  order: number
  count: number
to play: win
whenever count > 2:
  set order to order * 10 + count
  set count to 0
mission table "Table":
  setup:
    set count to 3
    set count to 4
"""
    assert play(text).game("order") == 4


def test_done_ends_set_up_and_reactions_wake() -> None:
    text = """
game has:
  count: number
to play: lose
whenever count = 1: win
mission table "Table":
  setup:
    set count to 1
    done
    set count to 2
"""
    assert play(text).over == "win"


def test_at_once_holds_reactions_back() -> None:
    text = (
        CARDS
        + """
game has:
  left, right: number
to play:
  at once:
    set left to 1
    set right to 1
  mark 1
  set left to 2
  win
whenever left is not right:
  set right to left
  mark 9
"""
    )
    assert play(text).game("order") == 19


def test_effects_last_until_their_verb_ends_and_remember() -> None:
    text = (
        CARDS
        + """
to play:
  phase
  hit with 1
  win
to phase:
  rage by 3
  hit with 1
  hit with 2
to rage by (bonus: number):
  until phase ends:
    before hit: mark bonus
to hit with (n: number): mark n
"""
    )
    assert play(text).game("order") == 31321


def test_what_a_rule_calls_so_itself_hides_what_its_surroundings_call_so() -> None:
    text = (
        CARDS
        + """
define power(n: number): number = n
to play:
  phase
  win
to phase:
  rage with 3
  hit with 1
  hit with 2
  mark power(2)
to rage with (n: number):
  until phase ends:
    before hit when n < 2: mark n + 5
    modifier up for power when n = 2: +n
to hit with (n: number): mark n
"""
    )
    assert play(text).game("order") == 6124


def test_modifiers_come_in_their_order_and_may_replace_each_other() -> None:
    text = (
        CARDS
        + """
define power(n: number): number = n
modifier weak for power when n > 5: becomes 5
modifier strong for power: +4
modifier stronger for power when n > 2: +10 replacing strong
modifier cap for power: at most 14
to play:
  mark power(1)
  mark power(3)
  mark power(9)
  win
"""
    )
    assert play(text).game("order") == 5 * 100 + 13 * 10 + 14


def test_limits_count_anew_with_each_run_and_a_menu_says_what_is_left() -> None:
    text = (
        CARDS
        + """
menu moves for player
action rest by (player):
  in moves
  limit 1 per turn
  mark 1
action run by (player) with (n from numbers(1, 3)):
  in moves
  needs count + n <= 4, "Too far"
  takes n of count_left
  raise count by n
game has:
  count_left: number = 5
to play:
  turn
  turn
  win
to turn:
  repeat:
    offer moves to player.1, or "Pass": stop
"""
    )
    played = play(text, "rest")
    assert played.options == ["run", "Pass"]
    played = play(text, "rest", "run", 3, "run")  # with 1 left nobody is asked; then another turn
    assert (played.options, played.game("count")) == (["rest", "Pass"], 4)
    played = play(text, "rest", "Pass")
    assert "rest" in played.options


def test_an_option_leads_to_no_dead_end() -> None:
    text = (
        CARDS
        + """
menu moves for player
action share by (player) with (n from numbers(1, 3)) with_more (m from numbers(1, 3)):
  in moves
  needs n + m = 6
  mark n * 10 + m
to play:
  offer moves to player.1
  win
""".replace("with_more", "to")
    )
    assert play(text).game("order") == 33


def test_rules_stand_around_the_steps_that_a_thing_gives() -> None:
    text = """
kind trick is card:
  does play by (player)
game has:
  order: number
  held: pile of trick, in play
to mark (n: number): set order to order * 10 + n
trick fire "Fire":
  play: mark 1
trick ice "Ice":
  play: mark 2
  before mark when n = 1: mark 5
mission table "Table":
  setup: move all(tricks) to held
to play:
  for each trick in held: do trick.play by player.1
  win
"""
    assert play(text).game("order") == 512


def test_a_thing_need_not_give_what_it_may_leave_out_and_none_gives_nothing() -> None:
    text = """
kind pawn is piece:
  does act
  does rest, or nothing
pawn runner:
  act: mark 3
  rest: mark 4
pawn idler:
  act: mark 5
game has:
  order: number
  chief: pawn or none
to mark (n: number): set order to order * 10 + n
to play:
  do idler.rest
  do runner.rest
  do chief.act
  do idler.act
  win
"""
    assert play(text).game("order") == 45


def test_of_anything_at_all_it_can_be_asked_whether_it_is_in_play() -> None:
    text = """
kind pawn is figure
pawn ann
card ace
game has:
  order: number
define here(x: thing): number = 0 if x is gone else 1
board yard of square:
  drawing:
    +-+-+
    |. .|
    +-+-+
mission night:
  board: yard
  setup: move ann to b1
to play:
  set order to here(player.2) * 10000 + here(player.3) * 1000 + here(ann) * 100 + here(ace) * 10 + here(a1)
  win
"""
    assert play(text, players=2).game("order") == 10101, "two play; the ace is in the box"


INSTEAD = """
kind axe is card
axe old_axe
player has:
  mate: player or none
  luck: number or none
  belt: slot for 1 axe
game has:
  gold: number
to play:
  set gold to (player.1.luck else 5) + (player.2.luck else 7)
  let held = player.1.belt else spare axe
  if held is not none: raise gold by 100
  choose n from 1 to 3 by player.1.mate else player.2
  raise gold by 10 * n
  as player.2.mate else player.1:
    choose m from 1 to 3
    raise gold by m
  set player.1.mate to player.2
  set player.1.luck to 2
  choose n from 1 to 3 by player.1.mate else player.1
  set gold to gold + (player.1.luck else 1000)
  win
"""


def test_another_value_stands_in_for_none() -> None:
    played = play(INSTEAD, (2, 2), (1, 3), (2, 1), players=2)
    assert played.over == "win" and played.game("gold") == 5 + 7 + 100 + 20 + 3 + 2


def test_what_a_setting_rules_out_neither_happens_nor_makes_a_verb_wait() -> None:
    text = (
        CARDS
        + """
setting asked "Ask": yes/no = no
setting speed "Speed": one of slow, fast = slow

to play:
  strike
  win
to strike:
  if asked and count = 0:
    choose n from 1 to 3
  else if speed is not slow or count > 50: raise count by 7
  else: raise count by pace
define pace: number:
  20 when asked or speed is fast
  otherwise 2
after strike when not asked and order = 0: mark 4
after strike when asked: mark 5
"""
    )
    plain, asking = play(text), play(text.replace("yes/no = no", "yes/no = yes"), 2)
    assert (plain.over, plain.game("count"), plain.game("order")) == ("win", 2, 4)
    assert (asking.over, asking.game("count"), asking.game("order")) == ("win", 0, 5)
    assert play(text.replace("fast = slow", "fast = fast")).game("count") == 7
    assert not plain.machine.linker.suspension.is_waiting("verb strike")
    assert asking.machine.linker.suspension.is_waiting("verb strike")


def test_every_copy_of_a_thing_reacts_for_itself() -> None:
    text = """
kind imp is figure:
  anger: number
imp devil "Devil":
  copies: 3
  whenever this.anger > 1 and calm < 20:
    lower this.anger by 1
    raise calm by 1
game has:
  calm: number
board den of square:
  drawing:
    +-+
    |.|
    +-+
mission pit:
  board: den
  setup: move all(imps) to a1
to play:
  set devil.2.anger to 3
  set devil.3.anger to 2
  win
"""
    assert play(text).game("calm") == 3
