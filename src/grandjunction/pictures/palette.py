"""The colours of a picture, as in the web client: warm paper by day, blue-grey with amber by night."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final


class UnknownTheme(ValueError):
    """Raised for a theme that does not exist."""

    def __init__(self, theme: str) -> None:
        super().__init__(f"unknown theme {theme!r}; one of {', '.join(THEMES)}")
        self.theme = theme

    def __reduce__(self) -> tuple[object, ...]:
        return UnknownTheme, (self.theme,)


@dataclass(frozen=True)
class SeatInk:
    """The colours of one seat's pieces."""

    tile: str
    dark: str  # the body of a flipped tile
    edge: str
    ink: str
    badge: str
    badge_ink: str


@dataclass(frozen=True)
class Palette:
    """Every colour of a picture."""

    paper: str
    panel: str
    ink: str
    ink_2: str
    rule: str
    rule_strong: str
    plate: str
    plate_edge: str
    buyer: str  # the plate of a place that buys
    slot: str
    slot_edge: str
    accent: str
    accent_ink: str
    glow: str
    gold: str
    gold_ink: str
    shade: str
    water: str
    shore: str
    river: str
    canal: str
    rail: str
    hill: str
    sea: str
    coal: str
    coal_top: str
    iron: str
    iron_top: str
    cube_edge: str
    beer: str
    beer_edge: str
    flipped_ink: str
    seats: tuple[SeatInk, SeatInk, SeatInk, SeatInk]


def _seats(red: str, yellow: str, teal: str, purple: str) -> tuple[SeatInk, SeatInk, SeatInk, SeatInk]:
    return (
        SeatInk(red, "#4a0f0b", "#6f130d", "#fff6ee", "#fff6ee", "#7c1610"),
        SeatInk(yellow, "#57400a", "#8b6508", "#2b2105", "#2b2105", "#ffe9a8"),
        SeatInk(teal, "#06383a", "#08504c", "#f2fffd", "#f2fffd", "#07504c"),
        SeatInk(purple, "#261341", "#35195c", "#fbf6ff", "#fbf6ff", "#41206f"),
    )


_DAY: Final = Palette(
    paper="#efe4cb",
    panel="#f8f2e4",
    ink="#2a2620",
    ink_2="#5b5142",
    rule="#c3b594",
    rule_strong="#8b7b5c",
    plate="#fbf6ea",
    plate_edge="#4b4233",
    buyer="#efe5d0",
    slot="#ece0c6",
    slot_edge="#a29270",
    accent="#8a4b12",
    accent_ink="#fffaf0",
    glow="#d4730c",
    gold="#f0bf4c",
    gold_ink="#2a2013",
    shade="#cfc0a0",
    water="#b9d0d2",
    shore="#5d8ea1",
    river="#bfd0c8",
    canal="#2f7593",
    rail="#5a4636",
    hill="#b3a179",
    sea="#cfdcd6",
    coal="#2b2a2c",
    coal_top="#55535a",
    iron="#d9691e",
    iron_top="#f29450",
    cube_edge="#171310",
    beer="#b97a2b",
    beer_edge="#4f3110",
    flipped_ink="#fff6e2",
    seats=_seats("#b3281f", "#eab42b", "#14807a", "#5d3a8e"),
)

_NIGHT: Final = Palette(
    paper="#1b2733",
    panel="#1a2430",
    ink="#efe6d3",
    ink_2="#b7b09e",
    rule="#3a4a5b",
    rule_strong="#6c7d8e",
    plate="#26343f",
    plate_edge="#94a1a8",
    buyer="#223040",
    slot="#1a252f",
    slot_edge="#5a6a78",
    accent="#e9b35f",
    accent_ink="#1c1508",
    glow="#ffbf5e",
    gold="#f3c65c",
    gold_ink="#2a2013",
    shade="#0e161d",
    water="#1c3442",
    shore="#3d6f86",
    river="#22404f",
    canal="#5aaecd",
    rail="#b59c83",
    hill="#344656",
    sea="#112a3b",
    coal="#414855",
    coal_top="#8e97a8",
    iron="#d9691e",
    iron_top="#f29450",
    cube_edge="#d8d2c2",
    beer="#c98a37",
    beer_edge="#2d1b06",
    flipped_ink="#fff6e2",
    seats=_seats("#cf4a3c", "#f0c045", "#2a9d95", "#8a66c4"),
)

_PALETTES: Final = {"day": _DAY, "night": _NIGHT}

#: The themes a picture can have.
THEMES: Final = tuple(_PALETTES)

#: The colours that players can have, in the order of the seats if they chose none.
SEAT_COLOURS: Final = ("red", "yellow", "teal", "purple")


def palette(theme: str, seats: Sequence[str] = ()) -> Palette:
    """Return the colours of a theme, with the seats in the named colours.

    Raises ``UnknownTheme`` if there is no such theme, and ``ValueError`` for a colour no player can have.
    """
    if theme not in _PALETTES:
        raise UnknownTheme(theme)
    colours = _PALETTES[theme]
    if not set(seats) <= set(SEAT_COLOURS):
        raise ValueError(f"players are {', '.join(SEAT_COLOURS)}, not {', '.join(seats)}")
    order = [*seats, *(one for one in SEAT_COLOURS if one not in seats)]
    first, second, third, fourth = (colours.seats[SEAT_COLOURS.index(one)] for one in order)
    return replace(colours, seats=(first, second, third, fourth))
