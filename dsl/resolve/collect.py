"""The model under construction and the problems met on the way, and what every stage asks of them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from .. import nodes
from ..model import Model
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..problems.suggest import KEPT_BY_MODS, TYPES, nearest
from ..problems.twice import given_twice
from ..source import Span, Word
from ..value_types import ANY, NUMBER, OR_NONE, TEXT, YES_NO, Type, listing, place, thing, word
from ..vocabulary import STATEMENT_WORDS, VALUE_WORDS, may_be_plural_of, plural_of

MAX_NUMBER = 2**31 - 1


@dataclass(slots=True)
class Collector:
    model: Model
    problems: list[Diagnostic] = field(default_factory=list)
    names: dict[tuple[str, str], Span] = field(default_factory=dict)
    headers: dict[str, dict[str, Span]] = field(default_factory=dict)  # what each package says of the game
    with_none: set[str] = field(default_factory=set)  # lists of words that have `none` among them
    by_word: int = 0  # the values that `by each` has declared
    missions: int = 0

    def report(self, problem: Diagnostic) -> None:
        self.problems.append(problem)

    def claim(self, space: str, name: Word, declared: nodes.SyntaxNode | None = None) -> bool:
        """Take a name in a name space (`kind`, `verb`, …); reports one that is taken and answers False.

        `declared` is what has that name, for the history.
        """
        if name in VALUE_WORDS or (space == "verb" and name in STATEMENT_WORDS and name != "draw"):
            self.report(codes.RESERVED.at(name.span, word=name))
            self.model.lost.add(str(name))
            if isinstance(declared, nodes.Kind) and declared.plural:
                self.model.lost.add(str(declared.plural))
            return False
        earlier = self.names.get((space, name))
        if earlier is not None:
            way = "give one of them another name" if space in KEPT_BY_MODS else None
            first = (Related(earlier, "it is declared here first"),)
            self.report(codes.DECLARED_TWICE.at(name.span, name=name, help=way, related=first))
            return False
        self.names[space, name] = name.span
        self.model.history.note("adds", space, name, name.span, value=declared)
        return True

    def says_anew(self, key: str, owner: Span, before: str, now: str, at: Span) -> None:
        """Note whose a title or text is once something was changed or replaced: words that stay are whose
        they were, also where all around them is new.
        """
        worded = self.model.worded
        if now == before:
            worded.setdefault(key, owner)
        else:
            worded[key] = at

    def named_once(self, names: Iterable[Word]) -> None:
        """The parts of a verb, or the parameters of a define: two of one name are reported."""
        met: dict[str, Span] = {}
        for name in names:
            if name in met:
                first = Related(met[name], "it is declared here first")
                self.report(codes.DECLARED_TWICE.at(name.span, name=name, related=(first,)))
            met.setdefault(name, name.span)

    def listed(self, words: tuple[Word, ...], of: str) -> tuple[Word, ...]:
        """The words of a list but for those that mean something of their own; these, and what stands there
        twice, are reported.
        """
        self.problems += given_twice(words, of)
        ways = {"none": "leave it out; what may have none of these words is `… or none`"}
        if {"yes", "no"} == set(words):
            ways = {"yes": "the type of what is so or not is `yes/no`", "no": ""}
        for one in words:
            if one in VALUE_WORDS and ways.get(one) != "":
                self.report(codes.RESERVED.at(one.span, word=one, help=ways.get(one)))
        return tuple(one for one in words if one not in VALUE_WORDS) or words

    def kind(self, name: Word) -> str:
        """The kind of that name; an unknown one is reported and stands for any thing."""
        if name not in self.model.kinds:
            self.report(codes.UNKNOWN_KIND.at(name.span, name=name, near=near_kind(name, self.model)))
            return "thing"
        return str(name)

    def enumeration(self, words: tuple[Word, ...], owner: str) -> str:
        """The enumeration of these words: the same words are the same one wherever they are listed."""
        plain = tuple(str(w) for w in words)
        for name, known in self.model.words.items():
            if known == plain:
                return name
        self.model.words[owner] = plain
        return owner

    def whole(self, node: nodes.SyntaxNode) -> int:
        """A number as written, with its sign; one that no property could hold is reported."""
        assert isinstance(node, nodes.Positive | nodes.NegativeNumber)
        if len(node.digits) > 10 or abs(node.value) > MAX_NUMBER:
            self.report(codes.RANGE.at(node.span, value="this number", low=-MAX_NUMBER, high=MAX_NUMBER))
            return 0
        return node.value

    def in_order(self, low: nodes.SyntaxNode, high: nodes.SyntaxNode) -> tuple[int, int] | None:
        """The numbers of a range as written; None, and told, if there is none from the one to the other."""
        least, most = self.whole(low), self.whole(high)
        if least <= most:
            return least, most
        message, proposal = f"no number lies from {least} to {most}", f"write `{most} to {least}`"
        self.report(codes.BAD_RULE.at(low.span.to(high.span), message=message, proposal=proposal))
        return None

    def up_to(self, digits: Word, limit: int, what: str) -> int:
        """A number of things, which has a limit."""
        if len(digits) > 9 or int(digits) > limit:
            self.report(codes.TOO_LARGE.at(digits.span, what=what, size=digits[:12], limit=limit))
            return limit
        return int(digits)

    def type_of(self, node: nodes.SyntaxNode, owner: str) -> Type:
        """The type a node of the grammar's `type` means; `owner` names an enumeration it introduces."""
        match node:
            case nodes.TypeNumber():
                return self._number(node)
            case nodes.TypePlainNumber():
                return NUMBER
            case nodes.TypeYesNo():
                return YES_NO
            case nodes.TypeText():
                return TEXT
            case nodes.TypePlace():
                return place("thing")
            case nodes.TypeWords(words=words):
                left = self.listed(words, owner.rpartition(".")[2])
                found = self.enumeration(left, owner)
                return word(self._or_none(found) if "none" in words else found)
            case nodes.TypeBy(type=inner) | nodes.TypeByEach(type=inner):
                return self.type_of(inner, owner)
            case nodes.TypeList(item=item):
                return listing(self.type_of(item, owner))
            case nodes.TypePile(kind=kind) | nodes.TypeBag(kind=kind):
                return place(self.kind(kind))
            case nodes.TypeSlot(kind=kind, number=number):
                return place(self.kind(kind), single=number == "1")
        assert isinstance(node, nodes.TypeName)
        return self._of_name(node.name, bool(node.or_none))

    def _of_name(self, name: Word, or_none: bool) -> Type:
        """The type that the name of words, of a kind or of a die means."""
        if name in self.model.kinds:
            return thing(str(name), optional=or_none)
        if name in self.model.words:
            return word(self._or_none(name) if or_none or name in self.with_none else str(name))
        if name in self.model.dice:
            type_ = self.model.dice[name].type
            if or_none:  # a die may share its words with another
                return word(self._or_none(type_.name)) if type_.base == "word" else type_.or_none()
            return type_
        self.report(codes.UNKNOWN_KIND.at(name.span, name=name, near=self._instead(name)))
        return ANY

    def _number(self, node: nodes.TypeNumber) -> Type:
        if node.low is not None and node.high is not None:
            self.in_order(node.low, node.high)
        return NUMBER.or_none() if node.or_none else NUMBER

    def _or_none(self, name: str) -> str:
        """The enumeration of these words and `none`."""
        self.model.words.setdefault(f"{name}{OR_NONE}", (*self.model.words[name], "none"))
        return f"{name}{OR_NONE}"

    def _instead(self, name: Word) -> str:
        """What to write where a type's name is that of another language, a kind's plural, or unknown."""
        if name in TYPES:
            return f"write `{TYPES[name]}`"
        one = self.model.plurals.get(name)
        if one is not None:
            return f"one of them is `{one}`, several are `list of {one}`"
        if plural := other_plural(name, self.model):
            return plural
        near = nearest(name, [*self.model.kinds, *self.model.words, *self.model.dice])
        return near or f"declare it in a system file: `words {name}: …`, or `kind {name}:`"


def near_kind(name: str, model: Model) -> str:
    """What to write where a kind is asked for and there is none of this name."""
    return other_plural(name, model) or nearest(name, model.kinds)


def other_plural(name: str, model: Model) -> str:
    """What the plural of a kind is here, and how it gets another, where a word may be meant as its plural."""
    kind = next((model.kinds[one] for one in may_be_plural_of(name) if one in model.kinds), None)
    if kind is None or not kind.plural:
        return ""
    said = f"the plural of `{kind.name}` is `{kind.plural}`"
    if kind.plural != plural_of(kind.name) or kind.name in model.things:
        return said
    return f"{said}, unless its kind says otherwise: `kind {kind.name} plural {name} is {kind.parent}`"
