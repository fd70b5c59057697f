"""L-39, L-40, L18-11: what is open, what is hidden, and that a refused action changes nothing."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.notation import NotationError, read_move
from tests.lancashire.table import INTRO, NEW, OLD, both, on, told
from tests.support import legal, play, refused

# The order, the pile aside and the stack of distant-market tiles differ by edition and player count.
TABLE = {
    OLD: "order B A C\naside stockport oldham cotton*7\ndemand 3 left 2 2 4 2 1",
    NEW: "order B A\naside stockport oldham\ndemand 3 left 0 1 3 2 1",
}
OPEN = """
    hand A bolton manchester*2
    hand B preston liverpool wigan
    discards macclesfield rochdale
    seat B pounds 17 income 14 spent 8
    mat B cotton 4 port 1
    tile wigan.1 A coal.1 holds 1
    market coal 5 iron 6
"""


@pytest.mark.rule("L-39")
@both
def test_hands_deck_and_set_aside_cards_are_hidden(ruleset: str) -> None:
    state = on(OPEN + TABLE[ruleset], ruleset)
    text = state.view(0).to_position()
    assert "hand A bolton manchester*2" in text
    assert "hand B unknown*3" in text
    assert f"aside unknown*{9 if ruleset == OLD else 2}" in text
    for card in ("preston", "liverpool", "stockport", "oldham"):
        assert card not in text
    assert f"deck unknown*{state.deck_size}" in text
    spectator = state.view().to_position()
    assert "hand A unknown*3" in spectator
    assert "bolton" not in spectator


@pytest.mark.rule("L-39")
@both
def test_equal_knowledge_equal_views(ruleset: str) -> None:
    """Where the unseen cards lie makes no difference to A; it does to B, who holds them."""
    text = OPEN + TABLE[ruleset]
    other = text.replace("preston liverpool wigan", "preston liverpool oldham").replace(
        "stockport oldham", "stockport wigan"
    )
    assert on(text, ruleset).view(0) == on(other, ruleset).view(0)
    assert on(text, ruleset).view(1) != on(other, ruleset).view(1)


@pytest.mark.rule("L-39")
@both
def test_everything_else_is_open(ruleset: str) -> None:
    text = on(OPEN + TABLE[ruleset], ruleset).view(0).to_position()
    assert "seat B pounds 17 income 14 vp 0 spent 8" in text
    assert "vp 3" in on("seat B vp 3", ruleset, era="rail").view(0).to_position()
    assert "mat B cotton 4 port 1" in text
    assert "discards macclesfield rochdale" in text
    assert TABLE[ruleset].splitlines()[-1] in text
    assert "tile wigan.1 A coal.1 holds 1" in text
    assert "market coal 5 iron 6" in text


@pytest.mark.rule("L-39")
def test_the_next_distant_tile_is_not_known() -> None:
    """A view tells how many tiles of each value are left, and any of them may come next."""
    board = "tile rochdale.1 A cotton.1\nlinks B rochdale--yorkshire\n"
    state = on(f"hand A bolton wigan\n{board}demand 4 left 0 2 4 3 0")
    play(state, "sell rochdale.1 port distant card bolton")
    known = state.view(0).known
    assert [str(move) for move, _ in known.chance_outcomes()] == ["reveal 1", "reveal 2", "reveal 3"]
    assert not state.view(0).may_act


@pytest.mark.rule("L-40")
@pytest.mark.parametrize(
    "move",
    [
        "build iron preston.3 card preston coal market",  # £5 + £5 with £9
        "build port lancaster.1 card preston",
        "sell preston.2 port distant card preston",
        "link lancaster--preston card manchester",
    ],
)
def test_a_refused_action_changes_nothing(move: str) -> None:
    state = on("hand A preston wigan\nseat A pounds 9\nmarket coal 0 iron 8\ntile preston.1 B port.1")
    before = state.to_position()
    with pytest.raises(gj.IllegalMove):
        state.apply(read_move(state, move))
    assert state.to_position() == before


@pytest.mark.rule("L-40")
@both
def test_every_pound_is_due_at_the_start(ruleset: str) -> None:
    """The works would bring £14 from the empty iron track; its £5 and the coal's £5 are due before."""
    board = "hand A preston wigan\nmarket coal 0 iron 0\ntile preston.1 B port.1\n"
    move = "build iron preston.3 card preston coal market"
    assert refused(on(f"{board}seat A pounds 9", ruleset), move) == "L-40"
    state = on(f"{board}seat A pounds 10", ruleset)
    play(state, move)
    assert (state.pounds[0], state.spent[0]) == (14, 10)


@pytest.mark.rule("L-40")
def test_a_code_that_is_no_move() -> None:
    state = on("hand A preston wigan")
    for code in (-1, 2**60, 15, 0):
        refusal = state.check_code(code)
        assert refusal is not None
        assert refusal.rule == "L-40"


@pytest.mark.rule("L18-11")
@pytest.mark.parametrize("ruleset", [OLD, NEW, INTRO])
def test_no_merchants_no_beer_no_scout(ruleset: str) -> None:
    state = gj.new_game(ruleset, players=3, seed=1).state
    for move in ("scout cards bolton preston", "gloucester coal"):
        with pytest.raises(NotationError, match="unknown verb"):
            read_move(state, move)
    assert told(state, "merchant") == []
    assert not {"brewery", "manufacturer", "pottery"} & set(state.rules.board.industries)
    assert not {"wild_location", "wild_industry"} & set(state.rules.cards.ids)
    assert "merchant" not in state.rules.board.place_kinds


@pytest.mark.rule("L18-11", "LE-70")
@both
def test_a_link_takes_no_beer(ruleset: str) -> None:
    state = on("hand A bolton wigan\ntile wigan.1 A coal.2 holds 3", ruleset, era="rail")
    move = "link bolton--wigan card wigan coal wigan.1"
    with pytest.raises(NotationError, match="coal takes 1 or 2, not 3"):
        read_move(state, f"{move} beer wigan.1")
    with pytest.raises(NotationError, match="unknown space 'barrel'"):
        read_move(state, "link bolton--wigan card wigan coal barrel")
    forged = state.check_code(read_move(state, move).code | 1 << 32)
    assert forged is not None
    assert (forged.rule, forged.reason) == ("L-40", "malformed")
    play(state, move)
    assert "link blackburn--wigan coal wigan.1" in legal(state)
