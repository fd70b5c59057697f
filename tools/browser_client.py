"""Builds the browser client before packaging. Run as a script, it builds the client if needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
WORDS = ROOT / "src" / "grandjunction" / "words"  # also part of the client
PAGE = ROOT / "src" / "grandjunction" / "server" / "static" / "index.html"
HOW_TO = "`make client` builds it with a Node of its own; Node 20 or newer on the PATH does too"
Say = Callable[[str], None]


class ClientMissing(Exception):
    """Raised if the client is missing and cannot be built here; the message says why, and what to do."""


def ensure_client(say: Say) -> None:
    """Build the client unless it is newer than its sources. Raises ``ClientMissing``.

    An sdist contains the built client, which is never rebuilt. ``GRANDJUNCTION_CLIENT=as-is`` also skips the
    build in a git checkout; make sets it, because it has its own rule for the client.
    """
    as_is = (ROOT / "PKG-INFO").exists() or os.environ.get("GRANDJUNCTION_CLIENT") == "as-is"
    if as_is or _is_fresh():
        if not PAGE.exists():
            raise ClientMissing(f"the browser client is not built: {HOW_TO}")
        return
    npm = shutil.which("npm")
    if npm is None:
        raise ClientMissing(f"the browser client is not built, and there is no Node to build it: {HOW_TO}")
    say("building the browser client with npm")
    for command in (["install", "--no-save", "--no-audit", "--no-fund"], ["run", "build"]):
        done = subprocess.run([npm, *command], cwd=WEB, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip().splitlines()
            reason = said[-1] if said else "it gave no reason"
            raise ClientMissing(f"`npm {' '.join(command)}` failed in web/: {reason}")


def _is_fresh() -> bool:
    """Return whether the built page is newer than everything it is built from."""
    return PAGE.exists() and PAGE.stat().st_mtime >= max(path.stat().st_mtime for path in _sources())


def _sources() -> Iterator[Path]:
    """Yield the files that the client is built from; the Makefile's WEB names the same files."""
    for folder in (WEB, WORDS):
        for path in folder.rglob("*"):
            parts = path.relative_to(folder).parts
            if path.is_file() and not {"node_modules", "__pycache__"} & set(parts):
                if parts[0] not in {"tests", "build.log"}:
                    yield path


if __name__ == "__main__":
    try:
        ensure_client(print)
    except ClientMissing as error:
        sys.exit(f"grandjunction: {error}")
