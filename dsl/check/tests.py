"""Tests: stories of given, do and expect, checked on the board that they are played on."""

from collections.abc import Iterator

from tilewright.schemas.walking import operations

from .. import nodes
from ..model import SettingSymbol
from ..problems import codes
from ..problems.suggest import nearest
from ..problems.twice import given_twice
from ..resolve.declarations import label_text, look_of
from ..source import Span, Word
from ..value_types import ANY, NO_NUMBER, thing
from . import expressions, parts, scenes, statements
from .scope import IN_TESTS, UNKNOWN, Context, Local, Op, ProcedureScope, Scope
from .things import Constant, constant, within

UNDO = "undo"


def test_ops(node: nodes.Test, context: Context) -> list[Op]:
    """A test as the program has it, once for each of its cases."""
    _set_up_somewhere(node, context)
    context.problems += given_twice(_said_once(node), str(node.title)[1:-1])
    return [_test_op(one, context) for one in scenes.told(node, context)]


def _said_once(node: nodes.Test) -> Iterator[Word]:
    """What a test may say only once, above all that it gives and does."""
    for entry in node.entries:
        match entry:
            case nodes.TestOn() | nodes.TestPlayers() | nodes.TestAfter() | nodes.TestCases():
                yield Word(type(entry).__name__.removeprefix("Test").lower(), entry.span)
            case nodes.TestSetting(name=name):
                yield Word(f"with {name}", entry.span)


def _set_up_somewhere(node: nodes.Test, context: Context) -> None:
    """What is to be set up is a mission that says how."""
    on = scenes.board_of(node, context.model)
    mission = context.model.things.get(on) if on is not None else None
    if mission is not None and "setup" in mission.steps:
        return
    if on is not None and mission is None and on not in context.model.boards:
        return  # told where it is named
    if mission is not None and nearest("setup", map(str, (*mission.values, *mission.steps))):
        return  # told where it is misspelt
    steps = (step for one in node.entries if isinstance(one, nodes.TestDo) for step in one.steps)
    for step in steps:
        if isinstance(step, nodes.TestSetup):
            span: Span = step.span
            message = "there is nothing to set up: this test is not played on a mission with a `setup:`"
            proposal = "name such a mission above, as in `on MISSION`, or leave `setup` out"
            context.report(codes.BAD_RULE.at(span, message=message, proposal=proposal))


def _test_op(node: nodes.Test, context: Context) -> Op:
    """One test; its locals live through all of its parts."""
    title = str(node.title)[1:-1]
    scope = Scope(context, ProcedureScope(f"test.{title}", path=f"{IN_TESTS}{title}"))
    scope.names["you"] = Local("you", parts.PLAYER)
    scope.body.used.add("you")
    found: Op = {
        "title": title,
        "labels": [part.strip() for part in label_text(node.label).split(",") if part.strip()],
        "at": context.at(node.span),
        "players": None,
        "settings": {},
        "parts": [],
    }
    for entry in node.entries:
        match entry:
            case nodes.TestPlayers(number=number):
                found["players"] = _players(number, context)
            case nodes.TestSetting(name=name, value=value):
                setting = context.model.settings.get(name)
                if setting is None:
                    context.report(
                        codes.UNKNOWN_SETTING.at(
                            name.span, name=name, near=nearest(name, context.model.settings)
                        )
                    )
                else:
                    found["settings"][str(name)] = _of_setting(setting, value, scope)
            case nodes.TestGiven(steps=steps):
                found["parts"].append(
                    {
                        "sort": "given",
                        "steps": [op for step in steps for op in statements.statement(step, scope)],
                    }
                )
            case nodes.TestDo(steps=steps):
                found["parts"].append(
                    {"sort": "do", "steps": [op for step in steps for op in _step(step, scope)]}
                )
            case nodes.TestExpect(lines=lines):
                found["parts"].append(
                    {"sort": "expect", "steps": [_expectation(line, scope) for line in lines]}
                )
    _compared_fairly(node, found, context)
    for part in found["parts"]:
        if part["sort"] != "expect":
            _set_within_bounds(part["steps"], context)
    return found


def _set_within_bounds(steps: list[Op], context: Context) -> None:
    """Report a value that a story sets beyond its bounds: it would be clamped, and the story be about
    another position.
    """
    model = context.model
    for op in operations(steps):
        target = op["target"] if op["op"] == "set" else {"op": "none"}
        if target["op"] == "game":
            known = model.game[target["property"]]
        elif target["op"] == "property":
            known = model.kinds[target["kind"]].properties[target["name"]]
        else:
            continue
        value = constant(op["value"], context)
        if known.low is None or known.high is None or not isinstance(value, int) or value == NO_NUMBER:
            continue
        if not known.low <= value <= known.high:
            span, wanted = list(context.spans)[op["at"]], f"from {known.low} to {known.high}"
            context.report(
                codes.OUT_OF_RANGE.at(span, what=f"`{known.name}`", wanted=wanted, found=str(value))
            )


def _of_setting(setting: SettingSymbol, value: nodes.SyntaxNode, scope: Scope) -> Constant | None:
    """What a story gives a setting: a fixed value of its type, within its bounds."""
    context = scope.context
    met = len(context.problems)
    given = constant(expressions.check(value, scope, setting.type).op, context)
    if len(context.problems) > met:
        return None
    if given is None:
        message = (
            f"`{setting.name}` is the same for the whole test, and this is not known before it is played"
        )
        proposal = "write the value itself"
        context.report(codes.BAD_RULE.at(value.span, message=message, proposal=proposal))
    else:
        within(setting, given, value.span, context)
    return given


def _compared_fairly(node: nodes.Test, test: Op, context: Context) -> None:
    """What a test compares itself with is played as it is: two games that differ in that differ anyway."""
    lines = (line for one in node.entries if isinstance(one, nodes.TestExpect) for line in one.lines)
    steps = (step for part in test["parts"] if part["sort"] == "expect" for step in part["steps"])
    for line, step in zip(lines, steps, strict=True):
        if step["op"] != "same_view" or step["test"] is None:
            continue
        differing = [what for what in ("players", "settings") if step["test"][what] != test[what]]
        if scenes.board_of(node, context.model) != scenes.board_named(step["title"], context.model):
            differing = ["board", *differing]
        if differing:
            span: Span = line.span
            message = f'"{step["title"]}" is played with other {" and ".join(differing)}'
            proposal = "compare with a test that differs in nothing but what is to stay secret"
            context.report(codes.BAD_RULE.at(span, message=message, proposal=proposal))


def _players(number: Word, context: Context) -> int:
    """How many play; a number for which the game is not made is reported, and another one taken."""
    low, high = context.model.players
    found = int(number)
    if not low <= found <= high:
        many = f"{low} player{'' if low == 1 else 's'}" if low == high else f"{low} to {high} players"
        way = f"the game is for {many}"
        context.report(codes.RANGE.at(number.span, value=number, low=low, high=high, help=way))
    return min(max(found, low), high)


def _step(node: nodes.SyntaxNode, scope: Scope) -> list[Op]:
    context = scope.context
    match node:
        case nodes.TestDice(die=name, faces=faces):
            die = context.model.dice.get(name)
            if die is None:
                context.report(
                    codes.UNKNOWN_DIE.at(name.span, name=name, near=nearest(name, context.model.dice))
                )
                return []
            return [
                {
                    "op": "dice",
                    "die": str(name),
                    "faces": [_face(face, str(name), scope) for face in faces],
                    "at": context.at(node.span),
                }
            ]
        case nodes.TestChance(values=values):
            return [
                {
                    "op": "chance",
                    "values": [_chosen_by_chance(value, scope) for value in values],
                    "at": context.at(node.span),
                }
            ]
        case nodes.TestShuffled(values=values, pile=pile):
            return [
                {
                    "op": "shuffled",
                    "place": _pile(pile, scope),
                    "values": [expressions.check(value, scope).op for value in values],
                    "at": context.at(node.span),
                }
            ]
        case nodes.TestAnswer(values=values, by=by, until=until):
            return [
                {
                    "op": "answer",
                    "values": [_answer(value, scope) for value in values],
                    "by": _player(by, scope),
                    "until": None if until is None else _until(until, scope),
                    "at": context.at(node.span),
                }
            ]
        case nodes.TestForce(call=call):
            ops = statements.statement(call, scope)
            return [{**op, "forced": True} if op["op"] == "call" else op for op in ops]
        case nodes.TestSetup():
            return [{"op": "set_up", "at": context.at(node.span)}]
        case nodes.TestUndo(by=by):
            return [{"op": "undo", "by": _player(by, scope), "at": context.at(node.span)}]
    return statements.statement(node, scope)


def _until(node: nodes.SyntaxNode, scope: Scope) -> Op | None:
    """What an answer is given again and again for. To compare with another test means to play that one: once,
    in the end, and not within what that test may do itself.
    """
    if isinstance(node, nodes.ExpectSameView | nodes.ExpectOtherView):
        message = "two tests are compared where they end, not in an `until`"
        proposal = "write it in a line of `expect:`"
        scope.context.report(codes.BAD_RULE.at(node.span, message=message, proposal=proposal))
        return None
    return _expectation(node, scope)


def _player(node: nodes.SyntaxNode | None, scope: Scope) -> Op | None:
    return None if node is None else expressions.check(node, scope, thing("player")).op


def _pile(node: nodes.SyntaxNode, scope: Scope) -> Op:
    found = expressions.check(node, scope)
    if found.type.base not in ("place", "any"):
        span: Span = node.span
        scope.context.report(codes.WRONG_TYPE.at(span, expected="a pile", found=found.type.readable()))
    return found.op


def _face(node: nodes.SyntaxNode, die: str, scope: Scope) -> int:
    context, known = scope.context, scope.model.dice[die]
    words = context.model.words.get(known.type.name)
    if isinstance(node, nodes.FaceName) and words is not None:
        if node.word in words:
            return words.index(node.word)
        context.report(
            codes.UNKNOWN_WORD.at(
                node.word.span, name=node.word, words=", ".join(words), near=nearest(node.word, words)
            )
        )
        return 0
    value = node.value if isinstance(node, nodes.Positive | nodes.NegativeNumber) else None
    if value is None or words is not None or value not in known.faces:
        span: Span = node.span
        proposal = f"its faces are {', '.join(words or dict.fromkeys(map(str, known.faces)))}"
        message = f"the die `{die}` has no {f'face {value}' if value is not None else 'such face'}"
        context.report(codes.BAD_RULE.at(span, message=message, proposal=proposal))
    return value or 0


def _answer(node: nodes.SyntaxNode, scope: Scope) -> Op:
    """What is answered: a label, an action's name, or a value."""
    if isinstance(node, nodes.Name) and node.name in scope.model.verbs and scope.find(node.name) is None:
        return {"action": str(node.name)}
    return _chosen_by_chance(node, scope)


def _chosen_by_chance(node: nodes.SyntaxNode, scope: Scope) -> Op:
    """A label or a value: chance never takes an action."""
    if isinstance(node, nodes.String):
        return {"label": node.words}
    question_words = {"yes": "Yes", "no": "No"}
    if isinstance(node, nodes.Yes | nodes.NoValue):
        return {"label": question_words["yes" if isinstance(node, nodes.Yes) else "no"]}
    return expressions.check(node, scope).op


def _deed(node: nodes.SyntaxNode, scope: Scope) -> Op:
    """What can be done or not: an answer, or `undo`, unless something of the game has that name."""
    if isinstance(node, nodes.Name) and node.name == UNDO and scope.find(UNDO) is None:
        model = scope.model
        if UNDO not in model.verbs and UNDO not in model.things and UNDO not in model.defines:
            return {"undo": True}
    return _answer(node, scope)


def _quoted(text: Word | None) -> str | None:
    return None if text is None else str(text)[1:-1]


def _who_is_asked(node: nodes.SyntaxNode, scope: Scope) -> Op:
    """A player; of a campaign also the mission that is to be played, for that is asked how it ends."""
    if isinstance(node, nodes.String):
        way = f"who is asked stands first: `asked PLAYER {node.text}`"
        wrong = codes.WRONG_TYPE.at(node.span, expected="a player", found="a text", help=way)
        scope.context.report(wrong)
        return UNKNOWN.op
    found = expressions.check(node, scope)
    if found.type.base == "thing" and scope.model.is_a(found.type.name, "mission"):
        return found.op
    return expressions.check(node, scope, thing("player")).op


def _expectation(node: nodes.SyntaxNode, scope: Scope) -> Op:
    at = scope.context.at(node.span)
    match node:
        case nodes.ExpectValue(value=value):
            return {"op": "true", "test": expressions.test(value, scope), "at": at}
        case nodes.ExpectNobody():
            return {"op": "nobody_asked", "at": at}
        case nodes.ExpectAsked(player=player, text=text, among=among):
            return {
                "op": "asked",
                "player": _who_is_asked(player, scope),
                "text": _quoted(text),
                "among": expressions.things(among, scope).op if among is not None else None,
                "at": at,
            }
        case (
            nodes.ExpectOffered(values=values, player=player)
            | nodes.ExpectNotOffered(values=values, player=player)
        ):
            return {
                "op": "offered" if isinstance(node, nodes.ExpectOffered) else "not_offered",
                "values": [_deed(value, scope) for value in values],
                "player": _player(player, scope),
                "at": at,
            }
        case nodes.ExpectRefused(value=value, reason=reason, player=player):
            return {
                "op": "refused",
                "value": _deed(value, scope),
                "reason": _quoted(reason),
                "player": _player(player, scope),
                "at": at,
            }
        case nodes.ExpectGame(how=how, player=player, reason=reason):
            who = _player(player, scope)
            return {"op": "game", "is": str(how), "player": who, "reason": _quoted(reason), "at": at}
        case nodes.ExpectSaid(text=text, player=player) | nodes.ExpectNotSaid(text=text, player=player):
            op = "said" if isinstance(node, nodes.ExpectSaid) else "not_said"
            return {"op": op, "text": _quoted(text), "player": _player(player, scope), "at": at}
        case nodes.ExpectGoal() | nodes.ExpectNoGoal():
            return _goal(node, scope)
        case nodes.ExpectOrder(pile=pile, values=values):
            found = [expressions.check(value, scope).op for value in values]
            return {"op": "order", "place": _pile(pile, scope), "values": found, "at": at}
        case nodes.ExpectLook(thing=shown, hints=hints):
            one = expressions.check(shown, scope, thing("thing")).op
            return {"op": "look", "thing": one, "look": look_of(hints), "at": at}
        case nodes.ExpectView(player=player, how=how, value=value):
            return {
                "op": "view",
                "player": expressions.check(player, scope, thing("player")).op,
                "shows": how == "shows",
                "value": expressions.check(value, scope).op,
                "at": at,
            }
        case nodes.ExpectSameView() | nodes.ExpectOtherView():
            return _compared_views(node, scope)
    raise TypeError(node)


def _goal(node: nodes.ExpectGoal | nodes.ExpectNoGoal, scope: Scope) -> Op:
    """What the table shows, or does not show, of winning, losing and time."""
    return {
        "op": "goal" if isinstance(node, nodes.ExpectGoal) else "no_goal",
        "sort": str(node.sort),
        "text": _quoted(node.text),
        "player": _player(node.player, scope),
        "at": scope.context.at(node.span),
    }


def _compared_views(node: nodes.ExpectSameView | nodes.ExpectOtherView, scope: Scope) -> Op:
    """What a player sees, beside what the same player sees in another test."""
    other = scenes.compared(node.title, scope.body.name, scope.context)
    return {
        "op": "same_view",
        "player": _player(node.player, scope),
        "same": isinstance(node, nodes.ExpectSameView),
        "title": _quoted(node.title),
        "test": None if other is None else _test_op(other, scope.context),
        "at": scope.context.at(node.span),
    }


__all__ = ["ANY", "IN_TESTS", "test_ops"]
