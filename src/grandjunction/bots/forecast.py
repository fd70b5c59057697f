"""Forecasts each seat's score and its share of the win, calibrated on games not used for training.

Every table has a file with the evaluation's usual error and the spread of results. Where there are nets, it
is theirs; elsewhere it has no nets, and the forecast is the hand-made evaluation plus its usual error.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from ..core.ruleset import Ruleset
from ..core.seats import seat_name
from ..core.standings import standings
from ..core.state import State
from ..core.view import View
from .evaluation import Evaluation
from .features import PARTS
from .horizon import Horizon
from .nets import BY_HAND, SHIPPED, Nets
from .weights import weights_for

STEPS: Final = 240  # steps of the integral over the best seat's score
HAND_PARTS: Final = 7  # of the evaluation's parts, those that its sum adds up
WIDTH: Final = 4.5  # standard deviations on either side
ROUNDING: Final = 1e-6  # VP; less is what adding up leaves


class NoForecast(ValueError):
    """Raised for a table where nothing was calibrated, such as that of a ruleset of your own."""


class Forecast:
    """Per seat, the expected final VP, its standard deviation, the win share, and the parts of the VP.

    The parts of a seat add up to its ``vp``. ``scored`` is what it has already; ``usual`` corrects the
    evaluation's usual error, and ``learned`` is what the nets add.
    """

    def __init__(
        self, vp: list[float], deviation: list[float], share: list[float], parts: list[dict[str, float]]
    ) -> None:
        self.vp: Final = vp
        self.deviation: Final = deviation  # one standard deviation, relative to the other seats
        self.share: Final = share
        self.parts: Final = parts

    def __reduce__(self) -> tuple[object, ...]:
        return Forecast, (self.vp, self.deviation, self.share, self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Forecast) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(tuple(self.vp))

    def __repr__(self) -> str:
        seats = ", ".join(
            f"{seat_name(seat)} {vp:.0f} VP {share:.0%}"
            for seat, (vp, share) in enumerate(zip(self.vp, self.share, strict=True))
        )
        return f"<Forecast {seats}>"


class Forecaster:
    """Forecasts results at one table."""

    def __init__(self, nets: Nets) -> None:
        rules = nets.rules
        weights = weights_for(rules.id, nets.players)
        self.nets: Final = nets
        self._seats: Final = [
            Evaluation(rules, seat, weights, nets.players, nets) for seat in range(nets.players)
        ]

    def of(self, view: View) -> Forecast:
        """Return the forecast from what a seat or a spectator may know."""
        state = view.known
        if state.is_over:
            return _over(state)
        expected: list[float] = []
        deviation: list[float] = []
        parts: list[dict[str, float]] = []
        for evaluation in self._seats:
            evaluation.begin(state)
            expected.append(evaluation.value(state))
            left = Horizon(evaluation.course, state, evaluation.seat).all_actions
            usual = self.nets.offset(state.era, left)
            parts.append(_parts(evaluation, state, left, usual, expected[-1]))
            deviation.append(max(self.nets.deviation(state.era, left), 0.5))
        return Forecast(expected, deviation, win_shares(expected, deviation), parts)


def forecaster(rules: Ruleset, players: int) -> Forecaster:
    """Return a forecaster for a table; raise ``NoForecast`` if nothing was calibrated there."""
    for shelf in (SHIPPED, BY_HAND):
        nets = shelf.nets(rules, players)
        if nets is not None:
            return Forecaster(nets)
    raise NoForecast(
        f"no forecast was calibrated for {rules.id}, revision {rules.revision}, with {players} players; "
        f"`grandjunction train --ruleset {rules.id} --players {players} --rounds 0 --games 400` does it"
    )


def _over(state: State) -> Forecast:
    first = standings(state)[0]
    share = [0.0] * state.players
    for seat in first:
        share[seat] = 1.0 / len(first)
    vp = [float(state.vp[seat]) for seat in range(state.players)]
    return Forecast(vp, [0.0] * state.players, share, [{"scored": scored} for scored in vp])


def evaluate(view: View) -> Forecast:
    """Return what the bots expect of a view: final VP and win share per seat, and the parts of the VP."""
    return forecaster(view.rules, view.known.players).of(view)


def _parts(evaluation: Evaluation, state: State, left: i64, usual: float, total: float) -> dict[str, float]:
    """Return what a value consists of, without the parts that are zero. Call it after ``value``."""
    parts = {"scored": float(state.vp[evaluation.seat])}
    parts["turns"] = evaluation.weights.turn * float(left)
    for number, name in enumerate(PARTS[:HAND_PARTS]):
        parts[name] = evaluation.parts[number]
    parts["usual"] = usual
    parts["learned"] = total - math.fsum(parts.values())
    return {name: worth for name, worth in parts.items() if abs(worth) > ROUNDING}


def win_shares(expected: list[float], deviation: list[float]) -> list[float]:
    """Return each seat's chance to score highest, if scores vary independently around ``expected``."""
    low = min(expected) - WIDTH * max(deviation)
    high = max(expected) + WIDTH * max(deviation)
    step = (high - low) / STEPS
    shares = [0.0] * len(expected)
    at: i64 = 0
    while at < STEPS:
        vp = low + (float(at) + 0.5) * step
        below = [_below(vp, mean, width) for mean, width in zip(expected, deviation, strict=True)]
        for seat in range(len(expected)):
            chance = math.exp(-0.5 * ((vp - expected[seat]) / deviation[seat]) ** 2) / deviation[seat]
            for other in range(len(expected)):
                if other != seat:
                    chance *= below[other]
            shares[seat] += chance
        at += 1
    total = math.fsum(shares)  # sum() rounds otherwise before Python 3.12
    return [one / total for one in shares]


def _below(vp: float, mean: float, width: float) -> float:
    """Return the chance of fewer than ``vp`` VP."""
    return 0.5 * (1.0 + math.erf((vp - mean) / (width * math.sqrt(2.0))))
