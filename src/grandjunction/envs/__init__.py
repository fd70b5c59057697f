"""The games as environments for machine learners. ``pip install "grandjunction[env]"``, then

>>> import gymnasium, pettingzoo
>>> import grandjunction.envs  # registers them
>>> env = gymnasium.make("grandjunction/Birmingham-v0", players=2, opponents="greedy")
>>> games = gymnasium.make_vec("grandjunction/Birmingham-v0", num_envs=64, players=2, opponents="random")
>>> table = pettingzoo.make("aec", "grandjunction/Birmingham-v0", players=4)

``grandjunction.envs.openspiel`` registers the same games with OpenSpiel; it is imported on its own.
"""

from __future__ import annotations

from typing import Final

from ..rulesets import RULESETS
from .actions import ActionCoder, Candidates
from .errors import IllegalAction
from .observations import ObservationCoder
from .rewards import REWARDS

__all__ = [
    "NAMES",
    "REWARDS",
    "ActionCoder",
    "Candidates",
    "IllegalAction",
    "ObservationCoder",
    "env_id",
    "register_all",
]

#: Each ruleset's name among environments: "lancashire-2007" is Lancashire2007.
NAMES: Final = {id: "".join(word.capitalize() for word in id.split("-")) for id in RULESETS}

_registered: list[str] = []


def env_id(ruleset: str) -> str:
    """The id both Gymnasium and PettingZoo know a ruleset by."""
    return f"grandjunction/{NAMES[ruleset]}-v0"


def register_all() -> None:
    """Make the environments known to Gymnasium and PettingZoo; once is enough, and importing does it."""
    import gymnasium
    import pettingzoo

    for ruleset in RULESETS:
        id = env_id(ruleset)
        if id in _registered:
            continue
        gymnasium.register(
            id,
            entry_point=f"{__name__}.single:SingleEnv",
            vector_entry_point=f"{__name__}.vector:ManyEnv",
            kwargs={"ruleset": ruleset},
        )
        pettingzoo.register("aec", id, entry_point=f"{__name__}.aec:env", kwargs={"ruleset": ruleset})
        _registered.append(id)


register_all()
