"""Hand-made views for the viewer's tests: a mission on two joined
tiles, a board of rooms, a board of regions."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]

_MAP = (
    "########..######",
    "########..######",
    "##.##.####.##.##",
    "##.##.########.#",
    "########..######",
    ".##.####.#######",
    ".########.##.###",
    ".########.##.##.",
)
_DOORS = {
    ((4, 2), (4, 1)): False,
    ((7, 2), (8, 2)): True,
    ((9, 3), (10, 3)): False,
    ((3, 4), (3, 3)): True,
    ((11, 5), (11, 4)): False,
    ((8, 5), (7, 5)): False,
    ((13, 4), (13, 5)): True,
}
_INNER_WALLS = (
    ((2, 0), (3, 0)),
    ((2, 1), (3, 1)),
    ((5, 0), (5, 1)),
    ((6, 0), (6, 1)),
    ((12, 0), (13, 0)),
    ((12, 1), (13, 1)),
    ((10, 4), (10, 5)),
    ((12, 4), (12, 5)),
    ((14, 4), (14, 5)),
    ((2, 5), (2, 6)),
    ((5, 4), (5, 5)),
)


def space_name(x: int, y: int) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[x]}{y + 1}"


def _square(x: int, y: int) -> View:
    floor = {(4, 2): "hazard", (4, 1): "hazard", (9, 3): "hazard", (10, 3): "hazard", (11, 4): "hazard"}.get(
        (x, y), ""
    )
    props = {(0, 0): "crates", (15, 0): "barrels", (12, 7): "console", (7, 0): "crate"}.get((x, y), "")
    look = {k: v for k, v in (("floor", floor), ("props", props)) if v}
    return {
        "name": space_name(x, y),
        "kind": "square",
        "title": space_name(x, y),
        "at": [x, y],
        "layer": 0,
        "outline": [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]],
        "tile": "west" if x < 8 else "east",
        "look": look,
        "values": {},
    }


def _link(name: str, kind: str, a: tuple[int, int], b: tuple[int, int], values: View) -> View:
    x, y = max(a[0], b[0]), max(a[1], b[1])
    line = [[x, y], [x, y + 1]] if a[0] != b[0] else [[x, y], [x + 1, y]]
    return {
        "name": name,
        "kind": kind,
        "title": kind.title(),
        "sides": [space_name(*a), space_name(*b)],
        "line": line,
        "look": {},
        "values": values,
    }


def _figure(handle: str, title: str, kind: str, family: str, place: str, look: View, values: View) -> View:
    return {
        "handle": handle,
        "name": handle,
        "kind": kind,
        "kinds": [kind, family, "figure", "thing"],
        "title": title,
        "text": "",
        "place": place,
        "face": "up",
        "look": look,
        "values": values,
    }


def _card(
    handle: str, title: str, text: str, cost: int, place: str, icon: str, colour: str, word: str
) -> View:
    return {
        "handle": handle,
        "name": handle,
        "kind": handle.split(".")[0],
        "kinds": [handle.split(".")[0], word, "card", "thing"],
        "title": title,
        "text": text,
        "place": place,
        "face": "up",
        "look": {"icon": icon, "colour": colour},
        "values": {"cost": cost},
    }


def mission() -> View:
    """Two 8 x 8 tiles, doors, five figures on each side, tokens, a hand of cards, a question with targets."""
    cells = [(x, y) for y, row in enumerate(_MAP) for x, c in enumerate(row) if c == "#"]
    blue = {"archetype": "trooper", "colour": "#35548c", "trim": "#d8a437", "pips": "wounds 3"}
    own = {"player": "player.1"}
    other = {"player": "player.2"}
    things = [
        _figure(
            "varga",
            "Sergeant Varga",
            "varga",
            "character",
            "h3",
            blue | {"weapon": "blade", "colour": "#3a5fa8"},
            own | {"wounds": 3, "moves": 4, "aim": 7, "steady": True},
        ),
        _figure(
            "idris",
            "Idris",
            "idris",
            "character",
            "f5",
            blue | {"weapon": "rifle"},
            own | {"wounds": 3, "moves": 4, "aim": 5},
        ),
        _figure(
            "koss",
            "Koss",
            "koss",
            "character",
            "d2",
            blue | {"weapon": "heavy", "trim": "#c05020", "bulk": 1.1},
            own | {"wounds": 2, "moves": 3, "aim": 6, "down": False},
        ),
        _figure(
            "okonjo",
            "Doctor Okonjo",
            "okonjo",
            "character",
            "b2",
            {
                "archetype": "officer",
                "colour": "#c8ccd2",
                "trim": "#b02a20",
                "weapon": "pistol",
                "pips": "wounds 3",
            },
            other | {"wounds": 3, "moves": 4, "aim": 3},
        ),
        _figure(
            "sole",
            "Sole",
            "sole",
            "character",
            "e7",
            blue | {"weapon": "flamer"},
            other | {"wounds": 1, "moves": 4, "aim": 4},
        ),
        _figure(
            "ripper.1",
            "Ripper",
            "ripper",
            "creature",
            "k4",
            {"archetype": "beast", "colour": "#a83a2c", "trim": "#4a1a16", "pose": "rear"},
            {"wounds": 2},
        ),
        _figure(
            "ripper.2",
            "Ripper",
            "ripper",
            "creature",
            "l7",
            {"archetype": "beast", "colour": "#a83a2c", "trim": "#4a1a16"},
            {"wounds": 2},
        ),
        _figure(
            "stalker.1",
            "Stalker",
            "stalker",
            "creature",
            "n5",
            {
                "archetype": "hunter",
                "colour": "#6f6a3c",
                "trim": "#7c6a4a",
                "weapon": "spear",
                "height": 1.05,
            },
            {"wounds": 4},
        ),
        _figure(
            "skitter.1",
            "Skitterer",
            "skitter",
            "creature",
            "m2",
            {"archetype": "crawler", "colour": "#a88a5c"},
            {"wounds": 1},
        ),
        _figure(
            "sentry",
            "Sentry gun",
            "sentry",
            "creature",
            "p1",
            {"archetype": "turret", "colour": "#7a7f42", "trim": "#d0a030"},
            {"wounds": 2},
        ),
        {
            "handle": "echo#1",
            "name": "echo",
            "kind": "echo",
            "kinds": ["echo", "token", "thing"],
            "title": "Echo",
            "text": "",
            "place": "o7",
            "face": "down",
            "look": {"archetype": "token", "icon": "radar-sweep", "colour": "teal"},
            "values": {},
        },
        {
            "handle": "echo#2",
            "name": "echo",
            "kind": "echo",
            "kinds": ["echo", "token", "thing"],
            "title": "Echo",
            "text": "",
            "place": "k7",
            "face": "down",
            "look": {"archetype": "token", "icon": "radar-sweep", "colour": "teal"},
            "values": {},
        },
        {
            "handle": "cache",
            "name": "cache",
            "kind": "cache",
            "kinds": ["cache", "token", "thing"],
            "title": "Supply cache",
            "text": "Take one weapon.",
            "place": "h5",
            "face": "up",
            "look": {"icon": "wooden-crate", "colour": "amber"},
            "values": {},
        },
        _card(
            "suppress.1",
            "Suppress",
            "Each enemy in sight loses one action. Spend 1 ammunition.",
            2,
            "player.1.hand",
            "machine-gun",
            "#2f7fa8",
            "order",
        ),
        _card(
            "breach.1",
            "Breach!",
            "Open or close a door within 3, then move 1 for free.",
            1,
            "player.1.hand",
            "doorway",
            "#2f7fa8",
            "order",
        ),
        _card(
            "frag.1",
            "Frag Out",
            "Range 4. Blast 3×3. Roll 2 dice against each figure.",
            2,
            "player.1.hand",
            "grenade",
            "#b06a24",
            "gear",
        ),
        _card(
            "kit.1",
            "Field Kit",
            "Heal 1 on an adjacent figure. Draw a card.",
            1,
            "player.1.hand",
            "medical-pack",
            "#3f8a4a",
            "gear",
        ),
        _card(
            "stand.1",
            "Last Stand",
            "When this figure would fall, it strikes first; only then it falls.",
            3,
            "player.1.hand",
            "energy-sword",
            "#a03a30",
            "reaction",
        ),
        _card(
            "arc.1",
            "Arc blade",
            "Reach 1. Ignores armour.",
            0,
            "varga.main",
            "energy-sword",
            "#5a6a7a",
            "weapon",
        ),
    ]
    options: list[View] = []

    def option(label: str, **rest: Any) -> None:
        base = {
            "thing": None,
            "space": None,
            "link": None,
            "number": None,
            "action": None,
            "cost": None,
            "key": None,
        }
        options.append({"id": len(options), "label": label} | base | rest)

    for cell, cost in (
        ("g3", 1),
        ("i3", 1),
        ("j3", 2),
        ("g4", 1),
        ("h4", 1),
        ("i4", 1),
        ("j4", 2),
        ("h2", 1),
        ("g2", 1),
        ("f2", 2),
        ("h5", 2),
        ("g5", 2),
        ("e4", 2),
    ):
        option(f"Move to {cell}", space=cell, action="move", cost=f"{cost} AP")
    option("Shoot the Ripper", thing="ripper.1", action="shoot", cost="2 AP")
    option("Open the door to k4", link="door.3", action="open", cost="1 AP")
    option("Breach!", thing="breach.1", action="play", cost="1 AP")
    option("Frag Out", thing="frag.1", action="play", cost="2 AP")
    option("Overwatch", action="watch", cost="2 AP")
    option("End turn", action="end", key="e")
    piles = [
        {
            "place": "player.1.hand",
            "name": "hand",
            "title": "Hand",
            "owner": "player.1",
            "sort": "pile",
            "count": 5,
            "things": ["suppress.1", "breach.1", "frag.1", "kit.1", "stand.1"],
            "backs": [],
        },
        {
            "place": "player.2.hand",
            "name": "hand",
            "title": "Hand",
            "owner": "player.2",
            "sort": "pile",
            "count": 4,
            "things": None,
            "backs": [],
        },
        {
            "place": "orders",
            "name": "orders",
            "title": "Order deck",
            "owner": None,
            "sort": "pile",
            "count": 27,
            "things": None,
            "backs": [],
        },
        {
            "place": "discards",
            "name": "discards",
            "title": "Discards",
            "owner": None,
            "sort": "pile",
            "count": 0,
            "things": [],
            "backs": [],
        },
        {
            "place": "echoes",
            "name": "echoes",
            "title": "Echoes",
            "owner": None,
            "sort": "bag",
            "count": 9,
            "things": None,
            "backs": [],
        },
        {
            "place": "varga.main",
            "name": "main",
            "title": "Main weapon",
            "owner": "varga",
            "sort": "slot",
            "count": 1,
            "things": ["arc.1"],
            "backs": [],
        },
    ]
    log = [
        {
            "n": 31,
            "text": "Koss fires at the Ripper: 5, 3, 6. Two hits.",
            "rule": "T-4.02",
            "things": ["koss"],
            "spaces": [],
            "sort": "roll",
            "data": {"die": "attack", "faces": ["5", "3", "6"], "by": "player.1"},
        },
        {
            "n": 32,
            "text": "Ripper loses 1 wound.",
            "rule": None,
            "things": ["ripper.1"],
            "spaces": [],
            "sort": "set",
            "data": {"thing": "ripper.1", "property": "wounds", "value": 2},
        },
        {
            "n": 33,
            "text": "The door between h3 and i3 opens.",
            "rule": "T-3.01",
            "things": [],
            "spaces": [],
            "sort": "set",
            "data": {},
        },
        {
            "n": 34,
            "text": "Sergeant Varga moves to g3.",
            "rule": "T-3.03",
            "things": ["varga"],
            "spaces": ["g3"],
            "sort": "move",
            "data": {"thing": "varga", "from": "f3", "to": "g3"},
        },
        {
            "n": 35,
            "text": "Sergeant Varga moves to h3.",
            "rule": "T-3.03",
            "things": ["varga"],
            "spaces": ["h3"],
            "sort": "move",
            "data": {"thing": "varga", "from": "g3", "to": "h3"},
        },
        {
            "n": 36,
            "text": "Varga is selected: fourteen actions are possible from here.",
            "rule": None,
            "things": [],
            "spaces": [],
            "sort": "say",
            "data": {},
        },
    ]
    links = [
        _link(f"door.{i}", "door", a, b, {"open": o, "barricaded": i == 5})
        for i, ((a, b), o) in enumerate(_DOORS.items(), 1)
    ]
    links += [
        _link(f"wall.{i}", "wall", a, b, {}) | {"look": {"wall": "panel"}}
        for i, (a, b) in enumerate(_INNER_WALLS, 1)
    ]
    return {
        "format": "tilewright/view/1",
        "game": {
            "name": "derelict",
            "title": "Derelict: Sector 7",
            "mission": {"name": "ash", "title": "Corridors of Ash"},
        },
        "seat": "player.1",
        "number": 46,
        "over": None,
        "phases": ["Round", "Squad phase", "Activate"],
        "players": [
            {"name": "player.1", "title": "Player 1", "values": {"command": 3}},
            {"name": "player.2", "title": "Player 2", "values": {"command": 1}},
        ],
        "values": {"round": 4, "alarm": False},
        "board": {"title": "Sector 7", "spaces": [_square(x, y) for x, y in cells], "links": links},
        "things": things,
        "piles": piles,
        "question": {
            "number": 46,
            "seats": ["player.1"],
            "sort": "menu",
            "prompt": "Sergeant Varga: choose an action",
            "rule": "T-3.02",
            "secret": False,
            "actor": None,
            "least": 1,
            "most": 1,
            "options": options,
            "refused": [
                {
                    "label": "Reload",
                    "action": "reload",
                    "thing": None,
                    "reason": "The weapon is full.",
                    "rule": "T-3.07",
                },
                {
                    "label": "Strike",
                    "action": "strike",
                    "thing": None,
                    "reason": "Nobody stands next to Sergeant Varga.",
                    "rule": "T-4.10",
                },
            ],
        },
        "waiting": ["player.1"],
        "log": log,
    }


def rooms() -> View:
    """Rooms of many shapes that lie apart, joined by numbered corridors, some with doors."""

    def room(name: str, title: str, at: tuple[float, float], outline: list[list[float]], floor: str) -> View:
        return {
            "name": name,
            "kind": "room",
            "title": title,
            "at": list(at),
            "layer": 0,
            "outline": outline,
            "tile": name,
            "look": {"floor": floor},
            "values": {},
        }

    spaces = [
        room("bridge", "Bridge", (1, 1), [[0, 0], [3, 0], [4, 1], [4, 2], [3, 3], [0, 3]], "panel"),
        room("lab", "Laboratory", (6, 0), [[6, 0], [9, 0], [9, 2.4], [6, 2.4]], "plate"),
        room("store", "Storage", (11, 1), [[11, 0.4], [13.6, 0.4], [13.6, 3], [11, 3]], "concrete"),
        room(
            "engine",
            "Engine room",
            (6, 5),
            [[5.6, 4.8], [7, 4], [9, 4], [10.4, 4.8], [10.4, 6.4], [9, 7.2], [7, 7.2], [5.6, 6.4]],
            "grate",
        ),
        room("quarters", "Quarters", (0, 5), [[0, 5], [3, 5], [3, 7.4], [0, 7.4]], "wood"),
        room(
            "garden",
            "Garden",
            (12, 5),
            [[12, 5], [15, 5], [15, 8], [13.5, 8], [13.5, 6.8], [12, 6.8]],
            "grass",
        ),
    ]

    def corridor(n: int, a: str, b: str, line: list[list[float]], door: bool | None = None) -> View:
        values: View = {} if door is None else {"open": door}
        return {
            "name": f"corridor.{n}",
            "kind": "corridor" if door is None else "hatch",
            "title": str(n),
            "sides": [a, b],
            "line": line,
            "look": {} if door is None else {"door": "sliding"},
            "values": values,
        }

    links = [
        corridor(1, "bridge", "lab", [[4, 1.5], [6, 1.5]], True),
        corridor(2, "lab", "store", [[9, 1.4], [11, 1.4]], False),
        corridor(3, "lab", "engine", [[8, 2.4], [8, 4]]),
        corridor(4, "engine", "quarters", [[5.6, 5.8], [3, 5.8]], False),
        corridor(5, "engine", "garden", [[10.4, 5.8], [12, 5.8]]),
        corridor(6, "bridge", "quarters", [[1.5, 3], [1.5, 5]]),
    ]
    look = {"archetype": "officer", "weapon": "pistol"}
    things = [
        _figure(
            "captain",
            "Captain",
            "captain",
            "crew",
            "bridge",
            look | {"colour": "#7a2f2a", "trim": "gold"},
            {"player": "player.1", "health": 4},
        ),
        _figure(
            "pilot",
            "Pilot",
            "pilot",
            "crew",
            "bridge",
            look | {"colour": "#2f5f7a"},
            {"player": "player.2", "health": 4},
        ),
        _figure(
            "guard",
            "Guard",
            "guard",
            "crew",
            "engine",
            {"archetype": "trooper", "weapon": "rifle", "colour": "olive"},
            {"player": "player.1", "health": 5},
        ),
        _figure(
            "thing.1", "Howler", "howler", "beast", "engine", {"archetype": "beast", "colour": "#5c4a6a"}, {}
        ),
        _figure(
            "thing.2", "Larva", "larva", "beast", "garden", {"archetype": "crawler", "colour": "#8aa04a"}, {}
        ),
        _figure(
            "thing.3", "Larva", "larva", "beast", "garden", {"archetype": "crawler", "colour": "#8aa04a"}, {}
        ),
        {
            "handle": "noise.1",
            "name": "noise.1",
            "kind": "noise",
            "kinds": ["noise", "token", "thing"],
            "title": "Noise",
            "text": "",
            "place": "corridor.3",
            "face": "up",
            "look": {"icon": "speaker", "colour": "amber"},
            "values": {},
        },
    ]
    options = [
        {
            "id": i,
            "label": f"Go to the {t}",
            "thing": None,
            "space": s,
            "link": None,
            "number": None,
            "action": None,
            "cost": None,
            "key": None,
        }
        for i, (s, t) in enumerate((("lab", "Laboratory"), ("quarters", "Quarters")))
    ]
    view = mission()
    return view | {
        "game": {"name": "ship", "title": "Dark Ship", "mission": {"name": "drift", "title": "Adrift"}},
        "number": 3,
        "phases": ["Round", "Turn"],
        "board": {"title": "Deck", "spaces": spaces, "links": links},
        "things": things,
        "piles": [],
        "log": [],
        "question": {
            "number": 3,
            "seats": ["player.1"],
            "sort": "choose",
            "prompt": "Where does the captain go?",
            "rule": "S-2",
            "secret": False,
            "actor": None,
            "least": 1,
            "most": 1,
            "options": options,
            "refused": [],
        },
    }


def regions() -> View:
    """A field of irregular patches on two layers, with a ladder, a wall and a door between patches."""
    drawing = ("aaaabbbb", "aaacccbb", "ddaccebb", "dddccebb", "dddffeee", "ggffffee")
    cells: dict[str, set[tuple[int, int]]] = {}
    for y, row in enumerate(drawing):
        for x, letter in enumerate(row):
            cells.setdefault(letter, set()).add((x, y))
    titles = {
        "a": "Yard",
        "b": "Street",
        "c": "Courtyard",
        "d": "Orchard",
        "e": "Arcade",
        "f": "Square",
        "g": "Well",
    }
    floors = {"a": "earth", "b": "stone", "c": "sand", "d": "grass", "e": "wood", "f": "stone", "g": "water"}
    spaces = [
        {
            "name": f"region.{k}",
            "kind": "region",
            "title": titles[k],
            "at": list(min(v)),
            "layer": 0,
            "outline": border(v),
            "tile": "field",
            "look": {"floor": floors[k]},
            "values": {},
        }
        for k, v in sorted(cells.items())
    ]
    spaces.append(
        {
            "name": "region.roof",
            "kind": "region",
            "title": "Roof",
            "at": [6, 0],
            "layer": 1,
            "outline": [[6, 0], [8, 0], [8, 1], [6, 1]],
            "tile": "field",
            "look": {"floor": "concrete"},
            "values": {},
        }
    )

    def link(name: str, kind: str, a: str, b: str, line: list[list[float]], values: View) -> View:
        return {
            "name": name,
            "kind": kind,
            "title": kind.title(),
            "sides": [f"region.{a}", f"region.{b}"],
            "line": line,
            "look": {},
            "values": values,
        }

    links = [
        link("gate", "door", "a", "c", [[3, 1], [3, 2]], {"open": False}),
        link("hedge", "wall", "a", "d", [[0, 2], [2, 2]], {}),
        link("ladder", "ladder", "b", "roof", [[6, 1], [7, 1]], {}),
    ]
    things = [
        _figure(
            "scout",
            "Scout",
            "scout",
            "agent",
            "region.c",
            {"archetype": "trooper", "weapon": "long", "colour": "khaki"},
            {"player": "player.1"},
        ),
        _figure(
            "guard.1",
            "Guard",
            "guard",
            "patrol",
            "region.b",
            {"archetype": "trooper", "weapon": "rifle", "colour": "#4a4f55"},
            {},
        ),
        _figure(
            "guard.2",
            "Guard",
            "guard",
            "patrol",
            "region.b",
            {"archetype": "trooper", "weapon": "rifle", "colour": "#4a4f55"},
            {},
        ),
        _figure(
            "captain",
            "Captain",
            "officer",
            "patrol",
            "region.roof",
            {"archetype": "officer", "weapon": "pistol", "colour": "#55585a", "trim": "red"},
            {},
        ),
        _figure("unknown", "Stranger", "stranger", "other", "region.f", {}, {}),
        _figure(
            "paper",
            "Passer-by",
            "passer",
            "other",
            "region.d",
            {"archetype": "standee", "icon": "person", "colour": "#6a5a8a"},
            {},
        ),
    ]
    options = [
        {
            "id": i,
            "label": t,
            "thing": None,
            "space": f"region.{s}",
            "link": None,
            "number": None,
            "action": None,
            "cost": None,
            "key": None,
        }
        for i, (s, t) in enumerate((("f", "Square"), ("e", "Arcade"), ("d", "Orchard")))
    ]
    return mission() | {
        "game": {"name": "town", "title": "Old Town", "mission": {"name": "night", "title": "A quiet night"}},
        "number": 5,
        "phases": ["Turn", "Scout"],
        "board": {"title": "Town", "spaces": spaces, "links": links},
        "things": things,
        "piles": [],
        "log": [],
        "question": {
            "number": 5,
            "seats": ["player.1"],
            "sort": "choose",
            "prompt": "Where does the scout go?",
            "rule": None,
            "secret": False,
            "actor": None,
            "least": 1,
            "most": 1,
            "options": options,
            "refused": [],
        },
    }


def border(cells: set[tuple[int, int]]) -> list[list[float]]:
    """The outer border of a patch of cells, corner by corner."""
    edges: dict[tuple[int, int], tuple[int, int]] = {}
    for x, y in cells:
        for (dx, dy), a, b in (
            ((0, -1), (x, y), (x + 1, y)),
            ((1, 0), (x + 1, y), (x + 1, y + 1)),
            ((0, 1), (x + 1, y + 1), (x, y + 1)),
            ((-1, 0), (x, y + 1), (x, y)),
        ):
            if (x + dx, y + dy) not in cells:
                edges[a] = b
    start = min(edges)
    outline, at = [start], edges[start]
    while at != start:
        outline.append(at)
        at = edges[at]
    return [[float(x), float(y)] for x, y in outline]
