"""W1xxx and E1xxx: what can be compiled, but is hardly meant. E1xxx are fatal once the game gets there."""

from ..diagnostics import Code

NOBODY_DECIDES = Code(
    "W1001",
    "A choice nobody makes",
    "the rules do not say who decides here, so the first player would be asked",
    "say who decides with `by`, or put the choice into `as PLAYER:`",
    "`you` is the player whose decision it is, and calls pass it on. Here nothing says who that is, or not "
    "on every way: the game itself may get here, from its first verb or from a "
    "`whenever` rule, by calls that do not say `by` whom.",
    severity="warning",
    confidence="likely",
    example="to play:\n"
    "  choose door from doors\n"
    "# instead:\n"
    "to play:\n"
    "  choose door from doors by first(players)",
)
STUCK_RULE = Code(
    "E1021",
    "A rule that keeps itself going",
    "nothing that this rule does can make its test fail: once it begins it can never end",
    "let it change what is tested, or write `as soon as`, which runs once",
    "A `whenever` rule runs as long as its test holds. If nothing it does can make the test fail, the game "
    "is stuck with it.",
    example='whenever deck is empty: say "No cards!"\n# instead:\nas soon as deck is empty: say "No cards!"',
)
ENDLESS_LOOP = Code(
    "E1022",
    "A loop that cannot end",
    "{message}",
    "{proposal}",
    "A loop ends by `stop`, `done`, `give`, the end of the game, or because its test fails. None of these "
    "can happen in this one.",
    example="repeat while deck is empty:\n"
    "  roll luck_die\n"
    "# instead:\n"
    "repeat while deck is empty:\n"
    "  move discards to deck",
)
ENDLESS_VALUE = Code(
    "E1023",
    "A value that is computed from itself",
    "to know `{name}` one must know it already: {way}",
    "let a case end the chain, as in `0 when n = 0`; the test of a modifier may not ask for the value "
    "that it changes",
    "Each of these values needs the next one, and the last needs the first, whatever the game is like. A "
    "define may use itself, but not in every case; the test of a modifier is asked whenever its value is.",
    example="define size: number = size + 1\n# instead:\ndefine size: number = base + 1",
)
TOO_MUCH = Code(
    "E1026",
    "A value that takes too long to compute",
    "to know `{name}`, others must be computed more than 100 million times: it needs `{below}` more than "
    "once, which needs another more than once, and so on",
    "compute what is needed twice once, as in `2 * {below}`, or keep it in a property",
    "Each value of such a chain doubles the work of the one below, so that thirty of them are a thousand "
    "million computations. The game is stuck when it gets there.",
    example="define two: number = one + one\n"
    "define four: number = two + two\n"
    "# instead:\n"
    "define two: number = 2 * one\n"
    "define four: number = 2 * two",
)
ENDLESS_CALL = Code(
    "E1024",
    "A verb that calls itself without end",
    "`{name}` calls itself without end: {way}",
    "write `repeat:` for what goes on and on, or test something that changes before the next call",
    "Before this verb is done it has to be done once more, and so on. The game is stuck when it gets there.",
    example="to rounds:\n  one_round\n  rounds\n# instead:\nto rounds:\n  repeat: one_round",
)
UNREACHABLE = Code(
    "W1031",
    "Spaces that nobody can reach",
    "no way leads to {spaces}",
    "leave an opening, or a door; or take the space off the board",
    "The relations that join spaces, with every door open, never lead from the rest of the board to here. "
    "If figures come and go by other rules, allow the warning and say so.",
    severity="warning",
    confidence="likely",
    example="+---+---+\n| .   | |\n+---+---+\n# instead:\n+---+---+\n| .   . |\n+---+---+",
)
START_TOO_SMALL = Code(
    "W1032",
    "A start area that is too small",
    "{message}",
    "{proposal}",
    "The set-up of this mission looks for spaces with a mark that the board gives to none of its spaces, or "
    "to too few; or it names fewer spaces than there are things that are each to stand on one of their own.",
    severity="warning",
    confidence="certain",
    example="choose exactly 4 spots from squares where it.start\n# and on the board\n| s . . . |",
)
COMPONENTS = Code(
    "W1041",
    "A number that is not that of the box",
    "`components` promises {expected} of `{name}`, but {found} are declared",
    "check `copies:` of these things",
    "The table of components says what lies in the box. The things that the files declare, with their "
    "copies, add up to another number: one is missing, or is declared twice.",
    severity="warning",
    confidence="certain",
    example="| kind  | count |\n| sword | 12    |",
)
RUNS_OUT = Code(
    "W1042",
    "A set-up that runs out of things",
    "this set-up needs {needed} of `{name}`, but the box holds {found}",
    "take fewer, or give one of them more `copies:`",
    "`spare` is one out of the box, or none; moving none does nothing. So what a set-up takes beyond the "
    "last one is silently missing on the table.",
    severity="warning",
    confidence="certain",
    example="repeat 3: move spare goblin to gate\n# and of goblins there are\ncopies: 2",
)
FULL_SLOT = Code(
    "W1043",
    "A set-up that fills a slot too full",
    "{name} has room for {room}, and this set-up moves {needed} there",
    "move fewer, or declare a slot for more",
    "A slot that is full takes no more. The game would be stuck before anybody has done anything.",
    severity="warning",
    confidence="certain",
    example="kind cart is token:\n  seat: slot for 1 hero\n# and in the set-up\n"
    "move scout to wagon.seat\nmove knight to wagon.seat",
)
UNUSED_VERB = Code(
    "W1061",
    "A verb that is never done",
    "nothing ever does `{name}`",
    "call it, put it into a menu, or delete it",
    "No rule calls this verb and no menu offers it.",
    severity="warning",
    confidence="possible",
    example="to rest_for (n: number): done",
)
UNUSED_MENU = Code(
    "W1062",
    "A menu that is never offered",
    "the menu `{name}` is never offered",
    "write `offer {name} to …`, or `at any time` after its name",
    "Actions in this menu can never be taken, for nobody is asked for one of them.",
    severity="warning",
    confidence="possible",
    example="menu town_actions for player",
)
UNUSED_SETTING = Code(
    "W1063",
    "A setting that changes nothing",
    "no rule reads the setting `{name}`",
    "consult it in a rule, or delete it",
    "A setting is a switch, and this one is connected to nothing.",
    severity="warning",
    confidence="possible",
    example='setting long_game "A longer game": yes/no = no',
)
UNUSED_STEPS = Code(
    "W1064",
    "Steps that never happen",
    "nothing ever does the `{name}` of {kind}",
    "write `do THING.{name}` where it should happen",
    "The kind asks each of its things for these steps, but no rule runs them.",
    severity="warning",
    confidence="possible",
    example="kind event is card:\n  does play",
)
UNUSED_THING = Code(
    "W1065",
    "Things that no rule speaks of",
    "no rule speaks of `{name}` or anything of its kind",
    "use it in a rule or in the set-up, or delete it",
    "Things begin in the box. Nothing ever takes this one out, or asks about it.",
    severity="warning",
    confidence="possible",
    example='token lantern "Lantern"',
)
UNUSED_DIE = Code(
    "W1067",
    "A die that is never rolled",
    "no rule rolls `{name}`",
    "write `roll {name}`, or delete it",
    "Nothing in the game depends on this die.",
    severity="warning",
    confidence="possible",
    example="die luck_die: 1 to 6",
)
UNUSED_DEFINE = Code(
    "W1068",
    "A value that nobody asks for",
    "no rule reads `{name}`",
    "use it, or delete it",
    "A define has no effect of its own; this one is never read.",
    severity="warning",
    confidence="possible",
    example="define strength: number = 3",
)
NEVER_HOLDS = Code(
    "W1071",
    "A test that never holds",
    "this never holds: {why}",
    "compare with something that can be, or delete what depends on it",
    "What is compared stays within its declared bounds, has only these words, or shows only these faces; the "
    "test contradicts one that must have held before; or it is written as `no`. What depends on it never "
    "happens.",
    severity="warning",
    confidence="likely",
    example="kind hero is figure:\n"
    "  nerve: number 0 to 5\n"
    "whenever h in heroes where h.nerve = 6: lose\n"
    "# instead:\n"
    "whenever h in heroes where h.nerve = 5: lose",
)
ALWAYS_HOLDS = Code(
    "W1072",
    "A test that always holds",
    "this always holds: {why}",
    "compare with something that can be otherwise, or delete the test",
    "Whatever happens in the game, the answer is yes. Either the test is not needed, or it asks for the "
    "wrong thing. A story that expects it can never fail, and so proves nothing.",
    severity="warning",
    confidence="likely",
    example='game has:\n  round: number\nas soon as round >= 0: say "We begin."\n'
    '# instead:\nas soon as round >= 1: say "We begin."',
)
OUT_OF_RANGE = Code(
    "W1073",
    "A number outside of what it is given for",
    "{what} is {wanted}, and what is given here is {found}",
    "give a number within that range, or declare a wider one",
    "An input says which numbers it is meant for. What is computed with another one means nothing. A value "
    "that is set stops at its bounds.",
    severity="warning",
    confidence="likely",
    example="to hurt (hero) by_as_much (n: number 1 to 3):\n  lower hero.health by n\n"
    "to play:\n  hurt scout by_as_much 5",
)
NEVER_REPEATS = Code(
    "W1074",
    "A number that has no effect",
    "{message}",
    "{proposal}",
    "What is done no times is not done, what changes by 0 stays as it is, and from 6 to 1 there are no "
    "numbers.",
    severity="warning",
    confidence="certain",
    example="repeat -2: move spare goblin to gate\n# instead:\nrepeat 2: move spare goblin to gate",
)
MORE_THAN_ALL = Code(
    "W1075",
    "A number larger than what there is",
    "{problem}",
    "write a smaller number{way}",
    "A change or a price is larger than the whole range of what it is of, or more things are taken than "
    "there can be. Usually there is a digit too many.",
    severity="warning",
    confidence="likely",
    example="kind hero is figure:\n  nerve: number 0 to 5\nto panic: lower scout.nerve by 50\n"
    "# instead:\nto panic: set scout.nerve to 0",
)
WRITTEN_TWICE = Code(
    "W1076",
    "A line that is written twice",
    "{message}",
    "delete one of them, or write what was meant here",
    "The second of two lines that are the same changes nothing: it was copied and not changed, or left "
    "behind. Nor does a second word in a list where rules only ask whether it is there; and of two options "
    "with one name nobody can tell which is which.",
    severity="warning",
    confidence="likely",
    example='action rest by (hero):\n  needs hero.tired, "Not tired"\n  needs hero.tired, "Not tired"\n'
    '# instead:\n  needs hero.tired, "Not tired"',
)
COUNTED_TWICE = Code(
    "W1124",
    "A word that counts twice",
    "`{word}` stands here twice, and rules count it twice; no other {kind} says a word twice",
    "write the word that was meant, or delete one; if it is to count twice, let rules count that word by "
    "itself: "
    "`count(w in x.{name} where w is {word})`",
    "Rules ask whether a word is in this list, and how many there are. Of all things that have such a "
    "list this "
    "is the only one with a word twice, so it was probably copied and not changed.",
    severity="warning",
    confidence="possible",
    example="blade rapier:\n  traits: light, light, sharp\n# instead:\nblade rapier:\n  traits: light, sharp",
)
NEVER_RUNS = Code(
    "W1077",
    "A line that never runs",
    "this never runs: {above} has left already",
    "delete it, or put it before the line that leaves",
    "`done`, `give`, `stop`, `skip` and the end of a game leave at once. Nothing below them in the same "
    "block is ever reached.",
    severity="warning",
    confidence="certain",
    example="to rest:\n  done\n  raise round by 1\n# instead:\nto rest:\n  raise round by 1",
)
COMPUTED_ONCE = Code(
    "W1078",
    "A value that is computed once",
    "`{name}` is computed only once, when the game begins, and stays the same when `{read}` changes",
    "leave out the type, and it is computed whenever it is read: `{name} = …`",
    "A property with a type is stored, and what stands behind `=` is what it begins with. No rule changes "
    "this one, and it was computed from something that rules change.",
    severity="warning",
    confidence="likely",
    example="kind hero is figure:\n  health: number 0 to 9 = 5\n  strong: yes/no = this.health > 3\n"
    "# instead:\n  strong = this.health > 3",
)
OF_NONE = Code(
    "W1079",
    "A value of what is none",
    "{whose} is none here, so there is no `{name}` to read",
    "test that it `is not none` first, or write `… else …`",
    "None has no values. Where one is read of it the game is stuck, and names the line.",
    severity="warning",
    confidence="certain",
    example="if leader is none and leader.health > 3: rest\n# instead:\n"
    "if leader is not none and leader.health > 3: rest",
)
NEVER_CHANGED = Code(
    "W1126",
    "A value of the game that nothing changes",
    "no rule or set-up ever changes `{name}`",
    "let a rule `set`, `raise` or `lower` it; what is always the same is a `define`, or a `setting`",
    "It stays as it begins for the whole game: the line that would change it is missing, or names "
    "another value.",
    severity="warning",
    confidence="likely",
    example="game has:\n  round: number\nto play:\n  repeat: take_turns\n# instead:\n"
    "to play:\n  repeat:\n    raise round by 1\n    take_turns",
)
IDLE_MOVE = Code(
    "W1127",
    "A statement that leaves everything as it is",
    "this {what}",
    "{way}, or delete the line",
    "Both sides of the statement name the same, or it shows somebody what he sees anyway. One of them was "
    "most likely meant to be another.",
    severity="warning",
    example="move scout to scout.space\n# instead:\nmove scout to goal",
)
NEVER_FILLED = Code(
    "W1120",
    "A pile that stays empty",
    "nothing ever comes into `{name}`, and rules look into it",
    "let a rule or set-up `move` something there, or ask for the place that was meant",
    "Whatever is asked about it has the same answer for the whole game: there is nothing in it.",
    severity="warning",
    confidence="certain",
    example="game has:\n  deck, used: pile of card\nto begin:\n  shuffle deck\n# instead:\nto begin:\n"
    "  move all(cards) to deck\n  shuffle deck",
)
UNKNOWN_HINT = Code(
    "W1081",
    "A look that the table does not know",
    "{message}",
    "{proposal}",
    "Hints say how something looks, in the words of a list. For a word that is not in it something else is "
    "shown; a hint of another sort of thing shows nothing.",
    severity="warning",
    confidence="certain",
    example="kind guard is figure:\n  look: archetype troper\n# instead:\nkind guard is figure:\n"
    "  look: archetype trooper",
)
HIDDEN_LOOK = Code(
    "W1082",
    "A look that is never seen",
    "{message}",
    "test for something else, or delete the line; of several that hold the last one counts",
    "The table shows a thing with the last hint of each sort whose test holds. This one always gives way to "
    "another.",
    severity="warning",
    confidence="likely",
    example='kind field is space:\n  number: number 1 to 3\n  look when this.number = 2: icon "1"\n'
    '  look when this.number = 2: icon "2"\n# instead:\n  look when this.number = 1: icon "1"\n'
    '  look when this.number = 2: icon "2"',
)
UNREAD_MEANING = Code(
    "W1144",
    "A meaning that nobody reads",
    "`{name}` is internal: no table shows it, and nobody reads what it means",
    "delete the line, or leave out `internal` if players should see the value",
    "`means` says what a value tells a player, and tables show that beside it. What is internal is kept out "
    "of their sight.",
    severity="warning",
    confidence="certain",
    example='guard has:\n  turns_left: number, internal\n  turns_left means "How long it sleeps."\n'
    '# instead:\nguard has:\n  turns_left: number\n  turns_left means "How long it sleeps."',
)
EVERYBODYS = Code(
    "W1091",
    "A modifier that changes the value of everybody",
    "this changes everybody's `{value}`: {why}",
    "say whose: {way}",
    "A modifier holds for all whose value it is. In a thing `this` is the thing whose rule it is, and `it`, "
    "or the input of a define, is whose value is asked for.",
    severity="warning",
    confidence="likely",
    example="hero scout:\n  modifier lame for speed when this.hurt: -2\n# instead:\nhero scout:\n"
    "  modifier lame for speed when it is this and this.hurt: -2",
)
NEVER_IN_PLAY = Code(
    "W1092",
    "A plural that is always empty",
    "{message}",
    "{proposal}",
    "A plural stands for what is in play: on the board, in a slot of something in play, or in a place that "
    "is declared `in play`. Piles, hands and the box are not in play by themselves.",
    severity="warning",
    confidence="likely",
    example="game has:\n  row: pile of card\nto play:\n  choose card from cards\n# instead:\n"
    "game has:\n  row: pile of card, in play\nto play:\n  choose card from cards",
)
PLURAL_HAS = Code(
    "W1093",
    "A plural that is asked what it has",
    "`{name}` means every {one} in play, so this asks only whether that is in play",
    "name the thing or pile that should have it; to ask whether {kind} is in play, write `x is not gone`",
    "`x has y` asks for something that x holds, or a word of its lists. A plural holds nothing: as a set it "
    "has whatever is in play of its kind.",
    severity="warning",
    confidence="likely",
    example="needs weapons has this\n# instead:\nneeds actor.gear has this",
)
NEVER_RUNNING = Code(
    "W1095",
    "Rules for a while that never begin",
    "`{verb}` is not running when this is done, so these rules never hold",
    "name the verb that is running here, as in `until day ends:` within what `day` does",
    "Rules hold `until VERB ends` if that verb is running when they are met. Nothing that this verb does, "
    "calls or offers leads here, so there is no run of it that could end.",
    severity="warning",
    confidence="likely",
    example="to day: night\nto night:\n  until dusk ends:\n    after move: raise steps by 1\n"
    "# instead:\nto night:\n  until day ends:\n    after move: raise steps by 1",
)
CLOSED_SPACE = Code(
    "W1033",
    "A space that nobody may enter",
    "{message}",
    "take another space, or let a relation lead there",
    "Every relation that joins spaces is blocked by this one, so nothing that is there ever leaves or comes; "
    "or all that moves things asks for other spaces, while some rule asks who stands there.",
    severity="warning",
    confidence="likely",
    example="relation walking between squares:\n  joins sides\n  blocked by square where it.pit\n"
    "# and in the set-up, where a3 is a pit\nmove scout to a3",
)
UNFILLED_GAP = Code(
    "W1099",
    "Braces that nothing fills",
    "`{gap}` is shown as it is written: {where}",
    "say it in a text that a rule shows, such as `say`, `asking` or `needs`, or leave the braces out",
    "Gaps are filled in what rules say, ask and answer. Titles, texts of things and texts that are values "
    "(in a `define`, `let` or `set`, behind the `for` of a roll) are shown as they are.",
    severity="warning",
    example='define rumour: text = "He has {gold} gold."\n# instead:\nsay "He has {gold} gold."',
)
