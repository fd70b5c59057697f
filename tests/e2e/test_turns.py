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
    assert table.prompt.startswith("All actions are done")
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


def test_what_was_undone_is_redone(person: Open) -> None:
    ada = person()
    table = second_turn(ada)
    page = table.page
    assert page.locator(".log .ply").first.inner_text() == "1"  # players' moves are counted, not nature's
    rnd = Random(5)
    table.unit(rnd, ["build"])
    table.ready()
    table.unit(rnd, ["loan"])
    table.ready()
    done = (table.hand(), table.built(), table.facts("pounds"), table.drafted())
    table.act("undo-all")
    table.ready()
    assert table.drafted() == []
    table.act("redo")
    table.ready()
    assert table.drafted() == done[3][:1]
    page.keyboard.press("Control+y")
    page.wait_for_function("() => document.querySelectorAll('.draft li').length === 2")
    table.ready()
    assert (table.hand(), table.built(), table.facts("pounds"), table.drafted()) == done
    assert page.locator("[data-act=redo]").count() == 0
    page.keyboard.press("Control+z")
    page.wait_for_selector("[data-act=redo]")
    table.ready()
    table.unit(rnd, ["pass"])  # another move: the one undone cannot follow it
    table.ready()
    assert page.locator("[data-act=redo]").count() == 0


def test_a_hint_ends_when_another_action_begins_and_places_answer(person: Open) -> None:
    ada = person()
    table = second_turn(ada)
    page = table.page
    page.locator(".plate.town, .plate").first.click(position={"x": 12, "y": 8}, force=True)
    page.wait_for_selector(".notice.info:not([data-part])")
    stood = page.locator("[data-verb=build]").bounding_box()
    table.act("hint")
    page.wait_for_selector("[data-part=hint]")
    assert page.locator("[data-verb=build]").bounding_box() == stood
    page.locator("[data-part=hint] .button").click()  # the move and its price are seen before it is made
    page.wait_for_selector("[data-act=confirm]")
    assert table.drafted() == []
    page.keyboard.press("Escape")
    table.act("hint")
    page.wait_for_selector("[data-part=hint]")
    hinted = ada.ask(f"/api/games/{table.game}/hint")["move"].split()[0]
    other = "loan" if hinted != "loan" else "pass"
    page.locator(f"[data-verb={other}]").click()
    page.wait_for_selector("[data-part=hint]", state="detached")


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
    lines = page.locator(".line.faded:not(.owned).open [data-thing]")
    assert lines.count() > 0
    lines.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice.no")
    assert "network" in page.locator(".notice.no p").first.inner_text()
    title = page.locator(".notice.no summary").inner_text()
    assert re.search(r"\S \(B-[A-Z]+-\d\d\)$", title)
    page.locator(".notice .close").click()
    table.act("clear")
    # Typed as a record writes it: the server refuses, and the game stays as it was.
    ada.expected = "422"
    page.get_by_role("button", name="Type a move").click()
    page.locator("form input[spellcheck=false]").fill("build iron leek.1 card leek")
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice.no")
    assert table.drafted() == []


def test_a_whole_action_that_is_impossible_names_the_nearest_cause(person: Open) -> None:
    ada = person()
    table = ada.begin(INTRO, ["me", "person"], seed="nothing to sell")
    page = table.page
    table.act("reveal")
    table.ready()
    stood = page.locator("[data-verb=sell]").bounding_box()
    page.locator("[data-verb=sell].faded").click(force=True)  # faded, but it answers
    page.wait_for_selector(".notice.no summary")
    assert page.locator("[data-verb=sell]").bounding_box() == stood  # nothing moves away under the pointer
    assert page.locator(".notice.no .number").evaluate("one => one.getClientRects().length") == 1
    assert "no unsold tile" in page.locator(".notice.no p").first.inner_text()
    assert page.locator(".notice.no summary").inner_text().endswith("(B-SELL-03)")
    ada.expected = "422"
    page.get_by_role("button", name="Type a move").click()
    typed = page.locator("form input[spellcheck=false]")
    typed.fill("build something somewhere")
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice.no p:has-text('written like this: build ')")
    form = page.locator(".notice.no p").first.inner_text().partition("like this: ")[2]
    for word, verb in (("sell", "sell"), ("Network", "link")):  # what is meant, though it be impossible
        typed.fill(word)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".notice.no p:has-text('written like this: {verb} ')")
    typed.fill(form)  # what it shows can be played
    page.keyboard.press("Enter")
    page.wait_for_selector(".draft li")


def test_a_move_is_typed_into_its_field_at_once(person: Open) -> None:
    """Elsewhere the letters are shortcuts: an e would end the turn."""
    ada = person()
    table = ada.begin("birmingham", ["me", "greedy"], seed="typed")
    page = table.page
    table.ready()
    table.choose("loan", Random(1))
    page.wait_for_selector("[data-act=end]")
    page.locator("button.quiet[aria-expanded=false]").click()
    page.keyboard.type("develop")
    assert page.locator("form.inline input").input_value() == "develop"
    assert page.locator("[data-act=end]").is_visible()


def test_who_opens_the_chat_can_write_at_once_and_starts_nothing(person: Open) -> None:
    ada = person()
    page = ada.begin("birmingham", ["me", "greedy"], seed="typed").page
    ada.seat().ready()
    page.get_by_role("tab", name="Chat").click()
    page.keyboard.type("hello 1")
    assert page.locator(".chat input").input_value() == "hello 1"
    page.get_by_role("tab", name="Log").click()
    page.keyboard.type("h1")  # nothing can be written there, but nothing begins either
    assert page.locator("[data-part=hint], .verb.chosen").count() == 0


def test_an_address_of_no_page_says_so(person: Open) -> None:
    ada = person()
    ada.expected = "404"
    ada.page.goto("/nothing")
    assert ada.page.locator("h1").inner_text() == "There is no such page."
    ada.page.locator("main a").click()
    ada.page.wait_for_selector(".hero")


def test_the_table_comes_back_after_the_server_was_killed(person: Open, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "games.db")
    ada = person(at=server)
    ada.expected = "ERR_CONNECTION"
    table = second_turn(ada)
    table.unit(Random(4), ["build"])
    table.ready()
    hand, drafted = table.hand(), table.drafted()
    server.kill()
    table.page.wait_for_selector(".offline")
    assert "No connection: retrying…" in table.page.locator(".offline").inner_text()
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


def test_a_turn_is_played_while_the_live_line_is_down(person: Open) -> None:
    ada = person()
    ada.page.route_web_socket(re.compile(r"/live(\?|$)"), lambda line: line.close())
    table = second_turn(ada)
    table.page.wait_for_selector(".offline")
    hand, logged = table.hand(), table.page.locator(".log .line").count()
    table.unit(Random(4), ["build"])
    table.ready()
    assert len(table.drafted()) == 1
    table.act("undo")
    table.ready()
    assert (table.hand(), table.drafted()) == (hand, [])
    for _ in range(2):
        table.unit(Random(4), ["loan"])
        table.ready()
    table.act("end")
    table.page.wait_for_function("() => document.querySelector('[data-act=end]') === null")
    table.page.wait_for_function(f"() => document.querySelectorAll('.log .line').length > {logged}")
    table.ready()  # the bot has moved, and it is Ada's turn again
