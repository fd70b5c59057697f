"""Loads components from a ruleset's TOML files. Contradictions raise ``DataError``, naming the place."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from ..core.bits import BIT
from ..core.board import Board, DataError, Line, Place
from ..core.components import (
    MARKETED,
    Box,
    CardKind,
    Cards,
    IncomeTrack,
    Market,
    TileKind,
    Tiles,
)

Table = dict[str, Any]
Tables = dict[str, Table]


def read_table(ruleset: str, name: str) -> Table:
    """Contents of one TOML file in a ruleset's data folder."""
    path = files("grandjunction.rulesets") / ruleset / "data" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_tables(ruleset: str, cards: str = "cards") -> Tables:
    """Contents of the four files that every game has. An edition may name another file of cards."""
    names = {"board": "board", "tiles": "tiles", "cards": cards, "game": "game"}
    return {part: read_table(ruleset, name) for part, name in names.items()}


def load_box(tables: Tables) -> Box:
    """The ``Box`` of a game: everything printed, and the set-up figures."""
    board, game = tables["board"], tables["game"]
    places = load_board(board)
    return Box(
        board["eras"],
        load_resources(board),
        places,
        load_tiles(tables["tiles"], board),
        load_cards(tables["cards"], places),
        load_markets(game["market"]),
        load_income(game["income"]),
        game["start_pounds"],
        game["hand_size"],
        game["links"],
    )


def load_resources(board: Table) -> list[str]:
    """Names of the resources: those with markets, then the extra one if there is one."""
    resources: list[str] = board["resources"]
    if resources[: len(MARKETED)] != MARKETED or len(resources) > len(MARKETED) + 1:
        raise DataError(f"resources: {', '.join(MARKETED)} come first, then at most one extra resource")
    return resources


def load_rule_ids(*tables: Table) -> dict[str, str]:
    """The rule that each reason cites. Later tables win; nested tables give keys like ``link.no_coal``."""
    found: dict[str, str] = {}
    for table in tables:
        for reason, rule in table.items():
            if isinstance(rule, str):
                found[reason] = rule
            else:
                found.update({f"{reason}.{inner}": id for inner, id in rule.items()})
    return found


def load_board(table: Table) -> Board:
    eras: list[str] = table["eras"]
    places = [
        Place(
            row["id"],
            row["name"],
            row["kind"],
            [space.split("/") for space in row["spaces"]],
            row.get("icons", 0),
        )
        for row in table["place"]
    ]
    lines = [Line(row["id"], row["joins"], _numbers(eras, row["eras"], row["id"])) for row in table["line"]]
    return Board(table["industries"], places, lines, len(eras))


def load_tiles(table: Table, board: Table) -> Tiles:
    industries: list[str] = board["industries"]
    eras: list[str] = board["eras"]
    resources = load_resources(board)
    extra = resources[-1]
    kinds: list[TileKind] = []
    for industry in industries:
        for row in table[industry]:
            kinds.append(
                TileKind(
                    industry,
                    row["level"],
                    row["count"],
                    row.get("cost", 0),
                    row.get("coal", 0),
                    row.get("iron", 0),
                    row.get(extra, 0) if extra not in MARKETED else 0,
                    row.get("vp", 0),
                    row.get("income", 0),
                    row.get("icons", 0),
                    _numbers(eras, row["eras"], f"{industry} {row['level']}"),
                    row.get("stock", [0] * len(eras)),
                    row.get("developable", True),
                )
            )
    _numbers(industries, list(board["makes"]), "makes")
    made = _numbers(resources, list(board["makes"].values()), "makes")
    makes = dict(zip(board["makes"], made, strict=True))
    flip_when_built: list[str] = board.get("flip_when_built", [])
    _numbers(industries, flip_when_built, "flip_when_built")
    return Tiles(industries, makes, flip_when_built, kinds, len(eras))


def load_cards(table: Table, board: Board) -> Cards:
    players: list[int] = table["players"]
    kinds: list[CardKind] = []
    for id, copies in table["location"].items():
        if id not in board.place_ids:
            raise DataError(f"card {id!r} names no place")
        kinds.append(CardKind(id, board.place_ids.index(id), 0, False, by_players(players, copies, id)))
    for id, copies in table["industry"].items():
        mask = industry_mask(board, id.split("/"), id)
        kinds.append(CardKind(id, -1, mask, False, by_players(players, copies, id)))
    for id, what in table.get("wild", {}).items():
        mask = industry_mask(board, board.industries, id) if what == "industry" else 0
        kinds.append(CardKind(id, -1, mask, True, {}))
    return Cards(kinds, len(board.place_ids), len(board.industries))


def _numbers(names: list[str], chosen: list[str], where: str) -> list[int]:
    """Indices of the chosen names."""
    for name in chosen:
        if name not in names:
            raise DataError(f"{where}: {name!r} is none of {', '.join(names)}")
    return [names.index(name) for name in chosen]


def by_players(players: list[int], copies: list[int], where: str) -> dict[int, int]:
    """The number for each player count."""
    if len(copies) != len(players):
        raise DataError(f"{where}: {len(copies)} numbers for {len(players)} player counts")
    return dict(zip(players, copies, strict=True))


def industry_mask(board: Board, names: list[str], where: str) -> int:
    return sum(BIT[industry] for industry in set(_numbers(board.industries, names, where)))


def load_markets(table: Table) -> list[Market]:
    return [
        Market(table[name]["prices"], table[name]["start"], table[name]["empty_price"]) for name in MARKETED
    ]


def load_income(table: Table) -> IncomeTrack:
    return IncomeTrack(table["bands"], table["start"])


def by_player_count(table: Table) -> dict[int, int]:
    """The table with numbers as keys, because TOML keys are texts."""
    return {int(players): count for players, count in table.items()}
