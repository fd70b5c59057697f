"""The built client's files: each is read and compressed once, and then served from memory."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from .problems import Trouble

# Our own scripts and styles only: text of other people can never become a script.
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_UNBUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Grand Junction</title>
<h1>Grand Junction</h1><p>The server runs, but the table is not built yet. Run <code>make play</code>, or
<code>npm install</code> and <code>npm run build</code> in <code>web/</code>, then load this page again.</p>
<p>The interface for programs is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p></html>"""
_TEXT: Final = (".html", ".js", ".css", ".svg", ".json", ".txt")  # pictures and fonts are compressed already


@dataclass(frozen=True)
class ClientFile:
    changed: int
    plain: bytes
    zipped: bytes | None
    media_type: str


class ClientFiles:
    def __init__(self, folder: Path) -> None:
        self.root: Final = folder.resolve()
        self._kept: Final[dict[Path, ClientFile]] = {}

    def find(self, path: str) -> Path | None:
        """The file at a path, if it is one of the client's."""
        if "\0" in path or "\\" in path:
            raise Trouble(404, "not_found", "There is no such page.")
        wanted = (self.root / path).resolve()
        return wanted if path and wanted.is_relative_to(self.root) and wanted.is_file() else None

    async def read(self, path: Path) -> ClientFile:
        """From memory, unless the client was built anew meanwhile."""
        changed = path.stat().st_mtime_ns
        kept = self._kept.get(path)
        if kept is None or kept.changed != changed:
            kept = await asyncio.to_thread(_load, path, changed)
            self._kept[path] = kept
        return kept

    async def answer(self, request: Request, path: Path, cache: str) -> Response:
        file = await self.read(path)
        headers = {**_HEADERS, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        accepted = request.headers.get("accept-encoding", "")
        if file.zipped is not None and "gzip" in accepted:
            headers["Content-Encoding"] = "gzip"
            return Response(file.zipped, headers=headers, media_type=file.media_type)
        return Response(file.plain, headers=headers, media_type=file.media_type)


def _load(path: Path, changed: int) -> ClientFile:
    plain = path.read_bytes()
    zipped = gzip.compress(plain, 9) if path.suffix in _TEXT else None
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return ClientFile(changed, plain, zipped, media_type)


def serve_client(app: FastAPI, folder: Path) -> None:
    """Files as they are; every other path is the client's own and gets its page."""
    files = ClientFiles(folder)

    @app.get("/api/{rest:path}", include_in_schema=False)
    async def unknown(rest: str) -> Response:
        raise Trouble(404, "not_found", "There is no such thing here.")

    @app.get("/{path:path}", include_in_schema=False)
    async def client(request: Request, path: str) -> Response:
        found = files.find(path)
        if found is not None:
            # Built files carry their hash in their name.
            hashed = path.startswith("assets/")
            return await files.answer(request, found, "max-age=31536000, immutable" if hashed else "no-cache")
        if "." in path.rpartition("/")[2]:
            raise Trouble(404, "not_found", "There is no such file.")
        index = files.find("index.html")
        if index is None:
            return HTMLResponse(_UNBUILT, headers={**_HEADERS, "Cache-Control": "no-cache"})
        return await files.answer(request, index, "no-cache")
