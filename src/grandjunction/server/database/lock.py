"""A lock beside the database, so that only one program writes to it. The system frees it with the process."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Final


class InUse(ValueError):
    """Raised if another program holds the database."""


class DatabaseLock:
    """Holds a database for this process until it is closed. Raises ``InUse`` if another one has it."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        self._file: Final = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._file)
        except OSError:
            os.close(self._file)
            raise InUse(
                f"{database} is in use by another Grand Junction server. Two servers on one database would "
                "each show games that the other has changed: stop that one, or name another --database."
            ) from None

    def close(self) -> None:
        """Free the database. The file stays: to remove it would free it for two at once."""
        os.close(self._file)

    def __enter__(self) -> DatabaseLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
