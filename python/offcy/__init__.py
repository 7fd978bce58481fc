"""offcy compiles Cython modules whose parallel loops can run on a GPU.

The compiler is a program, `offcy`, which is part of this package; `offcy --help` describes it, and `python -m offcy` runs
it if its folder is not on the PATH.

Modules need nothing from this package when they run. Where they are used, it shows which devices there are, which one a
thread uses, and what ran where.
"""

from offcy._devices import Device, Devices, devices, get_default_device, use_device
from offcy._program import find_program
from offcy._trace import Moved, Record, Trace, trace

__all__ = [
    "Device",
    "Devices",
    "Moved",
    "Record",
    "Trace",
    "__version__",
    "devices",
    "find_program",
    "get_default_device",
    "trace",
    "use_device",
]

__version__: str


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("offcy")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
