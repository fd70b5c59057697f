"""Hamlet: a toy of four towns, small enough to be searched exhaustively."""
