"""What authors are told of meetings that nobody decided: a warning each, with both places and the way out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..model import Model
from ..packages.package import Package
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..problems.suppress import suppress
from ..source import Source, Word
from .meetings import Meeting, Side
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
    by_place: dict[object, list[Meeting]] = {}
    for one in found:
        if one.is_problem:
            alone = one.first if one.sort in ("deleted", "leans", "stale") else None
            by_place.setdefault((one.sort, one.second, alone), []).append(one)
    for group in by_place.values():
        met = {side.mod for one in group for side in (one.first, one.second)}
        deciding = tuple(mods[0].span for mods in over.values() if met <= {str(mod) for mod in mods})
        yield replace(_told(group, versions), also_at=deciding), group


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


def _told(group: Sequence[Meeting], versions: Mapping[str, str]) -> Diagnostic:
    """One warning for a mod at one place, whatever number of others it meets there: the last one by name."""
    one = group[-1]
    first, second = one.first, one.second
    here = tuple(Related(each.first.span, f"`{each.first.mod}` {each.first.does}") for each in group[::-1])
    too = "has" if second.does.startswith("has ") else "does"
    alike = f"so {too} `{second.mod}`" if first.does == second.does else f"`{second.mod}` {second.does}"
    facts = {"first": first.mod, "second": second.mod, "does_first": first.does, "does_second": alike}
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
            other, leaning = (first, second) if first.does.startswith("adds") else (second, first)
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
            return codes.MOD_STEPS_IN.at(second.span, related=here, way=_way(first, second), **facts)
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
    return codes.MODS_OVERRIDE.at(second.span, related=here, **facts)


def _way(first: Side, second: Side) -> str:
    """What lets a rule run that another mod keeps from running."""
    for side in (first, second):
        if side.does.startswith("forbids "):
            return f"give the `forbid` of `{side.mod}` a `when`"
        if "the last to do" in side.does:
            return f"do {side.does.rpartition(' ')[2]} in `{side.mod}`, too"
    return "let the rule `instead of` the verb `proceed` whatever happens"
