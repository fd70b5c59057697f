"""Plays whole games between bots."""

from __future__ import annotations

from ..core.rng import Rng
from ..core.ruleset import Ruleset
from ..record.game import Game
from ..rulesets import ruleset
from .bot import Bot


def play_game(rules: Ruleset | str, bots: list[Bot], seed: int | str, budget: int = 0) -> Game:
    """Play and return a whole game; bot ``i`` has seat ``i``. Equal seeds and new bots give equal games."""
    if isinstance(rules, str):
        rules = ruleset(rules)
    game = Game(rules, len(bots), Rng(seed), [bot.name for bot in bots])
    while not game.state.is_over:
        seat = game.state.to_act
        game.play(bots[seat].choose(game.state.view(seat), budget))
    return game
