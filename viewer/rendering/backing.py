"""What was drawn is kept, so that a table that stands still is not drawn again because the mouse has moved.

Where the processor draws, a table that stands still is drawn into a texture, and the window shows that under
its panels. A frame draws of the table what has changed since the one before: nothing, a few places, or all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from panda3d.core import (
    CardMaker,
    FrameBufferProperties,
    GraphicsOutput,
    NodePath,
    PerspectiveLens,
    Point2,
    Point3,
    SamplerState,
    Texture,
)

if TYPE_CHECKING:
    from .table import TableRenderer
    from .window import Opened

PLACES = 4  # More places than this are drawn as one that holds them all.
AROUND = 2  # pixels that are drawn round a place, for what is rounded

Rect = tuple[int, int, int, int]
"""left, right, bottom and top in pixels from the lower left corner"""


@dataclass
class Damage:
    """What of a picture is out of date: all of it, or what is in some boxes of the world."""

    everything: bool = True
    boxes: list[tuple[Point3, Point3]] = field(default_factory=list)

    def all(self) -> None:
        self.everything = True

    def at(self, node: NodePath) -> None:
        """Where this node is: to be said when it has come, and before it goes."""
        if not self.everything and (bounds := node.get_tight_bounds(node.get_top())) is not None:
            self.boxes.append(bounds)

    def clear(self) -> None:
        self.everything = False
        self.boxes.clear()


class Backing:
    """The kept picture of one window's table. `prepare` has to come before every frame."""

    def __init__(self, opened: Opened, table: TableRenderer) -> None:
        self.base, self.table = opened.base, table
        # A graphics card draws faster than a picture could be kept.
        self.possible = opened.software and opened.quality == "baked"
        self.size = (0, 0)
        self.buffer: GraphicsOutput | None = None
        self.seen_from: object = None
        # tinydisplay spreads a view over half a pixel less than its region has.
        self.lost = 0.5 if self.base.pipe.get_interface_name().startswith("Tiny") else 0.0
        self.card: NodePath = self.base.render2d.attach_new_node("backing")
        self.direct = self.base.camNode.get_display_region(0)

    @property
    def behind(self) -> bool:
        """Whether a frame in which nothing moves will have to draw everything."""
        return self.possible and self.table.damage.everything

    def prepare(self, drawing: bool = True) -> None:
        """Have the next frame draw what is out of date of the table; nothing if none is drawn."""
        places: list[Rect] = []
        if drawing:
            base, damage = self.base, self.table.damage
            size = (base.win.get_x_size(), base.win.get_y_size())
            seen_from = (size, base.camera.get_transform())
            moves = self.table.moving or seen_from != self.seen_from
            self.seen_from = seen_from
            if moves:
                damage.all()
            # What moves is drawn straight into the window: to keep what is not shown again would cost time.
            keeping = not moves and self._holds(size)
            self.direct.set_active(not keeping)
            if keeping:
                places = self._places()
                damage.clear()
                self.card.show()
            else:
                self.card.hide()
        if self.buffer is not None:
            self.buffer.set_active(bool(places))
            for number in range(PLACES):
                region = self.buffer.get_display_region(number + 1)  # The first is Panda's own.
                region.set_active(number < len(places))
                if number < len(places):
                    self._narrow(region, number + 1, places[number])

    def destroy(self) -> None:
        self._close()
        self.card.remove_node()

    def _holds(self, size: tuple[int, int]) -> bool:
        """Whether a picture of that size can be kept."""
        if self.possible and size != self.size:
            self._close()
            self.size = size
            self._open()
        return self.possible

    def _open(self) -> None:
        """A texture that holds a picture; tinydisplay wants powers of two."""
        wide, high = (1 << max(0, side - 1).bit_length() for side in self.size)
        texture = Texture("backing")
        texture.setup_2d_texture(wide, high, Texture.T_unsigned_byte, Texture.F_rgb8)
        texture.set_minfilter(SamplerState.FT_nearest)
        texture.set_magfilter(SamplerState.FT_nearest)
        texture.set_wrap_u(SamplerState.WM_clamp)
        texture.set_wrap_v(SamplerState.WM_clamp)
        wanted = FrameBufferProperties()
        wanted.set_rgba_bits(8, 8, 8, 0)
        wanted.set_depth_bits(24)
        win = self.base.win
        self.buffer = win.make_texture_buffer("backing", wide, high, texture, False, wanted)
        self.possible = self.buffer is not None
        if self.buffer is None:
            return
        self.buffer.set_sort(win.get_sort() - 1)
        self.buffer.set_clear_color_active(False)
        self.buffer.set_clear_depth_active(False)
        for number in range(PLACES):
            region = self.buffer.make_display_region()
            region.set_camera(self.base.cam)
            region.set_lens_index(number + 1)
            region.set_clear_color(win.get_clear_color())
            region.set_clear_color_active(True)
            region.set_clear_depth_active(True)
        self._lay(texture)
        self.table.damage.all()

    def _close(self) -> None:
        if self.buffer is not None:
            self.base.graphicsEngine.remove_window(self.buffer)
            self.buffer = None
        self.card.get_children().detach()

    def _lay(self, texture: Texture) -> None:
        """Show the picture behind everything that is flat on the screen, a texel on each pixel; one more at
        the right and below, where tinydisplay would leave a gap."""
        (w, h), (wide, high) = self.size, (texture.get_x_size(), texture.get_y_size())
        maker = CardMaker("backing")
        maker.set_frame(-1, 1 + 2 / w, -1 - 2 / h, 1)
        maker.set_uv_range((0, -1 / high), ((w + 1) / wide, h / high))
        card = self.card.attach_new_node(maker.generate())
        card.set_texture(texture)
        card.set_bin("background", 0)

    def _places(self) -> list[Rect]:
        """The rectangles that are to be drawn."""
        damage = self.table.damage
        whole = (0, self.size[0], 0, self.size[1])
        found = {self._seen(*box) for box in damage.boxes}
        if damage.everything or None in found:
            return [whole]
        places = [place for place in found if place and place[0] < place[1] and place[2] < place[3]]
        if len(places) <= PLACES:
            return places
        left, right, bottom, top = zip(*places, strict=True)
        return [(min(left), max(right), min(bottom), max(top))]

    def _seen(self, low: Point3, high: Point3) -> Rect | None:
        """Where a box of the world is in the picture; None if it reaches behind the eye."""
        lens, to_eye = self.base.camLens, self.base.render.get_mat(self.base.cam)
        found = []
        for corner in range(8):
            corner_at = Point3(*((high if corner >> axis & 1 else low)[axis] for axis in range(3)))
            seen, point = to_eye.xform_point(corner_at), Point2()
            if seen.y < lens.get_near():
                return None
            lens.project(seen, point)  # It answers false beside the picture, and says where all the same.
            found.append(point)
        place = []
        for axis, size in enumerate(self.size):
            at = [(point[axis] + 1) / 2 * size for point in found]
            place += [max(0, math.floor(min(at)) - AROUND), min(size, math.ceil(max(at)) + AROUND)]
        left, right, bottom, top = place
        return left, right, bottom, top

    def _narrow(self, region: Any, number: int, place: Rect) -> None:
        """Have a region of the texture show this part of the picture, and draw no more than is seen in it."""
        left, right, bottom, top = place
        assert self.buffer is not None
        across, up = self.buffer.get_x_size(), self.buffer.get_y_size()
        region.set_dimensions(left / across, right / across, bottom / up, top / up)
        whole = self.base.camLens
        film = whole.get_film_size()
        # Where the part begins and ends on the whole film, from the left and from the top.
        wide, high = self.size[0] - self.lost, self.size[1] - self.lost
        begin, end = left / wide, (right - self.lost) / wide
        over, under = (self.size[1] - top) / high, (self.size[1] - bottom - self.lost) / high
        part = PerspectiveLens()
        part.set_near_far(whole.get_near(), whole.get_far())
        part.set_film_size(film[0] * (end - begin), film[1] * (under - over))
        part.set_focal_length(whole.get_focal_length())
        part.set_film_offset(film[0] * (begin + end - 1) / 2, film[1] * (1 - over - under) / 2)
        self.base.camNode.set_lens(number, part)
