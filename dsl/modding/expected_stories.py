"""Stories that a mod expects not to hold any more, by titles that none has."""

from collections.abc import Iterable, Iterator

from ..model import Model
from ..packages.package import Package
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest


def unknown_stories(package: Package, model: Model) -> Iterator[Diagnostic]:
    """Each entry under `expected` in a package.yaml that names no story. Of a mod that may be played with
    others that are not here nothing is told: the story may be one of theirs.
    """
    here = {one.id for one in (package.manifest, *package.uses, *package.mods)}
    titles = sorted({str(story.title)[1:-1] for story in model.tests})
    for mod in {one.id: one for one in (package.manifest, *package.mods)}.values():
        if any(other.id not in here for other in (*mod.after, *mod.before, *mod.optional)):
            continue
        for one in mod.expected:
            if not is_titled(one.story, titles):
                near = nearest(one.story, titles)
                yield codes.NO_STORY_OF_TITLE.at(one.span, name=one.story, near=near)


def is_titled(name: str, titles: list[str]) -> bool:
    """Whether a story is called that; each row of a table makes a story: `TITLE (a, b)`."""
    return any(name == title or (name.startswith(f"{title} (") and name.endswith(")")) for title in titles)


def without_expected(problems: Iterable[Diagnostic], package: Package, model: Model) -> Iterator[Diagnostic]:
    """The problems, but for stories left out of which a mod says that they do not hold with it."""
    expected = [one.story for mod in (package.manifest, *package.mods) for one in mod.expected]
    meant = [
        story.span
        for story in model.tests
        if any(is_titled(name, [str(story.title)[1:-1]]) for name in expected)
    ]
    for problem in problems:
        left_out = problem.code == codes.STORY_LEFT_OUT.code
        if not left_out or not any(
            place.span.begins_within(span) for place in problem.related for span in meant
        ):
            yield problem
