"""The client as an app: the browser finds it installable, and the page passes the browser's offer on."""

from __future__ import annotations

import json

from tests.e2e.conftest import Open

# What a browser does that can install pages.
OFFER = """() => {
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  offer.prompt = async () => { document.title = 'asked'; return { outcome: 'accepted' }; };
  return dispatchEvent(offer);
}"""


def test_the_client_can_be_installed_and_says_how(person: Open) -> None:
    ada = person(phone=True)
    page = ada.page
    page.goto("/notices")
    page.get_by_role("heading", name="As an app").wait_for()
    tools = ada.context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    said = json.loads(manifest["data"])
    assert (said["display"], said["short_name"]) == ("standalone", "Junction")
    for icon in said["icons"]:
        assert page.request.get(f"/{icon['src']}").ok
    faults = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in faults} <= {"in-incognito"}  # as every window of these tests
    install = page.locator("[data-act=install]")
    assert install.count() == 0, "the browser has offered nothing: the page says what to do by hand"
    page.locator("[data-part=install-how]").wait_for()
    assert page.evaluate(OFFER) is False, "the page keeps the offer until it is wanted"
    install.click()
    page.wait_for_function("() => document.title === 'asked'")
    install.wait_for(state="detached")
    page.evaluate("() => dispatchEvent(new Event('appinstalled'))")
    page.get_by_text("The app is installed.").wait_for()
