"""The messages about a game. ``lobby_messages.py`` has those about lists of games, ``printed.py`` the static
data, ``requests.py`` what clients may ask.

Messages hold ids and numbers; the client makes words and pictures of them.

| Method | Path | Takes | Gives |
|---|---|---|---|
| GET  | ``/api/about``                   |              | ``About``: version, rulesets, bots |
| GET  | ``/api/rulesets/{ruleset}``      | ``?players=``| ``RulesetInfo`` |
| GET  | ``/api/rules``                   | ``?search=&ruleset=&lang=`` | list of ``Rule`` |
| GET  | ``/api/qr``                      | ``?text=``   | SVG: a link as a QR code |
| GET  | ``/api/games``                   | ``?archived=&looking=`` | ``Home``: this browser's games |
| POST | ``/api/games``                   | ``NewGame``  | ``Joined`` |
| GET  | ``/api/mine``                    | ``?show=&ruleset=&player=&result=&page=`` | ``GamePage`` |
| GET  | ``/api/tables``                  |              | list of ``OpenTable`` |
| POST | ``/api/tables/{game}``           | ``TakeSeat`` | ``Joined`` |
| POST | ``/api/quick``                   | ``QuickMatch`` | ``Joined`` |
| GET  | ``/api/games/{game}/quick``      |              | ``QuickWait`` |
| GET  | ``/api/next``                    | ``?after=``  | ``NextGame`` |
| GET  | ``/api/waiting``                 |              | ``WaitingGames`` |
| POST | ``/api/guides``                  | ``NewGuide`` | ``Joined``: a guided first game, its deal fixed |
| GET  | ``/api/join/{token}``            |              | ``Invitation``: what a token leads to |
| POST | ``/api/join``                    | ``Join``     | ``Joined``: an invite or recovery token used |
| GET  | ``/api/games/{game}``            | ``?ply=``    | ``Table`` (now, or at an earlier ply) |
| GET  | ``/api/games/{game}/choices``    |              | ``Choices`` of the viewer's open decision |
| GET  | ``/api/games/{game}/log``        | ``?since=``  | list of ``LogLine`` from that ply on |
| GET  | ``/api/games/{game}/history``    |              | list of ``Moment``, for scrubbing and charts |
| POST | ``/api/games/{game}/draft``      | ``DraftMove``| ``Table``, or ``Announced`` if asked to be brief |
| POST | ``/api/games/{game}/undo``       | ``Undo``     | the same |
| POST | ``/api/games/{game}/end``        | ``EndTurn``  | the same |
| POST | ``/api/games/{game}/why``        | ``Why``, ``?lang=`` | ``Answer`` |
| GET  | ``/api/games/{game}/hint``       | ``?lang=``   | ``Hint`` |
| GET  | ``/api/games/{game}/coach``      | ``?lang=``   | ``Coaching`` of one's drafted turn |
| GET  | ``/api/games/{game}/picture``    | ``?theme=&lang=`` | SVG: the final board of a finished game |
| GET  | ``/api/games/{game}/expected``   |              | list of ``ExpectedRound`` of a finished game |
| GET  | ``/api/games/{game}/reach``      | ``?ply=``    | list of ``SeatReach``, of the shown table |
| GET  | ``/api/games/{game}/routes``     | ``?move=``   | list of ``CoalRoute`` of one's own move |
| GET  | ``/api/games/{game}/review``     | ``?lang=``   | ``ReviewState``: the review, or how far it is |
| POST | ``/api/games/{game}/review``     | ``ReviewOrder``, ``?lang=`` | ``ReviewState`` |
| POST | ``/api/games/{game}/line``       | ``OtherLine``| ``Table`` after other moves from an earlier ply |
| GET  | ``/api/games/{game}/chat``       | ``?since=``  | list of ``ChatLine`` |
| POST | ``/api/games/{game}/chat``       | ``ChatPost`` | ``ChatLine`` |
| GET  | ``/api/games/{game}/notes``      |              | ``Notes`` |
| PUT  | ``/api/games/{game}/notes``      | ``Notes``    | ``Notes`` |
| GET  | ``/api/games/{game}/links``      |              | ``Links``: invitations, recovery, spectators |
| GET  | ``/api/games/{game}/leaving``    |              | ``Leaving``: what leaving would do |
| POST | ``/api/games/{game}/leave``      | ``Leave``    | ``Left``     |
| POST | ``/api/games/{game}/overtime``   | ``Overtime`` | ``Table``: what follows when time is up |
| POST | ``/api/games/{game}/back``       | ``GiveBack`` | ``Table``: a bot's seat for whoever had it |
| GET  | ``/api/rest``                    |              | ``RestInfo``: when one's clocks stand still |
| PUT  | ``/api/rest``                    | ``NewRest``  | ``RestInfo`` |
| DELETE | ``/api/games/{game}``          |              | ``Left``     |
| PUT  | ``/api/games/{game}/archive``    | ``Archive``  | ``Archive``  |
| GET  | ``/api/games/{game}/record``     |              | text: the record, or what the viewer may know |
| POST | ``/api/games/{game}/fork``       | ``Fork``     | ``Joined``: a new game from this moment      |
| POST | ``/api/games/{game}/rematch``    |              | ``Joined`` |
| WS   | ``/api/games/{game}/live``       | ``Ping``     | ``Update``, ``Said``, ``Presence``, ``Pong`` |

A refused request gets a ``Problem`` and 400 (malformed), 403 (not yours), 404, 409 (stale; with the fresh
table), 413 (too large), 422 (wrong types, or an illegal move; with its refusal), 429 (too much at once) or
503 (the server is busy, or cannot store anything: nothing was done).
Anyone who knows a game's id may watch it. Hands are shown to their holders only. A ply is one move, of a
seat or of nature.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..core.seats import Seat
from .clock.clock_messages import TableClock
from .event_types import Event
from .printed import Colour, Message, Rule
from .vocabulary import DecisionName, EarlyEnd, Era, Industry, Resource, RulesetId, VerbName, VpSource


class SeatInfo(Message):
    seat: Seat
    name: str
    colour: Colour
    kind: Literal["person", "bot", "open"]  # open: waits for somebody with the invite link
    bot: str | None
    is_mine: bool  # held by this browser
    resigned: bool  # its player resigned, and a bot plays on
    was_mine: bool  # whether this browser held it before the bot
    # Whether that player may have it back: by a click; has asked for it; has left, so others must offer it
    back: Literal["may", "asked", "left"] | None
    connected: bool


class Decision(Message):
    name: DecisionName  # the prompt's key
    seat: Seat | None  # None: nature's, or the game is over
    verbs: list[VerbName]  # that may answer it
    action: VerbName | None  # the verb of the action in progress, under "more" and the like
    slot: str | None  # the space the action in progress is about
    debt: int


class Draft(Message):
    """The viewer's open turn. The table shows drafted units as made, to their seat only."""

    seat: Seat
    units: list[str]  # in notation, oldest first; these can be undone
    sealed: list[str]  # units of this turn that a revealed tile made final
    sealed_events: list[Event]  # of those, and of what was revealed
    events: list[Event]  # of the drafted units
    complete: bool  # no unit is left to choose: only undo or end
    scores_era: Era | None  # the era that is scored when a complete turn is ended
    may_undo: bool
    may_end: bool
    follows: list[VerbName]  # verbs that could begin the next action instead of going on with this one


class Market(Message):
    resource: Resource
    cubes: int
    next_price: int


class Merchant(Message):
    space: str
    goods: str | None  # None: no tile with this number of players
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
    industry: Industry
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
    era: Era
    source: VpSource
    vp: int


class Table(Message):
    """What one viewer sees of a game at a ply, with the viewer's own draft applied."""

    game: str
    ruleset: RulesetId
    players: int
    practice: bool  # somebody chose the seed of the deal
    ended: EarlyEnd | None
    clock: TableClock | None
    ply: int  # moves made, including the viewer's draft; every write must name it
    last_ply: int  # moves stored; smaller than ply while drafting, larger in history
    stamp: str  # identifies exactly what is shown
    live: bool  # False: a moment of history
    seats: list[SeatInfo]
    viewer: Seat | None  # whose hand is shown
    mine: list[Seat]  # seats this browser holds
    era: Era
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
    scored_now: list[ScoreLine]  # the points that would be added if the era ended now


class PricePart(Message):
    """One thing a unit costs: money for a tile or link, or one cube or barrel and its source."""

    what: Literal["money"] | Resource
    pounds: int  # 0: free
    source: str | None  # a slot id, "market", or "barrel"
    owner: Seat | None  # whose tile supplies it


class Outcome(Message):
    """What nature may answer in mid-action: ``weight`` of all weights together is its chance."""

    weight: int
    effects: list[Event]


class Choice(Message):
    """One legal unit. Its notation is ``move``, then `` card X`` or `` cards X Y …`` where cards are due."""

    move: str
    verb: VerbName
    slot: str | None
    line: str | None
    industry: Industry | None
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
    effects: list[Event]  # what will happen, except for the card played
    ends_turn: bool
    goes_on: bool  # the action may then go on with the same card, such as with a second tile
    reveals: bool  # nature answers in mid-action, which makes the units before it final
    outcomes: list[Outcome]  # nature's possible answers, where it reveals


class Choices(Message):
    game: str
    ply: int
    stamp: str
    seat: Seat | None
    choices: list[Choice]
    following: list[Choice]  # what could begin the next action, where this one could go on: it would stop


class Announced(Message):
    """The short answer to a change, for a client whose live connection brings the table."""

    ply: int
    stamp: str
    last_ply: int
    choices: Choices | None = None  # the next choices of the same turn


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
    era: Era
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


class Prospect(Message):
    """What a seat can expect, from what it knows."""

    vp: float  # at the end of the game
    share: float  # of the win, 0 to 1


class Hint(Message):
    move: str
    bot: str
    move_text: str  # in words
    gains: list[str]  # what it gains on the next best action, in words
    prevents: list[str]  # … and what it prevents that this does not
    next_best: str  # that action, in words; "" if there is no other
    expected: Prospect | None  # before this action; None where nothing was calibrated
    effects: list[Event]


class Coaching(Message):
    """What the coach says of a drafted turn before it ends."""

    warns: bool  # it loses much, for certain
    loss_vp: float  # against the best turn found
    loss_share: float
    harm: str  # the harm that a beginner sees in it, in words; "" if there is none
    reasons: list[str]  # what the best turn has over it, in words


class ExpectedRound(Message):
    """What the bots expected of each seat when a round began."""

    era: Era
    round: int
    vp: list[float]  # final VP, by seat


class SeatReach(Message):
    """What one seat reaches. All of it is public."""

    seat: Seat
    network: list[str]  # places
    connected: list[str]  # places that links of any owners join to it, itself included
    coal_market: bool
    beer: list[str]  # slots whose barrels it can use from there
    links: dict[str, int]  # VP each of its links would score now, by line


class CoalRoute(Message):
    """The route of one coal cube to where it is needed."""

    source: str  # a slot id or "market"
    places: list[str]  # from the site to the source
    lines: list[str]
    price: int


class Problem(Message):
    error: str  # a key: stale, not_your_turn, illegal, notation, no_such_game, …
    message: str  # English, for people who read responses
    refusal: Refusal | None = None
    # Of a position: how the line at fault begins, "" for the whole. Of a record: the number of the line.
    about: str | None = None
    table: Table | None = None


# -- live -----------------------------------------------------------------------------------------------


class Pong(Message):
    type: Literal["pong"] = "pong"
    at: float  # seconds since 1970, on the clock that games go by


class Update(Message):
    """Sent on connecting and after every change. ``log`` holds every line since the last update."""

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
    build: str  # the server's build of the client: a page of another build reloads itself


Live = Annotated[Update | Said | Presence | Pong, Field(discriminator="type")]
