"""How `make site` turns the pages into a site: Sphinx reads them as they are (docs/decisions says why).

The pages stay what people read in the checkout. All that a site needs besides is added while it is built: who
comes after whom, and how sources of games are coloured.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text

from tilewright.dsl.vocabulary import STATEMENT_WORDS, VALUE_WORDS

project = "Tilewright"
author = "Tilewright contributors"
extensions = ["myst_parser"]
myst_disable_syntax = ["myst_role"]  # `{name}` in a message is a gap, and no word to Sphinx
root_doc = "README"
html_theme = "furo"
html_title = "Tilewright"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
myst_heading_anchors = 4
# A page of the reference ends in a block without a language; what stands in it is a form, not code.
highlight_language = "none"

# The chapters in the order in which one reads them. One that is not named here comes after them.
CHAPTERS = {
    "README": ["docs/README", "CHANGELOG", "SECURITY", "CONTRIBUTING", "ARCHITECTURE"],
    "docs/README": [
        *(f"docs/{name}" for name in ("authors", "things", "boards", "rules", "deciding", "silent")),
        "docs/cookbook/README",
        *(
            f"docs/{name}"
            for name in ("looks", "testing", "mutation", "mods", "combining", "table", "limits", "api")
        ),
        "docs/language/README",
        "docs/decisions/README",
    ],
}


KEPT_ASIDE = ("docs/language/", "docs/decisions/", "docs/internals/", "viewer/")


class WrightLexer(RegexLexer):
    """Sources of games."""

    name = "Tilewright"
    aliases = ("wright",)
    filenames = ("*.wright",)
    url = ""
    tokens = {  # noqa: RUF012 (Pygments wants it so)
        "root": [
            (r"#.*$", Comment),
            (r'"[^"\n]*"', String),
            (r"\[[A-Za-z][^\]\n]*\]", Name.Label),
            (r"^( *)([a-z_]+)(?= [a-z_]+ *(\"|:|of\b|is\b|$))", Name.Class),
            (words((*STATEMENT_WORDS, *VALUE_WORDS), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\b\d+\b", Number),
            (r"\b[A-Za-z_]+(?=\()", Name.Function),
            (r"[A-Za-z_]\w*", Name),
            (r"[-+*/|=<>!.,:()]", Punctuation),
            (r"\s+|.", Text),
        ]
    }


def with_chapters(app: Any, name: str, text: list[str]) -> None:
    """Say which pages belong under one that lists others. A page of the reference is found by search and
    index: four hundred of them beside every page would make each as large as all.
    """
    if name.startswith(KEPT_ASIDE) and not name.endswith("README"):
        text[0] = f"---\norphan: true\n---\n{text[0]}"
        return
    found = app.env.found_docs
    below = [one for one in CHAPTERS.get(name, ()) if one in found]
    if name == "docs/README":
        below += sorted(one for one in found - {*below, name} if re.fullmatch(r"docs/\w+", one))
    if name == "docs/cookbook/README":
        below = [f"docs/cookbook/{page}" for page in dict.fromkeys(re.findall(r"\]\((\w+)\.md\)", text[0]))]
    if below:
        entries = "\n".join(f"/{one}" for one in below)
        text[0] += f"\n```{{toctree}}\n:hidden:\n\n{entries}\n```\n"


def with_front_page(app: Any, error: Exception | None) -> None:
    """A site begins with `index.html`."""
    if error is None:
        out = Path(app.outdir)
        (out / "index.html").write_text((out / "README.html").read_text("utf-8"), "utf-8")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.add_lexer("wright", WrightLexer)
    app.connect("source-read", with_chapters)
    app.connect("build-finished", with_front_page)
