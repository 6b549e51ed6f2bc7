"""Characters that do harm are told with their place, wherever they are; every language has its letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.packages import MANIFEST, write, write_package
from tilewright.dsl.compile import check_package, compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.host.text import HARMFUL, file_name, for_xml, named, on_one_line, printable

EVIL = {
    "escape": "\x1b",
    "bell": "\x07",
    "backspace": "\x08",
    "vertical tab": "\x0b",
    "form feed": "\x0c",
    "delete": "\x7f",
    "C1": "\x9b",
    "next line": "\x85",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "end of isolate": "\u2069",
    "byte order mark": "\ufeff",
    "no character": "\ufffe",
    "no character of another plane": "\U0010ffff",
    "carriage return": "\r",
}
GOOD = (
    "שלום\u200f, مرحبا – “don’t” nа\u0308ve 👨\u200d👩\u200d👧 🏴\U000e0067\U000e007f 100\u202f% "
    "a\u00adb ด\u200bก"
)

RULES = """\
system case:
  title: "<title of the game>"
  players: 1

setting far_sight "<title of a setting>": yes/no = no
kind hero is figure:
  seen as "x": number
game has:
  n: number = 1
menu moves "<title of a menu>" for player

hero ann "<title of a thing>":
  text: "<text of a thing>"
mission first "<title of a mission>":
  text: "<story of a mission>"
  setup:
    done

action go "<title of an action>" by (player):
  in moves
  needs n > 0, "<reason>"
  say "<sentence of the log>"
  choose x from heroes asking "<question>"
# <remark>
## <documentation>
to play:
  for each player:
    you may "<label of an option>": done
    offer moves to player, or "<label beside a menu>": done
  win "<last words>"
""".replace('  seen as "x": number\n', "  health: number\n")
PLACES = [line.partition("<")[2].partition(">")[0] for line in RULES.splitlines() if "<" in line]


def problems_of(folder: Path) -> list[Diagnostic]:
    package, problems = read_package(folder)
    assert package is not None
    return sorted(problems + check_package(package))


def harmful(problems: list[Diagnostic]) -> list[Diagnostic]:
    return [problem for problem in problems if problem.code == "E0113"]


@pytest.mark.parametrize("evil", EVIL.values(), ids=EVIL.keys())
def test_wherever_it_stands_in_a_source(evil: str, tmp_path: Path) -> None:
    for number, place in enumerate(PLACES):
        before, _, after = RULES.partition(f"<{place}>")
        text = f"{before}A{evil}B{after}"
        found = harmful(problems_of(write_package(tmp_path / f"p{number}", {"a.wright": text.encode()})))
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n") + 1
        assert [(one.span.line, one.span.column) for one in found] == [(line, column)], place
        assert named(evil) in found[0].message and found[0].expected and found[0].help


def test_what_is_around_it_is_read_as_it_was_meant(tmp_path: Path) -> None:
    text = RULES.replace("<title of a thing>", "A\x1bB").replace("to play:", "to play:\u2066")
    problems = problems_of(write_package(tmp_path / "case", {"a.wright": text}))
    assert {problem.code for problem in problems if problem.is_error} == {"E0113"}


def test_every_language_may_be_written(tmp_path: Path) -> None:
    text = RULES.replace("<", GOOD + "<")
    folder = write_package(tmp_path / "case", {f"{'נא' + chr(0x308)}.wright": text})
    assert not [problem for problem in problems_of(folder) if problem.is_error]
    assert not HARMFUL.search(GOOD) and printable(GOOD) == for_xml(GOOD) == GOOD


@pytest.mark.parametrize("evil", [*EVIL.values(), "\n"], ids=[*EVIL.keys(), "end of a line"])
def test_in_the_name_of_a_source(evil: str, tmp_path: Path) -> None:
    folder = write_package(tmp_path / "case", {f"a{evil}b.wright": RULES})
    (one,) = harmful(problems_of(folder))
    assert named(evil) in one.message and "name of this file" in one.message


def test_in_the_name_of_a_source_that_is_no_text(tmp_path: Path) -> None:
    folder = write_package(tmp_path / "case", {"a.wright": RULES})
    (folder / "a.wright").rename(folder / b"a\xffb.wright".decode("utf-8", "surrogateescape"))
    (one,) = harmful(problems_of(folder))
    assert "HALF A CHARACTER" in one.message


@pytest.mark.parametrize("evil", EVIL.values(), ids=EVIL.keys())
@pytest.mark.parametrize("escaped", [False, True], ids=["as it is", "escaped"])
def test_in_yaml(evil: str, escaped: bool, tmp_path: Path) -> None:
    inside = f"\\U{ord(evil):08X}" if escaped else evil
    manifest = MANIFEST.format(id="case", title=f'"A{inside}B"', version="1.0.0") + "languages: [en, cs]\n"
    catalogue = f'setting/far_sight/title: "A{inside}B"\n'
    folder = write(
        tmp_path / "case",
        {"package.yaml": manifest.encode(), "a.wright": RULES, "texts/cs.yaml": catalogue.encode()},
    )
    package, problems = read_package(folder)
    assert package is not None
    (one,) = harmful(problems)
    assert (one.span.file, one.span.line) == ("case/package.yaml", 2) and named(evil) in one.message
    result = compile_package(package, language="cs")
    (one,) = harmful(result.problems)
    assert (one.span.file, one.span.line) == ("case/texts/cs.yaml", 1) and named(evil) in one.message
    assert result.program is None


def test_old_line_ends_are_none_but_mixed_ones_are(tmp_path: Path) -> None:
    old = RULES.replace("\n", "\r").encode()
    assert not harmful(problems_of(write_package(tmp_path / "old", {"a.wright": old})))
    windows = RULES.replace("\n", "\r\n").encode()
    assert not harmful(problems_of(write_package(tmp_path / "windows", {"a.wright": windows})))
    mixed = RULES.replace("# <remark>\n", "# a remark\rto steal: lose\n").encode()
    assert harmful(problems_of(write_package(tmp_path / "mixed", {"a.wright": mixed})))


# ------------------------------------------------------------------ cleaning


def test_a_text_for_a_terminal() -> None:
    assert printable("A\x1b]0;x\x07B\u202eC\tD\nE") == "A␛]0;x␇B\ufffdC D\nE"
    assert on_one_line("A\nB") == "A␊B"
    assert all(not HARMFUL.search(printable(evil)) for evil in (*EVIL.values(), "\ud800", "\0"))
    assert len(printable("".join(EVIL.values()))) == len("".join(EVIL.values()))


def test_a_text_for_a_picture() -> None:
    assert for_xml("Title\x0bsecond") == "Titlesecond"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("castle", "castle"),
        ("../../etc/passwd", "etc-passwd"),
        ("-rf", "rf"),
        (".hidden", "hidden"),
        ("CON", "CON_"),
        ("nul.json", "nul_.json"),
        ("COM1", "COM1_"),
        ("a/b\\c:d", "a-b-c-d"),
        ("a. ", "a"),
        ("", "unnamed"),
        ("..", "unnamed"),
        ("a\x1b\n\0b", "a-b"),
        ("řeka", "řeka"),
        ("x" * 300, "x" * 80),
        ("[a]*?", "a"),
    ],
)
def test_the_name_of_a_file(text: str, name: str) -> None:
    assert file_name(text) == name


def test_the_name_of_a_file_fits_every_file_system() -> None:
    assert len(file_name("日" * 300).encode()) <= 160
