"""Stored turns: kept while others act, then played when the turn comes, or dropped.

A stored turn is played only if every unit of it is legal and does exactly what it did when it was stored: the
same prices, the same sources of coal, iron and beer, the same tiles placed, flipped and built over. Nobody
else can notice a stored turn, because it never changes the game.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from ...core.moves import IllegalMove
from ...core.notation import NotationError, parse_move
from ...core.ruleset import ACTION
from ...core.state import State
from ...core.turn import Turns
from ...record.game import Game, Played, texts
from ..database.game_rows import Job, NewJob
from ..database.storage import Storage
from ..describe import words_in
from ..hosted import HostedGame, Viewer
from ..offers import as_messages
from ..problems import Trouble
from ..turns import make_final
from ..undo import Draft, TurnComplete
from .plan_messages import PlanState
from .plan_store import PlanRow, Terms
from .what_if import begin, planner

if TYPE_CHECKING:
    from ..hall import Hall

KIND: Final = "plan"
AT_ONCE: Final = 4
TRIES: Final = 3
# A stored turn does not depend on income markers or on whose turn follows.
_UNCOUNTED: Final = frozenset({"discarded", "income_moved", "turn_began"})
log: Final = logging.getLogger("grandjunction.server")


class PlanDropped(Exception):
    """Raised if a stored turn cannot be played as intended."""

    def __init__(self, why: str, unit: int) -> None:
        super().__init__(why)
        self.why: Final = why  # illegal, changed
        self.unit: Final = unit


def terms_of(unit: Played) -> list[dict[str, Any]]:
    """Return the effects of a unit that a stored turn depends on."""
    counted = [event for event in unit.events if event.kind not in _UNCOUNTED]
    return [dict(said) for said in as_messages(unit.move.rules, counted)]


def as_planned(game: Game, units: list[str], terms: Terms) -> Draft:
    """Return a stored turn as a draft. Raises ``PlanDropped`` if anything it depends on has changed."""
    draft = Draft(game)
    for number, (unit, wanted) in enumerate(zip(units, terms, strict=True)):
        try:
            draft = draft.with_unit(unit)
        except (IllegalMove, NotationError):
            raise PlanDropped("illegal", number) from None
        except TurnComplete:
            raise PlanDropped("changed", number) from None
        if terms_of(draft.units[-1]) != wanted:
            raise PlanDropped("changed", number)
    if not draft.may_end or draft.reveals:
        raise PlanDropped("changed", len(units) - 1)
    return draft.closed()


def is_planned(storage: Storage, game: str, state: State) -> bool:
    """Whether the seat whose turn begins has stored it."""
    seat = int(state.to_act)
    if seat < 0 or state.decision != ACTION or not isinstance(state.rules.steps[state.step], Turns):
        return False
    plan = storage.plans.find(game, seat)
    return plan is not None and plan.dropped is None


class Planning:
    """The stored turns of all games. The key of a job is the game's id and the number of the seat."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        hall.jobs.lane(KIND, AT_ONCE, self._play, rests=True)

    # -- what a player stores -------------------------------------------------------------------------

    async def store(self, hosted: HostedGame, viewer: Viewer, units: list[str], lang: str) -> PlanState:
        """Store a whole turn, replacing an earlier one. Raises ``Trouble``."""
        seat, game = planner(hosted, viewer), hosted.game
        if game.state.to_act == seat:
            raise Trouble(422, "your_turn", "It is your turn: play it.")
        draft = await asyncio.to_thread(begin, hosted, seat, units)
        if not draft.may_end or draft.reveals:
            raise Trouble(422, "turn_open", "This turn has decisions left: make them, or pass.")
        made = draft.closed().units
        plan = PlanRow(texts(made), [terms_of(unit) for unit in made])
        if not await self._hall.journal.run(
            lambda storage: storage.plans.save(hosted.id, seat, game.ply, plan)
        ):
            raise Trouble(409, "stale", "The game has moved on.")
        return _told(hosted, plan, lang)

    async def show(self, hosted: HostedGame, viewer: Viewer, lang: str) -> PlanState:
        """Return what a player has stored."""
        if len(viewer.seats) != 1:
            return PlanState(plan=None)
        seat = viewer.seats[0]
        plan = await self._hall.journal.read(lambda storage: storage.plans.find(hosted.id, seat))
        return _told(hosted, plan, lang)

    async def remove(self, hosted: HostedGame, viewer: Viewer) -> PlanState:
        """Drop what a player has stored."""
        seats = viewer.seats

        def write(storage: Storage) -> None:
            for seat in seats:
                storage.plans.drop(hosted.id, seat)

        await self._hall.journal.run(write)
        return PlanState(plan=None)

    # -- with a change of the game --------------------------------------------------------------------

    def follow(self, storage: Storage, hosted: HostedGame, game: Game) -> bool:
        """Drop the stored turn of the seat that moved, and add a job for the next seat's, if there is one.
        Part of the transaction that stores the moves. Returns whether there is something to play.
        """
        if not storage.plans.exists(hosted.id):
            return False
        if game.state.is_over:
            storage.plans.clear(hosted.id)
            return False
        storage.plans.drop(hosted.id, int(hosted.game.state.to_act))
        seat = int(game.state.to_act)
        if not is_planned(storage, hosted.id, game.state):
            return False
        storage.add_job(NewJob(KIND, f"{hosted.id} {seat}", owner=hosted.row.seats[seat].holder or ""))
        return True

    def wake(self) -> None:
        """Check at once for turns to play."""
        self._hall.jobs.wake(KIND)

    # -- when the turn comes --------------------------------------------------------------------------

    async def _play(self, job: Job) -> bool:
        """Play a stored turn, or drop it. Return True: the job is done either way."""
        id, _, number = job.key.partition(" ")
        seat = int(number)
        if job.attempts >= TRIES:
            log.error("game %s: a stored turn has failed %d times and is given up", id, job.attempts)
            return True
        try:
            async with self._hall.hold(id) as hosted:
                await self._play_here(hosted, seat)
        except Trouble:  # the game is gone, or has moved on
            pass
        return True

    async def _play_here(self, hosted: HostedGame, seat: int) -> None:
        hall, state = self._hall, hosted.game.state
        if hosted.row.ended is not None or state.to_act != seat or hosted.row.seats[seat].kind != "person":
            return
        plan = await hall.journal.read(lambda storage: storage.plans.find(hosted.id, seat))
        if plan is None or plan.dropped is not None or hosted.draft.units:
            return
        try:
            draft = as_planned(hosted.game, plan.units, plan.terms)
        except PlanDropped as dropped:
            why, unit = dropped.why, dropped.unit
            await hall.journal.run(lambda storage: storage.plans.note_dropped(hosted.id, seat, why, unit))
            return
        await make_final(hall, hosted, draft)


def _told(hosted: HostedGame, plan: PlanRow | None, lang: str) -> PlanState:
    if plan is None:
        return PlanState(plan=None)
    words, rules = words_in(lang), hosted.rules
    said = [words.unit(parse_move(rules, unit)) for unit in plan.units]
    return PlanState.model_validate({"plan": {"units": said, "dropped": plan.dropped, "unit": plan.unit}})
