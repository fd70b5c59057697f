"""Feeds damaged texts to the readers of records and positions: they read or refuse them, and never crash."""

from __future__ import annotations

import random
import re
from contextlib import suppress

import pytest

import grandjunction as gj

JUNK = [
    "", "#", "*", "-1", "9" * 30, "²", "٣", "?", "unknown", "unknown*3", "none", "market", "barrel", "A", "B",
    "E", "0", "2", "99", "turn", "step", "over", "income", "deal", "draw", "decision", "more", "bonus",
    "card", "shortfall", "sell", "link", "coal.1", "coal.²", "flipped", "holds", "leek.1", "\x00", "\u2028",
    "é", "viewer", "aside", ";", "wild_location*2", "result", "round",
]  # fmt: skip


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Positions, views and records of random games."""
    found: list[str] = []
    rng = gj.Rng("garbage")
    for id in gj.RULESETS:
        game = gj.new_game(id, players=gj.ruleset(id).player_counts[0], seed=3)
        while not game.state.is_over:
            moves = game.legal_moves()
            game.play(moves[rng.below(len(moves))])
            if rng.below(25) == 0:
                found += [game.state.to_position(), game.state.view(rng.below(2)).to_position()]
        found += [game.state.to_position(), game.to_record()]
    return found


def spoil(text: str, texts: list[str], dice: random.Random) -> str:
    lines = text.splitlines()
    for _ in range(dice.choice([1, 1, 2, 5])):
        number = dice.randrange(len(lines))
        words = lines[number].split() or [""]
        place = dice.randrange(len(words))
        change = dice.randrange(6)
        if change == 0 and len(lines) > 1:
            del lines[number]
        elif change == 1:
            lines.insert(dice.randrange(len(lines) + 1), lines[number])
        elif change == 2:
            words[place] = dice.choice(JUNK)
        elif change == 3:
            words.insert(place, dice.choice(JUNK))
        elif change == 4:
            del words[place]
        else:
            words = dice.choice(dice.choice(texts).splitlines()).split()
        if change >= 2:
            lines[number] = " ".join(words)
    return "\n".join(lines)


def read(text: str, record: bool) -> None:
    """Read a text; what is read is sound."""
    if record:
        game = gj.read_record(text)
        assert gj.read_record(game.to_record()).state == game.state
    else:
        state = gj.read_position(text)
        assert gj.read_position(state.to_position()) == state
        assert state.is_over or state.viewer >= 0 or state.legal_codes()


@pytest.mark.parametrize("seed", range(8))
def test_spoilt_texts_are_read_or_refused(seed: int, texts: list[str]) -> None:
    dice = random.Random(seed)
    for _ in range(40):
        text = dice.choice(texts)
        with suppress(gj.PositionError, gj.RecordError):
            read(spoil(text, texts, dice), record="record" in text.splitlines()[0])


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("turn A 1", "step deal\nturn A 1", "there is no step 'deal' here"),
        ("turn A 1", "step income\nturn A 1", "the step income has no action decision"),
        ("turn A 1", "step income\ndecision shortfall 1", r"whose turn is it\?"),
        ("turn A 1", "turn A 0\ndecision draw", "seat A draws no card"),
        ("canal round 1", "canal round 0", "the first turn is in round 1"),
        ("turn A 1", "turn A 1\ntile leek.2 A coal.²", "unknown tile"),
        ("turn A 1", "step over\nturn A 1", "there is no step 'over' here"),
        ("turn A 1", "step over\ndecision draw", "after the end nobody decides"),
    ],
)
def test_positions_that_cannot_be(old: str, new: str, why: str) -> None:
    text = gj.new_game("birmingham", players=2, seed=11).state.to_position()
    with pytest.raises(gj.PositionError, match=why):
        gj.read_position(text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("hand B unknown*8", "hand B unknown*7 dudley", "does not know the hand of seat B"),
        ("aside unknown*2", "aside unknown dudley", "does not know the cards put aside"),
    ],
)
def test_views_that_know_too_much(old: str, new: str, why: str) -> None:
    text = gj.new_game("birmingham", players=2, seed=11).state.view(0).to_position()
    with pytest.raises(gj.PositionError, match=why):
        gj.read_position(text.replace(old, new))


def test_an_action_is_under_way_in_the_turns_only() -> None:
    text = gj.new_game("lancashire-2007", players=3, seed=1).state.to_position()
    text = re.sub("turn . 1", "step income\ndecision reveal sell 1 bolton.1", text)
    with pytest.raises(gj.PositionError, match="the step income has no reveal decision"):
        gj.read_position(text)


@pytest.mark.parametrize("name", ["", " Ann", "Ann #1", "Ann\nBob"])
def test_a_name_that_a_record_cannot_hold_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a record"):
        gj.new_game("birmingham", players=2, names=[name, "Bob"])


def test_players_are_a_number() -> None:
    text = gj.new_game("hamlet", players=2, seed=1).to_record()
    with pytest.raises(gj.RecordError, match="line 3: expected: players N"):
        gj.read_record(text.replace("players 2", "players ²"))
