"""Merchants: dealt at set-up, each with a barrel beside it and its location's bonus.

The ruleset's own words of a state: the goods kind on each merchant space (-1: no tile), then the mask of
the spaces whose barrel stands.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ...core.bits import BIT
from ...core.board import Board, DataError
from ...core.events import Log
from ...core.impossible import Impossible
from ...core.moves import Refusal, item_of, unit
from ...core.options import Options
from ...core.ruleset import MarketAccess, Ruleset, Step, Verb
from ...core.state import State

BARREL: Final = 62  # a source: the barrel beside the merchant that buys
MONEY: Final = 1
VP: Final = 2
DEVELOP: Final = 3
INCOME: Final = 4
_BONUSES: Final = {"money": MONEY, "vp": VP, "develop": DEVELOP, "income_spaces": INCOME}


class MerchantSpace:
    """One printed merchant space: where, from how many players on, and its location's bonus."""

    def __init__(self, id: str, place: int, from_players: int, bonus: str, amount: int) -> None:
        self.id: Final = id
        self.place: Final = place
        self.from_players: Final = from_players
        self.bonus: Final = bonus
        self.amount: Final = amount


class GoodsKind:
    """One kind of merchant tile: the industries it buys and how many there are by player count."""

    def __init__(self, id: str, buys: int, copies: dict[int, int]) -> None:
        self.id: Final = id
        self.buys: Final = buys
        self.copies: Final = copies


class Merchants:
    """Tables over merchant spaces and merchant tiles."""

    def __init__(self, spaces: list[MerchantSpace], goods: list[GoodsKind], board: Board) -> None:
        for players in goods[0].copies:
            tiles = sum(kind.copies[players] for kind in goods)
            if tiles != sum(1 for space in spaces if space.from_players <= players):
                raise DataError(f"{tiles} merchant tiles do not fill the spaces for {players} players")
        for space in spaces:
            if space.bonus not in _BONUSES:
                raise DataError(f"{space.id}: unknown bonus {space.bonus!r}")
        self.spaces: Final = spaces
        self.goods: Final = goods
        self.ids: Final = [space.id for space in spaces]
        self.goods_ids: Final = [kind.id for kind in goods]
        self.count: i64 = len(spaces)
        self.place: vec[i64] = vec[i64]([space.place for space in spaces])
        self.buys: vec[i64] = vec[i64]([kind.buys for kind in goods])
        self.bonus: vec[i64] = vec[i64]([_BONUSES[space.bonus] for space in spaces])
        self.amount: vec[i64] = vec[i64]([space.amount for space in spaces])
        self.locations: i64 = board.places_of_kind("merchant")

    def used(self, space: int, players: int) -> bool:
        """Whether a space gets a tile with so many players."""
        return self.spaces[space].from_players <= players

    def left(self, state: State, goods: int) -> int:
        """How many tiles of a kind are not dealt yet."""
        dealt = 0
        for space in range(len(self.spaces)):
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


class MerchantAccess(MarketAccess):
    """Coal is bought and sold through merchant locations, with or without tiles."""

    def __init__(self, locations: int) -> None:
        self.locations: i64 = locations

    def places(self, state: State) -> i64:
        return self.locations


class DealMerchants(Step):
    """One tile for each merchant space marked for the player count."""

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
    """At the end of the Canal Era every merchant that buys something has a barrel again."""

    def __init__(self, merchants: Merchants) -> None:
        self.merchants: Final = merchants

    def run(self, state: State, log: Log | None) -> bool:
        space: i64 = 0
        while space < self.merchants.count:
            self.merchants.set_barrel(state, space, log)
            space += 1
        return True


def next_space(merchants: Merchants, state: State) -> int:
    """The first space that still waits for its tile, or -1."""
    for space in range(len(merchants.spaces)):
        if merchants.used(space, state.players) and state.extra[space] < 0:
            return space
    return -1


def check_merchants(merchants: Merchants, state: State) -> None:
    """Raise Impossible for tiles or barrels that cannot be there now. Tiles may be left out of a position."""
    dealt = [space for space in range(len(merchants.spaces)) if state.extra[space] >= 0]
    step = state.rules.steps[state.step]
    if state.round == 0 and step.name == "order" and dealt:
        raise Impossible(f"merchant {merchants.ids[dealt[0]]}", "merchants are dealt after the order")
    if isinstance(step, DealMerchants):
        following = next_space(merchants, state)
        if following < 0:
            raise Impossible("step", "every merchant space has its tile")
        if dealt and dealt[-1] > following:
            raise Impossible(
                f"merchant {merchants.ids[dealt[-1]]}", f"{merchants.ids[following]} gets its tile before"
            )
    # A tile is sold at the earliest by a seat's second action; a new era begins with every barrel refilled.
    unsold = (state.era == 0 and state.round <= 1) or step.name == "deal"
    for space in dealt:
        if unsold and not merchants.is_blank(state, space) and state.extra[merchants.count] & BIT[space] == 0:
            raise Impossible(f"merchant {merchants.ids[space]}", "no barrel can be gone yet")


class DealMerchant(Verb):
    """Chance: the tile for the next merchant space."""

    def __init__(self, merchants: Merchants) -> None:
        super().__init__("merchant", ["item"])
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
