"""The analysis board: a record is left for a variation, its best turns are shown, and the study is shared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grandjunction as gj
from tests.e2e.conftest import Open

RECORD = (Path(__file__).parents[2] / "records" / "birmingham-2.gj").read_text()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_study(person: Open, phone: bool) -> None:
    ada = person(phone=phone)
    page = ada.page
    page.goto("/")
    page.locator("[data-act=analysis]").click()
    page.locator("[data-part=paste]").fill(RECORD)
    page.locator("[data-act=open]").click()
    moves = page.locator("[data-move]")
    moves.nth(30).wait_for()
    page.wait_for_selector("[data-verb=loan]")  # it opens after the set-up
    # The first move of a seat is taken back, and another one made in its place.
    first = page.locator("[data-move]:not(.chance)").first
    played = first.get_attribute("data-move")
    first.click()
    page.wait_for_function(
        "() => document.querySelector('[aria-current]')?.dataset.move?.startsWith('build')"
    )
    page.wait_for_selector("[data-verb=loan]", state="detached")
    page.locator("[data-act=back]").click()
    page.locator("[data-verb=loan]").click()
    page.locator(".card.lit").first.click()
    page.locator("[data-act=confirm]").click()
    page.wait_for_selector(".variation [data-move^='loan']")
    drawn = page.locator(".variation [data-move^='draw']")
    assert drawn.count() >= 1, "chance has drawn by itself"
    page.locator("[data-act=back]").click()
    # What the judge finds is played on the board.
    page.locator("[data-act=best]").click()
    page.locator("[data-turn='0'] [data-act=show]").click()
    page.wait_for_selector("[data-act=draw]")
    page.locator("[data-chance]").first.click()
    page.wait_for_selector("[aria-current][data-move^='draw']")
    page.locator("[data-part=note]").fill("What the judge likes")
    page.locator("[data-act=promote]").click()
    page.wait_for_selector(f".variation [data-move='{played}']")
    page.locator("[data-part=title]").fill("A first turn")
    page.locator("[data-act=store]").click()
    link = page.locator("[data-link=study]").input_value()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Somebody else reads it, and may not change it.
    ben = person(phone=phone)
    ben.page.goto(link)
    ben.page.get_by_text("What the judge likes").first.wait_for()
    # It opens at the moment it was stored at.
    ben.page.wait_for_selector("[aria-current][data-move^='draw']")
    ben.page.locator("[data-act=store]").get_by_text("Store a copy").wait_for()
    assert ben.page.locator("[data-act=delete-study]").count() == 0


def test_a_running_game_of_other_people_is_refused(person: Open) -> None:
    ada = person()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    game = ada.ask("/api/games", {"ruleset": "birmingham", "seats": seats})["game"]
    ada.expected = "403"
    ada.page.goto(f"/analysis?game={game}")
    ada.page.get_by_role("alert").get_by_text("when it is over").wait_for()


@pytest.mark.parametrize("width", [1366, 1024])
def test_a_laptop_shows_mats_and_players_as_in_a_game(person: Open, width: int) -> None:
    page = person(size={"width": width, "height": 768}).page
    page.goto("/analysis")
    page.locator("[data-part=paste]").fill(gj.read_record(RECORD).at(60).state.to_position())
    page.locator("[data-act=open]").click()
    page.locator("[data-verb=loan]").wait_for()
    wide = width == 1366
    title = page.locator(".mat [data-industry=iron] .title")
    assert title.is_visible() == wide, "where there is room for it"
    assert page.locator("aside [data-seat]").count() == (2 if wide else 0)
    # A seat that has no name but its letter is not written twice.
    for seat in ("A", "B"):
        shown = page.locator(f"[data-seat={seat}]").evaluate(
            "one => [...one.querySelectorAll('.badge, .name')].map((part) => part.innerText).join('')"
        )
        assert shown == seat


def test_a_position_is_edited(person: Open) -> None:
    ada = person()
    page = ada.page
    page.goto("/analysis")
    page.locator("[data-part=paste]").fill(gj.read_record(RECORD).at(60).state.to_position())
    page.locator("[data-act=open]").click()
    page.locator("[data-act=edit]").click()
    text = page.locator("[data-part=position]")
    page.locator("[data-field='seat A pounds']").fill("77")
    page.wait_for_selector("[data-act=analyse]:enabled")
    assert "seat A pounds 77 " in text.input_value()
    # A fault stands beside its field, and nothing can be analysed until it is mended.
    good = text.input_value()
    ada.expected = "422"
    page.locator("[data-field='turn A']").fill("9")
    page.wait_for_selector("[data-fault='turn']")
    assert page.locator("[data-act=analyse]").is_disabled()
    text.fill(good)
    page.locator("[data-field='market coal']").fill("15")
    fault = page.locator("[data-part=course] [data-fault=market]")
    fault.get_by_text("it has only 14 spaces").wait_for()
    assert fault.get_by_role("link").get_attribute("href") == "/rules/B-SETUP-08"
    text.fill(good)
    page.wait_for_selector("[data-act=analyse]:enabled")
    page.locator("[data-act=analyse]").click()
    page.locator("[data-seat=A]").get_by_text("£77").first.wait_for()


def test_an_empty_board_is_edited_on_a_phone_in_another_language(person: Open) -> None:
    ada = person(phone=True, locale="pl-PL")
    page = ada.page
    page.goto("/analysis")
    page.locator("select").first.select_option("lancashire-2018")
    page.locator("[data-act=edit-empty]").click()
    page.wait_for_selector("[data-act=analyse]:enabled")
    text = page.locator("[data-part=position]")
    assert "ruleset lancashire-2018" in text.input_value()
    # The marker of the distant market follows from its tiles; in round 1 none can have been turned up.
    ada.expected = "422"
    page.locator("[data-field='demand 2']").fill("2")
    page.locator("[data-fault=demand]").get_by_text("nie mógł być jeszcze odkryty").wait_for()
    assert "demand 2 left 0 1 2 3 1" in text.input_value()
    page.locator("[data-field='era canal round']").fill("2")
    page.locator("[data-field='turn A'], [data-field='turn B']").fill("2")
    page.wait_for_selector("[data-act=analyse]:enabled")
    # A developed tile, and a card put aside that is one too many.
    page.locator("[data-field='mat B shipyard']").fill("5")
    card = re.findall(r"^deck ([^ *]+)", text.input_value(), re.MULTILINE)[0]
    page.locator("[data-field=aside] select").select_option(card)
    page.locator("[data-fault=aside]").get_by_text("L18-02").wait_for()
    page.locator(f"[data-field=aside] [data-card='{card}']").click()
    page.wait_for_selector("[data-act=analyse]:enabled")
    assert "mat B shipyard 1" in text.input_value()
