"""Draws positions as SVG; needs neither NumPy nor a browser."""

from .drawing import WIDTH, Picture, picture, picture_of
from .palette import THEMES, UnknownTheme

__all__ = ["THEMES", "WIDTH", "Picture", "UnknownTheme", "picture", "picture_of"]
