"""Notices in real browsers: Ben is told that it is his turn, once, and the notice leads to the game.

This Chromium has no push service, so one of the tests' own stands in for it: the page subscribes there, the
server sends there, and what has arrived is handed to the service worker as the browser would.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession

from grandjunction.server.online import Online
from tests.e2e.conftest import Open
from tests.e2e.table import Person
from tests.e2e.test_clocks import audit
from tests.server.receivers import Device, Receiver
from tests.server.support import Server, until

# The subscription that a push service would give this browser.
SUBSCRIBED = """
  const made = { endpoint: '%(endpoint)s', keys: { p256dh: '%(p256dh)s', auth: '%(auth)s' } };
  const unsubscribe = async () => localStorage.removeItem('has') ?? true;
  const subscription = { endpoint: made.endpoint, toJSON: () => made, unsubscribe };
  PushManager.prototype.subscribe = async () => localStorage.setItem('has', '1') ?? subscription;
  PushManager.prototype.getSubscription = async () => localStorage.getItem('has') && subscription;
"""
# A click on the notice that is shown.
CLICK = """async () => {
  const [notification] = await registration.getNotifications();
  const click = new NotificationEvent('notificationclick', { notification });
  dispatchEvent(click);
}"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag }) => ({ title, body, tag }))"""


class Worker:
    """The service worker of a browser, as its developer tools see it."""

    def __init__(self, one: Person) -> None:
        self._one = one
        self._registrations: list[str] = []
        self._tools: CDPSession = one.context.new_cdp_session(one.page)
        self._tools.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._tools.send("ServiceWorker.enable")
        one.page.wait_for_timeout(50)

    def _note(self, event: dict[str, Any]) -> None:
        self._registrations += [one["registrationId"] for one in event["registrations"]]

    def push(self, message: dict[str, Any]) -> None:
        pushed = {"origin": self._one.address, "registrationId": self._registrations[0]}
        self._tools.send("ServiceWorker.deliverPushMessage", {**pushed, "data": json.dumps(message)})

    def shown(self, number: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []

        def ready() -> bool:
            found[:] = self._one.page.evaluate(SHOWN)
            self._one.page.wait_for_timeout(50)
            return len(found) >= number

        until(ready)
        return found


@pytest.fixture
def web() -> Iterator[Receiver]:
    with Receiver().serving() as receiver:
        yield receiver


def test_the_second_browser_is_told_once_and_the_notice_opens_the_game(person: Open, web: Receiver) -> None:
    with Server(online=Online(private_webhooks=True)) as server:

        class At:
            address = f"http://{server.address}"

        anna, ben = person(at=At), person(at=At, permissions=["notifications"])
        device = Device(web, "ben")
        ben.page.add_init_script(SUBSCRIBED % device.subscription())
        ben.page.goto(f"{At.address}/notices")
        ben.page.locator("[data-act=start]").click()
        ben.page.wait_for_selector("[data-act=stop]")
        assert ben.page.locator("[data-channel=push]").count() == 1
        ben.page.get_by_text("this device", exact=True).wait_for()
        ben.page.locator("[data-channel=push] button").last.click()  # the list, too, ends what the page says
        ben.page.locator("[data-act=start]").click()
        ben.page.wait_for_selector("[data-act=stop]")
        ben.page.reload()
        ben.page.locator("[data-act=stop]").click()
        ben.page.locator("[data-channel=push]").wait_for(state="detached")
        ben.page.locator("[data-act=start]").click()
        ben.page.wait_for_selector("[data-act=stop]")

        seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
        made = anna.ask(
            "/api/games", {"ruleset": "birmingham", "seats": seats, "seed": "told", "pace": "steady"}
        )
        ben.ask("/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
        game = made["game"]
        for one in (ben, anna):
            while one.ask(f"/api/games/{game}")["draft"] is not None:
                one.turn_unseen(game, "loan", waits=False)
        anna.page.goto(f"/game/{game}")  # she has no way to be told yet
        anna.page.locator("[data-part=tell-me] a").wait_for()
        audit(anna.page, "[data-part=tell-me]")
        anna.page.locator("[data-part=tell-me] button").click()
        anna.page.reload()
        anna.page.locator("[data-act=plan]").wait_for()
        assert anna.page.locator("[data-part=tell-me]").count() == 0
        anna.page.goto("about:blank")
        until(device.requests)
        worker, (message,) = Worker(ben), device.messages()
        for _ in range(2):  # a push service may deliver twice
            worker.push(message)
        expected = {"title": "Your turn", "body": "Brass: Birmingham with Anna", "tag": game}
        assert worker.shown(1) == [expected]
        worker.push({**message, "id": "older", "at": message["at"] - 9, "title": "Late"})
        worker.push({**message, "id": "other", "tag": "other game", "title": "Another game"})
        assert {one["title"] for one in worker.shown(2)} == {"Your turn", "Another game"}

        ben.page.evaluate(
            "navigator.serviceWorker.ready.then(async (one) => {"
            "(await one.getNotifications({ tag: 'other game' }))[0].close() })"
        )
        ben.context.service_workers[0].evaluate(CLICK)
        ben.page.wait_for_url(f"**/game/{game}")
        ben.page.wait_for_selector("[data-verb]")
        assert worker.shown(0) == []
    # The server is gone: the page opens all the same, and says what it cannot do.
    ben.expected = "ERR_CONNECTION"
    ben.page.goto(f"{At.address}/")
    ben.page.get_by_text("games, moves and chat need the server").wait_for()
