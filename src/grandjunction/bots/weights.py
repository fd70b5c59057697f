"""The numbers positions are judged by. They are data: ``data/weights.toml`` says what each means."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

LIKING: Final = "like_"  # begins the names that only characters have: of industries, or links


class Weights:
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


_LOADED: dict[str, dict[str, Any]] = {}


def weight_table(name: str, players: int) -> dict[str, float]:
    """One table of the file, as far as it is for so many players; empty if there is none of this name."""
    if not _LOADED:
        text = (files("grandjunction.bots") / "data" / "weights.toml").read_text(encoding="utf-8")
        _LOADED.update(tomllib.loads(text))
    table = _LOADED.get(name, {})
    found: dict[str, float] = {}
    if players in table.get("players", [players]):
        for key, value in table.items():
            if key != "players":
                found[key] = float(value)
    return found


def weights_for(game: str, players: int, character: str = "") -> Weights:
    """The weights for a table; a character gives factors to them, and its likings."""
    values = weight_table("all", players)
    for key, value in weight_table(game, players).items():
        values[key] = value
    for key, factor in weight_table(character, players).items():
        values[key] = factor if key.startswith(LIKING) else values[key] * factor
    return Weights(values)
