"""Sends requests to addresses given by players, and never to this machine or its network.

A name is resolved once. All its addresses must be public, and the request goes to one of these checked
addresses, so the name cannot lead elsewhere a moment later. Redirects are not followed, and the answer's
body is not read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

if TYPE_CHECKING:
    import httpx

PATIENCE: Final = 10.0  # seconds for a whole request
LONGEST: Final = 2000  # characters of an address
# IPv6 addresses that embed an IPv4 address, which would go unchecked.
_DISGUISED: Final = [
    ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
]
Lookup = Callable[[str, int], Awaitable[list[str]]]


class Refused(Exception):
    """Raised for an address that requests must not go to."""


class Unreachable(Exception):
    """Raised if there was no answer."""


@dataclass(frozen=True)
class Reply:
    """What was answered."""

    status: int
    retry_after: float

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


async def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of a name."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def is_public(address: str) -> bool:
    """Whether an address is on the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif any(ip in net for net in _DISGUISED):
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


class Outbound:
    """Sends requests. ``private`` allows addresses of this machine and its network, and plain HTTP."""

    def __init__(self, private: bool = False, lookup: Lookup = look_up) -> None:
        self._private: Final = private
        self._lookup: Final = lookup
        self._client: httpx.AsyncClient | None = None

    def check(self, url: str) -> SplitResult:
        """Return the parts of a URL. Raises ``Refused`` unless it is a plain https URL."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Refused("This is not an address.") from None
        if len(url) > LONGEST or not url.isascii() or any(char <= " " for char in url) or not parts.hostname:
            raise Refused("This is not an address.")
        if parts.scheme != "https" and not (self._private and parts.scheme == "http"):
            raise Refused("The address must begin with https://.")
        if parts.username is not None or parts.password is not None or port == 0:
            raise Refused("The address must hold no name, password or port 0.")
        return parts

    async def vet(self, parts: SplitResult) -> str:
        """Return the address to connect to. Raises ``Refused`` if any address of the name is not public."""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            found = await self._lookup(parts.hostname or "", port)
        except (OSError, UnicodeError):
            raise Unreachable("its name is not known") from None
        if not found:
            raise Unreachable("its name is not known")
        if not self._private and not all(map(is_public, found)):
            raise Refused("This address belongs to a private network.")
        return found[0]

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        """Send a request. Raises ``Refused`` or ``Unreachable``, neither of which contains the address."""
        parts = self.check(url)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._post(parts, await self.vet(parts), body, headers)
        except TimeoutError:
            raise Unreachable("it takes too long to answer") from None

    async def _post(self, parts: SplitResult, address: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        import httpx

        if self._client is None:
            # No connection is kept: the next request to the same address may be for another name. Settings of
            # the environment, such as a proxy, would bypass the vetted address.
            limits = httpx.Limits(max_connections=64, max_keepalive_connections=0)
            self._client = httpx.AsyncClient(
                limits=limits, timeout=PATIENCE, trust_env=False, follow_redirects=False
            )
        pinned = httpx.URL(parts.geturl()).copy_with(host=address)
        request = self._client.build_request(
            "POST",
            pinned,
            content=body,
            headers={**headers, "Host": parts.netloc},
            extensions={"sni_hostname": parts.hostname or ""},  # the certificate must be for this name
        )
        try:
            reply = await self._client.send(request, stream=True)
        except (httpx.HTTPError, OSError) as error:
            raise Unreachable(type(error).__name__) from None
        await reply.aclose()  # the rest is not needed
        return Reply(reply.status_code, _seconds(reply.headers.get("retry-after", "")))

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


def _seconds(retry_after: str) -> float:
    return min(float(retry_after), 3600.0) if retry_after.isascii() and retry_after.isdigit() else 0.0
