"""Measures the rule tests: changes one thing in a rule at a time and checks that a test fails.

``make mutants`` tries a seeded sample of all changes to ``core/verbs`` and ``rulesets``; ``SAMPLE=100`` and
``SEED=2`` choose another, and ``NUMBERS="3 28"`` tries only these of the sample. A mutant that no test kills
must be explained in ``tests/survivors.toml``; otherwise the run fails. A mutant is named by its file,
the text of its line and the change.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("src") / "grandjunction"
SURVIVORS = ROOT / "tests" / "survivors.toml"
PATTERNS = ("core/verbs/*.py", "rulesets/*/*.py", "rulesets/assembly.py")
# The quick tests come first, because they kill most mutants. A game's own files are tested by its own tests.
QUICK = ["tests/test_golden_games.py", "tests/hamlet/test_hamlet_rules.py"]
OWN = {"birmingham": ["tests/birmingham"], "lancashire": ["tests/lancashire"], "hamlet": ["tests/hamlet"]}
THOROUGH = [
    "tests/test_refusals.py", "tests/test_facade.py", "tests/test_positions_refused.py",
    "tests/test_positions_no_game_reaches.py", "tests/properties",
]  # fmt: skip
NOT_COPIED = ("static", "__pycache__", "*.egg-info", "*.so", "*.pyd")  # compiled modules would hide a change
SECONDS = 900  # a mutant that never ends counts as killed
SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.And: ("and", "or"), ast.Or: ("or", "and"),
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change to one line of the package."""

    path: str  # inside the package
    start: int
    end: int
    text: str
    line: str  # the text of the line, which changes less often than its number
    change: str

    @property
    def name(self) -> str:
        return f"{self.path}: {self.line} [{self.change}]"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


class Finder(ast.NodeVisitor):
    """Collects every possible change in one file, except in annotations, texts and raised errors."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.found: list[Mutant] = []
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def _add(self, start: int, end: int, text: str, change: str) -> None:
        line = self.source[: self.source.index(b"\n", start)].rpartition(b"\n")[2].decode().strip()
        self.found.append(Mutant(self.path, start, end, text, line, change))

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._lines[node.lineno - 1] + node.col_offset
        return start, self._lines[node.end_lineno - 1] + node.end_col_offset

    def _swap(self, operator: ast.AST, left: ast.expr, right: ast.expr) -> None:
        """Add the mutant that replaces the operator between two operands."""
        if type(operator) not in SWAPS:
            return
        old, new = SWAPS[type(operator)]
        start, end = self._span(left)[1], self._span(right)[0]
        found = re.search(re.escape(old).replace(r"\ ", r"\s+").encode(), self.source[start:end])
        if found is not None:
            self._add(start + found.start(), start + found.end(), new, f"{old} → {new}")

    def visit_Compare(self, node: ast.Compare) -> None:
        for operator, left, right in zip(
            node.ops, [node.left, *node.comparators], node.comparators, strict=False
        ):
            self._swap(operator, left, right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        if len(node.values) == 2:
            self._swap(node.op, node.values[0], node.values[1])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._swap(node.op, node.left, node.right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self._span(node)[0], self._span(node.operand)[0]
            self._add(start, end, "", "not → ")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self._span(node)
        if isinstance(node.value, bool):
            self._add(start, end, str(not node.value), f"{node.value} → {not node.value}")
        elif isinstance(node.value, int):
            self._add(start, end, str(node.value + 1), f"{node.value} → {node.value + 1}")

    def visit_If(self, node: ast.If) -> None:
        start, end = self._span(node.test)
        condition = self.source[start:end].decode()
        self._add(start, end, f"not ({condition})", "if → if not")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            start, end = self._span(node)
            self._add(start, end, "pass", "call → pass")
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in [*node.args.defaults, *node.body]:
            self.visit(part)

    def visit_Raise(self, node: ast.Raise) -> None:
        return


@cache
def mutants() -> tuple[Mutant, ...]:
    """Return every mutant there is."""
    return tuple(_mutants())


def _mutants() -> Iterator[Mutant]:
    for pattern in PATTERNS:
        for path in sorted((ROOT / PACKAGE).glob(pattern)):
            source = path.read_bytes()
            finder = Finder(path.relative_to(ROOT / PACKAGE).as_posix(), source)
            finder.visit(ast.parse(source))
            yield from (
                mutant
                for mutant in sorted(finder.found, key=lambda mutant: (mutant.start, mutant.change))
                if _is_python(mutant.applied(source))
            )


def _is_python(source: bytes) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def explained() -> dict[str, str]:
    """Return the survivors that were examined, each with the reason why no test kills it."""
    reasons: dict[str, str] = tomllib.loads(SURVIVORS.read_text(encoding="utf-8"))["survivors"]
    return reasons


def stages(path: str) -> list[list[str]]:
    """Return the tests that may kill a mutant of this file, in the order in which they are run."""
    own = [tests for game, tests in OWN.items() if path.startswith(f"rulesets/{game}/")]
    return [QUICK, *(own or OWN.values()), THOROUGH]


def killer(mutant: Mutant, tree: Path) -> str | None:
    """Return the test that kills a mutant, or what else kills it; None if it survives."""
    target = tree / "grandjunction" / mutant.path
    source = target.read_bytes()
    target.write_bytes(mutant.applied(source))
    try:
        return next(filter(None, (_failure(stage, tree) for stage in stages(mutant.path))), None)
    finally:
        target.write_bytes(source)


def _failure(tests: list[str], tree: Path) -> str | None:
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    command = [sys.executable, "-B", "-P", "-m", "pytest", *options, *tests]
    environment = {
        **os.environ,
        "PYTHONPATH": str(tree),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(tree / "examples"),
    }
    environment.pop("GRANDJUNCTION_EXPECT", None)
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "it never ends"
    if done.returncode == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return found[1] if found else "it cannot be imported"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=40, metavar="N", help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones")
    parser.add_argument("--only", metavar="TEXT", help="only those whose name has this text")
    parser.add_argument("--numbers", type=int, nargs="+", metavar="N", help="only these of the sample")
    arguments = parser.parse_args()
    every = [mutant for mutant in mutants() if not arguments.only or arguments.only in mutant.name]
    drawn = random.Random(arguments.seed).sample(every, min(arguments.sample, len(every)))
    sample = [one for one in enumerate(drawn, 1) if not arguments.numbers or one[0] in arguments.numbers]
    if not sample:
        sys.exit("no mutant has that name or number")
    reasons = explained()
    alive = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "src"
        shutil.copytree(ROOT / "src", tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
        for number, mutant in sample:
            by = killer(mutant, tree)
            if by is None:
                alive.append(mutant)
            known = " (explained)" if mutant.name in reasons else ""
            print(f"{number:3} {mutant.name}: {f'killed by {by}' if by else f'SURVIVES{known}'}", flush=True)
    killed = len(sample) - len(alive)
    print(f"{killed} of {len(sample)} mutants killed ({killed / len(sample):.0%}), of {len(every)} there are")
    unexplained = [mutant.name for mutant in alive if mutant.name not in reasons]
    if unexplained:
        sys.exit("kill them with a test, or explain them in tests/survivors.toml: " + "; ".join(unexplained))


if __name__ == "__main__":
    main()
