"""Outside bots: separate programs in any language, asked over standard input and output.

``docs/bot-protocol.md`` is the contract. The host never trusts a bot: whatever it answers, and if it does not
answer, the game goes on.
"""

from __future__ import annotations

from .command import BadCommand, Command
from .outside_bot import OutsideBot
from .process import end_all

__all__ = ["BadCommand", "Command", "OutsideBot", "end_all"]
