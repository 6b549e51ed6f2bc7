"""W109x, W1118, W1121 and W1142: what a story says and does not show, or says twice."""

from ..diagnostics import Code

NO_RULE_OF_LABEL = Code(
    "W1094",
    "A story about a rule that is nowhere",
    "no rule has the label `{name}`",
    "{near}",
    "The label of a story says which rules it tests: it is that of a rule, verb, value or setting, or the "
    "name of what the story is about. Numbers such as EX-1 are those of examples if no rule is numbered so.",
    severity="warning",
    confidence="likely",
    example='test "Who is down cannot walk" [R-4.3]:\n  …\n# and of the rules only this is near:\n'
    "action walk by (hero) [R-4.2]:",
    otherwise="write the label of the rule that it tests, or give the rule that label",
)
TITLE_TWICE = Code(
    "W1096",
    "Two tests of one title",
    "another test has the title `{name}`, too",
    "give one of them another title",
    "Tests are named by their titles: by `after`, by a comparison of views and by `--test`. All of these "
    "mean the first test with that title.",
    severity="warning",
    example='test "A door opens":\n  do: open gate\n  expect: gate.open\n'
    'test "A door opens":\n  do: open hatch\n  expect: hatch.open',
)
IDLE_COLUMN = Code(
    "W1097",
    "A column that its test does not name",
    "this test never says `{name}`, so what stands in this column makes no difference",
    "write `{name}` where its value belongs, or leave the column out",
    "Wherever a test with a table writes the name of a column, the row's value is used.",
    severity="warning",
    example="cases:\n  | card | left |\n  | axe  | 2    |\ndo: play card\nexpect: hero.energy = 2\n"
    "# instead:\nexpect: hero.energy = left",
)
ROW_TWICE = Code(
    "W1098",
    "A row that stands twice",
    "this row says the same as one above, so its test is the same",
    "write the case that was meant, or leave the row out",
    "Each row of `cases:` makes a test of its own. Rows that are equal make the same test.",
    severity="warning",
    example="cases:\n  | card | left |\n  | axe  | 2    |\n  | axe  | 2    |\n# instead:\n"
    "cases:\n  | card | left |\n  | axe  | 2    |\n  | pike | 1    |",
)
NOBODY_SAYS = Code(
    "W1118",
    "A text that nothing in the game says",
    "nothing in the game says `{word}`, so this line cannot fail",
    "{near}",
    "`not said` and `not offered` prove something only about a text that the game could say or offer. "
    "Whether a word is in any text, name or title of the game can be told before a story is played.",
    otherwise="write the words of the text that is not to come",
    severity="warning",
    example='expect: not said "Misssed"\n# instead:\nexpect: not said "Missed"',
)
NOTHING_EXPECTED = Code(
    "W1121",
    "A story that expects nothing",
    "nothing is expected of this, and no other test begins where this one ends",
    "say below it, in `expect:`, what must be so then",
    "A story shows something only by what it expects. Without that it fails where the game is stuck, or an "
    "answer is not offered, and nowhere else.",
    severity="warning",
    confidence="likely",
    example='test "She walks":\n  do: walk by ada to b1\n# instead:\ntest "She walks":\n'
    "  do: walk by ada to b1\n  expect: ada.space is b1",
)
NO_SUCH_REASON = Code(
    "W1142",
    "A reason that no rule gives",
    "no rule gives a reason with these words, so this line cannot hold",
    "{near}",
    "Why an action is refused is said behind `needs` and `forbid`, or by the engine where a price or a limit "
    "stands against it; why the game is over, behind `win`, `lose` and `draw`; what the table shows, behind "
    "`goal`, `threat` and `deadline`. A part of that text is enough.",
    otherwise="write a part of the text as the rule has it",
    severity="warning",
    confidence="likely",
    example='action rest by (hero):\n  needs hero.tired, "Not tired."\n# and in a story:\n'
    'expect: refused rest "Is not tired"\n# instead:\nexpect: refused rest "Not tired"',
)
