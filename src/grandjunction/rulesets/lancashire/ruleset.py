"""Assembles Brass (2007) and Brass: Lancashire (2018) from data, verbs, policies and steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core.bits import BIT, members
from ...core.board import Board, DataError
from ...core.components import Box
from ...core.era import BeginEra, GameOver, ScoreLinks, ScoreMoney, ScoreTiles
from ...core.permission import NetworkPermission
from ...core.position.impossible import Impossible, misread
from ...core.ruleset import ACTION, Ruleset, Step
from ...core.state import State
from ...core.turn import (
    DealHands,
    DrawFirst,
    DrawOrder,
    Income,
    IncomeUnlessLast,
    NewOrder,
    NextRound,
    RefillHands,
    SetAside,
    Turns,
)
from ...core.verbs.link import CoalFromEitherEnd, NetworkReach
from ...core.verbs.pass_ import Pass
from ..assembly import (
    CANAL,
    RAIL,
    TILE_BARRED,
    add_building,
    add_necessities,
    change_of_eras,
    introductory_end,
    refilling_rounds,
)
from ..loading import Table, Tables, by_player_count, load_box, load_rule_ids, read_table, read_tables
from .distant_market import DISTANT, MARKER, STACK, VALUES, Demand, ResetDemand, Reveal
from .editions import CoalToChosenEnd, VirtualLinkPermission
from .loan import LoanWhileDeckLasts
from .ports import PortAccess
from .sell_cotton import SellCotton
from .two_cards import BuildAnywhere, PayTwo

# Raise a game's revision with every change of its legality or scoring. Stored games name theirs.
REVISIONS: Final[dict[str, int]] = {
    "lancashire-2007": 1,
    "lancashire-2018": 1,
    "lancashire-2018-introductory": 1,
}
EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "sold_to_port": ("seat", "slot", "port"),
    "sold_abroad": ("seat", "slot"),
    "demand_moved": ("value", "row"),  # the distant-market tile turned up, and where the marker is now
}
_NO_LIMIT: Final = 1_000_000


class Lancashire(Ruleset):
    """The rules of Lancashire, with its distant market."""

    def __init__(
        self, id: str, name: str, demand: Demand, box: Box, players: list[int], rule_ids: dict[str, str]
    ) -> None:
        super().__init__(id, name, REVISIONS[id], players, box, rule_ids)
        self.demand: Final = demand
        self.add_track(demand)

    def extra_size(self, players: int) -> int:
        return STACK + VALUES

    def set_up(self, state: State) -> None:
        self.demand.reset(state)

    def write_extra(self, state: State) -> list[str]:
        left = " ".join(str(count) for count in self.demand.left(state))
        return [f"demand {self.demand.row(state)} left {left}"]

    def check_frame(self, state: State) -> None:
        verb = self.verbs[state.frame_verb]
        decision = self.decision_names[state.decision]
        if decision == "reveal" and isinstance(verb, SellCotton):
            if state.frame_slot < 0 or verb.check_tile(state, state.frame_slot) is not None:
                why = "a tile is revealed when you sell your own mill: name its space"
                raise Impossible("decision", why, self.fault("reveal_without_mill"))
            if not self.demand.open(state) or not verb.reaches_abroad(state, state.frame_slot):
                why = "no tile is revealed for a mill that cannot be sold abroad"
                raise Impossible("decision", why, self.fault("reveal_not_abroad"))
        elif decision == "pay" and isinstance(verb, BuildAnywhere):
            if state.actions_left != 2 or state.hand_size[state.seat] < 2 or state.frame_slot >= 0:
                why = "two cards pay for a whole turn: two actions and two cards must be left"
                raise Impossible("decision", why, self.fault("two_cards_need_turn"))
            if state.built[state.seat] == 0:
                why = "two cards pay for a tile just built, and the seat has none"
                raise Impossible("decision", why, self.fault("two_cards_without_tile"))
        else:
            super().check_frame(state)

    def check_extra(self, state: State) -> None:
        self.demand.check(state)
        self._check_coal(state)

    def _check_coal(self, state: State) -> None:
        """Reject tiles that needed coal in the Canal Era in places that no coal could reach (L-21)."""
        if state.era != CANAL:
            return
        industries = self.board.industries
        local = BIT[industries.index("coal")] | BIT[industries.index("port")]
        for slot in members(state.occupied):
            place = self.board.slot_place[slot]
            shown = 0
            for other in members(self.board.place_slots[place]):
                shown |= self.board.slot_shows[other]
            cut_off = self.board.place_lines[place] & self.board.era_lines[CANAL] == 0 and shown & local == 0
            if cut_off and self.tiles.coal[state.tile[slot]]:
                name = self.board.slot_ids[slot]
                fault = self.fault("tile_without_coal", slot=name, era=self.eras[CANAL])
                raise Impossible(f"tile {name}", f"{name}: no coal comes there in the canal era", fault)

    def read_extra(self, state: State, key: str, words: list[str]) -> str:
        if key != "demand":
            return ""
        numbers = [int(word) for word in words[:1] + words[2:] if word.isascii() and word.isdigit()]
        if len(numbers) != 1 + VALUES or len(words) != len(numbers) + 1 or words[1] != "left":
            why = "write: demand ROW left N N N N N (tiles worth 0 to 4)"
            raise misread(why, "form_expected", form="demand ROW left N N N N N")
        if numbers[0] > self.demand.closed:
            fault = self.fault("demand_off_track", n=int(self.demand.closed))
            raise Impossible("", f"the demand track ends at row {self.demand.closed}", fault)
        for value, count in enumerate(numbers[1:]):
            most = self.demand.tiles[state.players][value]
            if count > most:
                fault = self.fault("demand_tiles_too_many", n=int(most), value=value)
                raise Impossible("", f"there are {most} tiles worth {value}", fault)
            state.extra[STACK + value] = count
        state.extra[MARKER] = numbers[0]
        return "demand"


class Lancashire2007(Lancashire):
    """The 2007 edition, where the order after the last round is the last tie-breaker (L-37)."""

    def rank_key(self, state: State, seat: int) -> tuple[int, ...]:
        place = list(state.order).index(seat)
        return (*super().rank_key(state, seat), -place)


def _tables(year: str) -> tuple[Tables, Table]:
    """The tables with an edition's figures, and the table of the edition itself."""
    tables = read_tables("lancashire", f"cards-{year}")
    edition = read_table("lancashire", f"edition-{year}")
    print_edition(tables["tiles"], edition)
    return tables, edition


def print_edition(tiles: Table, edition: Table) -> None:
    """Overwrite the tiles with the figures that only this edition prints."""
    for industry, levels in edition.get("tiles", {}).items():
        rows = {str(row["level"]): row for row in tiles.get(industry, [])}
        for level, figures in levels.items():
            if level not in rows:
                raise DataError(f"the edition prints {industry} {level}, which is no tile")
            rows[level].update(figures)


def load_demand(game: Table, edition: Table) -> Demand:
    tiles = {int(players): counts for players, counts in edition["distant"].items()}
    _check_player_counts(tiles, edition, "distant")
    for counts in tiles.values():
        if len(counts) != VALUES or min(counts) < 0 or sum(counts) == 0:
            raise DataError(f"distant: write how many tiles are worth 0 to {VALUES - 1}")
    if game["demand"] != sorted(game["demand"], reverse=True):
        raise DataError("the demand track must descend")
    return Demand(game["demand"], tiles)


def load_set_aside(edition: Table, era: str) -> dict[int, int]:
    counts = by_player_count(edition["set_aside"][era])
    _check_player_counts(counts, edition, "set_aside")
    return counts


def load_virtual_link(edition: Table, board: Board) -> int:
    """Mask of the ends of the virtual link."""
    ends = 0
    for place in edition["virtual_link"]:
        if place not in board.place_ids:
            raise DataError(f"the virtual link names no place {place!r}")
        ends |= BIT[board.place_ids.index(place)]
    return ends


def _check_player_counts(found: Mapping[int, object], edition: Table, where: str) -> None:
    if sorted(found) != sorted(edition["player_counts"]):
        raise DataError(f"{where}: write a row for every player count")


def _add_verbs(rules: Lancashire, game: Table) -> None:
    industries = rules.board.industries
    cotton, port = industries.index("cotton"), industries.index("port")
    reveal = rules.add_decision("reveal", chance=True)
    pay = rules.add_decision("pay", chance=False)
    offers = [(pounds, levels) for pounds, levels in game["loan"]["offers"]]
    rules.access = PortAccess(port, rules.board.places_of_kind("external"))
    rules.reach = NetworkReach()
    add_building(rules, game)
    rules.add_verb(ACTION, SellCotton(cotton, port, rules.demand, reveal))
    rules.add_verb(ACTION, LoanWhileDeckLasts(offers, eras=BIT[RAIL]))
    rules.add_verb(ACTION, Pass())
    rules.add_verb(ACTION, BuildAnywhere(BIT[CANAL], TILE_BARRED, pay))
    rules.add_verb(pay, PayTwo())
    rules.add_verb(reveal, Reveal(rules.demand))
    add_necessities(rules)
    rules.add_source("distant", DISTANT)
    rules.add_events(EVENTS, {"port": rules.board.slot_ids})


# -- 2007 -----------------------------------------------------------------------------------------------


def _rounds_2007(opening_actions: int) -> list[Step]:
    """Steps of a round: income, turns, new order, then everyone draws (L-05)."""
    return [Income(), Turns(opening_actions), NewOrder(), RefillHands(), NextRound(back=4)]


def lancashire_2007() -> Lancashire:
    tables, edition = _tables("2007")
    game, box = tables["game"], load_box(tables)
    rules = Lancashire2007(
        "lancashire-2007",
        "Brass (2007)",
        load_demand(game, edition),
        box,
        edition["player_counts"],
        load_rule_ids(game["refusals"], edition["refusals"]),
    )
    rules.position_rules = load_rule_ids(game["positions"], edition["positions"])
    _add_verbs(rules, game)
    rules.permission = VirtualLinkPermission(load_virtual_link(edition, box.board))
    rules.link_coal = CoalToChosenEnd()
    rules.steps = [
        DrawFirst(),
        DealHands(),
        SetAside(load_set_aside(edition, "canal")),
        BeginEra(CANAL),
        *_rounds_2007(1),
        *change_of_eras(ResetDemand(rules.demand)),
        SetAside(load_set_aside(edition, "rail")),
        *_rounds_2007(2),
        ScoreLinks(),
        ScoreTiles(),
        ScoreMoney(pounds_each=10, limit=_NO_LIMIT),
        GameOver(),
    ]
    return rules


# -- 2018 -----------------------------------------------------------------------------------------------


def _assemble_2018(id: str, name: str, *refusals: str) -> Lancashire:
    """The 2018 edition up to its first round; rulesets add the rest of the steps.

    Turns end with drawing and rounds with income (L18-03, L18-04).
    """
    tables, edition = _tables("2018")
    game, box = tables["game"], load_box(tables)
    rules = Lancashire(
        id,
        name,
        load_demand(game, edition),
        box,
        edition["player_counts"],
        load_rule_ids(game["refusals"], *[edition[table] for table in refusals]),
    )
    rules.position_rules = load_rule_ids(game["positions"], edition["positions"])
    _add_verbs(rules, game)
    rules.permission = NetworkPermission()
    rules.link_coal = CoalFromEitherEnd()
    rules.steps = [
        DrawOrder(),
        SetAside(load_set_aside(edition, "canal")),
        DealHands(),
        BeginEra(CANAL),
    ]
    return rules


def lancashire_2018() -> Lancashire:
    rules = _assemble_2018("lancashire-2018", "Brass: Lancashire (2018)", "refusals")
    rules.steps += [
        *refilling_rounds(1, Income()),
        *change_of_eras(ResetDemand(rules.demand)),
        *refilling_rounds(2, IncomeUnlessLast()),
        ScoreLinks(),
        ScoreTiles(),
        ScoreMoney(pounds_each=10, limit=_NO_LIMIT),
        GameOver(),
    ]
    return rules


def lancashire_2018_introductory() -> Lancashire:
    """One era; then money, income and tiles above level 1 score (L18-09)."""
    rules = _assemble_2018(
        "lancashire-2018-introductory",
        "Brass: Lancashire (2018), introductory game",
        "refusals",
        "introductory_refusals",
    )
    rules.steps += [*refilling_rounds(1, IncomeUnlessLast()), *introductory_end()]
    return rules
