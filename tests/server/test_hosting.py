"""Hosting: ports, addresses, proxies, what operators watch, and how the server stops."""

from __future__ import annotations

import errno
import io
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from grandjunction.server import announce
from grandjunction.server import serve as serve_module
from grandjunction.server.announce import address, bind, bind_usual, network_address, qr_code
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.edge import health
from grandjunction.server.edge.logs import scrubbed
from grandjunction.server.serve import _draw
from tests.cli.run import run
from tests.server.support import PATIENCE, SECRET, Browser, Server, until
from tests.server.test_crash import Process
from tests.server.test_hostile import read_on


def port_of(listening: socket.socket) -> int:
    port: int = listening.getsockname()[1]
    return port


# -- addresses ------------------------------------------------------------------------------------------


def test_a_taken_port_is_said_and_the_next_one_used(capsys: pytest.CaptureFixture[str]) -> None:
    with closing(bind("127.0.0.1", 0)) as other:
        taken = port_of(other)
        with closing(bind_usual("127.0.0.1", taken)) as ours:
            assert taken < port_of(ours) < taken + announce.TRIED
            said = capsys.readouterr().err
            assert f"Port {taken} is taken by another program: using {port_of(ours)}." in said
        with pytest.raises(OSError, match=f"port {taken} is in use by another program"):
            bind("127.0.0.1", taken)  # a port that was asked for is not replaced


def test_the_command_says_why_it_cannot_serve_without_the_number_of_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: object) -> None:
        raise OSError(errno.EADDRINUSE, "port 5 is in use by another program: name another")

    monkeypatch.setattr(serve_module, "serve", refuse)
    said = run("serve", "--no-open", "--port", "5")
    assert said.exit_code == 2
    assert said.stderr == "grandjunction: cannot serve: port 5 is in use by another program: name another\n"


def test_a_free_port_is_used_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    with closing(bind("127.0.0.1", 0)) as other:
        free = port_of(other)
    with closing(bind_usual("127.0.0.1", free)) as ours:
        assert port_of(ours) == free
    assert capsys.readouterr().err == ""


def test_friends_are_told_the_address_on_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "_own_address", lambda: "192.168.1.5")
    with closing(bind("127.0.0.1", 0)) as listening:
        port = port_of(listening)
        assert network_address(listening, "0.0.0.0") == f"http://192.168.1.5:{port}/"
        assert network_address(listening, "127.0.0.1") is None
        assert address(listening, "0.0.0.0") == f"http://127.0.0.1:{port}/"
        assert address(listening, "::1") == f"http://[::1]:{port}/"


def test_the_qr_code_is_drawn() -> None:
    lines = qr_code("http://192.168.1.5:1837/").splitlines()
    assert len(lines) > 10
    assert qr_code("http://192.168.1.6:1837/") != qr_code("http://192.168.1.5:1837/")


def test_a_terminal_without_its_characters_gets_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, drawn in (("cp1252", b""), ("utf-8", "█ \n".encode())):
        written = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding, newline="\n"))
        _draw("█ ")
        sys.stdout.flush()
        assert written.getvalue() == drawn


# -- processes ------------------------------------------------------------------------------------------


@contextmanager
def started(database: Path, *options: str) -> Iterator[Process]:
    server = Process(database, "--port", "0", *options, errors=subprocess.PIPE)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


def secure_cookie(server: Process) -> bool:
    browser = Browser(server.address)
    body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
    answer = browser.http.post("/api/games", json=body, headers={"X-Forwarded-Proto": "https"})
    assert answer.status_code == 201
    return "secure" in answer.headers["set-cookie"].lower()


def sees_metrics(server: Process) -> bool:
    headers = {"X-Forwarded-For": "203.0.113.7"}
    return Browser(server.address).http.get("/metrics", headers=headers).status_code == 200


def test_forwarded_headers_are_believed_of_the_proxy_only(tmp_path: Path) -> None:
    with started(tmp_path / "one.db") as server:
        assert not secure_cookie(server)
        assert sees_metrics(server)  # it is this machine that asks, whatever it says
    with started(tmp_path / "two.db", "--proxy", "127.0.0.1", "--public-url", "https://b.example") as server:
        assert secure_cookie(server)
        assert not sees_metrics(server)
        assert server.process.stdout is not None
        assert "https://b.example/" in server.process.stdout.readline()
        browser = Browser(server.address)
        assert browser.http.get("/api/about", headers={"Host": "b.example"}).status_code == 200
        assert browser.http.get("/api/about", headers={"Host": "c.example"}).status_code == 421


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM")
def test_the_server_stops_cleanly_when_told_to(tmp_path: Path) -> None:
    with started(tmp_path / "games.db", "--log", "json") as server:
        anna = Browser(server.address)
        game = anna.new_game("me", "open")
        anna.new_game("master", "master", ruleset="birmingham")  # a bot is in mid-thought
        token = game["invites"][0]["token"]
        anna.http.get(f"/join/{token}")
        with anna.live(game["game"]) as line:
            line.recv()
            begun = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed):
                read_on(line)
        errors = server.process.communicate(timeout=PATIENCE)[1]
        assert server.process.returncode == 0
        assert time.monotonic() - begun < 60
    logged = [json.loads(line) for line in errors.splitlines()]  # and nothing else: no warning of Python's
    assert {line["message"] for line in logged} == {"request"}
    made = [line for line in logged if line["route"] == "/api/games" and line["method"] == "POST"]
    assert [line["status"] for line in made] == [201, 201]
    assert token not in errors
    assert game["game"] not in errors


TOLD_WHILE_STARTING = """
import os, signal, sys
from grandjunction.server import serve

class Swallows:
    def __del__(self):  # where Python ignores what a signal's handler raises
        os.kill(os.getpid(), signal.SIGTERM)

serve._calm_collector = lambda: Swallows() and None
serve.serve(serve.Hosting(port=0, database=sys.argv[1], open_browser=False))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM")
def test_a_server_that_is_told_to_stop_while_it_starts_stops(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", TOLD_WHILE_STARTING, str(tmp_path / "games.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0
    assert "Exception ignored" in done.stderr  # as it must be for this test
    assert "Games are kept" in done.stdout


def test_logs_hold_no_key_to_a_seat() -> None:
    token, cookie = "i" + "g" * 16 + "1" + "s" * 22, "p" * 22 + "." + "s" * 22
    text = scrubbed(f"GET /join/{token} Cookie: grandjunction={cookie} game {'g' * 16}")
    assert text == f"GET /join/[secret] Cookie: grandjunction=[secret] game {'g' * 16}"


# -- what operators watch -------------------------------------------------------------------------------


class BrokenDisk(SqliteStorage):
    """A storage that can stop to work."""

    broken = False

    @contextmanager
    def transaction(self, single: bool = False) -> Iterator[None]:
        if self.broken:
            raise sqlite3.OperationalError("attempt to write a readonly database")
        with super().transaction(single):
            yield


def test_health_and_readiness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "AGAIN", 0.0)
    disk = BrokenDisk(":memory:")
    with Server(storage=disk) as server:
        anna = Browser(server)
        assert anna.ask("GET", "/healthz") == "ok\n"
        assert anna.ask("GET", "/readyz") == "ready\n"
        disk.broken = True
        assert anna.ask("GET", "/healthz") == "ok\n"
        assert anna.ask("GET", "/readyz", expect=503)["error"] == "not_ready"
        disk.broken = False
        assert anna.ask("GET", "/readyz") == "ready\n"


@pytest.mark.skipif(sys.platform != "linux", reason="limits the files of a running process")
def test_a_server_whose_disk_is_full_can_be_read_and_is_not_ready(tmp_path: Path) -> None:
    import resource

    server = Process(tmp_path / "games.db", "--port", "0")
    try:
        anna = Browser(server.address)
        game = anna.new_game("me", "person")["game"]
        pid = server.process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, limits[1]))  # every write to a file fails
        until(lambda: anna.http.get("/readyz").status_code == 503)
        answer = anna.http.put(f"/api/games/{game}/notes", json={"text": "kept?"})
        assert (answer.status_code, answer.json()["error"]) == (503, "not_stored")
        assert anna.table(game)["game"] == game
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
        until(lambda: anna.http.get("/readyz").status_code == 200)
    finally:
        server.process.terminate()
        server.process.wait(PATIENCE)


class CountedWrites(SqliteStorage):
    """Counts the writes for ``/readyz``."""

    proofs = 0

    def prove_writable(self) -> None:
        self.proofs += 1
        super().prove_writable()


def test_asking_for_readiness_again_and_again_writes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "AGAIN", 3600.0)
    disk = CountedWrites(":memory:")
    with Server(storage=disk) as server:
        for _ in range(20):
            assert Browser(server).ask("GET", "/readyz") == "ready\n"
    assert disk.proofs == 1


def figures(browser: Browser) -> dict[str, float]:
    lines = browser.ask("GET", "/metrics").splitlines()
    pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in pairs}


def test_the_figures_follow_what_happens(anna: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    anna.table(game)
    anna.table(game)
    anna.game("GET", "n" * 16, expect=404)
    with anna.live(game) as line:
        line.recv()
        told = figures(anna)
    pattern = 'method="GET",route="/api/games/{game}"'
    assert told[f'grandjunction_requests_total{{{pattern},status="200"}}'] == 2
    assert told[f'grandjunction_requests_total{{{pattern},status="404"}}'] == 1
    assert told['grandjunction_request_seconds_count{route="/api/games/{game}"}'] == 3
    assert told["grandjunction_live_lines"] == 1
    assert told["grandjunction_games_in_memory"] >= 1
    assert told["grandjunction_database_batches_total"] > 0
    assert game not in str(told)
    assert SECRET.decode() not in str(told)
