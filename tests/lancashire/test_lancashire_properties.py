"""What holds in every position of every game: random and noisy games of all editions."""

from __future__ import annotations

from collections import Counter

import pytest

import grandjunction as gj
from grandjunction.core.moves import Move
from tests.lancashire.table import INTRO, NEW, OLD, plies

TABLES = [(OLD, 3), (OLD, 4), (NEW, 2), (NEW, 3), (NEW, 4), (INTRO, 3)]
NOISY = [(OLD, 3), (OLD, 4), (NEW, 2), (NEW, 4)]
ROUNDS = {(OLD, 3): 10, (OLD, 4): 8, (NEW, 2): 10, (NEW, 3): 9, (NEW, 4): 8, (INTRO, 3): 9}

tables = pytest.mark.parametrize(("ruleset", "players"), TABLES)
games = pytest.mark.parametrize(
    ("ruleset", "players", "noisy"),
    [(*table, False) for table in TABLES] + [(*table, True) for table in NOISY],
)


@games
def test_every_listed_move_passes_its_check(ruleset: str, players: int, noisy: bool) -> None:
    for game in plies(ruleset, players, 1, noisy):
        codes = game.state.legal_codes()
        assert len(set(codes)) == len(codes)
        assert game.state.is_over == (not codes)
        for code in codes:
            assert game.state.check_code(code) is None, Move(game.rules, code)


@pytest.mark.rule("L-05", "L18-04")
@games
def test_the_exact_number_of_rounds(ruleset: str, players: int, noisy: bool) -> None:
    last: Counter[int] = Counter()
    actions: Counter[str] = Counter()
    for game in plies(ruleset, players, 2, noisy):
        last[game.state.era] = max(last[game.state.era], game.state.round)
    for move in game.moves:
        actions.update([move.verb])
    eras = 1 if ruleset == INTRO else 2
    assert last == dict.fromkeys(range(eras), ROUNDS[ruleset, players])
    assert list(game.state.hand_size) == [0] * players
    assert actions["draw"] == players * (2 * ROUNDS[ruleset, players] * eras - 1)


@tables
def test_what_a_view_lists_is_what_the_state_lists(ruleset: str, players: int) -> None:
    for game in plies(ruleset, players, 4):
        seat = game.state.to_act
        if seat >= 0:
            view = game.state.view(seat)
            assert [move.code for move in view.legal_moves()] == game.state.legal_codes()
            for other in set(range(players)) - {seat}:
                assert len(game.state.view(other).legal_moves()) == 0


@pytest.mark.parametrize(("ruleset", "players", "step"), [(OLD, 3, 9), (NEW, 2, 7), (INTRO, 2, 5)])
def test_records_read_back(ruleset: str, players: int, step: int) -> None:
    for number, game in enumerate(plies(ruleset, players, 5)):
        if number % step == 0 or game.state.is_over:
            text = game.to_record()
            again = gj.read_record(text)
            assert again.state == game.state
            assert again.moves == game.moves
            assert again.to_record() == text


@pytest.mark.rule("L-04", "L-36", "L-39")
@games
def test_cards_are_conserved(ruleset: str, players: int, noisy: bool) -> None:
    whole = gj.ruleset(ruleset).cards.deck(players)
    kinds = len(whole)
    for game in plies(ruleset, players, 6, noisy):
        state = game.state
        for kind in range(kinds):
            held = sum(state.hand[seat * kinds + kind] for seat in range(players))
            assert held + state.deck[kind] + state.discards[kind] + state.aside[kind] == whole[kind]


class Ledger:
    """Cubes, tracks, money and points as the events alone tell them."""

    def __init__(self, players: int) -> None:
        self.cubes: Counter[int] = Counter()
        self.track = [8, 8]
        self.pounds = [30] * players
        self.vp = [0] * players
        self.debt = 0

    def add(self, event: gj.Event) -> None:
        v = event.values
        if event.kind == "stocked":
            self.cubes[v[0]] = v[2]
        elif event.kind == "consumed":
            self.cubes[v[2]] -= 1
        elif event.kind == "bought":
            self.track[v[1]] = max(self.track[v[1]] - 1, 0)
            self.pounds[v[0]] -= v[2]
        elif event.kind == "sold_cube":
            self.cubes[v[2]] -= 1
            self.track[v[1]] += 1
            self.pounds[v[0]] += v[3]
        elif event.kind in ("replaced", "removed"):
            self.cubes[v[1]] = 0
        elif event.kind == "paid":
            self.pounds[v[0]] -= v[1]
        elif event.kind in ("borrowed", "income_paid"):
            self.pounds[v[0]] += v[1]
        elif event.kind == "fell_short":
            assert self.pounds[v[0]] == -v[1]
            self.debt, self.pounds[v[0]] = v[1], 0
        elif event.kind == "liquidated":
            self.cubes[v[1]] = 0
            self.pounds[v[0]] += max(v[3] - self.debt, 0)
            self.debt = max(self.debt - v[3], 0)
        elif event.kind == "forfeited":
            self.vp[v[0]] -= v[1]
            self.debt = 0
        elif event.kind.startswith("scored_"):
            self.vp[v[0]] += v[-1]


@pytest.mark.rule("L-22", "L-23", "L-06")
@games
def test_cubes_money_and_points_are_accounted_for(ruleset: str, players: int, noisy: bool) -> None:
    """Every cube and pound of the position follows from what happened."""
    *_, game = plies(ruleset, players, 7, noisy)
    state = gj.Game(gj.ruleset(ruleset), players).state
    ledger = Ledger(players)
    for move in game.moves:
        for event in state.apply(move):
            ledger.add(event)
        assert {slot: n for slot, n in ledger.cubes.items() if n} == {
            slot: n for slot, n in enumerate(state.cubes) if n
        }
        assert ledger.track == list(state.market)
        assert ledger.pounds == list(state.pounds)
        assert ledger.vp == list(state.vp)
        assert min(state.pounds) >= 0
        assert min(state.vp) >= 0
        assert all(0 <= space <= 99 for space in state.income)
    assert state == game.state
