"""Open information that is too long for the table: whole mats, cards, and the score as it stands."""

from __future__ import annotations

import re
from random import Random

from tests.e2e.conftest import Open
from tests.e2e.moments import at_moment
from tests.e2e.table import Json
from tests.e2e.test_choosing import sale_abroad

ROWS = """() => Object.fromEntries([...document.querySelectorAll('dialog [data-tile]')].map((row) =>
  [row.dataset.tile, [...row.querySelectorAll('td')].map((cell) =>
    (cell.querySelector('.hidden') ?? cell).innerText.trim())]))"""


def test_every_player_has_a_whole_mat(person: Open) -> None:
    ada = person()
    game = ada.start("birmingham", ["me", "greedy", "greedy"], seed="mats")
    for _ in range(3):
        ada.turn_unseen(game, "develop")
    table = ada.sit(game)
    page = table.page
    table.ready()
    info = ada.ask("/api/rulesets/birmingham")
    now = ada.ask(f"/api/games/{game}")
    assert page.locator(".mat .whose").inner_text().startswith("A\nYour mat")
    for state in now["state"]:
        if state["seat"] != "A":
            page.locator(f".player:has(.badge:text-is('{state['seat']}'))").click()
        who = next(seat["name"] for seat in now["seats"] if seat["seat"] == state["seat"])
        assert (who if state["seat"] != "A" else "Your mat") in page.locator(".mat .whose").inner_text()
        page.locator("[data-act=mat]").click()
        assert (who if state["seat"] != "A" else "Your") in page.locator("dialog h3").inner_text()
        rows = page.evaluate(ROWS)
        left = {track["industry"]: track["left"] for track in state["mat"]}
        assert set(rows) == {tile["id"] for tile in info["tiles"]}
        for tile in info["tiles"]:
            assert rows[tile["id"]] == _figures(info, tile, left), tile["id"]
        bulbs = page.locator("dialog tr:has([data-bulb])").all()
        assert {row.get_attribute("data-tile") for row in bulbs} == {"pottery.1", "pottery.3"}
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    assert "Your mat" not in page.locator(".mat .whose").inner_text()
    table.choose("loan", Random(1))  # a rival's mat is still shown …
    table.turn(Random(1), ["loan", "pass"])
    table.ready()
    assert "Your mat" in page.locator(".mat .whose").inner_text()  # … until the next turn comes


def test_the_own_mat_comes_back_in_a_turn_that_follows_the_own(person: Open) -> None:
    ada = person()
    game = next(
        game
        for game in (ada.start("birmingham", ["me", "greedy"], seed=f"last {n}") for n in range(20))
        if ada.turn_comes(game)["order"] == ["B", "A"]
    )
    table = ada.sit(game)
    table.ready()
    table.page.locator(".player[data-seat=B]").click()
    assert "Your mat" not in table.page.locator(".mat .whose").inner_text()
    table.turn(Random(1), ["pass"])  # with nothing spent, the next round begins with this player
    table.page.wait_for_function("() => document.querySelector('header').innerText.includes('Round 2 of')")
    table.page.locator(".mat .whose:has-text('Your mat')").wait_for()
    now = ada.ask(f"/api/games/{game}")
    assert (now["round"], now["order"]) == (2, ["A", "B"])


def _figures(info: Json, tile: Json, left: dict[str, dict[str, int]]) -> list[str]:
    """The cells of a tile's row: cost, coal, iron, beer or what it makes, VP, income, links, how many."""

    def count(number: int) -> str:
        return str(number) if number else "–"

    made = [tile["stock"][era] for era in tile["eras"]]
    makes = str(made[0]) if len(set(made)) == 1 else f"Canal Era: {made[0]}, Rail Era: {made[1]}"
    fourth = makes if tile["industry"] in info["makes"] else count(tile["beer"])
    cells = [str(tile["cost"]), count(tile["coal"]), count(tile["iron"]), fourth]
    cells += [str(tile["vp"]), str(tile["income"]), count(tile["icons"])]
    return [*cells, str(left[tile["industry"]].get(str(tile["level"]), 0))]


def test_develop_says_what_comes_next(person: Open) -> None:
    ada = person()
    game = ada.start("birmingham", ["me", "greedy"], seed="mats")
    ada.turn_unseen(game, "loan")
    table = ada.sit(game)
    page = table.page
    table.ready()
    page.locator("[data-verb=develop]").click()
    assert page.locator("[data-industry=manufacturer] [data-part=then]").inner_text() == "→ II £10"
    page.locator("[data-industry=manufacturer]").click()
    for _ in range(4):
        if page.locator("[data-part=deal]").count():
            break
        table.pick(table.lit(), Random(1))
    assert "Next: Manufacturer\u00a0II, £10, iron × 1" in page.locator("[data-part=deal]").inner_text()


def test_the_score_if_the_era_ended_now(person: Open) -> None:
    ada = person()
    game = ada.finished_game("birmingham", 4)
    moments = ada.ask(f"/api/games/{game}/history")
    rail = [moment["ply"] for moment in moments if moment["era"] == "rail"]
    ply = rail[len(rail) // 2]
    ada.page.goto(f"/game/{game}?ply={ply}")
    ada.seat().loaded()
    ada.page.locator("[data-act=overview]").click()
    ada.page.locator("#tab-score").click()
    told = ada.ask(f"/api/games/{game}?ply={ply}")
    assert any(line["source"] == "links" for line in told["scored_now"])
    for state in told["state"]:
        seat = state["seat"]
        then = state["vp"] + sum(line["vp"] for line in told["scored_now"] if line["seat"] == seat)
        assert ada.page.locator(f"[data-then={seat}]").inner_text() == str(then)
        panel = ada.page.locator(f".player:has(.badge:text-is('{seat}')) .fact.vp").inner_text()
        assert re.sub(r"\s", "", panel) == (f"{state['vp']}→{then}" if then != state["vp"] else str(then))
    assert ada.page.locator("dialog .track .marker").count() == 8


def test_cards_played_and_not_seen(person: Open) -> None:
    ada = person()
    game = ada.start("birmingham", ["me", "greedy", "greedy"], seed="cards")
    ada.turn_unseen(game, "build")
    table = ada.sit(game)
    page = table.page
    table.ready()
    now = ada.ask(f"/api/games/{game}")
    page.locator("[data-act=overview]").click()
    page.locator("#tab-cards").click()
    for state in now["state"]:
        shown = page.locator(f"[data-discards={state['seat']}] li:not(.none)").count()
        assert shown == len(state["discards"]) + len(state["wilds"])
    hidden = sum(state["hand_size"] - len(state["wilds"]) for state in now["state"] if state["seat"] != "A")
    unseen = now["deck_size"] + now["aside_size"] + hidden
    assert f": {unseen}" in page.locator("[data-part=unseen] h3").inner_text()
    page.locator("[data-order=name]").click()
    page.keyboard.press("Escape")
    names = page.locator(".hand .card").evaluate_all("(cards) => cards.map((card) => card.ariaLabel)")
    assert names == sorted(names)


def test_the_odds_of_the_distant_market(person: Open) -> None:
    ada = person()
    table, choice = at_moment(ada, ada.finished_game("lancashire-2018", 3, "greedy"), sale_abroad)
    table.make(choice)
    said = table.page.locator("[data-part=odds]").inner_text()
    total = sum(outcome.weight for outcome in choice.outcomes)
    sold = sum(
        outcome.weight
        for outcome in choice.outcomes
        if any(event["event"] == "flipped" for event in outcome.effects)
    )
    assert f"Chance of a sale: {round(100 * sold / total)}" in said
    assert sum(int(n) for n in re.findall(rf"(\d+) of {total} tiles", said)) == total
