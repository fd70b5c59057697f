"""B-SETUP: the table before the first move."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import grandjunction as gj
from grandjunction.core.seats import SEATS
from tests.support import at, late, legal, play, refused, seen

COUNTS = (2, 3, 4)
BLUE = {"leek", "stoke_on_trent", "stone", "uttoxeter"}
TEAL = {"belper", "derby"}


def dealt(players: int, seed: int = 1) -> gj.State:
    """A game set up by chance."""
    return gj.new_game("birmingham", players=players, seed=seed).state


def undealt(players: int) -> gj.State:
    """A game whose chance is still to be told."""
    return gj.Game(gj.ruleset("birmingham"), players).state


def outcomes(state: gj.State) -> dict[str, int]:
    """What chance may do next, and in how many equally likely ways."""
    return {str(move): weight for move, weight in state.chance_outcomes()}


def before_deal(players: int) -> gj.State:
    """Order and merchants told; the first card is due."""
    state = undealt(players)
    while not any(text.startswith("draw") for text in outcomes(state)):
        play(state, next(iter(outcomes(state))))
    return state


def deck(players: int) -> Counter[str]:
    return Counter({text.split()[-1]: weight for text, weight in outcomes(before_deal(players)).items()})


def merchants(state: gj.State) -> dict[str, list[str]]:
    """The merchant lines of a position by space: goods, and "barrel" if one stands."""
    rows = [line.split() for line in state.to_position().splitlines() if line.startswith("merchant ")]
    return {row[1]: row[2:] for row in rows}


@pytest.mark.rule("B-SETUP-01")
def test_two_to_four_players() -> None:
    for players in COUNTS:
        assert dealt(players).players == players
    for players in (0, 1, 5):
        with pytest.raises(ValueError, match="2, 3 or 4 players"):
            gj.new_game("birmingham", players=players, seed=1)


@pytest.mark.rule("B-SETUP-02")
@pytest.mark.parametrize(("players", "cards"), [(2, 40), (3, 54), (4, 64)])
def test_draw_decks(players: int, cards: int) -> None:
    assert deck(players).total() == cards
    assert before_deal(players).deck_size == cards


@pytest.mark.rule("B-SETUP-02", "B-SETUP-06")
@pytest.mark.parametrize(
    ("players", "tiles"),
    [
        (2, {"all": 1, "cotton": 1, "manufacturer": 1, "blank": 2}),
        (3, {"all": 1, "cotton": 1, "manufacturer": 1, "pottery": 1, "blank": 3}),
        (4, {"all": 1, "cotton": 2, "manufacturer": 2, "pottery": 1, "blank": 3}),
    ],
)
def test_merchant_tiles_by_player_count(players: int, tiles: dict[str, int]) -> None:
    assert Counter(goods[0] for goods in merchants(dealt(players)).values()) == tiles


@pytest.mark.rule("B-SETUP-03")
@pytest.mark.parametrize(("players", "absent"), [(2, BLUE | TEAL), (3, TEAL), (4, set())])
def test_towns_without_cards(players: int, absent: set[str]) -> None:
    cards = deck(players)
    board = gj.ruleset("birmingham").board
    towns = {id for id, kind in zip(board.place_ids, board.place_kinds, strict=True) if kind == "town"}
    assert {town for town in towns if cards[town] == 0} == absent
    assert cards["uttoxeter"] == {2: 0, 3: 1, 4: 2}[players]
    assert cards["cotton/manufacturer"] == {2: 0, 3: 6, 4: 8}[players]
    assert cards["coal"] == {2: 2, 3: 2, 4: 3}[players]
    assert cards["pottery"] == {2: 2, 3: 2, 4: 3}[players]
    assert (cards["iron"], cards["brewery"]) == (4, 5)


@pytest.mark.rule("B-SETUP-03")
@pytest.mark.parametrize(
    ("line", "build"),
    [
        ("belper--derby", "build coal belper.2"),
        ("derby--nottingham", "build brewery derby.1"),
        ("stoke_on_trent--leek", "build coal leek.2"),
        ("stoke_on_trent--leek", "build pottery stoke_on_trent.2"),
        ("uttoxeter--stone", "build brewery stone.1"),
        ("uttoxeter--stone", "build brewery uttoxeter.2"),
    ],
)
def test_towns_without_cards_may_be_built_in(line: str, build: str) -> None:
    """With two players: by wild location, and by industry card from the network."""
    mat = "mat A coal 1 brewery 3\n seat A pounds 40"
    assert legal(at(f"hand A wild_location\n tile walsall.2 A brewery.2 flipped\n{mat}", era="rail"), build)
    assert legal(at(f"hand A coal brewery pottery\n links A {line}\n{mat}", era="rail"), build)


@pytest.mark.rule("B-SETUP-04")
@pytest.mark.parametrize("players", COUNTS)
def test_wild_cards_are_set_out_and_never_drawn(players: int) -> None:
    assert not any(card.startswith("wild") for card in deck(players))
    state = at("hand A dudley*2 coal cannock", players=players)
    play(state, "scout cards dudley dudley coal")
    assert state.hand_of(0) == ["cannock", "wild_location", "wild_industry"]


@pytest.mark.rule("B-SETUP-05")
def test_every_card_of_the_deck_is_as_likely() -> None:
    state = before_deal(2)
    assert outcomes(state)["draw birmingham"] == 3
    play(state, "draw birmingham")
    assert outcomes(state)["draw birmingham"] == 2
    play(state, "draw birmingham", "draw birmingham")
    assert "draw birmingham" not in outcomes(state)
    assert sum(outcomes(state).values()) == 37
    assert dealt(4, seed=1).hand_of(0) != dealt(4, seed=2).hand_of(0)


@pytest.mark.rule("B-SETUP-06")
@pytest.mark.parametrize(
    ("players", "spaces"),
    [
        (2, {"shrewsbury": 1, "gloucester": 2, "oxford": 2}),
        (3, {"shrewsbury": 1, "gloucester": 2, "oxford": 2, "warrington": 2}),
        (4, {"shrewsbury": 1, "gloucester": 2, "oxford": 2, "warrington": 2, "nottingham": 2}),
    ],
)
def test_merchant_spaces_by_player_count(players: int, spaces: dict[str, int]) -> None:
    found = merchants(dealt(players))
    assert Counter(id.split(".")[0] for id in found) == spaces
    assert len(found) == {2: 5, 3: 7, 4: 9}[players]


@pytest.mark.rule("B-SETUP-06")
def test_merchant_tiles_are_shuffled() -> None:
    """Each tile left is as likely for the next space, and a tile dealt is gone."""
    state = undealt(4)
    play(state, "order A", "order B", "order C", "order D")
    assert outcomes(state) == {
        "merchant all": 1,
        "merchant manufacturer": 2,
        "merchant cotton": 2,
        "merchant pottery": 1,
        "merchant blank": 3,
    }
    play(state, "merchant all")
    assert refused(state, "merchant all") == "B-SETUP-06"
    assert sum(outcomes(state).values()) == 8


@pytest.mark.rule("B-SETUP-07")
@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_barrel_beside_every_merchant_that_buys(players: int, seed: int) -> None:
    found = merchants(dealt(players, seed))
    assert all((goods[1:] == ["barrel"]) == (goods[0] != "blank") for goods in found.values())
    with pytest.raises(gj.PositionError, match="no barrel"):
        at("merchant oxford.1 blank barrel")


@pytest.mark.rule("B-SETUP-08")
@pytest.mark.parametrize("players", COUNTS)
def test_markets_lack_one_coal_and_two_iron(players: int) -> None:
    assert "market coal 13 iron 8\n" in dealt(players).to_position()


@pytest.mark.rule("B-SETUP-08")
def test_first_market_prices() -> None:
    """One £1 coal cube is left, then £2; iron begins at £2."""
    state = at("hand A wolverhampton\n mat A manufacturer 3\n links B wolverhampton--coalbrookdale"
               " coalbrookdale--shrewsbury")  # fmt: skip
    events = play(state, "build manufacturer wolverhampton.1")
    assert [values[2] for values in seen(events, "bought")] == [1, 2]
    events = play(at(""), "develop cotton", "develop cotton")
    assert [values[2] for values in seen(events, "bought")] == [2, 2]


@pytest.mark.rule("B-SETUP-09", "BE-62")
@pytest.mark.parametrize("players", COUNTS)
def test_the_board_starts_empty_farms_included(players: int) -> None:
    position = dealt(players).to_position()
    assert "\ntile " not in position
    assert "\nlinks " not in position
    state = dealt(players)
    assert state.stocked == 0


@pytest.mark.rule("B-SETUP-10", "BE-137")
@pytest.mark.parametrize("players", COUNTS)
def test_each_player_starts_alike(players: int) -> None:
    state = dealt(players)
    position = state.to_position()
    for seat in SEATS[:players]:
        assert f"seat {seat} pounds 17 income 10 vp 0 spent 0\n" in position
        assert f"mat {seat}" not in position  # every tile is still there
    assert [state.level(seat) for seat in range(players)] == [0] * players
    tops = [state.rules.tiles.kinds[state.top_tile(0, n)] for n in range(6)]
    assert [kind.level for kind in tops] == [1] * 6
    assert state.rules.links == 14


@pytest.mark.rule("B-SETUP-11", "BE-01")
@pytest.mark.parametrize(("players", "left"), [(2, 22), (3, 27), (4, 28)])
def test_eight_cards_and_a_ninth_face_down(players: int, left: int) -> None:
    state = dealt(players)
    assert list(state.hand_size) == [8] * players
    assert (state.aside_size, state.deck_size) == (players, left)


@pytest.mark.rule("B-SETUP-11", "BE-01")
def test_nobody_sees_the_ninth_card() -> None:
    """Whichever cards lie face down, every view is the same."""
    one = at("aside coal iron\n hand A dudley*2\n hand B cannock")
    other = at("aside brewery*2\n hand A dudley*2\n hand B cannock")
    assert one != other
    for seat in (0, 1, None):
        assert one.view(seat) == other.view(seat)
        assert "aside unknown*2\n" in one.view(seat).to_position()


@pytest.mark.rule("B-SETUP-11", "B-ERA-09", "BE-01")
def test_the_ninth_card_returns_in_the_rail_deck() -> None:
    state = late("turn A 1\n hand A dudley\n aside coal iron")
    assert refused(state, "build coal dudley.1 card coal") == "B-TURN-03"  # not playable meanwhile
    play(state, "pass")
    assert (state.aside_size, state.deck_size) == (0, 40)
    assert outcomes(state)["draw coal"] == 2
    assert outcomes(state)["draw iron"] == 4


@pytest.mark.rule("B-SETUP-12")
def test_the_first_turn_order_is_random() -> None:
    state = undealt(3)
    assert outcomes(state) == {"order A": 1, "order B": 1, "order C": 1}
    play(state, "order C")
    assert outcomes(state) == {"order A": 1, "order B": 1}
    assert refused(state, "order C") == "B-SETUP-12"
    found = {tuple(dealt(3, seed).order) for seed in range(60)}
    assert found == set(permutations(range(3)))
