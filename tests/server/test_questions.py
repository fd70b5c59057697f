"""The answers to a player's picks: a refusal exactly where no legal move goes with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.core.bits import BIT
from grandjunction.core.explain import unsold, why_not_anywhere
from grandjunction.core.state import State
from grandjunction.server.questions import why_not_card, why_not_merchant, why_not_slot
from grandjunction.server.requests import Why
from tests.server.support import Browser

RECORDS = Path(__file__).parents[2] / "records"
GAMES = ["birmingham-4.gj", "lancashire-2018-4.gj"]


def actions(name: str, step: int = 2) -> Iterator[State]:
    """Every so many of the positions of a golden game in which an action is chosen."""
    told = gj.load_game(RECORDS / name)
    game = gj.Game(told.rules, told.state.players)
    found = 0
    for move in told.moves:
        state = game.state
        if not state.is_chance and state.rules.decision_names[state.decision] == "action":
            found += 1
            if found % step == 0:
                yield state.copy()
        game.play(move)


def legal(state: State) -> list[list[str]]:
    """The words of every legal move."""
    return [str(move).split() for move in state.legal_moves()]


@pytest.mark.parametrize("name", GAMES)
def test_a_space_with_a_card_is_refused_where_the_card_builds_nothing_there(name: str) -> None:
    refused = 0
    for state in actions(name, 37):
        built = {(move[2], move[4]) for move in legal(state) if move[0] == "build"}
        for slot in state.rules.board.slot_ids[::3]:
            for card in set(state.hand_of(state.seat)):
                refusal = why_not_slot(state, Why(question="slot", slot=slot, card=card))
                assert (refusal is None) == ((slot, card) in built), (slot, card, str(refusal))
                refused += refusal is not None
    assert refused > 100


@pytest.mark.parametrize("name", GAMES)
def test_a_card_is_refused_where_it_builds_nothing(name: str) -> None:
    reasons = set()
    for state in actions(name, 7):
        builds = {(move[1], move[4]) for move in legal(state) if move[0] == "build"}
        for card in set(state.hand_of(state.seat)):
            refusal = why_not_card(state, Why(question="card", card=card))
            assert (refusal is None) == any(card == played for _, played in builds), (card, str(refusal))
            if refusal is not None:
                reasons.add(refusal.reason)
    assert len(reasons) > 3
    assert not reasons & {"card_wrong_place", "card_wrong_industry", "space_lacks_industry"}


def test_a_card_is_refused_for_the_industry_that_is_picked() -> None:
    state = gj.new_game("birmingham", players=4, seed=3).state
    town = next(card for card in state.hand_of(state.seat) if card in state.rules.board.place_ids)
    for industry in state.rules.board.industries:
        built = [move for move in legal(state) if move[0] == "build" and move[4] == town]
        asked = Why(question="card", card=town, industry=industry)
        try:
            refusal = why_not_card(state, asked)
        except ValueError:  # the town has no space for it
            assert not any(move[1] == industry for move in built)
            continue
        assert (refusal is None) == any(move[1] == industry for move in built)
    with pytest.raises(ValueError, match="unknown card"):
        why_not_card(state, Why(question="card", card="fish"))


@pytest.mark.rule("B-ERAB-01")
def test_a_town_card_is_refused_for_the_tile_that_the_seat_has_there() -> None:
    towns = set()
    for state in actions("birmingham-2.gj", 1):
        for card in set(state.hand_of(state.seat)) & set(state.rules.board.place_ids):
            refusal = why_not_card(state, Why(question="card", card=card))
            if refusal is not None and refusal.reason == "one_tile_a_town":
                assert (refusal.rule, str(refusal.params["slot"]).partition(".")[0]) == ("B-ERAB-01", card)
                towns.add(card)
    assert towns


@pytest.mark.parametrize("name", GAMES)
def test_a_space_alone_is_refused_for_an_industry_that_it_shows(name: str) -> None:
    refused = [
        why_not_slot(state, Why(question="slot", slot=slot))
        for state in actions(name, 37)
        for slot in state.rules.board.slot_ids
    ]
    reasons = {refusal.reason for refusal in refused if refusal is not None}
    assert len(reasons) > 3
    assert "space_lacks_industry" not in reasons


@pytest.mark.rule("L-14")
def test_a_shipyard_is_refused_for_its_level() -> None:
    state = gj.new_game("lancashire-2018", players=3, seed=3).state
    refusal = why_not_slot(state, Why(question="slot", slot="birkenhead.1"))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("L-14", "tile_never_built")


@pytest.mark.parametrize("name", GAMES)
def test_an_own_tile_that_waits_to_be_sold_is_asked_about_its_sale(name: str) -> None:
    asked = 0
    for state in actions(name):
        moves = legal(state)
        for slot in (state.rules.board.slot_ids[number] for number in unsold(state)):
            refusal = why_not_slot(state, Why(question="slot", slot=slot, verb="sell"))
            assert (refusal is None) == any(move[:2] == ["sell", slot] for move in moves)
            if not any(move[0] in ("sell", "build") and slot in move for move in moves):
                assert why_not_slot(state, Why(question="slot", slot=slot)) == refusal
                asked += 1
    assert asked > 0


def test_a_merchant_is_refused_where_nothing_can_be_sold_there() -> None:
    answers = set()
    for state in actions("birmingham-4.gj"):
        sold = {(move[1], move[3]) for move in legal(state) if move[0] == "sell"}
        slots = [state.rules.board.slot_ids[number] for number in unsold(state)]
        for merchant in (
            "oxford.1",
            "oxford.2",
            "nottingham.2",
            "gloucester.1",
            "warrington.1",
            "shrewsbury.1",
        ):
            if not slots:
                with pytest.raises(ValueError, match="nothing to try"):
                    why_not_merchant(state, merchant, None)
                continue
            assert (why_not_merchant(state, merchant, None) is None) == any(to == merchant for _, to in sold)
            for slot in slots:
                refusal = why_not_merchant(state, merchant, slot)
                assert (refusal is None) == ((slot, merchant) in sold)
                answers.add(refusal is None)
    assert answers == {True, False}


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_refused_where_it_is_possible_nowhere(name: str) -> None:
    refused = 0
    for state in actions(name, 3):
        possible = {move[0] for move in legal(state)}
        for verb in ("build", "link", "sell", "develop"):
            known = state.rules.verb_named(verb)
            assert known is not None
            refusal = why_not_anywhere(state, known)
            assert (refusal is None) == (verb in possible), (verb, str(refusal))
            refused += refusal is not None
    assert refused > 0


def test_a_build_for_which_no_card_is_held_is_not_refused_for_a_single_place() -> None:
    reasons = set()
    for state in (state for name in GAMES for state in actions(name, 1)):
        build = state.rules.verb_named("build")
        assert build is not None
        refusal = why_not_anywhere(state, build)
        if refusal is not None:
            assert refusal.reason not in ("no_card", "no_card_at_farm")
            reasons.add(refusal.reason)
    assert "no_card_anywhere" in reasons


def test_a_link_that_is_possible_nowhere_is_not_refused_for_a_single_line(anna: Browser) -> None:
    game = anna.new_game("me", "person", ruleset="lancashire-2018", seed="nothing built yet")["game"]
    refusal = anna.game("POST", game, "/why", {"question": "verb", "verb": "link"})
    assert isinstance(refusal, dict)
    assert (refusal["refusal"]["reason"], refusal["refusal"]["params"]) == ("lines_out_of_reach", {})
    assert refusal["rule"]["id"] == "L18-06"


def test_picks_are_asked_about_over_the_wire(anna: Browser) -> None:
    game = anna.new_game("me", "person", seed="why")["game"]

    def why(expect: int = 200, **asked: str) -> object:
        return anna.game("POST", game, "/why", asked, expect=expect)

    refusal = why(question="slot", slot="leek.1", verb="sell")
    assert isinstance(refusal, dict)
    assert refusal["refusal"]["reason"] == "sell_not_yours"
    why(422, question="merchant", merchant="oxford.1")  # there is nothing to sell yet
    nothing = why(question="verb", verb="sell")
    assert isinstance(nothing, dict)
    assert (nothing["refusal"]["reason"], nothing["rule"]["id"]) == ("nothing_to_sell", "B-SELL-03")
    why(422, question="slot", slot="leek.1", card="fish")
    why(422, question="slot", slot="leek.1", industry="fish")
    why(422, question="slot", slot="leek.1", fish="fish")


@pytest.mark.parametrize(
    ("name", "verbs"), [(GAMES[0], ["build", "link", "develop"]), (GAMES[1], ["build", "link"])]
)
def test_without_money_the_refusal_of_a_verb_names_money(name: str, verbs: list[str]) -> None:
    for state in actions(name, 5):
        rules, seat = state.rules, state.seat
        state.pounds[seat] = 0
        for verb in verbs:
            known = rules.verb_named(verb)
            assert known is not None
            refusal = why_not_anywhere(state, known)
            if refusal is None:  # a free develop
                continue
            if refusal.reason in ("no_links_left", "nothing_to_develop"):
                continue
            assert refusal.reason == "pounds_short", (verb, str(refusal))


def test_of_prices_too_high_the_lowest_is_named() -> None:
    for state in actions("birmingham-4.gj", 11):
        tiles, seat = state.rules.tiles, state.seat
        state.pounds[seat] = 0
        build = state.rules.verb_named("build")
        assert build is not None
        refusal = why_not_anywhere(state, build)
        assert refusal is not None
        tops = [state.top_tile(seat, item) for item in range(tiles.industries)]
        costs = [tiles.cost[kind] for kind in tops if kind >= 0 and tiles.eras[kind] & BIT[state.era]]
        assert refusal.params["cost"] == min(costs)
