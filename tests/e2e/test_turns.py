"""A turn in the making: taken back and done again, kept over reloads, refused with a reason."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from tests.e2e.conftest import Open, ServerProcess
from tests.e2e.table import Person, Table

INTRO = "birmingham-introductory"


def second_turn(ada: Person) -> Table:
    """A table at Ada's second turn, which has two actions."""
    game = ada.start(INTRO, ["me", "greedy"], seed="turns")
    ada.turn_unseen(game, "build")
    table = ada.sit(game)
    table.ready()
    return table


def test_a_turn_is_undone_step_by_step_and_done_again(person: Open) -> None:
    ada = person()
    table = second_turn(ada)
    hand, built, pounds = table.hand(), table.built(), table.facts("pounds")

    def two_actions() -> None:
        rnd = Random(5)
        table.unit(rnd, ["build"])
        table.ready()
        table.unit(rnd, ["loan"])
        table.ready()

    two_actions()
    done = (table.hand(), table.built(), table.facts("pounds"), table.drafted())
    assert done[:3] != (hand, built, pounds)
    assert table.prompt.startswith("Everything is done")
    table.act("undo")
    table.ready()
    assert len(table.drafted()) == 1
    table.act("undo")
    table.ready()
    assert (table.hand(), table.built(), table.facts("pounds"), table.drafted()) == (hand, built, pounds, [])
    two_actions()
    assert (table.hand(), table.built(), table.facts("pounds"), table.drafted()) == done
    table.act("undo-all")
    table.ready()
    assert (table.hand(), table.built(), table.facts("pounds"), table.drafted()) == (hand, built, pounds, [])


def test_a_reload_in_mid_turn_loses_nothing(person: Open) -> None:
    ada = person()
    table = second_turn(ada)
    table.unit(Random(4), ["build"])
    table.ready()
    before = (table.hand(), table.built(), table.facts("pounds"), table.drafted(), table.prompt)
    table.page.reload()
    table.loaded()
    table.ready()
    assert (table.hand(), table.built(), table.facts("pounds"), table.drafted(), table.prompt) == before
    table.unit(Random(4), ["loan"])
    table.ready()
    table.act("end")
    table.ready()


def test_two_tabs_of_one_seat_agree(person: Open) -> None:
    ada = person()
    one = second_turn(ada)
    two = ada.seat(ada.tab())
    two.page.goto(f"/game/{one.game}?pace=instant")
    two.loaded()
    two.ready()
    one.page.bring_to_front()
    one.unit(Random(4), ["build"])
    one.ready()
    two.page.bring_to_front()
    two.page.wait_for_selector(".draft li")
    assert two.drafted() == one.drafted()
    assert two.hand() == one.hand()
    two.ready()
    two.act("undo")
    one.page.bring_to_front()
    one.page.wait_for_selector(".draft li", state="detached")
    assert one.hand() == two.hand()


def test_a_refusal_says_why_and_names_its_rule(person: Open) -> None:
    ada = person()
    table = second_turn(ada)
    page = table.page
    page.locator("[data-verb=link]").click()
    lines = page.locator(".line.faded:not(.owned).open")
    assert lines.count() > 0
    lines.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice.no")
    assert "network" in page.locator(".notice.no p").first.inner_text()
    title = page.locator(".notice.no summary").inner_text()
    assert re.match(r"B-[A-Z]+-\d\d: \S", title)
    page.locator(".notice .close").click()
    table.act("clear")
    # Typed as a record writes it: the server refuses, and the game stays as it was.
    ada.expected = "422"
    page.get_by_role("button", name="Type a move").click()
    page.locator("form input[spellcheck=false]").fill("build iron leek.1 card leek")
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice.no")
    assert table.drafted() == []


def test_the_table_comes_back_after_the_server_was_away(person: Open, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "games.db")
    ada = person(at=server)
    ada.expected = "ERR_CONNECTION"
    table = second_turn(ada)
    table.unit(Random(4), ["build"])
    table.ready()
    hand, drafted = table.hand(), table.drafted()
    server.stop()
    table.page.wait_for_selector(".offline")
    again = ServerProcess(server.database, server.port)
    try:
        table.page.wait_for_selector(".offline", state="detached")
        assert (table.hand(), table.drafted()) == (hand, drafted)
        table.unit(Random(4), ["loan"])
        table.ready()
        table.act("end")
        table.page.wait_for_function("() => document.querySelector('[data-act=end]') === null")
        table.ready()
    finally:
        again.stop()
