"""Merchants: dealt at set-up, each with a barrel and its location's bonus.

``State.extra`` holds the kind of merchant tile on each merchant space (-1 for none), then the mask of the
spaces that still have their barrel.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ...core.bits import BIT
from ...core.board import Board, DataError
from ...core.events import Log
from ...core.moves import Refusal, item_of, unit
from ...core.options import Options
from ...core.parts import Stall, StallRow, Ware
from ...core.position.impossible import Impossible
from ...core.ruleset import Ruleset, Step, Verb
from ...core.state import State
from .bonuses import Bonus, bonus_named

BARREL: Final = 62  # a source: the barrel of the merchant that buys


class GoodsKind(Ware):
    """One kind of merchant tile: the industries it buys, and its number per player count."""

    def __init__(self, id: str, buys: int, copies: dict[int, int]) -> None:
        super().__init__(id, buys)
        self.copies: Final = copies


class Merchants(StallRow):
    """The merchant spaces and tiles, as tables; what lies on a space is in the state."""

    def __init__(self, spaces: list[Stall], goods: list[GoodsKind], board: Board) -> None:
        super().__init__("merchants", "barrel", spaces, [*goods])
        for players in goods[0].copies:
            tiles = sum(kind.copies[players] for kind in goods)
            if tiles != sum(1 for space in spaces if space.from_players <= players):
                raise DataError(f"{tiles} merchant tiles do not fill the spaces for {players} players")
        self.bonus: Final[list[Bonus]] = []
        for space in spaces:
            bonus = bonus_named(space.bonus)
            if bonus is None:
                raise DataError(f"{space.id}: unknown bonus {space.bonus!r}")
            self.bonus.append(bonus)
        self.goods: Final = goods
        self.ids: Final = [space.id for space in spaces]
        self.goods_ids: Final = [kind.id for kind in goods]
        self.count: i64 = len(spaces)
        self.place: vec[i64] = vec[i64]([space.place for space in spaces])
        self.buys: vec[i64] = vec[i64]([kind.buys for kind in goods])
        self.amount: vec[i64] = vec[i64]([space.amount for space in spaces])

    def wanted(self, state: State, stall: int) -> Ware | None:
        goods = state.extra[stall]
        return self.goods[goods] if goods >= 0 else None

    def supplied(self, state: State, stall: int) -> bool:
        return state.extra[self.count] & BIT[stall] != 0

    def used(self, space: int, players: int) -> bool:
        """Whether a space is used with this number of players."""
        return self.stalls[space].from_players <= players

    def left(self, state: State, goods: int) -> int:
        """Number of tiles of a kind that are not dealt yet."""
        dealt = 0
        for space in range(len(self.stalls)):
            if state.extra[space] == goods:
                dealt += 1
        return self.goods[goods].copies[state.players] - dealt

    def wants(self, state: State, space: i64, industry: i64) -> bool:
        """Whether the tile on a space buys this industry."""
        goods = state.extra[space]
        return goods >= 0 and self.buys[goods] & BIT[industry] != 0

    def is_blank(self, state: State, space: int) -> bool:
        """Whether the tile on a space buys nothing."""
        goods = state.extra[space]
        return goods >= 0 and self.buys[goods] == 0

    def set_barrel(self, state: State, space: i64, log: Log | None) -> None:
        """Put a barrel beside a merchant that buys something."""
        goods = state.extra[space]
        if goods < 0 or self.buys[goods] == 0 or state.extra[self.count] & BIT[space]:
            return
        state.extra[self.count] |= BIT[space]
        if log is not None:
            log.add("barrel_set", space)


class DealMerchants(Step):
    """Deal a tile to each merchant space used with this player count."""

    @property
    def name(self) -> str:
        return "merchants"

    def __init__(self, merchants: Merchants, decision: int) -> None:
        self.merchants: Final = merchants
        self.decision: i64 = decision

    def run(self, state: State, log: Log | None) -> bool:
        if next_space(self.merchants, state) < 0:
            return True
        state.seat = 0
        state.decision = self.decision
        return False


class RefillBarrels(Step):
    """Give every merchant that buys something a barrel again, at the end of the Canal Era."""

    def __init__(self, merchants: Merchants) -> None:
        self.merchants: Final = merchants

    def run(self, state: State, log: Log | None) -> bool:
        space: i64 = 0
        while space < self.merchants.count:
            self.merchants.set_barrel(state, space, log)
            space += 1
        return True


def next_space(merchants: Merchants, state: State) -> int:
    """Number of the first space that still needs its tile, or -1."""
    for space in range(len(merchants.stalls)):
        if merchants.used(space, state.players) and state.extra[space] < 0:
            return space
    return -1


def check_merchants(merchants: Merchants, state: State) -> None:
    """Raise Impossible for tiles or barrels that cannot be there. A position may leave tiles out."""
    fault = state.rules.fault
    dealt = [space for space in range(len(merchants.stalls)) if state.extra[space] >= 0]
    step = state.rules.steps[state.step]
    if state.round == 0 and step.name == "order" and dealt:
        about = f"merchant {merchants.ids[dealt[0]]}"
        raise Impossible(about, "merchants are dealt after the order", fault("merchants_too_soon"))
    if isinstance(step, DealMerchants):
        following = next_space(merchants, state)
        if following < 0:
            raise Impossible("step", "every merchant space has its tile", fault("merchants_complete"))
        if dealt and dealt[-1] > following:
            first = merchants.ids[following]
            raise Impossible(
                f"merchant {merchants.ids[dealt[-1]]}",
                f"{first} gets its tile before",
                fault("merchant_before", merchant=first),
            )
    # No tile can be sold before a seat's second action, and a new era begins with all barrels refilled.
    unsold = (state.era == 0 and state.round <= 1) or step.name == "deal"
    for space in dealt:
        if unsold and not merchants.is_blank(state, space) and not merchants.supplied(state, space):
            id = merchants.ids[space]
            reason = "barrel_gone" if state.era == 0 else "barrel_not_refilled"
            raise Impossible(f"merchant {id}", "no barrel can be gone yet", fault(reason, merchant=id))


class DealMerchant(Verb):
    """Chance: deal a tile to the next merchant space."""

    def __init__(self, merchants: Merchants) -> None:
        super().__init__("merchant", ["item"], item="goods")
        self.merchants: Final = merchants

    def items(self, rules: Ruleset) -> list[str]:
        return self.merchants.goods_ids

    def propose(self, state: State, options: Options) -> None:
        for goods in range(len(self.merchants.goods)):
            if self.merchants.left(state, goods) > 0:
                options.add(unit(self.id, -1, goods, 0, 0), 0)

    def check(self, state: State, code: i64) -> Refusal | None:
        goods = item_of(code)
        if goods < 0 or goods >= len(self.merchants.goods):
            return state.rules.refuse("malformed")
        if self.merchants.left(state, goods) <= 0:
            return state.rules.refuse("merchant_tile_gone", goods=self.merchants.goods_ids[goods])
        return None

    def weight(self, state: State, code: i64) -> i64:
        return self.merchants.left(state, item_of(code))

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        space = next_space(self.merchants, state)
        state.extra[space] = item_of(code)
        if log is not None:
            log.add("merchant_dealt", space, item_of(code))
        self.merchants.set_barrel(state, space, log)
        state.advance(log)
