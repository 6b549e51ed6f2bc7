"""View → scene: what stands where, and that nothing is there which the view does not say."""

from __future__ import annotations

import copy
import json
from itertools import pairwise
from typing import Any

import pytest

from support.tables import of
from tilewright.cli.loading import load
from tilewright.runtime.game import Game
from tilewright.schemas.view import View
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import picking
from tilewright.viewer.common import plane
from tilewright.viewer.modelling import light
from tilewright.viewer.panels.minimap import chart, minimap
from tilewright.viewer.rendering.flat import token_face
from tilewright.viewer.scene.diff import Add, Relocate, Remove, Restyle, apply, diff
from tilewright.viewer.scene.looks import colour_of, look_of
from tilewright.viewer.staging import overlay
from tilewright.viewer.staging.borders import links_by_name
from tilewright.viewer.staging.stage import short, stage


def door(mission: View) -> View:
    """The first door of the mission."""
    found: View = next(link for link in mission["board"]["links"] if link["name"] == "door.1")
    return found


def test_every_space_has_a_floor_and_every_shown_thing_stands_on_it(mission: View) -> None:
    scene = stage(mission)
    assert {f.space for f in scene.floors} == {s["name"] for s in mission["board"]["spaces"]}
    on_board = {t["handle"] for t in mission["things"] if t["place"] in {f.space for f in scene.floors}}
    beside = {p.id for p in scene.pieces if p.id.startswith(("pile:", "die:"))}
    assert {p.id for p in scene.pieces} - beside == on_board
    varga = scene.piece("varga")
    assert varga is not None and varga.at == (7.5, -2.5, 0.0)
    assert varga.rim == "cyan" and varga.plate is not None and varga.plate.pips == (3, 3)


def test_who_says_where_it_looks_looks_there(mission: View) -> None:
    thing = of(mission, "varga")
    thing["look"] = {**thing["look"], "facing": "watches"}
    before = stage(mission).piece("varga")
    assert before is not None
    for word, heading in (
        ("north", 0.0),
        ("east", 270.0),
        ("south", 180.0),
        ("west", 90.0),
        ("south_west", 135.0),
    ):
        thing["values"]["watches"] = word
        piece = stage(mission).piece("varga")
        assert piece is not None and piece.heading == heading, word
    for other in ("up", 3, ["north"]):
        thing["values"]["watches"] = other
        piece = stage(mission).piece("varga")
        assert piece is not None and piece.heading == before.heading, "what is no such word says nothing"


def test_a_mat_beside_the_board_changes_no_light_on_it(mission: View) -> None:
    """One lies there only while a card is in play."""
    scene = stage(mission)
    right, mat = scene.bounds[2], scene.floors[0]
    aside = tuple((x + right + 2, y) for x, y in mat.outline)
    more = (*scene.floors, mat._replace(id="mat", tile="", space="mat", outline=aside))
    assert light.lighting(scene._replace(floors=more)).lamps == light.lighting(scene).lamps


def test_other_players_have_their_own_rims_and_nobodys_figures_are_red(mission: View) -> None:
    rims = {p.id: p.rim for p in stage(mission).pieces}
    assert rims["varga"] == "cyan" and rims["okonjo"] == "amber" and rims["ripper.1"] == "red"
    assert {p.id: p.rim for p in stage(mission | {"seat": "player.2"}).pieces}["okonjo"] == "cyan"


def test_who_sees_all_sees_the_colours_that_the_first_player_sees(mission: View) -> None:
    def rims(seat: str | None) -> dict[str, str]:
        return {p.id: p.rim for p in stage({**mission, "seat": seat}).pieces}

    assert rims(None) == rims("player.1") != rims("player.2")


def test_walls_stand_round_the_board_and_where_links_say_so(mission: View) -> None:
    scene = stage(mission)
    lines = {frozenset(w.line) for w in scene.walls}
    assert frozenset({(0.0, 0.0), (0.0, -1.0)}) in lines, "left of a1"
    assert frozenset({(3.0, 0.0), (3.0, -1.0)}) in lines, "wall.1"
    assert frozenset({(1.0, 0.0), (1.0, -1.0)}) not in lines, "between a1 and b1"
    for door in scene.doors:
        assert frozenset(door.line) not in lines, f"a wall through {door.id}"


def test_doors_are_open_closed_or_locked(mission: View) -> None:
    states = {d.id: d.state for d in stage(mission).doors}
    assert states["door.2"] == "open" and states["door.1"] == "closed" and states["door.5"] == "locked"


def test_a_walled_space_has_walls_towards_others_and_gaps_for_its_links() -> None:
    def space(name: str, x: float, wide: float, **look: str) -> View:
        outline = [[x, 0], [x + wide, 0], [x + wide, 2], [x, 2]]
        return {"name": name, "outline": outline, "look": {"floor": "wood", **look}}

    hall, hut, shed = space("hall", 0, 4), space("hut", 4, 2, wall="panel"), space("shed", 6, 2, wall="panel")
    door = {"name": "door", "kind": "door", "sides": ["hall", "hut"]}
    board = {"spaces": [hall, hut, shed], "links": [door]}
    inner = [w for w in stage({"board": board, "things": []}).walls if w.outward == (0.0, 0.0)]
    assert {x for w in inner for x, _ in w.line} == {4.0}, "none between two spaces walled alike"
    assert sorted(abs(w.line[0][1] - w.line[1][1]) for w in inner) == pytest.approx([0.52, 0.52])
    assert not any(min(y for _, y in w.line) < -1 < max(y for _, y in w.line) for w in inner), "in the door"


def test_squares_beside_a_door_are_striped_and_a_border_without_walls_has_none(mission: View) -> None:
    scene = stage(mission)
    sides = {s for link in mission["board"]["links"] if link["kind"] == "door" for s in link["sides"]}
    plain = {s["name"] for s in mission["board"]["spaces"] if not s["look"].get("floor")}
    striped = {f.space for f in scene.floors if f.kind == "hazard"}
    assert sides & plain <= striped and not (plain - sides) & striped
    entry = next(s for s in mission["board"]["spaces"] if s["name"] == "a1")
    entry["look"] = {"wall": "none"}
    assert {w.line for w in scene.walls} - {w.line for w in stage(mission).walls} == {
        w.line for w in scene.walls if w.id.startswith("edge:a1:")
    }


def test_sides_without_owner_have_rims_like_their_figures(mission: View) -> None:
    def rims(*colours: str) -> list[str]:
        things = [
            {
                "handle": f"t{i}",
                "name": f"t{i}",
                "kinds": ["man", "figure"],
                "place": "a1",
                "look": {"colour": c},
            }
            for i, c in enumerate(colours)
        ]
        sided = [t | {"values": {"squad": f"squad {c}"}} for t, c in zip(things, colours, strict=True)]
        return [p.rim for p in stage(mission | {"things": sided, "players": []}).pieces if p.plate]

    assert rims("yellow", "red", "black", "yellow") == ["amber", "red", "grey", "amber"]
    assert rims("red", "crimson") == ["cyan", "red"], "two reds could not be told apart"


def test_rooms_are_joined_by_corridors_with_gaps_in_their_walls(rooms: View) -> None:
    scene = stage(rooms)
    strips = {f"corridor:{link['name']}" for link in rooms["board"]["links"]}
    assert {f.id for f in scene.floors if not f.space} == strips
    assert {d.id for d in scene.doors} == {"hatch.1", "hatch.2", "hatch.3"}
    mouth = (4.0, -1.5)
    for wall in scene.walls:
        (ax, ay), (bx, by) = wall.line
        if abs(ax - mouth[0]) < 0.01 and abs(bx - mouth[0]) < 0.01:
            assert not min(ay, by) < mouth[1] < max(ay, by), "a wall stands in the mouth of the first hatch"
    noise = scene.piece("clatter.1")
    assert noise is not None and noise.at[:2] == (7.5, -4.0), "a token on a link lies in its middle"


def test_squares_have_their_title_on_the_floor_but_not_their_coordinates(mission: View, rooms: View) -> None:
    assert not any(floor.title for floor in stage(mission).floors)
    mission["board"]["spaces"][0]["title"] = "The mill"
    assert [floor.title for floor in stage(mission).floors if floor.title] == ["The mill"]
    small = rooms["board"]["spaces"][0]
    x, y = small["outline"][0]
    small["outline"] = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]
    assert stage(rooms).floors[0].title == "bridge", "a room of that size is no square of a grid"


def test_corridors_look_as_their_links_say(rooms: View) -> None:
    plain, vent, door = (
        next(link for link in rooms["board"]["links"] if link["name"] == name)
        for name in ("corridor.1", "corridor.2", "hatch.1")
    )
    vent["look"] = {"floor": "grate", "bulk": "slim", "icon": "fire"}
    door["look"] = {**door["look"], "floor": "moss.png", "bulk": 200}
    scene = stage(rooms)
    strips = {f.id.removeprefix("corridor:"): f for f in scene.floors if not f.space}
    assert [strips[link["name"]].kind for link in (plain, vent, door)] == ["tread", "grate", "tread"]
    assert strips["corridor.1"].title == "3" and not strips["corridor.2"].title, "its icon lies there"
    assert [(sign.id, sign.icon) for sign in scene.signs] == [("sign:corridor.2", "fire")]
    assert plane.contains(strips["corridor.2"].outline, scene.signs[0].at[:2])
    wide = {name: min(plane.length(side) for side in plane.sides(f.outline)) for name, f in strips.items()}
    assert wide["corridor.2"] < wide["corridor.1"] < wide["hatch.1"]
    (leaf,) = (one for one in scene.doors if one.id == "hatch.1")
    assert plane.length(leaf.line) == pytest.approx(wide["hatch.1"])


def test_a_corridor_whose_icon_has_a_colour_bears_a_disc(rooms: View) -> None:
    link = next(link for link in rooms["board"]["links"] if link["name"] == "corridor.1")
    plain = stage(rooms)
    link["look"] = {**(link.get("look") or {}), "icon": "speaker", "colour": "amber"}
    scene = stage(rooms)
    (disc,) = [piece for piece in scene.pieces if plain.piece(piece.id) is None]
    (strip,) = (floor for floor in scene.floors if floor.id == "corridor:corridor.1")
    assert (disc.look.archetype, disc.look.icon) == ("token", "speaker")
    assert disc.look.colour == colour_of("amber") and plane.contains(strip.outline, disc.at[:2])
    assert scene.signs == plain.signs, "its icon lies there once"


def test_a_corridor_is_tinted_as_its_link_says(rooms: View) -> None:
    link = next(link for link in rooms["board"]["links"] if link["name"] == "corridor.1")
    plain = overlay.layer("", {}, stage(rooms), rooms).shades
    link["look"] = {**(link.get("look") or {}), "tint": "yellow"}
    scene = stage(rooms)
    (tint,) = set(overlay.layer("", {}, scene, rooms).shades) - set(plain)
    (strip,) = (floor for floor in scene.floors if floor.id == "corridor:corridor.1")
    assert (tint.outline, tint.colour) == (strip.outline, "amber")


def test_regions_keep_their_outlines_and_layers(regions: View) -> None:
    scene = stage(regions)
    floors = {f.space: f for f in scene.floors}
    assert len(floors["a"].outline) > 4 and not floors["a"].grid
    assert floors["r"].z > 0
    captain = scene.piece("captain")
    assert captain is not None and captain.at[2] == floors["r"].z
    guards = [p.at for p in scene.pieces if p.id.startswith("guard")]
    assert len(set(guards)) == 2, "two figures in one region stand apart"


def test_a_space_under_another_is_seen_through_it_and_what_stands_there_fits() -> None:
    def space(name: str, layer: int, x: int) -> View:
        return {"name": name, "layer": layer, "outline": [[x, 0], [x + 2, 0], [x + 2, 2], [x, 2]]}

    board = {"spaces": [space("tunnel", 0, 2), space("yard", 1, 0), space("bridge", 1, 2)]}
    men = [{"handle": at, "name": at, "kinds": ["man", "figure"], "place": at} for at in ("tunnel", "bridge")]
    scene = stage({"board": board, "things": men})
    assert [f.space for f in scene.floors if f.over] == ["bridge"]
    below, above = (scene.piece(p) for p in ("tunnel", "bridge"))
    assert below and above and below.size <= 0.5 < above.size
    assert all(w.outward == (0.0, 0.0) for w in scene.walls if w.z == 0.0), "low ones"


def test_the_tallest_of_a_crowd_stand_at_the_back(mission: View) -> None:
    first, *others = [one for one in mission["things"] if one["name"] in ("varga", "idris", "ogre")]
    assert len(others) >= 1
    for one in others:
        one["place"] = first["place"]
    for tall in (first, *others):
        for one in (first, *others):
            one["look"] = {**one["look"], "height": 1.6 if one is tall else 1.0}
        scene = stage(mission)
        north = {one["name"]: p.at[1] for one in (first, *others) if (p := scene.piece(one["handle"]))}
        assert max(north.values()) == north[tall["name"]], tall["name"]


def test_marks_are_the_options_of_the_question_and_nothing_else(mission: View) -> None:
    scene = stage(mission)
    targets = {m.id for m in scene.marks}
    assert "space:g3" in targets and "thing:ripper.1" in targets and "link:door.3" in targets
    (priced,) = (o for o in mission["question"]["options"] if o["space"] == "g3")
    priced["cost"] = "2 AP"
    assert {m.label for m in stage(mission).marks if m.id == "space:g3"} == {"2"}
    offered = {i for m in scene.marks for i in m.options}
    assert offered <= {o["id"] for o in mission["question"]["options"]}
    assert not stage(mission | {"seat": "player.2"}).marks, "somebody else's question marks nothing"


def test_spaces_that_can_be_chosen_are_named_once(rooms: View) -> None:
    """Rooms on plates, squares by their letters on the floor; what a wide floor says nobody says again."""

    def asked(board: View, *names: str) -> dict[str, tuple[str, str]]:
        options = [{"id": i, "space": name, "label": name} for i, name in enumerate(names)]
        view = rooms | {"board": rooms["board"] | board, "question": {"sort": "choose", "options": options}}
        marks = stage(view).marks
        return {m.id: (m.label, m.plate.text if m.plate is not None else "") for m in marks}

    def space(name: str, title: str, wide: int) -> View:
        outline = [[0, 0], [wide, 0], [wide, 1], [0, 1]]
        return {"name": name, "title": title, "kind": "room", "at": [0, 0], "outline": outline}

    spaces = [space("port_loft", "port loft", 1), space("b6", "b6", 1), space("b7", "b7", 3)]
    spaces.append(space("hall", "Hall", 3))
    told = asked({"spaces": spaces, "links": []}, "port_loft", "b6", "b7", "hall")
    assert told == {
        "space:port_loft": ("", "PORT LOFT"),
        "space:b6": ("b6", ""),
        "space:b7": ("", ""),
        "space:hall": ("", ""),
    }
    many = [space(f"room_{n}", f"Room {n}", 1) for n in range(17)]
    told = asked({"spaces": many, "links": []}, *(one["name"] for one in many))
    assert set(told.values()) == {("", "")}, "so many plates would hide the board"


def test_nothing_beyond_the_view_is_in_the_scene(mission: View) -> None:
    """Values, texts and piles that the scene does not draw leave no trace;
    a face-down thing shows its back only."""
    secret = copy.deepcopy(mission)
    for thing in secret["things"]:
        thing["values"] = {k: (v if isinstance(v, str) else 99) for k, v in thing["values"].items()}
        thing["text"] = "SECRET"
    secret["log"] = []
    secret["piles"] = []
    text = repr(stage(secret))
    assert "SECRET" not in text and "orders" not in text
    assert "suppress" not in repr(stage(mission).pieces), "cards in hand are not on the board"
    echo = stage(mission).piece("echo#1")
    assert echo is not None and not echo.look.face_up


def test_a_view_with_nothing_optional_still_gives_a_table() -> None:
    bare = {
        "seat": None,
        "board": {"spaces": [{"name": "x", "at": [2, 3]}], "links": [{"sides": ["x"]}]},
        "things": [{"handle": "t", "name": "t", "place": "x"}],
    }
    scene = stage(json.loads(json.dumps(bare)))
    assert len(scene.floors) == 1 and len(scene.walls) == 4 and len(scene.pieces) == 1
    empty = stage({})
    assert [f.id for f in empty.floors] == ["mat"] and not empty.walls and not empty.pieces


def test_without_a_board_shared_figures_stand_on_mats() -> None:
    ada = {"handle": "ada", "name": "ada", "kinds": ["ada", "figure", "piece"], "place": "street"}
    soup = {"handle": "soup", "name": "soup", "kinds": ["soup", "card"], "place": "deck"}
    piles = [
        {"place": "street", "title": "Street", "owner": None, "sort": "pile", "count": 1, "things": ["ada"]},
        {"place": "deck", "title": "Deck", "owner": None, "sort": "pile", "count": 1, "things": ["soup"]},
    ]
    scene = stage({"things": [ada, soup], "piles": piles})
    assert [f.title for f in scene.floors] == ["Street"] and not scene.walls
    assert [p.id for p in scene.pieces] == ["ada", "pile:deck"], "cards lie beside the mat"
    assert plane.contains(scene.floors[0].outline, scene.pieces[0].at[:2])


def test_without_a_board_what_is_in_play_lies_in_rows_and_slots_show_what_fills_them(fair: View) -> None:
    scene = stage(fair)
    mats = {f.id: f for f in scene.floors}
    market = [scene.piece(handle) for handle in pile_of(fair, "market")["things"]]
    places = [piece.at for piece in market if piece is not None]
    assert len(places) == 5 and places == sorted(places) and len({y for _, y, _ in places}) == 1
    assert min(b[0] - a[0] for a, b in pairwise(places)) > 0.6, "each can be read"
    for handle, place in (("red_awning", "player.2.roof"), ("blue_awning", "weather")):
        lying = scene.piece(handle)
        assert lying is not None and plane.contains(mats[place].outline, lying.at[:2])
    assert mats["player.2.stall"].title == "Player 2: Stall" and mats["player.2.roof"].title == "Roof"
    held = scene.piece("pile:player.3.hand")
    assert held is not None and held.title == "Hand: 3" and not held.look.face_up
    assert "player.1.hand" not in mats, "it is the fan of the seat itself"
    assert scene.piece("pile:store") and not scene.piece("pile:market")
    ys = [plane.centre(mats[f"player.{n}.stall"].outline)[1] for n in (1, 2, 3)]
    assert ys[0] < plane.centre(mats["market"].outline)[1] < ys[1], "others sit beyond the market"
    assert ys[1] == pytest.approx(ys[2])


@pytest.mark.parametrize("board", [None, {"spaces": [{"name": "a1", "at": [0, 0]}]}])
def test_ones_own_secret_slot_has_a_mat(fair: View, board: dict[str, Any] | None) -> None:
    theirs, own = pile_of(fair, "player.2.roof"), pile_of(fair, "player.1.roof")
    own.update(count=1, things=theirs["things"], private=True)
    theirs.update(count=0, things=[])
    for thing in fair["things"]:
        if thing["handle"] in own["things"]:
            thing["place"] = "player.1.roof"
    scene = stage(fair | ({"board": board} if board else {}))
    mats = {floor.id: floor for floor in scene.floors}
    lying = scene.piece("red_awning")
    assert lying is not None and plane.contains(mats["player.1.roof"].outline, lying.at[:2])


@pytest.mark.parametrize("squares", [4, 40])
def test_beside_a_board_rows_and_slots_lie_in_front_of_it(fair: View, squares: int) -> None:
    board = stage({"board": (there := {"spaces": [{"name": f"a{n}", "at": [0, n]} for n in range(squares)]})})
    pile_of(fair, "player.2.stall").update(count=0, things=[])
    held = pile_of(fair, "player.1.hand")
    assert held["count"] and held["private"]
    held["in_play"] = True
    scene = stage({**fair, "board": there})
    mats = {f.id: f for f in scene.floors if f.id not in {floor.id for floor in board.floors}}
    assert list(mats) == ["market", "weather", "player.2.roof", "player.3.stall", "player.1.stall"]
    assert mats["market"].title == "Market" and mats["player.3.stall"].title == "Player 3: Stall"
    lying = [scene.piece(handle) for handle in pile_of(fair, "market")["things"]]
    assert len(lying) == 5 and all(p and plane.contains(mats["market"].outline, p.at[:2]) for p in lying)
    tops = [plane.box([mat.outline])[3] for mat in mats.values()]
    assert all(top < scene.bounds[1] for top in tops) and tops[0] > tops[-1], "one's own lie nearest"
    assert scene.bounds == board.bounds and scene.walls == board.walls, "the board is as it is without"
    assert scene.piece("pile:store") and not scene.piece("pile:market")
    sizes = {piece.size for piece in lying if piece is not None}
    assert max(sizes) == pytest.approx(1.5 if squares == 4 else 1.5 * 40 / 14), (
        "a large board is seen from further away"
    )
    plan = minimap(scene, chart(scene, 200)).svg
    assert plan == minimap(board, chart(board, 200)).svg, "the map shows the board alone"


def test_figures_in_a_pile_of_a_card_stand_on_the_card(fair: View) -> None:
    market = pile_of(fair, "market")
    boat = market["things"][0]
    crew = [of(fair, boat) | {"handle": name, "look": {"archetype": "pawn"}} for name in ("ada", "bob")]
    cargo = of(fair, boat) | {"handle": "crate", "look": {"archetype": "card"}}
    seats = market | {"place": "boat.seats", "name": "seats", "owner": boat, "in_play": True}
    fair["things"] += [one | {"place": "boat.seats"} for one in (*crew, cargo)]
    fair["piles"] += [seats | {"things": ["ada", "crate", "bob"], "count": 3}]
    scene = stage(fair)
    card, ada, bob = (scene.piece(handle) for handle in (boat, "ada", "bob"))
    assert card and ada and bob and scene.piece("crate") is None
    assert ada.at[0] < card.at[0] < bob.at[0] and min(ada.at[2], bob.at[2]) > card.at[2]
    half = 0.26 * card.size
    assert all(
        abs(one.at[0] - card.at[0]) < half and abs(one.at[1] - card.at[1]) < half for one in (ada, bob)
    )
    assert ada.plate is not None, "who it is stands over it"


@pytest.mark.parametrize(("count", "free"), [(1, True), (4, True), (6, True), (9, False)])
def test_tokens_leave_the_title_of_a_small_space_free(count: int, *, free: bool) -> None:
    look = {"archetype": "token"}
    things = [{"handle": f"t{n}", "kinds": ["token"], "place": "den", "look": look} for n in range(count)]
    space = {"name": "den", "title": "Den", "at": [0, 0]}
    scene = stage({"board": {"spaces": [space]}, "things": things})
    assert scene.floors[0].title == "Den"
    bottom = scene.bounds[1]
    low, high = bottom + 0.46 - 0.14, bottom + 0.46 + 0.14  # where it is lettered
    over = [
        p
        for p in scene.pieces
        if p.at[1] - 0.3 * p.size < high - 0.05 and p.at[1] + 0.3 * p.size > low + 0.05
    ]
    assert (not over) == free and len(scene.pieces) == count
    assert all(0 <= p.at[0] <= 1 and bottom <= p.at[1] <= bottom + 1 for p in scene.pieces)


def test_a_long_row_stays_on_its_mat_and_many_players_sit_in_lines(fair: View) -> None:
    market = pile_of(fair, "market")
    one = of(fair, market["things"][0])
    more = [one | {"handle": f"more.{n}"} for n in range(30)]
    fair["things"] += more
    market["things"] += [thing["handle"] for thing in more]
    market["count"] = len(market["things"])
    fair["players"] += [fair["players"][1] | {"name": f"player.{n}"} for n in (4, 5)]
    stalls = [
        pile_of(fair, "player.3.stall") | {"place": f"stall.{n}", "owner": f"player.{n}"} for n in (4, 5)
    ]
    fair["piles"] += stalls
    scene = stage(fair)
    mats = {f.id: f for f in scene.floors}
    lying = [piece for handle in market["things"] if (piece := scene.piece(handle)) is not None]
    assert len(lying) == 35 and all(plane.contains(mats["market"].outline, p.at[:2]) for p in lying)
    ys = [plane.centre(mats[name].outline)[1] for name in ("player.2.stall", "stall.4", "stall.5")]
    assert len({round(y, 3) for y in ys}) == 2
    assert scene.bounds[2] - scene.bounds[0] < 16


def pile_of(view: View, place: str) -> View:
    found: View = next(pile for pile in view["piles"] if pile["place"] == place)
    return found


def test_an_icon_of_a_space_lies_on_it_as_a_disc() -> None:
    hints = {"icon": "X", "colour": "red"}
    spaces = [{"name": "a", "at": [0, 0], "look": hints}, {"name": "b", "at": [1, 0]}]
    scene = stage({"board": {"spaces": spaces}})
    (disc,) = scene.pieces
    assert disc.look.archetype == "token" and disc.title == "X" and disc.at[:2] == (0.5, -0.5)
    hits = picking.all_hits(scene, cam.fit(scene.bounds, (640, 360)), (320, 180), (640, 360))
    assert {hit.sort for hit in hits} <= {"space"}, "the space is what is meant"


@pytest.mark.parametrize(("title", "letters"), [("10 2", "10"), ("Old Mill", "OM"), ("", "?")])
def test_a_token_without_an_icon_shows_its_number_or_its_first_letters(title: str, letters: str) -> None:
    assert f">{letters}</text>" in token_face(look_of({"archetype": "token"}, ()), title)


def test_a_plate_tells_what_is_so_as_well_as_what_counts(mission: View) -> None:
    varga = of(mission, "varga")
    varga["look"] = {**varga["look"], "plate": "wounds, dug_in, asleep, gone"}
    varga["values"] = {**varga["values"], "wounds": 2, "dug_in": True, "asleep": False}
    piece = stage(mission).piece("varga")
    assert piece is not None and piece.plate is not None and piece.plate.told == "WOUNDS 2 · DUG IN"


def test_plates_have_short_names() -> None:
    assert short("Private William L. Hudson", "hudson") == "HUDSON"
    assert short("Black soldier 1", "black_soldier.1") == "BLACK SOLDIER 1"
    assert short("The Great Unspeakable Howler", "beast") == "HOWLER"
    assert short("Pilotka", "pilot") == "PILOTKA", "a part of a word is no name"


def test_a_move_is_one_small_change(mission: View) -> None:
    before = stage(mission)
    of(mission, "varga")["place"] = "g3"
    mission["question"] = None
    changes = diff(stage(mission | {"question": None}), stage(mission))
    assert changes == ()
    moves = [c for c in diff(before, stage(mission)) if isinstance(c, Relocate)]
    assert [m.thing.id for m in moves if m.before.at != m.thing.at] == ["varga"]


@pytest.mark.parametrize(
    "names", [("mission", "rooms"), ("rooms", "regions"), ("regions", "mission"), ("mission", "mission")]
)
def test_after_the_changes_the_scene_is_the_wanted_one(
    names: tuple[str, str], request: pytest.FixtureRequest
) -> None:
    a, b = (stage(request.getfixturevalue(name)) for name in names)
    there = apply(a, diff(a, b))
    assert set(there.values()) == {*b.floors, *b.walls, *b.doors, *b.signs, *b.pieces, *b.marks}
    assert not diff(b, b)


def test_changes_say_what_they_are(mission: View) -> None:
    before = stage(mission)
    door(mission)["values"]["open"] = True
    gone = of(mission, "idris")
    mission["things"].remove(gone)
    mission["things"].append(gone | {"handle": "newcomer"})
    kinds = {(type(c), c.thing.id) for c in diff(before, stage(mission))}
    assert {(Restyle, "door.1"), (Remove, "idris"), (Add, "newcomer")} <= kinds


@pytest.mark.parametrize(
    ("values", "state"),
    [
        ({"open": True, "barricaded": False}, "open"),
        ({"open": False}, "closed"),
        ({"open": False, "barricaded": True}, "locked"),
        ({"shut": False, "welded": False}, "open"),
        ({"shut": True, "welded": False}, "closed"),
        ({"shut": True, "welded": True}, "locked"),
        ({"door": "closed", "number": 3}, "closed"),
        ({"door": "destroyed"}, "open"),
        ({}, "closed"),
    ],
)
def test_a_doors_state_is_read_from_the_words_that_authors_use(
    mission: View, values: dict[str, Any], state: str
) -> None:
    door(mission)["values"] = values
    assert next(d for d in stage(mission).doors if d.id == "door.1").state == state


def test_a_door_stands_across_a_line_that_leads_through_it(mission: View) -> None:
    door(mission)["line"] = [[4.5, 2.5], [4.5, 1.5]]
    (ax, ay), (bx, by) = next(d for d in stage(mission).doors if d.id == "door.1").line
    assert ay == by == -2.0 and abs(bx - ax) > 0.9


def patch(*corners: tuple[float, float]) -> plane.Polygon:
    return plane.against_clock(tuple(plane.world(x, y) for x, y in corners))


@pytest.mark.parametrize(("kind", "width"), [("wall", 2.0), ("door", 0.96)])
def test_a_link_from_middle_to_middle_stands_where_two_patches_meet(kind: str, width: float) -> None:
    """The middle between an angle and what it touches may lie far from their border."""
    angle = patch((0, 0), (6, 0), (6, 2), (2, 2), (2, 4), (0, 4))
    beside = patch((2, 2), (4, 2), (4, 6), (2, 6))
    link: Any = {"name": "l", "kind": kind, "sides": ["angle", "beside"], "line": [[1, 1], [3, 4]]}
    (found,) = links_by_name([link], {"angle": angle, "beside": beside}).values()
    assert not found.corridor and plane.length(found.line) == pytest.approx(width)
    assert all(plane.distance_to_border(one, end) < 0.01 for one in (angle, beside) for end in found.line)


def test_sides_without_owners_are_told_apart_by_their_word(mission: View) -> None:
    for thing in mission["things"]:
        thing["values"] = {"squad": "south" if thing["handle"] in ("varga", "koss") else "north"}
    rims = {p.id: p.rim for p in stage(mission).pieces if p.plate}
    assert rims["varga"] == rims["koss"] != rims["idris"] == rims["okonjo"]


def test_a_border_line_from_middle_to_middle_is_turned_across_it() -> None:
    """Also where they meet at a corner only."""
    squares = {"a": patch((0, 0), (1, 0), (1, 1), (0, 1)), "b": patch((1, 1), (2, 1), (2, 2), (1, 2))}
    link: Any = {"name": "l", "kind": "door", "sides": ["a", "b"], "line": [[0.5, 0.5], [1.5, 1.5]]}
    (found,) = links_by_name([link], squares).values()
    (ax, ay), (bx, by) = found.line
    assert plane.length(found.line) == pytest.approx(0.96) and (bx - ax) * 1 + (
        by - ay
    ) * -1 == pytest.approx(0)


def test_a_thing_without_any_name_has_no_plate(mission: View) -> None:
    of(mission, "varga").update(title="", name=None)
    piece = stage(mission).piece("varga")
    assert piece is not None and piece.plate is None


def test_many_dice_and_piles_beside_a_high_board_stand_in_columns() -> None:
    spaces = [
        {"name": f"s{y}", "outline": [[0, y], [1, y], [1, y + 1], [0, y + 1]], "layer": 0} for y in range(8)
    ]
    pile: View = {"title": "Deck", "owner": None, "sort": "pile", "count": 9, "things": None, "backs": []}
    roll = {"n": 1, "text": "", "sort": "roll", "data": {"die": "d6", "faces": list("123456"), "by": None}}
    scene = stage(
        {
            "board": {"spaces": spaces, "links": []},
            "things": [],
            "piles": [pile | {"place": f"p{n}", "name": f"p{n}"} for n in range(4)],
            "log": [roll],
        }
    )
    beside = {piece.id: piece.at for piece in scene.pieces}
    assert len(beside) == 10 and all(x < 0 for x, _, _ in beside.values()), "left of the board"
    assert len({(round(x, 2), round(y, 2)) for x, y, _ in beside.values()}) == 10, "none on another"
    assert len({round(beside[f"p{n}"][0], 2) for n in range(4)} if "p0" in beside else {1, 2}) == 2


@pytest.mark.parametrize(("most", "rows"), [((15, 7, 3), 1), ((15, 7, 7), 2)])
def test_tracks_are_made_a_little_smaller_where_one_row_holds_them_then(
    most: tuple[int, ...], rows: int
) -> None:
    spaces = [{"name": f"{x}.{y}", "at": [x, y]} for y in range(9) for x in range(19)]
    names = ["time", "fuse", "course"]
    tracks = {name: [0, value] for name, value in zip(names, most, strict=True)}
    scene = stage({"board": {"spaces": spaces}, "values": dict.fromkeys(names, 0), "tracks": tracks})
    laid = [one for one in scene.pieces if one.track is not None]
    assert len({one.at[1] for one in laid}) == rows
    last = max(one.at[0] + (one.track[2] + 1) / 2 * one.size for one in laid if one.track)
    assert last <= scene.bounds[2] + 1e-6, "a row that is wider than the board ends with it"
    assert laid[0].size == pytest.approx(21 / 31 if rows == 1 else 0.42 * 19 / 11)


def test_spaces_whose_borders_meet_askew_have_no_wall_between_them() -> None:
    spaces = [
        {"name": "a", "layer": 0, "outline": [[0, 0], [1, 0], [1, 1], [0, 1]]},
        {"name": "b", "layer": 0, "outline": [[1, 0.25], [2, 0.25], [2, 1.25], [1, 1.25]]},
    ]
    scene = stage({"board": {"spaces": spaces, "links": []}})
    assert scene.walls and ((1.0, 0.0), (1.0, -1.0)) not in {
        tuple(sorted(w.line, reverse=True)) for w in scene.walls
    }


def test_a_space_that_wants_no_walls_has_none_at_the_border() -> None:
    def square(name: str, x: int, wall: str) -> View:
        outline = [[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]]
        return {"name": name, "layer": 0, "outline": outline, "look": {"wall": wall} if wall else {}}

    scene = stage({"board": {"spaces": [square("a", 0, "none"), square("b", 1, "")], "links": []}})
    assert scene.walls and all(x >= 1 for wall in scene.walls for x, _ in wall.line)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough"])
def test_what_is_chosen_in_a_game_of_a_bare_board_lies_on_the_board(name: str) -> None:
    game = Game.start(load(f"bench/{name}").program, 1)
    view = game.view("player.1")
    marked = {ids for mark in stage(view).marks for ids in mark.options}
    assert marked == {one["id"] for one in view["question"]["options"]}
    game.answer(0, "player.1")
    assert not any("run" in line["text"].casefold() for line in game.log("player.2")), (
        "bookkeeping is not told"
    )
