"""The plots of the report, as SVG for the page."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

Json = dict[str, Any]

COLOURS: Final = ("#b5502b", "#2f6d80", "#b98a1d", "#5d7a3a", "#7a4a78", "#6b6257", "#c47f5f", "#6f9aa8")
INK: Final = "#2b2622"
FAINT: Final = "#d9d0c3"
SOURCE_COLOURS: Final = {
    "links": "#2f6d80",
    "tiles": "#b5502b",
    "tiles_again": "#d58a66",
    "bonus": "#b98a1d",
    "money": "#5d7a3a",
    "income": "#8fa86a",
    "forfeited": "#8a8178",
}
_STYLE: Final[Json] = {
    "svg.fonttype": "none",  # keep text as text
    "svg.hashsalt": "grandjunction",  # equal plots give equal files
    "font.family": "sans-serif",
    "font.sans-serif": ["Inter", "Segoe UI", "Helvetica Neue", "Arial", "DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "legend.frameon": False,
}


def plot(draw: Callable[[Figure, Json], None], summary: Json, width: float, height: float) -> str:
    """Return a plot as an ``<svg>`` element."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure, summary)
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return "<svg" + text.getvalue().partition("<svg")[2]


def colour(summary: Json, label: str) -> str:
    """Return a bot's colour."""
    labels = [row["bot"] for row in summary["bots"]]
    return COLOURS[labels.index(label) % len(COLOURS)]


def win_shares(figure: Figure, summary: Json) -> None:
    """Draw each bot's share of the wins with its interval, beside the share of an equal bot."""
    axes = figure.subplots()
    rows = summary["bots"][::-1]
    for y, row in enumerate(rows):
        share = row["win_share"]
        shade = colour(summary, row["bot"])
        axes.barh(y, share["mean"], color=shade, alpha=0.28, height=0.62)
        axes.plot([share["low"], share["high"]], [y, y], color=shade, linewidth=3, solid_capstyle="butt")
        axes.plot(share["mean"], y, "o", color=shade, markersize=7)
        axes.plot(
            [row["even_share"]] * 2, [y - 0.42, y + 0.42], color=INK, linewidth=1, linestyle=(0, (3, 2))
        )
    _names_left(axes, [row["bot"] for row in rows])
    axes.set_xlim(0, 1.02)
    axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0, decimals=0))
    axes.grid(axis="x")


def ratings(figure: Figure, summary: Json) -> None:
    """Draw the ladder: openskill's mu, with two sigma on each side."""
    axes = figure.subplots()
    rows = sorted(summary["bots"], key=lambda row: row["rating"]["mu"])
    for y, row in enumerate(rows):
        mu, sigma, shade = row["rating"]["mu"], row["rating"]["sigma"], colour(summary, row["bot"])
        axes.plot([mu - 2 * sigma, mu + 2 * sigma], [y, y], color=shade, linewidth=3, solid_capstyle="butt")
        axes.plot(mu, y, "D", color=shade, markersize=8)
        axes.annotate(f"{mu:.1f}", (mu, y), (0, 9), textcoords="offset points", ha="center", fontsize=9)
    _names_left(axes, [row["bot"] for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.3)
    axes.grid(axis="x")


def scores(figure: Figure, summary: Json) -> None:
    """Draw a histogram of each bot's scores in steps of five points, with the mean marked."""
    labels = [row["bot"] for row in summary["bots"]]
    found: dict[str, list[int]] = {label: [] for label in labels}
    for game in summary["games_played"]:
        for label, vp in zip(game["bots"], game["vp"], strict=True):
            found[label].append(vp)
    low = min(min(vp) for vp in found.values()) // 5 * 5
    high = max(max(vp) for vp in found.values()) // 5 * 5 + 5
    bins = list(range(low, high + 5, 5))
    rows = figure.subplots(len(labels), sharex=True, squeeze=False)[:, 0]
    for axes, label in zip(rows, labels, strict=True):
        shade = colour(summary, label)
        vp = found[label]
        axes.hist(vp, bins, weights=[1 / len(vp)] * len(vp), color=shade, alpha=0.75, rwidth=0.92)
        middle = sum(vp) / len(vp)
        axes.axvline(middle, color=INK, linewidth=1.2)
        axes.annotate(f"{label}  ·  mean {middle:.1f}", (0.0, 1.0), (0, 3), xycoords="axes fraction",
                      textcoords="offset points", color=INK, fontweight="bold", fontsize=9)  # fmt: skip
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0, decimals=0))
        axes.yaxis.set_major_locator(mpl.ticker.MaxNLocator(2, integer=False))
        axes.grid(axis="y")
    rows[-1].set_xlabel("victory points at the end")


def sources(figure: Figure, summary: Json) -> None:
    """Draw the mean VP by era and source."""
    axes = figure.subplots()
    rows = summary["bots"][::-1]
    eras = list(rows[0]["sources"])
    ticks, names, shown = [], [], set()
    for y, row in enumerate(rows):
        for n, era in enumerate(eras):
            at = y * (len(eras) + 0.6) + (len(eras) - 1 - n)
            ticks.append(at)
            names.append(f"{row['bot']}  {era}" if len(eras) > 1 else row["bot"])
            left = 0.0
            for source, shade in SOURCE_COLOURS.items():
                vp = row["sources"][era].get(source, 0.0)
                if not vp:
                    continue
                label = None if source in shown else source.replace("_", " ")
                shown.add(source)
                axes.barh(at, vp, left=left if vp > 0 else 0.0, color=shade, height=0.8, label=label)
                if vp >= 5:
                    axes.text(
                        left + vp / 2, at, f"{vp:.0f}", ha="center", va="center", color="white", fontsize=8
                    )
                left += max(vp, 0.0)
            total = sum(row["sources"][era].values())
            axes.annotate(f"{total:.1f}", (left, at), (4, 0), textcoords="offset points", va="center",
                          fontsize=9)  # fmt: skip
    axes.set_yticks(ticks, names)
    axes.grid(axis="x")
    axes.set_xlabel("mean victory points")
    figure.legend(loc="outside upper left", ncols=7, fontsize=9, handlelength=1, columnspacing=1.2)


def seats(figure: Figure, summary: Json) -> None:
    """Draw the share of wins by seat and by place in the first turn order."""
    left, right = figure.subplots(1, 2, sharey=True)
    for axes, key, title in ((left, "seats", "seat"), (right, "starts", "place in the first turn order")):
        rows = summary[key]
        labels = [row["bot"] for row in summary["bots"]]
        width = 0.8 / len(labels)
        for n, label in enumerate(labels):
            there = [
                (x, row["bots"][label]["win_share"]) for x, row in enumerate(rows) if label in row["bots"]
            ]
            axes.bar(
                [x - 0.4 + width * (n + 0.5) for x, _ in there],
                [share for _, share in there],
                width * 0.9,
                color=colour(summary, label),
                label=label if axes is left else None,
            )
        shares = [row["win_share"] for row in rows]
        axes.hlines(shares, [x - 0.2 for x in range(len(rows))], [x + 0.2 for x in range(len(rows))],
                    color=INK, linewidth=1.6, label="all bots" if axes is left else None)  # fmt: skip
        axes.axhline(1 / len(rows), color=INK, linewidth=0.8, linestyle=(0, (3, 2)))
        axes.set_xticks(range(len(rows)), [row["place"] for row in rows])
        axes.set_xlabel(title)
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0, decimals=0))
        axes.grid(axis="y")
    figure.legend(loc="outside upper left", ncols=6, fontsize=9, handlelength=1, columnspacing=1.2)


def _names_left(axes: Any, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", labelsize=10.5)
