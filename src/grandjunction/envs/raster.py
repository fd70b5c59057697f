"""Turns the SVG that ``pictures`` writes into pixels, with Pillow.

It knows what our own pictures use and no more: groups, boxes, circles, paths and words, with colours as
attributes.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Any, Final
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from ..extras import need
from ..pictures.layout import Extent
from . import outlines
from .outlines import Matrix, Outline, Point, applied, size_of, transformed

SMOOTH: Final = 3  # pictures are drawn this many times larger and then reduced, for smooth edges
_INHERITED: Final = ("fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "opacity")
_BOLD: Final = 600
# Pillow's own font lacks these. Pounds are an L that gets its bar by hand.
_SUBSTITUTES: Final = str.maketrans({"£": "L", "∞": "oo", "−": "-", "✕": "x", "×": "x", "–": "-"})

Pixels = npt.NDArray[np.uint8]


def pillow() -> Any:
    """Return Pillow's modules; raise ``MissingExtra`` with the command that installs it."""
    need("env", "a picture in pixels", "PIL")
    from PIL import Image, ImageDraw, ImageFont

    return Image, ImageDraw, ImageFont


def raster(fragment: str, extent: Extent, scale: float) -> tuple[int, int, Pixels]:
    """Return where a fragment's pixels begin, in pixels, and the pixels with their opacity."""
    left, top = math.floor(extent.left * scale), math.floor(extent.top * scale)
    width = math.ceil(extent.right * scale) - left
    height = math.ceil(extent.bottom * scale) - top
    canvas = _Canvas(width * SMOOTH, height * SMOOTH)
    matrix: Matrix = (scale * SMOOTH, 0, 0, scale * SMOOTH, -left * SMOOTH, -top * SMOOTH)
    canvas.element(ElementTree.fromstring(f"<g>{fragment}</g>"), matrix, {})
    image = canvas.image.resize((width, height), resample=pillow()[0].Resampling.BOX)
    return left, top, np.asarray(image, dtype=np.uint8)


@cache
def _font(size: int) -> Any:
    return pillow()[2].load_default(size=size)


class _Canvas:
    """A sheet on which elements are drawn, opaque ones directly and others through a layer of their own."""

    def __init__(self, width: int, height: int) -> None:
        self._image, self._draw, _ = pillow()
        self.image: Any = self._image.new("RGBA", (width, height))

    def element(self, element: ElementTree.Element, matrix: Matrix, above: dict[str, str]) -> None:
        """Draw an element and all in it."""
        own: dict[str, str] = {key: element.attrib[key] for key in _INHERITED if key in element.attrib}
        style = {**above, **own}
        matrix = transformed(matrix, element.get("transform", ""))
        if element.tag == "svg":  # the map inside the picture; what runs over its edge is covered later
            matrix = transformed(matrix, f"translate(0 {element.get('y', '0')})")
        if element.tag == "text":
            self._words(element, matrix, style)
        elif element.tag in ("rect", "circle", "path"):
            for outline in _outlines(element):
                moved = Outline([applied(matrix, point) for point in outline.points], outline.closed)
                self._shape(moved, element, style, size_of(matrix))
        for child in element:
            self.element(child, matrix, style)

    def _shape(
        self, outline: Outline, element: ElementTree.Element, style: dict[str, str], size: float
    ) -> None:
        fill = style.get("fill", "#000000")
        if fill != "none" and len(outline.points) > 2:
            self._paint(lambda draw, ink: draw.polygon(outline.points, fill=ink), fill, style, "fill-opacity")
        stroke = style.get("stroke", "none")
        if stroke == "none":
            return
        width = max(1, round(float(style.get("stroke-width", "1")) * size))
        dashes = [float(dash) * size for dash in element.get("stroke-dasharray", "").split()]
        ends = element.get("stroke-linecap") == "round"
        pieces = _dashed(outline, dashes) if dashes else [_whole(outline)]

        def lines(draw: Any, ink: Any) -> None:
            for piece in pieces:
                draw.line(piece, fill=ink, width=width, joint="curve")
                if ends and width > 2:
                    for x, y in (piece[0], piece[-1]):
                        draw.ellipse([x - width / 2, y - width / 2, x + width / 2, y + width / 2], fill=ink)

        self._paint(lines, stroke, style, "stroke-opacity")

    def _paint(self, how: Any, colour: str, style: dict[str, str], opacity: str) -> None:
        alpha = float(style.get(opacity, "1")) * float(style.get("opacity", "1"))
        red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
        if alpha >= 1:
            how(self._draw.Draw(self.image), (red, green, blue, 255))
            return
        layer = self._image.new("L", self.image.size)
        how(self._draw.Draw(layer), round(255 * alpha))
        area = layer.getbbox()
        if area is not None:
            ink = self._image.new("RGBA", (area[2] - area[0], area[3] - area[1]), (red, green, blue, 255))
            ink.putalpha(layer.crop(area))
            self.image.alpha_composite(ink, area[:2])

    def _words(self, element: ElementTree.Element, matrix: Matrix, style: dict[str, str]) -> None:
        size = float(element.get("font-size", "16")) * size_of(matrix)
        bold = int(element.get("font-weight", "400")) >= _BOLD
        anchor = {"start": "ls", "end": "rs"}.get(element.get("text-anchor", "middle"), "ms")
        at = applied(matrix, (float(element.get("x", "0")), float(element.get("y", "0"))))
        said, font = element.text or "", _font(max(round(size), 1))
        words = said.translate(_SUBSTITUTES)
        thick = round(size / 32) if bold else 0

        def write(draw: Any, ink: Any) -> None:
            draw.text(at, words, fill=ink, font=font, anchor=anchor, stroke_width=thick, stroke_fill=ink)
            left = at[0] - draw.textlength(words, font) * {"ls": 0, "ms": 0.5, "rs": 1}[anchor]
            for n in [n for n, letter in enumerate(said) if letter == "£"]:
                x, y = left + draw.textlength(words[:n], font), at[1] - size * 0.36
                draw.line([(x - size * 0.02, y), (x + size * 0.36, y)], fill=ink, width=round(size / 13) + 1)

        self._paint(write, style.get("fill", "#000000"), style, "fill-opacity")


def _outlines(element: ElementTree.Element) -> list[Outline]:
    number = {
        key: float(element.get(key, "0")) for key in ("x", "y", "width", "height", "rx", "cx", "cy", "r")
    }
    if element.tag == "rect":
        return [outlines.box(number["x"], number["y"], number["width"], number["height"], number["rx"])]
    if element.tag == "circle":
        return [outlines.disc(number["cx"], number["cy"], number["r"])]
    return outlines.path(element.get("d", ""))


def _whole(outline: Outline) -> list[Point]:
    return [*outline.points, *outline.points[:2]] if outline.closed else outline.points


def _dashed(outline: Outline, dashes: list[float]) -> list[list[Point]]:
    """The pieces of an outline that its dashes leave."""
    points = _whole(outline)[: len(outline.points) + 1]
    pieces: list[list[Point]] = []
    number, left = 0, dashes[0]
    piece = [points[0]]
    for start, end in pairwise(points):
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        done = 0.0
        while length - done > left:
            done += left
            share = done / length
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if number % 2 == 0:
                pieces.append([*piece, at])
            number += 1
            left = dashes[number % len(dashes)]
            piece = [at]
        left -= length - done
        piece.append(end)
    if number % 2 == 0 and len(piece) > 1:
        pieces.append(piece)
    return pieces
