"""The arena as a command: what it prints, writes and refuses, and how it is stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import grandjunction as gj
from tests.cli.run import PACKAGE, refused, run
from tests.outside.programs import EXAMPLE, ends, program

QUICK = ("arena", "greedy", "random", "-r", "hamlet", "-n", "8", "--processes", "1")


def test_json_is_the_same_for_the_same_seed() -> None:
    found = [json.loads(run(*QUICK, "--json", "-s", seed).stdout) for seed in ("5", "5", "6")]
    for one in found:
        assert one.pop("seconds") > 0
        for row in one["bots"]:
            row.pop("ms_per_decision")
    assert found[0] == found[1]
    assert [game["digest"] for game in found[0]["games_played"]] != [
        game["digest"] for game in found[2]["games_played"]
    ]
    one = found[0]
    assert (one["ruleset"], one["revision"], one["players"], one["seed"]) == ("hamlet", 1, 2, "5")
    assert (one["deals"], one["games"], one["interrupted"]) == (4, 8, False)
    assert one["versions"]["grandjunction"] == gj.__version__
    assert [row["bot"] for row in one["bots"]] == ["greedy", "random"]
    assert (
        one["command"] == "grandjunction arena greedy random --ruleset hamlet --players 2 --games 8 --seed 5"
    )


def test_a_table_for_people() -> None:
    said = run(*QUICK)
    assert said.exit_code == 0
    assert "Mean VP" in said.stdout
    assert re.search(r"greedy beats random with 95 % confidence: (yes|no)", said.stdout)
    assert "Table mean" in said.stdout
    assert "8 games, 4 deals of hamlet with 2 players, seed 1" in said.stdout


def test_one_bot_alone_is_measured_by_the_table() -> None:
    found = json.loads(run("arena", "random", "-p", "4", "-n", "2", "--processes", "1", "--json").stdout)
    assert (found["games"], found["pairs"], found["bots"][0]["rating"]) == (2, [], None)
    # It always wins, being alone: that is no finding.
    assert found["bots"][0]["win_share"] == {"mean": 1.0, "low": None, "high": None}
    assert found["table"]["winner_vp"]["mean"] >= found["table"]["vp"]["mean"]


def test_games_are_rounded_up_to_whole_deals() -> None:
    result = run(
        "arena", "greedy", "random", "noisy", "-r", "hamlet", "-n", "8", "--processes", "1", "--json"
    )
    assert result.stderr == "grandjunction: 8 games are not whole deals of 6: playing 12\n"
    assert json.loads(result.stdout)["games"] == 12


def test_the_report_holds_everything_itself(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    result = run("arena", "greedy", "random", "noisy", "-r", "hamlet", "-n", "12", "--processes", "1",
                 "--report", str(file))  # fmt: skip
    assert result.exit_code == 0
    page = file.read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("</svg>") == 5
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)|@import|url\((?!#)""", page)
    titles = ["Who beats whom", "Share of the wins", "Rating ladder", "Where the points came from", "Seats"]
    for text in (*titles, "grandjunction arena greedy random noisy --ruleset hamlet"):
        assert text in page


def test_the_report_of_one_bot(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert run("arena", "random", "-n", "1", "--processes", "1", "--report", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").count("<svg") == 3


def test_a_bot_from_outside_and_its_faults(tmp_path: Path) -> None:
    bad = program(
        tmp_path, '\ndef answer(message):\n    say({"id": message["id"], "move": "fly"})\n', name="bad"
    )
    command = " ".join(bad.words)
    words = ("arena", f"example={sys.executable} {EXAMPLE}", f"bad={command}", "-r", "hamlet", "-n", "2")
    found = json.loads(run(*words, "--processes", "1", "--seconds", "60", "--json").stdout)
    example, other = found["bots"]
    assert (example["bot"], example["faults"]) == ("example", {})
    assert (other["bot"], other["faults"]) == ("bad", {"illegal": 6})
    assert (
        "bad lost turns by its faults: 6 illegal" in run(*words, "--seconds", "60", "--processes", "1").stdout
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("oracle",), "unknown bot 'oracle'; one of random, "),
        (("greedy:depth=3",), "cannot read 'greedy:depth=3': a bot is NAME, NAME:budget=N or NAME=COMMAND"),
        (("oracle:budget=3",), "unknown bot 'oracle'"),
        (("mine=/nonexistent/x",), "the command of mine cannot be run: there is no program '/nonexistent/x'"),
        (("greedy=ls",), "greedy is a bot of our own: give the command another name"),
        (("mine=ls", "mine=ls -l"), "two bots cannot both be called mine"),
        (("greedy", "-r", "chess"), "unknown ruleset 'chess'; one of birmingham,"),
        (("greedy", "-p", "5"), "birmingham needs 2, 3 or 4 players, not 5"),
        (("greedy", "--fill", "odd"), "--fill is even or one, not 'odd'"),
        (("greedy", "--report", "/nonexistent/x.html"), "there is no folder /nonexistent"),
        (("greedy", "--report", "/"), "it is a folder"),
    ],
)
def test_it_complains_before_it_plays(words: tuple[str, ...], complaint: str) -> None:
    assert complaint in refused("arena", *words)


def test_a_cluster_that_is_not_there() -> None:
    assert "cannot play on the cluster 127.0.0.1:1" in refused(
        "arena", "random", "-n", "1", "--ray", "127.0.0.1:1"
    )


def test_numbers_are_numbers() -> None:
    for option in ("--games", "--processes", "--seconds"):
        result = run("arena", "greedy", option, "0")
        assert result.exit_code == 2
        assert f"Invalid value for '{option}'" in result.stderr


class Slow:
    """An arena with an outside bot and endless games, and the processes of that bot."""

    def __init__(self, folder: Path, processes: str) -> None:
        self._pids = folder / "pids"
        slow = f"""
def answer(message):
    time.sleep(0.01)
    say(first(message))
with open({str(self._pids)!r}, "a") as file:
    file.write(f"{{os.getpid()}}\\n")
"""
        command = program(folder, slow, name="slow")
        self.started = subprocess.Popen(
            [sys.executable, "-P", "-m", "grandjunction", "arena", f"slow={' '.join(command.words)}",
             "random", "-r", "hamlet", "-n", "1000000000000", "--seconds", "60", "--processes", processes,
             "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(PACKAGE)},
            start_new_session=True,
            # Whoever runs the tests in the background may have had it ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )  # fmt: skip

    def wait_for_games(self) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and len(self.pids()) < 8:
            time.sleep(0.05)

    def pids(self) -> list[int]:
        return [int(pid) for pid in self._pids.read_text().split()] if self._pids.exists() else []

    def end(self) -> tuple[bytes, bytes]:
        said = self.started.communicate(timeout=60)
        assert all(ends(pid) for pid in self.pids())
        return said


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_keeps_what_was_played(processes: str, tmp_path: Path) -> None:
    """It reports the finished deals, and nothing keeps running."""
    slow = Slow(tmp_path, processes)
    slow.wait_for_games()
    os.killpg(slow.started.pid, signal.SIGINT)  # as a terminal does: to everyone there
    out, err = slow.end()
    assert slow.started.returncode == 130, err
    found = json.loads(out)
    assert found["interrupted"] is True
    assert found["command"].endswith(" --seconds 60")
    assert 0 < found["games"] < 100


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ended_by_another_program_it_takes_its_bots_along(processes: str, tmp_path: Path) -> None:
    slow = Slow(tmp_path, processes)
    slow.wait_for_games()
    slow.started.terminate()
    out, err = slow.end()
    assert (slow.started.returncode, out, err) == (128 + signal.SIGTERM, b"", b"")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the workers in /proc")
def test_a_worker_that_is_killed_costs_only_the_rest(tmp_path: Path) -> None:
    slow = Slow(tmp_path, "2")
    slow.wait_for_games()
    parent = slow.started.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    workers = [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(workers[-1], signal.SIGKILL)
    out, err = slow.end()
    assert slow.started.returncode == 1
    said = err.decode()  # the dead worker's bot may complain too, that nobody reads its answer
    assert "grandjunction: a process that played was ended, or there was no memory left\n" in said
    assert "/grandjunction/" not in said.replace(str(tmp_path), "")  # no traceback of ours
    assert json.loads(out)["interrupted"] is True
