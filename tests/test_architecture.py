"""The shape of the project, enforced: imports point one way, the core is neutral, files stay small."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "grandjunction"
FACADE = "the façade"  # grandjunction/__init__.py

# What each part may import: core ← rulesets ← record ← bots ← outside ← arena, envs, server ← cli.
ENGINE = {"core", "rulesets", "record"}
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "rulesets": {"core"},
    "words": {"core", "rulesets"},
    "record": {"core", "rulesets", "words"},
    FACADE: ENGINE,
    "bots": {*ENGINE, FACADE, "words"},
    "outside": {*ENGINE, FACADE, "bots"},
    "arena": {*ENGINE, FACADE, "bots", "outside"},
    "envs": {*ENGINE, FACADE, "bots"},
    "server": {*ENGINE, FACADE, "words", "bots", "outside", "envs"},
    "cli": {*ENGINE, FACADE, "words", "bots", "outside", "arena", "envs", "server"},
    "__main__": {"cli"},
}
OUTSIDE_OF_CORE = sys.stdlib_module_names | {"mypy_extensions", "librt"}
GAMES = ("birmingham", "lancashire", "hamlet")
# Parts and doings that only some games have. Coal, iron, links, loans, cards and the like are in all of them,
# and so in the core.
WORDS_OF_A_GAME = {
    "abroad", "barrel", "barter", "beer", "brewery", "canal", "cotton", "demand", "distant", "farm", "goods",
    "manufacturer", "merchant", "mill", "port", "pottery", "rail", "railway", "reveal", "scout", "shipyard",
    "virtual",
}  # fmt: skip
LONGEST_FILE = 600
# In pieces, so that this file does not name one.
REGISTRIES = [
    "py" + r"pi\.(?:org|python)", "python" + "hosted", "npm" + r"js\.(?:org|com)", "yarn" + r"pkg\.com",
    "crates" + r"\.io", "conda" + r"\.anaconda\.org", "ana" + r"conda\.org",
]  # fmt: skip

MODULES = sorted(PACKAGE.rglob("*.py"))
each_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))


def part_of(path: Path) -> str:
    """The folder of the package a module belongs to; a module beside them counts as its own part."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return FACADE if parts == ("__init__",) else parts[0]


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports, as a full name, wherever in the file the import stands."""
    package = path.relative_to(PACKAGE.parent).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            if module == "grandjunction":  # `from grandjunction import core` names a part, or the façade
                yield from (f"{module}.{alias.name}" for alias in node.names)
            else:
                yield module


def part_named(module: str) -> str:
    """The part of the package that an imported name of it belongs to."""
    names = module.split(".")
    known = len(names) > 1 and ((PACKAGE / names[1]).is_dir() or (PACKAGE / f"{names[1]}.py").exists())
    return names[1] if known else FACADE


@each_module
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part}: give it a place in MAY_IMPORT"
    own = {part_named(name) for name in imported(path) if name.split(".")[0] == "grandjunction"}
    assert own - {part} <= MAY_IMPORT[part]


@each_module
def test_the_core_needs_the_standard_library_only(path: Path) -> None:
    if part_of(path) == "core":
        outside = {name.split(".")[0] for name in imported(path)} - {"grandjunction"}
        assert outside <= OUTSIDE_OF_CORE


@pytest.mark.parametrize("game", GAMES)
def test_the_core_names_no_game(game: str) -> None:
    sources = [path for path in MODULES if part_of(path) == "core"]
    assert [path.name for path in sources if game in path.read_text(encoding="utf-8").casefold()] == []


def said(path: Path) -> Iterator[tuple[int, str]]:
    """Every word of a module's names and texts, in small letters and the singular, with its line; comments
    are not said, and neither is what documents a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node):
            if isinstance(value, str) and id(node) not in told:
                for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", value):
                    yield getattr(node, "lineno", 0), re.sub("ies$", "y", word.lower()).removesuffix("s")


@each_module
def test_the_core_has_no_words_of_one_game(path: Path) -> None:
    if part_of(path) == "core":
        assert [(line, word) for line, word in said(path) if word in WORDS_OF_A_GAME] == []


def test_words_are_found_in_names_and_texts(tmp_path: Path) -> None:
    source = """
\"\"\"A canal is only told of here.\"\"\"
from x import list_beer
class FarmPermission:
    BARREL = 62  # and a merchant
    def sell(self, port: int) -> str:
        return f"no_{port}_scout"
kinds = {"merchants": 1, "breweries": 2}
"""
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    found = {word for _, word in said(path)} & WORDS_OF_A_GAME
    assert found == {"beer", "farm", "barrel", "port", "scout", "merchant", "brewery"}


@each_module
def test_no_literal_is_shifted(path: Path) -> None:
    """mypyc compiles a shifted literal to a 32-bit shift, wrong from bit 31 on: use ``core.bits.BIT``."""
    if part_of(path) not in ("core", "rulesets"):
        return
    shifts = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) and is_literal(node.left)
    ]
    assert shifts == []


def is_literal(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def test_files_stay_small() -> None:
    files = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*") if is_source(path)]
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST_FILE} == {}


def is_source(path: Path) -> bool:
    return path.is_file() and path.suffix in {".py", ".toml", ".md", ".ts", ".svelte", ".css", ".html"}


def tracked_files() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listing.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listing.stdout.decode().split("\0") if name]


def test_no_file_names_a_package_registry() -> None:
    host = re.compile("|".join(REGISTRIES), re.IGNORECASE)
    naming = [
        str(path.relative_to(ROOT))
        for path in tracked_files()
        if path.is_file() and host.search(path.read_bytes().decode("utf-8", errors="ignore"))
    ]
    assert naming == []
