"""Sphinx reads this to make the user guide: ``make docs``."""

project = "Coluber"
copyright = "the Coluber developers"  # noqa: A001 - Sphinx wants this name
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Coluber"
myst_heading_anchors = 3
# README.md and the pages of the code's own are linked to by path.
suppress_warnings = ["myst.xref_missing"]
exclude_patterns = ["_build"]
