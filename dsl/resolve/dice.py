"""Dice: the faces that are declared → numbers, or words of an enumeration."""

from collections.abc import Iterator

from .. import nodes
from ..model import DieSymbol
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.twice import given_twice
from ..source import Span, Word
from ..value_types import NUMBER, Type, word
from ..vocabulary import VALUE_WORDS
from .collect import Collector

MAX_FACES = 1000


def die_of(
    collector: Collector, name: Word, faces: tuple[nodes.SyntaxNode, ...], span: Span, old: Type | None = None
) -> DieSymbol:
    """A die as it is declared; one that replaces another has the same numbers or words on it."""
    numbers: list[int] = []
    words: list[Word] = []
    collector.problems += _counted_once(faces, name)
    for face in faces:
        match face:
            case nodes.FaceRange(low=low, high=high):
                first, last = collector.in_order(low, high) or (1, 0)
                numbers += range(first, min(last, first + MAX_FACES) + 1)
            case nodes.FaceNumber(number=number, times=times):
                numbers += [collector.whole(number)] * _times(collector, times)
            case nodes.FaceWord(word=face_word, times=times):
                if face_word in VALUE_WORDS:
                    way = "write another word, such as `nothing`" if face_word == "none" else None
                    collector.report(codes.RESERVED.at(face_word.span, word=face_word, help=way))
                words += [face_word] * _times(collector, times)
    if len(numbers) + len(words) > MAX_FACES:
        collector.report(codes.TOO_LARGE.at(span, what="this die", size="more faces", limit=MAX_FACES))
        del numbers[MAX_FACES:], words[MAX_FACES:]
    if words and numbers:
        collector.report(
            codes.BAD_RULE.at(
                span, message=f"the die `{name}` mixes numbers and words", proposal="use one sort of face"
            )
        )
        return DieSymbol(str(name), NUMBER, tuple(numbers), span)
    if old is not None:
        return _replacing(collector, name, words, numbers, span, old)
    if words:
        distinct = tuple(dict.fromkeys(words))
        enumeration = collector.enumeration(distinct, str(name))
        return DieSymbol(str(name), word(enumeration), tuple(distinct.index(w) for w in words), span)
    return DieSymbol(str(name), NUMBER, tuple(numbers) or (0,), span)


def _counted_once(faces: tuple[nodes.SyntaxNode, ...], name: Word) -> Iterator[Diagnostic]:
    """A face that stands there with its number, as `x2`, and once more."""
    written: list[tuple[Word, Word | None]] = []
    for face in faces:
        if isinstance(face, nodes.FaceWord):
            written.append((face.word, face.times))
        elif isinstance(face, nodes.FaceNumber):
            assert isinstance(face.number, nodes.Positive | nodes.NegativeNumber)
            written.append((Word(str(face.number.value), face.span), face.times))
    counted = {one for one, times in written if times}
    return given_twice((one for one, _ in written if one in counted), str(name))


def _replacing(
    collector: Collector, name: Word, words: list[Word], numbers: list[int], span: Span, old: Type
) -> DieSymbol:
    """A die in the place of another: rules speak of the words or numbers that are on that."""
    known = collector.model.words.get(old.name, ())
    wrong = next((word for word in words if word not in known), None if words or not known else name)
    if wrong is not None:
        message = f"on `{name}` are {', '.join(known) or 'numbers'}, and rules speak of these"
        collector.report(codes.BAD_RULE.at(wrong.span, message=message, proposal="keep to them"))
    faces = [known.index(one) for one in words if one in known] if known else numbers
    return DieSymbol(str(name), old, tuple(faces) or (0,), span)


def _times(collector: Collector, times: Word | None) -> int:
    """How often a face stands on a die: `x2`."""
    return collector.up_to(Word(times[1:], times.span), MAX_FACES, "this die") if times else 1
