"""Choices made on the board: where things come from, who buys, and all of it by the keyboard."""

from __future__ import annotations

import re
from collections import defaultdict
from random import Random

import pytest

from grandjunction.core.ruleset import ACTION
from grandjunction.core.state import State
from grandjunction.server.messages import Choice
from tests.e2e.conftest import Open
from tests.e2e.moments import at_moment
from tests.e2e.table import Table


def units(table: Table) -> list[str]:
    """What the server has drafted."""
    found: list[str] = table.page.evaluate(
        "async (game) => (await (await fetch(`/api/games/${game}`)).json()).draft.units", table.game
    )
    return found


def tiles_of(choice: Choice) -> set[str]:
    """The tiles from which it takes something."""
    return {source for source in choice.coal + choice.iron + choice.beer if "." in source}


def either_source(state: State, choices: list[Choice]) -> Choice | None:
    """Something that can take what it needs from one tile or from another."""
    same: dict[tuple[str | None, ...], list[Choice]] = defaultdict(list)
    for one in choices:
        if tiles_of(one):
            same[(one.verb, one.slot, one.line, one.industry, one.merchant, one.port)].append(one)
    return next(
        (ones[-1] for ones in same.values() if len(set(map(frozenset, map(tiles_of, ones)))) > 1), None
    )


@pytest.mark.parametrize(("ruleset", "players"), [("birmingham", 4), ("lancashire-2018", 3)])
def test_the_tile_that_something_comes_from_is_clicked(person: Open, ruleset: str, players: int) -> None:
    ada = person()
    table, choice = at_moment(ada, ada.finished_game(ruleset, players, "greedy"), either_source)
    table.make(choice)
    for slot in tiles_of(choice):
        assert table.page.locator(f'.slot.chosen [data-thing="slot:{slot}"]').count() == 1
    table.act("confirm")
    table.page.wait_for_selector(".draft li")
    assert re.sub(" card [a-z_]+", "", units(table)[0]) == choice.move


def sale_abroad(state: State, choices: list[Choice]) -> Choice | None:
    """A sale to the distant market, with another action to follow."""
    if state.decision != ACTION or state.actions_left < 2:
        return None
    return next((one for one in choices if one.port == "distant"), None)


def test_a_sale_abroad_turns_up_a_tile_and_is_final(person: Open) -> None:
    ada = person()
    table, choice = at_moment(ada, ada.finished_game("lancashire-2018", 3, "greedy"), sale_abroad)
    page = table.page
    table.make(choice)
    assert "can no longer be undone" in page.locator(".seal").inner_text()
    table.act("confirm")
    # The mill turns its front away before its back turns up; it never vanishes.
    page.wait_for_selector(f'.slot:has([data-thing="slot:{choice.slot}"]) .turning', state="attached")
    page.wait_for_selector(".sealed li >> nth=1")  # the sale, and what the tile did to the demand
    assert "distant market" in page.locator(".sealed li").first.inner_text()
    table.ready()
    assert page.locator("[data-act=undo]").count() == 0
    assert units(table) == []


def test_two_rounds_are_played_without_a_mouse(person: Open) -> None:
    """By Tab, Enter and the letters alone."""
    ada = person()
    table = ada.begin("birmingham-introductory", ["me", "greedy"], seed="keys")
    page = table.page
    table.ready()

    def walk_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("(to) => document.activeElement.matches(to)", selector):
                return
        raise AssertionError(f"Tab never comes to {selector}")

    # Before an action is begun the board is one stop, not one for each of its lit things.
    page.locator(".frame").focus()
    stops = 0
    while not page.evaluate("() => document.activeElement.matches('[data-verb]')"):
        page.keyboard.press("Tab")
        stops += 1
    assert stops < 8
    # Then the arrows go from one thing that can be chosen to the next.
    page.keyboard.press("1")
    page.locator(".frame").focus()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.closest('.lit') !== null")
    page.keyboard.press("Escape")
    before = len(table.built())
    page.keyboard.press("1")
    walk_to(".slot [data-thing]")
    page.keyboard.press("Enter")
    while not page.locator("[data-act=confirm]").count():
        walk_to("[data-option], .track.lit, .card.lit")
        page.keyboard.press("Enter")
    page.keyboard.press("c")
    page.wait_for_selector(".draft li")
    assert len(table.built()) == before + 1
    page.keyboard.press("u")
    page.wait_for_selector(".draft li", state="detached")
    table.ready()
    page.keyboard.press("h")
    page.wait_for_selector("[data-part=hint]")
    walk_to("[data-part=hint] .button")
    page.keyboard.press("Enter")
    walk_to("[data-act=confirm]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".draft li")
    table.ready()
    assert page.evaluate("() => document.activeElement !== document.body")  # though its button has gone
    page.keyboard.press("e")
    page.wait_for_function("() => document.querySelector('[data-act=end]') === null")
    table.ready()
    for done, key in enumerate("57", 1):  # a loan and a pass: the second round has two actions
        page.keyboard.press(key)
        while not page.locator("[data-act=confirm]").count():
            walk_to("[data-option], .card.lit")
            page.keyboard.press("Enter")
        page.keyboard.press("c")
        page.wait_for_function(f"() => document.querySelectorAll('.draft li').length >= {done}")
        table.ready()
    page.keyboard.press("e")
    page.wait_for_function("() => document.querySelector('[data-act=end]') === null")


def test_develop_starts_nothing_else_and_ends_when_another_action_begins(person: Open) -> None:
    ada = person()
    game = ada.start("birmingham-introductory", ["me", "greedy"], seed="turns")
    ada.turn_unseen(game, "build")
    table = ada.sit(game)
    page = table.page
    table.ready()
    page.locator("[data-verb=develop]").click()
    faded = page.locator(".track.faded")
    assert faded.count() > 0  # a pottery with a light bulb
    faded.first.click()
    page.wait_for_selector(".notice.no")
    assert page.locator("[data-verb=develop].chosen").count() == 1
    page.locator("[data-verb=build]").click()
    space = table.lit()["things"][0]
    page.locator("[data-verb=link]").click()
    line = table.lit()["things"][0]
    table.choose("develop", Random(2))
    table.ready()
    table.click(space)  # on the map too, but not for want of the card that was just spent
    page.wait_for_selector(".notice.no >> text=Burton")
    table.ready()
    assert table.prompt.startswith("You may develop a second tile")
    faded = page.locator("[data-verb=sell].faded")  # only what leads somewhere looks possible
    faded.click(force=True)  # it cannot be done: the Develop can go on
    page.wait_for_function(
        "() => document.querySelector('.notice.no')?.innerText.includes('Burton') === false"
    )
    table.ready()
    assert table.prompt.startswith("You may develop a second tile")
    table.click(line)
    page.wait_for_selector(f'.chosen [data-thing="{line["id"]}"]', state="attached")
    assert len(table.drafted()) == 1
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelector('.line.chosen') === null")
    table.ready()
    page.locator("[data-verb=loan]").click()
    page.wait_for_selector("[data-verb=loan].chosen")
    assert len(table.drafted()) == 1
    table.choose("loan", Random(2))
    table.ready()
    assert table.prompt.startswith("All actions are done")


def test_a_click_on_what_is_faded_begins_no_other_action(person: Open) -> None:
    """During Build a faded link belongs to Network; during Network a faded space belongs to Build."""
    ada = person()
    table = ada.begin("birmingham-introductory", ["me", "greedy"], seed="turns")
    page = table.page
    table.ready()
    free = table.lit()["things"]  # before an action is chosen, everything possible glows
    line = next(one for one in free if one["id"].startswith("line:"))
    space = next(one for one in free if one["id"].startswith("slot:"))
    for verb, thing, other in (("build", line, "Network"), ("link", space, "Build")):
        page.locator(f"[data-verb={verb}]").click()
        page.wait_for_selector(f'.faded [data-thing="{thing["id"]}"]', state="attached")
        table.click(thing)
        page.wait_for_selector(f".notice >> text={other}")
        assert page.locator(f"[data-verb={verb}].chosen").count() == 1
        assert page.locator(".line.chosen, .slot.chosen").count() == 0
    page.locator("[data-verb=link]").click()  # the action is taken back
    table.click(line)
    page.wait_for_selector(f'.chosen [data-thing="{line["id"]}"]', state="attached")
    table.click(space)
    page.wait_for_selector(".notice >> text=Build")
    assert page.locator(".slot.chosen").count() == 0
    assert page.locator(f'.chosen [data-thing="{line["id"]}"]').count() == 1


def test_scout_says_which_of_its_cards_is_asked_for(person: Open) -> None:
    ada = person()
    table = ada.begin("birmingham-introductory", ["me", "greedy"], seed="scouted")
    table.ready()
    table.page.locator("[data-verb=scout]").click()
    for number in (1, 2):
        assert f"card {number} of 3" in table.prompt
        table.page.locator(".card.lit").first.click()
    table.choose("scout", Random(1))
    table.page.wait_for_selector(".draft li")
    wild = table.page.locator(".card.wild .picture").evaluate_all("all => all.map((one) => one.innerHTML)")
    assert len(wild) == len(set(wild)) == 2  # any place, any industry


def test_a_space_is_built_on_for_one_card_unless_two_are_asked_for(person: Open) -> None:
    ada = person()
    game = ada.start("lancashire-2018", ["me", "greedy"], seed="two cards")
    ada.turn_unseen(game, "loan")
    table = ada.sit(game)
    table.ready()
    choices = ada.ask(f"/api/games/{game}/choices")["choices"]
    one = {choice["slot"] for choice in choices if choice["verb"] == "build"}
    two = {choice["slot"] for choice in choices if choice["verb"] == "build_anywhere"}
    assert one < two

    def glows() -> set[str]:
        page = table.page
        found = page.locator(".slot:is(.lit, .also) [data-thing]").all()
        return {str(thing.get_attribute("data-thing"))[5:] for thing in found}

    assert glows() == one
    table.page.locator("[data-verb=build_anywhere]").click()
    assert glows() == two
    rules = table.page.locator("header nav a[href*=rules]").get_attribute("href")
    table.page.goto(str(rules))  # from the table, those of its game are opened
    table.page.locator("h2:text-is('Sell cotton')").wait_for()
