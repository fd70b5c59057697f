"""Brass (2007) and Brass: Lancashire (2018)."""
