"""The ``grandjunction`` command."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command with the words of ``sys.argv``."""
    from .app import app

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without £ or – shows something else, and goes on
            stream.reconfigure(errors="replace")
    app(prog_name="grandjunction")
