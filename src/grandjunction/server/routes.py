"""The routes of rules, games and turns. ``messages.py`` lists all routes.

Each calls the module that does the work.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic_core import to_json

from .. import __version__
from ..core.compiled import is_compiled
from ..rulesets import RULESETS, ruleset
from ..words import LANGUAGES
from . import aftermath, listing, lobby, sights, turns
from .announce import qr_picture
from .asking import (
    PROBLEMS,
    Asker,
    Asking,
    AtPly,
    GameId,
    InHall,
    KnownPlayer,
    Lang,
    Looked,
    Player,
    Since,
    json_answer,
    looked_at,
)
from .clock.clock_messages import pace_info
from .clock.clocks import BOTS_JOIN, BOTS_JOIN_BY_TURNS, PACES
from .database.list_store import Result, Show, Wanted
from .describe import describe, search_rules
from .guides import new_guided_game
from .hosted import HostedGame
from .lobby_messages import GamePage, Home, Invitation, Joined, NextGame, WaitingGames
from .messages import (
    Announced,
    Answer,
    Choices,
    Coaching,
    CoalRoute,
    ExpectedRound,
    Hint,
    LogLine,
    Moment,
    SeatReach,
    Table,
)
from .people.invitations import invited
from .printed import About, BotsJoin, Rule, RulesetInfo, RulesetSummary
from .problems import Trouble
from .records import history, raw_record_for_all, record
from .requests import DraftMove, EndTurn, Join, NewGame, NewGuide, OtherLine, ReviewOrder, Undo, Why
from .review_messages import ReviewState

router: Final = APIRouter(prefix="/api", responses=PROBLEMS)


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
        paces=[pace_info(pace) for pace in PACES],
        bots=hall.thinkers.bots,
        languages=list(LANGUAGES),
        colours=list(lobby.COLOURS),
        open_tables=hall.online.open_tables,
        bots_join=BotsJoin(live=BOTS_JOIN, turns=BOTS_JOIN_BY_TURNS),
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


@router.get("/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(text: Annotated[str, Query(min_length=1, max_length=300)]) -> Response:
    """Return a link as a QR code. Nothing is stored."""
    picture = await asyncio.to_thread(qr_picture, text)
    return Response(picture, media_type="image/svg+xml")


# -- games ----------------------------------------------------------------------------------------------


@router.get("/games")
async def home(hall: InHall, visitor: Asking, archived: bool = False, looking: bool = True) -> Home:
    player = visitor.player
    offered = [] if player is None or archived else await invited(hall, player)
    return await lobby.home(hall, visitor, offered, archived, looking)


@router.get("/mine")
async def mine(
    hall: InHall,
    player: Player,
    show: Show = "running",
    ruleset: Annotated[str, Query(max_length=60)] = "",
    name: Annotated[str, Query(alias="player", max_length=40)] = "",
    result: Result = "",
    page: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> GamePage:
    return await listing.page(hall, player, Wanted(show, ruleset, name, result), page)


@router.get("/next")
async def next_game(
    hall: InHall, player: Player, after: Annotated[str, Query(max_length=16)] = ""
) -> NextGame:
    return await listing.next_game(hall, player, after)


@router.get("/waiting")
async def waiting(hall: InHall, player: Player) -> WaitingGames:
    return await listing.waiting(hall, player)


@router.post("/games", status_code=201)
async def new_game(hall: InHall, asker: Asker, player: KnownPlayer, asked: NewGame) -> Joined:
    await hall.limits.games.spend(asker)
    return await lobby.new_game(hall, player, asked)


@router.post("/guides", status_code=201)
async def new_guide(hall: InHall, asker: Asker, player: KnownPlayer, asked: NewGuide) -> Joined:
    await hall.limits.games.spend(asker)
    return await new_guided_game(hall, player, asked)


@router.get("/join/{token}")
async def invitation(hall: InHall, player: Player, token: Annotated[str, Path(max_length=200)]) -> Invitation:
    return await lobby.invitation(hall, player, token)


@router.post("/join")
async def join(hall: InHall, player: KnownPlayer, asked: Join) -> Joined:
    return await lobby.join(hall, player, asked)


def _check_ply(hosted: HostedGame, ply: int | None) -> None:
    if ply is not None and ply > hosted.game.ply:
        raise Trouble(404, "no_such_ply", f"This game has {hosted.game.ply} moves.")


@router.get("/games/{game}", response_model=Table)
async def table(hall: InHall, looked: Looked, ply: AtPly = None) -> Response:
    hosted, viewer = looked
    if ply is None:
        return json_answer(hall.table_json(hosted, viewer))
    _check_ply(hosted, ply)
    past = await asyncio.to_thread(hosted.past, viewer, ply, hall.seats(hosted, viewer))
    return json_answer(past.model_dump_json())


@router.get("/games/{game}/choices", response_model=Choices)
async def choices(looked: Looked) -> Response:
    hosted, viewer = looked
    return json_answer(to_json(hosted.choices(viewer)).decode())


@router.get("/games/{game}/log", response_model=list[LogLine])
async def log(looked: Looked, since: Since = 0) -> Response:
    hosted, viewer = looked
    return json_answer(to_json(hosted.log(viewer, since)).decode())


@router.get("/games/{game}/history")
async def moments(looked: Looked) -> list[Moment]:
    return await asyncio.to_thread(history, looked[0])


@router.get("/games/{game}/record", response_class=PlainTextResponse)
async def download(hall: InHall, game: GameId, player: Player) -> PlainTextResponse:
    stored = await hall.find_unreadable(game)
    if stored is not None:
        id, text = stored.row.ruleset, raw_record_for_all(stored)
    else:
        hosted, viewer = await looked_at(hall, game, player)
        id, text = hosted.rules.id, await asyncio.to_thread(record, hosted, viewer)
    file = f'attachment; filename="{id}-{game}.txt"'
    return PlainTextResponse(text, headers={"Content-Disposition": file})


@router.get("/games/{game}/picture", response_class=Response)
async def picture(
    looked: Looked, theme: Annotated[Literal["day", "night"], Query()] = "day", lang: Lang = "en"
) -> Response:
    said = lang if lang in LANGUAGES else "en"
    svg = await asyncio.to_thread(aftermath.picture, looked[0], theme, said)
    # Names are escaped; in addition, a picture opened on its own may run no scripts.
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/games/{game}/expected")
async def expected_rounds(looked: Looked) -> list[ExpectedRound]:
    return await asyncio.to_thread(aftermath.expected, looked[0])


# -- turns ----------------------------------------------------------------------------------------------


@router.post("/games/{game}/draft", response_model=Table | Announced)
async def draft(hall: InHall, game: GameId, player: Player, asked: DraftMove) -> Response:
    return json_answer(await turns.draft_unit(hall, game, player, asked))


@router.post("/games/{game}/undo", response_model=Table | Announced)
async def undo(hall: InHall, game: GameId, player: Player, asked: Undo) -> Response:
    return json_answer(await turns.undo(hall, game, player, asked))


@router.post("/games/{game}/end", response_model=Table | Announced)
async def end(hall: InHall, game: GameId, player: Player, asked: EndTurn) -> Response:
    return json_answer(await turns.end_turn(hall, game, player, asked))


@router.post("/games/{game}/why")
async def why(looked: Looked, asked: Why, lang: Lang = "en") -> Answer:
    return turns.why(*looked, asked, lang)


@router.get("/games/{game}/hint")
async def hint(hall: InHall, asker: Asker, looked: Looked, lang: Lang = "en") -> Hint:
    await hall.limits.hints.spend(asker)
    return await turns.hint(hall, *looked, lang)


@router.get("/games/{game}/coach")
async def coach(hall: InHall, asker: Asker, looked: Looked, lang: Lang = "en") -> Coaching:
    await hall.limits.hints.spend(asker)
    return await turns.coach(hall, *looked, lang)


@router.get("/games/{game}/reach")
async def seat_reach(looked: Looked, ply: AtPly = None) -> list[SeatReach]:
    hosted, viewer = looked
    _check_ply(hosted, ply)
    return await asyncio.to_thread(sights.reach, hosted, viewer, ply)


@router.get("/games/{game}/routes")
async def coal_routes(looked: Looked, move: Annotated[str, Query(max_length=300)]) -> list[CoalRoute]:
    return sights.routes(*looked, move)


# -- reviews --------------------------------------------------------------------------------------------


@router.get("/games/{game}/review")
async def review(hall: InHall, looked: Looked, lang: Lang = "en") -> ReviewState:
    return await hall.reviews.state(*looked, lang)


@router.post("/games/{game}/review")
async def start_review(
    hall: InHall, asker: Asker, looked: Looked, asked: ReviewOrder, lang: Lang = "en"
) -> ReviewState:
    await hall.limits.reviews.spend(asker)
    await hall.reviews.start(*looked, asked.depth)
    return await hall.reviews.state(*looked, lang)


@router.post("/games/{game}/line")
async def line(hall: InHall, looked: Looked, asked: OtherLine) -> Table:
    """Return the table after other moves from an earlier moment."""
    return await asyncio.to_thread(hall.reviews.line, *looked, asked.ply, asked.moves)
