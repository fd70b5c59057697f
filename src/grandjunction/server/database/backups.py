"""Automatic backups of a database file: one a day, kept for 7 days and then one a week for 4 weeks."""

from __future__ import annotations

import asyncio
import datetime
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..keys import key_of
from .game_rows import Job, NewJob

if TYPE_CHECKING:
    from ..hall import Hall

KIND: Final = "backup"
FIRST: Final = 600.0  # seconds after the first start of a server on a database
EVERY: Final = 24 * 3600.0
DAYS: Final = 7
WEEKS: Final = 4
_DAY: Final = re.compile(r"-(\d{4}-\d\d-\d\d)\.db")


class Backups:
    """Backs up a database periodically, as a job."""

    def __init__(self, hall: Hall, database: Path) -> None:
        self._hall: Final = hall
        self._database: Final = database
        hall.jobs.lane(KIND, 1, self._back_up)

    async def open(self) -> None:
        """Schedule the next backup."""
        await self._hall.journal.run(
            lambda storage: storage.ensure_job(NewJob(KIND, "daily", storage.time() + FIRST))
        )

    async def _back_up(self, job: Job) -> bool:
        today = datetime.datetime.now(tz=datetime.UTC).date()
        await asyncio.to_thread(back_up, self._database, today)
        await self._hall.journal.run(
            lambda storage: storage.add_job(NewJob(KIND, job.key, storage.time() + EVERY))
        )
        return False


def folder_of(database: Path) -> Path:
    """Return where the automatic backups of a database are."""
    return database.with_name(database.name + ".backups")


def back_up(database: Path, today: datetime.date) -> None:
    """Make today's backup, and remove those that are too old."""
    from .care import backup

    folder = folder_of(database)
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{database.stem}-{today}.db"
    if not target.exists():
        unfinished = folder / "unfinished.db"
        for path in (unfinished, key_of(unfinished)):
            path.unlink(missing_ok=True)
        backup(database, unfinished)
        if key_of(unfinished).exists():
            key_of(unfinished).replace(key_of(target))
        unfinished.replace(target)
    made = {day: path for path in folder.glob("*.db") if (day := _day_of(path)) is not None}
    for day in set(made) - worth_keeping(set(made), today):
        key_of(made[day]).unlink(missing_ok=True)
        made[day].unlink()


def _day_of(path: Path) -> datetime.date | None:
    found = _DAY.search(path.name)
    return None if found is None else datetime.date.fromisoformat(found[1])


def worth_keeping(days: set[datetime.date], today: datetime.date) -> set[datetime.date]:
    """Return the days whose backups are kept: the last 7, and the first one of each of the last 4 weeks."""
    kept = {day for day in days if (today - day).days < DAYS}
    for back in range(WEEKS + 1):
        monday = today - datetime.timedelta(days=today.weekday() + 7 * back)
        of_week = [day for day in days if 0 <= (day - monday).days < 7]
        if of_week and (today - min(of_week)).days <= 7 * WEEKS:
            kept.add(min(of_week))
    return kept
