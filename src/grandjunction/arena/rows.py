"""A summary's rows as text, for the terminal and the report alike."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

#: The columns that ``cells`` fills.
HEADS: Final = ("Bot", "Games", "Wins", "95 %", "Even", "Mean VP", "95 %", "When won", "Best")


def ranked(summary: Json) -> list[Json]:
    """Return the bots' rows, sorted by wins relative to their share of the seats, highest first."""
    return sorted(summary["bots"], key=lambda row: -row["win_share"]["mean"] / row["even_share"])


def cells(row: Json) -> list[str]:
    """Return a bot's row as text, in the order of ``HEADS``."""
    won = row["vp_when_won"]
    return [
        row["bot"],
        f"{row['games']:,}",
        f"{row['win_share']['mean']:.1%}",
        span(row["win_share"], "{:.1%}"),
        f"{row['even_share']:.0%}",
        f"{row['vp']['mean']:.1f}",
        span(row["vp"], "{:.1f}"),
        "–" if won is None else f"{won:.1f}",
        str(row["best_vp"]),
    ]


def faults(row: Json) -> str:
    """Return a bot's faults as text, "" if it made none."""
    return ", ".join(f"{count} {kind}" for kind, count in row["faults"].items())


def span(estimate: Json, form: str) -> str:
    """Return the interval of an estimate, each end in this format."""
    if estimate["low"] is None:
        return "–"
    return f"{form.format(estimate['low'])} to {form.format(estimate['high'])}"


def winner_first(pair: Json) -> Json:
    """Return a pair with the bot that won more as ``a``; ``beats`` tells whether that is certain enough."""
    if pair["win_difference"]["mean"] >= 0:
        return {**pair, "beats": pair["a_beats_b"]}
    return {
        "a": pair["b"],
        "b": pair["a"],
        "games": pair["games"],
        "win_difference": _negated(pair["win_difference"]),
        "vp_difference": _negated(pair["vp_difference"]),
        "ahead": {"mean": 1 - pair["ahead"]["mean"]},
        "beats": pair["b_beats_a"],
    }


def _negated(estimate: Json) -> Json:
    if estimate["low"] is None:
        return {**estimate, "mean": -estimate["mean"]}
    return {"mean": -estimate["mean"], "low": -estimate["high"], "high": -estimate["low"]}
