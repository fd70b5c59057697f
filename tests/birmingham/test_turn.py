"""B-TURN: two actions, each for a card, paid in full or not taken at all."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.moves import IllegalMove
from grandjunction.core.notation import parse_move, read_move
from tests.support import at, late, legal, play, reason, refused, seen, units

# Everything is possible here: a mill and a merchant, iron, money, three plain cards.
RICH = """
    hand A birmingham*3 dudley*2 coal
    seat A pounds 40
    tile worcester.1 A cotton.1
    links A birmingham--worcester birmingham--oxford
    merchant oxford.1 cotton barrel
"""
SEVEN = {
    "build": "build iron birmingham.3 card birmingham coal market",
    "link": "link dudley--birmingham card coal",
    "develop": "develop cotton card coal iron market",
    "sell": "sell worcester.1 to oxford.1 card coal beer barrel",
    "loan": "loan 30 card coal",
    "scout": "scout cards birmingham dudley coal",
    "pass": "pass card coal",
}


@pytest.mark.rule("B-TURN-01")
@pytest.mark.parametrize(
    ("era", "round", "actions"), [("canal", 1, 1), ("canal", 2, 2), ("rail", 1, 2), ("rail", 2, 2)]
)
def test_actions_of_a_turn(era: str, round: int, actions: int) -> None:
    state = at("turn A 1\n hand B cannock*2 iron*4 dudley*2", era=era, round=round)
    play(state, "pass")
    state.settle_chance(gj.Rng(1))
    assert (state.to_act, state.actions_left) == (1, actions)
    for _ in range(actions):
        assert state.to_act == 1
        play(state, f"pass card {state.hand_of(1)[0]}")
    assert state.to_act != 1


@pytest.mark.rule("B-TURN-01", "B-ERA-10", "BE-02")
def test_the_rail_era_opens_with_eight_cards_and_two_actions() -> None:
    state = late("turn A 1\n hand A dudley\n aside coal iron", round=10)
    play(state, "pass")
    state.settle_chance(gj.Rng(1))
    assert (list(state.hand_size), state.aside_size, state.deck_size) == ([8, 8], 0, 24)
    assert (state.round, state.actions_left) == (1, 2)


@pytest.mark.rule("B-TURN-02")
def test_the_seven_actions() -> None:
    assert {text.split()[0] for text in legal(at(RICH))} == set(SEVEN)


@pytest.mark.rule("B-TURN-02")
@pytest.mark.parametrize("verb", ["build", "link", "develop", "loan", "pass"])
def test_the_same_action_twice(verb: str) -> None:
    state = at(RICH)
    play(state, SEVEN[verb])
    if state.rules.decision_names[state.decision] == "more":
        play(state, "stop")
    assert state.actions_left == 1
    assert legal(state, verb)


@pytest.mark.rule("B-TURN-02")
@pytest.mark.parametrize("text", ["draw coal", "bonus cotton", "liquidate worcester.1", "order A"])
def test_nothing_else_is_an_action(text: str) -> None:
    assert refused(at(RICH), text) == "B-TURN-02"


@pytest.mark.rule("B-TURN-03")
@pytest.mark.parametrize("verb", sorted(SEVEN))
def test_every_action_costs_a_card(verb: str) -> None:
    state = at(RICH)
    events = play(state, SEVEN[verb])
    assert len(seen(events, "discarded")) == (3 if verb == "scout" else 1)
    assert state.hand_size[0] == 5  # six less one; or less three and two wild


@pytest.mark.rule("B-TURN-03")
@pytest.mark.parametrize("verb", sorted(set(SEVEN) - {"scout"}))
def test_no_action_without_a_card_from_the_hand(verb: str) -> None:
    state = at(RICH)
    words = SEVEN[verb].split()
    place = words.index("card")
    bare = parse_move(state.rules, " ".join(words[:place] + words[place + 2 :]))
    refusal = state.check(bare)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("B-TURN-03", "card_needed")
    words[place + 1] = "brewery"
    assert refused(state, " ".join(words)) == "B-TURN-03"
    assert reason(state, " ".join(words)) == "card_not_held"


@pytest.mark.rule("B-TURN-03", "BE-13")
@pytest.mark.parametrize("cards", ["birmingham coal coal", "birmingham coal brewery", "coal coal coal"])
def test_scout_discards_three_cards_that_are_there(cards: str) -> None:
    assert refused(at(RICH), f"scout cards {cards}") == "B-TURN-03"


@pytest.mark.rule("B-SCOUT-02", "BE-07", "BE-13")
@pytest.mark.parametrize("wild", ["wild_location", "wild_industry"])
def test_a_wild_in_hand_forbids_scout(wild: str) -> None:
    """Whether or not the wild would be among the three."""
    state = at(f"hand A dudley*2 coal {wild}")
    assert legal(state, "scout") == set()
    assert refused(state, "scout cards dudley dudley coal") == "B-SCOUT-02"
    assert refused(state, f"scout cards dudley dudley {wild}") == "B-SCOUT-02"


@pytest.mark.rule("B-SCOUT-04", "BE-08")
def test_the_only_wild_played_first_frees_scout() -> None:
    state = at("hand A dudley*2 coal wild_location")
    play(state, "pass card wild_location", "scout cards dudley dudley coal")
    both = at("hand A dudley*2 coal wild_location wild_industry")
    play(both, "pass card wild_location")
    assert refused(both, "scout cards dudley dudley coal") == "B-SCOUT-02"


@pytest.mark.rule("B-TURN-04")
def test_discards_lie_face_up() -> None:
    state = at("hand A dudley*2 cannock iron")
    events = play(state, "scout cards dudley dudley cannock")
    assert len(seen(events, "discarded")) == 3
    assert "discards cannock dudley*2\n" in state.to_position()
    assert "discards cannock dudley*2\n" in state.view(1).to_position()


@pytest.mark.rule("B-TURN-04", "B-SCOUT-04", "BE-10")
@pytest.mark.parametrize("action", ["pass", "loan 30", "develop cotton", "build coal dudley.1"])
def test_a_wild_returns_to_its_stack_whatever_it_paid_for(action: str) -> None:
    wild = "wild_location" if action.startswith("build") else "wild_industry"
    state = at(f"hand A {wild} dudley")
    play(state, f"{action} card {wild}")
    assert state.hand_of(0) == ["dudley"]
    assert "discards" not in state.to_position()
    assert state.deck_size == 39


@pytest.mark.rule("B-TURN-05", "BE-04")
def test_the_hand_is_refilled_after_the_turn_only() -> None:
    state = at("hand A dudley*2 cannock*2 iron*4\n hand B coal*2")
    play(state, "pass card iron")
    assert (state.to_act, state.hand_size[0]) == (0, 7)
    assert not state.is_chance
    play(state, "pass card iron")
    assert state.is_chance
    drawn = 0
    while state.is_chance:
        assert state.seat == 0
        state.apply_code(state.chance_code(gj.Rng(drawn)), None)
        drawn += 1
    assert (drawn, state.hand_size[0], state.to_act) == (2, 8, 1)


@pytest.mark.rule("B-TURN-05")
@pytest.mark.parametrize(("deck", "hand"), [("coal", 7), ("coal iron", 8), ("none", 6)])
def test_a_short_deck_refills_what_it_can(deck: str, hand: int) -> None:
    state = at("hand A birmingham*3 coventry*3 dudley*2")
    for kind, card in enumerate(state.rules.cards.ids):  # all but these lie discarded
        keep = int(card in deck.split())
        state.discards[kind] = state.deck[kind] - keep
        state.deck[kind] = keep
    state.deck_size = sum(map(int, state.deck))
    play(state, "pass card dudley", "pass card dudley")
    state.settle_chance(gj.Rng(1))
    assert (state.hand_size[0], state.deck_size) == (hand, 0)


@pytest.mark.rule("B-TURN-05")
def test_a_drawn_card_comes_from_the_deck() -> None:
    state = at("turn A 1\n hand A dudley\n discards dudley\n hand B cannock")
    play(state, "pass")
    assert refused(state, "draw dudley") == "B-TURN-05"


@pytest.mark.rule("B-TURN-06")
def test_spent_money_adds_up_until_the_round_ends() -> None:
    state = at("hand A dudley birmingham\n hand B cannock*2\n links A dudley--birmingham")
    play(state, "build coal dudley.1 card dudley", "link birmingham--oxford")
    assert (state.spent[0], state.pounds[0]) == (8, 9)
    state.settle_chance(gj.Rng(1))
    assert (state.to_act, state.spent[0]) == (1, 8)
    play(state, "pass", "pass")
    state.settle_chance(gj.Rng(1))
    assert (state.round, list(state.spent), list(state.order)) == (9, [0, 0], [1, 0])
    assert state.pounds[0] == 9  # what was spent is gone


@pytest.mark.rule("B-TURN-07", "BE-31")
def test_a_tile_cannot_pay_for_itself() -> None:
    """Iron works III costs £9 and would sell for £9, but only £8 is there."""
    text = "hand A dudley\n mat A iron 2\n tile dudley.1 B coal.1 holds 1\n market iron 5\n"
    state = at(text + "seat A pounds 8")
    assert refused(state, "build iron dudley.2 card dudley coal dudley.1") == "B-TURN-07"
    assert units(state, "build iron") == set()
    enough = at(text + "seat A pounds 9")
    play(enough, "build iron dudley.2 card dudley coal dudley.1")
    assert enough.pounds[0] == 9


@pytest.mark.rule("B-TURN-07")
@pytest.mark.parametrize(("pounds", "enough"), [(10, False), (11, True)])
def test_tile_and_market_cubes_are_paid_together(pounds: int, enough: bool) -> None:
    """Manufacturer I: £8 and a coal cube for £3."""
    state = at(f"seat A pounds {pounds}\n links B birmingham--oxford\n market coal 10")
    move = "build manufacturer birmingham.2 card birmingham coal market"
    assert (move in legal(state)) == enough
    if not enough:
        assert refused(state, move) == "B-TURN-07"


@pytest.mark.rule("B-TURN-07")
def test_money_of_the_first_action_pays_for_the_second() -> None:
    """A works sells £2 of iron; that and £1 lay a canal."""
    state = at("hand A dudley birmingham\n seat A pounds 6\n tile dudley.1 B coal.1 holds 1")
    play(state, "build iron dudley.2 card dudley", "link dudley--birmingham")
    assert state.pounds[0] == 6 - 5 + 2 - 3


@pytest.mark.rule("B-TURN-08", "B-COAL-07", "BE-67")
def test_an_action_that_cannot_be_finished_is_not_begun() -> None:
    """Two coal needed, one cube connected, no merchant: nothing is discarded, taken or paid."""
    state = at("hand A wolverhampton\n mat A manufacturer 3\n tile wolverhampton.2 B coal.1 holds 1")
    before = state.to_position()
    for coal in ("wolverhampton.2", "wolverhampton.2 market", "wolverhampton.2 wolverhampton.2"):
        move = read_move(state, f"build manufacturer wolverhampton.1 card wolverhampton coal {coal}")
        with pytest.raises(IllegalMove) as error:
            state.apply(move)
        assert error.value.refusal.rule == "B-COAL-07"
        assert state.to_position() == before
    assert units(state, "build manufacturer") == set()


@pytest.mark.rule("B-TURN-08", "B-SELL-04", "B-BEER-01", "BE-91")
def test_no_beer_no_sale() -> None:
    state = at("""
        tile worcester.1 A cotton.1
        tile burton_on_trent.2 B brewery.1 holds 1
        links A birmingham--worcester birmingham--oxford
        merchant oxford.1 cotton
    """)
    assert legal(state, "sell") == set()
    for beer in ("", " beer burton_on_trent.2", " beer barrel"):
        assert refused(state, f"sell worcester.1 to oxford.1 card birmingham{beer}") == "B-BEER-01"


@pytest.mark.rule("B-TURN-09", "B-PASS-01")
def test_an_action_not_wanted_is_passed_with_a_card() -> None:
    """Nobody stops short: neither instead of the first action nor of the second."""
    state = at("hand A dudley*2 cannock*2\n hand B iron*2")
    for left in (2, 1):
        assert state.actions_left == left
        assert refused(state, "stop") == "B-TURN-02"
        assert "stop" not in legal(state)
        play(state, "pass card cannock")
    assert state.hand_of(0) == ["dudley", "dudley"]
    assert state.is_chance
