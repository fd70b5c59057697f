"""Compiles the engine with mypyc where a C compiler is there; otherwise the same files go in uncompiled.

``GRANDJUNCTION_PURE=1`` asks for the uncompiled build. The browser client is built first where Node is there.
Everything else is in pyproject.toml.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))

from browser_client import ClientMissing, ensure_client  # noqa: E402
from c_compiler import compiler_fault  # noqa: E402
from docstrings import add_docstrings  # noqa: E402
from import_code import spare_import_code  # noqa: E402

# Only these commands need the C files; asking for metadata must stay quick.
BUILDING = {"build", "build_ext", "bdist_wheel", "install", "develop", "editable_wheel"}

# gcc keeps the functions of a library replaceable from outside and so never inlines one into another, unless
# told that nobody replaces them. Here they are one file that calls itself: a sixth faster.
INLINING = ["-fno-semantic-interposition"] if sys.platform == "linux" else []

# Warnings about the C that mypyc writes help nobody, and finding them takes a seventh of gcc's time.
NO_WARNINGS = ["-Wno-all"] if sys.platform != "win32" else []


def say(text: str) -> None:
    """Print a line of progress: to the build's output, and to the terminal if pip hides that output."""
    line = f"grandjunction: {text}"
    print(line, flush=True)
    if os.name == "posix" and not sys.stdout.isatty():
        try:
            with open("/dev/tty", "w", encoding="utf-8") as terminal:
                terminal.write(f"\r{line}\n")
        except OSError:  # nobody sits there
            pass


def compiled_files() -> list[str]:
    """The core, the rulesets' own modules and the bots.

    Package files stay plain: they hold no code that matters. So does whole_game.py, which needs the records.
    """
    package = Path("src") / "grandjunction"
    found = [*package.glob("core/**/*.py"), *package.glob("rulesets/*/*.py"), *package.glob("bots/*.py")]
    plain = {"__init__.py", "whole_game.py"}
    return sorted(str(path) for path in found if path.name not in plain)


def extensions() -> list[Extension]:
    if not BUILDING & set(sys.argv):
        return []
    if os.environ.get("GRANDJUNCTION_PURE") == "1":
        say("installing UNCOMPILED, as GRANDJUNCTION_PURE=1 asks")
        return []
    fault = compiler_fault()
    if fault is not None:
        say(f"installing UNCOMPILED (right, but some twenty times slower): no working C compiler: {fault}")
        return []
    try:
        from mypyc.build import mypycify

        files = compiled_files()
        say(f"compiling {len(files)} modules: a minute or two (GRANDJUNCTION_PURE=1 goes without)")
        # Level 3 takes a seventh longer to compile, and no game is faster for it.
        found: list[Extension] = mypycify(files, opt_level="2", debug_level="0", group_name="grandjunction")
    except (Exception, SystemExit) as error:  # mypy's errors end in SystemExit
        say(f"installing UNCOMPILED: mypyc failed: {error!r}")
        return []

    def finish(c_text: str) -> str:
        return add_docstrings(c_text, files)

    for extension in found:
        # A new list, because mypyc gives all extensions the same one.
        extension.extra_compile_args = [*extension.extra_compile_args, *INLINING, *NO_WARNINGS]
        extension.sources = [spare_import_code(source, finish) for source in extension.sources]
    # The one big file first, so that the small ones are compiled beside it.
    return sorted(found, key=lambda extension: -max(os.path.getsize(source) for source in extension.sources))


class BuildAllOrNothing(build_ext):
    """The extensions need each other: if one fails, none goes in."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        start = time.monotonic()
        try:
            super().run()
        except Exception as error:  # whatever a compiler or linker may raise
            say(f"installing UNCOMPILED: the C compiler failed: {error}")
            self._keep(set())
            self.extensions = []
        else:
            self._keep({Path(path).resolve() for path in self.get_outputs()})
            if self.extensions:
                say(f"compiled {len(self.extensions)} modules in {time.monotonic() - start:.0f} s")

    def _keep(self, wanted: set[Path]) -> None:
        """Remove what an earlier or broken build left behind."""
        for suffix in (".so", ".pyd"):
            for path in Path(self.build_lib).resolve().rglob(f"*{suffix}"):
                if path not in wanted:
                    path.unlink()


class BuildWithClient(build_py):
    """The client goes into the wheel. Where it cannot be built, the rest is installed without it."""

    def run(self) -> None:
        try:
            ensure_client(say)
        except ClientMissing as error:
            say(f"installing WITHOUT the browser table: {error}")
        super().run()


class SdistWithClient(sdist):
    """The built client goes into the sdist beside its sources; without it there is no sdist."""

    def run(self) -> None:
        try:
            ensure_client(say)
        except ClientMissing as error:
            sys.exit(f"grandjunction: no sdist: {error}")
        super().run()


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildAllOrNothing, "build_py": BuildWithClient, "sdist": SdistWithClient},
)
