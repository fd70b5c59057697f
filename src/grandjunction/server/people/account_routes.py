"""The routes about accounts; ``account_messages.py`` lists them."""

from __future__ import annotations

import json
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from ..asking import PROBLEMS, Asker, Asking, InHall, KnownPlayer, Looked, Player, set_cookie
from ..problems import Trouble
from . import accounts, by_discord, operating, passkeys, signing_in
from .account_messages import (
    Account,
    AskLink,
    Done,
    Farewell,
    LinkPreview,
    NewBan,
    NewPasskey,
    NewReport,
    Overview,
    Pardon,
    Profile,
    SignInLink,
    SignOut,
    UseLink,
    UsePasskey,
)
from .passkeys import Origin
from .signing_in import SignedIn, accounts_off
from .visitors import Visitor

router: Final = APIRouter(prefix="/api", responses=PROBLEMS)
Link = Annotated[str, Path(min_length=1, max_length=100)]
Id = Annotated[str, Path(min_length=1, max_length=1500)]


async def origin_of(request: Request, hall: InHall) -> Origin:
    return Origin.of(hall, request)


At = Annotated[Origin, Depends(origin_of)]


def _agent(request: Request) -> str:
    return accounts.device_name(request.headers.get("user-agent", ""))


async def _signed_in(hall: InHall, request: Request, response: Response, signed: SignedIn, at: At) -> Account:
    set_cookie(request, response, hall, signed.player, signed.device)
    return await accounts.account(hall, Visitor(signed.player, signed.device), at)


# -- the account ----------------------------------------------------------------------------------------


@router.get("/account")
async def account(hall: InHall, visitor: Asking, at: At) -> Account:
    return await accounts.account(hall, visitor, at)


@router.put("/account")
async def change(
    hall: InHall, visitor: Asking, player: KnownPlayer, asker: Asker, at: At, asked: Profile
) -> Account:
    await hall.limits.talk.spend(asker)
    await accounts.change(hall, player, asked)
    return await accounts.account(hall, Visitor(player, visitor.device), at)


@router.delete("/account")
async def delete(request: Request, response: Response, hall: InHall, player: Player, asked: Farewell) -> Done:
    if player is None:
        raise accounts.not_signed_in()
    await accounts.delete(hall, player)
    response.delete_cookie(hall.keys.cookie_name, path=request.app.state.site.base)
    return Done()


@router.get("/account/export")
async def export(hall: InHall, player: Player, asker: Asker) -> Response:
    if player is None:
        raise accounts.not_signed_in()
    await hall.limits.reviews.spend(asker)
    text = json.dumps(await accounts.export(hall, player), indent=1, ensure_ascii=False)
    named = {"Content-Disposition": 'attachment; filename="grand-junction.json"'}
    return Response(text, media_type="application/json", headers=named)


# -- signing in -----------------------------------------------------------------------------------------


@router.post("/account/links", status_code=202)
async def ask_link(request: Request, hall: InHall, player: KnownPlayer, asker: Asker, asked: AskLink) -> Done:
    if not hall.online.accounts:
        raise accounts_off()
    await hall.limits.links.spend(asker)
    await signing_in.ask_link(hall, player, asked.email, asked.language, str(request.base_url))
    return Done()


@router.get("/account/links/{link}")
async def preview(hall: InHall, visitor: Asking, link: Link) -> LinkPreview:
    return await signing_in.preview(hall, visitor, link)


@router.post("/account/links/{link}")
async def use_link(
    request: Request, response: Response, hall: InHall, visitor: Asking, asker: Asker, at: At, link: Link,
    asked: UseLink,
) -> Account:  # fmt: skip
    signed = await signing_in.use_link(hall, visitor, asker, link, asked.bring, _agent(request))
    return await _signed_in(hall, request, response, signed, at)


@router.post("/account/passkeys/options")
async def creation_options(hall: InHall, player: KnownPlayer, asker: Asker, at: At) -> dict[str, object]:
    await hall.limits.talk.spend(asker)
    options: dict[str, object] = json.loads(await passkeys.creation_options(hall, player, at))
    return options


@router.post("/account/passkeys")
async def add_passkey(
    request: Request, response: Response, hall: InHall, visitor: Asking, asker: Asker, at: At,
    asked: NewPasskey,
) -> Account:  # fmt: skip
    if visitor.player is None:
        raise accounts.not_signed_in()
    agent = _agent(request)
    name = asked.name or agent
    signed = await passkeys.add(hall, visitor, asker, at, asked.credential, name, agent)
    return await _signed_in(hall, request, response, signed, at)


@router.delete("/account/passkeys/{id}")
async def drop_passkey(hall: InHall, visitor: Asking, at: At, id: Id) -> Account:
    await accounts.drop_passkey(hall, _signed_in_player(visitor), id)
    return await accounts.account(hall, visitor, at)


def _signed_in_player(visitor: Visitor) -> str:
    """Return the player of a browser that is signed in."""
    if visitor.player is None or visitor.device is None:
        raise accounts.not_signed_in()
    return visitor.player


@router.post("/account/passkey/options")
async def request_options(hall: InHall, asker: Asker, at: At) -> dict[str, object]:
    await hall.limits.talk.spend(asker)
    options: dict[str, object] = json.loads(await passkeys.request_options(hall, at))
    return options


@router.post("/account/passkey")
async def show_passkey(
    hall: InHall, player: KnownPlayer, asker: Asker, at: At, asked: UsePasskey
) -> SignInLink:
    await hall.limits.talk.spend(asker)
    return SignInLink(link=await passkeys.show(hall, player, at, asked.credential))


@router.get("/account/discord", include_in_schema=False)
async def to_discord(request: Request, hall: InHall, visitor: Asking, asker: Asker, at: At) -> Response:
    await hall.limits.links.spend(asker)
    player = visitor.player or hall.keys.new_player()
    answer = RedirectResponse(await by_discord.begin(hall, player, _back(request, at)), 303)
    set_cookie(request, answer, hall, player, visitor.device)
    return answer


@router.get("/account/discord/back", include_in_schema=False)
async def from_discord(
    request: Request,
    hall: InHall,
    player: Player,
    at: At,
    state: Annotated[str, Query(max_length=100)] = "",
    code: Annotated[str, Query(max_length=500)] = "",
) -> Response:
    try:
        link = await by_discord.finish(hall, player, state, code, _back(request, at))
    except Trouble as trouble:
        return RedirectResponse(f"{hall.site.base}account?problem={trouble.problem.error}", 303)
    return RedirectResponse(f"{hall.site.base}sign-in/{link}", 303)


def _back(request: Request, at: Origin) -> str:
    return f"{at.url}{request.app.state.site.base}api/account/discord/back"


@router.post("/account/sign-out")
async def sign_out(
    request: Request, response: Response, hall: InHall, visitor: Asking, at: At, asked: SignOut
) -> Account:
    await accounts.sign_out(hall, visitor, asked.everywhere)
    response.delete_cookie(hall.keys.cookie_name, path=request.app.state.site.base)
    return await accounts.account(hall, Visitor(), at)


@router.delete("/account/devices/{id}")
async def end_device(hall: InHall, visitor: Asking, at: At, id: Id) -> Account:
    await accounts.end_device(hall, _signed_in_player(visitor), id)
    return await accounts.account(hall, visitor, at)


# -- reports, and the operator --------------------------------------------------------------------------


@router.post("/games/{game}/reports", status_code=201)
async def report(hall: InHall, looked: Looked, player: KnownPlayer, asker: Asker, asked: NewReport) -> Done:
    await hall.limits.talk.spend(asker)
    await operating.report(hall, *looked, player, asked)
    return Done()


async def operator_of(hall: InHall, visitor: Asking) -> str:
    return await operating.check_operator(hall, visitor)


Operator = Annotated[str, Depends(operator_of)]
Search = Annotated[str, Query(max_length=100)]


@router.get("/operator")
async def overview(hall: InHall, operator: Operator, search: Search = "") -> Overview:
    return await operating.overview(hall, search)


@router.post("/operator/bans")
async def ban(hall: InHall, operator: Operator, asked: NewBan, search: Search = "") -> Overview:
    await operating.ban(hall, operator, asked)
    return await operating.overview(hall, search)


@router.post("/operator/pardons")
async def pardon(hall: InHall, operator: Operator, asked: Pardon, search: Search = "") -> Overview:
    await operating.pardon(hall, asked)
    return await operating.overview(hall, search)


@router.post("/operator/reports/{id}")
async def close_report(
    hall: InHall, operator: Operator, id: Annotated[int, Path(ge=1)], search: Search = ""
) -> Overview:
    await operating.close_report(hall, id)
    return await operating.overview(hall, search)
