"""The pictures show the position, and nothing a viewer may not know."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pettingzoo
import pytest

import grandjunction as gj
from grandjunction.envs import env_id
from grandjunction.envs.pixels import Screen

from .games import EVERY

RECORD = Path(__file__).resolve().parents[2] / "records" / "birmingham-4.gj"


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


@pytest.mark.parametrize(("id", "players"), EVERY)
def test_svg_is_the_picture_of_the_view(id: str, players: int) -> None:
    env = table(id, "svg", players)
    before = env.render()
    assert before == env.unwrapped.games.state().view().svg()
    assert built(env).render() != before


@pytest.mark.parametrize("id", ["birmingham", "lancashire-2018", "hamlet"])
def test_pixels_show_what_svg_shows(id: str) -> None:
    env = table(id, "rgb_array")
    image = env.render()
    drawn = ElementTree.fromstring(table(id, "svg").render())
    assert abs(image.shape[0] - int(drawn.get("height", 0))) <= 1
    assert image.shape[1:] == (int(drawn.get("width", 0)), 3)
    assert image.dtype == np.uint8
    assert np.array_equal(env.render(), image)
    changed = built(env).render()
    more = [dots(changed, colour) - dots(image, colour) for colour in ("b3281f", "eab42b")]
    assert max(more) > 200, "a tile in its owner's colour"


def dots(image: Any, colour: str) -> int:
    """How many dots have exactly this colour."""
    wanted = [int(colour[n : n + 2], 16) for n in (0, 2, 4)]
    return int(np.count_nonzero((image == wanted).all(axis=2)))


@pytest.mark.parametrize("id", ["birmingham", "lancashire-2018", "hamlet"])
def test_a_frame_depends_on_the_position_alone(id: str) -> None:
    """What is kept from earlier frames leaves no trace in later ones."""
    game = gj.new_game(id, players=2, seed=3)
    used = Screen(game.rules)
    shapes = set()
    for number in range(40):
        if game.state.is_over:
            break
        view = game.state.view(0).known
        frame = used.show(view)
        shapes.add(frame.shape)
        if number % 13 == 0:
            assert np.array_equal(frame, Screen(game.rules).show(view))
        game.play(game.legal_moves()[-1])
    assert len(shapes) == 1, "films need frames of one size"


def test_one_screen_shows_frames_of_any_height() -> None:
    """With all hands open a picture is as high as there are hands; a part of one fits into the others."""
    positions = [moment.state for moment in gj.load_game(RECORD).positions()]
    used = Screen(positions[0].rules)
    for state in (positions[len(positions) // 2], positions[0], positions[40], positions[0].view().known):
        assert np.array_equal(used.show(state), Screen(state.rules).show(state))


def test_pixels_come_a_hundred_a_second() -> None:
    """In the processor's time, once the pieces are drawn: other work on the machine does not count."""
    states = [state.view(0).known for state, _, _ in gj.load_game(RECORD).positions()][::5]
    screen = Screen(states[0].rules)
    for state in states:
        screen.show(state)
    begun = time.process_time()
    for state in states:
        screen.show(state)
    assert len(states) / (time.process_time() - begun) > 100


def test_text_is_the_position() -> None:
    text = table("birmingham", "ansi").render()
    assert "hand A unknown*8" in text, "a spectator's view: no hand is shown"
    env = gymnasium.make(env_id("birmingham"), render_mode="ansi")
    env.reset(seed=1)
    shown: Any = env.render()
    assert gj.read_position(shown).view(0) == env.unwrapped.view()  # type: ignore[attr-defined]


def test_only_the_own_hand_is_drawn() -> None:
    env: Any = gymnasium.make(env_id("birmingham"), render_mode="svg")
    env.reset(seed=1)
    state = env.unwrapped.games.state()
    assert env.render() == state.view(0).svg()
    assert state.view(0).svg() != state.view(1).svg() != state.view().svg()


def test_without_a_mode_there_is_no_picture() -> None:
    env = table("birmingham", None)
    assert env.render() is None
    env.close()
