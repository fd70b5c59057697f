"""Brass: Birmingham put together: data, verbs, policies and the course of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...core.bits import BIT
from ...core.board import Board, DataError
from ...core.components import Box
from ...core.era import (
    BeginEra,
    GameOver,
    GatherCards,
    RemoveFirstLevel,
    ScoreIncome,
    ScoreLinks,
    ScoreMoney,
    ScoreTiles,
    ScoreTilesAgain,
)
from ...core.impossible import Impossible
from ...core.ruleset import ACTION, BONUS, FIRST_OWN, Ruleset, Step
from ...core.state import State
from ...core.turn import DealHands, DrawOrder, Income, IncomeUnlessLast, SetAside
from ...core.verbs.link import CoalFromEitherEnd, NetworkOrAnywhereReach
from ...core.verbs.loan import Loan
from ...core.verbs.pass_ import Pass
from ..assembly import CANAL, RAIL, add_building, add_necessities, refilling_rounds
from ..loading import (
    Table,
    by_player_count,
    by_players,
    industry_mask,
    load_box,
    load_rule_ids,
    read_tables,
)
from .farms import FarmPermission
from .merchants import (
    BARREL,
    DealMerchant,
    DealMerchants,
    GoodsKind,
    MerchantAccess,
    Merchants,
    MerchantSpace,
    RefillBarrels,
    check_merchants,
)
from .scout import Scout
from .sell import BonusDevelop, Sell

REVISION: Final = 1  # raised by every change of legality or scoring
EMPTY: Final = -1
EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "took": ("seat", "card"),  # a wild card from its stack
    "merchant_dealt": ("merchant", "goods"),
    "sold": ("seat", "slot", "merchant"),
    "barrel_set": ("merchant",),
    "barrel_taken": ("seat", "merchant"),
    "bonus_lost": ("seat", "merchant"),  # a develop bonus with nothing to develop
    "scored_bonus": ("seat", "vp"),
}


class Birmingham(Ruleset):
    """The ruleset with its merchants."""

    def __init__(self, id: str, name: str, merchants: Merchants, box: Box, rule_ids: dict[str, str]) -> None:
        super().__init__(id, name, REVISION, [2, 3, 4], box, rule_ids)
        self.merchants: Final = merchants

    def extra_size(self, players: int) -> int:
        return len(self.merchants.spaces) + 1

    def set_up(self, state: State) -> None:
        for space in range(len(self.merchants.spaces)):
            state.extra[space] = EMPTY

    def write_extra(self, state: State) -> list[str]:
        lines: list[str] = []
        barrels = state.extra[self.merchants.count]
        for space, id in enumerate(self.merchants.ids):
            goods = state.extra[space]
            if goods < 0:
                continue
            barrel = " barrel" if barrels & BIT[space] else ""
            lines.append(f"merchant {id} {self.merchants.goods_ids[goods]}{barrel}")
        return lines

    def check_frame(self, state: State) -> None:
        sell = self.verbs[state.frame_verb]
        if state.decision == BONUS and isinstance(sell, Sell):
            if state.frame_slot < 0 or sell.check_tile(state, state.frame_slot) is not None:
                raise Impossible("decision", "a bonus is won by selling an own tile: name its space")
            if not sell.may_have_won_a_develop(state, state.frame_slot):
                raise Impossible("decision", "no merchant reached from there has given a barrel for it")
            if len(state.legal_codes()) < 2:
                raise Impossible("decision", "a bonus without a choice is not asked")
        elif state.decision < FIRST_OWN or self.steps[state.step].name != "merchants":
            super().check_frame(state)

    def check_own(self, state: State) -> None:
        check_merchants(self.merchants, state)

    def early_vp(self, state: State) -> int:
        """The bonuses of the barrels that are gone, of merchants left out included."""
        barrels = state.extra[self.merchants.count]
        return sum(
            space.amount
            for number, space in enumerate(self.merchants.spaces)
            if space.bonus == "vp"
            and self.merchants.used(number, state.players)
            and barrels & BIT[number] == 0
            and not self.merchants.is_blank(state, number)
        )

    def read_extra(self, state: State, key: str, words: list[str]) -> str:
        if key != "merchant":
            return ""
        if not 2 <= len(words) <= 3 or words[2:] not in ([], ["barrel"]):
            raise ValueError("write: merchant SPACE GOODS [barrel]")
        if words[0] not in self.merchants.ids:
            raise ValueError(f"unknown merchant space {words[0]!r}")
        if words[1] not in self.merchants.goods_ids:
            raise ValueError(f"unknown merchant tile {words[1]!r}")
        space = self.merchants.ids.index(words[0])
        goods = self.merchants.goods_ids.index(words[1])
        if not self.merchants.used(space, state.players):
            raise ValueError(f"{words[0]} has no tile with {state.players} players")
        if state.extra[space] >= 0:
            raise ValueError(f"{words[0]} is given twice")
        if self.merchants.left(state, goods) <= 0:
            raise ValueError(f"there are not so many {words[1]} tiles")
        if words[2:] and self.merchants.buys[goods] == 0:
            raise ValueError("a blank merchant has no barrel")
        state.extra[space] = goods
        if words[2:]:
            state.extra[self.merchants.count] |= BIT[space]
        return f"merchant {words[0]}"

    def name_field(self, field: str, value: int) -> str | int:
        if field == "merchant":
            return self.merchants.ids[value]
        if field == "goods":
            return self.merchants.goods_ids[value]
        return super().name_field(field, value)


def load_merchants(game: Table, board: Board) -> Merchants:
    spaces: list[MerchantSpace] = []
    for row in game["merchant"]:
        if row["place"] not in board.place_ids:
            raise DataError(f"merchant {row['place']!r} is no place")
        place = board.place_ids.index(row["place"])
        for number in range(row["spaces"]):
            id = f"{row['place']}.{number + 1}"
            spaces.append(MerchantSpace(id, place, row["from_players"], row["bonus"], row["amount"]))
    players = game["merchant_tiles"]["players"]
    goods: list[GoodsKind] = []
    for id, row in game["merchant_tiles"].items():
        if id == "players":
            continue
        buys = industry_mask(board, row["buys"], id)
        goods.append(GoodsKind(id, buys, by_players(players, row["copies"], id)))
    return Merchants(spaces, goods, board)


def _assemble(id: str, name: str, course: Callable[[Merchants], list[Step]]) -> Birmingham:
    """The ruleset with what all its games share, and the course of this one after set-up."""
    tables = read_tables("birmingham")
    game = tables["game"]
    box = load_box(tables)
    merchants = load_merchants(game, box.board)
    rules = Birmingham(id, name, merchants, box, load_rule_ids(game["refusals"]))
    rules.permission = FarmPermission(box.board)
    rules.access = MerchantAccess(merchants.locations)
    rules.reach = NetworkOrAnywhereReach()
    rules.link_coal = CoalFromEitherEnd()
    _add_verbs(rules, game)
    dealing = rules.add_decision("merchant", chance=True)
    rules.add_verb(dealing, DealMerchant(merchants))
    rules.steps = [
        DrawOrder(),
        DealMerchants(merchants, dealing),
        DealHands(),
        SetAside(by_player_count(game["set_aside"])),
        *course(merchants),
    ]
    return rules


def _add_verbs(rules: Birmingham, game: Table) -> None:
    loan = game["loan"]
    add_building(rules, game)
    rules.add_verb(ACTION, Sell(rules.merchants))
    rules.add_verb(ACTION, Loan([(loan["pounds"], loan["levels"])]))
    rules.add_verb(ACTION, Scout())
    rules.add_verb(ACTION, Pass())
    rules.add_verb(BONUS, BonusDevelop())
    add_necessities(rules)
    rules.add_source("barrel", BARREL)
    rules.add_events(EVENTS)


# -- the course of the game -----------------------------------------------------------------------------


def _full_game(merchants: Merchants) -> list[Step]:
    """Two eras of rounds until every hand is empty (B-FLOW-01, B-EOR)."""
    return [
        BeginEra(CANAL),
        *refilling_rounds(1, Income()),
        ScoreLinks(),
        ScoreTiles(),
        RemoveFirstLevel(),
        RefillBarrels(merchants),
        GatherCards(),
        BeginEra(RAIL),
        DealHands(),
        *refilling_rounds(2, IncomeUnlessLast()),
        ScoreLinks(),
        ScoreTiles(),
        GameOver(),
    ]


def _introductory_game(income: Step) -> list[Step]:
    """One era, then money, income and lasting tiles score (B-INTRO)."""
    return [
        BeginEra(CANAL),
        *refilling_rounds(1, income),
        ScoreLinks(),
        ScoreTiles(),
        ScoreMoney(pounds_each=4, limit=15),
        ScoreIncome(),
        ScoreTilesAgain(),
        GameOver(),
    ]


def birmingham() -> Birmingham:
    return _assemble("birmingham", "Brass: Birmingham", _full_game)


def birmingham_introductory() -> Birmingham:
    """B-INTRO-05 as decided: no income after the last round."""
    return _assemble(
        "birmingham-introductory",
        "Brass: Birmingham, introductory game",
        lambda merchants: _introductory_game(IncomeUnlessLast()),
    )


def birmingham_introductory_paid() -> Birmingham:
    """B-INTRO-05 read the other way: the last round pays income too."""
    return _assemble(
        "birmingham-introductory-paid",
        "Brass: Birmingham, introductory game with income after the last round",
        lambda merchants: _introductory_game(Income()),
    )
