"""The table as text, as an SVG picture and as pixels.

The two pictures are drawn from one list of shapes: lines, boxes, discs and words.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final
from xml.sax.saxutils import escape

import numpy as np

from ..core.bits import BIT, members
from ..core.ruleset import Ruleset
from ..core.state import SEATS, State
from ..core.view import View

#: ansi: text; svg: a picture as text; rgb_array: the same picture as pixels.
MODES: Final = ["ansi", "svg", "rgb_array"]

_TILE: Final = 46
_PAPER: Final = "#efe6d2"
_INK: Final = "#3a322a"
_FAINT: Final = "#b9ab90"
_PLATE: Final = "#f8f3e6"
_SEATS: Final = ("#c0392b", "#d8a21b", "#2d7f9d", "#7b4a94")
_CUBES: Final = {"coal": "#26221f", "iron": "#e07b28", "beer": "#8a5a2b"}
_PANEL: Final = 330  # the width of the seats' numbers, right of the map


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"unknown render mode {mode!r}; one of {', '.join(MODES)}")
    return mode


def picture(view: View, mode: str | None) -> Any:
    """What a view shows, in a mode; without one, nothing."""
    if mode == "ansi":
        return view.to_position()
    if mode == "svg":
        return svg(scene(view.known))
    if mode == "rgb_array":
        return pixels(scene(view.known))
    return None


@dataclass(frozen=True)
class Shape:
    """A line from one point to another, a box or a disc between them, or words at the first."""

    kind: str
    x: float
    y: float
    to_x: float = 0.0
    to_y: float = 0.0
    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    text: str = ""


@dataclass(frozen=True)
class Scene:
    width: int
    height: int
    shapes: list[Shape]


# -- what is drawn --------------------------------------------------------------------------------------


@cache
def _maps() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "places.toml").read_text(encoding="utf-8"))


def points(rules: Ruleset) -> tuple[int, int, dict[str, tuple[float, float]]]:
    """The size of a board's map and where its places are; a board without a map is drawn as a ring."""
    ids = rules.board.place_ids
    for sheet in _maps().values():
        if set(ids) <= set(sheet["places"]):
            width, height = sheet["size"]
            return width, height, {id: (float(x), float(y)) for id, (x, y) in sheet["places"].items()}
    ring = {}
    for number, id in enumerate(ids):
        angle = 2 * math.pi * number / len(ids)
        ring[id] = (400 + 280 * math.sin(angle), 380 - 280 * math.cos(angle))
    return 800, 760, ring


def scene(state: State) -> Scene:
    """The board, the markets and what is known of the seats."""
    width, height, where = points(state.rules)
    shapes = [Shape("box", 0, 0, width + _PANEL, height, fill=_PAPER)]
    for line in range(state.rules.board.lines):
        shapes.extend(_line(state, line, where))
    for place in range(state.rules.board.places):
        shapes.extend(_place(state, place, where))
    shapes.extend(_panel(state, width))
    return Scene(width + _PANEL, height, shapes)


def _line(state: State, line: int, where: dict[str, tuple[float, float]]) -> list[Shape]:
    board = state.rules.board
    ends = [where[board.place_ids[place]] for place in members(board.line_ends[line])]
    owner = next((seat for seat in range(state.players) if state.links[seat] & BIT[line]), -1)
    usable = board.era_lines[state.era] & BIT[line] != 0
    stroke, width = (_SEATS[owner], 9.0) if owner >= 0 else (_FAINT, 4.0 if usable else 1.5)
    middle = (sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
    pairs = [(ends[0], ends[1])] if len(ends) == 2 else [(end, middle) for end in ends]
    return [Shape("line", *start, *end, stroke=stroke, width=width) for start, end in pairs]


def _place(state: State, place: int, where: dict[str, tuple[float, float]]) -> list[Shape]:
    board = state.rules.board
    x, y = where[board.place_ids[place]]
    slots = members(board.place_slots[place])
    half = max(len(slots) * _TILE, 80) / 2 + 5
    top = y - (_TILE / 2 if slots else 0) - 5
    bottom = y + (_TILE / 2 if slots else 0) + 22
    shapes = [Shape("box", x - half, top, x + half, bottom, fill=_PLATE, stroke=_INK)]
    shapes.append(Shape("words", x, bottom - 6, fill=_INK, text=board.place_names[place], width=15))
    left = x - len(slots) * _TILE / 2
    for number, slot in enumerate(slots):
        shapes.extend(_space(state, slot, left + number * _TILE, y - _TILE / 2))
    return shapes


def _space(state: State, slot: int, x: float, y: float) -> list[Shape]:
    rules = state.rules
    corner = (x + 2, y + 2, x + _TILE - 2, y + _TILE - 2)
    middle = x + _TILE / 2
    if state.tile[slot] < 0:
        shown = [rules.board.industries[i][:7] for i in members(rules.board.slot_shows[slot])]
        words = [
            Shape(
                "words",
                middle,
                y + (18 + 14 * row if len(shown) > 1 else 26),
                fill=_FAINT,
                text=word,
                width=10,
            )
            for row, word in enumerate(shown)
        ]
        return [Shape("box", *corner, fill=_PAPER, stroke=_FAINT), *words]
    kind = rules.tiles.kinds[state.tile[slot]]
    flipped = state.flipped & BIT[slot] != 0
    colour = _SEATS[state.owner(slot)]
    shapes = [Shape("box", *corner, fill=_PLATE if flipped else colour, stroke=colour, width=4)]
    ink = _INK if flipped else "#ffffff"
    shapes.append(Shape("words", middle, y + 15, fill=ink, text=kind.industry[:7], width=10))
    shapes.append(Shape("words", middle, y + 32, fill=ink, text=str(kind.level), width=16))
    resource = rules.tiles.makes[rules.tiles.industry[state.tile[slot]]]
    if resource >= 0:
        fill = _CUBES[rules.resources[resource]]
        for number in range(int(state.cubes[slot])):
            spot = x + 5 + number * 7
            shapes.append(Shape("box", spot, y + 35, spot + 6, y + 41, fill=fill, stroke="#ffffff"))
    return shapes


def _panel(state: State, left: int) -> list[Shape]:
    """The course of the game, the seats in turn order, the markets, and the ruleset's own lines."""
    x = left + 10.0
    era = state.rules.eras[state.era]
    lines = [(f"{era} era, round {state.round}, {state.deck_size} cards in the deck", _INK), ("", _INK)]
    for seat in [seat for seat in state.order if seat >= 0] or range(state.players):
        acts = "> " if state.to_act == seat else ""
        numbers = f"pounds {state.pounds[seat]}  income {state.level(seat)}  {state.vp[seat]} VP"
        lines.append((f"{acts}{SEATS[seat]}: {numbers}  {state.hand_size[seat]} cards", _SEATS[seat]))
    lines.append(("", _INK))
    for resource, market in enumerate(state.rules.markets):
        name, cubes = state.rules.resources[resource], state.market[resource]
        lines.append((f"{name}: {cubes} of {market.spaces}, next at {market.price(cubes, 0)}", _INK))
    lines.extend((line, _INK) for line in state.rules.write_extra(state))
    if 0 <= state.viewer < state.players:
        lines += [("", _INK), (f"hand of {SEATS[state.viewer]}:", _INK)]
        lines += [(card, _INK) for card in state.hand_of(state.viewer)]
    return [
        Shape("left words", x, 34.0 + 24 * row, fill=colour, text=text, width=16)
        for row, (text, colour) in enumerate(lines)
        if text
    ]


# -- how it is drawn ------------------------------------------------------------------------------------


def svg(drawn: Scene) -> str:
    """The scene as a file any browser shows."""
    size = f'width="{drawn.width}" height="{drawn.height}" viewBox="0 0 {drawn.width} {drawn.height}"'
    body = "\n".join(_svg(shape) for shape in drawn.shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">\n{body}\n</svg>\n'


def _svg(shape: Shape) -> str:
    paint = f'fill="{shape.fill}" stroke="{shape.stroke}"'
    if shape.kind == "line":
        ends = f'x1="{shape.x:g}" y1="{shape.y:g}" x2="{shape.to_x:g}" y2="{shape.to_y:g}"'
        return f'<line {ends} {paint} stroke-width="{shape.width:g}"/>'
    if shape.kind == "box":
        extent = f'width="{shape.to_x - shape.x:g}" height="{shape.to_y - shape.y:g}"'
        return f'<rect x="{shape.x:g}" y="{shape.y:g}" {extent} {paint} stroke-width="{shape.width:g}"/>'
    anchor = "start" if shape.kind == "left words" else "middle"
    style = f'font-size="{shape.width:g}" text-anchor="{anchor}" fill="{shape.fill}"'
    return f'<text x="{shape.x:g}" y="{shape.y:g}" {style}>{escape(shape.text)}</text>'


def pixels(drawn: Scene) -> np.typing.NDArray[np.uint8]:
    """The scene as height × width × 3 bytes."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise ImportError('pictures in pixels need Pillow: pip install "grandjunction[env]"') from error
    image = Image.new("RGB", (drawn.width, drawn.height), _PAPER)
    draw = ImageDraw.Draw(image)
    for shape in drawn.shapes:
        stroke = None if shape.stroke == "none" else shape.stroke
        if shape.kind == "line":
            ends = [(shape.x, shape.y), (shape.to_x, shape.to_y)]
            draw.line(ends, fill=stroke, width=round(shape.width))
        elif shape.kind == "box":
            corners = [(shape.x, shape.y), (shape.to_x, shape.to_y)]
            draw.rectangle(corners, fill=shape.fill, outline=stroke, width=max(1, round(shape.width)))
        else:
            font = ImageFont.load_default(size=shape.width)
            anchor = "ls" if shape.kind == "left words" else "ms"
            draw.text((shape.x, shape.y), shape.text, fill=shape.fill, font=font, anchor=anchor)
    return np.asarray(image, dtype=np.uint8).copy()
