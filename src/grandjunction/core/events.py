"""What happened, for people and animations; never the truth (that is the state and the record).

An event is a kind and a row of small integers whose meaning ``FIELDS`` names, or a ruleset for kinds of its
own (``Ruleset.add_events``). ``as_dict`` turns the indices into ids, so that a log in any language and an
animation can be made from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .ruleset import Ruleset

# Suffix-free field names say what the integer is: seat, slot, line, place, card, tile, industry,
# resource index into tables; everything else is a plain number.
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "ordered": ("seat", "position"),  # a seat's place in the turn order became known or changed
    "drew": ("seat", "card"),  # hidden from everyone but the seat
    "set_aside": ("card",),  # hidden from everyone
    "discarded": ("seat", "card"),
    "placed": ("seat", "slot", "tile"),
    "replaced": ("seat", "slot", "tile"),  # the tile overbuilt, of this seat
    "removed": ("seat", "slot", "tile"),  # taken off the board at the end of an era
    "laid": ("seat", "line"),
    "lifted": ("seat", "line"),  # goes back to its owner at the end of an era
    "paid": ("seat", "amount"),
    "consumed": ("seat", "resource", "slot"),  # one of a resource taken from a tile
    "bought": ("seat", "resource", "amount"),  # one cube from a market, its price
    "stocked": ("slot", "resource", "amount"),
    "sold_cube": ("seat", "resource", "slot", "amount"),  # one cube to a market, the price received
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

#: Kinds that tell a card nobody else may know.
HIDDEN: Final = ("drew", "set_aside")


class Event:
    """One thing that happened."""

    def __init__(self, kind: str, values: tuple[int, ...]) -> None:
        self.kind: Final = kind
        self.values: Final = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.kind == other.kind and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.kind, self.values))

    def __repr__(self) -> str:
        return f"<Event {self.kind} {self.values}>"

    def as_dict(self, rules: Ruleset) -> dict[str, str | int]:
        """The event with ids for indices."""
        said: dict[str, str | int] = {"event": self.kind}
        for field, value in zip(rules.event_fields[self.kind], self.values, strict=True):
            said[field] = rules.name_field(field, value)
        return said


class Log:
    """Collects events while a move is applied."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, kind: str, *values: int) -> None:
        self.events.append(Event(kind, values))
