"""The fault of a position that no game leads to: which line of the text it is about, and why."""

from __future__ import annotations


class Impossible(ValueError):
    """``about`` begins the line at fault: "tile barton.1", "links A", "era". It may not be in the text."""

    def __init__(self, about: str, why: str) -> None:
        super().__init__(why)
        self.about = about
