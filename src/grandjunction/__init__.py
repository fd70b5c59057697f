"""Grand Junction: Brass: Birmingham and Brass: Lancashire, to play, study and teach machines.

>>> import grandjunction as gj
>>> game = gj.new_game("birmingham", players=4, seed=1)
>>> game.state.view(game.state.to_act).legal_moves()  # doctest: +ELLIPSIS
[<Move ...
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from .core.batch import Batch
from .core.board import DataError
from .core.events import Event
from .core.explain import why_not_build, why_not_develop, why_not_link, why_not_sell
from .core.moves import IllegalMove, Move, Refusal
from .core.notation import AmbiguousMove, NotationError
from .core.options import Option
from .core.playout import Policy, playout
from .core.portrait import set_portrait
from .core.position.reading import PositionError
from .core.position.reading import read_position as _read_position
from .core.rng import Rng
from .core.ruleset import Ruleset
from .core.standings import standings
from .core.state import NOBODY, State
from .core.view import View
from .record.game import Game
from .record.reader import RecordError
from .record.reader import read_record as _read_record
from .record.reader import read_study as _read_study
from .record.study import Study
from .rulesets import RULESETS, UnknownRuleset, ruleset

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .bots.forecast import Forecast
    from .puzzling import Puzzle
    from .reviews import Depth, Review

__all__ = [
    "NOBODY",
    "RULESETS",
    "AmbiguousMove",
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
    "Study",
    "UnknownRuleset",
    "View",
    "evaluate",
    "load_game",
    "load_study",
    "new_game",
    "playout",
    "puzzles",
    "read_position",
    "read_record",
    "read_study",
    "review",
    "ruleset",
    "standings",
    "svg",
    "why_not_build",
    "why_not_develop",
    "why_not_link",
    "why_not_sell",
]


def __dir__() -> list[str]:
    """Return what completion offers: the public names only."""
    return [*__all__, "__version__"]


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
    """Return a record's game, replayed and verified; of a study, the main line. Raises ``RecordError``."""
    if not isinstance(text, str):
        raise TypeError(f"a record is a text, not {type(text).__name__}")
    return _read_record(text, ruleset)


def load_game(path: str | Path) -> Game:
    """Return the game in a record file; ``Game.save`` writes one."""
    return read_record(Path(path).read_text(encoding="utf-8-sig"))


def read_study(text: str) -> Study:
    """Return the study in a text: a record, with or without notes and variations. Raises ``RecordError``."""
    if not isinstance(text, str):
        raise TypeError(f"a study is a text, not {type(text).__name__}")
    return _read_study(text, ruleset)


def load_study(path: str | Path) -> Study:
    """Return the study in a file; ``Study.save`` writes one."""
    return read_study(Path(path).read_text(encoding="utf-8-sig"))


def svg(
    position: State | View | Game,
    *,
    theme: str = "day",
    width: float = 900,
    names: list[str] | None = None,
    mark: Collection[str] = (),
    lang: str = "en",
) -> str:
    """Return a position as an SVG picture; of a game, its last one, with the players' names and last move.

    ``theme`` is "day" or "night"; ``mark`` names spaces, lines and places to be lit; ``lang`` is a language
    such as "pl". A view's picture shows what its seat may know.
    """
    if isinstance(position, Game):
        return position.svg(theme, width, names, mark or None, lang)
    return position.svg(theme, width, names, mark, lang)


# -- positions in words and pictures ------------------------------------------------------------------


def evaluate(view: View) -> Forecast:
    """Return what the bots expect of a view, per seat: ``vp``, win ``share``, and the ``parts`` of the VP.

    The numbers are calibrated on bots' games; docs/strength.md has the tables. Raises ``ValueError`` only for
    a ruleset of your own that nothing was calibrated for.
    """
    from .bots.forecast import evaluate as forecast

    if not isinstance(view, View):
        raise TypeError(f"a view is evaluated, such as state.view(0), not a {type(view).__name__}")
    return forecast(view)


def review(
    game: Game,
    *,
    depth: str | Depth = "normal",
    seed: str = "review",
    seat: int | None = None,
    processes: int = 1,
    ray: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Return the review of a game: what every turn cost, and what every draw was worth; see docs/review.md.

    Equal games, depths and seeds give equal reviews. ``depth`` is "quick", "normal", "deep" or your own. With
    a ``seat``, only that seat is reviewed, from what it could know. ``processes`` works in parallel on this
    machine, ``ray`` on a cluster; ``progress`` is called with the steps done and the number of steps.
    """
    from .reviews import review as run

    return run(game, depth=depth, seed=seed, seat=seat, processes=processes, ray=ray, progress=progress)


def puzzles(*, ruleset: str | None = None, theme: str | None = None) -> list[Puzzle]:
    """Return the shipped puzzles, easiest first, optionally of one game or theme; see docs/puzzles.md.

    ``ruleset`` may be the beginning of an id, such as "lancashire". An unknown theme raises ``ValueError``.
    """
    from .puzzling import THEMES, shipped

    if theme is not None and theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}; one of {', '.join(THEMES)}")
    return [
        one
        for one in shipped().values()
        if (ruleset is None or one.ruleset.startswith(ruleset)) and (theme is None or theme in one.themes)
    ]


def _tell(state: State, names: list[str] | None, lang: str) -> str:
    from .words.telling import board_in_words

    return board_in_words(state, names, lang)


def _draw(
    state: State, theme: str, width: float, names: list[str] | None, mark: Collection[str], lang: str
) -> str:
    from .pictures import picture

    return picture(state, theme=theme, width=width, names=names, mark=mark, lang=lang)


set_portrait(_tell, _draw)
