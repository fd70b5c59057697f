"""What the map shows on request: what a player reaches, and a move before it is made."""

from __future__ import annotations

from grandjunction.core.state import State
from grandjunction.server.messages import Choice
from tests.e2e.conftest import Open
from tests.e2e.moments import at_moment


def coal_from_afar(state: State, choices: list[Choice]) -> Choice | None:
    """A build whose coal comes over a link, where nothing else can be built in that space."""
    for one in choices:
        beside = [other for other in choices if other.slot == one.slot and other.tile != one.tile]
        if one.verb == "build" and one.coal and not beside and one.coal[0] != "market":
            route = state.coal_routes(one.move)[0]
            if route.lines:
                return one
    return None


def test_a_player_s_reach_and_a_move_s_coal_are_drawn_on_the_map(person: Open) -> None:
    ada = person()
    page = ada.page
    table, choice = at_moment(ada, ada.finished_game("birmingham", 4), coal_from_afar)
    table.ready()
    told = {one["seat"]: one for one in ada.ask(f"/api/games/{table.game}/reach")}

    # A player's panel, pointed at: the network, what it joins, its beer, and what each link scores.
    seat = max(told, key=lambda one: len(told[one]["links"]))
    page.locator(f".player[data-seat={seat}]").hover()
    page.wait_for_selector(f"[data-reach={seat}]", state="attached")
    drawn = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-scores]')]
            .map((one) => [one.dataset.scores, Number(one.textContent)]))"""
    )
    assert drawn == told[seat]["links"]
    places = {one.get_attribute("data-place") for one in page.locator("[data-reach] [data-place]").all()}
    assert places == set(told[seat]["connected"])
    assert page.locator("[data-beer]").count() == len(told[seat]["beer"])
    assert str(len(told[seat]["network"])) in page.locator("[data-part=reach]").inner_text()
    page.locator(".prompt").hover()
    page.wait_for_selector("[data-reach]", state="detached")

    # A space, pointed at while its industry is picked: the tile as a ghost, and the way of its coal.
    page.locator("[data-verb=build]").click()
    page.locator(f'.track[data-industry="{choice.industry}"]').click()
    page.locator(f'[data-thing="slot:{choice.slot}"]').hover()
    page.wait_for_selector(f'[data-ghost="{choice.slot}"]', state="attached")
    page.wait_for_selector("[data-way]", state="attached")


def test_location_cards_tell_where_their_town_is(person: Open) -> None:
    ada = person()
    table = ada.begin("birmingham", ["me", "greedy"], "cards")
    places = {one["id"] for one in ada.ask("/api/rulesets/birmingham")["places"]}
    towns = [card for card in table.hand() if card in places]
    assert towns
    for card in towns:
        shown = ada.page.locator(f'.hand [data-card="{card}"]').first
        assert shown.locator("[data-part]").count() == 1
