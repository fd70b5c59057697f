"""Runs everything that the documentation shows: Python in full, commands as far as their options."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
import typer

from grandjunction.cli.commands import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), ROOT / "benchmarks" / "README.md"])
FENCE = re.compile(r"^```(?P<kind>\w*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, kind: str) -> list[str]:
    found = FENCE.finditer(page.read_text(encoding="utf-8"))
    return [block["text"] for block in found if block["kind"] == kind]


def commands() -> list[tuple[str, str]]:
    """Return every ``grandjunction …`` line of the pages, without the remark after two spaces."""
    return [
        (str(page.relative_to(ROOT)), re.split(r"\s{2,}|\s#\s", line)[0])
        for page in PAGES
        for text in [*blocks(page, ""), *blocks(page, "sh"), *blocks(page, "bash"), *blocks(page, "console")]
        for line in text.replace("\\\n", " ").splitlines()
        if line.startswith("grandjunction ")
    ]


def with_python() -> list[Path]:
    return [page for page in PAGES if blocks(page, "python")]


@pytest.mark.parametrize("page", with_python(), ids=lambda page: str(page.relative_to(ROOT)))
def test_the_python_of_a_page_runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sessions must print what they show; other code must run, block after block."""
    sessions = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert sessions.failed == 0, capsys.readouterr().out
    names: dict[str, object] = {"__name__": "page"}
    for text in blocks(page, "python"):
        if ">>>" not in text:
            exec(compile(text, str(page), "exec"), names)


@pytest.mark.parametrize(("page", "line"), commands())
def test_a_command_of_a_page_has_these_options(page: str, line: str) -> None:
    _, name, *words = shlex.split(line)
    group = typer.main.get_command(app)
    if name.startswith("-"):
        assert name in {option for parameter in group.params for option in parameter.opts}
        return
    command = group.commands[name]  # type: ignore[attr-defined]
    command.make_context(name, words)  # raises a usage error for an unknown option


def test_commands_and_sessions_are_found() -> None:
    assert len(commands()) > 20
    pages = {str(page.relative_to(ROOT)) for page in with_python()}
    assert {"README.md", "docs/envs.md", "docs/searching.md", "docs/guide/python.md"} <= pages


def test_the_site_lists_every_page() -> None:
    """Sphinx warns of a page that no table of contents names, and ``make docs`` fails then."""
    index = (ROOT / "docs" / "site" / "index.md").read_text(encoding="utf-8")
    pages = [page.relative_to(ROOT) for page in (ROOT / "docs").rglob("*.md")]
    listed = {line for block in FENCE.finditer(index) for line in block["text"].splitlines()}
    own = [page.with_suffix("").as_posix() for page in pages if page.parts[1] != "site"]
    assert len(own) > 10
    assert sorted(set(own) - listed) == []
