"""Games begun, joined, handed over and listed."""

from __future__ import annotations

import re
from typing import Final

from ..core.ruleset import Ruleset
from ..core.state import SEATS
from ..rulesets import RULESETS, ruleset
from .choices import seat_name
from .course import Course
from .hall import Hall
from .match import Match, Viewer
from .messages import GameSummary, Home, InviteLink, Joined, Links
from .printed import Colour
from .problems import Trouble, not_yours
from .requests import Join, NewGame, NewSeat
from .storage import SeatRow
from .tables import standings_of

COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "teal", "purple")
LISTED: Final = 60  # games on somebody's home page
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


async def new_game(hall: Hall, player: str, asked: NewGame) -> Joined:
    if asked.ruleset not in RULESETS:
        raise Trouble(422, "ruleset", f"There is no ruleset {asked.ruleset!r}.")
    rules = ruleset(asked.ruleset)
    _check_players(rules, len(asked.seats))
    seats = _seat_rows(asked.seats, player, hall.thinkers.bots)
    course = Course(rules, len(seats))
    match = await hall.new_match(rules.id, rules.revision, course, [], seats, asked.seed)
    return joined(hall, match, player)


def _check_players(rules: Ruleset, players: int) -> None:
    if players not in rules.player_counts:
        allowed = ", ".join(str(count) for count in rules.player_counts)
        raise Trouble(422, "players", f"{rules.id} is for {allowed} players, not {players}.")


def _seat_rows(asked: list[NewSeat], player: str, bots: list[str]) -> list[SeatRow]:
    chosen = [seat.colour for seat in asked if seat.colour is not None]
    if len(set(chosen)) < len(chosen):
        raise Trouble(422, "colours", "Two seats cannot have the same colour.")
    free = [colour for colour in COLOURS if colour not in chosen]
    rows: list[SeatRow] = []
    for number, seat in enumerate(asked):
        if (seat.kind == "bot") != (seat.bot is not None) or (seat.bot is not None and seat.bot not in bots):
            raise Trouble(422, "bot", f"Seat {SEATS[number]}: a bot, and nobody else, has one of the levels.")
        held = seat.kind in ("me", "person")
        rows.append(
            SeatRow(
                name=clean_name(seat.name) or seat.bot or f"Player {SEATS[number]}",
                colour=seat.colour or free.pop(0),
                kind="person" if held else seat.kind,
                bot=seat.bot,
                holder=player if held else None,
            )
        )
    return rows


def clean_name(name: str | None) -> str:
    """A name as records can hold it: one line, no ``#``."""
    return " ".join(_CONTROL.sub(" ", name or "").replace("#", " ").split())


# -- seats that change hands ----------------------------------------------------------------------------


async def join(hall: Hall, player: str, asked: Join) -> Joined:
    """Claim an open seat by its invite, or move a held one here by its recovery link."""
    read = hall.keys.read_token(asked.token)
    if read is None:
        raise Trouble(404, "no_such_link", "This link leads nowhere.")
    kind, id, number = read
    async with hall.hold(id) as match:
        if number >= len(match.row.seats):
            raise Trouble(404, "no_such_link", "This link leads nowhere.")
        seat = match.row.seats[number]
        if kind == "i" and seat.holder == player:
            return joined(hall, match, player)  # opened twice
        if not hall.keys.fits(asked.token, kind, id, number, seat.generation):
            raise Trouble(404, "link_used", "This link was used already, or is not one of ours.")
        taken = SeatRow(seat.name, seat.colour, "person", None, player, seat.generation + 1)
        if kind == "i":
            taken.name = clean_name(asked.name) or seat.name
        await hall.store(match, lambda storage: storage.save_seat(id, number, taken))
        match.row.seats[number] = taken
        hall.tell(id)
        return joined(hall, match, player)


def joined(hall: Hall, match: Match, player: str) -> Joined:
    viewer = Viewer(match, player)
    return Joined(
        game=match.id,
        seats=[seat_name(seat) for seat in viewer.seats],
        invites=_invites(hall, match) if viewer.holds else [],
    )


def links(hall: Hall, match: Match, viewer: Viewer) -> Links:
    if not viewer.holds:
        raise not_yours()
    return Links(
        invites=_invites(hall, match),
        recovery=[_link(hall, match, "r", seat) for seat in viewer.seats],
        watch=f"/game/{match.id}",
    )


def _invites(hall: Hall, match: Match) -> list[InviteLink]:
    return [
        _link(hall, match, "i", number) for number, seat in enumerate(match.row.seats) if seat.kind == "open"
    ]


def _link(hall: Hall, match: Match, kind: str, seat: int) -> InviteLink:
    token = hall.keys.token(kind, match.id, seat, match.row.seats[seat].generation)
    return InviteLink(seat=seat_name(seat), token=token, path=f"/join/{token}")


# -- games from games -----------------------------------------------------------------------------------


async def fork(hall: Hall, player: str, match: Match, ply: int) -> Joined:
    """A hot-seat game from a moment of a finished one; what nature does from there on is new."""
    if not match.row.over:
        raise Trouble(403, "not_over", "Only a finished game can be played on from an earlier moment.")
    if ply > match.base.ply:
        raise Trouble(422, "no_such_ply", f"This game has {match.base.ply} moves.")
    moves = match.moves[:ply]
    course = Course(match.rules, len(match.row.seats))
    course.replay(moves)
    seats = [SeatRow(seat.name, seat.colour, "person", None, player) for seat in match.row.seats]
    made = await hall.new_match(match.rules.id, match.rules.revision, course, moves, seats)
    return joined(hall, made, player)


async def rematch(hall: Hall, player: str, match: Match, viewer: Viewer) -> Joined:
    """The same table again; other people's seats are open until they follow their link."""
    if not viewer.holds:
        raise not_yours()
    seats = [
        SeatRow(seat.name, seat.colour, seat.kind, seat.bot, seat.holder)
        if seat.kind == "bot" or seat.holder == player
        else SeatRow(seat.name, seat.colour, "open")
        for seat in match.row.seats
    ]
    course = Course(match.rules, len(seats))
    made = await hall.new_match(match.rules.id, match.rules.revision, course, [], seats)
    return joined(hall, made, player)


async def home(hall: Hall, player: str | None) -> Home:
    """The games this browser sits in; those that wait for it first."""
    summaries: list[GameSummary] = []
    if player is not None:
        for id in await hall.journal.run(lambda storage: storage.games_of(player, LISTED)):
            try:
                match = await hall.match(id)
            except Trouble:  # played by other rules: it cannot be shown, and must not hide the rest
                continue
            summaries.append(_summary(hall, match, Viewer(match, player)))
    open_ = [one for one in summaries if not one.over]
    waits = [one for one in open_ if any(seat.kind == "open" for seat in one.seats)]
    playing = [one for one in open_ if one not in waits]
    return Home(
        playing=sorted(playing, key=lambda one: not one.my_turn),
        waiting=waits,
        finished=[one for one in summaries if one.over],
    )


def _summary(hall: Hall, match: Match, viewer: Viewer) -> GameSummary:
    state = match.base.state
    return GameSummary(
        game=match.id,
        ruleset=match.rules.id,
        practice=match.row.seed is not None,
        seats=hall.seats(match, viewer),
        to_act=seat_name(state.to_act) if state.to_act >= 0 else None,
        my_turn=state.to_act in viewer.seats,
        era=match.rules.eras[state.era],
        round=state.round,
        ply=match.base.ply,
        over=state.is_over,
        standings=standings_of(state),
        vp={seat_name(seat): state.vp[seat] for seat in range(state.players)},
        created=match.row.created,
        changed=match.row.changed,
    )
