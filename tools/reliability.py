"""Checks the forecasts on fresh games; prints a Markdown table by round and one by forecast win share.

    python tools/reliability.py birmingham --players 4 --games 200 --bot strategist

At the start of every round, each seat's final VP and share of the win are forecast from the view of the seat
to act. The games have their own seed and were not used for training.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from dataclasses import dataclass, field

from grandjunction.bots import bot
from grandjunction.bots.forecast import Forecaster, forecaster
from grandjunction.core.rng import Rng
from grandjunction.core.standings import standings
from grandjunction.core.state import State
from grandjunction.core.view import View
from grandjunction.rulesets import RULESETS, ruleset


@dataclass
class Tally:
    """The forecasts of one group and the results."""

    errors: list[float] = field(default_factory=list)  # final VP minus forecast VP
    shares: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)

    def row(self, even: float) -> str:
        n = len(self.errors)
        bias = sum(self.errors) / n
        rmse = math.sqrt(sum(error**2 for error in self.errors) / n)
        brier = sum((share - win) ** 2 for share, win in zip(self.shares, self.wins, strict=True)) / n
        blind = sum((even - win) ** 2 for win in self.wins) / n
        return f"{bias:+.1f} | {rmse:.1f} | {brier:.3f} | {blind:.3f} | {n}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("ruleset", choices=list(RULESETS), metavar="RULESET")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="planner")
    parser.add_argument("--budget", type=int, default=0)
    parser.add_argument("--seed", default="reliability")
    game = parser.parse_args()
    rules = ruleset(game.ruleset)
    by_round: dict[tuple[int, int], Tally] = defaultdict(Tally)
    by_share: dict[int, Tally] = defaultdict(Tally)
    table = forecaster(rules, game.players)
    for number in range(game.games):
        _play(game, f"{game.seed}/{number}", table, by_round, by_share)
    even = 1 / game.players
    print("| Era, round | bias, VP | error, VP | Brier | … even | forecasts |\n|---|---|---|---|---|---|")
    for (era, round), tally in sorted(by_round.items()):
        print(f"| {rules.eras[era]} {round} | {tally.row(even)} |")
    print("\n| Forecast share | won | forecasts |\n|---|---|---|")
    for tenth, tally in sorted(by_share.items()):
        mean = sum(tally.shares) / len(tally.shares)
        print(
            f"| {tenth * 10}–{tenth * 10 + 10} % (mean {mean:.1%}) "
            f"| {sum(tally.wins) / len(tally.wins):.1%} | {len(tally.wins)} |"
        )


def _play(
    game: argparse.Namespace,
    seed: str,
    table: Forecaster,
    by_round: dict[tuple[int, int], Tally],
    by_share: dict[int, Tally],
) -> None:
    rules = ruleset(game.ruleset)
    state = State(rules, game.players)
    rng = Rng(seed)
    bots = [bot(game.bot, f"{seed}/{seat}") for seat in range(game.players)]
    said: list[tuple[tuple[int, int], list[float], list[float]]] = []
    state.advance(None)
    while not state.is_over:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
            continue
        when = (int(state.era), int(state.round))
        if not said or said[-1][0] != when:
            forecast = table.of(View.of(state, int(state.seat)))
            said.append((when, forecast.vp, forecast.share))
        move = bots[int(state.seat)].choose(state.view(int(state.seat)), game.budget)
        state.apply_code(move.code, None)
    winners = standings(state)[0]
    for when, vp, share in said:
        for seat in range(game.players):
            won = 1 / len(winners) if seat in winners else 0.0
            for tally in (by_round[when], by_share[min(int(share[seat] * 10), 9)]):
                tally.errors.append(float(state.vp[seat]) - vp[seat])
                tally.shares.append(share[seat])
                tally.wins.append(won)


if __name__ == "__main__":
    main()
