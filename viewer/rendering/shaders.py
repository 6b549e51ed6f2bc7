"""The GLSL of the qualities `lite` (light per vertex) and `full` (light per pixel, shadows, normal maps)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from panda3d.core import Shader

_FOLDER = Path(__file__).parents[1] / "assets" / "shaders"
_DEPTH_VERTEX = """#version 330
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; }
"""
_DEPTH_PIXEL = """#version 330
out vec4 result;
void main() { result = vec4(1.0); }
"""


@lru_cache(8)
def board_shader(quality: str, lamps: int, taps: int = 1) -> Shader:
    """The shader for everything that light falls on. More taps make softer shadows, at a price."""
    head = f"#version 330\n#define LAMPS {max(lamps, 1)}\n#define TAPS {taps}\n" + _source("inputs")
    return Shader.make(
        Shader.SL_GLSL, head + _source(f"{quality}_vertex"), head + _source(f"{quality}_pixel")
    )


def depth_shader() -> Shader:
    """What the key light's own camera sees: depth only."""
    return Shader.make(Shader.SL_GLSL, _DEPTH_VERTEX, _DEPTH_PIXEL)


def _source(name: str) -> str:
    return (_FOLDER / f"{name}.glsl").read_text("utf-8")
