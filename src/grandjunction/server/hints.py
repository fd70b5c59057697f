"""Hints, and the coach's warnings. Each is a job: any worker may answer a request made at another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, TypeAdapter

from ..core.compiled import is_compiled
from ..reviews.advice import Advice
from ..reviews.comparison import Decision
from .database.game_rows import Job, NewJob
from .database.storage import Storage
from .problems import Trouble
from .waiting import Waiting

if TYPE_CHECKING:
    from .hall import Hall

HINT_BOT: Final = "strategist" if is_compiled() else "planner"  # the strongest that answers at once
SEED: Final = "hint"
LONGEST: Final = 30.0  # seconds that a request waits for a hint
COACHED: Final = 10.0  # seconds that a turn waits for the coach
TRIES: Final = 3
FORMAT: Final = 2  # of stored answers: raise it when they are written differently
Hinted = tuple[str, Advice]  # a unit, and the reasons for it
_HINTED: Final[TypeAdapter[Hinted]] = TypeAdapter(Hinted)
_WARNING: Final[TypeAdapter[Decision | None]] = TypeAdapter(Decision | None)


class _Turn(BaseModel):
    """The payload of the coach's job: a view, and the units that are drafted there."""

    position: str
    units: list[str]


class Hints:
    """Answers requests for hints and warnings. They use only what the seat to act knows."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        self._hints: Final = _Answers(hall, "hint", self._find_hint)
        self._warnings: Final = _Answers(hall, "coach", self._find_warning)

    async def ask(self, game: str, owner: str, position: str) -> Hinted:
        """Return what a bot would do in a position that holds only what its seat knows."""
        try:
            return _HINTED.validate_json(await self._hints.ask(game, owner, position, LONGEST))
        except TimeoutError:
            message = "No hint could be found in time. Nothing was done: try again in a moment."
            raise Trouble(503, "no_hint", message, retry_after=5) from None

    async def coach(self, game: str, owner: str, position: str, units: list[str]) -> Decision | None:
        """Return the review of a drafted turn if it loses much and the answer comes in time; else None."""
        turn = _Turn(position=position, units=units).model_dump_json()
        try:
            return _WARNING.validate_json(await self._warnings.ask(game, owner, turn, COACHED))
        except TimeoutError:
            return None

    def look(self, game: str) -> None:
        """Wake the requests that wait for an answer."""
        self._hints.look(game)
        self._warnings.look(game)

    async def _find_hint(self, position: str) -> str:
        return _HINTED.dump_json(await self._hall.thinkers.hint(HINT_BOT, SEED, position)).decode()

    async def _find_warning(self, payload: str) -> str:
        turn = _Turn.model_validate_json(payload)
        found = await self._hall.thinkers.coach(HINT_BOT, SEED, turn.position, turn.units)
        return _WARNING.dump_json(found).decode()


class _Answers:
    """Answers of one kind, found in a lane of their own. The last one of each game is kept."""

    def __init__(self, hall: Hall, kind: str, find: Callable[[str], Awaitable[str]]) -> None:
        self._hall: Final = hall
        self._kind: Final = kind
        self._find: Final = find
        self._waiting: Final = Waiting(hall.jobs, kind)
        self.look: Final = self._waiting.look  # wakes the requests about a game
        hall.jobs.lane(kind, 1, self._work)

    async def ask(self, game: str, owner: str, payload: str, longest: float) -> str:
        """Return the answer to a payload. Raises ``TimeoutError``; the answer may still come and be kept."""
        part = sha256(f"{FORMAT}\n{payload}".encode()).hexdigest()[:16]
        job = NewJob(self._kind, f"{game}/{part}", owner=owner, payload=payload)

        async def find() -> str | None:
            return await self._hall.journal.run(lambda storage: _found_or_asked(storage, game, part, job))

        return await self._waiting.wait(game, find, longest)

    async def _work(self, job: Job) -> bool:
        """Compute and store an answer. After several failures, the waiting requests are refused."""
        if job.attempts >= TRIES:
            return True
        game, _, part = job.key.partition("/")
        text = await self._find(job.payload)
        await self._hall.journal.run(lambda storage: _keep(storage, game, self._kind, part, text))
        self.look(game)
        return True


def _found_or_asked(storage: Storage, game: str, part: str, job: NewJob) -> str | None:
    """Return the stored answer. Without one, add the job."""
    found = storage.findings(game, job.kind).get(part)
    if found is None:
        storage.ensure_job(job)
    return found


def _keep(storage: Storage, game: str, kind: str, part: str, text: str) -> None:
    """Store an answer in place of the game's last one, which was for another position."""
    storage.drop_findings(game, kind)
    storage.save_finding(game, kind, part, text)
