"""Words on the board: several are drawn on one sheet, each as it would be alone."""

from __future__ import annotations

from PIL import Image, ImageChops

from tilewright.viewer.common import svg
from tilewright.viewer.rendering import flat
from tilewright.viewer.rendering.lettering import floor_word, letter_together


def test_words_that_share_a_sheet_are_drawn_as_each_alone() -> None:
    texts = [f"HALL {number}" for number in range(160)] + ["A NAME LONGER THAN ANY SHEET IS WIDE" * 2]
    letter_together(texts, "#fedcba")
    found = [floor_word(text, "#fedcba") for text in texts]
    assert len({id(one.picture) for one in found}) == 4  # three sheets, and the long one alone
    places = {(id(one.picture), one.part) for one in found}
    assert len(places) == len(texts), "each has a place of its own"
    for one, text in zip(found[::40], texts[::40], strict=True):
        wide, high, left, top = one.part
        across, down = one.picture.get_x_size(), one.picture.get_y_size()
        whole = Image.frombytes("RGBA", (across, down), bytes(one.picture.get_ram_image_as("RGBA")))
        whole = whole.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        drawn = svg.raster(flat.label(text, "#fedcba")[0])
        box = tuple(
            round(n) for n in (left * across, top * down, (left + wide) * across, (top + high) * down)
        )
        assert ImageChops.difference(whole.crop(box), drawn).getbbox() is None
