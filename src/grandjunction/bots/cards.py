"""Values the cards of a hand, so that a bot pays with the one it will miss least."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..core.bits import BIT, count, lowest
from ..core.moves import second_card_of, third_card_of
from ..core.options import Options
from ..core.state import State
from .weights import Weights


class CardWorth:
    """The worth of keeping each kind of card in the hand, in VP."""

    def __init__(self, state: State, weights: Weights) -> None:
        cards = state.rules.cards
        self.weights = weights
        self.seat: i64 = state.seat
        self.kinds: i64 = cards.count
        self.held: i64 = state.held[state.seat]
        self._open: vec[float] = vec[float]([0.0] * cards.count)
        self._best: vec[float] = vec[float]([0.0] * cards.count)
        self._copies: vec[i64] = vec[i64]([1] * cards.count)
        kinds = self.held
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            self._copies[kind] = i64(state.hand[state.seat * cards.count + kind])
            if cards.wild & BIT[kind]:
                self._open[kind] = weights.wild
            else:
                self._open[kind] = weights.permit * float(_open_spaces(state, kind))

    def permit(self, cards: i64, gain: float) -> None:
        """Credit these cards with an action that any of them permits and that gains ``gain`` VP."""
        share = gain / float(count(cards))
        while cards:
            kind = lowest(cards)
            cards &= cards - 1
            if share > self._best[kind]:
                self._best[kind] = share

    def of(self, kind: i64) -> float:
        """Return the worth of keeping one card of this kind."""
        return (self._open[kind] + 0.3 * self._best[kind]) / float(self._copies[kind])

    def cheapest(self, cards: i64) -> i64:
        """Return the card among these that is worth least."""
        best = lowest(cards)
        while cards:
            kind = lowest(cards)
            cards &= cards - 1
            if self.of(kind) < self.of(best):
                best = kind
        return best

    def least(self) -> float:
        """Return the worth of the cheapest card in the hand."""
        return self.of(self.cheapest(self.held))

    def of_hand(self, state: State) -> float:
        """Return the worth of a seat's whole hand, including the wild cards it has taken."""
        total = 0.0
        kinds = state.held[self.seat]
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            each = self.weights.wild if state.rules.cards.wild & BIT[kind] else self.of(kind)
            total += each * float(i64(state.hand[self.seat * self.kinds + kind]))
        return total


def cheapest_several(options: Options, worth: CardWorth) -> i64:
    """Return the unit that costs several cards and whose cards are worth least; -1 if there is none."""
    found: i64 = -1
    least = 1.0e9
    i: i64 = 0
    while i < options.size:
        code = options.units[i]
        if second_card_of(code) >= 0:
            cost = worth.of(second_card_of(code)) + worth.of(worth.cheapest(options.cards[i]))
            if third_card_of(code) >= 0:
                cost += worth.of(third_card_of(code))
            if cost < least:
                least = cost
                found = i
        i += 1
    return found


def _open_spaces(state: State, kind: i64) -> i64:
    """Return how many open spaces this card allows a build on."""
    board = state.rules.board
    card = state.rules.cards.kinds[kind]
    if card.place >= 0:
        return count(board.place_slots[card.place] & ~state.occupied)
    slots: i64 = 0
    industry: i64 = 0
    while industry < state.rules.tiles.industries:
        if card.industries & BIT[industry]:
            slots |= board.spaces_for[industry]
        industry += 1
    within: i64 = 0
    places = state.network[state.seat]
    while places:
        within |= board.place_slots[lowest(places)]
        places &= places - 1
    if within:
        slots &= within
    return count(slots & ~state.occupied)
