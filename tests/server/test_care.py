"""The commands that look after a database, and the links for people who lost their seat."""

from __future__ import annotations

import sqlite3
import stat
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import grandjunction as gj
from grandjunction.server.database import care
from grandjunction.server.database.game_rows import SeatRow, Stats
from grandjunction.server.database.lock import DatabaseLock
from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import WrongDatabase
from grandjunction.server.keys import key_of, load_secret
from tests.cli.run import run
from tests.server.postgres import postgres
from tests.server.support import SECRET, Browser, Server, until
from tests.server.test_storage import row

ROOT = Path(__file__).resolve().parents[2]


def said(*words: str | Path, code: int = 0) -> str:
    """Run a command, and return all it prints."""
    result = run(*(str(word) for word in words))
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with two games: one that is over, and an old one that is not."""
    path = tmp_path / "games.db"
    storage = SqliteStorage(path)
    with storage.transaction():
        storage.add_game(row("over", over=True), ["order A"])
        storage.add_game(row("open"), ["order A", "fly to the moon"])
        storage.say("open", 0, "Anna", "hello", 100)
        storage.save_notes("open", "anna", "a note")
    storage.close()
    load_secret(key_of(path))
    return path


def games(path: Path) -> list[str]:
    storage = SqliteStorage(path)
    try:
        return [id for id in ("open", "over") if storage.load(id) is not None]
    finally:
        storage.close()


def test_the_figures(database: Path) -> None:
    assert care.stats(database) == Stats(2, 1, 3, 1, 1, care.stats(database).bytes)
    assert "unfinished" in said("db", "stats", "--database", database)
    assert "there is no database" in said("db", "stats", "--database", database.with_name("no.db"), code=2)


def test_a_backup_is_made_while_games_go_on(tmp_path: Path) -> None:
    database, target = tmp_path / "games.db", tmp_path / "copy.db"
    key_of(database).write_bytes(SECRET)
    with DatabaseLock(database), Server(database) as server:
        anna = Browser(server)
        game = anna.new_game("random", "random", ruleset="birmingham")["game"]
        until(lambda: anna.table(game)["ply"] > 40)
        said("db", "backup", target, "--database", database)
        assert "in use" in said("db", "restore", target, "--database", database, code=2)
        assert "in use" in said("db", "prune", "--database", database, code=2)
        until(lambda: anna.table(game)["over"])
    assert "exists already" in said("db", "backup", target, "--database", database, code=2)
    assert care.check(target) == []
    storage = SqliteStorage(target)
    stored = storage.load(game)
    storage.close()
    assert stored is not None
    assert len(stored.moves) > 40
    assert key_of(target).read_bytes() == SECRET
    if sys.platform != "win32":
        assert {stat.S_IMODE(path.stat().st_mode) for path in (target, key_of(target))} == {0o600}


def test_a_backup_is_restored_and_what_it_replaces_is_kept(database: Path, tmp_path: Path) -> None:
    copy, key = tmp_path / "copy.db", key_of(database).read_bytes()
    care.backup(database, copy)
    care.prune(database, 1, finished=True)
    key_of(database).write_bytes(b"another key of this server, later")
    assert games(database) == []
    kept = care.restore(database, copy)
    assert games(database) == ["open", "over"]
    assert key_of(database).read_bytes() == key
    assert kept is not None
    assert games(kept) == []
    assert key_of(kept).read_bytes() == b"another key of this server, later"
    assert care.restore(tmp_path / "new.db", copy) is None


def test_a_damaged_backup_changes_nothing(database: Path, tmp_path: Path) -> None:
    for name, content in (("no.db", b"not a database"), ("empty.db", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(WrongDatabase):
            care.restore(database, tmp_path / name)
    with pytest.raises(FileNotFoundError):
        care.restore(database, tmp_path / "missing.db")
    assert games(database) == ["open", "over"]


def test_old_games_are_thrown_away(database: Path) -> None:
    storage = SqliteStorage(database)
    with storage.transaction():
        storage.add_game(row("young", changed=int(time.time())), ["order A"])
    storage.close()
    assert "thrown away: 1" in said("db", "prune", "--database", database)
    assert games(database) == ["over"]
    assert care.stats(database).games == 2
    assert care.stats(database).chat_lines == 0
    assert care.prune(database, 90, finished=True) == 1
    assert care.stats(database).games == 1


def test_finished_games_of_people_are_written_without_names(database: Path, tmp_path: Path) -> None:
    game = gj.load_game(ROOT / "records" / "birmingham-2.gj")
    moves = [str(move) for move in game.moves]
    people = [SeatRow("Anna", "red", "person", None, "anna"), SeatRow("Ben", "teal", "person", None, "ben")]
    storage = SqliteStorage(database)
    with storage.transaction():
        storage.add_game(row("people", over=True, seats=people), moves)
        storage.add_game(row("bots", over=True), moves)
        storage.add_game(row("left", over=True, seats=people, ended="left"), moves)
        storage.add_game(row("running", seats=people), moves)
    storage.close()
    folder = tmp_path / "records"
    assert "Games written: 1" in said("db", "records", folder, "--database", database)
    (path,) = folder.iterdir()
    assert path.name == "people.gj"
    assert "Anna" not in path.read_text(encoding="utf-8")
    assert gj.load_game(path).moves == game.moves


def test_a_check_names_what_is_wrong(database: Path) -> None:
    faults = said("db", "check", "--database", database, code=1)
    assert "game open cannot be read" in faults  # its moves are none of this game's
    key_of(database).unlink()
    db = sqlite3.connect(database)
    with db:
        db.execute("INSERT INTO moves VALUES ('gone', 0, 'order A')")
    db.close()
    faults = "\n".join(care.check(database))
    assert "a row of moves belongs to no games" in faults
    assert "games.db.key is missing" in faults


def test_an_operator_gives_back_a_lost_seat(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    key_of(database).write_bytes(SECRET)
    with Server(database) as server:
        anna = Browser(server)
        # With this seed seat A begins; nobody holds the open seat, so its turn would never end.
        game = anna.new_game("me", "open", "random", ruleset="birmingham", seed="a")["game"]
        printed = said("seats", game, "--database", database, "--public-url", "https://b.example")
        lines = printed.splitlines()
        assert "https://b.example/join/r" in lines[0]
        assert "(open)" in lines[1]
        assert "is a bot" in lines[2]
        newcomer = Browser(server)
        token = lines[0].rpartition("/")[2]
        assert newcomer.ask("POST", "/api/join", {"token": token})["seats"] == ["A"]
        assert anna.table(game)["mine"] == []
        newcomer.ask("POST", "/api/join", {"token": token}, expect=404)  # it works once
        assert "there is no game" in said("seats", "nothing", "--database", database, code=2)
        assert "draw A" in said("db", "record", game, "--database", database)
        assert "?" not in said("db", "record", game, "--database", database)
        newcomer.wait_for_turn(game)
        newcomer.play_turn(game, Random(1))


def test_postgresql_is_cared_for_alike(tmp_path: Path) -> None:
    url = postgres().new_database()
    with closing(PostgresStorage(url)) as storage, storage.transaction():
        storage.add_game(row("over", over=True), ["order A"])
        storage.add_game(row("open"), ["order A", "fly to the moon"])
    assert (care.stats(url).games, care.stats(url).unfinished) == (2, 1)
    assert "unfinished" in said("db", "stats", "--database", url)
    assert "game open cannot be read" in said("db", "check", "--database", url, code=1)
    assert "fly to the moon" in said("db", "record", "open", "--database", url)
    assert "/join/" in said("seats", "open", "--database", url)
    for command in ("backup", "restore"):
        assert "PostgreSQL has its own tool" in said("db", command, tmp_path / "x", "--database", url, code=2)
    assert "Games thrown away: 1" in said("db", "prune", "--database", url)
    assert care.stats(url).games == 1
