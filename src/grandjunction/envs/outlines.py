"""Outlines of SVG shapes as polylines: paths, rounded boxes and circles, flattened to points."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Final

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]

_STEPS: Final = 10  # pieces of a curve
_TOKENS: Final = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_NEEDS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
_MOVED: Final = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")


@dataclass
class Outline:
    """Points joined by straight lines."""

    points: list[Point]
    closed: bool = False


def applied(matrix: Matrix, point: Point) -> Point:
    """Return a point moved by a matrix."""
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def combined(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that does the inner and then the outer one."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def size_of(matrix: Matrix) -> float:
    """Return how much a matrix enlarges."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def transformed(matrix: Matrix, text: str) -> Matrix:
    """Return a matrix followed by an element's ``transform``."""
    for name, numbers in _MOVED.findall(text):
        values = [float(number) for number in numbers.split()]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1])
        elif name == "scale":
            step = (values[0], 0, 0, values[0], 0, 0)
        else:
            angle = math.radians(values[0])
            step = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
        matrix = combined(matrix, step)
    return matrix


def box(x: float, y: float, width: float, height: float, radius: float) -> Outline:
    """Return a box with round corners."""
    r = min(radius, width / 2, height / 2)
    corners = [(x + width - r, y + r, -90), (x + width - r, y + height - r, 0)]
    corners += [(x + r, y + height - r, 90), (x + r, y + r, 180)]
    points: list[Point] = []
    for cx, cy, start in corners:
        turns = range(0, 91, 15) if r else (0,)
        for turn in turns:
            angle = math.radians(start + turn)
            points.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
    return Outline(points, True)


def disc(x: float, y: float, radius: float) -> Outline:
    """Return a circle."""
    turns = [math.radians(turn) for turn in range(0, 360, 12)]
    return Outline([(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns], True)


def path(d: str) -> list[Outline]:
    """Return the outlines of a path: its curves flattened, its arcs those of circles."""
    return _Pen().draw(_TOKENS.findall(d))


@dataclass
class _Pen:
    at: Point = (0.0, 0.0)
    handle: Point = (0.0, 0.0)  # the last control point of a cubic curve
    drawn: list[Outline] = field(default_factory=list)

    def draw(self, tokens: list[str]) -> list[Outline]:
        command = ""
        while tokens:
            if tokens[0].isalpha():
                command = tokens.pop(0)
            count = _NEEDS[command.upper()]
            values = [float(token) for token in tokens[:count]]
            del tokens[:count]
            self._do(command.upper(), self._absolute(command, values))
            if command in "Mm":
                command = "L" if command == "M" else "l"
        return self.drawn

    def _absolute(self, command: str, values: list[float]) -> list[float]:
        if command.isupper():
            return values
        x, y = self.at
        if command == "h":
            return [values[0] + x]
        if command == "v":
            return [values[0] + y]
        if command == "a":
            return [*values[:5], values[5] + x, values[6] + y]
        return [value + (y if n % 2 else x) for n, value in enumerate(values)]

    def _do(self, command: str, v: list[float]) -> None:
        if command == "M":
            self.at = (v[0], v[1])
            self.drawn.append(Outline([self.at]))
        elif command == "Z":
            self.drawn[-1].closed = True
            self.at = self.drawn[-1].points[0]
        elif command in "LHV":
            x, y = self.at
            self._line((v[0], v[1]) if command == "L" else (v[0], y) if command == "H" else (x, v[0]))
        elif command == "A":
            self._arc(v[0], v[3] != 0, v[4] != 0, (v[5], v[6]))
        else:
            self._curve(command, v)
        if command not in "CS":
            self.handle = self.at

    def _line(self, to: Point) -> None:
        if self.drawn[-1].closed:
            self.drawn.append(Outline([self.at]))
        self.drawn[-1].points.append(to)
        self.at = to

    def _curve(self, command: str, v: list[float]) -> None:
        start, end = self.at, (v[-2], v[-1])
        if command == "Q":
            first = (start[0] + (v[0] - start[0]) * 2 / 3, start[1] + (v[1] - start[1]) * 2 / 3)
            second = (end[0] + (v[0] - end[0]) * 2 / 3, end[1] + (v[1] - end[1]) * 2 / 3)
        elif command == "S":
            first, second = (2 * start[0] - self.handle[0], 2 * start[1] - self.handle[1]), (v[0], v[1])
        else:
            first, second = (v[0], v[1]), (v[2], v[3])
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            u = 1 - t
            weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
            points = (start, first, second, end)
            x = sum(w * p[0] for w, p in zip(weights, points, strict=True))
            y = sum(w * p[1] for w, p in zip(weights, points, strict=True))
            self._line((x, y))
        self.handle = second

    def _arc(self, radius: float, large: bool, sweep: bool, end: Point) -> None:
        (x, y), (to_x, to_y) = self.at, end
        across = math.hypot(to_x - x, to_y - y)
        radius = max(radius, across / 2)
        rise = math.sqrt(max(radius**2 - (across / 2) ** 2, 0)) * (1 if large != sweep else -1)
        cx = (x + to_x) / 2 - rise * (to_y - y) / across
        cy = (y + to_y) / 2 + rise * (to_x - x) / across
        first = math.atan2(y - cy, x - cx)
        turn = math.atan2(to_y - cy, to_x - cx) - first
        if sweep and turn <= 0:
            turn += 2 * math.pi
        elif not sweep and turn >= 0:
            turn -= 2 * math.pi
        for step in range(1, 2 * _STEPS + 1):
            angle = first + turn * step / (2 * _STEPS)
            self._line((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
