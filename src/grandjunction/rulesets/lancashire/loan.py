"""Loans: no more once the draw deck of the last era is empty (L-34, L18-05)."""

from __future__ import annotations

from mypy_extensions import i64

from ...core.bits import BIT
from ...core.moves import Refusal
from ...core.state import State
from ...core.verbs.loan import Loan


class LoanWhileDeckLasts(Loan):
    """Take a loan, unless the draw deck is empty in one of the ``eras`` (a mask)."""

    def __init__(self, offers: list[tuple[int, int]], eras: int) -> None:
        super().__init__(offers)
        self.eras: i64 = eras

    def closed(self, state: State) -> bool:
        return self.eras & BIT[state.era] != 0 and state.deck_size == 0

    def allowed(self, state: State, offer: i64) -> bool:
        return not self.closed(state) and super().allowed(state, offer)

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        if self.closed(state):
            return state.rules.refuse("loan_closed")
        return super().nearest_fault(state, target, item)
