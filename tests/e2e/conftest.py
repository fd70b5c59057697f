"""A real server process, a real Chromium, and a fresh browser profile for whoever plays."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

from tests.e2e.table import Person

ROOT: Final = Path(__file__).parents[2]
FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
Size = ViewportSize
WIDE: Final[Size] = {"width": 1440, "height": 900}
PHONE: Final[Size] = {"width": 390, "height": 844}


class ServerProcess:
    """``grandjunction serve`` as people start it, on a port of its own."""

    def __init__(self, database: Path | str, port: int = 0, base: str = "/", *options: str) -> None:
        assert (files("grandjunction.server") / "static" / "index.html").is_file(), "run make client first"
        self.database: Final = database
        command = ["serve", "--no-open", "--database", str(database), "--port", str(port), *options]
        if base != "/":
            command += ["--public-url", f"http://127.0.0.1{base}"]
        self.process: Final = subprocess.Popen(
            [sys.executable, "-P", "-m", "grandjunction", *command],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[\d.]+:(\d+)/", self.process.stdout.readline())
        assert found is not None, "the server did not start"
        self.port: Final = int(found[1])
        self.address: Final = f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(30)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("server") / "games.db")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Found or installed by the tool; without one these tests fail, they are never skipped."""
    path = os.environ.get("CHROMIUM")  # make has asked the tool already
    if not path:
        tool = [sys.executable, str(ROOT / "tools" / "chromium.py")]
        path = subprocess.run(tool, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


Open = Callable[..., Person]


@pytest.fixture
def person(chromium: Browser, server: ServerProcess) -> Iterator[Open]:
    """Opens a browser of its own for one more person. What goes wrong in its pages fails the test."""
    contexts: list[BrowserContext] = []
    people: list[Person] = []

    def open_browser(
        *, phone: bool = False, size: Size | None = None, at: ServerProcess = server, **settings: Any
    ) -> Person:
        size = size or (PHONE if phone else WIDE)
        context = chromium.new_context(
            base_url=at.address,
            viewport=size,
            reduced_motion="reduce",
            **{"locale": "en-GB", "has_touch": phone, "is_mobile": phone, **settings},
        )
        contexts.append(context)
        people.append(Person(context, at.address))
        return people[-1]

    yield open_browser
    faults = [fault for one in people for fault in one.faults]
    for context in contexts:
        context.close()
    assert not faults, faults
