"""An observation shows what its seat may know, seen from its seat, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import grandjunction as gj
from grandjunction.core.bits import members
from grandjunction.envs import ActionCoder, ObservationCoder
from grandjunction.envs.games import SELF, Games
from grandjunction.envs.observations import HIGH, LOW

from .games import EVERY, TABLES, decisions

each_table = pytest.mark.parametrize(("id", "players"), TABLES)


@each_table
def test_equal_views_have_equal_observations(id: str, players: int) -> None:
    """The states differ in what the seat cannot see: hands, deck and pile are dealt anew."""
    coder = ObservationCoder(id, players)
    rng = gj.Rng("dealt anew")
    for state in decisions(id, players, "views", every=5):
        for seat in range(players):
            view = state.view(seat)
            other = view.determinize(rng)
            assert other.view(seat) == view
            assert np.array_equal(coder.observe(view), coder.observe(other.view(seat)))


@each_table
def test_games_observe_states_as_their_views(id: str, players: int) -> None:
    """The environments hand the state itself to the encoder; it must read no more than the view holds."""
    games = Games(gj.ruleset(id), players, 1, [SELF] * players)
    for state in decisions(id, players, "states", every=5):
        games.lanes.states[0] = state
        games.lanes.phrases[0].clear()
        for seat in range(players):
            assert np.array_equal(games.observe(0, seat), games.observations.observe(state.view(seat)))


@pytest.mark.parametrize(("id", "players"), EVERY)
def test_sections_fill_the_row(id: str, players: int) -> None:
    coder = ObservationCoder(id, players)
    state = next(decisions(id, players, 0))
    observation = coder.observe(state.view(0))
    assert observation.dtype == np.float32
    assert observation.shape == (coder.size,)
    tables = coder.split(observation)
    assert sum(table.size for table in tables.values()) == coder.size
    assert tables["spaces"].shape[1] == len(state.rules.board.slot_ids)
    assert np.shares_memory(tables["spaces"], observation)
    assert "spaces" in coder.describe()


@each_table
def test_values_stay_within_the_space(id: str, players: int) -> None:
    coder = ObservationCoder(id, players)
    for state in decisions(id, players, "bounds", every=9):
        observation = coder.observe(state.view(state.to_act))
        assert observation.min() >= LOW
        assert observation.max() <= HIGH
        assert observation.max() < 8, "and in fact they are small"


def test_the_numbers_are_those_of_the_position() -> None:
    coder = ObservationCoder("birmingham", 3)
    state = list(decisions("birmingham", 3, "numbers"))[60]
    for seat in range(3):
        tables = coder.split(coder.observe(state.view(seat)))
        for other in range(3):
            row = (other - seat) % 3
            assert tables["seats"][row, 0] == pytest.approx(state.pounds[other] / 50)
            assert tables["seats"][row, 3] == pytest.approx(state.vp[other] / 50)
            assert np.flatnonzero(tables["spaces"][row]).tolist() == members(state.built[other])
            assert np.flatnonzero(tables["lines"][row]).tolist() == members(state.links[other])
            assert np.flatnonzero(tables["places"][row]).tolist() == members(state.network[other])
        kinds = state.rules.cards.count
        hand = [state.hand[seat * kinds + kind] for kind in range(kinds)]
        assert (tables["cards"][0] * 2).tolist() == hand
        unseen = int((tables["cards"][1] * 4).sum())
        hidden = sum(int(state.hand_size[other]) for other in range(3) if other != seat)
        wild = sum(
            int(state.hand[other * kinds + kind])
            for other in range(3)
            for kind in members(state.rules.cards.wild)
            if other != seat
        )
        assert unseen == state.deck_size + state.aside_size + hidden - wild


def test_what_was_said_so_far_is_seen_by_the_speaker_only() -> None:
    games = Games(gj.ruleset("birmingham"), 2, 1, [SELF] * 2)
    games.begin(0, 1)
    seat = int(games.seats[0])
    before = [games.observe(0, viewer) for viewer in range(2)]
    games.say([games.actions.names.index("verb build")])
    assert games.seats[0] == seat
    assert not np.array_equal(games.observe(0, seat), before[seat])
    assert np.array_equal(games.observe(0, 1 - seat), before[1 - seat])


def test_a_spectator_sees_no_hand() -> None:
    coder = ObservationCoder("birmingham", 2)
    state = gj.new_game("birmingham", players=2, seed=1).state
    assert not coder.split(coder.observe(state.view()))["cards"][0].any()


def test_wrong_player_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="birmingham needs 2, 3 or 4 players, not 5"):
        ObservationCoder("birmingham", 5)
    assert ActionCoder("birmingham").size == 144
