"""The sdist contains everything, the wheel built from it contains the table, and neither needs Node."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grandjunction.server.database.lock import DatabaseLock, InUse

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "grandjunction" / "server" / "static" / "index.html"
# For the repository's host only, not for users of an sdist.
STAYS_BEHIND = {".ci/run", ".gitattributes", ".gitignore"}
# Neither Node nor a compiler: the sdist must work without them.
BARE = {**os.environ, "PATH": "/nonexistent", "GRANDJUNCTION_PURE": "1", "PYTHONPATH": ""}

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the client is not built: `make client`")


def names_in(archive: Path) -> set[str]:
    with tarfile.open(archive) as opened:
        return {member.name.partition("/")[2] for member in opened.getmembers() if member.isfile()}


# What a checkout collects beside what is packed.
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", "node_modules", "build", "dist", "__pycache__", ".*_cache", "*.egg-info"
)


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that one of the test processes has filled; the others wait for it."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder = root / name
    while not (folder / "made").exists():
        try:
            with DatabaseLock(folder):
                if not folder.exists():
                    folder.mkdir()
                    make(folder)
                    (folder / "made").touch()
                assert (folder / "made").exists(), f"another process failed to make the {name}"
        except InUse:
            time.sleep(0.2)
    return folder


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (archive,) = made_once(tmp_path_factory, "sdist", pack).glob("*.tar.gz")
    return archive


def pack(folder: Path) -> None:
    """Built from a copy: setuptools gathers the files in a folder of the checkout that others may use too."""
    shutil.copytree(ROOT, folder / "checkout", ignore=LEFT_OUT)
    steps = ["egg_info", "--egg-base", str(folder), "sdist", "--dist-dir", str(folder), "--formats", "gztar"]
    command = [sys.executable, "setup.py", "-q", *steps]
    environment = {**os.environ, "GRANDJUNCTION_CLIENT": "as-is"}
    done = subprocess.run(
        command, cwd=folder / "checkout", env=environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    def build(folder: Path) -> None:
        with tarfile.open(sdist) as opened:
            opened.extractall(folder, filter="data")
        (tree,) = folder.iterdir()
        code = f"from setuptools import build_meta; build_meta.build_wheel({str(folder)!r})"
        subprocess.run([sys.executable, "-c", code], cwd=tree, env=BARE, check=True, capture_output=True)

    (built,) = made_once(tmp_path_factory, "wheel", build).glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    def install(folder: Path) -> None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]
        subprocess.run([*pip, str(folder / "here"), str(wheel)], check=True, capture_output=True)

    return made_once(tmp_path_factory, "installed", install) / "here"


def test_the_sdist_is_the_whole_checkout_and_the_built_client(sdist: Path) -> None:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    checkout = {name for name in listing.stdout.decode().split("\0") if name and (ROOT / name).exists()}
    carried = names_in(sdist)
    assert checkout - carried - STAYS_BEHIND == set()
    assert "src/grandjunction/server/static/index.html" in carried
    more = {name for name in carried - checkout if not name.startswith("src/grandjunction/server/static/")}
    assert more <= {"PKG-INFO", "setup.cfg"}


def test_the_wheel_is_pure_and_carries_the_table_and_the_data(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    static = PAGE.parent
    wanted = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "grandjunction").rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".so", ".pyd"} and path.name != "README.md"
    }
    assert {
        f"grandjunction/server/static/{path.name}" for path in static.iterdir() if path.is_file()
    } <= wanted
    assert wanted - names == set()
    assert [
        name for name in names if name.split("/")[0] not in {"grandjunction"} and ".dist-info/" not in name
    ] == []


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[str]:
    """Yield the address of the table that the installed wheel serves."""
    command = [sys.executable, "-P", "-m", "grandjunction", "serve", "--no-open"]
    command += ["--port", "0", "--database", str(tmp_path / "games.db")]
    environment = {**BARE, "PYTHONPATH": str(installed)}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1]
    finally:
        server.terminate()
        server.communicate(timeout=30)


def test_the_installed_wheel_serves_the_table(served: str) -> None:
    with urllib.request.urlopen(served, timeout=30) as answer:
        page = answer.read()
    # It names its files from the root of the host, and the build for tabs from before an upgrade.
    plain = re.sub(r'<meta name="build" content="\w+">', "", page.decode())
    assert plain == PAGE.read_text(encoding="utf-8").replace('="./', '="/')
    script = page.decode().partition('src="/')[2].partition('"')[0]
    with urllib.request.urlopen(served + script, timeout=30) as answer:
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.read() == (PAGE.parent / script).read_bytes()


def test_the_installed_wheel_says_its_version(installed: Path) -> None:
    code = "import grandjunction as gj; from importlib.metadata import version\n"
    code += "print(gj.__file__); print(version('grandjunction') == gj.__version__)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**BARE, "PYTHONPATH": str(installed)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    file, same = done.stdout.splitlines()
    assert Path(file).is_relative_to(installed)
    assert same == "True"
