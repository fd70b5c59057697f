"""The scores of a game as a table: the places, and the VP of each era by source."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..core.seats import seat_label
from ..core.standings import standings
from ..record.game import Game
from ..record.ledger import SOURCES
from ..words import Words


def print_scores(out: Console, game: Game, words: Words) -> None:
    """Print the scores, final or so far."""
    state = game.state
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    table.add_column(words.terminal("player"))
    table.add_column(words.terminal("vp"), justify="right", style="bold")
    columns = [
        (era, source)
        for era in range(len(game.rules.eras))
        for source in SOURCES
        if any(game.ledger.vp(seat, era).get(source) for seat in range(state.players))
    ]
    several = len({era for era, _ in columns}) > 1
    for era, source in columns:
        start = f"{words.era(game.rules.eras[era])}\n" if several else ""
        table.add_column(start + words.vp_source(source), justify="right")
    table.add_column(words.terminal("income_level"), justify="right")
    table.add_column(words.terminal("pounds"), justify="right")
    for number, seats in enumerate(standings(state), 1):
        for seat in seats:
            table.add_row(
                f"{number}.",
                escape(seat_label(seat, game.names)),
                str(state.vp[seat]),
                *(str(game.ledger.vp(seat, era).get(source, 0)) for era, source in columns),
                str(state.level(seat)),
                f"£{state.pounds[seat]}",
            )
    out.print(table)
