"""What authors are told of meetings that nobody decided: a warning each, with both places and the way out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..model import Model
from ..packages.package import Package
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from .meetings import Meeting
from .order import whose


def told(found: Iterable[Meeting], versions: Mapping[str, str]) -> Iterator[Diagnostic]:
    """A warning for each problem, at the place of the later mod, or of the one that would have to change.

    `versions` are those of the mods, by id.
    """
    by_place: dict[object, list[Meeting]] = {}
    for one in found:
        if one.is_problem:
            alone = one.first if one.sort in ("deleted", "leans", "stale") else None
            by_place.setdefault((one.sort, one.second, alone), []).append(one)
    for group in by_place.values():
        yield _told(group, versions)


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
            return codes.MOD_STEPS_IN.at(second.span, related=here, **facts)
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
