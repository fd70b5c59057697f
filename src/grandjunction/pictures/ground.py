"""Draws the map under the pieces: sea, rivers, hills, and the neatline of an engraved map."""

from __future__ import annotations

from .layout import Layout
from .palette import Palette
from .svg import PLACE, Value, at, circle, element, fitting, group, path, rect, text


def ground(layout: Layout, title: str, subtitle: str, colours: Palette) -> str:
    """Return the empty map."""
    width, height = layout.width, layout.height
    drawn = [rect(0, 0, width, height, fill=colours.paper)]
    if layout.sea:
        drawn.append(path(layout.sea, fill=colours.sea))
        drawn.append(path(layout.sea, stroke=colours.water, stroke_width=12, stroke_opacity=0.5))
        drawn.append(path(layout.sea, stroke=colours.shore, stroke_width=1.4))
    for river in layout.rivers:
        drawn.append(path(river, stroke=colours.river, stroke_width=8, stroke_linecap="round"))
        drawn.append(path(river, stroke=colours.shore, stroke_width=0.8, stroke_opacity=0.5))
    hills = "".join(_hill(*hill) for hill in layout.hills)
    if hills:
        drawn.append(path(hills, stroke=colours.hill, stroke_width=1.1, stroke_linecap="round"))
    drawn.append(_neatline(width, height, colours))
    if layout.cartouche:
        drawn.append(_cartouche(layout.cartouche, title, subtitle, colours))
    # An inner picture clips what crosses the edge. A clip path would need an id, unique in the whole page.
    return element(
        "svg", "".join(drawn), y=layout.top, width=width, height=height, viewBox=f"0 0 {width:g} {height:g}"
    )


def _hill(x: int, y: int, count: int) -> str:
    strokes: list[str] = []
    for n in range(count):
        left, top = x + n * 19 + n % 2 * 4, y + n % 2 * 9
        strokes.append(f"M{left} {top}q9 -15 19 0M{left + 12} {top - 6}l4 8M{left + 9} {top - 7}l3 8")
        strokes.append(f"M{left + 15} {top - 4}l3 5")
    return "".join(strokes)


def _neatline(width: float, height: float, colours: Palette) -> str:
    frame = [f"M{x} 8v6M{x} {height - 14:g}v6" for x in range(40, int(width), 40)]
    frame += [f"M8 {y}h6M{width - 14:g} {y}h6" for y in range(40, int(height), 40)]
    return group(
        rect(6, 6, width - 12, height - 12, stroke_width=2),
        rect(15, 15, width - 30, height - 30, stroke_width=0.8),
        path("".join(frame), stroke_width=0.8),
        fill="none",
        stroke=colours.rule_strong,
    )


def _cartouche(spot: tuple[float, float], title: str, subtitle: str, colours: Palette) -> str:
    """Return a compass rose above the title."""
    star: dict[str, Value] = {"stroke": colours.rule_strong, "stroke_width": 1}
    rose = at(
        0,
        -58,
        circle(0, 0, 21, fill="none", **star),
        path("M0-27 4-4 27 0 4 4 0 27-4 4-27 0-4-4z", fill=colours.plate, **star),
        path("M0-27 4-4 0 0zM27 0 4 4 0 0zM0 27-4 4 0 0zM-27 0-4-4 0 0z", fill=colours.rule_strong, **star),
        text("N", 0, -31, 15, colours.ink_2, font_weight=700),
    )
    flourish = path("M-74 12h56M18 12h56M-6 12l6-5 6 5-6 5z", fill=colours.rule_strong, **star)
    return at(
        *spot,
        group(
            rose,
            text(title, 0, 0, fitting(title, 27, 190), colours.ink, font_weight=700, letter_spacing=1.2),
            flourish,
            text(subtitle, 0, 36, 20, colours.ink_2),
            font_family=PLACE,
        ),
    )
