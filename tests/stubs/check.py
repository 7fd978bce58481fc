"""Stubs that offcy writes, held against the modules that it builds of the same sources, by mypy's stubtest; not again where the
same has passed before (`tests/common/confirmed.py`).

    check.py OFFCY
"""

import concurrent.futures
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
from importlib import metadata

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "common"))
import builds
from confirmed import digest, digest_of, tools, unless_passed

EXAMPLES = ["examples/pairwise", "examples/inside_polygon"]
SHARE = """annotated arguments bases c_operators checks class_bodies classes closures coroutines ctuples decorated_methods defaults
    dataclass_types dataclass_words embedded_signatures enums exporters fields function_values fused fused_defs fused_methods generators globals
    imported_names kept long_chains memory_views namespaces ndarrays not_none objects optional pickled places privates
    python_in_c regions resident rest slots structs text ufuncs""".split()

# Before Python 3.12, NumPy does not say that its arrays are buffers: one of them is a default for a view.
ALLOWED = [] if sys.version_info >= (3, 12) else ["defaults.view"]


def made(offcy, source, folder, *options):
    """The module and its stub; the quickest build that there is."""
    command = [offcy, "compile", "-O0", "--stub", source, "--out-dir", folder, "--python", sys.executable, *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return source.stem


def sources():
    return [ROOT / f"{name}.pyx" for name in (*EXAMPLES, *(f"tests/run/{name}" for name in SHARE))]


def question(offcy):
    """A hash of the C and the stubs, and of what compares them."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        written = list(pool.map(lambda source: builds.emitted(offcy, source, "--stub"), sources()))
    return digest(written, tools(), metadata.version("mypy"), digest_of("tests/stubs"))


def check(offcy, folder):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        names = list(pool.map(lambda source: made(offcy, source, folder), sources()))
    assert all((folder / f"{name}.pyi").read_text().startswith("# written by offcy stub") for name in names)
    allowed = folder / "allowed"
    allowed.write_text("".join(f"{name}\n" for name in ALLOWED))
    command = [sys.executable, "-m", "mypy.stubtest", "--allowlist", allowed, *names]
    environment = {**os.environ, "MYPYPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return 0


def keeps_others(offcy, folder):
    """A stub that somebody wrote is not written over."""
    source, stub = folder / "own.pyx", folder / "own.pyi"
    source.write_text("def f(int n): return n\n")
    stub.write_text("def f(n: int) -> int: ...\n")
    done = subprocess.run([offcy, "stub", source], capture_output=True, text=True)
    assert done.returncode == 3 and stub.read_text() == "def f(n: int) -> int: ...\n", done
    stub.unlink()
    done = subprocess.run([offcy, "stub", source, "-o", "-"], capture_output=True, text=True)
    assert "def f(n: SupportsIndex) -> Any: ..." in done.stdout and not stub.exists(), done


CLASSES = '''
cdef class Documented:
    """A text."""
    def __init__(self, int a, b=2, *rest, c=None, **named): pass

cdef class Plain:
    def __cinit__(self, double x): pass

cdef class Heir(Plain):
    pass

cdef class Silent:
    pass
'''
SIGNATURES = """
import inspect, pydoc, shown
assert str(inspect.signature(shown.Documented)) == "(a, b=2, *rest, c=None, **named)", inspect.signature(shown.Documented)
if shown.__file__.endswith(".abi3.so"):
    assert shown.Plain.__text_signature__ is None
else:
    assert str(inspect.signature(shown.Plain)) == str(inspect.signature(shown.Heir)) == "(x)"
assert shown.Documented.__doc__ == "A text." and shown.Documented(1).__doc__ == "A text."
assert [one.__doc__ for one in (shown.Plain, shown.Heir, shown.Silent)] == [None, None, None]
assert "class Plain(" in pydoc.plain(pydoc.render_doc(shown.Plain))
try:
    shown.Plain.other = 1
except TypeError:
    pass
else:
    raise AssertionError("the type can be changed")
"""


def signatures(offcy, folder):
    """What `inspect` finds of extension types, and docstrings as they were."""
    (folder / "shown.pyx").write_text(CLASSES)
    for options in [], ["--limited-api"]:
        made(offcy, folder / "shown.pyx", folder, *options)
        subprocess.run([sys.executable, "-c", SIGNATURES], cwd=folder, check=True)
        for library in folder.glob("shown.*so"):
            library.unlink()


def main():
    offcy = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        keeps_others(offcy, pathlib.Path(folder))
        signatures(offcy, pathlib.Path(folder))
        if importlib.util.find_spec("mypy") is None:
            print("skipped: stubtest (pip install mypy)")
        else:
            return unless_passed("stubs", question(offcy), lambda: check(offcy, pathlib.Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
