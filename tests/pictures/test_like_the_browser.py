"""Pictures draw the same icons in the same colours as the browser. Those meant to differ are listed here."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Final

import pytest

from grandjunction.pictures.icons import ICONS
from grandjunction.pictures.palette import THEMES, SeatInk, palette

WEB: Final = Path(__file__).resolve().parents[2] / "web" / "src"

ONLY_IN_PICTURES: Final = {"mill", "cards"}
DRAWN_ANEW: Final = {"rail"}  # its window is a cut in a picture, a hole in the browser
SAME_DRAWING: Final = {"beer": "brewery"}

OTHER_NAMES: Final = {"buyer": "panel-2", "shore": "water-line"}
# The browser's water, rivers and shade are see-through, a picture's are not. Its sea is bluer at night.
OTHER_COLOURS: Final = {"day": {"water", "river", "shade"}, "night": {"water", "sea", "shade"}}
NO_TOKEN: Final = {"gold_ink", "flipped_ink", "seats"}
SEATS: Final = ("red", "yellow", "teal", "purple")
SEAT_TOKENS: Final = {"dark": "tile-dark", "edge": "tile-edge", "ink": "tile-ink", "badge_ink": "badge-ink"}

Strokes = dict[frozenset[str], list[list[str | float]]]


def strokes(drawn: list[tuple[str, str]]) -> Strokes:
    """The strokes of an icon, in any order, by how they are drawn."""
    found: Strokes = {}
    for how, d in drawn:
        kind = frozenset(how.split()) - ({"line"} if "thin" in how else set())
        for part in re.findall("M[^M]+", d):
            tokens = re.findall(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)", part)
            found.setdefault(kind, []).append(
                [token if token.isalpha() else round(float(token), 3) for token in tokens]
            )
    return {kind: sorted(parts, key=str) for kind, parts in found.items()}


def icons_of_the_browser() -> dict[str, list[tuple[str, str]]]:
    text = (WEB / "map" / "Icon.svelte").read_text(encoding="utf-8")
    found: dict[str, list[tuple[str, str]]] = {}
    for branch in re.split(r"\{(?:#|:else )if ", text)[1:]:
        head, body = branch.split("}", 1)
        drawn = [
            (element.group(0), element.group(1)) for element in re.finditer(r"<(path|circle)\b[^>]*>", body)
        ]
        for name in re.findall(r"name === '(\w+)'", head):
            found[name] = [(attribute(whole, "class"), outline(whole, shape)) for whole, shape in drawn]
    return found


def attribute(element: str, name: str) -> str:
    found = re.search(rf'\s{name}="([^"]*)"', element)
    assert found is not None, (element, name)
    return found.group(1)


def outline(element: str, shape: str) -> str:
    if shape == "path":
        return attribute(element, "d")
    x, y, r = (float(attribute(element, name)) for name in ("cx", "cy", "r"))
    return f"M{x} {y - r:.3f}a{r} {r} 0 1 1-.01 0z"


BROWSER: Final = icons_of_the_browser()


def test_both_draw_the_same_things() -> None:
    assert set(ICONS) - ONLY_IN_PICTURES == set(BROWSER) - set(SAME_DRAWING)
    assert all(BROWSER[name] == BROWSER[other] for name, other in SAME_DRAWING.items())


@pytest.mark.parametrize("name", sorted(set(BROWSER) - set(SAME_DRAWING)))
def test_an_icon_is_the_same(name: str) -> None:
    assert (strokes(ICONS[name]) != strokes(BROWSER[name])) == (name in DRAWN_ANEW)


def tokens(selector: str) -> dict[str, str]:
    """The custom properties of a rule of ``tokens.css``."""
    text = (WEB / "tokens.css").read_text(encoding="utf-8")
    _, _, rest = text.partition(f"\n{selector} {{")
    return dict(re.findall(r"--([\w-]+): ([^;]+);", rest.partition("\n}")[0]))


def themed(theme: str) -> dict[str, str]:
    return {**tokens(":root"), **(tokens(":root[data-theme='night']") if theme == "night" else {})}


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_the_same(theme: str) -> None:
    colours, css = palette(theme), themed(theme)
    names = {field.name for field in fields(colours)} - NO_TOKEN
    differ = {
        name for name in names if getattr(colours, name) != css[OTHER_NAMES.get(name, name.replace("_", "-"))]
    }
    assert differ == OTHER_COLOURS[theme]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", range(4))
def test_a_seat_has_the_same_colours(seat: int, theme: str) -> None:
    own = {**tokens(f".{SEATS[seat]}"), "tile": themed(theme)[SEATS[seat]]}
    expected = {field.name: own[SEAT_TOKENS.get(field.name, field.name)] for field in fields(SeatInk)}
    assert palette(theme).seats[seat] == SeatInk(**expected)
