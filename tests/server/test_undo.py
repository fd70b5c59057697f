"""Drafts by themselves: they leave the stored game alone, and tell what ending the turn would do."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import grandjunction as gj
from grandjunction.record.game import texts
from grandjunction.server.offers import list_choices, list_following
from grandjunction.server.undo import Draft, TurnComplete


def drafted_turn(stored: gj.Game, rnd: Random, seen: Counter[str]) -> Draft:
    """Random units until the turn is complete or nature must answer."""
    draft = Draft(stored)
    while not draft.is_complete and not draft.reveals:
        told = draft.follows()
        following = list_following(draft.game.state)
        assert {one["verb"] for one in following} == set(told)
        if told:
            assert set(told) == {move.verb for move in draft.with_unit("stop").game.legal_moves()}
            assert following == list_choices(draft.with_unit("stop").game.state)
            seen.update(told)
        move = rnd.choice(draft.game.legal_moves())
        (goes_on,) = [
            one["goes_on"] for one in list_choices(draft.game.state) if one["move"] == str(move.without_cards)
        ]
        draft = draft.with_unit(str(move))
        assert goes_on == (draft.game.state.decision_name == "more" and not draft.is_complete)
        seen["goes on"] += goes_on
    return draft


@pytest.mark.parametrize(
    "ruleset", ["birmingham", "birmingham-introductory", "lancashire-2007", "lancashire-2018", "hamlet"]
)
def test_undos_tell_what_the_end_of_the_turn_brings(ruleset: str) -> None:
    players = gj.ruleset(ruleset).player_counts[0]
    game = gj.Game(gj.ruleset(ruleset), players)
    rng, rnd = gj.Rng(ruleset), Random(ruleset)
    game.settle(rng)
    seen: Counter[str] = Counter()
    while not game.state.is_over:
        before = game.state.key()
        draft = drafted_turn(game, rnd, seen)
        assert game.state.key() == before
        after = draft.committed()
        assert texts(after.played) == texts(draft.game.played)
        if draft.is_complete:
            ends = after.state.is_over or after.state.era != game.state.era
            assert draft.scored_era() == (game.rules.eras[game.state.era] if ends else None)
            seen["scored" if ends else "complete"] += 1
            with pytest.raises(TurnComplete):
                draft.with_unit("pass")
        assert draft.without(100).units == []
        assert texts(Draft(game).with_stored(texts(draft.units)).units) == texts(draft.units)
        after.settle(rng)
        game = after
    assert seen["scored"] == len([era for era in range(len(game.rules.eras)) if _is_played(game, era)])
    assert seen["complete"] > 5
    assert seen["pass"] > 0, "no action could be followed by another"
    assert seen["goes on"] > 0


def _is_played(game: gj.Game, era: int) -> bool:
    return any(state.era == era and state.round > 0 for state, _, _ in game.positions())
