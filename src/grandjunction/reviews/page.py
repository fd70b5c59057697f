"""A review as one HTML page that holds its style and graph itself and fetches nothing."""

from __future__ import annotations

from html import escape
from typing import Final

from ..core.state import NOBODY
from ..pictures.palette import palette
from ..words import Words
from .comparison import Decision
from .depth import DEPTHS
from .graph import graph
from .luck import Chance
from .points import points
from .reviewing import Review
from .sentences import Teller, plus_minus, signed, teller, turned, usual_range
from .strong_play import Json, compared, strong_play

MOST_DRAWS: Final = 8  # draws listed: those with the most luck, good or bad

_STYLE: Final = """
:root { --ink: #2b2622; --soft: #6d6359; --paper: #f7f3ec; --card: #fffdf9; --line: #e4dccf; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 1000px; margin: 0 auto; padding: 36px 20px 60px; }
h1 { font: 600 34px/1.15 Georgia, "Times New Roman", serif; margin: 0 0 6px; }
h2 { font: 600 21px/1.25 Georgia, "Times New Roman", serif; margin: 0 0 10px; }
.lead { color: var(--soft); margin: 0 0 22px; }
.turned { font: 400 20px/1.45 Georgia, "Times New Roman", serif; margin: 0 0 24px; }
section, details { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: 18px 20px; margin: 0 0 18px; }
summary { font: 600 21px/1.25 Georgia, "Times New Roman", serif; cursor: pointer; }
details[open] summary { margin-bottom: 10px; }
.scroll { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 640px; height: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th { text-align: right; font-weight: 600; color: var(--soft); font-size: 12.5px; vertical-align: bottom; }
th, td { padding: 6px 9px; border-bottom: 1px solid var(--line); text-align: right; }
td { white-space: nowrap; } td.said { white-space: normal; min-width: 260px; }
th:first-child, td:first-child, th.said, td.said { text-align: left; }
tr:last-child td { border-bottom: 0; }
.dot { display: inline-block; width: 10px; height: 10px; border-radius: 50%; margin-right: 8px;
  border: 1px solid rgb(0 0 0 / 25%); }
ol { list-style: none; padding: 0; margin: 0; }
li { padding: 12px 0; border-bottom: 1px solid var(--line); }
li:last-child { border-bottom: 0; padding-bottom: 0; }
li p { margin: 2px 0; } li .head { font-weight: 600; }
.badge { display: inline-block; border-radius: 5px; padding: 0 8px; font-size: 13px; font-weight: 600;
  background: #ece4d7; color: #4c4239; }
.blunder { background: #a3271b; color: #fff; } .mistake { background: #c4622d; color: #fff; }
.inaccuracy { background: #ead08a; color: #4a3808; } .best { background: #3f6b2a; color: #fff; }
.soft { color: var(--soft); font-size: 14px; }
@media print { body { background: #fff; } section, li { break-inside: avoid; } }
"""


def page(review: Review, words: Words) -> str:
    """Return the page in one language."""
    tell = teller(review, words)
    game = review.game
    title = f"{words.review('review')}: {game.rules.name}"
    turning = turned(review, tell)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(words.listed([tell.name(seat) for seat in range(len(game.names))]))}</p>',
        f'<p class="turned">{escape(turning)}</p>' if turning else "",
        _section(words.review("win_share"), _shares(review, words)),
        _section(words.review("players"), _players(review, tell)),
        _section(words.review("mistakes"), _mistakes(review, tell)),
        _section(words.review("draws"), _draws(review, tell)),
        _section(words.review("points"), _points(review, tell)),
        _turns(review, tell),
        f'<p class="soft">{escape(words.review("how"))} {escape(_judged(review, words))}</p>',
    ]
    return (
        f'<!doctype html>\n<html lang="{words.lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def seat_colours(review: Review) -> list[str]:
    """Return the colour of each seat's pieces."""
    return [palette("day").seats[seat].tile for seat in range(review.game.state.players)]


def _judged(review: Review, words: Words) -> str:
    depth = words.review(f"depth_{review.depth}") if review.depth in DEPTHS else review.depth
    return words.review("judged_by", judge=review.judge, depth=depth, seed=review.seed)


def _shares(review: Review, words: Words) -> str:
    how = f'<p class="soft">{escape(words.review("win_share_how"))}</p>'
    return how + _scrolled(graph(review, words, seat_colours(review)))


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _scrolled(body: str) -> str:
    return f'<div class="scroll">{body}</div>'


def _table(heads: list[str], rows: list[list[str]], said: int = -1) -> str:
    """Return a table from escaped cells; column ``said`` holds sentences."""
    kind = [' class="said"' if column == said else "" for column in range(len(heads))]
    head = "".join(f"<th{kind[n]}>{escape(text)}</th>" for n, text in enumerate(heads))
    body = "".join(
        "<tr>" + "".join(f"<td{kind[n]}>{cell}</td>" for n, cell in enumerate(row)) + "</tr>" for row in rows
    )
    return _scrolled(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def _dotted(review: Review, seat: int, tell: Teller) -> str:
    colour = seat_colours(review)[seat]
    return f'<span class="dot" style="background:{colour}"></span>{escape(tell.name(seat))}'


def _badge(grade: str, words: Words) -> str:
    return f'<span class="badge {grade}">{escape(words.review(grade))}</span>'


def _players(review: Review, tell: Teller) -> str:
    said = tell.words.review
    heads = [said(key) for key in ("player", "vp", "luck", "adjusted", "loss", "error", "counted")]
    heads += [said(key) for key in ("inaccuracy", "mistake", "blunder")]
    rows = []
    for one in sorted(review.seats, key=lambda seat: -seat.vp):
        error = "–" if one.error_vp is None else plus_minus(one.error_vp)
        rows.append(
            [
                _dotted(review, one.seat, tell),
                f"<b>{one.vp}</b>",
                signed(one.luck_vp),
                plus_minus(one.adjusted_vp),
                plus_minus(one.loss_vp),
                error,
                f"{one.real} / {one.decisions}",
                *(str(one.grades[key]) for key in ("inaccuracy", "mistake", "blunder")),
            ]
        )
    return _table(heads, rows)


def _mistakes(review: Review, tell: Teller) -> str:
    found = review.mistakes
    if not found:
        return f"<p>{escape(tell.words.review('no_mistakes'))}</p>"
    return f"<ol>{''.join(_mistake(review, one, tell) for one in found)}</ol>"


def _mistake(review: Review, one: Decision, tell: Teller) -> str:
    better = one.alternatives[one.best]
    when = escape(tell.when(one.era, one.round))
    return (
        f'<li><p class="head">{_dotted(review, one.seat, tell)} · {when} {_badge(one.grade, tell.words)} '
        f'<span class="soft">{escape(tell.gains(one.loss_vp, one.loss_share))}</span></p>'
        f"<p>{escape(tell.words.review('played', moves=tell.moves(one.moves)))}</p>"
        f"<p>{escape(tell.words.review('better', moves=tell.other_moves(better.moves, one.moves)))}</p>"
        + "".join(f'<p class="soft">{escape(why)}</p>' for why in tell.why(one.harm, better.reasons))
        + "</li>"
    )


def _draws(review: Review, tell: Teller) -> str:
    drawn = [one for one in review.chances if one.seat != NOBODY]
    drawn.sort(key=lambda one: abs(one.luck_vp[one.seat].mean), reverse=True)
    told = [one for one in drawn if one.luck_vp[one.seat].low > 0 or one.luck_vp[one.seat].high < 0]
    setup = [one for one in review.chances if one.seat == NOBODY]
    rows = [_draw(review, one, tell) for one in sorted(told[:MOST_DRAWS], key=lambda one: one.ply)]
    heads = [tell.words.review("turn"), "", *(tell.name(seat) for seat in range(review.game.state.players))]
    return _table(heads, [_draw(review, one, tell) for one in setup] + rows, said=1)


def _draw(review: Review, one: Chance, tell: Teller) -> list[str]:
    when = "" if one.seat == NOBODY else escape(tell.when(one.era, one.round))
    return [
        when,
        escape(tell.chance(one.kind, one.seat, one.outcomes)),
        *(signed(luck) for luck in one.luck_vp),
    ]


def _points(review: Review, tell: Teller) -> str:
    """Return every seat's figures, beside those of strong play if there are any for the table."""
    said, found = tell.words.review, points(review.game)
    listed = compared(found, review.game.rules)
    strong = strong_play(review.game.rules, len(found.seats))
    rows = [
        [escape(tell.figure(one)), *map(str, one.values), *([] if strong is None else [usual_range(usual)])]
        for one, usual in listed
    ]
    heads = ["", *map(tell.name, range(len(found.seats))), *([] if strong is None else [said("strong_play")])]
    how = "" if strong is None else f'<p class="soft">{escape(said("strong_how", n=strong["seats"]))}</p>'
    return _table(heads, rows) + how + ("" if strong is None else _openings(strong, tell))


def _openings(strong: Json, tell: Teller) -> str:
    said = tell.words.review
    rows = [
        [
            escape(tell.opening(one["actions"])),
            str(one["seats"]),
            f"{one['vp']:.0f}",
            tell.percent(one["share"]),
        ]
        for one in strong["openings"]
    ]
    heads = [said(key) for key in ("opening", "opening_times", "vp", "win_share")]
    return f"<h2>{escape(said('openings'))}</h2>{_table(heads, rows)}" if rows else ""


def _turns(review: Review, tell: Teller) -> str:
    said = tell.words.review
    rows = [
        [
            escape(tell.when(one.era, one.round)),
            _dotted(review, one.seat, tell),
            escape(tell.moves(one.moves)),
            _badge(one.grade, tell.words),
            plus_minus(one.loss_vp) if one.is_real else "",
            tell.percent(one.share[one.seat].mean),
        ]
        for one in review.decisions
    ]
    heads = [said(key) for key in ("turn", "player")] + [""]
    heads += [said(key) for key in ("grade", "loss", "win_share")]
    return f"<details><summary>{escape(said('turns'))}</summary>{_table(heads, rows, said=2)}</details>"
