"""Brass: Birmingham (2018) and its introductory game."""
