"""What ``render()`` returns: the position as text, as an SVG picture, or as pixels."""

from __future__ import annotations

from typing import Any, Final

from ..core.view import View

#: ansi: text; svg: a picture as text; rgb_array: the same picture as pixels.
MODES: Final = ["ansi", "svg", "rgb_array"]


def check_mode(mode: str | None) -> str | None:
    """Return the mode; raise ``ValueError`` if there is none of this name."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"unknown render mode {mode!r}; one of {', '.join(MODES)}")
    return mode


def picture(view: View, mode: str | None) -> Any:
    """Return a view rendered in a mode; None without a mode."""
    if mode == "ansi":
        return view.to_position()
    if mode == "svg":
        return view.svg()
    if mode == "rgb_array":
        from .pixels import screen

        return screen(view.rules).show(view.known)
    return None
