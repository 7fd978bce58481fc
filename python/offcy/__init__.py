"""offcy compiles Cython modules whose parallel loops can run on a GPU.

The compiler is a program, `offcy`, which is part of this package; `offcy --help` describes it, and `python -m offcy` runs
it if its folder is not on the PATH.

Modules need nothing from this package when they run. Where they are used, it shows which devices there are, which one a
thread uses, and what ran where. It also compiles modules while a program runs: `offcy.compile`, `offcy.inline`,
`import offcy.import_hook`, and `%load_ext offcy` in notebooks.
"""

from typing import Any

from offcy._devices import Device, Devices, devices, get_default_device, use_device
from offcy._program import find_program
from offcy._trace import Moved, Record, Trace, trace

__all__ = [
    "CompileError",
    "Device",
    "Devices",
    "Moved",
    "Record",
    "Trace",
    "__version__",
    "compile",
    "devices",
    "find_program",
    "get_default_device",
    "inline",
    "trace",
    "use_device",
]

__version__: str


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("offcy")
    if name in ("CompileError", "compile", "inline"):  # where they are used: they need more of Python's library
        from offcy import _live

        return getattr(_live, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext offcy`: cells that begin with `%%offcy` are compiled."""
    from offcy._notebook import extend

    extend(shell)
