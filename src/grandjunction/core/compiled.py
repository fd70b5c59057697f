"""Tells whether the compiled or the interpreted build is running. The rules are the same in both."""


def is_compiled() -> bool:
    """Whether the core runs compiled."""
    return not __file__.endswith(".py")
