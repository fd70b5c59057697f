"""The routes for notices."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import HTMLResponse

from ..asking import PROBLEMS, Asker, Asking, InHall, KnownPlayer, Player
from ..describe import words_in
from ..edge.rate_limits import Quota
from .delivery import Delivery
from .mailing import stop
from .notice_messages import NewDevice, NewWebhook, NoticeSettings, PushKey, SetNotices, Tested

router: Final = APIRouter(prefix="/api/notices", responses=PROBLEMS)


async def delivery_of(request: Request) -> Delivery:
    delivery: Delivery = request.app.state.delivery
    return delivery


async def origin_of(request: Request) -> str:
    """Return the address at which this browser reaches the server, for links in its notices."""
    public: str | None = request.app.state.site.public_url
    return public or f"{request.url.scheme}://{request.headers.get('host', '')}{request.app.state.site.base}"


async def limited(hall: InHall, asker: Asker) -> None:
    quota: Quota = hall.limits.notices
    await quota.spend(asker)


By = Annotated[Delivery, Depends(delivery_of)]
Origin = Annotated[str, Depends(origin_of)]
ChannelId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]


@router.get("")
async def settings(by: By, player: Player) -> NoticeSettings:
    return await by.settings(player)


@router.put("", dependencies=[Depends(limited)])
async def change(by: By, player: KnownPlayer, origin: Origin, asked: SetNotices) -> NoticeSettings:
    await by.change(player, asked, origin)
    return await by.settings(player)


@router.get("/key")
async def key(by: By) -> PushKey:
    return PushKey(key=await asyncio.to_thread(by.push.public_key))


@router.post("/devices", status_code=201, dependencies=[Depends(limited)])
async def add_device(
    by: By, player: KnownPlayer, visitor: Asking, origin: Origin, asked: NewDevice
) -> NoticeSettings:
    await by.add_device(player, visitor.device, asked, origin)
    return await by.settings(player)


@router.post("/webhooks", status_code=201, dependencies=[Depends(limited)])
async def add_webhook(by: By, player: KnownPlayer, origin: Origin, asked: NewWebhook) -> NoticeSettings:
    await by.add_webhook(player, asked, origin)
    return await by.settings(player)


@router.delete("/channels/{channel}")
async def drop(by: By, player: Player, channel: ChannelId) -> NoticeSettings:
    await by.drop(player, channel)
    return await by.settings(player)


@router.post("/channels/{channel}/test", dependencies=[Depends(limited)])
async def test(by: By, player: Player, channel: ChannelId) -> Tested:
    return Tested(problem=await by.test(player, channel))


# -- the link at the end of a mail ----------------------------------------------------------------------

Token = Annotated[str, Path(max_length=80)]
_STYLE: Final = (
    "body{font:1.1rem/1.5 sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem}button{font:inherit}"
)


@router.get("/stop/{token}", include_in_schema=False)
async def ask_to_stop(hall: InHall, token: Token) -> HTMLResponse:
    """Ask before unsubscribing: mail scanners open every link."""
    return _page(await stop(hall, token, really=False), "stop_ask", button=True)


@router.post("/stop/{token}", include_in_schema=False)
async def stop_mail(hall: InHall, token: Token) -> HTMLResponse:
    return _page(await stop(hall, token, really=True), "stop_done")


def _page(lang: str | None, said: str, button: bool = False) -> HTMLResponse:
    words = words_in(lang or "en")
    text = words.notice(said if lang is not None else "stop_none")
    form = f"<form method=post><button>{escape(words.notice('stop'))}</button></form>"
    page = (
        f'<!doctype html><html lang="{words.lang}"><meta charset="utf-8"><title>Grand Junction</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<main><h1>Grand Junction</h1><p>{escape(text)}</p>"
        f"{form if button and lang is not None else ''}</main></html>"
    )
    policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'"
    # Not "no-referrer": with it the form's request names no origin, and the guard refuses it.
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "same-origin"}
    return HTMLResponse(page, 200 if lang is not None else 404, headers)
