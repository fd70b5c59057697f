"""Draws the lines around a map: the state of the game above, the seats and a hand below.

Each line is a list of small parts, so that a sequence of pictures redraws only the few that changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..core.bits import count
from ..core.course import last_round
from ..core.seats import seat_name
from ..core.standings import standings
from ..core.state import NOBODY, State
from ..words import Words
from .icons import icon
from .layout import Extent
from .palette import Palette
from .part import Drawer, Part
from .svg import PLACE, Value, at, fitting, rect, text, width_of

HEAD: Final = 62
SEATS: Final = 112
HAND: Final = 62
_GAP: Final = 10
_INSET: Final = 10


class Panel:
    """Draws the lines of a position, ``width`` wide."""

    def __init__(self, state: State, names: list[str], width: float, words: Words, colours: Palette) -> None:
        self.state: Final = state
        self.names: Final = names
        self.width: Final = width
        self.words: Final = words
        self.colours: Final = colours

    def _band(self, name: str, top: float, height: float) -> Part:
        """Return the background of a line."""
        extent = Extent(0, top, self.width, top + height)
        return Part((name,), extent, lambda: rect(0, top, self.width, height, fill=self.colours.panel))

    def grounds(self, below: float, with_hand: bool) -> Iterator[Part]:
        """Yield the backgrounds of the lines; ``below`` is where the map ends."""
        yield self._band("head", 0, HEAD)
        yield Part(("name",), Extent(0, 0, self.width * 0.33, HEAD), self._title)
        yield self._band("seats", below, SEATS)
        if with_hand:
            yield self._band("hand", below + SEATS, HAND)

    # -- above --------------------------------------------------------------------------------------

    def head(self) -> Iterator[Part]:
        """Yield the line above: the era and round, the deck, and who must decide what."""
        state = self.state
        where = ("where", int(state.era), int(state.round), int(state.deck_size))
        yield Part(where, Extent(self.width * 0.33, 0, self.width * 0.72, HEAD), self._where)
        asked = ("asked", int(state.decision), state.to_act)
        yield Part(asked, Extent(self.width * 0.66, 0, self.width, HEAD), self._asked)

    def _title(self) -> str:
        return text(
            self.state.rules.name,
            20,
            40,
            fitting(self.state.rules.name, 28, self.width * 0.31),
            self.colours.ink,
            text_anchor="start",
            font_weight=700,
            font_family=PLACE,
        )

    def _where(self) -> str:
        state, words = self.state, self.words
        last = last_round(state.rules, int(state.era), int(state.players))
        era = words.era(state.rules.eras[state.era])
        said = words.terminal("where", era=era, round=f"{state.round}/{last}", cards=int(state.deck_size))
        return text(said, self.width * 0.525, 39, fitting(said, 23, self.width * 0.4), self.colours.ink_2)

    def _asked(self) -> str:
        state, width = self.state, self.width
        if state.is_over:
            return self._won()
        asked = self.words.decision(state.rules.decision_names[state.decision])
        seat = int(state.to_act)
        room = width * 0.27
        if seat == NOBODY:
            size = fitting(asked, 23, room)
            return text(asked, width - 20, 39, size, self.colours.ink_2, text_anchor="end")
        said = f"{self.names[seat]}: {asked}" if self.names[seat] != seat_name(seat) else asked
        end: dict[str, Value] = {"text_anchor": "end", "font_weight": 600}
        return text(said, width - 62, 39, fitting(said, 23, room), self.colours.ink, **end) + self._disc(
            seat, width - 34, 31
        )

    def _won(self) -> str:
        """Return who won, and with how many points."""
        first = standings(self.state)[0]
        points = self.words.bonus("vp", int(self.state.vp[first[0]]))
        said = f"{', '.join(self.names[seat] for seat in first)}: {points}"
        room = self.width * 0.27 - 34 * (len(first) - 1)
        end: dict[str, Value] = {"text_anchor": "end", "font_weight": 600}
        left = self.width - 28 - 34 * len(first)
        discs = [self._disc(seat, left + 28 + 34 * place, 31) for place, seat in enumerate(first)]
        return text(said, left, 39, fitting(said, 23, room), self.colours.ink, **end) + "".join(discs)

    # -- the seats ----------------------------------------------------------------------------------

    def seats(self, top: float) -> Iterator[Part]:
        """Yield a box for each seat in turn order: VP, money, income, cards, links.

        The box of the seat that must decide is lit, or when the game is over, the winner's.
        """
        state = self.state
        lit = standings(state)[0] if state.is_over else [int(state.to_act)]
        order = [int(seat) for seat in state.order if seat >= 0]
        order += [seat for seat in range(state.players) if seat not in order]
        wide = (self.width - 2 * _INSET - _GAP * (len(order) - 1)) / len(order)
        for place, seat in enumerate(order):
            yield from self._seat(seat, _INSET + place * (wide + _GAP), top + 8, wide, seat in lit)

    def _seat(self, seat: int, x: float, y: float, width: float, lit: bool) -> Iterator[Part]:
        state = self.state
        whole = Extent(x, y, x + width, y + SEATS - 16).wider(4)
        yield Part(("box", x, seat, lit), whole, lambda: at(x, y, self._box(seat, width, lit)))
        level = int(state.level(seat))
        figures = [
            ("", f"£{state.pounds[seat]}", 0.07),
            ("income", f"{'−' if level < 0 else '+'}{abs(level)}", 0.31),
            ("cards", str(state.hand_size[seat]), 0.59),
            ("link", str(state.rules.links - count(state.links[seat])), 0.78),
        ]
        for shape, said, share in figures:
            left = x + share * width
            extent = Extent(left, y + 50, left + 100, y + 90)
            yield Part(("figure", x, shape, said), extent, self._figure(shape, said, left, y))
        vp = str(state.vp[seat])
        corner = Extent(x + width - 118, y + 5, x + width - 2, y + 50)
        yield Part(("vp", x, vp), corner, lambda: at(x, y, self._points(vp, width)))

    def _box(self, seat: int, width: float, lit: bool) -> str:
        colours, name = self.colours, self.names[seat]
        edge, thick = (colours.glow, 4) if lit else (colours.rule, 1.5)
        height = SEATS - 16
        drawn = [
            rect(0, 0, width, height, rx=8, fill=colours.plate, stroke=edge, stroke_width=thick),
            rect(2, 2, 8, height - 4, rx=3, fill=colours.seats[seat].tile),
            self._disc(seat, 34, 27),
        ]
        if name != seat_name(seat):
            size = fitting(name, 23, width - 182)
            drawn.append(text(name, 58, 35, size, colours.ink, text_anchor="start", font_weight=700))
        return "".join(drawn)

    def _points(self, vp: str, width: float) -> str:
        colours = self.colours
        left = width - 54 - 22 * max(0, len(vp) - 2)  # where the number begins: three digits need room
        return icon("vp", left - 38, 10, 34, colours.gold, colours.plate) + text(
            vp, left, 37, 28, colours.ink, text_anchor="start", font_weight=800
        )

    def _figure(self, shape: str, said: str, x: float, y: float) -> Drawer:
        colours = self.colours

        def drawn() -> str:
            before = icon(shape, x, y + 59, 23, colours.ink_2, colours.plate) if shape else ""
            left = x + 27 if shape else x
            return before + text(said, left, y + 79, 24, colours.ink, text_anchor="start", font_weight=600)

        return drawn

    def _disc(self, seat: int, x: float, y: float) -> str:
        """Return the letter of a seat in its colour."""
        ink = self.colours.seats[seat]
        return at(
            x,
            y,
            rect(-17, -17, 34, 34, rx=17, fill=ink.tile, stroke=ink.edge, stroke_width=1),
            text(seat_name(seat), 0, 8.5, 24, ink.ink, font_weight=700),
        )

    # -- a hand -------------------------------------------------------------------------------------

    def hand(self, seat: int, top: float) -> Iterator[Part]:
        """Yield the cards of a hand in a row."""
        whose = Extent(14, top + 6, 54, top + 46)
        yield Part(("whose", seat), whose, lambda: self._disc(seat, 34, top + 26))
        cards = self.state.hand_of(seat)
        wide = (self.width - 60 - _INSET - _GAP * max(len(cards) - 1, 7)) / max(len(cards), 8)
        for n, id in enumerate(cards):
            x = 60 + n * (wide + _GAP)
            extent = Extent(x, top + 2, x + wide, top + HAND - 12).wider(1)
            yield Part(("card", n, wide, id), extent, self._card(id, x, top + 2, wide))

    def _card(self, id: str, x: float, y: float, wide: float) -> Drawer:
        def drawn() -> str:
            card = self.words.card(self.state.rules, id)
            lines = _halves(card) if width_of(card, 19) > wide - 12 else [card]
            size = min(fitting(line, 19, wide - 12) for line in lines)
            height = HAND - 14
            box = [rect(0, 0, wide, height, rx=6, fill=self.colours.plate, stroke=self.colours.rule_strong)]
            first = height / 2 + size * (0.33 if len(lines) == 1 else -0.2)
            for row, line in enumerate(lines):
                base = first + row * size * 1.08
                box.append(text(line, wide / 2, base, size, self.colours.ink, font_weight=600))
            return at(x, y, *box)

        return drawn


def _halves(words: str) -> list[str]:
    """Return the words in two lines, broken at the space or dash nearest the middle."""
    breaks = [n for n, letter in enumerate(words) if letter in " -"]
    if not breaks:
        return [words]
    at_letter = min(breaks, key=lambda n: abs(n - len(words) / 2))
    return [words[: at_letter + 1].rstrip(), words[at_letter + 1 :]]
