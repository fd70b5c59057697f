"""Limits on connections: how many are open, from which addresses, and how slow a client may be.

uvicorn lets a client send slowly for ever, and buffers whatever a client does not read. Here every
connection has deadlines for a request's headers, for its body and for reading the answer. Open connections
are capped, in all and per address.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import sys
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:  # it is optional; h11 is slower and does the same
    HttpToolsProtocol = None  # type: ignore[assignment, misc]

log: Final = logging.getLogger("grandjunction.server")
LARGEST_HEADERS: Final = 64 * 1024  # bytes
MOST: Final = 20_000  # connections, where the system has files for them
SLOWEST: Final = 1000  # bytes a second
MOST_QUEUED: Final = 10  # pipelined requests of one connection; browsers send none
FOR_OURSELVES: Final = (
    100  # files that are no connections: the database, the workers' pipes, the client's files
)
HOME: Final = frozenset(("127.0.0.1", "::1"))  # this machine: a proxy that nobody named, or a test
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)
_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_LONG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)


@dataclass(frozen=True)
class Patience:
    """The deadlines of a client, in seconds."""

    headers: float = 10.0  # from the first byte of a request, or from the connection
    body: float = 20.0
    answer: float = 20.0  # to read at least ``SLOWEST`` bytes a second of the answer
    farewell: float = 10.0  # to read the rest of an answer after the connection was closed


class Doors:
    """Counts the open connections."""

    def __init__(
        self,
        most: int = MOST,
        most_from_one: int = 500,
        exempt: Collection[str] = (),
        patience: Patience = Patience(),  # noqa: B008 - it never changes
    ) -> None:
        """``exempt`` are addresses or networks without a cap of their own, such as a proxy's."""
        self.most: Final = most
        self.most_from_one: Final = most_from_one
        self.patience: Final = patience
        self.open: Final[Counter[str]] = Counter()
        self.turned_away = 0
        self._all = 0
        self._exempt: Final = HOME | set(exempt)
        self._networks: Final = [ipaddress.ip_network(one) for one in exempt if "/" in one]

    @property
    def all(self) -> int:
        """How many connections are open."""
        return self._all

    def enter(self, address: str) -> bool:
        """Count a new connection. Return False if it must be refused."""
        one = group_of(address)
        full = self.open[one] >= self.most_from_one and not self._is_exempt(address)
        if full or self._all >= self.most:
            self.turned_away += 1
            log.warning("a connection was turned away: %d are open", self._all)
            return False
        self.open[one] += 1
        self._all += 1
        return True

    def _is_exempt(self, address: str) -> bool:
        if address in self._exempt:
            return True
        try:
            return any(ipaddress.ip_address(address) in network for network in self._networks)
        except ValueError:
            return False

    def leave(self, address: str) -> None:
        one = group_of(address)
        self._all -= 1
        self.open[one] -= 1
        if not self.open[one]:
            del self.open[one]


def group_of(address: str) -> str:
    """Return what limits count by: the address, or for IPv6 its /64 network, which is one household."""
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address


if TYPE_CHECKING:
    _Base = H11Protocol

    class _Connection(asyncio.Protocol):
        transport: asyncio.Transport
        loop: asyncio.AbstractEventLoop
else:
    _Base = _Connection = object


class _Taken(_Connection):
    """Closes a connection whose client does not read what is sent to it."""

    doors: Doors
    _stall: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._stop_looking()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_looking()
        super().connection_lost(exc)

    def _look(self, waiting: int) -> None:
        self._stop_looking()
        self._stall = self.loop.call_later(self.doors.patience.answer, self._look_again, waiting)

    def _look_again(self, waiting: int) -> None:
        left = self.transport.get_write_buffer_size()
        if waiting - left < SLOWEST * self.doors.patience.answer:
            self.transport.abort()
        else:
            self._look(left)

    def _stop_looking(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


class _Watched(_Taken, _Base):
    """Adds the connection count and the deadlines to both of uvicorn's HTTP protocols."""

    owed = "headers"  # what the client still has to send: headers, body or nothing

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.address = (get_remote_addr(transport) or ("?", 0))[0]
        self.inside = self.doors.enter(self.address)
        self._timed = ""
        self._timer: asyncio.TimerHandle | None = None
        self._unread = 0
        super().connection_made(cast(asyncio.Transport, _Gathered(transport, self.loop)))
        if self.inside:
            self._watch()
        else:
            self._dismiss(_FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        if self.inside:
            self.doors.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._unread = self._unread + len(data) if self.owed == "headers" else 0
        if self._unread > LARGEST_HEADERS:
            self._dismiss(_LONG)
        elif self.inside:
            self._watch()

    def _watch(self) -> None:
        """Start the deadline for what the client still has to send. Further bytes do not extend it."""
        if self.owed == self._timed:
            return
        self._forget()
        self._timed = self.owed
        if self.owed:
            seconds = getattr(self.doors.patience, self.owed)
            self._timer = self.loop.call_later(seconds, self._dismiss, _LATE)

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _dismiss(self, answer: bytes) -> None:
        """Send the reason, unless an answer has begun, and close."""
        self._forget()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(answer)
        self._close()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        self._forget()
        self.inside = False  # the WebSocket's end gives the place back
        super().handle_websocket_upgrade(*event)

    def timeout_keep_alive_handler(self) -> None:
        self._close()

    def _close(self) -> None:
        """Close, even if the client never reads the rest."""
        self.transport.close()
        self.loop.call_later(self.doors.patience.farewell, self.transport.abort)


class _Gathered:
    """A transport that sends everything written in one turn of the event loop at once: headers and body.

    Each system call wakes the client, which costs more than the answer.
    """

    __slots__ = ("_later", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport: Final = transport
        self._loop: Final = loop
        self._later: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._later:
            self._loop.call_soon(self._send)
        self._later.append(data)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def _send(self) -> None:
        if self._later:
            data = self._later[0] if len(self._later) == 1 else b"".join(self._later)
            self._later.clear()
            if not self._transport.is_closing():
                self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class _WatchedH11(_Watched, H11Protocol):
    def handle_events(self) -> None:
        super().handle_events()
        state = self.conn.their_state
        partial = bool(self.conn.trailing_data[0])
        self.owed = "body" if state is h11.SEND_BODY else "headers" if state is h11.IDLE and partial else ""


if HttpToolsProtocol is not None:

    class _WatchedHttpTools(_Watched, HttpToolsProtocol):  # type: ignore[misc]
        _answered: Any = None  # the request that is being answered; ``cycle`` is the latest one

        def _start_asgi_task(self, cycle: Any, app: Any) -> None:
            self._answered = cycle
            super()._start_asgi_task(cycle, app)

        def connection_lost(self, exc: Exception | None) -> None:
            if self._answered is not None:
                self._answered.disconnected = True
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if len(self.pipeline) > MOST_QUEUED:
                self.transport.abort()

        def on_message_begin(self) -> None:
            self.owed = "headers"
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self.owed = "body"
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self.owed = ""
            super().on_message_complete()


class _Inbox:
    """A queue for one reader. asyncio's own takes 3 kB, even if it is empty."""

    __slots__ = ("_items", "_loop", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop: Final = loop
        self._items: Final[list[Any]] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        self._items.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        return not self._items

    async def get(self) -> Any:
        while not self._items:
            self._reader = self._loop.create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._items.pop(0)


class _Gate:
    """An event that is set most of the time. asyncio's own takes 760 bytes."""

    __slots__ = ("_loop", "_opening")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop: Final = loop
        self._opening: asyncio.Future[None] | None = None  # None: it is set

    def is_set(self) -> bool:
        return self._opening is None

    def clear(self) -> None:
        if self._opening is None:
            self._opening = self._loop.create_future()

    def set(self) -> None:
        if self._opening is not None:
            self._opening.set_result(None)
            self._opening = None

    async def wait(self) -> None:
        while self._opening is not None:
            await asyncio.shield(self._opening)  # others may wait for the same one


class _WatchedLine(_Taken, WebSocketsSansIOProtocol):
    """A WebSocket. It keeps its place in the connection count, and little memory.

    While a client does not read, it is not read from either: each ping would add an answer to the buffer.

    Each message is compressed on its own, so a waiting connection holds no dictionaries. uvicorn's own two
    take 70 kB per connection. The headers of the handshake are dropped after it.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = _Inbox(self.loop)  # type: ignore[assignment]
        self.writable = _Gate(self.loop)  # type: ignore[assignment]
        self.conn = ServerProtocol(
            extensions=[
                ServerPerMessageDeflateFactory(
                    server_no_context_takeover=True,
                    client_no_context_takeover=True,
                    server_max_window_bits=12,
                    client_max_window_bits=12,
                    compress_settings={"memLevel": 5, "level": 1},  # half the work, a tenth more bytes
                )
            ],
            max_size=self.config.ws_max_size,
            logger=self.logger,
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(0)

    def start_keepalive(self) -> None:
        super().start_keepalive()
        self.request.headers.clear()
        self.response.headers.clear()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave((self.client or ("?", 0))[0])
        super().connection_lost(exc)


def protocols(doors: Doors) -> dict[str, Any]:
    """Return the uvicorn settings that use these protocols."""
    http = _WatchedH11 if HttpToolsProtocol is None else _WatchedHttpTools
    return {
        "http": type("Watched", (http,), {"doors": doors}),
        "ws": type("WatchedLine", (_WatchedLine,), {"doors": doors}),
    }


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows. Return how many connections fit."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + FOR_OURSELVES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):  # macOS allows less than it says
            pass
    if soft == resource.RLIM_INFINITY:
        return MOST
    return max(10, min(MOST, soft - FOR_OURSELVES))
