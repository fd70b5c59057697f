"""The base install has no web server, and a missing extra is named with the command that installs it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
RECORD = str(ROOT / "records" / "hamlet-2.gj")


def without(modules: list[str], code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python that cannot import these modules."""
    hide = f"import sys\nfor name in {modules!r}: sys.modules[name] = None\n"
    command = [sys.executable, "-P", "-c", hide + code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def command(*words: str) -> str:
    return f"sys.argv = {['grandjunction', *words]!r}\nfrom grandjunction.cli import main\nmain()"


def test_the_base_install_is_the_engine_and_its_command() -> None:
    names = {text.partition(">")[0].strip() for text in PROJECT["dependencies"]}
    assert names == {"mypy_extensions", "librt", "typer", "rich"}
    assert {"server", "postgres", "env", "arena", "openspiel", "ray", "learn", "train", "dev", "all"} <= set(
        EXTRAS
    )


# Everything that only an extra brings.
BEYOND = [
    "fastapi", "starlette", "uvicorn", "websockets", "httpx", "numpy", "gymnasium", "pettingzoo",
    "PIL", "pyspiel", "openskill", "matplotlib", "scipy", "ray", "torch", "sqlalchemy", "alembic", "psycopg",
]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["simulate", "--games", "1", "--bots", "random"],
        ["rules", "B-COAL-05"],
        ["perft", "--depth", "1"],
    ],
    ids=lambda words: words[0],
)
def test_the_command_works_with_the_base_install(words: list[str]) -> None:
    done = without(BEYOND, command(*words))
    assert (done.returncode, done.stderr) == (0, "")


def test_the_engine_and_bots_work_with_the_base_install() -> None:
    code = (
        "import grandjunction as gj\nfrom grandjunction.bots import bot\n"
        "state = gj.new_game('birmingham', players=2, seed=1).state\n"
        "print(bot('greedy', 1).choose(state.view(state.to_act)))"
    )
    done = without([*BEYOND, "typer", "rich"], code)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "module", "extra"),
    [
        (["serve", "--no-open"], "fastapi", "server"),
        (["serve", "--no-open"], "uvicorn", "server"),
        (["serve", "--no-open"], "websockets", "server"),
        (["serve", "--no-open"], "sqlalchemy", "server"),
        (["serve", "--no-open"], "alembic", "server"),
        (["serve", "--no-open", "--database", "postgresql://localhost/games"], "psycopg", "postgres"),
        (["arena", "greedy", "random"], "openskill", "arena"),
        (["arena", "greedy", "random"], "scipy", "arena"),
        (["arena", "greedy", "random", "--games", "2", "--ray", "local"], "ray", "ray"),
        (["review", RECORD, "--ray", "local"], "openskill", "arena,ray"),  # one command for both
        (["review", RECORD, "--ray", "local"], "ray", "ray"),
        (["train", "--ruleset", "hamlet", "--players", "2"], "torch", "train"),
        (["train", "--ruleset", "hamlet", "--players", "2", "--rounds", "0"], "numpy", "train"),
    ],
)
def test_a_command_names_its_missing_extra(words: list[str], module: str, extra: str) -> None:
    done = without([module], command(*words))
    assert done.returncode == 2
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].endswith(f'needs {module}, which is not installed: pip install "grandjunction[{extra}]"')
    assert set(extra.split(",")) <= set(EXTRAS)


@pytest.mark.parametrize(
    ("part", "module", "extra"),
    [
        ("grandjunction.envs.openspiel", "pyspiel", "openspiel"),
        ("grandjunction.arena", "openskill", "arena"),
        ("grandjunction.server.app", "fastapi", "server"),
    ],
)
def test_an_import_names_its_missing_extra(part: str, module: str, extra: str) -> None:
    done = without([module], f"import {part}")
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("grandjunction.extras.MissingExtra: ")
    assert last.endswith(f'needs {module}, which is not installed: pip install "grandjunction[{extra}]"')


@pytest.mark.parametrize("part", ["grandjunction.envs", "grandjunction.envs.openspiel"])
@pytest.mark.parametrize("module", ["numpy", "gymnasium", "pettingzoo"])
def test_environments_name_both_their_extras(part: str, module: str) -> None:
    last = without([module, "pyspiel"], f"import {part}").stderr.strip().splitlines()[-1]
    assert last == (
        f"grandjunction.extras.MissingExtra: grandjunction.envs needs {module}, which is not installed: "
        'pip install "grandjunction[env]", or "grandjunction[openspiel]" for OpenSpiel too'
    )


def test_a_picture_names_its_missing_extra() -> None:
    code = "from grandjunction.envs.raster import pillow\npillow()"
    last = without(["PIL"], code).stderr.strip().splitlines()[-1]
    assert last.endswith(
        'a picture in pixels needs PIL, which is not installed: pip install "grandjunction[env]"'
    )
