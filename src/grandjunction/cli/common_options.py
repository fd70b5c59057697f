"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

RulesetOption = Annotated[
    str, typer.Option("--ruleset", "-r", metavar="ID", help="Ruleset, such as lancashire-2018.")
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", "-p", metavar="N", help="Number of players.", show_default="the most allowed"),
]
ProcessesOption = Annotated[
    int | None,
    typer.Option(
        "--processes", min=1, metavar="N", help="Games played in parallel.", show_default="one per core"
    ),
]
SeedOption = Annotated[
    str, typer.Option("--seed", "-s", metavar="SEED", help="Random seed: equal seeds give equal games.")
]
LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANG",
        help="Language, such as pl; an unknown one lists them all.",
        show_default="the system's",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
