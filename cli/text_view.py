"""A view in words: what a player who reads the screen, or has it read aloud, wants to know.

Everything here is made of a view (docs/internals/view.md) and nothing else; `text_table.py` asks questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tilewright.schemas.view import (
    SeenLink,
    SeenOption,
    SeenPile,
    SeenQuestion,
    SeenSpace,
    SeenThing,
    View,
)
from tilewright.schemas.wording import ENGLISH, Wording
from tilewright.viewer.staging import meanings, winning
from tilewright.viewer.staging.counting import ZERO_TOO, telling
from tilewright.viewer.staging.counting import named as named_by_look

from .text_names import LISTED, ViewNames, titled, typed, words_of

# Every space has these; its name says as much, and shorter.
_WHERE = ("board", "column", "row")
FEW = 4  # numbers: more of them are said as from where to where
MANY = 20  # options: more of them share a line, so that nobody has to step through all of them


def headline(view: View) -> str:
    """Where we are: `The cave. Round, Fight.`"""
    running = begun(view)
    return " ".join([title(view), *([f"{', '.join(running)}."] if running else [])])


def title(view: View) -> str:
    """What is played: `The cave.`, of a campaign `The journey, The cave.`"""
    game = view["game"]
    named = [one["title"] for one in (game.get("campaign"), game["mission"]) if one]
    return f"{', '.join(named or [game['title']])}."


def briefing(view: View) -> list[str]:
    """What campaign and mission say of themselves, a paragraph each."""
    game = view["game"]
    return [one["text"] for one in (game.get("campaign"), game["mission"]) if one and one.get("text")]


def goals(view: View, speech: Wording = ENGLISH) -> list[str]:
    """What wins, what loses and how long there is, a line each."""
    return [
        _stop(text) if sort == "rival" else speech.say(f"engine/{sort}", _stop(text))
        for sort, text in winning.texts(view, speech)
    ]


def begun(view: View, before: Sequence[str] = ()) -> list[str]:
    """The phases that go on, from the outside in; only those that are not as `before`."""
    running = list(view["phases"])
    same = next((n for n, (a, b) in enumerate(zip(running, before, strict=False)) if a != b), len(before))
    return running[same:]


def overview(view: View, speech: Wording = ENGLISH) -> list[str]:
    """The whole table in sentences: players, values of the game, who stands where, doors, piles."""
    names = ViewNames(view, speech)
    lines = [headline(view)]
    lines += [
        _sentence(player["title"], said, speech)
        for player in view["players"]
        if (said := names.values(player["values"]))
    ]
    shown = names.values(view["values"])
    if shown:
        lines.append(_sentence(speech.say("engine/say_game"), shown, speech))
    lines += [line for space in view["board"]["spaces"] if (line := _occupied(space, names))]
    lines += [line for link in view["board"]["links"] if (line := _remarkable(link, names))]
    lines += [_pile(pile, names) for pile in view["piles"] if pile["count"]]
    empty = [
        _pile_title(pile, names) for pile in view["piles"] if pile["sort"] != "slot" and not pile["count"]
    ]
    return lines + ([speech.say("engine/say_empty_piles", "; ".join(empty))] if empty else [])


def hand(view: View, speech: Wording = ENGLISH) -> list[str]:
    """What lies in the piles that belong to this seat, or that are for its eyes, a card a line."""
    names = ViewNames(view, speech)
    own = [
        pile
        for pile in view["piles"]
        if (pile["owner"] == view["seat"] and pile["sort"] == "pile")
        or (pile.get("private") and pile["things"])
    ]
    lines: list[str] = []
    for pile in own:
        seen = pile["things"]
        if seen is None:
            lines.append(_pile(pile, names))
            continue
        held = speech.say("engine/say_cards", len(seen))
        lines.append(_sentence(pile["title"] or words_of(pile["name"]), held, speech))
        cards = (names.things[handle] for handle in seen if handle in names.things)
        lines += [f"  {_described(card, names)}" for card in cards]
    return lines or [speech.say("engine/say_no_hand")]


def look(view: View, wanted: str, speech: Wording = ENGLISH) -> list[str]:
    """All there is to know of a space, a thing or a pile, by its name or title; where there is none, what an
    action or a value of that name means; or what comes near."""
    names = ViewNames(view, speech)
    if wanted.casefold() == "mission" and (told := [*briefing(view), *goals(view, speech)]):
        return [title(view), *told]
    found = names.every(wanted)
    if not found and (meant := [*names.acted(wanted), *names.meant(wanted)]):
        return meant
    if not found:
        near = names.near(wanted)
        if len(near) == 1:
            return look(view, near[0], speech)
        key = "engine/say_there_is_near" if near else "engine/say_there_is_no"
        return [speech.say(key, wanted, ", ".join(near))]
    lines = [line for sort, name in found[:LISTED] for line in _looked_at(sort, name, names)]
    left = len(found) - LISTED
    return [*lines, speech.say("engine/say_others", left)] if left > 0 else lines


def _looked_at(sort: str, name: str, names: ViewNames) -> list[str]:
    match sort:
        case "space":
            return _space(names.spaces[name], names)
        case "link":
            link = names.links[name]
            subject = names.say("engine/say_between", titled(link), names.sides(link))
            said = _sentence(subject, names.values(telling(link)), names.speech)
            return [said, *_meant(link, telling(link), names)]
        case "pile":
            return [*_whole_pile(names.piles[name], names), *_meant_pile(names.piles[name], names)]
        case _:
            return _thing(names.things[name], names, alone=True)


def question(
    view: View, who: str = "", away: Mapping[int, str] | None = None, speech: Wording = ENGLISH
) -> list[str]:
    """The open question with its options, numbered from 1: to whom, and how far away they are."""
    asked = view["question"]
    if asked is None:
        return []
    least, most = asked["least"], asked["most"]
    put = _stop(_whose(view, asked, speech))
    lines = [put if not who or who in put else f"{who}. {put}"]
    if not asked["options"] or most == 0:
        return [f"{lines[0]} {speech.say('engine/no_options')}"]
    if asked["sort"] == "several":
        lines[0] += f" {how_many(least, most, speech)}"
    if is_number(asked):
        rest = [f"  - {option_text(one, speech=speech)}" for one in asked["options"] if one["number"] is None]
        return [f"{lines[0]} {speech.say('engine/write', numbers(asked['options'], speech))}", *rest]
    options = list(enumerate(asked["options"], 1))
    if len(options) > MANY:
        said = "; ".join(f"{number} {option_text(option, speech=speech)}" for number, option in options)
        return [*lines, speech.say("engine/options", len(options), said)]
    width, far = len(str(len(options))), away or {}
    return lines + [
        f"{number:>{width + 2}}. {option_text(option, far.get(option['id'], ''), speech)}"
        for number, option in options
    ]


def _whose(view: View, asked: SeenQuestion, speech: Wording) -> str:
    """The prompt, with whom it is about."""
    prompt = str(asked["prompt"])
    doer = next((titled(one) for one in view["things"] if one["handle"] == asked["actor"]), "")
    return prompt if not doer or doer in prompt else speech.say("engine/about", doer, prompt)


def is_number(asked: SeenQuestion) -> bool:
    """Whether a number is asked for: then the one that is written is meant, and no place in a list."""
    return any(one["number"] is not None for one in asked["options"]) and asked["sort"] != "several"


def how_many(least: int, most: int, speech: Wording = ENGLISH) -> str:
    """How many options are to be chosen."""
    key = "engine/exactly" if least == most else "engine/between_numbers"
    return speech.say(key, least, most)


def numbers(options: list[SeenOption], speech: Wording = ENGLISH) -> str:
    """The numbers that can be chosen: `0, 1 or 2`, `from 1 to 9`."""
    found = [one["number"] for one in options if one["number"] is not None]
    if len(found) > FEW and found == list(range(found[0], found[-1] + 1)):
        return speech.say("engine/number_from", found[0], found[-1])
    if len(found) < 2:
        return "".join(map(str, found))
    return speech.say("engine/or", ", ".join(map(str, found[:-1])), found[-1])


def is_space(view: View, name: str) -> bool:
    return any(space["name"] == name for space in view["board"]["spaces"])


def beside(view: View, names: list[str], speech: Wording = ENGLISH) -> list[str]:
    """What lies beside a space."""
    listed = titles(view, [space["name"] for space in view["board"]["spaces"] if space["name"] in names])
    return [speech.say("engine/say_beside", listed)] if listed else []


def titles(view: View, spaces: Iterable[str]) -> str:
    """The titles of spaces, in this order."""
    called = {space["name"]: titled(space) for space in view["board"]["spaces"]}
    return ", ".join(called[name] for name in spaces)


def option_text(option: SeenOption, far: str = "", speech: Wording = ENGLISH) -> str:
    """An option as it is read: its label, what it costs, how far it is, and what its rules say of it."""
    label = f"{option['label']} ({option['cost']})" if option["cost"] else str(option["label"])
    beside = "; ".join(said for said in (far, option.get("note")) if said)
    return speech.say("engine/about", label, beside) if beside else label


def labels(line: str, question: SeenQuestion) -> str:
    """An answer as it is echoed: numbers of options as their labels."""
    options, numbers = question["options"], line.split()
    if is_number(question) or not all(one.isdecimal() and 1 <= int(one) <= len(options) for one in numbers):
        return line
    return ", ".join(str(options[int(one) - 1]["label"]) for one in numbers)


def refusals(view: View, speech: Wording = ENGLISH, *, codes: bool = False) -> list[str]:
    """What is refused, and why, each reason once; if wanted, with the labels of rules."""
    asked = view["question"]
    refused = asked["refused"] if asked else []
    alike: dict[str, list[str]] = {}
    for one in refused:
        alike.setdefault(_stop(one["reason"]) + _rule(one["rule"], codes), []).append(one["label"])
    return [
        speech.say("engine/about", ", ".join(dict.fromkeys(labels)), why) for why, labels in alike.items()
    ]


def refusal(view: View, wanted: str, speech: Wording = ENGLISH, *, codes: bool = False) -> list[str]:
    """Why actions of that name, or with it in theirs, cannot be taken; nothing if there is none."""
    asked, low = view["question"], typed(wanted)
    if asked is None:
        return []
    if any(typed(option["label"]) == low for option in asked["options"]):
        return [speech.say("engine/say_among", f"{wanted[:1].upper()}{wanted[1:]}")]
    exact = [one for one in asked["refused"] if low in (typed(one["label"]), str(one["action"]).casefold())]
    alike = exact or [one for one in asked["refused"] if low in typed(one["label"])]
    if not alike:
        return []
    said = refusals({**view, "question": {**asked, "refused": alike}}, speech, codes=codes)
    return said + rule_texts(view, [one["rule"] for one in alike])


def named(view: View, wanted: str) -> str | None:
    """The name or handle of a space, thing or link by that or by its title; None if there is none."""
    found = ViewNames(view, ENGLISH).find(wanted)
    if found is None or found[0] == "pile":
        return None
    return found[1]


def every_named(view: View, wanted: str) -> list[str]:
    """The names or handles of all spaces, things or links with that name or title."""
    return [name for sort, name in ViewNames(view, ENGLISH).every(wanted) if sort != "pile"]


def rule_texts(view: View, labels: Iterable[str | None]) -> list[str]:
    """What the rules with these labels say, each once."""
    texts = view.get("rules") or {}
    every = [code for label in labels for code in (label or "").split(", ") if code in texts]
    return list(dict.fromkeys(f"  {texts[code]}" for code in every))


def exclusion(
    view: View,
    name: str,
    reasons: list[tuple[str, str, str]],
    speech: Wording = ENGLISH,
    *,
    codes: bool = False,
) -> list[str]:
    """Why something is not among the choices; or that it is, or that nobody asks for it."""
    title = ViewNames(view, speech).title(name)
    options = (view["question"] or {}).get("options") or ()
    if any(
        name in (one["thing"], one["link"]) or (one["thing"], one["space"]) == (None, name) for one in options
    ):
        return [speech.say("engine/say_among", title)]
    lines = (
        speech.say("engine/about", label or title, _stop(reason)) + _rule(rule, codes)
        for label, reason, rule in reasons
    )
    said = list(dict.fromkeys(lines))
    said += rule_texts(view, [rule for *_, rule in reasons])
    return said or [speech.say("engine/say_not_among", title)]


def log_lines(view: View, after: int = 0, *, codes: bool = False) -> list[str]:
    """What happened since an event, a line each, if wanted with the labels of the rules that did it.

    A title alone, `Round.`, is not read out before a line that says as much: `Round 3.`
    """
    events = [
        event for event in view["log"] if event["n"] > after and event["text"] and not event.get("untold")
    ]
    following = [*(event["text"] for event in events), ""][1:]
    return [
        f"{event['text']}{_rule(event['rule'], codes)}"
        for event, text in zip(events, following, strict=False)
        if event["sort"] != "verb" or not text.startswith(tuple(event["text"][:-1] + end for end in " :"))
    ]


def ending(view: View, speech: Wording = ENGLISH, *, codes: bool = False) -> list[str]:
    """How the game ended."""
    over = view["over"]
    if over is None:
        return []
    titles = {player["name"]: player["title"] for player in view["players"]}
    winners = ", ".join(titles.get(name, name) for name in over["winners"])
    outcome = over["outcome"]
    said = speech.say("engine/won_by" if outcome == "win" and winners else f"engine/ends_{outcome}", winners)
    reason = f" {_stop(over['reason'])}" if over["reason"] else ""
    return [f"{speech.say('engine/over')} {said}{reason}{_rule(over['rule'], codes)}"]


# ------------------------------------------------------------------ parts of a table


def _occupied(space: SeenSpace, names: ViewNames) -> str:
    here = names.at.get(space["name"], [])
    return (
        _sentence(titled(space), "; ".join(_short(thing, names) for thing in here), names.speech)
        if here
        else ""
    )


def _remarkable(link: SeenLink, names: ViewNames) -> str:
    """A link is worth a sentence if it has a value, such as a door that is open, or something lies on it."""
    lying = (_short(thing, names) for thing in names.at.get(link["name"], []))
    shown = "; ".join(part for part in (names.values(telling(link)), *lying) if part)
    subject = names.say("engine/say_between", titled(link), names.sides(link))
    return _sentence(subject, shown, names.speech) if shown else ""


def _space(space: SeenSpace, names: ViewNames) -> list[str]:
    values = {name: value for name, value in telling(space).items() if name not in _WHERE}
    kind = f"{titled(space)} ({names.called('kinds', space['kind'])})"
    lines = [_sentence(kind, names.values(values), names.speech), *_meant(space, values, names)]
    here = names.at.get(space["name"], [])
    lines += [line for thing in here for line in _thing(thing, names)] or [
        names.say("engine/say_nothing_here")
    ]
    for link in names.links.values():
        if space["name"] in link["sides"]:
            others = [side for side in link["sides"] if side != space["name"]] or link["sides"]
            to = ", ".join(names.title(side) for side in others)
            leads = names.say("engine/say_leads", titled(link), to)
            lines.append(_sentence(leads, names.values(telling(link)), names.speech))
    return lines


def _meant_pile(pile: SeenPile, names: ViewNames) -> list[str]:
    """What it means that something lies there, if the game says it."""
    meant = meanings.of_owner(names.view, pile["owner"], pile["name"])
    return [f"  {names.explained(pile['name'], meant)}"] if meant else []


def _thing(thing: SeenThing, names: ViewNames, *, alone: bool = False) -> list[str]:
    """Where a thing is, what it is like and holds; if it is looked at `alone`, with what its values mean."""
    lines = [names.say("engine/say_lies_at", _described(thing, names), names.title(thing["place"]))]
    held = [pile for pile in names.piles.values() if pile["owner"] == thing["handle"] and pile["count"]]
    lines += [f"  {_pile(pile, names)}" for pile in held]
    said = [*telling(thing), *(pile["name"] for pile in held)]
    return lines + (_meant(thing, said, names) if alone else [])


def _meant(one: SeenThing | SeenSpace | SeenLink, values: Iterable[str], names: ViewNames) -> list[str]:
    """What its values mean, a line each, as far as the game says it."""
    kinds = meanings.kinds_of(one)
    said = {name: meanings.of_kinds(names.view, kinds, name) for name in values}
    return [f"  {names.explained(name, meant)}" for name, meant in said.items() if meant]


def _whole_pile(pile: SeenPile, names: ViewNames) -> list[str]:
    seen = (names.things[handle] for handle in pile["things"] or () if handle in names.things)
    return [_pile(pile, names), *(f"  {_described(thing, names)}" for thing in seen)]


def _pile(pile: SeenPile, names: ViewNames) -> str:
    title = _pile_title(pile, names)
    if pile["things"] is None:
        # Of a pile the uppermost back can be read, of a hand all of them.
        backs = "; ".join(names.values(back) for back in pile["backs"])
        key = "engine/say_pile_backs" if backs else "engine/say_pile_down"
        return names.say(key if pile["count"] else "engine/say_pile_empty", title, pile["count"], backs)
    shown = [titled(names.things[handle]) for handle in pile["things"] if handle in names.things]
    if len(shown) > 6:
        if pile["sort"] == "bag":
            return _sentence(title, str(len(shown)), names.speech)
        return names.say("engine/say_pile_top", title, len(shown), shown[-1])
    return (
        _sentence(title, ", ".join(shown), names.speech)
        if shown
        else names.say("engine/say_pile_empty", title)
    )


def _pile_title(pile: SeenPile, names: ViewNames) -> str:
    owner = f"{names.title(pile['owner'])}, " if pile["owner"] else ""
    return owner + (pile["title"] or words_of(pile["name"]))


def _short(thing: SeenThing, names: ViewNames) -> str:
    """A thing with what its plate tells, or all that is worth a word; what it holds is told elsewhere."""
    wanted = {name.rstrip(ZERO_TOO) for name in named_by_look(thing, "shows")}
    held = {one["handle"] for one in names.things.values() if one["place"] in names.slots(thing)}
    values = {
        name: value
        for name, value in telling(thing).items()
        if not wanted or name in wanted | names.whose
        if not isinstance(value, list) or not held.issuperset(value)
    }
    said = names.values(values)
    return _faced(thing, names) + (f" ({said})" if said else "")


def _faced(thing: SeenThing, names: ViewNames) -> str:
    title = titled(thing)
    return names.say("engine/say_face_down", title) if thing["face"] == "down" else title


def _described(thing: SeenThing, names: ViewNames) -> str:
    said = _sentence(_faced(thing, names), names.values(telling(thing)), names.speech)
    return f"{said} {_stop(thing['text'])}" if thing["text"] else said


# ------------------------------------------------------------------ words


def _sentence(subject: str, said: str, speech: Wording) -> str:
    return f"{speech.say('engine/about', subject, said) if said else subject}."


def _stop(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?", ":", "…")) else f"{text}."


def _rule(label: str | None, wanted: bool) -> str:
    return f" [{label}]" if label and wanted else ""
