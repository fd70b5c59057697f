"""Every page of the table, in the states in which it looks different."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.e2e.table import Person


@dataclass(frozen=True)
class Games:
    """The games whose pages are looked at: one of one's own, and one of each board that is over."""

    own: str
    midlands: str
    lancashire: str
    open: str
    invite: str


def prepare(one: Person) -> Games:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "greedy", "name": "Brindley"}]
    own = one.ask("/api/games", {"ruleset": "birmingham", "seed": "pages", "seats": seats})["game"]
    waiting = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    joined = one.ask("/api/games", {"ruleset": "lancashire-2018", "seats": waiting})
    return Games(
        own=own,
        midlands=one.finished_game("birmingham", 4),
        lancashire=one.finished_game("lancashire-2018", 3),
        open=joined["game"],
        invite=joined["invites"][0]["path"],
    )


def _chosen(one: Person) -> None:
    """Something picked, with its price and what comes of it."""
    table = one.seat()
    if one.page.locator(".grip").count():
        one.page.locator(".grip").press("ArrowUp")
    table.ready()
    one.page.locator("[data-verb=loan]").click()
    table.pick(table.lit(), Random(1))
    one.page.wait_for_selector("[data-act=confirm]")


def _hint(one: Person) -> None:
    one.page.keyboard.press("h")
    one.page.wait_for_selector("[data-part=hint][aria-busy=false]")


def _settings(one: Person) -> None:
    one.page.locator("[aria-controls=settings]").click()
    one.page.wait_for_selector("#settings")


def _result(one: Person) -> None:
    one.page.wait_for_selector("dialog[open] figure, dialog[open] .charts")


def _links(one: Person) -> None:
    _raise(one)
    one.page.locator("#tab-links").click()
    one.page.wait_for_selector("[data-link=watch]")


def _open_seat(one: Person) -> None:
    _raise(one)
    one.page.wait_for_selector("[data-link=invite-B]")


def _chat(one: Person) -> None:
    _raise(one)
    one.page.locator("#tab-chat").click()


def _raise(one: Person) -> None:
    grip = one.page.locator(".grip")
    if grip.count():
        grip.press("ArrowUp")
        grip.press("ArrowUp")


def _mats(one: Person) -> None:
    """The whole mat of the other player."""
    if one.page.locator(".grip").count():
        one.page.locator(".grip").press("ArrowUp")
    one.page.locator("[data-act=mat]").click()
    one.page.locator("dialog [data-mat=B]").click()


def _cards(one: Person) -> None:
    _mats(one)
    one.page.locator("#tab-cards").click()


def _score(one: Person) -> None:
    _mats(one)
    one.page.locator("#tab-score").click()


def _none(one: Person) -> None:
    pass


@dataclass(frozen=True)
class Look:
    name: str
    path: Callable[[Games], str]
    until: str  # shown once the page is there
    then: Callable[[Person], None] = _none
    new: str = "html"  # what other looks do not have
    stays: bool = False  # on the page of the look before it


LOOKS: Final = (
    Look("home", lambda games: "/", ".card"),
    Look("settings", lambda games: "/", ".card", _settings, "#settings", stays=True),
    Look("notices", lambda games: "/notices", "[data-switch]"),
    Look("new game", lambda games: "/new", "[data-act=start]"),
    Look("nights", lambda games: "/rest", "[data-act=save]"),
    Look("joining", lambda games: games.invite, "[data-act=join]"),
    Look("rules", lambda games: "/rules", "main li"),
    Look("a rule", lambda games: "/rules/B-COAL-05", "li.wanted", _none, "li.wanted"),
    Look("analysis", lambda games: "/analysis", "[data-part=paste]"),
    Look("analysis board", lambda games: f"/analysis?game={games.midlands}&ply=252", "[data-act=best]"),
    Look("no such game", lambda games: "/game/AAAAAAAAAAAAAAAA", "main.missing h1"),
    Look("waiting", lambda games: f"/game/{games.open}", "[data-thing]", _open_seat),
    Look("your turn", lambda games: f"/game/{games.own}", "[data-verb]"),
    Look("chosen", lambda games: f"/game/{games.own}", "section[aria-busy=false]", _chosen, stays=True),
    Look("hint", lambda games: f"/game/{games.own}", "section[aria-busy=false]", _hint, "[data-part=hint]"),
    Look("guide", lambda games: f"/game/{games.own}?guide", ".guide", _none, ".guide"),
    Look("chat", lambda games: f"/game/{games.own}", "[data-thing]", _chat, "[role=tabpanel]"),
    Look("links", lambda games: f"/game/{games.own}", "[data-thing]", _links, "[role=tabpanel]", stays=True),
    Look("mats", lambda games: f"/game/{games.own}", "[data-thing]", _mats, "dialog", stays=True),
    Look("cards", lambda games: f"/game/{games.midlands}?ply=250", "[data-thing]", _cards, "dialog"),
    Look("score", lambda games: f"/game/{games.lancashire}?ply=120", "[data-thing]", _score, "dialog"),
    Look("review", lambda games: f"/game/{games.midlands}/review", "main [data-act=review]"),
    Look("result", lambda games: f"/game/{games.midlands}", "dialog[open]", _result, "dialog"),
    Look("Midlands in history", lambda games: f"/game/{games.midlands}?ply=250", "[data-act=fork-hot]"),
    Look("Lancashire in history", lambda games: f"/game/{games.lancashire}?ply=120", "[data-act=fork-hot]"),
)


def visit(one: Person, look: Look, games: Games) -> None:
    path = look.path(games)
    if not look.stays:
        one.page.goto(path + ("&" if "?" in path else "?") + "pace=instant")
    one.page.wait_for_selector(look.until, state="attached")
    look.then(one)
    one.page.evaluate("() => document.fonts.ready")
