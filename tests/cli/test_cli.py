"""The commands besides play: what they print, and how they complain."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import grandjunction as gj
from grandjunction.bots.nets import BadNet
from grandjunction.cli.plain_command import PlainCommand
from grandjunction.core.compiled import is_compiled
from grandjunction.server.database.sqlite import SqliteStorage
from tests.cli.run import refused, run, run_apart

RECORDS = Path(__file__).parents[2] / "records"
BUILD = "compiled" if is_compiled() else "interpreted"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of random play."""
    folder = tmp_path_factory.mktemp("records")
    result = run("simulate", "-p", "2", "-n", "1", "-s", "7", "-b", "random", "--records", str(folder))
    assert result.exit_code == 0
    return folder / "1.gj"


def test_version() -> None:
    assert run("--version").stdout == f"grandjunction {gj.__version__} ({BUILD})\n"


def test_help_names_every_command() -> None:
    said = run("--help").stdout
    assert all(name in said for name in ("play", "simulate", "arena", "replay", "perft", "rules", "bench"))
    assert "..." not in said.partition("Commands:")[2], "every summary fits its line"
    assert run_apart("--help").stdout == said


def test_help_loads_no_tables_and_no_bots() -> None:
    code = "import sys, grandjunction.cli.commands; print([m for m in sys.modules if m.startswith(%r)])"
    for part in ("rich", "grandjunction.bots", "grandjunction.words"):
        done = subprocess.run([sys.executable, "-c", code % part], capture_output=True, text=True, check=True)
        assert done.stdout == "[]\n"


# -- simulate -------------------------------------------------------------------------------------------


def test_simulate_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    words = ("simulate", "-p", "3", "-n", "2", "-b", "random,noisy", "--json", "--records")
    first = run(*words, str(tmp_path / "a"), "--seed", "5")
    again = run_apart(*words, str(tmp_path / "b"), "--seed", "5")
    other = run(*words, str(tmp_path / "c"), "--seed", "6")
    for folder, same in (("b", True), ("c", False)):
        for name in ("1.gj", "2.gj"):
            assert ((tmp_path / "a" / name).read_bytes() == (tmp_path / folder / name).read_bytes()) is same
    one, two = json.loads(first.stdout), json.loads(again.stdout)
    assert (one.pop("games_per_s") > 0, two.pop("games_per_s") > 0) == (True, True)
    assert one == two
    assert other.exit_code == 0


def test_simulate_sums_up() -> None:
    found = json.loads(run("simulate", "-r", "hamlet", "-n", "5", "-b", "greedy,random", "--json").stdout)
    assert (found["ruleset"], found["players"], found["games"]) == ("hamlet", 2, 5)
    assert {seat: row["bot"] for seat, row in found["seats"].items()} == {"A": "greedy", "B": "random"}
    assert sum(row["win_share"] for row in found["seats"].values()) == pytest.approx(1)
    assert sum(row["win_share"] for row in found["bots"].values()) == pytest.approx(1)
    table = run("simulate", "-r", "hamlet", "-n", "2", "-b", "random,level-1")
    assert "Mean VP" in table.stdout
    assert "games/s" in table.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("-r", "chess"), "unknown ruleset 'chess'; one of birmingham,"),
        (("-p", "5"), "birmingham needs 2, 3 or 4 players, not 5"),
        (("-b", "greedy,oracle"), "unknown bot 'oracle'; one of random, "),
        (("-b", "level-11"), "level-1 to level-10"),
        (("-b", ","), "name at least one bot"),
        (("-p", "2", "-b", "random,random,random"), "3 bots are too many for 2 seats"),
        (("--records", "/dev/null/x"), "cannot make the folder /dev/null/x: Not a directory"),
    ],
)
def test_simulate_complains(words: tuple[str, ...], complaint: str) -> None:
    assert complaint in refused("simulate", *words)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("simulate", "-n", "0"), "Invalid value for '--games' / '-n': it must be at least 1"),
        (("simulate", "-n", "many"), "Invalid value for '--games' / '-n': it must be a whole number"),
        (("bench", "--seconds", "long"), "Invalid value for '--seconds': it must be a number"),
        (("serve", "--port", "99999"), "Invalid value for '--port': it must be at most 65535"),
    ],
)
def test_a_bad_number_is_explained_in_words(words: tuple[str, ...], complaint: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.endswith(f"Error: {complaint}\n")


def test_help_shows_no_types_of_python() -> None:
    whole = run("arena", "--help").stdout
    assert "Usage: grandjunction arena [OPTIONS] BOT...\n" in whole
    assert "  BOT  NAME, NAME:budget=NODES, or NAME=COMMAND.  [required]\n" in whole
    assert "at least 1]" in whole
    assert "Usage: grandjunction db backup [OPTIONS] FILE\n" in run("db", "backup", "--help").stdout
    for command in ("play", "serve", "seats", "train", "show", "puzzles", "rules"):
        assert not re.search(r"<(str|path|list)|[{}]|x[<>]=", run(command, "--help").stdout)


# -- replay ---------------------------------------------------------------------------------------------


def test_replay_shows_scores(record: Path) -> None:
    result = run("replay", str(record))
    assert result.exit_code == 0
    assert "The record is sound." in result.stdout
    assert "A random" in result.stdout
    assert run("replay", "-", input=record.read_text(encoding="utf-8")).stdout == result.stdout


def test_replay_json(record: Path) -> None:
    found = json.loads(run("replay", str(record), "--json").stdout)
    game = gj.load_game(record)
    assert list(found) == [
        "ruleset", "revision", "players", "names", "over", "scores", "standings", "eras", "moves", "rounds",
    ]  # fmt: skip
    assert found["over"] is True
    assert found["scores"] == {"A": game.state.vp[0], "B": game.state.vp[1]}
    assert sorted(seat for place in found["standings"] for seat in place) == ["A", "B"]
    assert (found["moves"], found["rounds"]) == (len(game.moves), 20)
    for seat in "AB":
        assert (
            sum(sum(found["eras"][era][seat].values()) for era in ("canal", "rail")) == found["scores"][seat]
        )


def test_replay_shows_positions(record: Path) -> None:
    game = gj.load_game(record)
    assert run("replay", str(record), "--position").stdout == game.state.to_position()
    early = run("replay", str(record), "--ply", "30").stdout
    assert gj.read_position(early).to_position() == early
    assert "so there is no position after 9999" in refused("replay", str(record), "--ply", "9999")


def test_an_illegal_line_is_told_in_words(tmp_path: Path) -> None:
    lines = (RECORDS / "lancashire-2007-3.gj").read_text(encoding="utf-8").splitlines()
    broken = tmp_path / "broken.gj"
    broken.write_text("\n".join([*lines[:19], "B build cotton manchester.2 card manchester", *lines[20:]]))
    told = "line 20: You do not hold the Manchester card (or not enough of them): L-07"
    assert refused("replay", str(broken)) == f"{broken}: {told}"
    assert "Manchester" in refused("replay", str(broken), "--lang", "pl")
    assert refused("replay", str(broken), "--lang", "pl") != f"{broken}: {told}"
    broken.write_text("\n".join([*lines[:19], "B loan 15", *lines[20:]]))
    assert refused("replay", str(broken)).endswith("line 20: loan: unknown kind '15'; one of 10, 20, 30")


def test_a_broken_line_is_named(record: Path, tmp_path: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith(("A ", "B ")))
    broken = tmp_path / "broken.gj"
    broken.write_text("\n".join([*lines[:number], lines[number][0] + " fly away", *lines[number + 1 :]]))
    assert refused("replay", str(broken)).startswith(f"{broken}: line {number + 1}: unknown verb 'fly'")
    broken.write_text("\n".join(lines[:-1]))
    assert "cut off" in refused("replay", str(broken), "--json")


def test_unreadable_files(tmp_path: Path) -> None:
    assert refused("replay", str(tmp_path / "none")).endswith("none: No such file or directory")
    assert refused("replay", str(tmp_path)).endswith("Is a directory")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert refused("replay", str(tmp_path / "bytes")).endswith("it is not UTF-8 text")
    (tmp_path / "empty").touch()
    assert "the record ends before" in refused("replay", str(tmp_path / "empty"))


# -- perft ----------------------------------------------------------------------------------------------


def test_perft(tmp_path: Path) -> None:
    whole = json.loads(run("perft", "--depth", "2", "--json").stdout)
    parts = json.loads(run("perft", "--depth", "2", "--divide", "--json").stdout)
    assert whole["sequences"] == parts["sequences"] == sum(parts["divide"].values())
    assert "sequences of 2 moves" in run("perft", "-d", "2", "--divide").stdout
    file = tmp_path / "position"
    file.write_text(gj.new_game("hamlet", players=2, seed="1").state.to_position())
    assert json.loads(run("perft", "--position", str(file), "-d", "2", "--json").stdout) == whole
    file.write_text(file.read_text().replace("players 2", "players 7"))
    assert refused("perft", "--position", str(file)) == f"{file}: line 3: hamlet needs 2 players, not 7"


# -- rules ----------------------------------------------------------------------------------------------


def test_rules_by_id() -> None:
    said = run("rules", "b-coal-05").stdout
    assert said.startswith("B-COAL-05  ")
    assert len(said.splitlines()) == 2
    group = run("rules", "B-COAL").stdout
    assert said in group
    assert "L-16  " in run("rules", "L-16").stdout


def test_rulings_by_id() -> None:
    assert run("rules", "be-64").stdout.startswith("BE-64  ")
    said = run("rules", "LE-05", "--lang", "pl").stdout
    assert said.startswith("LE-05  ")
    assert "Pewność: wysoka." in said
    assert len(run("rules", "LE", "-r", "lancashire-2018").stdout.splitlines()) == 2 * 47
    assert refused("rules", "BE-64", "-r", "lancashire-2018").startswith("there is no rule BE-64")


def test_rules_by_word() -> None:
    assert "B-SCOUT-02" in run("rules", "--search", "wild card").stdout
    assert "B-" not in run("rules", "--ruleset", "hamlet").stdout
    assert run("rules", "-r", "birmingham-introductory").stdout == run("rules", "-r", "birmingham").stdout


def test_rules_complain() -> None:
    assert refused("rules", "B-COAL-55").startswith("there is no rule B-COAL-55; the nearest are B-COAL-05")
    assert refused("rules", "--search", "xyzzy") == "no rule mentions 'xyzzy'"
    assert "unknown ruleset 'chess'" in refused("rules", "-r", "chess")


# -- bench ----------------------------------------------------------------------------------------------


def test_bench() -> None:
    found = json.loads(run("bench", "-r", "hamlet", "--seconds", "0.1", "--json").stdout)
    assert found["compiled"] is is_compiled()
    numbers = found["rulesets"]["hamlet/2"]
    assert set(numbers) >= {
        "games_per_s", "interpreted_games_per_s", "ratio", "options_us", "legal_moves_us", "apply_us",
        "copy_us", "view_us", "key_us", "api_moves_per_s", "state_bytes",
    }  # fmt: skip
    for name, value in numbers.items():
        if name.endswith("_us"):
            assert set(value) == {"mean", "p99"}
    assert numbers["games_per_s"] > 0
    assert numbers["ratio"] > 0
    assert found["two_processes"]["factor"] > 0
    assert "birmingham needs 2, 3 or 4 players, not 1" in refused("bench", "-r", "birmingham", "-p", "1")
    assert "no ruleset allows 7 players" in refused("bench", "-p", "7")


def test_a_list_without_operators_says_so(tmp_path: Path) -> None:
    SqliteStorage(tmp_path / "games.db").close()
    listed = run("operator", "list", "--database", str(tmp_path / "games.db"))
    assert (listed.exit_code, listed.stdout) == (0, "")
    assert "operator link" in listed.stderr


def test_damaged_nets_are_told_without_a_traceback() -> None:
    app = typer.Typer()

    @app.command(cls=PlainCommand)
    def play() -> None:
        raise BadNet("birmingham-2.net: this is not a file of nets")

    result = CliRunner().invoke(app, [])
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code == 2
    assert result.output == "grandjunction: birmingham-2.net: this is not a file of nets\n"
