"""An answer as somebody types it: numbers, or words of labels → the options that are meant."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.schemas.view import SeenOption, SeenQuestion
from tilewright.schemas.wording import ENGLISH, Wording

from . import text_view
from .text_names import typed


def chosen_options(line: str, question: SeenQuestion, speech: Wording = ENGLISH) -> list[int]:
    """The ids of the options that a line names; raises ValueError, for the reader, if it names none."""
    options: list[SeenOption] = question["options"]
    if not line and question["sort"] == "pause":
        return [next(option["id"] for option in reversed(options) if option["action"] is None)]
    if not line and (not options or question["most"] == 0):
        return []
    if not line:
        raise ValueError(speech.say("engine/write_number"))
    if text_view.is_number(question):
        return [_by_number(line, options, speech)["id"]]
    if line in ("0", "none", "nothing") and question["least"] == 0:
        return []
    numbers = list(_numbers(line, len(options), speech))
    if not numbers:
        return [_by_label(line, options, speech)["id"]]
    if question["sort"] != "several" and len(numbers) > 1:
        raise ValueError(speech.say("engine/only_one"))
    if len(set(numbers)) < len(numbers):
        raise ValueError(speech.say("engine/only_once"))
    if not question["least"] <= len(numbers) <= question["most"]:
        raise ValueError(text_view.how_many(question["least"], question["most"], speech))
    return [options[number - 1]["id"] for number in numbers]


def _by_number(line: str, options: list[SeenOption], speech: Wording) -> SeenOption:
    """The option that is this number: what is written is what is meant."""
    if line.isdecimal():
        found = next(
            (one for one in options if one["number"] is not None and str(one["number"]) == line), None
        )
        if found is None:
            raise ValueError(speech.say("engine/not_offered", line[:9], text_view.numbers(options, speech)))
        return found
    return _by_label(line, options, speech)


def names_option(line: str, question: SeenQuestion) -> bool:
    """Whether a line is an answer: an option may be called like a command."""
    try:
        chosen_options(line, question)
    except ValueError:
        return False
    return True


def named_first(line: str, question: SeenQuestion) -> Iterator[tuple[int, SeenOption, str]]:
    """The options that the first words of a line name, with their numbers and the words that are left: those
    first that take most of them.
    """
    words = line.split()
    for cut in range(len(words), 0, -1):
        found = _called(" ".join(words[:cut]), question["options"])
        if len(found) == 1:
            yield question["options"].index(found[0]) + 1, found[0], " ".join(words[cut:])


def _numbers(line: str, count: int, speech: Wording) -> Iterator[int]:
    words = line.replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        return
    for word in words:
        if not 1 <= int(word[:9]) <= count:
            raise ValueError(speech.say("engine/no_option", word[:9], count))
        yield int(word)


def _by_label(line: str, options: list[SeenOption], speech: Wording) -> SeenOption:
    """The one option that is called so."""
    found = _called(line, options)
    if len(found) == 1:
        return found[0]
    if found:
        labels = ", ".join(option["label"] for option in found[:5])
        raise ValueError(speech.say("engine/several_begin", labels))
    raise ValueError(speech.say("engine/none_begins", repr(line)))


def _called(line: str, options: list[SeenOption]) -> list[SeenOption]:
    """The options with this label; else those whose label begins like this, else with a word that does."""
    wanted = typed(line)
    said = [(option, typed(option["label"])) for option in options]
    by_label = [option for option, label in said if label == wanted]
    by_beginning = [option for option, label in said if label.startswith(wanted)]
    return by_label or by_beginning or [option for option, label in said if f" {wanted}" in label]
