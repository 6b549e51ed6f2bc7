from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from support import tables
from support.rules import HANDS, begun
from support.views import Script, event, option, pile, question, thing, view
from tilewright.cli import text_names, text_view
from tilewright.cli.text_map import map_lines
from tilewright.cli.text_table import TextTable
from tilewright.cli.typed_answers import chosen_options
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.load import problems
from tilewright.schemas.wording import ENGLISH, Wording

WIPED = "(the screen is clear)"


def played(script: Script, *lines: str) -> tuple[list[str], bool]:
    """What is said while these lines are typed, and whether the game came to its end."""
    typed: Iterator[str] = iter(lines)
    said: list[str] = []

    def read(prompt: str) -> str:
        try:
            line = next(typed)
        except StopIteration:
            raise EOFError from None
        said.append(prompt + line)
        return line

    over = TextTable(cast("TableSession", script), read, said.append, lambda: said.append(WIPED)).play()
    return "\n".join(said).splitlines(), over


# ------------------------------------------------------------------ a view in words


def test_the_view_by_hand_is_one() -> None:
    assert problems("view", view()) == []


def test_the_table_in_sentences() -> None:
    assert text_view.overview(view()) == [
        "The cave. Round, Fight.",
        "Player 1: gold 1.",
        "Player 2: gold 2.",
        "The game: round 3, leader Ogre 1.",
        "a1: Ogre 1 (hp 5, asleep).",
        "Door between a1 and b1: open.",
        "Deck: 27, face down.",
        "Player 1, Hand: Axe, Rope.",
    ]


@pytest.mark.parametrize("wanted", ["ogre.1", "Ogre 1", "OGRE 1"])
def test_a_thing_is_described_by_name_or_title(wanted: str) -> None:
    assert text_view.look(view(), wanted) == ["Ogre 1: hp 5, asleep. Hungry. At a1."]


def test_a_space_is_described_with_what_is_there_and_where_one_can_go() -> None:
    assert text_view.look(view(), "a1") == [
        "a1 (square): start.",
        "Ogre 1: hp 5, asleep. Hungry. At a1.",
        "Door to b1: open.",
    ]
    assert text_view.look(view(), "b1") == ["b1 (square).", "Nothing is here.", "Door to a1: open."]


def test_a_pile_is_described() -> None:
    assert text_view.look(view(), "deck") == ["Deck: 27, face down."]
    cards = ["  Axe. A very plain axe.", "  Rope."]
    assert text_view.look(view(), "hand") == ["Player 1, Hand: Axe, Rope.", *cards]


def test_what_is_not_there_is_proposed() -> None:
    assert text_view.look(view(), "gre 1") == ["Ogre 1: hp 5, asleep. Hungry. At a1."], (
        "the only one that comes near is meant"
    )
    assert text_view.look(view(), "dragon") == ['There is no "dragon".']
    several = view(things=[thing("ogre.1", "a1", "Ogre 1"), thing("ogre.2", "a1", "Ogre 2")])
    assert text_view.look(several, "gre") == [
        'There is no "gre". Do you mean Ogre 1, ogre.1, Ogre 2, ogre.2, ogre.1.bag?'
    ]


def test_all_of_one_title_are_described() -> None:
    twins = [thing(f"ogre.{number}", "a1", "Ogre") for number in range(1, 15)]
    told = text_view.look(view(things=twins[:2]), "ogre")
    assert len(told) == 2 and told[0] == "Ogre. At a1."
    assert text_view.look(view(things=twins[:2]), "ogre.2") == told[1:]
    assert text_view.look(view(things=twins), "ogre")[-1] == "And 2 more of this name."


def test_a_title_is_found_by_plain_spaces() -> None:
    seen = view(things=[thing("cook.1", "a1", "Cook\u00a0of the Ogre")])
    assert text_view.look(seen, "cook of the ogre") == ["Cook\u00a0of the Ogre. At a1."]
    assert text_view.look(seen, "cook of") == ["Cook\u00a0of the Ogre. At a1."]


def test_what_lies_in_the_box_is_said_in_the_language_of_the_table() -> None:
    speech = Wording("cs", {"engine/title_box": "Krabice"})
    away = view(things=[thing("ogre.1", "box", "Ogre")])
    assert text_view.look(away, "ogre", speech)[0].endswith(" At krabice.")


def test_the_hand_is_ones_own() -> None:
    assert text_view.hand(view()) == ["Hand: 2 cards.", "  Axe. A very plain axe.", "  Rope."]
    assert text_view.hand(view(seat="player.2")) == ["You hold nothing."]


def test_of_a_hand_that_is_not_seen_the_number_is_said() -> None:
    unseen = view(piles=[pile("player.1.hand", 3, None, title="Hand", owner="player.1")])
    assert text_view.hand(unseen) == ["Player 1, Hand: 3, face down."]


def test_a_link_is_described_with_its_sides_and_values() -> None:
    shown = view()
    link: dict[str, Any] = {
        "name": "gate.1",
        "kind": "gate",
        "title": "Gate",
        "sides": ["a1"],
        "line": None,
        "look": {},
    }
    shown["board"]["links"] = [{**link, "values": {"open": True, "marks": ["iron", 3, True]}}]
    (said,) = text_view.look(shown, "Gate")
    assert said.startswith("Gate between ") and "open" in said and "marks iron, 3, yes" in said


@pytest.mark.parametrize(
    ("kind", "look", "door", "said"),
    [
        ("corridor", {}, "open", ""),
        ("corridor", {}, "closed", "door closed"),
        ("corridor", {}, "destroyed", "door destroyed"),
        ("corridor", {"door": "sliding"}, "open", "door open"),
        ("door", {}, "open", "door open"),
    ],
)
def test_what_could_be_shut_and_is_open_is_not_worth_a_line(
    kind: str, look: dict[str, str], door: str, said: str
) -> None:
    """As the window has it: a way that is no door shows one only while it is shut."""
    shown = view()
    link = {"name": "hall", "kind": kind, "title": "Hall", "sides": ["a1", "b1"], "line": None, "look": look}
    shown["board"]["links"] = [{**link, "values": {"door": door}}]
    told = [one for one in text_view.overview(shown) if one.startswith("Hall")]
    assert told == ([f"Hall between a1 and b1: {said}."] if said else [])


def test_where_nothing_is_asked_nothing_is_said_of_it() -> None:
    idle = view(question=None)
    assert text_view.question(idle) == [] and text_view.refusal(idle, "walk") == []


def test_an_answer_that_the_game_refuses_is_asked_again() -> None:
    script = Script(view())
    script.answer = lambda seat, ids: "Not now."  # type: ignore[method-assign]
    said, over = played(script, "1")
    assert "Not now." in said and not over


def test_what_lies_face_down_says_so() -> None:
    back = thing("card#4", "a1", "Card", face="down")
    assert "a1: Card (face down)." in text_view.overview(view(things=[back]))


def test_a_tall_pile_shows_its_top_only() -> None:
    cards = [thing(f"card.{number}", "discards") for number in range(9)]
    seen = pile("discards", 9, [card["handle"] for card in cards], title="Discards")
    assert text_view.overview(view(things=cards, piles=[seen]))[-1] == "Discards: 9, on top Card.8."


def test_options_are_numbered() -> None:
    assert text_view.question(view()) == [
        "Choose a target.",
        "  1. Ogre 1 at a1 (2 actions)",
        "  2. Cease fire",
    ]


def test_many_options_share_a_line() -> None:
    many = question(*(option(n, f"a{n + 1}") for n in range(21)))
    prompt, options = text_view.question(view(question=many))
    assert prompt == "Choose a target."
    assert options.startswith("21 options: 1 a1; 2 a2; ") and options.endswith("; 21 a21.")


def test_how_many_are_wanted_is_said() -> None:
    several = question(option(0, "Axe"), option(1, "Rope"), sort="several", least=0, most=2)
    assert text_view.question(view(question=several))[0] == "Choose a target. Choose 0 to 2."


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ({"outcome": "win", "winners": ["player.2"], "reason": None, "rule": None}, "Won by Player 2."),
        (
            {"outcome": "lose", "winners": [], "reason": "No gold is left", "rule": "OG-2"},
            "Lost. No gold is left.",
        ),
        ({"outcome": "draw", "winners": [], "reason": None, "rule": None}, "A draw."),
    ],
)
def test_the_end_is_told(over: Any, said: str) -> None:
    assert text_view.ending(view(over=over)) == [f"The game is over. {said}"]


# ------------------------------------------------------------------ answers


@pytest.mark.parametrize(
    ("line", "chosen"), [("1", [0]), ("2", [7]), ("ceas", [7]), ("OGRE", [0]), ("f", [7])]
)
def test_one_option_is_chosen_by_number_key_or_words(line: str, chosen: list[int]) -> None:
    asked = question(option(0, "Ogre 1 at a1"), option(7, "Cease fire", key="F"))
    assert chosen_options(line, asked) == chosen


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Write the number of an option, or ? for help."),
        ("3", "There is no option 3; there are 2."),
        ("0", "There is no option 0; there are 2."),
        ("9" * 5000, "There is no option 999999999; there are 2."),
        ("1 2", "Choose one of them."),
        ("dance", "No option begins with 'dance'. Write a number, or ? for help."),
        ("o", "Several options begin like that: Ogre 1, Ogre 2. Write the number."),
    ],
)
def test_what_is_no_answer_is_explained(line: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        chosen_options(line, question(option(0, "Ogre 1"), option(1, "Ogre 2")))


@pytest.mark.parametrize(("line", "chosen"), [("1 3", [0, 2]), ("3,1", [2, 0]), ("0", []), ("none", [])])
def test_several_options_are_chosen_at_once(line: str, chosen: list[int]) -> None:
    asked = question(*(option(n, f"Card {n}") for n in range(3)), sort="several", least=0, most=2)
    assert chosen_options(line, asked) == chosen


@pytest.mark.parametrize("line", ["1", "1 2 3 4"])
def test_too_few_and_too_many_are_told_how_many_it_has_to_be(line: str) -> None:
    asked = question(*(option(n, f"Card {n}") for n in range(4)), sort="several", least=2, most=3)
    with pytest.raises(ValueError, match=r"^Choose 2 to 3\.$"):
        chosen_options(line, asked)


def test_an_option_is_chosen_once() -> None:
    asked = question(option(0, "A"), option(1, "B"), sort="several", least=0, most=2)
    with pytest.raises(ValueError, match="once"):
        chosen_options("1 1", asked)


def test_a_pause_goes_on_with_enter() -> None:
    asked = question(option(3, "Parry", action="parry"), option(4, "Go on"), sort="pause")
    assert chosen_options("", asked) == [4]


def test_a_question_without_options_says_so_and_goes_on_with_enter() -> None:
    """Cards of a hand are asked for even if none of them fits: whether somebody is asked may not tell."""
    game = begun("""
kind card_of_magic is card
game has:
  deck: pile of card, seen by nobody
card_of_magic spark "Spark"
to play:
  choose up to 2 found from deck where it is a card_of_magic
  win
""")
    asked = game.view(game.seats[0])
    nothing = "Choose cards. There is nothing to choose from; press Enter to go on."
    assert text_view.question(asked) == [nothing]
    game.answer(chosen_options("", asked["question"]))
    assert game.over is not None


# ------------------------------------------------------------------ the table


def test_a_game_is_played_from_the_keyboard() -> None:
    script = Script(view(), view(log=[event(1, "The ogre moves."), event(2, "It falls.")]))
    said, over = played(script, "1", "cease")
    assert over
    assert script.given == [("player.1", [0]), ("player.1", [1])]
    assert said == [
        "",
        "The ogre moves to a1.",
        "The cave. Round, Fight.",
        "Choose a target.",
        "  1. Ogre 1 at a1 (2 actions)",
        "  2. Cease fire",
        "> 1",
        "",
        "It falls.",
        "Choose a target.",
        "  1. Ogre 1 at a1 (2 actions)",
        "  2. Cease fire",
        "> cease",
        "",
        "The game is over. Won by Player 1. The cave is empty.",
    ]


def test_the_title_is_read_out_once_and_phases_when_they_change() -> None:
    script = Script(view(), view(phases=["Round", "Rest"]), view(phases=["Round", "Rest"]))
    said, _ = played(script, "1", "1", "1", "")
    assert [line for line in said if "Round" in line] == ["The cave. Round, Fight."]
    assert said.count("Rest.") == 1, "what goes on as before is not read out again"


def test_a_wrong_answer_is_asked_again() -> None:
    said, over = played(Script(view()), "7", "1")
    assert over
    assert "There is no option 7; there are 2." in said


def test_looking_changes_nothing() -> None:
    script = Script(view())
    said, over = played(script, "?", "table", "look a1", "look", "hand", "log", "log 1", "why")
    assert not over and script.given == []
    assert "Write the name of something that is not among the choices: why b4." in said
    assert any("look NAME" in line for line in said)


def test_why_of_one_thing_is_asked_of_the_rules() -> None:
    text = """
kind fighter is figure:
  asleep: yes/no
fighter ogre "Ogre":
  asleep: yes
fighter imp "Imp"
fighter elf "Elf"
board field of square:
  drawing:
    +---+---+
    | .   . |
    +---+---+
mission duel "Duel":
  board: field
  setup:
    for each f in all(fighters): move f to a1
to play:
  choose x from fighters where not it.asleep
  win
"""
    said: list[str] = []
    lines = iter(["why Ogre", "why elf", "why b1", "why dragon", "quit"])
    session = TableSession(begun(text), ["player.1"])
    TextTable(session, lambda _: next(lines), said.append, lambda: None).play()
    assert "Ogre: Ogre is asleep." in said
    assert "Elf is among the choices." in said
    assert "b1 is not among the choices." in said
    assert 'There is no "dragon".' in said


def test_why_gives_the_reasons() -> None:
    refused = [{"label": "Rest", "action": "rest", "thing": None, "reason": "No action left", "rule": "OG-3"}]
    script = Script(view(question=question(option(0, "A"), refused=refused), rules={"OG-3": "Two a turn."}))
    said, _ = played(script, "why", "why rest", "codes", "why", "codes")
    assert said.count("Rest: No action left.") == 2 and "  Two a turn." in said
    told = "Rest: No action left. [OG-3]", "Labels of rules are no longer read out."
    assert set(told) <= set(said), "only where they are wanted"


def test_why_says_the_same_reason_once() -> None:
    refused = [{"label": "Rest", "action": "rest", "thing": None, "reason": "No action left", "rule": None}]
    said, _ = played(Script(view(question=question(option(0, "A"), refused=3 * refused))), "why", "why rest")
    assert said.count("Rest: No action left.") == 2


def test_an_option_says_what_its_rules_say_of_it() -> None:
    noted = {**option(0, "Ogre at b1"), "cost": "1 action", "note": "6 or less hits"}
    said, _ = played(Script(view(question=question(noted, option(1, "Imp")))))
    assert "  1. Ogre at b1 (1 action): 6 or less hits" in said and "  2. Imp" in said


def test_of_a_figure_the_table_tells_what_its_plate_does_and_all_is_looked_up() -> None:
    shown = view()
    ogre = next(one for one in shown["things"] if one["handle"] == "ogre.1")
    ogre["values"] = {"hp": 5, "fury": 0, "ammo": 0, "lair": "none_of_them", "player": "player.2"}
    told = [line for line in text_view.overview(shown) if line.startswith("a1")]
    assert told == ["a1: Ogre 1 (hp 5, Player 2)."], "what is 0 or none is not worth a word"
    ogre["look"] = {"shows": "ammo!, fury"}
    told = [line for line in text_view.overview(shown) if line.startswith("a1")]
    assert told == ["a1: Ogre 1 (ammo 0, Player 2)."], "nor what its plate leaves out"
    assert text_view.look(shown, "ogre.1")[0].startswith("Ogre 1: hp 5, ammo 0, Player 2.")


def test_who_looks_reads_what_values_mean() -> None:
    shown = view()
    ogre = next(one for one in shown["things"] if one["handle"] == "ogre.1")
    ogre["values"] = {"hp": 5, "fury": 0}
    a1 = next(one for one in shown["board"]["spaces"] if one["name"] == "a1")
    a1["values"] = {"mud": 2}
    pile = shown["piles"][0]
    shown["titles"] = {"kinds": {}, "words": {}, "values": {"hp": "hit points"}}
    kinds = {
        ogre["kinds"][0]: {"hp": "It is dead at 0.", "fury": "It strikes twice."},
        a1["kind"]: {"mud": "Steps it takes."},
        "player": {"hp": "You are out at 0."},
    }
    shown["meanings"] = {"game": {pile["name"]: "Cards to come."}, "kinds": kinds}
    pile["owner"] = None
    meant = "  Hit points: It is dead at 0."
    assert text_view.look(shown, "ogre.1")[1:] == [meant], "what is not said needs no word"
    looked = text_view.look(shown, "a1")
    assert looked[1] == "  Mud: Steps it takes." and meant not in looked
    assert text_view.look(shown, pile["place"])[-1].endswith(": Cards to come.")
    both = [meant.strip(), "Hit points: You are out at 0."]
    assert text_view.look(shown, "Hit points") == text_view.look(shown, "hp") == both
    ogre["title"] = "Mud"
    assert text_view.look(shown, "mud")[0].startswith("Mud: hit points 5"), "things come first"
    assert not any("It is dead" in line for line in text_view.overview(shown))


def test_who_looks_reads_what_an_action_does() -> None:
    shown = view()
    ogre = next(one for one in shown["things"] if one["handle"] == "ogre.1")
    ogre["text"] = "It bites."
    bite = {**option(0, "Bite"), "action": "bite_it", "means": "You lose a tooth.", "taken_with": ["ogre.1"]}
    shown["question"] = question(bite, {**option(1, "Rest"), "action": "rest"}, option(2, "Bite"))
    said = ["Bite: You lose a tooth.", "  Ogre 1: It bites."]
    assert text_view.look(shown, "bite") == text_view.look(shown, "bite_it") == said
    assert text_view.look(shown, "1") == said
    assert text_view.look(shown, "rest") == ['There is no "rest".'], "nothing is said of it"
    shown["question"] = None
    assert text_view.look(shown, "bite") == ['There is no "bite".']


def test_what_follows_a_list_is_no_member_of_it() -> None:
    names = text_names.ViewNames(view(), ENGLISH)
    assert names.values({"beside": ["i4", "j4"], "narrow": True}) == "beside i4, j4; narrow"
    assert names.values({"dial": 6, "down": True}) == "dial 6, down"


def test_why_knows_actions_by_their_names() -> None:
    refused = [
        {"label": "Coup", "action": "stage_coup", "thing": None, "reason": "It costs 7", "rule": "OG-4"},
        {
            "label": "Rest a while",
            "action": "rest",
            "thing": None,
            "reason": "No action left",
            "rule": "OG-3",
        },
    ]
    script = Script(view(question=question(option(0, "Tax"), refused=refused)))
    said, _ = played(script, "why coup", "why stage_coup", "why rest", "why a while", "why tax", "why parley")
    answers = [
        line
        for line in said
        if "Coup" in line or "action" in line or "among" in line or "There is no" in line
    ]
    assert [line for line in answers if "ogre moves" not in line] == [
        "Coup: It costs 7.",
        "Coup: It costs 7.",
        "Rest a while: No action left.",
        "Rest a while: No action left.",
        "Tax is among the choices.",
        'There is no "parley".',
    ]


def test_an_answer_is_taken_back() -> None:
    script = Script(view(), view())
    said, _ = played(script, "1", "undo", "2")
    assert script.given == [("player.1", [1])]
    assert "Taken back." in said
    said, _ = played(Script(view()), "undo", "redo")
    assert "There is nothing to take back." in said and "There is nothing to do again." in said


def test_saving_and_quitting() -> None:
    script = Script(view())
    said, over = played(script, "save", "save there.json", "save forbidden.json", "quit", "1")
    assert not over
    assert [path.name for path in script.saved] == ["there.json"]
    assert "Saved as there.json." in said
    assert "The game could not be saved: that is not allowed." in said
    assert script.given == []


def shared(*lines: str, people: int = 2, text: str = HANDS) -> list[str]:
    game = begun(text, 2)
    return played(cast("Script", TableSession(game, game.seats[:people])), *lines)[0]


def test_two_people_at_one_screen_do_not_see_each_others_cards() -> None:
    said = shared("draw", "undo", "", "undo", "", "draw", "", "", "table", "", "wait")
    let_in = said.index(
        "Player 1, what comes of it is for you alone. Press Enter when nobody else is looking."
    )
    handed = said.index("Now it is Player 2's turn. Press Enter to clear the screen.")
    wiped = said.index(WIPED, handed)
    drawn = next(n for n, line in enumerate(said) if "to the hand of Player 1" in line)
    assert let_in < said.index(WIPED) < drawn < handed, "nobody else sees what came of it,"
    assert drawn < handed < wiped, "but whoever has done something does"
    assert said.count("Press Enter alone, or write quit.") == 3, "a word opens nothing"
    assert "Player 2. Choose one." in said[wiped:]
    turn = said.index("Player 1, it is your turn. Press Enter when nobody else is looking.")
    called = "Player 2, it is your turn. Press Enter when nobody else is looking."
    assert called not in said[:turn], "it has no card that anybody must not see"
    assert WIPED in said[wiped + 1 : turn] and "Player 1. Choose one." in said[turn:]


def test_who_is_asked_again_looks_alone_at_what_nobody_else_may_see() -> None:
    twice = HANDS.replace("      choose one", "      repeat 2: ask player\nto ask (player):\n  choose one")
    said = shared("draw", "", "wait", "quit", text=twice)
    let_in = "Player 1, what comes of it is for you alone. Press Enter when nobody else is looking."
    drawn = next(n for n, line in enumerate(said) if "to the hand of Player 1" in line)
    again = said.index("Player 1. Choose one.", drawn)
    assert said.index(let_in) < said.index(WIPED) < drawn < again


def test_the_answer_of_somebody_else_is_taken_back_only_if_it_is_named_whose_it_is() -> None:
    said = shared("wait", "undo", "undo Player 2", "undo player 1", "undo", "wait", "wait", "wait")
    assert said.count("Player 1 gave the last answer. If Player 1 agrees, write: undo Player 1") == 2
    taken = said.index("Taken back.")
    assert "There is nothing to take back." in said[taken:]


def test_what_everybody_hears_is_handed_over_with_one_enter() -> None:
    said = shared("draw", "", "", "draw", "", "", "", "wait", "", "wait")
    waits = said.index("Player 1 waits.")
    turn = said.index("Player 2, it is your turn. Press Enter when nobody else is looking.")
    assert WIPED in said[waits - 3 : waits], "the hand of the one before is out of sight"
    assert waits < turn and WIPED in said[turn : turn + 3]
    assert not any("Press Enter to clear the screen" in line for line in said[waits:])


def test_who_comes_back_to_a_table_with_secrets_is_called_first() -> None:
    game = begun(HANDS, 2)
    for _ in range(2):
        game.answer(0)
    said, over = played(cast("Script", TableSession(game, game.seats)), "quit")
    assert (
        said[:2] == [WIPED, "Player 1, it is your turn. Press Enter when nobody else is looking."]
        and not over
    )


def test_where_nobody_knows_more_than_the_others_there_is_no_curtain() -> None:
    said = shared("wait", "wait", "wait")
    assert WIPED not in said and said.count("Player 1. Choose one.") == 2
    alone = shared("wait", people=1)
    assert WIPED not in alone and "Choose one." in alone, "nobody else is there"


def test_an_option_may_be_called_like_a_command() -> None:
    """`look` alone is the command; the option is still reached by its number."""
    script = Script(view(question=question(option(0, "Look around"), option(1, "Undo the knot"))))
    played(script, "look around", "2")
    assert script.given == [("player.1", [1])]


def test_a_long_set_up_is_not_read_out() -> None:
    said, _ = played(Script(view(log=[event(number, f"Card {number}.") for number in range(1, 101)])), "log")
    assert said[1:4] == ["(70 earlier lines: write log to read them.)", "Card 71.", "Card 72."]
    assert "Card 1." in said, "the log has all of it"


def test_what_a_back_says_can_be_read_of_a_pile_that_lies_face_down() -> None:
    deck = {**pile("deck", 14, title="Deck"), "backs": [{"level": 2}]}
    hand = {**pile("hand", 2, title="Hand"), "backs": [{"level": 1}, {"level": 3}]}
    said = text_view.overview(view(piles=[deck, hand]))[-2:]
    assert said == ["Deck: 14, face down (level 2).", "Hand: 2, face down (level 1; level 3)."]


def test_empty_piles_share_a_line() -> None:
    piles = [pile("deck", 0, title="Deck"), pile("used", 0, [], title="Used"), pile("bag", 2, title="Bag")]
    assert text_view.overview(view(piles=piles))[-2:] == ["Bag: 2, face down.", "Empty: Deck; Used."]


def test_when_the_game_is_over_the_last_answer_can_still_be_taken_back() -> None:
    said, over = played(Script(view()), "1", "log 1", "dance", "undo", "2", "undo it", "")
    assert over
    assert said.count("The game is over. Won by Player 1. The cave is empty.") == 2
    assert "Taken back." in said and "> 2" in said


def test_who_has_nothing_to_take_back_may_leave() -> None:
    stuck = begun("to play:\n  repeat: let n = 1\n")
    said, over = played(cast("Script", TableSession(stuck, stuck.seats)), "undo", "")
    assert over and "There is nothing to take back." in said


def test_what_the_mission_is_about_is_said_once() -> None:
    game = begun(BRIEFED)
    said, _ = played(TableSession(game, ["player.1"]), "1", "1")  # type: ignore[arg-type]
    whole = "\n".join(said)
    assert "Dusk. Two lamps must burn." in whole and whole.count("Two lamps must burn.") == 1


def test_goals_are_told_at_the_start_and_when_somebody_asks() -> None:
    goals = """goal "Two lamps burn: {count(players)} so far."
goal "The owl sleeps." for player.2
threat "The wind blows." for player.1
deadline "Night falls."
"""
    game = begun(goals + BRIEFED, 2)
    said, _ = played(TableSession(game, ["player.1", "player.2"]), "", "goals", "look mission", "1")  # type: ignore[arg-type]
    lines = [
        "To win: Two lamps burn: 2 so far.",
        "Player 2 can win – The owl sleeps.",
        "Lost if: The wind blows.",
        "Time: Night falls.",
    ]
    assert all(said.count(line) == 3 for line in lines), "at the start, as goals, with the mission"
    silent, _ = played(TableSession(begun(BRIEFED), ["player.1"]), "goals", "1")  # type: ignore[arg-type]
    assert any("Nothing is said about what wins" in line for line in silent)


BRIEFED = """
mission dusk "Dusk":
  text: "Two lamps must burn."
to play:
  repeat 3:
    choose one:
      "Wait": say "Waiting."
      "Look": say "Looking."
"""


# ------------------------------------------------------------------ numbers, ways, maps


def test_where_a_number_is_asked_the_one_that_is_written_is_meant() -> None:
    options = [{**option(n, str(n + 2)), "number": n + 2} for n in range(3)]
    asked = question(*options, option(3, "Not now"), sort="number", prompt="How many?")
    assert text_view.question(view(question=asked)) == ["How many? Write 2, 3 or 4.", "  - Not now"]
    assert chosen_options("3", asked) == [1] and chosen_options("not", asked) == [3]
    with pytest.raises(ValueError, match=r"^1 cannot be chosen: write 2, 3 or 4\.$"):
        chosen_options("1", asked)
    many = question(
        *({**option(n, str(n)), "number": n} for n in range(9)), sort="number", prompt="How many?"
    )
    assert text_view.question(view(question=many)) == ["How many? Write a number from 0 to 8."]
    one = question({**option(0, "7"), "number": 7}, sort="number", prompt="How many?")
    assert text_view.question(view(question=one)) == ["How many? Write 7."]


def test_a_question_says_whom_it_is_about() -> None:
    asked = question(option(0, "Yes"), actor="ogre.1", prompt="Where?")
    assert text_view.question(view(question=asked))[0] == "Ogre 1: Where?"
    told = question(option(0, "Yes"), actor="ogre.1", prompt="Where does Ogre 1 go?")
    assert text_view.question(view(question=told), "Player 1")[0] == "Player 1. Where does Ogre 1 go?"


def test_nothing_that_can_be_chosen_is_gone_on_from_with_enter() -> None:
    asked = question(option(0, "Axe"), sort="several", least=0, most=0)
    assert chosen_options("", asked) == []
    assert "press Enter" in text_view.question(view(question=asked))[0]


def test_an_option_is_found_by_a_word_of_its_label() -> None:
    assert chosen_options("hicks", question(option(0, "Cpl. Hicks at a1"), option(1, "Lt. Gorman"))) == [0]


def test_a_bag_has_no_top_and_what_is_for_ones_own_eyes_is_in_the_hand() -> None:
    cards = [thing(f"card.{number}", "bag") for number in range(9)]
    handles = [card["handle"] for card in cards]
    bag = {**pile("bag", 9, handles, title="Bag"), "sort": "bag"}
    assert text_view.overview(view(things=cards, piles=[bag]))[-1] == "Bag: 9."
    kit = {**pile("kit", 1, handles[:1], title="Kit", owner="ogre.1"), "private": True}
    assert text_view.hand(view(things=cards, piles=[kit]))[0] == "Kit: 1 card."


FIELD = """
kind field is square
kind walker is figure
walker ada "Ada"
walker bea "Bea"
kind hill is region
relation walk between squares:
  joins sides
  blocked by wall
menu deeds for walker
action go_far "Walk" by (actor: walker):
  in deeds
  repeat 3:
    choose next from neighbours(actor, walk) asking "Where to?"
    move actor to next
action greet "Greet" by (actor: walker) with (other: walker from walkers where it is not actor):
  in deeds
  say "Hello."
board yard of field "Yard":
  drawing:
    +---+---+---+
    | .   . | . |
    +   +   +   +
    | .   .   . |
    +---+---+---+
mission day "Day":
  text: "Meet."
  layout:
    | board | at   |
    | yard  | 0, 0 |
  setup:
    move ada to a1
    move bea to c1
to play:
  repeat:
    offer deeds to ada
"""


def walked(*lines: str, field: str = FIELD) -> tuple[list[str], str]:
    game = begun(field)
    said, _ = played(cast("Script", TableSession(game, game.seats)), *lines)
    return said, next(one["place"] for one in game.view("player.1")["things"] if one["name"] == "ada")


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (("walk", "b1 b2 c2"), "c2"),
        (("walk", "go c2"), "c2"),
        (("walk", "go b2", "b1"), "b1"),
        (("walk", "b1 c1"), "b1"),  # a wall is there
        (("walk", "go nowhere"), "a1"),
        (("go c2",), "c2"),  # by the one action with which one walks
        (("go nowhere",), "a1"),
    ],
)
def test_several_steps_are_one_answer(lines: tuple[str, ...], place: str) -> None:
    assert walked(*lines)[1] == place


@pytest.mark.parametrize(
    ("line", "place", "says"),
    [
        ("ada walk; go c2", "c2", ""),
        ("walker ada go b2", "b2", ""),
        ("bea greet", "a1", "Hello."),
        ("ada", "a1", "What does Walker Ada do?"),
        ("ada fly b1", "a1", "No option begins with 'fly b1'. Write a number, or ? for help."),
        ("nobody walk", "a1", "No option begins with 'nobody walk'. Write a number, or ? for help."),
    ],
)
def test_who_acts_and_what_they_do_are_one_line(line: str, place: str, says: str) -> None:
    field = FIELD.replace('walker ada "Ada"', 'walker ada "Walker Ada"').replace(
        "    offer deeds to ada\n",
        '    choose who from walkers asking "Who acts?"\n'
        '    offer deeds to who asking "What does {who} do?"\n',
    )
    said, stands = walked(line, field=field)
    assert stands == place
    assert not says or says in said, said


def test_what_is_no_action_is_taken_with_nothing() -> None:
    field = FIELD.replace("    offer deeds to ada\n", '    offer deeds to ada, or "Wait": say "Ada waits."\n')
    said, place = walked("wait b1", "look", "wait", field=field)
    assert place == "a1"
    assert "Ada waits." not in said[: said.index("> look")] and "Ada waits." in said


def test_why_at_a_choice_of_steps_is_said_of_what_lies_around() -> None:
    field = FIELD.replace("move bea to c1", "move bea to b1").replace(
        '    choose next from neighbours(actor, walk) asking "Where to?"',
        """    let onward = neighbours(actor, walk) where no it.walkers
    let beyond = neighbours(actor, walk)
    set beyond to beyond where it is b2
    choose next from onward + beyond asking "Where to?", or "Stop": stop""",
    )
    said, _ = walked("walk", "why", "why b2", field=field)
    start = said.index("> why")
    assert said[start + 1 : start + 3] == [
        "b1: Bea is at b1.",
        "Write the name of something that is not among the choices: why b4.",
    ]
    assert said[said.index("> why b2") + 1] == "b2: No step leads from a1 to b2."


def test_who_watches_bots_is_told_how_the_game_goes() -> None:
    hours = """
to play "Play":
  repeat 2: hour
  win
to hour "Hour":
  raise done_hours by 1
  say "Hour {done_hours}."
  offer deeds to ada
  if done_hours = 1: rest
to rest "Rest":
  say "The night is long."
game has:
  done_hours: number, untold
"""
    game = begun(FIELD.partition("to play:")[0] + hours)
    said, over = played(cast("Script", TableSession(game, (), 3)))
    assert over and said[:4] == ["Play.", "Hour 1.", "Day. Meet.", "Ada: Walk."]
    assert "The night is long." in said and said[-1].startswith("The game is over.")
    assert said.index("Rest.") < said.index("The night is long.") < said.index("Hour 2.")


MEETING = FIELD.replace(
    "board yard",
    """kind stone is token
stone pebble "Pebble"
action throw "Throw" by (actor: walker) with (
    missile: stone from stones where it is pebble) to (goal: field from fields):
  in deeds
  move missile to goal
  say "Thrown at {goal}."
action sing "Sing" by (actor: walker) to (other: walker from walkers where it is not actor):
  in deeds
  choose exactly 2 spots from fields asking "Where is it heard?"
  say "Heard at {spots}."
stone rock "Rock"
action push "Roll" by (actor: walker) with (missile: stone from stones) to (
    goal: field from fields where missile is pebble or it is c2):
  in deeds
  choose spot from fields asking "Where do you look?"
  move actor to spot
action cheer "Cheer" by (actor: walker):
  in deeds
  say "Hooray."
walker cid "Cid"
board yard""",
).replace(
    "    move bea to c1", "    move bea to c1\n    move cid to b2\n    move pebble to c2\n    move rock to a2"
)


@pytest.mark.parametrize(
    ("lines", "place", "said"),
    [
        (("walk c2",), "c2", None),  # not in the first step, but it asks for steps
        (("walk c2; greet bea",), "c2", "Hello."),
        (("greet cid",), "a1", "Hello."),
        (("gre ci",), "a1", None),  # what is taken with it has to be named
        (("throw pebble c1",), "a1", "Thrown at c1."),  # there is but one stone
        (("throw c1",), "a1", "Thrown at c1."),
        (("sing bea a2 c2",), "a1", "Heard at a2, c2."),
        (("sing bea a2", "b1 c1"), "a1", None),  # one is not enough, and the numbers are asked for
        (("roll pebble c1 b1",), "b1", None),
        (("roll rock c2",), "a1", None),  # where it rolls is settled, and where one looks is another question
        (("roll rock c2 b1",), "b1", None),
        (("cheer bea",), "a1", None),  # nothing is cheered
        (("greet ada",), "a1", None),  # not among the choices
    ],
)
def test_an_action_and_what_it_is_taken_with_are_one_answer(
    lines: tuple[str, ...], place: str, said: str | None
) -> None:
    told, stands = walked(*lines, field=MEETING)
    assert stands == place
    assert said in told if said else not {"Hello.", "Hooray."} & set(told)


def test_what_is_answered_ahead_is_told_by_its_labels() -> None:
    told, _ = walked("sing bea a2 c2", field=MEETING)
    assert [line for line in told if line.startswith("> ")] == ["> sing bea a2 c2", "> Bea at c1", "> a2, c2"]


STOPPING = FIELD.replace('asking "Where to?"', 'asking "Where to?", or "Stop here": done').replace(
    "mission day",
    """action rest "Rest" by (actor: walker):
  in deeds
  say "A rest."
mission day""",
)


@pytest.mark.parametrize(
    ("line", "place", "stops"),
    [
        ("walk; go b1", "b1", True),  # it stops there
        ("walk; b1", "b1", False),  # it might go on
        ("walk; go b2; rest", "b2", True),
        ("walk; b1 b2; stop; rest", "b2", True),
    ],
)
def test_one_line_answers_one_question_after_another(line: str, place: str, stops: bool) -> None:
    said, stands = walked(line, field=STOPPING)
    last = next(line for line in reversed(said) if line.startswith("Player 1.") or ": " in line)
    assert stands == place and ("Where to?" not in last) == stops
    assert ("A rest." in said) == ("rest" in line)


def test_what_does_not_fit_is_left_out() -> None:
    said, place = walked("walk; b1; greet; rest", field=STOPPING)
    assert place == "b1" and "A rest." not in said
    assert "Left out, since it does not answer what is asked now: rest." in said


def test_a_way_goes_on_where_the_question_counts_its_steps() -> None:
    counting = FIELD.replace("    choose next", "    raise done_steps by 1\n    choose next")
    counting = counting.replace('"Where to?"', '"Step {done_steps}: where to?"')
    field = counting.replace("to play:", "game has:\n  done_steps: number\nto play:")
    assert walked("walk", "b1 b2 c2", field=field)[1] == "c2"
    said, place = walked("walk", "b1 c1 b2", field=field)
    assert place == "b1" and any("way ends here" in line for line in said)


def test_a_way_to_where_nobody_can_go_ends_where_it_begins() -> None:
    apart = FIELD.replace("    | .   .   . |", "    | .   . | . |")
    assert walked("walk; go b2; greet", field=apart)[1] == "b2"
    said, place = walked("walk; go c2; greet", field=apart)
    assert place == "a1" and "The way ends here. Left out, since" in " ".join(said)


def test_the_board_is_drawn_and_spaces_say_what_is_beside_them() -> None:
    said, _ = walked(
        "map", "look b1", "way a1 c1", "way c2", "way", "way nowhere", "look mission", "odds 1", "odds 9"
    )
    drawing = [
        "     a   b   c",
        "   +---+---+---+",
        "1  |Ad   . |Be |",
        "   +   +   +   +",
        "2  | .   .   . |",
    ]
    start = said.index(drawing[0])
    assert said[start : start + 5] == drawing
    assert "Ad: Ada at a1." in said and "Beside it: a1, b2." in said
    assert "a1 to c1: walk 4. By way of b1, b2, c2." in said and "a1 to c2: walk 3. By way of b1, b2." in said
    assert said.count("Write the names of two spaces or things: way a1 b4.") == 1
    assert "Day." in said and "Meet." in said
    assert "No dice decide that at once." in said and "There is no option 9; there are 2." in said


def test_no_way_leads_to_where_it_begins_or_to_what_lies_on_no_space() -> None:
    """Before, the first was answered by what is said to a mouse: to point at another space."""
    held = FIELD.replace(
        "kind hill",
        "kind note is card\nnote map\nplayer has:\n  hand: pile of note, seen by owner\nkind hill",
    )
    held = held.replace("  setup:\n", "  setup:\n    move map to player.1.hand\n")
    said, _ = walked("way a1", "way ada", "way b1 b1", "way map", field=held)
    told = [one for one in said if not one.startswith(">")]
    assert told.count("Already there: a1.") == 2 and told.count("Already there: b1.") == 1, told
    assert told.count("Write the names of two spaces or things: way a1 b4.") == 1


def test_nothing_is_drawn_inside_a_hole_of_the_board() -> None:
    ring = """\
    +---+---+---+---+
    | .   .   .   . |
    +   +---+---+   +
    | . |       | . |
    +   +---+---+   +
    | .   .   .   . |
    +---+---+---+---+
"""
    drawing = FIELD.partition("  drawing:\n")[2].partition("mission")[0]
    said, _ = walked("map", field=FIELD.replace(drawing, ring))
    start = said.index("     a   b   c   d")
    assert said[start + 1 : start + 8] == [
        "   +---+---+---+---+",
        "1  |Ad   .  Be   . |",
        "   +   +---+---+   +",
        "2  | . |       | . |",
        "   +   +---+---+   +",
        "3  | .   .   .   . |",
        "   +---+---+---+---+",
    ]


def test_where_nobody_acts_a_way_has_two_ends() -> None:
    said, _ = walked(
        "way c2", "way a1 c2", field=FIELD.replace("offer deeds to ada", "choose x from squares")
    )
    assert said.count("Write the names of two spaces or things: way a1 b4.") == 1
    assert "a1 to c2: walk 3. By way of b1, b2." in said


def test_targets_say_how_far_away_they_are() -> None:
    said, _ = walked("greet")
    assert any(line.startswith("Hello") for line in said)


def test_to_who_stands_at_the_same_place_nothing_is_measured() -> None:
    three = FIELD.replace('"Bea"\n', '"Bea"\nwalker cid "Cid"\n').replace(
        "to c1\n", "to c1\n    move cid to a1\n"
    )
    said, _ = walked("greet", field=three)
    assert [line for line in said if "Bea at" in line or "Cid at" in line] == [
        "  1. Bea at c1: walk 4",
        "  2. Cid at a1",
    ]


def test_a_board_of_other_shapes_is_told_in_words() -> None:
    shown = view()
    shown["board"]["spaces"][0]["outline"] = [[0, 0], [3, 0], [0, 3]]
    assert map_lines(shown, lambda name: ["b1"] if name == "a1" else [])[:2] == [
        "a1 [Ogre 1]: beside b1 (Door, open).",
        "b1: beside a1 (Door, open).",
    ]
    shown["board"]["links"][0]["kind"] = "wall"
    assert map_lines(shown, lambda name: ["b1"] if name == "a1" else [])[:2] == [
        "a1 [Ogre 1]: beside b1.",
        "b1: beside nothing.",
    ]
    shown["board"]["spaces"] = []
    assert map_lines(shown, lambda _: []) == ["There is no board."]


def test_rooms_are_told_with_their_links_and_who_is_there() -> None:
    assert map_lines(tables.rooms(), lambda _: []) == [
        "bridge [Captain, Pilot]: beside quarters (Corridor); lab (Hatch, open).",
        "engine [Guard, Howler]: beside garden, lab (Corridor); quarters (Hatch).",
        "garden [Larva 1, Larva 2]: beside engine (Corridor).",
        "lab: beside engine (Corridor); bridge (Hatch, open); store (Hatch).",
        "quarters: beside bridge (Corridor); engine (Hatch).",
        "store: beside lab (Hatch).",
    ]


MEADOWS = """
kind meadow is region
board land of meadow:
  drawing:
    b2  b2  b2  b10
    b2  b2  b2  b10
    b1  b1  .   b10
mission day "Day":
  board: land
to play:
  choose x from 1 to 2 by player.1
"""


def test_regions_are_drawn_with_their_names_and_listed_in_order() -> None:
    game = begun(MEADOWS)
    assert map_lines(game.view("player.1"), lambda name: ["b10", "b1"] if name == "b2" else []) == [
        "____________",
        "|   b2   |b10",
        "|________|  |",
        "|_b1__|  |__|",
        "b1: beside nothing.",
        "b2: beside b1, b10.",
        "b10: beside nothing.",
    ]


def test_regions_that_are_not_made_of_squares_or_take_too_much_room_are_only_listed() -> None:
    game = begun(MEADOWS)
    shown = game.view("player.1")
    shown["board"]["spaces"][0]["outline"][0] = [0.5, 0.5]
    assert map_lines(shown, lambda _: [])[0] == "b1: beside nothing."
    wide = begun(MEADOWS.replace("b2  b2  b2  ", "b2  " * 43).replace("b1  b1  .   ", "b1  " * 43))
    assert map_lines(wide.view("player.1"), lambda _: [])[0].endswith(": beside nothing.")


def test_spaces_of_one_title_are_two_spaces_all_the_same() -> None:
    shown = tables.rooms()
    for space in shown["board"]["spaces"]:
        if space["name"] in ("lab", "quarters", "garden"):
            space["title"] = "Cabin"
    told = map_lines(shown, lambda name: ["garden"] if name == "bridge" else [])
    assert "bridge [Captain, Pilot]: beside Cabin (Corridor); Cabin (Hatch, open); Cabin." in told


def test_titles_of_squares_are_told_below_their_map() -> None:
    shown = view(things=[thing("a", "a1")])
    corners = {"a1": [[0, 0], [1, 0], [1, 1], [0, 1]], "b1": [[1, 0], [2, 0], [2, 1], [1, 1]]}
    for space in shown["board"]["spaces"]:
        space["outline"] = corners[space["name"]]
    shown["board"]["spaces"][1]["title"] = "The old mill"
    told = map_lines(shown, lambda _: [])
    assert [line[:2] for line in told[2:3]] == ["1 "] and "b1: The old mill" in told


def test_no_two_things_have_the_same_letters_on_the_map() -> None:
    many = [thing(f"gate_{name}", "a1") for name in ("north", "south")] + [
        thing("a.1", "b1"),
        thing("a.11", "b1"),
    ]
    shown = view(things=[{**one, "title": f"Gate {number}"} for number, one in enumerate(many, 1)])
    corners = {"a1": [[0, 0], [1, 0], [1, 1], [0, 1]], "b1": [[1, 0], [2, 0], [2, 1], [1, 1]]}
    for space in shown["board"]["spaces"]:
        space["outline"] = corners[space["name"]]
    told = map_lines(shown, lambda _: [])[-4:]
    assert [line.partition(":")[0] for line in told] == ["Ga", "G2", "a1", "a4"]


def test_a_reason_is_said_once_for_all_that_it_stops() -> None:
    refused = [
        {"label": label, "action": label, "thing": None, "reason": "No fixture.", "rule": rule}
        for label, rule in (("Repair", "OG-1"), ("Open", "OG-2"), ("Repair", "OG-3"))
    ]
    said, _ = played(Script(view(question=question(option(0, "Tax"), refused=refused))), "why")
    assert "Repair, Open: No fixture." in said


def test_whose_turn_is_named_in_the_question_is_named_once() -> None:
    asked = {**question(option(0, "Tax")), "prompt": "Player 1 reigns: what now?"}
    assert text_view.question(view(question=asked), "Player 1")[0] == "Player 1 reigns: what now?"
    assert text_view.question(view(question=asked), "Player 2")[0].startswith("Player 2. ")


def test_walls_and_doors_are_drawn_as_what_they_are() -> None:
    shown = view(things=[thing("a", "a1"), thing("b.2", "a1")])
    corners = {"a1": [[0, 0], [1, 0], [1, 1], [0, 1]], "b1": [[1, 0], [2, 0], [2, 1], [1, 1]]}
    shown["board"]["spaces"] = [
        {**space, "outline": corners[space["name"]]} for space in shown["board"]["spaces"]
    ]
    for kind, values, mark in (
        ("door", {"open": True}, ":"),
        ("door", {}, "#"),
        ("wall", {}, "|"),
        ("gap", {}, " "),
    ):
        link = {
            "name": "x",
            "kind": kind,
            "title": "",
            "look": {},
            "line": [[1, 0], [1, 1]],
            "values": values,
        }
        shown["board"]["links"] = [link, {**link, "line": None}]
        assert map_lines(shown, lambda _: [])[2].rstrip() == f"1  |A+ {mark} . |"
