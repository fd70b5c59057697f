"""Plays games between planners or strategists, with exploration, and records their positions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from ..bots.evaluation import Evaluation
from ..bots.features import Features
from ..bots.nets import NONE, Nets, Shelf
from ..bots.search import Node, TurnSearch
from ..bots.strategist import StrategistBot
from ..bots.weights import Weights, values_for
from ..core.rng import Rng
from ..core.ruleset import ACTION, FIRST_EXTRA
from ..core.standings import standings
from ..core.state import State
from ..rulesets import ruleset
from .comparisons import Compared, Comparison

# When a row was recorded.
AFTER, MIDWAY, BEFORE, OTHERS = range(4)  # a turn's end, middle, start; its end for another seat


@dataclass(frozen=True)
class Table:
    """The table, and how its games are played."""

    ruleset: str
    players: int
    folder: str = ""  # of the nets; "" for none
    budget: int = 600  # positions per turn
    spread: float = 0.2  # deviation of the perturbed weights' logarithm
    slips: float = 0.4  # the largest chance that a seat plays another good turn
    close: float = 2.5  # VP behind the best within which a turn is good
    compare: float = 0.0  # the share of turns at which alternatives are played forward
    foresight: int = 0  # positions to plan the own next turn with in these rollouts; 0: greedily
    teacher: int = 0  # positions per turn of strategists, who play instead of planners; 0: planners


@dataclass
class Rows:
    """The positions of some games as columns; ``turn`` counts the seat's finished turns."""

    features: list[bytes] = field(default_factory=list)
    game: list[int] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    turn: list[int] = field(default_factory=list)
    kind: list[int] = field(default_factory=list)
    era: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    by_hand: list[float] = field(default_factory=list)
    final: list[list[int]] = field(default_factory=list)  # VP by seat, of each game
    share: list[list[float]] = field(default_factory=list)  # of the win
    compared: Compared = field(default_factory=Compared)


class Recorder:
    """Records the rows of one game, evaluated with the table's own weights, not the players'."""

    def __init__(self, table: Table, rows: Rows, game: int) -> None:
        rules = ruleset(table.ruleset)
        weights = Weights(values_for(table.ruleset, table.players))
        self.rows = rows
        self.game = game
        self.features = Features(rules, table.players)
        self.judges = [Evaluation(rules, seat, weights, table.players) for seat in range(table.players)]
        self.turns = [0] * table.players

    def add(self, state: State, seat: int, kind: int) -> None:
        """Add a row for a seat, unless the game is over."""
        if state.is_over:
            return
        rows = self.rows
        rows.by_hand.append(self.judges[seat].read(state, self.features))
        rows.features.append(self.features.as_bytes())
        rows.game.append(self.game)
        rows.seat.append(seat)
        rows.turn.append(self.turns[seat])
        rows.kind.append(kind)
        rows.era.append(int(state.era))
        rows.actions.append(int(self.features.actions))


def play(table: Table, seed: str, rows: Rows) -> None:
    """Play one game and add its rows."""
    rules = ruleset(table.ruleset)
    luck = Random(seed)
    nets = Shelf(table.folder).nets(rules, table.players) if table.folder else NONE.nets(rules, table.players)
    seats = [_explorer(table, seat, nets, luck) for seat in range(table.players)]
    slips = [luck.uniform(0.0, table.slips) for _ in seats]
    recorder = Recorder(table, rows, len(rows.final))
    comparison = None
    if table.compare:
        comparison = Comparison(table.ruleset, table.players, nets, table.foresight)
    teacher = None
    if table.teacher:
        teacher = StrategistBot(seed, shelf=Shelf(table.folder) if table.folder else NONE)
    state = State(rules, table.players)
    rng = Rng(seed)
    state.advance(None)
    begun: tuple[int, int, int] | None = None
    while not state.is_over:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
            continue
        seat = int(state.seat)
        view = state.view(seat)
        now = (int(state.era), int(state.round), seat)
        compares = (
            comparison is not None
            and begun != now
            and state.decision == ACTION
            and luck.random() < table.compare
        )
        turns = TurnSearch(view.known, seats[seat], table.budget * (2 if compares else 1)).run()
        if state.decision != ACTION and begun != now:
            state.apply_code(turns[0].line()[0].code, None)  # a tile to lose is not a turn
            continue
        if begun != now:
            begun = now
            recorder.add(state, seat, BEFORE)
        chosen: Node | None = None
        if comparison is not None and compares:
            judge = recorder.judges[seat]
            chosen = comparison.best(view, turns, judge, recorder.features, rows.compared, luck)
        if chosen is None and luck.random() < slips[seat]:
            chosen = _choose(turns, table.close, luck)
        if chosen is None:
            chosen = turns[0] if teacher is None else teacher.think(view, table.teacher)[-1]
        _follow(state, chosen, recorder, luck)
    rows.final.append([int(vp) for vp in state.vp])
    winners = standings(state)[0]
    rows.share.append([1 / len(winners) if seat in winners else 0.0 for seat in range(table.players)])


def _explorer(table: Table, seat: int, nets: Nets | None, luck: Random) -> Evaluation:
    """Return the evaluation a seat plays by; half of the seats use perturbed weights."""
    values = values_for(table.ruleset, table.players)
    if luck.random() < 0.5:
        values = {name: value * math.exp(luck.gauss(0.0, table.spread)) for name, value in values.items()}
    return Evaluation(ruleset(table.ruleset), seat, Weights(values), table.players, nets)


def _choose(turns: list[Node], close: float, luck: Random) -> Node:
    """Return a random turn among those almost as good as the best."""
    good = [turn for turn in turns if turn.score > turns[0].score - close]
    return luck.choice(good)


def _follow(state: State, chosen: Node, recorder: Recorder, luck: Random) -> None:
    """Play a turn as far as it is planned, and record the positions on the way."""
    seat, era, number = int(state.seat), int(state.era), int(state.round)
    for node in chosen.line():
        if node.chance:
            return
        state.apply_code(node.code, None)
        own = state.seat == seat and state.era == era and state.round == number
        if state.is_over or (state.is_chance and state.decision < FIRST_EXTRA) or not own:
            recorder.turns[seat] += 1
            recorder.add(state, seat, AFTER)
            rival = luck.choice([other for other in range(int(state.players)) if other != seat])
            recorder.add(state, rival, OTHERS)
            return
        if state.decision == ACTION:
            recorder.add(state, seat, MIDWAY)
