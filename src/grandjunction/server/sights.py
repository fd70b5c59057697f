"""What else a position shows: what each seat reaches, and the routes of a move's coal."""

from __future__ import annotations

from ..core.moves import IllegalMove
from ..core.seats import seat_name
from ..core.state import State
from .hosted import HostedGame, Viewer
from .messages import CoalRoute, SeatReach
from .problems import Trouble


def reach(hosted: HostedGame, viewer: Viewer, ply: int | None) -> list[SeatReach]:
    """Return what every seat reaches at the table that the viewer sees, or at an earlier ply."""
    game = hosted.shown_to(viewer) if ply is None else hosted.game.at(ply)
    return [_reach(game.state, seat) for seat in range(game.state.players)]


def _reach(state: State, seat: int) -> SeatReach:
    found = state.reach_of(seat)
    return SeatReach(
        seat=seat_name(seat),
        network=found.network,
        connected=found.connected,
        coal_market=found.coal_market,
        beer=found.extra,
        links=found.links,
    )


def routes(hosted: HostedGame, viewer: Viewer, move: str) -> list[CoalRoute]:
    """Return the route of each coal cube of a move, which may lack its card."""
    known = hosted.known(viewer)
    if known is None:
        raise Trouble(403, "not_your_turn", "Only the seat to act can ask what its moves would take.")
    try:
        found = known.coal_routes(move)
    except IllegalMove as error:
        raise Trouble(422, "illegal", "This move is not legal now.", error.refusal) from error
    except ValueError as error:
        raise Trouble(422, "notation", str(error)) from error
    return [CoalRoute(**route._asdict()) for route in found]
