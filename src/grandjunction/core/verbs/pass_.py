"""Pass: discard a card and do nothing. Stop: end an action that could have more units."""

from __future__ import annotations

from mypy_extensions import i64

from ..events import Log
from ..hands import begin_unit, check_card, payable
from ..moves import Refusal, unit
from ..options import Options
from ..ruleset import Verb
from ..state import State
from ..turn import end_action


class Pass(Verb):
    def __init__(self) -> None:
        super().__init__("pass", ["card"])

    def propose(self, state: State, options: Options) -> None:
        options.add(unit(self.id, -1, -1, 0, 0), payable(state))

    def check(self, state: State, code: i64) -> Refusal | None:
        return check_card(state, code)

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)
        if log is not None:
            log.add("passed", state.seat)
        end_action(state, log)


class Stop(Verb):
    def __init__(self) -> None:
        super().__init__("stop", [])

    def propose(self, state: State, options: Options) -> None:
        options.add(unit(self.id, -1, -1, 0, 0), 0)

    def check(self, state: State, code: i64) -> Refusal | None:
        return None

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        end_action(state, log)
