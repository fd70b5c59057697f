"""What is listed and what passes the check are the same: legal codes with fields changed at random."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.moves import CODE_BITS
from tests.lancashire.table import INTRO, NEW, OLD, on, plies

# Lowest bit and width of every field: verb, card, target, item, two coal sources, two others, two cards.
FIELDS = [(0, 4), (4, 6), (10, 6), (16, 4), (20, 6), (26, 6), (32, 6), (38, 6), (44, 6), (50, 6)]
SPECIAL = [0, 61, 62, 63]


def mutants(code: int, codes: list[int], rng: gj.Rng) -> list[int]:
    """The code with one field at random, with one field of another legal move, with two fields swapped."""
    low, width = FIELDS[rng.below(len(FIELDS))]
    mask = (2**width - 1) << low
    value = SPECIAL[rng.below(4)] if width == 6 and rng.below(3) == 0 else rng.below(2**width)
    donor = codes[rng.below(len(codes))]
    coal, other = code & 0xFFF00000, code & 0xFFF00000000
    first, second = (code >> 20) & 63, (code >> 26) & 63
    return [
        code & ~mask | value << low,
        code & ~mask | donor & mask,
        code & ~0xFFFFFF00000 | coal << 12 | other >> 12,
        code & ~0xFFF00000 | second << 20 | first << 26,
        code & ~0x3F0,
    ]


def assert_same(state: gj.State, rng: gj.Rng, samples: int) -> int:
    """Try codes near the legal ones; how many differed from all legal ones."""
    codes = state.legal_codes()
    listed = set(codes)
    strangers = 0
    for _ in range(samples):
        for code in mutants(codes[rng.below(len(codes))], codes, rng):
            refusal = state.check_code(code)
            shown = f"{state.rules.write_move(code)} {code:x}: {refusal}\n{state.to_position()}"
            assert (code in listed) == (refusal is None), shown
            strangers += code not in listed
    return strangers


@pytest.mark.rule("L-40")
@pytest.mark.parametrize(
    ("ruleset", "players", "noisy"),
    [(OLD, 3, False), (OLD, 4, True), (NEW, 2, True), (NEW, 3, False), (NEW, 4, False), (INTRO, 2, False)],
)
def test_listed_or_refused(ruleset: str, players: int, noisy: bool) -> None:
    rng = gj.Rng(8)
    strangers = 0
    for number, game in enumerate(plies(ruleset, players, 8, noisy)):
        if not game.state.is_over and (number % 3 == 0 or not game.state.is_chance):
            strangers += assert_same(game.state, rng, 8)
    assert strangers > 1000


BUSY = """
    hand A cotton coal iron port bolton manchester*2
    mat A cotton 6 coal 3 port 2 iron 1
    tile manchester.1 A cotton.2
    tile bury.1 B coal.2 holds 1
    tile oldham.1 C coal.2 holds 3
    tile bolton.3 B iron.2 holds 1
    tile rochdale.3 C iron.3 holds 4
    tile warrington_runcorn.2 B port.2
    tile rochdale.1 A cotton.2
"""


@pytest.mark.rule("L-40", "L-16", "LD-02")
@pytest.mark.parametrize("ruleset", [OLD, NEW])
@pytest.mark.parametrize(
    ("era", "links"),
    [
        ("canal", "links A bury--manchester manchester--oldham\nlinks B manchester--warrington_runcorn"),
        (
            "rail",
            "links A bury--manchester rochdale--yorkshire\nlinks B manchester--stockport oldham--rochdale",
        ),
    ],
)
def test_one_busy_position_thoroughly(ruleset: str, era: str, links: str) -> None:
    state = on(BUSY + links, ruleset, 3, era)
    assert len(state.legal_codes()) > 100
    assert assert_same(state, gj.Rng(9), 1500) > 1000


@pytest.mark.parametrize("ruleset", [OLD, NEW, INTRO])
def test_any_code_at_all(ruleset: str) -> None:
    state = gj.new_game(ruleset, players=3, seed=1).state
    rng = gj.Rng(10)
    listed = set(state.legal_codes())
    for _ in range(5000):
        code = rng.below(2**31) * 2 ** rng.below(CODE_BITS - 28) + rng.below(2**20)
        assert (code in listed) == (state.check_code(code) is None)
