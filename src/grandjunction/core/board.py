"""The printed board: places, spaces and lines. Every set of them is a bitmask in one 64-bit word."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .bits import BIT, lowest


class DataError(ValueError):
    """Raised when a ruleset's data contradicts itself."""


class Place:
    """One location as the data gives it."""

    def __init__(self, id: str, name: str, kind: str, spaces: list[list[str]], icons: int) -> None:
        self.id: Final = id
        self.name: Final = name
        self.kind: Final = kind
        self.spaces: Final = spaces
        self.icons: Final = icons


class Line:
    """One printed line: the two or three places it joins and the eras in which a link may be built on it."""

    def __init__(self, id: str, ends: list[str], eras: list[int]) -> None:
        self.id: Final = id
        self.ends: Final = ends
        self.eras: Final = eras


class Board:
    """Tables over places, spaces (slots) and lines, indexed by small integers."""

    def __init__(self, industries: list[str], places: list[Place], lines: list[Line], eras: int) -> None:
        self.industries: Final = industries
        self.place_ids: Final = [place.id for place in places]
        self.place_names: Final = [place.name for place in places]
        self.place_kinds: Final = [place.kind for place in places]
        self.line_ids: Final = [line.id for line in lines]
        self.places: i64 = len(places)
        self.lines: i64 = len(lines)
        self.slots: i64 = sum(len(place.spaces) for place in places)
        _check_ids(self.place_ids)
        _check_ids(self.line_ids)
        if self.places > 62 or self.lines > 62 or self.slots > 60:
            raise DataError("a board holds at most 62 places, 62 lines and 60 spaces")
        self._lay_out_spaces(places)
        self._lay_out_lines(lines, eras)

    def _lay_out_spaces(self, places: list[Place]) -> None:
        count = len(self.industries)
        self.slot_place: vec[i64] = vec[i64]([0] * self.slots)
        self.slot_shows: vec[i64] = vec[i64]([0] * self.slots)  # mask of industries
        self.place_slots: vec[i64] = vec[i64]([0] * self.places)
        self.place_icons: vec[i64] = vec[i64]([0] * self.places)
        self.spaces_for: vec[i64] = vec[i64]([0] * count)
        self.all_spaces: i64 = 0
        self.slot_ids: list[str] = []
        slot = 0
        for p, place in enumerate(places):
            self.place_icons[p] = place.icons
            for number, space in enumerate(place.spaces):
                if not space:
                    raise DataError(f"{place.id}: a space must show an industry")
                for name in space:
                    if name not in self.industries:
                        raise DataError(f"{place.id}: unknown industry {name!r}")
                    industry = self.industries.index(name)
                    self.slot_shows[slot] |= BIT[industry]
                    self.spaces_for[industry] |= BIT[slot]
                self.slot_place[slot] = p
                self.place_slots[p] |= BIT[slot]
                self.all_spaces |= BIT[slot]
                self.slot_ids.append(f"{place.id}.{number + 1}")
                slot += 1
        # Per industry, the one-icon spaces of the same town that must be used before a space with several.
        self.better: vec[i64] = vec[i64]([0] * (self.slots * count))
        for slot in range(self.slots):
            for industry in range(count):
                if self.slot_shows[slot] == BIT[industry]:
                    continue
                town = self.place_slots[self.slot_place[slot]]
                for rival in range(self.slots):
                    if town & BIT[rival] and self.slot_shows[rival] == BIT[industry]:
                        self.better[slot * count + industry] |= BIT[rival]

    def _lay_out_lines(self, lines: list[Line], eras: int) -> None:
        self.line_ends: vec[i64] = vec[i64]([0] * self.lines)  # mask of places
        self.place_lines: vec[i64] = vec[i64]([0] * self.places)  # mask of lines
        self.era_lines: vec[i64] = vec[i64]([0] * eras)
        for number, line in enumerate(lines):
            if len(set(line.ends)) < 2 or len(set(line.ends)) < len(line.ends):
                raise DataError(f"{line.id}: a line joins at least two places, each once")
            if not line.eras:
                raise DataError(f"{line.id}: a line is built in some era")
            for end in line.ends:
                if end not in self.place_ids:
                    raise DataError(f"{line.id}: unknown place {end!r}")
                place = self.place_ids.index(end)
                self.line_ends[number] |= BIT[place]
                self.place_lines[place] |= BIT[number]
            for era in line.eras:
                self.era_lines[era] |= BIT[number]

    def spaces_in(self, places: i64) -> i64:
        """Mask of the spaces in these places."""
        found: i64 = 0
        while places:
            found |= self.place_slots[lowest(places)]
            places &= places - 1
        return found

    def places_of_kind(self, kind: str) -> int:
        """Mask of the places of a kind, such as "town"."""
        mask = 0
        for place, its_kind in enumerate(self.place_kinds):
            if its_kind == kind:
                mask |= BIT[place]
        return mask


def _check_ids(ids: list[str]) -> None:
    for id in ids:
        if ids.count(id) > 1:
            raise DataError(f"{id!r} appears twice")
