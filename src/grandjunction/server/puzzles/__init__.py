"""Puzzles in the browser: the list, boards, answers, and drills from reviewed games."""
