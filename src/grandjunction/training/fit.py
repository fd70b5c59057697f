"""Fits a table's nets to the recorded positions, several seeds at once, and rounds them to integers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ..bots.features import Features
from ..bots.nets import BIAS_BITS, DROPPED_BITS, FIRST_BITS, SECOND_BITS, Net, Nets
from ..rulesets import ruleset
from .choices import Choices, decisions, gain, is_held_out
from .forecasts import fixed_point, measured
from .shards import Alternatives, Array, Positions
from .targets import HELD_OUT, returns, scatter, usual_error


@dataclass(frozen=True)
class Recipe:
    """How the nets are fitted."""

    seeds: int = 3  # the number of nets averaged …
    units: int = 16  # … and the hidden units of each
    epochs: float = 12.0
    steps: int = 800  # at least
    batch: int = 2048
    rate: float = 8e-3
    decay: float = 1e-2
    outcome: float = 0.25  # the weight of the final result in the target
    fade: float = 0.9  # λ
    choice: float = 10.0  # the weight of errors in compared turns, if there are any
    robust: float = 0.0  # errors above this many VP count linearly; 0: all by their square
    refine: float = 0.0  # the rate with which the nets before are changed; 0: new nets are drawn
    blind: tuple[str, ...] = ()  # features to ignore
    seed: int = 1


@dataclass(frozen=True)
class Fitted:
    """The fitted nets, and how well they fit."""

    nets: Nets
    curve: list[list[float]]  # per era, the held-out loss after each epoch
    explained: list[dict[str, float]]  # per era, held-out variance explained, without and with nets
    gained: list[dict[str, float]]  # per era, VP that a choice among held-out compared turns gains


def fit(
    table: str,
    players: int,
    rows: Positions,
    before: Nets | None,
    recipe: Recipe,
    tell: Callable[[str], None] = lambda text: None,
) -> Fitted:
    """Return nets fitted for a table. ``before`` are the nets whose values enter the targets."""
    rules = ruleset(table)
    unseen = [place for place, name in enumerate(Features(rules, players).names) if name in recipe.blind]
    usual = usual_error(rows, rows.outcome - rows.by_hand, len(rules.eras))
    offset = usual[rows.era, np.minimum(rows.actions, usual.shape[1] - 1)]
    debiased = rows.by_hand + offset
    thought = debiased if before is None else rows.by_hand + added(before, rows)
    target = recipe.outcome * rows.outcome + (1 - recipe.outcome) * returns(rows, thought, recipe.fade)
    error = target - debiased
    nets: list[Net] = []
    curves: list[list[float]] = []
    explained: list[dict[str, float]] = []
    gained: list[dict[str, float]] = []
    turns = rows.alternatives
    for era in range(len(rules.eras)):
        here = np.flatnonzero(rows.era == era)
        held = rows.game[here] % HELD_OUT == 0
        seen, told = here[~held], here[held]
        if len(told) == 0:  # an era with too few positions
            nets.append(Net(rows.features.shape[1], [0] * rows.features.shape[1], [0], [0, 0]))
            curves.append([0.0])
            explained.append({"hand": 0.0, "nets": 0.0})
            gained.append({"hand": 0.0, "nets": 0.0})
            continue
        compared = decisions(turns, era)
        fresh = is_held_out(turns, compared)
        learned, curve = _fit_era(
            rows.features[seen],
            error[seen],
            rows.features[told],
            error[told],
            turns,
            compared[~fresh],
            unseen,
            recipe,
            None if before is None else before.eras[era],
        )
        nets.append(learned)
        curves.append(curve)
        explained.append(_explained(rows, told, debiased[told], output(learned, rows.features[told])))
        gained.append(
            {
                "hand": round(gain(compared[fresh], turns.worth, turns.by_hand), 3),
                "nets": round(
                    gain(compared[fresh], turns.worth, turns.by_hand + output(learned, turns.features)), 3
                ),
            }
        )
        shown = "explained {hand:.3f} → {nets:.3f}".format_map(explained[-1])
        if len(turns):
            shown += ", gained {hand:.2f} → {nets:.2f}".format_map(gained[-1])
        tell(f"era {era + 1}: {len(here)} rows, loss {curve[-1]:.2f}, {shown}")
    bias = fixed_point(usual)
    rough = Nets(rules, players, nets, bias, bias)
    error = rows.outcome - rows.by_hand - added(rough, rows)
    spread = scatter(rows, error, len(rules.eras), HELD_OUT)
    return Fitted(Nets(rules, players, nets, bias, fixed_point(spread)), curves, explained, gained)


def calibrated(nets: Nets, rows: Positions) -> Nets:
    """Return the nets with ``bias`` and ``spread`` measured on these games, which they played."""
    eras = len(nets.eras)
    learned = added(Nets(nets.rules, int(nets.players), nets.eras, [[0]] * eras, [[0]] * eras), rows)
    bias, spread = measured(rows, rows.outcome - rows.by_hand - learned, eras)
    return Nets(nets.rules, int(nets.players), nets.eras, bias, spread)


def _explained(rows: Positions, here: Array, debiased: Array, correction: Array) -> dict[str, float]:
    """Return the share of the outcome's variance explained among positions with equally many actions left."""
    outcome = rows.outcome[here]
    left = rows.actions[here]
    rest = _within(outcome, left)
    return {
        "hand": round(1 - _within(outcome - debiased, left) / rest, 4),
        "nets": round(1 - _within(outcome - debiased - correction, left) / rest, 4),
    }


def _within(values: Array, groups: Array) -> float:
    count = np.maximum(np.bincount(groups), 1)
    mean = np.bincount(groups, weights=values) / count
    return float(((values - mean[groups]) ** 2).mean())


def _fit_era(
    x: Array,
    y: Array,
    x_held: Array,
    y_held: Array,
    turns: Alternatives,
    compared: Array,
    unseen: list[int],
    recipe: Recipe,
    before: Net | None,
) -> tuple[Net, list[float]]:
    mean = x.mean(axis=0, dtype=np.float64)
    deviation = x.std(axis=0, dtype=np.float64)
    fixed = deviation < 1e-6
    fixed[unseen] = True
    scale = np.where(fixed, 0.0, 1 / np.where(fixed, 1.0, np.maximum(deviation, 0.05)))
    model = _Ensemble(x.shape[1], recipe)
    if recipe.refine > 0 and before is not None:
        model.resume(before, mean, scale)

    def scaled(features: Array) -> Any:
        return torch.from_numpy(((features - mean) * scale).astype(np.float32))

    wanted = torch.from_numpy(y.astype(np.float32))
    wanted_held = torch.from_numpy(y_held.astype(np.float32))
    choices: Choices | None = None
    if recipe.choice > 0 and len(compared):
        missing = torch.from_numpy((turns.worth - turns.by_hand).astype(np.float32))
        choices = Choices(scaled(turns.features), missing, torch.from_numpy(compared))
    curve = model.train(scaled(x), wanted, scaled(x_held), wanted_held, choices)
    first, offsets, second, last = model.layers()
    first = first * scale[:, None]
    offsets = offsets - mean @ first
    return _whole(first, offsets, second, last), curve


class _Ensemble:
    """Several nets trained side by side, each on its own random order of the rows."""

    def __init__(self, inputs: int, recipe: Recipe) -> None:
        self.recipe = recipe
        self.resumed = False
        draw = torch.Generator().manual_seed(recipe.seed)
        seeds, units = recipe.seeds, recipe.units
        bound = inputs**-0.5
        self.first = (torch.rand(seeds, inputs, units, generator=draw) * 2 - 1) * bound
        self.offsets = torch.zeros(seeds, 1, units)
        self.second = (torch.rand(seeds, units, 1, generator=draw) * 2 - 1) * units**-0.5
        self.last = torch.zeros(seeds, 1, 1)
        self.parameters = [self.first, self.offsets, self.second, self.last]
        self.draw = draw
        for one in self.parameters:
            one.requires_grad_(True)

    def resume(self, net: Net, mean: Array, scale: Array) -> None:
        """Start from the weights of a net made of as many nets; ``mean`` and ``scale`` are the inputs' own.

        A net of another size leaves the drawn weights as they are.
        """
        seeds, units = self.recipe.seeds, self.recipe.units
        if int(net.width) != seeds * units:
            return
        first = np.array(list(net.first), dtype=np.float64).reshape(-1, seeds * units) / 2**FIRST_BITS
        offsets = np.array(list(net.offsets), dtype=np.float64) / 2**FIRST_BITS + mean @ first
        second = np.array(list(net.second), dtype=np.float64)
        first = np.where(scale[:, None] > 0, first / np.where(scale > 0, scale, 1.0)[:, None], 0.0)
        weights = (
            first.reshape(-1, seeds, units).transpose(1, 0, 2),
            offsets.reshape(seeds, 1, units),
            second[:-1].reshape(seeds, units, 1) * seeds / 2**SECOND_BITS,
            np.full((seeds, 1, 1), second[-1] / 2 ** (FIRST_BITS - DROPPED_BITS + SECOND_BITS)),
        )
        with torch.no_grad():
            for parameter, value in zip(self.parameters, weights, strict=True):
                parameter.copy_(torch.from_numpy(value.astype(np.float32)))
        self.resumed = True

    def outputs(self, x: Any) -> Any:
        """Return the output of each net for each row, in this order."""
        hidden = torch.relu(torch.baddbmm(self.offsets, x, self.first))
        return torch.baddbmm(self.last, hidden, self.second)[:, :, 0]

    def train(self, x: Any, y: Any, x_held: Any, y_held: Any, choices: Choices | None = None) -> list[float]:
        """Train all nets; return the held-out loss of their mean after each epoch."""
        recipe = self.recipe
        steps = max(1, recipe.steps, int(recipe.epochs * len(x) / recipe.batch))
        each = max(1, len(x) // recipe.batch)
        rate = recipe.refine if self.resumed else recipe.rate
        optimizer = torch.optim.AdamW(self.parameters, lr=rate, weight_decay=recipe.decay)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
        curve: list[float] = []
        for step in range(steps):
            picked = torch.randint(len(x), (recipe.seeds, recipe.batch), generator=self.draw)
            loss = self._loss(self.outputs(x[picked]) - y[picked]).mean(dim=1).sum()
            if choices is not None:
                rows = choices.draw(recipe.seeds, self.draw)
                turns = choices.inputs[rows.clamp(min=0).reshape(recipe.seeds, -1)]
                loss = (
                    loss + recipe.choice * choices.loss(rows, self.outputs(turns).reshape(rows.shape)).sum()
                )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            if (step + 1) % each == 0 or step + 1 == steps:
                with torch.no_grad():
                    mean = self.outputs(x_held.expand(recipe.seeds, -1, -1)).mean(dim=0)
                    curve.append(float(((mean - y_held) ** 2).mean()))
        return curve

    def _loss(self, error: Any) -> Any:
        """Return each error's square, or Huber's loss, which ruined seats do not dominate."""
        robust = self.recipe.robust
        if robust <= 0:
            return error**2
        size = error.abs()
        return torch.where(size <= robust, error**2, 2 * robust * size - robust**2)

    def layers(self) -> tuple[Array, Array, Array, float]:
        """Return the layers of one net that computes the mean of all: their hidden units side by side."""
        recipe = self.recipe
        with torch.no_grad():
            first = self.first.permute(1, 0, 2).reshape(-1, recipe.seeds * recipe.units).double().numpy()
            offsets = self.offsets.reshape(-1).double().numpy()
            second = self.second.reshape(-1).double().numpy() / recipe.seeds
            return first, offsets, second, float(self.last.mean())


def _whole(first: Array, offsets: Array, second: Array, last: float) -> Net:
    weights = np.rint(first * 2**FIRST_BITS).astype(np.int64).reshape(-1)
    starts = np.rint(offsets * 2**FIRST_BITS).astype(np.int64)
    outward = np.rint(second * 2**SECOND_BITS).astype(np.int64)
    end = round(last * 2 ** (FIRST_BITS - DROPPED_BITS + SECOND_BITS))
    return Net(len(first), weights.tolist(), starts.tolist(), [*outward.tolist(), end])


def output(net: Net, features: Array) -> Array:
    """Return a net's output for many rows, with the same integer arithmetic as in play."""
    first = np.array(list(net.first), dtype=np.int64).reshape(net.inputs, net.width)
    offsets = np.array(list(net.offsets), dtype=np.int64)
    second = np.array(list(net.second), dtype=np.int64)
    found = np.empty(len(features))
    for start in range(0, len(features), 65536):
        # Doubles are exact here, because the sums stay far below 2**53.
        block = features[start : start + 65536].astype(np.float64)
        sums = (block @ first.astype(np.float64)).astype(np.int64) + offsets
        hidden = np.maximum(sums, 0) >> DROPPED_BITS
        total = hidden @ second[:-1] + second[-1]
        found[start : start + 65536] = total / 2 ** (FIRST_BITS - DROPPED_BITS + SECOND_BITS)
    return found


def added(nets: Nets, rows: Positions) -> Array:
    """Return what the nets add to the evaluation of each row."""
    found = np.empty(len(rows))
    for era in range(len(nets.eras)):
        here = np.flatnonzero(rows.era == era)
        usual = np.array(nets.bias[era])[np.minimum(rows.actions[here], len(nets.bias[era]) - 1)]
        found[here] = output(nets.eras[era], rows.features[here]) + usual / 2**BIAS_BITS
    return found
