"""Draws the pieces on a board: tiles, cubes and barrels, link markers."""

from __future__ import annotations

from ..core.components import TileKind
from ..words import roman
from .icons import icon
from .palette import Palette, SeatInk
from .svg import PLACE, Value, at, circle, path, rect, text


def cube(resource: str, x: float, y: float, size: float, colours: Palette) -> str:
    """Return a cube of coal or iron seen from above its corner, or a barrel for other resources."""
    if resource not in ("coal", "iron"):
        barrel = "M2.2 1h7.6c1.5 2 1.9 3.4 1.9 5s-.4 3-1.9 5H2.2C.7 9 .3 7.6.3 6s.4-3 1.9-5z"
        return at(
            x,
            y,
            path(barrel, fill=colours.beer, stroke=colours.beer_edge, stroke_width=0.8),
            path("M.8 4h10.4M.8 8h10.4", stroke=colours.beer_edge),
            scale=size / 12,
        )
    body, top = (colours.coal, colours.coal_top) if resource == "coal" else (colours.iron, colours.iron_top)
    return at(
        x,
        y,
        path("M6 0 12 3v6.2L6 12.2 0 9.2V3z", fill=body, stroke=colours.cube_edge, stroke_width=0.7),
        path("M6 0 12 3 6 6.1 0 3z", fill=top),
        path("M6 6.1v6.1", stroke=colours.cube_edge, stroke_width=0.5, opacity=0.5),
        scale=size / 12,
    )


def badge(letter: str, x: float, y: float, radius: float, ink: SeatInk) -> str:
    """Return the letter of a seat on a disc."""
    return circle(x, y, radius, fill=ink.badge, stroke=ink.tile, stroke_width=1) + text(
        letter, x, y + radius * 0.53, radius * 1.5, ink.badge_ink, font_weight=700
    )


def tile(
    kind: TileKind, ink: SeatInk, letter: str, holds: int, resource: str, flipped: bool, colours: Palette
) -> str:
    """Return an industry tile in a box of 50 by 50: its industry and cubes, or its worth if flipped."""
    body = rect(1, 1, 48, 48, rx=5, fill=ink.tile, stroke=ink.edge, stroke_width=1.5)
    if flipped:
        return body + _worth(kind, ink, colours) + badge(letter, 40.5, 40.5, 7.8, ink)
    # Above the cubes if it holds some; otherwise the icon fills the upper half.
    size, left, top, base = (20, 26, 3.5, 16.5) if holds else (29, 10.5, 3, 44.5)
    level = text(
        roman(kind.level), 5, base, 14.5, ink.ink, text_anchor="start", font_weight=700, font_family=PLACE
    )
    a_row = 3 if holds > 4 else 2
    first = 20.5 if holds > a_row else 33
    cubes = [
        cube(resource, 4.5 + n % a_row * 13, first + n // a_row * 13, 12.5, colours) for n in range(holds)
    ]
    return (
        body
        + icon(kind.industry, left, top, size, ink.ink, ink.tile)
        + "".join(cubes)
        + level
        + badge(letter, 40.5, 40.5, 7.8, ink)
    )


def _worth(kind: TileKind, ink: SeatInk, colours: Palette) -> str:
    """Return the face of a flipped tile: its industry, its VP and its link points."""
    inner = rect(4.5, 4.5, 41, 41, rx=3, fill=ink.dark, stroke=colours.gold, stroke_width=1.4)
    points = [
        icon("link", 7 + n * 13, 29.5, 13, colours.flipped_ink, ink.dark) for n in range(min(kind.icons, 2))
    ]
    return (
        inner
        + icon(kind.industry, 6, 7, 16, colours.flipped_ink, ink.dark)
        + icon("vp", 21.5, 4.5, 24, colours.gold, ink.dark)
        + text(str(kind.vp), 33.5, 21.5, 15 if kind.vp < 10 else 12.5, colours.gold_ink, font_weight=800)
        + "".join(points)
    )


def empty_space(shows: list[str], colours: Palette) -> str:
    """Return an empty space in a box of 50 by 50, with the industries it shows."""
    ground = rect(1, 1, 48, 48, rx=5, fill=colours.slot, stroke=colours.slot_edge)
    ink = colours.ink_2
    if len(shows) == 1:
        return ground + icon(shows[0], 11, 11, 28, ink, colours.slot)
    divide = path("M45 5 5 45", stroke=colours.slot_edge, stroke_width=0.8, stroke_dasharray="2 2")
    return (
        ground
        + divide
        + icon(shows[0], 4.5, 4.5, 21, ink, colours.slot)
        + icon(shows[1], 24.5, 24.5, 21, ink, colours.slot)
    )


def link_marker(ink: SeatInk, letter: str, vehicle: str, angle: float) -> str:
    """Return the marker of a link around the origin, turned along its line."""
    return at(
        0,
        0,
        rect(-25, -13, 50, 26, rx=13, fill=ink.tile, stroke=ink.edge, stroke_width=1.6),
        icon(vehicle, -20.5, -11, 22, ink.ink, ink.tile),
        at(13, 0, badge(letter, 0, 0, 9.5, ink), turn=-angle),
        turn=angle,
    )


def merchant(buys: list[str] | None, barrel: bool, colours: Palette) -> str:
    """Return a merchant in a box of 50 by 50 with its barrel; ``buys`` is None without a tile."""
    body = path(
        "M1 8a7 7 0 0 1 7-7h34a7 7 0 0 1 7 7v41H1z",
        fill=colours.plate,
        stroke=colours.accent,
        stroke_width=1.2,
    )
    none: dict[str, Value] = {"stroke": colours.slot_edge, "stroke_width": 2, "stroke_linecap": "round"}
    if buys is None:
        return body + path("M14 14 36 36M36 14 14 36", **none)
    if not buys:
        return body + path("M14 25h22", **none)
    places = [(3, 3, 18), (19, 10, 18), (3, 21, 18)] if len(buys) > 1 else [(6, 4, 28)]
    icons = [
        icon(name, x, y, size, colours.ink, colours.plate)
        for name, (x, y, size) in zip(buys, places, strict=False)
    ]
    return body + "".join(icons) + (cube("beer", 32, 31, 16, colours) if barrel else "")
