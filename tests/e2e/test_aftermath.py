"""Beside and after the game: talk, notes, history, its moments as new games, the next game."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.e2e.conftest import Open
from tests.e2e.test_layouts import OUT_OF_SIGHT

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
    page.wait_for_selector(".notes textarea:not([readonly])")
    assert page.locator(".notes p").inner_text() == "", "nothing was saved yet"
    page.locator(".notes textarea").fill("Beer is in Burton")
    page.wait_for_selector(".notes p:text-is('Saved.')")
    page.reload()
    table.loaded()
    page.get_by_role("tab", name="Notes").click()
    page.wait_for_function("() => document.querySelector('.notes textarea').value === 'Beer is in Burton'")
    eve.page.goto(f"/game/{table.game}")
    eve.seat().loaded()
    assert eve.page.locator("[data-part=unread]").count() == 0
    ada.ask(f"/api/games/{table.game}/chat", {"text": "Anyone there?"})
    eve.page.wait_for_selector("[data-part=unread]")
    eve.page.get_by_role("tab", name="Chat").click()
    eve.page.wait_for_selector("[data-part=unread]", state="detached")
    eve.page.wait_for_selector(".chat li button:text-is('Ada')")
    assert said in eve.page.locator(".chat li").first.inner_text()
    assert eve.page.locator(".chat img").count() == 0
    eve.page.locator("[data-part=apart]").wait_for()
    eve.page.locator(".chat input").fill("She has the beer")
    eve.page.keyboard.press("Enter")
    eve.page.get_by_text("She has the beer").wait_for()
    assert len(ada.ask(f"/api/games/{table.game}/chat")) == 2  # a player reads it after the game
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

    page.wait_for_selector("[data-act=fork-hot]")
    assert sorted(table.built()) == shows(middle)
    log = ada.ask(f"/api/games/{game}/log")
    paid = [line for line in log if any(event["event"] == "discarded" for event in line["events"])]
    made = sum(line["seat"] is not None and line["ply"] < middle for line in paid)  # one card, one action
    assert page.locator(".history .at").inner_text().endswith(f"move {made}"), "as the log counts"
    for button, forward in (("One move forward", True), ("One move back", False)):
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
    assert page.locator(".line.owned").count() > 0  # the final board keeps its links
    page.keyboard.press("Escape")
    page.wait_for_selector(".history", state="detached")
    page.goto(f"/game/{game}?ply={middle}")
    page.locator("[data-act=fork-hot]").click()
    page.wait_for_url(lambda url: "/game/" in url and game not in url)
    page.wait_for_selector("[data-act=reveal]")
    assert page.locator(".curtain .badge").inner_text() == there["to_act"]
    table.act("reveal")
    table.ready()
    assert sorted(table.built()) == shows(middle)
    assert sorted(table.hand()) == sorted(there["hands"][there["to_act"]])
    table.turn(Random(1), ["pass"])
    page.wait_for_selector("[data-act=reveal]")


def test_a_game_played_on_keeps_its_bots_as_bots(person: Open) -> None:
    ada = person()
    game = ada.start(INTRO, ["me", "random"], seed="played on")
    while not ada.turn_unseen(game, "pass")["over"]:
        pass
    moments = [one for one in ada.ask(f"/api/games/{game}/history") if one["to_act"] == "A"]
    page, table = ada.page, ada.seat()
    page.goto(f"/game/{game}?ply={moments[3]['ply']}&pace=instant")
    page.locator("[data-act=fork]").click()
    page.wait_for_url(lambda url: "/game/" in url and game not in url)
    table.ready()
    assert page.locator("[data-act=reveal]").count() == 0  # nobody else sits at this screen
    again = ada.ask(f"/api/games/{table.game}")
    assert ([seat["kind"] for seat in again["seats"]], again["mine"]) == (["person", "bot"], ["A"])
    table.turn(Random(1), ["pass"])
    table.ready()  # the bot has moved
    assert ada.ask(f"/api/games/{table.game}")["ply"] > moments[3]["ply"] + 1


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
    page.wait_for_selector("dialog svg path", state="attached")  # the charts
    page.set_viewport_size({"width": 390, "height": 844})
    again = page.locator("[data-act=rematch]").bounding_box()
    assert again is not None
    assert again["y"] + again["height"] < 844  # nothing has to be scrolled for it
    page.set_viewport_size({"width": 1440, "height": 900})
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
    sums = [int(vp) for vp in page.locator(".scores .sum td").all_inner_texts()]
    table.act("era-close")
    page.wait_for_selector(".line.rail", state="attached")
    assert page.locator(".line.owned").count() == 0
    after = {state["seat"]: state["vp"] for state in ada.ask(f"/api/games/{game}")["state"]}
    assert sorted(sums) == sorted(after.values())


def test_a_finished_game_is_told_and_can_be_shared(person: Open) -> None:
    ada = person(permissions=["clipboard-read", "clipboard-write"])
    page = ada.page
    game = ada.finished_game("birmingham", 4)
    page.goto(f"/game/{game}?pace=instant")
    page.wait_for_selector("dialog[open] .charts")
    told = ada.ask(f"/api/games/{game}")
    winner = next(seat["name"] for seat in told["seats"] if seat["seat"] == told["standings"][0][0])
    assert page.locator("[data-part=story]").inner_text().startswith(winner)
    page.get_by_role("img", name="Expected points").wait_for()
    with page.expect_download() as waiting:
        page.locator("[data-act=picture]").click()
    picture = Path(waiting.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 50_000
    page.locator("[data-act=replay-link]").click()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith(f"/game/{game}?history")


def test_the_points_say_whose_they_are_on_a_phone_too(person: Open) -> None:
    ada = person(phone=True)
    page = ada.page
    page.goto(f"/game/{ada.finished_game('birmingham', 4)}?pace=instant")
    page.wait_for_selector("dialog[open] tbody")
    told = page.locator("dialog .names").inner_text()  # of what is not shown this is empty
    assert [name for name in ("Brindley", "Telford", "Stephenson", "Jessop") if name not in told] == []
    assert page.evaluate(OUT_OF_SIGHT, ["dialog .names span"]) == []
