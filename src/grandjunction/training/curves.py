"""Plots a training: the held-out loss and the gate results per round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def is_taken(entry: dict[str, Any], scale: str) -> bool:
    """Return whether a round took its candidate of this scale: an earlier round's may have the same name."""
    best: str = entry["best"]
    return best != entry["taught_by"] and Path(best).name == f"scale-{scale}"


def draw(folder: Path, file: Path) -> None:
    """Plot all rounds in a table's folder to a file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rounds: list[dict[str, Any]] = [
        json.loads(done.read_text(encoding="utf-8")) for done in sorted(folder.glob("round-*/round.json"))
    ]
    figure, (losses, strength) = pyplot.subplots(1, 2, figsize=(11, 4))
    for entry in rounds:
        for era, curve in enumerate(entry["curve"]):
            epochs = range(1, len(curve) + 1)
            losses.plot(epochs, curve, marker=".", label=f"round {entry['round']}, era {era + 1}")
        for place, (scale, found) in enumerate(entry["candidates"].items()):
            taken = is_taken(entry, scale)
            strength.errorbar(
                entry["round"] + place / 8,
                found["more"],
                yerr=found["error"],
                fmt="o" if taken else "x",
                color="tab:green" if taken else "tab:gray",
            )
            strength.annotate(f" × {scale}", (entry["round"] + place / 8, found["more"]), fontsize="small")
    losses.set(title="held-out loss", xlabel="epoch", ylabel="VP²")
    losses.legend(fontsize="small")
    strength.axhline(0, color="black", linewidth=0.5)
    strength.set_xticks([entry["round"] for entry in rounds])
    strength.set(title="against the best before (● taken)", xlabel="round", ylabel="VP a seat, 95 %")
    figure.tight_layout()
    figure.savefig(file, dpi=110)
    pyplot.close(figure)
