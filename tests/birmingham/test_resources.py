"""B-RES: cubes and barrels in general."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import at, flipped, holds, legal, play, seen, slot, units

# Manufacturer III: £12 and two coal. Three cubes at Cannock, two links away.
TWO_COAL = """
    hand A birmingham
    mat A manufacturer 3
    seat A pounds 40
    seat B income 10
    tile cannock.2 B coal.2 holds 3
    links B walsall--birmingham cannock--walsall
"""


def coal(state: gj.State) -> set[str]:
    """The ways to bring coal to a manufacturer."""
    return {text.split(" coal ")[1] for text in units(state, "build manufacturer")}


@pytest.mark.rule("B-RES-01")
def test_each_unit_is_judged_anew() -> None:
    """Tamworth is nearest and gives its last cube; only then is Cannock, farther off, a source."""
    state = at(TWO_COAL + "tile tamworth.1 B coal.1 holds 1\n links A tamworth--birmingham")
    assert coal(state) == {"cannock.2 tamworth.1"}
    fuller = at(TWO_COAL + "tile tamworth.1 B coal.1 holds 2\n links A tamworth--birmingham")
    assert coal(fuller) == {"tamworth.1 tamworth.1"}


@pytest.mark.rule("B-RES-02")
@pytest.mark.parametrize(
    ("resource", "action", "left"),
    [
        ("coal", "build manufacturer birmingham.2 card birmingham coal cannock.2", 8),
        ("iron", "develop cotton card birmingham iron coalbrookdale.2", 0),
        ("beer", "sell worcester.1 to oxford.1 card birmingham beer burton_on_trent.2", 0),
    ],
)
def test_rivals_resources_are_free_and_not_refused(resource: str, action: str, left: int) -> None:
    """The taker pays nothing for the unit, its owner receives nothing."""
    state = at(f"""
        hand A birmingham
        seat A pounds {left}
        seat B pounds 5
        tile cannock.2 B coal.2 holds 3
        tile coalbrookdale.2 B iron.1 holds 3
        tile burton_on_trent.2 B brewery.1 holds 1
        tile worcester.1 A cotton.1
        links B walsall--birmingham cannock--walsall birmingham--worcester birmingham--oxford
        links A walsall--burton_on_trent
        merchant oxford.1 cotton
    """)
    events = play(state, action)
    assert len(seen(events, "consumed")) == 1
    assert (state.pounds[0], state.pounds[1]) == (0, 5)
    assert state.spent[0] == left


@pytest.mark.rule("B-RES-02", "B-RES-04", "B-FLIP-02")
@pytest.mark.parametrize(
    ("action", "space", "spaces"),
    [
        ("build manufacturer birmingham.2 card birmingham coal cannock.2", "cannock.2", 7),
        ("develop cotton card birmingham iron coalbrookdale.2", "coalbrookdale.2", 3),
        ("sell worcester.1 to oxford.1 card birmingham beer burton_on_trent.2", "burton_on_trent.2", 4),
    ],
)
def test_the_owner_gains_when_the_last_unit_goes(action: str, space: str, spaces: int) -> None:
    state = at("""
        hand A birmingham
        seat B pounds 5 income 10
        tile cannock.2 B coal.2 holds 1
        tile coalbrookdale.2 B iron.1 holds 1
        tile burton_on_trent.2 B brewery.1 holds 1
        tile worcester.1 A cotton.1
        links B walsall--birmingham cannock--walsall birmingham--worcester birmingham--oxford
        links A walsall--burton_on_trent
        merchant oxford.1 cotton
    """)
    play(state, action)
    assert flipped(state, space)
    assert (state.income[1], state.pounds[1]) == (10 + spaces, 5)


@pytest.mark.rule("B-RES-03", "BE-77")
@pytest.mark.parametrize("resource", ["coal", "iron"])
def test_consumed_cubes_do_not_go_to_the_market(resource: str) -> None:
    state = at("""
        hand A birmingham
        tile cannock.2 B coal.2 holds 3
        tile coalbrookdale.2 B iron.1 holds 3
        links B walsall--birmingham cannock--walsall
        market coal 5 iron 5
    """)
    move = {"coal": "build manufacturer birmingham.2 coal cannock.2", "iron": "develop cotton"}[resource]
    play(state, move)
    assert list(state.market) == [5, 5]
    assert holds(state, "cannock.2") + holds(state, "coalbrookdale.2") == 5


@pytest.mark.rule("B-RES-03")
def test_barrels_drunk_are_gone() -> None:
    state = at("""
        era rail round 2
        tile worcester.1 A cotton.2
        tile stafford.1 A brewery.2 holds 2
        links A birmingham--worcester birmingham--oxford
        merchant oxford.1 cotton
    """)
    play(state, "sell worcester.1 to oxford.1 card birmingham beer stafford.1")
    assert holds(state, "stafford.1") == 1
    assert "merchant oxford.1 cotton\n" in state.to_position()


@pytest.mark.rule("B-RES-04", "B-VEC-08")
def test_a_mine_flips_before_the_next_unit_is_taken() -> None:
    state = at("""
        hand A birmingham
        mat A manufacturer 3
        tile coventry.2 B coal.2 holds 1
        links B birmingham--coventry birmingham--oxford
        market coal 12
    """)
    events = play(state, "build manufacturer birmingham.2 coal coventry.2 market")
    told = ("consumed", "flipped", "income_moved", "bought")
    assert tuple(event.kind for event in events if event.kind in told) == told
    assert seen(events, "flipped")[0][:2] == (1, slot(state, "coventry.2"))


@pytest.mark.rule("B-RES-04")
def test_a_tile_with_a_unit_left_stays_unflipped() -> None:
    state = at("hand A birmingham\n tile coalbrookdale.2 A iron.1 holds 3")
    events = play(state, "develop cotton", "develop cotton")
    assert seen(events, "flipped") == []
    assert (holds(state, "coalbrookdale.2"), flipped(state, "coalbrookdale.2")) == (1, False)
    assert state.income[0] == 10
    last = at("hand A birmingham*2\n tile coalbrookdale.2 A iron.1 holds 2")
    play(last, "develop cotton", "develop cotton")
    assert flipped(last, "coalbrookdale.2")
    assert last.income[0] == 13
    assert "coalbrookdale" not in str(sorted(legal(last, "develop")))
