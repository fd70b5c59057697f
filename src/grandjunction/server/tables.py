"""The fields of a ``Table`` that show the game: what lies on the table, as one viewer may know it."""

from __future__ import annotations

from typing import Any

from ..core.course import last_round
from ..core.seats import Seat, seat_name
from ..core.standings import scored_now, standings
from ..core.state import State
from ..core.tabletop import LaidStall, LaidTrack, tabletop
from ..record.game import Game
from ..record.ledger import SOURCES, Ledger

Fields = dict[str, Any]  # of a message


def board_parts(game: Game, viewer: int | None, whole: bool) -> dict[str, Any]:
    """Return the fields for a viewer; ``whole`` shows every hand, because the game is over."""
    truth = game.state
    state = truth if whole else truth.view(viewer).known
    rules = state.rules
    seats = range(state.players)
    shown = seats if whole else [] if viewer is None else [viewer]
    discards = [[rules.cards.ids[kind] for kind in pile] for pile in game.discards]
    lying = tabletop(state)
    return {
        "ruleset": rules.id,
        "players": state.players,
        "era": lying["era"],
        "round": lying["round"],
        "rounds": last_round(rules, state.era, state.players),
        "order": lying["order"],
        "to_act": lying["decision"]["seat"],
        "decision": lying["decision"],
        "actions_left": lying["actions_left"],
        "markets": lying["markets"],
        "merchants": _merchants(lying["stalls"]),
        "demand": _demand(lying["tracks"]),
        "tiles": lying["tiles"],
        "links": lying["links"],
        "state": [{**seat, "discards": pile} for seat, pile in zip(lying["seats"], discards, strict=True)],
        "hands": {seat_name(seat): state.hand_of(seat) for seat in shown},
        "deck_size": lying["deck_size"],
        "aside_size": lying["aside_size"],
        "discards": _counted(discards),
        "over": state.is_over,
        "standings": standings_of(truth),
        "scores": _score_lines(state, game.ledger),
        "scored_now": _scored_now(state),
    }


def _counted(piles: list[list[str]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for pile in piles:
        for card in pile:
            counts[card] = counts.get(card, 0) + 1
    return counts


def standings_of(state: State) -> list[list[Seat]]:
    """Return the seats place by place; nothing before the order is drawn, by which some rulesets rank."""
    if min(state.order) < 0:
        return []
    return [[seat_name(seat) for seat in place] for place in standings(state)]


def places_of(state: State) -> list[int]:
    """Return each seat's place, of a finished game."""
    if not state.is_over:
        return []
    places = [0] * state.players
    better = 0
    for tied in standings(state):
        for seat in tied:
            places[seat] = better + 1
        better += len(tied)
    return places


def _merchants(stalls: list[LaidStall]) -> list[Fields]:
    return [
        {"space": stall["space"], "goods": stall["goods"], "barrel": stall["supplied"]} for stall in stalls
    ]


def _demand(tracks: list[LaidTrack]) -> Fields | None:
    for track in tracks:
        return {"row": track["row"], "bonus": track["bonus"], "left": track["left"]}
    return None


def _scored_now(state: State) -> list[Fields]:
    """Return what the era would score if it ended now."""
    ledger = Ledger(state.rules, state.players, int(state.era))
    ledger.add(scored_now(state))
    return _score_lines(state, ledger)


def _score_lines(state: State, ledger: Ledger) -> list[Fields]:
    lines: list[Fields] = []
    for seat in range(state.players):
        for number, era in enumerate(state.rules.eras):
            vp = ledger.vp(seat, number)
            lines += [
                {"seat": seat_name(seat), "era": era, "source": source, "vp": vp[source]}
                for source in (SOURCES if vp else ())
                if source in vp
            ]
    return lines
