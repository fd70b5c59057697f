"""Grades of decisions: by the share of the win and the VP lost, as far as the samples can tell."""

from __future__ import annotations

from typing import Final

from .estimates import NOTHING, Estimate

FORCED: Final = "forced"  # there was no other turn
EQUAL: Final = "equal"  # the samples do not tell it from the best
BEST: Final = "best"  # better than every other turn found, and the samples can tell
FINE: Final = "fine"  # the loss is certain but small

#: The grades of losses, worst first, each with the least share of the win and the least VP lost.
LOSSES: Final = (("blunder", 0.10, 8.0), ("mistake", 0.05, 4.0), ("inaccuracy", 0.02, 2.0))
LOST: Final = frozenset(name for name, _, _ in LOSSES)  # what is listed as a mistake
_MILDER: Final = (*LOSSES[1:], (FINE, 0.0, 0.0))
GRADES: Final = (FORCED, EQUAL, BEST, FINE, "inaccuracy", "mistake", "blunder")

#: A share of the win so small is neither gain nor loss: in a decided game, only last digits differ.
SLIGHT: Final = 0.001
VP_WEIGHT: Final = 0.003  # what a VP counts for beside the share of the win, so that lost games are played on


def tells_share(loss: Estimate) -> bool:
    """Return whether a loss of the win share is certain and not slight."""
    return loss.above_zero and loss.mean >= SLIGHT


def grade(loss_vp: Estimate, loss_share: Estimate) -> str:
    """Return the grade of a loss: the worse of its two figures.

    A figure counts only if its interval is above zero and the other figure is no certain gain. Its mean must
    reach the grade, and the low end of its interval the next milder one: a loss that may be small is no
    blunder.
    """
    share = loss_share if tells_share(loss_share) and not loss_vp.below_zero else NOTHING
    vp = loss_vp if loss_vp.above_zero and not tells_share(-loss_share) else NOTHING
    if share is NOTHING and vp is NOTHING:
        return EQUAL
    for (name, least_share, least_vp), (_, sure_share, sure_vp) in zip(LOSSES, _MILDER, strict=True):
        if (share.mean >= least_share and share.low >= sure_share) or (
            vp.mean >= least_vp and vp.low >= sure_vp
        ):
            return name
    return FINE
