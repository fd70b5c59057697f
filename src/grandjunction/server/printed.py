"""What is printed: the static data of a ruleset, for drawing and explaining."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Colour = Literal["red", "yellow", "teal", "purple"]


class Message(BaseModel):
    """What the server says."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Place(Message):
    id: str
    name: str
    kind: str  # town, merchant, farm, external …
    slots: list[str]


class Slot(Message):
    id: str
    place: str
    shows: list[str]  # industries


class Line(Message):
    id: str
    ends: list[str]
    eras: list[str]


class Tile(Message):
    id: str  # cotton.2
    industry: str
    level: int
    count: int
    cost: int
    coal: int
    iron: int
    beer: int
    vp: int
    income: int  # spaces
    icons: int
    eras: list[str]
    stock: dict[str, int]  # by era; 0: it makes nothing
    developable: bool


class Card(Message):
    id: str
    place: str | None
    industries: list[str]
    wild: bool
    copies: dict[int, int]  # in the draw deck, by player count


class MarketInfo(Message):
    resource: str
    prices: list[int]  # a space each, cheapest first; cubes lie on the dearest
    empty_price: int


class MerchantSpace(Message):
    id: str
    place: str
    from_players: int
    bonus: str  # money, vp, develop, income_spaces
    amount: int


class Goods(Message):
    id: str
    buys: list[str]  # industries


class DemandTrack(Message):
    bonuses: list[int]  # income spaces by row; the row after the last is "no more demand"
    tiles: dict[int, list[int]]  # by player count: how many tiles are worth 0, 1, 2 …


class RulesetInfo(Message):
    """What is printed: for drawing and explaining."""

    id: str
    name: str
    revision: int
    player_counts: list[int]
    eras: list[str]
    rounds: dict[int, list[int]]  # by player count: rounds in each era
    industries: list[str]
    makes: dict[str, str]  # industry: the resource it makes
    places: list[Place]
    slots: list[Slot]
    lines: list[Line]
    tiles: list[Tile]
    cards: list[Card]
    markets: list[MarketInfo]
    income_levels: list[int]  # by space
    merchants: list[MerchantSpace]
    goods: list[Goods]
    demand: DemandTrack | None
    links: int  # a seat's
    hand_size: int
    start_pounds: int
    decisions: list[str]
    verbs: list[str]


class RulesetSummary(Message):
    id: str
    name: str
    player_counts: list[int]


class About(Message):
    version: str
    compiled: bool
    rulesets: list[RulesetSummary]
    bots: list[str]  # levels, weakest first
    languages: list[str]
    colours: list[Colour]
    longest_name: int
    longest_chat: int
    longest_notes: int


class Rule(Message):
    id: str
    page: str  # birmingham, lancashire
    section: str  # the heading it stands under
    title: str
    text: str
