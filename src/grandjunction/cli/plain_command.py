"""Commands with help and errors for players: no Python types, no inequalities."""

from __future__ import annotations

import re
from typing import Any, Final

import typer
from typer.core import TyperCommand

from .common import fail

RANGES: Final = (
    (re.compile(r"([\d.]+)<=x<=([\d.]+)"), r"\1 to \2"),
    (re.compile(r"x>=([\d.]+)"), r"at least \1"),
)
FAULTS: Final = (
    (re.compile("Input should be a valid integer, .*"), "it must be a whole number"),
    (re.compile("Input should be a valid number, .*"), "it must be a number"),
    (re.compile(r"Input should be greater than or equal to (\S+)"), r"it must be at least \1"),
    (re.compile(r"Input should be less than or equal to (\S+)"), r"it must be at most \1"),
)


class PlainCommand(TyperCommand):
    """A command with plain help and plain errors."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the usage line; a required argument appears as its name."""
        return [re.sub(r"[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments by name only, and ranges in words."""
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            params = [param for param in self.get_params(ctx) if param.param_type_name == kind]
            records = [record for param in params if (record := param.get_help_record(ctx)) is not None]
            if records:
                rows = [(_name(name, kind), _in_words(RANGES, text)) for name, text in records]
                with formatter.section(title):
                    formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; say in words what is wrong with a value."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = _in_words(FAULTS, error.message)
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command; if the package's nets are damaged, say which file and how."""
        try:
            return super().invoke(ctx)
        except ValueError as error:
            from ..bots.nets import BadNet

            if not isinstance(error, BadNet):
                raise
            fail(str(error))


def _name(name: str, kind: str) -> str:
    return name.partition(" <")[0] if kind == "argument" else name


def _in_words(table: tuple[tuple[re.Pattern[str], str], ...], text: str) -> str:
    for pattern, words in table:
        text = pattern.sub(words, text)
    return text
