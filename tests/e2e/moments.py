"""Moments of finished games in which something particular can be done."""

from __future__ import annotations

from collections.abc import Callable

import grandjunction as gj
from grandjunction.core.state import State
from grandjunction.server.messages import Choice
from grandjunction.server.offers import list_choices
from tests.e2e.table import Person, Table

Wanted = Callable[[State, list[Choice]], Choice | None]


def at_moment(one: Person, game: str, wanted: Wanted) -> tuple[Table, Choice]:
    """A table at the first moment of a game that has such a choice, played on by this person alone."""
    told = gj.read_record(one.text(f"/api/games/{game}/record"))
    again = gj.Game(told.rules, told.state.players)
    for ply, move in enumerate(told.moves):
        state = again.state
        if not state.is_chance:
            listed = list_choices(state.view(state.to_act).known)
            choice = wanted(state, [Choice.model_validate(one) for one in listed])
            if choice is not None:
                asked = {"ply": ply, "seats": "hot_seat"}
                table = one.sit(one.ask(f"/api/games/{game}/fork", asked)["game"])
                table.act("reveal")
                return table, choice
        again.play(move)
    raise AssertionError("no moment of this game has such a choice")
