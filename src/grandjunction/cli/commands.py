"""The commands. Each imports its work only when it runs, so that help is fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import typer

from . import bot_commands, db, operator, playing_commands, study_commands
from .plain_command import PlainCommand

app = typer.Typer(
    name="grandjunction",
    help="Play, simulate, replay and study Brass: Birmingham and Brass: Lancashire.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(db.app, name="db")
app.add_typer(operator.app, name="operator")


def _version(asked: bool) -> None:
    if asked:
        from .. import __version__
        from ..core.compiled import is_compiled

        typer.echo(f"grandjunction {__version__} ({'compiled' if is_compiled() else 'interpreted'})")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


# In the order of the help.
COMMANDS: Final[tuple[Callable[..., None], ...]] = (
    playing_commands.play,
    playing_commands.serve,
    playing_commands.seats,
    bot_commands.simulate,
    bot_commands.arena,
    bot_commands.train,
    study_commands.replay,
    study_commands.review,
    study_commands.puzzles,
    study_commands.perft,
    study_commands.rules,
    study_commands.bench,
    study_commands.show,
)
for command in COMMANDS:
    app.command(cls=PlainCommand)(command)
