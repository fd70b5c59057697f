"""The type of events on the wire: a union of one type for each kind, told apart by ``event``.

It is made from the fields that the core and the rulesets declare for their events.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Literal, NotRequired

from pydantic import ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter, with_config
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypeAliasType, TypedDict

from ..core.events import HIDDEN
from ..core.seats import Seat
from ..rulesets import RULESETS, ruleset
from .vocabulary import Era, Resource

# The fields whose ids are few; all others are texts, or numbers.
_FEW: Final[dict[str, Any]] = {"seat": Seat, "era": Era, "resource": Resource}


def _declared() -> dict[str, tuple[dict[str, Any], set[str]]]:
    """Return the types of each kind's fields, and the fields that can be left out."""
    kinds: dict[str, tuple[dict[str, Any], set[str]]] = {}
    for rules in map(ruleset, RULESETS):
        for kind, fields in rules.event_fields.items():
            types = {field: _FEW.get(field, str if field in rules.field_ids else int) for field in fields}
            kinds[kind] = (types, {"card"} if kind in HIDDEN else set())
    return kinds


def _typed(kind: str, types: dict[str, Any], optional: set[str]) -> Any:
    name = "".join(word.capitalize() for word in kind.split("_")) + "Event"
    fields = {field: NotRequired[type] if field in optional else type for field, type in types.items()}
    make: Any = TypedDict  # its name and fields are known only now
    made = make(name, {"event": Literal[kind], **fields})
    made.__module__ = __name__
    return with_config(ConfigDict(extra="forbid"))(made)


_UNION: Final[Any] = reduce(or_, [_typed(kind, *declared) for kind, declared in _declared().items()])

#: Checks that a dict is an event. Tests use it; events sent are made by the core and not checked again.
EVENT: Final[TypeAdapter[Any]] = TypeAdapter(Annotated[_UNION, Field(discriminator="event")])


class _InSchema:
    """Shows the union in the schema, and lets events pass unchecked when they are sent."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(EVENT.core_schema)


Event = TypeAliasType("Event", Annotated[dict[str, str | int], _InSchema()])
