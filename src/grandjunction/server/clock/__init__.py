"""Time: the clocks of games, what happens when one runs out, and when a player's clocks pause."""
