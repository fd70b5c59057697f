"""What no position can be: sums and limits of the components, and decisions that could not be open.

Whether a game could have led there is not asked: positions made up to study a rule are welcome.
"""

from __future__ import annotations

from typing import Final

from .bits import BIT, count, members
from .options import Options
from .ruleset import ACTION, ASIDE, BONUS, DRAW, FIRST_OWN, MORE, ORDER, OVER, SHORTFALL
from .state import SEATS, TRUTH, State
from .turn import Turns

# The steps in which the core's decisions come up; a ruleset's own may come up anywhere.
_STEPS: Final[dict[int, tuple[str, ...]]] = {
    ACTION: ("turns",),
    MORE: ("turns",),
    BONUS: ("turns",),
    SHORTFALL: ("income",),
    DRAW: ("turns", "deal", "refill"),
    ASIDE: ("aside",),
    ORDER: ("order",),
}


def check_position(state: State) -> None:
    """Raise ValueError for a position that cannot be."""
    _check_tiles(state)
    _check_links(state)
    _check_cards(state)
    _check_course(state)


def _check_tiles(state: State) -> None:
    rules = state.rules
    tiles = rules.tiles
    for slot in members(state.occupied):
        kind = state.tile[slot]
        name = f"{rules.board.slot_ids[slot]}"
        if rules.board.slot_shows[slot] & BIT[tiles.industry[kind]] == 0:
            raise ValueError(f"{name} does not show {rules.board.industries[tiles.industry[kind]]}")
        if not tiles.kinds[kind].eras:
            raise ValueError(f"{name}: this tile is never built")
        stock = max(tiles.kinds[kind].stock)
        flipped = state.flipped & BIT[slot] != 0
        if state.cubes[slot] > stock:
            raise ValueError(f"{name} holds at most {stock}")
        if tiles.makes[tiles.industry[kind]] >= 0 and flipped == (state.cubes[slot] > 0):
            raise ValueError(f"{name}: a resource tile holds something until it flips")
        if tiles.flip_when_built & BIT[tiles.industry[kind]] and not flipped:
            raise ValueError(f"{name}: this tile flips when it is built")
    for seat in range(state.players):
        for number, kind_data in enumerate(tiles.kinds):
            standing = sum(1 for s in members(state.built[seat]) if state.tile[s] == number)
            if standing > _gone(state, seat, number):
                raise ValueError(
                    f"seat {SEATS[seat]} has more {kind_data.industry}.{kind_data.level} tiles on the board"
                    " than have left its mat"
                )


def _gone(state: State, seat: int, number: int) -> int:
    """How many tiles of a kind have left a seat's mat."""
    tiles = state.rules.tiles
    industry = tiles.industry[number]
    gone = state.mat[seat * tiles.industries + industry]
    return sum(1 for k in range(gone) if tiles.track[tiles.start[industry] + k] == number)


def _check_links(state: State) -> None:
    rules = state.rules
    wrong = members(state.laid & ~rules.board.era_lines[state.era])
    if wrong:
        raise ValueError(f"{rules.board.line_ids[wrong[0]]} takes no link in the {rules.eras[state.era]} era")
    for seat in range(state.players):
        if count(state.links[seat]) > rules.links:
            raise ValueError(f"seat {SEATS[seat]} has only {rules.links} links")


def _check_cards(state: State) -> None:
    rules = state.rules
    kinds = rules.cards.count
    whole = rules.cards.deck(state.players)
    for seat in range(state.players):
        if state.hand_size[seat] > rules.hand_size:
            raise ValueError(f"seat {SEATS[seat]} holds more than {rules.hand_size} cards")
        for kind in range(kinds):
            if rules.cards.kinds[kind].wild and state.hand[seat * kinds + kind] > 1:
                raise ValueError(f"seat {SEATS[seat]} holds two {rules.cards.ids[kind]} cards")
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
        raise ValueError("a view does not know the cards put aside: write unknown*N")
    for seat in range(state.players):
        for kind in range(kinds):
            known = state.hand[seat * kinds + kind] > 0 and not state.rules.cards.kinds[kind].wild
            if seat != state.viewer and known:
                raise ValueError(f"a view does not know the hand of seat {SEATS[seat]}: write unknown*N")


def _check_course(state: State) -> None:
    order = list(state.order)
    if state.round > 0 and -1 in order:
        raise ValueError("the order must name every seat")
    if state.decision == OVER:
        return
    step = state.rules.steps[state.step].name
    if step not in _STEPS.get(state.decision, (step,)) or (state.frame_count > 0 and step != "turns"):
        raise ValueError(f"the step {step} has no {state.rules.decision_names[state.decision]} decision")
    if state.round == 0 and step in ("turns", "refill", "income"):
        raise ValueError("the first turn is in round 1")
    if state.decision == DRAW:
        if state.hand_size[state.seat] >= state.rules.hand_size or state.deck_size == 0:
            raise ValueError(f"seat {SEATS[state.seat]} draws no card")
    turns = state.rules.steps[state.step]
    if isinstance(turns, Turns) and state.round == 1 and state.actions_left > turns.opening_actions:
        raise ValueError("so many actions are more than the opening round has")
    if state.decision == ACTION:
        if state.actions_left == 0 or state.hand_size[state.seat] == 0:
            raise ValueError(f"seat {SEATS[state.seat]} has no action or no card to act with")
    if state.decision == MORE:
        _check_more(state)
    elif state.decision == BONUS or state.decision >= FIRST_OWN:
        state.rules.check_frame(state)
    elif state.decision == SHORTFALL:
        _check_shortfall(state)
    hidden = state.viewer not in (TRUTH, state.seat) and not state.is_chance
    if not hidden and not state.legal_codes():
        raise ValueError("the decision has no answer")


def _check_more(state: State) -> None:
    """Another unit is asked for only where one is possible."""
    verb = state.rules.verbs[state.frame_verb]
    if not verb.repeats or state.frame_slot >= 0:
        raise ValueError(f"a {verb.name} is done once, or not with a space")
    if not verb.possible(state, Options(8)):
        raise ValueError(f"no further {verb.name} is possible, so none is asked for")


def _check_shortfall(state: State) -> None:
    if state.pounds[state.seat] > 0:
        raise ValueError(f"seat {SEATS[state.seat]} still has pounds to pay with")
    if len(state.legal_codes()) == 1:
        raise ValueError("a tile to lose is chosen only among several")
