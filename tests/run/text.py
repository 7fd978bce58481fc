"""Text in C. What is printed is caught where C writes it."""

import ctypes
import os
import tempfile

import numpy as np
from attempts import attempt


def printed(function, *arguments):
    """The lines that a call writes to C's standard output, in any order."""
    flush = ctypes.CDLL(None).fflush
    flush(None)
    kept = os.dup(1)
    with tempfile.TemporaryFile() as caught:
        os.dup2(caught.fileno(), 1)
        try:
            function(*arguments)
            flush(None)
        finally:
            os.dup2(kept, 1)
            os.close(kept)
        caught.seek(0)
        return sorted(caught.read().decode().splitlines())


def cases(module):
    yield "pointers", module.pointers(b"\xf0hello")
    yield "pointers, None", attempt(module.pointers, None)
    for value in (b"abc", bytearray(b"xy"), "abc", None, 3):
        yield f"argument {value!r}", attempt(module.argument, value, b"q")
        yield f"of_any {value!r}", attempt(module.of_any, value)
    yield "result", (module.result(0), module.result(1))
    out = np.zeros(9, int)
    module.literals(out)
    yield "literals", out
    counts = np.zeros(4, int)
    module.counted(b"abracadabra", counts)
    yield "counted", counts
    yield "shown", module.shown("x", [])
    yield "said", printed(module.said, np.arange(5) / 4, 5)


BYTES = {"literals": {"out": (0, 72)}, "counted": {"text": (11, 0), "counts": (0, 32)}, "said": {"x": (40, 0)}}


def traced(module):
    module.literals(np.zeros(9, int))
    module.counted(b"abracadabra", np.zeros(4, int))
    printed(module.said, np.arange(5.0), 5)
