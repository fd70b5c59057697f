"""Explains why a player's picks allow no move: of all moves they could mean, the nearest miss.

The functions return a refusal, or None where a move is possible. They raise ``ValueError`` where there is
nothing to try.
"""

from __future__ import annotations

from ..core.bits import BIT, members
from ..core.explain import nearest, unsold, why_not_sell
from ..core.moves import Refusal
from ..core.state import State
from .requests import Why


def why_not_slot(state: State, asked: Why) -> Refusal | None:
    """Why nothing can be done on a space, with the verb, industry and card that are picked, if any."""
    board, slot = state.rules.board, asked.slot or ""
    if slot not in board.slot_ids:
        raise ValueError(f"unknown space {slot!r}")
    number = board.slot_ids.index(slot)
    build = state.rules.verb_named("build")
    if asked.verb == state.rules.selling or build is None or build not in state.verbs():
        return why_not_sell(state, slot)
    industries = _industries(state, number, asked)
    if asked.card:
        names = [board.industries[item] for item in industries]
        return nearest(state.check(f"build {name} {slot} card {asked.card}") for name in names)
    refusal = nearest(build.nearest_fault(state, number, item) for item in industries)
    if refusal is not None and number in unsold(state) and not (asked.verb or asked.industry):
        return why_not_sell(state, slot)  # what a player wants of a tile that is still to be sold
    return refusal


def why_not_card(state: State, asked: Why) -> Refusal | None:
    """Why a card builds nothing, or not the industry that is picked, on any space that it names."""
    board, cards = state.rules.board, state.rules.cards
    if asked.card not in cards.ids:
        raise ValueError(f"unknown card {asked.card!r}")
    card = BIT[cards.ids.index(asked.card)]
    in_town = members(state.rules.permission.named(state, card))
    tries = []
    for slot in in_town or range(len(board.slot_ids)):
        for item in _industries(state, slot, asked):
            if (in_town or cards.for_industry[item] & card) and BIT[item] & board.slot_shows[slot]:
                tries.append(f"build {board.industries[item]} {board.slot_ids[slot]} card {asked.card}")
    return nearest(state.check(move) for move in tries)


def _industries(state: State, slot: int, asked: Why) -> list[int]:
    """The industries to try on a space: the one picked, or those that it shows, if possible by the card."""
    board, cards = state.rules.board, state.rules.cards
    if asked.industry:
        if asked.industry not in board.industries:
            raise ValueError(f"unknown industry {asked.industry!r}")
        return [board.industries.index(asked.industry)]
    shown = members(board.slot_shows[slot])
    if not asked.card:
        return shown
    if asked.card not in cards.ids:
        raise ValueError(f"unknown card {asked.card!r}")
    card = BIT[cards.ids.index(asked.card)]
    return [item for item in shown if cards.for_industry[item] & card] or shown


def why_not_merchant(state: State, merchant: str, slot: str | None) -> Refusal | None:
    """Why a tile, or any tile the player could sell, cannot be sold to a merchant."""
    slots = [slot] if slot else [state.rules.board.slot_ids[number] for number in unsold(state)]
    return nearest(state.check(f"{state.rules.selling} {one} to {merchant}") for one in slots)
