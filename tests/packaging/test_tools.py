"""Tests of the tools that build, check and measure the package."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import browser_client  # noqa: E402
import docs_site  # noqa: E402
import docstrings  # noqa: E402
import grandjunction as gj  # noqa: E402
import import_code  # noqa: E402
import mutants  # noqa: E402
import version  # noqa: E402


def test_the_version_is_written_once() -> None:
    assert version.version() == gj.__version__
    command = [sys.executable, str(ROOT / "tools" / "version.py"), "--tag"]
    assert subprocess.run([*command, f"v{gj.__version__}"], check=False).returncode == 0
    wrong = subprocess.run([*command, "v0"], check=False, capture_output=True, text=True)
    assert wrong.stderr == f"the tag is v0, but the version is {gj.__version__}\n"


class TestClient:
    @pytest.fixture
    def checkout(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Return a checkout without Node, with one source file of the client, not yet built."""
        for name, folder in (("WEB", "web"), ("WORDS", "words"), ("PAGE", "static/index.html")):
            monkeypatch.setattr(browser_client, name, tmp_path / folder)
        (tmp_path / "web").mkdir()
        (tmp_path / "words").mkdir()
        (tmp_path / "static").mkdir()
        (tmp_path / "web" / "main.ts").write_text("")
        monkeypatch.setattr(browser_client, "ROOT", tmp_path)
        monkeypatch.setenv("PATH", "/nonexistent")
        monkeypatch.delenv("GRANDJUNCTION_CLIENT", raising=False)
        return tmp_path

    def test_without_node_it_says_how_to_build(self, checkout: Path) -> None:
        with pytest.raises(browser_client.ClientMissing, match=r"no Node to build it: `make client` builds"):
            browser_client.ensure_client(print)

    def test_a_fresh_client_is_kept(self, checkout: Path) -> None:
        (checkout / "static" / "index.html").write_text("")
        browser_client.ensure_client(print)

    def test_a_stale_client_is_built_anew_but_not_in_an_sdist(self, checkout: Path) -> None:
        page = checkout / "static" / "index.html"
        page.write_text("")
        os.utime(page, (0, 0))
        with pytest.raises(browser_client.ClientMissing):
            browser_client.ensure_client(print)
        (checkout / "PKG-INFO").write_text("")
        browser_client.ensure_client(print)


def test_import_code_is_marked_in_a_copy(tmp_path: Path) -> None:
    source = tmp_path / "__native.c"
    source.write_text("int CPyDef_f(void) {\n}\nchar CPyDef_core___bits_____top_level__(void) {\n}\n")
    copy = Path(import_code.spare_import_code(str(source)))
    assert copy != source
    lines = copy.read_text().splitlines()
    assert lines[-2] == "RUNS_ONCE char CPyDef_core___bits_____top_level__(void) {"
    assert lines[-4] == "int CPyDef_f(void) {"
    changed = copy.stat().st_mtime_ns
    import_code.spare_import_code(str(source))
    assert copy.stat().st_mtime_ns == changed  # nothing is recompiled needlessly
    small = tmp_path / "shim.c"
    small.write_text("int main(void) { return 0; }\n")
    assert import_code.spare_import_code(str(small)) == str(small)


BOX = """
class Box:
    \"\"\"A "box".

    Of bits.
    \"\"\"

    def lid(self):
        \"\"\"Return one – or none.\"\"\"

    @property
    def size(self):
        \"\"\"Its size.\"\"\"


def bare():
    pass
"""
BOX_IN_C = r"""
{"lid", (PyCFunction)CPyPy_bits___Box___lid, METH_FASTCALL | METH_KEYWORDS,
  PyDoc_STR("lid($self)\n--\n\n")},
{"bare", (PyCFunction)CPyPy_bits___bare, METH_FASTCALL, PyDoc_STR("bare()\n--\n\n") /* docstring */},
{"size", (getter)bits___Box_get_size, NULL, NULL, NULL},
static PyTypeObject CPyType_bits___Box_template_ = {
  .tp_name = "Box", .tp_doc = PyDoc_STR("Box()\n--\n\n"),
};
"""


def test_docstrings_go_into_the_c_file(tmp_path: Path) -> None:
    module = tmp_path / "core" / "bits.py"
    module.parent.mkdir()
    module.write_text(BOX, encoding="utf-8")
    wanted = BOX_IN_C.replace(r"lid($self)\n--\n\n", r"lid($self)\n--\n\nReturn one \342\200\223 or none.")
    wanted = wanted.replace("NULL, NULL, NULL", 'NULL, PyDoc_STR("Its size."), NULL')
    wanted = wanted.replace(r"Box()\n--\n\n", r"Box()\n--\n\nA \"box\".\n\nOf bits.")
    assert docstrings.add_docstrings(BOX_IN_C, [str(module)]) == wanted


@pytest.mark.parametrize("module", ["core.state", "core.moves", "core.view", "core.explain", "bots.forecast"])
def test_compiled_or_not_help_tells_all(module: str) -> None:
    running = importlib.import_module(f"grandjunction.{module}")
    source = ROOT / "src" / "grandjunction" / f"{module.replace('.', '/')}.py"
    told = list(docstrings.documented(ast.parse(source.read_text(encoding="utf-8")), ()))
    assert told
    for names, doc in told:
        if names[-1].startswith("__"):
            continue  # Python has texts of its own for these
        thing = running
        for name in names:
            thing = getattr(thing, name)
        assert thing.__doc__ is not None, names
        assert inspect.cleandoc(thing.__doc__) == doc, names


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">x</a><a href="c.html">x</a><a href="https://x.y/">x</a>'
    )
    (tmp_path / "b.html").write_text('<p id="here"><a href="a.html#there">x</a><img src="no.png">')
    assert docs_site.broken_links(tmp_path) == ["a.html: c.html", "b.html: a.html#there", "b.html: no.png"]


def test_a_tutorial_is_a_page_of_the_site() -> None:
    page = docs_site.tutorial(ROOT / "examples" / "tutorials" / "1-a-first-game.ipynb")
    assert page.startswith("# ")
    assert "```python\nimport grandjunction as gj" in page
    assert "```text\n" in page


def test_every_page_of_rules_has_its_rules_in_the_browser() -> None:
    browser = docs_site.rule_browser()
    for id in ("B-COAL-05", "L-28", "BE-64", "LE-05"):
        assert browser.count(f"#{id}") == 1


@pytest.mark.xdist_group("mutants")  # finds them once
class TestMutants:
    def test_every_mutant_is_other_python(self) -> None:
        found = mutants.mutants()
        assert len(found) > 1000
        for mutant in found[::60]:
            source = (ROOT / mutants.PACKAGE / mutant.path).read_bytes()
            changed = mutant.applied(source)
            assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source)), mutant.name

    def test_the_changes_of_a_function(self) -> None:
        source = b'''
def f(a: int = 0) -> bool:
    """1 < 2."""
    if not a and a <= 3:
        g(a + 1)
    return True
'''
        finder = mutants.Finder("f.py", source)
        finder.visit(ast.parse(source))
        operators = ["and → or", "<= → <", "+ → -", "not → ", "if → if not", "call → pass"]
        numbers = ["0 → 1", "3 → 4", "1 → 2", "True → False"]
        assert sorted(mutant.change for mutant in finder.found) == sorted([*operators, *numbers])

    def test_every_test_named_is_there(self) -> None:
        for path in ("core/verbs/build.py", "rulesets/lancashire/ruleset.py"):
            for stage in mutants.stages(path):
                assert all((ROOT / test).exists() for test in stage)
        assert ["tests/birmingham"] in mutants.stages("core/verbs/build.py")
        assert ["tests/birmingham"] not in mutants.stages("rulesets/lancashire/ruleset.py")

    def test_explained_survivors_are_still_there(self) -> None:
        names = {mutant.name for mutant in mutants.mutants()}
        assert set(mutants.explained()) - names == set()
