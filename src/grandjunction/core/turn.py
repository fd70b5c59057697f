"""The course of a round: turns, refills, the new order, income and shortfall."""

from __future__ import annotations

from mypy_extensions import i64

from .bits import BIT, lowest
from .events import Log
from .network import refresh_network
from .options import Options
from .ruleset import ACTION, ASIDE, DRAW, MORE, ORDER, SHORTFALL, Step, Verb
from .state import State

# -- within a turn --------------------------------------------------------------------------------------


def end_action(state: State, log: Log | None) -> None:
    """End an action: ask for the next one, or go on with the game."""
    state.frame_verb = 0
    state.frame_count = 0
    state.frame_slot = -1
    state.actions_left -= 1
    if state.hand_size[state.seat] == 0:
        state.actions_left = 0
    state.decision = ACTION
    if state.actions_left <= 0:
        state.advance(log)


def go_on(state: State, verb: Verb, log: Log | None) -> None:
    """After a unit, ask for another if one is legal; otherwise end the action."""
    state.decision = MORE
    if not verb.possible(state, Options(8)):
        end_action(state, log)


# -- set-up ---------------------------------------------------------------------------------------------


class DrawOrder(Step):
    """Draw the first turn order at random, place by place."""

    @property
    def name(self) -> str:
        return "order"

    def run(self, state: State, log: Log | None) -> bool:
        if state.order[state.players - 1] >= 0:
            return True
        state.seat = 0
        state.decision = ORDER
        return False


class DealHands(Step):
    """Every seat draws a full hand, in turn order. The cursor counts the seats that are done."""

    @property
    def name(self) -> str:
        return "deal"

    def run(self, state: State, log: Log | None) -> bool:
        while state.cursor < state.players:
            seat = state.order[state.cursor]
            if state.hand_size[seat] < state.rules.hand_size and state.deck_size > 0:
                state.seat = seat
                state.decision = DRAW
                return False
            state.cursor += 1
        return True


class DrawFirst(DrawOrder):
    """Draw the first seat at random; the others follow clockwise."""

    def run(self, state: State, log: Log | None) -> bool:
        if state.order[0] < 0:
            return super().run(state, log)
        place: i64 = 1
        while place < state.players:
            state.order[place] = (state.order[0] + place) % state.players
            if log is not None:
                log.add("ordered", state.order[place], place)
            place += 1
        return True


class RefillHands(DealHands):
    """After a round every seat draws back up to a full hand, in the new order."""

    @property
    def name(self) -> str:
        return "refill"


class SetAside(Step):
    """Set cards aside unseen until the next shuffle. ``counts`` says how many per player count."""

    @property
    def name(self) -> str:
        return "aside"

    def __init__(self, counts: dict[int, int]) -> None:
        self.counts = counts

    def run(self, state: State, log: Log | None) -> bool:
        if state.aside_size >= self.counts[state.players]:
            return True
        state.seat = 0
        state.decision = ASIDE
        return False


# -- a round --------------------------------------------------------------------------------------------


class Turns(Step):
    """Each seat takes its turn, in order. The cursor is the place in the order."""

    @property
    def name(self) -> str:
        return "turns"

    def __init__(self, opening_actions: int) -> None:
        self.opening_actions: i64 = opening_actions  # in the first round of the era

    def run(self, state: State, log: Log | None) -> bool:
        while state.cursor < state.players:
            if state.turn_open == 0:
                self.open_turn(state, log)
            if state.actions_left > 0:
                state.decision = ACTION
                return False
            if not self.close_turn(state, log):
                return False
            state.turn_open = 0
            state.cursor += 1
        return True

    def open_turn(self, state: State, log: Log | None) -> None:
        state.seat = state.order[state.cursor]
        state.turn_open = 1
        state.actions_left = 2
        if state.round == 1:
            state.actions_left = self.opening_actions
        if state.actions_left > state.hand_size[state.seat]:
            state.actions_left = state.hand_size[state.seat]
        if log is not None:
            log.add("turn_began", state.seat)

    def close_turn(self, state: State, log: Log | None) -> bool:
        """Finish a turn; return False while it waits for chance."""
        return True


class RefillingTurns(Turns):
    """Turns that end with drawing back up to a full hand."""

    def close_turn(self, state: State, log: Log | None) -> bool:
        if state.hand_size[state.seat] < state.rules.hand_size and state.deck_size > 0:
            state.decision = DRAW
            return False
        return True


class NewOrder(Step):
    """Whoever spent least goes first; ties keep their order. The money spent goes to the bank."""

    def run(self, state: State, log: Log | None) -> bool:
        before = state.order[:]
        taken: i64 = 0
        position: i64 = 0
        while position < state.players:
            best: i64 = -1
            place: i64 = 0
            while place < state.players:
                seat = before[place]
                if taken & BIT[seat] == 0 and (best < 0 or state.spent[seat] < state.spent[best]):
                    best = seat
                place += 1
            taken |= BIT[best]
            state.order[position] = best
            if log is not None:
                log.add("ordered", best, position)
            position += 1
        seat = 0
        while seat < state.players:
            state.spent[seat] = 0
            seat += 1
        return True


class Income(Step):
    """Every seat receives its income, or pays negative income, in turn order.

    A shortfall may need decisions. The one that settles it advances the cursor (``verbs/liquidate.py``).
    """

    @property
    def name(self) -> str:
        return "income"

    def run(self, state: State, log: Log | None) -> bool:
        while state.cursor < state.players:
            seat = state.order[state.cursor]
            state.seat = seat
            self.pay_out(state, seat, log)
            if not settle_debt(state, seat, log):
                return False
            state.cursor += 1
        return True

    def pay_out(self, state: State, seat: i64, log: Log | None) -> None:
        level = state.rules.income.level(state.income[seat])
        if log is not None:
            log.add("income_paid", seat, level)
        state.pounds[seat] += level
        if state.pounds[seat] < 0:
            state.debt = -state.pounds[seat]
            state.pounds[seat] = 0
            if log is not None:
                log.add("fell_short", seat, state.debt)


class IncomeUnlessLast(Income):
    """Like ``Income``, but the last round of the game pays nothing and asks for nothing."""

    def run(self, state: State, log: Log | None) -> bool:
        return hands_empty(state) or super().run(state, log)


class NextRound(Step):
    """Go back ``back`` steps for another round while anyone holds a card."""

    def __init__(self, back: int) -> None:
        self.back: i64 = back

    def run(self, state: State, log: Log | None) -> bool:
        if hands_empty(state):
            return True
        state.round += 1
        state.step -= self.back + 1  # ``advance`` adds one
        if log is not None:
            log.add("round_began", state.round)
        return True


def hands_empty(state: State) -> bool:
    seat: i64 = 0
    while seat < state.players:
        if state.hand_size[seat] > 0:
            return False
        seat += 1
    return True


# -- shortfall ------------------------------------------------------------------------------------------


def liquidation_value(state: State, slot: i64) -> i64:
    """Half the printed money cost, rounded down."""
    return state.rules.tiles.cost[state.tile[slot]] // 2


def saleable(state: State, seat: i64) -> i64:
    """Mask of the seat's tiles that would raise at least £1."""
    found: i64 = 0
    slots = state.built[seat]
    while slots:
        slot = lowest(slots)
        if liquidation_value(state, slot) > 0:
            found |= BIT[slot]
        slots &= slots - 1
    return found


def settle_debt(state: State, seat: i64, log: Log | None) -> bool:
    """Pay off a debt; return False while the seat must choose which tile to lose."""
    while state.debt > 0:
        tiles = saleable(state, seat)
        if tiles == 0:
            _forfeit(state, seat, log)
        elif tiles & (tiles - 1) == 0:
            liquidate(state, seat, lowest(tiles), log)
        else:
            state.decision = SHORTFALL
            return False
    return True


def liquidate(state: State, seat: i64, slot: i64, log: Log | None) -> None:
    """Sell off one tile: pay the debt first, give the rest to the owner."""
    value = liquidation_value(state, slot)
    if log is not None:
        log.add("liquidated", seat, slot, state.tile[slot], value)
    remove_tile(state, slot)
    refresh_network(state, seat)
    if value >= state.debt:
        state.pounds[seat] += value - state.debt
        state.debt = 0
    else:
        state.debt -= value


def _forfeit(state: State, seat: i64, log: Log | None) -> None:
    lost = state.debt if state.debt < state.vp[seat] else state.vp[seat]
    state.vp[seat] -= lost
    state.debt = 0
    if log is not None:
        log.add("forfeited", seat, lost)


def remove_tile(state: State, slot: i64) -> None:
    """Return a tile to the box and the cubes on it to the supply. It does not flip and no income moves."""
    bit = BIT[slot]
    owner = state.owner(slot)
    state.built[owner] &= ~bit
    state.standing[state.rules.tiles.industry[state.tile[slot]]] &= ~bit
    state.tile[slot] = -1
    state.cubes[slot] = 0
    state.occupied &= ~bit
    state.flipped &= ~bit
    state.stocked &= ~bit
