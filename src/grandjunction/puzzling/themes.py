"""Themes of puzzles, found from what their solution does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..bots.evaluation import Evaluation
from ..bots.horizon import Horizon
from ..bots.weights import weights_for
from ..core.bits import BIT
from ..core.components import EXTRA_RESOURCE
from ..core.events import Event, Log
from ..core.moves import Move
from ..core.ruleset import ACTION
from ..core.state import State
from ..core.view import View

#: All themes, the rarest first: a puzzle is shown under its first.
THEMES: Final = (
    "shipyard",
    "distant_market",
    "turn_order",
    "overbuild",
    "scout",
    "double_rail",
    "beer",
    "big_sale",
    "market",
    "loan",
    "develop",
    "last_turn",
    "era_end",
    "links",
    "building",
    "selling",
)
MANY: Final = 2  # tiles sold or cubes sold to the market in one turn
_PLAIN: Final = {"link": "links", "build": "building", "build_anywhere": "building", "sell": "selling"}


def themes(view: View, codes: Sequence[int], second: Sequence[int]) -> list[str]:
    """Return the themes of a solution, in the order of ``THEMES``. There is usually at least one."""
    moves = [Move(view.rules, code) for code in codes]
    found = {
        *_of_moves(moves),
        *_of_events(view.known, codes),
        *_of_moment(view.known),
        *_of_order(view, codes, second),
    }
    if not found:
        found = {_PLAIN[move.verb] for move in moves if move.verb in _PLAIN}
    return [theme for theme in THEMES if theme in found]


def _of_moves(moves: Sequence[Move]) -> set[str]:
    found = {theme for theme in ("loan", "develop", "scout") if any(move.verb == theme for move in moves)}
    if any(move.industry == "shipyard" and move.verb.startswith("build") for move in moves):
        found.add("shipyard")
    if any(move.industry == "brewery" and move.verb.startswith("build") for move in moves):
        found.add("beer")
    if any(move.buyer == "distant" for move in moves):
        found.add("distant_market")
    if sum(move.verb == "sell" for move in moves) >= MANY:
        found.add("big_sale")
    return found


def _of_events(root: State, codes: Sequence[int]) -> set[str]:
    """Return the themes that follow from the events of the turn."""
    state = root.copy()
    seat = int(root.seat)
    found: set[str] = set()
    laid = cubes = 0
    for code in codes:
        if state.decision == ACTION:
            laid = 0
        log = Log()
        rivals = sum(int(state.built[other]) for other in range(state.players) if other != seat)
        state.apply_code(code, log)
        laid += sum(event.kind == "laid" for event in log.events)
        cubes += sum(event.kind == "sold_cube" for event in log.events)
        if laid >= 2:
            found.add("double_rail")
        if any(event.kind == "replaced" for event in log.events):
            found.add("overbuild")
        if any(_drinks(event, rivals) for event in log.events):
            found.add("beer")
    if cubes >= MANY:
        found.add("market")
    return found


def _drinks(event: Event, rivals: int) -> bool:
    """Return whether a rival's barrel is used."""
    return (
        event.kind == "consumed" and event.values[1] == EXTRA_RESOURCE and bool(rivals & BIT[event.values[2]])
    )


def _of_moment(root: State) -> set[str]:
    players = int(root.players)
    weights = weights_for(root.rules.id, players)
    left = Horizon(Evaluation(root.rules, root.seat, weights, players).course, root, root.seat)
    if left.all_actions <= root.actions_left:
        return {"last_turn"}
    return {"era_end"} if left.actions <= root.actions_left else set()


def may_have(root: State, theme: str) -> bool:
    """Return whether a turn could have a theme, as far as the position tells at once."""
    return theme != "turn_order" or bool(root.cursor == root.players - 1 and root.players > 1)


def _of_order(view: View, codes: Sequence[int], second: Sequence[int]) -> set[str]:
    """Return the theme of a last seat that spends little enough to be first in the next round."""
    root = view.known
    if not may_have(root, "turn_order") or "last_turn" in _of_moment(root):
        return set()
    return {"turn_order"} if _is_first(root, codes) and not _is_first(root, second) else set()


def _is_first(root: State, codes: Sequence[int]) -> bool:
    seat = int(root.seat)
    state = root.copy()
    spent = int(state.spent[seat])
    for code in codes:
        log = Log()
        state.apply_code(code, log)
        spent += sum(
            event.values[-1]
            for event in log.events
            if event.kind in ("paid", "bought") and event.values[0] == seat
        )
    return all(spent < root.spent[other] for other in range(root.players) if other != seat)
