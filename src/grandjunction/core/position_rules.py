"""What no position can be, first of all: sums and limits of the components, and cards nobody may see.

``position_course`` asks whether the decision could be open at this moment, ``position_history`` whether a
game could have put the tiles and links where they are, and the ruleset about lines of its own.
"""

from __future__ import annotations

from .bits import BIT, count, members
from .impossible import Impossible
from .position_course import check_course
from .position_history import check_history
from .state import SEATS, TRUTH, State


def check_position(state: State) -> None:
    """Raise ValueError, or Impossible where a line is to blame, for a position that cannot be."""
    _check_tiles(state)
    _check_mats(state)
    _check_links(state)
    _check_cards(state)
    check_course(state)
    check_history(state)
    state.rules.check_own(state)


def _check_tiles(state: State) -> None:
    rules = state.rules
    tiles = rules.tiles
    for slot in members(state.occupied):
        kind = state.tile[slot]
        name = rules.board.slot_ids[slot]
        about = f"tile {name}"
        if rules.board.slot_shows[slot] & BIT[tiles.industry[kind]] == 0:
            raise Impossible(about, f"{name} does not show {rules.board.industries[tiles.industry[kind]]}")
        if not tiles.kinds[kind].eras:
            raise Impossible(about, f"{name}: this tile is never built")
        flipped = state.flipped & BIT[slot] != 0
        makes = tiles.makes[tiles.industry[kind]] >= 0
        if not makes and state.cubes[slot] > 0:
            raise Impossible(about, f"{name}: this tile holds nothing")
        if makes and flipped == (state.cubes[slot] > 0):
            raise Impossible(about, f"{name}: a resource tile holds something until it flips")
        if tiles.flip_when_built & BIT[tiles.industry[kind]] and not flipped:
            raise Impossible(about, f"{name}: this tile flips when it is built")


def _check_mats(state: State) -> None:
    for seat in range(state.players):
        for number, kind in enumerate(state.rules.tiles.kinds):
            standing = sum(1 for slot in members(state.built[seat]) if state.tile[slot] == number)
            if standing > _gone(state, seat, number):
                raise Impossible(
                    f"mat {SEATS[seat]}",
                    f"seat {SEATS[seat]} has more {kind.industry}.{kind.level} tiles on the board than have"
                    " left its mat, lowest first",
                )


def _gone(state: State, seat: int, number: int) -> int:
    """How many tiles of a kind have left a seat's mat."""
    tiles = state.rules.tiles
    industry = tiles.industry[number]
    gone = state.mat[seat * tiles.industries + industry]
    return sum(1 for k in range(gone) if tiles.track[tiles.start[industry] + k] == number)


def _check_links(state: State) -> None:
    rules = state.rules
    for seat in range(state.players):
        about = f"links {SEATS[seat]}"
        wrong = members(state.links[seat] & ~rules.board.era_lines[state.era])
        if wrong:
            line = rules.board.line_ids[wrong[0]]
            raise Impossible(about, f"{line} takes no link in the {rules.eras[state.era]} era")
        if count(state.links[seat]) > rules.links:
            raise Impossible(about, f"seat {SEATS[seat]} has only {rules.links} links")


def _check_cards(state: State) -> None:
    rules = state.rules
    kinds = rules.cards.count
    whole = rules.cards.deck(state.players)
    for seat in range(state.players):
        about = f"hand {SEATS[seat]}"
        if state.hand_size[seat] > rules.hand_size:
            raise Impossible(about, f"seat {SEATS[seat]} holds more than {rules.hand_size} cards")
        for kind in range(kinds):
            if rules.cards.kinds[kind].wild and state.hand[seat * kinds + kind] > 1:
                raise Impossible(about, f"seat {SEATS[seat]} holds two {rules.cards.ids[kind]} cards")
    for kind in range(kinds):
        held = sum(int(state.hand[seat * kinds + kind]) for seat in range(state.players))
        if rules.cards.kinds[kind].wild:
            if state.discards[kind] or state.aside[kind] or state.deck[kind]:
                raise ValueError(f"{rules.cards.ids[kind]} cards lie on their own stack")
            continue
        total = held + int(state.discards[kind]) + int(state.aside[kind]) + int(state.deck[kind])
        if total != whole[kind]:
            raise ValueError(f"there are {whole[kind]} {rules.cards.ids[kind]} cards, not {total}")
    if state.viewer != TRUTH:
        _check_secrets(state)
        return
    if state.deck_size != sum(int(n) for n in state.deck):
        raise ValueError("the deck's size does not fit its cards")


def _check_secrets(state: State) -> None:
    """A view knows its own hand, open cards and wild ones, and no others."""
    kinds = state.rules.cards.count
    if any(state.aside):
        raise Impossible("aside", "a view does not know the cards put aside: write unknown*N")
    for seat in range(state.players):
        about = f"hand {SEATS[seat]}"
        if seat == state.viewer:
            if state.hand_size[seat] > len(state.hand_of(seat)):
                raise Impossible(about, f"seat {SEATS[seat]} knows its own hand: name its cards")
            continue
        for kind in range(kinds):
            if state.hand[seat * kinds + kind] > 0 and not state.rules.cards.kinds[kind].wild:
                raise Impossible(
                    about, f"a view does not know the hand of seat {SEATS[seat]}: write unknown*N"
                )
