"""A position read by names, and questions and moves given as people write them."""

from __future__ import annotations

from typing import Any

import pytest

import grandjunction as gj
from grandjunction.core.facts import Route, Tile

from .support import at

BOARD = """
hand A birmingham dudley*2 iron
seat A pounds 40 income 14 vp 0 spent 0
market coal 12 iron 0
merchant gloucester.1 cotton barrel
merchant gloucester.2 manufacturer barrel
merchant oxford.1 blank
tile dudley.1 A coal.1 holds 2
tile birmingham.1 B cotton.1
tile worcester.1 A cotton.1
links A birmingham--dudley
links B kidderminster--worcester worcester--gloucester
"""


@pytest.fixture
def state() -> gj.State:
    return at(BOARD)


def test_tiles_and_links_are_read_by_name(state: gj.State) -> None:
    assert state.tile_at("dudley.1") == Tile("dudley.1", "coal", 1, 0, False, 2)
    assert state.tile_at("dudley.2") is None
    assert state.tile_at("farm_brewery_south") is None
    mill = state.tile_at("worcester.1")
    assert mill is not None
    assert (mill.town, mill.owner, mill.flipped) == ("worcester", 0, False)
    assert [tile.space for tile in state.tiles()] == ["dudley.1", "worcester.1", "birmingham.1"]
    assert [str(tile) for tile in state.tiles(1)] == ["B cotton.1 in birmingham.1"]
    assert str(state.tile_at("dudley.1")) == "A coal.1 in dudley.1, holds 2"
    assert state.link_on("birmingham--dudley") == state.link_on("dudley--birmingham") == 0
    assert state.link_on("worcester--kidderminster") == 1
    assert state.link_on("birmingham--oxford") is None
    assert state.links_of(1) == ["kidderminster--worcester", "worcester--gloucester"]


def test_networks_and_connections(state: gj.State) -> None:
    assert state.network_of(0) == ["dudley", "worcester", "birmingham"]
    assert state.connected_to("birmingham") == ["dudley", "birmingham"]
    assert state.are_connected("kidderminster", "gloucester")
    assert state.are_connected("farm_brewery_south", "gloucester")
    assert not state.are_connected("dudley", "gloucester")


def test_course_hands_and_prices(state: gj.State) -> None:
    assert (state.decision_name, state.era_name) == ("action", "canal")
    assert state.hands() == [["dudley", "dudley", "birmingham", "iron"], []]
    assert state.price_of("coal") == 2
    assert state.price_of("coal", 3) == 7
    assert state.price_of("iron") == 6
    assert state.price_of("iron", 0) == 0


def test_the_coal_route_of_a_build(state: gj.State) -> None:
    assert state.coal_routes("build iron birmingham") == [
        Route("dudley.1", ["birmingham", "dudley"], ["dudley--birmingham"], 0)
    ]
    assert state.coal_routes("build coal dudley.1 card dudley") == []
    with pytest.raises(gj.IllegalMove, match="B-NET-01 out_of_network"):
        state.coal_routes("build iron coventry.3 card iron")
    with pytest.raises(ValueError, match="no chain of links joins coventry to market"):
        state.coal_routes("build iron coventry.3 card iron coal market")
    bought = at(
        """
        hand A coventry iron
        seat A pounds 60 income 10 vp 0 spent 0
        tile birmingham.1 A cotton.1
        mat A manufacturer 1
        links A birmingham--oxford birmingham--coventry
        """,
    )
    [route] = bought.coal_routes("build manufacturer coventry.2 card coventry coal market")
    assert route.places == ["coventry", "birmingham", "oxford"]
    assert route.lines == ["birmingham--coventry", "birmingham--oxford"]
    assert route.price == bought.price_of("coal")


def test_what_a_seat_reaches() -> None:
    state = at(
        """
        merchant oxford.1 cotton barrel
        tile birmingham.3 A iron.1 flipped
        tile burton_on_trent.2 A brewery.1 holds 1
        tile coventry.1 B pottery.1
        tile nuneaton.1 B brewery.1 holds 1
        tile stone.1 B brewery.1 holds 1
        links A birmingham--oxford
        links B birmingham--tamworth tamworth--nuneaton
        """
    )
    mine, theirs = state.reach_of(0), state.reach_of(1)
    assert mine.network == ["burton_on_trent", "birmingham", "oxford"]
    assert set(mine.connected) == {*mine.network, "tamworth", "nuneaton"}
    assert mine.coal_market
    assert mine.extra == ["burton_on_trent.2", "nuneaton.1"]  # one's own anywhere, a rival's where links lead
    assert mine.links == {"birmingham--oxford": 3}  # two printed in Oxford, one on the flipped works
    assert theirs.extra == ["stone.1", "nuneaton.1"]
    assert not at("tile birmingham.1 A cotton.1").reach_of(0).coal_market
    with pytest.raises(ValueError, match="no seat 2"):
        state.reach_of(2)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda s: s.tile_at("atlantis"), "unknown space 'atlantis'"),
        (lambda s: s.tile_at("dudley"), "'dudley' has several spaces: dudley.1, dudley.2"),
        (lambda s: s.tile_at("oxford"), "'oxford' has no space"),
        (lambda s: s.link_on("dudley--oxford"), "unknown line 'dudley--oxford'"),
        (lambda s: s.network_of(2), "there is no seat 2 with 2 players"),
        (lambda s: s.hand_of(2), "there is no seat 2 with 2 players"),
        (lambda s: s.hand_of(-1), "there is no seat -1 with 2 players"),
        (lambda s: s.level(-1), "there is no seat -1 with 2 players"),
        (lambda s: s.connected_to("atlantis"), "unknown place 'atlantis'"),
        (lambda s: s.price_of("beer"), "no market trades 'beer'; one of coal, iron"),
    ],
)
def test_a_wrong_name_is_named(state: gj.State, ask: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask(state)


# -- moves as texts -----------------------------------------------------------------------------------


def test_a_state_takes_a_move_or_its_text() -> None:
    game = gj.new_game("birmingham", players=2, seed=7)
    text = "build coal dudley card dudley"
    by_move, by_text = game.state.copy(), game.state.copy()
    move = by_move.move(text)
    assert by_move.apply(move) == by_text.apply(text)
    assert by_move == by_text
    assert game.state.check(text) is game.state.why_not(text) is None
    assert game.state.view(0).check(text) is None
    refusal = game.state.check("build iron dudley")
    assert refusal is not None
    assert refusal.reason == "no_coal"
    assert game.state.why_not("build iron dudley.2 card dudley coal market") == refusal
    assert game.state.check("develop manufacturer") is None  # several cards would do
    with pytest.raises(gj.AmbiguousMove):
        game.state.apply("develop manufacturer")
    with pytest.raises(gj.IllegalMove, match="B-COAL-05"):
        game.state.apply("build iron dudley")
    with pytest.raises(gj.NotationError, match="unknown verb"):
        game.state.check("castle")
    turn = game.state.check(text, 1)
    assert turn is not None
    assert turn.reason == "not_your_turn"


@pytest.mark.parametrize("wrong", [None, 5, ["build"]])
def test_anything_else_is_no_move(wrong: Any) -> None:
    state = gj.new_game("hamlet", players=2, seed=1).state
    for ask in (state.apply, state.check, state.why_not, state.move):
        with pytest.raises(TypeError, match="Move"):  # compiled, in the words of mypyc
            ask(wrong)


def test_a_town_is_enough_where_one_space_fits(state: gj.State) -> None:
    assert str(state.move("build iron birmingham card iron coal dudley")).endswith("coal dudley.1")
    assert str(state.move("link dudley--wolverhampton card iron")).startswith("link wolverhampton--dudley")


def test_a_buyers_town_is_enough_where_one_buyer_fits(state: gj.State) -> None:
    named = state.move("sell worcester to gloucester card iron")
    assert str(named) == "sell worcester.1 to gloucester.1 card iron beer barrel"
    with pytest.raises(gj.NotationError, match="unknown buyer 'atlantis'"):
        state.move("sell worcester to atlantis card iron")


def test_a_port_is_named_by_its_town() -> None:
    state = at(
        """
        hand A manchester
        tile wigan.1 B coal.1 flipped
        tile warrington_runcorn.2 B port.2
        tile warrington_runcorn.1 A cotton.1
        mat B port 4
        """,
        "lancashire-2018",
    )
    move = state.move("sell warrington_runcorn card manchester port warrington_runcorn")
    assert str(move) == "sell warrington_runcorn.1 port warrington_runcorn.2 card manchester"


def test_questions_are_as_lenient_as_moves(state: gj.State) -> None:
    assert gj.why_not_sell(state, "worcester") is None
    for town, reason in (("dudley", "not_sellable"), ("birmingham", "sell_not_yours")):
        refusal = gj.why_not_sell(state, town)
        assert refusal is not None
        assert refusal.reason == reason
    assert gj.why_not_link(state, "birmingham--dudley") == gj.why_not_link(state, "dudley--birmingham")
    assert gj.why_not_build(state, "iron", "birmingham") is None
    assert gj.why_not_build(state, "iron", "birmingham.3") is None
    on_space = gj.why_not_build(state, "iron", "birmingham.1")
    assert on_space is not None
    assert on_space.reason == "space_lacks_industry"
    for ask, wrong in ((gj.why_not_sell, "atlantis"), (gj.why_not_link, "dudley--oxford")):
        with pytest.raises(ValueError, match="unknown"):
            ask(state, wrong)


# -- chance -------------------------------------------------------------------------------------------


def test_chance_is_played_as_records_write_it() -> None:
    """Records write ``draw A dudley``; moves print ``draw dudley``; ``play`` takes both."""
    game = gj.Game(gj.ruleset("hamlet"), 2)
    game.play("order B")
    game.play("order A")
    assert game.state.decision_name == "draw"
    drawing = "AB"[game.state.seat]
    card = str(game.legal_moves()[0]).split()[-1]
    for text in (
        f"draw {drawing} {card}",
        f"draw card {card}",
        f"draw {card}",
        f"draw {drawing} card {card}",
    ):
        assert str(game.copy().play(text)[0]).startswith("<Event drew")
    assert str(game.legal_moves()[0]) == f"draw {card}"
    other = "BA"["AB".index(drawing)]
    with pytest.raises(gj.NotationError, match=f"this happens to {drawing}, not {other}"):
        game.play(f"draw {other} {card}")
    with pytest.raises(gj.NotationError, match="unknown card 'atlantis'"):
        game.play(f"draw {drawing} atlantis")


# -- the mat line of a position -----------------------------------------------------------------------


def test_a_partial_mat_line_falls_back_as_a_missing_one_does() -> None:
    with_all = at("tile dudley.1 A coal.2 flipped\ntile worcester.1 A cotton.1\nmat A coal 2 cotton 1")
    assert at("tile dudley.1 A coal.2 flipped\ntile worcester.1 A cotton.1") == with_all
    assert at("tile dudley.1 A coal.2 flipped\ntile worcester.1 A cotton.1\nmat A coal 2") == with_all
    assert at("tile dudley.1 A coal.2 flipped\ntile worcester.1 A cotton.1\nmat A cotton 1") == with_all


@pytest.mark.parametrize("mat", ["mat A coal 1", "mat A coal 99"])
def test_a_wrong_mat_line_is_named(mat: str) -> None:
    with pytest.raises(gj.PositionError, match=r"^line 9: mat A: "):
        at(f"tile dudley.1 A coal.2 flipped\n{mat}")
