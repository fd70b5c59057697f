"""The shape of the project, enforced: imports point one way, the core is neutral, files stay small."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "grandjunction"
FACADE = "the façade"  # grandjunction/__init__.py

# What each part may import: core ← rulesets ← record ← bots ← outside ← arena, envs, server ← cli.
ENGINE = {"core", "rulesets", "record"}
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "extras": set(),
    "rulesets": {"core"},
    "words": {"core", "rulesets"},
    "pictures": {"core", "rulesets", "words"},
    "record": {"core", "rulesets"},
    FACADE: {*ENGINE, "words", "pictures", "bots", "reviews", "puzzling"},
    "bots": {*ENGINE, FACADE},
    "outside": {*ENGINE, FACADE, "bots"},
    "arena": {*ENGINE, FACADE, "extras", "bots", "outside"},
    "training": {*ENGINE, FACADE, "extras", "bots", "outside"},
    "reviews": {*ENGINE, "extras", "words", "pictures", "bots", "outside", "arena"},
    "puzzling": {*ENGINE, "bots", "reviews"},
    "envs": {*ENGINE, FACADE, "extras", "bots", "pictures"},
    "server": {*ENGINE, FACADE, "extras", "words", "pictures", "bots", "outside", "reviews", "puzzling"},
    "cli": {
        *ENGINE,
        FACADE,
        "extras",
        "words",
        "pictures",
        "bots",
        "outside",
        "arena",
        "training",
        "reviews",
        "puzzling",
        "envs",
        "server",
    },
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
# Module names that may stand in several folders, and why. Everywhere else a name tells which module is meant.
SHARED_NAMES = {
    "__init__": "every folder has one",
    "ruleset": "the core's class, and one module for each game",
    "loan": "a verb's module is named after the verb, and Lancashire lends by rules of its own",
    "perft": "a command's module is named after the command: cli/perft.py calls core/perft.py",
    "serve": "a command's module is named after the command: cli/serve.py calls server/serve.py",
}
LONGEST_FILE = 600
# In pieces, so that this file does not name one.
REGISTRIES = [
    "py" + r"pi\.(?:org|python)", "python" + "hosted", "npm" + r"js\.(?:org|com)", "yarn" + r"pkg\.com",
    "crates" + r"\.io", "conda" + r"\.anaconda\.org", "ana" + r"conda\.org",
]  # fmt: skip

MODULES = sorted(PACKAGE.rglob("*.py"))


def each_module(check: Callable[[Path], None]) -> Callable[[], None]:
    """Return a test that makes a check of every module, and names all that fail."""

    def test() -> None:
        faults: list[str] = []
        for path in MODULES:
            try:
                check(path)
            except AssertionError as fault:
                faults.append(f"{path.relative_to(PACKAGE)}: {fault}")
        assert faults == []

    test.__doc__ = check.__doc__
    return test


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def part_of(path: Path) -> str:
    """The folder of the package a module belongs to; a module beside them counts as its own part."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return FACADE if parts == ("__init__",) else parts[0]


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports, as a full name, wherever in the file the import stands."""
    package = path.relative_to(PACKAGE.parent).parent.parts
    for node in ast.walk(parsed(path)):
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
def test_only_rulesets_know_their_games(path: Path) -> None:
    """All others ask ``Ruleset`` for what a game has: a new game needs no change there."""
    if part_of(path) != "rulesets":
        games = tuple(f"grandjunction.rulesets.{game}" for game in GAMES)
        assert [name for name in imported(path) if name.startswith(games)] == []


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
    tree = parsed(path)
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
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) and is_literal(node.left)
    ]
    assert shifts == []


def is_literal(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


MOVES = PACKAGE / "core" / "moves.py"
CODES = re.compile(r"(?:.*_)?codes?|units")  # what variables that hold codes of moves are called
BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


def holds_a_code(node: ast.expr) -> bool:
    """Whether an expression is a code of a move by its name: ``code``, ``~move.code``, ``codes[i]`` …"""
    if isinstance(node, ast.UnaryOp):
        return holds_a_code(node.operand)
    if isinstance(node, ast.Subscript):
        return holds_a_code(node.value)
    if isinstance(node, ast.Call):  # a code that is asked for; what an accessor takes out of one is none
        return holds_a_code(node.func)
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return CODES.fullmatch(name) is not None


def bit_work(source: ast.Module) -> list[int]:
    """The lines that mask, shift or combine codes of moves by hand, or import how ``core/moves.py`` does."""
    lines: list[int] = []
    for node in ast.walk(source):
        if isinstance(node, ast.BinOp) and isinstance(node.op, BITWISE):
            found = holds_a_code(node.left) or holds_a_code(node.right)
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, BITWISE):
            found = holds_a_code(node.target) or holds_a_code(node.value)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[-1] == "moves":
            found = any(alias.name.startswith("_") for alias in node.names)
        else:
            found = False
        lines += [getattr(node, "lineno", 0)] if found else []
    return sorted(lines)


@each_module
def test_only_the_module_of_moves_knows_how_a_code_is_packed(path: Path) -> None:
    if path != MOVES:
        assert bit_work(parsed(path)) == [], "use the accessors of core/moves.py"


def test_bit_work_is_found() -> None:
    by_hand = """
verb = code & 15
bare = move.code & ~MASK
card = (option.code >> 4) & 63
fields = codes[:, None] >> SHIFTS
code |= 1
item = phrase.code() >> 16
first = options.units[i] << 2
from .moves import _CARD
"""
    assert bit_work(ast.parse(by_hand)) == [2, 3, 4, 5, 6, 7, 8, 9]
    by_accessor = """
bit = BIT[target_of(code)] & state.occupied
mask = held & ~BIT[card_of(move.code)]
seats = chance & BIT[verb.id]
from .moves import card_of
"""
    assert bit_work(ast.parse(by_accessor)) == []


def test_no_two_modules_share_a_name() -> None:
    found: dict[str, list[str]] = {}
    for path in MODULES:
        found.setdefault(path.stem, []).append(str(path.relative_to(PACKAGE)))
    shared = {name: paths for name, paths in found.items() if len(paths) > 1}
    assert {name: paths for name, paths in shared.items() if name not in SHARED_NAMES} == {}


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
