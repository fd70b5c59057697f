"""L-01 to L-04, L18-01, L18-02: the table before the first turn of each era."""

from __future__ import annotations

from collections import Counter

import pytest

import grandjunction as gj
from grandjunction.core.seats import SEATS
from tests.lancashire.table import INTRO, NEW, OLD, chances, end_era, kinds, on, plies, told, undealt
from tests.support import flipped, lowest, play, reason, refused, seen

PILES = ["cotton", "port", "coal", "iron", "shipyard"]


@pytest.mark.rule("L-01", "L18-01")
@pytest.mark.parametrize(
    ("ruleset", "allowed"),
    [(OLD, [3, 4]), (NEW, [2, 3, 4]), (INTRO, [2, 3, 4])],
    ids=["2007", "2018", "intro"],
)
def test_how_many_may_play(ruleset: str, allowed: list[int]) -> None:
    for players in range(6):
        if players in allowed:
            assert gj.new_game(ruleset, players=players, seed=1).state.players == players
        else:
            with pytest.raises(ValueError, match="players, not"):
                gj.new_game(ruleset, players=players, seed=1)


@pytest.mark.rule("L-01")
def test_two_periods_of_cards_rounds_points_and_end() -> None:
    phases = (
        "passed",
        "scored_link",
        "scored_tile",
        "removed",
        "era_began",
        "drew",
        "turn_began",
        "game_over",
    )
    state, events = end_era(
        "tile bury.1 B coal.1 flipped\ntile colne.1 C cotton.2 flipped\nlinks B bolton--bury"
    )
    events += state.settle_chance(gj.Rng(1))
    points = ["scored_link", "scored_tile"]
    assert kinds(events, *phases) == ["passed", *points, "removed", "era_began", "drew", "turn_began"]
    assert seen(events, "era_began") == [(1,)]
    state, events = end_era("tile colne.1 C cotton.2 flipped\nlinks B bolton--bury", era="rail")
    assert kinds(events, *phases) == ["passed", *points, "game_over"]
    assert state.is_over
    assert list(state.vp) == [3, 3, 8]
    assert gj.standings(state)[0] == [2]


@pytest.mark.rule("L-02")
def test_the_piles_hold_thirty_seven_tiles() -> None:
    sizes = {"cotton": 12, "port": 8, "coal": 7, "iron": 4, "shipyard": 6}
    assert sum(sizes.values()) == 37
    for pile, size in sizes.items():
        on(f"mat A {pile} {size}")
        with pytest.raises(gj.PositionError, match=f"only {size} {pile} tiles"):
            on(f"mat A {pile} {size + 1}")


@pytest.mark.rule("L-02")
@pytest.mark.parametrize(
    ("pile", "levels"),
    [
        ("cotton", [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]),
        ("port", [1, 1, 2, 2, 3, 3, 4, 4]),
        ("coal", [1, 2, 2, 3, 3, 4, 4]),
        ("iron", [1, 2, 3, 4]),
        ("shipyard", [0, 0, 1, 1, 2, 2]),
    ],
)
def test_the_lowest_technology_lies_on_top(pile: str, levels: list[int]) -> None:
    assert [lowest(on(f"mat A {pile} {gone}"), 0, pile) for gone in range(len(levels))] == levels


@pytest.mark.rule("L-02")
def test_a_tile_is_placed_front_up() -> None:
    state = on("hand A preston bury\nturn A 2")
    play(state, "build port preston.1 card preston", "build coal bury.1 card bury")
    assert not flipped(state, "preston.1")
    assert not flipped(state, "bury.1")


@pytest.mark.rule("LE-49", "L-02")
def test_tiles_are_limited() -> None:
    state = on("hand A preston*2\nmat A port 8")
    assert refused(state, "build port preston.1 card preston") == "L-02"
    assert reason(state, "build port preston.1 card preston") == "track_empty"


@pytest.mark.rule("LE-65", "L-02")
@pytest.mark.parametrize(("gone", "cubes"), [(0, 2), (1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_coal_mine_cubes(gone: int, cubes: int) -> None:
    state = on(f"hand A wigan*2\nmat A coal {gone}")
    events = play(
        state, "build coal wigan.1 card wigan iron market" if gone > 2 else "build coal wigan.1 card wigan"
    )
    assert [values[-1] for values in seen(events, "stocked")] == [cubes]


@pytest.mark.rule("LE-65", "L-02")
@pytest.mark.parametrize("ruleset", [OLD, NEW])
def test_iron_works_three_is_worth_seven(ruleset: str) -> None:
    _, events = end_era("tile bolton.3 A iron.3 flipped", ruleset)
    assert [values[-1] for values in seen(events, "scored_tile")] == [7]


@pytest.mark.rule("L-03")
@pytest.mark.parametrize("players", [3, 4])
def test_what_lies_ready_in_2007(players: int) -> None:
    state = gj.new_game(OLD, players=players, seed=1).state
    assert list(state.income) == [10] * players
    assert [state.level(seat) for seat in range(players)] == [0] * players
    assert list(state.pounds) == [30] * players
    assert list(state.vp) == [0] * players
    assert told(state, "market") == ["market coal 8 iron 8"]
    assert told(state, "demand") == ["demand 0 left 2 2 4 3 1"]


@pytest.mark.rule("L-03")
@pytest.mark.parametrize(("players", "first", "order"), [(3, "B", [1, 2, 0]), (4, "D", [3, 0, 1, 2])])
def test_a_random_first_player_then_clockwise(players: int, first: str, order: list[int]) -> None:
    state = undealt(OLD, players)
    assert chances(state) == {f"order {seat}": 1 for seat in SEATS[:players]}
    play(state, f"order {first}")
    assert list(state.order) == order
    assert all(text.startswith("draw") for text in chances(state))


@pytest.mark.rule("L18-01")
def test_a_fully_random_first_order_in_2018() -> None:
    state = undealt(NEW, 3)
    assert chances(state) == {"order A": 1, "order B": 1, "order C": 1}
    play(state, "order B")
    assert chances(state) == {"order A": 1, "order C": 1}
    play(state, "order A")
    assert chances(state) == {"order C": 1}
    assert refused(state, "order B") == "L18-01"
    play(state, "order C")
    assert list(state.order) == [1, 0, 2]


@pytest.mark.rule("L18-01")
@pytest.mark.parametrize("ruleset", [NEW, INTRO])
@pytest.mark.parametrize(
    ("players", "cards", "distant"), [(2, 40, "0 1 3 3 1"), (3, 54, "1 1 4 3 1"), (4, 64, "2 2 4 3 1")]
)
def test_what_lies_ready_in_2018(ruleset: str, players: int, cards: int, distant: str) -> None:
    state = undealt(ruleset, players)
    assert state.deck_size == sum(state.deck) == cards
    state = gj.new_game(ruleset, players=players, seed=1).state
    assert list(state.pounds) == [30] * players
    assert list(state.income) == [10] * players
    assert list(state.vp) == [0] * players
    assert told(state, "market") == ["market coal 8 iron 8"]
    assert told(state, "demand") == [f"demand 0 left {distant}"]


@pytest.mark.rule("L18-01")
@pytest.mark.parametrize(("ruleset", "points"), [(OLD, 3), (NEW, 5), (INTRO, 5)])
def test_cotton_mill_one(ruleset: str, points: int) -> None:
    _, events = end_era("tile colne.1 A cotton.1 flipped", ruleset)
    assert [values[-1] for values in seen(events, "scored_tile")] == [points]


# -- cards of a period ----------------------------------------------------------------------------------


def dealing(state: gj.State) -> list[tuple[str, int]]:
    """The cards that go somewhere before the next action, and to whom; -1 is the pile set aside."""
    events = state.settle_chance(gj.Rng(1))
    moved = [event for event in events if event.kind in ("drew", "set_aside")]
    return [(event.kind, event.values[0] if event.kind == "drew" else -1) for event in moved]


@pytest.mark.rule("L-04")
@pytest.mark.parametrize(("players", "aside", "deck"), [(3, 9, 33), (4, 6, 28)])
def test_eight_cards_each_in_turn_order_then_some_aside(players: int, aside: int, deck: int) -> None:
    state = undealt(OLD, players)
    play(state, "order C")
    assert sum(chances(state).values()) == 66
    order = [(2 + n) % players for n in range(players)]
    expected = [("drew", seat) for seat in order for _ in range(8)] + [("set_aside", -1)] * aside
    assert dealing(state) == expected
    assert (state.deck_size, state.aside_size) == (deck, aside)
    assert state.to_act == 2


@pytest.mark.rule("L-04", "L-36")
@pytest.mark.parametrize(("players", "aside", "deck"), [(3, 6, 36), (4, 2, 32)])
def test_all_cards_are_shuffled_again_for_the_rail_period(players: int, aside: int, deck: int) -> None:
    unseen = {3: "cotton*6 coal*3", 4: "cotton*4 coal*2"}[players]
    state, _ = end_era(f"seat A spent 3\naside {unseen}", OLD, players)
    assert (state.deck_size, state.aside_size) == (66, 0)
    assert chances(state)["draw cotton"] == 8
    order = [*range(1, players), 0]
    expected = [("drew", seat) for seat in order for _ in range(8)] + [("set_aside", -1)] * aside
    assert dealing(state) == expected
    assert (state.deck_size, state.aside_size, sum(state.discards)) == (deck, aside, 0)


@pytest.mark.rule("L18-02")
@pytest.mark.parametrize(("players", "deck"), [(2, 22), (3, 27), (4, 28)])
def test_one_card_a_player_under_the_deck_tile(players: int, deck: int) -> None:
    state = undealt(NEW, players)
    play(state, *[f"order {seat}" for seat in SEATS[:players]])
    expected = [("set_aside", -1)] * players + [("drew", seat) for seat in range(players) for _ in range(8)]
    assert dealing(state) == expected
    assert state.deck_size == deck


@pytest.mark.rule("L18-02")
@pytest.mark.parametrize(("players", "cards", "deck"), [(2, 40, 24), (3, 54, 30), (4, 64, 32)])
def test_no_card_is_unused_in_the_rail_era(players: int, cards: int, deck: int) -> None:
    state, _ = end_era(f"aside liverpool*{players}", NEW, players)
    assert state.deck_size == cards
    assert Counter(dealing(state)) == {("drew", seat): 8 for seat in range(players)}
    assert (state.deck_size, state.aside_size) == (deck, 0)


@pytest.mark.rule("L-04", "L-05")
def test_cards_set_aside_never_come_up() -> None:
    for game in plies(OLD, 3, 2):
        if game.state.to_act >= 0:
            assert game.state.aside_size == (9, 6)[game.state.era]
