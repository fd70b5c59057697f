"""What a move did, for logs and animations. The truth is the state and the record, never the events.

An event is a kind and a tuple of small integers. ``FIELDS`` names their meaning; rulesets add kinds with
``Ruleset.add_events``. ``as_dict`` turns indices into ids, from which a log in any language or an animation
can be made. The types of events on the wire are generated from these fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .ruleset import Ruleset

# ``Ruleset.field_ids`` lists the fields whose number stands for an id; all others are plain numbers.
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "ordered": ("seat", "position"),  # a seat's place in the turn order is drawn or has changed
    "drew": ("seat", "card"),  # hidden from everyone but the seat
    "set_aside": ("card",),  # hidden from everyone
    "discarded": ("seat", "card"),
    "placed": ("seat", "slot", "tile"),
    "replaced": ("seat", "slot", "tile"),  # this seat's tile was built over
    "removed": ("seat", "slot", "tile"),  # taken off the board at the end of an era
    "laid": ("seat", "line"),
    "lifted": ("seat", "line"),  # returned to its owner at the end of an era
    "paid": ("seat", "amount"),
    "consumed": ("seat", "resource", "slot"),  # one cube or barrel taken from a tile
    "bought": ("seat", "resource", "amount"),  # one cube from a market, and its price
    "stocked": ("slot", "resource", "amount"),
    "sold_cube": ("seat", "resource", "slot", "amount"),  # one cube to a market, and the price received
    "flipped": ("seat", "slot", "tile"),
    "income_moved": ("seat", "from_space", "to_space"),
    "developed": ("seat", "tile"),
    "borrowed": ("seat", "amount"),
    "received": ("seat", "amount"),  # pounds from the bank
    "income_paid": ("seat", "amount"),  # negative: paid to the bank
    "fell_short": ("seat", "amount"),
    "liquidated": ("seat", "slot", "tile", "amount"),
    "forfeited": ("seat", "amount"),  # VP lost for a debt
    "scored_link": ("seat", "line", "vp"),
    "scored_tile": ("seat", "slot", "vp"),
    "scored_again": ("seat", "slot", "vp"),
    "scored_money": ("seat", "vp"),
    "scored_income": ("seat", "vp"),
    "passed": ("seat",),
    "turn_began": ("seat",),
    "round_began": ("round",),
    "era_began": ("era",),
    "game_over": (),
}

#: Kinds that name a card which others may not see.
HIDDEN: Final = ("drew", "set_aside")


class Event:
    """One thing that happened."""

    def __init__(self, kind: str, values: tuple[int, ...], rules: Ruleset | None = None) -> None:
        self.kind: Final = kind
        self.values: Final = values
        self.rules: Final = rules  # for its names; None where nobody asks for them

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.kind == other.kind and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.kind, self.values))

    def __repr__(self) -> str:
        if self.rules is None:
            return f"<Event {self.kind} {self.values}>"
        said = self.as_dict(self.rules)
        return f"<Event {' '.join([self.kind, *(f'{key}={said[key]}' for key in said if key != 'event')])}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.kind, self.values, self.rules)

    def as_dict(self, rules: Ruleset) -> dict[str, str | int]:
        """Return the kind under ``event``, and each field with ids for indices."""
        said: dict[str, str | int] = {"event": self.kind}
        for field, value in zip(rules.event_fields[self.kind], self.values, strict=True):
            said[field] = rules.name_field(field, value)
        return said


class Log:
    """Collects events while a move is applied."""

    def __init__(self, rules: Ruleset | None = None) -> None:
        self.events: list[Event] = []
        self.rules: Final = rules

    def add(self, kind: str, *values: int) -> None:
        self.events.append(Event(kind, values, self.rules))
