"""Why a turn is better: facts are those of the positions, and every reason has words in every language."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.bots.harm import PATTERNS
from grandjunction.reviews import afterwards as later
from grandjunction.reviews import reasons as module
from grandjunction.reviews.comparison import HARMS
from grandjunction.reviews.continuation import Outcome
from grandjunction.reviews.reasons import Facts, reasons
from grandjunction.words import LANGUAGES
from grandjunction.words.language import Language, placeholders

from .games import golden


def sale() -> tuple[gj.View, list[int], list[int]]:
    """A position in which a seat sells a tile, the sale, and a pass with the same card."""
    game = golden("birmingham-4")
    for state, move, _ in game.positions():
        if move is not None and move.verb == "sell" and state.decision_name == "action":
            stop = state.move(f"pass card {move.card}")
            return state.view(state.to_act), [move.code], [stop.code]
    raise ValueError("nobody sells")


def test_facts_of_a_sale() -> None:
    view, sold, passed = sale()
    facts = Facts(view, sold)
    move = gj.Move(view.rules, sold[0])
    assert facts.slots(facts.flipped) == [move.slot, *move.extra]  # the tile sold, and the brewery emptied
    assert facts.flip_vp == sum(view.rules.tiles.vp[view.known.tile[slot]] for slot in facts.flipped)
    assert facts.income > 0
    nothing = Facts(view, passed)
    assert (nothing.flipped, nothing.built, nothing.laid, nothing.pounds, nothing.income) == (
        [],
        [],
        [],
        0,
        0,
    )


def test_what_speaks_for_a_sale() -> None:
    view, sold, passed = sale()
    found = {one.key: one.values for one in reasons(view, sold, passed)}
    assert "flips" in found
    assert "income" in found
    assert "flips" not in {one.key for one in reasons(view, passed, sold)}


def test_what_speaks_for_developing_instead_of_passing() -> None:
    game = golden("birmingham-4")
    state, move = next(
        (state, move) for state, move, _ in game.positions() if move is not None and move.verb == "develop"
    )
    view, other = state.view(state.to_act), state.move(f"pass card {move.card}")
    found = {one.key: one.values for one in reasons(view, [move.code], [other.code])}
    assert found["develops"] == {"tiles": [f"{move.industry}.1"]}
    assert found["acts"] == {}
    assert not {"develops", "acts"} & {one.key for one in reasons(view, [other.code], [move.code])}


def test_a_space_that_a_rival_takes_otherwise() -> None:
    game = golden("birmingham-4")
    state, move = next(
        (state, move) for state, move, _ in game.positions() if move is not None and move.verb == "build"
    )
    view = state.view(state.to_act)
    other = state.move(f"pass card {move.card}")
    (slot,) = Facts(view, [move.code]).built
    rival = (int(state.seat) + 1) % 4
    held = [1 << slot if seat == rival else 0 for seat in range(4)]
    empty = [0] * 4
    vp, share = [50.0] * 4, [0.25] * 4
    lost = [40.0 if seat == rival else 50.0 for seat in range(4)]
    better = [Outcome(lost, share, empty, [], 0), Outcome(lost, share, empty, [], 0)]
    worse = [Outcome(vp, share, held, [], 0), Outcome(vp, share, empty, [], 0)]
    found = {one.key: one.values for one in reasons(view, [move.code], [other.code], better, worse)}
    assert found["space"] == {"slot": move.slot, "percent": 50}
    assert found["hurts"] == {"seat": rival, "vp": 10}
    # What a rival loses who cannot win any more is no reason.
    out = [0.0 if seat == rival else 1 / 3 for seat in range(4)]
    worse = [Outcome(vp, out, empty, [], 0), Outcome(vp, out, empty, [], 0)]
    assert "hurts" not in {one.key for one in reasons(view, [move.code], [other.code], better, worse)}


def test_a_tile_built_over_a_flipped_one() -> None:
    """The new tile is built and flipped too, and the points of the old one are gone."""
    view = golden("lancashire-2018-3").at(102).state.view(2)
    state, codes = view.known.copy(), []
    for text in (
        "build cotton lancaster.2 card cotton coal market",
        "sell lancaster.2 port preston.1 card coal",
    ):
        codes.append(int(state.move(text).code))
        state.apply(text)
    facts = Facts(view, codes)
    assert facts.slots(facts.built) == ["lancaster.2"]
    assert facts.slots(facts.flipped) == ["lancaster.2", "preston.1"]
    vp = {tile: int(facts.rules.tiles.vp[tile]) for tile in range(len(facts.rules.tiles.vp))}
    new = sum(vp[int(state.tile[slot])] for slot in facts.flipped)
    assert facts.flip_vp == new - vp[int(view.known.tile[facts.built[0]])]


def given() -> dict[str, set[str]]:
    """The reasons that the modules can give, with the names of their values."""
    return {**given_by(module.__file__), **given_by(later.__file__)}


def given_by(file: str) -> dict[str, set[str]]:
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {}
    named = {
        node.target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
            key, values = node.args[0], node.args[1]
            if isinstance(values, ast.Name):
                values = named[values.id] or values
            assert isinstance(key, ast.Constant)
            assert isinstance(values, ast.Dict)
            found[str(key.value)] = {
                str(name.value) for name in values.keys if isinstance(name, ast.Constant)
            }
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_words(lang: str) -> None:
    texts = Language(lang).texts["review"]
    said = {key.removeprefix("why_"): placeholders(text) for key, text in texts.items() if key[:4] == "why_"}
    assert said == given()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_harm_has_words(lang: str) -> None:
    texts = Language(lang).texts["review"]
    assert set(HARMS) == set(PATTERNS)
    assert {key.removeprefix("harm_") for key in texts if key.startswith("harm_")} == set(HARMS.values())
