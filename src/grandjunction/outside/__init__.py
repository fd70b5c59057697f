"""Bots that are programs of their own, in any language, asked over their standard input and output.

``docs/bot-protocol.md`` is the contract. The host never trusts a bot: whatever it answers, or does not, the
game goes on.
"""

from __future__ import annotations

from .bot import OutsideBot
from .command import BadCommand, Command
from .process import end_all

__all__ = ["BadCommand", "Command", "OutsideBot", "end_all"]
