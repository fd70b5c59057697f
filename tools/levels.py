"""Plays neighbouring levels against each other and rates all of them on one scale, as a Markdown table.

    python tools/levels.py birmingham --players 4 --deals 12

Each table seats as many neighbours as it has seats: levels 1 to 4, 2 to 5 and so on, on the same deals and
from every seat. The ratings are those that make the places in all games most likely (Plackett and Luce), on
Elo's scale with level 1 at 800: 400 points more mean ten times the chance to finish ahead. The intervals
come from drawing the deals again, with replacement.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import log10

from grandjunction.arena import Match, entrants, local
from grandjunction.bots import LEVEL_BOTS
from grandjunction.core.rng import Rng
from grandjunction.rulesets import RULESETS, ruleset

LOWEST = 800
ROUNDS = 500  # of the fit at most
SETTLED = 1e-4  # the fit ends when no strength changes by a larger part
DRAWS = 200  # of deals, for an interval

Ranking = tuple[int, ...]  # the numbers of the bots, the best first


def play(settings: argparse.Namespace, names: list[str]) -> tuple[list[list[Ranking]], list[list[int]]]:
    """Return the rankings of each deal, and the VP of each level."""
    deals: list[list[Ranking]] = [[] for _ in range(settings.deals)]
    vp: list[list[int]] = [[] for _ in names]
    for first in range(len(names) - settings.players + 1):
        window = names[first : first + settings.players]
        match = Match(settings.ruleset, settings.players, settings.seed, entrants(window), settings.deals)
        for game in local.run(match, settings.processes):
            order = sorted(range(settings.players), key=lambda seat: game.places[seat])
            deals[game.deal - 1].append(tuple(first + game.bots[seat] for seat in order))
            for seat, bot in enumerate(game.bots):
                vp[first + bot].append(game.vp[seat])
        print(f"{window[0]} to {window[-1]}: {match.games} games", file=sys.stderr, flush=True)
    return deals, vp


def fit(bots: int, rankings: Sequence[Ranking]) -> list[float]:
    """Return ratings by the iteration of Hunter (2004), from which every bot's chance to come next follows.

    Half a win and half a loss between neighbours are added, so that a bot that never lost has a rating.
    """
    pairs = [(bot, bot + 1) for bot in range(bots - 1)]
    weighed = [(ranking, 1.0) for ranking in rankings]
    weighed += [(order, 0.5) for one, other in pairs for order in ((one, other), (other, one))]
    strength = [1.0] * bots
    for _ in range(ROUNDS):
        won = [0.0] * bots
        shares = [0.0] * bots
        for ranking, weight in weighed:
            left = sum(strength[bot] for bot in ranking)
            passed = 0.0
            for place, bot in enumerate(ranking):
                if place < len(ranking) - 1:
                    passed += weight / left
                    won[bot] += weight
                    left -= strength[bot]
                shares[bot] += passed
        before = strength
        strength = [one / share for one, share in zip(won, shares, strict=True)]
        if all(abs(new - old) < SETTLED * old for new, old in zip(strength, before, strict=True)):
            break
    return [LOWEST + 400 * log10(one / strength[0]) for one in strength]


def spread(bots: int, deals: list[list[Ranking]], seed: str) -> list[tuple[float, float]]:
    """Return the 95 % interval of every rating."""
    rng = Rng(f"{seed}/again")
    found: list[list[float]] = []
    for _ in range(DRAWS):
        drawn = [deals[rng.below(len(deals))] for _ in deals]
        found.append(fit(bots, [ranking for deal in drawn for ranking in deal]))
    low, high = round(0.025 * DRAWS), round(0.975 * DRAWS) - 1
    each = [sorted(ratings[bot] for ratings in found) for bot in range(bots)]
    return [(one[low], one[high]) for one in each]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("ruleset", choices=[id for id in RULESETS if id != "hamlet"], metavar="RULESET")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--seed", default="levels")
    parser.add_argument("--processes", type=int, default=1)
    settings = parser.parse_args()
    if settings.players not in ruleset(settings.ruleset).player_counts or settings.deals < 2:
        parser.error("this ruleset has no such table, or there are fewer than two deals")
    names = list(LEVEL_BOTS)
    deals, vp = play(settings, names)
    ratings = fit(len(names), [ranking for deal in deals for ranking in deal])
    print("| Level | Rating | 95 % | VP | Games |\n|---|---|---|---|---|")
    for number, (low, high) in enumerate(spread(len(names), deals, settings.seed)):
        games = vp[number]
        print(
            f"| {number + 1} | {ratings[number]:.0f} | {low:.0f} to {high:.0f} "
            f"| {sum(games) / len(games):.1f} | {len(games)} |"
        )


if __name__ == "__main__":
    main()
