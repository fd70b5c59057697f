"""The end of an era: scoring, then clearing the board for the next."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .bits import BIT, lowest, members
from .events import Log
from .network import refresh_network
from .ruleset import OVER, Step
from .state import State
from .turn import remove_tile


def icons_at(state: State, place: i64) -> i64:
    """Number of link icons in a place: printed ones, and those on anyone's flipped tiles."""
    total = state.rules.board.place_icons[place]
    slots = state.rules.board.place_slots[place] & state.flipped
    while slots:
        total += state.rules.tiles.icons[state.tile[lowest(slots)]]
        slots &= slots - 1
    return total


def link_value(state: State, line: i64) -> i64:
    """VP that a link on this line would score now."""
    total: i64 = 0
    ends = state.rules.board.line_ends[line]
    while ends:
        total += icons_at(state, lowest(ends))
        ends &= ends - 1
    return total


class Scoring(Step):
    """A step that scores: it adds VP and logs where they come from."""


class ScoreLinks(Scoring):
    """Each link scores the icons at its ends and goes back to its owner."""

    def run(self, state: State, log: Log | None) -> bool:
        seat: i64 = 0
        while seat < state.players:
            lines = state.links[seat]
            while lines:
                line = lowest(lines)
                value = link_value(state, line)
                state.vp[seat] += value
                if log is not None:
                    log.add("scored_link", seat, line, value)
                lines &= lines - 1
            seat += 1
        self.lift(state, log)
        return True

    def lift(self, state: State, log: Log | None) -> None:
        state.laid = 0
        place: i64 = 0
        while place < state.rules.board.places:
            state.component[place] = BIT[place]
            place += 1
        seat: i64 = 0
        while seat < state.players:
            if log is not None:
                for line in members(state.links[seat]):
                    log.add("lifted", seat, line)
            state.links[seat] = 0
            refresh_network(state, seat)
            seat += 1


class ScoreTiles(Scoring):
    """Each flipped tile scores its printed VP for its owner."""

    def run(self, state: State, log: Log | None) -> bool:
        self.score(state, state.flipped, "scored_tile", log)
        return True

    def score(self, state: State, slots: i64, event: str, log: Log | None) -> None:
        while slots:
            slot = lowest(slots)
            owner = state.owner(slot)
            value = state.rules.tiles.vp[state.tile[slot]]
            state.vp[owner] += value
            if log is not None:
                log.add(event, owner, slot, value)
            slots &= slots - 1


class ScoreTilesAgain(ScoreTiles):
    """Flipped tiles above level 1 score a second time."""

    def run(self, state: State, log: Log | None) -> bool:
        lasting: i64 = 0
        slots = state.flipped
        while slots:
            slot = lowest(slots)
            if state.rules.tiles.level[state.tile[slot]] > 1:
                lasting |= BIT[slot]
            slots &= slots - 1
        self.score(state, lasting, "scored_again", log)
        return True


class _ScoreSeats(Scoring):
    """Every seat scores its ``value``; ``event`` is the kind of event that reports it."""

    def __init__(self, event: str) -> None:
        self.event: Final = event

    def value(self, state: State, seat: i64) -> i64:
        raise NotImplementedError

    def run(self, state: State, log: Log | None) -> bool:
        seat: i64 = 0
        while seat < state.players:
            value = self.value(state, seat)
            state.vp[seat] += value
            if log is not None:
                log.add(self.event, seat, value)
            seat += 1
        return True


class ScoreMoney(_ScoreSeats):
    """One VP per ``pounds_each`` pounds, up to ``limit``."""

    def __init__(self, pounds_each: int, limit: int) -> None:
        super().__init__("scored_money")
        self.pounds_each: i64 = pounds_each
        self.limit: i64 = limit

    def value(self, state: State, seat: i64) -> i64:
        return min(state.pounds[seat] // self.pounds_each, self.limit)


class ScoreIncome(_ScoreSeats):
    """VP equal to the income level; a negative level costs VP, not below 0."""

    def __init__(self) -> None:
        super().__init__("scored_income")

    def value(self, state: State, seat: i64) -> i64:
        return max(state.rules.income.level(state.income[seat]), -state.vp[seat])


class RemoveFirstLevel(Step):
    """Return every level 1 tile on the board to the box, flipped or not."""

    def takes(self, level: i64) -> bool:
        return level <= 1

    def run(self, state: State, log: Log | None) -> bool:
        slots = state.occupied
        while slots:
            slot = lowest(slots)
            if self.takes(state.rules.tiles.level[state.tile[slot]]):
                if log is not None:
                    log.add("removed", state.owner(slot), slot, state.tile[slot])
                remove_tile(state, slot)
            slots &= slots - 1
        seat: i64 = 0
        while seat < state.players:
            refresh_network(state, seat)
            seat += 1
        return True


class GatherCards(Step):
    """Shuffle all discards and the cards set aside into a new draw deck."""

    def run(self, state: State, log: Log | None) -> bool:
        kind: i64 = 0
        while kind < state.rules.cards.count:
            found = state.discards[kind] + state.aside[kind]
            state.deck[kind] += found
            state.discards[kind] = 0
            state.aside[kind] = 0
            kind += 1
        total: i64 = 0
        kind = 0
        while kind < state.rules.cards.count:
            total += i64(state.deck[kind])
            kind += 1
        state.deck_size = total
        state.aside_size = 0
        return True


class BeginEra(Step):
    """Begin an era with its first round."""

    def __init__(self, era: int) -> None:
        self.era: i64 = era

    def run(self, state: State, log: Log | None) -> bool:
        state.era = self.era
        state.round = 1
        if log is not None:
            log.add("era_began", self.era)
            log.add("round_began", 1)
        return True


class GameOver(Step):
    """End the game."""

    @property
    def name(self) -> str:
        return "over"

    def run(self, state: State, log: Log | None) -> bool:
        state.seat = 0
        state.decision = OVER
        if log is not None:
            log.add("game_over")
        return False
