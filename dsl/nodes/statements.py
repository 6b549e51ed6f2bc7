"""What rules do: `move scout to a1`, `choose target from guards`, `if ...:`."""

from ..source import Span, Word
from .node import Node


class Labelled(Node):
    """`with weapon`: an argument and the preposition that says what it is."""

    label: Word
    value: Node
    span: Span


class Call(Node):
    """`VERB VALUE with VALUE at VALUE [as NAME]`: does a verb, in the form in which it is declared."""

    verb: Word
    arguments: tuple[Node, ...]
    labels: tuple[Labelled, ...]
    result: Word | None
    span: Span


class Let(Node):
    """`let NAME = VALUE`: gives a value a name until the block ends."""

    name: Word
    value: Node
    span: Span


class Set(Node):
    """`set PLACE to VALUE`: changes a property, or a local."""

    target: Node
    value: Node
    span: Span


class Raise(Node):
    """`raise PLACE by NUMBER`: adds to a number."""

    target: Node
    amount: Node
    span: Span


class Lower(Node):
    """`lower PLACE by NUMBER`: takes from a number."""

    target: Node
    amount: Node
    span: Span


class AddTo(Node):
    """`add VALUE to LIST`: appends to a list."""

    value: Node
    target: Node
    span: Span


class DropFrom(Node):
    """`drop VALUE from LIST`: takes out of a list."""

    value: Node
    target: Node
    span: Span


class Move(Node):
    """`move THINGS to [bottom of] PLACE`: to a space, pile, bag or slot, as one change."""

    what: Node
    bottom: Word | None
    to: Node
    span: Span


class Shuffle(Node):
    """`shuffle PILE`: brings a pile into an order that nobody knows."""

    pile: Node
    span: Span


class Roll(Node):
    """`roll [NUMBER] DIE [as NAME] [by WHO]`: rolls dice; the result is a local, named like the die."""

    number: Node | None
    die: Word
    name: Word | None
    by: Node | None
    span: Span


class Show(Node):
    """`show THINGS to PLAYERS`: lets players see what lies hidden."""

    what: Node
    to: Node
    span: Span


class Reveal(Node):
    """`reveal THINGS`: lets everybody see what lies hidden."""

    what: Node
    span: Span


class Hide(Node):
    """`hide THINGS`: from now on nobody knows them any more."""

    what: Node
    span: Span


class Say(Node):
    """`say "TEXT" [about THINGS] [as EVENT] [to PLAYERS] [telling VALUES]`: writes a line into the log.

    `about` names the things that it happens to; of several the first does it to the others. `as` says how it
    looks at a table: `hit`, `miss`, `success`, `failure`, `wound`, `heal`, `death`, `arrival`, `blast` or
    `alarm`.
    `telling` says that the hidden things which these values give away are meant to be told. Whoever learns
    something by it cannot take the answer back that led to it.
    """

    text: Word
    about: tuple[Node, ...] | None
    look: Word | None
    to: Node | None
    telling: tuple[Node, ...] | None
    span: Span


class Pause(Node):
    """`pause ["TEXT"]`: a moment for actions `at any time`, until all who could take one have gone on."""

    text: Word | None
    span: Span


class PlayMission(Node):
    """`play_mission MISSION [as NAME]`: in a campaign, plays a mission; the name becomes won, lost or drawn.

    Afterwards the table is as the mission left it, without its board, so what its rules have noted down can
    be read: who has won, say. Into the next mission goes only what the campaign has.
    """

    mission: Node
    result: Word | None
    span: Span


class Stop(Node):
    """`stop`: leaves the nearest loop."""

    span: Span


class Skip(Node):
    """`skip`: goes on with the next pass of the nearest loop."""

    span: Span


class Done(Node):
    """`done`: leaves the verb or rule."""

    span: Span


class Give(Node):
    """`give VALUE`: leaves the verb with a result."""

    value: Node
    span: Span


class ChangedPart(Node):
    """`PART: VALUE`: another value for a part, in `proceed with`."""

    part: Word
    value: Node
    span: Span


class Proceed(Node):
    """`proceed [with PART: VALUE] [as NAME]`: goes on with what the rule replaces."""

    changes: tuple[ChangedPart, ...] | None
    result: Word | None
    span: Span


class Do(Node):
    """`do THING.STEPS [by WHO]`: runs the steps that a thing gives for a `does` of its kind."""

    steps: Node
    labels: tuple[Labelled, ...]
    span: Span


class Win(Node):
    """`win [PLAYERS] [, "REASON"]`: ends the game, they win; bare, all players. A win of nobody is a loss."""

    players: Node | None
    reason: Word | None
    span: Span


class Lose(Node):
    """`lose [PLAYERS] [, "REASON"]`: ends the game, they lose; bare, all players."""

    players: Node | None
    reason: Word | None
    span: Span


class Draw(Node):
    """`draw ["REASON"]`: ends the game, nobody wins."""

    keyword: Word
    reason: Word | None
    span: Span


class Finish(Node):
    """`finish with CALL`: ends the game once the verb is done."""

    call: Call
    span: Span


# ------------------------------------------------------------------ conditions of a verb


class Needs(Node):
    """`needs TEST [, "REASON"]`: what must hold for the verb to be done."""

    test: Node
    reason: Word | None
    span: Span


class Takes(Node):
    """`takes NUMBER of PLACE`: the price of taking the action from its menu."""

    amount: Node
    target: Node
    span: Span


class Cost(Node):
    """`cost CALL`: what every call does and pays first."""

    call: Call
    span: Span


class InMenu(Node):
    """`in MENU`: the menu that offers the action."""

    menu: Word
    span: Span


class Limit(Node):
    """`limit NUMBER per VERB [for each PART] [as NAME]`: how often the action may be taken.

    `limit 1 per turn` allows it once each time `turn` runs; with the verb that runs the whole game, that is
    once a game. `for each spell` counts every spell separately, and `as NAME` counts all actions that share
    the name together. Once the limit is reached, players are told so as the reason.
    """

    number: Node
    verb: Word
    for_each: Word | None
    parts: tuple[Word, ...] | None
    shared: Word | None
    span: Span


class OrderedBy(Node):
    """`ordered by PLAYER`: who puts the rules that follow the verb in order."""

    keyword: Word
    player: Node
    span: Span
