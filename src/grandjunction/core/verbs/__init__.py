"""One file a verb: what may be proposed, why it is refused, what it does."""
