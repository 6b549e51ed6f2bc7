"""How meshes meet light in each quality: finished vertex colours
(`baked`) or shader inputs (`lite`, `full`)."""

from __future__ import annotations

import math
from collections import OrderedDict

import numpy as np
from panda3d.core import (
    BitMask32,
    ColorBlendAttrib,
    CullFaceAttrib,
    DepthOffsetAttrib,
    DirectionalLight,
    NodePath,
    PTA_LVecBase4f,
    SamplerState,
    ShaderAttrib,
    Texture,
    TransparencyAttrib,
    Vec3,
    Vec4,
)
from PIL import Image

from tilewright.schemas.art import BadArt

from ..common import art
from ..making import cache
from ..modelling import light, paint
from ..modelling.light import Lighting
from ..modelling.mesh import Mesh
from ..scene.looks import Rgb
from . import shaders, upload

EDGE = 0.020  # tiles that an outline stands out
BEHIND = 0.015  # of the way from the eye, by which it lies behind its figure
SHADOWLESS = BitMask32.bit(5)  # the key light's camera does not see what is hidden from this bit
_LAID, _ROUGH = 512, 190  # pixels of a side, and how rough it is
_KNOWN = 32  # meshes of figures that are kept for others like them
PAINTED = ("floor", "wall", "ground", "table")
_PARTS = {"baked": ("bright",), "lite": ("colour",), "full": ("colour", "normals")}
_SURFACES = {
    "": (0.45, 0.2),
    "floor": (0.62, 0.25),
    "wall": (0.6, 0.2),
    "ground": (0.7, 0.1),
    "table": (0.6, 0.0),
    "figure": (0.42, 0.1),
}


class Materials:
    """Puts lit and unlit meshes into one scene graph, all in the same quality."""

    def __init__(self, root: NodePath, quality: str, *, soft: int = 1) -> None:
        self.root, self.quality = root, quality
        self.soft = soft
        self.light: Lighting | None = None
        self.textures: dict[str, Texture] = {}
        self.bumps: dict[str, Texture] = {}
        self.sun: NodePath | None = None
        self._figures: OrderedDict[int, tuple[Mesh, NodePath]] = OrderedDict()
        self._halo: Texture | None = None
        self._white = upload.texture(Image.new("RGBA", (2, 2), (255, 255, 255, 255)), "white")
        self._even = upload.texture(Image.new("RGBA", (2, 2), (128, 128, 255, 255)), "even")

    def use(self, lighting: Lighting) -> None:
        """Light everything that is placed from now on like this; in lite and
        full what is there already, too."""
        self.light = lighting
        if self.quality == "baked":
            return
        left, bottom, right, top = lighting.area
        shade = Image.fromarray(lighting.shade).convert("RGBA")
        lamps = lighting.lamps or (light.Lamp((0, 0, -99), (0, 0, 0), 0.1),)
        wide, high = right - left, top - bottom
        self.root.set_shader(shaders.board_shader(self.quality, len(lamps), self.soft))
        self.root.set_shader_inputs(
            key_from=Vec3(*light.KEY_FROM),
            key_colour=Vec3(*light.KEY),
            sky=Vec3(*light.SKY),
            below=Vec3(*light.GROUND),
            exposure=light.EXPOSURE,
            eye=Vec3(0, 0, 10),
            area=Vec4(1 / wide, 1 / high, -left / wide, -bottom / high),
            shade_map=upload.texture(shade, "shade", mipmaps=False),
            picture=self._white,
            bumps=self._even,
            surface=Vec4(0.45, 0.2, 0, 0),
        )
        self.root.set_shader_input("lamp_at", PTA_LVecBase4f([Vec4(*x.at, x.reach) for x in lamps]))
        self.root.set_shader_input("lamp_colour", PTA_LVecBase4f([Vec4(*x.colour, 0) for x in lamps]))
        if self.quality == "full":
            self._cast_shadows(lighting)

    def see_from(self, eye: tuple[float, float, float]) -> None:
        """The eye has moved; only shine depends on it."""
        if self.quality == "full":
            self.root.set_shader_input("eye", Vec3(*eye))

    def lit(
        self, mesh: Mesh, parent: NodePath, name: str, *, texture: str = "", on_floor: bool = False
    ) -> NodePath:
        """A mesh that stands still in the world: its points are where it is."""
        shown = self._baked(mesh, texture, on_floor) if self.quality == "baked" else mesh
        path = upload.node(shown, name)
        path.reparent_to(parent)
        self._dress(path, texture, on_floor)
        return path

    def figure(self, mesh: Mesh, placed: Mesh, parent: NodePath, name: str) -> NodePath:
        """A mesh about its own origin; `placed` are the same points where they stand in the world now."""
        if self.quality != "baked":
            return self._copy(mesh, parent, name)
        path = upload.node(mesh.coloured(self._baked(placed, "", False).colours), name)
        path.reparent_to(parent)
        return path

    def _copy(self, mesh: Mesh, parent: NodePath, name: str) -> NodePath:
        """A node for one of many figures with one mesh: they share its corners, and how it is lit."""
        if id(mesh) not in self._figures:
            made = upload.node(mesh, name)
            self._dress(made, "figure", False)
            self._figures[id(mesh)] = mesh, made
            while len(self._figures) > _KNOWN:
                self._figures.popitem(last=False)
        self._figures.move_to_end(id(mesh))
        path: NodePath = self._figures[id(mesh)][1].copy_to(parent)
        path.set_name(name)
        return path

    def relit(self, path: NodePath, mesh: Mesh, placed: Mesh) -> None:
        """A figure stands somewhere else now; only `baked` has to do anything about it."""
        if self.quality == "baked":
            upload.recolour(path, mesh.coloured(self._baked(placed, "", False).colours))

    def unlit(
        self, mesh: Mesh, parent: NodePath, name: str, *, picture: Texture | None = None, order: int = 0
    ) -> NodePath:
        """A mesh in its own see-through colours, lying over the floor; drawn in `order`, throws no shadow."""
        path = upload.node(mesh, name)
        path.reparent_to(parent)
        path.set_shader_off(10)
        path.set_light_off(10)
        if picture is not None:
            path.set_texture(picture, 10)
        path.set_transparency(TransparencyAttrib.M_alpha)
        path.set_depth_write(False)
        path.set_depth_offset(1)
        path.set_bin("fixed", order)
        path.hide(SHADOWLESS)
        return path

    def outline(self, mesh: Mesh, parent: NodePath, colour: Rgb) -> NodePath:
        """A bright edge round a figure: the mesh a little larger, seen from inside only, and behind all of
        the figure, so that none runs over its face."""
        grown = Mesh(mesh.points + mesh.normals * EDGE, mesh.normals, mesh.colours, mesh.uvs, mesh.faces)
        path = upload.node(grown.coloured(np.tile((*colour, 1.0), (len(mesh.points), 1))), "outline")
        path.reparent_to(parent)
        path.set_shader_off(10)
        path.set_light_off(10)
        path.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_counter_clockwise), 10)
        path.set_attrib(DepthOffsetAttrib.make(0, BEHIND, 1.0), 10)
        path.hide(SHADOWLESS)
        return path

    def glow(self, mesh: Mesh, parent: NodePath) -> NodePath | None:
        """Quads of light in the air, added to what is behind them; `baked` has none."""
        if self.quality == "baked" or not len(mesh.faces):
            return None
        if self._halo is None:
            self._halo = upload.texture(_halo(), "halo", mipmaps=False)
        path = self.unlit(mesh, parent, "glow", picture=self._halo, order=8)
        path.set_attrib(
            ColorBlendAttrib.make(
                ColorBlendAttrib.M_add, ColorBlendAttrib.O_incoming_alpha, ColorBlendAttrib.O_one
            )
        )
        path.set_two_sided(True)
        return path

    def _baked(self, mesh: Mesh, texture: str, on_floor: bool) -> Mesh:
        assert self.light is not None
        return light.baked(mesh, self.light, on_floor=on_floor, textured=_is_painted(texture))

    def _picture(self, name: str) -> Texture | None:
        """A painted texture, made when something needs it first; None where a surface has none."""
        if name in PAINTED and name not in self.textures:
            sharp, repeat = 8 if self.quality == "full" else 1, name != "floor"
            colour, *normals = cache.painted(name, *_PARTS[self.quality])
            self.textures[name] = upload.texture(colour, name, repeat=repeat, sharp=sharp)
            if self.quality == "baked":  # To mix two sizes of a picture is dear, and shows little.
                self.textures[name].set_minfilter(SamplerState.FT_linear_mipmap_nearest)
            for bumps in normals:
                self.bumps[name] = upload.texture(bumps, f"{name} normals", repeat=repeat, sharp=sharp)
        if art.is_ref(name) and name not in self.textures:
            self.textures[name] = self._laid(name)
        return self.textures.get(name)

    def _laid(self, ref: str) -> Texture:
        """Art that lies on the floor. Its alpha says how rough it is; light that is baked only darkens it."""
        try:
            image = art.fitted(ref, (_LAID, _LAID), "stretch")
        except BadArt as error:
            art.tell(ref, error)
            image = Image.new("RGBA", (2, 2), (90, 90, 90, 255))
        under = Image.new("RGBA", image.size, (40, 40, 40, 255))
        shown = Image.alpha_composite(under, image)
        shown.putalpha(_ROUGH)
        if self.quality == "baked":
            shown = paint.brightened(shown)
        return upload.texture(shown, "art", repeat=True, sharp=8 if self.quality == "full" else 1)

    def _dress(self, path: NodePath, texture: str, on_floor: bool) -> None:
        picture = self._picture(texture)
        if self.quality == "baked":
            if picture is not None:
                path.set_texture(picture)
            return
        rough, metal = _SURFACES.get("floor" if art.is_ref(texture) else texture, _SURFACES[""])
        path.set_shader_input("surface", Vec4(rough, metal, picture is not None, on_floor))
        if picture is not None:
            path.set_shader_input("picture", picture)
            if texture in self.bumps:
                path.set_shader_input("bumps", self.bumps[texture])

    def _cast_shadows(self, lighting: Lighting) -> None:
        if self.sun is not None:
            self.root.clear_light(self.sun)
            self.sun.remove_node()
        left, bottom, right, top = lighting.area
        reach = math.dist((left, bottom), (right, top))
        sun = DirectionalLight("key")
        sun.set_color((1, 1, 1, 1))
        sun.set_shadow_caster(True, 2048, 2048)
        sun.get_lens().set_film_size(reach * 0.98, reach * 0.9)
        sun.get_lens().set_near_far(1, reach * 3)
        sun.set_camera_mask(SHADOWLESS)
        state = sun.get_initial_state().add_attrib(ShaderAttrib.make(shaders.depth_shader()), 1)
        sun.set_initial_state(state.remove_attrib(CullFaceAttrib))
        self.sun = self.root.attach_new_node(sun)
        middle = Vec3((left + right) / 2, (bottom + top) / 2, 0)
        self.sun.set_pos(middle + Vec3(*light.KEY_FROM) * reach * 1.5)
        self.sun.look_at(middle)
        self.root.set_light(self.sun)


def _is_painted(texture: str) -> bool:
    return texture in PAINTED or art.is_ref(texture)


def _halo() -> Image.Image:
    """Light that fades from the middle outwards."""
    y, x = np.mgrid[0:64, 0:64] / 31.5 - 1
    alpha = np.clip(1 - np.hypot(x, y), 0, 1) ** 2.2
    white = np.ones_like(alpha)
    return Image.fromarray((np.stack([white, white, white, alpha], -1) * 255).astype(np.uint8), "RGBA")
