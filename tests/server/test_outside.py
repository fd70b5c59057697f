"""Outside bots on the server: only the operator can name them, and they can do no harm."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from grandjunction.outside import BadCommand, Command
from grandjunction.server.thinkers import Thinkers
from tests.cli.run import refused
from tests.outside.programs import EXAMPLE, PATIENCE, ends, program
from tests.server.support import Browser, Server, until


def test_programs_sit_at_the_table(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    notes = f"""
with open({str(pids)!r}, "a") as file:
    file.write(f"{{os.getpid()}}\\n")
"""
    stubborn = notes + "def answer(message):\n    os.kill(os.getpid(), 9)\n"
    outside = [
        Command("example", (sys.executable, str(EXAMPLE)), PATIENCE),
        program(tmp_path, stubborn, name="dies"),
    ]
    with Server(outside=outside) as server:
        anna = Browser(server)
        bots = anna.ask("GET", "/api/about")["bots"]
        assert bots[:2] == ["example", "dies"]
        assert "random" in bots[2:]
        game = anna.new_game("me", "example", "dies", ruleset="birmingham")["game"]
        rnd = Random(1)
        for _ in range(3):
            assert not anna.wait_for_turn(game)["over"]
            anna.play_turn(game, rnd)
        anna.wait_for_turn(game)
        record = anna.game("GET", game, "/record")
        example = [line for line in record.splitlines() if line.startswith("B ")]
        dead = [line for line in record.splitlines() if line.startswith("C ")]
        assert not all(line.startswith("B pass") for line in example)
        assert len(dead) >= 3
        assert all(line.startswith("C pass card ") for line in dead)
        anna.ask(
            "POST",
            "/api/games",
            {"ruleset": "hamlet", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "cmd=ls"}]},
            expect=422,
        )
    assert all(ends(int(pid)) for pid in pids.read_text().split())


def test_stopping_the_server_ends_a_program_in_mid_thought(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    slow = f"""
def answer(message):
    with open({str(pids)!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
    time.sleep(600)
"""
    with Server(outside=[program(tmp_path, slow, name="slow")]) as server:
        Browser(server).new_game("slow", "slow", ruleset="hamlet")
        until(lambda: pids.exists() and pids.read_text())
    assert all(ends(int(pid)) for pid in pids.read_text().split())


def test_names_must_differ() -> None:
    for names in (("greedy",), ("level-3",), ("mine", "mine")):
        with pytest.raises(BadCommand, match="there is another bot called"):
            Thinkers(1, [Command(name, ("ls", str(n))) for n, name in enumerate(names)])


def test_serve_complains(tmp_path: Path) -> None:
    words = ("serve", "--no-open", "--database", str(tmp_path / "games.db"), "--bot")
    assert "is not NAME=COMMAND" in refused(*words, "ls")
    assert "there is no program" in refused(*words, "mine=/nonexistent/x")
    assert "there is another bot called greedy" in refused(*words, "greedy=ls")
