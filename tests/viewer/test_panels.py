"""Panels as data: what can be clicked lies inside, no text overflows or
overlaps, and nothing is shown that is not known."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

import pytest

from tilewright.cli.start_shelf import StartShelf
from tilewright.schemas.view import SeenThing, View
from tilewright.viewer.app.commands import help_keys
from tilewright.viewer.common import choices, settings, speech, svg
from tilewright.viewer.common.choices import Chosen
from tilewright.viewer.common.deeds import Deed
from tilewright.viewer.panels import (
    actions,
    base,
    ending,
    goals,
    hand,
    inspector,
    interface,
    large,
    notes,
    piles,
    players,
    roster,
    screens,
)
from tilewright.viewer.panels.interface import Beside, UiState
from tilewright.viewer.panels.layout import (
    HAND,
    LOW,
    Placed,
    hit_at,
    inspected,
    looked_at,
    plan,
    scale_for,
    tip_for,
)
from tilewright.viewer.panels.stack import Stack
from tilewright.viewer.panels.tips import QUIET
from tilewright.viewer.panels.vocabulary import (
    Answer,
    Card,
    Hover,
    Inspect,
    InspectGoal,
    LookInto,
    OnBoard,
    ReadValue,
    Rebind,
    Surface,
    TableButton,
    TakeDeed,
    Toggle,
    UiAction,
)
from tilewright.viewer.staging import winning
from tilewright.viewer.staging.motion import Rolled
from tilewright.viewer.staging.overlay import Focus

SIZES = [(1280, 720), (1600, 900), (640, 360), (2560, 1080), (1024, 768)]
_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_PAIR = re.compile(r'([\w-]+)="([^"]*)"')


@dataclass(frozen=True)
class Line:
    text: str
    left: float
    right: float
    top: float
    bottom: float


def lines_of(document: str) -> list[Line]:
    """Where every text of an SVG document stands, measured with the same fonts."""
    found = []
    for attributes, text in _TEXT.findall(document):
        a = dict(_PAIR.findall(attributes))
        text = unescape(text)
        if not text.strip():
            continue
        size = float(a["font-size"])
        wide = svg.width(text, size, int(a["font-weight"]), float(a["letter-spacing"]))
        x, y = float(a["x"]), float(a["y"])
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[a["text-anchor"]]
        found.append(Line(text, left, left + wide, y - size * 0.62, y + size * 0.1))
    return found


def assert_tidy(placed: list[Placed]) -> None:
    for p in placed:
        lines = lines_of(p.panel.svg)
        for t in lines:
            assert t.left >= -0.5 and t.right <= p.panel.w + 0.5, f"{p.key}: {t.text!r} leaves its panel"
            assert t.top >= -1 and t.bottom <= p.panel.h + 1, f"{p.key}: {t.text!r} leaves its panel"
        for i, a in enumerate(lines):
            for b in lines[i + 1 :]:
                apart = (
                    a.right <= b.left + 0.5
                    or b.right <= a.left + 0.5
                    or a.bottom <= b.top + 0.5
                    or b.bottom <= a.top + 0.5
                )
                assert apart, f"{p.key}: {a.text!r} and {b.text!r} overlap"
        for hit in p.panel.hits:
            assert hit.x >= 0 and hit.y >= 0, f"{p.key}: {hit}"
            assert hit.x + hit.w <= p.panel.w + 0.5 and hit.y + hit.h <= p.panel.h + 0.5, f"{p.key}: {hit}"


def wordy(value: Any) -> Any:
    """The view with every title and text three times as long."""
    if isinstance(value, dict):
        return {
            k: (
                f"{v} of the Extraordinarily Long-winded Expedition"
                if k in ("title", "text", "label", "prompt", "reason") and isinstance(v, str)
                else wordy(v)
            )
            for k, v in value.items()
        }
    return [wordy(v) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize("size", SIZES)
def test_no_text_overflows_or_overlaps(mission: View, size: tuple[int, int]) -> None:
    rolled = (Rolled("attack", ("5", "miss", "double_hit")),)
    ui = UiState(
        rolled=rolled,
        notice="That cannot be taken back: chance was drawn.",
        hover=OnBoard("thing", "ripper.1"),
    )
    assert_tidy(plan(mission, ui, size, (300, 200)))
    assert_tidy(plan(wordy(mission), ui, size, (300, 200)))


def test_nor_with_numbers_that_grow(mission: View) -> None:
    mission["values"] = {f"a_rather_long_value_{i}": 1234567 for i in range(9)}
    for thing in mission["things"]:
        thing["values"] |= {f"extremely_long_property_{i}": 123456 for i in range(7)} | {
            "very_special_state": True,
            "shaken": True,
        }
    assert_tidy(plan(mission, UiState(), (1280, 720)))


SIDES = ("topbar", "roster", "inspector", "log", "piles", "actions", "prompt")


@pytest.mark.parametrize("text", settings.TEXT_SIZES)
@pytest.mark.parametrize("size", SIZES)
def test_no_panel_covers_another_at_any_size_of_text(
    mission: View, size: tuple[int, int], text: float
) -> None:
    unit = scale_for(size, text)
    w, h = size[0] / unit, size[1] / unit
    placed = plan(mission, UiState(text=text), size)
    assert {"log", "actions", "prompt"} <= {p.key for p in placed}
    assert any(p.key.startswith("card ") for p in placed), "the hand is seen"
    boxes = {p.key: (p.x, p.y, p.x + p.panel.w, p.y + p.panel.h) for p in placed if p.key in SIDES}
    boxes["topbar"] = (0, 0, w, 34)
    cards = [p for p in placed if p.key.startswith("card ")]
    boxes["hand"] = (min(p.x for p in cards), h - hand.H, max(p.x + hand.W for p in cards), h)
    for key, (left, top, right, bottom) in boxes.items():
        assert left >= 0 and top >= 0 and right <= w + 1 and bottom <= h + 1, key
        for other, (a, b, c, d) in boxes.items():
            apart = right <= a or c <= left or bottom <= b or d <= top
            assert key == other or apart or {key, other} == {"hand", "prompt"}, f"{key} covers {other}"


@pytest.mark.parametrize("text", settings.TEXT_SIZES)
def test_what_stands_in_the_middle_fits_the_window(mission: View, text: float) -> None:
    ui = UiState(
        text=text, help=True, settings=True, large=mission["things"][0]["handle"], keys=help_keys({})
    )
    unit = scale_for((1280, 720), text)
    shown = [p for p in plan(mission, ui, (1280, 720)) if p.key in ("help", "settings", "large")]
    assert len(shown) == 3
    for p in shown:
        assert p.x >= 0 and p.y >= 0, p.key
        assert p.x + p.panel.w * p.size <= 1280 / unit and p.y + p.panel.h * p.size <= 720 / unit, p.key


def test_a_click_on_a_row_answers_its_option(mission: View) -> None:
    size = (1280, 720)
    placed = plan(mission, UiState(), size)
    unit = scale_for(size)
    menu = next(p for p in placed if p.key == "actions")
    for hit in menu.panel.hits:
        middle = ((menu.x + hit.x + hit.w / 2) * unit, (menu.y + hit.y + hit.h / 2) * unit)
        assert hit_at(placed, middle, size) == hit.action or hit.action is Surface.CHOICES
    assert hit_at(placed, (600, 330), size) is None, "the middle of the board belongs to the board"


def test_many_targets_share_a_row_until_it_is_chosen(mission: View) -> None:
    goals = [option for option in mission["question"]["options"] if option["space"]]
    for n, option in enumerate(goals):
        option |= {"action": "move", "cost": f"{1 + n % 2} AP"}
    mission["question"]["options"][-1]["key"] = "e"
    rows = choices.rows(mission)
    move = next(r for r in rows if r.action == "move")
    assert len(move.ids) == len(goals) > 3 and move.cost == "1 AP+" and move.key == "1"
    assert next(r for r in rows if r.ids == (mission["question"]["options"][-1]["id"],)).key == "e"
    chosen, answer = choices.pick(mission, Chosen(), move.ids)
    assert answer is None and chosen.narrowed == frozenset(move.ids)
    assert len([r for r in choices.rows(mission, chosen) if r.ids]) == len(goals)
    assert choices.pick(mission, chosen, (move.ids[2],)) == (Chosen(), [move.ids[2]])


def test_every_word_of_an_action_has_an_icon_that_there_is() -> None:
    unknown = set(actions._ICONS.values()) - set(svg.icons())
    assert not unknown and actions.icon_for("search the room") and not actions.icon_for("xyzzy")


def test_choices_that_do_not_fit_into_cells_are_lines(menu: View) -> None:
    def boxes() -> set[float]:
        panel = actions.actions(menu, UiState(), 600)
        assert panel is not None
        return {hit.w for hit in panel.hits if isinstance(hit.action, Answer)}

    (narrow,) = boxes()
    menu["question"]["options"][0]["label"] = "Second scout of the third watch at a1"
    (wide,) = boxes()
    assert wide > 3 * narrow


def test_a_price_of_several_words_is_read_whole_in_its_cell(menu: View) -> None:
    menu["question"]["options"][0]["cost"] = "2 action points"
    panel = actions.actions(menu, UiState(), 600)
    assert panel is not None and "2 action points" in [t.text for t in lines_of(panel.svg)]


def test_a_price_too_long_for_a_cell_stands_below_its_label(menu: View) -> None:
    price = "1 action, exhausts 0 cards, 7 or less hits"
    menu["question"]["options"][0]["cost"] = price
    panel = actions.actions(menu, UiState(), 600)
    assert panel is not None and price in [t.text for t in lines_of(panel.svg)]
    assert_tidy([Placed("actions", panel, 0, 0)])


def test_many_places_are_chosen_on_the_board_and_listed_for_whoever_scrolls(mission: View) -> None:
    question = mission["question"]
    question["refused"] = []
    question["options"] = [
        question["options"][0] | {"id": i, "label": f"a{i}", "space": f"a{i}", "action": None}
        for i in range(30)
    ]
    bare = actions.actions(mission, UiState(), 500)
    listed = actions.actions(mission, UiState(scroll=1), 500)
    assert bare is not None and listed is not None
    assert [hit.action for hit in bare.hits] == [Surface.CHOICES], "the wheel turns over it"
    assert "On the board" in bare.svg and Answer((1,)) in [hit.action for hit in listed.hits]


def test_the_name_of_a_single_die_is_read_whole() -> None:
    panel = notes.dice((Rolled("marine_die", ("7",)),))
    assert panel is not None and "MARINE DIE" in panel.svg


def test_a_long_name_of_a_value_takes_two_lines(mission: View) -> None:
    ada = next(thing for thing in mission["things"] if thing["handle"] == "varga")
    ada["values"] = {"action_points": 2}
    shown = [t.text for t in lines_of(inspector.inspector(mission, ada).svg)]
    assert "ACTION" in shown and "POINTS" in shown


def test_the_panel_of_a_thing_is_as_high_as_what_is_said_of_it_as_far_as_there_is_room(mission: View) -> None:
    thing = next(one for one in mission["things"] if one["handle"] == "varga")
    thing |= {"text": " ".join(f"word{n}" for n in range(60)), "values": {"timing": "When triggered"}}
    low, high = inspector.inspector(mission, thing), inspector.inspector(mission, thing, 600)
    assert low.h == inspector.H < high.h < 600
    assert "…" in low.svg and "…" not in high.svg and "word59" in high.svg
    shown = [one.text for one in lines_of(high.svg)]
    assert "When" in shown and "triggered" in shown, "a word in a box stands in two lines"
    assert_tidy([Placed("inspector", high, 0, 0), Placed("inspector", low, 0, 0)])
    placed = {one.key: one for one in plan(mission, UiState(selected="varga"), (1600, 900))}
    others = [one for one in placed.values() if one.x < 300 and one.key in ("goals", "roster", "players")]
    assert all(one.y + one.panel.h <= placed["inspector"].y for one in others)


def test_refused_options_are_shown_with_their_reason(menu: View) -> None:
    panel = actions.actions(menu, UiState(), 600)
    assert panel is not None
    shown = " ".join(t.text for t in lines_of(panel.svg))
    assert "Reload" in shown and "The weapon is full." in shown
    assert all(hit.action != Answer(()) for hit in panel.hits)


def test_the_panel_below_shows_who_acts(mission: View) -> None:
    first, second, *_ = (thing["handle"] for thing in roster.people(mission))
    for handle in (first, second):
        mission["question"]["actor"] = handle
        assert handle_of(inspected(mission, UiState())) == handle == handle_of(looked_at(mission, UiState()))


def handle_of(thing: SeenThing | None) -> str | None:
    return None if thing is None else thing["handle"]


def test_nobody_is_marked_while_nobody_acts(mission: View) -> None:
    """The panel shows one of one's own all the same; while something is told, whom it is about."""
    first, second, *_ = (thing["handle"] for thing in roster.people(mission))
    mission |= {"question": None, "log": [{"n": 1, "text": "So.", "things": [first], "spaces": []}]}
    assert looked_at(mission, UiState()) is None
    assert handle_of(inspected(mission, UiState())) == first
    told = UiState(focus=Focus((second,)))
    assert handle_of(looked_at(mission, told)) == second == handle_of(inspected(mission, told))
    killed = [{**one, "place": "killed"} if one["handle"] == first else one for one in mission["things"]]
    log = [{"n": n, "text": "So.", "things": [name], "spaces": []} for n, name in enumerate((second, first))]
    pile: dict[str, Any] = {"place": "killed", "title": "Killed", "in_play": False}
    later: View = {**mission, "things": killed, "piles": [pile], "log": log}
    assert handle_of(inspected(later, UiState())) == second


@pytest.mark.parametrize("in_play", [True, False])
def test_a_figure_that_is_out_of_play_is_dim_and_says_where_it_lies(mission: View, in_play: bool) -> None:
    handle = roster.people(mission)[0]["handle"]
    pile: dict[str, Any] = {"place": "killed", "title": "Killed", "in_play": in_play}
    things = [{**one, "place": "killed"} if one["handle"] == handle else one for one in mission["things"]]
    panel = roster.roster({**mission, "things": things, "piles": [pile]}, UiState(), 9)
    assert panel is not None
    assert ("Killed" in panel.svg) == (f'opacity="{roster.GONE}"' in panel.svg) == (not in_play)


def test_several_are_picked_and_confirmed(mission: View) -> None:
    mission["question"] |= {"sort": "several", "least": 1, "most": 2}
    for option in mission["question"]["options"][:7]:
        option["action"] = None
    chosen = Chosen()
    assert not choices.complete(mission, chosen)
    for wanted, picked in ((3, {3}), (5, {3, 5}), (6, {3, 5}), (3, {5})):
        chosen, answer = choices.pick(mission, chosen, (wanted,))
        assert answer is None and chosen.picked == picked
    assert choices.complete(mission, chosen)
    panel = actions.actions(mission, UiState(chosen=chosen), 600)
    assert panel is not None and TableButton.CONFIRM in [h.action for h in panel.hits]
    extra = mission["question"]["options"][7] | {"action": "shout"}
    mission["question"]["options"][7] = extra
    assert choices.pick(mission, chosen, (extra["id"],)) == (Chosen(), [extra["id"]]), "an answer of its own"


def test_a_question_of_others_offers_nothing(mission: View) -> None:
    mission["question"]["seats"] = ["player.2"]
    mission["waiting"] = ["player.2"]
    placed = {p.key: p for p in plan(mission, UiState(), (1280, 720))}
    assert "actions" not in placed and "Player 2" in placed["prompt"].panel.svg


def test_what_is_not_there_any_more_has_neither_tip_nor_card(mission: View) -> None:
    assert large.large(mission, "gone") is None
    for hover in (OnBoard("thing", "pile:gone"), OnBoard("thing", "track:gone"), Answer((999,))):
        assert tip_for(mission, UiState(hover=hover, tip=True))[0] == []


def test_a_choice_that_was_narrowed_has_a_way_back(mission: View) -> None:
    ids = frozenset(option["id"] for option in mission["question"]["options"][:3])
    shown = actions.actions(mission, UiState(chosen=Chosen(narrowed=ids)), 600)
    assert shown is not None and TableButton.BACK in [hit.action for hit in shown.hits]


def test_where_somebody_else_has_won_one_has_lost(mission: View) -> None:
    over = {"outcome": "win", "winners": ["player.2"], "reason": ""}
    said = [ending.game_over(mission | {"over": over, "seat": seat}).svg for seat in ("player.1", "player.2")]
    assert ["DEFEAT" in one for one in said] == [True, False] and "VICTORY" in said[1]


def test_a_low_window_has_its_question_rather_than_its_log(menu: View) -> None:
    keys = {placed.key for placed in plan(menu, UiState(), (800, 120))}
    assert "actions" in keys and "log" not in keys


def test_the_hand_is_the_seats_own(mission: View) -> None:
    assert [t["handle"] for t in hand.hand(mission)] == [
        "suppress",
        "breach",
        "frag",
        "kit",
        "stand",
    ]
    assert hand.hand(mission | {"seat": "player.2"}) == []


def test_of_a_hand_that_does_not_fit_only_the_last_card_and_the_one_pointed_at_can_be_read(
    mission: View,
) -> None:
    """Sixty cards took the window three quarters of a second, for stripes in which nothing can be read."""
    (held,) = [pile for pile in mission["piles"] if pile["name"] == "hand" and pile["owner"] == "player.1"]
    kit = next(one for one in mission["things"] if one["handle"] == "kit")
    many = [{**kit, "handle": f"kit#{n}", "title": f"Kit {n}"} for n in range(60)]
    mission["things"] += many
    held["things"] = [one["handle"] for one in many]
    ui = UiState(hover=Card("kit#30"))
    cards = {p.key: p.panel.svg for p in plan(mission, ui, (1280, 720)) if p.key.startswith("card ")}
    assert len(cards) == 60
    assert {key for key, drawn in cards.items() if "Kit" in drawn} == {"card kit#30", "card kit#59"}
    assert len(set(cards.values())) == 3


def test_an_empty_hand_is_empty_whatever_else_is_the_seats_own(mission: View) -> None:
    (held,) = [pile for pile in mission["piles"] if pile["name"] == "hand" and pile["owner"] == "player.1"]
    mission["piles"].append(held | {"place": "player.1.discards", "name": "discards", "private": False})
    held["things"] = []
    assert hand.hand(mission) == []


def test_what_lies_in_a_row_on_the_table_is_not_in_hand(fair: View) -> None:
    fair["piles"] = [pile for pile in fair["piles"] if pile["name"] != "hand"]
    assert hand.hand(fair) == []
    stall = next(pile for pile in fair["piles"] if pile["place"] == "player.1.stall")
    stall["in_play"] = False
    assert [thing["handle"] for thing in hand.hand(fair)] == stall["things"]


def test_what_lies_in_a_pile_that_not_everybody_sees_is_in_hand(mission: View) -> None:
    cards = hand.hand(mission)
    seat, bare = mission["seat"], [p for p in mission["piles"] if p["owner"] != mission["seat"]]
    piles = [
        {"place": place, "title": title, "owner": None, "sort": "pile", "things": things, "private": private}
        for place, title, things, private in (
            ("kit", "Kit", [cards[0]["handle"]], True),
            ("goals", "Goals", [cards[1]["handle"]], True),
            ("market", "Market", [cards[2]["handle"]], False),
            ("secrets", "Secrets", None, True),
        )
    ]
    things = [dict(card, place=place) for card, place in zip(cards, ("kit", "goals", "market"), strict=False)]
    view = mission | {"piles": [*bare, *piles], "things": things}
    held = hand.hand(view)
    assert [card["handle"] for card in held] == [card["handle"] for card in cards[:2]]
    assert hand.captions(view, held) == ["Kit", "Goals"]
    assert hand.captions(view, held[:1]) == [base.called(view, "kinds", held[0]["kinds"][-3])]
    assert "KIT" in hand.card(held[0], offered=False, picked=False, caption="Kit").svg
    assert hand.hand(view | {"seat": None}) == [], f"the designer is not {seat}"


def test_the_players_have_their_values_where_everybody_sees_them(fair: View) -> None:
    fair["players"][2]["values"] |= {"leads": True, "asleep": False, "trade": "cloth", "kept": ["bread.1"]}
    shown = players.players(fair, 800)
    assert shown is not None
    assert all(text in shown.svg for text in ("Player 1", "Player 3", "Coins 6", "Fame 0", "Leads", "Cloth"))
    assert not any(text in shown.svg for text in ("Asleep", "Kept"))
    assert "players" in {p.key for p in plan(fair, UiState(), (1280, 720))}
    short = players.players(fair, 100)
    assert short is not None and "Player 3" not in short.svg and players.players(fair, 40) is None
    for one in fair["players"]:
        one["values"] = {}
    assert players.players(fair, 800) is None


def test_of_a_pile_what_lies_on_top_is_named_and_of_a_bag_nothing(mission: View) -> None:
    bag = next(one for one in mission["piles"] if one["sort"] == "bag")
    first, last = (f"Thing {n}" for n in (1, 2))
    mission["things"] += [{"handle": one, "name": one, "title": one} for one in (first, last)]
    for sort, named in (("bag", []), ("pile", [last])):
        bag |= {"sort": sort, "things": [first, last], "count": 2}
        panel = piles.piles(mission, UiState(), 9)
        assert panel is not None
        assert [one.text for one in lines_of(panel.svg) if one.text in (first, last)] == named
        rows, _ = tip_for(mission, UiState(hover=OnBoard("thing", f"pile:{bag['place']}")))
        assert [one for one in (first, last) if any(one in text for text, _, _ in rows[1:])] == named


def test_of_piles_one_s_own_are_listed_first_with_all_that_lies_in_them(mission: View) -> None:
    mission["piles"] = [
        {"place": name, "name": name, "title": name, "owner": owner, "sort": "pile", "count": 2}
        | {"things": seen, "backs": [], "private": owner is not None}
        for name, owner, seen in (
            ("deck", None, None),
            ("loot", "player.2", None),
            ("hand", "player.1", ["thing 1"]),
            ("pack", "player.1", ["thing 1", "thing 2"]),
        )
    ]
    mission["seat"] = "player.1"
    mission["things"] += [
        {"handle": f"thing {n}", "name": f"thing {n}", "title": f"Thing {n}"} for n in (1, 2)
    ]
    assert [one["place"] for one in piles.listed(mission)] == ["pack", "deck", "loot"], (
        "the hand is in the hand"
    )
    shown = piles.piles(mission, UiState(), 2)
    assert shown is not None and "Thing 1, Thing 2" in shown.svg and "Loot" not in shown.svg
    scrolled = interface.wheel(UiState(), Surface.PILES, 1, mission)
    further = piles.piles(mission, scrolled, 2)
    assert further is not None and "loot" in further.svg and "Thing 1" not in further.svg


def test_a_click_on_a_pile_lays_its_cards_out_and_another_puts_them_away(mission: View) -> None:
    pile = next(one for one in mission["piles"] if one["sort"] == "pile" and one.get("owner") is None)
    cards = [f"spread {n}" for n in range(30)]
    mission["things"] += [{"handle": one, "name": one, "title": one, "place": pile["place"]} for one in cards]
    pile |= {"things": cards, "count": len(cards)}
    ui = interface.look_at(UiState(), f"pile:{pile['place']}")
    assert ui == interface.press(UiState(), LookInto(pile["place"]), mission)
    for size in ((1600, 900), (1024, 700)):
        placed = plan(mission, ui, size)
        laid = [one for one in placed if one.key.startswith("spread ")]
        assert len(laid) == 24, "the last of them, as far as they can be read"
        assert "and 6 more" in next(one.panel.svg for one in placed if one.key == "spread")
        assert_tidy(laid)
        corner = hit_at(placed, (size[0] - 3.0, size[1] - 3.0), size)
        assert corner == LookInto(pile["place"]) and interface.press(ui, corner, mission).spread == ""
    assert interface.back(ui) == UiState() and interface.confirm(ui, mission)[0].spread == ""


def test_the_list_of_piles_names_what_fills_a_slot(fair: View) -> None:
    shown = piles.piles(fair, UiState(), 12)
    assert shown is not None and "Red awning" in shown.svg and "Weather" in shown.svg
    assert "Player 3: Roof" not in shown.svg, "nothing lies in it"


def test_the_curtain_covers_everything(mission: View) -> None:
    placed = plan(mission, UiState(curtain="player.2"), (1280, 720))
    assert [p.key for p in placed] == ["curtain"]
    assert_tidy(placed)
    shown = placed[0].panel.svg
    assert "Player 2" in shown and not any(t["title"] in shown for t in mission["things"])


@pytest.mark.parametrize(
    ("outcome", "word"),
    [("win", "VICTORY"), ("lose", "DEFEAT"), ("draw", "DRAW"), ("stuck", "THE GAME IS STUCK")],
)
def test_the_end_is_announced(mission: View, outcome: str, word: str) -> None:
    winners = ["player.1"] if outcome == "win" else []
    mission["over"] = {
        "outcome": outcome,
        "winners": winners,
        "reason": "Everyone reached the lift. " * 6,
        "rule": "T-9.01",
    }
    placed = plan(mission, UiState(), (1280, 720))
    assert_tidy(placed)
    assert any(word in p.panel.svg for p in placed if p.key == "over")
    assert not any(p.key == "over" for p in plan(mission, UiState(over_hidden=True), (1280, 720)))


def test_the_title_opens_what_the_mission_is_about(mission: View) -> None:
    text = "Two lamps must burn before the night is over, and nobody may see who lit them."
    told = mission | {"game": mission["game"] | {"mission": {"name": "dusk", "title": "Dusk", "text": text}}}
    bar = next(one for one in plan(told, UiState(), (1280, 720)) if one.key == "topbar")
    action = next(hit.action for hit in bar.panel.hits if hit.action is Toggle.BRIEFING)
    ui = interface.press(UiState(), action, told)
    (shown,) = [one for one in plan(told, ui, (1280, 720)) if one.key == "briefing"]
    assert_tidy([shown])
    assert "Dusk" in shown.panel.svg and all(word in shown.panel.svg for word in text.split())
    for closed in (interface.back(ui), interface.confirm(ui, told)[0], interface.press(ui, action, told)):
        assert closed is not None and not closed.briefing


def test_goals_are_always_in_sight(mission: View) -> None:
    said = [
        ("deadline", "Round 2 of 10.", False),
        ("goal", "Everyone reaches the lift.", False),
        ("goal", "The others open the gate.", True),
        ("threat", "No oil is left, neither in the lamps nor in the cans by the gate.", False),
    ]
    told = mission | {
        "goals": [
            {"sort": sort, "text": text, "players": [], "theirs": theirs, "rule": None}
            | {"things": [], "spaces": []}
            for sort, text, theirs in said
        ]
    }
    told_lines = winning.told(told, speech.used())
    assert [one.sort for one in told_lines] == ["goal", "rival", "threat", "deadline"]
    for size, text in (((1600, 900), 1.0), ((1024, 640), 1.0), ((800, 450), 1.0), ((1600, 900), 1.6)):
        placed = plan(told, UiState(text=text), size)
        assert_tidy(placed)
        (panel,) = [one for one in placed if one.key == "goals"]
        assert {hit.action for hit in panel.panel.hits} == {Toggle.BRIEFING}
        assert "Round 2 of 10." in panel.panel.svg
    told["goals"][1] |= {"things": ["varga"], "spaces": ["h3"]}
    (panel,) = [one for one in plan(told, UiState(), (1600, 900)) if one.key == "goals"]
    about = InspectGoal("Everyone reaches the lift.", ("varga",), ("h3",))
    box = next(hit for hit in panel.panel.hits if hit.action == about)
    assert hit_at([panel], (panel.x + 30, panel.y + box.y + 5), (1600, 900)) == about
    ui = interface.brief(UiState(), told)
    (shown,) = [one for one in plan(told, ui, (1280, 720)) if one.key == "briefing"]
    assert_tidy([shown])
    assert all(word in shown.panel.svg for word in ("TO WIN", "RIVALS", "LOST IF", "TIME", "gate."))
    assert not interface.choose(ui, (1,), told)[0].briefing
    assert not interface.light(ui, (1,), told).briefing, "Enter takes what is lit"
    (tiny,) = [one for one in plan(told, ui, (1, 1)) if one.key == "briefing"]
    assert tiny.size > 0, "a window may be smaller than its margins"
    silent = mission | {"game": {"name": "dusk", "title": "Dusk", "mission": None}}
    assert not interface.brief(UiState(), silent).briefing
    assert goals.goals(told, UiState(), 40) is None


@pytest.mark.parametrize("size", [(1600, 900), (1067, 600), (800, 450), (500, 300)])
def test_help_names_every_key_on_as_many_pages_as_it_takes(size: tuple[float, float]) -> None:
    keys = help_keys({})
    count = screens.help_shape(UiState(keys=keys), *size)[2]
    pages = [screens.help_panel(UiState(keys=keys, help=page), *size) for page in range(1, count + 1)]
    shown = "".join(page.svg for page in pages)
    assert all(f">{words}<" in unescape(shown) for words in (screens.told(name) for name, _ in keys))
    assert "The game asks one question" in pages[0].svg, "first it is said how one plays"
    for page in pages:
        assert_tidy([Placed("help", page, 0, 0)])
        assert page.w <= size[0] and page.h <= size[1]


def test_nothing_is_seen_through_what_lies_above_other_panels() -> None:
    for shown in (screens.settings_panel(UiState()), screens.help_panel(UiState(help=1), 1280, 720)):
        back = shown.svg[: shown.svg.index("<text")]
        assert re.findall(r'fill-opacity="(.*?)"', back) == ["1"]


def test_a_line_of_the_help_waits_for_another_key() -> None:
    keys = help_keys({"fit": ("f5",)})
    assert dict(keys)["fit"] == "F5"
    assert not dict(keys)["overlay zones"], "its usual key is taken"
    page = screens.help_panel(UiState(keys=keys, help=1, rebinding="undo"), 1600, 900)
    assert "press a key" in page.svg and Rebind("undo") in [hit.action for hit in page.hits]


def test_panels_depend_on_what_the_seat_sees_only(mission: View) -> None:
    """A count is all that is shown of a pile nobody may look into."""
    other = copy.deepcopy(mission)
    for pile in other["piles"]:
        if pile["things"] is None:
            pile["backs"] = ["something else"]
    assert [p.panel.svg for p in plan(mission, UiState(), (1280, 720))] == [
        p.panel.svg for p in plan(other, UiState(), (1280, 720))
    ]


def test_long_lists_scroll(mission: View) -> None:
    question = mission["question"]
    question["options"] = [
        question["options"][0] | {"id": i, "label": f"Choice {i}", "space": None, "action": None}
        for i in range(60)
    ]
    first = actions.actions(mission, UiState(), 500)
    later = actions.actions(mission, replace(UiState(), scroll=40), 500)
    assert first is not None and later is not None
    assert (
        first.h <= 500
        and Answer((0,)) in [h.action for h in first.hits]
        and Answer((41,)) in [h.action for h in later.hits]
    )
    assert_tidy([Placed("actions", first, 0, 0), Placed("actions", later, 0, 0)])


def test_rows_of_a_stack_follow_one_another_and_are_clicked_within_their_margins() -> None:
    drawn: list[float] = []

    def draw(y: float) -> str:
        drawn.append(y)
        return "<row/>"

    stack = Stack(10, 100, 36)
    rows: tuple[tuple[float, UiAction | None], ...]
    rows = ((20, Answer((0,))), (30, None), (44, TableButton.CONFIRM))
    for height, action in rows:
        stack.row(height, draw, action, above=4, below=6, beside=2)
        stack.gap(5)
    assert drawn == [36, 61, 96] and stack.y == 145 and stack.body.count("<") == 3
    first, second = stack.hits
    assert first == base.Hit(12, 40, 96, 10, Answer((0,)))
    assert second == base.Hit(12, 100, 96, 34, TableButton.CONFIRM)


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
def test_no_line_of_the_help_is_cut(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "_used", [StartShelf().speech(language)])
    ui = UiState(keys=help_keys({}))
    pages = screens.help_shape(ui, 1280, 720)[2]
    for page in range(1, pages + 1):
        shown = screens.help_panel(replace(ui, help=page), 1280, 720).svg
        assert "…" not in shown, f"page {page}"


def test_a_line_does_not_end_at_a_space_that_does_not_break() -> None:
    most = svg.width("Jde k lesu", 15) - 1
    assert svg.wrapped("Jde k lesu", 15, 500, most) == ["Jde k", "lesu"]
    assert svg.wrapped("Jde k\u00a0lesu", 15, 500, most) == ["Jde", "k lesu"]
    assert svg.wrapped("Jde  \n\nk", 15, 500, most) == ["Jde", "", "k"]


def test_a_player_is_called_as_the_seat_is() -> None:
    view = {"players": [{"name": "player.1", "title": "The Queen"}, {"name": "player.2", "title": ""}]}
    assert (
        base.shown_value(view, "player.1") == "The Queen" and base.shown_value(view, "player.2") == "Player 2"
    )
    assert base.shown_value(view, "well_fed") == "Well fed" and base.shown_value({}, 3) == "3"


def test_a_long_question_stands_in_two_lines_and_pushes_down_what_hangs_below(mission: View) -> None:
    question = {**mission["question"], "prompt": "Ada has rolled 9, and 7 or less is needed. " * 3}
    long = plan({**mission, "question": question}, UiState(overlay="zones"), (1600, 900))
    short = plan(mission, UiState(overlay="zones"), (1600, 900))
    one, two = ({p.key: p for p in placed} for placed in (short, long))
    assert two["prompt"].panel.h > one["prompt"].panel.h
    written = " ".join(re.findall(r">([^<>]+)<", two["prompt"].panel.svg))
    assert written.count("is needed.") == 3
    assert two["overlay"].y >= two["prompt"].y + two["prompt"].panel.h


def test_a_long_title_of_a_card_in_the_hand_stands_on_two_lines(mission: View) -> None:
    title = "Wreck the guidance set in the bunker (4)"
    thing: Any = {**hand.hand(mission)[0], "title": title, "text": "Do so. " * 40}
    shown = Placed("card", hand.card(thing, offered=False, picked=False), 0, 0)
    assert_tidy([shown])
    said = " ".join(one.text for one in lines_of(shown.panel.svg))
    assert title in said and "…" in said, "of a text there is as much as there is room for"


def test_a_large_card_has_its_whole_text_in_letters_as_large_as_there_is_room_for(mission: View) -> None:
    for count, whole in ((20, True), (80, True), (400, False)):
        text = " ".join(f"word{n}" for n in range(count))
        thing = {**mission["things"][0], "text": text}
        panel = large.large({**mission, "things": [thing]}, thing["handle"])
        assert panel is not None
        assert_tidy([Placed("large", panel, 0, 0)])
        said = {word for one in lines_of(panel.svg) for word in one.text.split()}
        assert (f"word{count - 1}" in said) == whole


def test_a_long_value_of_a_large_card_has_more_columns(mission: View) -> None:
    listed = "Larva, Creeper, Adult, Queen"
    values = {"number": 4, "movers": listed, "stays": True, "gear": "rope " * 30}
    thing: Any = {**mission["things"][0], "text": "All is dark.", "values": values}
    panel = large.large({**mission, "things": [thing]}, thing["handle"])
    assert panel is not None
    assert_tidy([Placed("large", panel, 0, 0)])
    assert listed.capitalize() in {one.text for one in lines_of(panel.svg)}


def test_a_text_below_the_portrait_has_the_whole_width(mission: View) -> None:
    thing: Any = {**mission["things"][0], "text": "It is told at length what it does. " * 4}
    thing["values"] = {f"value{n}": n + 1 for n in range(6)}
    panel = inspector.inspector(mission, thing, 600)
    left = {round(one.left) for one in lines_of(panel.svg) if "told" in one.text}
    assert left == {14}
    thing["values"] = {}
    panel = inspector.inspector(mission, thing, 600)
    assert {round(one.left) for one in lines_of(panel.svg) if "told" in one.text} == {128}


def test_what_a_choice_costs_takes_two_lines_where_there_is_room(mission: View) -> None:
    question = mission["question"]
    cost = "1 action, the gun at the sixth square, exhausts 2 cards, and somebody at the gate hears it all"
    question["options"] = [
        question["options"][0] | {"id": n, "label": f"Attack {n}", "action": "attack", "note": cost}
        for n in range(2)
    ]
    found = actions.actions(mission, UiState(), 600)
    assert found is not None
    assert_tidy([Placed("actions", found, 0, 0)])
    said = " ".join(one.text for one in lines_of(found.svg))
    assert said.count("hears it all") == 2


def test_a_tooltip_covers_no_panel_where_there_is_another_place(mission: View) -> None:
    """Neither the rows beside the one under the mouse, nor what stands near the border of the board."""
    thing = mission["things"][0]["handle"]
    hovers: list[Hover] = [OnBoard("thing", thing), Answer((0,))]
    why = (("Play", "You have no actions left.", "T-1"),)
    boxes = {p.key: p for p in plan(mission, UiState(), (1600, 900))}
    at_border = (boxes["log"].x - 30, boxes["log"].y + 20)
    over_row = (boxes["actions"].x + 40, boxes["actions"].y + 60)
    for hover, mouse in zip(hovers, (at_border, over_row), strict=True):
        ui = UiState(hover=hover, tip=True, why=why, odds=(("A hit", "50 %"),))
        placed = plan(mission, ui, (1600, 900), mouse)
        (tip,) = [p for p in placed if p.key == "tip"]
        for p in placed:
            if p.key in ("log", "piles", "actions", "roster", "goals", "inspector", "topbar"):
                apart = p.x + p.panel.w <= tip.x or tip.x + tip.panel.w <= p.x
                assert apart or p.y + p.panel.h <= tip.y or tip.y + tip.panel.h <= p.y, p.key


def test_a_sentence_stands_over_the_hand_or_at_the_border_below(mission: View) -> None:
    for view, low in ((mission, 900 - HAND), ({**mission, "piles": []}, 900 - LOW)):
        (said,) = [p for p in plan(view, UiState(notice="So."), (1600, 900)) if p.key == "notice"]
        assert said.y + said.panel.h == low


def test_the_panel_of_a_thing_shows_what_an_answer_makes_of_its_values(mission: View) -> None:
    handle = mission["things"][0]["handle"]
    mission["things"][0]["values"] = {"shots": 4, "wounds": 1}
    ui = interface.foresee(UiState(selected=handle), {handle: {"shots": 2, "wounds": 1}})

    def told(ui: UiState) -> dict[str, str]:
        (panel,) = [p.panel for p in plan(mission, ui, (1600, 900)) if p.key == "inspector"]
        return {text: fill for fill, text in re.findall(r'fill="(#\w+)"[^>]*>(\d)<', panel.svg)}

    assert told(ui) == {"2": svg.CYAN, "1": "#e8f0f8"}
    assert told(interface.point(ui, None)) == {"4": "#e8f0f8", "1": "#e8f0f8"}, "no answer is pointed at"


def test_the_panel_of_a_thing_says_where_it_is(mission: View) -> None:
    thing = next(one for one in mission["things"] if one["handle"] == "varga")
    space = next(one for one in mission["board"]["spaces"] if one["name"] == thing["place"])
    for title, said in (("Engine room", "Engine room"), (None, space["name"])):
        space["title"] = title
        assert said in inspector.inspector(mission, thing).svg


def test_a_value_on_a_panel_says_what_it_means(mission: View) -> None:
    varga = next(one for one in mission["things"] if one["handle"] == "varga")
    varga["values"] = {"shots": 4, "calm": True, "done": True}
    varga["look"] = {**varga["look"], "shows": "shots, calm, done"}
    mission["meanings"] = {
        "game": {"time": "How long the lamp burns."},
        "kinds": {
            varga["kinds"][-1]: {"shots": "Too wide."},
            varga["kinds"][0]: {"shots": "How often it fires."},
        },
    }
    mission["values"] |= {"time": 11}
    mission["tracks"] = {"time": [0, 15]}
    ui = UiState(selected="varga")
    size = (1600, 900)
    placed = plan(mission, ui, size)
    found = {
        hit.action: (p.x + hit.x + hit.w / 2, p.y + hit.y + hit.h / 2)
        for p in placed
        for hit in p.panel.hits
        if isinstance(hit.action, ReadValue) or (isinstance(hit.action, Inspect) and hit.action.value)
    }
    for action, at in found.items():
        assert hit_at(placed, at, size) == action, "it is nowhere under the mouse but there"
    shots = ("Shots", "4", "#ffffff"), ("How often it fires.", "", QUIET)
    for action in (ReadValue("varga", "shots"), Inspect("varga", "shots")):
        assert action in found
        assert [*shots] == tip_for(mission, UiState(hover=action))[0]
    time = tip_for(mission, UiState(hover=ReadValue("", "time")))[0]
    assert ReadValue("", "time") in found
    assert [row[:2] for row in time] == [
        ("Time", "11"),
        ("From, to", "0, 15"),
        ("How long the lamp burns.", ""),
    ]
    calm = ReadValue("varga", "calm")
    assert calm in found and not tip_for(mission, UiState(hover=calm))[0], "nothing is said of it"
    whole = tip_for(mission, UiState(hover=replace(calm, cut=True)))[0]
    assert whole == [("Calm", "", "#ffffff")], "but its title, where that is cut"
    assert handle_of(looked_at(mission, UiState(hover=calm))) == "varga", "who is looked at stays"
    clicked = interface.press(UiState(), Inspect("varga", "shots"), mission)
    assert clicked.selected == "varga", "a click on a value in a row is one on the row"


def test_values_of_players_spaces_and_piles_say_what_they_mean(fair: View, mission: View) -> None:
    fair["meanings"] = {"game": {}, "kinds": {"player": {"coins": "Who has most wins."}}}
    shown = players.players(fair, 800)
    name = fair["players"][0]["name"]
    assert shown is not None and ReadValue(name, "coins") in [hit.action for hit in shown.hits]
    rows, _ = tip_for(fair, UiState(hover=ReadValue(name, "coins")))
    assert rows[-1] == ("Who has most wins.", "", QUIET)
    space, pile = mission["board"]["spaces"][0], mission["piles"][0]
    space["values"] = {"mud": 2}
    kind = {"mud": "Steps that it takes."}
    mission["meanings"] = {"game": {pile["name"]: "Cards to come."}, "kinds": {space["kind"]: kind}}
    pile["owner"] = None
    rows, _ = tip_for(mission, UiState(hover=OnBoard("space", space["name"])))
    assert ("  Steps that it takes.", "", QUIET) in rows
    rows, _ = tip_for(mission, UiState(hover=OnBoard("thing", f"pile:{pile['place']}")))
    assert rows[1] == ("Cards to come.", "", QUIET)


def test_an_action_says_what_it_does_and_what_it_is_taken_with(mission: View) -> None:
    varga, other = mission["things"][:2]
    varga["text"], other["text"] = "Two shots.\nLoud.", "It is dark."
    option = mission["question"]["options"][0]
    option |= {"label": "Fire", "action": "fire", "thing": None, "space": None, "note": "Varga"}
    option |= {"means": "Who is hit is out.", "taken_with": [varga["handle"]]}
    mission["question"]["options"] = [option]
    rows, _ = tip_for(mission, UiState(hover=Answer((0,))))
    first = ["Fire", "Who is hit is out.", varga["title"], "  Two shots.", "  Loud."]
    assert [row[0] for row in rows] == first
    option["taken_with"] += [other["handle"]]
    told = [varga["title"], "  Two shots.", "  Loud.", other["title"], "  It is dark."]
    rows, _ = tip_for(mission, UiState(hover=Answer((0,))))
    assert [row[0] for row in rows[2:]] == told
    option |= {"means": None, "taken_with": [varga["handle"]]}
    rows, _ = tip_for(mission, UiState(hover=Answer((0,))))
    assert [row[0] for row in rows] == ["Fire", "Two shots.", "Loud."], "the note names the one thing"
    option["means"] = "Who is hit is out."
    deed = Deed("a1", (option, {"label": "Low", "action": None}))
    rows, _ = tip_for(mission, UiState(deeds=(deed,), hover=OnBoard("space", "a1")))
    assert ("  Who is hit is out.", "", QUIET) in rows
    rows, _ = tip_for(mission, UiState(deeds=(replace(deed, stop="a1"),), hover=OnBoard("space", "a1")))
    assert not any("is hit" in row[0] for row in rows), "what it is to walk needs no saying at each space"


def test_a_line_of_the_menu_beside_something_says_what_it_does(mission: View) -> None:
    fire = {"label": "Fire", "action": "fire", "means": "Who is hit is out."}
    deeds = Deed("a1", (fire,)), Deed("a1", ({"label": "Rest", "action": "rest"},))
    ui = UiState(beside=Beside("a1", (500.0, 300.0), deeds), hover=TakeDeed(0), tip=True)
    rows, _ = tip_for(mission, ui)
    assert [row[0] for row in rows] == ["Fire", "Who is hit is out."]
    size, mouse = (1600, 900), (540, 330)
    placed = {p.key: p for p in plan(mission, ui, size, mouse)}
    tip, menu = placed["tip"], placed["beside"]
    assert tip.x >= menu.x + menu.panel.w or tip.x + tip.panel.w <= menu.x, "the lines stay in sight"
    assert not tip_for(mission, replace(ui, hover=TakeDeed(1)))[0]
    elsewhere = plan(mission, replace(ui, hover=OnBoard("thing", "varga")), size, mouse)
    assert "tip" not in {p.key for p in elsewhere}
