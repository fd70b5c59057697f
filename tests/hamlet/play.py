"""Games of Hamlet for the tests: players with different habits, and positions of every sort."""

from __future__ import annotations

import random
from collections import defaultdict

from grandjunction.core.moves import Move
from grandjunction.core.ruleset import MORE
from grandjunction.core.state import State
from grandjunction.rulesets import ruleset

HAMLET = ruleset("hamlet")

#: How much a player likes moves whose text begins with these words; the longest beginning counts.
HABITS: dict[str, dict[str, float]] = {
    "careless": {},
    "builder": {"build": 8, "link": 6, "barter": 20, "loan": 2, "pass": 0.1},
    "spender": {"build": 8, "link": 8, "barter": 4, "loan 12": 8, "loan": 4, "develop": 4, "pass": 0.1},
    "miller": {
        "develop mill": 9, "develop": 0.2, "build mill": 15, "build brewery": 12, "build": 4, "link": 10,
        "barter": 40, "loan": 3, "pass": 0.1, "stop": 0.1,
    },
}  # fmt: skip


def start() -> State:
    state = State(HAMLET, 2)
    state.advance(None)
    return state


def liking(habit: dict[str, float], text: str) -> float:
    fitting = [beginning for beginning in habit if text.startswith(beginning)]
    return habit[max(fitting, key=len)] if fitting else 1.0


def choose(state: State, rng: random.Random, habit: str) -> Move:
    """First a verb, then a move of it, both by liking."""
    moves = sorted(state.legal_moves(), key=lambda move: move.code)
    texts = [str(move) for move in moves]
    likings = [liking(HABITS[habit], text) for text in texts]
    verbs = sorted({move.verb for move in moves})
    liked = list(zip(moves, likings, strict=True))
    best = [max(like for move, like in liked if move.verb == verb) for verb in verbs]
    verb = rng.choices(verbs, best)[0]
    weights = [like if move.verb == verb else 0 for move, like in liked]
    return rng.choices(moves, weights)[0]


def sort_of(state: State) -> tuple[str, str, int]:
    """The decision, the verb under way and the era."""
    decision = HAMLET.decision_names[state.decision]
    verb = HAMLET.verbs[state.frame_verb].name if state.decision == MORE else ""
    return decision, verb, int(state.era)


def positions(games: int, each: int, seed: str) -> list[State]:
    """At most so many positions of each sort from many games."""
    found: defaultdict[tuple[str, str, int], list[State]] = defaultdict(list)
    rng = random.Random(seed)
    for number in range(games):
        habit = list(HABITS)[number % len(HABITS)]
        state = start()
        while not state.is_over:
            found[sort_of(state)].append(state.copy())
            state.apply_code(choose(state, rng, habit).code, None)
        found[sort_of(state)].append(state)
    return [state for sort in sorted(found) for state in rng.sample(found[sort], min(each, len(found[sort])))]
