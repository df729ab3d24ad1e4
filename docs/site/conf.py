"""Sphinx: pages in Markdown (MyST), the reference from Doxygen's XML (Breathe) and from the docstrings of the package `opsgrad`.

Read in build/docs/source, where tree.py has put it.
"""

import sys
from pathlib import Path
from unittest.mock import MagicMock

# The docstrings need no other package: with objects in the place of these, `opsgrad` can be imported where they are not installed.
sys.modules.update({name: MagicMock() for name in ("jax", "jax.numpy", "jax.extend.core", "jax.interpreters", "jax.experimental.buffer_callback")})
sys.path.insert(0, str(Path(__file__).parents[3] / "python"))

project = "OPSgrad"
extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
breathe_projects = {"opsgrad": "../xml"}
breathe_default_project = "opsgrad"
breathe_show_include = False
autodoc_mock_imports = ["numpy", "scipy", "torch"]
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # arguments are described in words
primary_domain = "cpp"
highlight_language = "none"
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # of the changelog
html_theme = "furo"
# Debian's Furo has no dark colours for readers whose system, and not whose choice on the page, is dark.
html_theme_options = {"dark_css_variables": {
    "color-foreground-primary": "#d4d4d4",
    "color-foreground-secondary": "#a0a4a8",
    "color-foreground-muted": "#868b91",
    "color-foreground-border": "#666666",
    "color-background-primary": "#141517",
    "color-background-secondary": "#1b1d1f",
    "color-background-hover": "#222528",
    "color-background-hover--transparent": "#22252800",
    "color-background-border": "#33363a",
    "color-background-item": "#444444",
    "color-brand-primary": "#6aa9f0",
    "color-brand-content": "#6aa9f0",
    "color-highlighted-background": "#0a3866",
    "color-highlight-on-target": "#33330a",
    "color-problematic": "#f08080",
    "color-api-keyword": "#a0a4a8",
    "color-admonition-background": "#1b1d1f",
    "color-card-border": "#1b1d1f",
    "color-card-background": "#1b1d1f",
    "color-card-marginals-background": "#222528",
}}
html_title = "OPSgrad"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).parent / "scorer.js")
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
