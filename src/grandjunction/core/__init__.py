"""The rules both games share. Standard library only, compiled by mypyc, names no game."""
