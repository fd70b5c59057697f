"""Checks that reviews have no bias; prints Markdown tables for docs/review.md.

    python tools/review_proofs.py birmingham --players 3 --games 6

In positions of planners' games, ``random``, ``greedy``, ``planner`` and a bot that plays what the review
itself would find best are all asked for a turn, and the review judges each. It must find no loss in its own
choices, and more in the others' the weaker they are. Then the luck of all draws of the games is measured,
with the cards drawn anew: it must add up to nothing.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from itertools import pairwise

from grandjunction.bots import bot
from grandjunction.core.rng import Rng
from grandjunction.core.view import View
from grandjunction.record.game import Game
from grandjunction.reviews import DEPTHS, Chance, Decision
from grandjunction.reviews.comparison import choose, compare
from grandjunction.reviews.continuation import continuation
from grandjunction.reviews.depth import Depth
from grandjunction.reviews.estimates import Estimate, of_samples
from grandjunction.reviews.luck import measure_luck
from grandjunction.reviews.timeline import ChanceTask, DecisionTask, tasks, turn
from grandjunction.rulesets import RULESETS, ruleset

LADDER = ("random", "greedy", "planner", "reviewer")
GRADED = ("inaccuracy", "mistake", "blunder")


def play(rules: str, players: int, seed: str, budget: int) -> Game:
    """Return a game of planners with few positions a turn, which leave something to be found."""
    game = Game(ruleset(rules), players, Rng(seed))
    bots = [bot("planner", f"{seed}/{seat}") for seat in range(players)]
    while not game.state.is_over:
        seat = game.state.to_act
        game.play(bots[seat].choose(game.state.view(seat), budget))
    return game


def turn_of(name: str, view: View, depth: Depth, seed: str) -> list[int]:
    """Return the codes of a bot's whole turn, up to the first chance."""
    if name == "reviewer":
        table = continuation(view.rules.id, int(view.known.players), depth.budget)
        return choose(table, depth, view, seed)
    player, state, codes = bot(name, seed), view.known.copy(), []
    begun = turn(state)
    while not state.is_over and not state.is_chance and turn(state) == begun:
        codes.append(player.choose(View(state)).code)
        state.apply_code(codes[-1], None)
    return codes


def judged(game: Game, depth: Depth, seed: str, every: int = 1) -> Iterator[dict[str, Decision]]:
    """Yield what the review says of each bot's turn in the positions of a game, or in each so-manieth."""
    table = continuation(game.rules.id, int(game.state.players), depth.budget)
    decisions = [task for task in tasks(game) if isinstance(task, DecisionTask)]
    for task in decisions[every // 2 :: every]:
        view = task.state.view(task.seat)
        found = {}
        for name in LADDER:
            codes = turn_of(name, view, depth, f"asked/{seed}/{task.ply}")
            asked = DecisionTask(task.state, task.seat, task.ply, codes)
            found[name] = compare(table, depth, asked, f"judged/{seed}")
        if found["reviewer"].grade != "forced":
            yield found


def drawn_anew(task: ChanceTask, seed: str) -> ChanceTask:
    """Return the same draw with other cards, dealt as its seat could expect."""
    rng = Rng(seed)
    before = task.before.view(task.seat).determinize(rng)
    after, codes = before.copy(), []
    for _ in task.codes:
        codes.append(int(after.chance_code(rng)))
        after.apply_code(codes[-1], None)
    return ChanceTask(before, after, task.kind, task.seat, task.ply, codes)


def luck(game: Game, depth: Depth, seed: str, again: int = 1) -> Iterator[Chance]:
    """Yield the luck of a game's draws, each drawn anew so many times."""
    table = continuation(game.rules.id, int(game.state.players), depth.budget)
    for task in tasks(game):
        if isinstance(task, ChanceTask) and task.kind == "draw":
            for number in range(again):
                name = f"{seed}/{task.ply}/{number}"
                yield measure_luck(table, depth, drawn_anew(task, f"drawn/{name}"), f"judged/{name}")


def told(estimate: Estimate) -> str:
    return f"{estimate.mean:+.2f} ± {estimate.margin:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ruleset", choices=list(RULESETS), metavar="RULESET")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--depth", choices=list(DEPTHS), default="quick")
    parser.add_argument("--budget", type=int, default=200, help="positions a turn of the planners")
    parser.add_argument("--every", type=int, default=1, help="ask in each so-manieth position only")
    asked = parser.parse_args()
    depth = DEPTHS[asked.depth]
    rows: list[dict[str, Decision]] = []
    chances: list[Chance] = []
    for number in range(asked.games):
        game = play(asked.ruleset, asked.players, f"proofs/{number}", asked.budget)
        rows += judged(game, depth, str(number), asked.every)
        chances += luck(game, depth, str(number))
    print("| Bot | loss per turn, VP | … win share, points | `equal` | graded a loss |")
    print("|---|---|---|---|---|")
    for name in LADDER:
        own = [row[name] for row in rows]
        vp = of_samples([one.loss_vp.mean for one in own])
        share = of_samples([100 * one.loss_share.mean for one in own])
        equal = sum(one.grade == "equal" for one in own) / len(own)
        lost = sum(one.grade in GRADED for one in own) / len(own)
        print(f"| `{name}` | {told(vp)} | {told(share)} | {equal:.0%} | {lost:.0%} |")
    print(f"\n{len(rows)} positions. Differences in the same positions, VP and points:")
    for worse, better in pairwise(LADDER):
        vp = of_samples([row[worse].loss_vp.mean - row[better].loss_vp.mean for row in rows])
        points = [100 * (row[worse].loss_share.mean - row[better].loss_share.mean) for row in rows]
        print(f"`{worse}` less `{better}`: {told(vp)}, {told(of_samples(points))}")
    for label, values in (
        ("VP", [one.luck_vp[one.seat].mean for one in chances]),
        ("points of win share", [100 * one.luck_share[one.seat].mean for one in chances]),
    ):
        size = math.sqrt(sum(value**2 for value in values) / len(values))
        print(
            f"\nLuck of {len(values)} draws: {told(of_samples(values))} {label}; root mean square {size:.2f}."
        )


if __name__ == "__main__":
    main()
