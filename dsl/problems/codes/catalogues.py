"""W11xx and E11xx: catalogues of texts in other languages."""

from ..diagnostics import Code

BAD_CATALOGUE = Code(
    "E1101",
    "A catalogue of texts that cannot be read",
    "{why}",
    "write `key: text` on one line, the text in quotes if it contains a colon or a quote",
    "A file `texts/LANG.yaml` is a list of keys, each followed by the text in that language. The key says "
    "whose text it is, and stays as `tilewright texts` wrote it.",
    example='verb/attack/say/1: Pozor: útok!\n# instead:\nverb/attack/say/1: "Pozor: útok!"',
)
TRANSLATED_TWICE = Code(
    "E1102",
    "A text that is translated twice",
    "`{name}` is given here for the second time",
    "keep one of them",
    "One of two entries with the same key would be ignored without a word.",
    example="card/axe/title: Sekera\ncard/axe/title: Sekyra\n# instead:\ncard/axe/title: Sekera",
)
UNKNOWN_TEXT = Code(
    "W1111",
    "A translation of nothing",
    "the game has no text `{name}`",
    "`tilewright texts` moves it to the end of the file; or correct the key",
    "Nothing in the game has this key any more, so nobody will read this entry.",
    severity="warning",
    example="card/exa/title: Sekera\n# instead:\ncard/axe/title: Sekera",
)
IDLE_ENTRY = Code(
    "W1143",
    "A translation that another one replaces",
    "`{name}` is read from the entry in line {line}, which was made for the words that it has now",
    "keep one of the two, with this key",
    "A text that has moved takes its translation with it: the entry for its words counts more than the entry "
    "for its new key, if that was made for other words. Nobody reads the other entry.",
    severity="warning",
    example="# en: Axe\ncard/hatchet/title: Sekera\n# en: Hatchet\ncard/axe/title: Sekerka\n"
    "# instead:\n# en: Axe\ncard/axe/title: Sekera",
)
WRONG_GAPS = Code(
    "W1112",
    "A gap that the original lacks",
    'nothing fills {gaps} here: the original is "{original}"',
    "use the gaps of the original",
    "The game fills the gaps of a text by their numbers. A gap that the original lacks stays empty, so the "
    "game shows the original instead.",
    severity="warning",
    example="# en: {0} attacks.\nverb/attack/say/1: Útočí {1}.\n# instead:\nverb/attack/say/1: Útočí {0}.",
)
LOST_GAPS = Code(
    "W1122",
    "A gap that a translation leaves out",
    'this leaves out what fills {gaps} in the original: "{original}"',
    "say it somewhere; if the language says it without, allow the warning and say so",
    "The game fills the gaps of a text with names and numbers. Where a translation has no place for one, its "
    "readers are told less than others.",
    severity="warning",
    confidence="likely",
    example="# en: {0} loses {1} health.\nverb/hurt/say/1: Au!\n# instead:\n"
    "verb/hurt/say/1: {0} ztrácí {1} zdraví.",
)
MISSING_TEXTS = Code(
    "W1113",
    "Texts without a translation",
    "{missing} of {texts} texts have no translation into `{language}`; the first is `{first}`",
    "run `tilewright texts`, then fill in the empty entries",
    "`languages:` in `package.yaml` promises this language. Where a translation is missing, players read the "
    "original.",
    severity="warning",
    example="card/axe/title:\n# instead:\ncard/axe/title: Sekera",
)
CHANGED_TEXTS = Code(
    "W1114",
    "Translations of what the game no longer says",
    "texts whose original has changed since they were translated: {changed}; the first is `{first}`",
    "run `tilewright texts`, look at each entry with a line `# was:`, and delete that line",
    "The translation is still shown, although it may no longer say what the game says.",
    severity="warning",
    example="# en: Draw 3 cards.\n# was: Draw 2 cards.\ncard/luck/text: Lízni si 2 karty.",
)
NO_CATALOGUE = Code(
    "W1115",
    "A language without texts",
    "there is no `texts/{language}.yaml`",
    "run `tilewright texts`, or take the language off the list",
    "`languages:` lists the languages in which the package can be played. English needs no file.",
    severity="warning",
    example="languages: [en, cs], without a file texts/cs.yaml",
)
BROKEN_GAP = Code(
    "W1116",
    "Braces that are no gap",
    "`{found}` is not filled: a gap is a number in braces, as in `{{0}}`",
    "write the gaps as in the original: {original}",
    "The game fills the gaps of a text by their numbers. Anything else in braces is shown as it is.",
    severity="warning",
    example='# en: {0} attacks.\nverb/attack/say/1: "{0 attacks."\n# instead:\n'
    'verb/attack/say/1: "{0} attacks."',
)
ODD_QUOTE = Code(
    "W1119",
    "A quote that the original lacks",
    'a quote is left over here, which players would see: the original is "{original}"',
    'take it out; a text that needs quotes around it has straight ones at both ends: "like this"',
    "In a catalogue only straight quotes around a whole text are no part of it. All others are shown as "
    "they are written.",
    severity="warning",
    example='card/axe/title: Sekera"\n# instead:\ncard/axe/title: Sekera',
)
WRONG_FORMS = Code(
    "W1117",
    "Too few or too many forms of a word",
    "`{gap}` gives {given} of a word, but `{language}` needs {wanted}",
    "write one form for each: in Czech for 1, for 2 to 4, and for all other numbers",
    "A gap `{0|token|tokens}` gives a word the form that goes with the number in gap 0, or with how many "
    "things are listed there. How many forms there are depends on the language.",
    severity="warning",
    example='# en: {0} draws {1} tokens.\nverb/shoot/say/1: "{0} losuje {1} {1|žeton|žetonů}."\n# instead:\n'
    'verb/shoot/say/1: "{0} losuje {1} {1|žeton|žetony|žetonů}."',
)
