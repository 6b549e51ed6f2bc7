"""E05xx: things and tables."""

from ..diagnostics import Code

MISSING_VALUE = Code(
    "E0501",
    "A value that must be given",
    "{thing} must give `{name}`",
    "add a line `{name}: …`",
    "The kind says `does` or `given`, or wants a value for each of several words (`number by side`): each "
    "of its things has to say what that is for itself. A campaign has to say which verb `begins` it.",
    example="event storm:\n  cost: 1\n# instead:\nevent storm:\n  cost: 1\n  play: reveal deck.top",
)
BAD_TABLE = Code(
    "E0502",
    "A table that does not fit",
    "{message}",
    "{proposal}",
    "Every row of a table has a cell for each column. Cells are separated by `|`; one that belongs to the "
    "text is written `\\|`.",
    example="| card | cost |\n| axe |\n# instead:\n| card | cost |\n| axe  | 2    |",
)
UNKNOWN_COLUMN = Code(
    "E0503",
    "An unknown column",
    "{kind} has no `{name}`, so no column can have that name",
    "{near}",
    "The head of a table of things names their properties, apart from `title`, `text` and `copies`.",
    example="| card | csot |\n# instead:\n| card | cost |",
    otherwise="declare it in the kind: `{name}: TYPE`, or leave the column out",
)
EMPTY_GAP = Code(
    "E0504",
    "An empty gap in a text",
    "there is nothing between these braces",
    "write a value between them, as in `{{deck.top}}`, or leave the braces out",
    "Braces in a text are gaps, filled with a value when it is said.",
    example='say "You draw {}."\n# instead:\nsay "You draw {deck.top}."',
)
FORMS_OF_WORD = Code(
    "E0508",
    "A word in too few or too many forms",
    "`{gap}` gives {given} of a word, but English needs 2",
    "write the form for one, then that for all other numbers, as in `{{n|card|cards}}`",
    "A gap with bars says a word in the form that goes with a number, or with how many things are in a set. "
    "Translations have as many forms as their language needs.",
    example='say "You draw {n} {n|card}."\n# instead:\nsay "You draw {n} {n|card|cards}."',
)
MADE_ELSEWHERE = Code(
    "E0505",
    "A thing that is made elsewhere",
    "`{name}` cannot be declared here: {maker}",
    "{proposal}",
    "Spaces and links are what the drawings and tables of boards show, and players are as many as sit at "
    "the table. What stands on a space, or belongs to a player, is a thing of another kind.",
    example='square cellar "Cellar"\n# instead, in a board:\ndrawing:\n  +-+\n  |c|\n  +-+\nsigns:\n'
    "  | sign | name   |\n  | c    | cellar |",
)
NAMED_LIKE_A_SPACE = Code(
    "E0506",
    "A thing or value with the name of a space",
    "`{name}` is the name of {kind} as well",
    "give the one that is declared here another name",
    "Rules speak of things, values and spaces by their names, so no name may mean two of them. Squares are "
    "called by their column and row: `a1`, `b1` and so on.",
    example='token c4 "C4"\n# instead:\ntoken charge "C4"',
)
STANDS_TWICE = Code(
    "E0507",
    "An entry that is given twice",
    "`{name}` of `{thing}` is given here for the second time",
    "delete one of them, or put them together",
    "A thing says each of its entries once, and a mod changes each of them once. So do a game, a kind, a "
    "relation, a sign, a table, a list of words, an action and a test what they say. Of two, only one would "
    "count, and the other would be lost without a word.",
    example="spell flame:\n  cost: 1\n  cost: 2\n# instead:\nspell flame:\n  cost: 2",
)
