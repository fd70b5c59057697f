"""Puts docstrings into the C files from mypyc, which writes only signatures: ``help`` needs them."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

SIGNATURE = r'PyDoc_STR\("((?:[^"\\]|\\.)*?)(?:\\n--\\n\\n)?"\)'
FUNCTION = re.compile(rf"(?<=\(PyCFunction\)CPyPy_)(\w+)(,\s*METH_[A-Z_| ]+,\s*){SIGNATURE}")
CLASS = re.compile(rf"(?<=PyTypeObject CPyType_)(\w+)(_template_ = \{{[^{{}}]*?\.tp_doc = ){SIGNATURE}")
PROPERTY = re.compile(r"(?<=\(getter\))(\w+)(,\s*(?:\(setter\)\w+|NULL),\s*)NULL(?=, NULL\})")


def add_docstrings(c_text: str, files: list[str]) -> str:
    """Return the C text with the docstrings of the Python files it was made from."""
    found = dict(docstrings(files))

    def signed(match: re.Match[str]) -> str:
        name, between, signature = match.groups()
        doc = found.get(name)
        return match[0] if doc is None else f'{name}{between}PyDoc_STR("{signature}\\n--\\n\\n{quoted(doc)}")'

    def plain(match: re.Match[str]) -> str:
        name, between = match.groups()
        doc = found.get(name.replace("_get_", "___", 1))
        return match[0] if doc is None else f'{name}{between}PyDoc_STR("{quoted(doc)}")'

    return PROPERTY.sub(plain, CLASS.sub(signed, FUNCTION.sub(signed, c_text)))


def docstrings(files: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the docstrings by the names that mypyc gives to their owners.

    mypyc shortens a module's name as far as it stays the only one. Every ending of it is yielded here.
    """
    for file in files:
        module = Path(file).with_suffix("").parts
        for owner, doc in documented(ast.parse(Path(file).read_text(encoding="utf-8")), ()):
            for length in range(1, len(module) + 1):
                yield "___".join((*module[-length:], *owner)), doc


def documented(tree: ast.AST, inside: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = (*inside, node.name)
            doc = ast.get_docstring(node, clean=False)
            if doc is not None:
                yield name, inspect.cleandoc(doc)
            if isinstance(node, ast.ClassDef):
                yield from documented(node, name)


def quoted(text: str) -> str:
    """Return a text for between the quotes of a C string."""
    plain = {ord("\\"): "\\\\", ord('"'): '\\"', ord("\n"): "\\n", ord("?"): "\\?"}
    return "".join(
        plain.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in text.encode()
    )
