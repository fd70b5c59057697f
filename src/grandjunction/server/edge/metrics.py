"""The server's figures in the format of Prometheus, and the middleware that counts requests."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import logs
from .connections import Doors

if TYPE_CHECKING:
    from ..hall import Hall

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry: Final = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests: Final = Counter(
            "grandjunction_requests", "Requests.", ["method", "route", "status"], registry=self.registry
        )
        self._seconds: Final = Histogram(
            "grandjunction_request_seconds",
            "Seconds to answer.",
            ["route"],
            registry=self.registry,
            buckets=_SECONDS,
        )

        self._kept: Final[dict[tuple[str, str, int], tuple[Counter, Histogram]]] = {}

    def watch(self, hall: Hall) -> None:
        """Add the figures of the games."""
        self.registry.register(_HallFigures(hall))

    def watch_doors(self, doors: Doors) -> None:
        """Add the metrics of the connections."""
        self.registry.register(_DoorFigures(doors))

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request, and log it where requests are logged."""
        kept = self._kept.get((method, route, status))
        if kept is None:  # as many as there are routes and statuses: paths are not counted
            labelled = self._requests.labels(method, route, str(status)), self._seconds.labels(route)
            kept = self._kept[method, route, status] = labelled
        kept[0].inc()
        kept[1].observe(seconds)
        if logs.requests.isEnabledFor(logging.INFO):
            fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            logs.requests.info("request", extra={"fields": fields})


class _HallFigures(Collector):
    """Reads the figures of the games when they are asked for."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall

    def collect(self) -> Iterator[Metric]:
        hall = self._hall
        for name, what, value in (
            ("games_in_memory", "Games in memory.", hall.games_in_memory),
            ("live_lines", "Open live lines.", len(hall.crowd)),
            ("bot_games", "Games in which bots are at it.", hall.bots.playing),
            ("bot_games_failed", "Games in which a bot has failed and will try again.", hall.bots.failed),
            ("bot_turns_waiting", "Bots' turns that wait for a worker.", hall.bots.waiting),
            ("database_waiting", "Calls that wait for the database.", hall.journal.waiting),
        ):
            yield GaugeMetricFamily(f"grandjunction_{name}", what, value)
        waiting = GaugeMetricFamily(
            "grandjunction_notices_waiting", "Notices that wait, by where they go next.", labels=["channel"]
        )
        for kind, number in hall.notices.waiting.items():
            waiting.add_metric([kind], number)
        yield waiting
        told = CounterMetricFamily(
            "grandjunction_notices", "Notices, by channel and outcome.", labels=["channel", "outcome"]
        )
        for (channel, outcome), number in hall.notices.counts.items():
            told.add_metric([channel, outcome], number)
        yield told
        journal = hall.journal
        yield CounterMetricFamily("grandjunction_database_batches", "Transactions.", journal.batches)
        yield CounterMetricFamily("grandjunction_database_seconds", "Seconds in them.", journal.seconds)
        yield CounterMetricFamily("grandjunction_database_failures", "Those that failed.", journal.failures)


class _DoorFigures(Collector):
    """Reads the connections' metrics when they are requested."""

    def __init__(self, doors: Doors) -> None:
        self._doors: Final = doors

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("grandjunction_connections", "Open connections.", self._doors.all)
        yield CounterMetricFamily(
            "grandjunction_connections_turned_away", "Those past a cap.", self._doors.turned_away
        )


class Watch:
    """Middleware that counts requests by the pattern of their route: paths may hold secrets."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app: Final = app
        self.metrics: Final = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            self.metrics.note(scope["method"], route_of(scope), status, time.perf_counter() - begun)


def route_of(scope: Scope) -> str:
    """Return the pattern of the route that answers a request, such as ``/api/games/{game}``."""
    return str(getattr(scope.get("route"), "path", "none"))
