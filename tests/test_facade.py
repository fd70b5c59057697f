"""The front door: what cannot be meant is answered with a sentence, compiled or not."""

from __future__ import annotations

import re
from typing import Any

import pytest

import grandjunction as gj


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seed": 1.5}, "a seed is a whole number or a text, not float"),
        ({"seed": b"1"}, "a seed is a whole number or a text, not bytes"),
        ({"seed": ["1"]}, "a seed is a whole number or a text, not list"),
        ({"players": "2"}, "the number of players is a whole number, not str"),
        ({"players": 2.0}, "the number of players is a whole number, not float"),
        ({"players": None}, "the number of players is a whole number, not NoneType"),
        ({"players": True}, "the number of players is a whole number, not bool"),
        ({"names": "AB"}, "names are a list of texts, not str"),
        ({"names": 5}, "names are a list of texts, not int"),
        ({"names": ["Ann", None]}, "a name is a text, not NoneType"),
        ({"names": [b"Ann", "Bob"]}, "a name is a text, not bytes"),
    ],
)
def test_new_game_names_the_wrong_type(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        gj.new_game("hamlet", **{"players": 2, "seed": 1, **wrong})


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        ({"players": 7}, "players"),
        ({"players": -1}, "players"),
        ({"names": ["Ann"]}, "2 players need 2 names, not 1"),
        ({"names": ["Ann", ""]}, "cannot stand in a record"),
    ],
)
def test_new_game_names_the_wrong_value(wrong: dict[str, Any], part: str) -> None:
    with pytest.raises(ValueError, match=part):
        gj.new_game("hamlet", **{"players": 2, "seed": 1, **wrong})


def test_seeds_are_numbers_or_texts() -> None:
    one, same = gj.new_game("hamlet", players=2, seed=1), gj.new_game("hamlet", players=2, seed="1")
    assert one.state == same.state
    assert gj.new_game("hamlet", players=2).state.players == 2
    assert gj.new_game("hamlet", players=2, names=["Ann", "Bob"]).names == ["Ann", "Bob"]


@pytest.mark.parametrize("wrong", [None, 5, b"text", ["text"]])
def test_only_texts_can_be_read(wrong: Any) -> None:
    with pytest.raises(TypeError, match="a position is a text, not "):
        gj.read_position(wrong)
    with pytest.raises(TypeError, match="a record is a text, not "):
        gj.read_record(wrong)


@pytest.mark.parametrize("move", [None, 5, b"pass", []])
def test_only_moves_can_be_checked_and_applied(move: Any) -> None:
    state = gj.new_game("birmingham", players=2, seed=1).state
    before = state.key()
    for ask in (state.check, state.why_not, state.apply):
        with pytest.raises(TypeError, match="Move"):
            ask(move)
    assert state.key() == before


@pytest.mark.parametrize("move", [None, 7, b"pass", ["pass"], {}])
def test_only_moves_and_texts_can_be_played(move: Any) -> None:
    game = gj.new_game("hamlet", players=2, seed=1)
    before = game.state.key()
    with pytest.raises(TypeError, match="a move is a Move or a text in notation, not "):
        game.play(move)
    assert game.state.key() == before


# -- records ----------------------------------------------------------------------------------------------


def record() -> str:
    return gj.new_game("hamlet", players=2, seed=1, names=["Ann  Lee", "Bob"]).to_record()


def test_the_words_of_a_head_are_parted_by_any_white_space() -> None:
    typed = record()
    for told, loose in (
        ("grand junction record 1", "grand  junction\trecord 1"),
        ("players 2", "  players\t\t2"),
        ("seat A Ann", "seat\tA\tAnn"),
        ("seat B Bob", "seat   B   Bob  # a comment"),
    ):
        assert told in typed
        typed = typed.replace(told, loose)
    game = gj.read_record(typed)
    assert game.names == ["Ann  Lee", "Bob"]
    assert game.to_record() == record()


@pytest.mark.parametrize(
    ("told", "wrong", "sentence"),
    [
        ("players 2", f"players {'9' * 5000}", "line 3: hamlet needs 2 players, not 999999999999…"),
        ("players 2", "players 3", "line 3: hamlet needs 2 players, not 3"),
        ("players 2", "players two", "line 3: expected: players N"),
        ("seat B Bob", "seat B", "line 5: expected: seat B NAME"),
        ("seat B Bob", "seat C Bob", "line 5: expected: seat B NAME"),
        ("grand junction record 1", "grand junction record 2", "line 1: a record begins with 'grand"),
    ],
)
def test_a_wrong_head_is_named(told: str, wrong: str, sentence: str) -> None:
    assert record().count(told) == 1
    with pytest.raises(gj.RecordError, match=f"^{re.escape(sentence)}"):
        gj.read_record(record().replace(told, wrong))


def test_round_lines_may_stand_anywhere_and_are_checked() -> None:
    game = gj.new_game("hamlet", players=2, seed=1)
    while game.state.round < 3:
        game.play(game.legal_moves()[0])
    lines = game.to_record().splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("round"))
    bare = [line for line in lines if not line.startswith("round")]
    assert gj.read_record("\n".join(bare)).to_record() == game.to_record()
    doubled = [*lines[: first + 1], lines[first], *lines[first + 1 :]]
    assert gj.read_record("\n".join(doubled)).to_record() == game.to_record()
    late = [*lines[:first], lines[first + 1], lines[first], *lines[first + 2 :]]
    with pytest.raises(gj.RecordError, match="checksum"):
        gj.read_record("\n".join(late))
