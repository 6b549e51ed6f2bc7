"""Small packages written into a folder of the test's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

MANIFEST = """\
id: {id}
title: {title}
version: {version}
engine: ">=0.1"
"""


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, and give it back."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return folder


def write_package(
    folder: Path, files: Mapping[str, str | bytes], uses: tuple[str, ...] = (), version: str = "1.0.0"
) -> Path:
    """Write a package named like its folder, which uses others in any version or as in `std >=2`."""
    manifest = MANIFEST.format(id=folder.name, title=folder.name.title(), version=version)
    if uses:
        manifest += "uses:\n"
        for name, _, wanted in (use.partition(" ") for use in uses):
            manifest += f'  - {{id: {name}, version: "{wanted or ">=0"}"}}\n'
    return write(folder, {"package.yaml": manifest, **files})
