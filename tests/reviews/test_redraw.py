"""Cards drawn anew: the deals fit what the seat knew before the draw, and all of them are equally likely."""

from __future__ import annotations

from collections import Counter

import grandjunction as gj
from grandjunction.core.state import State
from grandjunction.core.view import redraw


def drawn_by(seat: int) -> tuple[State, State, list[int]]:
    """A position before a seat draws, the one after, and the kinds of card that it drew."""
    game = gj.new_game("birmingham", players=3, seed=5)
    while True:
        before = game.state.copy()
        move = before.legal_moves()[0]
        game.make(move.code)
        if game.state.is_chance and game.state.seat == seat and game.state.decision_name == "draw":
            break
    before = game.state.copy()
    drawn: list[int] = []
    while game.state.is_chance and game.state.seat == seat:
        code = game.state.chance_code(gj.Rng(len(drawn)))
        drawn.append(before.rules.cards.ids.index(gj.Move(before.rules, code).card or ""))
        game.make(code)
    return before, game.state, drawn


def hidden(state: State, seat: int) -> Counter[str]:
    """All cards that the seat cannot see, wherever they are."""
    ids = state.rules.cards.ids
    cards = Counter({ids[kind]: int(n) for kind, n in enumerate(state.deck) if n})
    cards += Counter({ids[kind]: int(n) for kind, n in enumerate(state.aside) if n})
    for other in range(state.players):
        cards += Counter(state.hand_of(other) if other != seat else [])
    return cards


def test_no_card_is_lost_or_won() -> None:
    _, after, drawn = drawn_by(1)
    for number in range(40):
        state = after.view(1).determinize(gj.Rng(number))
        other = state.copy()
        redraw(other, 1, drawn, gj.Rng(f"{number}/redraw"))
        assert [len(hand) for hand in other.hands()] == [len(hand) for hand in state.hands()]
        assert (other.deck_size, other.aside_size) == (state.deck_size, state.aside_size)
        assert sum(other.deck) == other.deck_size
        assert hidden(other, 1) + Counter(other.hand_of(1)) == hidden(state, 1) + Counter(state.hand_of(1))
        kept = Counter(state.hand_of(1)) - Counter(state.rules.cards.ids[kind] for kind in drawn)
        assert kept <= Counter(other.hand_of(1))
        assert [other.held[seat] for seat in range(3)] == [
            sum(1 << other.rules.cards.ids.index(card) for card in set(other.hand_of(seat)))
            for seat in range(3)
        ]


def test_every_unseen_card_is_drawn_equally_often() -> None:
    before, after, drawn = drawn_by(1)
    unseen = hidden(before, 1)
    ids = before.rules.cards.ids
    kept = Counter(after.hand_of(1)) - Counter(ids[kind] for kind in drawn)
    rounds = 1500
    found: Counter[str] = Counter()
    rivals: Counter[str] = Counter()
    for number in range(rounds):
        state = after.view(1).determinize(gj.Rng(number))
        redraw(state, 1, drawn, gj.Rng(f"{number}/redraw"))
        found += Counter(state.hand_of(1)) - kept
        rivals += Counter(state.hand_of(0))
    assert set(found) <= set(unseen)
    for counted, cards in ((found, len(drawn)), (rivals, len(after.hand_of(0)))):
        for card, copies in unseen.items():
            expected = rounds * cards * copies / unseen.total()
            assert abs(counted[card] - expected) < 5 * expected**0.5 + 1, card
