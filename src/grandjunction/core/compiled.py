"""Which build is running: compiled by mypyc or interpreted. The rules are the same."""


def is_compiled() -> bool:
    """Whether the core runs compiled."""
    return not __file__.endswith(".py")
