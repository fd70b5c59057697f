"""The weights of the evaluation, read from ``data/weights.toml``, which says what each means."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

LIKING: Final = "like_"  # prefix of a character's likings: an industry, or links


class Weights:
    """The weights of one evaluation, and the likings of a character."""

    def __init__(self, values: dict[str, float]) -> None:
        self.likings: dict[str, float] = {}
        for name, value in values.items():
            if name.startswith(LIKING):
                self.likings[name[len(LIKING) :]] = value
        # Money.
        self.pound = values["pound"]
        self.spend = values["spend"]
        self.tight = values["tight"]
        self.tight_cost = values["tight_cost"]
        self.growth = values["growth"]
        self.debtor_growth = values["debtor_growth"]
        self.debt_rounds = values["debt_rounds"]
        self.debt = values["debt"]
        self.default = values["default"]
        # Tiles not yet flipped: how likely they will be.
        self.ready = values["ready"]
        self.missing_step = values["missing_step"]
        self.passive_pace = values["passive_pace"]
        self.passive_crowd = values["passive_crowd"]
        self.carry = values["carry"]
        self.coal_pace = values["coal_pace"]
        self.rail_coal_pace = values["rail_coal_pace"]
        self.iron_pace = values["iron_pace"]
        self.beer_pace = values["beer_pace"]
        self.crowd = values["crowd"]
        self.own_crowd = values["own_crowd"]
        self.alone = values["alone"]
        self.thirst = values["thirst"]
        self.delay = values["delay"]
        self.barrel = values["barrel"]
        # Links.
        self.waiting_icon = values["waiting_icon"]
        self.open_space = values["open_space"]
        self.reach = values["reach"]
        # The mat.
        self.mat = values["mat"]
        self.next_tile = values["next_tile"]
        self.buried = values["buried"]
        self.room = values["room"]
        self.icon = values["icon"]
        self.cube = values["cube"]
        self.beer = values["beer"]
        self.action = values["action"]
        # Actions, others and cards.
        self.turn = values["turn"]
        self.gift = values["gift"]
        self.wild = values["wild"]
        self.permit = values["permit"]


_LOADED: dict[str, Any] = {}


def _file() -> dict[str, Any]:
    if not _LOADED:
        text = (files("grandjunction.bots") / "data" / "weights.toml").read_text(encoding="utf-8")
        _LOADED.update(tomllib.loads(text))
    return _LOADED


def values_for(game: str, players: int) -> dict[str, float]:
    """Return the weights tuned for this table, or the general ones."""
    values: dict[str, float] = {}
    for key, value in _file()["all"].items():
        values[key] = float(value)
    for tuned in _file()["tuned"]:
        if f"{game}/{players}" in tuned["tables"]:
            for key, value in values.items():
                values[key] = float(tuned.get(key, value))
    return values


def weights_for(game: str, players: int, character: str = "") -> Weights:
    """Return the weights for a table, with a character's factors and likings applied."""
    values = values_for(game, players)
    for key, factor in _character(character, f"{game}/{players}").items():
        values[key] = factor if key.startswith(LIKING) else values[key] * factor
    return Weights(values)


def _character(name: str, table: str) -> dict[str, float]:
    """Return a character's factors and likings at a table; none without a character."""
    given = dict(_file()["characters"].get(name, {}))
    for special in given.pop("at", []):
        if table in special["tables"]:
            given.update(special)
            del given["tables"]
    return {key: float(value) for key, value in given.items()}
