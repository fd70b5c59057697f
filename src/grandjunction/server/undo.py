"""Decides how far undo reaches: the units drafted in the open turn, each of which can still be taken back."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from typing import Final

from ..core.ruleset import MORE, Ruleset
from ..core.state import State
from ..core.turn import SetAside, Turns
from ..record.game import Game, Played
from ..rulesets import build

Turn = tuple[int, int, int, int, int]


class TurnComplete(Exception):
    """Every decision of the turn is drafted: it can only be undone or ended."""


class Draft:
    """Drafted units on top of a stored game, which they leave as it is.

    A draft never changes: every further unit makes another one. It holds a copy of the game for each unit, so
    undo applies no move at all.
    """

    def __init__(self, stored: Game, games: list[Game] | None = None) -> None:
        self.stored: Final = stored
        self._turn: Final = turn_of(stored.state)
        self._games: Final = [held(stored)] if games is None else games

    @property
    def game(self) -> Game:
        """The game with the drafted units made. It goes no further than the last turn of the round."""
        return self._games[-1]

    @property
    def units(self) -> list[Played]:
        """The drafted units, and what each of them did."""
        return self.game.played[self.stored.ply :]

    @property
    def is_complete(self) -> bool:
        """Whether the drafted units leave nothing more to decide in this turn."""
        return len(self._games) > 1 and has_left(self.game.state, self._turn)

    @property
    def may_end(self) -> bool:
        """Whether the turn may be ended now, if need be by stopping an action that could go on."""
        return self.is_complete or stop_ends_turn(self.game.state)

    @property
    def reveals(self) -> bool:
        """Whether nature must answer in mid-action, so that the drafted units become final."""
        return is_mid_action(self.game.state)

    def follows(self) -> list[str]:
        """Return the verbs that could begin the next action, where stopping this one would let it begin."""
        state = self.game.state
        stop = self.stored.rules.stop
        if stop is None or state.decision != MORE or state.actions_left < 2:
            return []
        after = state.copy()
        after.apply_code(stop.id, None)
        return list(dict.fromkeys(option.unit.verb for option in after.options()))

    # -- other drafts -------------------------------------------------------------------------------

    def with_unit(self, text: str) -> Draft:
        """Return the draft with one more unit.

        Raises ``TurnComplete``, ``NotationError`` or ``IllegalMove``.
        """
        if self.is_complete:
            raise TurnComplete
        game = self.game.copy()
        game.play(text)
        return self._followed_by(game)

    def with_stored(self, units: Iterable[str]) -> Draft:
        """Return the draft with units that storage has kept. Raises ``ValueError`` for an illegal one."""
        draft = self
        for unit in units:
            game = draft.game.copy()
            game.replay([unit])
            draft = draft._followed_by(game)
        return draft

    def without(self, steps: int) -> Draft:
        """Return the draft without its last units."""
        return Draft(self.stored, self._games[: max(1, len(self._games) - steps)])

    def closed(self) -> Draft:
        """Return the draft as End turn takes it: an action that could go on is stopped."""
        if self.is_complete or not stop_ends_turn(self.game.state):
            return self
        stop = self.stored.rules.stop
        assert stop is not None
        game = self.game.copy()
        game.make(stop.id)
        return self._followed_by(game)

    def _followed_by(self, game: Game) -> Draft:
        return Draft(self.stored, [*self._games, game])

    # -- the end of the turn ------------------------------------------------------------------------

    def committed(self) -> Game:
        """Return the stored game with the drafted units made, up to nature's answer."""
        game = self.stored.copy()
        for unit in self.units:
            game.make(unit.move.code)
        return game

    def scored_era(self) -> str | None:
        """Return the era that ends with this turn, or None. The turn must be complete."""
        rules, era = self.stored.rules, self.stored.state.era
        state = self.game.state.copy()
        if state.rules is not rules:
            state.rules = rules
            if not isinstance(rules.steps[state.step], Turns):  # it waits where ``pausing`` made it wait
                state.advance(None)
        return rules.eras[era] if state.is_over or state.era != era else None


def held(game: Game) -> Game:
    """Return a copy that goes no further than the last turn of the round (see ``pausing``)."""
    twin = game.copy()
    if isinstance(game.rules.steps[game.state.step], Turns):
        twin.state.rules = pausing(game.rules.id)
    return twin


@cache
def pausing(ruleset_id: str) -> Ruleset:
    """Return the same game, but with a wait for nature after each round's turns.

    Drafts are played by it, so that income, the new order and an era's scoring come when the turn is ended.
    """
    rules = build(ruleset_id)
    wait = SetAside(dict.fromkeys(rules.player_counts, sys.maxsize))
    rules.steps = [
        wait if number and isinstance(rules.steps[number - 1], Turns) else step
        for number, step in enumerate(rules.steps)
    ]
    return rules


# -- turns ----------------------------------------------------------------------------------------------


def turn_of(state: State) -> Turn:
    """Return what identifies the open turn: it stays the same until the next one begins."""
    return (state.era, state.round, state.step, state.cursor, state.seat)


def is_mid_action(state: State) -> bool:
    """Whether nature has to answer before the action can go on: a tile of the distant market."""
    return state.is_chance and state.frame_count > 0


def has_left(state: State, turn: Turn) -> bool:
    """Whether all decisions of a turn are made."""
    if state.is_over or turn_of(state) != turn:
        return True
    return state.is_chance and not is_mid_action(state)


def stop_ends_turn(state: State) -> bool:
    """Whether stopping here would be the last decision of the turn."""
    return state.decision == MORE and state.actions_left == 1
