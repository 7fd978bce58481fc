"""What exceptions cost in a module for one CPython, in one with `--limited-api`, and in Cython's.

    exceptions.py OFFCY [--repeats N] [--runs N] [--output FILE]

The same source built three times with the same compiler and flags; each function runs in turn from all three in one
process, and every run is kept in FILE (JSON): nanoseconds per exception.
"""

import argparse
import array
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

HERE = pathlib.Path(__file__).parent
SOURCE = HERE / "exceptions.pyx"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
FUNCTIONS = ["raised", "through_calls", "looked_up", "of_an_index"]


def by_offcy(offcy, folder, *options):
    folder.mkdir()
    command = [offcy, "compile", SOURCE, "--out-dir", folder, "--python", sys.executable, "-O", "3", *options]
    subprocess.run(command, check=True)
    suffix = ".abi3.so" if "--limited-api" in options else SUFFIX
    return folder / f"exceptions{suffix}"


def by_cython(folder):
    folder.mkdir()
    made = folder / "exceptions.c"
    subprocess.run([sys.executable, "-m", "cython", "-3", SOURCE, "-o", made], check=True)
    module = folder / f"exceptions{SUFFIX}"
    include = sysconfig.get_path("include")
    subprocess.run(["clang-19", "-O3", "-shared", "-fPIC", f"-I{include}", made, "-o", module], check=True)
    return module


def load(path):
    spec = importlib.util.spec_from_file_location("exceptions", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def nanoseconds(function, arguments, repeats):
    started = time.perf_counter()
    assert function(*arguments, repeats) == repeats
    return (time.perf_counter() - started) / repeats * 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    offcy = options.offcy.resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        modules = {
            "offcy": load(by_offcy(offcy, folder / "one")),
            "limited": load(by_offcy(offcy, folder / "limited", "--limited-api")),
            "cython": load(by_cython(folder / "cython")),
        }
        found = {name: {who: [] for who in modules} for name in FUNCTIONS}
        for run in range(options.runs + 1):
            for name in FUNCTIONS:
                arguments = [array.array("d", range(4))] if name == "of_an_index" else []
                for who, module in modules.items():
                    taken = nanoseconds(getattr(module, name), arguments, options.repeats)
                    # The first run warms up.
                    if run > 0:
                        found[name][who].append(taken)
    for name, runs in found.items():
        medians = {who: statistics.median(all_of) for who, all_of in runs.items()}
        words = ", ".join(f"{who} {median:.0f}" for who, median in medians.items())
        print(f"{name}: {words}; limited / offcy {medians['limited'] / medians['offcy']:.2f}")
    if options.output:
        result = {
            "date": datetime.date.today().isoformat(),
            "python": platform.python_version(),
            "machine": platform.machine(),
            "cores": os.cpu_count(),
            "repeats": options.repeats,
            "nanoseconds": found,
        }
        options.output.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
