"""L-35 to L-37, L18-08, L18-09, LD-07: points, the change of period, the winner."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.lancashire.table import INTRO, NEW, OLD, both, end_era, kinds, told
from tests.support import seen, tile

# -- links and tiles ------------------------------------------------------------------------------------


@pytest.mark.rule("L-35", "L-30")
def test_the_scoring_example() -> None:
    """Yellow (A): links 9, two mills, a mine and a works 15. Red (B): links 3, tiles 2, an unflipped mill 0.

    Mill I 3, mill II 5, mine II 2, works II 5 make 15. Canals: Colne–Yorkshire 1 + 2, Burnley–Colne 1 + 1,
    Blackburn–Burnley 1 + 1, Rochdale–Yorkshire 0 + 2; red's Blackburn–Wigan 1 + 1, Bolton–Manchester 0 + 1.
    """
    state, events = end_era(
        """
        tile colne.1 A cotton.1 flipped
        tile burnley.1 A cotton.2 flipped
        tile blackburn.1 A coal.2 flipped
        tile manchester.4 A iron.2 flipped
        tile wigan.1 B coal.2 flipped
        tile oldham.1 B cotton.1
        links A colne--yorkshire burnley--colne blackburn--burnley rochdale--yorkshire
        links B blackburn--wigan bolton--manchester
        """
    )
    links = [sum(vp for seat, _, vp in seen(events, "scored_link") if seat == who) for who in range(2)]
    tiles = [sum(vp for seat, _, vp in seen(events, "scored_tile") if seat == who) for who in range(2)]
    assert (links, tiles) == ([9, 3], [15, 2])
    assert list(state.vp) == [24, 5, 0]


@pytest.mark.rule("LE-61", "L-35")
@pytest.mark.parametrize(
    ("board", "line", "points"),
    [
        ("", "bolton--bury", 0),
        ("tile bury.1 B cotton.2 flipped", "bolton--bury", 1),
        (
            "tile bury.1 B cotton.2 flipped\ntile bury.2 C coal.2 flipped\ntile bolton.3 A iron.2 flipped",
            "bolton--bury",
            3,
        ),
        ("tile bury.1 A cotton.2\ntile bolton.1 A coal.2 holds 3", "bolton--bury", 0),
        ("", "colne--yorkshire", 2),
        ("", "macclesfield--the_midlands", 2),
        ("", "lancaster--scotland", 2),
        ("", "blackpool--preston", 2),
        ("", "liverpool--southport", 2),
        ("", "ellesmere_port--northwich", 2),
        ("", "northwich--the_midlands", 4),
    ],
)
@both
def test_rings_at_both_ends(ruleset: str, board: str, line: str, points: int) -> None:
    _, events = end_era(f"{board}\nlinks A {line}", ruleset, 3, "rail")
    assert [vp for *_, vp in seen(events, "scored_link")] == [points]


@pytest.mark.rule("L-35")
@both
def test_points_have_no_upper_limit(ruleset: str) -> None:
    state, _ = end_era("seat A vp 250 pounds 0\ntile birkenhead.1 A shipyard.2 flipped", ruleset, era="rail")
    assert state.vp[0] == 268


@pytest.mark.rule("LE-56", "L-35", "L18-08")
@pytest.mark.parametrize(("pounds", "points"), [(39, 3), (40, 4), (9, 0), (400, 40)])
@both
def test_cash_scores_at_the_end_of_the_rail_period_only(ruleset: str, pounds: int, points: int) -> None:
    state, events = end_era(f"seat A pounds {pounds}", ruleset, era="rail")
    assert (state.vp[0], state.pounds[0], state.is_over) == (points, pounds, True)
    state, events = end_era(f"seat A pounds {pounds}", ruleset, era="canal")
    assert (state.vp[0], seen(events, "scored_money")) == (0, [])


@pytest.mark.rule("L18-08", "L-35")
@both
def test_links_score_before_tiles_and_leave(ruleset: str) -> None:
    state, events = end_era("tile bury.1 A cotton.2 flipped\nlinks A bolton--bury", ruleset, era="rail")
    assert kinds(events, "scored_link", "scored_tile", "scored_money") == [
        "scored_link",
        "scored_tile",
        "scored_money",
    ]
    assert told(state, "links") == []
    assert state.vp[0] == 1 + 5 + 3


# -- the end of the Canal period ------------------------------------------------------------------------

CHANGE = """
    order B C A
    market coal 3 iron 5
    seat A pounds 17 income 25
    tile bury.1 A cotton.1 flipped
    tile bury.2 B coal.1 holds 1
    tile liverpool.3 A shipyard.1 flipped
    tile liverpool.1 B port.1
    tile wigan.1 A coal.2 holds 2
    tile colne.1 C cotton.2 flipped
    tile bolton.3 C iron.1 holds 3
    links A bury--manchester
    links B liverpool--wigan
"""


@pytest.mark.rule("L-36", "LX-14")
@both
def test_what_leaves_after_the_canal_period(ruleset: str) -> None:
    state, events = end_era(CHANGE, ruleset, 3)
    assert told(state, "tile") == ["tile colne.1 C cotton.2 flipped", "tile wigan.1 A coal.2 holds 2"]
    assert told(state, "links") == []
    assert len(seen(events, "removed")) == 5
    assert seen(events, "flipped") == seen(events, "income_moved") == []


@pytest.mark.rule("L-36", "L18-08")
@both
def test_what_carries_over(ruleset: str) -> None:
    """A scores the mill, the shipyard and the canal's ring. 2018: income £8, before that."""
    state, _ = end_era(CHANGE, ruleset, 3)
    assert told(state, "market") == ["market coal 3 iron 5"]
    assert state.vp[0] == (3 if ruleset == OLD else 5) + 10 + 1
    assert state.pounds[0] == (17 if ruleset == OLD else 25)
    assert state.income[0] == 25
    assert told(state, "mat A") == ["mat A cotton 1 coal 2 shipyard 3"]
    assert told(state, "order") == ["order B C A"]
    assert (state.era, state.round) == (1, 1)
    assert told(state, "hand") == told(state, "discards") == []


@pytest.mark.rule("L-36")
@both
def test_flipped_tiles_that_stay_score_again(ruleset: str) -> None:
    mill = "tile colne.1 C cotton.2 flipped"
    state, _ = end_era(f"{mill}\nlinks C colne--yorkshire", ruleset, 3)
    assert (state.vp[2], tile(state, "colne.1")) == (5 + 3, "C cotton.2")
    state, _ = end_era(f"{mill}\nlinks C colne--yorkshire\nseat C vp 8 pounds 0", ruleset, 3, "rail")
    assert state.vp[2] == 8 + 5 + 3


# -- the winner -----------------------------------------------------------------------------------------


@pytest.mark.rule("L-37", "LE-62", "LD-07")
@pytest.mark.parametrize(
    ("seats", "places"),
    [
        (("vp 20", "vp 30 income 0", "vp 25"), [[1], [2], [0]]),
        # equal points: income first, though A has more cash
        (
            ("vp 10 income 20 pounds 9", "vp 10 income 30 pounds 0", "vp 10 income 25 pounds 5"),
            [[1], [2], [0]],
        ),
        # by space, not by level: 31 and 33 are both level 11
        (
            ("vp 10 income 31 pounds 9", "vp 10 income 33 pounds 0", "vp 10 income 32 pounds 5"),
            [[1], [2], [0]],
        ),
        (
            ("vp 10 income 30 pounds 1", "vp 10 income 30 pounds 9", "vp 10 income 30 pounds 5"),
            [[1], [2], [0]],
        ),
    ],
)
@both
def test_points_then_income_then_cash(ruleset: str, seats: tuple[str, ...], places: list[list[int]]) -> None:
    lines = "\n".join(
        f"seat {'ABC'[n]} {seat}" + ("" if "pounds" in seat else " pounds 0") for n, seat in enumerate(seats)
    )
    state, _ = end_era(lines, ruleset, 3, "rail")
    assert gj.standings(state) == places


@pytest.mark.rule("L-37", "LE-62", "LX-23")
@pytest.mark.parametrize(
    ("spent", "places"),
    [((0, 0, 0), [[1], [2], [0]]), ((0, 7, 3), [[0], [2], [1]]), ((4, 7, 0), [[2], [0], [1]])],
)
def test_the_last_tie_break_of_2007_is_the_order_after_the_last_round(
    spent: tuple[int, ...], places: list[list[int]]
) -> None:
    lines = "\n".join(f"seat {'ABC'[n]} spent {amount}" for n, amount in enumerate(spent))
    state, _ = end_era(f"order B C A\n{lines}", OLD, era="rail")
    assert gj.standings(state) == places


@pytest.mark.rule("L18-08")
@pytest.mark.parametrize("ruleset", [NEW, INTRO])
def test_a_full_tie_is_shared_in_2018(ruleset: str) -> None:
    era = "rail" if ruleset == NEW else "canal"
    state, _ = end_era(
        "order B C A\nseat A spent 0\nseat B spent 7\ntile colne.1 C cotton.2 flipped", ruleset, 3, era
    )
    assert gj.standings(state) == [[2], [0, 1]]


@pytest.mark.rule("L-37", "L18-08", "L18-09")
@pytest.mark.parametrize(
    ("ruleset", "era", "rule"),
    [(OLD, "rail", "L-37"), (NEW, "rail", "L18-08"), (INTRO, "canal", "L18-09")],
)
def test_nothing_follows_the_end(ruleset: str, era: str, rule: str) -> None:
    state, _ = end_era("", ruleset, era=era)
    assert (state.is_over, state.to_act, len(state.legal_moves())) == (True, gj.NOBODY, 0)
    move = next(iter(gj.new_game(ruleset, players=3, seed=1).legal_moves()))
    refusal = state.check(move)
    assert refusal is not None
    assert refusal.rule == rule


# -- the introductory game ------------------------------------------------------------------------------


@pytest.mark.rule("L18-09")
@pytest.mark.parametrize(
    ("pounds", "points"), [(3, 0), (4, 1), (39, 9), (59, 14), (60, 15), (63, 15), (400, 15)]
)
def test_introductory_money(pounds: int, points: int) -> None:
    state, events = end_era(f"seat A pounds {pounds}", INTRO)
    assert state.is_over
    assert (state.vp[0], seen(events, "scored_money")[0]) == (points, (0, points))


@pytest.mark.rule("L18-09")
@pytest.mark.parametrize(
    ("income", "tile", "after"),
    [
        (30, "tile colne.1 A cotton.1 flipped", 15),
        (10, "tile colne.1 A cotton.1 flipped", 5),
        (7, "tile colne.1 A cotton.1 flipped", 2),
        (7, "tile preston.1 A port.1 flipped", 0),
        (0, "tile colne.1 A cotton.1 flipped", 0),
        (99, "", 30),
    ],
)
def test_introductory_income(income: int, tile: str, after: int) -> None:
    """A cotton mill I scores 5 VP, a port I 2 VP, and neither scores again."""
    state, events = end_era(f"seat A pounds 0 income {income}\n{tile}", INTRO)
    assert (state.vp[0], state.pounds[0]) == (after, 0)
    assert seen(events, "income_paid") == []


@pytest.mark.rule("L18-09")
def test_introductory_tiles_score_again_above_level_one() -> None:
    """Mill I 5, port II 4 twice, B's mine III 3 twice; the unflipped mill II nothing. Canal first."""
    state, events = end_era(
        """
        seat A pounds 0
        seat B pounds 0
        tile bury.1 A cotton.1 flipped
        tile preston.1 A port.2 flipped
        tile colne.1 A cotton.2
        tile wigan.1 B coal.3 flipped
        links B preston--wigan
        """,
        INTRO,
    )
    assert list(state.vp) == [5 + 4 + 4, 2 + 3 + 3]
    course = (
        "scored_link",
        "scored_tile",
        "scored_money",
        "scored_income",
        "scored_again",
        "game_over",
        "era_began",
    )
    assert kinds(events, *course) == list(course[:-1])


@pytest.mark.rule("L18-09")
def test_negative_income_is_settled_before_the_tiles_score_again() -> None:
    """Port II gives 4, income −10 takes 4, then 4 come again."""
    state, _ = end_era("seat A pounds 0 income 0\ntile preston.1 A port.2 flipped", INTRO)
    assert state.vp[0] == 4
