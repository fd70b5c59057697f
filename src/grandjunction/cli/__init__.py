"""The ``grandjunction`` command."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command with the arguments of ``sys.argv``."""
    from .commands import app

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that lacks £ or – prints a substitute
            stream.reconfigure(errors="replace")
    app(prog_name="grandjunction")
