"""L-12, L-13, L-20, LD-01, LD-03, LD-04, L18-06: what a card lets one build, and where."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.lancashire.table import NEW, OLD, both, end_era, on
from tests.support import legal, play, refused, seen, tile, units


def sites(state: gj.State, industry: str, card: str) -> set[str]:
    """The spaces where a card builds an industry."""
    words = [text.split() for text in legal(state, f"build {industry} ")]
    return {move[2] for move in words if move[3:5] == ["card", card]}


# -- location cards -------------------------------------------------------------------------------------


@pytest.mark.rule("L-12")
@both
def test_a_location_card_builds_any_industry_there(ruleset: str) -> None:
    state = on("hand A bolton bolton\ntile preston.1 A port.1\ntile bolton.1 B coal.1 holds 2", ruleset)
    assert units(state, "build ") == {
        "build cotton bolton.2",
        "build coal bolton.2",
        "build iron bolton.3 coal bolton.1",
    }
    assert refused(state, "build cotton bury.1 card bolton") == "L-12"


@pytest.mark.rule("L-12")
def test_every_town_has_its_card() -> None:
    state = on("hand A warrington_runcorn ellesmere_port barrow_in_furness")
    assert units(state, "build ") == {
        "build cotton warrington_runcorn.1",
        "build coal warrington_runcorn.1",
        "build port warrington_runcorn.2",
        "build port ellesmere_port.1",
    }


# -- industry cards -------------------------------------------------------------------------------------

PRESTON = """
    hand A cotton lancaster
    tile preston.1 A port.1
    links A lancaster--preston preston--wigan warrington_runcorn--wigan
    links B blackburn--wigan
"""


@pytest.mark.rule("L-13", "L-30")
def test_the_cotton_card_from_preston() -> None:
    """Lancaster or Warrington & Runcorn; not Wigan (no symbol), Preston (own tile), Blackburn (a rival's)."""
    state = on(PRESTON)
    assert sites(state, "cotton", "cotton") == {"lancaster.2", "warrington_runcorn.1"}
    assert refused(state, "build cotton wigan.1 card cotton") == "L-11"
    assert refused(state, "build cotton preston.2 card cotton") == "L-15"
    assert refused(state, "build cotton blackburn.1 card cotton") == "L-13"
    assert refused(state, "build coal wigan.1 card cotton") == "L-13"


@pytest.mark.rule("L-13", "L18-06")
def test_the_network_is_the_same_in_2018() -> None:
    state = on(PRESTON, NEW, 3)
    assert sites(state, "cotton", "cotton") == {"lancaster.2", "warrington_runcorn.1"}
    assert refused(state, "build cotton blackburn.1 card cotton") == "L18-06"


@pytest.mark.rule("L-13", "L18-06")
@both
def test_in_the_rail_period_an_own_tile_suffices(ruleset: str) -> None:
    """Mines: where A has a tile (Bury), where A's rail ends (Wigan, Bolton), not where B is (Oldham)."""
    state = on(
        """
        hand A coal iron
        mat A coal 1 cotton 6
        tile bury.1 A cotton.2
        tile oldham.1 B cotton.2
        links A bolton--wigan
        """,
        ruleset,
        era="rail",
    )
    assert sites(state, "coal", "coal") == {"bury.2", "wigan.1", "wigan.2", "bolton.1", "bolton.2"}
    assert refused(state, "build coal oldham.2 card coal") == ("L-13" if ruleset == OLD else "L18-06")


@pytest.mark.rule("L-13", "L-30")
@both
def test_an_own_link_suffices_without_any_tile(ruleset: str) -> None:
    state = on("hand A coal iron\nlinks A bolton--bury", ruleset)
    assert sites(state, "coal", "coal") == {"bolton.1", "bolton.2", "bury.1", "bury.2"}


# -- nothing on the board -------------------------------------------------------------------------------

PORTS = {
    "preston.1", "lancaster.1", "fleetwood.1", "liverpool.1", "liverpool.2", "liverpool.4",
    "ellesmere_port.1", "warrington_runcorn.2",
}  # fmt: skip


@pytest.mark.rule("LD-03", "LE-46", "LX-03", "L-13", "L18-06")
@pytest.mark.parametrize("era", ["canal", "rail"])
@both
def test_a_first_industry_goes_anywhere(ruleset: str, era: str) -> None:
    state = on("hand A port iron\nmat A port 2\ntile bury.1 B cotton.2", ruleset, era=era)
    assert sites(state, "port", "port") == PORTS
    for presence in ("tile colne.1 A cotton.2", "links A colne--yorkshire"):
        present = on(f"hand A port iron\n{presence}\nmat A port 2 cotton 6", ruleset, era=era)
        assert sites(present, "port", "port") == set()


@pytest.mark.rule("LX-03", "LD-03", "LE-46")
@both
def test_a_player_wiped_out_at_the_change_starts_anew(ruleset: str) -> None:
    """A had a first mine, port and canal; all are gone, and a port card goes anywhere again."""
    state, _ = end_era(
        "tile bury.1 A coal.1 flipped\ntile preston.1 A port.1\nmat A coal 1 port 2\nlinks A bolton--bury",
        ruleset,
    )
    state.settle_chance(gj.Rng(1))
    text = state.to_position().splitlines()
    kept = [line for line in text if line.split()[0] not in ("hand", "deck", "aside", "turn", "order")]
    state = gj.read_position("\n".join([*kept, "turn A 2", "order A B C"[: 5 + 2 * state.players],
                                        "hand A port iron"]))  # fmt: skip
    assert (state.era, state.round) == (1, 1)
    assert sites(state, "port", "port") == PORTS


@pytest.mark.rule("LD-03")
@both
def test_a_first_industry_does_not_overbuild(ruleset: str) -> None:
    """No coal is left anywhere, so B's mine may be overbuilt with a location card, not with a coal card."""
    position = "hand A coal wigan\nmarket coal 0\nmat A coal 1\ntile wigan.1 B coal.1 flipped\n"
    assert refused(on(position, ruleset), "build coal wigan.1 card coal") == "LD-03"
    assert "wigan.1" not in sites(on(position, ruleset), "coal", "coal")
    assert "wigan.1" in sites(on(position, ruleset), "coal", "wigan")


@pytest.mark.rule("LD-04", "LX-04")
@both
def test_an_own_tile_is_presence_enough_to_overbuild_it(ruleset: str) -> None:
    state = on("hand A port iron\ntile fleetwood.1 A port.1\nmat A port 2", ruleset)
    assert sites(state, "port", "port") == {"fleetwood.1"}
    play(state, "build port fleetwood.1 card port")
    assert tile(state, "fleetwood.1") == "A port.2"


# -- the virtual link -----------------------------------------------------------------------------------

YARD = """
    hand A shipyard port
    mat A shipyard 4 port 4
    tile ellesmere_port.1 B port.2
"""
RAILWAY = "links B birkenhead--ellesmere_port"
PRESENCE = ["tile liverpool.1 A port.2", "links A liverpool--southport"]


@pytest.mark.rule("L-20", "LD-01", "LE-34")
@pytest.mark.parametrize("presence", PRESENCE)
def test_birkenhead_by_the_virtual_link(presence: str) -> None:
    """A shipyard card reaches it from Liverpool; the railway to Ellesmere Port brings the coal."""
    state = on(f"{YARD}{presence}\n{RAILWAY}", era="rail")
    assert sites(state, "shipyard", "shipyard") - {"liverpool.3"} == {"birkenhead.1"}
    play(state, "build shipyard birkenhead.1 card shipyard coal market iron market")
    assert tile(state, "birkenhead.1") == "A shipyard.2"


@pytest.mark.rule("L-20", "LD-01", "LE-34")
@pytest.mark.parametrize("presence", PRESENCE)
def test_the_virtual_link_carries_no_coal(presence: str) -> None:
    """Without the Birkenhead–Ellesmere Port railway there is no coal, although Liverpool has a port."""
    state = on(f"{YARD}{presence}\ntile liverpool.2 B port.2", era="rail")
    assert refused(state, "build shipyard birkenhead.1 card shipyard coal market iron market") == "L-16"


@pytest.mark.rule("L-20", "LD-01")
@pytest.mark.parametrize(
    "presence", ["tile birkenhead.1 A shipyard.2 flipped", "links A birkenhead--ellesmere_port"]
)
def test_the_virtual_link_works_the_other_way(presence: str) -> None:
    state = on(f"hand A port iron\nmat A shipyard 6 port 4\n{presence}", era="rail")
    assert sites(state, "port", "port") - {"ellesmere_port.1"} == {
        "liverpool.1",
        "liverpool.2",
        "liverpool.4",
    }


@pytest.mark.rule("LD-01", "L-20", "LE-34")
def test_without_presence_the_virtual_link_does_nothing() -> None:
    state = on(f"{YARD}tile fleetwood.1 A port.2\n{RAILWAY}", era="rail")
    assert refused(state, "build shipyard birkenhead.1 card shipyard coal market iron market") == "L-13"
    state = on(f"{YARD}tile liverpool.1 B port.2\ntile fleetwood.1 A port.2\n{RAILWAY}", era="rail")
    assert refused(state, "build shipyard birkenhead.1 card shipyard coal market iron market") == "L-13"


@pytest.mark.rule("LD-01")
def test_the_virtual_link_is_no_presence() -> None:
    """A player with nothing on the board still builds anywhere; it is no link of anybody's."""
    state = on("hand A port iron\nmat A port 2\ntile liverpool.1 B port.2", era="rail")
    assert sites(state, "port", "port") == PORTS - {"liverpool.1"}


@pytest.mark.rule("L18-01", "LD-01")
@pytest.mark.parametrize("presence", PRESENCE)
def test_no_virtual_link_in_2018(presence: str) -> None:
    state = on(f"{YARD}{presence}\n{RAILWAY}", NEW, era="rail")
    assert refused(state, "build shipyard birkenhead.1 card shipyard coal market iron market") == "L18-06"


@pytest.mark.rule("LD-01", "LE-34")
def test_the_virtual_link_carries_no_cotton() -> None:
    state = on(
        """
        tile warrington_runcorn.1 A cotton.2
        tile liverpool.1 B port.2
        links B ellesmere_port--warrington_runcorn birkenhead--ellesmere_port
        """,
        era="rail",
    )
    assert refused(state, "sell warrington_runcorn.1 port liverpool.1 card manchester") == "L-32"
    assert refused(state, "sell warrington_runcorn.1 port distant card manchester") == "L-33"


@pytest.mark.rule("LE-35", "LD-01", "L-28")
def test_the_virtual_link_gives_no_place_for_links() -> None:
    state = on("tile liverpool.1 A port.2", era="rail")
    assert refused(state, "link birkenhead--ellesmere_port card manchester coal market") == "L-28"


@pytest.mark.rule("LE-37", "LD-01", "L-35")
def test_the_virtual_link_scores_nothing() -> None:
    """The railway scores Liverpool's ring and Southport's two, not Birkenhead's; nothing else is a link."""
    state, events = end_era(
        """
        tile liverpool.1 A port.2 flipped
        tile birkenhead.1 A shipyard.2 flipped
        links A liverpool--southport
        seat A pounds 0
        """,
        era="rail",
    )
    assert [value for *_, value in seen(events, "scored_link")] == [3]
    assert state.vp[0] == 3 + 4 + 18
