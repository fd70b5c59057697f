"""B-COMP: what is limited and what is not."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import at, holds, late, legal, play, refused, seen, units

THIRTEEN_RAILS = (
    "warrington--stoke_on_trent stoke_on_trent--leek leek--belper belper--derby derby--nottingham"
    " derby--uttoxeter uttoxeter--stone stone--stoke_on_trent stone--burton_on_trent"
    " derby--burton_on_trent stone--stafford stafford--cannock cannock--wolverhampton"
)
FOURTEEN_CANALS = (
    "warrington--stoke_on_trent stoke_on_trent--leek belper--derby derby--nottingham stone--stoke_on_trent"
    " stone--burton_on_trent derby--burton_on_trent stone--stafford stafford--cannock"
    " cannock--wolverhampton cannock--walsall walsall--burton_on_trent walsall--wolverhampton"
    " walsall--birmingham"
)


@pytest.mark.rule("B-COMP-01")
def test_cubes_never_run_short() -> None:
    """35 cubes on mines and 14 in the market, more than the box holds; the next mine is stocked in full."""
    spaces = ["belper.2", "leek.2", "stone.2", "burton_on_trent.1", "cannock.1", "cannock.2", "tamworth.1"]
    tiles = [f"tile {space} {'BBCCDDA'[n]} coal.4 holds 5" for n, space in enumerate(spaces)]
    state = at("hand A dudley\n mat A coal 6\n market coal 14\n" + "\n".join(tiles), players=4, era="rail")
    play(state, "build coal dudley.1")
    assert holds(state, "dudley.1") == 5


@pytest.mark.rule("B-COMP-01")
def test_an_empty_market_never_runs_out() -> None:
    """Cube after cube for £8 and £6: the supply behind the market has no end."""
    state = at("""
        era rail round 2
        hand A coventry
        mat A pottery 2
        seat A pounds 99
        links B birmingham--coventry birmingham--oxford
        market coal 0 iron 0
    """)
    events = play(state, "build pottery coventry.1")
    assert [values[2] for values in seen(events, "bought")] == [8, 8]
    state = at("hand A dudley*2\n seat A pounds 99\n market iron 0")
    events = play(state, "develop cotton", "develop cotton", "develop coal", "develop coal")
    assert [values[2] for values in seen(events, "bought")] == [6, 6, 6, 6]


@pytest.mark.rule("B-COMP-02", "BE-122")
def test_the_fifteenth_link_does_not_exist() -> None:
    links = f"links A {THIRTEEN_RAILS} cannock--walsall"
    state = at(f"seat A pounds 99\n {links}", era="rail")
    assert refused(state, "link walsall--birmingham card birmingham coal market") == "B-COMP-02"
    assert legal(state, "link") == set()
    with pytest.raises(gj.PositionError, match="only 14 links"):
        at(f"{links} walsall--birmingham", era="rail")


@pytest.mark.rule("B-COMP-02", "BE-121")
@pytest.mark.parametrize(("left", "more"), [(1, False), (2, True)])
def test_with_one_link_left_a_single_rail(left: int, more: bool) -> None:
    links = " ".join(THIRTEEN_RAILS.split()[: 14 - left])
    state = at(f"""
        seat A pounds 99
        links A {links}
        tile walsall.2 A brewery.2 holds 2
    """, era="rail")  # fmt: skip
    play(state, "link cannock--walsall card birmingham coal market")
    assert bool(legal(state, "link walsall")) == more
    assert (state.actions_left == 1) == (not more)  # with none left the action is over


@pytest.mark.rule("B-COMP-02")
def test_links_come_back_for_the_rail_era() -> None:
    """The limit is 14 on the board at once, not 14 a game."""
    state = late("turn A 1\n hand A birmingham\n links A " + FOURTEEN_CANALS)
    assert legal(state, "link") == set()
    play(state, "pass")
    state.settle_chance(gj.Rng(1))
    assert state.rules.eras[state.era] == "rail"
    assert "link birmingham--oxford coal market" in units(state)


@pytest.mark.rule("B-COMP-03")
@pytest.mark.parametrize(
    ("industry", "tiles", "space", "sources"),
    [
        ("cotton", 11, "birmingham.1", " coal market iron market"),
        ("coal", 7, "coventry.2", " iron market"),
        ("iron", 4, "birmingham.3", " coal market"),
        ("manufacturer", 11, "birmingham.2", " iron market market"),
        ("pottery", 5, "coventry.1", " coal market market"),
        ("brewery", 7, "nuneaton.1", " iron market"),
    ],
)
def test_a_track_ends(industry: str, tiles: int, space: str, sources: str) -> None:
    """The last tile of a mat can be built; after it there is no other, to build or to develop."""
    board = f"""
        hand A {space.split(".")[0]}
        seat A pounds 99
        links B birmingham--coventry birmingham--oxford birmingham--nuneaton
    """
    move = f"build {industry} {space} card {space.split('.')[0]}{sources}"
    play(at(f"{board}\n mat A {industry} {tiles - 1}", era="rail"), move)
    empty = at(f"{board}\n mat A {industry} {tiles}", era="rail")
    assert refused(empty, move) == "B-BUILD-03"
    develop = f"develop {industry} card {space.split('.')[0]} iron market"
    assert refused(empty, develop) == "B-DEV-02"
    with pytest.raises(gj.PositionError, match=f"only {tiles} {industry}"):
        at(f"mat A {industry} {tiles + 1}")


@pytest.mark.rule("B-COMP-03")
def test_tiles_never_return_to_the_mat() -> None:
    state = at("""
        hand A tamworth
        tile tamworth.1 A coal.1 holds 2
        tile dudley.1 A coal.2 flipped
    """)
    play(state, "build coal tamworth.1")  # over level 1, which goes to the box
    assert "mat A coal 3\n" in state.to_position()
    short = at("""
        turn A 1
        mat A coal 1
        seat A income 0 pounds 9
        tile dudley.1 A coal.1 flipped
    """)
    play(short, "pass")
    short.settle_chance(gj.Rng(1))
    assert "tile" not in short.to_position()
    assert "mat A coal 1\n" in short.to_position()


@pytest.mark.rule("B-COMP-03")
def test_no_more_tiles_on_the_board_than_have_left_the_mat() -> None:
    with pytest.raises(gj.PositionError, match=r"more coal\.1 tiles"):
        at("mat A coal 3\n tile dudley.1 A coal.1 flipped\n tile cannock.2 A coal.1 flipped")


@pytest.mark.rule("B-COMP-04", "B-SCOUT-02", "BE-11")
def test_four_players_hold_every_wild_and_nobody_is_left_to_scout() -> None:
    held = "\n".join(f"hand {seat} cannock wild_location wild_industry iron" for seat in "BC")
    state = at(f"hand A dudley*2 coal brewery\n{held}\n hand D brewery*4", players=4)
    play(state, "scout cards dudley dudley coal", "pass card brewery")
    state.settle_chance(gj.Rng(1))
    for _ in "BC":
        assert refused(state, "scout cards cannock iron iron") == "B-SCOUT-02"
        play(state, "pass card cannock", "pass card iron")
        state.settle_chance(gj.Rng(1))
    play(state, "scout cards brewery brewery brewery")
    wilds = [[card for card in state.hand_of(seat) if card.startswith("wild")] for seat in range(4)]
    assert wilds == [["wild_location", "wild_industry"]] * 4
    for seat in "ABCD":
        hands = "\n".join(f"hand {s} iron wild_location wild_industry" for s in "ABCD")
        taken = at(f"turn {seat} 2\n{hands}", players=4)
        assert legal(taken, "scout") == set()


@pytest.mark.rule("B-COMP-04")
def test_nobody_holds_two_wilds_of_a_kind() -> None:
    with pytest.raises(gj.PositionError, match="two wild_location"):
        at("hand A wild_location*2")


@pytest.mark.rule("B-COMP-05")
def test_money_never_falls_below_nothing() -> None:
    state = at("hand A dudley*2\n seat A pounds 4")
    assert refused(state, "build coal dudley.1 card dudley") == "B-TURN-07"
    short = at("turn A 1\n seat A income 0 pounds 3 vp 20", era="rail")
    play(short, "pass")
    short.settle_chance(gj.Rng(1))
    assert (short.pounds[0], short.vp[0]) == (0, 13)


@pytest.mark.rule("B-COMP-05")
def test_the_bank_always_pays() -> None:
    state = at("hand A dudley*2\n seat A pounds 9999 income 99")
    play(state, "loan 30", "loan 30")
    assert state.pounds[0] == 9999 + 60


@pytest.mark.rule("B-COMP-06")
@pytest.mark.parametrize(
    ("space", "level"),
    [
        (0, -10), (1, -9), (7, -3), (9, -1), (10, 0), (11, 1), (12, 1), (13, 2), (14, 2), (29, 10), (30, 10),
        (31, 11), (33, 11), (34, 12), (58, 20), (60, 20), (61, 21), (64, 21), (65, 22), (93, 29), (96, 29),
        (97, 30), (99, 30),
    ],
)  # fmt: skip
def test_levels_of_the_progress_track(space: int, level: int) -> None:
    state = at(f"turn A 1\n seat A income {space} pounds 50")
    assert state.level(0) == level
    play(state, "pass")
    state.settle_chance(gj.Rng(1))
    assert state.pounds[0] == 50 + level  # and that is what it pays


@pytest.mark.rule("B-COMP-06")
def test_the_track_ends_at_ninety_nine() -> None:
    with pytest.raises(gj.PositionError, match="ends at space 99"):
        at("seat A income 100")


@pytest.mark.rule("B-COMP-07", "BE-163")
def test_points_have_no_maximum() -> None:
    text = """
        seat A vp 99
        tile coalbrookdale.2 A iron.2 flipped
        tile wolverhampton.1 A manufacturer.2
        links A coalbrookdale--shrewsbury wolverhampton--coalbrookdale
        merchant shrewsbury.1 manufacturer barrel
    """
    state = at(text, era="rail")
    play(state, "sell wolverhampton.1 to shrewsbury.1 card birmingham beer barrel")
    assert state.vp[0] == 103


@pytest.mark.rule("B-COMP-07")
def test_points_never_fall_below_zero() -> None:
    state = at("turn A 1\n seat A income 0 pounds 0 vp 3")
    play(state, "pass")
    state.settle_chance(gj.Rng(1))
    assert (state.vp[0], state.pounds[0]) == (0, 0)
