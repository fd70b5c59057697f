"""The distant market: each sale abroad moves the demand marker down by a tile drawn at random.

``State.extra`` holds the marker's row from the top, then the number of tiles of each value in the stack.
Everyone knows which tiles were drawn, so nothing here is hidden.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ...core.events import Log
from ...core.moves import Refusal, item_of, unit
from ...core.options import Options
from ...core.parts import MarkerTrack
from ...core.position.impossible import Impossible
from ...core.ruleset import Ruleset, Step, Verb
from ...core.sources import flip, gain_income
from ...core.state import State
from ...core.turn import end_action, go_on

DISTANT: Final = 61  # a buyer: the market abroad, which is not a space of the board
MARKER: Final = 0
STACK: Final = 1  # index of the count for value 0
VALUES: Final = 5


class Demand(MarkerTrack):
    """The printed demand track, closed at "no more demand"; marker and stack are in the state."""

    def __init__(self, bonuses: list[int], tiles: dict[int, list[int]]) -> None:
        super().__init__("demand", bonuses, tiles)

    def row(self, state: State) -> int:
        return state.extra[MARKER]

    def left(self, state: State) -> list[int]:
        return [state.extra[STACK + value] for value in range(VALUES)]

    def open(self, state: State) -> bool:
        return state.extra[MARKER] < self.closed

    def reset(self, state: State) -> None:
        """Move the marker to the top and put all tiles back into the stack."""
        state.extra[MARKER] = 0
        for value, count in enumerate(self.tiles[state.players]):
            state.extra[STACK + value] = count

    def check(self, state: State) -> None:
        """Raise Impossible unless the marker is where the drawn tiles have moved it."""
        fallen = 0
        highest = 0
        for value, count in enumerate(self.tiles[state.players]):
            drawn = count - state.extra[STACK + value]
            fallen += drawn * value
            if drawn:
                highest = value
        row = min(fallen, self.closed)
        if state.extra[MARKER] != row:
            why = f"the tiles drawn move the marker to row {row}"
            raise Impossible("demand", why, state.rules.fault("demand_marker", n=int(row)))
        if fallen - highest >= self.closed:
            why = "tiles are drawn only while there is demand"
            raise Impossible("demand", why, state.rules.fault("demand_drawn_after_end"))
        step = state.rules.steps[state.step].name
        opening = (state.era == 0 and state.round <= 1) or step in ("deal", "aside")
        if opening and sum(self.left(state)) < sum(self.tiles[state.players]):
            raise Impossible(
                "demand", "no tile can have been drawn yet", state.rules.fault("demand_too_soon")
            )


class ResetDemand(Step):
    """Reset marker and tiles for a new era (L-36)."""

    def __init__(self, demand: Demand) -> None:
        self.demand: Final = demand

    def run(self, state: State, log: Log | None) -> bool:
        self.demand.reset(state)
        return True


class Reveal(Verb):
    """Chance: turn up a distant-market tile for the mill being sold."""

    def __init__(self, demand: Demand) -> None:
        super().__init__("reveal", ["item"], item="value")
        self.demand: Final = demand

    def items(self, rules: Ruleset) -> list[str]:
        return [str(value) for value in range(VALUES)]

    def propose(self, state: State, options: Options) -> None:
        value: i64 = 0
        while value < VALUES:
            if state.extra[STACK + value] > 0:
                options.add(unit(self.id, -1, value, 0, 0), 0)
            value += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        value = item_of(code)
        if value < 0 or value >= VALUES:
            return state.rules.refuse("malformed")
        if state.extra[STACK + value] == 0:
            number: int = value
            return state.rules.refuse("demand_tile_gone", value=number)
        return None

    def weight(self, state: State, code: i64) -> i64:
        return state.extra[STACK + item_of(code)]

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        value = item_of(code)
        state.extra[STACK + value] -= 1
        row = state.extra[MARKER] + value
        if row > self.demand.closed:
            row = self.demand.closed
        state.extra[MARKER] = row
        if log is not None:
            log.add("demand_moved", value, row)
        if row == self.demand.closed:
            end_action(state, log)  # the mill stays unsold and the whole action ends (L-33)
            return
        flip(state, state.frame_slot, log)
        gain_income(state, state.seat, self.demand.bonuses[row], log)
        state.frame_slot = -1
        go_on(state, state.rules.verbs[state.frame_verb], log)
