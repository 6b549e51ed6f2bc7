"""`tilewright index`, `search`, `install`, `update`, `list` and `remove`: from a folder, and over the web."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import pytest
from click import ClickException
from click.testing import Result

from support.commands import run
from support.packages import write
from tilewright.cli.installing import with_needs
from tilewright.cli.package_index import IndexEntry, PackageIndex
from tilewright.dsl.packages import manifest as manifests
from tilewright.dsl.packages import store
from tilewright.dsl.packages.archive import pack, signed
from tilewright.host import web

GAME = "system lamps:\n  players: 1\n\n## Nothing much.\nto play: win\n"
MINE, YOURS = bytes(32), bytes([1] * 32)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game `lamps`, and an empty one for an index."""
    for name in ("CACHE", "STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"TILEWRIGHT_{name}", str(tmp_path / name.lower()))
    monkeypatch.delenv("TILEWRIGHT_INDEX", raising=False)
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "lamps", {"package.yaml": manifest("lamps"), "a.wright": GAME})
    (tmp_path / "index").mkdir()
    return tmp_path


def manifest(name: str, version: str = "1.0.0", more: str = "") -> str:
    head = f'id: {name}\ntitle: {name.title()}\nversion: {version}\nengine: ">=0.1"\nlicence: MIT\n'
    return head + more


def offer(
    name: str, version: str = "1.0.0", more: str = "", seed: bytes | None = None, to: str = "index"
) -> Path:
    """Put a packed mod into the folder of the index."""
    files = {
        "package.yaml": manifest(name, version, more).encode(),
        f"{name}.wright": f"mod {name} for lamps\n\nafter play [{name}-1]: done  # {version}\n".encode(),
    }
    packed = pack(files, 2, "0.1.0")
    path = Path(to, f"{name}-{version}.tilewright")
    path.write_bytes((packed if seed is None else signed(packed, seed)).data)
    return path


def indexed() -> None:
    result = run("index", "index")
    assert result.exit_code == 0, result.output


def installed() -> list[str]:
    return [f"{one.id} {one.version}" for one in store.installed()]


def good(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def bad(result: Result, code: int = 1) -> str:
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


def test_a_package_is_found_installed_played_listed_and_removed(here: Path) -> None:
    offer("storm", more='uses: [{id: rain, version: ">=1"}, {id: std, version: ">=0"}]\n', seed=MINE)
    offer("rain", "1.0.0")
    offer("rain", "1.2.0")
    offer("std", "9.0.0")
    indexed()
    assert "rain 1.2.0, Rain: MIT, stories passed: 2, not signed" in good(run("search", "--from", "index"))
    found = good(run("search", "RAI", "--from", "index"))
    assert "rain 1.2.0" in found and "storm 1.0.0, Storm: needs rain, std, MIT" in found
    assert "rain" not in good(run("search", "STORM", "--from", "index")).partition(":")[0]
    said = good(run("install", "storm", "--from", "index"))
    assert (
        "storm 1.0.0, Storm, signed with the key 3b6a 27bc" in said and "trusted for it from now on" in said
    )
    assert installed() == ["rain 1.2.0", "storm 1.0.0"]
    assert "(installed: 1.2.0)" in good(run("search", "rain", "--from", "index"))
    (store.installed()[0].root / "rain.wright").write_text("")
    assert f"To repair it: tilewright install rain@1.2.0 --from {here}/index" in good(run("list"))
    good(run("install", "rain", "--from", "index"))
    listed = json.loads(good(run("mods", "lamps", "--mod", "storm", "--format", "json")))
    assert [one["id"] for one in listed["mods"]] == ["rain", "std", "storm"]
    said = good(run("list"))
    assert f"rain 1.2.0, Rain: not signed, from {here}/index" in said
    assert json.loads(good(run("list", "--format", "json")))[0]["whole"] is True
    assert good(run("remove", "storm", "rain@1.2.0")) == "storm 1.0.0 is removed. rain 1.2.0 is removed."
    assert "Nothing is installed" in good(run("list"))
    assert "there are none" in bad(run("remove", "storm"), 2)


def test_a_file_is_installed_as_it_is(here: Path) -> None:
    path = offer("storm", more='uses: [{id: rain, version: ">=1"}]\n', to=".")
    assert "`storm` needs `rain`, which is not installed" in good(run("install", str(path)))
    path.unlink()
    assert installed() == ["storm 1.0.0"]
    offer("rain", to=".")
    assert good(run("install", "rain-1.0.0.tilewright"))
    assert good(run("check", "lamps", "--mod", "storm"))
    files = store.installed()[0].root / "rain.wright"
    files.write_text("mod rain for lamps\n")
    changed = "The files of `rain` 1.0.0 have changed since it was installed."
    said = good(run("simulate", "lamps", "--games", "1", "--mod", "storm"))
    assert changed in said
    said = good(run("list"))
    assert "! its files have changed since. To repair it: tilewright install" in said
    good(run("install", "rain-1.0.0.tilewright"))
    assert "!" not in good(run("list"))
    assert changed not in good(run("simulate", "lamps", "--games", "1", "--mod", "storm"))


def test_newer_versions_take_the_place_of_older_ones(here: Path) -> None:
    for name in ("rain", "storm", "alone"):
        offer(name)
    indexed()
    good(run("install", "rain", "storm", "alone", "--from", "index"))
    made = run("sets", "mine", "--game", "lamps", "--add", "storm")
    assert made.exit_code == 0, made.output
    assert good(run("update", "--from", "index")) == "Nothing newer was found."
    Path("index/alone-1.0.0.tilewright").unlink()
    for name in ("rain", "storm"):
        offer(name, "1.1.0")
    offer("rain", "2.0.0", "conflicts: [{id: storm}]\n").write_bytes(b"PK\3\4")
    assert "rain-2.0.0.tilewright is left out: it is cut short" in bad(run("index", "index"))
    assert "rain 1.1.0" in good(run("update", "rain", "--from", "index"))
    assert installed() == ["alone 1.0.0", "rain 1.1.0", "storm 1.0.0"]
    assert "storm 1.1.0" in good(run("update", "--from", "index"))
    # The set is locked with it.
    assert installed() == ["alone 1.0.0", "rain 1.1.0", "storm 1.1.0", "storm 1.0.0"]
    assert "The set `mine` keeps storm 1.0.0." in good(run("remove", "storm"))
    assert good(run("check", "lamps", "--mods", "mine"))
    assert "there are alone, rain" in bad(run("update", "snow", "--from", "index"), 2)


def test_a_version_that_was_asked_for_stays(here: Path) -> None:
    for version in ("1.0.0", "1.1.0"):
        offer("rain", version)
    indexed()
    good(run("install", "rain@1.0.0", "--from", "index"))
    said = "rain stays at 1.0.0, as you asked for it. To take 1.1.0: tilewright install rain --from index"
    assert good(run("update", "--from", "index")) == said
    good(run("install", "rain", "--from", "index"))
    offer("rain", "1.2.0")
    indexed()
    assert "rain 1.2.0" in good(run("update", "--from", "index"))
    assert installed() == ["rain 1.2.0", "rain 1.0.0"]
    for one in store.installed():
        (store.home() / "installed" / f"rain@{one.version}.json").write_text(
            json.dumps({key: value for key, value in kept_document(one).items() if key != "pinned"})
        )
    assert installed() == ["rain 1.2.0", "rain 1.0.0"], "as it was before there were such wishes"


def kept_document(one: store.Installed) -> dict[str, Any]:
    return {"format": "tilewright/installed/1", **one._asdict()}


def test_what_is_removed_does_not_stay_unpacked(here: Path) -> None:
    for name in ("rain", "storm"):
        offer(name)
    indexed()
    good(run("install", "rain", "storm", "--from", "index"))
    made = run("sets", "mine", "--game", "lamps", "--add", "storm")
    assert made.exit_code == 0, made.output
    lies = {one.id: one.root for one in store.installed()}
    good(run("remove", "rain", "storm"))
    assert not lies["rain"].exists()
    assert lies["storm"].exists(), "the set is locked with it"
    # A set goes on with what it keeps, whatever else is changed in it.
    write(here / "hail", {"package.yaml": manifest("hail"), "a.wright": "mod hail for lamps\n"})
    for words in (("--add", "hail"), ("--update",)):
        said = good(run("sets", "mine", *words))
        assert (
            "`storm` is not installed any more; the set `mine` keeps 1.0.0." in said and "hail 1.0.0" in said
        )
    good(run("sets", "mine", "--remove", "storm"))
    assert "storm" not in good(run("sets", "mine"))


def test_what_others_need_is_removed_only_if_that_is_meant(here: Path) -> None:
    offer("rain")
    offer("storm", more='uses: [{id: rain, version: ">=1"}]\n')
    game = {"package.yaml": manifest("lamps").encode(), "a.wright": GAME.encode()}
    Path("index/lamps.tilewright").write_bytes(pack(game, 0, "0.1.0").data)
    shutil.rmtree("lamps")
    indexed()
    good(run("install", "rain", "storm", "lamps", "--from", "index"))
    good(run("sets", "mine", "--game", "lamps", "--add", "storm"))
    before = installed()
    said = bad(run("remove", "rain"))
    assert "`storm` 1.0.0 needs `rain` >=1." in said
    assert "Nothing is removed. To remove it anyway: tilewright remove rain --anyway" in said
    assert "The set `mine` is for `lamps`." in bad(run("remove", "lamps"))
    assert installed() == before
    assert "needs" not in good(run("remove", "rain", "storm"))
    good(run("install", "storm", "--from", "index"))
    assert "`storm` 1.0.0 needs `rain` >=1." in good(run("remove", "rain", "--anyway"))
    assert installed() == ["lamps 1.0.0", "storm 1.0.0"]
    # Whatever else stands for it will do.
    offer("drizzle", more="provides: [{id: rain, version: 2.0.0}]\n")
    indexed()
    good(run("install", "drizzle", "rain", "--from", "index"))
    assert "needs" not in good(run("remove", "rain"))
    assert "`storm` 1.0.0 needs `rain` >=1." in bad(run("remove", "drizzle"))
    Path("config/mods/other.json").write_text("{")
    assert "other.json is not a set of mods" in bad(run("remove", "storm"))
    assert "storm 1.0.0" in installed(), "nobody knows what the damaged set needs"


def test_an_update_leaves_the_versions_that_others_need(here: Path) -> None:
    offer("rain")
    offer("storm", more='uses: [{id: rain, version: "<2"}]\n')
    indexed()
    good(run("install", "storm", "--from", "index"))
    offer("rain", "2.0.0")
    indexed()
    said = good(run("update", "--from", "index"))
    assert "rain 1.0.0 stays, too: `storm` 1.0.0 needs `rain` <2." in said
    assert "To remove it: tilewright remove rain@1.0.0 --anyway" in said
    assert installed() == ["rain 2.0.0", "rain 1.0.0", "storm 1.0.0"]
    good(run("check", "lamps", "--mod", "storm"))
    offer("storm", "1.1.0")
    indexed()
    good(run("update", "--from", "index"))
    assert "needs" not in good(run("remove", "rain@1.0.0"))


def test_what_only_a_set_kept_goes_from_the_disk_with_it(here: Path) -> None:
    for name in ("rain", "storm", "hail"):
        offer(name)
    indexed()
    good(run("install", "rain", "storm", "hail", "--from", "index"))
    lies = {one.id: one.root for one in store.installed()}
    good(run("sets", "mine", "--game", "lamps", "--add", "storm", "--add", "rain"))
    good(run("sets", "other", "--game", "lamps", "--add", "rain"))
    good(run("remove", "storm", "rain"))
    good(run("sets", "mine", "--remove", "storm", "--add", "hail"))
    assert not lies["storm"].exists() and lies["rain"].exists()
    assert good(run("sets", "mine", "--delete")).endswith("its mods stay where they are.")
    assert lies["rain"].exists() and lies["hail"].exists()
    assert "rain 1.0.0, which only it kept" in good(run("sets", "other", "--delete"))
    assert not lies["rain"].exists() and lies["hail"].exists()
    assert [path.name for path in (store.home() / "unpacked").iterdir()] == [lies["hail"].name]


def test_of_two_places_with_one_version_it_is_told_which_is_used(here: Path) -> None:
    offer("rain")
    indexed()
    good(run("install", "rain", "--from", "index"))
    store_has = store.installed()[0].root
    files = {"package.yaml": manifest("rain"), "rain.wright": (store_has / "rain.wright").read_text()}
    write(here / "rain", files)
    assert "two places" not in good(run("mods", "lamps", "--mod", "rain")), "they are the same"
    write(here / "rain", {"rain.wright": "mod rain for lamps\n\nafter play [rain-2]: done\n"})
    said = f"`rain` 1.0.0 lies in two places with different files: `rain` is used, and not `{store_has}`"
    for words in (
        ("mods", "lamps", "--mod", "rain"),
        ("check", "lamps", "--mod", "rain"),
        ("explain", "lamps", "play", "--mod", "rain"),
        ("test", "lamps", "--mod", "rain"),
        ("simulate", "lamps", "--games", "1", "--mod", "rain"),
    ):
        told = " ".join(run(*words).output.split())
        assert said in told and "[rain-1]" not in told, told
    for named in ("./rain", str(store_has)):
        assert "two places" not in good(run("mods", "lamps", "--mod", named))
    write(here / "rain", {"package.yaml": manifest("rain", "1.0.1")})
    assert "two places" not in good(run("mods", "lamps", "--mod", "rain"))


def test_a_version_may_be_named(here: Path) -> None:
    offer("rain")
    offer("rain", "1.1.0")
    offer("rain", "2.0.0").write_bytes(
        pack({"package.yaml": manifest("rain", "2.0.0").replace("0.1", "9").encode()}, 0, "0.1.0").data
    )
    indexed()
    good(run("install", "rain@1.0.0", "--from", "index"))
    good(run("install", "rain", "--from", "index"))
    assert installed() == ["rain 1.1.0", "rain 1.0.0"]
    said = bad(run("install", "rain@3.0.0", "--from", "index"))
    assert f"there is no `rain` 3.0.0 in {here}/index; there is 2.0.0, 1.1.0, 1.0.0" in said
    for old in ("1.0.0", "1.1.0"):
        Path(f"index/rain-{old}.tilewright").unlink()
    indexed()
    said = bad(run("install", "rain", "--from", "index"))
    assert "`rain` 2.0.0 is for Tilewright >=9" in said


def test_what_does_not_go_together_is_not_installed(here: Path) -> None:
    offer("rain")
    offer("storm", more='uses: [{id: rain, version: ">=2"}]\n')
    indexed()
    said = bad(run("install", "storm", "--from", "index"))
    assert "`storm` cannot be installed: `rain` is wanted in version >=2, but is 1.0.0" in said
    assert installed() == []


def test_one_package_may_stand_for_another(here: Path) -> None:
    offer("rain", more="provides: [{id: weather, version: 2.0.0}]\n")
    offer("storm", more='uses: [{id: weather, version: ">=2"}]\n')
    indexed()
    good(run("install", "storm", "--from", "index"))
    assert installed() == ["rain 1.0.0", "storm 1.0.0"]
    good(run("install", "storm", "--from", "index"))


def test_what_an_index_says_of_a_package_is_read_once(here: Path) -> None:
    """However many need something, and whatever each of them may stand for."""
    entries = []
    for number in range(12):
        uses = ", ".join(f'{{id: often_{other}, version: ">=1"}}' for other in range(number + 1, 12))
        more = f"uses: [{uses}]\nprovides: [{{id: any_{number}, version: 1.0.0}}]\n"
        said = manifest(f"often_{number}", more=more)
        entry = IndexEntry(
            f"often_{number}", "1.0.0", "", "", f"{number}.tilewright", 1, "", "", "", None, said
        )
        entries.append(entry)
    reading = patch.object(manifests, "read_manifest", side_effect=manifests.read_manifest)
    with reading as read, pytest.raises(ClickException):
        with_needs(entries[0], PackageIndex("nowhere", tuple(entries)), "")
    assert read.call_count == len(entries)


def test_another_signer_is_refused_unless_that_is_meant(here: Path) -> None:
    offer("storm", seed=MINE)
    indexed()
    good(run("install", "storm", "--from", "index"))
    offer("rain")
    offer("storm", "1.1.0", seed=YOURS)
    indexed()
    said = bad(run("install", "rain", "storm", "--from", "index"))
    assert "`storm` was signed with the key 3b6a 27bc" in said and "Nothing was installed" in said
    assert installed() == ["storm 1.0.0"]
    good(run("update", "--from", "index", "--new-key"))
    assert installed() == ["storm 1.1.0"]
    offer("storm", "1.2.0")
    indexed()
    assert good(run("update", "--from", "index", "--new-key")).endswith("storm 1.2.0, Storm, not signed")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda entry: entry | {"sha256": "0" * 64}, "its hash is different"),
        (lambda entry: entry | {"title": "Sun"}, "it is not what the index says of it"),
        (lambda entry: entry | {"file": "../storm-1.0.0.tilewright"}, "is not an index: packages[0].file"),
        (lambda entry: entry | {"file": "gone.tilewright"}, "gone.tilewright cannot be read"),
        (lambda entry: {"id": "storm"}, "is not an index: packages[0]"),
    ],
)
def test_an_index_that_lies_is_refused(here: Path, change: Callable[[Any], Any], said: str) -> None:
    offer("storm")
    indexed()
    document = json.loads(Path("index/index.json").read_text())
    document["packages"] = [change(one) for one in document["packages"]]
    Path("index/index.json").write_text(json.dumps(document))
    assert said in bad(run("install", "storm", "--from", "index"))
    assert installed() == [] and not (here / "data").exists()


def test_what_is_no_index_is_told(here: Path) -> None:
    assert "/index/index.json cannot be read: no such file" in bad(run("search", "--from", "index"))
    Path("index/index.json").write_text("{")
    assert "/index/index.json is not an index: It cannot be read" in bad(run("search", "--from", "index"))
    indexed()
    assert "There is nothing with “rain” in index." in bad(run("search", "rain", "--from", "index"))
    assert f"there is no `rain` in {here}/index" in bad(run("install", "rain", "--from", "index"))
    assert json.loads(run("search", "rain", "--from", "index", "--format", "json").stdout) == []
    for words in (["search", "rain"], ["install", "rain"], ["update"]):
        assert "--from INDEX" in bad(run(*words), 2) or words[0] == "search"


def test_of_two_files_with_one_package_the_first_is_listed(here: Path) -> None:
    shutil.copy(offer("storm"), "index/again.tilewright")
    said = bad(run("index", "index"))
    assert "storm-1.0.0.tilewright is left out: `storm` 1.0.0 is in again.tilewright already." in said
    Path("index/again.tilewright").rename("index/a b.tilewright")
    assert "a b.tilewright is left out: packages[0].file" in bad(run("index", "index"))
    Path("index/index.json").unlink()
    Path("index/index.json").mkdir()
    assert "cannot be written" in bad(run("index", "index"), 2)


def test_two_files_of_one_version_with_other_contents_are_told_with_both_hashes(here: Path) -> None:
    first, other = offer("storm"), Path("index/z.tilewright")
    other.write_bytes(offer("storm", more="after: [rain]\n", to=".").read_bytes())
    said = bad(run("index", "index"))
    for path in (first, other):
        assert store.read_packed(path).digest in said
    assert "z.tilewright is left out: `storm` 1.0.0 is in storm-1.0.0.tilewright with other contents" in said
    assert "Give one of them another `version:`" in said and "1 package in 1 version" in said


def test_a_version_that_was_published_keeps_its_contents(here: Path) -> None:
    before = store.read_packed(offer("storm")).digest
    offer("rain")
    assert "index/index.json: 2 packages in 2 versions" in good(run("index", "index"))
    listed = Path("index/index.json").read_bytes()
    now = store.read_packed(offer("storm", more="after: [rain]\n")).digest
    said = bad(run("index", "index"))
    assert f"with the hash {before}, and storm-1.0.0.tilewright has the hash {now}." in said
    assert "Give what is new another `version:`" in said
    assert Path("index/index.json").read_bytes() == listed
    assert f"If nobody has it yet: {'tilewright index index --replace'}" in said
    good(run("index", "index", "--replace"))
    good(run("index", "index"))
    # What is no index says nothing of what was published; it is written anew.
    Path("index/index.json").write_text("{")
    good(run("index", "index"))
    offer("storm", "1.1.0")
    assert "2 packages in 3 versions" in good(run("index", "index"))
    Path("index/storm-1.0.0.tilewright").unlink()
    said = good(run("index", "index"))
    assert "`storm` 1.0.0 was listed, and is not any more" in said and "2 packages in 2 versions" in said
    assert "was listed" not in good(run("index", "index"))


def test_a_file_that_is_none_is_not_installed(here: Path) -> None:
    Path("storm.tilewright").write_bytes(b"PK\3\4")
    assert "storm.tilewright is refused: it is cut short" in bad(run("install", "storm.tilewright"))
    assert "cannot be read" in bad(run("install", "gone.tilewright"), 2)


def test_what_cannot_be_written_is_told(here: Path) -> None:
    path = offer("storm", to=".")
    (here / "data").write_text("")
    assert "it cannot be installed: " in bad(run("install", str(path)))


# ------------------------------------------------------------------ over the web


@contextmanager
def served(handler: Any) -> Iterator[str]:
    """The address of a server on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *_: object) -> None:
        pass


class Odd(BaseHTTPRequestHandler):
    """A server that does not do what it should; how is said by the path."""

    def do_GET(self) -> None:
        match self.path.split("/")[1]:
            case "long":
                self.send_response(200)
                self.send_header("Content-Length", str(10**9))
                self.end_headers()
                for _ in range(200):
                    self.wfile.write(b" " * 100_000)
            case "short":
                self.send_response(200)
                self.send_header("Content-Length", "100")
                self.end_headers()
                self.wfile.write(b"{")
            case "file":
                self.send_response(302)
                self.send_header("Location", "file:///etc/passwd")
                self.end_headers()
            case "ftp":
                self.send_response(302)
                self.send_header("Location", "ftp://127.0.0.1/x")
                self.end_headers()
            case "round":
                self.send_response(302)
                self.send_header("Location", self.path)
                self.end_headers()
            case "slow":
                self.server.slow.wait()  # type: ignore[attr-defined]
            case "noise":
                self.wfile.write(b"\0\1\2\r\n\r\n")
            case _:
                self.send_error(404)

    def log_message(self, format: str, *_: object) -> None:
        pass


def test_an_index_on_a_web_server_serves_as_well(here: Path) -> None:
    offer("storm", seed=MINE)
    indexed()
    with served(partial(Quiet, directory="index")) as address:
        assert "storm 1.0.0" in good(run("search", "--from", address))
        good(run("install", "storm", "--from", f"{address}/"))
        assert installed() == ["storm 1.0.0"]
        assert good(run("update", "--from", address)) == "Nothing newer was found."


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("long", "it has more than 4,000,000 bytes"),
        ("short", "the connection broke off"),
        ("file", "is not allowed"),
        ("ftp", "it leads on from http to ftp"),
        ("round", "redirect"),
        ("noise", "the other side does not answer as it should"),
        ("gone", "Not Found"),
        ("slow", "it does not come within 1 seconds"),
    ],
)
def test_whatever_a_server_does_it_is_told(path: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from threading import Event

    if path == "slow":
        monkeypatch.setattr(web, "SECONDS", 1.0)
    done = Event()
    monkeypatch.setattr(ThreadingHTTPServer, "slow", done, raising=False)
    monkeypatch.setattr(ThreadingHTTPServer, "handle_error", lambda *_: None)
    with served(Odd) as address:
        assert said.casefold() in bad(run("search", "--from", f"{address}/{path}")).casefold()
        done.set()


def test_where_nobody_listens_that_is_told() -> None:
    with served(Odd) as address:
        pass
    said = bad(run("search", "--from", address))
    assert "cannot be read: " in said and "Errno" not in said
    assert "cannot be read: " in bad(run("search", "--from", "http://[/"))
