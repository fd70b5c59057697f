"""No position a game leads to is refused: all of them read back, nature's decisions and views included."""

from __future__ import annotations

import os

import pytest

import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.core.compiled import is_compiled
from grandjunction.core.moves import Move
from grandjunction.core.ruleset import ACTION, DRAW

TABLES = [(id, n) for id in gj.RULESETS for n in gj.ruleset(id).player_counts]
PLAYERS = ["random", "reckless", "noisy"] if is_compiled() else ["random", "reckless"]
SOAK = "GRANDJUNCTION_SOAK" in os.environ
GAMES = 20 if SOAK else 3 if is_compiled() else 1  # by each kind of player
EVERY = (
    1 if SOAK else 2 if is_compiled() else 8
)  # so often a common decision is looked at; the rare ones always are


def read_back(state: gj.State, seat: int | None, rng: gj.Rng) -> None:
    text = state.to_position()
    again = gj.read_position(text)
    assert again == state, text
    assert again.to_position() == text
    view = state.view(seat)
    assert gj.read_position(view.to_position()) == view.known, view.to_position()
    guess = view.determinize(rng)
    assert guess.view(seat) == view
    assert gj.read_position(guess.to_position()) == guess


def by_chance(state: gj.State, rng: gj.Rng, reckless: bool) -> Move:
    """Any move; or any verb first, so that loans, sales and developments are as common as builds."""
    moves = list(state.legal_moves())
    if reckless:
        verbs = sorted({move.verb for move in moves})
        # Ruin: borrowing whenever possible is what leads to shortfalls.
        verb = "loan" if "loan" in verbs and rng.below(3) else verbs[int(rng.below(len(verbs)))]
        moves = [move for move in moves if move.verb == verb]
    return moves[int(rng.below(len(moves)))]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(("id", "players"), TABLES)
def test_every_position_of_a_game_reads_back(id: str, players: int, player: str) -> None:
    for number in range(GAMES):
        game = gj.Game(gj.ruleset(id), players)
        rng = gj.Rng(f"{id} {players} {player} {number}")
        bots = [bot("noisy", f"{number} {seat}") for seat in range(players)]
        viewers = [None, *range(players)]
        while True:
            state = game.state
            ply = len(game.moves)
            if state.decision not in (ACTION, DRAW) or (ply + number) % EVERY == 0:
                read_back(state, viewers[(ply // EVERY + number) % len(viewers)], rng)
            if state.is_over:
                break
            if state.is_chance:
                game.play(Move(state.rules, state.chance_code(rng)))
            elif player == "noisy":
                game.play(bots[state.to_act].choose(state.view(state.to_act)))
            else:
                game.play(by_chance(state, rng, player == "reckless"))


@pytest.mark.parametrize("id", gj.RULESETS)
def test_these_games_come_to_every_decision(id: str) -> None:
    """The games above are worth playing only if they come to the rare decisions too."""
    rules = gj.ruleset(id)
    wanted = {name for name, verbs in zip(rules.decision_names, rules.answers, strict=True) if verbs}
    wanted = (wanted | {"more"}) - {"bonus"}  # a bonus comes up too rarely by chance
    seen: set[str] = set()
    for number in range(40):
        rng = gj.Rng(f"{id} {number}")
        state = gj.State(rules, rules.player_counts[0])
        state.advance(None)
        while not state.is_over:
            seen.add(rules.decision_names[state.decision])
            code = state.chance_code(rng) if state.is_chance else by_chance(state, rng, True).code
            state.apply_code(code, None)
        if wanted <= seen:
            break
    assert wanted <= seen
