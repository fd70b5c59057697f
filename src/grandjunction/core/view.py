"""What one seat may know, with no path to the rest; and the one place that samples what is hidden.

Hidden are the other hands (wild cards excepted: everyone saw them taken), the draw deck and the cards set
aside. A view is a state in which those cards are not told apart: ``deck`` counts all cards the viewer has
not seen, wherever they are, and only the sizes of hands, deck and pile remain.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .bits import lowest
from .hands import give
from .moves import Move, Refusal
from .options import MoveList, Option, Options
from .rng import Rng
from .ruleset import Ruleset
from .state import SPECTATOR, TRUTH, State


class View:
    """A seat's knowledge of a position (or a spectator's)."""

    def __init__(self, known: State) -> None:
        if known.viewer == TRUTH:
            raise ValueError("a view is made by State.view")
        self.known: Final = known  # a state without its secrets; play it forward freely

    @staticmethod
    def of(state: State, viewer: int) -> View:
        """What the viewer may know of a state."""
        if viewer != SPECTATOR and not 0 <= viewer < state.players:
            raise ValueError(f"there is no seat {viewer} with {state.players} players")
        if state.viewer not in (TRUTH, viewer):
            raise ValueError("a view shows nobody else's view")
        known = state.copy()
        known.viewer = viewer
        if known.aside_size:
            _hide_aside(known)
        for seat in range(state.players):
            if seat != viewer:
                _hide_hand(known, seat)
        return View(known)

    @property
    def rules(self) -> Ruleset:
        return self.known.rules

    @property
    def seat(self) -> int | None:
        """Whose view it is; None for a spectator's."""
        return None if self.known.viewer == SPECTATOR else self.known.viewer

    @property
    def may_act(self) -> bool:
        """Whether the viewer has the open decision."""
        return self.known.to_act == self.known.viewer

    @property
    def hand(self) -> list[str]:
        return [] if self.known.viewer == SPECTATOR else self.known.hand_of(self.known.viewer)

    def options(self) -> list[Option]:
        return self.known.options() if self.may_act else []

    def legal_moves(self) -> MoveList:
        return self.known.legal_moves() if self.may_act else MoveList(self.rules, Options(0))

    def check(self, move: Move) -> Refusal | None:
        return self.known.check(move, self.known.viewer)

    def why_not(self, move: Move) -> Refusal | None:
        return self.check(move)

    def to_position(self) -> str:
        return self.known.to_position()

    def key(self) -> bytes:
        return self.known.key()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.known == other.known

    def __hash__(self) -> int:
        return hash(self.known.key())

    def determinize(self, rng: Rng) -> State:
        """A full state that agrees with this view, its hidden cards dealt at random."""
        state = self.known.copy()
        state.viewer = TRUTH
        unseen: i64 = 0
        kind: i64 = 0
        while kind < state.rules.cards.count:
            unseen += i64(state.deck[kind])
            kind += 1
        seat: i64 = 0
        while seat < state.players:
            missing = state.hand_size[seat] - _known_cards(state, seat)
            state.hand_size[seat] -= missing
            while missing:
                give(state, seat, _deal(state, unseen, rng))
                unseen -= 1
                missing -= 1
            seat += 1
        for _ in range(state.aside_size):
            state.aside[_deal(state, unseen, rng)] += 1
            unseen -= 1
        return state

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else "ABCD"[self.seat]
        return f"<View of {who}: {self.known!r}>"


def _hide_hand(known: State, seat: i64) -> None:
    cards = known.rules.cards
    hidden = known.held[seat] & ~cards.wild
    while hidden:
        kind = lowest(hidden)
        hidden &= hidden - 1
        place = seat * cards.count + kind
        known.deck[kind] += known.hand[place]
        known.hand[place] = 0
    known.held[seat] &= cards.wild


def _hide_aside(known: State) -> None:
    kind: i64 = 0
    while kind < known.rules.cards.count:
        known.deck[kind] += known.aside[kind]
        known.aside[kind] = 0
        kind += 1


def _known_cards(state: State, seat: i64) -> i64:
    """How many cards of a hand are told apart."""
    found: i64 = 0
    kinds = state.held[seat]
    while kinds:
        found += i64(state.hand[seat * state.rules.cards.count + lowest(kinds)])
        kinds &= kinds - 1
    return found


def _deal(state: State, unseen: i64, rng: Rng) -> i64:
    """A card from those not seen, each as likely."""
    ticket = rng.below(unseen)
    kind: i64 = 0
    while True:
        ticket -= i64(state.deck[kind])
        if ticket < 0:
            state.deck[kind] -= 1
            return kind
        kind += 1
