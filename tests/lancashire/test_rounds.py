"""L-05, L-07 to L-10, L18-03, L18-04: the course of a round and of a turn."""

from __future__ import annotations

from collections import Counter

import pytest

import grandjunction as gj
from tests.lancashire.table import INTRO, NEW, OLD, both, end_era, end_round, kinds, on, passing, told
from tests.support import legal, play, refused, seen

COURSE = ("income_paid", "turn_began", "ordered", "drew", "round_began")


def rounds(ruleset: str, players: int) -> Counter[int]:
    """How many rounds each era of a passing game has."""
    found: Counter[int] = Counter()
    for state, _ in passing(ruleset, players):
        if not state.is_over:
            found[state.era] = max(found[state.era], state.round)
    return found


@pytest.mark.rule("L-05")
@pytest.mark.parametrize(("players", "number"), [(3, 10), (4, 8)])
def test_rounds_of_a_period_in_2007(players: int, number: int) -> None:
    assert rounds(OLD, players) == {0: number, 1: number}


@pytest.mark.rule("L18-04")
@pytest.mark.parametrize(("players", "number"), [(2, 10), (3, 9), (4, 8)])
def test_rounds_of_an_era_in_2018(players: int, number: int) -> None:
    assert rounds(NEW, players) == {0: number, 1: number}
    assert rounds(INTRO, players) == {0: number}


@pytest.mark.rule("L-05", "L-10")
def test_the_course_of_a_round_in_2007() -> None:
    state = on(
        "order B C A\nturn A 1\nhand A cotton*2\nhand B coal*5 iron*2\nhand C port*5\nseat A income 14"
    )
    events = play(state, "pass card cotton")
    assert kinds(events, *COURSE) == ["ordered"]
    events = state.settle_chance(gj.Rng(1))
    assert kinds(events, *COURSE) == ["drew", "round_began", "income_paid", "turn_began"]
    assert [seat for seat, _ in seen(events, "drew")] == [1] + [2] * 3 + [0] * 7
    assert seen(events, "income_paid") == [(1, 0), (2, 0), (0, 2)]
    assert (state.round, state.to_act, state.pounds[0]) == (9, 1, 32)


@pytest.mark.rule("L18-03", "L18-04")
def test_the_course_of_a_round_in_2018() -> None:
    state = on("order B A\nturn A 1\nhand A bolton*2\nhand B coal*3 port\nseat A income 14", NEW)
    events = play(state, "pass card bolton")
    events += state.settle_chance(gj.Rng(1))
    assert kinds(events, *COURSE) == ["drew", "ordered", "income_paid", "round_began", "turn_began"]
    assert [seat for seat, _ in seen(events, "drew")] == [0] * 7
    assert seen(events, "income_paid") == [(1, 0), (0, 2)]


@pytest.mark.rule("L-10")
def test_the_new_order_draws_first() -> None:
    state = on("order B C A\nturn A 1\nhand A cotton*2\nhand B coal*5 port*2\nhand C port*4\nseat B spent 9")
    play(state, "pass card cotton")
    events = state.settle_chance(gj.Rng(1))
    assert [seat for seat, _ in seen(events, "drew")] == [2] * 4 + [0] * 7 + [1]


@pytest.mark.rule("L-10", "L-07", "L-05")
def test_when_the_deck_is_empty_hands_are_played_out() -> None:
    """3 players: 33 cards to draw in the Canal period, 36 in the Rail period."""
    drawn: Counter[tuple[int, int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    round = (0, 1)
    for state, events in passing(OLD, 3):
        played[round] += len(seen(events, "discarded"))
        before = [event for event in events[: _begin(events)] if event.kind == "drew"]
        drawn[round] += len(before)
        round = (state.era, state.round)
    assert [played[0, n] for n in range(1, 11)] == [3] + [6] * 9
    assert [played[1, n] for n in range(1, 11)] == [6] * 10
    assert [drawn[0, n] for n in range(1, 11)] == [3] + [6] * 5 + [0] * 4
    assert [drawn[1, n] for n in range(1, 11)] == [6] * 6 + [0] * 4


def _begin(events: list[gj.Event]) -> int:
    """Where the next round or era begins."""
    starts = [n for n, event in enumerate(events) if event.kind in ("round_began", "era_began")]
    return starts[0] if starts else len(events)


@pytest.mark.rule("L-07", "L18-03")
@pytest.mark.parametrize(("ruleset", "players"), [(OLD, 4), (NEW, 4)])
def test_one_card_in_the_opening_round_and_two_ever_after(ruleset: str, players: int) -> None:
    turns: dict[tuple[int, int], Counter[int]] = {}
    round = (0, 1)
    for state, events in passing(ruleset, players):
        turns.setdefault(round, Counter()).update(seat for seat, _ in seen(events, "discarded"))
        round = (state.era, state.round)
    assert turns.pop((0, 1)) == {0: 1, 1: 1, 2: 1, 3: 1}
    assert len(turns) == 15
    assert all(turn == {0: 2, 1: 2, 2: 2, 3: 2} for turn in turns.values())


@pytest.mark.rule("L-07", "L18-03")
@both
def test_nobody_acts_out_of_turn(ruleset: str) -> None:
    state = on(
        "hand A cotton coal\nhand B port" if ruleset == OLD else "hand A iron coal\nhand B port", ruleset
    )
    move = state.legal_moves()[0]
    assert state.check(move, 0) is None
    refusal = state.check(move, 1)
    assert refusal is not None
    assert refusal.rule == ("L-07" if ruleset == OLD else "L18-03")


@pytest.mark.rule("L18-03")
def test_no_refill_between_the_actions_in_2018() -> None:
    state = on("hand A bolton manchester*2\nhand B coal*3", NEW)
    assert seen(play(state, "pass card bolton"), "drew") == []
    assert (state.to_act, state.hand_size[0]) == (0, 2)
    play(state, "pass card manchester")
    assert state.is_chance
    assert [seat for seat, _ in seen(state.settle_chance(gj.Rng(1)), "drew")] == [0] * 7
    assert state.to_act == 1


@pytest.mark.rule("L18-03", "L-39")
def test_discards_lie_face_up() -> None:
    state = on("hand A bolton manchester*2\nhand B coal*3", NEW)
    play(state, "pass card bolton")
    assert "discards bolton" in state.view(1).to_position()


RICH = """
    hand A bolton cotton coal
    tile manchester.1 A cotton.1
    tile bury.1 A coal.1 holds 2
    tile warrington_runcorn.2 B port.1
    links B manchester--warrington_runcorn
"""


@pytest.mark.rule("L-08")
def test_the_available_actions() -> None:
    state = on(RICH)
    verbs = {option.unit.verb for option in state.options()}
    assert verbs == {"build", "link", "develop", "sell", "loan", "pass", "build_anywhere"}


@pytest.mark.rule("L-08")
def test_the_face_of_a_card_matters_only_for_building_an_industry() -> None:
    for option in on(RICH).options():
        if option.unit.verb == "build":
            assert set(option.cards) < {"bolton", "cotton", "coal"}, option
        elif option.unit.verb != "build_anywhere":
            assert set(option.cards) == {"bolton", "cotton", "coal"}, option


@pytest.mark.rule("L-08")
def test_the_same_action_twice() -> None:
    state = on("hand A bolton cotton\nhand B port")
    play(state, "loan 10 card bolton", "loan 10 card cotton")
    assert (state.pounds[0], state.income[0]) == (50, 8)


@pytest.mark.rule("L-07", "L-08", "L18-03")
@pytest.mark.parametrize(("ruleset", "rule"), [(OLD, "L-07"), (NEW, "L18-03")])
def test_every_action_is_paid_with_a_card_in_hand(ruleset: str, rule: str) -> None:
    state = on("hand A bolton manchester", ruleset)
    assert refused(state, "loan 10 card wigan") == rule
    assert refused(state, "pass card wigan") == rule
    assert refused(state, "stop") == "L-08"
    assert legal(state, "pass") == {"pass card bolton", "pass card manchester"}


@pytest.mark.rule("LX-20", "L-08")
@both
def test_passing_costs_a_card(ruleset: str) -> None:
    state = on("hand A bolton manchester*2\nhand B coal", ruleset)
    events = play(state, "pass card bolton")
    assert seen(events, "discarded") == [(0, state.rules.cards.ids.index("bolton"))]
    assert told(state, "hand A") == ["hand A manchester*2"]
    play(state, "pass card manchester")
    assert told(state, "discards") == ["discards bolton manchester"]
    assert (state.pounds[0], state.spent[0]) == (30, 0)


# -- the new turn order ---------------------------------------------------------------------------------


@pytest.mark.rule("L-09", "LE-64")
@pytest.mark.parametrize("ruleset", [OLD, NEW])
@pytest.mark.parametrize(
    ("before", "after"), [("D C B A", "C B D A"), ("B C D A", "B C D A"), ("C D B A", "C B D A")]
)
def test_least_spent_first(ruleset: str, before: str, after: str) -> None:
    """Red (A) spent 23, purple (B) and green (C) 6 each, yellow (D) 12."""
    state, _ = end_round(
        f"order {before}\nseat A spent 23\nseat B spent 6\nseat C spent 6\nseat D spent 12", ruleset, 4
    )
    assert told(state, "order") == [f"order {after}"]
    assert list(state.spent) == [0, 0, 0, 0]
    assert list(state.pounds) == [30, 30, 30, 30]


@pytest.mark.rule("L-09", "LX-19")
@pytest.mark.parametrize(
    ("move", "spent"),
    [
        ("build port preston.1 card preston", 6),
        ("build iron preston.3 card preston coal market", 5 + 3),
        ("link lancaster--preston card preston", 3),
        ("develop cotton card preston iron market", 2),
        ("loan 30 card preston", 0),
    ],
)
def test_what_is_spent(move: str, spent: int) -> None:
    """Tiles, links and cubes from tracks; a loan takes nothing off."""
    state = on("""
        hand A preston preston
        tile lancaster.1 A port.1
        tile fleetwood.1 B port.1
        links B fleetwood--preston
        market coal 4 iron 6
        """)
    play(state, move)
    assert state.spent[0] == spent


@pytest.mark.rule("L-40", "L-09")
def test_money_made_does_not_reduce_the_amount_spent() -> None:
    """The iron works costs £5 and sells four cubes for 4 + 4 + 3 + 3; then £20 is borrowed."""
    state = on("""
        hand A preston*2
        hand B coal
        tile fleetwood.1 B port.1
        links B fleetwood--preston
        market coal 0 iron 0
        """)
    play(state, "build iron preston.3 card preston coal market")
    assert (state.spent[0], state.pounds[0]) == (10, 30 - 10 + 14)
    play(state, "loan 20 card preston")
    assert (state.spent[0], state.pounds[0]) == (10, 54)


@pytest.mark.rule("LX-23", "L-36")
@both
def test_the_order_of_the_last_canal_round_opens_the_rail_period(ruleset: str) -> None:
    state, _ = end_era("order B C A\nseat B spent 12\nseat C spent 5", ruleset, 3)
    assert (state.era, state.round) == (1, 1)
    assert told(state, "order") == ["order A C B"]
    state.settle_chance(gj.Rng(1))
    assert state.to_act == 0


@pytest.mark.rule("L18-04")
@pytest.mark.parametrize(
    ("ruleset", "era", "paid"),
    [(NEW, "canal", [(1, 0), (0, 2)]), (NEW, "rail", []), (INTRO, "canal", [])],
    ids=["canal", "rail", "introductory"],
)
def test_no_income_after_the_last_round_of_the_game(
    ruleset: str, era: str, paid: list[tuple[int, ...]]
) -> None:
    _, events = end_era("seat A income 14", ruleset, era=era)
    assert seen(events, "income_paid") == paid
