"""What the server says; ``printed.py`` has the static data, ``requests.py`` what clients may ask.

Ids and numbers only: the client makes words and pictures of them.

| Method | Path | Takes | Gives |
|---|---|---|---|
| GET  | ``/api/about``                   |              | ``About``: version, rulesets, bots |
| GET  | ``/api/rulesets/{ruleset}``      | ``?players=``| ``RulesetInfo`` |
| GET  | ``/api/rules``                   | ``?search=&ruleset=&lang=`` | list of ``Rule`` |
| GET  | ``/api/games``                   |              | ``Home``: the games this browser holds a seat in |
| POST | ``/api/games``                   | ``NewGame``  | ``Joined`` |
| POST | ``/api/join``                    | ``Join``     | ``Joined``: an invite or recovery token used |
| GET  | ``/api/games/{game}``            | ``?ply=``    | ``Table`` (now, or at an earlier ply) |
| GET  | ``/api/games/{game}/choices``    |              | ``Choices`` of the viewer's open decision |
| GET  | ``/api/games/{game}/log``        | ``?since=``  | list of ``LogLine`` from that ply on |
| GET  | ``/api/games/{game}/history``    |              | list of ``Moment``, for scrubbing and charts |
| POST | ``/api/games/{game}/draft``      | ``DraftMove``| ``Table`` |
| POST | ``/api/games/{game}/undo``       | ``Undo``     | ``Table`` |
| POST | ``/api/games/{game}/end``        | ``EndTurn``  | ``Table`` |
| POST | ``/api/games/{game}/why``        | ``Why``, ``?lang=`` | ``Answer`` |
| GET  | ``/api/games/{game}/hint``       | ``?lang=``   | ``Hint`` |
| GET  | ``/api/games/{game}/chat``       | ``?since=``  | list of ``ChatLine`` |
| POST | ``/api/games/{game}/chat``       | ``ChatPost`` | ``ChatLine`` |
| GET  | ``/api/games/{game}/notes``      |              | ``Notes`` |
| PUT  | ``/api/games/{game}/notes``      | ``Notes``    | ``Notes`` |
| GET  | ``/api/games/{game}/links``      |              | ``Links``: invitations, recovery, spectators |
| GET  | ``/api/games/{game}/record``     |              | text: the record, or what the viewer may know |
| POST | ``/api/games/{game}/fork``       | ``Fork``     | ``Joined``: a hot-seat game from this moment |
| POST | ``/api/games/{game}/rematch``    |              | ``Joined`` |
| WS   | ``/api/games/{game}/live``       | ``Ping``     | ``Update``, ``Said``, ``Presence``, ``Pong`` |

Refused requests answer with ``Problem`` and 400 (malformed), 403 (not yours), 404, 409 (stale; with the fresh
table), 413 (too large), 422 (wrong types, or an illegal move; with its refusal), 429 (too much at
once). Anyone who knows a game's id may watch it; hands are shown to their holders only. A ply counts moves,
nature's included.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .printed import Colour, Message, Rule
from .requests import Seat

Event = dict[str, str | int]  # "event" and its fields by name; ids for indices


class SeatInfo(Message):
    seat: Seat
    name: str
    colour: Colour
    kind: Literal["person", "bot", "open"]  # open: waits for somebody with the invite link
    bot: str | None
    is_mine: bool  # held by this browser
    connected: bool


class Decision(Message):
    name: str  # action, more, bonus, shortfall, pay, over …: the prompt's key
    seat: Seat | None  # None: nature's, or the game is over
    verbs: list[str]  # that may answer it
    action: str | None  # the verb of the action in progress, under "more" and the like
    slot: str | None  # the space the action in progress is about
    debt: int


class Draft(Message):
    """The open turn of the viewer. What is drafted is shown applied, to its seat only."""

    seat: Seat
    units: list[str]  # in notation, oldest first; these can be undone
    sealed: list[str]  # units of this turn that a revealed tile made final
    sealed_events: list[Event]  # of those, and of what was revealed
    events: list[Event]  # of the drafted units
    complete: bool  # no unit is left to choose: only undo or end
    scores_era: str | None  # the era that is scored when a complete turn is ended
    may_undo: bool
    may_end: bool


class Market(Message):
    resource: str
    cubes: int
    next_price: int


class Merchant(Message):
    space: str
    goods: str | None  # None: no tile with so many players
    barrel: bool


class Demand(Message):
    row: int
    bonus: int | None  # None: no more demand
    left: list[int]  # tiles worth 0, 1, 2 …


class BuiltTile(Message):
    slot: str
    seat: Seat
    tile: str
    holds: int
    flipped: bool


class BuiltLink(Message):
    line: str
    seat: Seat


class Track(Message):
    industry: str
    next: str | None  # tile id
    left: dict[int, int]  # by level


class PlayerState(Message):
    seat: Seat
    pounds: int
    income_space: int
    income_level: int
    vp: int
    spent: int
    links_left: int
    hand_size: int
    wilds: list[str]  # public: everyone saw them taken
    discards: list[str]  # this era, oldest first
    mat: list[Track]


class ScoreLine(Message):
    seat: Seat
    era: str
    source: str  # links, tiles, bonus, money, income, tiles_again, forfeited
    vp: int


class Table(Message):
    """What one viewer sees of a game at a ply; with the viewer's own draft applied."""

    game: str
    ruleset: str
    players: int
    practice: bool  # the deal follows from a seed somebody chose
    ply: int  # moves made, those of the viewer's draft included: what writes must carry
    last_ply: int  # moves stored; smaller than ply while drafting, larger in history
    stamp: str  # identifies exactly what is shown
    live: bool  # False: a moment of history
    seats: list[SeatInfo]
    viewer: Seat | None  # whose hand is shown
    mine: list[Seat]  # seats this browser holds
    era: str
    round: int
    rounds: int
    order: list[Seat]
    to_act: Seat | None
    thinking: Seat | None  # the bot now thinking
    decision: Decision
    actions_left: int
    draft: Draft | None
    markets: list[Market]
    merchants: list[Merchant]
    demand: Demand | None
    tiles: list[BuiltTile]
    links: list[BuiltLink]
    state: list[PlayerState]
    hands: dict[Seat, list[str]]  # what the viewer may see; after the end, everything
    deck_size: int
    aside_size: int
    discards: dict[str, int]
    last_events: list[Event]  # of the last turn stored
    over: bool
    standings: list[list[Seat]]
    scores: list[ScoreLine]


class PricePart(Message):
    """One thing a unit costs: money for a tile or link, or a cube or barrel from somewhere."""

    what: Literal["money", "coal", "iron", "beer"]
    pounds: int  # 0: free
    source: str | None  # a slot id, "market", or "barrel"
    owner: Seat | None  # whose tile supplies it


class Choice(Message):
    """One legal unit. Its notation is ``move``, then `` card X`` or `` cards X Y …`` where one is due."""

    move: str
    verb: str
    slot: str | None
    line: str | None
    industry: str | None
    tile: str | None  # the tile built, developed, sold or lost
    merchant: str | None
    port: str | None  # a slot, or "distant"
    amount: int | None  # a loan's pounds
    coal: list[str]  # sources: slot ids, "market"
    iron: list[str]
    beer: list[str]  # slot ids, "barrel"
    cards: list[str]  # any one of them pays; empty: no card is due (or several are)
    card_sets: list[list[str]]  # where several cards are due: the sets that may pay
    pounds: int  # the whole price
    price: list[PricePart]
    effects: list[Event]  # what will happen, the card played aside
    ends_turn: bool
    reveals: bool  # nature answers in mid-action, and what came before is sealed


class Choices(Message):
    game: str
    ply: int
    stamp: str
    seat: Seat | None
    choices: list[Choice]


class LogLine(Message):
    ply: int  # of the table before it
    seat: Seat | None  # None: nature
    move: str | None  # in notation; None where it is hidden
    events: list[Event]  # a card the viewer may not know is left out of its event


class SeatMoment(Message):
    pounds: int
    income_level: int
    vp: int


class Moment(Message):
    ply: int
    era: str
    round: int
    to_act: Seat | None
    seats: list[SeatMoment]


class ChatLine(Message):
    id: int
    seat: Seat | None  # None: a spectator
    name: str
    text: str  # as typed: escape it
    at: int  # seconds since 1970


class Refusal(Message):
    rule: str
    reason: str  # key of the sentence
    params: dict[str, str | int]


class Answer(Message):
    refusal: Refusal | None  # None: nothing forbids it
    rule: Rule | None  # the rule it cites


class Hint(Message):
    move: str
    bot: str
    move_text: str  # in words
    reason: str  # one sentence
    effects: list[Event]


class InviteLink(Message):
    seat: Seat
    token: str  # for ``Join``
    path: str  # where the client lives


class Links(Message):
    invites: list[InviteLink]
    recovery: list[InviteLink]  # each moves a seat of this browser to the one that opens it
    watch: str


class Joined(Message):
    game: str
    seats: list[Seat]
    invites: list[InviteLink]


class GameSummary(Message):
    game: str
    ruleset: str
    practice: bool
    seats: list[SeatInfo]
    to_act: Seat | None
    my_turn: bool
    era: str
    round: int
    ply: int
    over: bool
    standings: list[list[Seat]]
    vp: dict[Seat, int]
    created: int
    changed: int


class Home(Message):
    playing: list[GameSummary]  # yours to move first
    waiting: list[GameSummary]  # a seat is still open
    finished: list[GameSummary]


class Problem(Message):
    error: str  # a key: stale, not_your_turn, illegal, notation, no_such_game, …
    message: str  # English, for people who read responses
    refusal: Refusal | None = None
    table: Table | None = None


# -- live -----------------------------------------------------------------------------------------------


class Pong(Message):
    type: Literal["pong"] = "pong"


class Update(Message):
    """Sent on connecting and after every change; ``log`` holds all that is new since the last one."""

    type: Literal["update"] = "update"
    table: Table
    log: list[LogLine]


class Said(Message):
    type: Literal["said"] = "said"
    lines: list[ChatLine]


class Presence(Message):
    type: Literal["presence"] = "presence"
    connected: list[Seat]
    watching: int


Live = Annotated[Update | Said | Presence | Pong, Field(discriminator="type")]
