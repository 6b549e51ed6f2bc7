"""What content can reach: every command over every game, as Python's audit hooks tell it.

Processes of their own note each file, folder, process, connection and piece of code that Python is asked for
(`support/recording/`); here it is judged. Nothing is forbidden while it runs, so whatever is caught by an
`except` on the way counts as well. What Panda3D's own C++ opens, hooks do not see.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from textwrap import indent
from threading import Thread
from typing import Any

import pytest

from support.packages import write_package
from support.scenarios import CAMPAIGNS, NAMES, TINY

ROOT = Path(__file__).parents[1]
RECORDING = ROOT / "tests" / "support" / "recording"
GENERATED = "<tilewright "  # begins the names of generated functions
LINKER = "emit/link.py"  # the one place that runs generated source
LARGE = ("aliens", "avp", "nemesis", "sniper_elite")  # simulated, they show as much as their own tests would
GAMES = [
    pytest.param(name, marks=[pytest.mark.soak] * (name in LARGE and name != "aliens"))
    for name in NAMES
    if name not in (TINY, "mods/hard_hunt")  # a mod of Aliens
]
PYTHONS = [Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix)]
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
FOLDERS = sorted({*SETUP["package-dir"].values()} - {"scenarios"})
CODE = [RECORDING, ROOT / "scenarios/__init__.py", *(ROOT / name for name in FOLDERS)]
INSTALLED = [*PYTHONS, *CODE, ROOT / "scenarios"]

# What generated source is made of: arithmetic on the lists of a state, and calls of what the linker gives it.
SHAPES = (
    ast.Module,
    ast.FunctionDef,
    ast.arguments,
    ast.arg,
    ast.keyword,
    ast.comprehension,
    ast.Return,
    ast.Assign,
    ast.AugAssign,
    ast.For,
    ast.While,
    ast.If,
    ast.Expr,
    ast.Pass,
    ast.Break,
    ast.Continue,
    ast.BoolOp,
    ast.NamedExpr,
    ast.BinOp,
    ast.UnaryOp,
    ast.Lambda,
    ast.IfExp,
    ast.Compare,
    ast.Call,
    ast.Constant,
    ast.Dict,
    ast.Set,
    ast.List,
    ast.Tuple,
    ast.ListComp,
    ast.SetComp,
    ast.Slice,
    ast.GeneratorExp,
    ast.Starred,
    ast.Attribute,
    ast.Subscript,
    ast.Name,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
)
CALLED = {
    "abs",
    "all",
    "any",
    "dict",
    "frozenset",
    "int",
    "len",
    "list",
    "max",
    "min",
    "range",
    "reversed",
    "set",
    "sorted",
    "sum",
    "tuple",
    "zip",
}

# How a process begins.
STARTS = ("subprocess.Popen", "os.posix_spawn", "os.fork", "os.exec")

# What a stranger may put into a package: whoever imports or runs it leaves a file.
TRAP = "open('RUN', 'w').close()\n"
TRAPS = ("__init__", "conftest", "encodings", "json", "multiprocessing", "numpy", "package", "sitecustomize")
GAME = """\
system game:
  players: 1

## Nothing much.
to play:
  choose one asking "On?":
    "On": win "Done."
    "Off": lose "Gone."
"""

Event = tuple[str, Any, str]


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A package of a stranger's: traps for Python, links to a secret; beside it others that ask for one."""
    secret = write_package(tmp_path / "elsewhere" / "secret", {"secret.wright": GAME, "cs.yaml": "a: b\n"})
    traps = {f"{name}.py": TRAP for name in TRAPS}
    package = write_package(tmp_path / "game", {"game.wright": GAME, **traps})
    (package / "more").symlink_to(secret, target_is_directory=True)
    linked = write_package(tmp_path / "linked", {"game.wright": GAME})
    (linked / "secret.wright").symlink_to(secret / "secret.wright")
    (linked / "texts").symlink_to(secret, target_is_directory=True)
    write_package(tmp_path / "asking", {"game.wright": GAME}, uses=("../elsewhere/secret",))
    return package


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all games: the first finds an empty cache, the others what was kept."""
    return tmp_path_factory.mktemp("room")


@pytest.mark.parametrize("name", GAMES)
def test_playing_a_game_reaches_nothing_but_its_own(name: str, room: Path) -> None:
    game = room / "here" / "game.json"
    package = CAMPAIGNS.get(name, name)
    steps = [
        ["check", package],
        *([] if name in LARGE else [["test", package]]),
        ["simulate", name, "--games", "1", "--seed", "1"],
        ["play", name, "--table", "text", "--seed", "1", "--record", str(game)],
        ["replay", str(game)],
    ]
    events = reached(room, steps, "1\n" * 20 + "quit\n")
    ended = [what for event, what, _ in events if event == "end"]
    assert len(ended) == len(steps)
    for step, status in zip(steps, ended, strict=True):
        assert status == 0 or (step[0] == "test" and status == 5), step  # some have no tests
    assert any(event == "exec" and what.startswith(GENERATED) for event, what, _ in events)
    nothing(events, writes=[*own(room), room / "here"])


def test_a_package_of_a_strangers_reaches_nothing_outside_of_itself(strange: Path) -> None:
    """Links out of it are not followed, and no Python file in it is run, although the commands run in it."""
    steps = [
        ["check", "."],
        ["simulate", ".", "--games", "400", "--jobs", "2"],
        ["view", ".", "--screenshot", "../here/table.png"],
        ["play", ".", "--table", "text"],
        ["explain", ".", "play"],
        ["check", "../linked"],
        ["check", "../asking"],
    ]
    events = reached(strange.parent, steps, "quit\n", at=strange)
    assert [what for event, what, _ in events if event == "end"] == [0, 0, 0, 0, 0, 1, 1]
    rest = [event for event in events if event[0] not in STARTS]
    writes = [*own(strange.parent), strange.parent / "here", strange.parent / "temporary"]
    nothing(rest, writes, reads=[strange, *beside(strange)])
    assert not (strange / "RUN").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["view", "bench/tic_tac_toe", "--screenshot", "table.png"],
        ["simulate", "bench/tic_tac_toe", "--games", "400", "--jobs", "2"],
    ],
    ids=lambda words: words[0],
)
def test_no_process_is_started_but_pythons_own(words: list[str], tmp_path: Path) -> None:
    """Neither to draw nor to play many games; and what those processes ask for is noted as well."""
    events = reached(tmp_path, [words])
    assert ("end", 0, "") in events
    assert len(list((tmp_path / "events").iterdir())) > 1
    assert {what[0] for event, what, _ in events if event in STARTS} <= {sys.executable}
    rest = [event for event in events if event[0] not in STARTS]
    nothing(rest, writes=[*own(tmp_path), tmp_path / "here", tmp_path / "temporary"])


SHARING = [
    ["pack", "learn/1_first_card", "--output", "first.tilewright"],
    ["pack", "learn/4_a_mod", "--untested", "--output", "mod.tilewright"],
    ["index", "."],
    ["check", "learn/1_first_card", "--mod", "mod.tilewright"],
    ["install", "mod.tilewright"],
    ["list"],
    ["check", "learn/1_first_card", "--mod", "a_mod"],
    ["remove", "a_mod"],
]


def test_sharing_packages_reaches_nothing_but_the_users_own_folders(tmp_path: Path) -> None:
    found = [["search", "--from", "."], ["install", "first_card", "--from", "."], ["update", "--from", "."]]
    steps = [*SHARING, *found]
    events = reached(tmp_path, steps)
    assert [what for event, what, _ in events if event == "end"] == [0] * len(steps)
    nothing(events, writes=[*own(tmp_path), tmp_path / "here"])


def test_nobody_is_connected_to_but_the_address_that_was_named(tmp_path: Path) -> None:
    assert not [event for event in reached(tmp_path, SHARING) if event[0].startswith(WEB)]
    index = partial(SimpleHTTPRequestHandler, directory=tmp_path / "here")
    with ThreadingHTTPServer(("127.0.0.1", 0), index) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        events = reached(tmp_path, [["install", "first_card", "--from", address], ["list"]])
        server.shutdown()
    assert [what for event, what, _ in events if event == "end"] == [0, 0]
    connected = {what[1] for event, what, _ in events if event == "socket.connect"}
    assert connected == {f"('127.0.0.1', {server.server_port})"}
    asked = {what[0] for event, what, _ in events if event == "urllib.Request"}
    assert asked == {f"{address}/index.json", f"{address}/first.tilewright"}
    # What Python reads of the system on the way to an address.
    rest = [event for event in events if not event[0].startswith(WEB) and event[1] not in SYSTEM]
    nothing(rest, writes=[*own(tmp_path), tmp_path / "here"])


WEB = ("socket.", "http.", "urllib.")
SYSTEM = ("/etc/mime.types", "/etc/hosts")


@pytest.mark.parametrize(
    ("event", "what", "who"),
    [
        ("read", "/etc/passwd", str(ROOT / "dsl/packages/package.py")),
        ("write", str(ROOT / "dsl/x.py"), str(ROOT / "host/files.py")),
        ("os.symlink", "/tmp/x", str(ROOT / "host/files.py")),
        ("socket.connect", ["<socket>", "('127.0.0.1', 80)"], str(ROOT / "cli/main.py")),
        ("subprocess.Popen", ["sh"], str(ROOT / "cli/main.py")),
        ("os.system", ["true"], str(ROOT / "cli/main.py")),
        ("pickle.find_class", ["os", "system"], str(ROOT / "cli/main.py")),
        ("ctypes.dlopen", ["libc.so.6"], str(PYTHONS[0] / "ctypes/__init__.py")),
        ("exec", "<string>", str(ROOT / "runtime/emit/link.py")),
        ("exec", "<tilewright 1: push>", str(ROOT / "runtime/state/program.py")),
        ("exec", str(ROOT / "scenarios/aliens/json.py"), "<frozen importlib._bootstrap>"),
        *(
            ("compile", ["<tilewright 1: push>", source], str(ROOT / "runtime/emit/link.py"))
            for source in (
                "import os",
                "open(x)",
                "x.__class__",
                "__import__('os')",
                "getattr(x, y)",
                "try: f()\nfinally: g()",
            )
        ),
    ],
)
def test_whatever_reaches_further_is_caught(event: str, what: Any, who: str) -> None:
    assert list(beyond([(event, what, who)], [], []))


# ------------------------------------------------------------------ judging


def reached(
    folder: Path, steps: Sequence[Sequence[str]], typed: str = "", at: Path | None = None
) -> list[Event]:
    """What commands asked of the machine: one after the other in one process, in a folder of their own."""
    told = folder / "events"
    for path in (told, folder / "here", folder / "temporary"):
        path.mkdir(exist_ok=True)
    for file in told.iterdir():
        file.unlink()
    environment = {key: value for key, value in os.environ.items() if not key.endswith("DISPLAY")}
    environment |= {f"TILEWRIGHT_{path.name.upper()}": str(path) for path in own(folder)}
    environment |= {"PYTHONPATH": str(RECORDING), "RECORD_INTO": str(told), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-P", RECORDING / "steps.py", json.dumps(steps)],
        input=typed,
        text=True,
        capture_output=True,
        timeout=300,
        check=False,
        cwd=at or folder / "here",
        env=environment | {"TMPDIR": str(folder / "temporary")},
    )
    print(indent(done.stdout + done.stderr, "  "))  # pytest shows it when a test fails
    lines = [line for file in told.iterdir() for line in file.read_text("utf-8").splitlines()]
    return [(event, what, who) for event, what, who in map(json.loads, lines)]


def own(folder: Path) -> list[Path]:
    """The folders of the user's that Tilewright writes into."""
    return [folder / name for name in ("cache", "state", "config", "data")]


def beside(package: Path) -> list[Path]:
    """What a package may be looked for by: the other folders, and the manifests in them."""
    return [package.parent, *(path for path in package.parent.glob("*/package.yaml"))]


def nothing(events: Sequence[Event], writes: Sequence[Path], reads: Sequence[Path] = ()) -> None:
    """Fails with whatever was reached beyond the installation and the folders given."""
    wrong = list(dict.fromkeys(beyond(events, [path.resolve() for path in writes], [*reads])))
    assert not wrong, "\n" + "\n".join(wrong)


def beyond(events: Sequence[Event], writes: Sequence[Path], reads: Sequence[Path]) -> Iterator[str]:
    for event, what, who in events:
        match event:
            case "step" | "end":
                continue
            case "read" | "os.listdir" | "os.scandir" | "glob.glob" | "os.chdir":
                fine = what == os.devnull or within(what, [*INSTALLED, *writes, *reads])
            case "exec":
                fine = is_code(what, who)
            case "compile":
                what, source = what
                fine = is_code(what, who)
                if what.startswith(GENERATED):
                    yield from (f"generated source has {part}" for part in oddities(source))
            case "pickle.find_class":
                # Only between the processes of `simulate --jobs`.
                fine = Path(who).parent.name == "multiprocessing"
            case "os.kill":  # whom one has started
                fine = Path(who).parent.name == "multiprocessing" or Path(who).name == "subprocess.py"
            case "ctypes.dlopen":
                fine = what == ["None"] or within(what[0], PYTHONS)  # None: Python itself, when ctypes begins
            case _ if isinstance(what, str):  # written, made, moved or removed
                fine = within(what, writes)
            case _:
                fine = False
        if not fine:
            yield f"{event} {what}, asked by {who}"


def is_code(name: str, who: str) -> bool:
    """Whether code of this file, asked for by that one, may run: what is installed, or what it generates.

    Python and the libraries make methods from source of their own (`<string>`, `<attrs generated …>`); some
    of Python's own modules are frozen into it.
    """
    if name.startswith(GENERATED):
        return who.endswith(LINKER)
    if name.startswith("<"):
        theirs = within(who, PYTHONS) and "tilewright" not in Path(who).parts
        # A library in C when it is imported; `python -c`, with which multiprocessing begins its processes.
        return theirs or who in ("<frozen importlib._bootstrap>", "")
    return within(name, [*PYTHONS, *CODE])


def within(path: str, folders: Sequence[Path]) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in folders)


def oddities(source: str) -> Iterator[str]:
    """What generated source must not have: other statements, names that begin with `_`, and Python's own
    functions but for those of numbers and lists."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, SHAPES):
            yield type(node).__name__
        if isinstance(node, ast.Name) and hasattr(builtins, node.id) and node.id not in CALLED:
            yield f"the name {node.id}"
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        if name.startswith("_"):
            yield f"the name {name}"
