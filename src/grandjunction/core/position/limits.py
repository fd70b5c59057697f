"""Rejects positions that break component limits or reveal hidden cards.

Then ``moment`` checks that the decision can be open now, ``history`` that a game could have placed the tiles
and links, and the ruleset checks its extra lines.
"""

from __future__ import annotations

from ..bits import BIT, count, members
from ..moves import Refusal
from ..ruleset import Ruleset
from ..seats import seat_name
from ..state import TRUTH, State
from .history import check_history
from .impossible import Impossible
from .moment import check_course


def check_position(state: State) -> None:
    """Raise Impossible for a position that no game can reach."""
    _check_tiles(state)
    _check_mats(state)
    _check_links(state)
    _check_cards(state)
    check_course(state)
    check_history(state)
    state.rules.check_extra(state)


def _check_tiles(state: State) -> None:
    rules = state.rules
    tiles = rules.tiles
    for slot in members(state.occupied):
        kind = state.tile[slot]
        name = rules.board.slot_ids[slot]
        about = f"tile {name}"
        if rules.board.slot_shows[slot] & BIT[tiles.industry[kind]] == 0:
            industry = rules.board.industries[tiles.industry[kind]]
            fault = rules.fault("space_lacks_industry", slot=name, industry=industry)
            raise Impossible(about, f"{name} does not show {industry}", fault)
        tile = tiles.ids[kind]
        if not tiles.kinds[kind].eras:
            fault = rules.fault("tile_never_built", tile=tile)
            raise Impossible(about, f"{name}: this tile is never built", fault)
        flipped = state.flipped & BIT[slot] != 0
        makes = tiles.makes[tiles.industry[kind]] >= 0
        if not makes and state.cubes[slot] > 0:
            fault = rules.fault("tile_holds_nothing", slot=name, tile=tile)
            raise Impossible(about, f"{name}: this tile holds nothing", fault)
        if makes and flipped == (state.cubes[slot] > 0):
            fault = rules.fault("tile_holds_until_flipped", slot=name, tile=tile)
            raise Impossible(about, f"{name}: a resource tile holds something until it flips", fault)
        if tiles.flip_when_built & BIT[tiles.industry[kind]] and not flipped:
            fault = rules.fault("tile_flips_when_built", slot=name, tile=tile)
            raise Impossible(about, f"{name}: this tile flips when it is built", fault)


def _check_mats(state: State) -> None:
    for seat in range(state.players):
        for number, kind in enumerate(state.rules.tiles.kinds):
            standing = sum(1 for slot in members(state.built[seat]) if state.tile[slot] == number)
            if standing > _gone(state, seat, number):
                raise Impossible(
                    f"mat {seat_name(seat)}",
                    f"mat {seat_name(seat)}: more {kind.industry}.{kind.level} tiles stand on the board than"
                    " have left the mat, lowest first",
                    state.rules.fault(
                        "mat_too_full", seat=seat_name(seat), industry=kind.industry, level=int(kind.level)
                    ),
                )


def _gone(state: State, seat: int, number: int) -> int:
    """Number of tiles of a kind that have left a seat's mat."""
    tiles = state.rules.tiles
    industry = tiles.industry[number]
    gone = state.mat[seat * tiles.industries + industry]
    return sum(1 for k in range(gone) if tiles.track[tiles.start[industry] + k] == number)


def _check_links(state: State) -> None:
    rules = state.rules
    for seat in range(state.players):
        about = f"links {seat_name(seat)}"
        wrong = members(state.links[seat] & ~rules.board.era_lines[state.era])
        if wrong:
            line = rules.board.line_ids[wrong[0]]
            era = rules.eras[state.era]
            fault = rules.fault("line_wrong_era", line=line, era=era)
            raise Impossible(about, f"{line} takes no link in the {era} era", fault)
        if count(state.links[seat]) > rules.links:
            fault = rules.fault("too_many_links", seat=seat_name(seat), n=int(rules.links))
            raise Impossible(about, f"seat {seat_name(seat)} has only {rules.links} links", fault)


def _check_cards(state: State) -> None:
    rules = state.rules
    kinds = rules.cards.count
    whole = rules.cards.deck(state.players)
    for seat in range(state.players):
        who = seat_name(seat)
        about = f"hand {who}"
        if state.hand_size[seat] > rules.hand_size:
            fault = rules.fault("hand_too_large", seat=who, n=int(rules.hand_size))
            raise Impossible(about, f"seat {who} holds more than {rules.hand_size} cards", fault)
        for kind in range(kinds):
            if rules.cards.kinds[kind].wild and state.hand[seat * kinds + kind] > 1:
                card = rules.cards.ids[kind]
                fault = rules.fault("wild_card_twice", seat=who, card=card)
                raise Impossible(about, f"seat {who} holds two {card} cards", fault)
    for kind in range(kinds):
        held = sum(int(state.hand[seat * kinds + kind]) for seat in range(state.players))
        if rules.cards.kinds[kind].wild:
            if state.discards[kind] or state.aside[kind] or state.deck[kind]:
                why = f"{rules.cards.ids[kind]} cards lie on their own stack"
                raise Impossible("", why, rules.fault("wild_card_stack", card=rules.cards.ids[kind]))
            continue
        total = held + int(state.discards[kind]) + int(state.aside[kind]) + int(state.deck[kind])
        if total != whole[kind]:
            why = f"there are {whole[kind]} {rules.cards.ids[kind]} cards, not {total}"
            raise Impossible("", why, cards_fault(rules, kind, whole[kind]))
    if state.viewer != TRUTH:
        _check_secrets(state)
        return
    if state.deck_size != sum(int(n) for n in state.deck):
        raise Impossible("deck", "the deck's size does not fit its cards", rules.fault("deck_does_not_fit"))


def cards_fault(rules: Ruleset, kind: int, copies: int) -> Refusal:
    """Return the fault of a wrong number of cards of one kind in hands, piles and deck together."""
    return rules.fault("cards_wrong_number", card=rules.cards.ids[kind], n=int(copies))


def _check_secrets(state: State) -> None:
    """A view knows its own hand, face-up cards and wild cards, and no others."""
    kinds = state.rules.cards.count
    fault = state.rules.fault
    if any(state.aside):
        why = "a view does not know the cards put aside: write unknown*N"
        raise Impossible("aside", why, fault("view_knows_aside"))
    for seat in range(state.players):
        who = seat_name(seat)
        about = f"hand {who}"
        if seat == state.viewer:
            if state.hand_size[seat] > len(state.hand_of(seat)):
                why = f"seat {who} knows its own hand: name its cards"
                raise Impossible(about, why, fault("view_lacks_hand", seat=who))
            continue
        for kind in range(kinds):
            if state.hand[seat * kinds + kind] > 0 and not state.rules.cards.kinds[kind].wild:
                why = f"a view does not know the hand of seat {who}: write unknown*N"
                raise Impossible(about, why, fault("view_knows_hand", seat=who))
