"""Compiles the engine with mypyc where a C compiler is there; otherwise the same files go in uncompiled.

``GRANDJUNCTION_PURE=1`` asks for the uncompiled build. Everything else is in pyproject.toml.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))

from c_compiler import compiler_fault  # noqa: E402

# Only these commands need the C files; asking for metadata must stay quick.
BUILDING = {"build", "build_ext", "bdist_wheel", "install", "develop", "editable_wheel"}

# gcc keeps the functions of a library replaceable from outside and so never inlines one into another, unless
# told that nobody replaces them. Here they are one file that calls itself: a sixth faster.
INLINING = ["-fno-semantic-interposition"] if sys.platform == "linux" else []


def say(text: str) -> None:
    print(f"grandjunction: {text}", flush=True)


def compiled_files() -> list[str]:
    """The core, the rulesets' own modules and the bots.

    Package files stay plain: they hold no code that matters. So does match.py, which needs the records.
    """
    package = Path("src") / "grandjunction"
    found = [*package.glob("core/**/*.py"), *package.glob("rulesets/*/*.py"), *package.glob("bots/*.py")]
    plain = {"__init__.py", "match.py"}
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

        found: list[Extension] = mypycify(
            compiled_files(), opt_level="3", debug_level="0", group_name="grandjunction"
        )
    except (Exception, SystemExit) as error:  # mypy's errors end in SystemExit
        say(f"installing UNCOMPILED: mypyc failed: {error!r}")
        return []
    for extension in found:
        extension.extra_compile_args.extend(INLINING)
    return found


class BuildAllOrNothing(build_ext):
    """The extensions need each other: if one fails, none goes in."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # whatever a compiler or linker may raise
            say(f"installing UNCOMPILED: the C compiler failed: {error}")
            self._keep(set())
            self.extensions = []
        else:
            self._keep({Path(path).resolve() for path in self.get_outputs()})
            say(f"compiled {len(self.extensions)} modules")

    def _keep(self, wanted: set[Path]) -> None:
        """Remove what an earlier or broken build left behind."""
        for suffix in (".so", ".pyd"):
            for path in Path(self.build_lib).resolve().rglob(f"*{suffix}"):
                if path not in wanted:
                    path.unlink()


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNothing})
