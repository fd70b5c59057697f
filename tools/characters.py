"""Plays each character against the planner on mirrored deals and prints what it builds, as a Markdown table.

    python tools/characters.py birmingham --players 4 --deals 40

Half of the seats are the character's, then the other half. A column counts what one seat of the character
builds in a game, and in brackets what the planner beside it does.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field

from grandjunction.bots import bot, play_game
from grandjunction.core.moves import Move
from grandjunction.rulesets import RULESETS, ruleset
from grandjunction.training.duel import Score, verdict

CHARACTERS = ["cotton_baron", "brewer", "railway_king"]
RIVAL = "planner"


@dataclass
class Side:
    """What the seats of one bot built, and in how many seats of games."""

    built: Counter[str] = field(default_factory=Counter)
    seats: int = 0

    def mean(self, thing: str) -> float:
        """Return how many of a thing one seat builds in a game."""
        return self.built[thing] / self.seats


def play(
    settings: argparse.Namespace, character: str, deal: int, turned: bool, sides: dict[str, Side]
) -> list[int]:
    """Play one game, count what is built, and return the VP by seat."""
    names = [character if (seat % 2 == 0) != turned else RIVAL for seat in range(settings.players)]
    seed = f"{settings.seed}/{deal}"
    bots = [bot(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
    game = play_game(settings.ruleset, bots, seed, settings.budget)
    for name in names:
        sides[name].seats += 1
    for state, move, _ in game.positions():
        if move is not None and not state.is_chance:
            count(move, sides[names[state.to_act]].built)
    return [int(vp) for vp in game.state.vp]


def count(move: Move, built: Counter[str]) -> None:
    """Count a move that builds a tile, by industry, or a link."""
    if move.line is not None:
        built["links"] += 1
    elif move.verb == "build" and move.industry is not None:
        built[move.industry] += 1


def row(settings: argparse.Namespace, character: str, things: list[str]) -> str:
    """Play all deals twice and return the table's row."""
    sides = {character: Side(), RIVAL: Side()}
    scores: list[Score] = []
    for deal in range(settings.deals):
        more = mean = 0.0
        for turned in (False, True):
            vp = play(settings, character, deal, turned, sides)
            own, others = vp[turned::2], vp[not turned :: 2]
            more += (sum(own) / len(own) - sum(others) / len(others)) / 2
            mean += sum(own) / len(own) / 2
        scores.append(Score(more, 0.0, mean))
    result = verdict(scores)
    builds = [f"{sides[character].mean(one):.1f} ({sides[RIVAL].mean(one):.1f})" for one in things]
    return f"| `{character}` | {result.more:+.1f} ± {result.error:.1f} | {' | '.join(builds)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("ruleset", choices=[id for id in RULESETS if id != "hamlet"], metavar="RULESET")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=40, help="each is played twice")
    parser.add_argument("--budget", type=int, default=0, help="positions per turn; 0: the bots' default")
    parser.add_argument("--seed", default="characters")
    settings = parser.parse_args()
    if settings.players not in ruleset(settings.ruleset).player_counts or settings.deals < 2:
        parser.error("this ruleset has no such table, or there are fewer than two deals")
    things = [*ruleset(settings.ruleset).board.industries, "links"]
    print(f"| Character | VP above the planner | {' | '.join(things)} |")
    print("|---" * (len(things) + 2) + "|")
    for character in CHARACTERS:
        print(row(settings, character, things), flush=True)


if __name__ == "__main__":
    main()
