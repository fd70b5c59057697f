"""Positions, moves and refusals in a line each, for tests that read like the rulebook."""

from __future__ import annotations

import grandjunction as gj
from grandjunction.core.notation import read_move
from grandjunction.core.position.writing import HEADER
from grandjunction.core.seats import SEATS, seat_name


def at(
    text: str, ruleset: str = "birmingham", players: int = 2, era: str = "canal", round: int = 8
) -> gj.State:
    """A position from the lines that matter; order, turn and hand of A have defaults.

    The round is a late one, so that there were actions enough to build whatever stands on the board.

    >>> at("hand A dudley coal").to_act
    0
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    keys = {line.split()[0] for line in lines if line}
    seats = SEATS[:players]
    head = [HEADER, f"ruleset {ruleset}", f"players {players}"]
    if "era" not in keys:
        head.append(f"era {era} round {round}")
    if "order" not in keys:
        head.append("order " + " ".join(seats))
    hand = next((line for line in lines if line.startswith("hand A ")), "")
    if not hand:
        hand = "hand A birmingham birmingham"
        head.append(hand)
    if "turn" not in keys and "step" not in keys:
        single = len(hand.split()) == 3 and "*" not in hand
        head.append(f"turn A {1 if single else 2}")
    return gj.read_position("\n".join(head + lines))


def play(state: gj.State, *moves: str) -> list[gj.Event]:
    """Make moves in notation; every one must be legal. Tells what happened."""
    events: list[gj.Event] = []
    for text in moves:
        move = read_move(state, text)
        refusal = state.check(move)
        assert refusal is None, f"{text}: {refusal}"
        events.extend(state.apply(move))
    return events


def refused(state: gj.State, text: str) -> str:
    """The rule ID a move is refused with; it must be refused, and nothing may change."""
    before = state.key()
    refusal = _refusal(state, text)
    assert state.key() == before
    assert text.split()[0] in {verb.name for verb in state.rules.verbs}
    return refusal.rule


def reason(state: gj.State, text: str) -> str:
    """The reason key a move is refused with."""
    return _refusal(state, text).reason


def _refusal(state: gj.State, text: str) -> gj.Refusal:
    try:
        refusal = state.check(read_move(state, text))
    except gj.IllegalMove as error:
        return error.refusal
    assert refusal is not None, f"{text} should be refused"
    return refusal


def legal(state: gj.State, start: str = "") -> set[str]:
    """The legal moves, in notation, that begin with some words."""
    return {text for text in map(str, state.legal_moves()) if text.startswith(start)}


def units(state: gj.State, start: str = "") -> set[str]:
    """The legal units without their cards."""
    return {text for text in (str(option.unit) for option in state.options()) if text.startswith(start)}


def seen(events: list[gj.Event], kind: str) -> list[tuple[int, ...]]:
    """The values of all events of a kind."""
    return [event.values for event in events if event.kind == kind]


def slot(state: gj.State, id: str) -> int:
    return state.rules.board.slot_ids.index(id)


def flipped(state: gj.State, id: str) -> bool:
    return bool(state.flipped & 2 ** slot(state, id))


def holds(state: gj.State, id: str) -> int:
    return int(state.cubes[slot(state, id)])


def late(
    text: str, ruleset: str = "birmingham", players: int = 2, era: str = "canal", round: int = 8
) -> gj.State:
    """As ``at`` with the draw deck used up: every card not said to be elsewhere lies discarded."""
    state = at(text, ruleset, players, era, round)
    for kind in range(state.rules.cards.count):
        state.discards[kind] += state.deck[kind]
        state.deck[kind] = 0
    state.deck_size = 0
    return state


def tile(state: gj.State, id: str) -> str:
    """Whose tile stands on a space, and which: "A cotton.2", or "" for none."""
    owner = state.owner(slot(state, id))
    if owner < 0:
        return ""
    kind = state.rules.tiles.kinds[state.tile[slot(state, id)]]
    return f"{seat_name(owner)} {kind.industry}.{kind.level}"


def lowest(state: gj.State, seat: int, industry: str) -> int:
    """The level an industry offers on a mat, 0 when its track is empty."""
    kind = state.top_tile(seat, state.rules.board.industries.index(industry))
    return 0 if kind < 0 else state.rules.tiles.kinds[kind].level


def kind(state: gj.State, id: str) -> int:
    """The number of a tile kind, from "cotton.2"."""
    industry, level = id.split(".")
    return state.rules.tiles.find(state.rules.board.industries.index(industry), int(level))
