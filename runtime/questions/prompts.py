"""Where a question stands and how it is put: the author's words where there are some, else the engine's.

A prompt is a raw text: `(id, (type, value), …)`, written out by `seats/seat_view.py` as the one who reads it
may know it. What the engine says itself is such a text, too, whose id is the sentence: so a figure that it
names is a back to those who do not know it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.schemas.value_types import ANYTHING, type_of

from ..evaluating.operations import Unreadable
from ..evaluating.position import Position
from ..evaluating.program_index import Env, Node, ProgramIndex
from ..seats.titles import title_of, verb_title_of
from ..seats.wording import article, counted, lowered, wording
from ..state.program import actor_part
from ..state.state import NONE, SEVERAL, TOGETHER, Over, State

if TYPE_CHECKING:
    from ..engine.engine import Machine

Raw = Any  # (id, (type, value), ...)


@dataclass(frozen=True, slots=True)
class OptionNote:
    """What is said beside each option: a text and when it is said, with all locals of the place that asks;
    and the rule in which it stands.
    """

    node: Node
    env: Env
    rule: str | None
    at: int

    def of(self, position: Position, option: int) -> Raw:
        """What is said beside one of them; None where there is nothing to say."""
        env = {**self.env, self.node["it"]: option}
        try:
            said = self.node["when"] is None or position.values.of(self.node["when"], env)
            return position.values.raw_text(self.node["text"], env) if said else None
        except (Over, Unreadable) as problem:
            position.index.not_done(problem, self.rule, self.at)
            return None


@dataclass(frozen=True, slots=True)
class QuestionSite:
    """Where a question stands: the statement that asks, whose rule it is, and what its texts say now."""

    rule: str | None = None
    prompt: Raw = None
    kind: str = "any"  # the type of the options, where they are values
    labels: tuple[Raw, ...] = ()  # of the labelled options, in the order of the statement
    other: Raw = None  # the text of ELSE
    note: OptionNote | None = None  # what is said beside each option
    menu: str | None = None
    actor: int = NONE
    you: int = NONE
    secret: bool = False
    may: bool = False  # whether the question is if the one option is taken
    many: bool = False  # where all are asked together: whether each names several
    own: bool = False  # whether who acts is told only to who is asked
    open: bool = False  # asked whatever there is to choose from, since whether it is asked would tell
    sort: str = "choose"  # what all have to agree on, if they have to: an option, an action, a number
    name: str = ""  # of the local or part that the answer becomes
    at: int = -1  # where the statement stands, among the program's spans
    card: int = NONE  # whose text asks
    members: tuple[QuestionSite, ...] = ()  # where all are asked together: what each of them is asked


def site_now(machine: Machine, index: ProgramIndex, state: State) -> QuestionSite:
    """Where the open question stands: the statement that asks, in the frame that waits."""
    if state.q is None:
        return QuestionSite()
    site = machine.code.sites[state.k[-1][0]]
    return site_of(index, state, site.node, site.procedure.rule, site.type, locals_now(machine, state))


def locals_now(machine: Machine, state: State) -> Env:
    """What the locals of the frame that waits are worth."""
    frame = state.k[-1]
    return {name: frame[slot] for name, slot in machine.code.slots(frame[0]).items()}


def site_of(
    index: ProgramIndex, state: State, node: Node, rule: str | None, kind: str, env: Env
) -> QuestionSite:
    """The site of a question: the statement that asks, with what its texts say for these locals."""
    asks = node["choose"] if node.get("op") == "together" else node
    name = node["$part"][1] if "$part" in node else asks.get("name")
    card = env.get("this", NONE)
    card = card if isinstance(card, int) and card >= 0 and index.is_kind(card, "card") else NONE
    site = _site(index, state, node, rule, kind, env)
    return replace(site, name=name or "", at=node.get("at", -1), card=card)


def _site(
    index: ProgramIndex, state: State, node: Node, rule: str | None, kind: str, env: Env, you: int = NONE
) -> QuestionSite:
    position = Position(index, state)

    def raw(text: Node | None) -> Raw:
        if text is None:
            return None
        try:
            return position.values.raw_text(text, env)
        except (Over, Unreadable) as problem:
            index.not_done(problem, rule, node.get("at", -1))
            return (text["text"],)

    if you == NONE and state.q is not None:
        you = state.q[2][0]
    forced = bool(node.get("open")) and not node.get("always")
    match node.get("op"):
        case "may":
            label, doer = raw(node.get("label")), env.get("this", NONE)
            doer = doer if isinstance(doer, int) and index.is_kind(doer, "piece") else NONE
            prompt = raw(node.get("asking"))
            asked = QuestionSite(rule, prompt, kind, (label,), actor=doer, you=you, open=forced)
            secret = bool(node.get("secret"))
            return replace(asked, own=True, may=True, secret=secret, sort="options")
        case "choose_one":
            labels = tuple(raw(one["label"]) for one in node["options"])
            prompt, secret = raw(node.get("asking")), bool(node.get("secret"))
            return QuestionSite(
                rule, prompt, kind, labels, you=you, secret=secret, open=forced, sort="options"
            )
        case "pause":
            return QuestionSite(rule, raw(node.get("text")), kind, ((_sentence(index, "go_on"),),), you=you)
        case "play_mission":
            return QuestionSite(rule, (_sentence(index, "how_ends"),), kind)
        case "offer":
            actor = you if node.get("to") is None else worked_out(position, node["to"], env)
            actor = NONE if actor is None else actor
            prompt = raw(node.get("asking")) or for_action(index, node["menu"], actor)
            secret = bool(node.get("secret"))
            last, always = other(node, raw), secret or forced
            return QuestionSite(
                rule, prompt, kind, (), last, None, node["menu"], actor, you, secret, open=always, sort="menu"
            )
        case "together":
            return _asked_together(index, state, node, rule, kind, env)
    prompt, actor = _put(index, state, node, kind, env, rule, raw)
    sort, noting = "number" if node.get("op") == "choose_number" else "choose", node.get("noting")
    chosen = QuestionSite(rule, prompt, kind, (), other(node, raw), actor=actor, you=you, open=forced)
    note = OptionNote(noting, env, rule, node.get("at", -1)) if noting else None
    return replace(chosen, own="$part" not in node, secret=bool(node.get("secret")), sort=sort, note=note)


def _put(
    index: ProgramIndex,
    state: State,
    node: Node,
    kind: str,
    env: Env,
    rule: str | None,
    raw: Callable[[Node | None], Raw],
) -> tuple[Raw, int]:
    """How a choice is put, and who acts."""
    if "$part" in node:
        verb, name = node["$part"]
        return for_part(index, verb, name), env.get(actor_part(index.data["verbs"][verb]) or "", NONE)
    several = (state.q[3], state.q[4]) if state.q is not None and state.q[0] == SEVERAL else None
    prompt = raw(node.get("asking")) or for_choice(index, node, kind, bool(node.get("many")), several)
    return prompt, acting(index, rule, env)


def _asked_together(
    index: ProgramIndex, state: State, node: Node, rule: str | None, kind: str, env: Env
) -> QuestionSite:
    """What each member is asked, in words of his own."""
    inner, many = node["choose"], bool(node["choose"].get("many"))
    assert state.q is not None and state.q[0] == TOGETHER
    members = tuple(
        replace(
            _site(index, state, inner, rule, kind, {**env, node["name"]: member}, seats[0]),
            secret=True,
            open=False,
            many=many,
        )
        for member, seats, *_ in state.q[1]
    )
    return replace(members[0], you=state.q[2][0], members=members)


def acting(index: ProgramIndex, rule: str | None, env: Env) -> int:
    """The one who does what a rule describes: the actor of an action, of another verb the part that it is
    done `by`, or the thing that has the rule.
    """
    for name in (*_doers(index).get(rule or "", ()), "this"):
        found = env.get(name or "", NONE)
        if isinstance(found, int) and found >= 0 and index.is_kind(found, "piece"):
            return found
    return NONE


@lru_cache(8)
def _doers(index: ProgramIndex) -> dict[str, tuple[str, ...]]:
    """What verbs call whoever does them, by what their rule is called."""
    found: dict[str, tuple[str, ...]] = {}
    for name, verb in index.data["verbs"].items():
        by = (part["name"] for part in verb.get("parts", ()) if part["label"] == "by")
        doer = actor_part(verb) if verb.get("action") else next(by, None)
        if doer is not None:
            called = str(verb.get("label") or name)
            found[called] = (*found.get(called, ()), doer)
    return found


def other(node: Node, raw: Callable[[Node | None], Raw]) -> Raw:
    """The label of the alternative."""
    return raw((node.get("else") or {}).get("label"))


def worked_out(position: Position, node: Node, env: Env) -> Any:
    """A value, if nothing is missing for it."""
    try:
        return position.values.of(node, env)
    except (Over, Unreadable):
        return None


# ------------------------------------------------------------------------- what the engine asks by itself


def for_action(index: ProgramIndex, menu: str, actor: int) -> Raw:
    """What is asked where an action is: `Ogre: choose an action`, or the title of the menu."""
    title = index.data["menus"][menu].get("title")
    if actor == NONE or index.is_kind(actor, "player"):
        return (title,) if title else (_sentence(index, "choose_action"),)
    who = (ANYTHING, actor)
    # A title that only repeats what the menu is called in the rules says nothing to a player.
    if not title or title.casefold() in (menu.replace("_", " ").casefold(), "actions"):
        return (_sentence(index, "choose_action_for"), who)
    if title_of(index, actor) in title:
        return (title,)
    return (_sentence(index, "about").replace("{1}", title), who)


def _sentence(index: ProgramIndex, key: str) -> str:
    """A sentence of the engine with its gaps: they are filled for each who reads it."""
    return wording(index).sentence(f"engine/{key}")


def for_part(index: ProgramIndex, verb: str, name: str) -> Raw:
    """What is asked for a part: `Walk: to where?`, `Trade: with whom?`, `Attack: which weapon?`."""
    part = next(one for one in index.data["verbs"][verb]["parts"] if one["name"] == name)
    type_ = type_of(part["type"])
    label, kind = part.get("label") or "", type_.kind or type_.base
    title, say = verb_title_of(index, verb), wording(index).say
    known = kind_title(index, kind) if kind in index.kinds else ""
    if label and any(book_is(index, kind, one) for one in ("space", "place")):
        return (say(f"engine/part_{label if label in ('to', 'from') else 'where'}", title),)
    if label and any(book_is(index, kind, one) for one in ("figure", "player")):
        return (say("engine/part_whom", title, label),)
    english = wording(index).language == "en"
    if not english and (not known or kind in ("thing", "piece")):
        return (say("engine/part_what", title, label),)  # no word of the language says what is chosen
    if label == "with" and known:
        return (say("engine/part_which", title, known),)
    if label and known:
        return (say("engine/part_what", title, label),)
    # What a part is called in the rules is English: who plays in another language reads what it is.
    own = english and name != "this"
    said = known if known and not own else name.replace("_", " ")
    return (
        say("engine/part_which_of", title, label, said) if label else say("engine/part_which", title, said),
    )


def for_choice(
    index: ProgramIndex, node: Node, kind: str, many: bool, several: tuple[int, int] | None = None
) -> Raw:
    """What is asked where the rules only say of what to choose: `Choose a card`, `Choose up to 2 cards`."""
    named, say, own = node["name"].replace("_", " "), wording(index).say, wording(index).language == "en"
    type_ = type_of(kind)
    if type_.base == "number":
        return (say("engine/choose_numbers" if many else "engine/choose_number"),)
    name = type_.kind
    if type_.is_thing and name in index.kinds and name not in ("thing", "piece"):
        said = kind_title(index, name)
        plural = (index.kinds[name].get("plural") or f"{said}s").replace("_", " ") if own else said
    elif not own:
        return (say("engine/choose" if many else "engine/choose_one"),)
    else:
        said, plural = named, named
    if "from" not in node:
        return (say("engine/which_first", said),)  # equals, of which somebody says who has his turn first
    if not many:
        return (say("engine/choose_a", article(said), said),)
    if several is None or several[1] == 0:
        return (say("engine/choose_some", plural),)
    least, most = several
    if most == 1:
        return (say("engine/choose_a" if least else "engine/choose_a_or_none", article(said), said),)
    amount = counted(index, name or "", most, plural)
    if least == most:
        return (say("engine/choose_all", amount),)
    return (say("engine/choose_from", least, amount) if least else say("engine/choose_up_to", amount),)


def kind_title(index: ProgramIndex, kind: str) -> str:
    """What a kind is called within a sentence."""
    return lowered(str((index.kinds.get(kind) or {}).get("title") or kind.replace("_", " ")))


def book_is(index: ProgramIndex, kind: str, wanted: str) -> bool:
    """Whether things of a kind are of another."""
    return kind == wanted or wanted in index.chain(kind)
