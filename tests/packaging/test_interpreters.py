"""Every supported Python on this machine plays and judges the same games; `make release-check` tests more."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from interpreters import interpreters  # noqa: E402

pytestmark = pytest.mark.xdist_group("interpreters")  # plays the games to compare with once

FORECASTS = """
import sys
import grandjunction as gj

for path in sys.argv[1:]:
    for moment in list(gj.load_game(path).positions())[::40]:
        if moment.state.to_act >= 0:
            found = gj.evaluate(moment.state.view(moment.state.to_act))
            print(found.vp, found.deviation, found.share, found.parts)
"""

NEEDED = ("mypy-extensions", "librt")  # what the engine imports besides the standard library


def pins() -> str:
    """Return the lines of constraints.txt for the engine's dependencies, with their hashes."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    return "".join(re.search(rf"^{name}==(?:.*\\\n)*.*\n", text, re.MULTILINE)[0] for name in NEEDED)  # type: ignore[index]


@cache
def played(python: Path, packages: str) -> str:
    """Return the digests of a few games, and forecasts to the last bit, by the sources in ``src``."""
    records = [str(ROOT / "records" / f"{name}.gj") for name in ("birmingham-4", "lancashire-2007-3")]
    games = [str(ROOT / "benchmarks" / "games.py"), "--digest", "1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), packages])}
    said = ""
    for words in (games, ["-c", FORECASTS, *records]):
        command = [str(python), "-P", *words]
        said += subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return said


@pytest.mark.parametrize(("version", "python"), interpreters().items())
def test_every_interpreter_plays_the_same_games(version: str, python: Path, tmp_path: Path) -> None:
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        pytest.skip("the others are compared with this one")
    (tmp_path / "pins.txt").write_text(pins(), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    pip += ["--require-hashes", "--only-binary", ":all:", "--python-version", version]
    pip += ["--target", str(tmp_path / "packages"), "-r", str(tmp_path / "pins.txt")]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"what Python {version} needs cannot be installed here")
    assert played(python, str(tmp_path / "packages")) == played(Path(sys.executable), "")
