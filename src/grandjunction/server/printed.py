"""Messages about what is printed: the static data of a ruleset, for drawing and explaining."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from .clock.clocks import PaceName
from .subjects import Subject
from .vocabulary import (
    BonusName,
    DecisionName,
    Era,
    Industry,
    PlaceKind,
    Resource,
    RulePage,
    RulesetId,
    VerbName,
)

Colour = Literal["red", "yellow", "teal", "purple"]


class Message(BaseModel):
    """Anything the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Place(Message):
    id: str
    name: str
    kind: PlaceKind
    slots: list[str]


class Slot(Message):
    id: str
    place: str
    shows: list[Industry]


class Line(Message):
    id: str
    ends: list[str]
    eras: list[Era]


class Tile(Message):
    id: str  # cotton.2
    industry: Industry
    level: int
    count: int
    cost: int
    coal: int
    iron: int
    beer: int
    vp: int
    income: int  # spaces
    icons: int
    eras: list[Era]
    stock: dict[Era, int]  # 0: it makes nothing
    developable: bool


class Card(Message):
    id: str
    place: str | None
    industries: list[Industry]
    wild: bool
    copies: dict[int, int]  # in the draw deck, by player count


class MarketInfo(Message):
    resource: Resource
    prices: list[int]  # a space each, cheapest first; cubes lie on the dearest
    empty_price: int


class MerchantSpace(Message):
    id: str
    place: str
    from_players: int
    bonus: BonusName
    amount: int


class Goods(Message):
    id: str
    buys: list[Industry]


class DemandTrack(Message):
    bonuses: list[int]  # income spaces by row; the row after the last is "no more demand"
    tiles: dict[int, list[int]]  # by player count: how many tiles are worth 0, 1, 2 …


class RulesetInfo(Message):
    """A ruleset: its board, tiles, cards, markets, further parts and vocabulary."""

    id: RulesetId
    name: str
    revision: int
    player_counts: list[int]
    eras: list[Era]
    rounds: dict[int, list[int]]  # by player count: rounds in each era
    industries: list[Industry]
    makes: dict[Industry, Resource]
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
    decisions: list[DecisionName]
    verbs: list[VerbName]
    actions: list[VerbName]  # the verbs that begin an action
    repeats: list[VerbName]  # those of which one action may have several units, for one card
    examples: dict[VerbName, str]  # of moves in notation, by verb


class RulesetSummary(Message):
    id: RulesetId
    name: str
    player_counts: list[int]


class PaceInfo(Message):
    """What a pace gives, in seconds."""

    id: PaceName
    start: float
    increment: float
    cap: float | None
    extra: float  # the extra time that the others can give
    patience: float  # how long they can choose before the game ends as abandoned


class BotsJoin(Message):
    """After how many seconds bots join a quick match."""

    live: float
    turns: float


class About(Message):
    version: str
    compiled: bool
    rulesets: list[RulesetSummary]
    paces: list[PaceInfo]  # of clocks
    bots: list[str]  # levels, weakest first
    languages: list[str]
    colours: list[Colour]
    open_tables: bool  # open tables and quick match are on
    bots_join: BotsJoin
    longest_name: int
    longest_chat: int
    longest_notes: int


class Rule(Message):
    id: str
    page: RulePage
    subject: Subject  # its chapter on the page for players
    section: str  # the heading it stands under
    title: str
    text: str
