"""``puzzles``: lists the shipped puzzles, shows one, and grades a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from ..core.moves import IllegalMove
from ..core.seats import seat_name
from ..puzzling import Graded, Puzzle, UnknownPuzzle, daily, find, grade_answer, shipped, today
from ..puzzling.grading import solution_reasons
from ..puzzling.themes import THEMES
from ..reviews.sentences import Teller, number
from ..words import Words
from .common import console, fail, find_words, print_json, text_table

if TYPE_CHECKING:
    from ..core.view import View


def show_list(ruleset: str | None, theme: str | None, json: bool, lang: str | None) -> None:
    """Print the puzzles, the easiest first."""
    words = find_words(lang)
    if theme is not None and theme not in THEMES:
        fail(f"unknown theme {theme!r}; one of {', '.join(THEMES)}")
    games = sorted({one.ruleset for one in shipped().values()})
    if ruleset is not None and not any(game.startswith(ruleset) for game in games):
        fail(f"there are no puzzles of {ruleset!r}, only of {', '.join(games)}")
    found = [
        one
        for one in shipped().values()
        if (ruleset is None or one.ruleset.startswith(ruleset)) and (theme is None or theme in one.themes)
    ]
    if json:
        print_json([one.as_dict() for one in found])
        return
    table = text_table(
        ["ID", words.review("puzzle_game"), words.review("puzzle_theme")], [words.review("puzzle_level")]
    )
    for one in found:
        themes = words.listed([words.review(f"theme_{theme}") for theme in one.themes])
        table.add_row(one.id, f"{one.view.rules.name}, {one.players}", themes, str(one.rating))
    console().print(table)


def show(id: str, solution: bool, json: bool, lang: str | None) -> None:
    """Print a position, and its solution if asked."""
    words = find_words(lang)
    puzzle = _find(id)
    if json:
        print_json(puzzle.as_dict())
        return
    out = console()
    out.print(escape(str(puzzle.view.known)))
    me = seat_name(int(puzzle.view.known.seat))
    out.print(
        escape(f"{words.review('puzzle_lead')} {words.review('puzzle_seat', seat=me, n=puzzle.players)}")
    )
    out.print(escape(words.review("puzzle_rating", n=puzzle.rating)))
    if solution:
        _solution(out, puzzle, words)


def attempt(id: str, moves: list[str], json: bool, lang: str | None) -> None:
    """Grade a turn, given move by move in notation."""
    words = find_words(lang)
    puzzle = _find(id)
    try:
        graded = grade_answer(puzzle, moves)
    except IllegalMove as error:
        fail(words.refusal(error.refusal, puzzle.view.rules))
    except ValueError as error:
        fail(str(error))
    if json:
        print_json(_as_json(puzzle, graded))
        return
    out = console()
    tell = _teller(puzzle, words)
    out.print(escape(words.review(f"puzzle_{graded.verdict}")), style="bold")
    if graded.verdict == "worse":
        lost = {"vp": number(graded.loss_vp.mean), "share": tell.percent(graded.loss_share.mean)}
        out.print(escape(words.review("puzzle_loses", **lost)))
        for why in [*tell.why(graded.harm, []), *tell.hints(graded.reasons)]:
            out.print(escape(f"  {why}"), style="dim")


def _find(id: str) -> Puzzle:
    if id == "daily":
        return daily(today())
    try:
        return find(id)
    except UnknownPuzzle as error:
        fail(str(error))


def _teller(puzzle: Puzzle, words: Words) -> Teller:
    view: View = puzzle.view
    return Teller(view.rules, [seat_name(seat) for seat in range(puzzle.players)], words)


def _solution(out: Console, puzzle: Puzzle, words: Words) -> None:
    tell = _teller(puzzle, words)
    out.print(
        escape(words.review("puzzle_solution", moves=tell.moves(puzzle.solution, whole=True))), style="bold"
    )
    for one in solution_reasons(puzzle):
        out.print(escape(f"  {tell.reason(one)}"), style="dim")
    out.print(escape(words.review("puzzle_second", moves=tell.other_moves(puzzle.second, puzzle.solution))))
    gained = {"vp": number(puzzle.proof.vp[0]), "share": tell.percent(puzzle.proof.share[0])}
    out.print(escape(words.review("puzzle_gains", **gained)))
    out.print(escape(words.review(f"proof_{puzzle.proof.method}", n=puzzle.proof.deals)))


def _as_json(puzzle: Puzzle, graded: Graded) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "verdict": graded.verdict,
        "moves": graded.moves,
        "loss": {"vp": graded.loss_vp.as_dict(2), "share": graded.loss_share.as_dict(4)},
        "harm": graded.harm or None,
        "reasons": [{"key": one.key, "values": one.values} for one in graded.reasons],
    }
