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


JUDGED = """
from pathlib import Path
import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.bots.nets import SHIPPED
from grandjunction.core.compiled import is_compiled

print(is_compiled())
for file in sorted(Path(SHIPPED.folder).glob("*.net")):
    id, _, players = file.stem.rpartition("-")
    game = gj.new_game(id, players=int(players), seed=7)
    greedy, found = bot("greedy"), []
    for number in range(60):
        view = game.state.view(game.state.to_act)
        if number % 12 == 0:
            told = gj.evaluate(view)
            found += [told.vp, told.share, told.parts, str(bot("strategist", 1).choose(view, 400))]
        game.play(greedy.choose(view))
    print(file.stem, found)
"""


def engine_modules() -> list[str]:
    """The modules that setup.py compiles."""
    files = [*SOURCE.glob("core/**/*.py"), *SOURCE.glob("rulesets/*/*.py"), *SOURCE.glob("bots/*.py")]
    left_out = {"__init__.py", "whole_game.py"}
    plain = [path.relative_to(SOURCE.parent).with_suffix("") for path in files if path.name not in left_out]
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
            "bots/data/**/*.toml",
            "bots/data/**/*.net",
            "words/**/*.toml",
            "pictures/*.toml",
            "py.typed",
        )
        for path in SOURCE.glob(pattern)
    }
    assert wanted
    for path in sorted(wanted):
        assert (RUNNING / path).read_bytes() == (SOURCE / path).read_bytes(), path


def by_both(*arguments: str) -> tuple[str, str]:
    """What a program prints, compiled and interpreted."""
    if not is_compiled():
        pytest.skip("compares the two builds from the compiled run")

    def printed(path: str) -> str:
        command = [sys.executable, "-P", *arguments]
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    return printed(""), printed(str(SOURCE.parent))


def test_compiled_and_interpreted_play_the_same_games() -> None:
    compiled, interpreted = by_both(str(ROOT / "benchmarks" / "games.py"), "--digest", "10")
    assert compiled.splitlines()[0] == "compiled"
    assert interpreted.splitlines()[0] == "interpreted"
    assert compiled.splitlines()[1:] == interpreted.splitlines()[1:]


def test_the_shipped_nets_judge_alike_compiled_and_interpreted() -> None:
    """A turn of a strategist and all seats' forecasts, to the last bit, at every table that has nets."""
    compiled, interpreted = by_both("-c", JUDGED)
    assert compiled.splitlines()[0] == "True"
    assert interpreted.splitlines()[0] == "False"
    assert len(compiled.splitlines()) == 1 + len(list(SOURCE.glob("bots/data/nets/*.net")))
    assert compiled.splitlines()[1:] == interpreted.splitlines()[1:]
