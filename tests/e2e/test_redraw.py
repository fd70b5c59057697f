"""How long the browser works to show a move: script, style and layout, of the whole page."""

from __future__ import annotations

from statistics import median
from typing import Final

from playwright.sync_api import CDPSession

from tests.e2e.conftest import Open

FRAME: Final = 16.0  # milliseconds
TRIES: Final = 4  # other programs may take the processor for a while
WORK: Final = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


def worked(browser: CDPSession) -> float:
    """Milliseconds of processor time spent so far."""
    metrics = browser.send("Performance.getMetrics")["metrics"]
    return 1000 * sum(float(one["value"]) for one in metrics if one["name"] in WORK)


def test_a_move_is_shown_within_a_frame(person: Open) -> None:
    """A moment of the rail era is shown, then the one a move later, over and over."""
    ada = person()
    page = ada.page
    game = ada.finished_game("birmingham", 4)
    moments = ada.ask(f"/api/games/{game}/history")
    rail = [one["ply"] for one in moments if one["era"] == "rail" and one["to_act"] is not None]
    page.goto(f"/game/{game}?ply={rail[len(rail) // 2]}&pace=instant")
    ada.seat().loaded()
    page.wait_for_load_state("networkidle")
    browser = ada.context.new_cdp_session(page)
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})
    best = float("inf")
    for _ in range(TRIES):
        spent: list[float] = []
        for _ in range(10):
            before, url = worked(browser), page.url
            page.get_by_role("button", name="One move on").press("Enter")
            page.wait_for_function("(url) => location.href !== url", arg=url)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(120)
            spent.append(worked(browser) - before)
        best = min(best, median(spent))
        if best < FRAME:
            break
    print(f"a move shown: {best:.1f} ms of work, in the middle of 10")
    assert best < FRAME
