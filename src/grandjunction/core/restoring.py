"""Restores states from their keys, for pickles and copies in other processes."""

from __future__ import annotations

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from .bits import BIT, members
from .network import lay, refresh_network
from .ruleset import Ruleset
from .state import State


class _Reader:
    """Reads words and counts from a key, in the order in which ``State.key`` writes them."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.at: i64 = 0

    def word(self) -> i64:
        value = read_i64_le(self.key, self.at)
        self.at += 8
        return value

    def words(self, into: vec[i64]) -> vec[i64]:
        i: i64 = 0
        while i < len(into):
            into[i] = self.word()
            i += 1
        return into

    def counts(self, into: vec[u8]) -> vec[u8]:
        i: i64 = 0
        while i < len(into):
            into[i] = u8(self.key[self.at])
            self.at += 1
            i += 1
        return into


def state_from_key(rules: Ruleset, players: int, key: bytes) -> State:
    """Return the state with this key; raise ``ValueError`` if no state can have it."""
    state = State(rules, players)
    if len(key) != len(state.key()):
        wanted = len(state.key())
        raise ValueError(f"a key of {rules.id} for {players} players has {wanted} bytes, not {len(key)}")
    reader = _Reader(key)
    state.viewer = reader.word()
    state.era = reader.word()
    state.round = reader.word()
    state.flipped = reader.word()
    state.deck_size = reader.word()
    state.aside_size = reader.word()
    state.step = reader.word()
    state.cursor = reader.word()
    state.seat = reader.word()
    state.turn_open = reader.word()
    state.actions_left = reader.word()
    state.decision = reader.word()
    state.frame_verb = reader.word()
    state.frame_count = reader.word()
    state.frame_slot = reader.word()
    state.debt = reader.word()
    state.tile = reader.words(state.tile)
    state.cubes = reader.words(state.cubes)
    state.market = reader.words(state.market)
    state.pounds = reader.words(state.pounds)
    state.income = reader.words(state.income)
    state.vp = reader.words(state.vp)
    state.spent = reader.words(state.spent)
    state.built = reader.words(state.built)
    links = reader.words(vec[i64]([0] * players))
    state.mat = reader.words(state.mat)
    state.hand_size = reader.words(state.hand_size)
    state.extra = reader.words(state.extra)
    state.order = reader.words(state.order)
    state.hand = reader.counts(state.hand)
    state.deck = reader.counts(state.deck)
    state.aside = reader.counts(state.aside)
    state.discards = reader.counts(state.discards)
    _conclude(state, links)
    return state


def _conclude(state: State, links: vec[i64]) -> None:
    """Compute the fields that a key leaves out because they follow from the rest."""
    tiles = state.rules.tiles
    kinds = state.rules.cards.count
    for slot in range(state.rules.board.slots):
        if state.tile[slot] >= 0:
            state.occupied |= BIT[slot]
            state.standing[tiles.industry[state.tile[slot]]] |= BIT[slot]
        if state.cubes[slot] > 0:
            state.stocked |= BIT[slot]
    for seat in range(state.players):
        for line in members(links[seat]):
            lay(state, seat, line)
        refresh_network(state, seat)
        for kind in range(kinds):
            if state.hand[seat * kinds + kind] > 0:
                state.held[seat] |= BIT[kind]
