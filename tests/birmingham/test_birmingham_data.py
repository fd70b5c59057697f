"""The printed components of Brass: Birmingham, figure by figure; and that contradictory data is refused."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable

import pytest

import grandjunction as gj
from grandjunction.rulesets.birmingham.ruleset import load_merchants
from grandjunction.rulesets.loading import (
    Table,
    load_board,
    load_cards,
    load_income,
    load_markets,
    load_tiles,
    read_table,
)
from tests.support import at

RULES = gj.ruleset("birmingham")
BOARD = RULES.board

# industry: by level, count, £, coal, iron, beer, VP, income, icons, cubes or barrels (canal, rail)
TILES = {
    "cotton": [
        (1, 3, 12, 0, 0, 1, 5, 5, 1, 0, 0),
        (2, 2, 14, 1, 0, 1, 5, 4, 2, 0, 0),
        (3, 3, 16, 1, 1, 1, 9, 3, 1, 0, 0),
        (4, 3, 18, 1, 1, 1, 12, 2, 1, 0, 0),
    ],
    "manufacturer": [
        (1, 1, 8, 1, 0, 1, 3, 5, 2, 0, 0),
        (2, 2, 10, 0, 1, 1, 5, 1, 1, 0, 0),
        (3, 1, 12, 2, 0, 0, 4, 4, 0, 0, 0),
        (4, 1, 8, 0, 1, 1, 3, 6, 1, 0, 0),
        (5, 2, 16, 1, 0, 2, 8, 2, 2, 0, 0),
        (6, 1, 20, 0, 0, 1, 7, 6, 1, 0, 0),
        (7, 1, 16, 1, 1, 0, 9, 4, 0, 0, 0),
        (8, 2, 20, 0, 2, 1, 11, 1, 1, 0, 0),
    ],
    "pottery": [
        (1, 1, 17, 0, 1, 1, 10, 5, 1, 0, 0),
        (2, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0),
        (3, 1, 22, 2, 0, 2, 11, 5, 1, 0, 0),
        (4, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0),
        (5, 1, 24, 2, 0, 2, 20, 5, 1, 0, 0),
    ],
    "coal": [
        (1, 1, 5, 0, 0, 0, 1, 4, 2, 2, 2),
        (2, 2, 7, 0, 0, 0, 2, 7, 1, 3, 3),
        (3, 2, 8, 0, 1, 0, 3, 6, 1, 4, 4),
        (4, 2, 10, 0, 1, 0, 4, 5, 1, 5, 5),
    ],
    "iron": [
        (1, 1, 5, 1, 0, 0, 3, 3, 1, 4, 4),
        (2, 1, 7, 1, 0, 0, 5, 3, 1, 4, 4),
        (3, 1, 9, 1, 0, 0, 7, 2, 1, 5, 5),
        (4, 1, 12, 1, 0, 0, 9, 1, 1, 6, 6),
    ],
    "brewery": [
        (1, 2, 5, 0, 1, 0, 4, 4, 2, 1, 2),
        (2, 2, 7, 0, 1, 0, 5, 5, 2, 1, 2),
        (3, 2, 9, 0, 1, 0, 7, 5, 2, 1, 2),
        (4, 1, 9, 0, 1, 0, 10, 5, 2, 1, 2),
    ],
}


@pytest.mark.rule("B-COMP-03")
def test_forty_five_tiles_a_player() -> None:
    found: Counter[str] = Counter()
    for kind in RULES.tiles.kinds:
        found[kind.industry] += kind.count
    assert found == {"cotton": 11, "coal": 7, "iron": 4, "manufacturer": 11, "pottery": 5, "brewery": 7}
    assert found.total() == 45


@pytest.mark.parametrize("industry", sorted(TILES))
def test_tiles_as_printed(industry: str) -> None:
    assert [
        (k.level, k.count, k.cost, k.coal, k.iron, k.sale, k.vp, k.income, k.icons, *k.stock)
        for k in RULES.tiles.kinds
        if k.industry == industry
    ] == TILES[industry]


@pytest.mark.rule("B-ERAB-04", "B-ERAB-05", "B-DEV-03")
def test_marks_on_tiles() -> None:
    kinds = {f"{kind.industry}.{kind.level}": kind for kind in RULES.tiles.kinds}
    canal_only = {"cotton.1", "coal.1", "iron.1", "manufacturer.1", "brewery.1"}
    assert {id for id, kind in kinds.items() if kind.eras == [0]} == canal_only
    assert {id for id, kind in kinds.items() if kind.eras == [1]} == {"brewery.4", "pottery.5"}
    assert {id for id, kind in kinds.items() if not kind.developable} == {"pottery.1", "pottery.3"}


@pytest.mark.rule("B-SETUP-02", "B-SETUP-03")
@pytest.mark.parametrize(("players", "locations", "industries"), [(2, 27, 13), (3, 35, 19), (4, 41, 23)])
def test_decks(players: int, locations: int, industries: int) -> None:
    """40, 54 and 64 cards."""
    found = [0, 0]
    for kind in RULES.cards.kinds:
        found[kind.place < 0] += 0 if kind.wild else kind.copies[players]
    assert found == [locations, industries]
    assert sum(RULES.cards.deck(players)) == {2: 40, 3: 54, 4: 64}[players]


@pytest.mark.rule("B-COMP-04", "B-SETUP-04")
def test_two_kinds_of_wild_card_never_in_the_deck() -> None:
    assert [kind.id for kind in RULES.cards.kinds if kind.wild] == ["wild_location", "wild_industry"]
    assert all(not kind.copies for kind in RULES.cards.kinds if kind.wild)


@pytest.mark.rule("B-DEF-01", "B-DEF-04")
def test_places_and_spaces() -> None:
    assert Counter(BOARD.place_kinds) == {"town": 20, "farm": 2, "merchant": 5}
    assert BOARD.places == 27
    assert BOARD.slots == 49
    shown = Counter(bin(mask).count("1") for mask in BOARD.slot_shows)
    assert set(shown) == {1, 2}
    spaces = {id: bin(BOARD.place_slots[n]).count("1") for n, id in enumerate(BOARD.place_ids)}
    assert {id for id, n in spaces.items() if n == 4} == {"birmingham"}
    three = {"belper", "derby", "stoke_on_trent", "coalbrookdale", "coventry"}
    assert {id for id, n in spaces.items() if n == 3} == three
    assert {id for id, n in spaces.items() if n == 1} == {"farm_brewery_north", "farm_brewery_south"}
    assert sum(1 for n in spaces.values() if n == 2) == 14


@pytest.mark.rule("B-DEF-02", "B-DEF-03")
def test_lines() -> None:
    assert BOARD.lines == 39
    canal, rail = (int(mask) for mask in BOARD.era_lines)
    assert (canal.bit_count(), rail.bit_count(), (canal & rail).bit_count()) == (31, 38, 30)
    ids = BOARD.line_ids
    assert [ids[n] for n in range(39) if not rail & 2**n] == ["walsall--burton_on_trent"]
    assert {ids[n] for n in range(39) if not canal & 2**n} == {
        "leek--belper",
        "derby--uttoxeter",
        "uttoxeter--stone",
        "cannock--burton_on_trent",
        "walsall--tamworth",
        "birmingham--nuneaton",
        "nuneaton--coventry",
        "birmingham--redditch",
    }
    assert Counter(int(mask).bit_count() for mask in BOARD.line_ends) == {2: 38, 3: 1}


@pytest.mark.rule("B-SETUP-02", "B-SETUP-06", "B-MERCH-05")
def test_merchants() -> None:
    game = read_table("birmingham", "game")
    players = game["merchant_tiles"].pop("players")
    assert players == [2, 3, 4]
    assert [sum(row["copies"][n] for row in game["merchant_tiles"].values()) for n in range(3)] == [5, 7, 9]
    assert {row["place"]: (row["spaces"], row["bonus"], row["amount"]) for row in game["merchant"]} == {
        "gloucester": (2, "develop", 1),
        "oxford": (2, "income_spaces", 2),
        "nottingham": (2, "vp", 3),
        "shrewsbury": (1, "vp", 4),
        "warrington": (2, "money", 5),
    }


@pytest.mark.rule("B-COMP-06", "B-SETUP-10")
def test_income_track() -> None:
    """One space a level up to 0, two up to 10, three up to 20, four up to 29, three for 30."""
    widths = {
        level: 1 if level <= 0 else 2 if level <= 10 else 3 if level <= 20 else 4 for level in range(-10, 30)
    }
    expected = [level for level, width in widths.items() for _ in range(width)] + [30] * 3
    assert len(expected) == 100
    assert list(RULES.income.levels) == expected
    assert (RULES.income.start, RULES.income.floor, RULES.income.last) == (10, -10, 99)


@pytest.mark.rule("B-SETUP-08")
def test_markets() -> None:
    coal, iron = RULES.markets
    assert list(coal.prices) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
    assert (coal.start, coal.empty_price) == (13, 8)
    assert list(iron.prices) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert (iron.start, iron.empty_price) == (8, 6)


@pytest.mark.rule("B-LINK-03", "B-LINK-04", "B-LOAN-01", "B-SETUP-10", "B-SETUP-11")
def test_other_figures() -> None:
    game = read_table("birmingham", "game")
    assert (game["start_pounds"], game["hand_size"], game["links"]) == (17, 8, 14)
    assert game["link"] == {"prices": [[3], [5, 10]], "coal": [0, 1], "beer": [[0], [0, 1]]}
    assert game["loan"] == {"pounds": 30, "levels": 3}
    assert game["set_aside"] == {"2": 2, "3": 3, "4": 4}


# -- data that contradicts itself -----------------------------------------------------------------------

Change = Callable[[Table], object]


def build(file: str, change: Change) -> None:
    """Load Birmingham's data with one file changed."""
    names = ("board", "tiles", "cards", "game")
    tables: dict[str, Table] = {name: copy.deepcopy(read_table("birmingham", name)) for name in names}
    change(tables[file])
    board = load_board(tables["board"])
    load_tiles(tables["tiles"], tables["board"])
    load_cards(tables["cards"], board)
    load_merchants(tables["game"], board)
    load_markets(tables["game"]["market"])
    load_income(tables["game"]["income"])


def put(*path: str | int, to: object) -> Change:
    """A change: the value at this path."""

    def change(table: Table) -> None:
        at: Table = table
        for key in path[:-1]:
            at = at[key]  # type: ignore[index]
        at[path[-1]] = to  # type: ignore[index]

    return change


CONTRADICTIONS: list[tuple[str, Change, str]] = [
    ("board", put("place", 1, "id", to="belper"), "belper"),
    ("board", put("line", 1, "id", to="leek--belper"), "leek--belper"),
    ("board", put("place", 0, "spaces", to=["cotton/tea"]), "tea"),
    ("board", put("place", 0, "spaces", to=["cotton"] * 20), "60 spaces"),
    ("board", put("line", 0, "joins", to=["leek"]), "at least two places"),
    ("board", put("line", 0, "joins", to=["leek", "leek"]), "at least two places"),
    ("board", put("line", 0, "joins", to=["leek", "london"]), "london"),
    ("board", put("line", 0, "eras", to=["steam"]), "steam"),
    ("board", put("line", 0, "eras", to=[]), "some era"),
    ("board", put("makes", "tea", to="beer"), "tea"),
    ("board", put("makes", "brewery", to="ale"), "ale"),
    ("tiles", put("cotton", 1, "level", to=1), "ascend"),
    ("tiles", put("cotton", 1, "coal", to=3), "at most two"),
    ("tiles", put("cotton", 1, "eras", to=["steam"]), "steam"),
    ("tiles", put("cotton", 1, "stock", to=[1, 1]), "stocked"),
    ("tiles", put("coal", 1, "stock", to=[3, 0]), "stocked"),
    ("tiles", put("coal", 1, "stock", to=[3]), "by era"),
    ("cards", put("location", "london", to=[1, 1, 1]), "london"),
    ("cards", put("industry", "tea", to=[1, 1, 1]), "tea"),
    ("cards", put("location", "leek", to=[1, 1]), "leek"),
    ("game", put("merchant", 0, "place", to="london"), "london"),
    ("game", put("merchant", 0, "bonus", to="tea"), "tea"),
    ("game", put("merchant", 0, "spaces", to=3), "merchant tiles"),
    ("game", put("merchant_tiles", "blank", "copies", to=[2, 2, 2]), "merchant tiles"),
    ("game", put("merchant_tiles", "blank", "copies", to=[2]), "blank"),
    ("game", put("merchant_tiles", "blank", "buys", to=["tea"]), "tea"),
    ("game", put("market", "coal", "prices", to=[2, 1]), "ascend"),
    ("game", put("market", "iron", "start", to=11), "start must fit"),
    ("game", put("income", "start", to=100), "start"),
    ("game", put("income", "bands", to=[[-10, 0, 1], [2, 30, 2]]), "gaps"),
    ("game", put("income", "bands", to=[[0, 30, 2], [-10, -1, 1]]), "ascend"),
]


def test_the_data_as_it_is_loads() -> None:
    build("board", lambda table: None)


@pytest.mark.parametrize(("file", "change", "told"), CONTRADICTIONS, ids=range(len(CONTRADICTIONS)))
def test_contradictory_data_is_refused(file: str, change: Change, told: str) -> None:
    with pytest.raises(gj.DataError, match=told):
        build(file, change)


def test_a_position_cannot_contradict_the_board() -> None:
    for line in ("tile dudley.1 A cotton.1", "tile london.1 A coal.1 holds 1", "links A leek--belper"):
        with pytest.raises(gj.PositionError):
            at(line)
