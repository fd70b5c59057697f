"""Prints the package's version; ``--tag v1.2.3`` fails unless the tag matches it."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def version() -> str:
    """Return the version from src/grandjunction/__init__.py, the only place where it is written."""
    text = (ROOT / "src" / "grandjunction" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    assert found is not None
    return found[1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tag", metavar="TAG", help="fail unless this tag names the version")
    tag = parser.parse_args().tag
    if tag is not None and tag != f"v{version()}":
        sys.exit(f"the tag is {tag}, but the version is {version()}")
    print(version())
