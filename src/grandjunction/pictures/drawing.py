"""Draws a position as an SVG picture: the map with its pieces, the markets, the seats, and a hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from ..core.bits import BIT, members
from ..core.components import MARKETED
from ..core.notation import NotationError, line_number
from ..core.ruleset import Ruleset
from ..core.seats import SEATS as LETTERS
from ..core.seats import seat_name
from ..core.state import NOBODY, SPECTATOR, TRUTH, State
from ..core.tabletop import LaidStall, laid_stalls, laid_tracks
from ..words import Words
from ..words.telling import tile_in_words
from .ground import ground
from .layout import TILE, Curve, Extent, Layout, Plate, Point, layout
from .palette import Palette, palette
from .panel import HAND, HEAD, SEATS, Panel
from .part import Drawer, Part
from .pieces import empty_space, link_marker, merchant, tile
from .plates import free_way, plate_face, taken_way
from .stores import WIDTH as STORE
from .stores import distant_market, market, market_height, track_height
from .svg import TEXT, at, element, group, path, rect

WIDTH: Final = 900  # default width on a page


class Picture:
    """Draws one position. ``mark`` holds the ids of spaces, lines, places and merchants to highlight."""

    def __init__(
        self, state: State, colours: Palette, words: Words, names: list[str], mark: Collection[str]
    ) -> None:
        self.state: Final = state
        self.rules: Final = state.rules
        self.colours: Final = colours
        self.words: Final = words
        self.names: Final = names
        self.mark: Final = frozenset(mark)
        self.stalls: Final = laid_stalls(state)
        buying = tuple(stall["place"] for stall in self.stalls)
        self.layout: Final[Layout] = layout(state.rules, buying, HEAD)
        self.rail: Final = state.rules.eras[state.era] == "rail"
        self.whose: Final = self._hand_shown()
        self.width: Final = self.layout.width
        self.panel: Final = Panel(state, names, self.layout.width, words, colours)
        self.height: Final = HEAD + self.layout.height + SEATS + (0 if self.whose is None else HAND)

    def svg(self, width: float) -> str:
        """Return the whole picture, ``width`` pixels wide."""
        era = self.words.era(self.rules.eras[self.state.era])
        title = element("title", f"{self.rules.name}, {era}, {self.state.round}")
        return element(
            "svg",
            title + "".join(part.draw() for part in self.parts()),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {self.width:g} {self.height:g}",
            width=width,
            height=round(width * self.height / self.width),
            font_family=TEXT,
            role="img",
        )

    def parts(self) -> Iterator[Part]:
        """Yield all parts in drawing order: the empty board, the pieces, and the lines around it."""
        yield from self.printed()
        yield from self.pieces()

    def printed(self) -> Iterator[Part]:
        """Yield the empty board of the era, and the background of the lines around it."""
        sheet = Extent(0, HEAD, self.width, HEAD + self.layout.height)
        yield Part(("ground", int(self.state.era)), sheet, self._ground)
        for curve in self.layout.curves:
            if not self.state.laid & BIT[curve.line]:
                yield self._way(curve)
        for plate in self.layout.plates:
            yield self._plate_part(plate)
            for slot, spot in self._spaces(plate):
                if self.state.tile[slot] < 0:
                    yield self._space(slot, spot)
        yield from self.panel.grounds(sheet.bottom, self.whose is not None)

    def pieces(self) -> Iterator[Part]:
        """Yield the pieces on the board, and the text of the lines around it."""
        laid = [curve for curve in self.layout.curves if self.state.laid & BIT[curve.line]]
        for curve in laid:
            yield self._way(curve)
        for plate in self.layout.plates:
            for slot, spot in self._spaces(plate):
                if self.state.tile[slot] >= 0:
                    yield self._tile_part(slot, spot)
        for curve in laid:
            yield self._marker(curve)
        yield from self._stalls()
        yield from self._stores()
        below = HEAD + self.layout.height
        yield from self.panel.head()
        yield from self.panel.seats(below)
        if self.whose is not None:
            yield from self.panel.hand(self.whose, below + SEATS)

    def _hand_shown(self) -> int | None:
        """Return whose hand is drawn: the viewer's, or that of the seat to act if the state knows all."""
        viewer = int(self.state.viewer)
        seat = int(self.state.to_act) if viewer == TRUTH else viewer
        return None if seat in (NOBODY, SPECTATOR) else seat

    # -- the map ------------------------------------------------------------------------------------

    def _ground(self) -> str:
        era = self.words.era(self.rules.eras[self.state.era])
        drawn = ground(self.layout, self.rules.name.rpartition(": ")[2], era, self.colours)
        if not self.layout.ferry:
            return drawn
        return drawn + path(
            self.layout.ferry,
            stroke=self.colours.shore,
            stroke_width=3,
            stroke_dasharray="2 8",
            stroke_linecap="round",
        )

    def _owner_of_link(self, line: int) -> int:
        links = self.state.links
        return next((s for s in range(self.state.players) if links[s] & BIT[line]), NOBODY)

    def _way(self, curve: Curve) -> Part:
        id = self.rules.board.line_ids[curve.line]
        owner = self._owner_of_link(curve.line)
        lit = id in self.mark
        usable = self.rules.board.era_lines[self.state.era] & BIT[curve.line] != 0

        def drawn() -> str:
            said: list[str] = []
            for d in (curve.path, curve.stub):
                if d and lit:
                    said.append(path(d, stroke=self.colours.glow, stroke_width=22, stroke_opacity=0.75))
                if d and owner == NOBODY:
                    said.append(free_way(d, self.rail, usable, self.colours))
                elif d:
                    said.append(taken_way(d, self.rail, self.colours.seats[owner].tile, self.colours))
            return group(*said, tip=self.words.line(self.rules, id))

        return Part(("way", curve.line, owner, self.rail), curve.extent.wider(12), drawn)

    def _marker(self, curve: Curve) -> Part:
        owner = self._owner_of_link(curve.line)
        x, y = curve.mark

        def drawn() -> str:
            vehicle = "rail" if self.rail else "canal"
            name = self.words.line(self.rules, self.rules.board.line_ids[curve.line])
            chip = link_marker(self.colours.seats[owner], seat_name(owner), vehicle, curve.angle)
            return at(x, y, chip, tip=f"{name} · {self.names[owner]}")

        return Part(("marker", curve.line, owner, self.rail), Extent(x, y, x, y).wider(30), drawn)

    def _spaces(self, plate: Plate) -> Iterable[tuple[int, Point]]:
        """Return the spaces of a place and where they are drawn; none for a place that only buys."""
        return zip(members(self.rules.board.place_slots[plate.place]), plate.spots, strict=False)

    def _stalls(self) -> Iterator[Part]:
        for plate in self.layout.plates:
            for stall, spot in zip(self._stalls_of(plate), plate.spots, strict=False):
                yield self._stall(stall, spot)

    def _stalls_of(self, plate: Plate) -> list[LaidStall]:
        id = self.rules.board.place_ids[plate.place]
        return [stall for stall in self.stalls if stall["place"] == id]

    def _plate_part(self, plate: Plate) -> Part:
        extent = Extent(plate.x, plate.y, plate.x + plate.width, plate.y + plate.height).wider(4)
        return Part(("plate", plate.place), extent, lambda: self._plate(plate))

    def _plate(self, plate: Plate) -> str:
        board = self.rules.board
        own = self._stalls_of(plate)
        id = board.place_ids[plate.place]
        name = self.words.plate(self.rules, id)
        note = self.words.bonus(own[0]["bonus"], own[0]["amount"]) if own else ""
        points = int(board.place_icons[plate.place])
        face = plate_face(
            plate, name, board.place_kinds[plate.place], points, note, id in self.mark, self.colours
        )
        return group(face, tip=self.words.place(self.rules, id))

    def _on_space(self, spot: Point, id: str, key: tuple[object, ...], face: Drawer, tip: Drawer) -> Part:
        """Return the part for something in a space, drawn in a box of 50 by 50."""
        x, y = spot

        def drawn() -> str:
            glow = rect(-2.5, -2.5, 55, 55, rx=8, fill="none", stroke=self.colours.glow, stroke_width=6)
            return at(x, y, glow if id in self.mark else "", face(), scale=TILE / 50, tip=tip())

        return Part(key, Extent(x, y, x + TILE, y + TILE).wider(0 if id not in self.mark else 7), drawn)

    def _stall(self, stall: LaidStall, spot: Point) -> Part:
        id, goods = stall["space"], stall["goods"]
        name = self.words.merchant(self.rules, id)
        return self._on_space(
            spot,
            id,
            ("stall", id, goods, stall["supplied"]),
            lambda: merchant(None if goods is None else stall["buys"], stall["supplied"], self.colours),
            lambda: name if goods is None else f"{name}: {self.words.goods(goods)}",
        )

    def _space(self, slot: int, spot: Point) -> Part:
        id = self.rules.board.slot_ids[slot]
        return self._on_space(
            spot, id, ("space", slot), lambda: self._empty(slot), lambda: self._empty_words(slot)
        )

    def _tile_part(self, slot: int, spot: Point) -> Part:
        state = self.state
        kind = int(state.tile[slot])
        id = self.rules.board.slot_ids[slot]
        owner, flipped = int(state.owner(slot)), state.flipped & BIT[slot] != 0
        key = ("tile", slot, kind, owner, flipped, int(state.cubes[slot]))
        return self._on_space(
            spot,
            id,
            key,
            lambda: self._tile(slot, owner, flipped),
            lambda: (
                f"{self.words.slot(self.rules, id)}: {tile_in_words(state, slot, self.words)}"
                f" · {self.names[owner]}"
            ),
        )

    def _shown(self, slot: int) -> list[str]:
        board = self.rules.board
        return [board.industries[i] for i in members(board.slot_shows[slot])]

    def _empty(self, slot: int) -> str:
        return empty_space(self._shown(slot), self.colours)

    def _empty_words(self, slot: int) -> str:
        said = " / ".join(self.words.industry(name) for name in self._shown(slot))
        return f"{self.words.slot(self.rules, self.rules.board.slot_ids[slot])}: {said}"

    def _tile(self, slot: int, owner: int, flipped: bool) -> str:
        rules, state = self.rules, self.state
        makes = rules.tiles.makes[rules.tiles.industry[state.tile[slot]]]
        return tile(
            rules.tiles.kinds[state.tile[slot]],
            self.colours.seats[owner],
            seat_name(owner),
            int(state.cubes[slot]),
            rules.resources[makes] if makes >= 0 else "",
            flipped,
            self.colours,
        )

    # -- beside the map -----------------------------------------------------------------------------

    def _stores(self) -> Iterator[Part]:
        x, y = self.layout.markets
        for number, (resource, printed) in enumerate(zip(MARKETED, self.rules.markets, strict=True)):
            cubes = int(self.state.market[number])
            height = market_height(printed)
            face = partial(market, resource, printed, cubes, self.words, self.colours)
            yield self._store(("market", resource, cubes), x, y, height, face)
            y += height + 16
        for track in laid_tracks(self.state):
            key = ("track", track["row"], *track["left"])
            face = partial(distant_market, track, self.words, self.colours)
            yield self._store(key, x, y, track_height(track), face)

    def _store(self, key: tuple[object, ...], x: float, y: float, height: float, face: Drawer) -> Part:
        return Part(key, Extent(x, y, x + STORE, y + height + 3).wider(2), lambda: at(x, y, face()))


def picture(
    state: State,
    *,
    theme: str = "day",
    width: float = WIDTH,
    names: list[str] | None = None,
    mark: Collection[str] = (),
    lang: str = "en",
    colours: Sequence[str] = (),
) -> str:
    """Return a position as an SVG picture.

    ``theme`` is "day" or "night". ``names`` are the players' names; without them, seats are letters. ``mark``
    holds the ids of spaces, lines, places and merchants to highlight. ``colours`` are the players': "red",
    "yellow", "teal", "purple", in this order if none are given. A view shows its viewer's hand; a state that
    knows every hand shows that of the seat to act.

    Raises ``ValueError`` for an unknown theme, id or colour, a wrong number of names, and no width.
    """
    if not width > 0:
        raise ValueError(f"a picture cannot be {width} pixels wide")
    return picture_of(state, theme, names, mark, lang, colours).svg(width)


def picture_of(
    state: State,
    theme: str = "day",
    names: list[str] | None = None,
    mark: Collection[str] = (),
    lang: str = "en",
    colours: Sequence[str] = (),
) -> Picture:
    """Return the picture of a position in its parts; see ``picture``."""
    known = list(names) if names is not None else list(LETTERS[: state.players])
    if len(known) != state.players:
        raise ValueError(f"{state.players} players need {state.players} names, not {len(known)}")
    lit = {_marked(state.rules, id) for id in ([mark] if isinstance(mark, str) else mark)}
    return Picture(state, palette(theme, colours), Words(lang), known, lit)


def _marked(rules: Ruleset, id: str) -> str:
    """Return the id of a thing to highlight; a line's ends may come in either order."""
    stall_ids = [stall.id for row in rules.stall_rows for stall in row.stalls]
    if id in (*rules.board.slot_ids, *rules.board.place_ids, *stall_ids):
        return id
    try:
        return rules.board.line_ids[line_number(rules, id)]
    except NotationError:
        raise ValueError(f"nothing on this board is called {id!r}") from None
