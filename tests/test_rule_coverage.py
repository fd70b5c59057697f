"""Every numbered rule and every ruling is cited by a test, and no other ID is."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
RULESETS = ROOT / "src" / "grandjunction" / "rulesets"
# Each page and how many IDs it defines: change a number only together with an added rule.
PAGES = {
    RULESETS / "birmingham" / "rules.md": 222,
    RULESETS / "lancashire" / "rules.md": 87,
    RULESETS / "edge-cases.md": 166,
}
ITEM = re.compile(r"^- \*\*((?:B-[A-Z]+|BE|L|L18|LX|LD|LE)-\d+)\*\* ", re.MULTILINE)


def defined(page: Path) -> set[str]:
    return set(ITEM.findall(page.read_text(encoding="utf-8")))


def markers(source: str) -> list[ast.Call]:
    """The calls ``pytest.mark.rule(…)`` in a file, as decorators, parameter marks or pytestmark."""
    return [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
    ]


def ids(call: ast.Call) -> list[str]:
    """The IDs a marker names; they are written out, so that a search for one finds its tests."""
    names = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    assert len(names) == len(call.args), f"line {call.lineno}: write the IDs out"
    assert names, f"line {call.lineno}: name the rules"
    return names


@cache
def cited() -> dict[str, set[str]]:
    """The IDs in markers of every test file, and where."""
    found: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        for call in markers(path.read_text(encoding="utf-8")):
            for id in ids(call):
                found.setdefault(id, set()).add(str(path.relative_to(ROOT)))
    return found


@pytest.mark.parametrize("page", PAGES, ids=["birmingham", "lancashire", "edge cases"])
def test_every_id_has_a_test(page: Path) -> None:
    assert len(defined(page)) == PAGES[page]
    assert sorted(defined(page) - set(cited())) == []


def test_markers_cite_only_what_exists() -> None:
    known = set().union(*map(defined, PAGES))
    unknown = {id: files for id, files in cited().items() if id[0] in "BL" and id not in known}
    assert unknown == {}


def test_a_marker_is_found_wherever_it_stands() -> None:
    source = """
@pytest.mark.rule("B-AA-01", "BE-02")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("B-AA-03"))])
def test_two(): ...
"""
    assert [ids(call) for call in markers(source)] == [["B-AA-01", "BE-02"], ["B-AA-03"]]


@pytest.mark.parametrize("call", ["pytest.mark.rule(NAME)", "pytest.mark.rule(*IDS)", "pytest.mark.rule()"])
def test_a_marker_without_written_ids_is_an_error(call: str) -> None:
    with pytest.raises(AssertionError):
        ids(markers(call)[0])
