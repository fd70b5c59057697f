"""Rejects positions whose tiles and links no game could have placed.

The checks use the era, the mats and the number of actions so far. They ignore what everything cost.
"""

from __future__ import annotations

from ..bits import BIT, count, members
from ..course import last_round, may_date_from, turns_of
from ..ruleset import OVER
from ..seats import seat_name
from ..state import State
from ..verbs.build import Build
from ..verbs.link import Link
from .impossible import Impossible


def check_history(state: State) -> None:
    _check_eras(state)
    _check_towns(state)
    _check_actions(state)
    _check_points(state)


def _check_eras(state: State) -> None:
    """Each tile can have been built in some era and not cleared since, and holds no more than it did then."""
    rules = state.rules
    tiles = rules.tiles
    for slot in members(state.occupied):
        number = state.tile[slot]
        kind = tiles.kinds[number]
        name = rules.board.slot_ids[slot]
        tile = f"{kind.industry}.{kind.level}"
        eras = may_date_from(rules, number, state.era)
        now = rules.eras[state.era]
        if not eras:
            if min(kind.eras) > state.era:
                fault = rules.fault("tile_not_yet", slot=name, tile=tile, era=now)
                raise Impossible(f"tile {name}", f"{name}: {tile} is not built yet in the {now} era", fault)
            fault = rules.fault("tile_cleared", slot=name, tile=tile, era=now)
            why = f"{name}: {tile} is long cleared off the board in the {now} era"
            raise Impossible(f"tile {name}", why, fault)
        most = max(kind.stock[era] for era in eras)
        if state.cubes[slot] > most:
            fault = rules.fault("tile_holds_too_much", slot=name, tile=tile, n=int(most))
            raise Impossible(f"tile {name}", f"{name}: {tile} holds at most {most} in the {now} era", fault)


def _check_towns(state: State) -> None:
    """No seat has two tiles in a town in an era that allows one."""
    rules = state.rules
    if not any(isinstance(verb, Build) and verb.sparse_eras & BIT[state.era] for verb in rules.verbs):
        return
    for seat in range(state.players):
        towns: set[int] = set()
        for slot in members(state.built[seat]):
            town = rules.board.slot_place[slot]
            if town in towns:
                name, era = rules.board.slot_ids[slot], rules.eras[state.era]
                raise Impossible(
                    f"tile {name}",
                    f"{name}: seat {seat_name(seat)} has two tiles in {rules.board.place_ids[town]}, which"
                    f" the {era} era does not allow",
                    rules.fault("two_tiles_in_town", slot=name, seat=seat_name(seat), era=era),
                )
            towns.add(town)


def _check_actions(state: State) -> None:
    """Each tile took an action, and so did each link, or each group of links that one action can lay."""
    rules = state.rules
    era = rules.eras[state.era]
    at_once = max(verb.most[state.era] for verb in rules.verbs if isinstance(verb, Link))
    before = sum(_actions(state, earlier) for earlier in range(state.era))
    for seat in range(state.players):
        now = _actions_now(state, seat)
        links = -(-count(state.links[seat]) // at_once)
        who = f"seat {seat_name(seat)}"
        first = seat * rules.tiles.industries
        if before + now == 0 and any(state.mat[first : first + rules.tiles.industries]):
            fault = rules.fault("mat_before_actions", seat=seat_name(seat))
            raise Impossible(f"mat {seat_name(seat)}", f"{who} has not acted yet, so its mat is full", fault)
        if links > now:
            raise Impossible(
                f"links {seat_name(seat)}",
                f"{who} has more links than its {now} actions of the {era} era lay",
                rules.fault("links_beyond_actions", seat=seat_name(seat), n=int(now), era=era),
            )
        if count(state.built[seat]) + links > before + now:
            slot = rules.board.slot_ids[members(state.built[seat])[-1]]
            raise Impossible(
                f"tile {slot}",
                f"{who} has more tiles and links than its {before + now} actions bring",
                rules.fault("tiles_beyond_actions", seat=seat_name(seat), n=int(before + now)),
            )


def _actions(state: State, era: int) -> int:
    """Number of actions a seat has in an era."""
    _, turns = turns_of(state.rules, era)
    return turns.opening_actions + 2 * (last_round(state.rules, era, state.players) - 1)


def _actions_now(state: State, seat: int) -> int:
    """Number of actions a seat has begun in the present era."""
    if state.round == 0:
        return 0
    number, turns = turns_of(state.rules, state.era)
    opening = turns.opening_actions
    this_round = opening if state.round == 1 else 2
    done = 0 if state.round == 1 else opening + 2 * (state.round - 2)
    if state.step > number:
        return done + this_round
    if state.step < number:
        return done
    place = list(state.order).index(seat)
    if place == state.cursor:
        under_way = 1 if state.frame_count > 0 else 0
        return done + this_round - state.actions_left + under_way
    return done + this_round if place < state.cursor else done


def _check_points(state: State) -> None:
    """Before the first scoring, VP come only from what a ruleset awards during play."""
    if state.era > 0 or state.decision == OVER:
        return
    most = state.rules.early_vp(state)
    if sum(state.vp) <= most:
        return
    seat = max(range(state.players), key=lambda s: state.vp[s])
    given = f"at most {most} VP are" if most else "no VP is"
    fault = state.rules.fault("points_before_scoring", n=int(most))
    raise Impossible(f"seat {seat_name(seat)}", f"{given} won before the first scoring", fault)
