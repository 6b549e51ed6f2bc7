"""W101x: rules that tell somebody what he may not know."""

from ..diagnostics import Code

LEAK_OPTIONS = Code(
    "W1011",
    "Options that tell a secret",
    "{options} tell {who} {what}",
    "{proposal}",
    "A player learns something from what can be chosen, and even from what cannot. These options, or the "
    "notes beside them, are worked out from something that the player may not see.",
    severity="warning",
    confidence="likely",
    example="choose card from deck by player\n"
    "# instead:\n"
    "show deck to player\n"
    "choose card from deck by player",
)
LEAK_SAID = Code(
    "W1012",
    "A text that tells a secret",
    "{text} tells {who} {what}",
    "if that is meant: `say … telling {example}`",
    "What is said is in the log, where all those it is said to can read it. A truthful answer to a "
    "question about something hidden is marked with `telling`, so that nobody takes it for a slip.",
    severity="warning",
    confidence="likely",
    example='say "It is {deck.top}."\n# instead:\nsay "It is {deck.top}." to player',
)
LEAK_ASKED = Code(
    "W1013",
    "A question that tells a secret by being asked",
    "{who} can tell from being asked {what}",
    "ask in any case, or show it first",
    "Whether this question is put depends on something that the player may not see. So the question itself "
    "gives it away.",
    severity="warning",
    confidence="likely",
    example='if deck.top is a trap:\n  you may "Turn back": done\n# instead:\nyou may "Turn back": done',
)
LEAK_REASON = Code(
    "W1014",
    "A refusal that tells a secret",
    "refusing this action tells {who} {what}",
    "test it when the action is done, and not before",
    "An action that cannot be taken is shown with the reason. The reason would give away something that "
    "the player may not see.",
    severity="warning",
    confidence="likely",
    example="action dig by (player):\n"
    '  needs deck.top is a gem, "There is no gem here"\n'
    "# instead:\n"
    "action dig by (player):\n"
    "  if deck.top is a gem: move deck.top to player.hand",
)
LEAK_BOXED = Code(
    "W1015",
    "Something secret that goes back to the box",
    "everybody learns {what}: the box is open to all",
    "let it lie in a pile that is `seen by nobody`, or `reveal` it first if that is meant",
    "Everybody can look into the box, so what goes back there is known from then on; and a player who knows "
    "all that was left out knows what is in play. What is put aside face down goes to a hidden pile of its "
    "own.",
    severity="warning",
    confidence="likely",
    example="move objectives_deck to box\n"
    "# instead, with `put_aside: pile of objective, seen by nobody`:\n"
    "move objectives_deck to put_aside",
)
LEAK_DRAWN = Code(
    "W1018",
    "Something drawn unseen from the box",
    "everybody learns {what}: chance takes the `{kind}` out of the box, which is open to all",
    "draw it from a pile that is `seen by nobody`: `move spares({kind}) to PILE` comes first",
    "Everybody can look into the box, so the log names what comes out of it, wherever it goes. What is drawn "
    "face down is drawn from a hidden pile, and what is not drawn stays there.",
    severity="warning",
    confidence="likely",
    example="choose role from spares(role) by chance\n"
    "move role to player.hand\n"
    "# instead, with `roles_left: pile of role, seen by nobody`:\n"
    "move spares(role) to roles_left\n"
    "choose role from roles_left by chance\n"
    "move role to player.hand",
)
LEAK_PLACE = Code(
    "W1016",
    "Whereabouts that tell a secret",
    "players who cannot see where it is may not know {what} either",
    "use only what they know, such as a property that a rule sets when they learn something",
    "`else among` says where something hidden can be, for players who cannot see it: bots and odds put it "
    "there. A set worked out from what only those who see it know would give it away, so it is ignored.",
    severity="warning",
    confidence="likely",
    example="kind spy is figure:\n"
    "  place seen by owner, else among neighbours(this.space, step)\n"
    "# instead, with a property that a rule sets when the players learn something:\n"
    "kind spy is figure:\n"
    "  trail: list of square\n"
    "  place seen by owner, else among this.trail",
)
OPEN_ORDER = Code(
    "W1017",
    "A shuffled pile whose order can be seen",
    "{who} can see in which order `{pile}` lies after it is shuffled",
    "let it be `seen by nobody`; what is drawn from it can be seen where it is moved to",
    "Whoever sees into a pile sees what lies there and in which order, so it was shuffled in vain: whoever "
    "draws "
    "from it knows what comes. A deck lies face down for its owner, too.",
    severity="warning",
    confidence="likely",
    example="player has:\n"
    "  deck: pile of card, seen by owner\n"
    "# instead:\n"
    "player has:\n"
    "  deck: pile of card, seen by nobody",
)
