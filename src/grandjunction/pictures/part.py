"""The parts of a picture: what each depends on, where it lies, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .layout import Extent

Drawer = Callable[[], str]


class Part(NamedTuple):
    """One part of a picture. Equal keys look the same within one ruleset, theme and language.

    A later part may cover an earlier one.
    """

    key: tuple[object, ...]
    extent: Extent
    draw: Drawer
