"""Views: what one seat knows of a position. This is also the one place that samples hidden cards.

The other hands, the draw deck and the cards set aside are hidden; wild cards are not, because everyone saw
them taken. A view is a state in which the hidden cards are one heap: ``deck`` counts all cards that the
viewer has not seen, wherever they are, and of hands, deck and pile only the sizes are left.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from .bits import BIT, lowest
from .hands import give
from .moves import Move, Refusal
from .options import MoveList, Option, Options
from .rng import Rng
from .ruleset import Ruleset
from .seats import seat_name
from .state import SPECTATOR, TRUTH, State


class View:
    """What a seat, or a spectator, knows of a position."""

    def __init__(self, known: State) -> None:
        if known.viewer == TRUTH:
            raise ValueError("a view is made by State.view")
        self.known: Final = known  # a state without secrets, which you may play forward

    @staticmethod
    def of(state: State, viewer: int) -> View:
        """What the viewer knows of a state."""
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
        """The seat whose view it is; None for a spectator."""
        return None if self.known.viewer == SPECTATOR else self.known.viewer

    @property
    def may_act(self) -> bool:
        """Whether the viewer must answer the open decision."""
        return self.known.to_act == self.known.viewer

    @property
    def hand(self) -> list[str]:
        return [] if self.known.viewer == SPECTATOR else self.known.hand_of(self.known.viewer)

    def options(self) -> list[Option]:
        return self.known.options() if self.may_act else []

    def legal_moves(self) -> MoveList:
        return self.known.legal_moves() if self.may_act else MoveList(self.rules, Options(0))

    def check(self, move: Move | str) -> Refusal | None:
        return self.known.check(move, self.known.viewer)

    def why_not(self, move: Move | str) -> Refusal | None:
        return self.check(move)

    def to_position(self) -> str:
        return self.known.to_position()

    def key(self) -> bytes:
        return self.known.key()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.known == other.known

    def __hash__(self) -> int:
        return hash(self.known.key())

    def __reduce__(self) -> tuple[object, ...]:
        return View, (self.known,)

    def determinize(self, rng: Rng) -> State:
        """A full state that agrees with this view, with the hidden cards dealt at random."""
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

    def svg(
        self,
        theme: str = "day",
        width: float = 900,
        names: list[str] | None = None,
        mark: Collection[str] = (),
        lang: str = "en",
    ) -> str:
        """Return what the viewer sees as an SVG picture; see ``State.svg``."""
        return self.known.svg(theme, width, names, mark, lang)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Return what the viewer sees in words."""
        return str(self.known)

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else seat_name(self.seat)
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
    """Number of cards of a hand that the view knows."""
    found: i64 = 0
    kinds = state.held[seat]
    while kinds:
        found += i64(state.hand[seat * state.rules.cards.count + lowest(kinds)])
        kinds &= kinds - 1
    return found


def _deal(state: State, unseen: i64, rng: Rng) -> i64:
    """Take a random card from those not seen."""
    ticket = rng.below(unseen)
    kind: i64 = 0
    while True:
        ticket -= i64(state.deck[kind])
        if ticket < 0:
            state.deck[kind] -= 1
            return kind
        kind += 1


def redraw(state: State, seat: int, drawn: list[int], rng: Rng) -> None:
    """Replace cards in a seat's hand by cards drawn from everything the seat could not see before.

    ``drawn`` are the kinds to replace. The other hands, the deck and the pile may be any deal the seat cannot
    tell apart. This turns a deal that fits the cards drawn into one that fits what the seat knew before them.
    """
    slots: list[int] = drawn[:]
    others: i64 = state.deck_size + state.aside_size
    other: i64 = 0
    while other < state.players:
        if other != seat:
            others += state.hand_size[other] - _wild_cards(state, other)
        other += 1
    place: i64 = 0
    while place < len(slots):
        ticket = rng.below(others + len(slots) - place)
        if ticket < others:
            _exchange(state, seat, slots[place], ticket)
        else:
            chosen = place + ticket - others
            slots[place], slots[chosen] = slots[chosen], slots[place]
        place += 1


def _exchange(state: State, seat: i64, kind: i64, ticket: i64) -> None:
    """Swap a card of a hand with the hidden card that a ticket names: in the deck, the pile or a hand."""
    found = _ticketed(state.deck, ticket)
    if found >= 0:
        state.deck[found] -= 1
        state.deck[kind] += 1
    elif ticket < state.deck_size + state.aside_size:
        found = _ticketed(state.aside, ticket - state.deck_size)
        state.aside[found] -= 1
        state.aside[kind] += 1
    else:
        ticket -= state.deck_size + state.aside_size
        other: i64 = 0
        while other == seat or ticket >= state.hand_size[other] - _wild_cards(state, other):
            if other != seat:
                ticket -= state.hand_size[other] - _wild_cards(state, other)
            other += 1
        found = _hidden_card(state, other, ticket)
        _take(state, other, found)
        give(state, other, kind)
    _take(state, seat, kind)
    give(state, seat, found)


def _ticketed(counts: vec[u8], ticket: i64) -> i64:
    """Return the kind of card that a ticket names among counted cards, or -1 if it is beyond them."""
    kind: i64 = 0
    while kind < len(counts):
        ticket -= i64(counts[kind])
        if ticket < 0:
            return kind
        kind += 1
    return -1


def _hidden_card(state: State, seat: i64, ticket: i64) -> i64:
    """Return the kind of the card that a ticket names among those of a hand that are not wild."""
    cards = state.rules.cards
    kinds = state.held[seat] & ~cards.wild
    while True:
        kind = lowest(kinds)
        kinds &= kinds - 1
        ticket -= i64(state.hand[seat * cards.count + kind])
        if ticket < 0:
            return kind


def _wild_cards(state: State, seat: i64) -> i64:
    """Return the number of wild cards in a hand."""
    found: i64 = 0
    kinds = state.held[seat] & state.rules.cards.wild
    while kinds:
        found += i64(state.hand[seat * state.rules.cards.count + lowest(kinds)])
        kinds &= kinds - 1
    return found


def _take(state: State, seat: i64, kind: i64) -> None:
    """Take a card out of a hand."""
    place = seat * state.rules.cards.count + kind
    state.hand[place] -= 1
    if state.hand[place] == 0:
        state.held[seat] &= ~BIT[kind]
    state.hand_size[seat] -= 1
