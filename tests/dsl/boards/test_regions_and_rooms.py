"""Patches, polygons and rooms: outlines, who touches whom, and links by table."""

from __future__ import annotations

from fractions import Fraction

from support.drawn import board


def test_outlines_follow_the_patch() -> None:
    shape = board("AAB\nACB\nCCB", of="region")
    assert shape.space("A").outline == ((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
    assert shape.space("B").outline == ((2, 0), (3, 0), (3, 3), (2, 3))
    assert shape.space("B").at == (2, 0)
    assert {(t.a, t.b, t.sort) for t in shape.touching} == {
        ("A", "B", "side"),
        ("A", "C", "side"),
        ("B", "C", "side"),
    }


def test_longer_codes_are_parted_by_blanks() -> None:
    shape = board("e1 .  a1 a1\n.  .  a1 b1", of="region")
    assert [str(space.name) for space in shape.spaces] == ["e1", "a1", "b1"]
    assert shape.space("a1").outline == ((2, 0), (4, 0), (4, 1), (3, 1), (3, 2), (2, 2))
    assert {(t.a, t.b) for t in shape.touching} == {("a1", "b1")}


def test_patches_that_meet_in_a_corner_only() -> None:
    shape = board("A.\n.B", of="region")
    assert [(t.a, t.b, t.sort) for t in shape.touching] == [("A", "B", "corner")]


def test_a_patch_around_another_is_one_ring() -> None:
    outline = board("AAAA\nABBA\nAAAA", of="region").space("A").outline
    area = sum(x * v - u * y for (x, y), (u, v) in zip(outline, outline[1:] + outline[:1], strict=True))
    assert area == 2 * 10
    assert outline.count((1, 0)) == 2, "the cut to the hole begins and ends there"


def test_a_patch_may_touch_itself_in_a_corner() -> None:
    ring = board("AAA\nA.A\nAA.\n", of="region").space("A").outline
    area = sum(x * v - u * y for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True))
    assert area == 2 * 7


def test_polygons_by_table() -> None:
    shape = board(
        """
        spaces:
          | space | outline           | high |
          | north | 0,0 4,0 4,1 0,1   | yes  |
          | south | 0,1 0,3 4,1       |      |
          | far   | 4,0 11/2,0 5.5,1/2 |     |
        """,
        of="region",
    )
    assert shape.space("south").outline == ((4, 1), (0, 3), (0, 1)), "all outlines run the same way round"
    assert shape.space("far").outline[1] == (Fraction(11, 2), 0)
    assert {(t.a, t.b, t.sort) for t in shape.touching} == {
        ("north", "south", "side"),
        ("north", "far", "corner"),
    }


def test_layers_do_not_touch_each_other() -> None:
    shape = board(
        """
        layer: ground
        drawing:
          AAB
        layer: above
        drawing:
          .PP
        links:
          | between | and | link   |
          | B       | P   | ladder |
        """,
        of="region",
    )
    assert shape.layers == ("ground", "above")
    assert [(str(space.name), space.layer) for space in shape.spaces] == [("A", 0), ("B", 0), ("P", 1)]
    assert {(t.a, t.b) for t in shape.touching} == {("A", "B")}
    assert [(link.kind, link.sides) for link in shape.links] == [("ladder", ("B", "P"))]


def test_a_layer_may_have_a_number_and_be_named_by_the_table_alone() -> None:
    shape = board(
        """
        layer: 1
        drawing:
          AB
        spaces:
          | region | layer | outline                |
          | crane  | 2     | 0,0 1,0 1,1 0,1 |
        """,
        of="region",
    )
    assert shape.layers == ("1", "2")
    assert [(str(space.name), space.layer) for space in shape.spaces] == [("A", 0), ("B", 0), ("crane", 1)]


def test_several_links_between_two_regions_are_several_ways() -> None:
    shape = board(
        """
        drawing:
          AB
        links:
          | link | from | to |
          | wall | A    | B  |
          | door | B    | A  |
        """,
        of="region",
    )
    assert [(t.a, t.b, t.via) for t in shape.touching] == [("A", "B", (0,)), ("A", "B", (1,))]


def test_a_name_and_its_sign_may_differ() -> None:
    shape = board(
        """
        drawing:
          AAB
        spaces:
          | region | sign | start |
          | yard   | A    | yes   |
          | shed   | B    |       |
        """,
        of="region",
    )
    assert [str(space.name) for space in shape.spaces] == ["yard", "shed"]
    assert dict(shape.space("yard").values) == {"start": "yes"}


def test_rooms_have_places_and_touch_nobody() -> None:
    shape = board(
        """
        spaces:
          | room   | at   | size   | start |
          | bridge | 0, 0 | 2, 1   | yes   |
          | hold   | 2, 0 | 1, 3/2 |       |
        links:
          | from   | to   | kind |
          | bridge | hold | door |
        """,
        of="room",
    )
    assert shape.form == "room"
    assert shape.space("hold").outline[2] == (3, Fraction(3, 2))
    assert shape.touching == ()
    assert [(link.kind, link.sides) for link in shape.links] == [("door", ("bridge", "hold"))]
