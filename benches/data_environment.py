"""What entering a region costs beside hand-written map clauses, and whether 10,000 entries leak.

    data_environment.py OFFCY [--repeats N] [--arch ARCH] [--output FILE]

The same loops of tiny regions from offcy and from C with OpenMP pragmas, built by the same clang with
the same flags, in one process and in turn; every run is kept in FILE (JSON). ARCH is x86_64 (the virtual
device, default) or sm_90 ... . The virtual device is made of the host's own cores: what is measured is
the bookkeeping and the copies, not a bus.
"""

import argparse
import ctypes
import datetime
import json
import os
import pathlib
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE / "common"))
from built import SUFFIX, load

LLVM = "/usr/lib/llvm-19/lib"
MIB = 131_072  # doubles in 1 MiB


def build(offcy, arch, folder):
    command = [offcy, "compile", HERE / "data_environment.pyx", "--out-dir", folder, "--python", sys.executable]
    subprocess.run([*command, "--offload-arch", arch, "-O", "3"], check=True)
    targets = ["-fopenmp-targets=x86_64-pc-linux-gnu"] if arch == "x86_64" else [f"--offload-arch={arch}"]
    subprocess.run(
        ["clang-19", "-O3", "-g1", "-shared", "-fPIC", "-fopenmp", *targets, HERE / "data_environment.c"]
        + ["-o", folder / "hand.so", f"-L{LLVM}", f"-Wl,-rpath,{LLVM}", "-lm"],
        check=True,
        env={**os.environ, "LIBRARY_PATH": LLVM},
    )


def microseconds(function, repeats):
    started = time.perf_counter()
    function(repeats)
    return (time.perf_counter() - started) / repeats * 1e6


def in_turn(functions, repeats, runs):
    """Microseconds per region of each function, in alternating runs; the first of each warms up."""
    found = {name: [] for name in functions}
    for run in range(runs + 1):
        for name, function in functions.items():
            value = microseconds(function, repeats)
            if run:
                found[name].append(value)
    return found


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def measure(folder, runs):
    """In a process of its own: JSON on stdout."""
    import numpy as np

    module = load(folder / f"data_environment{SUFFIX}")
    hand = ctypes.CDLL(str(folder / "hand.so"))
    address = lambda array: ctypes.c_void_p(array.ctypes.data)

    def by_hand(name, x, y):
        function = getattr(hand, name)
        return lambda repeats: function(address(x), address(y), ctypes.c_long(x.size), ctypes.c_int(repeats))

    report = {}
    x, y = np.arange(float(MIB)), np.zeros(MIB)
    report["resident"] = in_turn(
        {
            "offcy": lambda repeats: module.resident(x, y, repeats),
            "offcy, inferred": lambda repeats: module.resident_inferred(x, y, repeats),
            "by hand": by_hand("resident", x, y),
        },
        2000,
        runs,
    )
    for label, size, repeats in (("two arrays of 1 KiB", 128, 1000), ("two arrays of 1 MiB", MIB, 200), ("two arrays of 16 MiB", 16 * MIB, 20)):
        x, y = np.arange(float(size)), np.zeros(size)
        report[label] = in_turn(
            {"offcy": lambda repeats: module.mapped(x, y, repeats), "by hand": by_hand("mapped", x, y)}, repeats, runs
        )
    x, y = np.arange(float(MIB)), np.zeros(MIB)
    module.mapped(x, y, 100)
    before, counts = resident_bytes(), (sys.getrefcount(x), sys.getrefcount(y))
    for _ in range(10):
        module.mapped(x, y, 500)
        module.resident_inferred(x, y, 500)
    for _ in range(1000):
        module.mapped(x, y, 1)
    report["growth after 11,000 regions, bytes"] = resident_bytes() - before
    report["reference counts unchanged"] = counts == (sys.getrefcount(x), sys.getrefcount(y))
    print(json.dumps(report))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--arch", default="x86_64")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build(arguments.offcy, arguments.arch, folder)
        done = subprocess.run(
            [sys.executable, "-P", __file__, "--worker", folder, str(arguments.repeats)],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "OMP_TARGET_OFFLOAD": "MANDATORY", "TMPDIR": str(folder)},
        )
    report = json.loads(done.stdout)
    print("microseconds per region, medians")
    for name, figures in report.items():
        if isinstance(figures, dict):
            medians = {who: statistics.median(runs) for who, runs in figures.items()}
            shown = "   ".join(f"{who} {value:.2f}" for who, value in medians.items())
            print(f"{name:<22} {shown}   ratio {medians['offcy'] / medians['by hand']:.2f}")
        else:
            print(f"{name}: {figures}")
    if arguments.output:
        report["date"] = datetime.date.today().isoformat()
        report["machine"] = {"processor": platform.machine(), "cores": os.cpu_count(), "python": platform.python_version()}
        arguments.output.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        measure(pathlib.Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main()
