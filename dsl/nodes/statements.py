"""What rules do: `move scout to a1`, `choose target from guards`, `if ...:`."""

from ..source import Span, Word
from .node import SyntaxNode


class Labelled(SyntaxNode):
    """`with weapon`: an argument and the preposition that says what it is."""

    label: Word
    value: SyntaxNode
    span: Span


class Call(SyntaxNode):
    """`VERB VALUE with VALUE at VALUE [as NAME]`: does a verb, in the form in which it is declared."""

    verb: Word
    arguments: tuple[SyntaxNode, ...]
    labels: tuple[Labelled, ...]
    result: Word | None
    span: Span


class Let(SyntaxNode):
    """`let NAME = VALUE`: gives a value a name until the block ends."""

    name: Word
    value: SyntaxNode
    span: Span


class Set(SyntaxNode):
    """`set PLACE to VALUE`: changes a property, or a local."""

    target: SyntaxNode
    value: SyntaxNode
    span: Span


class Raise(SyntaxNode):
    """`raise PLACE by NUMBER`: adds to a number."""

    target: SyntaxNode
    amount: SyntaxNode
    span: Span


class Lower(SyntaxNode):
    """`lower PLACE by NUMBER`: takes from a number."""

    target: SyntaxNode
    amount: SyntaxNode
    span: Span


class AddTo(SyntaxNode):
    """`add VALUE to LIST`: appends to a list."""

    value: SyntaxNode
    target: SyntaxNode
    span: Span


class DropFrom(SyntaxNode):
    """`drop VALUE from LIST`: takes out of a list."""

    value: SyntaxNode
    target: SyntaxNode
    span: Span


class Move(SyntaxNode):
    """`move THINGS to [bottom of] PLACE`: to a space, pile, bag or slot, as one change."""

    what: SyntaxNode
    bottom: Word | None
    to: SyntaxNode
    span: Span


class Shuffle(SyntaxNode):
    """`shuffle PILE`: brings a pile into an order that nobody knows."""

    pile: SyntaxNode
    span: Span


class Roll(SyntaxNode):
    """`roll [NUMBER] DIE [as NAME] [for TEXT] [by WHO]`: rolls dice into a local, named like the die.

    The log tells the dice with what is rolled `for`, a text; without it, with the title of the verb.
    """

    number: SyntaxNode | None
    die: Word
    name: Word | None
    purpose: SyntaxNode | None
    by: SyntaxNode | None
    span: Span


class Show(SyntaxNode):
    """`show THINGS to PLAYERS`: lets players see what lies hidden."""

    what: SyntaxNode
    to: SyntaxNode
    span: Span


class Reveal(SyntaxNode):
    """`reveal THINGS`: lets everybody see what lies hidden."""

    what: SyntaxNode
    span: Span


class Hide(SyntaxNode):
    """`hide THINGS`: from now on nobody knows them any more."""

    what: SyntaxNode
    span: Span


class Say(SyntaxNode):
    """`say "TEXT" [about THINGS] [as EVENT] [to PLAYERS] [telling VALUES]`: writes a line into the log.

    `about` names the things that it happens to; after a comma: those to which the first do it. `as` says how
    it looks at a table: `hit`, `miss`, `success`, `failure`, `wound`, `heal`, `death`, `arrival`, `blast` or
    `alarm`.
    `telling` says that the hidden things which these values give away are meant to be told. Whoever learns
    something by it cannot take the answer back that led to it.
    """

    text: Word
    about: tuple[SyntaxNode, ...] | None
    look: Word | None
    to: SyntaxNode | None
    telling: tuple[SyntaxNode, ...] | None
    span: Span


class Pause(SyntaxNode):
    """`pause ["TEXT"]`: a moment for actions `at any time`, until all who could take one have gone on."""

    text: Word | None
    span: Span


class PlayMission(SyntaxNode):
    """`play_mission MISSION [as NAME]`: in a campaign, plays a mission; the name becomes won, lost or drawn.

    Afterwards the table is as the mission left it, without its board, so what its rules have noted down can
    be read: who has won, say. Into the next mission goes only what the campaign has.
    """

    mission: SyntaxNode
    result: Word | None
    span: Span


class Stop(SyntaxNode):
    """`stop`: leaves the nearest loop."""

    span: Span


class Skip(SyntaxNode):
    """`skip`: goes on with the next pass of the nearest loop."""

    span: Span


class Done(SyntaxNode):
    """`done`: leaves the verb or rule."""

    span: Span


class Give(SyntaxNode):
    """`give VALUE`: leaves the verb with a result."""

    value: SyntaxNode
    span: Span


class ChangedPart(SyntaxNode):
    """`PART: VALUE`: another value for a part, in `proceed with`."""

    part: Word
    value: SyntaxNode
    span: Span


class Proceed(SyntaxNode):
    """`proceed [with PART: VALUE] [as NAME]`: goes on with what the rule replaces."""

    changes: tuple[ChangedPart, ...] | None
    result: Word | None
    span: Span


class Do(SyntaxNode):
    """`do THING.STEPS [by WHO]`: runs the steps that a thing gives for a `does` of its kind."""

    steps: SyntaxNode
    labels: tuple[Labelled, ...]
    span: Span


class Win(SyntaxNode):
    """`win [PLAYERS] [, "REASON"]`: ends the game, they win; bare, all players. A win of nobody is a loss."""

    players: SyntaxNode | None
    reason: Word | None
    span: Span


class Lose(SyntaxNode):
    """`lose [PLAYERS] [, "REASON"]`: ends the game, they lose; bare, all players."""

    players: SyntaxNode | None
    reason: Word | None
    span: Span


class Draw(SyntaxNode):
    """`draw ["REASON"]`: ends the game, nobody wins."""

    keyword: Word
    reason: Word | None
    span: Span


class Finish(SyntaxNode):
    """`finish with CALL`: ends the game once the verb is done."""

    call: Call
    span: Span


# ------------------------------------------------------------------ conditions of a verb


class Needs(SyntaxNode):
    """`needs TEST [, "REASON"]`: what must hold for the verb to be done."""

    test: SyntaxNode
    reason: Word | None
    span: Span


class Takes(SyntaxNode):
    """`takes NUMBER of PLACE`: the price of taking the action from its menu."""

    amount: SyntaxNode
    target: SyntaxNode
    span: Span


class Cost(SyntaxNode):
    """`cost CALL`: what every call does and pays first."""

    call: Call
    span: Span


class InMenu(SyntaxNode):
    """`in MENU`: the menu that offers the action."""

    menu: Word
    span: Span


class ActionMeans(SyntaxNode):
    """`means "TEXT"`: what the action does for whoever takes it, in a sentence that tables show with it."""

    words: Word
    span: Span


class Limit(SyntaxNode):
    """`limit NUMBER per VERB [for each PART] [as NAME]`: how often the action may be taken.

    `limit 1 per turn` allows it once each time `turn` runs; with the verb that runs the whole game, that is
    once a game. `for each spell` counts every spell separately, and `as NAME` counts all actions that share
    the name together. Once the limit is reached, players are told so as the reason.
    """

    number: SyntaxNode
    verb: Word
    for_each: Word | None
    parts: tuple[Word, ...] | None
    shared: Word | None
    span: Span


class OrderedBy(SyntaxNode):
    """`ordered by PLAYER`: who puts the rules that follow the verb in order."""

    keyword: Word
    player: SyntaxNode
    span: Span
