"""Counts the moves in bots' games that a beginner sees to be harmful, per 100 games, as a Markdown table.

    python tools/blunders.py birmingham --players 4 --games 100 --bots greedy planner strategist

The patterns are those of ``grandjunction.bots.harm``. Every turn is looked at as its seat saw it.
Tiles lost to unpaid debt, loans in a seat's last turn and passes are counted too, harmful or not.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field

from grandjunction.bots import bot
from grandjunction.bots.evaluation import Evaluation
from grandjunction.bots.harm import PATTERNS, Beginner
from grandjunction.bots.search import NO_CODE, Node, TurnSearch
from grandjunction.bots.weights import weights_for
from grandjunction.core.moves import Move
from grandjunction.core.rng import Rng
from grandjunction.core.ruleset import ACTION, FIRST_EXTRA
from grandjunction.core.state import State
from grandjunction.rulesets import RULESETS, ruleset

ALSO = ["tiles lost to debt", "last loans", "passes"]


@dataclass
class Turn:
    """A seat's turn: the position it saw at the start, and its moves."""

    root: State
    codes: list[int] = field(default_factory=list)

    def line(self) -> list[Node]:
        """Return the moves as a search would have found them."""
        node = Node(self.root, None, NO_CODE, 0, 0.0)
        found: list[Node] = []
        for code in self.codes:
            state = node.state.copy()
            state.apply_code(code, None)
            node = Node(state, node, code, 0, 0.0)
            found.append(node)
        return found


def harms(turn: Turn, budget: int, counts: Counter[str]) -> None:
    """Count what a beginner sees in a turn."""
    root = turn.root
    weights = weights_for(root.rules.id, int(root.players))
    evaluation = Evaluation(root.rules, int(root.seat), weights, int(root.players))
    evaluation.begin(root)
    verbs = [Move(root.rules, code).verb for code in turn.codes]
    beginner = Beginner(root, evaluation, [])
    line = turn.line()
    if beginner.is_last or "pass" in verbs or beginner.cannot_pay(line[-1].state):
        # Harmful only if another turn would have been better.
        beginner = Beginner(root, evaluation, TurnSearch(root, evaluation, budget).run())
    found = beginner.harm(line)
    if found:
        counts[found] += 1
    counts["passes"] += verbs.count("pass")
    if beginner.is_last:
        counts["last loans"] += verbs.count("loan")


def play(game: argparse.Namespace, name: str, number: int, counts: Counter[str]) -> None:
    """Play one game of copies of a bot and count its harmful turns."""
    rules = ruleset(game.ruleset)
    seed = f"{game.seed}/{number}"
    state = State(rules, game.players)
    rng = Rng(seed)
    bots = [bot(name, f"{seed}/{seat}") for seat in range(game.players)]
    state.advance(None)
    turn: Turn | None = None
    at = (-1, -1, -1)
    while not state.is_over:
        if state.is_chance:
            code = state.chance_code(rng)
            if turn is not None and state.decision >= FIRST_EXTRA:  # in the middle of an action
                turn.codes.append(code)
        else:
            seat = int(state.seat)
            code = bots[seat].choose(state.view(seat), game.budget).code
            here = (int(state.era), int(state.round), seat)
            if state.decision == ACTION and here != at:
                if turn is not None:
                    harms(turn, game.search, counts)
                at, turn = here, Turn(state.view(seat).known)
            if turn is not None and here == at:
                turn.codes.append(code)
            counts["tiles lost to debt"] += Move(rules, code).verb == "liquidate"
        state.apply_code(code, None)
    if turn is not None:
        harms(turn, game.search, counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("ruleset", choices=list(RULESETS), metavar="RULESET")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bots", nargs="+", default=["planner"])
    parser.add_argument("--budget", type=int, default=0)
    parser.add_argument("--search", type=int, default=2000, help="positions to find better last turns")
    parser.add_argument("--seed", default="blunders")
    game = parser.parse_args()
    try:
        State(ruleset(game.ruleset), game.players)
        for name in game.bots:
            bot(name)
    except ValueError as error:
        parser.error(str(error))
    print("| Bot | " + " | ".join([*PATTERNS, *ALSO]) + " | games |")
    print("|---" * (len(PATTERNS) + len(ALSO) + 2) + "|")
    for name in game.bots:
        counts: Counter[str] = Counter()
        for number in range(game.games):
            play(game, name, number, counts)
        cells = [f"{100 * counts[one] / game.games:.0f}" for one in [*PATTERNS, *ALSO]]
        print(f"| `{name}` | " + " | ".join(cells) + f" | {game.games} |", flush=True)


if __name__ == "__main__":
    main()
