"""A tiny game by hand that has a little of everything: hidden cards, chance, masks on a board, an action
menu.

Players draw cards from a deck that nobody sees, play them, wander over four squares with a door, and may look
at masked tokens. A trigger shuffles the discards into an empty deck; a card of the first player's changes a
verb.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

from .build import (
    Node,
    call,
    choose,
    contents,
    count,
    ent,
    game,
    loc,
    may,
    move,
    num,
    op,
    part,
    place,
    prop,
    stored,
    top,
    two,
    verb,
    where,
    words,
)

CARDS = {"axe": (2, 3), "bell": (3, 1), "coin": (3, 2)}  # copies, worth
MASKS = {"ghost": 5, "goblin": 1, "statue": 0}


def tiny(rounds: int = 4, players: int = 3) -> Node:
    """The program; every call gives a copy of its own."""
    return deepcopy(_program(rounds, players))


@cache
def _program(rounds: int, players: int) -> Node:
    entities = things(players)
    declared = kinds()
    number(declared, entities)
    numbers = {one["name"]: i for i, one in enumerate(entities)}
    spaces = [
        {"at": [x, 0], "layer": 0, "outline": [[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]], "tile": None}
        for x in range(4)
    ]
    return {
        "format": "tilewright/program/2",
        "engine": "0.1.0",
        "game": {
            "name": "tiny",
            "title": "Tiny",
            "doc": None,
            "players": [1, players],
            "begins": "play",
            "package": "tiny",
            "version": "1.0.0",
            "look": {},
        },
        "mission": None,
        "settings": {},
        "words": {"side": ["left", "right"]},
        "dice": {"six": {"type": "number", "faces": [1, 2, 3, 4, 5, 6]}},
        "kinds": declared,
        "entities": entities,
        "places": piles(numbers, players),
        "game_properties": {
            "round": stored("number", 0),
            "noise": stored("number", 0, low=0, high=9),
            "plan": stored("number", 0, seen="nobody"),
        },
        "board": {
            "title": "Four squares",
            "spaces": spaces,
            "links": [{"sides": [1, 2], "line": [[2, 0], [2, 1]], "one_way": False}],
            "touching": [[x, x + 1, "side", [4] if x == 1 else []] for x in range(3)],
        },
        "relations": {"step": relation()},
        "defines": {
            "player.double": define("player", two("multiply", prop(loc("this"), "player", "score"), num(2))),
            "player.hint": define("player", two("add", prop(loc("this"), "player", "secret"), num(1))),
        },
        "modifiers": [],
        "verbs": verbs(rounds),
        "steps": {},
        "hooks": [bell()],
        "triggers": [refill(), startled()],
        "menus": {
            "turn": {
                "title": "Turn",
                "for": "player",
                "any_time": False,
                "actions": ["draw_card", "play_card", "walk", "look_at", "rest"],
            }
        },
        "setup": setup(),
        "tests": [],
        "spans": [],
        "texts": {
            "noise": "Noise: {0}",
            "enough": "That is enough.",
            "open": "Open the gate",
            "no_card": "You have no card.",
            "far": "Nothing is near.",
        },
    }


def things(players: int) -> list[Node]:
    """What exists: four squares and a door, players, two heroes, masks, cards."""
    found = [entity(f"s{x}", "square") for x in range(4)]
    found.append(entity("gate", "door"))
    found += [entity(f"player.{i + 1}", "player", f"Player {i + 1}") for i in range(players)]
    found += [entity(name, name, name.capitalize()) for name in ("scout", "guard")]
    found += [entity(name, name, name.capitalize(), fear=fear) for name, fear in MASKS.items()]
    for name, (copies, worth) in CARDS.items():
        found += [entity(f"{name}.{i + 1}", name, name.capitalize(), worth=worth) for i in range(copies)]
    return found


def kinds() -> Node:
    player = {
        "score": stored("number", 0, low=0, high=99),
        "secret": stored("number", 0, seen="owner"),
        "double": derived("number", "player.double"),
        "hint": derived("number", "player.hint"),
    }
    lead = {"lead": stored("thing:player?", None)}
    found = {
        "thing": kind(None),
        "space": kind("thing"),
        "square": kind("space"),
        "link": kind("thing"),
        "door": kind("link", properties={"open": stored("yes_no", False)}),
        "player": kind("thing", properties=player),
        "figure": kind("thing"),
        "hero": kind("figure", controlled_by=prop(loc("this"), "hero", "lead"), properties=lead),
        "token": kind("thing"),
        "mask": kind("token", identity_seen="nobody", title="Mask", properties={"fear": plain("number", 0)}),
        "card": kind("thing", properties={"worth": plain("number", 0)}),
    }
    parents = {
        "scout": "hero",
        "guard": "hero",
        **dict.fromkeys(MASKS, "mask"),
        **dict.fromkeys(CARDS, "card"),
    }
    return found | {name: kind(parent, title=name.capitalize()) for name, parent in parents.items()}


def piles(numbers: dict[str, int], players: int) -> list[Node]:
    found: list[Node] = [{"name": "box"}, pile("deck", "nobody"), pile("discards", "everybody")]
    found.append({**pile("bag", "nobody"), "sort": "bag", "holds": "mask"})
    for i in range(1, players + 1):
        owner = numbers[f"player.{i}"]
        found.append({**pile(f"player.{i}.hand", "owner"), "property": "hand", "owner": owner})
    return found


def relation() -> Node:
    closed = op("not", of=prop(loc("it"), "door", "open"))
    return {
        "between": "space",
        "phrase": None,
        "joins": ["sides"],
        "line": None,
        "blocks": [{"kind": "door", "corner": False, "where": closed}],
        "also": [],
        "never": [],
        "cost": None,
        "one_way": [],
        "within": None,
    }


def bell() -> Node:
    """Each bell that is played makes a noise: a rule of a card."""
    played = two("equal", loc("card"), loc("this"))
    body = [op("raise", target=game("noise"), amount=num(1))]
    more = {"label": "T-7", "at": -1, "captures": []}
    return {
        "name": "bell_rings",
        "how": "after",
        "verb": "play_card",
        "this": "bell",
        "when": played,
        "body": body,
        **more,
    }


def refill() -> Node:
    empty = two("equal", count(contents("deck")), num(0))
    left = op("any", set=contents("discards"), it="it", where=None)
    body = [op("shuffle", place=place("discards")), move(contents("discards"), place("deck"), many=True)]
    return trigger("refill", "whenever", "T-8", two("and", empty, left), body)


def startled() -> Node:
    opened = op("set", target=prop(ent("gate"), "door", "open"), value=op("yes_no", value=True))
    body = [op("say", text=words("noise", (game("noise"), "number")), to=None), opened]
    return trigger("startled", "as_soon_as", "T-9", two("at_least", game("noise"), num(2)), body)


def trigger(name: str, sort: str, label: str, test: Node, body: list[Node]) -> Node:
    more: Node = {"this": None, "element": None, "label": label, "at": -1, "captures": []}
    return {"name": name, "sort": sort, "test": test, "body": body, **more}


def setup() -> list[Node]:
    every = op("kind", kind="player")
    some_mask = choose("token", contents("bag"), chance=True)
    to_hand = move(op("top_n", of=place("deck"), number=num(2)), place("hand", loc("p")), many=True)
    roll = op("roll", die="six", number=None, name="face", **{"for": None}, by=None)
    keep = op("set", target=prop(loc("p"), "player", "secret"), value=loc("face"))
    return [
        move(op("all", kind="card"), place("deck"), many=True),
        op("shuffle", place=place("deck")),
        move(op("all", kind="mask"), place("bag"), many=True, kind="mask"),
        each(
            "spot",
            op("list", items=[ent("s0"), ent("s3")]),
            some_mask,
            move(loc("token"), loc("spot"), kind="mask"),
        ),
        move(ent("scout"), ent("s0"), kind="hero"),
        move(ent("guard"), ent("s1"), kind="hero"),
        op("set", target=prop(ent("scout"), "hero", "lead"), value=ent("player.1")),
        each("p", every, to_hand, roll, keep),
    ]


def verbs(rounds: int) -> Node:
    actor, hand, scout = part("actor", "thing:player"), contents("hand", loc("actor")), ent("scout")
    here = two("equal", op("space_of", of=loc("it")), op("space_of", of=scout))
    near = where(op("kind", kind="mask"), here)
    noise = op("raise", target=game("noise"), amount=num(1))
    loud = op("if", test=two("at_most", loc("face"), num(2)), then=[noise], **{"else": []})
    open_gate = op("set", target=prop(ent("gate"), "door", "open"), value=op("yes_no", value=True))
    by = {"by": loc("actor"), "all": False, "chance": False}
    score, worth = prop(loc("actor"), "player", "score"), prop(loc("card"), "card", "worth")
    best = op("most", set=op("kind", kind="player"), it="it", key=prop(loc("it"), "player", "score"))
    turns = each("p", op("kind", kind="player"), call("turn_of", loc("p"), you=loc("p")))
    round_ = [op("raise", target=game("round"), amount=num(1)), turns]
    way = op("neighbours", relation="step", of=op("space_of", of=scout))
    return {
        "play": verb(
            op("repeat", times=num(rounds), body=round_, **{"while": None}),
            op("win", players=best, reason=words("enough")),
        ),
        "turn_of": verb(
            op("offer", menu="turn", to=loc("actor"), by=by, asking=None, **{"else": None}),
            may("open", loc("actor"), [open_gate]),
            parts=[actor],
            title="Turn",
        ),
        "draw_card": verb(
            move(top("deck"), place("hand", loc("actor"))),
            parts=[actor],
            menu="turn",
            title="Draw a card",
            label="T-1",
        ),
        "play_card": verb(
            move(loc("card"), place("discards")),
            op("raise", target=score, amount=worth),
            parts=[actor, part("card", "thing:card", hand)],
            menu="turn",
            title="Play a card",
            label="T-2",
            needs=[need(op("any", set=hand, it="it", where=None), "no_card")],
        ),
        "walk": verb(
            move(scout, loc("to"), kind="hero"),
            op("roll", die="six", number=None, name="face", **{"for": None}, by=loc("actor")),
            loud,
            parts=[actor, part("to", "thing:space", way)],
            menu="turn",
            title="Walk",
            label="T-3",
        ),
        "look_at": verb(
            op("show", what=loc("token"), to=loc("actor")),
            parts=[actor, part("token", "thing:mask", near)],
            menu="turn",
            title="Look",
            label="T-4",
            needs=[need(op("any", set=near, it="it", where=None), "far")],
        ),
        "rest": verb(
            op("raise", target=game("plan"), amount=num(1)),
            parts=[actor],
            menu="turn",
            title="Rest",
            label="T-5",
        ),
    }


def need(test: Node, reason: str) -> Node:
    return {"test": test, "reason": words(reason), "at": -1}


def each(name: str, members: Node, *body: Node) -> Node:
    return op("for_each", name=name, set=members, key=None, least=True, ties=None, body=list(body))


def kind(parent: str | None, **more: Any) -> Node:
    found: Node = dict.fromkeys(("title", "plural", "doc", "text", "label", "controlled_by", "in_force"))
    found |= {"parent": parent, "range": [0, 0], "look": {}, "properties": {}, "back": [], "at": -1}
    return found | {"identity_seen": None, "place_seen": None, "place_among": None} | more


def entity(name: str, kind: str, title: str | None = None, **values: Any) -> Node:
    return {"name": name, "kind": kind, "title": title, "text": None, "values": values}


def pile(name: str, seen: str) -> Node:
    found: Node = {
        "name": name,
        "property": name,
        "sort": "pile",
        "owner": None,
        "holds": "card",
        "seen": seen,
    }
    return found | {"capacity": None, "fits": None, "in_play": False, "title": None}


def plain(kind: str, default: Any) -> Node:
    return {"type": kind, "default": default, "changes": False, "seen": "everybody", "title": None}


def derived(kind: str, define: str) -> Node:
    return {**plain(kind, None), "derived": define}


def define(kind: str, value: Node) -> Node:
    parameters = [{"name": "this", "type": f"thing:{kind}"}]
    return {"parameters": parameters, "type": "number", "value": value, "doc": None, "label": None, "at": -1}


def number(kinds: Node, entities: list[Node]) -> None:
    """Give each kind the range of its things."""
    for name, declared in kinds.items():
        own = [i for i, one in enumerate(entities) if name in chain(kinds, one["kind"])]
        declared["range"] = [own[0], own[-1] + 1] if own else [0, 0]


def chain(kinds: Node, name: str | None) -> list[str]:
    found = []
    while name is not None:
        found.append(name)
        name = kinds[name]["parent"]
    return found
