"""Serves the built client. Each file is read and compressed once, then served from memory."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ..problems import Trouble

_UNBUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Grand Junction</title>
<h1>Grand Junction</h1><p>The server runs, but the client is not built yet. Run <code>make play</code>, or
<code>npm install</code> and <code>npm run build</code> in <code>web/</code>, then load this page again.</p>
<p>The interface for programs is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p></html>"""
# The client's pages (web/src/App.svelte): the list of games, a new game, a game, an invitation, the
# rules, the analysis board, the account, a sign-in link, the operator's page, notices, nights and
# holidays, puzzles. A test compares them.
_PAGE: Final = re.compile(
    r"|new/?|rules(/.*)?|analysis(/.*)?|game/.+|join/.+|account/?|sign-in/.+|operator/?|notices/?"
    r"|rest/?|puzzles(/.*)?"
)
_TEXT: Final = (".html", ".js", ".css", ".svg", ".json", ".txt")  # other files are compressed already


@dataclass(frozen=True)
class ClientFile:
    """One file in memory."""

    changed: int
    plain: bytes
    zipped: bytes | None
    media_type: str


class ClientFiles:
    """The files of the built client."""

    def __init__(self, folder: Path, base: str, build: str) -> None:
        self.base: Final = base  # the path of the server on its host
        self.build: Final = build
        self.root: Final = folder.resolve()
        self._kept: Final[dict[Path, ClientFile]] = {}

    def find(self, path: str) -> Path | None:
        """Return the file at a path, or None if it is not one of the client's."""
        if "\0" in path or "\\" in path:
            return None
        wanted = (self.root / path).resolve()
        try:
            return wanted if path and wanted.is_relative_to(self.root) and wanted.is_file() else None
        except OSError:  # no file has so long a name
            return None

    async def read(self, path: Path) -> ClientFile:
        """Return a file from memory, or read it again if it has changed."""
        changed = path.stat().st_mtime_ns
        kept = self._kept.get(path)
        if kept is None or kept.changed != changed:
            kept = await asyncio.to_thread(self._load, path, changed)
            self._kept[path] = kept
        return kept

    def _load(self, path: Path, changed: int) -> ClientFile:
        plain = path.read_bytes()
        if path.suffix == ".html":
            # The page is served at any depth, so it needs absolute paths to its files.
            plain = plain.replace(b'="./', b'="' + self.base.encode())
            build = f'<meta name="build" content="{self.build}">'
            plain = plain.replace(b"</head>", build.encode() + b"</head>")
        zipped = gzip.compress(plain, 9) if path.suffix in _TEXT else None
        media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return ClientFile(changed, plain, zipped, media_type)

    async def answer(self, request: Request, path: Path, cache: str, status: int = 200) -> Response:
        """Return a file as a response, compressed if the browser takes that."""
        file = await self.read(path)
        headers = {**page_headers(request), "Cache-Control": cache, "Vary": "Accept-Encoding"}
        accepted = request.headers.get("accept-encoding", "")
        if file.zipped is not None and "gzip" in accepted:
            headers["Content-Encoding"] = "gzip"
            return Response(file.zipped, status, headers=headers, media_type=file.media_type)
        return Response(file.plain, status, headers=headers, media_type=file.media_type)


def page_headers(request: Request) -> dict[str, str]:
    """Return the headers of a page: what it may load, and that it sends no referrer.

    Only our own scripts and styles run: nothing a player types can become a script. Older browsers do not
    count the live line as ``'self'``, so it is named. The guard has seen that the host is a plain name.
    """
    host = request.headers.get("host", "")
    line = f" {'wss' if request.url.scheme == 'https' else 'ws'}://{host}" if host else ""
    policy = (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        f"connect-src 'self'{line}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )
    return {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}


def build_of(folder: Path) -> str:
    """Return the id of a build of the client, from the file names in its page; "" if there is none."""
    page = folder / "index.html"
    return sha256(page.read_bytes()).hexdigest()[:16] if page.is_file() else ""


def serve_client(app: FastAPI, folder: Path, base: str, build: str) -> None:
    """Add the client's routes. A path that names neither a file nor a page gets a page that says so."""
    files = ClientFiles(folder, base, build)

    @app.get("/api/{rest:path}", include_in_schema=False)
    async def unknown(rest: str) -> Response:
        raise Trouble(404, "not_found", "There is no such thing here.")

    @app.get("/{path:path}", include_in_schema=False)
    async def client(request: Request, path: str) -> Response:
        if f"/{path}/" == base:  # the address without its last slash
            return RedirectResponse(base)
        found = files.find(path)
        if found is not None:
            # The names of built files contain their hash, so they never change.
            hashed = path.startswith("assets/")
            return await files.answer(request, found, "max-age=31536000, immutable" if hashed else "no-cache")
        if "." in path.rpartition("/")[2] and "text/html" not in request.headers.get("accept", ""):
            raise Trouble(404, "not_found", "There is no such file.")
        index = files.find("index.html")
        if index is None:
            return HTMLResponse(_UNBUILT, headers={**page_headers(request), "Cache-Control": "no-cache"})
        known = "\0" not in path and _PAGE.fullmatch(path)
        return await files.answer(request, index, "no-cache", 200 if known else 404)
