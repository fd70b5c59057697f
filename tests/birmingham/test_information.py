"""What is hidden, what may be undone, what is chosen automatically: B-INFO."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import at, late, legal, play, units

BASE = """
    order B A
    hand A birmingham coal
    hand B dudley*2 wild_industry
    aside walsall iron
    discards coventry brewery
    tile cannock.2 B coal.1 holds 2
    seat B pounds 9 income 12 vp 3 spent 4
    mat B coal 2
"""


@pytest.mark.rule("B-INFO-01")
@pytest.mark.parametrize(
    ("change", "to"),
    [
        ("hand B dudley*2", "hand B redditch stafford"),  # a rival's hand, so the deck too
        ("aside walsall iron", "aside iron nuneaton"),  # the face-down cards
    ],
)
@pytest.mark.parametrize("viewer", [0, None])
def test_hands_deck_and_face_down_cards_are_hidden(change: str, to: str, viewer: int | None) -> None:
    truth, other = at(BASE), at(BASE.replace(change, to))
    assert truth != other
    assert truth.view(viewer) == other.view(viewer)
    assert truth.view(viewer).to_position() == other.view(viewer).to_position()


@pytest.mark.rule("B-INFO-01", "B-SETUP-11")
def test_the_face_down_card_is_hidden_from_its_owner_too() -> None:
    for viewer in (0, 1):
        views = [at(BASE.replace("aside walsall iron", aside)).view(viewer) for aside in
                 ("aside walsall iron", "aside nuneaton pottery")]  # fmt: skip
        assert views[0] == views[1]


@pytest.mark.rule("B-INFO-01")
def test_a_player_sees_the_own_hand() -> None:
    assert at(BASE).view(0).hand == ["birmingham", "coal"]
    assert at(BASE).view(1) != at(BASE.replace("dudley*2", "redditch stafford")).view(1)


@pytest.mark.rule("B-INFO-01")
@pytest.mark.parametrize(
    ("change", "to"),
    [
        ("discards coventry brewery", "discards coventry"),  # whole piles, not the last cards only
        ("pounds 9", "pounds 8"),
        ("income 12", "income 13"),
        ("vp 3", "vp 4"),
        ("spent 4", "spent 5"),
        ("mat B coal 2", "mat B coal 3"),
        ("holds 2", "holds 1"),
        ("dudley*2 wild_industry", "dudley*2 wild_location"),  # which wild a player holds
        ("dudley*2", "dudley"),  # how many cards
    ],
)
@pytest.mark.parametrize("viewer", [0, None])
def test_everything_else_is_open(change: str, to: str, viewer: int | None) -> None:
    assert at(BASE).view(viewer) != at(BASE.replace(change, to)).view(viewer)


@pytest.mark.rule("B-INFO-01")
def test_what_the_rival_sees_in_words() -> None:
    lines = at(BASE).view(0).to_position().splitlines()
    assert "hand B wild_industry unknown*2" in lines
    assert "aside unknown*2" in lines
    assert "discards coventry brewery" in lines
    assert "deck unknown*32" in lines  # 40 cards less hands 2 + 2, aside 2, discards 2


@pytest.mark.rule("B-INFO-02")
@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("hand A dudley coal iron", ["build coal dudley.1 card dudley"]),
        ("hand A dudley coal iron", ["loan 30 card iron"]),
        ("hand A dudley coal iron", ["scout cards dudley coal iron"]),
        ("hand A dudley coal", ["develop cotton card coal iron market", "develop coal iron market"]),
        (
            "links A worcester--gloucester\nmerchant gloucester.1 all barrel\ntile worcester.1 A cotton.1",
            ["sell worcester.1 to gloucester.1 card birmingham beer barrel", "bonus iron"],
        ),
    ],
)
def test_nothing_hidden_is_revealed_before_the_refill(text: str, moves: list[str]) -> None:
    """The actor's knowledge alone foretells everything inside the turn, so that undoing it is safe."""
    state = at(f"{text}\nhand B coventry")
    foretold = state.view(0).known.copy()
    for move in moves:
        play(foretold, move)
        play(state, move)
        assert not state.is_chance
        assert state.view(0).known == foretold
    play(state, min(legal(state, "pass")))
    assert state.is_chance  # the refill: from here on undo would tell


@pytest.mark.rule("B-INFO-02")
def test_a_kept_copy_is_the_undo() -> None:
    state = at("hand A dudley coal")
    before = state.copy()
    play(state, "build coal dudley.1 card dudley")
    assert state != before
    assert before == at("hand A dudley coal")


CHOICES = {
    "tie in coal": (
        """
        hand A birmingham coventry
        mat A manufacturer 0
        tile dudley.1 B coal.1 holds 2
        tile tamworth.1 B coal.2 holds 3
        links B dudley--birmingham tamworth--birmingham
        """,
        "build manufacturer birmingham.2",
        {"coal dudley.1", "coal tamworth.1"},
    ),
    "works in iron": (
        "tile dudley.2 B iron.1 holds 4\ntile redditch.2 B iron.2 holds 4",
        "develop cotton",
        {"iron dudley.2", "iron redditch.2"},
    ),
    "sources of beer": (
        """
        links A birmingham--oxford
        merchant oxford.1 cotton barrel
        tile birmingham.1 A cotton.1
        tile stafford.1 A brewery.1 holds 1
        tile stone.1 A brewery.1 holds 1
        """,
        "sell birmingham.1 to oxford.1",
        {"beer barrel", "beer stafford.1", "beer stone.1"},
    ),
}


@pytest.mark.rule("B-INFO-03")
@pytest.mark.parametrize("name", CHOICES)
def test_sources_are_the_players_choice(name: str) -> None:
    text, start, wanted = CHOICES[name]
    assert units(at(text), start) == {f"{start} {source}" for source in wanted}


@pytest.mark.rule("B-INFO-03")
def test_the_gloucester_tile_and_the_shortfall_tile_are_asked_for() -> None:
    sale = at("links A worcester--gloucester\nmerchant gloucester.1 all barrel\ntile worcester.1 A cotton.1")
    play(sale, "sell worcester.1 to gloucester.1 card birmingham beer barrel")
    assert len(units(sale, "bonus")) == len(units(sale)) == 5
    short = late(
        """
        turn B 1
        hand B coventry coventry
        tile dudley.1 A coal.1 holds 2
        tile cannock.2 A coal.2 holds 2
        seat A pounds 0 income 9
        """
    )
    play(short, "pass card coventry")
    assert units(short) == {"liquidate dudley.1", "liquidate cannock.2"}


@pytest.mark.rule("B-INFO-03")
@pytest.mark.parametrize("seed", range(3))
def test_a_question_has_more_than_one_answer(seed: int) -> None:
    """Only real choices are put to a player, except the card of an action and whether to stop."""
    game = gj.new_game(players=3, seed=f"info {seed}")
    rng = gj.Rng(f"info {seed}")
    while not game.state.is_over:
        moves = game.legal_moves()
        if game.state.rules.decision_names[game.state.decision] in ("bonus", "shortfall", "more"):
            assert len(moves) > 1
        busy = [move for move in moves if move.verb not in ("pass", "loan")] or moves
        game.play(busy[rng.below(len(busy))])
