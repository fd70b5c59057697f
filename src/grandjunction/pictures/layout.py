"""Computes where a board's plates, spaces and curves are drawn, from the points of its places."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from ..core.bits import members
from ..core.ruleset import Ruleset
from .svg import width_of

TILE: Final = 56
NAME: Final = 23  # the height of a plate's name
NAME_SIZE: Final = 19
NOTE: Final = 24  # the height of the line with a merchant's bonus
_GAP: Final = 4
_PAD: Final = 6
_STEPS: Final = 120  # points along a curve

Point = tuple[float, float]


@dataclass(frozen=True)
class Extent:
    """A rectangle in a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def wider(self, margin: float) -> Extent:
        """Return it enlarged by a margin."""
        return Extent(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)


def around(points: list[Point]) -> Extent:
    """Return the smallest rectangle that holds these points."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return Extent(min(across), min(down), max(across), max(down))


@dataclass(frozen=True)
class Plate:
    """A place: the box that holds its name, its spaces and its merchants."""

    place: int
    x: float
    y: float
    width: float
    height: float
    spots: list[Point]  # upper left corners of its spaces or merchants

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, point: Point, margin: float) -> bool:
        """Return whether a point lies on the plate or within a margin of it."""
        return (
            self.x - margin < point[0] < self.x + self.width + margin
            and self.y - margin < point[1] < self.y + self.height + margin
        )


@dataclass(frozen=True)
class Curve:
    """A line of the board: its path between the plates, a stub to a third place, and its link's marker."""

    line: int
    path: str
    stub: str
    mark: Point
    angle: float
    extent: Extent


@dataclass(frozen=True)
class Layout:
    """The layout of a whole board, which starts ``top`` below the picture's upper edge."""

    top: float
    width: float
    height: float
    plates: list[Plate]
    curves: list[Curve]
    markets: Point
    cartouche: Point | None = None
    sea: str = ""
    ferry: str = ""
    rivers: list[str] = field(default_factory=list)
    hills: list[list[int]] = field(default_factory=list)


@lru_cache(maxsize=16)
def layout(rules: Ruleset, stalls: tuple[str, ...], top: float) -> Layout:
    """Return where a ruleset's board is drawn; ``stalls`` holds the place of each merchant.

    A board without a map is drawn as a ring of its places.
    """
    ids = rules.board.place_ids
    sheet = next((sheet for sheet in _maps() if set(ids) <= set(sheet["places"])), None)
    if sheet is None:
        sheet = _ring(rules)
    plates = [
        _plate(rules, place, sheet["places"][id], stalls.count(id), top) for place, id in enumerate(ids)
    ]
    ferry = [plates[ids.index(id)].centre for id in sheet.get("ferry", [])]
    return Layout(
        top=top,
        width=sheet["width"],
        height=sheet["height"],
        plates=plates,
        curves=[_curve(rules, line, sheet, plates) for line in range(rules.board.lines)],
        markets=(sheet["markets"]["x"], sheet["markets"]["y"] + top),
        cartouche=_point(sheet["cartouche"]) if "cartouche" in sheet else None,
        sea=sheet.get("sea", ""),
        ferry=f"M{_said(ferry[0])}L{_said(ferry[1])}" if ferry else "",
        rivers=sheet.get("rivers", []),
        hills=sheet.get("hills", []),
    )


@cache
def _maps() -> list[dict[str, Any]]:
    """Return the maps in the rulesets' folders; the browser draws its boards from the same files."""
    found = [folder / "data" / "map.toml" for folder in files("grandjunction.rulesets").iterdir()]
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in found if file.is_file()]


def _point(at: dict[str, float]) -> Point:
    return at["x"], at["y"]


def _ring(rules: Ruleset) -> dict[str, Any]:
    """Return a plain map: the places on an ellipse, the markets beside it."""
    ids = rules.board.place_ids
    places: dict[str, dict[str, float]] = {}
    for number, id in enumerate(ids):
        angle = 2 * math.pi * number / len(ids)
        places[id] = {"x": 480 + 330 * math.sin(angle), "y": 330 - 230 * math.cos(angle)}
    return {"width": 1200, "height": 660, "markets": {"x": 1040, "y": 40}, "places": places, "lines": {}}


def _plate(rules: Ruleset, place: int, at: dict[str, float], stalls: int, top: float) -> Plate:
    slots = len(members(rules.board.place_slots[place]))
    count = slots or stalls
    columns = int(at.get("columns", max(count, 1)))
    rows = math.ceil(count / columns)
    grid = columns * TILE + (columns - 1) * _GAP
    name = width_of(rules.board.place_names[place], 17)
    width = max(grid + 2 * _PAD, name + 14) if count else name + 72
    height = NAME + rows * (TILE + _GAP) + (_PAD if count else 8) + (NOTE - _GAP if stalls else 0)
    x, y = at["x"] - width / 2, at["y"] - height / 2 + top
    left = x + (width - grid) / 2
    spots = [
        (left + n % columns * (TILE + _GAP), y + NAME + 1 + n // columns * (TILE + _GAP))
        for n in range(count)
    ]
    return Plate(place, x, y, width, height, spots)


def _curve(rules: Ruleset, line: int, sheet: dict[str, Any], plates: list[Plate]) -> Curve:
    id = rules.board.line_ids[line]
    ids = rules.board.place_ids
    drawn = sheet["lines"].get(id, {})
    third = drawn.get("via")
    joined = [place for place in id.split("--") if place in ids]
    ends = joined or [ids[place] for place in members(rules.board.line_ends[line])]
    start, end = (plates[ids.index(place)] for place in [end for end in ends if end != third][:2])
    (ax, ay), (bx, by) = start.centre, end.centre
    length = math.hypot(bx - ax, by - ay)
    bend = drawn.get("bend", 0) * 2
    cx = (ax + bx) / 2 + (by - ay) / length * bend
    cy = (ay + by) / 2 - (bx - ax) / length * bend
    bow = ((ax, ay), (cx, cy), (bx, by))
    shares = [step / _STEPS for step in range(_STEPS + 1)]
    open_ = [t for t in shares if not any(plate.holds(_on(bow, t, t), 1) for plate in (start, end))]
    first, last = (open_[0], open_[-1]) if open_ else (0.0, 1.0)
    middle = open_[len(open_) // 2] if open_ else 0.5
    mark = _on(bow, middle, middle)
    before, after = _on(bow, middle - 0.025, middle - 0.025), _on(bow, middle + 0.025, middle + 0.025)
    angle = math.degrees(math.atan2(after[1] - before[1], after[0] - before[0]))
    angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
    shown = [_on(bow, first, first), _on(bow, first, last), _on(bow, last, last)]
    branch = _branch(mark, plates[ids.index(third)]) if third else []
    return Curve(
        line,
        f"M{_said(shown[0])}Q{_said(shown[1])} {_said(shown[2])}",
        f"M{_said(branch[0])}L{_said(branch[1])}" if branch else "",
        mark,
        angle,
        around([*shown, *branch, (mark[0] - 16, mark[1] - 16), (mark[0] + 16, mark[1] + 16)]),
    )


def _on(bow: tuple[Point, Point, Point], s: float, t: float) -> Point:
    """Return a quadratic curve's point at ``t``, or the control point of its piece from ``s`` to ``t``."""
    weights = ((1 - s) * (1 - t), (1 - s) * t + s * (1 - t), s * t)
    return (
        sum(weight * point[0] for weight, point in zip(weights, bow, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, bow, strict=True)),
    )


def _branch(start: Point, plate: Plate) -> list[Point]:
    """Return a straight line from a point to the edge of a plate."""
    (x, y), (to_x, to_y) = start, plate.centre
    for step in range(1, _STEPS + 1):
        at = (x + (to_x - x) * step / _STEPS, y + (to_y - y) * step / _STEPS)
        if plate.holds(at, 0):
            return [start, at]
    return [start, plate.centre]


def _said(point: Point) -> str:
    return f"{round(point[0])} {round(point[1])}"
