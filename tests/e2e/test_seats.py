"""Several people: at one screen, by invitation, on another device, watching."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.e2e.conftest import Open, Size
from tests.e2e.table import Person, Table
from tests.e2e.test_layouts import DESK, SIDE, UPRIGHT, name

INTRO = "birmingham-introductory"


def own_hand(one: Person, game: str, seat: str) -> list[str]:
    """The cards the server says a seat has; only its holder is told."""
    hands = one.ask(f"/api/games/{game}")["hands"]
    return list(hands.get(seat, []))


def link(table: Table, name: str) -> str:
    return table.page.locator(f"[data-link={name}]").input_value()


def links_tab(table: Table) -> None:
    table.page.get_by_role("tab", name="Share").click()


def test_two_people_at_one_screen_hand_it_over(person: Open) -> None:
    ada = person()
    table = ada.new_game(INTRO, ["me", "person"], seed="hot seat")
    rnd = Random(7)
    shown: dict[str, list[str]] = {}
    for _ in range(4):
        table.ready()
        curtain = table.page.get_by_role("dialog")
        assert curtain.is_visible()
        assert table.page.locator(".hand [data-card]").count() == 0  # nothing to peek at meanwhile
        acting = curtain.locator(".badge").inner_text()
        top = curtain.bounding_box()
        board = table.page.locator(".map").bounding_box()
        assert top is not None
        assert board is not None
        assert top["y"] >= board["y"] + board["height"] - 1  # the whole board stays in sight
        assert "hidden" in table.page.locator(".hand").inner_text()  # not that there are no cards
        assert "Hand the screen to" in table.prompt
        assert table.page.locator(".player .you").count() == 1
        table.act("reveal")
        curtain.wait_for(state="detached")
        shown[acting] = table.hand()
        assert "Your mat" in table.page.locator(".mat").inner_text()
        assert sorted(shown[acting]) == sorted(own_hand(ada, table.game, acting))
        table.turn(rnd, ["build", "link"])
        table.page.wait_for_selector("[data-act=reveal]")
    assert sorted(shown) == ["A", "B"]


@pytest.mark.parametrize("size", [DESK, UPRIGHT, SIDE], ids=name)
def test_a_curtain_neither_covers_nor_moves_the_board(person: Open, size: Size) -> None:
    ada = person(size=size)
    seats = [{"kind": "me", "name": "Isambard Kingdom Brunel"}, {"kind": "person", "name": "Ben"}]
    page = ada.page
    page.goto(f"/game/{ada.ask('/api/games', {'ruleset': 'birmingham', 'seats': seats})['game']}")
    ada.seat().loaded()
    curtain = page.get_by_role("dialog").bounding_box()
    board = page.locator(".map").bounding_box()
    assert curtain is not None
    assert board is not None
    below = curtain["y"] >= board["y"] + board["height"] - 1
    assert below or curtain["x"] >= board["x"] + board["width"] - 1
    page.locator("[data-act=reveal]").click()
    ada.seat().ready()
    assert page.locator(".map").bounding_box() == board


def test_an_invitation_brings_a_second_browser_to_the_table(person: Open) -> None:
    ada, ben, cem = person(), person(), person()
    at_ada = ada.new_game(INTRO, ["me", "open"], seed="invited")
    assert "Waiting" in at_ada.prompt or at_ada.page.locator("[data-link=invite-B]").is_visible()
    invite = link(at_ada, "invite-B")
    assert "serve --lan" in at_ada.page.locator("[data-part=loopback]").inner_text()
    ada.page.goto(invite)  # whoever already sits there is told so, and finds the way back
    assert "You already sit at this table as Ada" in ada.page.locator("[data-part=held]").inner_text()
    ada.page.locator("[data-act=back]").click()
    at_ada.loaded()
    at_ada.page.locator("[data-link=invite-B]").wait_for()
    ben.page.goto(f"{invite}?pace=instant")
    ben.page.wait_for_selector("main li")
    said = ben.page.locator("main").inner_text()
    assert "Birmingham: introductory game" in said
    assert "Invited by Ada" in said
    assert ben.page.locator("main li").count() == 2
    ben.page.get_by_label("Name").fill("Ben <b>bold</b>")
    ben.page.locator("[data-act=join]").click()
    ben.page.wait_for_url(re.compile("/game/"))
    at_ben = ben.seat()
    at_ben.loaded()
    at_ada.page.wait_for_selector(".player .person:text-is('Ben <b>bold</b>')")  # as typed, not as markup
    assert at_ada.page.locator("[data-link=invite-B]").count() == 0
    tables = {"A": (ada, at_ada), "B": (ben, at_ben)}
    for _ in range(4):
        acting = str(ada.ask(f"/api/games/{at_ada.game}")["to_act"])
        one, table = tables[acting]
        _, other = tables["B" if acting == "A" else "A"]
        table.page.bring_to_front()
        table.ready()
        assert sorted(table.hand()) == sorted(own_hand(one, table.game, acting))
        before = other.page.locator(".log .line").count()
        table.turn(Random(8), ["build", "link"])
        other.page.bring_to_front()
        other.page.wait_for_function(f"() => document.querySelectorAll('.log .line').length > {before}")
        other.page.wait_for_function(
            f"() => document.querySelectorAll('.standing').length === {len(table.built())}"
        )
        assert other.built() == table.built()
    cem.expected = "404"
    for path, says in ((invite, "has been used"), (invite[:-3] + "AAA", "not an invitation")):
        cem.page.goto(path)
        cem.page.wait_for_selector("[role=alert]")
        assert says in cem.page.locator("[role=alert]").inner_text()
        assert cem.page.locator("[data-act=join]").count() == 0  # nothing to click in vain


def test_whoever_watches_sees_the_game_and_no_hand(person: Open) -> None:
    ada, eve = person(), person()
    table = ada.begin(INTRO, ["me", "greedy"], seed="watched")
    table.ready()
    table.unit(Random(9), ["build"])
    table.ready()
    links_tab(table)
    eve.page.goto(f"{link(table, 'watch')}?pace=instant")
    watching = eve.seat()
    watching.loaded()
    assert watching.page.locator("[data-part=watching]").is_visible()
    assert watching.page.locator("[data-verb], [data-act=end], .hand [data-card]").count() == 0
    assert len(watching.built()) == len(table.built()) - 1  # a draft is nobody else's business
    assert not any(eve.ask(f"/api/games/{table.game}")["hands"].values())
    table.act("end")
    watching.page.wait_for_function(
        f"() => document.querySelectorAll('.standing').length >= {len(table.built())}"
    )


def test_a_seat_moves_to_another_device(person: Open) -> None:
    ada, phone = person(), person(phone=True)
    table = ada.begin(INTRO, ["me", "greedy"], seed="moved")
    table.ready()
    table.unit(Random(9), ["build"])
    table.ready()
    hand, built = table.hand(), table.built()
    links_tab(table)
    again = ada.tab()
    again.goto(link(table, "recovery-A"))  # where the seat is already, nothing can move
    assert "You already sit" in again.locator("[data-part=held]").inner_text()
    assert again.locator("[data-act=join]").count() == 0
    again.close()
    phone.page.goto(f"{link(table, 'recovery-A')}?pace=instant")
    phone.page.locator("[data-act=join]").click()
    phone.page.wait_for_url(re.compile("/game/"))
    moved = phone.seat()
    moved.loaded()
    moved.ready()
    assert moved.hand() == hand
    assert moved.built() == built  # the draft too
    table.page.wait_for_selector("[data-verb], [data-act=end]", state="detached")  # and no longer here
    assert table.page.locator(".hand [data-card]").count() == 0
    assert "another device" in table.page.locator("[data-part=lost]").inner_text()
    table.page.reload()
    table.page.wait_for_selector("[data-part=lost]")  # told also to one that was away
    moved.act("end")
    moved.page.wait_for_function("() => document.querySelector('[data-act=end]') === null")
    moved.ready()


def test_everyone_plays_in_their_favourite_colour(person: Open) -> None:
    ada, ben = person(), person(phone=True)
    for one, colour in ((ada, "Purple"), (ben, "Teal")):
        one.page.goto("/account")
        one.page.locator("form input[autocomplete=nickname]").fill(colour)
        one.page.get_by_label(colour, exact=True).check()
        one.page.locator("[data-act=save]").click()
        one.page.get_by_text("Saved.").wait_for()
    table = ada.new_game(INTRO, ["me", "open", "open"], seed="colours")
    seats = ada.ask(f"/api/games/{table.game}")["seats"]
    assert [seat["colour"] for seat in seats] == ["purple", "red", "yellow"]
    invite = ada.ask(f"/api/games/{table.game}/links")["invites"][0]["path"]
    ben.page.goto(invite)
    ben.page.locator("li.teal", has_text="your seat").wait_for()  # what they get is shown before
    ben.page.locator("[data-act=join]").click()
    ben.page.wait_for_url(re.compile("/game/"))
    table.page.locator(".player.teal[data-seat=B]").wait_for()
