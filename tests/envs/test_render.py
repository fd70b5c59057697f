"""The pictures show the position, and nothing a viewer may not know."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pettingzoo
import pytest

import grandjunction as gj
from grandjunction.envs import env_id

from .games import EVERY


def table(id: str, mode: str | None, players: int = 2) -> Any:
    env: Any = pettingzoo.make("aec", env_id(id), players=players, render_mode=mode)
    env.reset(seed=1)
    return env


def built(env: Any) -> Any:
    """The environment after a tile was placed."""
    moves = env.unwrapped.candidates()
    number = next(n for n in range(len(moves)) if moves.move(n).verb == "build")
    env.unwrapped.step_move(moves.move(number))
    return env


def words(svg: str) -> list[str]:
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]


@pytest.mark.parametrize(("id", "players"), EVERY)
def test_svg_shows_every_place_and_seat(id: str, players: int) -> None:
    env = table(id, "svg", players)
    shown = words(env.render())
    assert set(gj.ruleset(id).board.place_names) <= set(shown)
    for seat in "ABCD"[:players]:
        assert any(f"{seat}: pounds" in line for line in shown)
    assert words(built(env).render()) != shown


@pytest.mark.parametrize("id", ["birmingham", "lancashire-2018", "hamlet"])
def test_pixels_show_what_svg_shows(id: str) -> None:
    env = table(id, "rgb_array")
    image = env.render()
    drawn = ElementTree.fromstring(table(id, "svg").render())
    assert image.shape == (int(drawn.get("height", 0)), int(drawn.get("width", 0)), 3)
    assert image.dtype == np.uint8
    colours = {int(seat, 16) for seat in ("c0392b", "d8a21b")}  # of the two seats' tiles
    changed = built(env).render()
    assert not np.array_equal(changed, image)
    packed = changed.astype(np.int64) @ np.array([65536, 256, 1])
    before = image.astype(np.int64) @ np.array([65536, 256, 1])
    more = [np.count_nonzero(packed == colour) - np.count_nonzero(before == colour) for colour in colours]
    assert max(more) > 300, "a tile in its owner's colour"


def test_text_is_the_position() -> None:
    text = table("birmingham", "ansi").render()
    assert "hand A unknown*8" in text, "a spectator's view: no hand is shown"
    env = gymnasium.make(env_id("birmingham"), render_mode="ansi")
    env.reset(seed=1)
    shown: Any = env.render()
    assert gj.read_position(shown).view(0) == env.unwrapped.view()  # type: ignore[attr-defined]


def test_only_the_own_hand_is_drawn() -> None:
    spectator = words(table("birmingham", "svg").render())
    assert not any(line.startswith("hand of") for line in spectator)
    env: Any = gymnasium.make(env_id("birmingham"), render_mode="svg")
    env.reset(seed=1)
    shown = words(env.render())
    state = env.unwrapped.games.state()
    assert shown[shown.index("hand of A:") + 1 :] == state.hand_of(0)
    assert state.hand_of(1) != state.hand_of(0)


def test_without_a_mode_there_is_no_picture() -> None:
    env = table("birmingham", None)
    assert env.render() is None
    env.close()
