"""Grand Junction: Brass: Birmingham and Brass: Lancashire, to play, study and teach machines.

>>> import grandjunction as gj
>>> game = gj.new_game("birmingham", players=4, seed=1)
>>> game.state.view(game.state.to_act).legal_moves()  # doctest: +ELLIPSIS
[<Move ...
"""

from __future__ import annotations

from pathlib import Path

from .core.batch import Batch
from .core.board import DataError
from .core.events import Event
from .core.explain import why_not_build, why_not_develop, why_not_link, why_not_sell
from .core.moves import IllegalMove, Move, Refusal
from .core.notation import NotationError
from .core.options import Option
from .core.playout import Policy, playout
from .core.position_reader import PositionError
from .core.position_reader import read_position as _read_position
from .core.rng import Rng
from .core.ruleset import Ruleset
from .core.standings import standings
from .core.state import NOBODY, State
from .core.view import View
from .record.game import Game
from .record.reader import RecordError
from .record.reader import read_record as _read_record
from .rulesets import RULESETS, UnknownRuleset, ruleset

__version__ = "0.1.0"

__all__ = [
    "NOBODY",
    "RULESETS",
    "Batch",
    "DataError",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Option",
    "Policy",
    "PositionError",
    "RecordError",
    "Refusal",
    "Rng",
    "Ruleset",
    "State",
    "UnknownRuleset",
    "View",
    "load",
    "new_game",
    "playout",
    "read_position",
    "read_record",
    "ruleset",
    "standings",
    "why_not_build",
    "why_not_develop",
    "why_not_link",
    "why_not_sell",
]


def new_game(
    ruleset_id: str = "birmingham",
    *,
    players: int = 4,
    seed: int | str | None = None,
    names: list[str] | None = None,
) -> Game:
    """A game ready for its first move. Equal seeds give equal games; without one, nobody can guess it.

    Raises ``UnknownRuleset``, ``ValueError`` for a wrong number of players or names, and ``TypeError``.
    """
    if seed is None:
        from secrets import token_hex

        seed = token_hex(16)
    if not isinstance(seed, int | str):
        raise TypeError(f"a seed is a whole number or a text, not {type(seed).__name__}")
    return Game(ruleset(ruleset_id), players, Rng(seed), names)


def read_position(text: str) -> State:
    """The position a text describes; raises ``PositionError`` with the line."""
    if not isinstance(text, str):
        raise TypeError(f"a position is a text, not {type(text).__name__}")
    return _read_position(text, ruleset)


def read_record(text: str) -> Game:
    """The game a record tells, replayed and verified; raises ``RecordError`` with the line."""
    if not isinstance(text, str):
        raise TypeError(f"a record is a text, not {type(text).__name__}")
    return _read_record(text, ruleset)


def load(path: str | Path) -> Game:
    """The game in a record file."""
    return read_record(Path(path).read_text(encoding="utf-8-sig"))
