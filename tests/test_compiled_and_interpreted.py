"""The build is what it claims to be, complete, and plays the same games compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import grandjunction
from grandjunction.core.compiled import is_compiled

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "grandjunction"
RUNNING = Path(grandjunction.__file__).resolve().parent


def engine_modules() -> list[str]:
    """The modules that setup.py compiles."""
    files = [*SOURCE.glob("core/**/*.py"), *SOURCE.glob("rulesets/*/*.py")]
    plain = [path.relative_to(SOURCE.parent).with_suffix("") for path in files if path.name != "__init__.py"]
    return sorted(".".join(path.parts) for path in plain)


def test_the_build_is_the_expected_one() -> None:
    expected = os.environ.get("GRANDJUNCTION_EXPECT")
    if expected is None:
        pytest.skip("GRANDJUNCTION_EXPECT says which build is meant; `make test` sets it")
    assert expected == ("compiled" if is_compiled() else "interpreted")
    if expected == "interpreted":
        assert RUNNING == SOURCE


@pytest.mark.parametrize("name", engine_modules())
def test_every_engine_module_is_of_the_same_build(name: str) -> None:
    file = import_module(name).__file__
    assert file is not None
    assert file.endswith(".py") != is_compiled()


def test_every_data_file_is_installed() -> None:
    wanted = {
        path.relative_to(SOURCE)
        for pattern in (
            "rulesets/*/data/*.toml",
            "rulesets/*/rules.md",
            "words/**/*.toml",
            "pictures/*.toml",
            "py.typed",
        )
        for path in SOURCE.glob(pattern)
    }
    assert wanted
    for path in sorted(wanted):
        assert (RUNNING / path).read_bytes() == (SOURCE / path).read_bytes(), path


def test_compiled_and_interpreted_play_the_same_games() -> None:
    if not is_compiled():
        pytest.skip("compares the two builds from the compiled run")

    def digests(path: str) -> str:
        command = [sys.executable, "-P", str(ROOT / "benchmarks" / "games.py"), "--digest", "10"]
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    compiled, interpreted = digests(""), digests(str(SOURCE.parent))
    assert compiled.splitlines()[0] == "compiled"
    assert interpreted.splitlines()[0] == "interpreted"
    assert compiled.splitlines()[1:] == interpreted.splitlines()[1:]
