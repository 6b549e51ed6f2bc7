"""Whether both ends of every range in pyproject.toml are true: `make ranges`.

Builds the wheel and installs it away from the checkout: with the oldest Python and the oldest versions that
the ranges allow, then with the newest versions on every newer Python that is supported. Each installation
runs the commands from an empty folder, as somebody would who has just installed Tilewright, and the suite
(but for soaks, windows, and what runs the code of the checkout, which is not what is installed). Each takes
as long as the suite: `make ranges ONLY=3.13` tries one. Style and types are judged by one version of ruff and
mypy only: `make lint`.

constraints.txt is not read here. uv chooses the versions, since pip cannot choose the oldest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOME = ROOT / "build" / "ranges"
SUITE = (
    "pytest",
    "-q",
    "-n",
    "2",
    "-p",
    "no:cacheprovider",
    "-m",
    "not soak and not window and not checkout",
)

# The commands, each with what it gets to read. `PLACE` is the empty folder.
COMMANDS: tuple[tuple[str, str], ...] = (
    ("--version", ""),
    ("check aliens", ""),
    ("test learn/5_tests", ""),
    ("simulate nemesis --games 60 --jobs 2", ""),
    ("view aliens --screenshot table.png", ""),
    ("play bench/tic_tac_toe --table text --seed 1 --record game.json", "1\n2\nquit\n"),
    ("replay game.json", ""),
    ("words move", ""),
)


def main(only: list[str]) -> int:
    """Try every end, or those of some versions of Python; 0 if all of them hold."""
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    started = time.monotonic()
    uv = tool("uv")
    run(uv, "build", "--quiet", "--wheel", "--out-dir", HOME, ROOT)
    (wheel,) = HOME.glob("*.whl")
    failed = []
    for number, version in enumerate(supported()):
        if only and version not in only:
            continue
        end = "highest" if number else "lowest-direct"
        name = f"Python {version}, {'newest' if number else 'oldest'} of all"
        python = interpreter(version)
        if python is None:
            failed.append(f"{name}: there is no Python {version} here")
            continue
        print(f"== {name}", flush=True)
        binaries = installed(uv, python, wheel, end, HOME / version)
        for what in tried(binaries, HOME / version):
            failed.append(f"{name}: {what}")
            print(f"{name}: {what}", flush=True)
    print(
        *(what.partition("\n")[0] for what in failed or [f"{' and '.join(only) or 'Both ends'}: all holds."]),
        sep="\n",
    )
    print(f"{time.monotonic() - started:.0f} s")
    return bool(failed)


def supported() -> list[str]:
    """The versions of Python that pyproject.toml claims, the oldest first."""
    start = "Programming Language :: Python :: 3."
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    minors = (line.removeprefix(start) for line in project["classifiers"] if line.startswith(start))
    return [f"3.{minor}" for minor in sorted(map(int, minors))]


def interpreter(version: str) -> Path | None:
    """A Python of that version: on the path, or of pyenv's, whose links on the path need not work."""
    on_path = shutil.which(f"python{version}")
    of_pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"), reverse=True)
    for python in (*([Path(on_path)] if on_path else []), *of_pyenv):
        says = subprocess.run(
            [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        if says.stdout.strip() == version:
            return python
    return None


def tool(name: str) -> Path:
    """A tool of PyPI's in a virtual environment of its own: nothing of it is in those that are tried."""
    run(sys.executable, "-m", "venv", HOME / name)
    run(HOME / name / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", name)
    return HOME / name / "bin" / name


def installed(uv: Path, python: Path, wheel: Path, end: str, home: Path) -> Path:
    """Install the wheel with one end of all that it needs directly; gives the folder of its commands."""
    pins = home.with_name(f"{home.name}.txt")
    run(uv, "venv", "--quiet", "--python", python, home)
    choose = ("--resolution", end, "--extra", "dev", "--extra", "site", "--python", home / "bin/python")
    run(uv, "pip", "compile", "--quiet", *choose, "--output-file", pins, ROOT / "pyproject.toml")
    into = ("--quiet", "--python", home / "bin/python")
    run(uv, "pip", "install", *into, f"{wheel}[dev,site]", "--constraints", pins)
    run(uv, "pip", "check", *into)
    return home / "bin"


def tried(binaries: Path, home: Path) -> list[str]:
    """What fails in an installation."""
    place = home / "empty"
    place.mkdir()
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "DISPLAY")}
    for name in ("TILEWRIGHT_CACHE", "TILEWRIGHT_STATE", "TILEWRIGHT_CONFIG", "TILEWRIGHT_DATA"):
        environment[name] = str(home / name.lower())
    failed = []
    for words, typed in COMMANDS:
        done = subprocess.run(
            [binaries / "tilewright", *words.split()],
            cwd=place,
            env=environment,
            input=typed,
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            failed.append(f"tilewright {words}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    if subprocess.run([binaries / SUITE[0], *SUITE[1:]], cwd=ROOT, env=environment, check=False).returncode:
        failed.append(" ".join(SUITE))
    return failed


def run(*words: str | Path) -> None:
    environment = os.environ | {"UV_PYTHON_DOWNLOADS": "never"}
    subprocess.run([str(word) for word in words], check=True, env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
