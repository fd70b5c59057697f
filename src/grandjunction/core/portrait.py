"""Holds the functions that describe and draw positions.

The core has neither words nor pictures, so ``State.__str__`` and ``State.svg`` call functions registered
here. The package registers them when it is imported, which is before any module of the core.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import State

Teller = Callable[["State", "list[str] | None", str], str]  # names of the seats, language
Painter = Callable[["State", str, float, "list[str] | None", Collection[str], str], str]


class _Portrait:
    def __init__(self) -> None:
        self.teller: Teller | None = None
        self.painter: Painter | None = None


_portrait = _Portrait()


def set_portrait(teller: Teller, painter: Painter) -> None:
    """Register the functions that describe and draw positions."""
    _portrait.teller = teller
    _portrait.painter = painter


def tell(state: State, names: list[str] | None = None, lang: str = "en") -> str:
    """Return a position in words."""
    if _portrait.teller is None:
        return repr(state)
    return _portrait.teller(state, names, lang)


def draw(
    state: State, theme: str, width: float, names: list[str] | None, mark: Collection[str], lang: str
) -> str:
    """Return a position as an SVG picture."""
    if _portrait.painter is None:
        raise RuntimeError("nobody has registered how positions are drawn")
    return _portrait.painter(state, theme, width, names, mark, lang)
