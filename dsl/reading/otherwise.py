"""What is written otherwise here than in other languages or in rulebooks: data, asked of a line's halves."""

from __future__ import annotations

import re
from typing import NamedTuple

from .line_forms import STRING_OR_REMARK

_REMARK = "a remark begins with `#`"
_NAME = r"[A-Za-z_]\w*"
_PATH = rf"{_NAME}(?:\.\w+)*"
"""A name, or a copy or property of it: `player.1`."""
_BEGINS = rf"(?:^|: ) *({_NAME}) ?$"
"""A name with which a statement begins."""
_MEMBERS = rf"((?:\.{_NAME})*) ?"

_DEEDS = r"(?:draws?|gains?|loses|takes?|moves|discards?|pays?|gets?|puts?)"
_WHAT_IS_DONE = "a rule says what is done: `move top 2 of deck to player.hand`, `raise hero.health by 1`"
_LAID = r"(?:put|place|return|remove|take)"
_MOVED = "write `move THING to PLACE`; what leaves the game moves to `box`"


class _Written(NamedTuple):
    """What stands before the place where a line makes no sense any more, what follows there, and how it is
    written: `{left[1]}` is a group of the one, `{right[1]}` of the other.
    """

    left: str
    right: str
    how: str


_OTHERWISE = tuple(
    _Written(*one)
    for one in (
        (r"^ *$|\s$", r"//|/\*|--(?!\w)", _REMARK),
        (r"//|/$|\s--\s|\s--$", "", _REMARK),
        (r"^$", r"[-=*_/<>+~]{2}", _REMARK),
        (r"\S {2,}$", r"[A-Za-z]\w* [A-Za-z]", _REMARK),
        (
            r"(number -?\d+ to|slot for) ?$",
            r"[a-z_]",
            "write digits: a range and the size of a slot are fixed; bound what changes by "
            "`modifier … at most`",
        ),
        (
            r"\b(top|bottom) ?$",
            r"[^\n]*[-+*/][^\n]* of\b",
            "put the number in parentheses: `top (n + 1) of deck`",
        ),
        (
            r"(?:: |number |from |between )(\d+) ?$",
            r"(?:-|\.\.) ?(\d+)",
            "a range is written `{left[1]} to {right[1]}`",
        ),
        (r"\b(\d{1,3})$", r",(\d{3})\b", "a number has no comma in it: `{left[1]}{right[1]}`"),
        (_BEGINS, rf"{_MEMBERS}\+= ?(.+)", "write `raise {left[1]}{right[1]} by {right[2]}`"),
        (_BEGINS, rf"{_MEMBERS}-= ?(.+)", "write `lower {left[1]}{right[1]} by {right[2]}`"),
        (_BEGINS, rf"{_MEMBERS}\+\+", "write `raise {left[1]}{right[1]} by 1`"),
        (_BEGINS, rf"{_MEMBERS}--", "write `lower {left[1]}{right[1]} by 1`"),
        (_BEGINS, rf"{_MEMBERS}:= ?(.+)", "write `set {left[1]}{right[1]} to {right[2]}`"),
        ("", r":=", "write `=`"),
        ("", r"\|\|", "write `or`"),
        ("", r"->", "write `.`"),
        ("", r"or (?:null|nil|nothing|nobody)\b", "write `or none`"),
        (r"\bnot $", r"(none|empty|gone)\b", "write `is not {right[1]}`"),
        ("", r", reset (?!each\b)([a-z]\w*)", "write `, reset each {right[1]}`"),
        (
            "",
            r", reset *(?:$|\[|#|,)",
            "write `, reset each VERB`: it is as at first whenever that verb begins",
        ),
        (rf"(?:^|: ) *(?:the )?({_NAME}) $", r"wins\b", "who wins stands behind it: `win {left[1]}`"),
        (rf"(?:^|: ) *(?:the )?({_NAME}) $", r"loses\b", "who loses stands behind it: `lose {left[1]}`"),
        (
            r"(?:^|: ) *(win|lose) ([^\",:]+?)(?: because| since| as| with)? ?$",
            r"(?:[:;-]|because|since|as|with|for)? ?(\"[^\"]*\")",
            "a comma stands before the reason: `{left[1]} {left[2]}, {right[1]}`",
        ),
        (
            r"(?:^|: ) *(win|lose) (?:for|by|to|as) $",
            rf"({_PATH})",
            "who it is stands right behind it: `{left[1]} {right[1]}`",
        ),
        (
            r"(?:^|: ) *(win|lose),? \"+,? ?$",
            rf"(?:(?:for|by|to|as) )?({_PATH})",
            'who it is stands first, the reason last: `{left[1]} {right[1]}, "REASON"`',
        ),
        (
            r"(?:^|: ) *draw ?$",
            r", ?(\"[^\"]*\")",
            "a draw has no player, so there is no comma: `draw {right[1]}`",
        ),
        (
            r"^ *(?:expect: *)?(?:not )?(asked|offered)\b.*\bamong ([^,\"]+?) ?$",
            r", ?([^#\n]*[^#\s])",
            "what is named one by one is a list: `… among list({left[2]}, {right[1]})`",
        ),
        (
            r"^ *(?:expect: *)?(?:not )?asked among $",
            "",
            "say who is asked: `asked PLAYER among SET`",
        ),
        (
            r"^ *(?:expect: *)?(?:not )?asked \"+ $",
            rf"(?:to|of|by|for) ({_PATH})",
            'who is asked stands first: `asked {right[1]} "QUESTION"`',
        ),
        (
            rf"^ *(?:expect: *)?(?:not )?asked ({_PATH}) $",
            r"(?:for|about|whether|with|to) ?(\"[^\"]*\")",
            "the question follows who is asked: `asked {left[1]} {right[1]}`",
        ),
        (
            rf"^ *(?:expect: *)?(?:not )?asked ({_PATH}) ?$",
            r", ",
            "each who is asked has a line of its own; what they choose from follows: "
            "`asked {left[1]} among list(…)`",
        ),
        (
            r"^ *(?:expect: *)?(?:not )?offered\b.* $",
            r"among\b",
            "`offered` names single answers; all that somebody chooses from is `asked PLAYER among SET`",
        ),
        (
            r"^ *(?:expect: *)?((?:not )?)(?:says?|tells?|told) $",
            r"\"",
            'what could be read is `{left[1]}said "TEXT"`',
        ),
        (
            r"\bgame is (won|lost) $",
            rf"(?:(?:for|to|with) )?({_PATH})",
            "write `game is {left[1]} by {right[1]}`",
        ),
        (
            r"\bgame is (won|lost) \"+ $",
            rf"(?:for|to|by) ({_PATH})",
            'who it is stands before the reason: `game is {left[1]} by {right[1]} "REASON"`',
        ),
        (
            r"\S ?$",
            r", ?(asking|by|secretly|always|where|with least|with most)\b",
            "no comma stands before `{right[1]}`",
        ),
        (
            rf"\b(from|in) ({_PATH}) ?$",
            rf", ?(?!(?:asking|noting|or|and|ties|by|secretly|always)\b)({_PATH}(?:, ?{_PATH})*)",
            "what is named one by one is a list: `… {left[1]} list({left[2]}, {right[1]})`",
        ),
        (
            r"^ *(?:[^\"]*: *)?(?:win|end|finish) (?:the )?$",
            r"game\b",
            "a game ends by `win`, `lose` or `draw`",
        ),
        (
            rf"\b(?:if|when|where|not|and|or|needs|=) (?:[^\"]*[ (])?(?!(?:any|no) )({_NAME}) $",
            rf"((?!is|has|was)[a-z]+s) ({_NAME})",
            "a relation is asked by its name, `NAME({left[1]}, {right[2]})`, or by a phrase with `can` or "
            "`is`: `{left[1]} can see {right[2]}`",
        ),
        (r"(?<![A-Za-z_])\d*$", r"\.\d+", "there are whole numbers only"),
        (r"\.$", r"\.", "take out one of the two"),
        (r"\b([a-z]+) \1 $", "", "`{left[1]}` stands here twice: take one out"),
        (rf"(?<![\w.])({_NAME})$", rf"-({_NAME})", "a name is one word: `{left[1]}_{right[1]}`"),
        (rf"^ *kind {_NAME} $", r"(?:extends|inherits|from|of)\b", "write `is`"),
        (
            r"^ +$",
            r"(?:or|option|case|label|when) ?\"[^\"]*\" ?(?:when [^:]*)?:",
            'an option of `choose one:` is its label and a colon, in a line of its own: `"LABEL": …`',
        ),
        (
            r"^ +$",
            r"[.+|#][-.+|# ~]{3,}$",
            "rows of squares are drawn below a line `drawing:`, two columns further in",
        ),
        (rf"^ +(?:[^\"]*: *)?(?:(?:the|each) )?{_NAME} $", rf"{_DEEDS} ", _WHAT_IS_DONE),
        (rf"^ +(?:[^\"]*: *)?(?:(?:the|each) )?{_NAME} {_DEEDS} $", "", _WHAT_IS_DONE),
        (
            r"^ +you may $",
            r"[a-z]",
            'what may be done has a label, and what it does stands below: `you may "Draw a card":`',
        ),
        (rf"^ +(?:[^\"]*: *)?{_LAID} $", r"[a-z][^:]* (?:to|into|onto|on|in|from|back)\b", _MOVED),
        (rf"^ +(?:[^\"]*: *)?{_LAID} [^:]*$", r"(?:to|into|onto|on|in|from|back)\b", _MOVED),
        (rf"^ +(?:[^\"]*: *)?{_LAID} [^:]* (?:to|into|onto|on|in|from)(?: the)? $", r"\w", _MOVED),
        (r" is (?:at )?$", r"(?:at )?least\b", "write `>=`"),
        (r" is (?:at )?$", r"(?:at )?most\b", "write `<=`"),
        (r" is (?:more |greater )?$", r"(?:more |greater )?than\b", "write `>`"),
        (r" is (?:less |fewer )?$", r"(?:less |fewer )?than\b", "write `<`"),
        (r"^ +choose ?$", r":", "options with labels are asked for by `choose one:`"),
        (
            rf"\b({_NAME}) has ({_NAME}) $",
            rf"(?:to|with|from) ({_NAME})",
            "a relation is asked by its name: `{left[2]}({left[1]}, {right[1]})`",
        ),
        (r"^ +otherwise$", r":", "in a verb or rule it is written `else:`"),
        (
            r"^ *(?:[^\"]*: *)?(?:discard|gain|deal)\b[^:]*$",
            r'[a-z0-9"]',
            "write `move CARD to PILE` or `raise VALUE by 1`; other words are verbs that a game declares",
        ),
        (
            r"^ *(?:[^\"]*: *)?draw (?:\w+ )?$",
            r"(?:\w+ )*cards?\b",
            "write `move top 2 of deck to player.hand`: `draw` ends a game that nobody wins",
        ),
        (
            r"^ *(?:[^\"]*: *)?ask\b[^:]*$",
            r'[a-z0-9"]',
            'who is asked stands behind `by`: `choose X from SET by PLAYER asking "…"`, '
            '`you may "…":` below `as PLAYER:`',
        ),
    )
)


def written_otherwise(before: str, rest: str) -> str:
    """How it is written, for some who tried another way: by what stands before and behind in its line."""
    plain = STRING_OR_REMARK.sub(lambda match: '"' * len(match[0]), before)
    for one in _OTHERWISE:
        left, right = re.search(one.left, plain), re.match(one.right, rest)
        if left is not None and right is not None:
            return one.how.format(left=left, right=right)
    return ""
