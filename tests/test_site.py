"""`make site`: all pages become a site that is complete, and that can be searched without a server."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_site_is_built_from_all_pages_and_its_search_needs_no_server(tmp_path: Path) -> None:
    """With every warning as an error: a link, a heading or a picture that is not there ends the build."""
    recipe = re.search(r"^site: .*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert recipe is not None and "-q -W --keep-going -c docs" in recipe[1]
    pages, site = tmp_path / "pages", tmp_path / "site"
    shutil.copytree(ROOT / "docs", pages / "docs")
    for page in (*ROOT.glob("*.md"), ROOT / "viewer/assets/CREDITS.md"):
        target = pages / page.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(page, target)
    words = ("-q", "-W", "--keep-going", "-c", str(ROOT / "docs"), str(pages), str(site))
    built = subprocess.run(
        [sys.executable, "-P", "-m", "sphinx", *words], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr[-3000:]
    made = {str(page.relative_to(site)) for page in site.rglob("*.html")}
    assert {str(page.relative_to(pages).with_suffix(".html")) for page in pages.rglob("*.md")} <= made
    assert (site / "index.html").read_bytes() == (site / "README.html").read_bytes()
    assert "Search.setIndex(" in (site / "searchindex.js").read_text("utf-8")[:100], "a script, not a request"
    auction = (site / "docs/cookbook/auction.html").read_text("utf-8")
    assert "highlight-wright" in auction and '<span class="k">choose</span>' in auction
