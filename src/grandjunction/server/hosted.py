"""A game this server hosts: what is stored of it, the draft on top, and what each viewer is shown of both."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from secrets import token_hex
from typing import Any, Final

from ..core.events import HIDDEN, Event
from ..core.rng import Rng
from ..core.seats import seat_name
from ..core.state import State
from ..record.game import Game, Played, texts
from ..rulesets import ruleset
from .clock.clock_messages import clock_message
from .database.game_rows import Changes, GameRow, StoredGame
from .event_types import Event as EventMessage
from .messages import SeatInfo, Table
from .offers import as_messages, list_choices, list_following
from .tables import board_parts
from .undo import Draft, has_left, turn_of

log: Final = logging.getLogger("grandjunction.server")
LAST_TURN: Final = 40  # moves at most that a table tells of


class Viewer:
    """Who looks: the browser, the seats it holds, and the one seat whose hand it is shown."""

    def __init__(self, hosted: HostedGame, player: str | None) -> None:
        self.player: Final = player
        self.seats: Final = [
            number
            for number, seat in enumerate(hosted.row.seats)
            if player is not None and seat.holder == player
        ]
        acting = hosted.game.state.to_act
        # Several people share one screen: only the one to act sees a hand.
        self.hand: Final = self.seats[0] if len(self.seats) == 1 else acting if acting in self.seats else None

    @property
    def holds(self) -> bool:
        """Whether this browser holds a seat."""
        return bool(self.seats)


class HostedGame:
    """One game in memory. ``Hall`` stores every change before it is made here.

    ``game`` and ``draft`` are replaced and never changed, so threads may read them at any time.
    """

    def __init__(self, stored: StoredGame) -> None:
        """Replay a stored game. Raises ``ValueError`` if this engine's rules do not allow it.

        A running game of an earlier revision goes on under this one, if its moves are legal here too. A
        finished one is not replayed under other rules: its result might become another.
        """
        self.row: Final[GameRow] = stored.row
        self.rules: Final = ruleset(stored.row.ruleset)
        begun = stored.row.revision
        if begun > self.rules.revision or (begun != self.rules.revision and stored.row.over):
            raise ValueError(f"game {stored.row.id} follows revision {begun} of its rules")
        self._stamps: Final[dict[bool, tuple[object, str]]] = {}  # each with its ``stamp``
        self.game = Game(self.rules, len(stored.row.seats))  # what is stored
        self._turn_start = 0  # the ply at which the open turn began
        self._rng = None if stored.row.seed is None else Rng(stored.row.seed)
        self.version = stored.version
        self.clock = stored.clock
        self._replay(self.game, stored.moves)
        self.kept_draft = stored.draft  # as stored, even if no longer legal
        self.draft = self._kept_draft(stored.draft)

    def _kept_draft(self, units: list[str]) -> Draft:
        """Return the stored draft, or an empty one if its units are not legal any more."""
        try:
            return Draft(self.game).with_stored(units)
        except Exception as error:  # a unit that no longer exists can fail in any way
            log.warning("game %s: its draft is dropped: %s", self.row.id, error)
            return Draft(self.game)

    def _next_draft(self, units: list[str]) -> Draft:
        """Return the stored draft. Mostly it is the one we know, with one more unit."""
        known = len(self.kept_draft)
        if len(self.draft.units) == known and units[:known] == self.kept_draft:
            with suppress(ValueError):
                return self.draft.with_stored(units[known:])
        return self._kept_draft(units)

    def _replay(self, game: Game, moves: list[str]) -> None:
        state = game.state
        turn = turn_of(state)
        for text in moves:
            if self._rng is not None and state.is_chance:
                state.chance_code(self._rng)  # the stored outcome was this draw: the next draw must be new
            game.replay([text])
            if has_left(state, turn):
                self._turn_start, turn = game.ply, turn_of(state)

    @property
    def id(self) -> str:
        return self.row.id

    # -- changing -----------------------------------------------------------------------------------

    def catch_up(self, stored: Changes) -> None:
        """Apply what another worker has stored: the moves since ours."""
        if stored.moves:
            game = self.game.copy()
            self._replay(game, stored.moves)
            self.game = game
            self.draft = self._kept_draft(stored.draft)
        elif stored.draft != self.kept_draft:
            self.draft = self._next_draft(stored.draft)
        self.row.seats[:] = stored.seats
        self.row.changed, self.row.over, self.row.ended = stored.changed, stored.over, stored.ended
        self.clock = stored.clock
        self.kept_draft = stored.draft
        self.version = stored.version

    def commit(self, game: Game) -> None:
        """Go on with a later moment of the game, which is stored now. The draft is empty again."""
        if self.ends_turn(game):
            self._turn_start = game.ply
        self.game = game
        self.keep(Draft(game))
        self.row.over = game.state.is_over

    def keep(self, draft: Draft) -> None:
        """Replace the draft by one that has been stored."""
        self.draft = draft
        self.kept_draft = texts(draft.units)

    def ends_turn(self, game: Game) -> bool:
        """Whether the open turn has ended at a later moment of the game."""
        return has_left(game.state, turn_of(self.game.state))

    def rng(self) -> Rng:
        """Return nature's generator: a practice game's own, otherwise a fresh one that nobody can guess."""
        return Rng(token_hex(32)) if self._rng is None else self._rng

    # -- the open turn ------------------------------------------------------------------------------

    def sees_draft(self, viewer: Viewer) -> bool:
        """Whether the viewer holds the seat to act. Nobody else is shown its draft."""
        return self.row.ended is None and self.game.state.to_act in viewer.seats

    def shown_to(self, viewer: Viewer) -> Game:
        """Return the game as far as the viewer is shown it."""
        return self.draft.game if self.sees_draft(viewer) else self.game

    def stamp(self, viewer: Viewer) -> str:
        """Return a hash of what the viewer is shown; a draft counts only for those who see it."""
        sees = self.sees_draft(viewer)
        shown = self.draft if sees else self.game  # neither ever changes
        of, stamp = self._stamps.get(sees, (None, ""))
        if of is not shown:
            units = texts(self.draft.units) if sees else []
            text = "\n".join((str(self.game.ply), self.id, *units))
            stamp = sha256(text.encode()).hexdigest()[:16]
            self._stamps[sees] = shown, stamp
        return stamp

    def _draft(self, viewer: Viewer) -> dict[str, Any] | None:
        """Return the fields of ``Draft``, if the viewer sees it."""
        if not self.sees_draft(viewer):
            return None
        seat = self.game.state.to_act
        draft, units = self.draft, self.draft.units
        final = self.game.played[self._turn_start :]
        return {
            "seat": seat_name(seat),
            "units": texts(units),
            "sealed": texts(one for one in final if one.seat == seat),
            "sealed_events": self._all_events(final, viewer),
            "events": self._all_events(units, viewer),
            "complete": draft.is_complete,
            "scores_era": draft.scored_era() if draft.is_complete else None,
            "may_undo": bool(units),
            "may_end": draft.may_end,
            "follows": draft.follows(),
        }

    # -- what is shown ------------------------------------------------------------------------------

    def table(self, viewer: Viewer, seats: list[dict[str, Any]], thinking: int | None) -> dict[str, Any]:
        """Return the game as the viewer sees it now: the fields of a ``Table``."""
        game = self.shown_to(viewer)
        parts = board_parts(game, viewer.hand, self.row.over)
        parts["over"] = self.row.over  # a drafted end can still be undone
        if self.row.ended is not None:  # no decision is open any more
            parts["to_act"] = None
            parts["decision"] = {**parts["decision"], "seat": None, "verbs": []}
        if self.sees_draft(viewer) and self.draft.is_complete:  # nobody else is asked before the turn ends
            seat = seat_name(self.game.state.to_act)
            parts["to_act"] = seat
            parts["decision"] = {
                "name": "end_turn", "seat": seat, "verbs": [], "action": None, "slot": None, "debt": 0,
            }  # fmt: skip
        return {
            "ply": game.ply,
            "stamp": self.stamp(viewer),
            "live": True,
            "thinking": None if thinking is None else seat_name(thinking),
            "draft": self._draft(viewer),
            "last_events": self._all_events(self._last_turn(), viewer),
            **self._frame(viewer, seats),
            **parts,
        }

    def past(self, viewer: Viewer, ply: int, seats: list[SeatInfo]) -> Table:
        """Return a moment of history, as the viewer may know it now."""
        return self.moment(viewer, self.game.at(ply), seats)

    def moment(self, viewer: Viewer, game: Game, seats: list[SeatInfo]) -> Table:
        """Return another moment of this game, or of a variation, as the viewer may know it now."""
        return Table(
            ply=game.ply,
            stamp="",
            live=False,
            thinking=None,
            draft=None,
            last_events=self._all_events(game.played[-1:], viewer),
            **self._frame(viewer, seats),
            **board_parts(game, viewer.hand, self.row.over),
        )

    def _frame(self, viewer: Viewer, seats: Sequence[object]) -> dict[str, Any]:
        """Return the fields of a ``Table`` that are the same at every moment of the game."""
        return {
            "game": self.id,
            "practice": self.row.seed is not None,
            "ended": self.row.ended,
            "clock": None if self.clock is None else clock_message(self, viewer),
            "last_ply": self.game.ply,
            "seats": seats,
            "viewer": None if viewer.hand is None else seat_name(viewer.hand),
            "mine": [seat_name(seat) for seat in viewer.seats],
        }

    def _last_turn(self) -> list[Played]:
        """Return the moves of the seat that moved last, and nature's among and after them."""
        last: list[Played] = []
        seat = -1
        for one in reversed(self.game.played):
            if one.seat >= 0 and seat not in (-1, one.seat):
                break
            seat = one.seat if one.seat >= 0 else seat
            last.append(one)
        return last[:LAST_TURN][::-1]

    def known(self, viewer: Viewer) -> State | None:
        """Return the viewer's knowledge of the open decision, if it is the viewer's to take."""
        seat = self.game.state.to_act
        if seat < 0 or seat != viewer.hand or self.draft.is_complete or self.row.ended is not None:
            return None
        return self.draft.game.state.view(seat).known

    def choices(self, viewer: Viewer) -> dict[str, Any]:
        """Return the viewer's legal units: the fields of ``Choices``."""
        known = self.known(viewer)
        return {
            "game": self.id,
            "ply": self.shown_to(viewer).ply,
            "stamp": self.stamp(viewer),
            "seat": None if known is None else seat_name(known.seat),
            "choices": [] if known is None else list_choices(known),
            "following": [] if known is None else list_following(known),
        }

    def record(self) -> str:
        """Return the whole record, under the names the seats have now."""
        return self.game.copy(names=[seat.name for seat in self.row.seats]).to_record()

    # -- the log ------------------------------------------------------------------------------------

    def log(self, viewer: Viewer, since: int) -> list[dict[str, Any]]:
        """Return the log from a ply on: the fields of ``LogLine``."""
        return [self._line(one, viewer) for one in self.game.played[since:]]

    def _line(self, one: Played, viewer: Viewer) -> dict[str, Any]:
        hidden = any(self._hides(event, viewer) for event in one.events)
        return {
            "ply": one.ply,
            "seat": seat_name(one.seat) if one.seat >= 0 else None,
            "move": None if hidden else str(one.move),
            "events": self._events(one.events, viewer),
        }

    def _all_events(self, played: list[Played], viewer: Viewer) -> list[EventMessage]:
        return [event for one in played for event in self._events(one.events, viewer)]

    def _events(self, events: list[Event], viewer: Viewer) -> list[EventMessage]:
        """Return events as messages, without the cards the viewer may not know."""
        shown: list[EventMessage] = []
        for event, said in zip(events, as_messages(self.rules, events), strict=True):
            hides = self._hides(event, viewer)
            shown.append({name: said[name] for name in said if name != "card"} if hides else said)
        return shown

    def _hides(self, event: Event, viewer: Viewer) -> bool:
        if event.kind not in HIDDEN or self.row.over:
            return False
        return event.kind != "drew" or event.values[0] != viewer.hand
