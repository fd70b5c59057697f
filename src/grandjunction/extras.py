"""Names the extra that a part of the package needs, and the command that installs it."""

from __future__ import annotations

from importlib.util import find_spec


class MissingExtra(ModuleNotFoundError):
    """A part of the package was asked for, but the extra it needs is not installed."""


def need(extra: str, part: str, *modules: str, hint: str = "") -> None:
    """Raise ``MissingExtra`` unless all these modules are installed; nothing is imported.

    The message ends with the command that installs the extra, and then the hint.
    """
    for module in modules:
        if find_spec(module) is None:
            command = f'pip install "grandjunction[{extra}]"{hint}'
            raise MissingExtra(f"{part} needs {module}, which is not installed: {command}", name=module)
