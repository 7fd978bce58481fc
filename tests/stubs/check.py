"""Stubs that offcy writes, held against the modules that it builds of the same sources, by mypy's stubtest.

    check.py OFFCY
"""

import concurrent.futures
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ["examples/pairwise", "examples/inside_polygon"]
SHARE = """annotated arguments bases c_operators checks class_bodies classes closures ctuples decorated_methods defaults
    embedded_signatures enums exporters fields function_values fused fused_defs fused_methods generators globals
    imported_names kept long_chains memory_views namespaces ndarrays not_none objects optional pickled places privates
    python_in_c regions resident rest slots structs text ufuncs""".split()


def made(offcy, source, folder):
    """The module and its stub; the quickest build that there is."""
    command = [offcy, "compile", "-O0", "--stub", source, "--out-dir", folder, "--python", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return source.stem


def check(offcy, folder):
    sources = [ROOT / f"{name}.pyx" for name in (*EXAMPLES, *(f"tests/run/{name}" for name in SHARE))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        names = list(pool.map(lambda source: made(offcy, source, folder), sources))
    assert all((folder / f"{name}.pyi").read_text().startswith("# written by offcy stub") for name in names)
    command = [sys.executable, "-m", "mypy.stubtest", *names]
    environment = {**os.environ, "MYPYPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


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


def main():
    offcy = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        keeps_others(offcy, pathlib.Path(folder))
        if importlib.util.find_spec("mypy") is None:
            print("skipped: stubtest (pip install mypy)")
        else:
            check(offcy, pathlib.Path(folder))


if __name__ == "__main__":
    main()
