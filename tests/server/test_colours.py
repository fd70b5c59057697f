"""Everyone plays in their favourite colour, unless somebody at the table has it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.sql import SqlStorage
from tests.server.postgres import postgres
from tests.server.support import Browser, Json, Server


def likes(one: Browser, colour: str) -> Browser:
    one.ask("PUT", "/api/account", {"colour": colour})
    return one


def colours(one: Browser, game: str) -> list[str]:
    return [seat["colour"] for seat in one.table(game)["seats"]]


def token(made: Json, seat: str) -> str:
    (found,) = [invite["token"] for invite in made["invites"] if invite["seat"] == seat]
    return str(found)


def join(one: Browser, made: Json, seat: str = "B") -> None:
    assert one.ask("POST", "/api/join", {"token": token(made, seat)})["seats"] == [seat]


def test_who_starts_a_game_gets_the_favourite_colour(anna: Browser) -> None:
    assert colours(anna, anna.new_game("greedy", "me")["game"]) == ["red", "yellow"]
    likes(anna, "purple")
    assert colours(anna, anna.new_game("greedy", "me")["game"]) == ["red", "purple"]
    assert colours(anna, anna.new_game("me", "me", "person")["game"]) == ["purple", "red", "yellow"]
    assert colours(anna, anna.ask("POST", "/api/guides", {"guide": "birmingham"})["game"]) == [
        "purple",
        "red",
    ]
    asked = {"kind": "me", "colour": "teal"}  # what is asked for comes first
    assert colours(anna, anna.new_game(asked, "greedy")["game"]) == ["teal", "red"]
    rival = {"kind": "bot", "bot": "greedy", "colour": "purple"}
    assert colours(anna, anna.new_game("me", rival)["game"]) == ["red", "purple"]


def test_who_joins_gets_the_favourite_colour_if_nobody_has_it(anna: Browser, ben: Browser) -> None:
    made = anna.new_game("me", "open", "open")
    likes(ben, "purple")
    seen = ben.ask("GET", f"/api/join/{token(made, 'B')}")["seats"]
    assert [seat["colour"] for seat in seen] == ["red", "purple", "teal"]
    assert colours(anna, made["game"]) == ["red", "yellow", "teal"]  # to look changes nothing
    join(ben, made)
    assert colours(anna, made["game"]) == ["red", "purple", "teal"]


def test_an_open_seat_gives_its_colour_and_keeps_its_link(
    server: Server, anna: Browser, ben: Browser
) -> None:
    made = anna.new_game("me", "open", "open")
    join(likes(ben, "teal"), made)
    assert colours(anna, made["game"]) == ["red", "teal", "yellow"]
    server.hall.forget(made["game"])  # what was shown is what is stored
    assert colours(anna, made["game"]) == ["red", "teal", "yellow"]
    cleo = Browser(server)
    join(cleo, made, "C")
    assert colours(cleo, made["game"]) == ["red", "teal", "yellow"]


@pytest.mark.parametrize("taken", ["me", "greedy"])
def test_nobody_loses_a_colour_to_who_comes_later(anna: Browser, ben: Browser, taken: str) -> None:
    made = anna.new_game(taken, "open", "me")
    join(likes(ben, "red"), made)
    assert colours(anna, made["game"]) == ["red", "yellow", "teal"]


def test_a_seat_from_another_device_keeps_its_colour(server: Server, anna: Browser) -> None:
    game = anna.new_game("me", "greedy")["game"]
    (link,) = anna.game("GET", game, "/links")["recovery"]
    phone = likes(Browser(server), "purple")
    assert phone.ask("GET", f"/api/join/{link['token']}")["seats"][0]["colour"] == "red"
    phone.ask("POST", "/api/join", {"token": link["token"]})
    assert colours(phone, game) == ["red", "yellow"]


@pytest.mark.parametrize("wish", ["purple", "yellow"])
def test_two_who_join_by_two_workers_at_once_never_share_a_colour(
    monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    """Both have read the table before either is stored. Purple is free; yellow is one open seat's own."""
    url = postgres().new_database()
    with Server(storage=PostgresStorage(url)) as one, Server(storage=PostgresStorage(url)) as other:
        made = Browser(one).new_game("me", "open", "open")
        ben, cleo = likes(Browser(one), wish), likes(Browser(other), wish)
        save, together, first = SqlStorage.save_seat, Barrier(2), iter(range(2))

        def at_once(*given: Any) -> None:
            if next(first, None) is not None:
                together.wait(30)
            save(*given)

        monkeypatch.setattr(SqlStorage, "save_seat", at_once)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(join, (ben, cleo), (made, made), ("B", "C")))
        seen = colours(ben, made["game"])
        assert seen == colours(cleo, made["game"])
        assert len(set(seen)) == 3
        assert wish in seen[1:]
