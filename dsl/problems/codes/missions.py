"""Missions, and games without one: that nothing ends, that end in one way only, that lack what rules name."""

from ..diagnostics import Code

MISSION_IN_MISSION = Code(
    "E1025",
    "A mission within a mission",
    "{way} leads here, where no mission can be played",
    "let only the verb of a campaign lead to it",
    "Missions are played one after another by the verb that a campaign `begins`. While a mission is played, "
    "and in a game without a campaign, no other mission can begin.",
    example="after one_round: play_mission escape\n"
    "# instead:\n"
    "campaign story:\n"
    "  begins: all_missions\n"
    "to all_missions:\n"
    "  play_mission escape",
)
NOT_ON_EVERY_BOARD = Code(
    "W1034",
    "A space that not every mission has",
    "there is no `{name}` on the board of {missions}: it is none there",
    "ask `{name} is not none` first, or write the rule in the missions that have it",
    "What is written for all missions may name a space that only some of their boards have. On the others "
    "the name is none, and a game in which something is asked of it is stuck. A test whether it is there, "
    "`harbour else …`, or `in force while harbour is not none` settles it.",
    severity="warning",
    confidence="certain",
    example="to sail: move ship to harbour\n# instead:\n"
    "to sail:\n  if harbour is not none: move ship to harbour",
)
NO_END = Code(
    "W1051",
    "A game without an end",
    "nothing here ever ends {what}",
    "say when it is won or lost: `win`, `lose`, `draw` or `finish with`",
    "No rule that can be reached wins, loses or ends the game. It is over when its first verb returns, as "
    "a draw.",
    severity="warning",
    confidence="possible",
    example='whenever gate.open: win "The gate is open."',
)
ONE_SIDED = Code(
    "W1052",
    "A mission that cannot be won, or not be lost",
    "`{name}` can only be {ended}, never {done}",
    "say when it is {done}: `{way}`",
    "A mission is decided by some rule, its own or one of the whole game. Here every rule that can end it "
    "ends it in the same way for everybody; others ask for spaces that its board does not have, or for "
    "pieces that never come into play in it.",
    severity="warning",
    confidence="likely",
    example='mission hills "The hills":\n  whenever no heroes: lose\n# instead:\nmission hills "The hills":\n'
    "  whenever no heroes: lose\n  whenever no guards: win",
)
PLACES_NOBODY = Code(
    "W1053",
    "A mission that places nobody",
    "{message}",
    "place the pieces in its `setup:`",
    "All that people could do in this mission is done with pieces, and no rule ever brings one of them into "
    "play; or it is done on spaces, and the mission names no board; or all other missions of the game put "
    "pieces on their boards when they are set up.",
    severity="warning",
    confidence="likely",
    example='mission hills "The hills":\n  setup: move scout to a1',
)
NOBODY_LEFT = Code(
    "W1123",
    "A mission that goes on when nobody is left",
    "once every {kind} is gone, nobody can do anything in `{name}`, and nothing ends it",
    "say what happens then: `as soon as no {plural}: lose`",
    "Rules take these pieces out of play, and bring none back. All that people can do in this mission is "
    "done "
    "with one of them, so the game goes round for ever once the last is gone.",
    severity="warning",
    confidence="likely",
    example='mission hills "The hills":\n  as soon as no guards: win\n# instead:\n'
    'mission hills "The hills":\n  as soon as no guards: win\n  as soon as no heroes: lose',
)
OVER_AT_ONCE = Code(
    "W1125",
    "A mission that is over at once",
    "this is so from the start, and ends `{name}` before anybody has done anything",
    "let the game begin with another value, or the set-up change it; or test for something else",
    "Rules that wait are tested when the set-up is done. Nothing in the set-up changes what this one "
    "waits for.",
    severity="warning",
    example="game has:\n  light: number 0 to 6\nas soon as light = 0: lose\n# instead:\n"
    "game has:\n  light: number 0 to 6 = 4\nas soon as light = 0: lose",
)
NEVER_THERE = Code(
    "W1054",
    "A rule on what never happens in its mission",
    "{message}",
    "{proposal}",
    "A rule of a mission goes with a verb. Neither the set-up nor any rule, action or menu leads to this "
    "verb in that mission, or a rule that always runs `instead of` it never proceeds to it.",
    severity="warning",
    confidence="likely",
    example='mission hills "The hills":\n  after choose_mission: draw_event\n# instead:\n'
    'mission hills "The hills":\n  after begin_round: draw_event',
)
