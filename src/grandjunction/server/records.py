"""A game's record for download, and its history in figures."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.seats import seat_name
from ..record.writer import HEADER
from .database.game_rows import StoredGame
from .hosted import HostedGame, Viewer
from .messages import Moment, SeatMoment

_UNKNOWN = "?"
_ENDS = {"voted": "was ended by a vote", "abandoned": "was abandoned"}


def record(hosted: HostedGame, viewer: Viewer) -> str:
    """Return the whole record of a finished game, or what the viewer may know of a running one."""
    text = "".join(f"# {line}\n" for line in _remarks(hosted)) + hosted.record()
    if hosted.row.over or hosted.row.ended is not None:
        return text
    own = None if viewer.hand is None else seat_name(viewer.hand)
    lines = ["# The game is not over: hidden cards are '?', and this cannot be replayed yet."]
    return "\n".join(lines + [_redacted(line, own) for line in text.splitlines()]) + "\n"


def _remarks(hosted: HostedGame) -> Iterator[str]:
    """Yield remarks on what happened besides moves, such as a seat given to a bot."""
    begun, now = hosted.row.revision, hosted.rules.revision
    if begun != now:
        yield f"Begun under revision {begun} of the rules. It goes on under revision {now}."
    for number, seat in enumerate(hosted.row.seats):
        if seat.resigned is not None:
            letter = seat_name(number)
            yield f"Seat {letter} resigned after move {seat.resigned}; the bot {seat.bot} played on."
    if hosted.row.ended is not None:
        how = _ENDS.get(hosted.row.ended, "was given up")
        yield f"The game {how} after move {hosted.game.ply}."


def raw_record(stored: StoredGame) -> str:
    """Return the whole record of a game that this server cannot replay: every move as it was stored."""
    return "\n".join(_raw(stored)) + "\n"


def raw_record_for_all(stored: StoredGame) -> str:
    """Return what everyone may see of the record of a game that this server cannot replay.

    Until the game is over, drawn cards are left out: only a replay could say who drew which.
    """
    if stored.row.over:
        return raw_record(stored)
    return "\n".join(_without_cards(line) for line in _raw(stored)) + "\n"


def _raw(stored: StoredGame) -> Iterator[str]:
    row = stored.row
    yield "# This server cannot replay this game: one stored move a line, without rounds and checksums."
    yield HEADER
    yield f"ruleset {row.ruleset} {row.revision}"
    yield f"players {len(row.seats)}"
    yield from (f"seat {seat_name(number)} {seat.name}" for number, seat in enumerate(row.seats))
    yield from stored.moves


def _without_cards(line: str) -> str:
    verb = line.partition(" ")[0]
    return f"{verb} {_UNKNOWN}" if verb in ("draw", "aside") else line


def _redacted(line: str, own: str | None) -> str:
    words = line.split()
    if words[0] == "draw" and words[1] != own:
        return " ".join(words[:2] + [_UNKNOWN] * len(words[2:]))
    if words[0] == "aside":
        return " ".join(words[:1] + [_UNKNOWN] * len(words[1:]))
    # A checksum covers all cards, so hidden ones could be found by trying.
    return line.partition(" check ")[0] if words[0] in ("round", "unfinished") else line


def history(hosted: HostedGame) -> list[Moment]:
    """Return a row for each ply at which a player was to decide, and for the end."""
    return [
        Moment(
            ply=ply,
            era=hosted.rules.eras[state.era],
            round=state.round,
            to_act=seat_name(state.to_act) if state.to_act >= 0 else None,
            seats=[
                SeatMoment(pounds=state.pounds[n], income_level=state.level(n), vp=state.vp[n])
                for n in range(state.players)
            ],
        )
        for ply, (state, _, _) in enumerate(hosted.game.positions())
        if not state.is_chance
    ]
