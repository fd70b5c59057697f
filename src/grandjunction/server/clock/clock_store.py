"""Clocks, rests and time-outs in the database, for both stores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, func, insert, select, update

from ..database.sql_base import Connected, Kind, SubjectStore
from ..database.sql_tables import CLOCKS, RESTS, TIMEOUTS
from ..people.people_rows import ZONE
from ..people.people_tables import PLAYERS
from .clocks import Clock
from .rest import Holiday, Rest

_FIELDS: Final = ("seat", "holder", "since", "due", "pauses", "warned", "out", "seconds", "timeouts", "votes")
COLUMNS: Final = ("pace", *_FIELDS)  # of ``clock_in``


class _Statements:
    def __init__(self, kind: Kind) -> None:
        sql, upsert = kind.sql, kind.insert
        c, r, t = CLOCKS.c, RESTS.c, TIMEOUTS.c
        self.add = sql(insert(CLOCKS), *(column.name for column in c))
        self.load = sql(select(*(c[name] for name in COLUMNS)).where(c.game == bindparam("its_game")))
        self.save = sql(
            update(CLOCKS)
            .where(c.game == bindparam("its_game"))
            .values({name: bindparam(name) for name in _FIELDS})
        )
        self.running = sql(select(c.game).where(c.holder == bindparam("its_holder")).order_by(c.game))
        new = upsert(RESTS)
        columns = [column.name for column in r]
        self.save_rest = sql(
            new.on_conflict_do_update(
                index_elements=[r.player], set_={name: new.excluded[name] for name in columns[1:]}
            ),
            *columns,
        )
        self.rest = sql(
            select(r.night_begins, r.night_ends, r.holidays, r.changed).where(
                r.player == bindparam("its_player")
            )
        )
        self.zone = sql(select(PLAYERS.c.zone).where(PLAYERS.c.id == bindparam("its_player")))
        self.forget_rest = sql(delete(RESTS).where(r.player == bindparam("its_player")))
        self.timed_out = sql(upsert(TIMEOUTS).on_conflict_do_nothing(), *(column.name for column in t))
        self.timeouts = sql(
            select(func.count()).where(and_(t.player == bindparam("its_player"), t.at >= bindparam("since")))
        )


class ClockStore(SubjectStore[_Statements]):
    """The clocks in a storage. Calls are part of its transaction."""

    def __init__(self, storage: Connected, kind: str) -> None:
        super().__init__(storage, kind, _Statements)

    # -- clocks -------------------------------------------------------------------------------------

    def add(self, game: str, clock: Clock) -> None:
        """Add the clock of a new game."""
        self._storage.db.execute(self._sql.add, {"game": game, "pace": clock.pace, **_values(clock)})

    def load(self, game: str) -> Clock:
        """Return a game's clock. The game must have one."""
        return clock_in(self._storage.db.execute(self._sql.load, {"its_game": game}).fetchone())

    def save(self, game: str, clock: Clock) -> None:
        """Replace a game's clock. The caller has changed the game in the same transaction."""
        self._storage.db.execute(self._sql.save, {"its_game": game, **_values(clock)})

    def running(self, player: str) -> list[str]:
        """Return the games in which a player's time runs."""
        found = self._storage.db.execute(self._sql.running, {"its_holder": player})
        return [game for (game,) in found]

    # -- people -------------------------------------------------------------------------------------

    def rest(self, player: str | None) -> tuple[Rest, float]:
        """Return when a player's clock pauses, and when the night was last changed."""
        if player is None:
            return Rest(), 0.0
        found = self._storage.db.execute(self._sql.zone, {"its_player": player}).fetchone()
        zone = ZONE if found is None or found[0] is None else str(found[0])
        row = self._storage.db.execute(self._sql.rest, {"its_player": player}).fetchone()
        if row is None:
            return Rest(zone), 0.0
        begins, ends, holidays, changed = row
        days = tuple(Holiday(date.fromisoformat(a), date.fromisoformat(b)) for a, b in json.loads(holidays))
        return Rest(zone, None if begins is None else (begins, ends), days), changed

    def has_rest(self, player: str) -> bool:
        """Whether a player has set a night or holidays."""
        return self._storage.db.execute(self._sql.rest, {"its_player": player}).fetchone() is not None

    def save_rest(self, player: str, rest: Rest, changed: float) -> None:
        """Keep a player's night and holidays. The time zone is in the player's row."""
        begins, ends = rest.night or (None, None)
        holidays = json.dumps([[one.first.isoformat(), one.last.isoformat()] for one in rest.holidays])
        values = {"night_begins": begins, "night_ends": ends}
        self._storage.db.execute(
            self._sql.save_rest, {"player": player, "holidays": holidays, "changed": changed, **values}
        )

    def forget(self, player: str) -> None:
        """Forget a player's rest. Time-outs stay, as the games do."""
        self._storage.db.execute(self._sql.forget_rest, {"its_player": player})

    def time_out(self, player: str, game: str, seat: int, at: float) -> None:
        """Store that somebody ran out of time."""
        values = {"player": player, "game": game, "seat": seat, "at": at}
        self._storage.db.execute(self._sql.timed_out, values)

    def timeouts(self, player: str, since: float) -> int:
        """Return how often a player has run out of time since a moment."""
        values = {"its_player": player, "since": since}
        return int(self._storage.db.execute(self._sql.timeouts, values).fetchone()[0])


def clock_in(row: Sequence[Any]) -> Clock:
    """Return the clock whose columns a row has, in the order of ``COLUMNS``."""
    pace, seat, holder, since, due, pauses, warned, out, seconds, timeouts, votes = row
    return Clock(
        pace=pace, left=json.loads(seconds), timeouts=json.loads(timeouts), seat=seat, holder=holder,
        since=since or 0.0, due=due or 0.0, pauses=[(a, b, why) for a, b, why in json.loads(pauses)],
        warned=bool(warned), out=out, votes=json.loads(votes),
    )  # fmt: skip


def _values(clock: Clock) -> dict[str, Any]:
    runs = clock.seat is not None
    return {
        "seat": clock.seat, "holder": clock.holder, "since": clock.since if runs else None,
        "due": clock.due if runs else None, "pauses": json.dumps(clock.pauses), "warned": int(clock.warned),
        "out": clock.out, "seconds": json.dumps(clock.left), "timeouts": json.dumps(clock.timeouts),
        "votes": json.dumps(clock.votes),
    }  # fmt: skip
