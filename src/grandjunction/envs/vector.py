"""Gymnasium, many games at once: a step is one call into compiled code, over preallocated arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .games import SELF, Games, seat_plan
from .render import MODES, check_mode, picture
from .rewards import check_reward, final_rewards, win_shares
from .spaces import LegalDiscrete, LegalMultiDiscrete, observation_space

Observation = dict[str, npt.NDArray[Any]]


class ManyEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Games side by side. One that ends begins anew in the same step, its last observation in the info.

    With ``opponents="self"`` every seat's decisions are the learner's: ``info["seat"]`` tells whose are
    next, ``info["actor"]`` whose the last ones were and so whose the rewards are, and ``info["rewards"]``
    what each seat got.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class declares it
        "render_modes": MODES,
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: str = "birmingham",
        num_envs: int = 1,
        *,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        reward: str = "margin",
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """``copy=False`` returns the arrays themselves: the next step writes over them."""
        self.num_envs = num_envs
        self.games: Final = Games(ruleset, players, num_envs, seat_plan(players, seat, opponents))
        self.seat: Final = seat
        self.reward: Final = check_reward(reward)
        self.copy: Final = copy
        self.render_mode = check_mode(render_mode)
        games = self.games
        self.single_action_space = LegalDiscrete(games.actions.size, lambda: None)
        self.action_space = LegalMultiDiscrete(
            np.full(num_envs, games.actions.size, dtype=np.int64), lambda: games.masks
        )
        self.single_observation_space = observation_space(games.observations.size, games.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._observations = np.zeros((num_envs, games.observations.size), dtype=np.float32)
        self._rewards = np.zeros((num_envs, players), dtype=np.float32)
        self._vp = np.zeros((num_envs, players), dtype=np.int64)
        self._lanes = np.arange(num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        for number in range(self.num_envs):
            self._begin(number)
        self._begun = True
        self.games.lanes.publish()
        return self._observe(), {"seat": self.games.seats.copy()}

    def _begin(self, number: int) -> None:
        self.games.begin(number, str(self.np_random.integers(2**62)))
        self._vp[number] = self.games.vp[number]

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        if not self._begun:
            raise ResetNeeded("call reset() before the first step()")
        games = self.games
        actor = games.seats.copy()
        games.say(actions)
        over = games.over.astype(np.bool_)
        if self.reward == "vp":
            np.subtract(games.vp, self._vp, out=self._rewards, casting="unsafe")
            self._vp[:] = games.vp
        else:
            self._rewards[:] = 0
        info: dict[str, Any] = {"actor": actor}
        if over.any():
            self._finish(np.flatnonzero(over), actor, info)
        games.lanes.publish()
        info["seat"] = games.seats.copy()
        info["rewards"] = self._rewards.copy()
        return self._observe(), self._rewards[self._lanes, actor], over, np.zeros_like(over), info

    def _finish(
        self, ended: npt.NDArray[np.int64], actor: npt.NDArray[np.int64], info: dict[str, Any]
    ) -> None:
        """Reward the ends, keep their last observations, begin anew."""
        games = self.games
        final = np.full(self.num_envs, None, dtype=object)
        shares = np.zeros((self.num_envs, games.players), dtype=np.float32)
        for number in ended:
            state = games.state(number)
            if self.reward != "vp":
                self._rewards[number] = final_rewards(state, self.reward)
            shares[number] = win_shares(state)
            seat = int(actor[number])
            final[number] = {
                "observation": games.observe(number, seat),
                "action_mask": np.zeros(games.actions.size, dtype=np.int8),
            }
        flags = np.zeros(self.num_envs, dtype=np.bool_)
        flags[ended] = True
        info["final_obs"], info["_final_obs"] = final, flags
        info["final_info"] = {"vp": games.vp.copy(), "_vp": flags, "win_share": shares, "_win_share": flags}
        info["_final_info"] = flags
        for number in ended:
            self._begin(int(number))

    def _observe(self) -> Observation:
        self.games.observations.scaled(self.games.features, out=self._observations)
        if not self.copy:
            return {"observation": self._observations, "action_mask": self.games.masks}
        return {"observation": self._observations.copy(), "action_mask": self.games.masks.copy()}

    def render(self) -> tuple[Any, ...] | None:
        seats = self.games.seats if SELF in self.games.plan[1:] else np.full(self.num_envs, self.seat)
        return tuple(
            picture(self.games.state(number).view(int(seats[number])), self.render_mode)
            for number in range(self.num_envs)
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held open."""
