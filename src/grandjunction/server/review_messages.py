"""The messages about reviews, and how a stored review becomes one in a language."""

from __future__ import annotations

from typing import Any, Literal

from ..core.ruleset import Ruleset
from ..core.seats import SEATS, Seat, seat_name
from ..core.state import NOBODY
from ..reviews.estimates import Estimate
from ..reviews.grades import GRADES, LOST
from ..reviews.points import Points
from ..reviews.reason import Reason
from ..reviews.reckoning import TurningPoint
from ..reviews.sentences import Teller
from ..reviews.strong_play import compared, openings, strong_play
from ..words import Words
from .printed import Message
from .vocabulary import Era

Json = dict[str, Any]
Grade = Literal["forced", "equal", "best", "fine", "inaccuracy", "mistake", "blunder"]
DepthName = Literal["quick", "normal", "deep"]

MOST_DRAWS = 8  # draws listed: those with the most luck, good or bad


class Spread(Message):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class Expected(Message):
    """What a seat could expect: final VP and share of the win."""

    vp: Spread
    share: Spread


class OtherTurn(Message):
    """A turn that was not played, what it gains on the played one, and why."""

    text: str
    moves: list[str]  # in notation
    gain_vp: Spread
    gain_share: Spread
    reasons: list[str]


class Brought(Message):
    """What an action brought to a seat, in words."""

    seat: Seat
    text: str


class ActionGains(Message):
    """What an action brought to whom."""

    text: str
    gains: list[Brought]
    order: str  # the seat's places in the turn order of this round and the next; "" in the last round


class ReviewStep(Message):
    """A seat's turn, and what every seat could expect after it."""

    ply: int  # before its first move
    end: int  # after its last
    seat: Seat
    era: Era
    round: int
    grade: Grade
    moves: list[str]  # in notation
    text: str
    shares: list[float]  # of the win, by seat
    margins: list[float]  # half the interval of each
    before: Expected  # of the seat, with the best turn found
    after: Expected  # … with the played turn
    others: list[OtherTurn]
    brought: list[ActionGains]


class BetterTurn(Message):
    """A turn that lost something, and the best alternative found."""

    ply: int
    seat: Seat
    era: Era
    round: int
    grade: Grade
    played: str
    better: str
    moves: list[str]  # of the better turn, in notation
    loss_vp: Spread
    loss_share: Spread
    reasons: list[str]


class LuckyDraw(Message):
    """What chance brought, and what it was worth to every seat, in VP."""

    ply: int
    seat: Seat | None  # None in the set-up
    era: Era
    round: int
    text: str
    luck: list[Spread]


class SeatSkill(Message):
    """One seat's game."""

    seat: Seat
    vp: int
    luck: Spread
    adjusted: Spread
    loss: Spread
    error: Spread | None
    counted: int
    decisions: int
    grades: dict[Grade, int]


class FigureRow(Message):
    """A figure of every seat, and the lower quartile, median and upper quartile of strong play."""

    text: str
    values: list[int]  # by seat
    usual: list[int] | None


class OpeningRow(Message):
    """The first actions of some strong seats, and how they fared."""

    text: str
    seats: int
    vp: float
    share: float  # of the win
    played_by: list[Seat]  # in this game


class StrongPlay(Message):
    """A game's figures beside those of strong bots' games."""

    seats: int  # games compared with; 0: only this game's figures
    figures: list[FigureRow]
    openings: list[OpeningRow]
    slots: dict[str, int]  # percentage of games in which a space was built on
    lines: dict[str, int]  # … and a link laid


class ReviewPage(Message):
    """A review in words."""

    depth: DepthName
    judge: str
    seat: Seat | None  # the only one reviewed; None: all
    ply: int  # as far as the game was reviewed
    steps: list[ReviewStep]
    mistakes: list[BetterTurn]
    draws: list[LuckyDraw]
    seats: list[SeatSkill]
    turned: str  # the turning point as a sentence; "" if there is none
    turned_ply: int | None
    strong: StrongPlay


class ReviewState(Message):
    """The review, or its progress."""

    may: bool  # the viewer may have the game reviewed now
    outdated: DepthName | None  # the depth of a review by another judge, which is not shown
    running: bool
    done: int
    total: int
    review: ReviewPage | None


def strong_page(found: Points, rules: Ruleset, tell: Teller) -> StrongPlay:
    """Return a game's figures beside those of strong play, in words."""
    known = strong_play(rules, len(found.seats)) or {}
    own = openings(found, len(found.seats))
    return StrongPlay(
        seats=known.get("seats", 0),
        figures=[
            FigureRow(text=tell.figure(one), values=one.values, usual=usual)
            for one, usual in compared(found, rules)
        ],
        openings=[
            OpeningRow(
                text=tell.opening(one["actions"]),
                seats=one["seats"],
                vp=one["vp"],
                share=one["share"],
                played_by=[seat_name(seat) for seat, first in enumerate(own) if first == one["actions"]],
            )
            for one in known.get("openings", [])
        ],
        slots=known.get("slots", {}),
        lines=known.get("lines", {}),
    )


def as_page(
    document: Json, ply: int, rules: Ruleset, names: list[str], words: Words, found: Points
) -> ReviewPage:
    """Return a review, as ``reviews.document`` has it, in words."""
    tell = Teller(rules, names, words)
    turning = document["turning_point"]
    return ReviewPage(
        depth=document["depth"],
        judge=document["judge"],
        seat=document["seat"],
        ply=ply,
        steps=[_step(one, found, tell) for one in document["decisions"]],
        mistakes=[_better(one, tell) for one in _lost(document)],
        draws=[_draw(one, tell, rules) for one in _telling(document)],
        seats=[_skill(seat, one) for seat, one in document["seats"].items()],
        turned="" if turning is None else _turned(document, tell, rules),
        turned_ply=None if turning is None else turning["ply"],
        strong=strong_page(found, rules, tell),
    )


def _step(one: Json, found: Points, tell: Teller) -> ReviewStep:
    shares = list(one["after"]["share"].values())
    turns = [other["moves"] for other in one["alternatives"]]
    return ReviewStep(
        **{key: one[key] for key in ("ply", "end", "seat", "era", "round", "grade", "moves")},
        text=tell.moves(one["moves"]),
        shares=[share["mean"] for share in shares],
        margins=[(share["high"] - share["low"]) / 2 for share in shares],
        before=_expected(one["before"], one["seat"]),
        after=_expected(one["after"], one["seat"]),
        others=[
            OtherTurn(
                text=tell.other_moves(
                    other["moves"], one["moves"], *(turn for turn in turns if turn != other["moves"])
                ),
                moves=other["moves"],
                gain_vp=other["gain"]["vp"],
                gain_share=other["gain"]["share"],
                reasons=[tell.reason(_reason(reason)) for reason in other["reasons"]],
            )
            for other in one["alternatives"]
        ],
        brought=[
            ActionGains(
                text=tell.moves(action.moves),
                gains=[
                    Brought(seat=seat_name(seat), text=tell.brought(gain))
                    for seat, gain in enumerate(action.gains)
                    if gain
                ],
                order=tell.order(action.place, action.next_place),
            )
            for action in found.actions
            if one["ply"] <= action.ply < one["end"]
        ],
    )


def _expected(values: Json, seat: Seat) -> Expected:
    return Expected(vp=values["vp"][seat], share=values["share"][seat])


def _lost(document: Json) -> list[Json]:
    """Return the inaccuracies, mistakes and blunders, in the order of ``Review.mistakes``."""
    lost = [one for one in document["decisions"] if one["grade"] in LOST]
    return sorted(
        lost,
        key=lambda one: (
            -GRADES.index(one["grade"]),
            -one["loss"]["share"]["mean"],
            -one["loss"]["vp"]["mean"],
        ),
    )


def _better(one: Json, tell: Teller) -> BetterTurn:
    other = one["alternatives"][one["best"]]
    return BetterTurn(
        **{key: one[key] for key in ("ply", "seat", "era", "round", "grade")},
        played=tell.moves(one["moves"]),
        better=tell.other_moves(other["moves"], one["moves"]),
        moves=other["moves"],
        loss_vp=one["loss"]["vp"],
        loss_share=one["loss"]["share"],
        reasons=tell.why(one["harm"] or "", [_reason(reason) for reason in other["reasons"]]),
    )


def _reason(said: Json) -> Reason:
    values = dict(said["values"])
    if "seat" in values:
        values["seat"] = SEATS.index(values["seat"])
    return Reason(said["key"], values, 0.0)


def _telling(document: Json) -> list[Json]:
    """Return the set-up and the draws with the largest certain luck, in order."""

    def luck(one: Json) -> Json:
        found: Json = one["luck"]["vp"][one["seat"]]
        return found

    setup = [one for one in document["chances"] if one["seat"] is None]
    drawn = [one for one in document["chances"] if one["seat"] is not None]
    sure = [one for one in drawn if luck(one)["low"] > 0 or luck(one)["high"] < 0]
    sure.sort(key=lambda one: -abs(luck(one)["mean"]))
    return setup + sorted(sure[:MOST_DRAWS], key=lambda one: int(one["ply"]))


def _draw(one: Json, tell: Teller, rules: Ruleset) -> LuckyDraw:
    seat = NOBODY if one["seat"] is None else SEATS.index(one["seat"])
    return LuckyDraw(
        **{key: one[key] for key in ("ply", "seat", "era", "round")},
        text=tell.chance(one["kind"], seat, one["outcomes"]),
        luck=list(one["luck"]["vp"].values()),
    )


def _skill(seat: Seat, one: Json) -> SeatSkill:
    return SeatSkill(
        seat=seat,
        vp=one["vp"],
        luck=one["luck"]["vp"],
        adjusted=one["adjusted_vp"],
        loss=one["loss"]["vp"],
        error=None if one["error"] is None else one["error"]["vp"],
        counted=one["real_decisions"],
        decisions=one["decisions"],
        grades=one["grades"],
    )


def _turned(document: Json, tell: Teller, rules: Ruleset) -> str:
    said = document["turning_point"]
    step = next(one for one in (*document["decisions"], *document["chances"]) if one["ply"] == said["ply"])
    point = TurningPoint(
        ply=said["ply"],
        winner=SEATS.index(said["winner"]),
        seat=SEATS.index(said["seat"]),
        by_chance=said["by_chance"],
        before=Estimate(**said["before"]),
        after=Estimate(**said["after"]),
    )
    happened = (
        tell.chance(step["kind"], point.seat, step["outcomes"])
        if point.by_chance
        else tell.moves(step["moves"])
    )
    return tell.turning_point(point, rules.eras.index(step["era"]), step["round"], happened)
