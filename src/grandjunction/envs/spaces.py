"""Action and observation spaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Space

from .observations import HIGH, LOW


class LegalDiscrete(Discrete[np.int64]):
    """Actions by number. Without a mask, ``sample`` returns an action that is legal now."""

    def __init__(self, n: int, mask: Callable[[], npt.NDArray[np.int8] | None]) -> None:
        super().__init__(n)
        self._now: Final = mask

    def sample(
        self, mask: npt.NDArray[np.int8] | None = None, probability: npt.NDArray[Any] | None = None
    ) -> np.int64:
        if mask is None and probability is None:
            mask = self._now()
        return super().sample(mask, probability)

    def seed_from(self, generator: np.random.Generator) -> None:
        """Sample from this generator from now on."""
        self._np_random = generator

    def __reduce__(self) -> Any:
        """Pickle as a plain space, without the game."""
        return (Discrete, (int(self.n),))

    def __deepcopy__(self, memo: Any) -> Discrete[np.int64]:
        return Discrete(int(self.n))


class LegalMultiDiscrete(MultiDiscrete[np.int64]):
    """``LegalDiscrete`` for many games at once."""

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

    def seed_from(self, generator: np.random.Generator) -> None:
        """Sample from this generator from now on."""
        self._np_random = generator

    def __reduce__(self) -> Any:
        return (MultiDiscrete, (self.nvec,))

    def __deepcopy__(self, memo: Any) -> MultiDiscrete[np.int64]:
        return MultiDiscrete(self.nvec)


def observation_space(features: int, tokens: int) -> Space[Any]:
    """The space of observations with their action masks."""
    return Dict(
        {
            "observation": Box(LOW, HIGH, (features,), np.float32),
            "action_mask": Box(0, 1, (tokens,), np.int8),
        }
    )
