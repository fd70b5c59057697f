"""PettingZoo environment: every seat is an agent, and one acts at a time (AEC)."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from ..core.moves import Move
from ..core.view import View
from ..rulesets import ruleset as find_ruleset
from .actions import Candidates
from .errors import one_action
from .games import SELF, Games, player_count
from .render import MODES, check_mode, picture
from .rewards import check_reward, final_rewards
from .spaces import observation_space

Observation = dict[str, npt.NDArray[Any]]


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The environment in PettingZoo's usual wrapper, with the options of ``RawEnv``.

    It omits PettingZoo's wrapper for out-of-bounds actions, because ``RawEnv`` rejects them and says why.
    """
    return InOrder(RawEnv(**options))


class InOrder(wrappers.OrderEnforcingWrapper[str, Any, Any]):
    """PettingZoo's order wrapper, but a step after the end raises instead of warning."""

    def step(self, action: int | None) -> None:
        if self._has_reset and not self.agents:
            self.env.step(action)  # raises
        super().step(action)


class RawEnv(AECEnv[str, Any, Any]):
    """One game with all its seats as agents, ``seat_0`` and up. An action is a token of a move."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class declares it
        "render_modes": MODES,
        "name": "grandjunction_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: str = "birmingham",
        *,
        players: int = 2,
        reward: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        rules = find_ruleset(ruleset)
        seats = player_count(rules, players)
        self.games: Final = Games(rules, seats, 1, [SELF] * seats)
        self.reward: Final = check_reward(reward)
        self.render_mode: Final = check_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        tokens = self.games.actions.size
        self.observation_spaces = {
            agent: observation_space(self.games.observations.size, tokens) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(tokens) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._begun = False

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; they are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. A seed fixes this game and those of later resets without a seed."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.games.begin(0, str(self._seeds.integers(2**62)))
        self._begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[self.games.state().to_act]
        self._vp = [int(points) for points in self.games.state().vp]
        self._inform()

    def step(self, action: int | None) -> None:
        """Take an action for the selected agent; None for an agent whose game is over."""
        if not self._begun:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            raise ResetNeeded("the game is over and every agent has left: call reset() to begin another")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        token = one_action(action, self.games.actions.size)
        self.games.say([token])
        self._cumulative_rewards[agent] = 0.0
        self._reward()
        state = self.games.state()
        if state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.to_act]
        self._accumulate_rewards()
        self._inform()

    def _reward(self) -> None:
        state = self.games.state()
        brought = [0.0] * len(self.possible_agents)
        if self.reward == "vp":
            brought = [float(points - before) for points, before in zip(state.vp, self._vp, strict=True)]
            self._vp = [int(points) for points in state.vp]
        elif state.is_over:
            brought = final_rewards(state, self.reward)
        self.rewards = dict(zip(self.possible_agents, brought, strict=True))

    def _inform(self) -> None:
        asked = self.games.actions.asked(self.games.lanes.phrases[0])
        self.infos = {}
        for seat, agent in enumerate(self.possible_agents):
            self.infos[agent] = {"action_mask": self.games.mask(0, seat)}
            if agent == self.agent_selection:
                self.infos[agent]["asked"] = asked

    def observe(self, agent: str) -> Observation:
        """What the agent's seat knows, and the mask of its actions (all 0 unless it is to act)."""
        if not self._begun:
            EnvLogger.error_observe_before_reset()
        seat = self._seat(agent)
        return {"observation": self.games.observe(0, seat), "action_mask": self.games.mask(0, seat)}

    # -- for those who score candidates, and for people ---------------------------------------------

    def view(self, agent: str) -> View:
        """The ``View`` of the agent's seat."""
        if not self._begun:
            EnvLogger.error_observe_before_reset()
        return self.games.state().view(self._seat(agent))

    def candidates(self) -> Candidates:
        """The legal moves of the selected agent, with their features."""
        return self.games.actions.candidates(self._view_to_act())

    def step_move(self, move: Move) -> None:
        """Take a whole move from ``candidates``, by taking its tokens one by one."""
        for token in self.games.tokens_of(self._view_to_act(), move):
            self.step(token)

    def _view_to_act(self) -> View:
        return self.view(self.agent_selection if self._begun else self.possible_agents[0])

    def render(self) -> Any:
        """The table as a spectator sees it."""
        if not self._begun:
            EnvLogger.error_render_before_reset()
        return picture(self.games.state().view(), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
