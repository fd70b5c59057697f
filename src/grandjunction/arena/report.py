"""The report: one HTML page that holds its style and plots itself and fetches nothing."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from . import plots, rows

Json = dict[str, Any]

_STYLE: Final = """
:root { --ink: #2b2622; --soft: #756b60; --paper: #f7f3ec; --card: #fffdf9; --line: #e4dccf; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 40px 20px 60px; }
h1 { font: 600 38px/1.15 Georgia, "Times New Roman", serif; margin: 0 0 6px; letter-spacing: -0.01em; }
h2 { font: 600 21px/1.25 Georgia, "Times New Roman", serif; margin: 0 0 4px; }
.lead { color: var(--soft); margin: 0 0 26px; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px;
  margin: 0 0 18px; }
.facts div, section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.facts div { padding: 12px 16px; }
.facts b { display: block; font: 600 26px/1.2 Georgia, serif; }
.facts span { color: var(--soft); font-size: 13px; }
section { padding: 20px 22px; margin: 0 0 18px; min-width: 0; }
.scroll { overflow-x: auto; }
section > p { color: var(--soft); font-size: 14px; margin: 0 0 12px; max-width: 74ch; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(430px, 1fr)); gap: 18px; }
.two section { margin: 0; } .two { margin: 0 0 18px; }
svg { display: block; width: 100%; height: auto; }
main > section svg { min-width: 660px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th { text-align: right; font-weight: 600; color: var(--soft); font-size: 12.5px; }
th, td { padding: 7px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tr:last-child td { border-bottom: 0; }
.dot { display: inline-block; width: 10px; height: 10px; border-radius: 50%; margin-right: 8px; }
.yes { color: #3f6b2a; font-weight: 600; } .no { color: var(--soft); }
.faint { color: var(--soft); }
code { display: block; background: #efe8dc; border-radius: 6px; padding: 10px 12px; font-size: 13px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 480px) { .two { grid-template-columns: 1fr; } h1 { font-size: 29px; } }
@media print { body { background: #fff; } section, .facts div { break-inside: avoid; } }
"""


def page(summary: Json) -> str:
    """Return the report of a match."""
    several = len(summary["bots"]) > 1
    names = [row["bot"] for row in summary["bots"]]
    title = " · ".join(names)
    count = len(names)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(_lead(summary))}</p>',
        _facts(summary),
        _section("Results", _results_note(), _results(summary)),
    ]
    if several:
        wins = plots.plot(plots.win_shares, summary, 5.6, 0.9 + 0.48 * count)
        ladder = plots.plot(plots.ratings, summary, 5.6, 0.9 + 0.48 * count)
        note = "The mark is the mean, the bar its 95 % interval. The dashes show the share of an equal bot."
        parts += [
            _section("Who beats whom", _pairs_note(), _pairs(summary)),
            '<div class="two">',
            _section("Share of the wins", note, wins),
            _section("Rating ladder", "openskill, Plackett-Luce: mu, with two sigma on each side.", ladder),
            "</div>",
        ]
    eras = len(summary["bots"][0]["sources"])
    parts += [
        _section(
            "Scores",
            "How many seats ended with how many victory points, in steps of five.",
            plots.plot(plots.scores, summary, 10, 0.7 + 1.15 * count),
        ),
        _section(
            "Where the points came from",
            "Mean victory points of a seat by era and source.",
            plots.plot(plots.sources, summary, 10, 1.2 + 0.36 * count * (eras + 0.6)),
        ),
        _section(
            "Seats",
            "A bot's share of the wins on each seat. The dashed line is the share if all seats were equal.",
            plots.plot(plots.seats, summary, 10, 3.4),
        ),
        _section("To play these games again", _origin(summary), f"<code>{escape(summary['command'])}</code>"),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} – Grand Junction arena</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{chr(10).join(parts)}\n</main>\n</body>\n</html>\n"
    )


def _section(title: str, note: str, content: str) -> str:
    said = f"<p>{escape(note)}</p>" if note else ""
    return f'<section><h2>{escape(title)}</h2>{said}<div class="scroll">{content}</div></section>'


def _lead(summary: Json) -> str:
    from ..rulesets import ruleset

    stopped = ", stopped early" if summary["interrupted"] else ""
    return f"Grand Junction arena: {ruleset(summary['ruleset']).name}, {summary['players']} players{stopped}"


def _facts(summary: Json) -> str:
    facts = [
        (f"{summary['games']:,}", "games"),
        (f"{summary['deals']:,}", "deals, each from every seat" if len(summary["bots"]) > 1 else "deals"),
        (_with_margin(summary["table"]["vp"]), "table mean VP"),
        (_with_margin(summary["table"]["winner_vp"]), "winner's mean VP"),
        (escape(str(summary["seed"])), "seed"),
    ]
    return f'<div class="facts">{"".join(f"<div><b>{a}</b><span>{b}</span></div>" for a, b in facts)}</div>'


def _with_margin(estimate: Json) -> str:
    if estimate["low"] is None:
        return f"{estimate['mean']:.1f}"
    margin = (estimate["high"] - estimate["low"]) / 2
    return f'{estimate["mean"]:.1f} <small class="faint">± {margin:.1f}</small>'


def _results_note() -> str:
    return (
        "Wins is the share of the games the bot played, ties shared; Even is what equal bots would win. "
        "Intervals have 95 % confidence and count each deal once, however many games it gave."
    )


def _results(summary: Json) -> str:
    table = []
    for row in rows.ranked(summary):
        bot, games, wins, wins_span, even, vp, vp_span, won, best = rows.cells(row)
        dot = f'<span class="dot" style="background:{plots.colour(summary, bot)}"></span>'
        table.append(
            [
                dot + escape(bot),
                games,
                f"<b>{wins}</b>",
                wins_span,
                even,
                f"<b>{vp}</b>",
                vp_span,
                won,
                best,
                f"{row['ms_per_decision']:.1f}",
                escape(rows.faults(row)) or "–",
            ]
        )
    return _table((*rows.HEADS, "ms a move", "Faults"), table)


def _pairs_note() -> str:
    return (
        "A bot beats another if the interval of the difference in wins a seat, over the games both played, "
        "lies above zero. Ahead is how often it finishes before the other."
    )


def _pairs(summary: Json) -> str:
    heads = ("Pair", "Games", "More wins a seat", "95 %", "Ahead", "More VP", "95 %", "Beats it")
    table = []
    for pair in map(rows.winner_first, summary["pairs"]):
        wins, vp = pair["win_difference"], pair["vp_difference"]
        table.append(
            [
                f'{escape(pair["a"])} <span class="faint">against</span> {escape(pair["b"])}',
                f"{pair['games']:,}",
                f"{wins['mean']:+.1%}",
                rows.span(wins, "{:+.1%}"),
                f"{pair['ahead']['mean']:.1%}",
                f"{vp['mean']:+.1f}",
                rows.span(vp, "{:+.1f}"),
                '<span class="yes">yes</span>' if pair["beats"] else '<span class="no">not shown</span>',
            ]
        )
    return _table(heads, table)


def _table(heads: tuple[str, ...], table: list[list[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in table)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _origin(summary: Json) -> str:
    found = summary["versions"]
    build = "compiled" if found["compiled"] else "interpreted"
    return (
        f"grandjunction {found['grandjunction']} ({build}), {summary['ruleset']} revision "
        f"{summary['revision']}, openskill {found['openskill']}, Python {found['python']} on "
        f"{found['machine']}; {summary['seconds']} seconds."
    )
