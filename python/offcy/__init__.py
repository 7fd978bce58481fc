"""offcy compiles Cython modules whose parallel loops can run on a GPU.

The compiler is a program, `offcy`, which is part of this package; `offcy --help` describes it, and `python -m offcy` runs
it if its folder is not on the PATH.

Modules need nothing from this package when they run. Where they are used, it shows which devices there are, which one a
thread uses, and what ran where. `offcy.empty` and its like make arrays that live on a device. It also compiles modules while a program runs: `offcy.compile`, `offcy.inline`,
`import offcy.import_hook`, and `%load_ext offcy` in notebooks.
"""

from typing import TYPE_CHECKING, Any

from offcy._devices import Device, Devices, MemoryInfo, devices, get_default_device, select_device, use_device
from offcy._program import find_program
from offcy._trace import Moved, Record, Trace, trace

if TYPE_CHECKING:
    from offcy._exchange import from_dlpack
    from offcy._live import CompileError, compile, inline
    from offcy._ndarray import asarray, empty, empty_like, full, full_like, ndarray, ones, ones_like, zeros, zeros_like

__all__ = [
    "CompileError",
    "Device",
    "Devices",
    "MemoryInfo",
    "Moved",
    "Record",
    "Trace",
    "__version__",
    "asarray",
    "compile",
    "devices",
    "empty",
    "empty_like",
    "find_program",
    "from_dlpack",
    "full",
    "full_like",
    "get_default_device",
    "inline",
    "ndarray",
    "ones",
    "ones_like",
    "select_device",
    "trace",
    "use_device",
    "zeros",
    "zeros_like",
]

__version__: str


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("offcy")
    if name in ("CompileError", "compile", "inline"):  # where they are used: they need more of Python's library
        from offcy import _live

        return getattr(_live, name)
    if name == "from_dlpack":  # these need NumPy
        from offcy import _exchange

        return _exchange.from_dlpack
    if name in __all__:
        from offcy import _ndarray

        return getattr(_ndarray, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext offcy`: cells that begin with `%%offcy` are compiled."""
    from offcy._notebook import extend

    extend(shell)
