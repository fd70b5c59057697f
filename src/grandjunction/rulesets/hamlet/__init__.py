"""Hamlet: a toy game with four towns, small enough to search exhaustively."""
