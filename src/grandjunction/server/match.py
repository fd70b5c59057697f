"""One game in memory: what is stored of it, the draft on top, and each viewer's picture of both."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable
from hashlib import sha256
from secrets import token_hex
from typing import Final

from ..core.events import HIDDEN, Event
from ..core.moves import IllegalMove, Move
from ..core.notation import read_move
from ..core.rng import Rng
from ..core.state import State
from ..record.game import Game
from ..rulesets import ruleset
from .choices import as_messages, list_choices, seat_name
from .course import Course, Happening, has_left, is_mid_action, stop_ends_turn, texts, turn_of
from .messages import Choices, Decision, Draft, LogLine, SeatInfo, Table
from .messages import Event as EventMessage
from .storage import GameRow, StoredGame
from .tables import board_parts

RECENT: Final = 160  # happenings kept in memory; older ones are replayed when somebody asks


class TurnComplete(Exception):
    """Every decision of the turn is drafted: it can only be undone or ended."""


class Viewer:
    """Who looks: the browser, the seats it holds, and the one seat whose hand it is shown."""

    def __init__(self, match: Match, player: str | None) -> None:
        self.player: Final = player
        self.seats: Final = [
            number
            for number, seat in enumerate(match.row.seats)
            if player is not None and seat.holder == player
        ]
        acting = match.base.state.to_act
        # Several people at one screen: only whoever is to act sees cards.
        self.hand: Final = self.seats[0] if len(self.seats) == 1 else acting if acting in self.seats else None

    @property
    def holds(self) -> bool:
        return bool(self.seats)


class Match:
    """Changes are prepared here and made only after they are stored (see ``Hall``)."""

    def __init__(self, stored: StoredGame) -> None:
        self.row: Final[GameRow] = stored.row
        self.rules: Final = ruleset(stored.row.ruleset)
        if self.rules.revision != stored.row.revision:
            raise ValueError(f"game {stored.row.id} follows revision {stored.row.revision} of its rules")
        self.moves: Final = stored.moves
        self.base = Course(self.rules, len(stored.row.seats))
        self.recent: deque[Happening] = deque(maxlen=RECENT)
        self.sent: dict[Hashable, str] = {}  # tables as text (see ``Hall.table_json``)
        self.turn_start = 0  # the ply at which the open turn began
        self._rng = None if stored.row.seed is None else Rng(stored.row.seed)
        self._replay()
        self.draft: list[Happening] = []
        self.drafted = self.base
        self.set_draft(self.base.held().replay(stored.draft))

    def _replay(self) -> None:
        state = self.base.state
        turn = turn_of(state)
        for text in self.moves:
            if self._rng is not None and state.is_chance:
                state.chance_code(self._rng)  # drawn again, so that the next draw is the next one
            self.recent.extend(self.base.replay([text]))
            if has_left(state, turn):
                self.turn_start, turn = self.base.ply, turn_of(state)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def ply(self) -> int:
        """With the draft: what the seat to act sees."""
        return self.drafted.ply

    # -- changing -----------------------------------------------------------------------------------

    def extend(self, text: str) -> list[Happening]:
        """The draft with one more unit. Raises ``TurnComplete``, ``NotationError`` or ``IllegalMove``."""
        if self.turn_complete:
            raise TurnComplete
        state = self.drafted.state
        move = read_move(state, text)
        refusal = state.check(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return [*self.draft, self.drafted.copy().make(move.code)]

    def reveals(self, draft: list[Happening]) -> bool:
        """Whether nature must answer now, so that what was drafted becomes final."""
        return is_mid_action(self.after(draft).state)

    def after(self, draft: list[Happening]) -> Course:
        """What comes of the draft when the turn is ended, up to nature's answer."""
        course = self.base.copy()
        for one in draft:
            course.make(one.code)
        return course

    def finish(self, draft: list[Happening], rng: Rng) -> list[Happening]:
        """The draft followed by nature's answers; a turn that a reveal ended is ended at once."""
        course = self.after(draft)
        return [*draft, *course.settle(rng)]

    def closed_draft(self) -> list[Happening]:
        """The draft as End turn takes it: an action that could go on is stopped."""
        state = self.drafted.state
        if not self.turn_complete and stop_ends_turn(state):
            stop = self.rules.stop
            assert stop is not None
            return [*self.draft, self.drafted.copy().make(stop.id)]
        return self.draft

    def set_draft(self, draft: list[Happening]) -> None:
        self.draft = draft
        self.drafted = self.base.held()
        for one in draft:
            self.drafted.make(one.code)

    def commit(self, happenings: list[Happening]) -> None:
        turn = turn_of(self.base.state)
        course = self.base.copy()
        for one in happenings:
            self.recent.append(course.make(one.code))
        self.moves.extend(texts(self.rules, happenings))
        self.base = course
        if has_left(course.state, turn):
            self.turn_start = course.ply
        self.row.over = course.state.is_over
        self.set_draft([])

    def rng(self) -> Rng:
        """Nature's generator: a practice game's own, otherwise a fresh one that nobody can guess."""
        return Rng(token_hex(32)) if self._rng is None else self._rng

    # -- the open turn ------------------------------------------------------------------------------

    @property
    def turn_complete(self) -> bool:
        """Whether the drafted units leave nothing more to decide in this turn."""
        return bool(self.draft) and has_left(self.drafted.state, turn_of(self.base.state))

    def stamp(self, viewer: Viewer) -> str:
        """Names exactly what is shown; a draft enters only for those who see it."""
        shown = [str(self.base.ply), self.id]
        if self.sees_draft(viewer):
            shown += texts(self.rules, self.draft)
        return sha256("\n".join(shown).encode()).hexdigest()[:16]

    def sees_draft(self, viewer: Viewer) -> bool:
        return self.base.state.to_act in viewer.seats

    def _draft(self, viewer: Viewer) -> Draft | None:
        seat = self.base.state.to_act
        if not self.sees_draft(viewer):
            return None
        final = [one for one in self.recent if one.ply >= self.turn_start]
        complete = self.turn_complete
        return Draft(
            seat=seat_name(seat),
            units=texts(self.rules, self.draft),
            sealed=texts(self.rules, (one for one in final if one.seat == seat)),
            sealed_events=[event for one in final for event in self.events(one.events, viewer)],
            events=[event for one in self.draft for event in self.events(one.events, viewer)],
            complete=complete,
            scores_era=self._scored_at_end() if complete else None,
            may_undo=bool(self.draft),
            may_end=complete or stop_ends_turn(self.drafted.state),
        )

    def _scored_at_end(self) -> str | None:
        """The era that is over when the drafted turn is ended."""
        before, after = self.base.state, self.after(self.draft).state
        return self.rules.eras[before.era] if after.is_over or after.era != before.era else None

    # -- pictures -----------------------------------------------------------------------------------

    def table(self, viewer: Viewer, seats: list[SeatInfo], thinking: int | None) -> Table:
        """The game as the viewer sees it now."""
        course = self.drafted if self.sees_draft(viewer) else self.base
        parts = board_parts(course, viewer.hand, self.row.over)
        parts["over"] = self.row.over  # a drafted end can still be undone
        if course is self.drafted and self.turn_complete:  # nobody else is asked before the turn ends
            seat = seat_name(self.base.state.to_act)
            parts["to_act"] = seat
            parts["decision"] = Decision(name="end_turn", seat=seat, verbs=[], action=None, slot=None, debt=0)
        return Table(
            game=self.id,
            practice=self.row.seed is not None,
            ply=course.ply,
            last_ply=self.base.ply,
            stamp=self.stamp(viewer),
            live=True,
            seats=seats,
            viewer=None if viewer.hand is None else seat_name(viewer.hand),
            mine=[seat_name(seat) for seat in viewer.seats],
            thinking=None if thinking is None else seat_name(thinking),
            draft=self._draft(viewer),
            last_events=self._last_events(viewer),
            **parts,
        )

    def _last_events(self, viewer: Viewer) -> list[EventMessage]:
        """Of the last turn: back to the last move of a seat that is not the last one's."""
        last: list[Happening] = []
        seat = -1
        for one in reversed(self.recent):
            if one.seat >= 0 and seat not in (-1, one.seat):
                break
            seat = one.seat if one.seat >= 0 else seat
            last.append(one)
        return [event for one in reversed(last[:40]) for event in self.events(one.events, viewer)]

    def past(self, viewer: Viewer, ply: int, seats: list[SeatInfo]) -> Table:
        """A moment of history, as the viewer may know it now."""
        course = Course(self.rules, len(self.row.seats))
        last = course.replay(self.moves[:ply])[-1:]
        shown = self.row.over
        return Table(
            game=self.id,
            practice=self.row.seed is not None,
            ply=ply,
            last_ply=self.base.ply,
            stamp="",
            live=False,
            seats=seats,
            viewer=None if viewer.hand is None else seat_name(viewer.hand),
            mine=[seat_name(seat) for seat in viewer.seats],
            thinking=None,
            draft=None,
            last_events=[event for one in last for event in self.events(one.events, viewer)],
            **board_parts(course, viewer.hand, shown),
        )

    def known(self, viewer: Viewer) -> State | None:
        """The viewer's knowledge of the open decision, if it is the viewer's to take."""
        seat = self.base.state.to_act
        if seat < 0 or seat != viewer.hand or self.turn_complete:
            return None
        return self.drafted.state.view(seat).known

    async def choices(self, viewer: Viewer) -> Choices:
        """Listed in a thread from a state of its own: the game may go on meanwhile."""
        known = self.known(viewer)
        ply = self.ply if self.sees_draft(viewer) else self.base.ply
        stamp = self.stamp(viewer)
        return Choices(
            game=self.id,
            ply=ply,
            stamp=stamp,
            seat=None if known is None else seat_name(known.seat),
            choices=[] if known is None else await asyncio.to_thread(list_choices, known),
        )

    # -- the log ------------------------------------------------------------------------------------

    def events(self, events: list[Event], viewer: Viewer) -> list[EventMessage]:
        """Events for a viewer: a card that is not its own to know is left out."""
        shown: list[EventMessage] = []
        for event, said in zip(events, as_messages(self.rules, events), strict=True):
            if self._hides(event, viewer):
                del said["card"]
            shown.append(said)
        return shown

    def _hides(self, event: Event, viewer: Viewer) -> bool:
        if event.kind not in HIDDEN or self.row.over:
            return False
        return event.kind != "drew" or event.values[0] != viewer.hand

    async def log(self, viewer: Viewer, since: int) -> list[LogLine]:
        """What was stored from a ply on."""
        if not self.recent or since >= self.recent[0].ply:
            found = [one for one in self.recent if one.ply >= since]
        else:
            course = Course(self.rules, len(self.row.seats))
            found = (await asyncio.to_thread(course.replay, self.moves[:]))[since:]
        return [self._line(one, viewer) for one in found]

    def _line(self, one: Happening, viewer: Viewer) -> LogLine:
        hidden = any(self._hides(event, viewer) for event in one.events)
        return LogLine(
            ply=one.ply,
            seat=seat_name(one.seat) if one.seat >= 0 else None,
            move=None if hidden else str(Move(self.rules, one.code)),
            events=self.events(one.events, viewer),
        )

    def game(self) -> Game:
        """The game for its record."""
        names = [seat.name for seat in self.row.seats]
        game = Game(self.rules, len(names), names=names)
        for text in self.moves:
            game.play(text)
        return game
