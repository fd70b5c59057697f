"""What is made of a finished game: its picture, and what each round promised."""

from __future__ import annotations

from grandjunction.pictures.palette import palette
from tests.server.support import Browser, until


def finished(one: Browser, ruleset: str, players: int) -> str:
    seats = [{"kind": "bot", "bot": "random", "name": f"<{n}>"} for n in range(players)]
    game: str = one.new_game(*seats, ruleset=ruleset, seed="after")["game"]
    until(lambda: one.table(game)["over"])
    return game


def test_a_finished_game_has_a_picture_with_its_links_and_names(anna: Browser) -> None:
    game = finished(anna, "birmingham-introductory", 2)
    svg = anna.game("GET", game, "/picture?theme=night&lang=pl")
    assert svg.startswith("<svg")
    assert "&lt;0&gt;" in svg
    assert "<0>" not in svg
    log = anna.game("GET", game, "/log")
    lifted = [event["line"] for event in log[-1]["events"] if event["event"] == "lifted"]
    assert lifted
    day, bare = anna.game("GET", game, "/picture"), anna.game("GET", game, "/picture?theme=day&lang=xx")
    assert "see the result" not in day
    seat = anna.table(game)["standings"][0][0]
    vp = next(one["vp"] for one in anna.table(game)["state"] if one["seat"] == seat)
    assert f"&lt;{'AB'.index(seat)}&gt;: {vp} VP" in day
    assert day == bare  # an unknown language is English
    anna.game("GET", game, "/picture?theme=dusk", expect=422)


def test_the_picture_has_the_players_colours(anna: Browser) -> None:
    bot = {"kind": "bot", "bot": "random"}
    seats = [{**bot, "name": "P", "colour": "purple"}, {**bot, "name": "T", "colour": "teal"}]
    game: str = anna.new_game(*seats, ruleset="birmingham-introductory", seed="after")["game"]
    until(lambda: anna.table(game)["over"])
    svg = anna.game("GET", game, "/picture")
    day = palette("day")
    red, yellow, teal, purple = (seat.tile for seat in day.seats)
    assert purple in svg
    assert teal in svg
    assert red not in svg
    assert yellow not in svg


def test_what_each_round_promised_is_told_when_the_game_is_over(anna: Browser) -> None:
    game = finished(anna, "birmingham-introductory", 2)
    table = anna.table(game)
    told = anna.game("GET", game, "/expected")
    assert [(one["era"], one["round"]) for one in told] == [("canal", n + 1) for n in range(table["rounds"])]
    assert all(len(one["vp"]) == 2 for one in told)


def test_nothing_is_told_of_a_game_that_goes_on(anna: Browser) -> None:
    game = anna.new_game("me", "person")["game"]
    for path in ("/picture", "/expected"):
        assert anna.game("GET", game, path, expect=409)["error"] == "not_over"
