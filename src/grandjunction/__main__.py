"""``python -m grandjunction`` is the ``grandjunction`` command."""

from .cli import main

if __name__ == "__main__":
    main()
