"""Nobody can wear the server out by asking for too much."""

from __future__ import annotations

import time

import pytest

from grandjunction.server.limits import KEPT, Allowance
from grandjunction.server.problems import Trouble
from tests.server.support import Browser


def test_an_allowance_is_spent_and_comes_back() -> None:
    quick = Allowance(2, 0)
    for _ in range(2):
        quick.spend("anna")
    with pytest.raises(Trouble):
        quick.spend("anna")
    quick.spend("ben")  # another browser has its own
    generous = Allowance(1, 60_000_000)  # a million a second: never used up
    for _ in range(100):
        generous.spend("anna")
        time.sleep(0.00001)
    for number in range(KEPT + 10):
        quick.spend(str(number))
    assert len(quick._left) == KEPT


def test_who_talks_without_pause_is_asked_to_wait(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open")
    ben.ask("POST", "/api/join", {"token": game["invites"][0]["token"]})
    said = [anna.http.post(f"/api/games/{game['game']}/chat", json={"text": "!"}) for _ in range(40)]
    refused = [one for one in said if one.status_code == 429]
    assert refused
    assert refused[0].json()["error"] == "too_many"
    assert len(anna.game("GET", game["game"], "/chat")) == len(said) - len(refused)
    ben.game("POST", game["game"], "/chat", {"text": "Quiet!"}, expect=201)
