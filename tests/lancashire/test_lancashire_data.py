"""The printed components of Brass and Brass: Lancashire, figure by figure; contradictory data is refused."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable

import pytest

import grandjunction as gj
from grandjunction.rulesets.lancashire.ruleset import (
    load_demand,
    load_set_aside,
    load_virtual_link,
    print_edition,
)
from grandjunction.rulesets.loading import (
    Table,
    load_board,
    load_cards,
    load_income,
    load_markets,
    load_tiles,
    read_table,
)
from tests.lancashire.table import INTRO, NEW, OLD, on

EDITIONS = [OLD, NEW, INTRO]
BOARD = gj.ruleset(OLD).board

# industry: level, count, £, coal, iron, cubes, VP, income, rings, eras
TILES = {
    "cotton": [
        (1, 3, 12, 0, 0, 0, 3, 5, 1, "canal"),
        (2, 3, 14, 1, 0, 0, 5, 4, 1, "canal rail"),
        (3, 3, 16, 1, 1, 0, 9, 3, 1, "canal rail"),
        (4, 3, 18, 1, 1, 0, 12, 2, 1, "canal rail"),
    ],
    "port": [
        (1, 2, 6, 0, 0, 0, 2, 3, 1, "canal"),
        (2, 2, 7, 0, 0, 0, 4, 3, 1, "canal rail"),
        (3, 2, 8, 0, 0, 0, 6, 4, 1, "canal rail"),
        (4, 2, 9, 0, 0, 0, 9, 4, 1, "canal rail"),
    ],
    "coal": [
        (1, 1, 5, 0, 0, 2, 1, 4, 1, "canal"),
        (2, 2, 7, 0, 0, 3, 2, 7, 1, "canal rail"),
        (3, 2, 8, 0, 1, 4, 3, 6, 1, "canal rail"),
        (4, 2, 10, 0, 1, 5, 4, 5, 1, "canal rail"),
    ],
    "iron": [
        (1, 1, 5, 1, 0, 4, 3, 3, 1, "canal"),
        (2, 1, 7, 1, 0, 4, 5, 3, 1, "canal rail"),
        (3, 1, 9, 1, 0, 5, 7, 2, 1, "canal rail"),
        (4, 1, 12, 1, 0, 6, 9, 1, 1, "canal rail"),
    ],
    "shipyard": [
        (0, 2, 0, 0, 0, 0, 0, 0, 0, ""),
        (1, 2, 16, 1, 1, 0, 10, 2, 1, "canal"),
        (2, 2, 25, 1, 1, 0, 18, 1, 1, "rail"),
    ],
}

SPACES = {
    "barrow_in_furness": "shipyard iron",
    "birkenhead": "shipyard",
    "blackburn": "cotton/coal cotton/coal iron",
    "bolton": "cotton/coal cotton/coal iron",
    "burnley": "cotton/coal cotton/coal",
    "bury": "cotton/coal cotton/coal",
    "colne": "cotton cotton",
    "ellesmere_port": "port",
    "fleetwood": "port",
    "lancaster": "port cotton/port",
    "liverpool": "port port shipyard port",
    "macclesfield": "cotton cotton",
    "manchester": "cotton/coal cotton/coal cotton/coal iron",
    "oldham": "cotton/coal cotton/coal",
    "preston": "port cotton/port iron",
    "rochdale": "cotton/coal cotton/coal iron",
    "stockport": "cotton cotton",
    "warrington_runcorn": "cotton/coal port",
    "wigan": "coal coal",
}

CANAL_AND_RAIL = {
    "blackburn--burnley", "blackburn--wigan", "bolton--bury", "bolton--manchester", "burnley--colne",
    "bury--manchester", "colne--yorkshire", "ellesmere_port--northwich", "ellesmere_port--warrington_runcorn",
    "fleetwood--preston", "lancaster--preston", "liverpool--wigan", "macclesfield--stockport",
    "macclesfield--the_midlands", "manchester--oldham", "manchester--stockport",
    "manchester--warrington_runcorn", "northwich--the_midlands", "oldham--rochdale", "preston--wigan",
    "rochdale--yorkshire", "warrington_runcorn--wigan",
}  # fmt: skip
CANAL_ONLY = {"ellesmere_port--liverpool"}
RAIL_ONLY = {
    "barrow_in_furness--lancaster", "birkenhead--ellesmere_port", "blackburn--bolton", "blackburn--preston",
    "blackpool--preston", "bolton--wigan", "burnley--bury", "bury--rochdale", "lancaster--scotland",
    "liverpool--southport", "liverpool--warrington_runcorn", "preston--southport", "southport--wigan",
}  # fmt: skip

# card: 2007 with 3 and 4 players, 2018 with 2, 3 and 4
CARDS = {
    "barrow_in_furness": (2, 0, 2, 2),
    "birkenhead": (2, 2, 2, 2),
    "blackburn": (2, 0, 2, 2),
    "bolton": (2, 2, 2, 2),
    "burnley": (2, 0, 0, 2),
    "bury": (1, 1, 1, 1),
    "colne": (2, 0, 0, 2),
    "ellesmere_port": (1, 1, 1, 1),
    "fleetwood": (1, 0, 1, 1),
    "lancaster": (3, 0, 2, 3),
    "liverpool": (4, 3, 3, 4),
    "macclesfield": (2, 2, 2, 2),
    "manchester": (4, 4, 4, 4),
    "oldham": (2, 2, 2, 2),
    "preston": (3, 3, 3, 3),
    "rochdale": (2, 2, 2, 2),
    "stockport": (2, 2, 2, 2),
    "warrington_runcorn": (2, 2, 2, 2),
    "wigan": (2, 2, 2, 2),
    "cotton": (8, 0, 5, 8),
    "port": (6, 3, 4, 5),
    "coal": (5, 3, 4, 4),
    "iron": (3, 3, 3, 3),
    "shipyard": (3, 3, 3, 3),
}


@pytest.mark.rule("L-02", "LE-65", "L18-01")
@pytest.mark.parametrize("industry", sorted(TILES))
@pytest.mark.parametrize("edition", EDITIONS)
def test_tiles_as_printed(edition: str, industry: str) -> None:
    found = [
        (k.level, k.count, k.cost, k.coal, k.iron, max(k.stock), k.vp, k.income, k.icons,
         " ".join(["canal", "rail"][era] for era in k.eras))
        for k in gj.ruleset(edition).tiles.kinds
        if k.industry == industry
    ]  # fmt: skip
    expected = TILES[industry]
    if industry == "cotton" and edition != OLD:
        expected = [(1, 3, 12, 0, 0, 0, 5, 5, 1, "canal"), *expected[1:]]
    assert found == expected


@pytest.mark.rule("L-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_thirty_seven_tiles_a_player(edition: str) -> None:
    found: Counter[str] = Counter()
    for kind in gj.ruleset(edition).tiles.kinds:
        found[kind.industry] += kind.count
        assert (kind.sale, kind.developable) == (0, True)
    assert found == {"cotton": 12, "port": 8, "coal": 7, "iron": 4, "shipyard": 6}
    assert found.total() == 37


@pytest.mark.rule("L-19", "LE-67", "LE-68")
def test_forty_three_spaces_in_nineteen_towns() -> None:
    names = BOARD.industries
    found: dict[str, list[str]] = {}
    for slot, place in enumerate(BOARD.slot_place):
        shows = "/".join(names[i] for i in (0, 1, 2, 3, 4) if BOARD.slot_shows[slot] & 2**i)
        found.setdefault(BOARD.place_ids[place], []).append(shows)
    assert {town: " ".join(spaces) for town, spaces in found.items()} == SPACES
    by_type = Counter(space for spaces in found.values() for space in spaces)
    assert by_type == {
        "cotton/coal": 16, "cotton": 6, "cotton/port": 2, "port": 8, "coal": 2, "iron": 6, "shipyard": 3,
    }  # fmt: skip
    assert by_type.total() == 43
    rings = {id: BOARD.place_icons[n] for n, id in enumerate(BOARD.place_ids)}
    two = {"blackpool", "southport", "northwich", "yorkshire", "the_midlands", "scotland"}
    assert rings == dict.fromkeys(SPACES, 0) | dict.fromkeys(two, 2)
    outside = {id for id, kind in zip(BOARD.place_ids, BOARD.place_kinds, strict=True) if kind == "external"}
    assert outside == {"yorkshire", "the_midlands", "scotland"}


@pytest.mark.rule("L-28", "L-21")
def test_thirty_six_lines() -> None:
    assert (len(CANAL_AND_RAIL), len(RAIL_ONLY)) == (22, 13)
    canal, rail = (
        {BOARD.line_ids[n] for n in range(BOARD.lines) if BOARD.era_lines[era] & 2**n} for era in (0, 1)
    )
    assert canal == CANAL_AND_RAIL | CANAL_ONLY
    assert rail == CANAL_AND_RAIL | RAIL_ONLY
    assert (BOARD.lines, len(canal), len(rail)) == (36, 23, 35)
    for number, id in enumerate(BOARD.line_ids):
        ends = [place for n, place in enumerate(BOARD.place_ids) if BOARD.line_ends[number] & 2**n]
        assert sorted(ends) == sorted(id.split("--"))


@pytest.mark.rule("L-04", "L18-01")
@pytest.mark.parametrize(
    ("edition", "players", "column", "total"),
    [(OLD, 3, 0, 66), (OLD, 4, 0, 66), (NEW, 2, 1, 40), (NEW, 3, 2, 54), (NEW, 4, 3, 64)],
)
def test_decks(edition: str, players: int, column: int, total: int) -> None:
    cards = gj.ruleset(edition).cards
    found = dict(zip(cards.ids, cards.deck(players), strict=True))
    assert found == {card: copies[column] for card, copies in CARDS.items()}
    assert sum(found.values()) == total


@pytest.mark.rule("L-03", "L-33", "L18-01")
def test_distant_tiles_and_the_demand_track() -> None:
    game = read_table("lancashire", "game")
    old = load_demand(game, read_table("lancashire", "edition-2007"))
    new = load_demand(game, read_table("lancashire", "edition-2018"))
    values = "001122223334"
    assert old.tiles == {n: [values.count(str(value)) for value in range(5)] for n in (3, 4)}
    for players, values in {2: "12223334", 3: "0122223334", 4: "001122223334"}.items():
        assert len(values) == {2: 8, 3: 10, 4: 12}[players]
        assert new.tiles[players] == [values.count(str(value)) for value in range(5)]
    assert list(old.bonuses) == [3, 3, 2, 2, 1, 1, 0, 0]
    assert old.closed == 8


@pytest.mark.rule("L-03", "L-16", "L-17", "L-28", "L-34")
@pytest.mark.parametrize("edition", EDITIONS)
def test_tracks_and_prices(edition: str) -> None:
    rules = gj.ruleset(edition)
    for market in rules.markets:
        assert list(market.prices) == [1, 1, 2, 2, 3, 3, 4, 4]
        assert (market.start, market.empty_price) == (8, 5)
    game = read_table("lancashire", "game")
    assert (game["start_pounds"], game["hand_size"], game["links"]) == (30, 8, 14)
    assert game["link"] == {"prices": [[3], [5, 10]], "coal": [0, 1]}
    assert game["loan"]["offers"] == [[10, 1], [20, 2], [30, 3]]


@pytest.mark.rule("L-03", "L-06", "LX-16")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_income_track(edition: str) -> None:
    """Spaces 0–10 one a level, 11–30 two, 31–60 three, 61–96 four, 97–99 for £30."""
    income = gj.ruleset(edition).income
    expected = (
        list(range(-10, 1))
        + [1 + n // 2 for n in range(20)]
        + [11 + n // 3 for n in range(30)]
        + [21 + n // 4 for n in range(36)]
        + [30] * 3
    )
    assert len(expected) == 100
    assert [income.level(space) for space in range(100)] == expected
    assert (income.start, income.floor, income.last) == (10, -10, 99)


# -- data that contradicts itself -----------------------------------------------------------------------

Change = Callable[[Table], object]


def build(file: str, change: Change) -> None:
    """Load both editions' data with one file changed."""
    files = ("board", "tiles", "game", "cards-2007", "cards-2018", "edition-2007", "edition-2018")
    tables: dict[str, Table] = {name: copy.deepcopy(read_table("lancashire", name)) for name in files}
    change(tables[file])
    board = load_board(tables["board"])
    for year in ("2007", "2018"):
        edition = tables[f"edition-{year}"]
        tiles = copy.deepcopy(tables["tiles"])
        print_edition(tiles, edition)
        load_tiles(tiles, tables["board"])
        load_cards(tables[f"cards-{year}"], board)
        load_demand(tables["game"], edition)
        for era in edition["set_aside"]:
            load_set_aside(edition, era)
    load_virtual_link(tables["edition-2007"], board)
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
    ("board", put("place", 1, "id", to="wigan"), "wigan"),
    ("board", put("place", 0, "spaces", to=["shipyard/tea"]), "tea"),
    ("board", put("line", 0, "joins", to=["lancaster", "london"]), "london"),
    ("board", put("line", 0, "eras", to=["steam"]), "steam"),
    ("board", put("makes", "coal", to="ale"), "ale"),
    ("board", put("flip_when_built", to=["brewery"]), "brewery"),
    ("tiles", put("cotton", 1, "level", to=1), "ascend"),
    ("tiles", put("port", 1, "stock", to=[1, 1]), "stocked"),
    ("cards-2007", put("location", "london", to=[1, 1]), "london"),
    ("cards-2007", put("industry", "tea", to=[1, 1]), "tea"),
    ("cards-2018", put("location", "wigan", to=[1, 1]), "wigan"),
    ("game", put("market", "coal", "prices", to=[2, 1]), "ascend"),
    ("game", put("market", "iron", "start", to=9), "start must fit"),
    ("game", put("income", "start", to=100), "start"),
    ("game", put("demand", to=[3, 2, 3]), "descend"),
    ("edition-2007", put("virtual_link", to=["birkenhead", "london"]), "london"),
    ("edition-2007", put("set_aside", "rail", to={"3": 6}), "player count"),
    ("edition-2007", put("distant", "2", to=[1, 1, 1, 1, 1]), "player count"),
    ("edition-2018", put("distant", "2", to=[1, 1, 1]), "worth 0 to 4"),
    ("edition-2018", put("distant", "2", to=[0, 0, 0, 0, 0]), "worth 0 to 4"),
    ("edition-2018", put("tiles", "cotton", "9", to={"vp": 5}), "cotton 9"),
    ("edition-2018", put("tiles", "brewery", to={"1": {"vp": 5}}), "brewery 1"),
]


def test_the_data_as_it_is_loads() -> None:
    build("board", lambda table: None)


@pytest.mark.parametrize(("file", "change", "told"), CONTRADICTIONS, ids=range(len(CONTRADICTIONS)))
def test_contradictory_data_is_refused(file: str, change: Change, told: str) -> None:
    with pytest.raises(gj.DataError, match=told):
        build(file, change)


@pytest.mark.parametrize(
    "line",
    [
        "tile wigan.1 A cotton.1",
        "tile london.1 A coal.1 holds 1",
        "links A bolton--wigan",  # a railway
        "demand 9 left 2 2 4 3 1",
        "demand 0 left 3 2 4 3 1",
        "demand 0 left 2 2 4 3",
        "demand 0 2 2 4 3 1",
        "market coal 9 iron 8",
        "hand B bury*2",
        "merchant oxford.1 cotton",
    ],
)
def test_a_position_cannot_contradict_the_components(line: str) -> None:
    with pytest.raises(gj.PositionError):
        on(line)
