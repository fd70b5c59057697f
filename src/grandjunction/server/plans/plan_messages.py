"""The messages of the what-if board and of stored turns.

| Method | Path | Takes | Gives |
|---|---|---|---|
| POST   | ``/api/games/{game}/whatif``     | ``WhatIfUnits``          | ``WhatIf`` |
| POST   | ``/api/games/{game}/whatif/why`` | ``WhatIfWhy``, ``?lang=`` | ``Answer`` |
| GET    | ``/api/games/{game}/plan``       | ``?lang=``               | ``PlanState`` |
| PUT    | ``/api/games/{game}/plan``       | ``WhatIfUnits``, ``?lang=`` | ``PlanState`` |
| DELETE | ``/api/games/{game}/plan``       |                          | ``PlanState`` |
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..messages import Choices, Table
from ..printed import Message
from ..requests import Request, Why

Units = Annotated[list[Annotated[str, Field(min_length=1, max_length=300)]], Field(max_length=30)]


class WhatIfUnits(Request):
    """The moves tried so far, in notation."""

    units: Units


class WhatIfWhy(WhatIfUnits):
    """A question about the board after some moves."""

    why: Why


class WhatIf(Message):
    """The board of a player's next turn after some moves, and the legal next ones."""

    table: Table
    choices: Choices


class Plan(Message):
    """A turn that is stored."""

    units: list[str]  # in words
    dropped: Literal["illegal", "changed"] | None  # why it was not played
    unit: int | None  # the number of the unit at fault


class PlanState(Message):
    """What this seat has stored, if anything."""

    plan: Plan | None
