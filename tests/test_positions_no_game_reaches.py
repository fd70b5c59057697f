"""What no game can lead to is refused in one sentence, with the line that is to blame."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.seats import SEATS
from grandjunction.words import LANGUAGES, Words


def refusal(ruleset: str, players: int, lines: str) -> str:
    """Why the position is refused; what is not said of era, order, turn and hand is a plain middle game."""
    keys = {line.split()[0] for line in lines.splitlines()}
    text = f"grand junction position 1\nruleset {ruleset}\nplayers {players}\n{lines}\n"
    if "era" not in keys:
        text += "era canal round 8\n"
    if "order" not in keys:
        text += "order " + " ".join(SEATS[:players]) + "\n"
    if not keys & {"turn", "step"}:
        text += "turn A 2\n"
    if "hand A" not in lines and "step" not in keys:
        text += "hand A iron*2\n"
    with pytest.raises(gj.PositionError) as error:
        gj.read_position(text)
    assert error.value.refusal is not None
    for lang in LANGUAGES:
        said = Words(lang).fault(error.value.refusal, gj.ruleset(ruleset))
        assert not set("{}") & set(said), said
        assert said.endswith(error.value.refusal.rule)
    return str(error.value)


B, OLD, NEW, H = "birmingham", "lancashire-2007", "lancashire-2018", "hamlet"


@pytest.mark.parametrize(
    ("ruleset", "players", "lines", "why"),
    [
        (
            B, 2, "tile dudley.1 A coal.1 holds 2\ntile dudley.2 A iron.1 holds 4",
            "line 5: dudley.2: seat A has two tiles in dudley, which the canal era does not allow",
        ),
        (
            OLD, 3, "tile bury.1 B cotton.1\ntile bury.2 B coal.1 holds 1",
            "line 5: bury.2: seat B has two tiles in bury, which the canal era does not allow",
        ),
        (
            B, 2, "era rail round 3\ntile worcester.1 A cotton.1",
            "line 5: worcester.1: cotton.1 is long cleared off the board in the rail era",
        ),
        (
            NEW, 2, "era rail round 3\ntile liverpool.3 A shipyard.1 flipped",
            "line 5: liverpool.3: shipyard.1 is long cleared off the board in the rail era",
        ),
        (
            H, 2, "era rail round 2\ntile ashby.1 A coal.1 holds 1\nhand A mill*2",
            "line 5: ashby.1: coal.1 is long cleared off the board in the rail era",
        ),
        (
            B, 2, "tile stafford.1 A brewery.4 holds 1",
            "line 4: stafford.1: brewery.4 is not built yet in the canal era",
        ),
        (
            OLD, 3, "tile liverpool.3 B shipyard.2 flipped",
            "line 4: liverpool.3: shipyard.2 is not built yet in the canal era",
        ),
        (
            B, 2, "tile stafford.1 A brewery.2 holds 2",
            "line 4: stafford.1: brewery.2 holds at most 1 in the canal era",
        ),
        (
            B, 2, "era rail round 2\ntile stafford.1 A brewery.2 holds 3",
            "line 5: stafford.1: brewery.2 holds at most 2 in the rail era",
        ),
        (
            NEW, 2, "tile wigan.1 A coal.2 holds 4",
            "line 4: wigan.1: coal.2 holds at most 3 in the canal era",
        ),
        (
            B, 2, "tile worcester.1 A cotton.1 holds 1",
            "line 4: worcester.1: this tile holds nothing",
        ),
        (
            NEW, 2, "tile wigan.1 A coal.2",
            "line 4: wigan.1: a resource tile holds something until it flips",
        ),
        (
            NEW, 2, "tile liverpool.3 A shipyard.1\nmat A shipyard 3",
            "line 4: liverpool.3: this tile flips when it is built",
        ),
        (
            OLD, 3, "tile birkenhead.1 A shipyard.1 flipped",
            "line 4: birkenhead.1: no coal comes there in the canal era",
        ),
        (
            OLD, 3, "tile colne.1 A cotton.3\nmat A cotton 1",
            "line 5: mat A: more cotton.3 tiles stand on the board than have left the mat, lowest first",
        ),
    ],
)  # fmt: skip
def test_tiles(ruleset: str, players: int, lines: str, why: str) -> None:
    assert refusal(ruleset, players, lines) == why


@pytest.mark.parametrize(
    ("ruleset", "players", "lines", "why"),
    [
        (
            B, 2, "links A birmingham--nuneaton",
            "line 4: birmingham--nuneaton takes no link in the canal era",
        ),
        (
            OLD, 3, "era rail round 2\nlinks B ellesmere_port--liverpool",
            "line 5: ellesmere_port--liverpool takes no link in the rail era",
        ),
        (
            B, 2, "era canal round 1\nturn A 1\nlinks A dudley--birmingham",
            "line 6: seat A has more links than its 0 actions of the canal era lay",
        ),
        (
            B, 2, "era rail round 2\nturn A 2\nlinks B dudley--birmingham wolverhampton--dudley"
            " birmingham--oxford birmingham--coventry walsall--birmingham",
            "line 6: seat B has more links than its 2 actions of the rail era lay",
        ),
        (
            B, 2, "era canal round 2\ntile dudley.1 A coal.1 holds 1\nlinks A dudley--birmingham",
            "line 5: seat A has more tiles and links than its 1 actions bring",
        ),
        (OLD, 3, "seat C vp 1", "line 4: no VP is won before the first scoring"),
        (B, 2, "seat B vp 5", "line 4: at most 4 VP are won before the first scoring"),
        (
            B, 2, "merchant shrewsbury.1 cotton barrel\nseat B vp 1",
            "line 5: no VP is won before the first scoring",
        ),
    ],
)  # fmt: skip
def test_links_and_points(ruleset: str, players: int, lines: str, why: str) -> None:
    assert refusal(ruleset, players, lines) == why


@pytest.mark.parametrize(
    ("ruleset", "players", "lines", "why"),
    [
        (B, 2, "era canal round 11", "line 4: the canal era has 10 rounds with 2 players"),
        (B, 4, "era rail round 9", "line 4: the rail era has 8 rounds with 4 players"),
        (OLD, 3, "era rail round 11", "line 4: the rail era has 10 rounds with 3 players"),
        (NEW, 3, "era canal round 10", "line 4: the canal era has 9 rounds with 3 players"),
        (H, 2, "era canal round 5\nhand A mill*2", "line 4: the canal era has 4 rounds with 2 players"),
        (B, 2, "era canal round 0", "line 4: the first turn is in round 1"),
        (
            B, 2, "era rail round 0\nstep deal\nturn A 0\ndecision draw",
            "line 4: the rail era begins with round 1",
        ),
        (
            B, 2, "era rail round 2\nstep deal\nturn A 0\ndecision draw",
            "line 5: the step deal comes before round 1 of the era",
        ),
        (B, 2, "era canal round 3\nstep deal\nturn A 0", "line 5: there is no step 'deal' here"),
        (B, 2, "era canal round 10\nstep over", "line 5: there is no step 'over' here"),
        (B, 2, "era rail round 9\nstep over", "line 4: the game is over after round 10"),
        (B, 2, "era rail round 10\nstep over", "line 5: the game is over when every card is played"),
        (B, 2, "era rail round 10\nstep over\nlinks A dudley--birmingham",
         "line 5: after the end no link lies on the board"),
        (
            OLD, 3, "era canal round 1\nturn A 1\norder A C B",
            "line 6: the first order is clockwise from the seat drawn",
        ),
        (B, 3, "era canal round 0\norder A B\nstep deal\nturn A 0\ndecision draw",
         "line 5: the order must name every seat"),
        (OLD, 3, "era canal round 0\norder B\nstep order\ndecision order",
         "line 5: the order is complete, so nothing is drawn for it"),
    ],
)  # fmt: skip
def test_rounds_and_order(ruleset: str, players: int, lines: str, why: str) -> None:
    assert refusal(ruleset, players, lines) == why


@pytest.mark.parametrize(
    ("ruleset", "players", "lines", "why"),
    [
        (B, 2, "turn A 2\nhand A coal", "line 4: seat A has no action, or too few cards for its actions"),
        (B, 2, "era canal round 1\nturn A 2", "line 5: more actions than the opening round has"),
        (B, 2, "seat B spent 3", "line 4: seat B has not acted in this round and so spent nothing"),
        (B, 2, "seat A spent 3", "line 4: seat A has not acted in this round and so spent nothing"),
        (
            B, 2, "seat A spent 3 income 4 pounds 0\nstep income\nturn A 0\ndecision shortfall 2",
            "line 4: the money spent is counted only while turns are taken",
        ),
        (
            B, 2, "turn A 1\ndecision draw",
            "line 4: seat A has no action left here: write turn A 0",
        ),
        (
            OLD, 3, "turn A 0\ndecision draw",
            "line 5: hands are not refilled before the round is over",
        ),
        (
            OLD, 3, "step refill\nturn B 0\ndecision draw\nhand A coal",
            "line 5: seat A draws before seat B",
        ),
        (
            B, 2, "step income\nturn A 0\ndecision shortfall 3\nseat A pounds 0 income 8\n"
            "tile dudley.1 A coal.1 holds 1\ntile stafford.1 A brewery.1 holds 1",
            "line 6: seat A cannot owe 3 with an income of -2",
        ),
        (
            B, 2, "era rail round 10\nstep income\nturn A 0\ndecision shortfall 2\nseat A pounds 0 income 8\n"
            "tile dudley.1 A coal.2 holds 1\ntile stafford.1 A brewery.2 holds 1",
            "line 7: the last round asks for no income",
        ),
        (
            B, 2, "decision more develop 1\nturn A 2\nseat A pounds 30",
            "line 4: the board does not show 1 units of develop",
        ),
        (
            OLD, 3, "decision more sell 2\ntile colne.1 A cotton.1\nlinks A colne--yorkshire",
            "line 4: the board does not show 2 units of sell",
        ),
        (
            OLD, 3, "decision reveal sell 1 colne.1\ntile colne.1 A cotton.1",
            "line 4: no tile is revealed for a mill that cannot be sold abroad",
        ),
        (
            B, 2, "decision bonus sell 1 worcester.1\ntile worcester.1 A cotton.1\n"
            "links A worcester--gloucester\nmerchant gloucester.1 cotton barrel\nmerchant gloucester.2 blank",
            "line 4: no merchant reached from there has given a barrel for it",
        ),
        (
            OLD, 3, "decision pay build_anywhere 1",
            "line 4: two cards pay for a tile just built, and the seat has none",
        ),
    ],
)  # fmt: skip
def test_turns_and_decisions(ruleset: str, players: int, lines: str, why: str) -> None:
    assert refusal(ruleset, players, lines) == why


@pytest.mark.parametrize(
    ("ruleset", "players", "lines", "why"),
    [
        (OLD, 3, "demand 8 left 2 2 4 3 1", "line 4: the tiles drawn move the marker to row 0"),
        (OLD, 3, "demand 3 left 2 2 3 3 1", "line 4: the tiles drawn move the marker to row 2"),
        (NEW, 2, "demand 8 left 0 0 0 0 1", "line 4: tiles are drawn only while there is demand"),
        (
            NEW, 2, "era canal round 1\nturn A 1\ndemand 2 left 0 1 2 3 1",
            "line 6: no tile can have been drawn yet",
        ),
        (OLD, 3, "aside coal", "line 4: 9 cards lie aside in the canal era, not 1"),
        (NEW, 2, "era rail round 2\naside coal", "line 5: no cards lie aside in the rail era, not 1"),
        (
            B, 2, "era canal round 1\nturn A 1\nmerchant oxford.1 cotton",
            "line 6: no barrel can be gone yet",
        ),
        (
            B, 2, "era canal round 1\nturn A 1\nmat A coal 7",
            "line 6: seat A has not acted yet, so its mat is full",
        ),
        (
            "lancashire-2018-introductory", 3, "era rail round 2",
            "line 4: lancashire-2018-introductory has no turns in its rail era",
        ),
        (B, 2, "merchant oxford.1 pottery", "line 4: too many pottery tiles"),
        (
            B, 2, "merchant oxford.1 cotton\nmerchant gloucester.1 cotton",
            "line 5: too many cotton tiles",
        ),
        (
            B, 2, "era canal round 0\nstep merchants\ndecision merchant\nmerchant oxford.2 cotton barrel",
            "line 7: shrewsbury.1 gets its tile before",
        ),
        (
            B, 2, "era canal round 0\norder A\nstep order\ndecision order\nmerchant oxford.2 cotton barrel",
            "line 8: merchants are dealt after the order",
        ),
    ],
)  # fmt: skip
def test_the_rulesets_own_lines_and_the_pile_aside(ruleset: str, players: int, lines: str, why: str) -> None:
    assert refusal(ruleset, players, lines) == why


@pytest.mark.parametrize(
    ("ruleset", "lines", "why"),
    [
        (B, "seat A pounds 18", "line 8: pounds, income and VP are as at set-up before round 1"),
        (B, "seat B vp 1", "line 8: pounds, income and VP are as at set-up before round 1"),
        (B, "market coal 12 iron 8", "line 8: the markets are as at set-up before round 1"),
        (B, "mat A cotton 1", "line 4: no tile leaves a mat in the set-up"),
        (B, "tile dudley.1 A coal.1 holds 1", "line 4: no tile leaves a mat in the set-up"),
        (B, "links A dudley--birmingham", "line 5: no link lies on the board before the era's first turn"),
        (B, "discards coal", "line 8: nothing is discarded before the era's first turn"),
        (B, "hand B coal", "line 8: seat B is dealt its cards later"),
        (B, "hand A wild_location", "line 8: wild cards are not dealt"),
        (B, "aside coal", "line 8: no cards lie aside at this step, not 1"),
        (NEW, "aside coal", "line 8: 2 cards lie aside at this step, not 1"),
    ],
)
def test_the_set_up(ruleset: str, lines: str, why: str) -> None:
    head = "era canal round 0\nstep deal\nturn A 0\ndecision draw\n"
    assert refusal(ruleset, 2, head + lines) == why


def test_cards_without_number() -> None:
    assert refusal(B, 2, "hand A coal*99 coal*99 coal*99") == "line 4: too many coal cards"


def test_hands_while_cards_are_put_aside() -> None:
    head = "era canal round 0\nstep aside\ndecision aside\n"
    assert refusal(B, 2, head + "hand A coal") == "line 7: seat A has been dealt 8 cards"
    assert refusal(NEW, 2, head + "hand A coal") == "line 7: no cards are dealt yet"
    assert refusal(NEW, 2, head + "aside coal*2") == "line 7: enough cards lie aside"


def test_views_are_held_to_what_they_show() -> None:
    view = "viewer A\nhand B unknown*8\n"
    why = "line 6: dudley.1: coal.1 is long cleared off the board in the rail era"
    assert refusal(B, 2, view + "tile dudley.1 B coal.1 holds 1\nera rail round 2") == why
    assert (
        refusal(B, 2, "viewer A\nhand A coal unknown") == "line 5: seat A knows its own hand: name its cards"
    )
    why = "line 6: 2 cards lie aside in the canal era, not 3"
    assert refusal(B, 2, view + "aside unknown*3") == why
    why = "line 5: seat B has no action, or too few cards for its actions"
    assert refusal(B, 2, "viewer spectator\nturn B 2\nhand B unknown\nhand A unknown*8") == why
