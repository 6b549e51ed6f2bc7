"""What authors are told of meetings that nobody decided: a warning each, with both places and the way out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tilewright.schemas.wording import counted

from ..model import Model
from ..packages.package import Package
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..problems.suppress import suppress
from ..source import Source, Word
from .meetings import ORDERED, Meeting, leaning_last
from .order import whose


def told(
    found: Iterable[Meeting], versions: Mapping[str, str], over: Mapping[str, Sequence[Word]]
) -> Iterator[Diagnostic]:
    """A warning for each problem, at the place of the later mod, or of the one that would have to change.

    `versions` are those of the mods, by id; `over` says of files which mods they are about. A remark at that
    place allows what these do to each other.
    """
    for problem, _ in told_of(found, versions, over):
        yield problem


def told_of(
    found: Iterable[Meeting], versions: Mapping[str, str], over: Mapping[str, Sequence[Word]]
) -> Iterator[tuple[Diagnostic, list[Meeting]]]:
    """The same, each warning with the meetings that it is about."""
    found = list(found)
    by_place: dict[object, list[Meeting]] = {}
    for one in found:
        if one.is_problem:
            alone = one.first if one.sort in ("deleted", "leans", "stale") else None
            by_place.setdefault((one.sort, one.second, alone), []).append(one)
    turning = Counter((one.first.mod, one.second.mod) for one in found if one.sort in ORDERED)
    for group in by_place.values():
        met = {side.mod for one in group for side in (one.first, one.second)}
        deciding = tuple(mods[0].span for mods in over.values() if met <= {str(mod) for mod in mods})
        pair = (group[-1].first.mod, group[-1].second.mod)
        here = sum(one.sort in ORDERED and (one.first.mod, one.second.mod) == pair for one in group)
        more = turning[pair] - here if group[-1].sort in ORDERED else 0
        yield replace(_told(group, versions, more), also_at=deciding), group


def with_remarks(
    found: Iterable[Meeting],
    versions: Mapping[str, str],
    over: Mapping[str, Sequence[Word]],
    sources: Sequence[Source],
) -> list[Meeting]:
    """The meetings, those settled that an author allows with a reason."""
    found = list(found)
    reasons: dict[Meeting, str] = {}
    for problem, group in told_of(found, versions, over):
        for one in suppress([problem], sources):
            if one.suppressed is not None:
                reasons |= dict.fromkeys(group, f"it is allowed, because {one.suppressed}")
    return [one._replace(settled=reasons.get(one, one.settled)) for one in found]


def not_after(package: Package, model: Model) -> Iterator[Diagnostic]:
    """Files that are `over` a mod after which their own mod need not come."""
    manifests = {one.id: one for one in (package.manifest, *package.uses, *package.mods)}
    for path, mods in model.over.items():
        manifest = manifests.get(whose(path))
        wanted = (*manifest.uses, *manifest.after, *manifest.optional) if manifest is not None else ()
        for mod in mods:
            if mod not in {one.id for one in wanted}:
                yield codes.OVER_WITHOUT_AFTER.at(mod.span, name=str(mod), by=whose(path))


def _told(group: Sequence[Meeting], versions: Mapping[str, str], more: int) -> Diagnostic:
    """One warning for a mod at one place, whatever number of others it meets there: the last one by name.

    `more` is the number of other places of these two at which their order decides.
    """
    one = group[-1]
    first, second = one.first, one.second
    here = tuple(Related(each.first.span, f"`{each.first.mod}` {each.first.does}") for each in group[::-1])
    too = "has" if second.does.startswith("has ") else "does"
    alike = f"so {too} `{second.mod}`" if first.does == second.does else f"`{second.mod}` {second.does}"
    facts = {"first": first.mod, "second": second.mod, "does_first": first.does, "does_second": alike}
    facts["also"] = f" (their order decides {counted(more, 'other place')} of these two, too)" if more else ""
    match one.sort:
        case "deleted":
            deleting, other = (first, second) if first.does.startswith("deletes") else (second, first)
            place = Related(deleting.span, "it is deleted here")
            return codes.DELETED_BY_MOD.at(
                other.span,
                related=(place,),
                deleting=deleting.mod,
                other=other.mod,
                what=one.about,
                does_other=other.does,
            )
        case "leans":
            other, leaning = leaning_last(one)
            place = Related(other.span, f"`{other.mod}` {other.does}")
            return codes.MOD_LEANS_ON_MOD.at(
                leaning.span,
                related=(place,),
                leaning=leaning.mod,
                does_leaning=leaning.does,
                other=other.mod,
                does_other_short=other.does.split(" ", 1)[0],
                version=".".join(versions.get(other.mod, "0.0").split(".")[:2]),
            )
        case "order":
            return codes.MOD_RULES_IN_ORDER.at(second.span, related=here, about=one.about, **facts)
        case "instead":
            outcome = one.outcome or "not both of them run with the verb"
            return codes.MOD_STEPS_IN.at(second.span, related=here, way=one.way, outcome=outcome, **facts)
        case "stale":
            changing, translating = (
                (first, second) if second.does.startswith("translates") else (second, first)
            )
            place = Related(changing.span, f"`{changing.mod}` {changing.does}")
            return codes.TRANSLATES_OTHER_WORDS.at(
                translating.span,
                related=(place,),
                translating=translating.mod,
                changing=changing.mod,
                what=one.about,
            )
    holds = _HOLDS[one.sort].format(**facts)
    facts["otherwise"] = _OTHERWISE.get(one.sort, _OTHERWISE["overrides"]).format(**facts)
    return codes.MODS_OVERRIDE.at(second.span, related=here, holds=holds, **facts)


_HOLDS = {
    "overrides": "that of `{second}` holds",
    "twice": "it stands there twice",
    "on top": "both hold, which in the other order only that of `{first}` would",
}

_OTHERWISE = {
    "overrides": "`before: [{first}]` or `conflicts: [{{id: {first}}}]`",
    "twice": "leave it out of one of them",
}
