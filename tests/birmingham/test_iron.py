"""B-IRON: from any works on the board, else from the market."""

from __future__ import annotations

import pytest

from tests.support import at, flipped, holds, legal, play, reason, refused, seen, slot, units

# Manufacturer VIII needs two iron, manufacturer II one.
EIGHT = "hand A birmingham\n mat A manufacturer 9 iron 4\n seat A pounds 40\n"
BUILD = "build manufacturer birmingham.2 card birmingham iron"


def iron(text: str) -> set[str]:
    """The ways to bring iron to a manufacturer at Birmingham's second space."""
    return {way.split(" iron ")[1] for way in units(at(text), "build manufacturer birmingham.2")}


@pytest.mark.rule("B-IRON-01")
@pytest.mark.parametrize(("gone", "needed"), [(0, 0), (1, 1), (3, 0), (4, 1), (5, 0), (7, 0), (8, 1), (9, 2)])
def test_industries_need_iron_as_printed(gone: int, needed: int) -> None:
    """Manufacturers I to VIII: 0 1 0 1 0 0 1 2."""
    state = at(f"mat A manufacturer {gone}\n seat A pounds 40\n links B birmingham--oxford")
    events = play(state, "build manufacturer birmingham.2")
    assert [values[1] for values in seen(events, "bought")].count(1) == needed


@pytest.mark.rule("B-IRON-01")
def test_each_tile_developed_needs_one_iron() -> None:
    state = at("hand A birmingham\n tile coalbrookdale.2 B iron.1 holds 4")
    play(state, "develop cotton")
    assert holds(state, "coalbrookdale.2") == 3
    play(state, "develop coal")
    assert holds(state, "coalbrookdale.2") == 2
    many = at("hand A birmingham\n tile coalbrookdale.2 B iron.1 holds 4")
    twice = "develop cotton card birmingham iron coalbrookdale.2 coalbrookdale.2"
    assert refused(many, twice) == "B-IRON-01"


@pytest.mark.rule("B-IRON-01")
@pytest.mark.parametrize("era", ["canal", "rail"])
def test_links_need_no_iron(era: str) -> None:
    state = at("tile birmingham.3 A iron.2 holds 3", era=era)
    play(state, "link birmingham--oxford card birmingham")
    assert holds(state, "birmingham.3") == 3


@pytest.mark.rule("B-IRON-02")
def test_any_works_serves_connected_or_not_and_the_choice_is_free() -> None:
    """No link is on the board; distance, owner and connection do not matter."""
    text = (
        EIGHT
        + """
        tile derby.3 B iron.1 holds {}
        tile coalbrookdale.2 A iron.2 holds {}
    """
    )
    apart, mine, theirs = "derby.3 coalbrookdale.2", "coalbrookdale.2 coalbrookdale.2", "derby.3 derby.3"
    assert iron(text.format(4, 4)) == {apart, mine, theirs}
    assert iron(text.format(1, 4)) == {apart, mine}
    assert iron(text.format(1, 1)) == {apart}
    develop = at(text.format(4, 4))
    assert {way.split(" iron ")[1] for way in units(develop, "develop cotton")} == {
        "derby.3",
        "coalbrookdale.2",
    }


@pytest.mark.rule("B-IRON-02", "B-IRON-03", "BE-80")
@pytest.mark.parametrize("owner", ["A", "B"])
def test_the_market_is_closed_while_a_works_has_iron(owner: str) -> None:
    text = f"mat A iron 4\n tile derby.3 {owner} iron.1 holds 1"
    state = at("hand A birmingham\n" + text)
    assert refused(state, "develop cotton card birmingham iron market") == "B-IRON-02"
    assert units(state, "develop cotton") == {"develop cotton iron derby.3"}
    build = at(EIGHT.replace("iron 4", "iron 4 coal 1") + f"tile derby.3 {owner} iron.1 holds 2")
    assert refused(build, f"{BUILD} derby.3 market") == "B-IRON-02"
    assert refused(build, f"{BUILD} market market") == "B-IRON-02"


@pytest.mark.rule("B-IRON-03", "B-MKT-08")
@pytest.mark.parametrize(
    ("cubes", "price"), [(10, 1), (9, 1), (8, 2), (7, 2), (6, 3), (4, 4), (2, 5), (1, 5), (0, 6)]
)
def test_bought_iron_is_the_cheapest_cube_and_needs_no_merchant(cubes: int, price: int) -> None:
    state = at(f"hand A birmingham\n market iron {cubes}\n tile derby.3 B iron.1 flipped")
    events = play(state, "develop cotton")
    assert seen(events, "bought") == [(0, 1, price)]
    assert (state.market[1], state.spent[0]) == (max(cubes - 1, 0), price)


@pytest.mark.rule("B-IRON-04", "BE-79")
def test_last_cube_of_the_last_works_then_market() -> None:
    """Two iron needed, one cube left on any works: one free, the works flips, one bought."""
    text = EIGHT + "seat B income 10\n tile derby.3 B iron.1 holds 1\n market iron 6"
    assert iron(text) == {"derby.3 market"}
    state = at(text)
    events = play(state, f"{BUILD} derby.3 market")
    assert seen(events, "consumed") == [(0, 1, slot(state, "derby.3"))]
    assert seen(events, "bought") == [(0, 1, 3)]
    assert flipped(state, "derby.3")
    assert (state.income[1], state.spent[0]) == (13, 20 + 3)


@pytest.mark.rule("B-IRON-04")
def test_last_cubes_of_two_works_before_the_market() -> None:
    text = EIGHT + "tile derby.3 B iron.1 holds 1\n tile coalbrookdale.2 B iron.2 holds 1"
    assert iron(text) == {"derby.3 coalbrookdale.2"}
    assert refused(at(text), f"{BUILD} derby.3 market") == "B-IRON-02"


@pytest.mark.rule("B-IRON-04")
def test_developing_twice_goes_from_works_to_market() -> None:
    state = at("hand A birmingham\n tile derby.3 B iron.1 holds 1")
    events = play(state, "develop cotton iron derby.3", "develop cotton iron market")
    assert [event.kind for event in events if event.kind in ("consumed", "flipped", "bought")] == [
        "consumed",
        "flipped",
        "bought",
    ]
    assert reason(at("hand A birmingham\n tile derby.3 B iron.1 flipped"),
                  "develop cotton card birmingham iron derby.3") == "source_empty"  # fmt: skip


@pytest.mark.rule("B-IRON-03", "B-TURN-07", "BE-133")
def test_iron_too_dear_cannot_be_bought() -> None:
    state = at("hand A birmingham\n seat A pounds 5\n market iron 0")
    assert refused(state, "develop cotton card birmingham iron market") == "B-TURN-07"
    assert legal(state, "develop") == set()
