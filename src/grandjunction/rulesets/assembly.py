"""What games are put together with alike: the verbs all have, and rounds whose turns end with drawing."""

from __future__ import annotations

from typing import Final

from ..core.bits import BIT
from ..core.components import OWN_RESOURCE
from ..core.ruleset import ACTION, ASIDE, DRAW, ORDER, SHORTFALL, Ruleset, Step
from ..core.turn import NewOrder, NextRound, RefillingTurns
from ..core.verbs.build import Build
from ..core.verbs.chance import Draw, OrderNext, PutAside
from ..core.verbs.develop import Develop
from ..core.verbs.link import Link
from ..core.verbs.liquidate import Liquidate
from ..core.verbs.pass_ import Stop
from .loading import Table

CANAL: Final = 0
RAIL: Final = 1


def add_building(rules: Ruleset, game: Table) -> None:
    """Build, link and develop."""
    rules.add_verb(ACTION, Build(sparse_eras=BIT[CANAL]))
    rules.add_verb(ACTION, _link(rules, game["link"]))
    rules.add_verb(ACTION, Develop(2))


def _link(rules: Ruleset, link: Table) -> Link:
    for own in rules.resources[OWN_RESOURCE:]:
        return Link(link["prices"], link["coal"], link[own], OWN_RESOURCE, own)
    return Link(link["prices"], link["coal"])


def add_necessities(rules: Ruleset) -> None:
    """What nobody chooses for itself: debts, chance, and the end of an action."""
    rules.add_verb(SHORTFALL, Liquidate())
    rules.add_verb(DRAW, Draw())
    rules.add_verb(ASIDE, PutAside())
    rules.add_verb(ORDER, OrderNext())
    rules.set_stop(Stop())


def refilling_rounds(opening_actions: int, income: Step) -> list[Step]:
    """Rounds until every hand is empty: turns that end with drawing, the new order, income."""
    return [RefillingTurns(opening_actions), NewOrder(), income, NextRound(back=3)]
