"""B-CARD: what a card lets a player build, and that nothing else asks for its face."""

from __future__ import annotations

import pytest

from tests.support import at, legal, play, reason, refused, seen, units

# A player with a tile at Nuneaton only, so that no card works anywhere for want of a network.
HERE = "tile nuneaton.2 A coal.1 flipped\n seat A pounds 60\n"


@pytest.mark.rule("B-CARD-01")
def test_a_location_card_builds_any_industry_of_its_town() -> None:
    state = at(HERE + "hand A coalbrookdale\n tile coalbrookdale.1 B brewery.1 flipped\n market coal 0\n"
               "links B coalbrookdale--shrewsbury")  # fmt: skip
    assert {text.split(" card")[0] for text in legal(state, "build")} == {
        "build iron coalbrookdale.2",
        "build coal coalbrookdale.3",
    }


@pytest.mark.rule("B-CARD-01")
def test_a_location_card_is_for_its_own_town() -> None:
    state = at(HERE + "hand A dudley")
    assert {text.split()[2].split(".")[0] for text in legal(state, "build")} == {"dudley"}
    assert refused(state, "build coal cannock.2 card dudley") == "B-CARD-01"
    assert refused(state, "build brewery nuneaton.1 card dudley iron market") == "B-ERAB-01"


@pytest.mark.rule("B-CARD-01", "B-BUILD-09", "BE-16")
def test_a_location_card_works_out_of_network_but_brings_no_coal() -> None:
    """Card Leek with nothing near: cotton I needs no coal and may stand; cotton II may not."""
    first = at(HERE + "hand A leek", players=3)
    assert "build cotton leek.1 card leek" in legal(first)
    second = at(HERE + "hand A leek\n mat A coal 1 cotton 3", players=3)
    assert refused(second, "build cotton leek.1 card leek coal market") == "B-COAL-05"
    assert legal(second, "build cotton") == set()


@pytest.mark.rule("B-CARD-02")
@pytest.mark.parametrize("town", ["belper", "derby", "leek", "stoke_on_trent", "stone", "uttoxeter"])
def test_a_wild_location_is_any_town_even_without_cards(town: str) -> None:
    state = at(HERE + "hand A wild_location\n links B birmingham--oxford\n market iron 10")
    assert any(text.split()[2].startswith(town + ".") for text in legal(state, "build"))


@pytest.mark.rule("B-CARD-02", "B-FARM-01")
@pytest.mark.parametrize("card", ["wild_location", "cannock"])
@pytest.mark.parametrize("links", ["links A cannock--farm_brewery_north\n", ""])
def test_no_location_card_builds_on_a_farm(card: str, links: str) -> None:
    state = at(HERE + links + f"hand A {card}")
    assert refused(state, f"build brewery farm_brewery_north.1 card {card} iron market") == "B-FARM-01"


@pytest.mark.rule("B-CARD-03")
def test_an_industry_card_builds_its_industry_in_the_network() -> None:
    state = at(HERE + "hand A iron\n links A walsall--birmingham birmingham--oxford")
    assert {text.split()[2] for text in units(state, "build")} == {"birmingham.3", "walsall.1"}
    assert refused(state, "build iron coalbrookdale.2 card iron coal market") == "B-NET-01"
    assert reason(state, "build iron coalbrookdale.2 card iron coal market") == "out_of_network"
    assert refused(state, "build brewery walsall.2 card iron iron market") == "B-CARD-03"


@pytest.mark.rule("B-CARD-03", "B-NOTILE-01")
def test_an_industry_card_builds_anywhere_with_nothing_on_the_board() -> None:
    state = at("hand A coal")
    assert {text.split()[2].split(".")[0] for text in units(state, "build coal")} == {
        "belper", "leek", "stone", "burton_on_trent", "cannock", "tamworth", "coalbrookdale", "dudley",
        "kidderminster", "wolverhampton", "coventry", "nuneaton", "redditch",
    }  # fmt: skip
    state = at("hand A coal\n links A birmingham--oxford")
    assert units(state, "build coal") == set()


@pytest.mark.rule("B-CARD-04", "BE-14")
def test_a_card_of_two_industries_builds_either_not_both() -> None:
    card = "cotton/manufacturer"
    state = at(f"hand A {card}*2\n links A birmingham--oxford\n seat A pounds 60", players=3)
    assert legal(state, "build") == {
        f"build cotton birmingham.1 card {card}",
        f"build manufacturer birmingham.2 card {card} coal market",
        f"build manufacturer birmingham.4 card {card} coal market",
    }
    assert refused(state, f"build iron birmingham.3 card {card} coal market") == "B-CARD-03"
    events = play(state, f"build cotton birmingham.1 card {card}")
    assert len(seen(events, "placed")) == 1
    assert (state.actions_left, state.hand_of(0)) == (1, [card])


@pytest.mark.rule("B-CARD-05")
def test_a_wild_industry_is_any_industry_in_the_network() -> None:
    state = at("""
        hand A wild_industry
        seat A pounds 60
        links A coalbrookdale--shrewsbury cannock--farm_brewery_north
    """)
    assert units(state, "build") == {
        "build iron coalbrookdale.2 coal market",
        "build coal coalbrookdale.3",
        "build brewery coalbrookdale.1 iron market",
        "build coal cannock.2",
        "build brewery farm_brewery_north.1 iron market",
    }
    assert refused(state, "build coal dudley.1 card wild_industry") == "B-NET-01"


@pytest.mark.rule("B-CARD-06", "BE-17")
@pytest.mark.parametrize("card", ["leek", "pottery", "wild_location", "wild_industry", "cotton/manufacturer"])
@pytest.mark.parametrize(
    "action",
    [
        "link dudley--birmingham",
        "develop coal",
        "sell worcester.1 to oxford.1",
        "loan 30",
        "pass",
    ],
)
def test_outside_build_any_card_will_do(card: str, action: str) -> None:
    state = at(f"""
        hand A {card}
        tile worcester.1 A cotton.1
        links A birmingham--worcester birmingham--oxford
        merchant oxford.1 cotton barrel
    """, players=4)  # fmt: skip
    events = play(state, f"{action} card {card}")
    assert seen(events, "discarded") == [(0, state.rules.cards.ids.index(card))]


@pytest.mark.rule("B-CARD-06")
def test_scout_takes_any_three_plain_cards() -> None:
    state = at("hand A leek pottery cotton/manufacturer dudley", players=4)
    assert len(legal(state, "scout")) == 4  # each way to keep one card
    play(state, "scout cards leek pottery cotton/manufacturer")
    assert state.hand_of(0) == ["dudley", "wild_location", "wild_industry"]
