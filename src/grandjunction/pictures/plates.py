"""Draws what is printed on a board: the plates of its places, and the canals and tracks between them."""

from __future__ import annotations

from .icons import icon
from .layout import NAME, NAME_SIZE, NOTE, Plate
from .palette import Palette
from .svg import PLACE, fitting, path, rect, text


def plate_face(
    plate: Plate, name: str, kind: str, points: int, note: str, lit: bool, colours: Palette
) -> str:
    """Return a place's plate: its name, its link points if it has no spaces, and its merchants' bonus."""
    bare = not plate.spots
    x, y, width, height = plate.x, plate.y, plate.width, plate.height
    round_ = height / 2 if bare else 7.0
    fill, edge, thick = (colours.buyer, colours.accent, 2.0)
    if kind in ("town", "farm"):
        fill, edge, thick = (colours.plate, colours.plate_edge, 1.6)
    if lit:
        edge, thick = colours.glow, 6
    dash = "5 2.5" if kind == "farm" else None
    body = rect(
        x, y, width, height, rx=round_, fill=fill, stroke=edge, stroke_width=thick, stroke_dasharray=dash
    )
    size = fitting(name, NAME_SIZE, width - (62 if bare else 8))
    middle = x + (width - 48) / 2 + 5 if bare else x + width / 2
    base = y + (height / 2 + 7 if bare else NAME - 6)
    drawn = [
        rect(x, y + 3, width, height, rx=round_, fill=colours.shade),
        body,
        text(name, middle, base, size, colours.ink, font_weight=700, font_family=PLACE),
    ]
    if bare:
        left, top = x + width - 12 - 18 * points, y + height / 2 - 8
        drawn += [icon("link", left + 18 * n, top, 16, colours.ink_2, fill) for n in range(points)]
    if note:
        below = y + height - (NOTE - 17)
        size = fitting(note, 17, width - 10)
        drawn.append(text(note, x + width / 2, below, size, colours.ink_2, font_weight=600))
    return "".join(drawn)


def free_way(d: str, rail: bool, usable: bool, colours: Palette) -> str:
    """Return a canal or track without a link: pale, and dotted if it cannot be used in this era."""
    if not usable:
        return path(
            d,
            stroke=colours.rule_strong,
            stroke_width=1.8,
            stroke_dasharray="1 7",
            stroke_linecap="round",
            stroke_opacity=0.6,
        )
    if rail:
        sleepers = path(d, stroke=colours.rail, stroke_width=9, stroke_dasharray="2 6", stroke_opacity=0.5)
        return sleepers + path(d, stroke=colours.rail, stroke_width=2, stroke_opacity=0.6)
    banks = path(d, stroke=colours.canal, stroke_width=6.5, stroke_opacity=0.5)
    return banks + path(d, stroke=colours.paper, stroke_width=2.8)


def taken_way(d: str, rail: bool, tint: str, colours: Palette) -> str:
    """Return a canal or track with a link, in its owner's colour."""
    if rail:
        sleepers = path(d, stroke=tint, stroke_width=13, stroke_dasharray="2.5 5.5")
        return sleepers + path(d, stroke=tint, stroke_width=4.5)
    return path(d, stroke=tint, stroke_width=11) + path(d, stroke=colours.water, stroke_width=3.5)
