"""``print(state)``: the board in words."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.words import LANGUAGES
from grandjunction.words.telling import board_in_words

from .support import at

POSITION = """
hand A birmingham dudley*2 coal
hand B coventry
seat A pounds 12 income 14 vp 0 spent 0
market coal 12 iron 8
merchant gloucester.1 cotton barrel
merchant oxford.1 blank
tile dudley.1 A coal.1 holds 2
tile birmingham.3 B iron.1 flipped
links A birmingham--dudley
links B kidderminster--worcester
"""

SAID = """\
Brass: Birmingham, 2 players
Canal Era, round 8, 30 cards in the deck
A: choose an action

     Pounds  Income  VP  Spent  Cards  Links left
> A     £12      +2   0     £0      4          13
  B     £17      +0   0     £0      1          13

Coal market: 12 of 14, the next costs £2
Iron market: 8 of 10, the next costs £2
Merchants buy: Gloucester 1 cotton (barrel), Oxford 1 nothing

Dudley: A Coal mine I holding 2, A → Birmingham
Kidderminster: B → Worcester + Southern farm
Worcester: B → Kidderminster + Southern farm
Birmingham: B Iron works I flipped, A → Dudley
Southern farm: B → Kidderminster + Worcester

Cards
  A: Dudley ×2, Birmingham, Coal mine
  B: Coventry"""


def test_a_position_is_printed_town_by_town() -> None:
    state = at(POSITION)
    assert str(state) == SAID.replace("30 cards", f"{state.deck_size} cards")


def test_a_view_prints_the_hand_of_its_seat_only() -> None:
    said = str(at(POSITION).view(1))
    assert "  B: Coventry" in said
    assert "  A: " not in said


def test_names_follow_the_letters() -> None:
    said = board_in_words(at(POSITION), ["Ann", "Bob"])
    assert "A Ann: choose an action" in said
    assert "> A Ann" in said
    assert "> player A  " in board_in_words(at(POSITION), ["player A", "Bob"])
    with pytest.raises(ValueError, match="2 players need 2 names, not 1"):
        board_in_words(at(POSITION), ["Ann"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ["birmingham", "lancashire-2018", "hamlet"])
def test_every_language_tells_it(id: str, lang: str) -> None:
    game = gj.new_game(id, players=2, seed=3)
    gj.playout(game.state, gj.Policy(), gj.Rng(4))
    assert str(game.state.vp[0]) in board_in_words(game.state, game.names, lang)


def test_a_finished_game_tells_its_places() -> None:
    game = gj.new_game("hamlet", players=2, seed=3, names=["Ann", "Bob"])
    gj.playout(game.state, gj.Policy(), gj.Rng(4))
    (best,), (other,) = gj.standings(game.state)
    called = ["A Ann", "B Bob"]
    said = "; ".join(f"{called[seat]} {game.state.vp[seat]} VP" for seat in (best, other))
    line = board_in_words(game.state, game.names).splitlines()[2]
    assert line == "The game is over: 1. " + said.replace("; ", ", 2. ")


def test_seats_that_share_a_place_have_its_number() -> None:
    state = gj.new_game("hamlet", players=2, seed=3).state
    gj.playout(state, gj.Policy(), gj.Rng(4))
    for seat in (0, 1):
        state.vp[seat], state.pounds[seat], state.income[seat] = 5, 0, 10
    assert gj.standings(state) == [[0, 1]]
    assert str(state).splitlines()[2] == "The game is over: 1. A 5 VP, 1. B 5 VP"


def test_reprs_are_short_and_true() -> None:
    state = gj.new_game("birmingham", players=2, seed=7).state
    assert repr(state) == "<State birmingham, 2 players, canal round 1, A: action>"
    assert repr(state.view(1)) == f"<View of B: {state!r}>"
    assert repr(state.view()) == f"<View of spectator: {state!r}>"
    gj.playout(state, gj.Policy(), gj.Rng(1))
    assert repr(state) == "<State birmingham, 2 players, rail round 10, over>"


def test_events_name_what_happened() -> None:
    game = gj.new_game("birmingham", players=2, seed=7)
    placed = next(event for event in game.play("build coal dudley card dudley") if event.kind == "placed")
    assert repr(placed) == "<Event placed seat=A slot=dudley.1 tile=coal.1>"
    assert repr(gj.Event("placed", (0, 3, 2))) == "<Event placed (0, 3, 2)>"
    assert placed == gj.Event(placed.kind, placed.values)
