"""A game's record for download, and its course in figures."""

from __future__ import annotations

from .choices import seat_name
from .course import Course
from .match import Match, Viewer
from .messages import Moment, SeatMoment

_UNKNOWN = "?"


def record(match: Match, viewer: Viewer) -> str:
    """The whole record of a finished game; of a running one, what the viewer may know."""
    text = match.game().to_record()
    if match.row.over:
        return text
    own = None if viewer.hand is None else seat_name(viewer.hand)
    lines = ["# The game is not over: hidden cards are '?', and this cannot be replayed yet."]
    return "\n".join(lines + [_redacted(line, own) for line in text.splitlines()]) + "\n"


def _redacted(line: str, own: str | None) -> str:
    words = line.split()
    if words[0] == "draw" and words[1] != own:
        return " ".join(words[:2] + [_UNKNOWN] * len(words[2:]))
    if words[0] == "aside":
        return " ".join(words[:1] + [_UNKNOWN] * len(words[1:]))
    # A checksum is made from all cards: with patience, hidden ones could be found by trying.
    return line.partition(" check ")[0] if words[0] in ("round", "unfinished") else line


def history(match: Match) -> list[Moment]:
    """A row for each ply at which somebody was to decide, and for the end."""
    course = Course(match.rules, len(match.row.seats))
    moments: list[Moment] = []
    for ply in range(len(match.moves) + 1):
        state = course.state
        if not state.is_chance:
            moments.append(
                Moment(
                    ply=ply,
                    era=match.rules.eras[state.era],
                    round=state.round,
                    to_act=seat_name(state.to_act) if state.to_act >= 0 else None,
                    seats=[
                        SeatMoment(pounds=state.pounds[n], income_level=state.level(n), vp=state.vp[n])
                        for n in range(state.players)
                    ],
                )
            )
        if ply < len(match.moves):
            course.replay([match.moves[ply]])
    return moments
