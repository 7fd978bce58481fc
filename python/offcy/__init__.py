"""offcy compiles Cython modules whose parallel loops can run on a GPU.

The compiler is a program, `offcy`, which this package brings with it; `offcy --help` tells what it does, and
`python -m offcy` runs it where its folder is not on the PATH.
"""

from importlib.metadata import version as _version

from offcy._program import find_program

__all__ = ["__version__", "find_program"]

__version__: str = _version("offcy")
