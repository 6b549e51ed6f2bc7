"""E02xx: names and declarations."""

from ..diagnostics import Code

UNKNOWN_NAME = Code(
    "E0201",
    "A name nobody declared",
    "nothing is called `{name}` here",
    "{near}",
    "Every name is declared somewhere: by a thing, a kind, a `let`, a part of the verb. A local ends with "
    "the block in which it was made, and a space has its name where its board is played on.",
    otherwise="correct the name, or declare it first",
    example="move scuot to gate\n# instead:\nmove scout to gate",
)
UNKNOWN_KIND = Code(
    "E0202",
    "An unknown kind",
    "there is no kind `{name}`",
    "{near}",
    "Kinds are declared in the system file by `kind NAME is PARENT:`, and every thing is also a kind of "
    "its own. Where one is asked for, the singular is used: `is a weapon`, `pile of card`.",
    otherwise="declare it in a system file: `kind {name} is card:`",
    example='wepon axe "Axe":\n# instead:\nweapon axe "Axe":',
)
UNKNOWN_PROPERTY = Code(
    "E0203",
    "An unknown property",
    "{kind} has no `{name}`",
    "{near}",
    "What things of a kind have is declared with the kind, or with one from which it descends. If only "
    "some of them have it, test first which kind it is.",
    otherwise="declare it with the kind, as in `{name}: number`, if things should have one",
    example="set hero.helth to 3\n# instead:\nset hero.health to 3",
)
UNKNOWN_VERB = Code(
    "E0204",
    "An unknown verb",
    "there is no verb `{name}`",
    "{near}",
    "A line that begins with no word of the language calls a verb, and verbs are declared by `to NAME:` or "
    "`action NAME:` in the system file.",
    otherwise="declare it in a system file: `to {name}:`",
    example="deel 3 to hero\n# instead:\ndeal 3 to hero",
)
UNKNOWN_DIE = Code(
    "E0205",
    "An unknown die",
    "there is no die `{name}`",
    "{near}",
    "Dice are declared in the system file: `die attack_die: 1 to 6`.",
    otherwise="declare it in a system file: `die {name}: 1 to 6`",
    example="roll atack_die\n# instead:\nroll attack_die",
)
UNKNOWN_MENU = Code(
    "E0206",
    "An unknown menu",
    "there is no menu `{name}`",
    "{near}",
    "Menus are declared in the system file: `menu hero_actions for hero`. Actions join one with `in "
    "hero_actions`, and `offer hero_actions to …` asks for one of them.",
    otherwise="declare it in a system file: `menu {name} for …`",
    example="in hero_action\n# instead:\nin hero_actions",
)
UNKNOWN_WORD = Code(
    "E0207",
    "A word outside its list",
    "`{name}` is not one of {words}",
    "{near}",
    "A property that is `one of` several words takes those and no others.",
    otherwise="write one of them",
    example="side: norht\n# instead:\nside: north",
)
UNKNOWN_THING = Code(
    "E0208",
    "An unknown thing",
    "there is no {kind} called `{name}`",
    "{near}",
    "A mod changes or deletes a thing that the game has, by its kind and its name.",
    otherwise="`tilewright explain GAME` lists what there is to be changed",
    example="change weapon ax:\n# instead:\nchange weapon axe:",
)
UNKNOWN_LABEL = Code(
    "E0209",
    "An unknown rule label",
    "no rule has the label [{name}]",
    "{near}",
    "`delete`, `replace` and `earlier than` find a rule by the label after its head. A rule without one "
    "cannot be found.",
    otherwise="labels come after the head of a rule: `[A-1]`",
    example="delete [A-9.91]\n# instead:\ndelete [A-9.19]",
)
UNKNOWN_BOARD = Code(
    "E0210",
    "An unknown board or mission",
    "there is no board or mission `{name}`",
    "{near}",
    "A mission or test names the board it is played on.",
    otherwise="declare it in a content file: `board {name} of square:`",
    example="on coridor\n# instead:\non corridor",
)
UNKNOWN_RELATION = Code(
    "E0211",
    "An unknown relation",
    "there is no relation `{name}`",
    "{near}",
    "Relations between spaces are declared in the system file. One with a phrase, as in `relation sight "
    'between squares, "can see":`, is used like a verb of English: `a can see b`.',
    otherwise="declare it in a system file: `relation {name} between squares:`",
    example="if scout can se gate: done\n# instead:\nif scout can see gate: done",
)
UNKNOWN_FUNCTION = Code(
    "E0212",
    "An unknown function",
    "there is no function, define or relation `{name}`",
    "{near}",
    "What is called with parentheses is a function of the language, a `define` of the game or one of its "
    "relations. `tilewright words` lists the functions.",
    otherwise="`tilewright words` lists the functions",
    example="let n = cuont(cards)\n# instead:\nlet n = count(cards)",
)
UNKNOWN_SETTING = Code(
    "E0213",
    "An unknown setting",
    "there is no setting `{name}`",
    "{near}",
    'Settings are declared in the system file: `setting long_game "A longer game": yes/no = no`.',
    otherwise='declare it in a system file: `setting {name} "TITLE": yes/no = no`',
    example="with long_gme = yes\n# instead:\nwith long_game = yes",
)
UNKNOWN_TEST = Code(
    "E0214",
    "An unknown test",
    "there is no test `{name}`",
    "{near}",
    "`after` names another test by its title; the test then begins where that one ends.",
    otherwise="write the title of another test of this game, as it is written after `test`",
    example='after "The gate is opne"\n# instead:\nafter "The gate is open"',
)
NONE_LEFT = Code(
    "E0215",
    "A thing that is not in the box",
    "there is none of `{name}` in the game, but it is named",
    "leave some of them in, or change what names it as well",
    "A thing without copies, or one that a mod deletes, can be neither moved nor compared: whoever "
    "names it would speak of nothing.",
    example="card axe:\n  copies: 0\n# and in a rule: move axe to box",
)
COPY_GONE = Code(
    "E0216",
    "A name that other copies do away with",
    "with {copies} of it, nothing is called `{name}` any more, but it is named",
    "leave as many as there were, or change what names it as well",
    "Copies are called `axe.1`, `axe.2` …, and a thing of which there is one is called by its name alone. A "
    "mod that changes how many there are also changes what they are called.",
    example="# in a mod, where a rule of the game says: move axe.3 to box\nchange card axe:\n  copies: 2",
)
DECLARED_TWICE = Code(
    "E0220",
    "A name declared twice",
    "`{name}` is declared twice",
    "rename one of them, or use `replace` in a mod",
    "Two things, two kinds or two verbs cannot share a name: whoever writes it would have to guess which "
    "is meant. Several equal cards are one thing with `copies:`.",
    example="card axe:\ncard axe:\n# instead:\ncard axe:\n  copies: 2",
)
CYCLIC_KINDS = Code(
    "E0221",
    "Kinds that descend from themselves",
    "the kind `{name}` descends from itself: {chain}",
    "let one of them be a kind of its own",
    "A kind inherits what its parent has, and that from its own parent. Going up this line leads back to "
    "where it began.",
    example="kind cat is pet\nkind pet is cat\n# instead:\nkind pet\nkind cat is pet",
)
NOT_ALLOWED_HERE = Code(
    "E0222",
    "A declaration in the wrong sort of file",
    "{what} does not belong in a {role}",
    "{proposal}",
    "The first line of a file says what it is. A system declares kinds, verbs and rules for everybody; "
    "content adds things, boards and missions, which may have rules of their own; mods change what others "
    "declared; tests are stories.",
    example="content for castle\nkind weapon is card\n# instead:\nsystem castle\nkind weapon is card",
)
NO_HEADER = Code(
    "E0223",
    "A file that does not say what it is",
    "the first line must say what this file is",
    "{near}",
    "The first line of a file says what it is and for which game. Remarks may come before it.",
    otherwise="begin with `system NAME:`, `content for NAME`, `tests for NAME`, `library NAME` or "
    "`mod NAME for NAME:`",
    example="card axe:\n# instead:\ncontent for castle\n\ncard axe:",
)
BAD_NAME = Code(
    "E0224",
    "A name that cannot be used",
    "`{name}` cannot be the name of {what}",
    "{proposal}",
    "Names are small words joined by `_`, and what the language or the game has already named keeps its "
    "name.",
    example="kind card is token\n# instead:\nkind spell_card is card",
)
BAD_HEADER = Code(
    "E0225",
    "A header entry that is wrong",
    "{message}",
    "{proposal}",
    "Under its first line a system says what the game is: its title, how many can play and what each of them "
    "is called (`seats`), with which verb it begins, what is in the box.",
    example="system castle:\n  player: 1 to 4\n# instead:\nsystem castle:\n  players: 1 to 4",
)
FOREIGN_FILE = Code(
    "E0226",
    "A file for another game",
    "this {what} is for `{of}`, but the game is `{name}`",
    "{proposal}",
    "Content, tests and mods name the game they belong to, so that a file that went astray is noticed.",
    example="content for castel\n# instead:\ncontent for castle",
)
NO_GAME = Code(
    "E0227",
    "A game that is not used",
    "this {what} is for the game `{name}`, which is not here",
    "{proposal}",
    "Content, tests and mods are read together with the game they belong to: it lies in the same package, or "
    "`package.yaml` says under `uses:` which package it is. Without it nothing that they name is known.",
    example="mod storm for castle\n# in a package whose package.yaml lacks:\n"
    'uses: [{id: castle, version: ">=0.1"}]',
)
NO_LIBRARY = Code(
    "E0228",
    "A library that is not used",
    "there is no library `{name}` here",
    "{proposal}",
    "What `use` names is read together with the game: `package.yaml` says under `uses:` which package it is.",
    example='use std\n# in a package whose package.yaml lacks:\nuses: [{id: std, version: ">=0.1"}]',
)
UNKNOWN_EVENT = Code(
    "E0229",
    "No look of an event",
    "nothing that is said can look like `{name}`",
    "{near}",
    "`say … as` tells the table how an event looks; `docs/looks.md` lists the words.",
    otherwise="it may be one of {known}; or leave `as` out",
    example='say "Missed." about this as mis\n# instead:\nsay "Missed." about this as miss',
)
PLURAL_OF_OTHERS = Code(
    "E0230",
    "A plural where a thing of another kind belongs",
    "{expected} belongs here, but `{name}` stands for every {kind} in play",
    "declare `{wanted} {name}:` if there should be such {expected}, or name one that is declared",
    "A kind's plural is a word like any other: a thing may have the same name, and is then what the name "
    "stands for. Where no thing has it, it stands for all things of that kind.",
    example="set hero.rival to guards\n# instead:\nset hero.rival to red_team",
)
UNKNOWN_WORDS = Code(
    "E0231",
    "An unknown list of words",
    "there is no list of words `{name}`",
    "{near}",
    "`by each` names words that are declared: there is a value for each of them.",
    otherwise="declare them: `words {name}: a, b, c`",
    example="cubes: number by each feevr\n# instead:\ncubes: number by each fever",
)
