"""Calls that raise, ten thousand times each: memory and references stay as they are, and the module works after.

    check.py OFFCY                  builds the module for the host's cores and for the virtual device, and tries both
    check.py --ordinary OFFCY       the same, unless the same C has passed before (`tests/common/confirmed.py`)
    check.py --simulated OFFCY      tries it on a simulated NVIDIA GPU, with fewer calls
"""

import gc
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "common"))
import builds
import numpy as np
from confirmed import digest, digest_of, tools, unless_passed

CALLS, WARM = (2000, 200) if "SIMULATED" in os.environ else (10_000, 500)
# What an allocator may keep for itself meanwhile.
BLOCKS, BYTES = 60, 1 << 21


def kinds(on_device):
    """Name, exception (None: it is caught) and arguments of calls that raise."""
    x, y, whole = np.zeros(8), np.zeros(8), np.arange(8)
    point = np.zeros(3, np.dtype([("x", "f8"), ("n", "i4", (2,))], align=True))
    locked = np.zeros(4)
    locked.flags.writeable = False
    yield "bounds", IndexError, (x, 1)
    yield "late_bounds", IndexError, (x, whole + 1)
    yield "division", ZeroDivisionError, (whole, 0)
    yield "raised", ValueError, (x,)
    yield "called", ArithmeticError, (x,)
    yield "asserted", AssertionError, (x,)
    yield "none", TypeError, (None, x)
    yield "in_a_context", RuntimeError, (x, y, "words")
    yield "in_an_inferred_context", IndexError, (x, y, 9)
    yield "by_pointer", TypeError, (object(),)
    yield "by_address", TypeError, (object(),)
    if on_device:
        yield "overlap", ValueError, (x[:6], x[2:])
    yield "host_loop", TypeError, (x, [None] * 8)
    yield "of_the_module", IndexError, (x[:5],)
    yield "of_the_module", TypeError, ("text",)
    yield "of_the_module", ValueError, (whole,)
    objects = np.array([1, "two", None, 4.0], dtype=object)
    yield "of_objects", TypeError, (objects, "words")
    yield "of_objects", ValueError, (objects[:2], 1)
    yield "of_objects", ValueError, (x, 1)
    yield "of_words", TypeError, (np.array(["a", "b", 3], dtype=object),)
    yield "struct_argument", ValueError, ({"x": 1},)
    yield "struct_argument", IndexError, ({"x": 1, "n": [1]},)
    yield "struct_argument", TypeError, ({"x": "a", "n": [1, 2]},)
    yield "struct_argument", TypeError, (3,)
    yield "struct_views", ValueError, (x, x)
    yield "struct_views", ValueError, (np.zeros(3, [("x", "f8"), ("n", "f4", (2,))]), x)
    yield "struct_views", ValueError, (point, x.reshape(2, 4))
    yield "array_from", IndexError, ([1, 2, 3, 4],)
    yield "array_from", TypeError, ([1, "a", 2],)
    yield "good", ValueError, (whole,)
    yield "good", ValueError, (x[::2],)
    yield "good", ValueError, (locked,)
    yield "good", TypeError, ("text",)
    yield "number", OverflowError, (2**40, x)
    yield "number", ValueError, (2, x.reshape(2, 4))
    yield "number", TypeError, (2,)
    yield "text", TypeError, ("text", x)
    yield "handled", KeyError, (x, 9, [])
    yield "handled", None, (x, -2, [])
    for word, expected in (("return", None), ("continue", None), ("raise", ValueError), ("else", None)):
        yield "swallowed", expected, (x, 0, [word, "else"])
        yield "swallowed", expected, (x, 100, [word, "else"])
    for suppresses in (False, True):
        for words, expected in ((["continue", "return"], None), (["raise", "raise"], ValueError)):
            yield "managed", None if suppresses else expected, (x, Manager(suppresses), words)
    for how, expected in ((0, IndexError), (1, KeyError), (2, None), (3, OverflowError)):
        yield "without_the_gil", expected, (x, how)
    yield "deleted", UnboundLocalError, ([], True)
    yield "deleted", None, ([], False)

    yield "rows_of_threads", IndexError, (x, 100)

    fails = [].pop
    for calls in 0, 30, 40, 60, 90, 120:
        yield "long_displays", IndexError, (Often(calls),)
    yield "made_class", IndexError, (x, fails)
    yield "closure", IndexError, (x, [1, 2.5], lambda *_, **named: fails())
    yield "gathered", IndexError, ([1.5, 2], lambda _: fails())
    yield "gathered", TypeError, ([[]], fails)
    yield "unpacked", IndexError, ([[], 2, 3, whole], lambda _: fails())
    yield "c_text", UnicodeDecodeError, (b"\xe4bc", [1, 2, 3], "x")
    yield "c_text", IndexError, (b"abc", [1, 2], "x")
    yield "c_text", TypeError, (b"abc", [1, 2, None], "x")
    yield "c_text", ValueError, (b"abc", [1, 2, 3], "xy")
    yield "unpacked", ValueError, ([1], fails)
    for how, expected in (("dropped", None), ("closed", RuntimeError), ("thrown", None), ("from", IndexError)):
        yield "driven", expected, (x, [1.5, 2], fails, how)
    yield "handed_on", IndexError, (x, [1.5], fails)
    yield "driven", ValueError, (x.reshape(2, 4), [1.5], fails, "dropped")


class Often:
    """Gives a new object so many times, then fails, and begins again."""

    def __init__(self, calls):
        self.calls, self.left = calls, calls

    def __call__(self):
        self.left -= 1
        if self.left < 0:
            self.left = self.calls
            raise IndexError
        return 1000.5 + self.left


class Manager:
    def __init__(self, suppresses):
        self.suppresses = suppresses

    def __enter__(self):
        return [self]

    def __exit__(self, *of):
        return self.suppresses


def try_often(function, expected, arguments, count):
    for _ in range(count):
        try:
            function(*arguments)
        except expected or ():
            continue
        if expected is not None:
            raise AssertionError("nothing was raised")


def memory():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def counts(arguments):
    gc.collect()
    objects = [thing for thing in arguments if thing is not None and not isinstance(thing, int)]
    return sys.getallocatedblocks(), memory(), [sys.getrefcount(thing) for thing in objects]


def left_behind(function, expected, arguments):
    """What many calls leave, each time from the start. What the interpreter keeps once, such as a larger table, is not a leak."""
    counts(arguments)
    for _ in range(3):
        blocks, size, references = counts(arguments)
        try_often(function, expected, arguments, CALLS)
        more_blocks, more, left = counts(arguments)
        wrong = [f"references {references} became {left}"] if left != references else []
        if more_blocks - blocks > BLOCKS:
            wrong.append(f"{more_blocks - blocks} blocks of Python's memory are left")
        if more - size > BYTES:
            wrong.append(f"{more - size} bytes are left")
        if not wrong:
            break
    return wrong


def works(module):
    x = np.arange(5.0)
    module.good(x)
    return x.tolist() == [1, 3, 5, 7, 9]


def worker(folder):
    module = builds.load(pathlib.Path(folder) / f"leaks{builds.SUFFIX}", "leaks")
    for name, expected, arguments in kinds("OMP_TARGET_OFFLOAD" in os.environ):
        function = getattr(module, name)
        try_often(function, expected, arguments, WARM)
        for wrong in left_behind(function, expected, arguments):
            print(f"{name}, {expected.__name__ if expected else arguments[-1]}: {wrong}")
        if not works(module):
            print(f"{name}: the module does not work afterwards")


def main(offcy, simulated):
    failed = 0
    # Host, or device: how it is built, what it runs under, and with what set.
    ways = {
        "host": ([], [], {}),
        "device": (["--offload-arch", "x86_64"], [], builds.ON_DEVICE),
    }
    if simulated:
        simulation = [offcy, "simulate", "--quick", "--check", "memory,init,sync", "--"]
        ways = {"simulated": (["--offload-arch", "sm_90"], simulation, {**builds.ON_DEVICE, "SIMULATED": "1"})}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = folder / "leaks.pyx"
        source.write_text((HERE / "module.pyx").read_text())
        for name, (options, before, environment) in ways.items():
            builds.build_offcy(offcy, source, folder / name, *options)
            arguments = [*before, sys.executable, "-P", __file__, "--worker", folder / name]
            done = subprocess.run(
                arguments, capture_output=True, text=True, timeout=600,
                env={**os.environ, "TMPDIR": str(folder), "OMP_NUM_THREADS": "2", **environment},
            )
            wrong = done.stdout + (f"exit code {done.returncode}\n{done.stderr}" if done.returncode else "")
            print(f"{name}: {wrong or 'ok'}", flush=True)
            failed += bool(wrong)
    print(f"{len(ways) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(sys.argv[2])
    elif sys.argv[1] == "--ordinary":
        offcy = sys.argv[2]
        question = digest(builds.emitted(offcy, HERE / "module.pyx"), tools(), digest_of("tests/leaks"))
        sys.exit(unless_passed("leaks", question, lambda: main(offcy, False)))
    else:
        sys.exit(main(sys.argv[-1], sys.argv[1] == "--simulated"))
