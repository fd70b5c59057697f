"""Plays a position forward with a planning bot on every seat, and forecasts the result where it stops."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..bots.evaluation import Evaluation
from ..bots.horizon import Horizon
from ..bots.nets import BY_HAND, SHIPPED, Nets
from ..bots.rollout import turn_of
from ..bots.search import TurnSearch
from ..bots.weights import weights_for
from ..core.rng import Rng
from ..core.ruleset import ACTION, Ruleset
from ..core.standings import standings
from ..core.state import State
from ..core.turn import Turns
from ..rulesets import ruleset
from .calibration import Calibration, measure
from .confidence import Confidence, confidence

PLAYED_OUT: Final = -1  # in place of the era of a forecast


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one game played forward: each seat's final VP and win share, or their forecast.

    ``built`` has the spaces on which each seat's tiles stand then. ``spread`` and ``era`` are what the shares
    were made from (see ``confidence``): the forecast's usual spread by seat, or of a game played out the
    actions that each seat had left at the start. Without spread, the result is certain. ``state`` is the
    position in which the game stopped.
    """

    vp: list[float]
    share: list[float]
    built: list[int]
    spread: list[float]
    era: int
    state: State | None = None


class Continuation:
    """Plays positions of one table forward. Each seat plans its turns with ``budget`` positions."""

    def __init__(self, rules: Ruleset, players: int, budget: int, nets: Nets | None) -> None:
        weights = weights_for(rules.id, players)
        self.rules: Final = rules
        self.players: Final = players
        self.budget: Final = budget
        self.nets: Final = nets
        self.confidence: Final[Confidence] = confidence(rules, players)
        self.judges: Final = [Evaluation(rules, seat, weights, players, nets) for seat in range(players)]
        self._calibration: Calibration | Nets | None = None

    def play_turns(self, state: State, seat: int, turns: int, rng: Rng, finish: int = 0) -> Outcome:
        """Play in place until a seat has had ``turns`` more turns; return the forecast there.

        The turn that the seat is in does not count. With at most ``finish`` own actions left at the start, or
        fewer turns than asked for, the game is played to its end.
        """
        if state.is_over:
            return ended(state)
        left = self.actions_left(state)
        begun = turn_of(state) if _has_begun(state, seat) else -1
        while not state.is_over:
            if state.is_chance:
                state.apply_code(state.chance_code(rng), None)
                continue
            if state.seat == seat and state.decision == ACTION and turn_of(state) != begun:
                if turns == 0 and left[seat] > finish:
                    return self.forecast(state)
                turns -= 1
                begun = turn_of(state)
            self.take_turn(state)
        return self._played_out(state, left)

    def take_turn(self, state: State) -> None:
        """Plan the turn of the seat to act, and play it up to the first chance outcome."""
        for node in TurnSearch(state, self.judges[state.seat], self.budget).run()[0].line():
            if node.chance:
                return
            state.apply_code(node.code, None)

    def values(self, state: State) -> list[float]:
        """Return what the judges expect each seat to score."""
        found = []
        for judge in self.judges:
            judge.begin(state)
            found.append(judge.value(state))
        return found

    def actions_left(self, state: State) -> list[int]:
        """Return the actions that each seat has left in the game."""
        return [Horizon(judge.course, state, judge.seat).all_actions for judge in self.judges]

    def forecast(self, state: State) -> Outcome:
        """Return the expected outcome of a position."""
        if state.is_over:
            return ended(state)
        values, left = self.values(state), self.actions_left(state)
        era = int(state.era)
        if self.nets is not None:
            spread = [self.nets.deviation(era, actions) for actions in left]
        else:
            calibration = self._calibrated()
            values = [
                value + calibration.offset(era, actions) for value, actions in zip(values, left, strict=True)
            ]
            spread = [calibration.deviation(era, actions) for actions in left]
        shares = self.confidence.forecast_shares(values, spread, era, int(state.round))
        return Outcome(values, shares, _built(state), spread, era, state)

    def _played_out(self, state: State, left: list[int]) -> Outcome:
        """Return the result of a game that was played to its end from where seats had actions left."""
        result = ended(state)
        if not any(left):
            return result
        shares = self.confidence.played_shares(result.vp, left)
        return Outcome(result.vp, shares, result.built, [float(one) for one in left], PLAYED_OUT, state)

    def _calibrated(self) -> Calibration | Nets:
        """Return how far results are from the judges' values at a table without nets.

        Every table of the package has this on file. For other rulesets it is measured when first needed.
        """
        if self._calibration is None:
            self._calibration = BY_HAND.nets(self.rules, self.players) or measure(self)
        return self._calibration


def ended(state: State) -> Outcome:
    """Return the result of a finished game."""
    first = standings(state)[0]
    share = [1.0 / len(first) if seat in first else 0.0 for seat in range(state.players)]
    vp = [float(state.vp[seat]) for seat in range(state.players)]
    return Outcome(vp, share, _built(state), [], PLAYED_OUT, state)


def _built(state: State) -> list[int]:
    return [int(state.built[seat]) for seat in range(state.players)]


def _has_begun(state: State, seat: int) -> bool:
    """Return whether the seat is in its turn of this round, or has had it, while turns are taken."""
    if not isinstance(state.rules.steps[state.step], Turns):
        return False
    place = [int(state.order[place]) for place in range(state.players)].index(seat)
    return place < state.cursor or (place == state.cursor and state.turn_open != 0)


@lru_cache(maxsize=4)
def continuation(ruleset_id: str, players: int, budget: int) -> Continuation:
    """Return the continuation of a table, with the shipped nets if it has any. Kept for the next call."""
    rules = ruleset(ruleset_id)
    return Continuation(rules, players, budget, SHIPPED.nets(rules, players))
