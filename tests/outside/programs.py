"""Small programs that speak the protocol, well or badly."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Final

from grandjunction.outside import Command

ROOT: Final = Path(__file__).resolve().parents[2]
EXAMPLE: Final = ROOT / "examples" / "protocol_bot.py"
PATIENCE: Final = 60.0  # seconds; the machine may be busy

# Answers rightly: `first` is the first option with its first card; `say` writes one answer.
GOOD: Final = """
import json, os, subprocess, sys, time
def say(answer):
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()
def raw(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
def first(message):
    option = message["options"][0]
    card = " card " + option["cards"][0] if option["cards"] else ""
    return {"type": "move", "id": message["id"], "move": option["move"] + card}
def answer(message):
    say(first(message))
def begin(message):
    say({"type": "hello", "protocol": 1})
"""
LOOP: Final = """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        begin(message)
    elif message["type"] == "choose":
        answer(message)
"""


def program(folder: Path, changes: str = "", seconds: float = PATIENCE, name: str = "outsider") -> Command:
    """Write a good program with some functions replaced, and return its command."""
    file = folder / f"{name}.py"
    file.write_text(GOOD + changes + LOOP, encoding="utf-8")
    return Command(name, (sys.executable, "-I", "-S", str(file)), seconds)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:  # ended, and only not yet waited for
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return Path("/proc").exists() is False


def ends(pid: int) -> bool:
    """Whether a process ends within a few seconds."""
    until = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_running(pid)
