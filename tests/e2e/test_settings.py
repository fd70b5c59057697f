"""The settings: what is confirmed, the size of text, the side of the board, and calls when a turn begins."""

from __future__ import annotations

from random import Random

from tests.e2e.conftest import Open

# Remembers what is shown and rung, in a page that believes it is out of sight.
RECORDER = """
  window.calls = [];
  window.Notification = class { constructor(title, { body }) { window.calls.push(`${title}: ${body}`); } };
  window.Notification.permission = 'granted';
  window.Notification.requestPermission = async () => 'granted';
  const tone = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { calls.push('tone'); return tone.call(this); };
  Object.defineProperty(document, 'hidden', { get: () => true });
"""


def test_settings_are_used_and_kept(person: Open) -> None:
    ada = person()
    page = ada.page
    table = ada.begin("birmingham", ["me", "greedy"], "settings")
    table.ready()
    page.locator("[aria-controls=settings]").click()
    page.locator("[data-setting=confirm]").select_option("turn")
    page.locator("[data-setting=size]").select_option("huge")
    page.locator("[data-setting=turn]").select_option("180")
    page.keyboard.press("Escape")
    page.reload()
    table.ready()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "19.2px"

    # The board is turned, and is clicked where it is drawn; no action waits to be confirmed.
    north, south = (
        page.locator(f'[data-thing="slot:{slot}"]').bounding_box() for slot in ("leek.1", "redditch.1")
    )
    assert north is not None
    assert south is not None
    assert north["y"] > south["y"]
    # Names can be read from here.
    assert page.evaluate("() => document.querySelector('.plate text').getScreenCTM().a") > 0
    page.locator("[data-verb=build]").click()
    for _ in range(8):
        if table.drafted():
            break
        table.pick(table.lit(), Random(1))
        page.wait_for_timeout(200)
        assert page.locator("[data-act=confirm]").count() == 0
    assert len(table.drafted()) == 1
    assert len(table.built()) == 1


def test_a_turn_that_begins_calls_the_player(person: Open) -> None:
    ada = person()
    page = ada.page
    page.add_init_script(RECORDER)
    game = ada.start("birmingham", ["me", "greedy"], "news")
    while ada.turn_comes(game)["order"] != ["A", "B"]:  # so that the bot plays between two turns
        ada.turn_unseen(game, "loan")
    table = ada.sit(game)
    table.ready()
    page.locator("[aria-controls=settings]").click()
    page.locator("[data-setting=sound]").check()
    page.locator("[data-setting=notify]").check()
    page.keyboard.press("Escape")
    assert page.evaluate("calls") == []
    assert page.title() == "● Your turn – Grand Junction"
    page.evaluate(
        """() => new MutationObserver(() => calls.push(document.title))
            .observe(document.head, { childList: true, characterData: true, subtree: true })"""
    )
    table.turn(Random(1), ["loan"])
    page.wait_for_function("() => calls.includes('Grand Junction: Your turn')")
    calls = page.evaluate("calls")
    assert calls.count("tone") == 2
    assert "Grand Junction" in calls  # while the bot was playing
