"""What happened between two questions, told line by line: each view shows what its line says."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from support import exhausting, rules
from support.scenarios import begun
from tilewright.cli.text_view import log_lines
from tilewright.runtime.game import Game
from tilewright.runtime.history import telling
from tilewright.runtime.history.timeline import Timeline
from tilewright.runtime.seats import log
from tilewright.runtime.seats.seat_view import SeatView
from tilewright.runtime.seats.sentences import Moved, told_moves
from tilewright.schemas.documents import Document
from tilewright.schemas.load import problems

YARD = """
kind field is square
kind walker is figure:
  wounds: number
  controlled by player.1
walker ada "Ada"
walker bea "Bea"
kind card_of_fate is card
card_of_fate storm "Storm"
game has:
  deck: pile of card_of_fate, seen by nobody
  drawn: pile of card_of_fate
relation walk between fields:
  joins sides
board yard of field "Yard":
  drawing:
    +---+---+---+
    | .   .   . |
    +---+---+---+

mission day "Day":
  layout:
    | board | at   |
    | yard  | 0, 0 |
  setup:
    move ada to a1
    move bea to c1
    move storm to deck

to go:
  choose n from 1 to 2 by player.1
  move ada to nth(fields, 2)
  raise bea.wounds by n
  move ada to last(fields)
  let found = deck.top
  if found is not none:
    move found to drawn
    say "A storm."
  move bea to first(fields)
  move ada to nth(fields, 2)
to play:
  repeat: go
"""


NO_CARDS = YARD[: YARD.index("  let found")] + YARD[YARD.index("  move bea to first(fields)") :]


def answered(*answers: int, text: str = YARD) -> tuple[Game, Timeline]:
    """The game in which these numbers were chosen, and its line."""
    game, line = rules.begun(text, 1), Timeline()
    line.follow(game)
    for number in answers:
        game.answer(number - 1)
        line.follow(game)
    return game, line


STRUCK = (
    YARD[: YARD.index("to go:")]
    + """
to strike "Strike" by (doer: walker) at (target: walker) against (victim: walker):
  raise victim.wounds by 1
to play:
  choose n from 1 to 2 by player.1
  strike by ada at bea against bea
  strike by ada at bea against ada
  choose m from 1 to 2 by player.1
"""
)


def test_who_is_named_by_two_parts_is_named_once() -> None:
    game, _ = answered(1, text=STRUCK)
    told = [line["text"] for line in game.view(None)["log"] if "Strike" in line["text"]]
    assert told == ["Ada: Strike at Bea.", "Ada: Strike at Bea."]


NESTED = (
    YARD[: YARD.index("to go:")].replace("game has:", 'menu plans "Plans" for player\ngame has:')
    + """
action ponder "Ponder" by (player):
  in plans
  say "Hm."
  rest by ada
to rest "Rest" by (doer: walker):
  raise doer.wounds by 1
to strike "Strike" by (doer: walker) at (target: walker):
  offer plans to player.1 by player.1 secretly
  raise target.wounds by 1
to play:
  say "It begins."
  strike by ada at bea
  strike by bea at ada
  say "Enough."
  choose m from 1 to 2 by player.1
"""
)


def test_every_line_says_of_which_deed_it_is_a_part() -> None:
    game = rules.begun(NESTED, 2)
    while (game.question(None) or {}).get("sort") == "menu":
        game.answer(0)
    told = [(one["text"], one.get("part_of")) for one in game.log("player.1")]
    assert told == [
        ("It begins.", None),
        ("Ada: Strike at Bea.", None),
        ("Player 1: Ponder.", 2),
        ("Hm.", 3),
        ("Ada: Rest.", 3),
        ("Ada: wounds 1 (+1).", 5),
        ("Bea: wounds 1 (+1).", 2),
        ("Bea: Strike at Ada.", None),
        ("Player 1: Ponder.", 8),
        ("Hm.", 9),
        ("Ada: Rest.", 9),
        ("Ada: wounds 2 (+1).", 11),
        ("Ada: wounds 3 (+1).", 8),
        ("Enough.", None),
    ]
    # Who is not told that Player 1 ponders takes what comes of it for a part of what goes on besides.
    others = [(one["text"], one.get("part_of")) for one in game.log("player.2")[:6]]
    assert others == [
        ("It begins.", None),
        ("Ada: Strike at Bea.", None),
        ("Hm.", 2),
        ("Ada: Rest.", 2),
        ("Ada: wounds 1 (+1).", 4),
        ("Bea: wounds 1 (+1).", 2),
    ]


PRICED = (
    YARD[: YARD.index("to go:")].replace("drawn: pile", "fees: number = 5\n  drawn: pile")
    + """
to pay "Pay" (n: number) by (doer: walker):
  lower fees by n
to strike "Strike" by (doer: walker) at (target: walker):
  cost pay 2 by doer
  raise target.wounds by 1
to play:
  strike by ada at bea
  choose m from 1 to 2 by player.1
"""
)


def test_a_deed_is_told_before_its_price_and_the_price_is_told_as_one() -> None:
    view = rules.begun(PRICED, 1).view("player.1")
    assert [(one["text"], one.get("part_of"), one.get("price")) for one in view["log"]] == [
        ("Ada: Strike at Bea.", None, None),
        ("Ada: Pay.", 1, True),
        ("Fees 3 (−2).", 2, True),
        ("Bea: wounds 1 (+1).", 1, None),
    ]
    assert not problems("view", view)


def test_a_price_of_nothing_is_not_read_out() -> None:
    view = rules.begun(PRICED.replace("pay 2", "pay 0"), 1).view("player.1")
    assert [(one["text"], one.get("untold", False)) for one in view["log"]] == [
        ("Ada: Strike at Bea.", False),
        ("Ada: Pay.", True),
        ("Bea: wounds 1 (+1).", False),
    ]


RESET = (
    YARD[: YARD.index("to go:")].replace("wounds: number", "wounds, strain: number, reset each night")
    + """
to night "Night": done
to play:
  raise ada.wounds by 2
  raise bea.strain by 1
  night
  choose m from 1 to 2 by player.1
"""
)


def test_what_is_back_at_its_default_is_told_with_its_name() -> None:
    lines = rules.begun(RESET, 1).view("player.1")["log"]
    assert [(one["text"], one.get("untold")) for one in lines] == [
        ("Ada: wounds 2 (+2).", None),
        ("Bea: strain 1 (+1).", None),
        ("Night.", None),
        ("Bea: strain 0 (−1).", None),
        ("Ada: wounds 0 (−2).", None),
    ]


def test_what_changes_on_something_in_the_box_is_not_read_out() -> None:
    away = RESET.replace("  night\n", "  move ada to box\n  raise ada.strain by 3\n  night\n")
    told = {one["text"]: one.get("untold", False) for one in rules.begun(away, 1).view("player.1")["log"]}
    assert told["Ada: strain 3 (+3)."] and told["Ada: wounds 0 (−2)."] and told["Ada: strain 0 (−3)."]
    assert not told["Ada: wounds 2 (+2)."] and not told["Bea: strain 0 (−1)."]


COUNTED = (
    YARD[: YARD.index("to go:")]
    + """
kind track is token
tracks:
  | track | title   | copies |
  | nine  | Track 9 | 2      |
  | last  | The end | 2      |
to play:
  for each one in all(tracks): move one to a1
  choose m from 1 to 2 by player.1
"""
)


def test_the_number_of_a_copy_is_apart_from_a_number_that_its_title_ends_in() -> None:
    told = [one["text"] for one in rules.begun(COUNTED, 1).view(None)["log"]]
    assert told == ["Track 9 (1), Track 9 (2), The end 1 and The end 2 are placed at a1."]


ARRIVING = (
    YARD[: YARD.index("to go:")].replace(
        "deck: pile", "camp: pile of walker\n  boat: pile of walker, in play\n  deck: pile"
    )
    + """
to play:
  move ada to camp
  move ada to a1
  move bea to boat
  move bea to a1
  move ada + bea to camp
  move ada + bea to last(fields)
  move storm to a1
  choose m from 1 to 2 by player.1
"""
)


def test_what_comes_from_beside_the_board_arrives_there() -> None:
    """From a place in play it moves; a card is laid down."""
    told = [one["text"] for one in rules.begun(ARRIVING, 1).view(None)["log"]]
    assert told == [
        "Ada moves to Camp.",
        "Ada arrives at a1.",
        "Bea moves to Boat.",
        "Bea moves to a1.",
        "Ada and Bea move to Camp.",
        "Ada and Bea arrive at c1.",
        "Storm is placed at a1.",
    ]


SEEN = (
    YARD[: YARD.index("to go:")]
    + """
to play:
  let both_of_them = list(ada, bea)
  say "Both see it." about both_of_them, first(fields) as alarm
  say "Both fall." about both_of_them as death
  say "Both look." about both_of_them, first(fields)
  choose m from 1 to 2 by player.1
"""
)


def test_whoever_is_named_before_a_comma_does_it_to_the_others() -> None:
    lines = rules.begun(SEEN, 1).view("player.1")["log"]
    assert [(one["things"], one["spaces"], one["data"]) for one in lines] == [
        (["ada", "bea"], ["a1"], {"look": "alarm", "by": ["ada", "bea"]}),
        (["ada", "bea"], [], {"look": "death"}),
        (["ada", "bea"], ["a1"], {}),
    ]


def test_what_is_untold_is_in_the_log_for_tables_and_not_read_out() -> None:
    text = YARD.replace("wounds: number", "wounds: number, untold").replace(
        "drawn: pile of card_of_fate", "drawn: pile of card_of_fate, untold"
    )
    game, _ = answered(2, text=text)
    view = game.view("player.1")
    assert not problems("view", view)
    quiet = [one["text"] for one in view["log"] if one.get("untold")]
    assert quiet == ["Bea: wounds 2 (+2).", "Storm moves to Drawn."]
    assert log_lines(view) == [one["text"] for one in view["log"] if one["text"] not in quiet]
    bea = next(one for one in view["things"] if one["name"] == "bea")
    assert bea["values"] == {"wounds": 2} and place(view, "storm") == "drawn"


def test_what_goes_to_the_space_where_it_is_goes_nowhere() -> None:
    stays = "  move bea to first(fields)\n  move bea to first(fields)\n"
    game, _ = answered(1, text=YARD.replace("  move bea to first(fields)\n", stays))
    view = game.view("player.1")
    moves = [one for one in view["log"] if one["text"] == "Bea moves to a1."]
    assert [bool(one.get("untold")) for one in moves] == [False, True]
    assert log_lines(view).count("Bea moves to a1.") == 1


def place(view: dict[str, Any], name: str) -> Any:
    return next((one["place"] for one in view["things"] if one["name"] == name), None)


def test_a_line_about_many_moves_is_put_into_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Said again with every move it took a second and a half for what a rule without end moved."""
    told: list[int] = []

    def counted(sight: SeatView, moves: Sequence[Moved]) -> Document:
        told.append(len(moves))
        return told_moves(sight, moves)

    monkeypatch.setattr(log, "told_moves", counted)
    game = rules.begun(exhausting.text("moving", 1))
    (line,) = {len(one["things"]) for one in game.log("player.1") if one["sort"] == "move"} - {1}
    assert line == 60 and set(told) == {1, 60}
    assert told.count(60) == told.count(1)


def test_each_view_shows_the_table_as_its_line_says() -> None:
    game, _ = answered(2)
    told = list(game.told("player.1"))
    now = [
        (one["log"][-1]["text"], place(one, "ada"), place(one, "bea"), place(one, "storm")) for one in told
    ]
    assert now == [
        ("Ada moves to b1.", "b1", "c1", None),
        ("Bea: wounds 2 (+2).", "b1", "c1", None),
        ("Ada moves to c1.", "c1", "c1", None),
        ("Storm moves to Drawn.", "c1", "c1", "drawn"),
        ("A storm.", "c1", "c1", "drawn"),
        ("Bea moves to a1.", "c1", "a1", "drawn"),
        ("Ada moves to b1.", "b1", "a1", "drawn"),
    ]
    assert {one["question"] for one in told} == {None}
    wounds = [{one["name"]: one["values"].get("wounds") for one in view["things"]}["bea"] for view in told]
    assert wounds == [0, 2, 2, 2, 2, 2, 2]


def test_after_a_dear_look_the_views_of_an_answer_are_only_glances(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []

    class Counted(SeatView):
        def document(self, *words: Any) -> Any:
            given.append(self.state.fuel)
            self.state.fuel -= 10
            return super().document(*words)

    monkeypatch.setattr(telling, "SeatView", Counted)
    monkeypatch.setattr(telling, "LOOK", 5)
    monkeypatch.setattr(telling, "GLANCE", 3)
    game, _ = answered(2)
    assert len(list(game.told("player.1"))) == len(given) > 2
    assert given == [5, *[3] * (len(given) - 1)]


def test_what_came_after_a_line_is_told_across_answers() -> None:
    game, line = answered(2, 1)
    whole = game.view("player.1")["log"]
    for since in (0, 3, 9, len(whole)):
        told = [one["log"] for one in line.told("player.1", since)]
        assert [one[-1] for one in told] == whole[since:] and all(one == whole[: len(one)] for one in told), (
            since
        )


def test_nothing_is_told_before_the_first_answer_and_of_one_taken_back() -> None:
    game, line = answered(2, 1, text=NO_CARDS)
    lines = len(game.log("player.1"))
    first = rules.begun(YARD, 1)
    assert not list(first.told("player.1"))
    game.undo()
    line.follow(game)
    assert 0 < len(game.log("player.1")) < lines
    assert [one["log"][-1] for one in game.told("player.1")] == game.log("player.1")


@pytest.mark.parametrize("name", ["aliens", "nemesis", "sniper_elite", "learn/3_first_mission"])
def test_every_line_of_whole_games_is_told_once(name: str) -> None:
    game, before = begun(name, 0, seats=1 if name != "learn/3_first_mission" else None), Timeline()
    before.follow(game)
    rng = itertools.cycle((0, 3, 1, 2))
    for _ in range(40):
        if game.state.q is None:
            break
        seat = game.waiting()[0]
        ids = game.own_ids(seat)
        question = game.question(seat)
        assert question is not None
        count = max(1, question.get("least") or 0)
        game.answer([(next(rng) + i) % len(ids) for i in range(count)] if count == 1 else range(count), seat)
        before.follow(game)
        views = list(game.told(seat))
        assert [one["log"][-1]["n"] for one in views] == [
            one["n"] for one in game.log(seat)[len(game.log(seat)) - len(views) :]
        ]
        for view in views[:1]:
            assert not problems("view", view)
    for eyes in (None, *game.seats):
        log = game.log(eyes)
        around = [(one["n"], log[one["part_of"] - 1]) for one in log if "part_of" in one]
        assert around and all(one["sort"] == "verb" and one["n"] < n for n, one in around)
    seat = game.seats[0]
    at_first = before.moments[0].lines.get(seat, 0)  # what set-up said was there before
    told = [one["log"][-1]["n"] for one in before.told(seat, 0)]
    assert told == [one["n"] for one in game.log(seat)[at_first:]]


def test_a_line_wants_to_see_a_game_from_its_beginning_and_every_answer() -> None:
    game, line = answered(1)
    with pytest.raises(ValueError, match="from its beginning"):
        Timeline().follow(game)
    game.answer(0)
    game.answer(0)
    with pytest.raises(ValueError, match="every answer"):
        line.follow(game)


def test_a_line_turns_where_the_game_has_turned() -> None:
    game, line = answered(1, 1, text="to play:\n  repeat:\n    choose n from 1 to 3 by player.1\n")
    game.undo()
    game.undo()
    game.answer(1)
    line.follow(game)
    assert len(line) == 1 and line.at(1).digest() == game.digest()


WARD = """system wards:
  players: 1 to 1
  begins: play

kind charm is card
menu day "The day" for player
game has:
  table: pile of charm, in play
charm ward "Ward":
  action cast "Ward" by (player) with (n: number from 1 to 2):
    in day
    say "Cast."

to play:
  move ward to table
  repeat:
    offer day to player.1 by player.1
"""


def test_an_action_that_is_called_like_its_card_is_named_once() -> None:
    game = rules.begun(WARD)
    game.answer(0)
    while game.state.q is not None and "Cast." not in str(game.log(None)):
        game.answer(0)
    assert "Player 1: Ward." in [line["text"] for line in game.log(None)]
