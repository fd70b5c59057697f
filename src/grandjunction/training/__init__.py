"""Trains the bots' learned judge by self-play. Needs the extra ``train``."""
