"""Sphinx's settings for the documentation site; ``tools/docs_site.py`` lays out the pages and runs it."""

from __future__ import annotations

import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent
sys.path.insert(0, str(SOURCE / "tools"))

from pygments.lexers.special import TextLexer  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

from version import version as _version  # noqa: E402

project = "Grand Junction"
author = "The Grand Junction contributors"
copyright = author
release = version = _version()

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # a page may begin its parts at any level
exclude_patterns = ["tools", "README.md"]

autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": True}
autodoc_typehints = "signature"
autodoc_inherit_docstrings = False  # other libraries write theirs in other formats
add_module_names = False

html_theme = "furo"
html_title = "Grand Junction"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "footer_icons": [],
    "light_css_variables": {"color-brand-primary": "#7a3e10", "color-brand-content": "#7a3e10"},
    "dark_css_variables": {"color-brand-primary": "#e3a857", "color-brand-content": "#e3a857"},
}


def setup(app: Sphinx) -> None:
    """The formats of our own are shown as they are."""
    for name in ("record", "position"):
        app.add_lexer(name, TextLexer)
