"""The texts on the wire that have few values, as types. Clients find every value in the schema.

The values come from the rulesets and the languages, so new ones need no change here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypeAliasType

from ..core.ruleset import Ruleset
from ..record.ledger import SOURCES
from ..rulesets import RULESETS, ruleset
from ..words import LANGUAGES
from ..words.rulebook import RULINGS, rule_pages


class OneOf:
    """Annotates a text that is one of these values: a ``Literal`` that is made when the program starts."""

    def __init__(self, values: Iterable[str]) -> None:
        self.values: Final = list(dict.fromkeys(values))

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(self.values)


def in_rulesets(values: Callable[[Ruleset], Iterable[str]]) -> OneOf:
    """Return a text that is one of the values of any ruleset."""
    return OneOf(value for id in RULESETS for value in values(ruleset(id)))


Language = TypeAliasType("Language", Annotated[str, OneOf(LANGUAGES)])
RulesetId = TypeAliasType("RulesetId", Annotated[str, OneOf(RULESETS)])
Era = TypeAliasType("Era", Annotated[str, in_rulesets(lambda rules: rules.eras)])
Resource = TypeAliasType("Resource", Annotated[str, in_rulesets(lambda rules: rules.resources)])
Industry = TypeAliasType("Industry", Annotated[str, in_rulesets(lambda rules: rules.board.industries)])
PlaceKind = TypeAliasType("PlaceKind", Annotated[str, in_rulesets(lambda rules: rules.board.place_kinds)])
VerbName = TypeAliasType(
    "VerbName", Annotated[str, in_rulesets(lambda rules: [verb.name for verb in rules.verbs])]
)
# "end_turn" is the server's own: the drafted turn is complete, and only its end is left to decide.
DecisionName = TypeAliasType(
    "DecisionName", Annotated[str, in_rulesets(lambda rules: [*rules.decision_names, "end_turn"])]
)
RulePage = TypeAliasType("RulePage", Annotated[str, OneOf([*rule_pages(), RULINGS])])
# Why a game ended before its last round.
EarlyEnd = TypeAliasType("EarlyEnd", Annotated[str, OneOf(("given_up", "voted", "abandoned", "other_rules"))])
VpSource = TypeAliasType("VpSource", Annotated[str, OneOf(SOURCES)])
BonusName = TypeAliasType(
    "BonusName",
    Annotated[
        str, in_rulesets(lambda rules: [stall.bonus for row in rules.stall_rows for stall in row.stalls])
    ],
)
