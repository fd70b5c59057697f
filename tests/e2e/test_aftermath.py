"""Beside and after the game: talk, notes, history, its moments as new games, the next game."""

from __future__ import annotations

from random import Random

from tests.e2e.conftest import Open

INTRO = "birmingham-introductory"


def test_talk_and_notes_are_kept_and_escaped(person: Open) -> None:
    ada, eve = person(), person()
    table = ada.begin(INTRO, ["me", "greedy"], seed="talk")
    page = table.page
    page.get_by_role("tab", name="Chat").click()
    said = "<img src=x onerror=alert(1)> Guten Tag & 你好"
    page.locator(".chat input").fill(said)
    page.keyboard.press("Enter")
    page.wait_for_selector(".chat li strong")
    page.get_by_role("tab", name="Notes").click()
    page.locator(".notes textarea").fill("Beer is in Burton")
    page.wait_for_selector(".notes p:text-is('Kept.')")
    page.reload()
    table.loaded()
    page.get_by_role("tab", name="Notes").click()
    page.wait_for_function("() => document.querySelector('.notes textarea').value === 'Beer is in Burton'")
    eve.page.goto(f"/game/{table.game}")
    eve.seat().loaded()
    eve.page.get_by_role("tab", name="Chat").click()
    eve.page.wait_for_selector(".chat li strong:text-is('Ada')")
    assert said in eve.page.locator(".chat li").inner_text()
    assert eve.page.locator(".chat img, .chat input").count() == 0  # no markup, and no word from outside
    assert eve.page.get_by_role("tab", name="Notes").count() == 0


def test_a_finished_game_is_looked_through_and_played_on(person: Open) -> None:
    ada = person()
    game = ada.finished_game(INTRO, 2)
    page = ada.page
    table = ada.seat()
    moments = [one for one in ada.ask(f"/api/games/{game}/history") if one["to_act"] is not None]
    middle = moments[len(moments) // 2]["ply"]
    page.goto(f"/game/{game}?ply={middle}")
    table.loaded()
    there = ada.ask(f"/api/games/{game}?ply={middle}")

    def shows(ply: int) -> list[str]:
        return sorted(tile["slot"] for tile in ada.ask(f"/api/games/{game}?ply={ply}")["tiles"])

    page.wait_for_selector("[data-act=fork]")
    assert sorted(table.built()) == shows(middle)
    for button, forward in (("One move on", True), ("One move back", False)):
        was = int(page.url.rpartition("ply=")[2])
        page.get_by_role("button", name=button).click()
        page.wait_for_url(lambda url, was=was: not url.endswith(f"ply={was}"))  # type: ignore[misc]
        now = int(page.url.rpartition("ply=")[2])
        assert (now > was) == forward
        page.wait_for_function(f"() => document.querySelectorAll('.standing').length === {len(shows(now))}")
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelectorAll('.standing').length === 0")
    page.goto(f"/game/{game}?ply=99999")  # more than there are: the last one
    last = ada.ask(f"/api/games/{game}")["tiles"]
    page.wait_for_function(f"() => document.querySelectorAll('.standing').length === {len(last)}")
    page.goto(f"/game/{game}?ply={middle}")
    page.locator("[data-act=fork]").click()
    page.wait_for_url(lambda url: "/game/" in url and game not in url)
    page.wait_for_selector("[data-act=reveal]")
    assert page.locator(".curtain .badge").inner_text() == there["to_act"]
    table.act("reveal")
    table.ready()
    assert sorted(table.built()) == shows(middle)
    assert sorted(table.hand()) == sorted(there["hands"][there["to_act"]])
    table.turn(Random(1), ["pass"])
    page.wait_for_selector("[data-act=reveal]")


def test_the_home_page_lists_games_and_a_rematch_begins_one(person: Open) -> None:
    ada = person()
    running = ada.start(INTRO, ["me", "greedy"], seed="home")
    table = ada.begin(INTRO, ["me", "random"], seed="over")
    game, page = table.game, ada.page
    while not ada.turn_unseen(game, "pass")["over"]:
        pass
    page.wait_for_selector("dialog[open]")
    page.goto("/")
    page.wait_for_selector(f"a[href='/game/{running}']")
    finished = page.locator(f"a[href='/game/{game}']")
    assert "Finished" in finished.inner_text()
    finished.click()
    page.wait_for_selector("dialog[open]")
    assert page.locator("dialog svg path").count() > 0  # the charts
    table.act("rematch")
    page.wait_for_url(lambda url: "/game/" in url and game not in url)
    table.ready()
    assert table.game != game
    assert table.facts("vp") == {"A": 0, "B": 0}


def test_an_era_is_scored_on_the_board_it_ends_with(person: Open) -> None:
    ada = person()
    game = ada.start("lancashire-2018", ["me", "person"], seed="scored")
    state = ada.turn_comes(game)
    while state["round"] < state["rounds"] or state["order"][-1] != state["to_act"]:
        state = ada.turn_unseen(game, "link")
    page = ada.page
    page.goto(f"/game/{game}?pace=normal")
    table = ada.seat()
    table.act("reveal")
    for _ in range(2):
        table.choose("pass", Random(1))
        table.ready()
    assert "Canal Era is scored" in table.prompt
    links = page.locator(".line.owned").count()
    assert links > 0
    table.act("end")
    page.wait_for_selector(".score", state="attached")  # the points, link by link
    assert (page.locator(".line.owned").count(), table.era) == (links, "canal")
    assert page.locator("[data-act=end]").count() == 0
    table.act("era-close")
    page.wait_for_selector(".line.rail", state="attached")
    assert page.locator(".line.owned").count() == 0
