"""Gymnasium environment: you play one seat against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from ..core.moves import Move
from ..core.view import View
from ..rulesets import ruleset as find_ruleset
from .actions import Candidates, Masks
from .errors import one_action
from .games import SELF, Games, check_illegal, player_count, seat_plan
from .render import MODES, check_mode, picture
from .rewards import check_reward, final_rewards, win_shares
from .spaces import LegalDiscrete, observation_space

Observation = dict[str, npt.NDArray[Any]]


class SingleEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of one game. An action is a token of a move; the mask says which are allowed."""

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012 - as the base has it

    def __init__(
        self,
        ruleset: str = "birmingham",
        *,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        reward: str = "margin",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        """``opponents`` is one bot's name for all other seats, or a name for each, clockwise.

        A forbidden action raises ``IllegalAction``, or does nothing with ``illegal="ignore"``.
        """
        rules = find_ruleset(ruleset)
        plan = seat_plan(player_count(rules, players), seat, opponents)
        if plan.count(SELF) > 1:
            raise ValueError("this environment has one learner: for all seats use PettingZoo or make_vec")
        self.games = Games(rules, len(plan), 1, plan)
        self.seat = plan.index(SELF)
        self.reward = check_reward(reward)
        self.illegal = check_illegal(illegal)
        self.render_mode = check_mode(render_mode)
        self.action_space = LegalDiscrete(self.games.actions.size, self._mask_now)
        self.observation_space = observation_space(self.games.observations.size, self.games.actions.size)
        self._begun = False
        self._vp = 0

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "action_space": self.action_space.np_random}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Go on from a pickle or a copy; its actions are sampled by the mask of its own game."""
        self.__dict__.update(kept)
        self.action_space = LegalDiscrete(self.games.actions.size, self._mask_now)
        self.action_space.seed_from(kept["action_space"])

    def _mask_now(self) -> Masks | None:
        return self.games.mask(0, self.seat) if self._begun and not self.games.over[0] else None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game. Equal seeds and equal actions give equal trajectories."""
        super().reset(seed=seed)
        self.games.begin(0, str(self.np_random.integers(2**62)))
        self._begun = True
        self._vp = int(self.games.vp[0, self.seat])
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._need_reset("step")
        if self.games.over[0]:
            raise ResetNeeded("the game is over: call reset() to begin another")
        token = one_action(action, self.games.actions.size)
        if self.illegal == "ignore":
            self.games.say_allowed([token])
        else:
            self.games.say([token])
        over = bool(self.games.over[0])
        return self._observe(), self._rewarded(over), over, False, self._info()

    def _need_reset(self, method: str) -> None:
        if not self._begun:
            raise ResetNeeded(f"call reset() before {method}()")

    def _rewarded(self, over: bool) -> float:
        if self.reward == "vp":
            gained = int(self.games.vp[0, self.seat]) - self._vp
            self._vp += gained
            return float(gained)
        return final_rewards(self.games.state(), self.reward)[self.seat] if over else 0.0

    def _observe(self) -> Observation:
        return {
            "observation": self.games.observe(0, self.seat),
            "action_mask": self.games.mask(0, self.seat),
        }

    def _info(self) -> dict[str, Any]:
        state = self.games.state()
        info: dict[str, Any] = {
            "action_mask": self.games.mask(0, self.seat),
            "asked": self.games.actions.asked(self.games.lanes.phrases[0]),
            "vp": [int(points) for points in state.vp],
        }
        if state.is_over:
            info["win_share"] = win_shares(state)[self.seat]
        return info

    # -- for those who score candidates, and for people ---------------------------------------------

    def view(self) -> View:
        """The ``View`` of your seat."""
        self._need_reset("view")
        return self.games.state().view(self.seat)

    def candidates(self) -> Candidates:
        """Your legal moves, with their features."""
        return self.games.actions.candidates(self.view())

    def step_move(self, move: Move) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take a whole move from ``candidates``, by taking its tokens one by one."""
        tokens = self.games.tokens_of(self.view(), move)
        for token in tokens[:-1]:
            self.step(token)
        return self.step(tokens[-1])

    def render(self) -> Any:
        self._need_reset("render")
        return picture(self.games.state().view(self.seat), self.render_mode)
