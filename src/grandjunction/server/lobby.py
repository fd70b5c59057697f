"""New games, seats that change hands, and the list of a browser's games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..core.ruleset import Ruleset
from ..core.seats import seat_name
from ..record.game import Game
from ..rulesets import RULESETS, ruleset
from .clock.clock_messages import clock_message, pace_info
from .database.game_rows import GameRow, NewNotice, SeatRow
from .database.list_store import Show, Wanted
from .database.storage import Storage
from .hall import Hall
from .hosted import HostedGame, Viewer
from .lobby_messages import (
    GameSummary,
    Home,
    Invitation,
    Invited,
    InviteLink,
    Joined,
    Links,
    StuckGame,
    WhyStuck,
)
from .memory import OTHER_RULES
from .notices.outbox import after_joining
from .people.visitors import Visitor
from .printed import Colour
from .problems import Trouble, no_open_tables, not_yours
from .requests import Fork, Join, NewGame, NewSeat
from .tables import standings_of
from .texts import clean_name

COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "teal", "purple")
LISTED: Final = 60  # games on a home page


async def new_game(
    hall: Hall, player: str, asked: NewGame, first: Callable[[Storage, str], None] | None = None
) -> Joined:
    """Start a game with these seats. ``first`` runs before it in the same transaction, and may refuse it."""
    if asked.ruleset not in RULESETS:
        raise Trouble(422, "ruleset", f"There is no ruleset {asked.ruleset!r}.")
    if asked.open_in is not None and not hall.online.open_tables:
        raise no_open_tables()
    rules = ruleset(asked.ruleset)
    _check_players(rules, len(asked.seats))
    seats = _seat_rows(asked.seats, player, hall.thinkers.bots, await _favourite(hall, player))
    game = Game(rules, len(seats))
    hosted = await hall.new_game(game, seats, player, asked.seed, asked.pace, asked.open_in, first)
    return joined(hall, hosted, player)


def _check_players(rules: Ruleset, players: int) -> None:
    if players not in rules.player_counts:
        raise Trouble(422, "players", f"{rules.players_fault(players)}.")


async def _favourite(hall: Hall, player: str | None) -> str | None:
    """Return the colour a player likes best, if they have said so."""
    if player is None:
        return None
    return await hall.journal.read(lambda storage: storage.people.settings(player).colour)


def _seat_rows(asked: list[NewSeat], player: str, bots: list[str], favourite: str | None) -> list[SeatRow]:
    """Return the seats of a new game. Whoever starts it and names no colour gets the favourite one."""
    chosen = [seat.colour for seat in asked if seat.colour is not None]
    if len(set(chosen)) < len(chosen):
        raise Trouble(422, "colours", "Two seats cannot have the same colour.")
    free: list[str] = [colour for colour in COLOURS if colour not in chosen]
    kept = next((n for n, seat in enumerate(asked) if seat.kind == "me" and seat.colour is None), None)
    own = favourite if kept is not None and favourite in free else None
    if own is not None:
        free.remove(own)
    rows: list[SeatRow] = []
    for number, seat in enumerate(asked):
        if (seat.kind == "bot") != (seat.bot is not None) or (seat.bot is not None and seat.bot not in bots):
            raise Trouble(
                422, "bot", f"Seat {seat_name(number)}: a bot, and nobody else, has one of the levels."
            )
        held = seat.kind in ("me", "person")
        rows.append(
            SeatRow(
                name=clean_name(seat.name) or seat.bot or f"Player {seat_name(number)}",
                colour=own if own and number == kept else seat.colour or free.pop(0),
                kind="person" if held else seat.kind,
                bot=seat.bot,
                holder=player if held else None,
            )
        )
    return rows


# -- seats that change hands ----------------------------------------------------------------------------


async def invitation(hall: Hall, player: str | None, token: str) -> Invitation:
    """Return what a link leads to. Raises for one that is not ours or was used; changes nothing."""
    kind, id, number = _read_token(hall, token)
    hosted = await hall.find(id)
    if not _opened_before(hosted, kind, number, player):
        _check_token(hall, hosted, token)
    people = [seat.name for seat in hosted.row.seats if seat.kind == "person"]
    seats = hall.seats(hosted, Viewer(hosted, player))
    if kind == "i":
        colours = _colours_with(hosted.row.seats, number, await _favourite(hall, player))
        seats = [
            seat.model_copy(update={"colour": colour}) for seat, colour in zip(seats, colours, strict=True)
        ]
    return Invitation(
        game=hosted.id,
        ruleset=hosted.rules.id,
        seat=seat_name(number),
        host=people[0] if people else None,
        seats=seats,
        pace=None if hosted.row.pace is None else pace_info(hosted.row.pace),
    )


def _colours_with(seats: Sequence[SeatRow], number: int, favourite: str | None) -> list[str]:
    """Return the seats' colours once somebody has taken an open seat: their favourite, unless a person or a
    bot has it. An open seat that has it gets the other's colour.
    """
    colours = [seat.colour for seat in seats]
    if favourite is None or seats[number].kind != "open":
        return colours
    if favourite not in colours:
        colours[number] = favourite
    elif seats[other := colours.index(favourite)].kind == "open":
        colours[number], colours[other] = favourite, colours[number]
    return colours


async def join(hall: Hall, player: str, asked: Join) -> Joined:
    """Claim an open seat by its invite, or move a held seat to this browser by its recovery link."""
    try:
        return await _join(hall, player, asked)
    except Trouble as trouble:
        if trouble.problem.error != "stale":
            raise
    return await _join(hall, player, asked)  # another worker changed a seat or a colour meanwhile


async def _join(hall: Hall, player: str, asked: Join) -> Joined:
    kind, id, number = _read_token(hall, asked.token)
    async with hall.hold(id) as hosted:
        if _opened_before(hosted, kind, number, player):
            return joined(hall, hosted, player)
        _check_token(hall, hosted, asked.token)
        seat = hosted.row.seats[number]
        taken = SeatRow(seat.name, seat.colour, "person", None, player, seat.generation + 1)
        notices: list[NewNotice] = []
        if kind == "i":
            taken.name = clean_name(asked.name) or seat.name
            taken.colour = _colours_with(hosted.row.seats, number, await _favourite(hall, player))[number]
            notices = after_joining(hosted, number, taken)
        await hall.store_seat(hosted, number, taken, notices)
        before = seat.holder or seat.former
        if before is not None and before != player and all(s.holder != before for s in hosted.row.seats):
            await hall.journal.run(lambda storage: storage.move_notes(id, before, player))
        return joined(hall, hosted, player)


def _read_token(hall: Hall, token: str) -> tuple[str, str, int]:
    read = hall.keys.read_token(token)
    if read is None:
        raise _no_such_link()
    return read


def _opened_before(hosted: HostedGame, kind: str, number: int, player: str | None) -> bool:
    """Whether this browser took the seat by the invite that it opens again."""
    seats = hosted.row.seats
    return kind == "i" and number < len(seats) and player is not None and seats[number].holder == player


def _check_token(hall: Hall, hosted: HostedGame, token: str) -> None:
    """Raise unless the token is the seat's newest. An older one was ours, so somebody has used it."""
    kind, id, number = _read_token(hall, token)
    if number >= len(hosted.row.seats):
        raise _no_such_link()
    newest = hosted.row.seats[number].generation
    if hall.keys.fits(token, kind, id, number, newest):
        return
    if any(hall.keys.fits(token, kind, id, number, older) for older in range(newest)):
        raise Trouble(404, "link_used", "This link was used already.")
    raise _no_such_link()


def _no_such_link() -> Trouble:
    return Trouble(404, "no_such_link", "This link leads nowhere.")


def joined(hall: Hall, hosted: HostedGame, player: str) -> Joined:
    """Return which seats the browser holds now, and the invites to the open ones."""
    viewer = Viewer(hosted, player)
    return Joined(
        game=hosted.id,
        seats=[seat_name(seat) for seat in viewer.seats],
        invites=_invites(hall, hosted) if viewer.holds else [],
    )


def links(hall: Hall, hosted: HostedGame, viewer: Viewer) -> Links:
    """Return every link that the holder of a seat may pass on."""
    if not viewer.holds:
        raise not_yours()
    return Links(
        invites=_invites(hall, hosted),
        recovery=[_link(hall, hosted, "r", seat) for seat in viewer.seats],
        watch=f"/game/{hosted.id}",
    )


def _invites(hall: Hall, hosted: HostedGame) -> list[InviteLink]:
    return [
        _link(hall, hosted, "i", number)
        for number, seat in enumerate(hosted.row.seats)
        if seat.kind == "open"
    ]


def first_invite(hall: Hall, hosted: HostedGame) -> str | None:
    """Return the token of the first open seat, if there is one."""
    return next((invite.token for invite in _invites(hall, hosted)), None)


def _link(hall: Hall, hosted: HostedGame, kind: str, seat: int) -> InviteLink:
    token = hall.keys.token(kind, hosted.id, seat, hosted.row.seats[seat].generation)
    return InviteLink(seat=seat_name(seat), token=token, path=f"/join/{token}")


# -- games from games -----------------------------------------------------------------------------------


async def fork(hall: Hall, player: str, hosted: HostedGame, asked: Fork) -> Joined:
    """Start a game from a moment of a finished one. Chance is drawn anew from there on.

    The player who asks takes every seat that was a person's, and the bots' seats too if it is to be hot-seat.
    """
    if not hosted.row.over:
        raise Trouble(403, "not_over", "Only a finished game can be played on from an earlier moment.")
    if asked.ply > hosted.game.ply:
        raise Trouble(422, "no_such_ply", f"This game has {hosted.game.ply} moves.")
    seats = [
        SeatRow(seat.name, seat.colour, "bot", seat.bot)
        if seat.kind == "bot" and asked.seats == "as_before"
        else SeatRow(seat.name, seat.colour, "person", None, player)
        for seat in hosted.row.seats
    ]
    made = await hall.new_game(hosted.game.at(asked.ply), seats, player)
    return joined(hall, made, player)


async def rematch(hall: Hall, player: str, hosted: HostedGame, viewer: Viewer) -> Joined:
    """Start a game with the same seats. Other people's seats are open until they follow their link."""
    if not viewer.holds:
        raise not_yours()
    seats = [
        SeatRow(seat.name, seat.colour, seat.kind, seat.bot, seat.holder)
        if seat.kind == "bot" or seat.holder == player
        else SeatRow(seat.name, seat.colour, "open")
        for seat in hosted.row.seats
    ]
    made = await hall.new_game(Game(hosted.rules, len(seats)), seats, player, pace=hosted.row.pace)
    return joined(hall, made, player)


async def home(hall: Hall, visitor: Visitor, invited: list[Invited], archived: bool, looking: bool) -> Home:
    """Return a browser's games, archived or not: those waiting for it first, by time left.

    ``looking`` says that the page is visible: only then has its player come back.
    """
    player, ids = visitor.player, list[str]()
    if player is not None:
        if looking:
            await hall.notices.came_back(player)
        ids = await hall.journal.read(lambda storage: _listed(storage, player, archived))
    found, stuck = await summaries(hall, player, ids)
    open_ = [one for one in found if not one.over and one.ended is None]
    waits = [one for one in open_ if any(seat.kind == "open" for seat in one.seats)]
    return Home(
        invited=invited,
        playing=[one for one in open_ if one not in waits],
        waiting=waits,
        finished=[one for one in found if one.over or one.ended is not None],
        stuck=stuck,
        now=hall.journal.storage.time(),
        sign_in=hall.online.accounts and visitor.device is None,
    )


def _listed(storage: Storage, player: str, archived: bool) -> list[str]:
    if archived:
        return storage.games_of(player, LISTED, archived=True)
    shows: tuple[Show, ...] = ("running", "open", "finished")
    return [id for show in shows for id in storage.lists.mine(player, Wanted(show), LISTED)]


async def summaries(
    hall: Hall, player: str | None, ids: list[str]
) -> tuple[list[GameSummary], list[StuckGame]]:
    """Return the summaries of games, and separately of those this server cannot continue."""
    found: list[GameSummary] = []
    stuck: list[StuckGame] = []
    for id in ids:
        stored = await hall.find_unreadable(id)
        if stored is not None:
            stuck.append(_stuck(stored.row))
            continue
        hosted = await hall.find(id)
        found.append(_summary(hall, hosted, Viewer(hosted, player)))
    return found, stuck


def _why_stuck(row: GameRow) -> WhyStuck:
    if row.ended == OTHER_RULES:
        return "outdated"
    if row.ruleset not in RULESETS:
        return "no_rules"
    return "unreadable" if ruleset(row.ruleset).revision == row.revision else "other_rules"


def _stuck(row: GameRow) -> StuckGame:
    return StuckGame(
        game=row.id,
        ruleset=row.ruleset,
        names=[seat.name for seat in row.seats],
        reason=_why_stuck(row),
        created=row.created,
        changed=row.changed,
    )


def _summary(hall: Hall, hosted: HostedGame, viewer: Viewer) -> GameSummary:
    state, ended = hosted.game.state, hosted.row.ended is not None
    return GameSummary(
        game=hosted.id,
        ruleset=hosted.rules.id,
        practice=hosted.row.seed is not None,
        seats=hall.seats(hosted, viewer),
        to_act=seat_name(state.to_act) if state.to_act >= 0 and not ended else None,
        my_turn=state.to_act in viewer.seats and not ended,
        era=hosted.rules.eras[state.era],
        round=state.round,
        ply=hosted.game.ply,
        over=state.is_over,
        ended=hosted.row.ended,
        standings=standings_of(state),
        vp={seat_name(seat): state.vp[seat] for seat in range(state.players)},
        clock=None if hosted.clock is None else clock_message(hosted, viewer),
        created=hosted.row.created,
        changed=hosted.row.changed,
    )
