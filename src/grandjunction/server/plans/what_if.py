"""A private board of a running game. It shows only what follows from its player's knowledge, and gives no
hints. It stops where a card is drawn or a tile revealed.
"""

from __future__ import annotations

from typing import Any

from ..hosted import HostedGame, Viewer
from ..messages import Answer, SeatInfo
from ..problems import Trouble, not_yours
from ..tables import board_parts
from ..turn_board import choices, table, tried, why
from ..undo import Draft
from .next_turn import next_turn
from .plan_messages import WhatIf, WhatIfWhy


def planner(hosted: HostedGame, viewer: Viewer) -> int:
    """Return the seat that may plan. Raises ``Trouble`` for people without a seat or who share a screen."""
    if not viewer.holds:
        raise not_yours()
    if len(viewer.seats) > 1:
        raise Trouble(422, "no_plan", "People who share a screen cannot plan in private.")
    if hosted.row.over or hosted.row.ended is not None:
        raise Trouble(422, "game_over", "The game is over.")
    if any(seat.kind == "open" for seat in hosted.row.seats):
        raise Trouble(422, "no_plan", "The table is not full yet.")
    return viewer.seats[0]


def begin(hosted: HostedGame, seat: int, units: list[str]) -> Draft:
    """Return the board of a seat's next or current turn after some moves. Raises ``Trouble``."""
    known = hosted.game.state.view(seat).known
    return tried(known if known.to_act == seat else next_turn(known, seat), units)


def look(hosted: HostedGame, viewer: Viewer, seats: list[SeatInfo], units: list[str]) -> WhatIf:
    """Return the board after some moves."""
    seat = planner(hosted, viewer)
    draft = begin(hosted, seat, units)
    ends = draft.may_end and not draft.reveals and hosted.game.state.to_act != seat
    return WhatIf(
        table=table(hosted.id, draft, seat, seats, ends, _open(hosted, draft, seat)),
        choices=choices(hosted.id, draft, seat),
    )


def _open(hosted: HostedGame, draft: Draft, seat: int) -> dict[str, Any]:
    """Return the public history: the discards, and what was scored."""
    real = board_parts(hosted.game, seat, whole=False)
    tried_ = board_parts(draft.game, seat, whole=False)
    piles = zip(real["state"], tried_["state"], strict=True)
    state = [{**after, "discards": [*before["discards"], *after["discards"]]} for before, after in piles]
    counts = dict(real["discards"])
    for card, number in tried_["discards"].items():
        counts[card] = counts.get(card, 0) + number
    return {"state": state, "discards": counts, "scores": real["scores"]}


def ask(hosted: HostedGame, viewer: Viewer, asked: WhatIfWhy, lang: str) -> Answer:
    """Return why something is not possible on the board."""
    seat = planner(hosted, viewer)
    return why(begin(hosted, seat, asked.units), seat, asked.why, lang)
