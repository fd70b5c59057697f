"""Compares the number of rounds computed from the steps with games that are played."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.course import last_round
from grandjunction.core.standings import scored_now


def rounds_played(rules: gj.Ruleset, players: int) -> list[int]:
    """Return the last round of each era in a game in which everyone passes if possible."""
    state = gj.new_game(rules.id, players=players, seed="rounds").state
    rng = gj.Rng("rounds")
    rounds = [0] * len(rules.eras)
    while not state.is_over:
        rounds[state.era] = state.round
        legal = list(state.legal_moves())
        state.apply(next((move for move in legal if move.verb == "pass"), legal[0]))
        state.settle_chance(rng)
    return rounds


@pytest.mark.parametrize("id", gj.RULESETS)
def test_the_last_round_is_known_without_playing(id: str) -> None:
    rules = gj.ruleset(id)
    for players in rules.player_counts:
        told = [last_round(rules, era, players) for era in range(len(rules.eras))]
        assert told == rounds_played(rules, players)


SCORED = {"scored_link", "scored_tile", "scored_again"}  # what a pass does not change


def compare_scoring(id: str, seed: str) -> set[str]:
    """Play a game at random without debts; everyone passes with the last cards, and the era is scored.

    Return what was scored.
    """
    rules = gj.ruleset(id)
    state = gj.new_game(id, players=rules.player_counts[-1], seed=seed).state
    rng = gj.Rng(seed)
    scored: set[str] = set()
    while not state.is_over:
        before = state.key()
        told = [event for event in scored_now(state) if event.kind in SCORED]
        assert state.key() == before
        legal = list(state.legal_moves())
        passes = [move for move in legal if move.verb == "pass" and sum(state.hand_size) <= 2 * state.players]
        solvent = passes or [move for move in legal if move.verb != "loan"] or legal
        events = state.apply(solvent[rng.below(len(solvent))])
        events += state.settle_chance(rng)
        then = [event for event in events if event.kind in SCORED]
        if passes and then:
            assert told == then
            scored |= {event.kind for event in then}
    assert scored_now(state) == []
    return scored


@pytest.mark.parametrize("id", gj.RULESETS)
def test_what_the_era_would_score_now_is_what_it_then_scores(id: str) -> None:
    scored: set[str] = set()
    for seed in range(12):
        scored |= compare_scoring(id, f"scored {seed}")
        if {"scored_link", "scored_tile"} <= scored:
            return
    raise AssertionError(f"nothing was scored: {scored}")
