"""Tunes the bots' weights for a ruleset by self-play, with simultaneous perturbation on mirrored deals.

    python tools/tune.py birmingham --players 4 --steps 300 >> tools/tune-log.txt

Every step moves each weight a little up or down at random. On the same deals, two planners with these weights
play against two with the mirror image, then they change seats. All weights move towards the side that scored
more, in proportion to the margin. The result is a table for ``bots/data/weights.toml``. Put it there only if
it wins a match: ``--check FILE`` plays it against the present weights, ``--start FILE`` goes on from it.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
import tomllib
from pathlib import Path

from grandjunction.bots.bot import Bot
from grandjunction.bots.greedy import GreedyBot
from grandjunction.bots.planner import PlannerBot
from grandjunction.bots.strategist import StrategistBot
from grandjunction.bots.weights import Weights, values_for
from grandjunction.core.rng import Rng
from grandjunction.core.ruleset import Ruleset
from grandjunction.core.state import State
from grandjunction.rulesets import RULESETS, ruleset

Table = dict[str, float]
BOTS = {"greedy": GreedyBot, "planner": PlannerBot, "strategist": StrategistBot}


def play(rules: Ruleset, bots: list[Bot], seed: str, budget: int) -> list[int]:
    """Play one game and return the VP by seat."""
    state = State(rules, len(bots))
    rng = Rng(seed)
    state.advance(None)
    while not state.is_over:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
        else:
            move = bots[state.seat].choose(state.view(state.seat), budget)
            state.apply_code(move.code, None)
    return [int(vp) for vp in state.vp]


def margins(kind: str, one: Table, other: Table, game: argparse.Namespace, seed: str) -> list[float]:
    """Play a deal twice; the sides swap seats. Return how many VP per seat ``one`` was ahead in each game."""
    rules = ruleset(game.ruleset)
    found = []
    for turned in (False, True):
        sides = [(seat % 2 == 0) != turned for seat in range(game.players)]
        bots = [BOTS[kind](f"{seed}/{s}", Weights(one if side else other)) for s, side in enumerate(sides)]
        vp = play(rules, bots, seed, game.budget)
        mine = [vp[s] for s, side in enumerate(sides) if side]
        theirs = [vp[s] for s, side in enumerate(sides) if not side]
        found.append(sum(mine) / len(mine) - sum(theirs) / len(theirs))
    return found


def tune(game: argparse.Namespace) -> Table:
    """Return the tuned weights."""
    start = {**values_for(game.ruleset, game.players), **game.start}
    names = list(start)
    shift = dict.fromkeys(names, 0.0)  # of each weight's logarithm
    rng = Rng(game.seed)
    for step in range(game.steps):
        cooling = 1.0 / (1.0 + 2.0 * step / game.steps)
        reach = game.reach * math.sqrt(cooling)
        signs = {name: 1.0 if rng.below(2) else -1.0 for name in names}
        up = {n: start[n] * math.exp(shift[n] + reach * signs[n]) for n in names}
        down = {n: start[n] * math.exp(shift[n] - reach * signs[n]) for n in names}
        won: list[float] = []
        for deal in range(game.deals):
            won += margins(game.bot, up, down, game, f"{game.seed}/{step}/{deal}")
        mean = sum(won) / len(won)
        for name in names:
            shift[name] += game.rate * cooling * mean * signs[name]
        print(f"# step {step}: {mean:+.1f}", file=sys.stderr, flush=True)
    return {name: start[name] * math.exp(shift[name]) for name in names}


def read_table(text: str) -> Table:
    """Return the table that an earlier run printed to a file."""
    try:
        table = tomllib.loads(Path(text).read_text(encoding="utf-8"))["tuned"][0]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise argparse.ArgumentTypeError(f"{text} holds no table [[tuned]]: {error}") from None
    strange = [name for name in table if name not in values_for("", 0) and name != "tables"]
    if strange:
        raise argparse.ArgumentTypeError(f"in {text}: there is no weight {strange[0]}")
    return {name: float(value) for name, value in table.items() if name != "tables"}


def check(game: argparse.Namespace, table: Table) -> None:
    """Play a table against the present weights and print the difference."""
    base = values_for(game.ruleset, game.players)
    won: list[float] = []
    for deal in range(game.deals):
        pair = margins(game.bot, {**base, **table}, base, game, f"check {game.seed}/{deal}")
        won.append(sum(pair) / 2)
    mean = sum(won) / len(won)
    error = math.sqrt(sum((one - mean) ** 2 for one in won) / (len(won) - 1) / len(won))
    print(
        f"# check {game.ruleset} {game.players}p {game.bot} budget {game.budget}: "
        f"{mean:+.2f} ± {1.96 * error:.2f} VP a seat in {2 * len(won)} games, seed {game.seed}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", choices=list(RULESETS), metavar="RULESET")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="planner", choices=list(BOTS))
    parser.add_argument("--budget", type=int, default=400)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--deals", type=int, default=4)
    parser.add_argument(
        "--reach", type=float, default=0.15, help="how far each weight is moved, as a logarithm"
    )
    parser.add_argument("--rate", type=float, default=0.002, help="how far a weight moves for each VP won")
    parser.add_argument("--seed", default="tune")
    parser.add_argument(
        "--start", type=read_table, default={}, metavar="FILE", help="start from this table, printed earlier"
    )
    parser.add_argument(
        "--check", type=read_table, metavar="FILE", help="play this table against the present weights"
    )
    game = parser.parse_args()
    if game.players not in ruleset(game.ruleset).player_counts:
        parser.error(f"{game.ruleset} is not for {game.players} players")
    if game.deals < (1 if game.check is None else 2) or game.steps < 1:
        parser.error("at least one step and one deal are needed, and two deals for a check")
    if game.check is not None:
        check(game, game.check)
        return
    began = time.process_time()
    table = tune(game)
    took = time.process_time() - began
    print(f"# {game.ruleset} {game.players}p {game.bot} budget {game.budget}: {game.steps} steps of")
    print(f"# {game.deals} deals, reach {game.reach}, rate {game.rate}, seed {game.seed}, {took:.0f} s")
    print("[[tuned]]")
    print(f'tables = ["{game.ruleset}/{game.players}"]')
    for name, value in table.items():
        print(f"{name} = {value:.3g}")


if __name__ == "__main__":
    main()
