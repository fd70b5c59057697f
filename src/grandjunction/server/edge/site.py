"""The server's addresses: the host names it answers to, and its public one."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

LONGEST = 260  # characters of a host with its port
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")


class BadAddress(ValueError):
    """Raised for a public address at which the server cannot be reached."""


@dataclass(frozen=True)
class Site:
    """The server's public address, if it has one."""

    public_url: str | None = None  # with a slash at its end

    @staticmethod
    def at(url: str | None) -> Site:
        """Return the site of a public address. Raises ``BadAddress``."""
        if url is None:
            return Site()
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not _HOST.fullmatch(parts.netloc):
            raise BadAddress(f"--public-url {url}: write it as https://brass.example.org/")
        if not _PATH.fullmatch(parts.path) or parts.query or parts.fragment:
            raise BadAddress(f"--public-url {url}: only a plain path such as /brass/ may follow the host")
        return Site(f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}/")

    @property
    def base(self) -> str:
        """The path under which the server is reached, with a slash at both ends; usually ``/``."""
        return "/" if self.public_url is None else urlsplit(self.public_url).path

    def without_base(self, path: str) -> str:
        """Return a request's path without the base, which a proxy may have removed already."""
        return path[len(self.base) - 1 :] if path.startswith(self.base) else path

    @property
    def _public(self) -> str:
        return "" if self.public_url is None else urlsplit(self.public_url).netloc

    def answers_to(self, host: str) -> bool:
        """Whether a request for this host is meant for us.

        Another site can let its own name point to this machine, and then reads our answers in its visitors'
        browsers. It cannot do so with an address, nor with a name that only this network knows. Browsers
        always name a host; a program that does not is welcome.
        """
        return len(host) <= LONGEST and self._answers_to(host)

    @lru_cache(maxsize=1000)  # noqa: B019 - there is one site, and it lives as long as the server
    def _answers_to(self, host: str) -> bool:
        if not host or host.lower() == self._public:
            return True
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]").lower()
        return _is_address(name) or "." not in name or name.endswith((".local", ".localhost"))

    def is_own(self, origin: str | None, host: str) -> bool:
        """Whether a request comes from our own page: browsers name its origin, which must be this host."""
        if origin is None:
            return True
        try:
            netloc = urlsplit(origin).netloc.lower()
        except ValueError:
            return False
        return netloc != "" and netloc in (host.lower(), self._public)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
