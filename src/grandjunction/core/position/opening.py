"""Checks positions before the first round of the game or of an era: only what is due has been dealt."""

from __future__ import annotations

from ..course import part
from ..moves import Refusal
from ..seats import seat_name
from ..state import State
from ..turn import DealHands, SetAside
from .impossible import Impossible


def check_opening(state: State) -> None:
    """The steps before the present one are done, and those after it are not."""
    _check_hands(state)
    _check_pile(state)
    if state.laid:
        why = "no link lies on the board before the era's first turn"
        raise Impossible("step", why, state.rules.fault("links_before_first_turn"))
    if any(state.discards):
        why = "nothing is discarded before the era's first turn"
        raise Impossible("discards", why, state.rules.fault("discards_before_first_turn"))
    if state.round == 0:
        _check_set_up(state)


def _check_hands(state: State) -> None:
    full = state.rules.hand_size
    fault = state.rules.fault
    now = state.rules.steps[state.step]
    dealt = any(isinstance(state.rules.steps[n], DealHands) for n in _done(state))
    for place, seat in enumerate(state.order):
        if seat < 0:
            continue
        size = state.hand_size[seat]
        who = seat_name(seat)
        about = f"hand {who}"
        if isinstance(now, DealHands):
            if size and place > state.cursor:
                raise Impossible(about, f"seat {who} is dealt its cards later", fault("hand_later", seat=who))
        elif dealt and size < full:
            why = f"seat {who} has been dealt {full} cards"
            raise Impossible(about, why, fault("hand_dealt", seat=who, n=int(full)))
        elif size and not dealt:
            raise Impossible(about, "no cards are dealt yet", fault("hand_not_dealt"))
        if state.held[seat] & state.rules.cards.wild:
            raise Impossible(about, "wild cards are not dealt", fault("wild_card_dealt"))


def _check_pile(state: State) -> None:
    now = state.rules.steps[state.step]
    piles = [step for n in _done(state) if isinstance(step := state.rules.steps[n], SetAside)]
    want = piles[-1].counts[state.players] if piles else 0
    if isinstance(now, SetAside):
        if state.aside_size >= now.counts[state.players]:
            raise Impossible("aside", "enough cards lie aside", state.rules.fault("aside_complete"))
    elif state.aside_size != want:
        why = f"{want or 'no'} cards lie aside at this step, not {state.aside_size}"
        if want == 0 and state.era == 0:
            raise Impossible("aside", why, state.rules.fault("aside_too_soon"))
        raise Impossible("aside", why, aside_fault(state, want))


def aside_fault(state: State, want: int) -> Refusal:
    """Return the fault of a pile of set-aside cards with the wrong size."""
    if want == 0:
        return state.rules.fault("aside_none", era=state.rules.eras[state.era])
    return state.rules.fault("aside_wrong_number", n=want, found=int(state.aside_size))


def _done(state: State) -> range:
    """Steps of the set-up, or of the era, before the present one."""
    first = part(state.rules, state.era, state.round).start
    return range(first, state.step)


def _check_set_up(state: State) -> None:
    """Everything is as at set-up, because nobody has played."""
    rules = state.rules
    if state.occupied or sum(state.mat):
        raise Impossible("era", "no tile leaves a mat in the set-up", rules.fault("tiles_in_set_up"))
    for index, market in enumerate(rules.markets):
        if state.market[index] != market.start:
            why = "the markets are as at set-up before round 1"
            raise Impossible("market", why, rules.fault("markets_in_set_up"))
    for seat in range(state.players):
        worth = (state.pounds[seat], state.income[seat], state.vp[seat])
        if worth != (rules.start_pounds, rules.income.start, 0):
            who = seat_name(seat)
            why = "pounds, income and VP are as at set-up before round 1"
            raise Impossible(f"seat {who}", why, rules.fault("seat_in_set_up", seat=who))
