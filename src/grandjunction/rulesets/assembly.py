"""The parts all rulesets share: common verbs, and the stretches of a game's course they have in common."""

from __future__ import annotations

from typing import Final

from ..core.bits import BIT
from ..core.era import (
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
from ..core.ruleset import ACTION, ASIDE, DRAW, ORDER, SHORTFALL, ExtraReasons, Ruleset, Step
from ..core.turn import DealHands, NewOrder, NextRound, RefillingTurns
from ..core.verbs.build import Build
from ..core.verbs.chance import Draw, OrderNext, PutAside
from ..core.verbs.develop import Develop
from ..core.verbs.link import Link
from ..core.verbs.liquidate import Liquidate
from ..core.verbs.pass_ import Stop
from .loading import Table

CANAL: Final = 0
RAIL: Final = 1
TILE_BARRED: Final = ["tile_barred_canal", "tile_barred_rail"]  # the reason per era
BEER_REASONS: Final = ExtraReasons(
    missing="no_beer", count="beer_count", link_count="link_beer_count", not_connected="beer_not_connected"
)


def add_building(rules: Ruleset, game: Table) -> None:
    """Add the verbs build, link and develop."""
    rules.add_verb(ACTION, Build(BIT[CANAL], TILE_BARRED))
    rules.add_verb(ACTION, _link(rules, game["link"]))
    rules.add_verb(ACTION, Develop(2))


def _link(rules: Ruleset, link: Table) -> Link:
    resource = rules.extra_resource
    if not resource:
        return Link(link["prices"], link["coal"])
    return Link(link["prices"], link["coal"], link[resource], resource)


def add_necessities(rules: Ruleset) -> None:
    """Add the verbs that are not actions: selling off tiles, chance, and the end of an action."""
    rules.add_verb(SHORTFALL, Liquidate())
    rules.add_verb(DRAW, Draw())
    rules.add_verb(ASIDE, PutAside())
    rules.add_verb(ORDER, OrderNext())
    rules.set_stop(Stop())


def refilling_rounds(opening_actions: int, income: Step) -> list[Step]:
    """Return rounds until every hand is empty: turns that end with drawing, the new order, income."""
    return [RefillingTurns(opening_actions), NewOrder(), income, NextRound(back=3)]


def change_of_eras(*extra_steps: Step) -> list[Step]:
    """Return the way from the Canal Era into the Rail Era; ``extra_steps`` are those of one game alone."""
    return [
        ScoreLinks(),
        ScoreTiles(),
        RemoveFirstLevel(),
        *extra_steps,
        GatherCards(),
        BeginEra(RAIL),
        DealHands(),
    ]


def introductory_end() -> list[Step]:
    """Return the end of a game of one era: money, income and lasting tiles score too."""
    return [
        ScoreLinks(),
        ScoreTiles(),
        ScoreMoney(pounds_each=4, limit=15),
        ScoreIncome(),
        ScoreTilesAgain(),
        GameOver(),
    ]
