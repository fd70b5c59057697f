"""Masked PPO in one file: learns a game against ``random`` on a CPU and draws its learning curve.

    pip install "grandjunction[learn]"
    python examples/train_ppo.py --minutes 5

Minutes are of the processor's time, which a busy machine stretches; Ctrl-C ends the learning earlier. It
plays many games at once (``ManyEnv``), is rewarded with VP as they are scored, and is measured on games of
its own against ``random`` while it learns and against ``random`` and ``greedy`` at the end. ``docs/envs.md``
walks through it.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn
from tqdm import tqdm

import grandjunction.envs as gj_envs

REWARD_SCALE = 0.1  # so that returns are of the order of one to ten


@dataclass
class Settings:
    """What there is to choose; each is an option of the command."""

    ruleset: str = "birmingham"
    players: int = 2
    minutes: float = 5.0
    games: int = 64  # side by side
    steps: int = 64  # of each game, an update
    epochs: int = 4
    batch: int = 1024
    rate: float = 1e-3
    discount: float = 0.999
    trace: float = 0.95  # lambda of the advantage estimate
    clip: float = 0.2
    entropy: float = 0.005
    width: int = 256
    threads: int = 1  # of PyTorch: for a network this small, more only wait for each other
    measured: int = 64  # games a measurement against random
    final: int = 200  # games of the last measurements
    seed: int = 1
    out: str = "train_ppo_out"


class Policy(nn.Module):
    """Two layers; one head for the next token, one for the VP still to come."""

    def __init__(self, features: int, tokens: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.tokens = nn.Linear(width, tokens)
        self.worth = nn.Linear(width, 1)
        nn.init.orthogonal_(self.tokens.weight, 0.01)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        body = self.body(seen)
        logits = self.tokens(body).masked_fill(~mask, -1e9)  # what is not allowed is never chosen
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.worth(body).squeeze(
            -1
        )


def tensors(observation: dict[str, Any]) -> tuple[Any, Any]:
    mask = torch.from_numpy(observation["action_mask"]).bool()
    return torch.from_numpy(observation["observation"]), mask


def make(settings: Settings, games: int, opponents: str, reward: str) -> Any:
    return gymnasium.make_vec(
        gj_envs.env_id(settings.ruleset),
        num_envs=games,
        players=settings.players,
        opponents=opponents,
        reward=reward,
    )


@torch.no_grad()
def measure(policy: Policy, settings: Settings, opponents: str, games: int, seed: int) -> dict[str, float]:
    """Share of wins and mean VP in so many games, one token after another as the policy draws them."""
    env = make(settings, min(games, 50), opponents, "win")
    observation, _ = env.reset(seed=seed)
    draw = torch.Generator().manual_seed(seed)
    shares: list[float] = []
    vp: list[float] = []
    best: list[float] = []
    while len(shares) < games:
        chances = policy(*tensors(observation))[0].probs
        actions = torch.multinomial(chances, 1, generator=draw).squeeze(1).numpy()
        observation, rewards, over, _, info = env.step(actions)
        for number in np.flatnonzero(over):
            points = info["final_info"]["vp"][number]
            shares.append(float(rewards[number]))
            vp.append(float(points[0]))
            best.append(float(points[1:].max()))
    env.close()
    means = [float(np.mean(numbers[:games])) for numbers in (shares, vp, best)]
    return dict(zip(("win_share", "vp", "best_opponent_vp"), means, strict=True))


class Learner:
    """The policy, the games it learns from, and one update after another."""

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        torch.set_num_threads(settings.threads)
        self.settings = settings
        self.env = make(settings, settings.games, "random", "vp")
        self.observation, _ = self.env.reset(seed=settings.seed)
        space = self.env.single_observation_space
        features, tokens = (space[key].shape[0] for key in ("observation", "action_mask"))
        self.policy = Policy(features, tokens, settings.width)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=settings.rate, eps=1e-5)
        shape = (settings.steps, settings.games)
        self.seen = torch.zeros((*shape, features))
        self.masks = torch.zeros((*shape, tokens), dtype=torch.bool)
        self.actions = torch.zeros(shape, dtype=torch.long)
        self.chances, self.rewards, self.overs, self.worths = (torch.zeros(shape) for _ in range(4))

    @torch.no_grad()
    def play(self) -> None:
        """Some steps of every game, remembered."""
        for step in range(self.settings.steps):
            seen, mask = tensors(self.observation)
            choice, worth = self.policy(seen, mask)
            actions = choice.sample()
            self.seen[step], self.masks[step], self.actions[step] = seen, mask, actions
            self.chances[step], self.worths[step] = choice.log_prob(actions), worth
            self.observation, rewards, over, _, _ = self.env.step(actions.numpy())
            self.rewards[step] = torch.from_numpy(rewards) * REWARD_SCALE
            self.overs[step] = torch.from_numpy(over.astype(np.float32))

    @torch.no_grad()
    def advantages(self) -> Any:
        """Generalised advantage estimates, backwards through the steps."""
        following = self.policy(*tensors(self.observation))[1]
        found = torch.zeros_like(self.rewards)
        ahead = torch.zeros(self.settings.games)
        for step in reversed(range(self.settings.steps)):
            goes_on = 1.0 - self.overs[step]
            surprise = self.rewards[step] + self.settings.discount * following * goes_on - self.worths[step]
            ahead = surprise + self.settings.discount * self.settings.trace * goes_on * ahead
            found[step] = ahead
            following = self.worths[step]
        return found

    def update(self) -> None:
        """PPO's clipped objective, a few times over what was played."""
        settings = self.settings
        advantages = self.advantages().flatten()
        returns = advantages + self.worths.flatten()
        seen, masks = self.seen.flatten(0, 1), self.masks.flatten(0, 1)
        actions, chances = self.actions.flatten(), self.chances.flatten()
        for _ in range(settings.epochs):
            for part in torch.randperm(len(actions)).split(settings.batch):
                choice, worth = self.policy(seen[part], masks[part])
                gain = advantages[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                ratio = (choice.log_prob(actions[part]) - chances[part]).exp()
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                loss = -torch.minimum(ratio * gain, clipped * gain).mean()
                loss = loss + 0.5 * (worth - returns[part]).square().mean()
                loss = loss - settings.entropy * choice.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                self.optimizer.step()


def learn(learner: Learner, settings: Settings) -> dict[str, Any]:
    """Play and update for so many minutes, measuring included: what was done, and the learning curve."""
    first = measure(learner.policy, settings, "random", settings.measured, 0)
    curve = [{"steps": 0, "minutes": 0.0, **first}]
    start = time.process_time()
    steps = 0
    seconds = settings.minutes * 60
    with tqdm(total=round(seconds), unit="s", desc="learning") as bar, suppress(KeyboardInterrupt):
        while (spent := time.process_time() - start) < seconds:
            learner.play()
            learner.update()
            steps += settings.steps * settings.games
            if spent >= seconds / 20 * len(curve):
                found = measure(learner.policy, settings, "random", settings.measured, len(curve))
                minutes = (time.process_time() - start) / 60
                curve.append({"steps": steps, "minutes": round(minutes, 2), **found})
            bar.update(min(round(spent), bar.total) - bar.n)
            bar.set_postfix(
                steps=f"{steps:,}", vp=f"{curve[-1]['vp']:.1f}", wins=f"{curve[-1]['win_share']:.0%}"
            )
    return {"steps": steps, "minutes": round((time.process_time() - start) / 60, 2), "curve": curve}


def train(settings: Settings) -> dict[str, Any]:
    """Learn, then measure for the last time, against ``random`` and ``greedy``."""
    out = Path(settings.out)
    out.mkdir(parents=True, exist_ok=True)
    learner = Learner(settings)
    result: dict[str, Any] = {"settings": vars(settings), **learn(learner, settings)}
    for opponents in ("random", "greedy"):
        result[opponents] = measure(learner.policy, settings, opponents, settings.final, 1_000_000)
    torch.save(learner.policy.state_dict(), out / "policy.pt")
    (out / "numbers.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    draw(result, out / "curve.png")
    return result


def draw(result: dict[str, Any], path: Path) -> None:
    """The learning curve: share of wins and VP against random, by steps taken."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    curve = result["curve"]
    steps = [point["steps"] for point in curve]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4))
    left.plot(steps, [point["win_share"] for point in curve], label="against random")
    final = result["greedy"]["win_share"]
    left.plot(steps[-1:], [final], "o", label=f"against greedy at the end: {final:.1%}")
    left.set(xlabel="environment steps", ylabel="win share", ylim=(-0.03, 1.03))
    right.plot(steps, [point["vp"] for point in curve], label="learner")
    right.plot(steps, [point["best_opponent_vp"] for point in curve], label="random")
    right.set(xlabel="environment steps", ylabel="mean VP")
    for axes in (left, right):
        axes.legend()
        axes.grid(alpha=0.3)
    settings = result["settings"]
    figure.suptitle(f"{settings['ruleset']}, {settings['players']} players, {result['minutes']:.1f} minutes")
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, value in vars(Settings()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"default: {value}")
    settings = Settings(**vars(parser.parse_args()))
    result = train(settings)
    for opponents in ("random", "greedy"):
        found = result[opponents]
        print(
            f"against {opponents}: {found['win_share']:.1%} of {settings.final} games, "
            f"{found['vp']:.1f} VP to {found['best_opponent_vp']:.1f}"
        )
    print(f"{result['steps']:,} steps; curve, numbers and policy in {settings.out}")


if __name__ == "__main__":
    main()
