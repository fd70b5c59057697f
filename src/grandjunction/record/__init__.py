"""The game record: a game is its record, and the record is text."""
