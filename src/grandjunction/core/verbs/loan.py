"""Loan: take pounds now and lose income levels."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..events import Log
from ..hands import begin_unit, check_card, payable
from ..moves import Refusal, item_of, unit
from ..options import Options
from ..ruleset import Ruleset, Verb
from ..state import State
from ..turn import end_action


class Loan(Verb):
    """Take one of the ``offers`` (pounds, levels); the move's item is the offer's number."""

    def __init__(self, offers: list[tuple[int, int]]) -> None:
        super().__init__("loan", ["item", "card"], item="amount")
        self.pounds: vec[i64] = vec[i64]([pounds for pounds, _ in offers])
        self.levels: vec[i64] = vec[i64]([levels for _, levels in offers])
        self.offers: i64 = len(offers)

    def items(self, rules: Ruleset) -> list[str]:
        return [str(pounds) for pounds in self.pounds]

    def allowed(self, state: State, offer: i64) -> bool:
        """Whether the income level would stay on the track."""
        income = state.rules.income
        return income.level(state.income[state.seat]) - self.levels[offer] >= income.floor

    def propose(self, state: State, options: Options) -> None:
        offer: i64 = 0
        while offer < self.offers:
            if self.allowed(state, offer):
                options.add(unit(self.id, -1, offer, 0, 0), payable(state))
            offer += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        offer = item_of(code)
        if offer < 0 or offer >= self.offers:
            return state.rules.refuse("malformed")
        refusal = check_card(state, code)
        if refusal is None:
            refusal = self.nearest_fault(state, -1, offer)
        return refusal

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        if self.allowed(state, item):
            return None
        level: int = state.rules.income.level(state.income[state.seat])
        return state.rules.refuse("loan_too_deep", level=level)

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)
        seat = state.seat
        offer = item_of(code)
        income = state.rules.income
        before = state.income[seat]
        state.pounds[seat] += self.pounds[offer]
        state.income[seat] = income.highest_space(income.level(before) - self.levels[offer])
        if log is not None:
            log.add("borrowed", seat, self.pounds[offer])
            log.add("income_moved", seat, before, state.income[seat])
        end_action(state, log)
