"""The position text format: writing, reading, and rejecting positions that no game can reach."""
