"""Hamlet put together: data, verbs, policies and the course of the game."""

from __future__ import annotations

from typing import Final

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
from ...core.ruleset import ACTION, Ruleset, Step
from ...core.turn import DealHands, DrawOrder, Income, IncomeUnlessLast, SetAside
from ...core.verbs.link import CoalFromEitherEnd, NetworkReach
from ...core.verbs.loan import Loan
from ...core.verbs.pass_ import Pass
from ..assembly import CANAL, RAIL, add_building, add_necessities, refilling_rounds
from ..loading import Table, by_player_count, load_box, load_rule_ids, read_tables
from .barter import Barter, MarketPlaces

REVISION: Final = 1  # raised by every change of legality or scoring
EVENTS: Final[dict[str, tuple[str, ...]]] = {"bartered": ("seat", "slot")}


def hamlet() -> Ruleset:
    tables = read_tables("hamlet")
    game = tables["game"]
    rules = Ruleset("hamlet", "Hamlet", REVISION, [2], load_box(tables), load_rule_ids(game["refusals"]))
    market_places = rules.board.places_of_kind("market")
    rules.permission = NetworkPermission()
    rules.access = MarketPlaces(market_places)
    rules.reach = NetworkReach()
    rules.link_coal = CoalFromEitherEnd()
    add_building(rules, game)
    rules.add_verb(ACTION, Barter(market_places, game["barter"]["pounds"]))
    rules.add_verb(ACTION, Loan([(pounds, levels) for pounds, levels in game["loan"]["offers"]]))
    rules.add_verb(ACTION, Pass())
    add_necessities(rules)
    rules.selling = "barter"
    rules.add_events(EVENTS)
    rules.steps = _course(game)
    return rules


def _course(game: Table) -> list[Step]:
    """Rounds until every hand is empty (H-FLOW-01), in two eras."""
    return [
        DrawOrder(),
        DealHands(),
        SetAside(by_player_count(game["set_aside"])),
        BeginEra(CANAL),
        *refilling_rounds(1, Income()),
        ScoreLinks(),
        ScoreTiles(),
        RemoveFirstLevel(),
        GatherCards(),
        BeginEra(RAIL),
        DealHands(),
        *refilling_rounds(2, IncomeUnlessLast()),
        ScoreLinks(),
        ScoreTiles(),
        ScoreMoney(game["final"]["pounds_each"], game["final"]["limit"]),
        ScoreIncome(),
        GameOver(),
    ]
