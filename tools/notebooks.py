"""Runs the tutorials' code cells in order and saves their output in the notebooks.

    python tools/notebooks.py            # rewrites the outputs
    python tools/notebooks.py --check    # lists notebooks whose output has changed

Plain Python runs a notebook as Jupyter would: one namespace, and the value of a cell's last line is shown.
Pictures are not saved, because they are large and Jupyter draws them when you run the cell.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any, Final

TUTORIALS: Final = Path(__file__).resolve().parents[1] / "examples" / "tutorials"

Cell = dict[str, Any]


def run(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return a notebook with the outputs of its code cells; errors in cells are raised."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells: list[Cell] = []
    with contextlib.chdir(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] != "code":
                cells.append(cell)
                continue
            count = 1 + sum(1 for done in cells if done["cell_type"] == "code")
            outputs = run_cell("".join(cell["source"]), names, count)
            cells.append({**cell, "execution_count": count, "outputs": outputs})
    return {**notebook, "cells": cells}


def run_cell(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run one cell; return what it printed, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value: Any = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        outputs.append(
            {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def lines(text: str) -> list[str]:
    """Return a text as a list of lines, as notebooks store it."""
    return text.splitlines(keepends=True)


def written(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    check = "--check" in sys.argv[1:]
    stale: list[str] = []
    for path in sorted(TUTORIALS.glob("*.ipynb")):
        before = path.read_text(encoding="utf-8")
        after = written(run(json.loads(before), path.parent))
        if after != before:
            stale.append(path.name)
            if not check:
                path.write_text(after, encoding="utf-8", newline="\n")
    for name in stale:
        print(f"{name}: {'prints something else' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
