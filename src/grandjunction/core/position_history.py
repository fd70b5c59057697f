"""Whether a game could have put the tiles and links where they are.

What is asked follows from the era, the mats and the number of actions so far; what it all cost is not
asked.
"""

from __future__ import annotations

from .bits import BIT, count, members
from .course import last_round, may_date_from, turns_of
from .impossible import Impossible
from .ruleset import OVER
from .state import SEATS, State
from .verbs.build import Build
from .verbs.link import Link


def check_history(state: State) -> None:
    _check_eras(state)
    _check_towns(state)
    _check_actions(state)
    _check_points(state)


def _check_eras(state: State) -> None:
    """A tile was built in an era that allows it, has not been cleared since, and holds no more than then."""
    rules = state.rules
    tiles = rules.tiles
    for slot in members(state.occupied):
        number = state.tile[slot]
        kind = tiles.kinds[number]
        name = rules.board.slot_ids[slot]
        tile = f"{kind.industry}.{kind.level}"
        eras = may_date_from(rules, number, state.era)
        if not eras:
            why = "is not built yet" if min(kind.eras) > state.era else "is long cleared off the board"
            raise Impossible(f"tile {name}", f"{name}: {tile} {why} in the {rules.eras[state.era]} era")
        most = max(kind.stock[era] for era in eras)
        if state.cubes[slot] > most:
            raise Impossible(
                f"tile {name}", f"{name}: {tile} holds at most {most} in the {rules.eras[state.era]} era"
            )


def _check_towns(state: State) -> None:
    """Where a seat may have one tile a town, it has no second."""
    rules = state.rules
    if not any(isinstance(verb, Build) and verb.sparse_eras & BIT[state.era] for verb in rules.verbs):
        return
    for seat in range(state.players):
        towns: set[int] = set()
        for slot in members(state.built[seat]):
            town = rules.board.slot_place[slot]
            if town in towns:
                name = rules.board.slot_ids[slot]
                raise Impossible(
                    f"tile {name}",
                    f"{name}: seat {SEATS[seat]} has two tiles in {rules.board.place_ids[town]}, which the"
                    f" {rules.eras[state.era]} era does not allow",
                )
            towns.add(town)


def _check_actions(state: State) -> None:
    """Each tile took an action, and so did every link, or every few where an action lays several."""
    rules = state.rules
    era = rules.eras[state.era]
    at_once = max(verb.most[state.era] for verb in rules.verbs if isinstance(verb, Link))
    before = sum(_actions(state, earlier) for earlier in range(state.era))
    for seat in range(state.players):
        now = _actions_now(state, seat)
        links = -(-count(state.links[seat]) // at_once)
        who = f"seat {SEATS[seat]}"
        first = seat * rules.tiles.industries
        if before + now == 0 and any(state.mat[first : first + rules.tiles.industries]):
            raise Impossible(f"mat {SEATS[seat]}", f"{who} has not acted yet, so its mat is full")
        if links > now:
            raise Impossible(
                f"links {SEATS[seat]}",
                f"{who} has more links than its {now} actions of the {era} era lay",
            )
        if count(state.built[seat]) + links > before + now:
            slot = rules.board.slot_ids[members(state.built[seat])[-1]]
            raise Impossible(
                f"tile {slot}",
                f"{who} has more tiles and links than its {before + now} actions bring",
            )


def _actions(state: State, era: int) -> int:
    """How many actions a seat has in an era."""
    _, turns = turns_of(state.rules, era)
    return turns.opening_actions + 2 * (last_round(state.rules, era, state.players) - 1)


def _actions_now(state: State, seat: int) -> int:
    """How many actions a seat has begun in the present era."""
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
    """Before the first scoring there are only the points a ruleset gives out on the way."""
    if state.era > 0 or state.decision == OVER:
        return
    most = state.rules.early_vp(state)
    if sum(state.vp) <= most:
        return
    seat = max(range(state.players), key=lambda s: state.vp[s])
    given = f"at most {most} VP are" if most else "no VP is"
    raise Impossible(f"seat {SEATS[seat]}", f"{given} won before the first scoring")
