"""How heavy the game page is."""

from __future__ import annotations

import gzip
from typing import Final

from playwright.sync_api import Response

from tests.e2e.conftest import Open

LARGEST: Final = 200_000  # bytes of JavaScript, compressed


def test_the_scripts_of_the_game_page_are_small_and_come_compressed(person: Open) -> None:
    ada = person()
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    ada.page.on("response", note)
    game = ada.finished_game("birmingham-introductory", 2)
    ada.page.goto(f"/game/{game}")
    ada.seat().loaded()
    scripts = [one for one in answers if ".js" in one.url]
    assert len(scripts) >= 3
    assert all(one.headers.get("content-encoding") == "gzip" for one in scripts)
    weight = sum(len(gzip.compress(one.body(), 9)) for one in scripts)
    print(f"compressed JavaScript of the game page: {weight / 1000:.1f} kB")
    assert weight < LARGEST
