"""Writes SVG elements as text.

Colours are attributes, never a style sheet. A notebook puts several pictures into one page, where one
picture's style sheets and ids would affect the others.
"""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape, quoteattr

Value = str | float | None

TEXT: Final = "'Source Sans 3','Segoe UI',Roboto,'Helvetica Neue','Noto Sans','DejaVu Sans',Arial,sans-serif"
PLACE: Final = "'Alegreya SC',Georgia,'Noto Serif','DejaVu Serif','Times New Roman',serif"

# The width of unusually wide or narrow letters, relative to the size, in the widest of the fonts above.
_WIDE: Final = {
    **dict.fromkeys("fijlt.,'-: I", 0.42),
    **dict.fromkeys("mwMW", 1.02),
    **dict.fromkeys("ABCDGHKNOQRU", 0.82),
}


def element(name: str, content: str = "", /, **attributes: Value) -> str:
    """Return an element. An underscore in an attribute's name is a dash; None leaves the attribute out."""
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_value(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def _value(value: str | float) -> str:
    return quoteattr(value) if isinstance(value, str) else f'"{round(value, 2):g}"'


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """Return a rectangle, given its upper left corner and its size."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def path(d: str, **attributes: Value) -> str:
    """Return a path; not filled unless ``fill`` is given."""
    return element("path", d=d, **{"fill": "none", **attributes})


def circle(x: float, y: float, radius: float, **attributes: Value) -> str:
    """Return a circle, given its centre and radius."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def text(words: str, x: float, y: float, size: float, fill: str, **attributes: Value) -> str:
    """Return text on a baseline, centred at ``x`` unless ``text_anchor`` says otherwise."""
    return element(
        "text",
        escape(words),
        x=x,
        y=y,
        **{"font_size": size, "fill": fill, "text_anchor": "middle", **attributes},
    )


def group(*content: str, tip: str = "", **attributes: Value) -> str:
    """Return the elements as one group; ``tip`` is shown while the pointer rests on it."""
    said = element("title", escape(tip)) if tip else ""
    return element("g", said + "".join(content), **attributes)


def at(x: float, y: float, *content: str, scale: float = 1, turn: float = 0, tip: str = "") -> str:
    """Return elements moved to a point, scaled and turned around it."""
    moved = f"translate({round(x, 2):g} {round(y, 2):g})"
    if turn:
        moved += f" rotate({round(turn, 1):g})"
    if scale != 1:
        moved += f" scale({round(scale, 3):g})"
    return group(*content, tip=tip, transform=moved)


def width_of(words: str, size: float) -> float:
    """Return an upper bound on the width of bold words: Chinese letters are square, others narrower."""
    return sum(1.0 if letter > "\u2e80" else _WIDE.get(letter, 0.68) for letter in words) * size


def fitting(words: str, size: float, room: float) -> float:
    """Return the largest size, up to ``size``, at which bold words fit into ``room``."""
    wide = width_of(words, size)
    return size if wide <= room else size * room / wide
