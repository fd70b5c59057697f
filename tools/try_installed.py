"""Tries the package that this Python has installed: its build, README, tutorials, records, games and table.

Run ``python -P tools/try_installed.py --expect compiled``, or ``interpreted``, or ``any``. The last line is
a digest of games, which is the same for every Python, system and build.
"""

from __future__ import annotations

import argparse
import doctest
import hashlib
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--expect", choices=["compiled", "interpreted", "any"], default="any")
    parser.add_argument("--no-table", action="store_true", help="the extra server is not installed")
    arguments = parser.parse_args()
    build = try_build(arguments.expect)
    try_readme()
    try_tutorials()
    records = try_records()
    page = "not tried" if arguments.no_table else f"{try_table()} bytes"
    print(f"{build}, Python {sys.version.split()[0]}, {sys.platform}: {records} records, the page {page}")
    print(digest())


def try_build(expected: str) -> str:
    """Return the installed build; fail if it is not the expected one, or is a source tree."""
    import grandjunction
    from grandjunction.core.compiled import is_compiled

    assert not Path(grandjunction.__file__).is_relative_to(ROOT / "src"), "this is the source tree"
    build = "compiled" if is_compiled() else "interpreted"
    assert expected in (build, "any"), f"{expected} was expected, but this is {build}"
    return f"grandjunction {grandjunction.__version__} {build}"


def try_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 10


def try_tutorials() -> None:
    """Run the notebooks, which must print what they show."""
    command = [sys.executable, "-P", str(ROOT / "tools" / "notebooks.py"), "--check"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, done.stdout


def try_records() -> int:
    """Replay every golden game and return their number; reading verifies each round's checksum."""
    import grandjunction as gj

    records = sorted((ROOT / "records").glob("*.gj"))
    for path in records:
        assert gj.load_game(path).to_record() == path.read_text(encoding="utf-8"), path.name
    return len(records)


def try_table() -> int:
    """Start ``grandjunction serve``, fetch its page and script, and return the page's size."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [sys.executable, "-P", "-m", "grandjunction", "serve", "--no-open"]
        command += ["--port", "0", "--database", str(Path(folder) / "games.db")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            page = fetch(address)
            script = page.decode().partition('src="/')[2].partition('"')[0]
            assert script, "the page has no script: the client was not built"
            assert fetch(address + script)
            assert b'"openapi"' in fetch(address + "api/openapi.json")
        finally:
            server.terminate()
            server.communicate(timeout=120)
    return len(page)


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=120) as answer:
        body: bytes = answer.read()
        return body


def digest() -> str:
    """Return one hash of a few games of every ruleset."""
    command = [sys.executable, "-P", str(ROOT / "benchmarks" / "games.py"), "--digest", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    games = done.stdout.splitlines()[1:]  # the first line names the build
    return hashlib.sha256("\n".join(games).encode()).hexdigest()


if __name__ == "__main__":
    main()
