"""Hamlet put together: data, verbs, policies and the course of the game."""

from __future__ import annotations

from typing import Final

from ...core.bits import BIT
from ...core.era import (
    BeginEra,
    GameOver,
    GatherCards,
    RemoveFirstLevel,
    ScoreIncome,
    ScoreLinks,
    ScoreMoney,
    ScoreTiles,
)
from ...core.permission import NetworkPermission
from ...core.ruleset import ACTION, ASIDE, DRAW, ORDER, SHORTFALL, Ruleset, Step
from ...core.turn import (
    DealHands,
    DrawOrder,
    Income,
    IncomeUnlessLast,
    NewOrder,
    NextRound,
    RefillingTurns,
    SetAside,
)
from ...core.verbs.build import Build
from ...core.verbs.chance import Draw, OrderNext, PutAside
from ...core.verbs.develop import Develop
from ...core.verbs.link import CoalFromEitherEnd, Link, NetworkReach
from ...core.verbs.liquidate import Liquidate
from ...core.verbs.loan import Loan
from ...core.verbs.pass_ import Pass, Stop
from ..loading import (
    Table,
    by_player_count,
    load_board,
    load_cards,
    load_income,
    load_markets,
    load_tiles,
    read_table,
)
from .barter import Barter, MarketPlaces

REVISION: Final = 1  # raised by every change of legality or scoring
CANAL: Final = 0
RAIL: Final = 1


class Hamlet(Ruleset):
    """Its merchant is the market place."""

    def name_field(self, field: str, value: int) -> str | int:
        if field == "merchant":
            return self.board.place_ids[value]
        return super().name_field(field, value)


def hamlet() -> Hamlet:
    tables = read_table("hamlet", "board")
    game = read_table("hamlet", "game")
    board = load_board(tables)
    rules = Hamlet(
        "hamlet",
        "Hamlet",
        REVISION,
        [2],
        tables["eras"],
        board,
        load_tiles(read_table("hamlet", "tiles"), tables),
        load_cards(read_table("hamlet", "cards"), board),
        load_markets(game["market"]),
        load_income(game["income"]),
        game["start_pounds"],
        game["hand_size"],
        game["links"],
        game["refusals"],
    )
    rules.permission = NetworkPermission(board.places_of_kind("town"))
    rules.access = MarketPlaces(board.places_of_kind("market"))
    rules.reach = NetworkReach()
    rules.link_coal = CoalFromEitherEnd()
    _add_verbs(rules, game)
    rules.steps = _course(game)
    return rules


def _add_verbs(rules: Ruleset, game: Table) -> None:
    link = game["link"]
    market_places = rules.board.places_of_kind("market")
    rules.add_verb(ACTION, Build(sparse_eras=BIT[CANAL]))
    rules.add_verb(ACTION, Link(link["prices"], link["coal"], link["beer"]))
    rules.add_verb(ACTION, Develop(2))
    rules.add_verb(ACTION, Barter(market_places, game["barter"]["pounds"]))
    rules.add_verb(ACTION, Loan([(pounds, levels) for pounds, levels in game["loan"]["offers"]]))
    rules.add_verb(ACTION, Pass())
    rules.add_verb(SHORTFALL, Liquidate())
    rules.add_verb(DRAW, Draw())
    rules.add_verb(ASIDE, PutAside())
    rules.add_verb(ORDER, OrderNext())
    rules.set_stop(Stop())


def _rounds(opening_actions: int, income: Step) -> list[Step]:
    """Rounds until every hand is empty (H-FLOW-01)."""
    return [RefillingTurns(opening_actions), NewOrder(), income, NextRound(back=3)]


def _course(game: Table) -> list[Step]:
    return [
        DrawOrder(),
        DealHands(),
        SetAside(by_player_count(game["set_aside"])),
        BeginEra(CANAL),
        *_rounds(1, Income()),
        ScoreLinks(),
        ScoreTiles(),
        RemoveFirstLevel(),
        GatherCards(),
        BeginEra(RAIL),
        DealHands(),
        *_rounds(2, IncomeUnlessLast()),
        ScoreLinks(),
        ScoreTiles(),
        ScoreMoney(game["final"]["pounds_each"], game["final"]["limit"]),
        ScoreIncome(),
        GameOver(),
    ]
