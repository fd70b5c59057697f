"""What goes wrong in the hands of a learner, as the ecosystem expects it and in a sentence that helps."""

from __future__ import annotations

from operator import index

from gymnasium.error import InvalidAction

from ..core.tokens import FIELDS, WHOLE, Phrase


class IllegalAction(InvalidAction, ValueError):
    """An action the mask rules out. Nothing has changed."""


def whole_number(action: object, size: int) -> int:
    """An action as a number, whatever integer it comes as: Python's, NumPy's, a tensor's."""
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalAction(f"an action is a whole number below {size}, not {action!r}") from None


def refuse(phrase: Phrase, action: object, game: str = "") -> IllegalAction:
    """The error for an action that may not be taken now."""
    names = phrase.vocabulary.names
    where = f"{game}: " if game else ""
    if isinstance(action, int) and 0 <= action < len(names):
        said = f"action {action} ({names[action]!r})"
    else:
        said = f"action {action!r} (actions are whole numbers from 0 to {len(names) - 1})"
    if phrase.field == WHOLE:
        return IllegalAction(f"{where}{said} is not possible: nobody has a decision here")
    open_tokens = sorted({phrase.vocabulary.token(phrase.codes[i], phrase.field) for i in range(phrase.open)})
    shown = ", ".join(f"{token} ({names[token]!r})" for token in open_tokens[:5])
    more = f" and {len(open_tokens) - 5} more" if len(open_tokens) > 5 else ""
    return IllegalAction(
        f"{where}{said} is not legal now: the {FIELDS[phrase.field].replace('_', ' ')} of the move is asked "
        f"for, and the action mask allows {shown}{more}"
    )
