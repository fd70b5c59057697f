"""Saves compile time: tells the C compiler not to optimize code that runs once, at import."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

# clang and Microsoft's compiler have no such switch for one function, and need it less.
ONCE = """\
#if defined(__GNUC__) && !defined(__clang__)
#define RUNS_ONCE __attribute__((cold, optimize("O0")))
#else
#define RUNS_ONCE
#endif
"""
TOP_LEVEL = re.compile(r"^(?=char CPyDef_\w+_____top_level__\(void\) \{$)", re.MULTILINE)


def spare_import_code(source: str, finish: Callable[[str], str] = str) -> str:
    """Mark the modules' top-level code in a C file from mypyc; return the path of the marked copy.

    That code took a tenth of gcc's time. ``finish`` may change more of the copy. mypyc's own file stays
    unchanged, because mypyc and setuptools use it to decide whether to recompile. If a file has no such code,
    its own path is returned.
    """
    path = Path(source)
    marked, count = TOP_LEVEL.subn("RUNS_ONCE ", path.read_text(encoding="utf-8"))
    if count == 0:
        return source
    copy = path.with_name(f"{path.stem}_marked.c")
    text = ONCE + finish(marked)
    if not copy.exists() or copy.read_text(encoding="utf-8") != text:
        copy.write_text(text, encoding="utf-8")
    return str(copy)
