"""What matters is in sight: values that count, who acts, areas and dangers, rule texts instead of labels."""

from __future__ import annotations

import re
from typing import Any

from support.tables import of
from tilewright.schemas.view import View
from tilewright.viewer.common import choices, svg
from tilewright.viewer.common.svg import RED
from tilewright.viewer.panels import ending, inspector, interface, notes, roster, tips
from tilewright.viewer.panels.interface import UiState
from tilewright.viewer.panels.vocabulary import Answer, InspectEntry, OnBoard, Surface, Toggle
from tilewright.viewer.staging import areas, counting, overlay
from tilewright.viewer.staging.stage import stage


def told(view: View, thing: Any, hint: str = "shows") -> list[tuple[str, Any]]:
    return [(one.name, one.held or one.value) for one in counting.counted(view, thing, hint)]


def test_a_look_says_which_values_count_and_in_which_order(mission: View) -> None:
    varga = of(mission, "varga")
    varga["values"] = {
        "aim": 4,
        "luck": 0,
        "shots": 0,
        "calm": True,
        "down": False,
        "mood": "grim",
        "foe": None,
    }
    varga["look"] = {"shows": "mood, luck, shots!, aim, calm, foe, pack", "plate": "aim luck mood"}
    assert told(mission, varga) == [("mood", "grim"), ("shots", 0), ("aim", 4)]
    assert told(mission, varga, "plate") == [("aim", 4), ("mood", "grim")]
    assert counting.states(varga) == ["calm"]
    piece = stage(mission).piece("varga")
    assert piece is not None and piece.plate is not None and piece.plate.told == "AIM 4 · GRIM"
    assert "AIM 4" in notes.plate(piece.plate).svg
    row = roster.roster(mission, UiState(), 10)
    assert row is not None and "grim" in row.svg.lower() and "LUCK" not in row.svg
    assert "SHOTS" in inspector.inspector(mission, varga).svg


def test_without_a_word_numbers_count_that_are_not_zero_and_differ(mission: View) -> None:
    varga, idris = of(mission, "varga"), of(mission, "idris")
    for thing in (varga, idris):
        thing["look"] = {key: word for key, word in thing["look"].items() if key not in ("shows", "plate")}
    varga["values"] = {"size": 1, "speed": 4, "hurt": 0, "done": True}
    idris["values"] = {"size": 1, "speed": 5, "hurt": 2}
    assert told(mission, varga) == [("speed", 4), ("size", 1)]
    assert told(mission, varga, "plate") == [] and counting.states(varga) == ["done"]


def test_what_is_carried_is_told_by_title(mission: View) -> None:
    varga = of(mission, "varga")
    card = {
        **of(mission, "idris"),
        "handle": "rope.2",
        "name": "rope.2",
        "title": "Rope 2",
        "place": "varga.pack",
    }
    mission["things"].append(card)
    mission["piles"] += [
        {
            "place": "varga.pack",
            "name": "pack",
            "title": "Pack",
            "count": 1,
            "things": ["rope.2"],
            "sort": "slot",
        },
        {"place": "varga.bag", "name": "bag", "title": "Bag", "count": 3, "things": None, "sort": "bag"},
        {"place": "varga.belt", "name": "belt", "title": "Belt", "count": 0, "things": [], "sort": "slot"},
    ]
    varga["values"] = {"kit": ["rope.2", "gone"]}
    varga["look"] = {"shows": "pack bag belt kit", "plate": "pack"}
    assert told(mission, varga) == [("pack", ("Rope",)), ("bag", 3), ("kit", ("Rope",))]
    piece = stage(mission).piece("varga")
    assert piece is not None and piece.plate is not None and piece.plate.told == "ROPE"
    shown = roster.roster(mission, UiState(), 10)
    assert shown is not None and "Rope ×2" in shown.svg


def test_what_is_carried_is_told_in_full_of_whoever_acts_or_is_selected(mission: View) -> None:
    varga = of(mission, "varga")
    things = [f"Mountain rope {n}" for n in range(4)]
    mission["things"] += [
        {**of(mission, "idris"), "handle": f"rope.{n}", "name": "rope", "title": title, "kinds": []}
        for n, title in enumerate(things)
    ]
    varga["values"], varga["look"] = {"kit": [f"rope.{n}" for n in range(4)]}, {"shows": "kit"}
    mission["question"]["actor"] = None
    closed, selected = (roster.roster(mission, UiState(selected=one), 10) for one in (None, "varga"))
    mission["question"]["actor"] = "varga"
    acting = roster.roster(mission, UiState(), 10)
    assert closed is not None and selected is not None and acting is not None
    assert "Mountain rope 0 +3" in closed.svg and things[1] not in closed.svg
    for opened in (selected, acting):
        shown = " ".join(written(opened.svg))
        assert "+3" not in shown and all(one in shown for one in things)
        assert opened.h > closed.h and opened.hits[-1].y > closed.hits[-1].y


def test_a_long_name_of_what_is_carried_is_cut(mission: View) -> None:
    varga, long = of(mission, "varga"), "Rope of the Extraordinarily Long-winded Expedition"
    mission["things"].append({**of(mission, "idris"), "handle": "rope", "name": "rope", "title": long})
    varga["values"], varga["look"] = {"kit": ["rope"]}, {"shows": "kit"}
    mission["question"]["actor"] = None
    closed = roster.roster(mission, UiState(), 10)
    assert closed is not None
    cut = next(one for one in written(closed.svg) if one.startswith("Rope of"))
    assert long not in cut and svg.width(cut, roster.GEAR, 500) < roster.WIDTH - 62  # where the name stands


def written(drawn: str) -> list[str]:
    """What stands on a panel, line by line."""
    return re.findall(r">([^<>]+)<", drawn)


def test_the_list_keeps_its_order_and_shows_who_acts(mission: View) -> None:
    names = [thing["name"] for thing in roster.people(mission)]
    mission["things"].reverse()
    assert [thing["name"] for thing in roster.people(mission)] == names
    mission["question"]["actor"] = names[0]
    assert roster.acting_in(mission) == names[0]
    acting, selected = (roster.roster(mission, UiState(selected=one), 10) for one in (None, names[0]))
    assert acting is not None and selected is not None and acting.svg != selected.svg
    mission["over"] = {"outcome": "win", "winners": [], "reason": None, "rule": None}
    assert roster.acting_in(mission) is None


def test_whoever_has_the_turn_is_looked_at(mission: View) -> None:
    ui = UiState(selected="idris")
    after = mission | {"number": mission["number"] + 1}
    after["question"] = mission["question"] | {"actor": "varga"}
    mission["question"]["actor"] = "idris"
    assert interface.shown(ui, mission, after).selected is None
    assert interface.shown(ui, after, after | {"number": 99}).selected == "idris"


def test_rings_tell_who_acts_from_who_is_selected(mission: View) -> None:
    rings = overlay.layer("", {}, stage(mission), mission, selected="idris", acting="varga").rings
    assert sorted(ring.colour for ring in rings) == ["amber", "white"]


def test_areas_and_dangers_lie_on_the_board(mission: View) -> None:
    varga, spaces = of(mission, "varga"), mission["board"]["spaces"]
    first, second, third = (space["name"] for space in spaces[:3])
    varga["values"] |= {"watched": [first, second, "nowhere"], "near": third}
    varga["look"] = {**varga["look"], "danger": "watched", "area": "near"}
    spaces[2]["look"] = {**spaces[2]["look"], "hazard": "Fire", "tint": "yellow"}
    assert areas.dangers(mission) == {
        third: ["Fire"],
        first: [varga["title"]],
        second: [varga["title"]],
        "nowhere": [varga["title"]],
    }
    scene = stage(mission)
    faint = overlay.layer("", {}, scene, mission).shades
    assert sorted(shade.colour for shade in faint) == ["amber", "cyan", "red", "red"]
    clear = overlay.layer("", {}, scene, mission, selected="varga").shades
    assert max(shade.strength for shade in faint) < max(shade.strength for shade in clear)


def test_a_step_into_danger_is_marked_before_it_is_taken(mission: View) -> None:
    option = {
        "label": "there",
        "thing": None,
        "link": None,
        "action": None,
        "cost": None,
        "key": None,
        "number": None,
    }
    names = [space["name"] for space in mission["board"]["spaces"][:2]]
    mission["question"]["options"] = [{**option, "id": i, "space": name} for i, name in enumerate(names)]
    mission["board"]["spaces"][0]["look"] = {"hazard": "Fire"}
    marks = {mark.id: mark for mark in stage(mission).marks}
    assert marks[f"space:{names[0]}"].colour == "red" and marks[f"space:{names[1]}"].colour == "cyan"
    assert marks[f"space:{names[1]}"].label == names[1], "spaces that can be chosen have their names"
    for hover in (OnBoard("space", names[0]), Answer((0,))):
        rows, _ = tips.tip_for(mission, UiState(hover=hover, tip=True))
        assert ("Danger: Fire", "", RED) in rows
    assert not tips.tip_for(mission, UiState(hover=Answer((1,)), tip=True))[0]


def test_zones_are_those_that_the_look_names(mission: View) -> None:
    for number, space in enumerate(mission["board"]["spaces"]):
        space["values"] = {**space["values"], "owner_of": "red_side" if number % 2 else None}
        space["look"] = {**space["look"], "zone": "owner_of"}
    shades = overlay.layer("zones", {}, stage(mission), mission).shades
    assert {shade.text for shade in shades} == {"red side"}


def test_a_zone_may_be_a_number_and_none_left_is_one_too(mission: View) -> None:
    for number, space in enumerate(mission["board"]["spaces"]):
        space["values"] = {**space["values"], "room": number % 2}
        space["look"] = {**space["look"], "zone": "room"}
    shades = overlay.layer("zones", {}, stage(mission), mission).shades
    assert {shade.text for shade in shades} == {"0", "1"}


def test_labels_are_shown_on_demand_and_what_they_stand_for_under_the_mouse(mission: View) -> None:
    mission["question"] |= {"rule": "T-1.01, T-1.02", "prompt": "Where?", "actor": "varga"}
    mission["rules"] = {"T-1.01": "Walk: one step each."}
    title = of(mission, "varga")["title"]
    assert choices.prompt_of(mission) == f"{title}: Where?"
    assert choices.prompt_of(mission | {"question": mission["question"] | {"prompt": title}}) == title
    quiet, loud = (notes.prompt(mission, 900, codes=codes) for codes in (False, True))
    assert quiet is not None and loud is not None
    assert "T-1.01" in loud.svg and "T-1.01" not in quiet.svg
    assert Surface.PROMPT in [hit.action for hit in quiet.hits]
    rows, _ = tips.tip_for(mission, UiState(hover=Surface.PROMPT))
    assert rows[1:] == [("Walk: one step each.", "", tips.QUIET)]
    ui = interface.press(UiState(hover=Surface.PROMPT), Toggle.CODES, mission)
    assert [row[1] for row in tips.tip_for(mission, ui)[0]] == ["", "T-1.01", "T-1.02"]
    mission["log"].append(
        {"n": 999, "text": "A step.", "rule": "T-1.01", "things": [], "spaces": [], "sort": "say"}
    )
    assert len(tips.tip_for(mission, UiState(hover=InspectEntry(999)))[0]) == 2
    assert not tips.tip_for(mission, UiState(hover=InspectEntry(-1)))[0]
    over = mission | {"over": {"outcome": "win", "winners": [], "reason": "Done.", "rule": "T-9"}}
    assert [("T-9" in ending.game_over(over, codes=codes).svg) for codes in (True, False)] == [True, False]
