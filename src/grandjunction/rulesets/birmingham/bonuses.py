"""The bonuses of merchants, one class each: what a seat wins by taking a merchant's barrel.

To add one, write its class and add it to ``BONUSES``. Then name it in ``data/game.toml`` and give it words:
``NAME`` under ``[bonuses]`` in every ``words/LANG.toml``.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ...core.events import Log
from ...core.moves import Refusal, item_of, unit
from ...core.options import Options
from ...core.ruleset import BONUS, Verb
from ...core.sources import flip, gain_income
from ...core.state import State
from ...core.turn import go_on
from ...core.verbs.develop import check_industry, developable, remove_lowest

EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "bonus_lost": ("seat", "merchant"),  # there was nothing the seat could have done with it
    "scored_bonus": ("seat", "vp"),
}


class Bonus:
    """One kind of bonus. ``name`` is its key in the data and in the words.

    ``asks`` tells whether it can open the decision BONUS.
    """

    def __init__(self, name: str, asks: bool = False) -> None:
        self.name: Final = name
        self.asks: Final = asks

    def give(self, state: State, space: i64, amount: i64, log: Log | None) -> bool:
        """Give the bonus of a merchant space to the seat to act. Return False while the seat must choose."""
        raise NotImplementedError

    def vp(self, amount: int) -> int:
        """Return the VP it brings at once."""
        return 0


class Pounds(Bonus):
    def give(self, state: State, space: i64, amount: i64, log: Log | None) -> bool:
        state.pounds[state.seat] += amount
        if log is not None:
            log.add("received", state.seat, amount)
        return True


class VictoryPoints(Bonus):
    def give(self, state: State, space: i64, amount: i64, log: Log | None) -> bool:
        state.vp[state.seat] += amount
        if log is not None:
            log.add("scored_bonus", state.seat, amount)
        return True

    def vp(self, amount: int) -> int:
        return amount


class IncomeSpaces(Bonus):
    def give(self, state: State, space: i64, amount: i64, log: Log | None) -> bool:
        gain_income(state, state.seat, amount, log)
        return True


class FreeDevelop(Bonus):
    """The lowest tile of one industry leaves the mat, without iron. With nothing to develop it is lost."""

    def give(self, state: State, space: i64, amount: i64, log: Log | None) -> bool:
        only: i64 = -1
        found: i64 = 0
        industry: i64 = 0
        while industry < state.rules.tiles.industries:
            if developable(state, industry):
                only = industry
                found += 1
            industry += 1
        if found == 1:
            remove_lowest(state, only, log)
        elif found > 1:
            state.decision = BONUS
            return False
        elif log is not None:
            log.add("bonus_lost", state.seat, space)
        return True


class ChooseDevelop(Verb):
    """The choice of a free develop: no iron, no card, and no declining it."""

    def __init__(self) -> None:
        super().__init__("bonus", ["item"])

    def propose(self, state: State, options: Options) -> None:
        industry: i64 = 0
        while industry < state.rules.tiles.industries:
            if developable(state, industry):
                options.add(unit(self.id, -1, industry, 0, 0), 0)
            industry += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        return check_industry(state, item_of(code))

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        remove_lowest(state, item_of(code), log)
        finish_sale(state, log)


def finish_sale(state: State, log: Log | None) -> None:
    """Flip the tile sold, after its bonus; then offer another sale, or end the action."""
    flip(state, state.frame_slot, log)
    state.frame_slot = -1
    go_on(state, state.rules.verbs[state.frame_verb], log)


BONUSES: Final[list[Bonus]] = [
    Pounds("money"),
    VictoryPoints("vp"),
    IncomeSpaces("income_spaces"),
    FreeDevelop("develop", asks=True),
]


def bonus_named(name: str) -> Bonus | None:
    """Return the bonus of that name, or None."""
    for bonus in BONUSES:
        if bonus.name == name:
            return bonus
    return None
