"""Positions as pixels, many a second: each part of a picture is drawn once and then only copied."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core.ruleset import Ruleset
from ..core.state import State
from ..pictures import WIDTH, Picture, picture_of
from ..pictures.part import Part
from .raster import Pixels, raster

_SPARSE: Final = 0.4  # a part that covers less of its box is laid dot by dot
_MOST_SPRITES: Final = 4000  # kept; a game needs some hundreds


class Sprite(NamedTuple):
    """A part drawn: its colours times their opacity, and how much of 256 it lets through.

    It lies in a box, or, if it covers little of its box, on single ``dots`` of the frame.
    """

    box: tuple[slice, slice]
    dots: npt.NDArray[np.intp] | None
    colours: npt.NDArray[np.uint16]
    through: npt.NDArray[np.uint16] | None  # None: it covers all


class Screen:
    """Shows the positions of one ruleset, always in the same size for the same kind of viewer."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules: Final = rules
        # By the frame's height, to which sprites are cut.
        self._sprites: Final[dict[int, dict[tuple[object, ...], Sprite]]] = {}
        self._grounds: Final[dict[tuple[object, ...], Pixels]] = {}

    def show(self, state: State) -> Pixels:
        """Return a position as height × width × 3 bytes."""
        picture = picture_of(state)
        scale = WIDTH / picture.width
        frame = self._ground(picture, scale).copy()
        self._lay(frame, picture.pieces(), scale)
        return frame

    def _ground(self, picture: Picture, scale: float) -> Pixels:
        """The empty board of an era."""
        state = picture.state
        key = (int(state.era), int(state.players), picture.height)
        if key not in self._grounds:
            empty = State(self._rules, int(state.players))
            empty.era = state.era
            empty.viewer = state.viewer
            frame = np.zeros((int(picture.height * scale), WIDTH, 3), dtype=np.uint8)
            self._lay(frame, picture_of(empty).printed(), scale)
            self._grounds[key] = frame
        return self._grounds[key]

    def _lay(self, frame: Pixels, parts: Iterable[Part], scale: float) -> None:
        """Lay parts upon a frame, in order."""
        dots = frame.reshape(-1, 3)
        sprites = self._sprites.setdefault(len(frame), {})
        for part in parts:
            sprite = sprites.get(part.key)
            if sprite is None:
                if len(sprites) >= _MOST_SPRITES:
                    sprites.clear()
                sprite = sprites[part.key] = _drawn(part, scale, len(frame))
            if sprite.through is None:
                frame[sprite.box] = sprite.colours
            elif sprite.dots is None:
                mixed = frame[sprite.box] * sprite.through
                mixed >>= 8
                mixed += sprite.colours
                frame[sprite.box] = mixed
            else:
                dots[sprite.dots] = (dots[sprite.dots] * sprite.through >> 8) + sprite.colours


def _drawn(part: Part, scale: float, height: int) -> Sprite:
    """Draw a part for a frame of this height, and leave out what would lie outside."""
    left, top, pixels = raster(part.draw(), part.extent, scale)
    pixels = pixels[max(-top, 0) : height - top, max(-left, 0) : WIDTH - left]
    left, top = max(left, 0), max(top, 0)
    box = (slice(top, top + len(pixels)), slice(left, left + pixels.shape[1]))
    opacity = pixels[:, :, 3:].astype(np.uint16)
    colours = (pixels[:, :, :3] * opacity // 255).astype(np.uint16)
    through = (256 - (opacity * 256 + 127) // 255).astype(np.uint16)
    if not through.any():
        return Sprite(box, None, colours, None)
    drawn = opacity[:, :, 0] > 0
    if np.count_nonzero(drawn) > _SPARSE * drawn.size:
        return Sprite(box, None, colours, through)
    rows, columns = np.nonzero(drawn)
    return Sprite(box, (rows + top) * WIDTH + columns + left, colours[drawn], through[drawn])


@cache
def screen(rules: Ruleset) -> Screen:
    """Return the screen on which a ruleset's positions are shown."""
    return Screen(rules)
