"""Notices: messages to players who are away, by push, mail or webhook."""
