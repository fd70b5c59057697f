"""Reviews of hosted games: jobs beside the bots' turns, stored with the version of their judge.

A game between people is reviewed when it is over. One person among bots may ask at any time, and gets only
their own turns, judged by what they could know. Every step is stored when it is done, so another worker can
go on where one stopped.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, TypeAdapter

from ..record.game import Game
from ..reviews import DEPTHS, Chance, Decision, judge_version
from ..reviews.document import document
from ..reviews.points import points
from ..reviews.reviewing import assemble, work_on
from ..reviews.timeline import Task, tasks
from ..words import LANGUAGES, Words
from .database.game_rows import Job, NewJob
from .database.storage import Storage
from .describe import names_in
from .hosted import HostedGame, Viewer
from .messages import Table
from .problems import Trouble
from .review_messages import DepthName, ReviewPage, ReviewState, as_page

if TYPE_CHECKING:
    from .hall import Hall

KIND: Final = "review"  # of the jobs, and of the finding that is the review of an unfinished game
STEP: Final = "review step"
SEED: Final = "review"
AT_ONCE: Final = 4  # reviews at one worker; their steps alternate
MOST: Final = 4  # waiting reviews per browser
TRIES: Final = 10  # a restart counts as one
_STEP: Final[TypeAdapter[Decision | Chance]] = TypeAdapter(Decision | Chance)
log: Final = logging.getLogger("grandjunction.server")


class _Order(BaseModel):
    """The payload of a review job."""

    ply: int
    seat: int | None  # whose turns; None: everybody's
    depth: str
    judge: str
    total: int  # steps


class _Head(BaseModel):
    """What is read first of a stored review."""

    judge: str
    depth: DepthName


class _SoFar(BaseModel):
    """The review of a game, and how far it was played then."""

    ply: int
    document: str


class Reviews:
    """The reviews of all games. Each game has at most one under way."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        hall.jobs.lane(KIND, AT_ONCE, self._review)

    async def state(self, hosted: HostedGame, viewer: Viewer, lang: str) -> ReviewState:
        """Return a game's review in a language, or its progress."""
        may = self.may(hosted, viewer)
        order, done = await self._hall.journal.read(lambda storage: _running(storage, hosted.id, may))
        found, outdated = await self._kept(hosted) if may else (None, None)
        page = None if found is None else await asyncio.to_thread(_told, hosted, found, lang)
        return ReviewState(
            may=may,
            outdated=outdated,
            running=order is not None,
            done=done,
            total=0 if order is None else order.total,
            review=page,
        )

    async def start(self, hosted: HostedGame, viewer: Viewer, depth: str) -> None:
        """Start a review, unless one is under way. Raises ``Trouble`` if it is not allowed."""
        if not self.may(hosted, viewer):
            raise Trouble(403, "not_over", "A game between people is reviewed when it is over.")
        game, seat = hosted.game, None if hosted.row.over else viewer.seats[0]
        order = _Order(
            ply=game.ply,
            seat=seat,
            depth=depth,
            judge=judge_version(game.rules, game.state.players),
            total=await asyncio.to_thread(lambda: sum(1 for _ in tasks(game, seat))),
        )
        job = NewJob(KIND, hosted.id, owner=viewer.player or "", payload=order.model_dump_json())
        if not await self._hall.journal.run(lambda storage: _begin(storage, job)):
            raise Trouble(429, "too_many", "Other games are being reviewed: wait a moment.")
        self._hall.jobs.wake(KIND)

    def line(self, hosted: HostedGame, viewer: Viewer, ply: int, moves: list[str]) -> Table:
        """Return the table after other moves from an earlier moment, as the viewer may know it.

        Before the end, only the viewer's own turns are tried: what a rival could do tells of its hand.
        """
        if ply > hosted.game.ply or not self.may(hosted, viewer):
            raise Trouble(403, "not_over", "This cannot be tried here.")
        game = hosted.game.at(ply)
        for move in moves:
            if not hosted.row.over and game.state.to_act not in viewer.seats:
                raise Trouble(403, "not_over", "Only your own turns can be tried before the end.")
            try:
                game.replay([move])
            except ValueError as error:
                raise Trouble(422, "line", str(error)) from error
        return hosted.moment(viewer, game, self._hall.seats(hosted, viewer))

    def may(self, hosted: HostedGame, viewer: Viewer) -> bool:
        """Whether the game is over, or the viewer is its only person."""
        if hosted.row.over:
            return True
        people = [number for number, seat in enumerate(hosted.row.seats) if seat.kind != "bot"]
        return len(people) == 1 and viewer.seats == people

    async def _kept(self, hosted: HostedGame) -> tuple[_SoFar | None, DepthName | None]:
        """Return the review that there is; if another judge made it, only its depth."""
        id, found = hosted.id, None
        if hosted.row.over:
            stored = await self._hall.journal.read(lambda storage: storage.review(id))
            if stored is not None:
                found = _SoFar(ply=hosted.game.ply, document=stored[1])
        else:
            texts = await self._hall.journal.read(lambda storage: storage.findings(id, KIND))
            found = _SoFar.model_validate_json(texts[""]) if texts else None
        if found is None:
            return None, None
        head = _Head.model_validate_json(found.document)
        if head.judge != judge_version(hosted.rules, hosted.game.state.players):
            return None, head.depth
        return found, None

    # -- the job ------------------------------------------------------------------------------------

    async def _review(self, job: Job) -> bool:
        """Review a game, or resume. Give up after several failures."""
        try:
            hosted = await self._hall.find_unseen(job.key)
        except Trouble:  # the game is deleted or unreadable
            return True
        if job.attempts >= TRIES:
            log.error("game %s: its review has failed %d times and is given up", job.key, job.attempts)
            return True
        order = _Order.model_validate_json(job.payload)
        game = await asyncio.to_thread(hosted.game.at, order.ply)
        judge = judge_version(game.rules, game.state.players)
        if judge != order.judge:  # this version has another judge
            await self._hall.journal.run(lambda storage: storage.drop_findings(job.key, STEP))
        found = await self._steps(job.key, game, order)
        text = await asyncio.to_thread(_written, game, order.depth, order.seat, found)
        await self._hall.journal.run(lambda storage: _finish(storage, job.key, order, judge, text))
        return True

    async def _steps(self, id: str, game: Game, order: _Order) -> list[Decision | Chance]:
        """Return all reviewed decisions and chances: those found before, and the rest."""
        todo = await asyncio.to_thread(lambda: list(tasks(game, order.seat)))
        texts = await self._hall.journal.read(lambda storage: storage.findings(id, STEP))
        left = [task for task in todo if str(task.ply) not in texts]
        steps = [asyncio.create_task(self._step(id, order.depth, task)) for task in left]
        try:
            return [*map(_STEP.validate_json, texts.values()), *await asyncio.gather(*steps)]
        finally:
            for step in steps:  # if one fails, the others are done with the next try
                step.cancel()

    async def _step(self, id: str, depth: str, task: Task) -> Decision | Chance:
        """Review one decision or chance in a worker. Bots of other games take turns with it."""
        found = await self._hall.thinkers.work(f"review {id}", work_on, DEPTHS[depth], SEED, task)
        text = _STEP.dump_json(found).decode()
        await self._hall.journal.run(lambda storage: storage.save_finding(id, STEP, str(task.ply), text))
        return found


def stored_review(storage: Storage, id: str) -> str | None:
    """Return the document of a game's review: of the whole game, or of a practice game so far."""
    whole = storage.review(id)
    if whole is not None:
        return whole[1]
    so_far = storage.findings(id, KIND)
    return _SoFar.model_validate_json(so_far[""]).document if so_far else None


def _running(storage: Storage, id: str, may: bool) -> tuple[_Order | None, int]:
    """Return the review under way and the number of finished steps."""
    payload = storage.job_payload(KIND, id) if may else None
    if payload is None:
        return None, 0
    return _Order.model_validate_json(payload), storage.count_findings(id, STEP)


def _begin(storage: Storage, job: NewJob) -> bool:
    """Add the job of a review, if there is none. Return False if its owner waits for too many."""
    if storage.job_payload(KIND, job.key) is not None:
        return True
    if storage.count_jobs(KIND, job.owner) >= MOST:
        return False
    storage.drop_findings(job.key, STEP)
    storage.ensure_job(job)
    return True


def _finish(storage: Storage, id: str, order: _Order, judge: str, text: str) -> None:
    """Store a review, and delete its steps and its job in the same transaction."""
    if order.seat is None:
        storage.save_review(id, judge, text)
    else:
        storage.save_finding(id, KIND, "", _SoFar(ply=order.ply, document=text).model_dump_json())
    storage.drop_findings(id, STEP)
    storage.drop_job(KIND, id)


def _written(game: Game, depth: str, seat: int | None, found: list[Decision | Chance]) -> str:
    """Return a review as it is stored: without people's names and what the record already has."""
    said: dict[str, Any] = document(assemble(game, depth, SEED, seat, found))
    del said["points"], said["strong_play"], said["names"]
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def _told(hosted: HostedGame, found: _SoFar, lang: str) -> ReviewPage:
    names = names_in(lang, hosted.row.seats)
    words = Words(lang if lang in LANGUAGES else "en")
    brought = points(hosted.game.at(found.ply))
    return as_page(json.loads(found.document), found.ply, hosted.rules, names, words, brought)
