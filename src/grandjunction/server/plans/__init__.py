"""Planning while others act: a private board for your next turn, and stored turns."""
