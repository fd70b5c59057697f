"""Runs the command in this process or in another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

import grandjunction
from grandjunction.cli.commands import app

#: Where the package under test is, compiled or not.
PACKAGE = Path(grandjunction.__file__).parents[1]


def system(lang: str) -> dict[str, str]:
    """Return the environment of a system in this language."""
    return {"LC_ALL": lang, "LC_MESSAGES": "", "LANG": ""}


def run(*words: str, input: str | None = None, lang: str = "C") -> Result:
    """Run the command. It must never show a traceback."""
    result = CliRunner().invoke(app, list(words), input=input, env=system(lang), prog_name="grandjunction")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def run_apart(*words: str, input: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command as a process with piped output."""
    path = os.pathsep.join([str(PACKAGE), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    return subprocess.run(
        [sys.executable, "-P", "-m", "grandjunction", *words],
        input=input,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        env={**os.environ, **system("C"), "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
    )


def refused(*words: str, input: str | None = None) -> str:
    """Run a bad call and return its message: one sentence on standard error, with exit code 2."""
    result = run(*words, input=input)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("grandjunction: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("grandjunction: ").rstrip("\n")
