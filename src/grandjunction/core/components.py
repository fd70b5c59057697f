"""The printed components: industry tiles, cards, markets, the income track."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .bits import BIT
from .board import Board, DataError

NO_RESOURCE: Final = -1
COAL: Final = 0
IRON: Final = 1
EXTRA_RESOURCE: Final = 2  # only some rulesets have it, and no market trades it
MARKETED: Final = ["coal", "iron"]


class TileKind:
    """One level of one industry as printed on the mat. ``stock`` is what it makes, per era."""

    def __init__(
        self,
        industry: str,
        level: int,
        count: int,
        cost: int,
        coal: int,
        iron: int,
        sale: int,
        vp: int,
        income: int,
        icons: int,
        eras: list[int],
        stock: list[int],
        developable: bool,
    ) -> None:
        self.industry: Final = industry
        self.level: Final = level
        self.count: Final = count
        self.cost: Final = cost
        self.coal: Final = coal
        self.iron: Final = iron
        self.sale: Final = sale  # how much of the extra resource selling it takes
        self.vp: Final = vp
        self.income: Final = income
        self.icons: Final = icons
        self.eras: Final = eras
        self.stock: Final = stock
        self.developable: Final = developable


class Tiles:
    """Tables over tile kinds, and each industry's track on the mat, lowest level first."""

    def __init__(
        self,
        industries: list[str],
        makes: dict[str, int],
        flip_when_built: list[str],
        kinds: list[TileKind],
        eras: int,
    ) -> None:
        n = len(kinds)
        self.kinds: Final = kinds
        self.ids: Final = [f"{kind.industry}.{kind.level}" for kind in kinds]
        self.industries: i64 = len(industries)
        self.makes: vec[i64] = vec[i64]([makes.get(name, NO_RESOURCE) for name in industries])
        self.flip_when_built: i64 = 0  # mask of industries
        for name in flip_when_built:
            self.flip_when_built |= BIT[industries.index(name)]
        self.industry: vec[i64] = vec[i64]([industries.index(kind.industry) for kind in kinds])
        self.level: vec[i64] = vec[i64]([kind.level for kind in kinds])
        self.cost: vec[i64] = vec[i64]([kind.cost for kind in kinds])
        self.coal: vec[i64] = vec[i64]([kind.coal for kind in kinds])
        self.iron: vec[i64] = vec[i64]([kind.iron for kind in kinds])
        self.sale: vec[i64] = vec[i64]([kind.sale for kind in kinds])
        self.vp: vec[i64] = vec[i64]([kind.vp for kind in kinds])
        self.income: vec[i64] = vec[i64]([kind.income for kind in kinds])
        self.icons: vec[i64] = vec[i64]([kind.icons for kind in kinds])
        self.developable: vec[i64] = vec[i64]([1 if kind.developable else 0 for kind in kinds])
        self.eras: vec[i64] = vec[i64]([0] * n)
        self.stock: vec[i64] = vec[i64]([0] * (n * eras))  # index: kind * eras + era
        self.era_count: i64 = eras
        for number, kind in enumerate(kinds):
            if max(kind.coal, kind.iron, kind.sale) > 2:
                raise DataError(f"{kind.industry} {kind.level}: a tile needs at most two of a resource")
            for era in kind.eras:
                self.eras[number] |= BIT[era]
            if len(kind.stock) != eras:
                raise DataError(f"{kind.industry} {kind.level}: what it makes is given by era")
            if {amount > 0 for amount in kind.stock} != {kind.industry in makes}:
                raise DataError(f"{kind.industry} {kind.level}: resource tiles, and no others, are stocked")
            for era in range(eras):
                self.stock[number * eras + era] = kind.stock[era]
        self._stack(industries, kinds)

    def _stack(self, industries: list[str], kinds: list[TileKind]) -> None:
        # track[start[i] + k] is the k-th tile of industry i, which has size[i] tiles.
        self.start: vec[i64] = vec[i64]([0] * len(industries))
        self.size: vec[i64] = vec[i64]([0] * len(industries))
        track: list[int] = []
        for i, name in enumerate(industries):
            self.start[i] = len(track)
            last = -1
            for number, kind in enumerate(kinds):
                if kind.industry != name:
                    continue
                if kind.level <= last:
                    raise DataError(f"{name}: levels must ascend")
                last = kind.level
                track.extend([number] * kind.count)
            self.size[i] = len(track) - self.start[i]
        self.track: vec[i64] = vec[i64](track)

    def find(self, industry: int, level: int) -> int:
        """Number of the tile kind with this industry and level, or -1."""
        for number in range(len(self.kinds)):
            if self.industry[number] == industry and self.level[number] == level:
                return number
        return -1


class CardKind:
    """A card's face: a town, one or more industries, or a wild card for any town or any industry."""

    def __init__(self, id: str, place: int, industries: int, wild: bool, copies: dict[int, int]) -> None:
        self.id: Final = id
        self.place: Final = place  # -1 if it names no town
        self.industries: Final = industries  # mask
        self.wild: Final = wild
        self.copies: Final = copies  # in the draw deck, per player count


class Cards:
    """Tables over card kinds, with masks of the kinds that name a place or an industry."""

    def __init__(self, kinds: list[CardKind], places: int, industries: int) -> None:
        self.kinds: Final = kinds
        self.ids: Final = [kind.id for kind in kinds]
        self.count: i64 = len(kinds)
        if self.count > 62:
            raise DataError("there are at most 62 kinds of card")
        self.for_place: vec[i64] = vec[i64]([0] * places)
        self.for_industry: vec[i64] = vec[i64]([0] * industries)
        self.wild_place: i64 = 0
        self.wild_industry: i64 = 0
        self.wild: i64 = 0
        for number, kind in enumerate(kinds):
            if kind.wild:
                self.wild |= BIT[number]
                if kind.industries:
                    self.wild_industry |= BIT[number]
                else:
                    self.wild_place |= BIT[number]
            elif kind.place >= 0:
                self.for_place[kind.place] |= BIT[number]
            for industry in range(industries):
                if kind.industries & BIT[industry]:
                    self.for_industry[industry] |= BIT[number]

    def deck(self, players: int) -> list[int]:
        """Number of cards of each kind in the draw deck."""
        return [kind.copies.get(players, 0) for kind in self.kinds]


class Market:
    """A row of priced spaces, cheapest first. Cubes always fill the most expensive spaces."""

    def __init__(self, prices: list[int], start: int, empty_price: int) -> None:
        if prices != sorted(prices) or not 0 <= start <= len(prices):
            raise DataError("market prices must ascend and the start must fit")
        self.prices: vec[i64] = vec[i64](prices)
        self.spaces: i64 = len(prices)
        self.start: i64 = start
        self.empty_price: i64 = empty_price

    def price(self, cubes: i64, bought: i64) -> i64:
        """Price of the next cube after ``bought`` of the ``cubes`` in the market have been taken."""
        left = cubes - bought
        return self.prices[self.spaces - left] if left > 0 else self.empty_price

    def cost(self, cubes: i64, wanted: i64) -> i64:
        """Total price of ``wanted`` cubes, cheapest first."""
        total: i64 = 0
        bought: i64 = 0
        while bought < wanted:
            total += self.price(cubes, bought)
            bought += 1
        return total


class IncomeTrack:
    """Spaces 0 to 99, each belonging to an income level."""

    def __init__(self, bands: list[list[int]], start: int) -> None:
        # A band is [first level, last level, spaces per level].
        levels: list[int] = []
        self.top: dict[int, int] = {}
        for first, last, width in bands:
            for level in range(first, last + 1):
                levels.extend([level] * width)
                self.top[level] = len(levels) - 1
        if levels != sorted(levels) or len(self.top) != levels[-1] - levels[0] + 1:
            raise DataError("income levels must ascend without gaps")
        if not 0 <= start < len(levels):
            raise DataError("the income track does not reach its start")
        self.levels: vec[i64] = vec[i64](levels)
        self.last: i64 = len(levels) - 1
        self.start: i64 = start
        self.floor: i64 = levels[0]
        self._tops: vec[i64] = vec[i64]([self.top[level] for level in sorted(self.top)])

    def level(self, space: i64) -> i64:
        return self.levels[space]

    def highest_space(self, level: i64) -> i64:
        return self._tops[level - self.floor]


class Box:
    """The contents of a game's box: everything printed, and the set-up figures."""

    def __init__(
        self,
        eras: list[str],
        resources: list[str],
        board: Board,
        tiles: Tiles,
        cards: Cards,
        markets: list[Market],
        income: IncomeTrack,
        start_pounds: int,
        hand_size: int,
        links: int,
    ) -> None:
        self.eras: Final = eras
        self.resources: Final = resources  # the marketed ones first
        self.board: Final = board
        self.tiles: Final = tiles
        self.cards: Final = cards
        self.markets: Final = markets
        self.income: Final = income
        self.start_pounds: Final = start_pounds
        self.hand_size: Final = hand_size
        self.links: Final = links
