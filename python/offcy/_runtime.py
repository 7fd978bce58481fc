"""The runtime that the compiled modules of this process share.

The first imported module publishes it in `sys.modules`; `runtime-c/src/py_face.c` defines its interface. There
is one for each version of its state, so modules of several versions of offcy may bring several.
"""

import contextvars
import sys
import threading
from collections.abc import Callable
from typing import Protocol, cast

HOST = -1
DEFAULT = -(2**31)

lock = threading.RLock()
# What threads use by default if they have chosen, by `threading.get_ident()`.
_chosen: dict[int, int] = {}
# The same of the context, and whether it counts instead: a task of asyncio's has a context, and shares its thread.
_of_context = contextvars.ContextVar("offcy_device", default=DEFAULT)
_follows = False
# How many traces are active.
_tracing = 0


class Runtime(Protocol):
    devices: Callable[[], bytes]
    default_device: Callable[[], int]
    lacks: Callable[[], list[str]]
    use: Callable[[int, int], int]
    follow: Callable[["contextvars.ContextVar[int]"], None]
    trace: Callable[[int], bytes]
    array_memory: Callable[[int], tuple[int, int]]
    """Of modules that are built for devices, as the other functions of `offcy._ndarray.ArrayRuntime`."""


def runtimes() -> list[Runtime]:
    if len(sys.modules) != _seen:
        _look()
    return _known


_known: list[Runtime] = []
_seen = 0
"""How many modules there were when it was looked for runtimes among them."""


def _look() -> None:
    global _known, _seen
    modules = list(sys.modules.items())
    found = [module for name, module in modules if name.startswith("_offcy_runtime_") and hasattr(module, "default_device")]
    _known, _seen = [cast(Runtime, module) for module in found], len(modules)


def joined(runtime: Runtime) -> None:
    """A runtime has started: the first module of its kind is being imported."""
    _look()
    with lock:
        for thread, device in _chosen.items():
            runtime.use(thread, device)
        if _follows and hasattr(runtime, "follow"):
            runtime.follow(_of_context)
        runtime.trace(_tracing)


def use(device: int) -> int:
    """Sets what the thread uses by default, or the context if tasks may share the thread; returns what it used before."""
    thread = threading.get_ident()
    with lock:
        before = _chosen.pop(thread, DEFAULT)
        if device != DEFAULT:
            _chosen[thread] = device
        for runtime in runtimes():
            runtime.use(thread, device)
        if _has_tasks():
            _follow()
    of_context = _of_context.get()
    _of_context.set(device)
    return of_context if _follows else before


def _has_tasks() -> bool:
    asyncio = sys.modules.get("asyncio")
    return "trio" in sys.modules or (asyncio is not None and asyncio._get_running_loop() is not None)


def _follow() -> None:
    global _follows
    if not _follows:
        _follows = True
        for runtime in runtimes():
            if hasattr(runtime, "follow"):
                runtime.follow(_of_context)


def trace(change: int) -> list[bytes]:
    """Changes the number of active traces; returns the records since the last call, one line each."""
    global _tracing
    with lock:
        _tracing += change
        return [line for runtime in runtimes() for line in runtime.trace(change).split(b"\n") if line]
