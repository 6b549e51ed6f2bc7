"""What could stand where something else does, in words: by the names that the grammar has for it."""

from . import line_forms

VALUE_BEGINS = frozenset(
    (
        "NAME",
        "NUMBER",
        "STRING",
        "LPAR",
        "FUNC",
        "YES",
        "NO",
        "NONE",
        "THIS",
        "IT",
        "YOU",
        "SPARE",
        "PILE_END",
        "MINUS",
        "NOT",
        "ANY",
        "_NO",
        "DURING",
    )
)
VALUE_GOES_ON = frozenset(
    (
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "DOT",
        "EXCEPT",
        "IS",
        "IN",
        "HAS",
        "CAN",
        "COMPARE",
        "EQUAL",
        "AND",
        "OR",
        "WHERE",
        "WITH_KEY",
        "NOT",
        "IF",
    )
)
_CALLED = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "EQUAL": "`=`",
    "DOT": "`.`",
    "_NL": "the end of the line",
    "$END": "the end of the value",
    "LABEL": "a label such as `[A-1]`",
    "ROW": "a row of a table",
    "DRAWING": "a drawing",
    "_INDENT": "a block",
    "__ANON_0": "`number`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "SLASH": "`/`",
    "STAR": "`*`",
    "OR_NONE": "`or none`",
    "TIMES": "a number of faces such as `x2`",
    "COMPARE": "`<`",
    "COMMA_OR": "`, or`",
    "COMMA_NOTING": "`, noting`",
    "COMMA_SEEN": "`, seen by`",
    "COMMA_RESET": "`, reset each`",
    "COMMA_IN_PLAY": "`, in play`",
    "COMMA_TIES": "`, ties by`",
    "AT_ANY_TIME": "`, at any time`",
}

_QUESTIONS = {"CHOOSE", "CHOOSE_ONE", "OFFER", "YOU"}


_PARTS_OF_A_TEST = {"GIVEN", "DO", "EXPECT"}


def what_can(accepts: frozenset[str], word: str) -> str:
    """What would have fitted where a line begins with a word, if that can be said in few words."""
    if accepts == _QUESTIONS:
        return "the first line of `together` asks: `choose …`, `choose one:`, `offer …` or `you may …`"
    if accepts >= _PARTS_OF_A_TEST:
        given = "" if line_forms.story_forms(word) else ", or below `given:` where no rule is to react"
        return f"in a test it stands below `do:`{given}"
    words = sorted(name.lower() for name in accepts)
    forms = line_forms.fitting(words[0], ["choose", "from"], at_margin=False) if len(words) == 1 else []
    return f"what belongs here is `{forms[0]}`" if forms else ""


def readable(accepts: frozenset[str]) -> str:
    """What would have fitted, if that can be said in few words."""
    if len(accepts & VALUE_BEGINS) > 4:
        return "a value"
    left = (accepts - VALUE_GOES_ON or accepts) - {"FUNC"}
    words = sorted(_CALLED.get(name, f"`{as_written(name)}`") for name in left)
    if len(words) > 4:
        return ""
    return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else "".join(words)


def as_written(name: str) -> str:
    """The word for which the grammar has this name."""
    return name.lower().strip("_").replace("_", " ")
