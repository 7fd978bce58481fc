"""What compiling costs beside Cython: front end, lines of C, .pyx to .so, sizes, importing, and the call of a `def`.

    compile.py OFFCY [--repeats N] [--output FILE]

Each figure comes from runs of both compilers that alternate, in one session on one machine; all of
them are kept in FILE (JSON) beside the summary. The same clang with the same flags builds both.
"""

import argparse
import datetime
import importlib.util
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
LLVM = "/usr/lib/llvm-19/lib"
FLAGS = ["-O3", "-fno-plt", "-fno-math-errno", "-ffp-contract=off", "-shared", "-fPIC", "-fopenmp", "-w", "-Wl,--strip-all"]


def timed(command):
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - started


def alternate(first, second, repeats):
    """Seconds of both, one run of each in turn; the first pair warms up and is dropped."""
    pairs = [(first(), second()) for _ in range(repeats + 1)][1:]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def sizes(ours, theirs):
    ours, theirs = (path.stat().st_size for path in (ours, theirs))
    return {"offcy": ours, "cython": theirs, "ratio": theirs / ours}


def lines(*paths):
    return sum(len(path.read_text().splitlines()) for path in paths)


def clang(source, target, flags=FLAGS):
    include = sysconfig.get_path("include")
    return ["clang-19", *flags, f"-I{include}", source, "-o", target, f"-L{LLVM}", f"-Wl,-rpath,{LLVM}", "-lm"]


def load(folder, name):
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}{SUFFIX}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CALL = '''"""A call and nothing else: two memoryview arguments, acquired and released."""


def call(double[:, ::1] X, double[::1] y):
    pass
'''

CALLER = """
import importlib.util, json, sys, time
import numpy as np
spec = importlib.util.spec_from_file_location("call", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
call, X, y = module.call, np.zeros((4, 4)), np.zeros(4)
n = 200_000
for _ in range(n): call(X, y)
started = time.perf_counter()
for _ in range(n): call(X, y)
print((time.perf_counter() - started) / n)
"""


IMPORTER = """
import importlib.util, sys, time
import numpy as np
spec = importlib.util.spec_from_file_location(sys.argv[1], sys.argv[2])
started = time.perf_counter()
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(time.perf_counter() - started)
"""


def figure(program, *arguments):
    """The seconds that a program prints, run in a process of its own."""
    done = subprocess.run([sys.executable, "-c", program, *arguments], check=True, capture_output=True, text=True)
    return float(done.stdout)


def importing(name, modules, repeats):
    """Loading both and running their bodies, in new processes that have NumPy already."""
    ours, theirs = (lambda module=module: figure(IMPORTER, name, module) for module in modules)
    return summary(*alternate(ours, theirs, repeats))


def summary(offcy, cython):
    ours, theirs = statistics.median(offcy), statistics.median(cython)
    return {"offcy": ours, "cython": theirs, "ratio": theirs / ours, "offcy_runs": offcy, "cython_runs": cython}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    offcy, repeats = arguments.offcy, arguments.repeats
    report = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        source = EXAMPLES / "pairwise.pyx"
        stripped = folder / "cython" / "pairwise.pyx"
        stripped.parent.mkdir()
        stripped.write_text(subprocess.run([offcy, "strip", source], check=True, capture_output=True, text=True).stdout)
        ours, theirs = folder / "offcy", stripped.parent
        emit_c = [offcy, "compile", source, "--emit", "c", "--out-dir", ours]
        emit_ext = [offcy, "compile", source, "--out-dir", ours, "--python", sys.executable, "-O", "3"]
        cython = [sys.executable, "-m", "cython", "-3", stripped]
        build = clang(theirs / "pairwise.c", theirs / f"pairwise{SUFFIX}")

        report["front_end_seconds"] = summary(*alternate(lambda: timed(emit_c), lambda: timed(cython), repeats))
        counts = {
            "offcy": lines(*ours.glob("pairwise*.c"), *ours.glob("pairwise*.h")),
            "cython": lines(theirs / "pairwise.c"),
        }
        report["lines_of_c"] = {**counts, "ratio": counts["cython"] / counts["offcy"]}
        both = alternate(lambda: timed(emit_ext), lambda: timed(cython) + timed(build), repeats)
        report["pyx_to_so_seconds"] = summary(*both)

        call = folder / "call.pyx"
        call.write_text(CALL)
        subprocess.run([offcy, "compile", call, "--out-dir", ours, "--python", sys.executable, "-O", "3"], check=True)
        (theirs / "call.pyx").write_text(CALL)
        subprocess.run([sys.executable, "-m", "cython", "-3", theirs / "call.pyx"], check=True, capture_output=True)
        subprocess.run(clang(theirs / "call.c", theirs / f"call{SUFFIX}"), check=True, capture_output=True)
        modules = (ours / f"call{SUFFIX}", theirs / f"call{SUFFIX}")
        both = alternate(lambda: figure(CALLER, modules[0]), lambda: figure(CALLER, modules[1]), repeats)
        report["def_call_seconds"] = summary(*both)

        # A module without `prange`, without the OpenMP runtime.
        plain = theirs / f"plain{SUFFIX}"
        flags = [flag for flag in FLAGS if flag != "-fopenmp"]
        subprocess.run(clang(theirs / "call.c", plain, flags), check=True, capture_output=True)
        report["import_seconds"] = importing("call", (modules[0], plain), 3 * repeats)
        report["bytes_of_small_module"] = sizes(modules[0], plain)
        modules = (ours / f"pairwise{SUFFIX}", theirs / f"pairwise{SUFFIX}")
        report["bytes_with_prange"] = sizes(*modules)
        report["import_with_prange_seconds"] = importing("pairwise", modules, 3 * repeats)

    for name, figures in report.items():
        print(f"{name:<27} offcy {figures['offcy']:.4g}   cython {figures['cython']:.4g}   ratio {figures['ratio']:.2f}")
    if arguments.output:
        report["date"] = datetime.date.today().isoformat()
        report["machine"] = {"processor": platform.machine(), "cores": os.cpu_count(), "python": platform.python_version()}
        arguments.output.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
