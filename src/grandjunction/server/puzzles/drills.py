"""Drills: the themes in which a browser's own reviewed games lose most."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from ...core.notation import parse_move
from ...core.seats import SEATS
from ...puzzling.themes import themes
from ...record.game import Game
from ...reviews.grades import LOSSES
from ..hosted import Viewer
from ..lobby import LISTED
from ..reviews import stored_review
from .puzzle_messages import Drill, WeakTheme

if TYPE_CHECKING:
    from ..hall import Hall

MOST: Final = 3  # themes that a drill has
GRADES: Final = frozenset(name for name, _, _ in LOSSES)
Losses = dict[str, list[float]]  # by theme, the VP of each turn


async def drill(hall: Hall, player: str | None) -> Drill:
    """Return the themes of the better turns in a player's stored reviews, the costliest first."""
    losses: Losses = defaultdict(list)
    games = [] if player is None else await hall.journal.read(lambda one: one.games_of(player, LISTED, False))
    for id in games:
        found = await hall.journal.read(lambda storage, id=id: stored_review(storage, id))  # type: ignore[misc]
        if found is not None and await hall.find_unreadable(id) is None:
            hosted = await hall.find(id)
            seats = [SEATS[seat] for seat in Viewer(hosted, player).seats]
            await asyncio.to_thread(_add, losses, hosted.game, json.loads(found), seats)
    dear = sorted(losses.items(), key=lambda entry: -sum(entry[1]))[:MOST]
    return Drill(
        themes=[WeakTheme(theme=theme, vp=round(sum(lost), 1), turns=len(lost)) for theme, lost in dear]
    )


def _add(losses: Losses, game: Game, document: dict[str, Any], seats: list[str]) -> None:
    """Add the losses of a game's turns to the themes of the better turns."""
    for one in document["decisions"]:
        if one["seat"] not in seats or one["grade"] not in GRADES or one["best"] is None:
            continue
        view = game.at(one["ply"]).state.view(SEATS.index(one["seat"]))
        better = [parse_move(view.rules, text).code for text in one["alternatives"][one["best"]]["moves"]]
        played = [parse_move(view.rules, text).code for text in one["moves"]]
        for theme in themes(view, better, played):
            losses[theme].append(max(one["loss"]["vp"]["mean"], 0.0))
