"""Draws the markets beside a board: coal, iron, and the distant market if the game has one."""

from __future__ import annotations

from itertools import groupby

from ..core.components import Market
from ..core.tabletop import LaidTrack
from ..words import Words, capital
from .icons import icon
from .palette import Palette
from .pieces import cube
from .svg import PLACE, at, fitting, rect, text

WIDTH = 132
_ROW = 30


def market_height(market: Market) -> float:
    """Return the height of a market's box."""
    return 64 + len(set(market.prices)) * _ROW


def track_height(track: LaidTrack) -> float:
    """Return the height of a marker track's box."""
    return 46 + (len(track["bonuses"]) + 1) * 24


def market(resource: str, printed: Market, cubes: int, words: Words, colours: Palette) -> str:
    """Return a market: a row per price, cubes on the dearest rows, the next cube's price highlighted."""
    height = market_height(printed)
    next_price = printed.price(cubes, 0)
    drawn = [_box(height, colours), _title(capital(words.resource(resource)), colours)]
    drawn.append(_price(printed.empty_price, 50, cubes == 0, colours))
    drawn.append(text("∞", 88, 51, 20, colours.ink_2))
    filled = [(price, n >= printed.spaces - cubes) for n, price in enumerate(printed.prices)]
    rows = [
        (price, [full for _, full in spaces]) for price, spaces in groupby(filled, key=lambda space: space[0])
    ]
    for row, (price, spaces) in enumerate(reversed(rows)):
        y = 59 + row * _ROW
        lit = price == next_price and cubes > 0
        if lit:
            drawn.append(rect(8, y - 1, WIDTH - 16, 29, rx=6, fill=colours.glow, fill_opacity=0.28))
        drawn.append(_price(price, y + 20, lit, colours))
        for n, full in enumerate(spaces):
            x = 60 + n * 31
            drawn.append(rect(x, y + 1, 26, 25, rx=4, fill=colours.slot, stroke=colours.slot_edge))
            if full:
                drawn.append(cube(resource, x + 4, y + 4.5, 18, colours))
    return "".join(drawn)


def _box(height: float, colours: Palette) -> str:
    return (
        rect(0, 3, WIDTH, height, rx=8, fill=colours.shade)
        + rect(0, 0, WIDTH, height, rx=8, fill=colours.plate, stroke=colours.plate_edge, stroke_width=1.6)
        + rect(3, 3, WIDTH - 6, height - 6, rx=6, fill="none", stroke=colours.plate_edge, stroke_width=0.5)
    )


def _title(words: str, colours: Palette) -> str:
    size = fitting(words, 20, WIDTH - 14)
    return text(words, WIDTH / 2, 25, size, colours.ink, font_weight=700, font_family=PLACE)


def _price(price: int, y: float, lit: bool, colours: Palette) -> str:
    ink, weight = (colours.ink, 800) if lit else (colours.ink_2, 600)
    return text(f"£{price}", 48, y, 19, ink, text_anchor="end", font_weight=weight)


def distant_market(demand: LaidTrack, words: Words, colours: Palette) -> str:
    """Return the demand track with its marker, and the tiles left in the stack."""
    rows = [*(f"+{bonus}" for bonus in demand["bonuses"]), "✕"]
    drawn = [_box(46 + len(rows) * 24, colours), _title(words.verb("reveal"), colours)]
    for row, said in enumerate(rows):
        here = row == demand["row"]
        y = 36 + row * 24
        fill, ink = (colours.accent, colours.accent_ink) if here else (colours.slot, colours.ink_2)
        drawn.append(rect(9, y, 55, 21, rx=4, fill=fill, stroke=colours.slot_edge))
        drawn.append(text(said, 49, y + 16.5, 16.5, ink, font_weight=700 if here else 600))
        if here:
            drawn.append(icon("cotton", 13, y + 2, 17, colours.accent_ink, colours.accent))
    for value, left in enumerate(demand["left"]):
        shown = [
            rect(0, 0, 28, 28, rx=3, fill=colours.buyer, stroke=colours.slot_edge),
            text(f"−{value}" if value else "0", 14, 20, 16, colours.ink_2, font_weight=600),
            text(f"×{left}", 43, 20, 15.5, colours.ink, font_weight=600),
        ]
        drawn.append(at(70, 38 + value * 36, *shown))
    return "".join(drawn)
