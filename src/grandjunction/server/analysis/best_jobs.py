"""Finds the best turns in positions. Each search is a job, and its answer is kept for a while.

A job holds only what the seat to act knows. Equal positions, depths and judges share one job and its answer.
"""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, TypeAdapter

from ...core.view import View
from ...reviews import DEPTHS, Estimate, judge_version
from ...reviews.best_turns import FoundTurn
from ...reviews.sentences import Teller
from ..database.game_rows import Job, NewJob
from ..database.storage import Storage
from ..describe import words_in
from ..problems import Trouble
from ..review_messages import Spread
from ..waiting import Waiting
from .analysis_messages import BestTurn, BestTurns

if TYPE_CHECKING:
    from ..hall import Hall

KIND: Final = "analysis"
SEED: Final = "analysis"
AT_ONCE: Final = 2  # at one worker
MOST: Final = 4  # that one browser waits for
TRIES: Final = 3
LONGEST: Final = 15.0  # seconds that a request waits; the client asks again
KEPT: Final = 24 * 3600  # seconds
VP_DIGITS: Final = 2
SHARE_DIGITS: Final = 4
_FOUND: Final = TypeAdapter(list[FoundTurn])
log: Final = logging.getLogger("grandjunction.server")


class _Order(BaseModel):
    """The payload of a job."""

    position: str  # a view
    depth: str


def find_best(depth: str, position: str) -> list[FoundTurn]:
    """Find the best turns. Runs in a worker."""
    from ...core.position.reading import read_position
    from ...reviews.best_turns import best_turns
    from ...rulesets import ruleset

    return best_turns(View(read_position(position, ruleset)), DEPTHS[depth], SEED)


class BestJobs:
    """The best turns that are asked for."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        self._waiting: Final = Waiting(hall.jobs, KIND)
        self.look: Final = self._waiting.look  # wakes the requests for a key
        hall.jobs.lane(KIND, AT_ONCE, self._find)

    async def ask(self, owner: str, view: View, depth: str, names: list[str], lang: str) -> BestTurns:
        """Return the best turns, or that the search still runs. Raises ``Trouble`` if too many wait."""
        position = view.to_position()
        judge = judge_version(view.rules, int(view.known.players))
        key = sha256(f"{judge}\n{depth}\n{position}".encode()).hexdigest()[:40]
        order = _Order(position=position, depth=depth).model_dump_json()
        found = await self._wait(key, NewJob(KIND, key, owner=owner, payload=order))
        turns = [] if found is None else _FOUND.validate_json(found)
        tell = Teller(view.rules, names, words_in(lang))
        told = [_told(one, turns[0], tell) for one in turns]
        return BestTurns(running=found is None, turns=told, judge=judge)

    async def _wait(self, key: str, job: NewJob) -> str | None:
        async def find() -> str | None:
            found, room = await self._hall.journal.run(lambda storage: _found_or_asked(storage, key, job))
            if not room:
                raise Trouble(429, "too_many", "Other positions are being analysed: wait a moment.")
            return found

        try:
            return await self._waiting.wait(key, find, LONGEST)
        except TimeoutError:
            return None

    async def _find(self, job: Job) -> bool:
        if job.attempts >= TRIES:
            log.error("an analysis has failed %d times and is given up", job.attempts)
            return True
        order = _Order.model_validate_json(job.payload)
        owner = f"analysis {job.owner}"
        found = await self._hall.thinkers.work(owner, find_best, order.depth, order.position)
        text = _FOUND.dump_json(found).decode()
        await self._hall.journal.run(lambda storage: _keep(storage, job.key, text))
        self.look(job.key)
        return True


def _found_or_asked(storage: Storage, key: str, job: NewJob) -> tuple[str | None, bool]:
    """Return the stored answer, if any, and whether there is room. Without an answer, add the job."""
    found = storage.studies.analysis(key)
    if found is not None:
        return found, True
    if storage.job_payload(KIND, key) is None:
        if storage.count_jobs(KIND, job.owner) >= MOST:
            return None, False
        storage.ensure_job(job)
    return None, True


def _keep(storage: Storage, key: str, text: str) -> None:
    at = int(storage.time())
    storage.studies.forget_analyses(at - KEPT)
    storage.studies.keep_analysis(key, text, at)


def _told(one: FoundTurn, first: FoundTurn, tell: Teller) -> BestTurn:
    return BestTurn(
        moves=one.moves,
        text=tell.moves(one.moves) if one is first else tell.other_moves(one.moves, first.moves),
        vp=[_spread(each, VP_DIGITS) for each in one.vp],
        share=[_spread(each, SHARE_DIGITS) for each in one.share],
        behind_vp=_spread(one.behind_vp, VP_DIGITS),
        behind_share=_spread(one.behind_share, SHARE_DIGITS),
        equal=one.is_equal,
        reasons=[tell.reason(reason) for reason in one.reasons],
    )


def _spread(estimate: Estimate, digits: int) -> Spread:
    return Spread.model_validate(estimate.as_dict(digits))
