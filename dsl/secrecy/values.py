"""What somebody learns who sees a value."""

from collections.abc import Callable
from typing import Any

from tilewright.schemas.operation_table import EACH, READS

from ..analysis.callgraph import Flow
from ..check.scope import Op
from .players import MAX_INLINED, NOTHING, KnownLocals, KnownValue, Players, Secret, Secrets, kind_of, written

EVERYBODY = "everybody"
Audience = str | Op


class Values:
    """Says which secrets a value tells, given what is known of the locals."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.checked = flow.checked
        self.model = flow.checked.model
        self.players = Players(flow)
        self._places = self._audiences_of_places()
        self._traits = {
            (kind, trait): self._inherited(kind, trait)
            for kind in self.checked.kinds
            for trait in ("identity_seen", "place_seen")
        }
        self._unplaced = [
            kind for kind in self.checked.kinds if self._traits[kind, "place_seen"] != EVERYBODY
        ]
        self._shown = self._kinds_shown() if self.anything_hidden else set()
        self._depth = 0
        self._silent: dict[tuple[str, str], bool] = {}

    @property
    def anything_hidden(self) -> bool:
        """Whether there are secrets at all: most small games have none."""
        audiences = [*self.checked.audiences.values(), *self._traits.values()]
        return any(audience != EVERYBODY for audience in audiences)

    def of(self, value: object, env: KnownLocals) -> Secrets:
        """The secrets that a value tells."""
        if not isinstance(value, dict):
            return NOTHING
        name = value["op"]
        if name == "local":
            known = env.get(value["name"])
            return known.secrets if known is not None else NOTHING
        if name == "count" or (name == "any" and value["where"] is None):
            return self.how_many(value["of" if name == "count" else "set"], env)
        if name in EACH:
            inner = self.with_element(value, env)
            return self.of(value["set"], env).union(*(self.of(value[field], inner) for field in EACH[name]))
        match READS.get(name):
            case "contents", field:
                return self.lying(value[field], env) | self.of(value.get("number"), env)
            case "property", _ if name != "set_property":
                return self.of(value["of"], env) | self._property(value, env)
            case "game", field:
                audience = self.checked.audiences.get(("game", value[field]), EVERYBODY)
                return self._seen(audience, None, f"`{value[field]}`", env)
            case (("location" | "presence"), field):
                return self.of(value[field], env) | self._place_of(value[field], env)
            case "pieces", field:
                return self.of(value[field], env) | self._standing(value["kind"], env)
            case "define", _:
                return self._define(value, env, self.of)
        return self._parts(value, env)

    def how_many(self, value: Op, env: KnownLocals) -> Secrets:
        """What the number of a set's members tells. How many cards a pile has can be seen by everybody."""
        match value["op"]:
            case "contents" | "kind":
                return NOTHING
            case "top_n" | "bottom_n":
                return self.of(value["number"], env)
            case "local":
                known = env.get(value["name"])
                return known.amount if known is not None else NOTHING
            case "if":
                return self.of(value["test"], env).union(
                    *(self.how_many(value[way], env) for way in ("then", "else"))
                )
            case "define":
                return self._define(value, env, self.how_many)
            case "union":
                return self.how_many(value["a"], env) | self.how_many(value["b"], env)
        return self.of(value, env)

    def several(self, values: list[Any], env: KnownLocals) -> Secrets:
        """The secrets of several values."""
        return NOTHING.union(*(self.of(value, env) for value in values))

    def with_element(self, value: Op, env: KnownLocals) -> KnownLocals:
        """The locals inside a `where` or a sum: the element is one of the set."""
        element = KnownValue(self.players.kind(value["set"], env), None, self.of(value["set"], env))
        return {**env, value["it"]: element}

    def distinguishable(self, kind: str) -> bool:
        """Whether everybody who sees a thing of this kind sees which it is."""
        return self._traits.get((kind, "identity_seen"), EVERYBODY) == EVERYBODY

    def tells_apart(self, kind: str) -> bool:
        """Whether there are different things of a kind, and everybody who sees one sees which it is."""
        different = sum(self.model.is_a(one.kind, kind) for one in self.model.things.values() if one.copies)
        return different > 1 and self.distinguishable(kind)

    def lying(self, place: Op, env: KnownLocals) -> Secrets:
        """What is to be seen in a place."""
        if place["op"] != "place" or place["name"] not in self._places:
            return NOTHING
        owner, what = place.get("of"), f"what lies in `{place['name']}`"
        if owner and self._places[place["name"]] == "owner" and owner["op"] == "local":
            holder = self.players.controller(owner, env)
            return frozenset((Secret(what, frozenset((written(holder),)), lies=True),))
        seen = self._seen(self._places[place["name"]], owner, what, env)
        return frozenset(secret._replace(lies=True) for secret in seen)

    def lying_with_any(self, value: Op) -> Secrets:
        """What is to be seen in the places that `players.hand` names."""
        element: Op = {"op": "local", "name": "it"}
        place = {"op": "place", "name": value["name"], "of": element}
        return self.lying(place, {"it": KnownValue(self.players.kind(value["of"], {}), element)})

    # -------------------------------------------------------------- one sort of value after another

    def _parts(self, value: Op, env: KnownLocals) -> Secrets:
        found = NOTHING
        for inner in value.values():
            for one in inner if isinstance(inner, list) else (inner,):
                if isinstance(one, dict) and "op" in one:
                    found |= self.of(one, env)
        return found

    def _property(self, value: Op, env: KnownLocals) -> Secrets:
        kind, name = value["kind"], value["name"]
        audience = self.checked.audiences.get((kind, name), EVERYBODY)
        found = self._seen(audience, value["of"], f"`{name}`", env)
        narrow = self.players.kind(value["of"], env)
        known = narrow if self.model.is_a(narrow, kind) else kind
        if name in (self.model.inherited(known, "back") or ()):
            return found
        audience = self._traits.get((known, "identity_seen"), EVERYBODY)
        which = self._seen(audience, value["of"], f"which {known} it is", env)
        if not which:
            return found
        shown = any(self.model.related(known, kind) for kind in self._shown)
        return found | frozenset(secret._replace(shown_elsewhere=shown) for secret in which)

    def _place_of(self, of: Op, env: KnownLocals) -> Secrets:
        kind = self.players.kind(of, env)
        audience = self._traits.get((kind, "place_seen"), EVERYBODY)
        return self._seen(audience, of, f"where the {kind} is", env)

    def _standing(self, kind: str, env: KnownLocals) -> Secrets:
        """What the figures on a space tell, if some of them cannot be seen."""
        hidden = [one for one in self._unplaced if self.model.is_a(one, kind)]
        return NOTHING.union(
            *(self._seen(self._traits[one, "place_seen"], None, f"where the {one} is", env) for one in hidden)
        )

    def _define(self, value: Op, env: KnownLocals, told: Callable[[Op, KnownLocals], Secrets]) -> Secrets:
        """What a define tells, or the number of its members: what its value reads, with the inputs put in."""
        define = self.checked.defines.get(value["name"])
        if define is None or self._depth >= MAX_INLINED or value["name"] in ("controller", "controllers"):
            return self.several(value["args"], env)
        tells = [self.of(arg, env) for arg in value["args"]]
        if not any(tells) and self._tells_nothing(value["name"], told):
            return NOTHING
        inner: KnownLocals = {
            one["name"]: KnownValue(kind_of(one["type"]), self.players.plain(arg, env), secrets)
            for one, arg, secrets in zip(define["parameters"], value["args"], tells, strict=False)
        }
        self._depth += 1
        try:
            return told(define["value"], inner)
        finally:
            self._depth -= 1

    def _tells_nothing(self, name: str, told: Callable[[Op, KnownLocals], Secrets]) -> bool:
        """Whether a define tells nothing unless its inputs do: whose secrets it reads makes no difference."""
        key = (name, told.__name__)
        if key not in self._silent:
            self._silent[key] = False  # as long as it is not known
            define = self.checked.defines[name]
            depth, self._depth = self._depth, 0
            blank: KnownLocals = {
                one["name"]: KnownValue(kind_of(one["type"])) for one in define["parameters"]
            }
            self._silent[key] = not told(define["value"], blank)
            self._depth = depth
        return self._silent[key]

    # -------------------------------------------------------------- audiences

    def _seen(self, audience: Audience, of: Op | None, what: str, env: KnownLocals) -> Secrets:
        """The secret of something with an audience; none if everybody sees it or nobody knows who does."""
        if audience == EVERYBODY or (audience == "owner" and of is None):
            return NOTHING
        if audience == "nobody":
            return frozenset((Secret(what, frozenset()),))
        owner = self.players.plain(of, env) if of is not None else None
        if audience == "owner":
            assert owner is not None
            holder = owner if owner.get("op") == "entity" else self.players.controller(owner, env)
            return frozenset((Secret(what, frozenset((written(holder), written(owner)))),))
        assert isinstance(audience, dict)
        this: KnownLocals = {"this": KnownValue("thing", owner)} if owner is not None else {}
        return frozenset((Secret(what, frozenset(self.players.members(audience, this))),))

    def _inherited(self, kind: str, trait: str) -> Audience:
        found = (self.checked.kinds[k][trait] for k in self.model.ancestors(kind) if k in self.checked.kinds)
        return next((audience for audience in found if audience is not None), EVERYBODY)

    def _kinds_shown(self) -> set[str]:
        """The kinds of things that some rule shows or reveals."""
        return {
            self.players.kind(op["what"], {})
            for inside in self.flow.inside.values()
            for op in inside
            if op["op"] in ("show", "reveal")
        } - {"thing"}

    def _audiences_of_places(self) -> dict[str, Audience]:
        """Piles, bags and slots that not everybody sees, by name; where kinds share one, in all of them."""
        found: dict[str, Audience] = {}
        seen: set[str] = set()
        owners = [
            ("game", self.model.game),
            *((kind.name, kind.properties) for kind in self.model.kinds.values()),
        ]
        for owner, properties in owners:
            for name, known in properties.items():
                if known.sort == "place":
                    audience = self.checked.audiences.get((owner, name), EVERYBODY)
                    if audience == EVERYBODY or name in seen:
                        seen.add(name)
                        found.pop(name, None)
                    else:
                        found[name] = audience
        return found
