"""Sphinx's settings. `scripts/docs` builds the pages."""

import pathlib
import tomllib

HERE = pathlib.Path(__file__).parent

project = "offcy"
author = "the offcy developers"
copyright = author
release = tomllib.loads((HERE.parent / "Cargo.toml").read_text())["package"]["version"]

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "README.md"]

html_theme = "pydata_sphinx_theme"
html_title = "offcy"
html_theme_options = {"navigation_with_keys": True, "show_prev_next": True, "footer_start": ["copyright"], "footer_end": []}
html_show_sourcelink = False
pygments_style = "default"


def pages_of_diagnostics(app):
    """`explain/OFCnnnn.md` is what `offcy explain` prints; here it is a page."""
    folder = HERE / "diagnostics"
    wanted = {path.name: path.read_text() for path in (HERE.parent / "explain").glob("OFC*.md")}
    for path in folder.glob("OFC*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def setup(app):
    app.connect("builder-inited", pages_of_diagnostics)
