"""What the folders promise: who imports whom, what is shipped, what things are called."""

from __future__ import annotations

import ast
import fnmatch
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("cli", "dsl", "host", "runtime", "scenarios", "schemas", "viewer")
MAPS = (Path("ARCHITECTURE.md"), Path("docs/internals/command-line.md"))

# Who writes a file writes it whole, and never through a link: with `write_whole` of host/files.py. Not these:
WRITERS = {
    "host/*": "what touches the machine",
    "schemas/generate.py": "a tool for this repository alone: it makes a schema of the table of operations",
    "runtime/simulating.py": "into a folder that it has just made for itself",
}
WRITING = frozenset({"write_text", "write_bytes", "symlink_to", "hardlink_to", "rename", "savefig"})
OPENING = re.compile(r"os\.(open|rename|replace|link|symlink|truncate)|shutil\.(copy\w*|move)")
# Saved into memory, or by ourselves: sessions, settings and boards write with `write_whole` in the end.
SAVING = frozenset({"data", "buffer", "made"}), frozenset({"session", "settings", "board", "game"})

# The four games are content. Whoever needs one of these words in the engine has found a missing primitive.
WORDS_OF_A_GAME = re.compile(
    r"\b(alien|xenomorph|marine|predator|nemesis|sniper|intruder|blip|endurance|hudson|ripley|contamination"
    r"|facehugger|pulse.?rifle)s?\b",
    re.IGNORECASE,
)

RUNS_WHAT_IT_READS = ("cloudpickle", "dill", "joblib", "jsonpickle", "marshal", "pickle", "shelve")

HEAVY = (
    "jsonschema_rs",
    "jsonschema",
    "lark",
    "numpy",
    "panda3d",
    "PIL",
    "resvg_py",
    "rich",
    "ruamel",
    "trimesh",
)


def modules(*folders: str) -> list[Path]:
    """Every Python file of these folders, as a path from the project's root."""
    return [path for folder in folders for path in shipped(folder) if path.suffix == ".py"]


def shipped(folder: str) -> list[Path]:
    """Every file of a folder but what Python and editors leave there."""
    paths = (path.relative_to(ROOT) for path in sorted((ROOT / folder).rglob("*")) if path.is_file())
    return [path for path in paths if "__pycache__" not in path.parts and not path.name.startswith(".")]


@cache
def tree(module: Path) -> ast.Module:
    """What a module says. Shared: nobody changes it."""
    return ast.parse(text(module))


def imported(module: Path, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The project's modules that nodes of a module import, in full, with the line; lazy imports too."""
    package = ("tilewright", *module.parent.parts)
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=name, names=names, level=level):
                base = package[: len(package) - level + 1] if level else ()
                start = ".".join([*base, *([name] if name else [])])
                yield from ((node.lineno, f"{start}.{alias.name}") for alias in names)


def rows(heading: str) -> dict[str, tuple[str, frozenset[str]]]:
    """A table of a map, by its first cell: what it says, and the names in its last cell."""
    page = next(page for page in map(text, MAPS) if heading in page)
    table = page[page.index(heading) :].split("| --- | --- | --- |\n", 1)[1].split("\n\n", 1)[0]
    found = {}
    for line in table.splitlines():
        name, says, last = (cell.strip() for cell in line.strip("|").split("|"))
        found[name.strip("`/")] = (says, frozenset(re.findall(r"[a-z_]+", last)) - {"nothing"})
    return found


def test_folders_import_only_what_they_may() -> None:
    may, wrong = rows("| folder |"), []
    for module in modules(*FOLDERS):
        folder = module.parts[0]
        for line, name in imported(module, ast.walk(tree(module))):
            first, *rest = name.split(".")
            if first in FOLDERS:
                wrong.append(f"{module}:{line} imports {name}: write tilewright.{name}")
            elif first == "tilewright" and (not rest or rest[0] not in may[folder][1] | {folder}):
                wrong.append(f"{module}:{line} imports {name}: {folder}/ may not")
    nothing(wrong)


@pytest.mark.parametrize("folder", ["dsl", "runtime", "viewer", "cli"])
def test_rooms_stand_one_upon_the_other(folder: str) -> None:
    """Each imports what its row names, no more and no less, from rows above it alone: so none in a circle."""
    may, uses = rows(f"### `{folder}/`"), dict[str, dict[str, str]]()
    for module in modules(folder):
        if len(module.parts) == 2 and module.name == "__init__.py":
            continue
        here = module.parts[1].removesuffix(".py")
        for line, name in imported(module, without_types(tree(module))):
            parts = name.split(".")
            if parts[:2] == ["tilewright", folder] and len(parts) > 2 and parts[2] != here:
                uses.setdefault(here, {}).setdefault(parts[2], f"{module}:{line}")
        uses.setdefault(here, {})
    assert may.keys() == uses.keys(), "the map has a row for each room, and no other"
    wrong, above = [], set[str]()
    for room, (_, named) in may.items():
        wrong += [
            f"{where} imports {one}: {room} may not" for one, where in uses[room].items() if one not in named
        ]
        wrong += [f"{room} need not import {one}: its row says too much" for one in named - uses[room].keys()]
        wrong += [f"{room} imports {one}, which stands below it" for one in named - above]
        above.add(room)
    nothing(wrong)


FOR_TESTS = {("runtime", "reference")}


def test_what_is_for_tests_alone_is_imported_by_them_alone() -> None:
    """The oracle is no oracle any more once production plays by it."""
    said = {
        (folder, room)
        for folder in ("dsl", "runtime", "viewer", "cli")
        for room, (says, _) in rows(f"### `{folder}/`").items()
        if "for tests alone" in says
    }
    assert said == FOR_TESTS
    alone = [".".join(room) for room in FOR_TESTS]
    nothing(
        f"{module}:{line} imports {name}"
        for module in modules(*FOLDERS)
        for line, name in imported(module, ast.walk(tree(module)))
        for one in alone
        if f"{name}.".startswith(f"tilewright.{one}.") and ".".join(module.parts[:2]) != one
    )


def without_types(node: ast.AST) -> Iterator[ast.AST]:
    """A node with all inside it, but for what only a type checker reads."""
    yield node
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    for child in ast.iter_child_nodes(node):
        yield from without_types(child)


def test_nothing_that_is_read_can_run() -> None:
    """What is kept is data: whoever can write a file that these read has the code in it run."""
    wrong = []
    for module in modules(*FOLDERS):
        nodes = [*ast.walk(tree(module))]
        for line, name in imported(module, nodes):
            if name.split(".")[0] in RUNS_WHAT_IT_READS:
                wrong.append(f"{module}:{line} imports {name}")
        for node in nodes:  # lark keeps its parsers as pickles
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="Lark" | "lark"), attr="load" | "save")):
                    wrong.append(f"{module}:{node.lineno} lets lark read or write a pickle")
                case ast.Call(func=ast.Name(id="Lark"), keywords=given) if any(
                    k.arg == "cache" for k in given
                ):
                    wrong.append(f"{module}:{node.lineno} lets lark keep pickles")
                case ast.Call(func=ast.Attribute(attr="load"), keywords=given) if any(
                    k.arg == "allow_pickle" for k in given
                ):
                    wrong.append(f"{module}:{node.lineno} lets numpy read a pickle")
    nothing(wrong)


def test_every_folder_with_python_is_a_listed_package() -> None:
    listed = set(setuptools_table()["packages"])
    present = {".".join(("tilewright", *module.parent.parts)) for module in modules(*FOLDERS)}
    present.add("tilewright")  # namespace/
    assert listed == present, f"pyproject.toml, packages: add {present - listed}, remove {listed - present}"


def test_python_looks_nowhere_relative() -> None:
    """Who has installed a checkout stands in the folders of strangers, too."""
    code = "import os, sys; print([one for one in sys.path if not os.path.isabs(one)])"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ran = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, env=environment)
    assert ran.stdout == "[]\n", ran.stderr


# Where the state of the interface changes, and who else may give the table another one.
INTERFACE, TAKES_A_STATE = "viewer/panels/interface.py", "viewer/app/app.py"


def test_the_state_of_the_interface_changes_in_one_place() -> None:
    """What becomes of it is a function with a name; others call it, the table takes the outcome."""
    nothing(
        f"{module}:{node.lineno} {ast.unparse(node)}: make it a function of {INTERFACE}"
        for module in modules("viewer")
        for node in ast.walk(tree(module))
        if isinstance(node, ast.expr) and changes_interface(node) not in ("", module.as_posix())
    )


def changes_interface(node: ast.expr) -> str:
    """Where an expression belongs that makes or takes another state of the interface; else nothing."""
    match node:
        case ast.Call(func=ast.Name(id="replace"), args=[ast.Name(id="ui") | ast.Attribute(attr="ui"), *_]):
            return INTERFACE
        case ast.Attribute(attr="ui", ctx=ast.Store()):
            return TAKES_A_STATE
    return ""


def test_every_package_says_what_it_is() -> None:
    folders = {module.parent for module in modules(*FOLDERS)}
    nothing(f"{folder}/__init__.py" for folder in folders if not (ROOT / folder / "__init__.py").exists())


def test_every_folder_says_what_does_not_belong_there() -> None:
    """Its first docstring says what does, and in the same breath what it leaves to others."""
    denies = re.compile(r"\b(no|not|nothing|none|never|neither)\b", re.IGNORECASE)
    says = {
        module: ast.get_docstring(tree(module)) or ""
        for module in modules(*FOLDERS)
        if module.stem == "__init__"
    }
    nothing(f"{module}: {said}" for module, said in says.items() if not denies.search(said))


def test_the_map_is_read_in_ten_minutes() -> None:
    """All of it, at 230 words a minute: the drawing, the tables, and which rooms a room imports, too."""
    words = re.findall(r"[^\W\d_][\w'/.-]*", text(Path("ARCHITECTURE.md")))
    assert len(words) <= 10 * 230, f"{len(words)} words: say it shorter, or in docs/internals"


def test_every_data_file_is_shipped() -> None:
    patterns = setuptools_table()["package-data"]["*"]
    data = [path for folder in FOLDERS for path in shipped(folder) if path.suffix != ".py"]
    nothing(
        f"pyproject.toml, package-data: no pattern ships {path}"
        for path in data
        if not any(path.match(pattern.removeprefix("**/")) for pattern in patterns)
    )


def test_every_folder_says_that_it_is_typed_and_mypy_sees_it() -> None:
    for folder in FOLDERS:
        assert (ROOT / folder / "py.typed").exists()
        assert (ROOT / "tests/typeroot/tilewright" / folder).resolve() == ROOT / folder


# What starts processes. Whoever needs one asks host/children.py, so that none finds code of a stranger's.
PROCESSES = {"asyncio", "concurrent", "multiprocessing", "pty", "subprocess", "webbrowser"}
OF_OS = re.compile(r"exec[lv]\w*|fork\w*|popen|posix_spawn\w*|spawn\w*|startfile|system")


def test_processes_are_started_in_one_place() -> None:
    wrong = []
    for module in modules("dsl", "host", "runtime", "viewer"):
        nodes = [*ast.walk(tree(module))]
        started = [(line, name) for line, name in imported(module, nodes) if name.split(".")[0] in PROCESSES]
        for node in nodes:
            match node:
                case ast.Attribute(value=ast.Name(id="os"), attr=name) if OF_OS.fullmatch(name):
                    started.append((node.lineno, f"os.{name}"))
                case ast.ImportFrom(module="os", names=names):
                    started += [(node.lineno, f"os.{one.name}") for one in names if OF_OS.fullmatch(one.name)]
        if module.as_posix() != "host/children.py":
            wrong += [f"{module}:{line} {name}: ask host/children.py" for line, name in started]
    nothing(wrong)


def test_no_two_classes_have_one_name() -> None:
    """A protocol and what fulfils it are two things as well."""
    places: dict[str, list[str]] = {}
    for module in modules(*FOLDERS):
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(f"{module}:{node.lineno}")
    nothing(f"{name}: {', '.join(found)}" for name, found in places.items() if len(found) > 1)


def test_an_alias_means_one_thing() -> None:
    """A name for a type is neither that of a class, nor elsewhere a name for another type."""
    classes = {node.name for module in modules(*FOLDERS) for node in tree(module).body if is_class(node)}
    meanings: dict[str, dict[str, str]] = {}
    for module in modules(*FOLDERS):
        for node in tree(module).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                for name in filter(is_type_name, defined(node)):
                    meanings.setdefault(name, {})[ast.unparse(node.value).strip("'")] = str(module)
    nothing(f"{name}: {means}" for name, means in meanings.items() if len(means) > 1 or name in classes)


def is_class(node: ast.stmt) -> TypeGuard[ast.ClassDef]:
    return isinstance(node, ast.ClassDef)


def is_type_name(name: str) -> bool:
    """`Point`, not `POINT` or `point`."""
    return re.fullmatch(r"_?[A-Z]\w*[a-z]\w*", name) is not None


def test_no_name_is_dead() -> None:
    """What a module defines is used by the code itself: what tests alone use belongs to them. To import it,
    to list it in `__all__` or to speak of it is no use.
    """
    data = [path for folder in FOLDERS for path in shipped(folder) if path.suffix in (".lark", ".json")]
    uses = {word for path in data for word in re.findall(r"\w+", text(path))}
    uses.update(word for module in modules(*FOLDERS) for word in used(tree(module)))
    alone = tuple(f"{folder}/{room}/" for folder, room in FOR_TESTS)
    nothing(
        f"{module}:{node.lineno} {name}"
        for module in modules(*FOLDERS)
        for node in tree(module).body
        for name in defined(node)
        if name not in uses and not name.startswith("__") and not module.as_posix().startswith(alone)
    )


def used(node: ast.AST) -> Iterator[str]:
    """The names that code reads, calls or has in a text, from which some are looked up."""
    match node:
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.Expr(value=ast.Constant()):
            return
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
            yield name
        case ast.Constant(value=str(said)):
            yield from re.findall(r"\w+", said)
    for child in ast.iter_child_nodes(node):
        yield from used(child)


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def test_no_module_is_named_like_one_of_pythons() -> None:
    nothing(
        f"{module} is named like a module of Python's"
        for module in modules(*FOLDERS)
        if {module.stem, module.parent.name} & sys.stdlib_module_names
    )


def test_files_are_written_whole_in_one_place() -> None:
    nothing(
        f"{module}:{node.lineno} writes a file with {ast.unparse(node.func)}: use write_whole"
        for module in modules(*FOLDERS)
        if not any(fnmatch.fnmatch(module.as_posix(), pattern) for pattern in WRITERS)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and writes(node)
    )


def writes(call: ast.Call) -> bool:
    """Whether a call looks as if it would write a file."""
    match call:
        case ast.Call(func=ast.Name(id="open"), args=[_, ast.Constant(value=str(mode)), *_]):
            return bool(set(mode) & set("wax+"))
        case ast.Call(func=ast.Attribute(attr="open"), args=[ast.Constant(value=str(mode)), *_]):
            return bool(set(mode) & set("wax+"))
        case ast.Call(func=ast.Name(id="open") | ast.Attribute(attr="open"), keywords=[_, *_] as named):
            return any(one.arg == "mode" for one in named)
        case ast.Call(func=ast.Attribute(attr="replace"), args=[_], keywords=[]):
            return True  # of a path; that of a text takes two
        case ast.Call(func=ast.Attribute(attr="save", value=of), args=[to, *_]):
            known = ast.unparse(of).rpartition(".")[2] in SAVING[1]
            return not known and ast.unparse(to) not in SAVING[0]
        case ast.Call(func=ast.Attribute(attr=name) as func):
            return name in WRITING or OPENING.fullmatch(ast.unparse(func)) is not None
    return False


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("path.write_text('x')", True),
        ("open(p, 'w')", True),
        ("open(p, 'rb')", False),
        ("open(p, mode='x')", True),
        ("p.open('ab')", True),
        ("p.read_text()", False),
        ("part.replace(path)", True),
        ("text.replace('a', 'b')", False),
        ("image.save(path)", True),
        ("image.save(data, 'PNG')", False),
        ("self.session.save(path)", False),
        ("os.open(p, 1)", True),
        ("shutil.copy(a, b)", True),
    ],
)
def test_what_writes_a_file_is_seen(code: str, found: bool) -> None:
    call = ast.parse(code, mode="eval").body
    assert isinstance(call, ast.Call) and writes(call) == found


def test_the_engine_knows_no_game() -> None:
    nothing(
        f"{path}:{number}: {line.strip()}"
        for path in [path for folder in ("dsl", "host", "runtime", "viewer") for path in shipped(folder)]
        if path.suffix in (".py", ".lark")
        for number, line in enumerate(text(path).splitlines(), 1)
        if WORDS_OF_A_GAME.search(line)
    )


def test_modules_have_one_subject() -> None:
    lengths = ((module, text(module).count("\n")) for module in modules(*FOLDERS))
    nothing(f"{module}: {lines} lines, a second subject?" for module, lines in lengths if lines > 500)


def test_functions_fit_on_a_screen() -> None:
    nothing(
        f"{module}:{node.lineno} {node.name}: {lines} lines"
        for module in modules(*FOLDERS)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.FunctionDef) and (lines := (node.end_lineno or 0) - node.lineno + 1) > 60
    )


def test_the_command_line_starts_with_nothing_heavy() -> None:
    code = f"import sys, tilewright.cli.main; print(*(name for name in {HEAVY} if name in sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert ran.stdout.split() == []


def test_a_window_opens_without_the_web() -> None:
    """`xml.sax.saxutils` brings `urllib.request` and with it `ssl`: a tenth of what a first frame costs."""
    code = (
        "import sys, tilewright.viewer.panels.layout, tilewright.viewer.rendering.table, "
        "tilewright.viewer.rendering.hudlayer; print(*{'http', 'ssl', 'urllib.request'} & {*sys.modules})"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert ran.stdout.split() == []


def test_a_window_opens_without_the_buttons_of_panda() -> None:
    code = (
        "import sys; from tilewright.viewer.rendering.window import open_window; "
        "opened = open_window('p3tinydisplay', 'baked', (64, 64), offscreen=True); "
        "print(*{'direct.gui.DirectGui'} & {*sys.modules})"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert ran.stdout.split() == []


def test_commands_print_in_one_way() -> None:
    """What content says reaches a terminal through `host/terminal.py`, which makes it printable."""
    allowed = {"host/terminal.py", "dsl/problems/render.py"}  # the latter paints what is printed there
    nothing(
        f"{module}:{node.lineno} prints: use `say` of host/terminal.py"
        for module in modules(*FOLDERS)
        if module.as_posix() not in allowed
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in PRINTS
        and (module.as_posix(), ast.unparse(node.func)) not in WITHOUT_CONTENT
    )


PRINTS = frozenset(
    (
        "print",
        "click.echo",
        "click.secho",
        "click.echo_via_pager",
        "echo",
        "secho",
        "Console",
        "console.print",
        "sys.stdout.write",
        "sys.stderr.write",
        "traceback.print_exc",
    )
)
WITHOUT_CONTENT = {
    ("viewer/pictures/film.py", "print"): "to the process that started it, not to a terminal",
    ("viewer/rendering/window.py", "print"): "a sentence of our own",
}


def test_paths_on_the_pages_of_the_design_exist() -> None:
    pages = [path for path in ROOT.glob("*.md") if path.name != "CHANGELOG.md"]  # which tells of what is gone
    pages += [ROOT / "docs" / "README.md", *(ROOT / "docs").glob("[di]*/*.md")]
    nothing(
        f"{page.name}: no `{name}`"
        for page in pages
        for name in re.findall(r"`([^`\s]+)`", text(page))
        if looks_like_a_path(name) and not exists(name)
    )


NAMED_FILE = re.compile(r"(?<![\w/.*{-])((?:[\w-]+/)*[\w-]+\.(?:py|lark))\b")


def test_files_that_docstrings_and_comments_name_exist() -> None:
    """A bare name is a neighbour; others stand with their folder, from the root or the module's own top."""
    nothing(
        f"{module}:{line}: no {name}"
        for module in [*modules(*FOLDERS), *modules("tests")]
        if "typeroot" not in module.parts and module.name != "test_structure.py"
        for line, prose in prose_of(module)
        for name in NAMED_FILE.findall(prose)
        if not any(
            (ROOT / base / name).is_file()
            for base in ((module.parent,) if "/" not in name else (module.parent, Path(), module.parts[0]))
        )
    )


def prose_of(module: Path) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a module, each with its line."""
    for node in ast.walk(tree(module)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""
    with (ROOT / module).open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def test_docstrings_name_what_is_raised() -> None:
    """Whoever calls a public function reads which of our exceptions come from it."""
    ours = {error for module in modules(*FOLDERS) for error in exceptions_of(module)}
    nothing(
        f"{module}:{function.lineno} {function.name} raises {error} and does not say so"
        for module in modules(*FOLDERS)
        for function in public_functions(tree(module))
        for error in sorted(raised(function) & ours)
        if error not in (ast.get_docstring(function) or "")
    )


def exceptions_of(module: Path) -> Iterator[str]:
    """The exception classes of a module, by how their bases are called."""
    known = {"Exception", "ValueError", "RuntimeError", "OSError", "Over", "Stuck"}
    for node in tree(module).body:
        if isinstance(node, ast.ClassDef) and known & {ast.unparse(base) for base in node.bases}:
            yield node.name


def public_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Functions of a module, and methods of its public classes, whose names have no underscore in front."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    holders: list[ast.Module | ast.ClassDef] = [tree, *classes]
    for holder in holders:
        for node in holder.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield node


def raised(function: ast.FunctionDef) -> set[str]:
    """The names of what a body raises itself, but for what it catches again."""
    calls = [node.exc for node in ast.walk(function) if isinstance(node, ast.Raise) and node.exc is not None]
    names = {ast.unparse(call.func if isinstance(call, ast.Call) else call) for call in calls}
    caught = {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.ExceptHandler) and node.type is not None
        for name in re.findall(r"\w+", ast.unparse(node.type))
        if not any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
    }
    return names - caught


def test_what_the_security_page_points_to_exists() -> None:
    page = text(ROOT / "SECURITY.md")
    tests = "".join(text(path) for path in (ROOT / "tests").rglob("test_*.py"))
    defined = set(re.findall(r"def (test_\w+)", tests))
    nothing(f"no test `{name}`" for name in re.findall(r"`(test_\w+)`", page) if name not in defined)
    places = re.findall(r"`([\w/]+/|[\w/]+/[\w/]+\.py)`", page)
    nothing(f"no {place}" for place in places if not (ROOT / place).exists())
    links = re.findall(r"\]\(([^)#]+)\)", page)
    nothing(f"no page {link}" for link in links if not link.startswith("http") and not (ROOT / link).exists())


def test_decisions_are_listed_once_in_the_order_of_their_numbers() -> None:
    pages = sorted(path for path in (ROOT / "docs/decisions").glob("*.md") if path.name != "README.md")
    entries = [f"- [{page.name[:2]}]({page.name}) {title_of(page)}" for page in pages]
    listed = [line for line in text(ROOT / "docs/decisions/README.md").splitlines() if line.startswith("- ")]
    assert listed == entries
    assert [page.name[:2] for page in pages] == [f"{number:02}" for number in range(1, len(pages) + 1)]


def title_of(page: Path) -> str:
    """The title of a page `# 07. Title`, without its number."""
    return text(page).splitlines()[0].split(". ", 1)[1]


def nothing(wrong: Iterable[str]) -> None:
    """Fails with what is wrong, a line each."""
    lines = sorted(wrong)
    assert not lines, "\n" + "\n".join(lines)


def text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def looks_like_a_path(name: str) -> bool:
    """`dsl/parse.py`, `tests/`, `cli.py`, `viewer/*.py`; not `player.hand` nor `tilewright/view/1`."""
    top = name.split("/")[0]
    if "/" in name:
        return top in {*FOLDERS, ".ci", "docs", "editors", "tests"}
    return re.fullmatch(r"[\w.*-]+\.(py|pyi|json|lark|md|toml|txt|wright|yaml)", name) is not None


def exists(name: str) -> bool:
    """Whether such a path is there; a bare file name may lie in any of the folders."""
    return any(ROOT.glob(name.rstrip("/"))) or any(
        path.match(name) for folder in (*FOLDERS, "docs", "tests") for path in (ROOT / folder).rglob("*.*")
    )


def setuptools_table() -> Any:
    project: dict[str, Any] = tomllib.loads(text(ROOT / "pyproject.toml"))
    return project["tool"]["setuptools"]
