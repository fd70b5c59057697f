"""Gymnasium environment for many games: a step is one call into compiled code, over preallocated arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..rulesets import ruleset as find_ruleset
from .errors import whole
from .games import Games, check_illegal, player_count, seat_plan
from .render import MODES, check_mode, picture
from .rewards import check_reward, final_rewards, win_shares
from .spaces import LegalDiscrete, LegalMultiDiscrete, observation_space

Observation = dict[str, npt.NDArray[Any]]


class ManyEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Games side by side. A game that ends restarts in the same step; the info holds its last observation.

    Each game, and those that follow it, are the same as in the single environment with the same seed. Games
    do not affect each other.

    With ``opponents="self"`` the learner decides for every seat. ``info["seat"]`` is the seat to act,
    ``info["actor"]`` the seat that acted last and gets the reward, ``info["rewards"]`` what each seat got.
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
        illegal: str = "raise",
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """With ``copy=False`` you get the arrays themselves, which the next step overwrites."""
        rules = find_ruleset(ruleset)
        plan = seat_plan(player_count(rules, players), seat, opponents)
        self.num_envs = whole(num_envs, "the number of games")
        self.games: Final = Games(rules, len(plan), self.num_envs, plan)
        self.reward: Final = check_reward(reward)
        self.illegal: Final = check_illegal(illegal)
        self.copy: Final = copy
        self.render_mode = check_mode(render_mode)
        games = self.games
        self.single_action_space = LegalDiscrete(games.actions.size, _no_mask)
        self.action_space = self._legal_actions()
        self.single_observation_space = observation_space(games.observations.size, games.actions.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._observations = np.zeros((self.num_envs, games.observations.size), dtype=np.float32)
        self._rewards = np.zeros((self.num_envs, games.players), dtype=np.float32)
        self._vp = np.zeros((self.num_envs, games.players), dtype=np.int64)
        self._lanes = np.arange(self.num_envs)
        self._seeds: list[np.random.Generator] = []
        self._begun = False

    def _legal_actions(self) -> LegalMultiDiscrete:
        counts = np.full(self.num_envs, self.games.actions.size, dtype=np.int64)
        return LegalMultiDiscrete(counts, lambda: self.games.masks if self._begun else None)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "action_space": self.action_space.np_random}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Go on from a pickle or a copy; its actions are sampled by the masks of its own games."""
        self.__dict__.update(kept)
        self.action_space = self._legal_actions()
        self.action_space.seed_from(kept["action_space"])

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start new games. Give one seed per game, or one for the first; the others count up from it.

        The only option is Gymnasium's ``reset_mask``, which says which games to restart.
        """
        chosen = self._chosen(options)
        seeds = self._one_seed_each(seed)
        super().reset(seed=seeds[0])
        if not self._seeds:
            self._seeds = [seeding.np_random(None)[0] for _ in range(self.num_envs)]
        for number in chosen:
            if seeds[number] is not None:
                self._seeds[number] = seeding.np_random(seeds[number])[0]
            self._begin(number)
        self._begun = True
        self.games.lanes.publish()
        observation = self._observe()
        return observation, {"seat": self.games.seats.copy(), "action_mask": observation["action_mask"]}

    def _one_seed_each(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            seeds = [None if one is None else whole(one, "a seed") for one in seed]
        else:
            first = whole(seed, "a seed")
            seeds = [first + number for number in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} games need {self.num_envs} seeds, not {len(seeds)}")
        if any(one is not None and one < 0 for one in seeds):
            raise ValueError(f"seeds are 0 or more, not {min(one for one in seeds if one is not None)}")
        return seeds

    def _chosen(self, options: dict[str, Any] | None) -> list[int]:
        """Numbers of the games to reset."""
        if options is None or options.get("reset_mask") is None:
            return list(range(self.num_envs))
        mask = np.asarray(options["reset_mask"])
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask is an array of {self.num_envs} bools, at least one of them True")
        if not self._begun and not mask.all():
            raise ResetNeeded("the first reset() is for all games")
        chosen: list[int] = np.flatnonzero(mask).tolist()
        return chosen

    def _begin(self, number: int) -> None:
        self.games.begin(number, str(self._seeds[number].integers(2**62)))
        self._vp[number] = self.games.vp[number]

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        if not self._begun:
            raise ResetNeeded("call reset() before step()")
        games = self.games
        actor = games.seats.copy()
        if self.illegal == "ignore":
            games.say_allowed(actions)
        else:
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
        observation = self._observe()
        info["action_mask"] = observation["action_mask"]
        return observation, self._rewards[self._lanes, actor], over, np.zeros_like(over), info

    def _finish(
        self, ended: npt.NDArray[np.int64], actor: npt.NDArray[np.int64], info: dict[str, Any]
    ) -> None:
        """Reward finished games, keep their last observations and restart them."""
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
        """A picture of each game, as seen by the learner's seat that is to act."""
        if not self._begun:
            raise ResetNeeded("call reset() before render()")
        if self.render_mode is None:
            return None
        return tuple(
            picture(self.games.state(number).view(int(seat)), self.render_mode)
            for number, seat in enumerate(self.games.seats)
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Do nothing: there is nothing to close."""


def _no_mask() -> None:
    """A single space of many games stands for none of them."""
