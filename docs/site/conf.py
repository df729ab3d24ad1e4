"""Sphinx: pages in Markdown (MyST), the reference from Doxygen's XML (Breathe). Read in build/docs/source, where tree.py has put it."""

from pathlib import Path

project = "OPSgrad"
extensions = ["myst_parser", "breathe"]
breathe_projects = {"opsgrad": "../xml"}
breathe_default_project = "opsgrad"
breathe_show_include = False
primary_domain = "cpp"
highlight_language = "none"
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # of the changelog
html_theme = "furo"
html_title = "OPSgrad"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).parent / "scorer.js")
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
