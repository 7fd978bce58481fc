"""Builds that use offcy: what setup.py may import, and the hook that setuptools finds by itself.

A project whose pyproject.toml says `requires = ["setuptools", "offcy"]` needs nothing from here. One that calls
Cython's `cythonize` in its setup.py imports it from here instead.
"""

from offcy.build._cythonize import cythonize

__all__ = ["cythonize"]
