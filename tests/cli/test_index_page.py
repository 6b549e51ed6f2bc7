"""The page that `tilewright index` writes for people: what it says, and that packages cannot write it."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from support.commands import run
from tilewright.dsl.packages.archive import pack


class Page(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def offered(here: Path, title: str, readme: str = "", version: str = "1.0.0", name: str = "rain") -> Page:
    files = {
        "package.yaml": (
            f"id: {name}\ntitle: {title}\nversion: {version}\nlicence: 'MIT & co'\n"
            'engine: ">=0.1"\nuses: [{id: lamps, version: ">=1,<2"}]\n'
        ).encode(),
        f"{name}.wright": f"mod {name} for lamps\n".encode(),
    }
    if readme:
        files |= {"README.md": readme.encode(), "README.cs.md": "Prší.\n".encode()}
    (here / f"{name}-{version}.tilewright").write_bytes(pack(files, 2, "0.1.0").data)
    result = run("index", ".", "--replace")
    assert result.exit_code == 0, result.output
    return Page((here / "index.html").read_text("utf-8"))


def test_it_says_what_there_is_and_how_to_install_it(here: Path) -> None:
    readme = "# Rain\n\n```\ntilewright play\n```\n\nIt rains\non all lamps.\n\nMore.\n"
    offered(here, "Rain")
    page = offered(here, "Heavy rain", readme, "1.10.0")
    said = " ".join(page.text.split())
    assert "1 package in 2 versions." in said
    assert "Heavy rain 1.10.0 rain, a mod for lamps It rains on all lamps. More." in said
    assert "tilewright install rain --from ADDRESS" in said
    assert (
        "MIT & co" in said
        and "lamps >=1,<2" in said
        and "Earlier 1.0.0" in said.replace("Earlier1", "Earlier 1")
    )
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    assert links == ["rain-1.10.0.tilewright", "rain-1.0.0.tilewright"]


@pytest.mark.parametrize(
    "said",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "'</bdi></h2><iframe src=//example.org>",
        "{rows} {0} &lt;b&gt;",
        "\u202egnp.exe",
    ],
)
def test_what_a_package_says_is_text(here: Path, said: str) -> None:
    title = "Rain" if said[0] == "\u202e" else said.replace("'", "''")  # such a title is refused
    page = offered(here, f"'{title}'", f"Title\n\n{said}\n")
    plain = offered(here, "Rain", "Rain", name="rain")
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in plain.elements]
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert "\u202e" not in page.text
    if said[0] != "\u202e":
        assert said in page.text


def test_nothing_is_fetched_by_it(here: Path) -> None:
    page = offered(here, "Rain")
    assert not {"script", "img", "link", "iframe"} & {tag for tag, _ in page.elements}
    rules = [attributes["content"] for tag, attributes in page.elements if attributes.get("http-equiv")]
    assert rules == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_long_words_are_cut(here: Path) -> None:
    page = offered(here, "Rain", "x" * 1000)
    assert "x" * 399 + "…" in page.text and "x" * 400 not in page.text
