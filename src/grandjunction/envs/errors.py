"""Errors of the environments, of the types that learning libraries expect."""

from __future__ import annotations

from operator import index

import numpy as np
import numpy.typing as npt
from gymnasium.error import InvalidAction

from ..core.learning.tokens import WHOLE, Phrase
from ..core.moves import FIELDS


class IllegalAction(InvalidAction, ValueError):
    """Raised for an action that does not exist or that the mask forbids. Nothing has changed."""


def whole(number: object, what: str) -> int:
    """The option as an int; raises ValueError if it is not a whole number."""
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{what} is a whole number, not {number!r}") from None


def one_action(action: object, size: int) -> int:
    """An action as an int, from an integer of Python, NumPy or a tensor."""
    try:
        number = index(action)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < size:
        raise IllegalAction(f"an action is a whole number from 0 to {size - 1}, not {action!r}")
    return number


def many_actions(actions: npt.ArrayLike, games: int, size: int) -> list[int]:
    """One action per game as ints, from an array, a list or a tensor."""
    wanted = f"{games} games need {games} actions"
    try:
        array = np.asarray(actions)
    except ValueError:  # a ragged list
        raise IllegalAction(f"{wanted}, one whole number each, not {actions!r}") from None
    if array.shape != (games,):
        given = str(len(array)) if array.ndim == 1 else f"an array of shape {array.shape}"
        raise IllegalAction(f"{wanted}, not {given}")
    if array.dtype.kind not in "iu":
        wrong = next(one for one in array.tolist() if type(one) is not int or not 0 <= one < size)
        raise IllegalAction(f"{wanted}, whole numbers from 0 to {size - 1}, not {wrong!r} ({array.dtype})")
    outside = np.flatnonzero((array < 0) | (array >= size))
    if len(outside):
        game = int(outside[0])
        raise IllegalAction(
            f"game {game}: an action is a whole number from 0 to {size - 1}, not {array[game]}"
        )
    numbers: list[int] = array.tolist()
    return numbers


def refuse(phrase: Phrase, action: int, game: str = "") -> IllegalAction:
    """The error for an action that the mask forbids now."""
    names = phrase.vocabulary.names
    where = f"{game}: " if game else ""
    if 0 <= action < len(names):
        said = f"action {action} ({names[action]!r})"
    else:
        said = f"action {action} (actions are whole numbers from 0 to {len(names) - 1})"
    if phrase.field == WHOLE:
        return IllegalAction(f"{where}{said} is not possible: nobody has a decision here")
    open_tokens = sorted({phrase.vocabulary.token(phrase.codes[i], phrase.field) for i in range(phrase.open)})
    shown = ", ".join(f"{token} ({names[token]!r})" for token in open_tokens[:5])
    more = f" and {len(open_tokens) - 5} more" if len(open_tokens) > 5 else ""
    return IllegalAction(
        f"{where}{said} is not legal now: the {FIELDS[phrase.field].replace('_', ' ')} of the move is asked "
        f"for, and the action mask allows {shown}{more}"
    )
