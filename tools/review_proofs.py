"""Checks reviews on bots' games; prints Markdown tables for docs/review.md.

    python tools/review_proofs.py bias birmingham --players 4 --games 24
    python tools/review_proofs.py reliability birmingham --games 200

``bias`` seats random, greedy, planner and a bot that plays what the review itself would find best. The
review must find no loss in its own turns, and more in the others' the weaker they are; the luck of all draws
must add up to nothing. ``reliability`` compares the win shares that the review gives after a turn of every
round of planners' games with who won, by player count; it keeps what it found in build/review-proofs and
goes on from there.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from functools import partial
from pathlib import Path

from grandjunction.bots import Bot, bot
from grandjunction.core.moves import Move
from grandjunction.core.rng import Rng
from grandjunction.core.state import NOBODY
from grandjunction.core.view import View
from grandjunction.outside.worker import spread
from grandjunction.record.game import Game
from grandjunction.reviews import DEPTHS, Decision, judge_version, review
from grandjunction.reviews.comparison import Line, choose, play_deals
from grandjunction.reviews.continuation import continuation
from grandjunction.reviews.depth import Depth
from grandjunction.reviews.estimates import Estimate, of_samples
from grandjunction.reviews.timeline import DecisionTask, tasks
from grandjunction.rulesets import RULESETS, ruleset

LADDER = ["random", "greedy", "planner", "reviewer"]
GRADED = ("inaccuracy", "mistake", "blunder")

Row = tuple[str, Decision]  # a bot and its decision
Said = tuple[int, int, int, float, float]  # game, era, round, share of a seat, whether it won
WORK = Path("build/review-proofs")


class Reviewer(Bot):
    """Plays the turn that a review would find best."""

    def __init__(self, depth: Depth, seed: str) -> None:
        super().__init__("reviewer", seed)
        self.depth = depth
        self.turns = 0
        self.planned: list[int] = []

    def choose(self, view: View, budget: int = 0) -> Move:
        if not self.planned:
            self.turns += 1
            table = continuation(view.rules.id, int(view.known.players), self.depth.budget)
            self.planned = choose(table, self.depth, view, f"{self.seed}/{self.turns}")
        return Move(view.rules, self.planned.pop(0))


def play(rules: str, bots: list[Bot], seed: str) -> Game:
    game = Game(ruleset(rules), len(bots), Rng(seed), [one.name for one in bots])
    while not game.state.is_over:
        seat = game.state.to_act
        game.play(bots[seat].choose(game.state.view(seat)))
    return game


# -- bias -------------------------------------------------------------------------------------------------


def bias_game(rules: str, players: int, depth: Depth, number: int) -> tuple[list[Row], list[list[float]]]:
    """Play and review a game. Return each bot's decisions, and of each draw its luck in VP and share."""
    seed = f"proofs/{number}"
    names = [LADDER[(seat + number) % len(LADDER)] for seat in range(players)]
    bots = [
        Reviewer(depth, f"{seed}/{seat}") if name == "reviewer" else bot(name, f"{seed}/{seat}")
        for seat, name in enumerate(names)
    ]
    found = review(play(rules, bots, seed), depth=depth, seed=seed)
    luck = [
        [one.luck_vp[one.seat].mean, one.luck_share[one.seat].mean]
        for one in found.chances
        if one.seat != NOBODY
    ]
    return [(names[one.seat], one) for one in found.decisions], luck


def bias(asked: argparse.Namespace) -> None:
    rows: dict[str, list[Decision]] = defaultdict(list)
    luck: list[list[float]] = []
    work = partial(bias_game, asked.ruleset, asked.players or len(LADDER), DEPTHS[asked.depth])
    for decided, drawn in spread(work, range(asked.games), asked.processes):
        luck += drawn
        for name, one in decided:
            rows[name].append(one)
    print("| Bot | loss per decision, VP | … win share, points | `equal` | graded a loss | unforced turns |")
    print("|---|---|---|---|---|---|")
    for name in LADDER:
        own = [one for one in rows[name] if one.grade != "forced"]
        vp = of_samples([one.loss_vp.mean for one in own])
        share = of_samples([100 * one.loss_share.mean for one in own])
        equal = sum(one.grade == "equal" for one in own) / len(own)
        lost = sum(one.grade in GRADED for one in own) / len(own)
        print(f"| `{name}` | {told(vp)} | {told(share)} | {equal:.0%} | {lost:.0%} | {len(own)} |")
    for label, column, scale in (("VP", 0, 1), ("points of win share", 1, 100)):
        values = [scale * one[column] for one in luck]
        spread_of = math.sqrt(sum(value**2 for value in values) / len(values))
        mean = of_samples(values)
        print(f"\nLuck of {len(values)} draws: {told(mean)} {label}; root mean square {spread_of:.2f}.")


def told(estimate: Estimate) -> str:
    return f"{estimate.mean:+.2f} ± {estimate.margin:.2f}"


# -- reliability ------------------------------------------------------------------------------------------


def reliability_game(rules: str, players: int, depth: Depth, budget: int, number: int) -> list[Said]:
    """Play a game of planners, and return the shares that reviews of some of its turns give, one a round."""
    seed = f"reliability/{rules}/{players}/{number}"
    bots = [bot("planner", f"{seed}/{seat}") for seat in range(players)]
    game = Game(ruleset(rules), players, Rng(seed), [one.name for one in bots])
    while not game.state.is_over:
        seat = game.state.to_act
        game.play(bots[seat].choose(game.state.view(seat), budget))
    won = (game.result() or [[]])[0]
    table = continuation(rules, players, depth.budget)
    rounds: dict[tuple[int, int], list[DecisionTask]] = defaultdict(list)
    for task in tasks(game):
        if isinstance(task, DecisionTask):
            rounds[int(task.state.era), int(task.state.round)].append(task)
    chosen, said = Rng(f"{seed}/chosen"), []
    for (era, round), turns in rounds.items():
        task = turns[chosen.below(len(turns))]
        line = Line(task.codes, [False] * len(task.codes))
        play_deals(table, depth, task.state.view(task.seat), [line], f"{seed}/{task.ply}", depth.fresh)
        for seat in range(players):
            share = sum(one.share[seat] for one in line.outcomes) / len(line.outcomes)
            said.append((number, era, round, share, 1 / len(won) if seat in won else 0.0))
    return said


def gathered(asked: argparse.Namespace, players: int) -> list[Said]:
    """Return the shares of a table's games. Those judged before by the same judge are kept in build."""
    rules, depth = ruleset(asked.ruleset), DEPTHS[asked.depth]
    path = WORK / f"reliability-{rules.id}-{players}.jsonl"
    head = f"{judge_version(rules, players)}, {asked.depth}, {asked.budget}"
    kept = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if not kept or json.loads(kept[0]) != head:
        kept = [json.dumps(head)]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(kept[0] + "\n", encoding="utf-8")
    work = partial(reliability_game, rules.id, players, depth, asked.budget)
    for found in spread(work, range(len(kept) - 1, asked.games), asked.processes):
        kept.append(json.dumps(found))
        with path.open("a", encoding="utf-8") as file:
            file.write(kept[-1] + "\n")
    return [
        (n, era, round, share, win) for line in kept[1:] for n, era, round, share, win in json.loads(line)
    ]


def reliability(asked: argparse.Namespace) -> None:
    rules = ruleset(asked.ruleset)
    counts = [asked.players] if asked.players else list(rules.player_counts)
    said = {players: gathered(asked, players) for players in counts}
    judges = {players: judge_version(rules, players) for players in counts}
    print("\n".join(f"{players} players: {judges[players]}" for players in counts), end="\n\n")
    print("| Era, round |" + "".join(f" {n} players | … even |" for n in counts))
    print("|---|" + "---|---|" * len(counts))
    for era, round in sorted({(one[1], one[2]) for found in said.values() for one in found}):
        cells = [f"{rules.eras[era]} {round}"]
        for players in counts:
            group = [(share, win) for _, e, r, share, win in said[players] if (e, r) == (era, round)]
            blind = [(1 / players, win) for _, win in group]
            cells += [f"{log_loss(group):.3f}", f"{log_loss(blind):.3f}"] if group else ["", ""]
        print(f"| {' | '.join(cells)} |")
    print("\n| Share given |" + "".join(f" {n} players won | shares |" for n in counts))
    print("|---|" + "---|---|" * len(counts))
    for tenth in range(10):
        cells = [f"{tenth * 10}–{tenth * 10 + 10} %"]
        for players in counts:
            given = [one for one in said[players] if min(int(one[3] * 10), 9) == tenth]
            cells += [won(given), str(len(given))] if given else ["", ""]
        print(f"| {' | '.join(cells)} |")


def won(group: list[Said]) -> str:
    """Return how often seats won that were given a mean share. Seats of one game are not independent."""
    mean = sum(one[3] for one in group) / len(group)
    rate = sum(one[4] for one in group) / len(group)
    games: dict[int, float] = defaultdict(float)
    for one in group:
        games[one[0]] += one[4] - rate
    margin = 1.96 * math.sqrt(sum(off**2 for off in games.values())) / len(group)
    return f"{rate:.1%} ± {100 * margin:.1f} (given {mean:.1%})"


def log_loss(group: list[tuple[float, float]]) -> float:
    """Return the mean log loss of a seat winning or not; shares are kept half a point from 0 and 1."""
    total = 0.0
    for share, win in group:
        kept = min(max(share, 0.005), 0.995)
        total -= win * math.log(kept) + (1 - win) * math.log(1 - kept)
    return total / len(group)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("what", choices=["bias", "reliability"])
    parser.add_argument("ruleset", choices=list(RULESETS), metavar="RULESET")
    parser.add_argument("--players", type=int, help="bias: 4 unless given; reliability: all counts")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--depth", choices=list(DEPTHS), default="quick")
    parser.add_argument("--budget", type=int, default=400, help="positions a turn of the planners")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    (bias if asked.what == "bias" else reliability)(asked)


if __name__ == "__main__":
    main()
