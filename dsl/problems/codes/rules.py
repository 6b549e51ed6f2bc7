"""E04xx: verbs and rules."""

from ..diagnostics import Code

MISSING_PART = Code(
    "E0401",
    "A missing part of a verb",
    "`{verb}` needs {part}",
    "it is called as `{form}`",
    "A verb is called in the form in which it is declared. Parts with a `from` may be left out, and "
    "somebody is asked; parts with a default take that.",
    example="shoot at guard\n# instead:\nshoot with bow at guard",
)
FOREIGN_PART = Code(
    "E0402",
    "A part the verb does not have",
    "`{verb}` has no {part}",
    "it is called as `{form}`",
    "The small words with, at, to, by, from, for, of, along, against and on say which part a value is. "
    "This verb has none with this word, or it has been given already.",
    example="shoot with bow upon guard\n# instead:\nshoot with bow at guard",
)
NOT_AN_ACTION = Code(
    "E0403",
    "A condition in the middle of a verb",
    "`{word}` can only be at the beginning of a verb or action",
    "move it up, above everything that the verb does",
    "`needs`, `takes`, `cost`, `limit`, `in`, `means` and `ordered by` say when a verb may be done, and how "
    "it is offered, before anything of it happens. Inside the body, use `if`.",
    example="to rest:\n"
    "  draw_card\n"
    "  needs not hero.down\n"
    "# instead:\n"
    "to rest:\n"
    "  needs not hero.down\n"
    "  draw_card",
)
NO_RESULT = Code(
    "E0404",
    "A verb without a result",
    "`{verb}` gives nothing",
    "let it say `gives TYPE` in its first line",
    "A verb that gives a value says so in its head; then `give` can be written in it, and `as NAME` after "
    "its calls.",
    example="to test:\n  give yes\n# instead:\nto test gives yes/no:\n  give yes",
)
LOOP_ONLY = Code(
    "E0405",
    "`stop` or `skip` outside a loop",
    "`{word}` only makes sense in a loop",
    "{proposal}",
    "`stop` leaves the nearest loop and `skip` goes on with its next pass. Here there is no loop around it.",
    example="if hero.down: stop\n# instead:\nif hero.down: done",
)
NOT_IN_AT_ONCE = Code(
    "E0406",
    "A statement that cannot be part of `at once`",
    "only plain changes can be made in `at once`",
    "move it before or after the block",
    "What is in `at once` happens as one change: nothing can come between. So nobody can be asked "
    "there, nothing rolled and no verb called.",
    example="at once:\n"
    "  roll attack_die\n"
    "  move hero to gate\n"
    "# instead:\n"
    "roll attack_die\n"
    "at once:\n"
    "  move hero to gate",
)
PROCEED_PLACE = Code(
    "E0407",
    "`proceed` outside an `instead of` rule",
    "`proceed` only works in an `instead of` rule",
    "write the rule as `instead of VERB:`, or call the verb by its name",
    "`proceed` goes on with what the rule replaces. A `before` or `after` rule replaces nothing: the verb "
    "goes on by itself.",
    example="after shoot: proceed\n# instead:\ninstead of shoot: proceed",
)
BAD_RULE = Code(
    "E0408",
    "A rule that cannot work",
    "{message}",
    "{proposal}",
    "The rule can be read, but it cannot do what it seems to say.",
    example="die odd_die: 1, 2, miss\n# instead:\ndie odd_die: one, two, miss",
)
