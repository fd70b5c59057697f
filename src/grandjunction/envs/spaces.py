"""The spaces of actions and observations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Space

from .observations import HIGH, LOW


class LegalDiscrete(Discrete[np.int64]):
    """Actions by number. Without a mask of its own, a sample is legal where the game stands now."""

    def __init__(self, n: int, mask: Callable[[], npt.NDArray[np.int8] | None]) -> None:
        super().__init__(n)
        self._now: Final = mask

    def sample(
        self, mask: npt.NDArray[np.int8] | None = None, probability: npt.NDArray[Any] | None = None
    ) -> np.int64:
        if mask is None and probability is None:
            mask = self._now()
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """A copy or a pickle of the space knows no game: it is plain."""
        return (Discrete, (int(self.n),))

    def __deepcopy__(self, memo: Any) -> Discrete[np.int64]:
        return Discrete(int(self.n))


class LegalMultiDiscrete(MultiDiscrete[np.int64]):
    """The same for many games at once."""

    def __init__(
        self, counts: npt.NDArray[np.int64], masks: Callable[[], npt.NDArray[np.int8] | None]
    ) -> None:
        super().__init__(counts)
        self._now: Final = masks

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        if mask is None and probability is None:
            now = self._now()
            mask = None if now is None else tuple(now)
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        return (MultiDiscrete, (self.nvec,))

    def __deepcopy__(self, memo: Any) -> MultiDiscrete[np.int64]:
        return MultiDiscrete(self.nvec)


def observation_space(features: int, tokens: int) -> Space[Any]:
    """What a seat may know, and which actions it may take."""
    return Dict(
        {
            "observation": Box(LOW, HIGH, (features,), np.float32),
            "action_mask": Box(0, 1, (tokens,), np.int8),
        }
    )
