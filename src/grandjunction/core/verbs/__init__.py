"""One file per verb: what it proposes, why it is refused, what it does."""
