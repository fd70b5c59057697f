"""Checks whether C extensions can be built here. As a script, it prints why not and exits with 1."""

from __future__ import annotations

import sys
import sysconfig
import tempfile
from pathlib import Path


def compiler_fault() -> str | None:
    """Return why a file that includes Python.h cannot be compiled, or None if it can."""
    # setuptools provides distutils where Python no longer does.
    import setuptools  # noqa: F401, I001
    from distutils.ccompiler import new_compiler
    from distutils.errors import CCompilerError, DistutilsError
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX != 0; }\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            include = [sysconfig.get_paths()["include"], sysconfig.get_paths()["platinclude"]]
            compiler.compile([str(source)], output_dir=folder, include_dirs=include)
        except (CCompilerError, DistutilsError, OSError) as error:
            return str(error) or type(error).__name__
    return None


if __name__ == "__main__":
    fault = compiler_fault()
    if fault is not None:
        print(f"no working C compiler: {fault}", file=sys.stderr)
        sys.exit(1)
