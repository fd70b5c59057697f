"""The REST paths. Each hands over to what does the work; ``messages.py`` has the list."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from .. import __version__
from ..core.compiled import is_compiled
from ..rulesets import RULESETS, ruleset
from ..words import LANGUAGES
from . import lobby, turns
from .choices import seat_name
from .describe import describe, search_rules
from .hall import Hall, now
from .keys import COOKIE
from .limits import who_asks
from .match import Match, Viewer
from .messages import (
    Answer,
    ChatLine,
    Choices,
    Hint,
    Home,
    Joined,
    Links,
    LogLine,
    Moment,
    Problem,
    Table,
)
from .printed import About, Rule, RulesetInfo, RulesetSummary
from .problems import Trouble, not_yours
from .records import history, record
from .requests import ChatPost, DraftMove, EndTurn, Fork, Join, NewGame, Notes, Seat, Undo, Why
from .storage import ChatRow

YEAR: Final = 365 * 24 * 3600
CHAT: Final = 500  # lines shown at most

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 403, 404, 409, 413, 422, 429)
}
router: Final = APIRouter(prefix="/api", responses=_PROBLEMS)


# -- who asks, and about what ---------------------------------------------------------------------------


# Asynchronous though they wait for nothing: otherwise each would be handed to a thread.


async def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(hall_of)]
GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]
AtPly = Annotated[int | None, Query(ge=0, le=100_000)]
Lang = Annotated[str, Query(max_length=40)]
Since = Annotated[int, Query(ge=0, le=2**53)]


async def player_of(request: Request, hall: InHall) -> str | None:
    return hall.keys.player(request.cookies.get(COOKIE))


Player = Annotated[str | None, Depends(player_of)]


async def ensure_player(request: Request, response: Response, hall: InHall, player: Player) -> str:
    """A browser that takes a seat must be known again."""
    known = player or hall.keys.new_player()
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, hall.keys.cookie(known), max_age=5 * YEAR, httponly=True, samesite="lax", secure=secure
    )
    return known


KnownPlayer = Annotated[str, Depends(ensure_player)]


async def asker_of(request: Request, player: Player) -> str:
    return who_asks(request, player)


Asker = Annotated[str, Depends(asker_of)]


async def looked_at(hall: InHall, game: GameId, player: Player) -> tuple[Match, Viewer]:
    match = await hall.match(game)
    return match, Viewer(match, player)


Looked = Annotated[tuple[Match, Viewer], Depends(looked_at)]


# -- the server and its rules ---------------------------------------------------------------------------


@router.get("/about")
async def about(hall: InHall) -> About:
    return About(
        version=__version__,
        compiled=is_compiled(),
        rulesets=[
            RulesetSummary(id=id, name=ruleset(id).name, player_counts=ruleset(id).player_counts)
            for id in RULESETS
        ],
        bots=hall.thinkers.bots,
        languages=list(LANGUAGES),
        colours=list(lobby.COLOURS),
        longest_name=40,
        longest_chat=1000,
        longest_notes=20_000,
    )


@router.get("/rulesets/{id}")
async def ruleset_info(id: str, response: Response) -> RulesetInfo:
    if id not in RULESETS:
        raise Trouble(404, "no_such_ruleset", "There is no such ruleset.")
    response.headers["Cache-Control"] = "max-age=3600"
    return describe(id)


@router.get("/rules")
async def rules(
    search: Annotated[str, Query(max_length=100)] = "",
    ruleset: Annotated[str, Query(max_length=60)] = "",
    lang: Lang = "en",
) -> list[Rule]:
    return search_rules(search, ruleset, lang)


# -- games ----------------------------------------------------------------------------------------------


@router.get("/games")
async def home(hall: InHall, player: Player) -> Home:
    return await lobby.home(hall, player)


@router.post("/games", status_code=201)
async def new_game(hall: InHall, asker: Asker, player: KnownPlayer, asked: NewGame) -> Joined:
    hall.limits.games.spend(asker)
    return await lobby.new_game(hall, player, asked)


@router.post("/join")
async def join(hall: InHall, player: KnownPlayer, asked: Join) -> Joined:
    return await lobby.join(hall, player, asked)


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


@router.get("/games/{game}", response_model=Table)
async def table(hall: InHall, looked: Looked, ply: AtPly = None) -> Response:
    match, viewer = looked
    if ply is None:
        return _json(hall.table_json(match, viewer))
    if ply > match.base.ply:
        raise Trouble(404, "no_such_ply", f"This game has {match.base.ply} moves.")
    past = await asyncio.to_thread(match.past, viewer, ply, hall.seats(match, viewer))
    return _json(past.model_dump_json())


@router.get("/games/{game}/choices")
async def choices(looked: Looked) -> Choices:
    match, viewer = looked
    return await match.choices(viewer)


@router.get("/games/{game}/log")
async def log(looked: Looked, since: Since = 0) -> list[LogLine]:
    match, viewer = looked
    return await match.log(viewer, since)


@router.get("/games/{game}/history")
async def moments(looked: Looked) -> list[Moment]:
    return await asyncio.to_thread(history, looked[0])


@router.get("/games/{game}/record", response_class=PlainTextResponse)
async def download(looked: Looked) -> PlainTextResponse:
    match, viewer = looked
    text = await asyncio.to_thread(record, match, viewer)
    file = f'attachment; filename="{match.rules.id}-{match.id}.txt"'
    return PlainTextResponse(text, headers={"Content-Disposition": file})


# -- turns ----------------------------------------------------------------------------------------------


@router.post("/games/{game}/draft", response_model=Table)
async def draft(hall: InHall, game: GameId, player: Player, asked: DraftMove) -> Response:
    return _json(await turns.draft(hall, game, player, asked))


@router.post("/games/{game}/undo", response_model=Table)
async def undo(hall: InHall, game: GameId, player: Player, asked: Undo) -> Response:
    return _json(await turns.undo(hall, game, player, asked))


@router.post("/games/{game}/end", response_model=Table)
async def end(hall: InHall, game: GameId, player: Player, asked: EndTurn) -> Response:
    return _json(await turns.end_turn(hall, game, player, asked))


@router.post("/games/{game}/why")
async def why(looked: Looked, asked: Why, lang: Lang = "en") -> Answer:
    return turns.why(*looked, asked, lang)


@router.get("/games/{game}/hint")
async def hint(hall: InHall, asker: Asker, looked: Looked, lang: Lang = "en") -> Hint:
    hall.limits.hints.spend(asker)
    return await turns.hint(hall, *looked, lang)


# -- people ---------------------------------------------------------------------------------------------


def chat_line(row: ChatRow) -> ChatLine:
    seat: Seat | None = None if row.seat is None else seat_name(row.seat)
    return ChatLine(id=row.id, seat=seat, name=row.name, text=row.text, at=row.at)


@router.get("/games/{game}/chat")
async def chat(hall: InHall, looked: Looked, since: Since = 0) -> list[ChatLine]:
    id = looked[0].id
    return [chat_line(row) for row in await hall.journal.run(lambda storage: storage.chat(id, since, CHAT))]


@router.post("/games/{game}/chat", status_code=201)
async def say(hall: InHall, asker: Asker, looked: Looked, asked: ChatPost) -> ChatLine:
    """Those who sit at the table talk; who has several seats says for which."""
    hall.limits.talk.spend(asker)
    match, viewer = looked
    if not viewer.holds:
        raise not_yours()
    seat = viewer.seats[0] if asked.seat is None else "ABCD".index(asked.seat)
    if seat not in viewer.seats:
        raise not_yours()
    name = match.row.seats[seat].name
    row = await hall.journal.run(lambda storage: storage.say(match.id, seat, name, asked.text, now()))
    hall.last_said[match.id] = row.id
    hall.tell(match.id)
    return chat_line(row)


@router.get("/games/{game}/notes")
async def notes(hall: InHall, looked: Looked) -> Notes:
    match, viewer = looked
    player = viewer.player
    if player is None or not viewer.holds:
        raise not_yours()
    return Notes(text=await hall.journal.run(lambda storage: storage.notes(match.id, player)))


@router.put("/games/{game}/notes")
async def save_notes(hall: InHall, looked: Looked, asked: Notes) -> Notes:
    match, viewer = looked
    player = viewer.player
    if player is None or not viewer.holds:
        raise not_yours()
    await hall.journal.run(lambda storage: storage.save_notes(match.id, player, asked.text))
    return asked


@router.get("/games/{game}/links")
async def links(hall: InHall, looked: Looked) -> Links:
    return lobby.links(hall, *looked)


@router.post("/games/{game}/fork", status_code=201)
async def fork(hall: InHall, asker: Asker, player: KnownPlayer, looked: Looked, asked: Fork) -> Joined:
    hall.limits.games.spend(asker)
    return await lobby.fork(hall, player, looked[0], asked.ply)


@router.post("/games/{game}/rematch", status_code=201)
async def rematch(hall: InHall, asker: Asker, player: KnownPlayer, looked: Looked) -> Joined:
    hall.limits.games.spend(asker)
    return await lobby.rematch(hall, player, *looked)
