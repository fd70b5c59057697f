"""Small drawings of industries and other things of the game, in a box of 24 by 24."""

from __future__ import annotations

from typing import Final

from .svg import at, circle, path

# Each icon is a list of strokes: a style and a path. "fill" is solid, "line" is stroked, "cut" is stroked in
# the colour of the background.
ICONS: Final[dict[str, list[tuple[str, str]]]] = {
    "cotton": [
        ("fill", "M4.5 2.5h15V6H17.5v12h2v3.5h-15V18h2V6h-2z"),
        ("cut", "M6.5 9.8 17.5 7.6M6.5 13.1 17.5 10.9M6.5 16.4 17.5 14.2"),
    ],
    "manufacturer": [
        ("fill", "M3.5 5h17v14.5h-17z"),
        ("cut", "M3.5 8.6h17M3.5 16h17M4 16 20 8.6M7.5 5v3.6M16.5 5v3.6M7.5 16v3.5M16.5 16v3.5"),
    ],
    "pottery": [
        (
            "fill",
            "M8 3.5h8v2.2l-1.2 1.1c3.4 1.4 5 3.6 5 6.3 0 3.6-2.6 5.6-4.3 7.4h-7c-1.7-1.8-4.3-3.8-4.3-7.4"
            " 0-2.7 1.6-4.9 5-6.3L8 5.7z",
        ),
        ("cut", "M4.6 11.5h14.8M5 15h14"),
    ],
    "coal": [
        ("line", "M11 10.5 5 21M13 10.5 19 21M7.6 16.5h8.8M12 2.8a4.2 4.2 0 1 1-.01 0z"),
        ("thin", "M12 2.8v8.4M7.8 7h8.4"),
    ],
    "iron": [
        (
            "fill",
            "M2.5 7.5h6V6H21v3.2c-3.4.5-5.3 1.9-5.6 4.3h1.8V17H19v3H7v-3h1.8v-3.5h1.3c-.3-2.6-2.9-3.7-7.6"
            "-3.8z",
        )
    ],
    "brewery": [
        (
            "fill",
            "M6.5 3.5h11c2.2 3 2.9 5.7 2.9 8.5s-.7 5.5-2.9 8.5h-11c-2.2-3-2.9-5.7-2.9-8.5s.7-5.5 2.9-8.5z",
        ),
        (
            "thin cut",
            "M4.3 8.5h15.4M4.3 15.5h15.4M12 3.5v17M8.2 3.5c-1 5.5-1 11.5 0 17M15.8 3.5c1 5.5 1 11.5 0 17",
        ),
    ],
    "port": [
        (
            "line",
            "M12 2.5a2.3 2.3 0 1 1-.01 0zM12 7.1V20.5M7.5 10.3h9M3.8 13.8c.6 4.3 3.8 6.4 8.2 6.7"
            " 4.4-.3 7.6-2.4 8.2-6.7",
        )
    ],
    "shipyard": [
        (
            "fill",
            "M2.5 14.5h19l-3 6h-13zM9 3.5c3 1.5 3.5 5.5.5 8.5zM15.5 6c2.5 1.2 2.8 4 .3 6z"
            "M8 4.5C4.5 6 3.5 9 3.5 12H8z",
        ),
        ("line", "M9 14V3M15.5 14V5.5"),
    ],
    "mill": [
        ("fill", "M8.5 11.5h7l2 10h-11z"),
        ("line", "M12 10 5 3M12 10 19 3M12 10 5 17M12 10 19 17"),
    ],
    "link": [
        ("line", "M12 3.5a8.5 8.5 0 1 1-.01 0zM3.5 12h17"),
        ("fill", "M12 9.4a2.6 2.6 0 1 1-.01 0z"),
    ],
    "vp": [("fill", "M12 2.5 20.5 7.3v9.4L12 21.5 3.5 16.7V7.3z")],
    "income": [("fill", "M12 3.5 20 12h-4.5v8.5h-7V12H4z")],
    "cards": [
        ("line", "M8.5 3.5h9.5a1.5 1.5 0 0 1 1.5 1.5v13"),
        (
            "fill",
            "M6 6.5h9a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5H6"
            "A1.5 1.5 0 0 1 4.5 19V8A1.5 1.5 0 0 1 6 6.5z",
        ),
    ],
    "canal": [
        (
            "fill",
            "M1.5 13h21c-.7 2.8-2.3 4.5-5 4.5H6c-2.5 0-4-1.7-4.5-4.5zM6.5 12V8.2h9V12zM17.5 12V6.5h1.8V12z",
        )
    ],
    "rail": [
        (
            "fill",
            "M2 16V6.5h7V10h8.5V6.5H20V10h1.5v6zM6.5 14.4a2.6 2.6 0 1 1-.01 0zM12.5 14.4a2.6 2.6 0 1 1-.01 0z"
            "M18 15.1a2.2 2.2 0 1 1-.01 0z",
        ),
        ("cut", "M4.6 9h2.2v2H4.6z"),
    ],
}

_LINE: Final = {"stroke_linecap": "round", "stroke_linejoin": "round"}


def icon(name: str, x: float, y: float, size: float, ink: str, ground: str) -> str:
    """Return an icon with its upper left corner at a point; a disc if the name has no icon."""
    strokes: list[str] = []
    for how, d in ICONS.get(name, []):
        if how == "fill":
            strokes.append(path(d, fill=ink))
        elif how.endswith("cut"):
            strokes.append(path(d, stroke=ground, stroke_width=1.1 if how == "thin cut" else 1.5))
        else:
            strokes.append(path(d, stroke=ink, stroke_width=1.1 if how == "thin" else 2, **_LINE))
    return at(x, y, *(strokes or [circle(12, 12, 7, fill=ink)]), scale=size / 24)
