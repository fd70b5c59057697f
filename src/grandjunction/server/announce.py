"""Finds a free port, and tells people where the game is: on this machine, on the network, in public."""

from __future__ import annotations

import errno
import io
import socket
import sys
from typing import Final

import segno

PORT: Final = 1837  # the year in which the railway opened
TRIED: Final = 20  # ports after it, before it is given up
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # where this machine itself finds it


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens, so that the address is valid before it is printed.

    Port 0 takes any free port.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Name the protocol: asyncio disables Nagle's delay only on sockets that say they are TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(error.errno, f"port {port} is in use by another program: name another") from error
        raise
    return listening


def bind_usual(host: str, port: int = PORT) -> socket.socket:
    """Return a socket on the usual port, or on the next one that is free. Says so if it is another."""
    for tried in range(port, port + TRIED):
        try:
            listening = bind(host, tried)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            continue
        if tried != port:
            print(f"Port {port} is taken by another program: using {tried}.", file=sys.stderr, flush=True)
        return listening
    raise OSError(f"ports {port} to {port + TRIED - 1} are all taken: name a free one with --port")


def address(listening: socket.socket, host: str) -> str:
    """Return the URL of a listening socket, as this machine opens it."""
    port = listening.getsockname()[1]
    host = _EVERYWHERE.get(host, host)
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def network_address(listening: socket.socket, host: str) -> str | None:
    """Return the URL at which others on the network find a server that listens everywhere."""
    if host not in _EVERYWHERE:
        return None
    found = _own_address()
    return None if found is None else f"http://{found}:{listening.getsockname()[1]}/"


def _own_address() -> str | None:
    """Return this machine's address on its network. Nothing is sent: the system only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for examples
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if found.startswith(("127.", "0.")) else found


def qr_picture(text: str) -> bytes:
    """Return a text as a QR code in SVG: dark on white, with the quiet zone around it."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", light="white", omitsize=True)
    return drawn.getvalue()


def qr_code(url: str) -> str:
    """Return a URL as a QR code for the terminal, to be scanned from the screen."""
    drawn = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out=drawn, compact=True)
    return drawn.getvalue()
