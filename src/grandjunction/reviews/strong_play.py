"""Figures of a game beside those of strong play: how bots' games at the same table were distributed.

They describe and give no advice: a bot that chases such figures plays worse.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import fsum
from typing import Any, Final

from ..core.ruleset import Ruleset
from ..core.standings import standings
from ..record.game import Game
from ..record.ledger import SOURCES
from .points import Action, Points, points

FORMAT: Final = "grandjunction strong play 1"
OPENING: Final = 2  # actions that make an opening
LEAST_OPENING: Final = 3  # seats that must have played one
MOST_OPENINGS: Final = 8
NO_ERA: Final = -1
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of every seat: VP of a source and era, or a number of things done."""

    key: str  # of the words, or "source"
    era: int  # NO_ERA: of the whole game
    source: str  # of VP; "" otherwise
    values: list[int]  # by seat

    @property
    def id(self) -> str:
        """The name of the figure in the data."""
        return f"{self.key}.{self.era}.{self.source}"


def figures(found: Points, rules: Ruleset) -> list[Figure]:
    """Return the figures of a game that can be compared."""
    eras, seats = range(len(rules.eras)), found.seats
    listed = [
        Figure("source", era, source, [seat.vp[era].get(source, 0) for seat in seats])
        for era in eras
        for source in SOURCES
    ]
    for era in eras:
        listed.append(Figure("links", era, "", [seat.links[era] for seat in seats]))
        listed.append(Figure("links_left", era, "", [seat.links_left.get(era, 0) for seat in seats]))
        listed.append(Figure("flipped", era, "", [seat.flipped[era] for seat in seats]))
    doubles = _double_links(found.actions, len(seats))
    whole: list[tuple[str, list[int]]] = [
        ("loans", [seat.actions["loan"] for seat in seats]),
        ("developed", [seat.developed for seat in seats]),
        ("double_rails", doubles),
        ("used_by_others", [seat.used_by_others.total() for seat in seats]),
        ("flipped_by_others", [seat.flipped_by_others for seat in seats]),
        ("unflipped", [len(seat.unflipped) for seat in seats]),
        ("double_turns", [seat.double_turns for seat in seats]),
    ]
    return [*listed, *(Figure(key, NO_ERA, "", values) for key, values in whole)]


def _double_links(actions: Iterable[Action], players: int) -> list[int]:
    found = Counter(
        one.seat
        for one in actions
        if one.verb == "link" and sum(move.startswith("link") for move in one.moves) > 1
    )
    return [found[seat] for seat in range(players)]


def openings(found: Points, players: int) -> list[list[str]]:
    """Return each seat's first actions: the verb, and the industry if it builds or develops."""
    first: list[list[str]] = [[] for _ in range(players)]
    for one in found.actions:
        if len(first[one.seat]) < OPENING:
            words = one.moves[0].split()
            named = one.verb in ("build", "build_anywhere", "develop")
            first[one.seat].append(f"{one.verb} {words[1]}" if named else one.verb)
    return first


# -- gathering ----------------------------------------------------------------------------------------------


def row_of(game: Game) -> Json:
    """Return the figures of a finished game that ``gather`` summarizes."""
    found = points(game)
    first = standings(game.state)[0]
    players = int(game.state.players)
    board = game.rules.board
    slots: set[str] = set()
    lines: set[str] = set()
    for _, _, events in game.positions():
        slots |= {board.slot_ids[event.values[1]] for event in events if event.kind == "placed"}
        lines |= {board.line_ids[event.values[1]] for event in events if event.kind == "laid"}
    return {
        "vp": [int(game.state.vp[seat]) for seat in range(players)],
        "share": [1 / len(first) if seat in first else 0.0 for seat in range(players)],
        "figures": {one.id: one.values for one in figures(found, game.rules)},
        "openings": openings(found, players),
        "slots": sorted(slots),
        "lines": sorted(lines),
    }


def gather(rows: Sequence[Json]) -> Json:
    """Return the distributions of a table's games."""
    games = len(rows)
    slots: Counter[str] = Counter(slot for row in rows for slot in row["slots"])
    lines: Counter[str] = Counter(line for row in rows for line in row["lines"])
    return {
        "games": games,
        "seats": sum(len(row["vp"]) for row in rows),
        "figures": {
            id: _quartiles([value for row in rows for value in row["figures"][id]])
            for id in rows[0]["figures"]
        },
        "slots": {slot: round(100 * count / games) for slot, count in sorted(slots.items())},
        "lines": {line: round(100 * count / games) for line, count in sorted(lines.items())},
        "openings": _openings(rows),
    }


def _quartiles(values: list[int]) -> list[int]:
    """Return the lower quartile, the median and the upper quartile."""
    ordered = sorted(values)
    return [ordered[round((len(ordered) - 1) * part / 4)] for part in (1, 2, 3)]


def _openings(rows: Sequence[Json]) -> list[Json]:
    results: dict[tuple[str, ...], list[tuple[int, float]]] = defaultdict(list)
    for row in rows:
        for first, vp, share in zip(row["openings"], row["vp"], row["share"], strict=True):
            results[tuple(first)].append((vp, share))
    common = sorted(results.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    return [
        {
            "actions": list(first),
            "seats": len(got),
            "vp": round(fsum(vp for vp, _ in got) / len(got), 1),
            "share": round(fsum(share for _, share in got) / len(got), 3),
        }
        for first, got in common[:MOST_OPENINGS]
        if len(got) >= LEAST_OPENING
    ]


# -- what is shipped ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _shipped() -> Json:
    text = (files(__package__) / "data" / "strong-play.json").read_text(encoding="utf-8")
    data: Json = json.loads(text)
    if data["format"] != FORMAT:
        raise ValueError(f"strong-play.json is not in the format {FORMAT!r}")
    return data


def strong_play(rules: Ruleset, players: int) -> Json | None:
    """Return the distributions of a table; None if no games were gathered there under these rules."""
    found: Json | None = _shipped()["tables"].get(f"{rules.id}-{players}")
    return found if found is not None and found["revision"] == rules.revision else None


def compared(found: Points, rules: Ruleset) -> list[tuple[Figure, list[int] | None]]:
    """Return a game's figures that are not all zero, each with the quartiles of strong play, if known."""
    strong = strong_play(rules, len(found.seats))
    known: dict[str, list[int]] = {} if strong is None else strong["figures"]
    pairs = [(one, known.get(one.id)) for one in figures(found, rules)]
    return [(one, usual) for one, usual in pairs if any(one.values) or any(usual or ())]
