"""Assembles Brass: Birmingham from data, verbs, policies and steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...core.bits import BIT
from ...core.board import Board, DataError
from ...core.components import Box
from ...core.era import BeginEra, GameOver, ScoreLinks, ScoreTiles
from ...core.parts import Stall
from ...core.permission import FixedAccess
from ...core.position.impossible import Impossible, misread
from ...core.ruleset import ACTION, BONUS, FIRST_EXTRA, Ruleset, SourceReasons, Step
from ...core.state import State
from ...core.turn import DealHands, DrawOrder, Income, IncomeUnlessLast, SetAside
from ...core.verbs.link import CoalFromEitherEnd, NetworkOrAnywhereReach
from ...core.verbs.loan import Loan
from ...core.verbs.pass_ import Pass
from ..assembly import (
    BEER_REASONS,
    CANAL,
    add_building,
    add_necessities,
    change_of_eras,
    introductory_end,
    refilling_rounds,
)
from ..loading import (
    Table,
    by_player_count,
    by_players,
    industry_mask,
    load_box,
    load_rule_ids,
    read_tables,
)
from . import bonuses
from .farms import FarmPermission
from .merchants import (
    BARREL,
    DealMerchant,
    DealMerchants,
    GoodsKind,
    Merchants,
    RefillBarrels,
    check_merchants,
)
from .scout import Scout
from .sell import Sell

# Raise a game's revision with every change of its legality or scoring. Stored games name theirs.
REVISIONS: Final[dict[str, int]] = {
    "birmingham": 1,
    "birmingham-introductory": 1,
    "birmingham-introductory-paid": 1,
}
EMPTY: Final = -1
EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "took": ("seat", "card"),  # a wild card from its stack
    "merchant_dealt": ("merchant", "goods"),
    "sold": ("seat", "slot", "merchant"),
    "barrel_set": ("merchant",),
    "barrel_taken": ("seat", "merchant"),
}


class Birmingham(Ruleset):
    """The rules of Birmingham, with its merchants."""

    def __init__(self, id: str, name: str, merchants: Merchants, box: Box, rule_ids: dict[str, str]) -> None:
        super().__init__(id, name, REVISIONS[id], [2, 3, 4], box, rule_ids)
        self.merchants: Final = merchants
        self.add_stalls(merchants)

    def extra_size(self, players: int) -> int:
        return len(self.merchants.stalls) + 1

    def set_up(self, state: State) -> None:
        for space in range(len(self.merchants.stalls)):
            state.extra[space] = EMPTY

    def write_extra(self, state: State) -> list[str]:
        lines: list[str] = []
        for space, id in enumerate(self.merchants.ids):
            goods = self.merchants.wanted(state, space)
            if goods is None:
                continue
            barrel = " barrel" if self.merchants.supplied(state, space) else ""
            lines.append(f"merchant {id} {goods.id}{barrel}")
        return lines

    def check_frame(self, state: State) -> None:
        sell = self.verbs[state.frame_verb]
        if state.decision == BONUS and isinstance(sell, Sell):
            if state.frame_slot < 0 or sell.check_tile(state, state.frame_slot) is not None:
                why = "a bonus is won by selling your own tile: name its space"
                raise Impossible("decision", why, self.fault("bonus_without_sale"))
            if not sell.may_have_won_a_choice(state, state.frame_slot):
                why = "no merchant reached from there has given a barrel for it"
                raise Impossible("decision", why, self.fault("bonus_without_barrel"))
            if len(state.legal_codes()) < 2:
                why = "a bonus without a choice is not asked"
                raise Impossible("decision", why, self.fault("bonus_without_choice"))
        elif state.decision < FIRST_EXTRA or self.steps[state.step].name != "merchants":
            super().check_frame(state)

    def check_extra(self, state: State) -> None:
        check_merchants(self.merchants, state)

    def early_vp(self, state: State) -> int:
        """Return the VP bonuses of the barrels that are gone, including those of merchants left out."""
        return sum(
            self.merchants.bonus[number].vp(space.amount)
            for number, space in enumerate(self.merchants.stalls)
            if self.merchants.used(number, state.players)
            and not self.merchants.supplied(state, number)
            and not self.merchants.is_blank(state, number)
        )

    def read_extra(self, state: State, key: str, words: list[str]) -> str:
        if key != "merchant":
            return ""
        if not 2 <= len(words) <= 3 or words[2:] not in ([], ["barrel"]):
            form = "merchant SPACE GOODS [barrel]"
            raise misread(f"write: {form}", "form_expected", form=form)
        if words[0] not in self.merchants.ids:
            raise misread(f"unknown merchant space {words[0]!r}", "word_unknown", word=words[0])
        if words[1] not in self.merchants.goods_ids:
            raise misread(f"unknown merchant tile {words[1]!r}", "word_unknown", word=words[1])
        space = self.merchants.ids.index(words[0])
        goods = self.merchants.goods_ids.index(words[1])
        if not self.merchants.used(space, state.players):
            fault = self.fault("merchant_not_used", merchant=words[0], n=int(state.players))
            raise Impossible("", f"{words[0]} has no tile with {state.players} players", fault)
        if state.extra[space] >= 0:
            raise misread(f"{words[0]} is given twice", "given_twice", word=words[0])
        if self.merchants.left(state, goods) <= 0:
            raise Impossible(
                "", f"too many {words[1]} tiles", self.fault("merchant_tile_gone", goods=words[1])
            )
        if words[2:] and self.merchants.buys[goods] == 0:
            fault = self.fault("merchant_blank", merchant=words[0])
            raise Impossible("", "a blank merchant has no barrel", fault)
        state.extra[space] = goods
        if words[2:]:
            state.extra[self.merchants.count] |= BIT[space]
        return f"merchant {words[0]}"


def load_merchants(game: Table, board: Board) -> Merchants:
    spaces: list[Stall] = []
    for row in game["merchant"]:
        if row["place"] not in board.place_ids:
            raise DataError(f"merchant {row['place']!r} is no place")
        place = board.place_ids.index(row["place"])
        for number in range(row["spaces"]):
            id = f"{row['place']}.{number + 1}"
            spaces.append(Stall(id, place, row["from_players"], row["bonus"], row["amount"]))
    players = game["merchant_tiles"]["players"]
    goods: list[GoodsKind] = []
    for id, row in game["merchant_tiles"].items():
        if id == "players":
            continue
        buys = industry_mask(board, row["buys"], id)
        goods.append(GoodsKind(id, buys, by_players(players, row["copies"], id)))
    return Merchants(spaces, goods, board)


def _assemble(id: str, name: str, course: Callable[[Merchants], list[Step]]) -> Birmingham:
    """The ruleset with the parts that all its games share; ``course`` gives the steps after set-up."""
    tables = read_tables("birmingham")
    game = tables["game"]
    box = load_box(tables)
    merchants = load_merchants(game, box.board)
    rules = Birmingham(id, name, merchants, box, load_rule_ids(game["refusals"]))
    rules.position_rules = load_rule_ids(game["positions"])
    rules.permission = FarmPermission(box.board)
    rules.access = FixedAccess(box.board.places_of_kind("merchant"))
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
    rules.add_verb(BONUS, bonuses.ChooseDevelop())
    add_necessities(rules)
    rules.add_source(
        "barrel", BARREL, SourceReasons("barrel_not_usable", "barrel_for_link"), event="barrel_taken"
    )
    rules.extra_reasons = BEER_REASONS
    rules.add_events(
        {**EVENTS, **bonuses.EVENTS}, {"merchant": rules.merchants.ids, "goods": rules.merchants.goods_ids}
    )


# -- the course of the game -----------------------------------------------------------------------------


def _full_game(merchants: Merchants) -> list[Step]:
    """Two eras, each played until every hand is empty (B-FLOW-01, B-EOR)."""
    return [
        BeginEra(CANAL),
        *refilling_rounds(1, Income()),
        *change_of_eras(RefillBarrels(merchants)),
        *refilling_rounds(2, IncomeUnlessLast()),
        ScoreLinks(),
        ScoreTiles(),
        GameOver(),
    ]


def _introductory_game(income: Step) -> list[Step]:
    """One era; then money, income and tiles above level 1 score (B-INTRO)."""
    return [BeginEra(CANAL), *refilling_rounds(1, income), *introductory_end()]


def birmingham() -> Birmingham:
    return _assemble("birmingham", "Brass: Birmingham", _full_game)


def birmingham_introductory() -> Birmingham:
    """The introductory game without income after the last round, our reading of B-INTRO-05."""
    return _assemble(
        "birmingham-introductory",
        "Brass: Birmingham, introductory game",
        lambda merchants: _introductory_game(IncomeUnlessLast()),
    )


def birmingham_introductory_paid() -> Birmingham:
    """The introductory game with income after the last round, the other reading of B-INTRO-05."""
    return _assemble(
        "birmingham-introductory-paid",
        "Brass: Birmingham, introductory game with income after the last round",
        lambda merchants: _introductory_game(Income()),
    )
