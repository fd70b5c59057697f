"""The graph of win share over a game, as an SVG picture with a hint for every step."""

from __future__ import annotations

from html import escape
from typing import Final

from ..core.standings import standings
from ..pictures.svg import circle, element, path, text
from ..words import Words
from .comparison import Decision
from .reviewing import Review
from .sentences import Teller, teller

WIDTH: Final = 960.0
HEIGHT: Final = 350.0
LEFT, RIGHT, TOP, BOTTOM = 50.0, 14.0, 14.0, 54.0
ROOM: Final = 22.0  # for the number of a round
SOFT: Final = "#6d6359"
LINE: Final = "#e4dccf"


def graph(review: Review, words: Words, colours: list[str]) -> str:
    """Return the picture: a line for each seat, marks on the mistakes, and eras and rounds below."""
    steps = review.decisions
    if not steps:
        return ""
    tell = teller(review, words)
    across = _Across(len(steps) + (1 if review.game.state.is_over else 0))
    drawn = [_grid(tell), _eras(steps, across, words, review.game.rules.eras)]
    for seat, colour in enumerate(colours):
        drawn.append(_line(review, steps, across, seat, colour))
    for number, step in enumerate(steps):
        drawn.append(_mark(step, number, across, tell, colours))
    return element(
        "svg",
        "".join(drawn),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
        aria_label=words.review("win_share"),
        font_family="inherit",
    )


class _Across:
    """Places steps from left to right."""

    def __init__(self, count: int) -> None:
        self.step: Final = (WIDTH - LEFT - RIGHT) / max(count - 1, 1)

    def at(self, number: int) -> float:
        return LEFT + number * self.step


def _down(share: float) -> float:
    return TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)


def _grid(tell: Teller) -> str:
    drawn = []
    for quarter in range(5):
        y = _down(quarter / 4)
        drawn.append(path(f"M{LEFT:g} {y:g}H{WIDTH - RIGHT:g}", stroke=LINE, stroke_width=1))
        drawn.append(text(tell.percent(quarter / 4), LEFT - 8, y + 4, 12, SOFT, text_anchor="end"))
    return "".join(drawn)


def _eras(steps: list[Decision], across: _Across, words: Words, eras: list[str]) -> str:
    drawn = []
    for era, name in enumerate(eras):
        firsts: dict[int, int] = {}  # by round: its first step
        for number, step in enumerate(steps):
            if step.era == era:
                firsts.setdefault(step.round, number)
        if firsts:
            x = across.at(min(firsts.values()))
            drawn.append(path(f"M{x:g} {TOP:g}V{HEIGHT - 6:g}", stroke=SOFT, stroke_width=0.7))
            said = words.review("rounds", era=words.era(name))
            drawn.append(text(said, x + 4, HEIGHT - 10, 13, SOFT, text_anchor="start"))
            drawn.append(_rounds(firsts, across))
    return "".join(drawn)


def _rounds(firsts: dict[int, int], across: _Across) -> str:
    """Return a mark where each round begins, with its number if there is room."""
    drawn, taken = [], 0.0
    for round, number in firsts.items():
        x = across.at(number)
        drawn.append(path(f"M{x:g} {HEIGHT - BOTTOM:g}v5", stroke=SOFT, stroke_width=0.7))
        if x >= taken:
            drawn.append(text(str(round), x + 4, HEIGHT - BOTTOM + 19, 12, SOFT, text_anchor="start"))
            taken = x + ROOM
    return "".join(drawn)


def _line(review: Review, steps: list[Decision], across: _Across, seat: int, colour: str) -> str:
    points = [(across.at(number), _down(step.share[seat].mean)) for number, step in enumerate(steps)]
    state = review.game.state
    if state.is_over:
        first = standings(state)[0]
        points.append((across.at(len(steps)), _down(1 / len(first) if seat in first else 0.0)))
    drawn = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return path(drawn, stroke=colour, stroke_width=2.4, stroke_linejoin="round")


def _mark(step: Decision, number: int, across: _Across, tell: Teller, colours: list[str]) -> str:
    """Return a dot on the seat's line: a large one where it lost something, a hint everywhere."""
    share = step.share[step.seat].mean
    what = tell.moves(step.moves)
    hint = f"{tell.when(step.era, step.round)}. {tell.name(step.seat)}: {what} ({tell.percent(share)})"
    lost = step.grade in ("inaccuracy", "mistake", "blunder")
    return element(
        "g",
        element("title", escape(hint))
        + circle(
            across.at(number),
            _down(share),
            5.0 if lost else 3.0,
            fill="#fffdf9" if lost else colours[step.seat],
            stroke=colours[step.seat],
            stroke_width=2.5 if lost else 0.5,
        ),
    )
