"""A review as plain data for JSON. docs/review.md describes every field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from ..core.ruleset import Ruleset
from ..core.seats import seat_name
from ..core.standings import standings
from ..core.state import NOBODY
from .comparison import Alternative, Decision
from .estimates import Estimate
from .luck import Chance
from .points import Action, Points, SeatPoints, points
from .reason import Reason
from .reckoning import SeatReview, TurningPoint
from .reviewing import Review
from .strong_play import NO_ERA, compared, openings, strong_play

Json = dict[str, Any]

FORMAT: Final = "grandjunction review 2"
VP_DIGITS: Final = 2
SHARE_DIGITS: Final = 4


def document(review: Review) -> Json:
    """Return a review with where the points came from, as stable JSON."""
    game, state = review.game, review.game.state
    eras = game.rules.eras
    return {
        "format": FORMAT,
        "judge": review.judge,
        "depth": review.depth,
        "seed": review.seed,
        "ruleset": game.rules.id,
        "revision": game.rules.revision,
        "players": int(state.players),
        "names": game.names,
        "over": state.is_over,
        "seat": None if review.seat is None else seat_name(review.seat),
        "scores": {seat_name(seat): int(state.vp[seat]) for seat in range(state.players)},
        "standings": [[seat_name(seat) for seat in place] for place in standings(state)],
        "decisions": [_decision(one, eras) for one in review.decisions],
        "chances": [_chance(one, eras) for one in review.chances],
        "seats": {seat_name(one.seat): _seat(one) for one in review.seats},
        "turning_point": None if review.turning_point is None else _turning(review.turning_point),
        "points": points_document(points(game), eras),
        "strong_play": strong_document(points(game), game.rules),
    }


def strong_document(found: Points, rules: Ruleset) -> Json | None:
    """Return a game's figures beside those of strong play; None for a table without any."""
    strong = strong_play(rules, len(found.seats))
    if strong is None:
        return None
    return {
        "games": strong["games"],
        "seats": strong["seats"],
        "figures": [
            {
                "figure": "vp" if one.source else one.key,
                "era": None if one.era == NO_ERA else rules.eras[one.era],
                "source": one.source or None,
                "values": {seat_name(seat): value for seat, value in enumerate(one.values)},
                "quartiles": usual,
            }
            for one, usual in compared(found, rules)
        ],
        "openings": strong["openings"],
        "own_openings": {
            seat_name(seat): first for seat, first in enumerate(openings(found, len(found.seats)))
        },
        "slots": strong["slots"],
        "lines": strong["lines"],
    }


def points_document(found: Points, eras: list[str]) -> Json:
    """Return where the points came from as JSON."""
    return {
        "actions": [_action(one, eras) for one in found.actions],
        "seats": {seat_name(seat): _means(one, eras) for seat, one in enumerate(found.seats)},
    }


def _vp(estimate: Estimate) -> Json:
    return estimate.as_dict(VP_DIGITS)


def _share(estimate: Estimate) -> Json:
    return estimate.as_dict(SHARE_DIGITS)


def _by_seat(vp: Sequence[Estimate], share: Sequence[Estimate]) -> Json:
    return {
        "vp": {seat_name(seat): _vp(one) for seat, one in enumerate(vp)},
        "share": {seat_name(seat): _share(one) for seat, one in enumerate(share)},
    }


def _decision(one: Decision, eras: list[str]) -> Json:
    return {
        "ply": one.ply,
        "end": one.end,
        "seat": seat_name(one.seat),
        "era": eras[one.era],
        "round": one.round,
        "moves": one.moves,
        "grade": one.grade,
        "harm": one.harm or None,
        "before": _by_seat(one.before_vp, one.before_share),
        "after": _by_seat(one.vp, one.share),
        "loss": {"vp": _vp(one.loss_vp), "share": _share(one.loss_share)},
        "best": None if one.best < 0 else one.best,
        "alternatives": [_alternative(other) for other in one.alternatives],
    }


def _alternative(one: Alternative) -> Json:
    return {
        "moves": one.moves,
        "vp": _vp(one.vp),
        "share": _share(one.share),
        "gain": {"vp": _vp(one.gain_vp), "share": _share(one.gain_share)},
        "reasons": [{"key": reason.key, "values": _values(reason)} for reason in one.reasons],
    }


def _values(reason: Reason) -> Json:
    """Return what a reason is about, with the letter of a seat for its number."""
    return {
        key: seat_name(value) if key == "seat" and isinstance(value, int) else value
        for key, value in reason.values.items()
    }


def _chance(one: Chance, eras: list[str]) -> Json:
    return {
        "ply": one.ply,
        "end": one.end,
        "kind": one.kind,
        "seat": None if one.seat == NOBODY else seat_name(one.seat),
        "era": eras[one.era],
        "round": one.round,
        "outcomes": one.outcomes,
        "luck": _by_seat(one.luck_vp, one.luck_share),
        "after": _by_seat(one.vp, one.share),
    }


def _seat(one: SeatReview) -> Json:
    return {
        "vp": one.vp,
        "adjusted_vp": _vp(one.adjusted_vp),
        "luck": {"vp": _vp(one.luck_vp), "share": _share(one.luck_share)},
        "own_luck": {"vp": _vp(one.own_luck_vp), "share": _share(one.own_luck_share)},
        "loss": {"vp": _vp(one.loss_vp), "share": _share(one.loss_share)},
        "decisions": one.decisions,
        "real_decisions": one.real,
        "error": None
        if one.error_vp is None or one.error_share is None
        else {"vp": _vp(one.error_vp), "share": _share(one.error_share)},
        "grades": one.grades,
    }


def _turning(one: TurningPoint) -> Json:
    return {
        "ply": one.ply,
        "winner": seat_name(one.winner),
        "seat": seat_name(one.seat),
        "by_chance": one.by_chance,
        "before": _share(one.before),
        "after": _share(one.after),
    }


def _action(one: Action, eras: list[str]) -> Json:
    return {
        "ply": one.ply,
        "seat": seat_name(one.seat),
        "era": eras[one.era],
        "round": one.round,
        "verb": one.verb,
        "moves": one.moves,
        "gains": {seat_name(seat): asdict(gain) for seat, gain in enumerate(one.gains) if gain},
        "place": one.place + 1,
        "next_place": None if one.next_place is None else one.next_place + 1,
    }


def _means(one: SeatPoints, eras: list[str]) -> Json:
    return {
        "vp": {eras[era]: sources for era, sources in one.vp.items()},
        "actions": dict(sorted(one.actions.items())),
        "developed": one.developed,
        "borrowed": one.borrowed,
        "flipped": {eras[era]: one.flipped[era] for era in range(len(eras))},
        "flipped_by_others": one.flipped_by_others,
        "links": {eras[era]: one.links[era] for era in range(len(eras))},
        "links_left": {eras[era]: left for era, left in one.links_left.items()},
        "used": dict(sorted(one.used.items())),
        "used_by_others": dict(sorted(one.used_by_others.items())),
        "unflipped": [
            {"slot": tile.slot, "tile": tile.tile, "era": eras[tile.era], "vp": tile.vp}
            for tile in one.unflipped
        ],
        "double_turns": one.double_turns,
    }
