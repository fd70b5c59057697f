"""Before the first round of the game or of an era: what is dealt so far, and that nothing else happened."""

from __future__ import annotations

from .course import part
from .impossible import Impossible
from .state import SEATS, State
from .turn import DealHands, SetAside


def check_opening(state: State) -> None:
    """The steps before this one are done, those after it are not."""
    _check_hands(state)
    _check_pile(state)
    if state.laid:
        raise Impossible("step", "no link lies on the board before the era's first turn")
    if any(state.discards):
        raise Impossible("discards", "nothing is discarded before the era's first turn")
    if state.round == 0:
        _check_set_up(state)


def _check_hands(state: State) -> None:
    full = state.rules.hand_size
    now = state.rules.steps[state.step]
    dealt = any(isinstance(state.rules.steps[n], DealHands) for n in _done(state))
    for place, seat in enumerate(state.order):
        if seat < 0:
            continue
        size = state.hand_size[seat]
        about = f"hand {SEATS[seat]}"
        if isinstance(now, DealHands):
            if size and place > state.cursor:
                raise Impossible(about, f"seat {SEATS[seat]} is dealt its cards later")
        elif dealt and size < full:
            raise Impossible(about, f"seat {SEATS[seat]} has been dealt {full} cards")
        elif size and not dealt:
            raise Impossible(about, "no cards are dealt yet")
        if state.held[seat] & state.rules.cards.wild:
            raise Impossible(about, "wild cards are not dealt")


def _check_pile(state: State) -> None:
    now = state.rules.steps[state.step]
    piles = [step for n in _done(state) if isinstance(step := state.rules.steps[n], SetAside)]
    want = piles[-1].counts[state.players] if piles else 0
    if isinstance(now, SetAside):
        if state.aside_size >= now.counts[state.players]:
            raise Impossible("aside", "enough cards lie aside")
    elif state.aside_size != want:
        raise Impossible("aside", f"{want or 'no'} cards lie aside at this step, not {state.aside_size}")


def _done(state: State) -> range:
    """The steps of the set-up, or of the era, before the present one."""
    first = part(state.rules, state.era, state.round).start
    return range(first, state.step)


def _check_set_up(state: State) -> None:
    """Nobody has played: everything is as at set-up."""
    rules = state.rules
    if state.occupied or sum(state.mat):
        raise Impossible("era", "no tile leaves a mat in the set-up")
    for index, market in enumerate(rules.markets):
        if state.market[index] != market.start:
            raise Impossible("market", "the markets are as at set-up before round 1")
    for seat in range(state.players):
        worth = (state.pounds[seat], state.income[seat], state.vp[seat])
        if worth != (rules.start_pounds, rules.income.start, 0):
            raise Impossible(f"seat {SEATS[seat]}", "pounds, income and VP are as at set-up before round 1")
