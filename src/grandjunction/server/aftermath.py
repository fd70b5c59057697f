"""What a finished game offers: a picture of its last board, and the bots' forecast for each round."""

from __future__ import annotations

from ..bots.forecast import NoForecast, evaluate
from ..core.bits import BIT
from ..core.state import State
from ..pictures import picture as draw
from .describe import names_in
from .hosted import HostedGame
from .messages import ExpectedRound
from .problems import Trouble

WIDTH = 1400.0  # of the picture, in pixels


def _check_over(hosted: HostedGame) -> None:
    if not hosted.row.over:
        raise Trouble(409, "not_over", "The game is not over yet.")


def picture(hosted: HostedGame, theme: str, lang: str) -> str:
    """Return the final board as an SVG picture, with the links that the last scoring took off it."""
    _check_over(hosted)
    seats = hosted.row.seats
    return draw(
        _with_links(hosted),
        theme=theme,
        width=WIDTH,
        names=names_in(lang, seats),
        lang=lang,
        colours=[seat.colour for seat in seats],
    )


def _with_links(hosted: HostedGame) -> State:
    state = hosted.game.state.copy()
    for event in hosted.game.played[-1].events:
        if event.kind == "lifted":
            seat, line = event.values
            state.links[seat] |= BIT[line]
            state.laid |= BIT[line]
    return state


def expected(hosted: HostedGame) -> list[ExpectedRound]:
    """Return each seat's forecast at the start of each round; nothing for a table without nets."""
    _check_over(hosted)
    rounds: dict[tuple[int, int], ExpectedRound] = {}
    for state, _, _ in hosted.game.positions():
        key = (state.era, state.round)
        if state.is_chance or state.is_over or key in rounds:
            continue
        try:
            vp = evaluate(state.view(None)).vp
        except NoForecast:
            return []
        era = hosted.rules.eras[state.era]
        rounds[key] = ExpectedRound(era=era, round=state.round, vp=[round(one, 1) for one in vp])
    return list(rounds.values())
