"""W1128 to W1141: what can be played, and hardly means what was to be said."""

from ..diagnostics import Code

UNREAD_NAME = Code(
    "W1128",
    "A name that nothing reads",
    "nothing reads `{name}`",
    "{way}",
    "What is named is meant to be spoken of: a value that was worked out, what somebody chose or rolled, an "
    "input. Where nothing does, a line is missing, or names something else.",
    severity="warning",
    confidence="likely",
    example="to rob (target: hero) for (thief: hero):\n  lower thief.gold by 1\n  raise thief.gold by 1\n"
    "# instead:\n  lower target.gold by 1\n  raise thief.gold by 1",
)
UNREAD_VALUE = Code(
    "W1129",
    "A value that nothing reads",
    "nothing reads `{name}` of {owner}",
    "let a rule ask for it, or delete it; if people are to read it, say who: `, seen by everybody`",
    "No rule, text or look asks for this value, so it makes no difference what it is. The rule that should "
    "ask for it is missing, or asks for another one.",
    severity="warning",
    confidence="likely",
    example="kind spell is card:\n  cost: number 0 to 5\n"
    "action cast by (player) of (spell from player.hand):\n  takes 1 of player.mana\n"
    "# instead:\n  takes spell.cost of player.mana",
)
SAME_FOR_ALL = Code(
    "W1130",
    "A test that is the same for all members",
    "this does not ask about `{it}`, so it is the same for all members",
    "ask for {way}: `{it}` is each member in turn",
    "What stands behind `where` or `with least` is worked out for each member of the set. One that asks only "
    "somebody else takes all members or none.",
    severity="warning",
    confidence="likely",
    example="guards where scout.hurt\n# instead:\nguards where it.hurt",
)
LOST_CHANGE = Code(
    "W1131",
    "A change that is lost",
    "this is lost: {what} is {how} before anything can ask for it",
    "delete this line, or correct whichever of the two names the wrong thing",
    "Two lines change the same, one after the other, so that nothing remains of the first, or of both. One "
    "was probably copied and is about somebody else. What an action takes counts as its first change.",
    severity="warning",
    confidence="likely",
    example="set scout.player to player.1\nset scout.player to player.2\n# instead:\n"
    "set scout.player to player.1\nset knight.player to player.2",
)
SAME_EITHER_WAY = Code(
    "W1132",
    "A decision that decides nothing",
    "{message}",
    "delete one of the two, or write what was meant there",
    "What is done in one case was copied into the other, and not changed.",
    severity="warning",
    confidence="likely",
    example="if scout.hurt:\n  lower light by 1\nelse:\n  lower light by 1\n# instead:\nif scout.hurt:\n"
    "  lower light by 1\nelse:\n  raise light by 1",
)
NEVER_THIS_WORD = Code(
    "W1133",
    "A word that a value never is",
    "nothing ever gives `{name}` the word `{word}`",
    "let a rule or a thing do so, or compare with what it can be: {can}",
    "A value is what it begins with, what things give, and what rules set it to. What depends on another "
    "word never happens, or always.",
    severity="warning",
    confidence="likely",
    example="game has:\n  weather: one of fair, rain, storm\nto change_weather: set weather to rain\n"
    "whenever weather is storm: sink_ships\n# instead:\nwhenever weather is rain: sink_ships",
)
NEVER_SHUFFLED = Code(
    "W1134",
    "A pile that is never shuffled",
    "nothing ever shuffles `{name}`, so every game draws from it in the same order",
    "write `shuffle {name}` where it is filled; if the order is meant, fill it one by one",
    "Things that are moved to a pile as a whole lie there in the order of their declaration. Nobody may look "
    "into this one, yet whoever knows the files knows what comes next.",
    severity="warning",
    confidence="likely",
    example="to begin:\n  move all(cards) to deck\n# instead:\nto begin:\n  move all(cards) to deck\n"
    "  shuffle deck",
)
IDLE_RESET = Code(
    "W1135",
    "A reset or limit that has no effect",
    "{message}",
    "{proposal}",
    "A value with `reset each VERB` is at its default whenever that verb begins, and a `limit` counts from "
    "then on.",
    severity="warning",
    confidence="likely",
    example="begins: play\nplayer has:\n  drawn: number, reset each play\n# instead:\n"
    "  drawn: number, reset each turn",
)
NEVER_GIVEN = Code(
    "W1136",
    "A value that is the same for all",
    "nothing ever gives or sets `{name}` of {owner}: it is always {value}",
    "let things or boards give it, or rules `set` it; what is the same for all is a `define`",
    "Rules ask for this value, and no thing, board or rule ever makes it anything else than it begins with.",
    severity="warning",
    confidence="likely",
    example="kind hero is figure:\n  hurt: yes/no\nto strike (hero): lower hero.health by 1\n# instead:\n"
    "to strike (hero):\n  lower hero.health by 1\n  set hero.hurt to yes",
)
RUNS_DRY = Code(
    "W1138",
    "A loop that may have no end",
    "once `{name}` is empty this loop moves nothing any more, and its test may go on to hold",
    "test for that as well: `… and {name} is not empty`",
    "What is taken from an empty pile is none, and to move none does nothing. If the test does not fail "
    "then, the game is stuck in the loop.",
    severity="warning",
    confidence="likely",
    example="repeat while count(row) < 5: move deck.top to row\n"
    "# instead:\n"
    "repeat while count(row) < 5 and deck is not empty: move deck.top to row",
)
SHUFFLED_EMPTY = Code(
    "W1139",
    "A shuffle that comes too early",
    "nothing lies in `{name}` yet when it is shuffled here",
    "fill `{name}` first, and shuffle it then",
    "To shuffle an empty pile does nothing, and what is moved there afterwards lies in the order in which it "
    "was moved.",
    severity="warning",
    confidence="likely",
    example="to begin:\n  shuffle deck\n  move all(cards) to deck\n# instead:\nto begin:\n"
    "  move all(cards) to deck\n  shuffle deck",
)
ONE_PASS = Code(
    "W1140",
    "A loop that goes round once",
    "this loop never goes round a second time: `{word}` leaves it in the first pass",
    "indent `{word}` less, so that it stands below the loop, or say when: `if …:`",
    "The last line of the loop leaves it, whatever was found. It was meant to come after the loop, or to "
    "depend on something.",
    severity="warning",
    confidence="likely",
    example='repeat 8:\n  play_round\n  lose "Night has come."\n# instead:\nrepeat 8:\n  play_round\n'
    'lose "Night has come."',
)
OFF_THE_BOARD = Code(
    "W1141",
    "A space asked for too late",
    "`{thing}` has been moved to `{place}`, so it stands on no space: `{thing}.space` is none",
    "ask before that line, as in `let spot = {thing}.space`, or move `{thing}` last",
    "What lies in the box, in a pile or in a bag stands on no space. What depends on where it stood has to "
    "come before it is moved away.",
    severity="warning",
    confidence="likely",
    example="move hero to box\nmove hero.gear to hero.space\n# instead:\nmove hero.gear to hero.space\n"
    "move hero to box",
)
