"""Figures from hints: closed, painted, within their base; made once, then read from the cache."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from tilewright.cli.loading import load
from tilewright.schemas import looks
from tilewright.viewer import figures
from tilewright.viewer.figures.people.bodies import BODIES
from tilewright.viewer.figures.people.heads import HEADS
from tilewright.viewer.figures.people.packs import PACKS
from tilewright.viewer.figures.people.stances import STANCES
from tilewright.viewer.making import cache, portrait
from tilewright.viewer.modelling import boardmesh, doorway
from tilewright.viewer.modelling.mesh import Mesh
from tilewright.viewer.modelling.sculpt import COARSE, surface
from tilewright.viewer.modelling.solids import ball
from tilewright.viewer.scene.looks import ARCHETYPES, PieceLook, look_of
from tilewright.viewer.scene.scene import Floor, Scene, Wall

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("archetype", [a for a in ARCHETYPES if a not in ("token", "card", "standee")])
@pytest.mark.parametrize("weapon", ["rifle", "none", "blade", "heavy", "unheard-of"])
def test_every_archetype_with_every_weapon(archetype: str, weapon: str, kept: Callable[[str], Path]) -> None:
    look = look_of({"archetype": archetype, "weapon": weapon, "colour": "olive"}, ["x", "figure"])
    mesh = cache.figure(look, COARSE)
    low, high = mesh.points.min(0), mesh.points.max(0)
    assert len(mesh.faces) > 500 and mesh.faces.max() < len(mesh.points)
    assert abs(low[2]) < 0.03 and 0.2 < high[2] < 1.1, "stands on the ground, fits the table"
    assert np.abs(mesh.points[:, 0]).max() < 0.5
    assert np.isfinite(mesh.points).all() and np.isfinite(mesh.normals).all()
    assert mesh.colours.min() >= 0 and mesh.colours.max() <= 1


def test_every_sort_of_weapon_is_told_apart() -> None:
    seen = {}
    for weapon in (
        "none",
        "blade",
        "spear",
        "heavy",
        "flamer",
        "pistol",
        "launcher",
        "shotgun",
        "caster",
        "long",
        "bolt",
        "smg",
    ):
        mesh = figures.figure(look_of({"archetype": "trooper", "weapon": weapon}, ["figure"]), COARSE)
        seen[weapon] = (len(mesh.faces), round(float(mesh.points[:, 1].max()), 3))
    assert len(set(seen.values())) == len(seen)


def person(**hints: str) -> PieceLook:
    return look_of({"archetype": "trooper", "weapon": "rifle", "pose": "ready", **hints}, ["figure"])


@pytest.mark.parametrize(("hint", "made"), [("body", BODIES), ("head", HEADS), ("pack", PACKS)])
def test_every_part_of_people_is_told_apart_and_fits(hint: str, made: dict[str, object]) -> None:
    assert set(made) == set(looks.words(hint))
    shapes = {word: figures.figure(person(**{hint: word}), COARSE) for word in made}
    assert len({shape.points.tobytes() for shape in shapes.values()}) == len(made)
    for word, shape in shapes.items():
        assert abs(shape.points[:, 2].min()) < 0.03 and np.abs(shape.points[:, 0]).max() < 0.5, word


def test_people_stand_in_many_ways_with_their_feet_on_the_ground() -> None:
    assert set(STANCES) <= set(looks.words("pose"))
    shapes = {pose: figures.figure(person(pose=pose), COARSE) for pose in STANCES}
    assert len({shape.points.tobytes() for shape in shapes.values()}) == len(STANCES)
    for pose, shape in shapes.items():
        assert abs(shape.points[:, 2].min()) < 0.03, pose
    high = {pose: float(shape.points[:, 2].max()) for pose, shape in shapes.items()}
    assert high["kneel"] < high["ready"] - 0.1 and high["wounded"] < high["ready"] - 0.1
    stars = shapes["stunned"].colours[:, 3] == 0
    assert stars.any() and shapes["stunned"].points[stars][:, 2].min() > high["wounded"]
    dead = figures.figure(person(pose="dead"), COARSE)
    assert dead.colours[:, :3].std(1).mean() < shapes["ready"].colours[:, :3].std(1).mean()


def test_several_words_are_for_several_things() -> None:
    def head(name: str) -> str:
        return look_of({"archetype": "trooper", "head": "steel, forage"}, [], name=name).head

    assert [head(f"guard.{number}") for number in (1, 2, 3)] == ["steel", "forage", "steel"]
    assert head("ada") in ("steel", "forage") and head("") == "steel"
    poses = {look_of({"archetype": "beast"}, [], name=f"wolf.{number}").pose for number in range(1, 9)}
    assert len(poses) == 4
    assert look_of({"archetype": "beast", "pose": "down"}, [], name="wolf.3").pose == "down"


@pytest.mark.parametrize("game", ["aliens/blackout", "avp", "nemesis", "sniper_elite"])
def test_no_two_characters_of_a_game_look_alike(game: str) -> None:
    kinds = load(str(ROOT / "scenarios" / game)).program["kinds"]

    def chain(kind: str) -> list[str]:
        return [kind, *chain(kinds[kind]["parent"])] if kind in kinds else []

    seen = {}
    for name, kind in kinds.items():
        if kind["is_thing"] and "figure" in chain(name):
            hints: dict[str, object] = {}
            for one in reversed(chain(name)):
                hints |= kinds[one].get("look") or {}
            seen[name] = look_of(hints, chain(name))
    assert len(seen) > 5
    same = [(a, b) for a, b in itertools.combinations(seen, 2) if seen[a] == seen[b]]
    assert not [pair for pair in same if "stand_in" not in str(pair)], same


def test_what_was_kept_is_a_figure_or_a_picture_or_is_made_anew() -> None:
    for data in (b"\1\0\0\0" + b"\0" * 48 + b"\5\0\0\0" * 3, (0).to_bytes(4, "little")):
        with pytest.raises(ValueError, match="mesh"):
            cache._unpacked(memoryview(data))
    with pytest.raises(ValueError, match="pixels"):
        cache._square(memoryview(b"xy"))
    with pytest.raises(ValueError, match="no picture"):
        cache._image(memoryview(b"no picture at all"))
    with pytest.raises(ValueError, match="no small picture"):
        cache._png(memoryview(cache._as_png(Image.new("RGBA", (8193, 1)))))


def test_the_surface_of_a_ball_is_a_closed_ball() -> None:
    points, faces = surface(ball((0, 0, 0), 0.3), 0.03)
    assert np.abs(np.linalg.norm(points, axis=1) - 0.3).max() < 0.02
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), 1)
    _, count = np.unique(edges, axis=0, return_counts=True)
    assert (count == 2).all(), "every edge has two triangles"


def test_a_second_time_it_comes_from_the_cache(
    kept: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    look = look_of({"archetype": "beast", "colour": "#123456"}, ["y"])
    first = cache.figure(look, COARSE)
    monkeypatch.setattr(figures, "figure", None)
    again = cache.figure(look, COARSE)
    assert np.array_equal(first.points, again.points) and np.array_equal(first.colours, again.colours)


def test_an_animal_stands_in_several_ways() -> None:
    shapes = [
        figures.figure(look_of({"archetype": "beast", "pose": pose}, []), COARSE).points
        for pose in ("ready", "rear", "strike", "prowl")
    ]
    assert len({shape.tobytes() for shape in shapes}) == 4
    ready, _, _, prowling = (float(shape[:, 2].max()) for shape in shapes)
    assert prowling < ready


def test_hints_may_be_anything() -> None:
    for hints in (
        {},
        {"archetype": 7},
        {"colour": "no such colour", "height": "sky-high", "bulk": []},
        {"trim": "#12"},
    ):
        look = look_of(hints, [])
        assert look.archetype in ARCHETYPES and 0.4 <= look.height <= 2
    assert look_of({"height": 120}, []).height == pytest.approx(1.2)
    assert (
        look_of({}, ["guard", "figure"]).archetype == "pawn"
        and look_of({}, ["x", "card"]).archetype == "card"
    )


def test_portraits_need_no_renderer(kept: Callable[[str], Path]) -> None:
    image = portrait.portrait(look_of({"archetype": "trooper", "colour": "blue"}, []), (64, 64), bust=True)
    filled = np.asarray(image)[:, :, 3] > 128
    assert image.size == (64, 64) and 0.2 < filled.mean() < 0.95


def test_who_crawls_is_seen_whole_in_a_portrait(kept: Callable[[str], Path]) -> None:
    image = portrait.portrait(look_of({"archetype": "crawler", "colour": "blue"}, []), (64, 64), bust=True)
    left, _, right, _ = image.getbbox() or (0, 0, 0, 0)
    assert 0 < left < 16 and 48 < right < 64, "its legs are within the picture"


@pytest.mark.parametrize("bust", [True, False])
def test_a_figure_that_turns_no_face_to_the_eye_has_an_empty_portrait(
    bust: bool, kept: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an author's own figure anything may be missing."""
    look = look_of({"archetype": "trooper", "colour": "blue"}, [])
    points = np.array([[0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 2]], np.float32)
    below = Mesh(points, points, np.ones((4, 4), np.float32), points[:, :2], np.array([[0, 1, 2]], np.uint32))
    monkeypatch.setattr(cache, "figure", lambda *_: below)
    image = portrait.portrait(look, (64, 64), bust=bust)
    assert image.size == (64, 64) and image.getbbox() is None


def test_nothing_shines_through_a_portrait(kept: Callable[[str], Path]) -> None:
    """A light shirt under a dark coat would be seen as specks."""
    look = look_of({"archetype": "civilian", "colour": "navy", "trim": "bone"}, [])
    grey = portrait.portrait(look, (96, 96), bust=True).convert("L")
    even = grey.filter(ImageFilter.MedianFilter(3))
    assert np.abs(np.asarray(grey, float) - np.asarray(even, float)).mean() < 2


@pytest.mark.parametrize("style", doorway.KINDS)
def test_every_door_shows_its_state_by_more_than_colour(style: str) -> None:
    shut, opened = ([doorway.pose(style, state, side) for side in (-1, 1)] for state in ("closed", "open"))
    assert shut != opened, "its leaves are somewhere else"
    middles = []
    for (x, _, _), side in zip(shut, (-1, 1), strict=True):
        feet = [box.foot[0] for box in doorway.leaf(style, None, side)]
        middles.append(x + sum(feet) / len(feet))
    assert middles == pytest.approx([-doorway.HALF / 2, doorway.HALF / 2]), "shut, each covers its half"
    closed, locked = (doorway.frame(style, state) for state in ("closed", "locked"))
    assert closed != locked


def test_walls_have_the_shape_of_their_style() -> None:
    def solid(style: str) -> float:
        wall = Wall("w", ((0.0, 0.0), (1.0, 0.0)), style=style)
        scene = Scene(
            floors=(Floor("f", ((0, 0), (1, 0), (1, 1), (0, 1)), "wood", space="f"),), walls=(wall,)
        )
        names = [s.name for s in boardmesh.solids(scene)]
        assert ("panes" in names) == (style == "window")
        points = np.concatenate([s.mesh.points for s in boardmesh.solids(scene) if s.name == "wall"])
        rows = np.unique(points[:, 2].round(3))
        return float(rows.max()) + len(rows) / 100

    assert solid("low") < solid("panel") - 0.1
    assert len({solid(style) for style in ("low", "panel", "window", "fence")}) == 4
    assert solid("no such style") == solid("panel")
