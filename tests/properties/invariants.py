"""What every position and every move keep, whatever is played."""

from __future__ import annotations

from collections.abc import Iterable

import grandjunction as gj
from grandjunction.core.bits import BIT, members
from grandjunction.core.seats import SEATS
from grandjunction.core.state import TRUTH

# How an event moves its seat's pounds: the field that says by how much, and the sign.
_MONEY = {
    "paid": ("amount", -1),
    "bought": ("amount", -1),
    "sold_cube": ("amount", 1),
    "received": ("amount", 1),
    "borrowed": ("amount", 1),
    "income_paid": ("amount", 1),
}


def check_position(state: gj.State) -> None:
    """Sums and limits of one position."""
    _cards(state)
    _board(state)
    for seat in range(state.players):
        assert state.pounds[seat] >= 0
        assert state.vp[seat] >= 0
        assert 0 <= state.income[seat] <= 99
        assert bin(state.links[seat]).count("1") <= state.rules.links
    for market, cubes in zip(state.rules.markets, state.market, strict=True):
        assert 0 <= cubes <= market.spaces


def _cards(state: gj.State) -> None:
    """Every card of the deck is somewhere, exactly once; hands fit what the masks say."""
    cards = state.rules.cards
    whole = cards.deck(state.players)
    for kind in range(cards.count):
        held = [state.hand[seat * cards.count + kind] for seat in range(state.players)]
        if cards.kinds[kind].wild:
            assert max(held) <= 1
            continue
        assert sum(held) + state.deck[kind] + state.aside[kind] + state.discards[kind] == whole[kind]
        for seat, n in enumerate(held):
            assert bool(state.held[seat] & BIT[kind]) == (n > 0)
    for seat in range(state.players):
        assert state.hand_size[seat] == len(state.hand_of(seat)) <= state.rules.hand_size
    assert state.deck_size == sum(state.deck)
    assert state.aside_size == sum(state.aside)


def _board(state: gj.State) -> None:
    """Masks agree with the tiles; a resource tile is flipped exactly when it is empty."""
    tiles = state.rules.tiles
    occupied = 0
    for seat in range(state.players):
        assert occupied & state.built[seat] == 0
        occupied |= state.built[seat]
    assert occupied == state.occupied
    for slot in range(state.rules.board.slots):
        kind = state.tile[slot]
        assert bool(state.occupied & BIT[slot]) == (kind >= 0)
        if kind < 0:
            assert state.cubes[slot] == 0
            continue
        industry = tiles.industry[kind]
        assert state.standing[industry] & BIT[slot]
        assert bool(state.stocked & BIT[slot]) == (state.cubes[slot] > 0)
        if tiles.makes[industry] >= 0:
            assert bool(state.flipped & BIT[slot]) == (state.cubes[slot] == 0)
    for seat in range(state.players):
        for industry in range(tiles.industries):
            standing = len(members(state.built[seat] & state.standing[industry]))
            assert standing <= state.mat[seat * tiles.industries + industry] <= tiles.size[industry]


def check_move(before: gj.State, after: gj.State, events: Iterable[gj.Event]) -> None:
    """Pounds against the bank, and cubes against the supply, as the events tell."""
    happened = [event.as_dict(before.rules) for event in events]
    _pounds(before, after, happened)
    _cubes(before, after, happened)


def _pounds(before: gj.State, after: gj.State, happened: list[dict[str, str | int]]) -> None:
    owed = [0] * before.players
    expected = [int(n) for n in before.pounds]
    for event in happened:
        if "seat" not in event:
            continue
        seat = SEATS.index(str(event["seat"]))
        kind = str(event["event"])
        if kind in _MONEY:
            field, sign = _MONEY[kind]
            expected[seat] += sign * int(event[field])
        elif kind == "fell_short":
            owed[seat] = int(event["amount"])
            expected[seat] = 0
        elif kind == "liquidated":
            debt = owed[seat] or int(before.debt)
            value = int(event["amount"])
            expected[seat] += max(0, value - debt)
            owed[seat] = max(0, debt - value)
    assert expected == [int(n) for n in after.pounds]


def _cubes(before: gj.State, after: gj.State, happened: list[dict[str, str | int]]) -> None:
    """Market and tiles: a cube enters only by stocking a new tile, and leaves only as the events say."""
    change = {"coal": 0, "iron": 0, "beer": 0}
    lost = 0  # what lay on tiles that were replaced, removed or sold off
    held = {id: int(before.cubes[slot]) for slot, id in enumerate(before.rules.board.slot_ids)}
    for event in happened:
        kind = str(event["event"])
        if kind == "stocked":
            change[str(event["resource"])] += int(event["amount"])
            held[str(event["slot"])] = int(event["amount"])
        elif kind == "consumed":
            change[str(event["resource"])] -= 1
            held[str(event["slot"])] -= 1
        elif kind == "bought":
            market = before.rules.markets[0 if event["resource"] == "coal" else 1]
            if int(event["amount"]) != market.empty_price:
                change[str(event["resource"])] -= 1
        elif kind == "sold_cube":
            held[str(event["slot"])] -= 1
        elif kind in ("replaced", "removed", "liquidated"):
            lost += held.pop(str(event["slot"]))
    total_before = sum(before.market) + sum(before.cubes)
    total_after = sum(after.market) + sum(after.cubes)
    assert total_after - total_before == sum(change.values()) - lost


def check_views(state: gj.State, rng: gj.Rng) -> None:
    """Views agree with what they were made of, and tell nothing of the rest."""
    for seat in [None, *range(state.players)]:
        view = state.view(seat)
        dealt = view.determinize(rng)
        assert dealt.viewer == TRUTH
        assert dealt.view(seat) == view
        assert gj.read_position(view.to_position()) == view.known
        for other in range(state.players):
            if other != seat:
                known = [card for card in view.known.hand_of(other) if not card.startswith("wild")]
                assert known == []


def check_generator(state: gj.State, rng: gj.Rng, tries: int) -> None:
    """Codes near legal ones are legal exactly if they are listed; asking changes nothing."""
    before = state.key()
    listed = set(state.legal_codes())
    assert listed
    pool = sorted(listed)
    for code in pool[:: max(1, len(pool) // tries)]:
        assert state.check_code(code) is None
    for _ in range(tries):
        code = pool[rng.below(len(pool))]
        for _ in range(1 + rng.below(2)):
            shift = (0, 4, 10, 16, 20, 26, 32, 38, 44, 50)[rng.below(10)]
            width = 15 if shift in (0, 16) else 63
            code = code & ~(width << shift) | (int(rng.below(width + 1)) << shift)
        assert (state.check_code(code) is None) == (code in listed), state.rules.write_move(code)
    assert state.key() == before
