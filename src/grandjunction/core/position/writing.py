"""Writes positions as text that people can read, type and diff; see ``docs/position-format.md``."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from ..bits import BIT, members
from ..course import part
from ..ruleset import ACTION, BONUS, DRAW, MORE, OVER, SHORTFALL, Ruleset
from ..seats import seat_name
from ..state import SPECTATOR, TRUTH, State

HEADER: Final = "grand junction position 1"
TURNS: Final = "turns"  # the default step of a position


# The decisions that belong to a seat, or are made for one.
SEATED: Final = (ACTION, MORE, BONUS, SHORTFALL, DRAW)


def step_name(rules: Ruleset, number: int) -> str:
    return rules.steps[number].name


def find_step(rules: Ruleset, era: int, round: int, name: str) -> int:
    """Number of the step with this name in the set-up (round 0) or in an era, or -1."""
    for number in part(rules, era, round):
        if rules.steps[number].name == name:
            return number
    return -1


def write_position(state: State) -> str:
    """The canonical text of a position."""
    rules = state.rules
    lines = [HEADER, f"ruleset {rules.id} {rules.revision}", f"players {state.players}"]
    if state.viewer != TRUTH:
        who = "spectator" if state.viewer == SPECTATOR else seat_name(state.viewer)
        lines.append(f"viewer {who}")
    lines.append(f"era {rules.eras[state.era]} round {state.round}")
    seated = [seat_name(seat) for seat in state.order if seat >= 0]
    if seated:
        lines.append("order " + " ".join(seated))
    lines.extend(_course(state))
    lines.append(f"market coal {state.market[0]} iron {state.market[1]}")
    lines.extend(rules.write_extra(state))
    for seat in range(state.players):
        lines.extend(_seat(state, seat))
    lines.extend(_board(state))
    lines.extend(_cards(state))
    return "\n".join(lines) + "\n"


def _course(state: State) -> list[str]:
    """Lines for the step (unless it is the turns), the seat and the decision."""
    rules = state.rules
    lines: list[str] = []
    name = step_name(rules, state.step)
    if name != TURNS:
        lines.append(f"step {name}")
    if state.decision == OVER:
        return lines
    if state.decision in SEATED or state.turn_open:
        lines.append(f"turn {seat_name(state.seat)} {state.actions_left}")
    decision = rules.decision_names[state.decision]
    if state.decision == ACTION:
        return lines
    if state.frame_count > 0:
        slot = f" {rules.board.slot_ids[state.frame_slot]}" if state.frame_slot >= 0 else ""
        verb = rules.verbs[state.frame_verb].name
        lines.append(f"decision {decision} {verb} {state.frame_count}{slot}")
    elif state.decision == SHORTFALL:
        lines.append(f"decision {decision} {state.debt}")
    else:
        lines.append(f"decision {decision}")
    return lines


def _seat(state: State, seat: int) -> list[str]:
    rules = state.rules
    letter = seat_name(seat)
    lines = [
        f"seat {letter} pounds {state.pounds[seat]} income {state.income[seat]}"
        f" vp {state.vp[seat]} spent {state.spent[seat]}"
    ]
    width = len(rules.board.industries)
    gone = [
        f"{name} {state.mat[seat * width + i]}"
        for i, name in enumerate(rules.board.industries)
        if state.mat[seat * width + i]
    ]
    if gone:
        lines.append(f"mat {letter} " + " ".join(gone))
    kinds = rules.cards.count
    hand = _card_words(rules, state.hand[seat * kinds : (seat + 1) * kinds])
    unknown = state.hand_size[seat] - len(state.hand_of(seat))
    if unknown:
        hand.append(f"unknown*{unknown}")
    if hand:
        lines.append(f"hand {letter} " + " ".join(hand))
    return lines


def _board(state: State) -> list[str]:
    rules = state.rules
    lines: list[str] = []
    for slot in members(state.occupied):
        kind = rules.tiles.kinds[state.tile[slot]]
        line = (
            f"tile {rules.board.slot_ids[slot]} {seat_name(state.owner(slot))} {kind.industry}.{kind.level}"
        )
        if state.flipped & BIT[slot]:
            line += " flipped"
        elif state.cubes[slot]:
            line += f" holds {state.cubes[slot]}"
        lines.append(line)
    for seat in range(state.players):
        if state.links[seat]:
            ids = [rules.board.line_ids[line] for line in members(state.links[seat])]
            lines.append(f"links {seat_name(seat)} " + " ".join(ids))
    return lines


def _cards(state: State) -> list[str]:
    rules = state.rules
    lines: list[str] = []
    discards = _card_words(rules, state.discards)
    if discards:
        lines.append("discards " + " ".join(discards))
    if state.viewer == TRUTH:
        aside = _card_words(rules, state.aside)
        deck = _card_words(rules, state.deck)
    else:
        aside = [f"unknown*{state.aside_size}"] if state.aside_size else []
        deck = [f"unknown*{state.deck_size}"] if state.deck_size else []
    if aside:
        lines.append("aside " + " ".join(aside))
    lines.append("deck " + (" ".join(deck) if deck else "none"))
    return lines


def _card_words(rules: Ruleset, counts: vec[u8]) -> list[str]:
    words: list[str] = []
    for kind, count in enumerate(counts):
        if count:
            words.append(rules.cards.ids[kind] + (f"*{count}" if count > 1 else ""))
    return words
