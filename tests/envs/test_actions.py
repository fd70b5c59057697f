"""Tokens and candidates say exactly the legal moves."""

from __future__ import annotations

import numpy as np
import pytest

import grandjunction as gj
from grandjunction.core.learning.tokens import WHOLE, Phrase
from grandjunction.envs import ActionCoder

from .games import TABLES, decisions

each_table = pytest.mark.parametrize(("id", "players"), TABLES)


def everything_said(coder: ActionCoder, phrase: Phrase, tokens: list[int]) -> dict[int, list[int]]:
    """Every move the masks lead to, with its tokens."""
    if phrase.field == WHOLE:
        return {int(phrase.code()): tokens}
    allowed = np.flatnonzero(coder.mask(phrase)).tolist()
    assert allowed, "a dead end"
    found: dict[int, list[int]] = {}
    for token in allowed:
        longer = phrase.copy()
        longer.say(token)
        more = everything_said(coder, longer, [*tokens, token])
        assert not found.keys() & more.keys(), "two ways to say one move"
        found.update(more)
    return found


@each_table
def test_the_masks_lead_to_the_legal_moves_and_to_no_others(id: str, players: int) -> None:
    coder = ActionCoder(id)
    seen: set[str] = set()
    for seed in range(2):
        for state in decisions(id, players, seed, every=7):
            said = everything_said(coder, coder.begin(state), [])
            assert sorted(said) == sorted(state.legal_codes())
            seen |= {gj.Move(state.rules, code).verb for code in said}
    assert {"build", "develop", "loan", "pass"} <= seen


@each_table
def test_every_legal_move_is_encoded_and_decoded(id: str, players: int) -> None:
    coder = ActionCoder(id)
    for state in decisions(id, players, "codes", every=11):
        view = state.view(state.to_act)
        for move in view.legal_moves():
            tokens = coder.encode(view, move)
            assert coder.decode(view, tokens) == move
            assert all(0 <= token < coder.size for token in tokens)


def test_tokens_have_names_and_the_verb_comes_first() -> None:
    coder = ActionCoder("birmingham")
    state = gj.new_game("birmingham", players=2, seed=7).state
    move = state.legal_moves()[2]
    assert str(move) == "build coal dudley.1 card dudley"
    names = [coder.names[token] for token in coder.encode(state, move)]
    assert names[0] == "verb build"
    assert names[1] == "item coal"
    assert len(set(coder.names)) == coder.size


def test_other_tokens_are_refused_and_change_nothing() -> None:
    coder = ActionCoder("hamlet")
    state = gj.new_game("hamlet", players=2, seed=1).state
    phrase = coder.begin(state)
    wrong = int(np.flatnonzero(coder.mask(phrase) == 0)[0])
    before = coder.mask(phrase).tolist()
    with pytest.raises(ValueError, match="no legal move goes on"):
        phrase.say(wrong)
    assert coder.mask(phrase).tolist() == before
    with pytest.raises(ValueError, match="not complete"):
        coder.decode(state, [])
    tokens = coder.encode(state, state.legal_moves()[0])
    with pytest.raises(ValueError, match="complete before"):
        coder.decode(state, [*tokens, tokens[-1]])
    foreign = gj.new_game("birmingham", players=2, seed=7).state.legal_moves()[2]
    with pytest.raises(ValueError, match="not a legal move here"):
        coder.encode(state, foreign)


@each_table
def test_candidates_are_the_legal_moves_in_order(id: str, players: int) -> None:
    coder = ActionCoder(id)
    for state in decisions(id, players, "candidates", every=5):
        found = coder.candidates(state.view(state.to_act))
        assert found.codes.tolist() == state.legal_codes()
        assert found.features.shape == (len(found), len(coder.candidate_names))
        assert found.move(len(found) - 1) == state.legal_moves()[len(found) - 1]
        assert len(np.unique(found.features, axis=0)) == len(found), "each differs from all others"


def test_a_candidate_shows_its_tokens_and_its_tile() -> None:
    coder = ActionCoder("birmingham")
    state = gj.new_game("birmingham", players=2, seed=7).state
    row = coder.candidates(state).features[2]
    shown = {name: value for name, value in zip(coder.candidate_names, row.tolist(), strict=True) if value}
    assert shown.keys() >= {"verb build", "item coal", "space dudley.1", "card dudley"}
    assert shown["tile cost"] == pytest.approx(5 / 20)
    assert shown["tile level"] == pytest.approx(1 / 8)


def test_where_nobody_decides_there_is_nothing_to_say() -> None:
    state = gj.State(gj.ruleset("hamlet"), 2)
    state.advance(None)
    coder = ActionCoder("hamlet")
    assert state.is_chance
    assert not coder.mask(coder.begin(state)).any()
    assert coder.asked(coder.begin(state)) == ""
