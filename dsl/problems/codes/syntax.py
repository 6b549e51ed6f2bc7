"""E01xx: layout and syntax."""

from ..diagnostics import Code

TAB = Code(
    "E0101",
    "A tab in the indentation",
    "a tab is used here{more}",
    "use spaces: every level is indented by two",
    "What belongs to a line is indented under it, and a tab is as wide as each editor likes: the same file "
    "would mean different things. Most editors can be told to write spaces when the tab key is pressed.",
    example='to play:\n⇥say "Hello"\n# instead:\nto play:\n  say "Hello"',
)
NOT_TEXT = Code(
    "E0102",
    "Not a text file",
    "this file is not text: {why}",
    "save it as UTF-8 text",
    "A source file is plain text in UTF-8, as every editor saves it. This one holds something else: "
    "perhaps it is a picture or a document of an office program, or it was saved in an old encoding.",
    example="a file saved as Latin-1, with an é that is one byte\n# instead:\nthe same text, saved as UTF-8",
)
TOO_LARGE = Code(
    "E0103",
    "Something beyond the limits",
    "{what} is too large: {size}, at most {limit}",
    "split it into several",
    "Files, lines, declarations and nesting have limits, so that no file can make the compiler hang. Game "
    "descriptions stay far below them; whatever reaches one is easier to read in several pieces.",
    example="define sum: number = ((((((… a hundred parentheses …))))))",
)
BAD_INDENT = Code(
    "E0104",
    "Indentation that fits no block",
    "the indentation of this line matches that of no line above it",
    "align it with a line of the block it belongs to",
    "The indentation says to which block a line belongs. This line lies between two levels, so it could "
    "belong to either.",
    example='to play:\n    say "one"\n  say "two"\n# instead:\nto play:\n  say "one"\n  say "two"',
)
EXPECTED_BLOCK = Code(
    "E0105",
    "A colon without a block",
    "nothing is indented under this line, but it ends in a colon",
    "indent what belongs to it by two spaces, write it behind the colon, or drop the colon",
    "A colon at the end of a line announces a block: the lines below it, indented by two spaces more. Here "
    "there are none.",
    example="if deck is empty:\nshuffle discards\n# instead:\nif deck is empty:\n  shuffle discards",
)
MISSING_COLON = Code(
    "E0106",
    "A block without a colon",
    "the lines below are indented under this one, but it does not end in a colon",
    "end this line with `:`, or indent what is below no deeper; a long line goes on below only after a "
    "comma, a sign such as `+` or a word such as `and`",
    "A line that owns a block says so with a colon at its end. If these lines are meant to be one, break the "
    "first after a comma, after `and`, `or`, `where`, `+` or `=`, or inside parentheses.",
    example="if deck is empty\n  shuffle discards\n# instead:\nif deck is empty:\n  shuffle discards",
)
UNEXPECTED = Code(
    "E0107",
    "A word out of place",
    "{message}",
    "{proposal}",
    "The line makes sense up to this word, and no further. Often a small word such as `to` or "
    "`by` is missing before it, or a name is written as two words.",
    otherwise="`tilewright words` says how lines are written; one that belongs to the line above is indented",
    example="set hero.strength 3\n# instead:\nset hero.strength to 3",
)
BAD_CHARACTER = Code(
    "E0108",
    "A character the language does not know",
    "the character {found} means nothing here",
    "{proposal}",
    "Outside of texts in quotes and remarks only letters, digits and a few signs are used. Text that was "
    "copied from a word processor often brings curly quotes with it.",
    example='say “Hello”\n# instead:\nsay "Hello"',
)
RESERVED = Code(
    "E0109",
    "A word of the language used as a name",
    "`{word}` is a word of the language and cannot be a name here",
    "choose another name, such as `{word}_`",
    "Words with which statements are written cannot be names of things, kinds or parts, for then nobody "
    "could tell the two apart.",
    example="let to = 3\n# instead:\nlet goal = 3",
)
UNEXPECTED_END = Code(
    "E0110",
    "A line that ends too early",
    "the line ends here, but {expected} should follow",
    "{proposal}",
    "The statement is not complete. A long line may go on below if it ends in a comma, in `and`, `or`, "
    "`where`, `+` or `=`, or inside parentheses.",
    otherwise="complete it, or take it out",
    example="move scout to\n# instead:\nmove scout to gate",
)
TOO_MANY = Code(
    "E0111",
    "More problems than anybody wants to read",
    "there are more than {limit} problems up to here: the rest of this file is left out",
    "correct the first ones: others may go with them",
    "One slip at the top of a file can make everything below it look wrong. So reading stops after many "
    "problems; the next check shows what is left.",
    example="a picture that was named `cards.wright`",
)
UNCLOSED = Code(
    "E0112",
    "Something opened and never closed",
    "{what} begins here and never ends",
    "close it with `{sign}`",
    "A text ends with the quote at its end, in the same line. What stands in parentheses may go on over "
    "several lines, so a missing `)` swallows what follows.",
    example='say "Hello\n# instead:\nsay "Hello"',
)
HARMFUL_CHARACTER = Code(
    "E0113",
    "A character that cannot be seen, and does harm",
    "the character {found} stands {where}",
    "{proposal}",
    "Control characters steer terminals, marks of direction make a line read other than it is, and some are "
    "no characters at all: pictures and other programs cannot show them. Such a character comes along when "
    "text is copied from slides, web pages or a terminal, and most editors do not show it. Letters of all "
    "languages, joined emoji and typographic signs may be written as they are.",
    example='title: "Title⟨U+000B⟩second"\n# instead:\ntitle: "Title, second"',
)
