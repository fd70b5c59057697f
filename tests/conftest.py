"""Says, above every run, which build is tested."""

from __future__ import annotations

from grandjunction.core import state
from grandjunction.core.compiled import is_compiled


def pytest_report_header() -> str:
    return f"grandjunction: {'compiled' if is_compiled() else 'interpreted'}, {state.__file__}"
