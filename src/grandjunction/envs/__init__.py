"""The games as environments for machine learners. ``pip install "grandjunction[env]"``, then

>>> import gymnasium, pettingzoo
>>> import grandjunction.envs  # registers them
>>> env = gymnasium.make("grandjunction/Birmingham-v0", players=2, opponents="greedy")
>>> games = gymnasium.make_vec("grandjunction/Birmingham-v0", num_envs=64, players=2, opponents="random")
>>> table = pettingzoo.make("aec", "grandjunction/Birmingham-v0", players=4)

``grandjunction.envs.openspiel`` registers the same games with OpenSpiel; import it separately.
"""

from __future__ import annotations

from typing import Final

from ..extras import need

# Whoever imports grandjunction.envs.openspiel comes past here first, and needs another extra.
_FOR_OPENSPIEL: Final = ', or "grandjunction[openspiel]" for OpenSpiel too'
need("env", "grandjunction.envs", "numpy", "gymnasium", "pettingzoo", hint=_FOR_OPENSPIEL)

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

#: The environment name of each ruleset: "lancashire-2007" is Lancashire2007.
NAMES: Final = {id: "".join(word.capitalize() for word in id.split("-")) for id in RULESETS}

_registered: list[str] = []


def env_id(ruleset: str) -> str:
    """A ruleset's id in Gymnasium and PettingZoo."""
    return f"grandjunction/{NAMES[ruleset]}-v0"


def register_all() -> None:
    """Register the environments with Gymnasium and PettingZoo. Importing this package does it."""
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
