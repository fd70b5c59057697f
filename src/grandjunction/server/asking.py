"""Dependencies of the routes: the hall, the visitor, and the game a request is about."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query, Request, Response

from .edge.rate_limits import Asker as Counted
from .edge.rate_limits import who_asks
from .hall import Hall
from .hosted import HostedGame, Viewer
from .messages import Problem
from .people.visitors import Visitor
from .requests import GAME_ID

YEAR: Final = 365 * 24 * 3600

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}

# These are async although they await nothing: FastAPI would run plain functions in threads.


async def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(hall_of)]
GameId = Annotated[str, Path(pattern=GAME_ID)]
AtPly = Annotated[int | None, Query(ge=0, le=100_000)]
Lang = Annotated[str, Query(max_length=40)]
Since = Annotated[int, Query(ge=0, le=2**53)]


async def visitor_of(request: Request) -> Visitor:
    visitor: Visitor = request.scope["visitor"]
    return visitor


Asking = Annotated[Visitor, Depends(visitor_of)]


async def player_of(visitor: Asking) -> str | None:
    return visitor.player


Player = Annotated[str | None, Depends(player_of)]


async def ensure_player(request: Request, response: Response, hall: InHall, visitor: Asking) -> str:
    """Return the browser's player, and set its cookie if it has none."""
    known = visitor.player or hall.keys.new_player()
    set_cookie(request, response, hall, known, visitor.device)
    return known


def set_cookie(request: Request, response: Response, hall: Hall, player: str, device: str | None) -> None:
    """Set the cookie that makes this browser a player: a guest, or signed in on a device."""
    response.set_cookie(
        hall.keys.cookie_name,
        hall.keys.cookie(player, device),
        max_age=5 * YEAR,
        path=request.app.state.site.base,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


KnownPlayer = Annotated[str, Depends(ensure_player)]


async def asker_of(request: Request, player: Player) -> Counted:
    return who_asks(request, player)


Asker = Annotated[Counted, Depends(asker_of)]


async def looked_at(hall: InHall, game: GameId, player: Player) -> tuple[HostedGame, Viewer]:
    hosted = await hall.find(game)
    return hosted, Viewer(hosted, player)


Looked = Annotated[tuple[HostedGame, Viewer], Depends(looked_at)]


def json_answer(text: str) -> Response:
    return Response(text, media_type="application/json")
