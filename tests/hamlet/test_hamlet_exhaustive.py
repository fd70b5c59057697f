"""Hamlet is small enough to ask everything: generator = check, engine = reference, a refusal does nothing."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest

from grandjunction import read_position
from grandjunction.core.bits import members
from grandjunction.core.moves import EXTRA_SOURCE, MARKET, IllegalMove, Move, pair
from grandjunction.core.perft import divide, perft
from grandjunction.core.position.writing import HEADER
from grandjunction.core.ruleset import ACTION, Verb
from grandjunction.core.standings import standings
from grandjunction.core.state import State
from grandjunction.rulesets import ruleset

from .play import HABITS, HAMLET, choose, positions, sort_of, start
from .reference import BARRELS, LEVELS, LINES, MAT, SPACES, TILES, Village, count_sequences

BOARD = HAMLET.board
ALL_CARDS = list(range(int(HAMLET.cards.count) + 1))
SOURCES = [*range(int(BOARD.slots) + 1), EXTRA_SOURCE, MARKET]
# Where the parts of a code lie: shift and number of bits (see core/moves.py).
FIELDS = {
    "verb": (0, 4), "card": (4, 6), "target": (10, 6), "item": (16, 4), "coal": (20, 12), "other": (32, 12),
}  # fmt: skip
FIELD_OF = {
    "slot": "target", "line": "target", "item": "item",
    "coal": "coal", "iron": "other", "beer": "other",
}  # fmt: skip


# -- (a) the generator lists exactly what check accepts ----------------------------------------------------


def pairs() -> list[int]:
    """Every multiset of up to two sources, as it is written in a code."""
    return sorted({int(pair(a, b)) for a, b in product(SOURCES, SOURCES)})


def values_of(verb: Verb, part: str) -> list[int]:
    """What a part of a verb's codes may hold, "none" included."""
    if part == "slot":
        return list(range(int(BOARD.slots) + 1))
    if part == "line":
        return list(range(int(BOARD.lines) + 1))
    if part == "item":
        return list(range(len(verb.items(HAMLET)) + 1))
    return pairs()


@cache
def units_of(verb: Verb) -> list[int]:
    """Every code of a verb that can be written with what the board has, without its card."""
    parts = [part for part in verb.shape if part != "card"]
    shifted = [[value << FIELDS[FIELD_OF[part]][0] for value in values_of(verb, part)] for part in parts]
    return [sum(values, start=int(verb.id)) for values in product(*shifted)]


def codes_of(verb: Verb, cards: list[int]) -> list[int]:
    """The same with each of these cards, written as in a code: 0 is none."""
    if "card" not in verb.shape:
        return units_of(verb)
    return [unit | card << 4 for card in cards for unit in units_of(verb)]


def some_code(rng: random.Random, verb: Verb) -> int:
    return rng.choice(units_of(verb)) | rng.choice(ALL_CARDS) << 4


def accepted(state: State, codes: list[int]) -> set[int]:
    check = state.check_code
    return {code for code in codes if check(code) is None}


def legal(state: State) -> set[int]:
    codes = state.legal_codes()
    assert len(codes) == len(set(codes)), "a move is listed twice"
    return set(codes)


def neighbours(code: int) -> list[int]:
    """The code with one part replaced by anything, or by any two sources in any order."""
    found: list[int] = []
    odd = [*SOURCES, int(BOARD.slots) + 1, 61]
    anything: dict[str, list[int]] = {name: list(range(2**bits)) for name, (_, bits) in FIELDS.items()}
    anything["coal"] = anything["other"] = [a | b << 6 for a, b in product(odd, odd)]
    for name, (shift, bits) in FIELDS.items():
        rest = code & ~((2**bits - 1) << shift)
        found += [rest | value << shift for value in anything[name]]
    return found + [code | 1 << bit for bit in range(44, 60)]


@pytest.mark.parametrize("era", [0, 1])
def test_every_code_of_a_rich_position(era: int) -> None:
    """A million codes; of the cards not held one stands for all."""
    choices = [s for s in positions(40, 12, "rich") if s.decision == ACTION and s.era == era]
    state = max(choices, key=lambda s: len(s.options()))
    held = [kind + 1 for kind in members(state.held[state.seat])]
    absent = [card for card in ALL_CARDS if card and card not in held]
    found: set[int] = set()
    for verb in HAMLET.verbs:
        found |= accepted(state, codes_of(verb, [0, *held, absent[0]]))
    assert found == legal(state)


def test_every_code_but_builds_and_links_of_many_positions() -> None:
    """The two verbs with two kinds of sources have a million codes; see the other tests for them."""
    for state in positions(60, 3, "small verbs"):
        found: set[int] = set()
        small = [verb for verb in HAMLET.verbs if verb.name not in ("build", "link")]
        for verb in small:
            found |= accepted(state, codes_of(verb, ALL_CARDS))
        assert found == {code for code in legal(state) if HAMLET.verbs[code & 15] in small}


def test_neighbours_of_legal_codes_of_many_positions() -> None:
    rng = random.Random("neighbours")
    sorts: Counter[tuple[str, str, int]] = Counter()
    for state in positions(120, 4, "neighbours"):
        expected = legal(state)
        some = rng.sample(sorted(expected), min(12, len(expected)))
        near = {other for code in some for other in neighbours(code)}
        near.update(some_code(rng, HAMLET.verbs[0]) for _ in range(400))
        near.update(some_code(rng, HAMLET.verbs[1]) for _ in range(400))
        assert accepted(state, sorted(near)) == near & expected
        sorts[sort_of(state)] += 1
    decisions = {decision for decision, _, _ in sorts}
    assert decisions == {"order", "draw", "aside", "action", "more", "shortfall", "over"}
    assert {verb for decision, verb, _ in sorts if decision == "more"} == {"link", "develop", "barter"}


# -- (b) the engine agrees with the reference ----------------------------------------------------------------


def facts(state: State) -> dict[str, Any]:
    """A position of the engine in the words of the reference."""
    rules = state.rules
    tiles: dict[str, Any] = {}
    for slot, space in enumerate(BOARD.slot_ids):
        if state.tile[slot] >= 0:
            kind = rules.tiles.kinds[state.tile[slot]]
            owner = "AB"[state.owner(slot)]
            flipped = slot in members(state.flipped)
            tiles[space] = (owner, kind.industry, kind.level, int(state.cubes[slot]), flipped)
    left: dict[str, dict[str, list[int]]] = {"A": {}, "B": {}}
    for seat, player in enumerate("AB"):
        for i, industry in enumerate(BOARD.industries):
            first, size = int(rules.tiles.start[i]), int(rules.tiles.size[i])
            track = [rules.tiles.kinds[rules.tiles.track[first + n]].level for n in range(size)]
            left[player][industry] = track[state.mat[seat * len(BOARD.industries) + i] :]
    return {
        "era": rules.eras[state.era],
        "round": int(state.round),
        "order": ["AB"[seat] for seat in state.order if seat >= 0],
        "pounds": dict(zip("AB", map(int, state.pounds), strict=True)),
        "spent": dict(zip("AB", map(int, state.spent), strict=True)),
        "income": dict(zip("AB", map(int, state.income), strict=True)),
        "vp": dict(zip("AB", map(int, state.vp), strict=True)),
        "market": {"coal": int(state.market[0]), "iron": int(state.market[1])},
        "debt": int(state.debt),
        "tiles": tiles,
        "links": {BOARD.line_ids[line]: "AB"[seat] for seat in (0, 1) for line in members(state.links[seat])},
        "hands": {"AB"[seat]: sorted(state.hand_of(seat)) for seat in (0, 1)},
        "mats": left,
        "over": state.is_over,
    }


def told(village: Village) -> dict[str, Any]:
    """The same of the reference."""
    return {
        "era": village.era,
        "round": village.round,
        "order": village.order,
        "pounds": village.pounds,
        "spent": village.spent,
        "income": village.income,
        "vp": village.vp,
        "market": village.market,
        "debt": village.debt,
        "tiles": {
            space: (t["owner"], t["industry"], t["level"], t["stock"], t["flipped"])
            for space, t in village.tiles.items()
        },
        "links": village.links,
        "hands": {player: sorted(hand.elements()) for player, hand in village.hands.items()},
        "mats": village.mats,
        "over": village.asked == "over",
    }


class Pair:
    """The same game in the engine and in the reference, and what happened in it."""

    def __init__(self) -> None:
        self.state = start()
        self.village = Village()
        self.events: Counter[str] = Counter()

    def compare(self) -> None:
        state, village = self.state, self.village
        units = [str(unit) for unit in village.moves()]
        assert len(units) == len(set(units))
        assert {str(move) for move in state.legal_moves()} == set(units)
        assert facts(state) == told(village)
        if not state.is_over and not state.is_chance:
            assert "AB"[state.to_act] == village.actor

    def play(self, move: Move) -> None:
        unit = next(unit for unit in self.village.moves() if str(unit) == str(move))
        self.events.update(event.kind for event in self.state.apply(move))
        self.events[move.verb] += 1
        self.village.play(unit)


@pytest.mark.parametrize("habit", HABITS)
def test_games_agree_with_the_reference(habit: str) -> None:
    """Every position's legal moves and facts, to the final scores."""
    rng = random.Random(habit)
    seen: Counter[str] = Counter()
    for _ in range(40):
        both = Pair()
        both.compare()
        while not both.state.is_over:
            both.play(choose(both.state, rng, habit))
            both.compare()
        assert {"AB"[seat] for seat in standings(both.state)[0]} == both.village.winners()
        seen += both.events
    if habit == "spender":
        assert seen["liquidated"]
        assert seen["forfeited"]
        assert seen["liquidate"]
    if habit == "miller":
        assert seen["barter"]
        assert seen["replaced"]
        assert seen["consumed"]


def invented(rng: random.Random) -> tuple[Village, int]:
    """A position that games hardly reach: tiles, links, stocks and money at random, A to act."""
    village = Village()
    village.era = rng.choice(["canal", "rail"])
    village.round = 4
    for player in "AB":
        village.order.append(player)
        village.pounds[player] = rng.choice([0, 3, 5, 8, 12, 30])
        village.income[player] = rng.randrange(len(LEVELS))
        village.vp[player] = rng.randrange(9) if village.era == "rail" else 0
        for levels in village.mats[player].values():
            del levels[: rng.choice([0, 1, len(levels) - 1, len(levels)])]
    village.market = {resource: rng.choice([0, 0, 1, 2, 3]) for resource in ("coal", "iron")}
    gone = {p: {i: Counter(MAT[i]) - Counter(village.mats[p][i]) for i in MAT} for p in "AB"}
    dry = rng.random() < 0.4
    for space, shown in SPACES.items():
        player, industry = rng.choice("AB"), rng.choice(sorted(shown))
        stand = [level for i, level in TILES if i == industry and may_stand(village.era, i, level)]
        levels = [level for level in gone[player][industry].elements() if level in stand]
        beside = [s for s, t in village.tiles.items() if s[:-1] == space[:-1] and t["owner"] == player]
        if not levels or rng.random() < 0.2 or (village.era == "canal" and beside):
            continue
        level = rng.choice([*levels, max(levels)])
        gone[player][industry][level] -= 1
        most = BARRELS[village.era] if industry == "brewery" else TILES[industry, level].get("stock", 0)
        stock = 0 if dry and industry != "brewery" else rng.choice([0, rng.randint(0, most), most])
        flipped = stock == 0 if most else rng.random() < 0.3
        tile = {"owner": player, "industry": industry, "level": level, "stock": stock, "flipped": flipped}
        village.tiles[space] = tile
    for line, (_, eras) in LINES.items():
        owner = rng.choice("AB")
        has = list(village.links.values()).count(owner)
        taken = has + sum(t["owner"] == owner for t in village.tiles.values())
        # Three canal rounds are five actions, each a tile or a link.
        if village.era in eras and rng.random() < 0.8 and has < 3 and (village.era == "rail" or taken < 5):
            village.links[line] = owner
    cards = list(village.deck.elements())
    rng.shuffle(cards)
    village.hands = {"A": Counter(cards[:3]), "B": Counter(cards[3:6])}
    village.discards, village.deck = Counter(cards[6:8]), Counter(cards[8:])
    actions = rng.choice([1, 2])
    if actions == 1:
        village.spent["A"] = rng.randrange(9)  # by the first one
    village.tasks = [("act", "A")] * actions
    village.tasks += [("fill", "A"), ("turn", "B"), ("reorder",), ("income",), ("end",)]
    village.carry_on()
    village.actor = "A"
    return village, actions


def may_stand(era: str, industry: str, level: int) -> bool:
    """H-ERA-03, H-BUILD-03: a cleared brewery I may be built anew, the other level 1 tiles may not."""
    if era == "canal":
        return (industry, level) != ("brewery", 2)
    return level > 1 or industry == "brewery"


def position_of(village: Village, actions: int) -> str:
    """A position of the reference in the engine's format."""
    lines = [HEADER, "ruleset hamlet", "players 2", f"era {village.era} round {village.round}", "order A B"]
    lines += [f"turn A {actions}", f"market coal {village.market['coal']} iron {village.market['iron']}"]
    for p in "AB":
        money = f"pounds {village.pounds[p]} income {village.income[p]}"
        lines.append(f"seat {p} {money} vp {village.vp[p]} spent {village.spent[p]}")
        gone = {industry: len(MAT[industry]) - len(left) for industry, left in village.mats[p].items()}
        if any(gone.values()):
            lines.append(f"mat {p} " + " ".join(f"{i} {n}" for i, n in gone.items() if n))
        lines.append(f"hand {p} " + " ".join(village.hands[p].elements()))
        links = [line for line, owner in village.links.items() if owner == p]
        if links:
            lines.append(f"links {p} " + " ".join(links))
    for space, t in village.tiles.items():
        state = f" holds {t['stock']}" if t["stock"] else " flipped" if t["flipped"] else ""
        lines.append(f"tile {space} {t['owner']} {t['industry']}.{t['level']}{state}")
    lines.append("discards " + " ".join(village.discards.elements()))
    lines.append("deck " + " ".join(village.deck.elements()))
    return "\n".join(lines)


def test_invented_positions_agree_with_the_reference() -> None:
    """Also what play hardly reaches: a rival's tile overbuilt, beer for a mill, the end of the track."""
    rng = random.Random("invented")
    rare: Counter[str] = Counter()
    for _ in range(400):
        both = Pair()
        both.village, actions = invented(rng)
        both.state = read_position(position_of(both.village, actions))
        both.compare()
        for move in both.state.legal_moves():
            words = str(move).split()
            tile = both.village.tiles.get(words[2]) if words[0] == "build" else None
            rare["rival overbuilt"] += tile is not None and tile["owner"] == "B"
            rare["own overbuilt"] += tile is not None and tile["owner"] == "A"
            rare["two beers"] += words[0] == "barter" and len(words) == 7
            rare["coal and iron"] += words[0] == "build" and "coal" in words[3:] and "iron" in words[3:]
        for _ in range(5):
            if not both.state.is_over:
                both.play(rng.choice(both.state.legal_moves()))
                both.compare()
        rare["end of the track"] += 19 in both.village.income.values()
    assert min(rare.values()) >= 5, rare


@pytest.mark.parametrize(("depth", "sequences"), [(1, 2), (2, 2), (3, 14), (4, 94), (5, 600), (6, 3600)])
def test_perft_from_the_start(depth: int, sequences: int) -> None:
    assert count_sequences(Village(), depth) == sequences
    assert perft(start(), depth) == sequences


@pytest.mark.parametrize("number", range(18))
def test_perft_in_mid_game(number: int) -> None:
    """Positions from the deal to the last rounds."""
    rng = random.Random(f"perft {number}")
    habit = list(HABITS)[number % len(HABITS)]
    both = Pair()
    for _ in range(8 + 2 * number):
        both.play(choose(both.state, rng, habit))
    for depth in (1, 2, 3):
        assert perft(both.state, depth) == count_sequences(both.village, depth)


def test_divide_adds_up_to_perft() -> None:
    for state in positions(8, 1, "divide"):
        for depth in (1, 2):
            parts = divide(state, depth)
            assert sum(count for _, count in parts) == perft(state, depth)
            assert {move.code for move, _ in parts} == set(state.legal_codes())
        assert perft(state, 0) == 1
        assert divide(state, 0) == []


# -- (c) what is refused changes nothing; copies share nothing ----------------------------------------------


def garbage(rng: random.Random) -> int:
    """A code nobody meant: any size, any sign, or well formed but at random."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.getrandbits(rng.choice([8, 16, 32, 56]))
    if kind == 1:
        return rng.choice([-1, 1]) * rng.getrandbits(200)
    if kind == 2:
        return (1 << rng.choice([56, 57, 62, 63, 64, 65])) | rng.getrandbits(56)
    return some_code(rng, rng.choice(HAMLET.verbs))


def test_refused_codes_change_nothing() -> None:
    rng = random.Random("garbage")
    for state in positions(40, 2, "garbage"):
        before = state.key()
        expected = legal(state)
        for _ in range(200):
            code = garbage(rng)
            refusal = state.check_code(code)
            assert (refusal is None) == (code in expected)
            if refusal is not None:
                assert refusal.rule.startswith("H-")
                with pytest.raises(IllegalMove):
                    state.apply(Move(HAMLET, code))
        assert state.key() == before


def test_moves_of_another_ruleset_are_refused() -> None:
    state = start()
    before = state.key()
    with pytest.raises(IllegalMove):
        state.apply(Move(ruleset("birmingham"), state.legal_codes()[0]))
    assert state.key() == before


def test_copies_share_nothing() -> None:
    rng = random.Random("copies")
    for state in positions(40, 3, "copies"):
        before, listed = state.key(), state.legal_codes()
        for code in listed:
            twin = state.copy()
            assert twin == state
            twin.apply_code(code, None)
            while not twin.is_over and rng.random() < 0.8:
                twin.apply_code(rng.choice(twin.legal_codes()), None)
            assert state.key() == before
            assert twin != state
        assert state.legal_codes() == listed
