"""The client without a connection, in an ordinary tab, before and after an upgrade of the server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace

from tests.e2e.conftest import Open
from tests.e2e.table import Person
from tests.server.support import Server, until

NO_LINE = "games, moves and chat need the server"
STUDY = "[data-act=store]"
# The service worker has every file, and serves this tab.
KEPT = """async (build) => {
  const scope = new URL('/', location.href).href;
  const names = (await caches.keys()).filter((name) => name.startsWith('files '));
  return navigator.serviceWorker.controller?.scriptURL.endsWith(build) &&
    names.length === 1 && names[0] === `files ${scope} ${build}` &&
    (await (await caches.open(names[0])).match(scope)) !== undefined;
}"""


def build_in(page_of: Person) -> str:
    found = page_of.page.locator("meta[name=build]").get_attribute("content")
    assert found
    return found


def wait_until_kept(one: Person) -> None:
    def kept() -> bool:
        one.page.wait_for_timeout(50)
        return bool(one.page.evaluate(KEPT, build_in(one)))

    until(kept)


def another_build(folder: Path) -> None:
    """Give every script another name, as another build does: browsers keep what has an old name."""
    scripts = list((folder / "assets").glob("*.js"))
    for file in (folder / "index.html", folder / "files.json", *scripts):
        text = file.read_text()
        for script in scripts:
            text = text.replace(script.name, f"{script.stem}-upgraded.js")
        file.write_text(text)
    for script in scripts:
        script.rename(script.with_name(f"{script.stem}-upgraded.js"))


@contextmanager
def running(folder: Path, port: int = 0) -> Iterator[Server]:
    with Server(static=folder, port=port) as server:
        yield server


def test_a_tab_opens_without_a_server_says_so_and_is_upgraded(person: Open, tmp_path: Path) -> None:
    folder = tmp_path / "static"
    shutil.copytree(str(files("grandjunction.server") / "static"), folder)
    with running(folder) as server:
        at = SimpleNamespace(address=f"http://{server.address}")
        port = int(server.address.rpartition(":")[2])
        ada, ben = person(at=at), person(at=at, phone=True, locale="pl")
        for one in (ada, ben):  # nobody has switched notices on, and nothing is installed
            one.page.goto("/")
            one.page.locator("[data-part=match]").wait_for(state="attached")
            wait_until_kept(one)
        old = build_in(ada)
    ada.expected = ben.expected = "ERR_CONNECTION"
    ada.page.goto("/")
    ada.page.get_by_text(NO_LINE).wait_for()
    ben.page.goto("/")
    ben.page.get_by_text("Brak połączenia. Gry, ruchy i czat wymagają serwera.").wait_for()
    for path in ("/new", "/account", "/notices", "/rest", "/rules", "/game/AAAAAAAAAAAAAAAA"):
        ada.page.goto(path)
        said = ada.page.locator("[role=alert], [role=status]").filter(has_text="No connection").first
        said.wait_for()
    ada.page.goto("/")
    another_build(folder)
    with running(folder, port):  # both tabs have the old build, and load the new one by themselves
        for one in (ada, ben):
            one.page.wait_for_selector(f"meta[name=build]:not([content='{old}'])", state="attached")
            one.page.locator("[data-part=match]").wait_for(state="attached")
            wait_until_kept(one)  # and nothing is left of the old one
            assert one.page.get_by_role("alert").count() == 0
        new = build_in(ada)
        assert new == build_in(ben)
        ada.page.goto("/analysis")
        ada.page.locator("[data-act=set-up]").click()
        ada.page.locator(STUDY).wait_for()
    ada.page.goto("/")
    ada.page.get_by_text(NO_LINE).wait_for()
    assert build_in(ada) == new
    ada.page.goto("/analysis")
    alert = ada.page.get_by_role("alert")
    alert.get_by_text("the best turns and stored studies need the server").wait_for()
    with running(folder, port):  # the study is shown again, by itself
        ada.page.locator(STUDY).wait_for()
        alert.wait_for(state="detached")


def test_on_a_phone_the_round_makes_way_for_what_is_wrong(person: Open) -> None:
    with running(Path(str(files("grandjunction.server") / "static"))) as server:
        ada = person(at=SimpleNamespace(address=f"http://{server.address}"), phone=True)
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
        game = ada.ask("/api/games", {"ruleset": "birmingham", "seats": seats})["game"]
        ada.page.goto(f"/game/{game}")
        ada.page.locator("header .round").wait_for()
        ada.expected = "ERR_CONNECTION"
    ada.page.locator(".offline").wait_for()
    assert ada.page.locator("header .round").count() == 0
    said = ada.page.locator("header p")
    bar, text = said.locator("xpath=ancestor::header").bounding_box(), said.bounding_box()
    assert bar is not None
    assert text is not None
    assert bar["y"] <= text["y"]
    assert text["y"] + text["height"] <= bar["y"] + bar["height"]
