"""Assembles Hamlet from data, verbs, policies and steps."""

from __future__ import annotations

from typing import Final

from ...core.era import BeginEra, GameOver, ScoreIncome, ScoreLinks, ScoreMoney, ScoreTiles
from ...core.permission import FixedAccess, NetworkPermission
from ...core.ruleset import ACTION, Ruleset, Step
from ...core.turn import DealHands, DrawOrder, Income, IncomeUnlessLast, SetAside
from ...core.verbs.link import CoalFromEitherEnd, NetworkReach
from ...core.verbs.loan import Loan
from ...core.verbs.pass_ import Pass
from ..assembly import BEER_REASONS, CANAL, add_building, add_necessities, change_of_eras, refilling_rounds
from ..loading import Table, by_player_count, load_box, load_rule_ids, read_tables
from .barter import Barter

# Raise it with every change of legality or scoring. Stored games name theirs.
REVISIONS: Final[dict[str, int]] = {"hamlet": 1}
EVENTS: Final[dict[str, tuple[str, ...]]] = {"bartered": ("seat", "slot")}


def hamlet() -> Ruleset:
    tables = read_tables("hamlet")
    game = tables["game"]
    rule_ids = load_rule_ids(game["refusals"])
    rules = Ruleset("hamlet", "Hamlet", REVISIONS["hamlet"], [2], load_box(tables), rule_ids)
    rules.position_rules = load_rule_ids(game["positions"])
    market_places = rules.board.places_of_kind("market")
    rules.permission = NetworkPermission()
    rules.access = FixedAccess(market_places)
    rules.reach = NetworkReach()
    rules.link_coal = CoalFromEitherEnd()
    add_building(rules, game)
    rules.add_verb(ACTION, Barter(market_places, game["barter"]["pounds"]))
    rules.add_verb(ACTION, Loan([(pounds, levels) for pounds, levels in game["loan"]["offers"]]))
    rules.add_verb(ACTION, Pass())
    add_necessities(rules)
    rules.selling = "barter"
    rules.extra_reasons = BEER_REASONS
    rules.add_events(EVENTS, {})
    rules.steps = _course(game)
    return rules


def _course(game: Table) -> list[Step]:
    """Two eras, each played until every hand is empty (H-FLOW-01)."""
    return [
        DrawOrder(),
        DealHands(),
        SetAside(by_player_count(game["set_aside"])),
        BeginEra(CANAL),
        *refilling_rounds(1, Income()),
        *change_of_eras(),
        *refilling_rounds(2, IncomeUnlessLast()),
        ScoreLinks(),
        ScoreTiles(),
        ScoreMoney(game["final"]["pounds_each"], game["final"]["limit"]),
        ScoreIncome(),
        GameOver(),
    ]
