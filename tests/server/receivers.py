"""A push service and webhooks of the tests' own, on loopback: they keep what they are sent."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_bytes
from typing import Any, Final

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass(frozen=True)
class Received:
    """A request."""

    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Keeps all requests. ``answer`` chooses the status by the path."""

    def __init__(self) -> None:
        self.got: Final[list[Received]] = []
        self.answer: Callable[[str], int] = lambda path: 201
        self.location = ""  # where redirects lead
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                body = self.rfile.read(length)
                if len(body) < length:  # the sender was killed while it wrote
                    self.close_connection = True
                    return
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.got.append(Received(self.path, headers, body))
                self.send_response(receiver.answer(self.path))
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 200

        self._server: Final = Server(("127.0.0.1", 0), Handler)
        self.url: Final = f"http://127.0.0.1:{self._server.server_port}"

    @contextmanager
    def serving(self) -> Iterator[Receiver]:
        thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()

    def at(self, path: str) -> list[Received]:
        return [one for one in self.got if one.path == path]


class Device:
    """A browser that has subscribed: it alone can read what it is sent."""

    def __init__(self, service: Receiver, name: str) -> None:
        self._service: Final = service
        self._path: Final = f"/push/{name}"
        self._key: Final = ec.generate_private_key(ec.SECP256R1())
        self._auth: Final = token_bytes(16)

    def subscription(self, lang: str = "en", zone: str = "UTC") -> dict[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self._service.url + self._path,
            "p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="),
            "auth": base64.urlsafe_b64encode(self._auth).decode().rstrip("="),
            "label": "Firefox",
            "language": lang,
            "zone": zone,
        }

    def requests(self) -> list[Received]:
        return self._service.at(self._path)

    def messages(self) -> list[dict[str, Any]]:
        """Return what was received, opened with this device's keys."""
        return [self.open(one.body) for one in self.requests()]

    def open(self, body: bytes) -> dict[str, Any]:
        opened: dict[str, Any] = json.loads(
            http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        )
        return opened

    def shown_ids(self) -> list[str]:
        """Return the notices that a service worker shows: a repeated or older one of a tag is not."""
        last: dict[str, tuple[str, float]] = {}
        shown: list[str] = []
        for one in self.messages():
            id, at = last.get(one["tag"], ("", 0.0))
            if one["id"] != id and one["at"] >= at:
                last[one["tag"]] = (one["id"], one["at"])
                shown.append(one["id"])
        return shown
