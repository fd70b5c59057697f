"""Whole games by clicks alone, against a bot, and their records replayed by the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.e2e.conftest import Open
from tests.e2e.table import Table

# What a driver that knows no rules likes to do, so that something comes of it.
MIDLANDS: Final = ("bonus", "sell", "build", "link", "loan", "develop", "pass")
LANCASHIRE: Final = ("sell", "build", "link", "loan", "develop", "pass")


def replayed(path: Path) -> Any:
    """What ``grandjunction replay`` makes of a record."""
    command = [sys.executable, "-P", "-m", "grandjunction", "replay", "--json", str(path)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def record_of(table: Table, folder: Path) -> Path:
    path = folder / "record.gj"
    table.download().save_as(path)
    return path


def test_an_introductory_game_of_birmingham(person: Open, tmp_path: Path) -> None:
    ada = person()
    table = ada.new_game("birmingham-introductory", ["me", "greedy"], seed="e2e")
    table.play(Random(1), MIDLANDS)
    assert table.over
    summary = replayed(record_of(table, tmp_path))
    assert summary["over"]
    assert summary["names"] == ["Ada", "Brindley"]
    assert table.result() == summary["scores"]
    assert min(summary["scores"].values()) > 0


def test_the_canal_era_of_lancashire(person: Open, tmp_path: Path) -> None:
    """The record is complete only when the game is over, so the second era is passed, without the page."""
    ada = person()
    table = ada.new_game("lancashire-2018", ["me", "greedy"], seed="e2e")
    rnd = Random(2)
    while table.era != "rail":
        table.play(rnd, LANCASHIRE, turns=1)
        table.ready()
    after_canals = table.facts("vp")
    while not ada.turn_unseen(table.game, "pass")["over"]:
        pass
    table.page.wait_for_selector("dialog[open]")
    summary = replayed(record_of(table, tmp_path))
    canal = {seat: sum(sources.values()) for seat, sources in summary["eras"]["canal"].items()}
    assert after_canals == canal
    assert table.result() == summary["scores"]
    assert min(canal.values()) > 0
