"""Finds the supported Python interpreters on this machine. Run as a script, it lists them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def interpreters() -> dict[str, Path]:
    """Return an interpreter for each supported version that is found, by version."""
    found: dict[str, Path] = {}
    for version in VERSIONS:
        for path in _candidates(version):
            if version_of(path) == version:
                found[version] = path
                break
    return found


def _candidates(version: str) -> Iterator[Path]:
    """Yield where an interpreter may be: GRANDJUNCTION_PYTHONS, the PATH, the folders of pyenv and uv."""
    named = os.environ.get("GRANDJUNCTION_PYTHONS", "")
    yield from (Path(text) for text in named.split(os.pathsep) if text)
    if sys.version_info[:2] == tuple(int(part) for part in version.split(".")):
        yield Path(sys.executable)
    on_path = shutil.which(f"python{version}")
    if on_path is not None:
        yield Path(on_path)
    for folder in (".pyenv/versions", ".local/share/uv/python"):
        yield from sorted((Path.home() / folder).glob(f"*{version}.*/bin/python{version}"), reverse=True)


def version_of(path: Path) -> str | None:
    """Return the version that an interpreter reports, or None if it does not run."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([path, "-I", "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


if __name__ == "__main__":
    for version, path in interpreters().items():
        print(version, path)
