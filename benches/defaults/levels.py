"""Loops as offcy builds them by default, with versions for processors, beside one version for all and one for this processor.

    levels.py OFFCY [--runs N] [--seconds S] [--before OFFCY] [--build FILE.pyx...] [--include DIR] [--output FILE]

`levels.pyx` is built by default, with `-X march=native -X fp_contract=off`, and for every x86-64: by an offcy without versions
(`--before`), otherwise with `-X march=x86-64`. The calls run in turn in one process, with `OMP_NUM_THREADS=1` if the machine is not quiet; all
runs are kept in FILE (JSON), the least are printed. `--build`: modules whose build time and size, before and after, are of interest.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile

import numpy as np
from run import HERE, SUFFIX, in_turn, load

SIDES_3D = (12, 40, 120)
SIDES = (40, 250, 1200)
SIZES = (1000, 20_000, 1_000_000)


def cases():
    rng = np.random.default_rng(0)
    for kind in "f8", "f4":
        arrays = lambda count, *shape: [rng.random(shape).astype(kind) for _ in range(count)]
        for n in SIDES_3D:
            yield "heat_3d", f"{kind} {n}", *arrays(2, n, n, n)
        for n in SIDES:
            yield "jacobi_2d", f"{kind} {n}", *arrays(2, n, n)
            yield "fdtd_2d", f"{kind} {n}", *arrays(3, n, n)
        for n in SIZES:
            yield "triad", f"{kind} {n}", *arrays(3, n), 1.5
            yield "serial_triad", f"{kind} {n}", *arrays(3, n), 1.5
    for n in SIZES:
        yield "integer_sum", n, rng.integers(0, 9, n)
        yield "threshold", n, rng.integers(0, 256, n).astype("u1"), np.zeros(n, "u1"), 100


def built(offcy, options, source, folder):
    """The module, and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([offcy, "compile", source, "--out-dir", folder, "--python", sys.executable, *options], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return folder / f"{source.stem}{SUFFIX}", seconds


def loops(ways, options, folder):
    modules = {who: load("levels", built(*way, HERE / "levels.pyx", folder / who)[0]) for who, way in ways.items()}
    found = {}
    for name, size, *arguments in cases():
        calls = {who: getattr(module, name) for who, module in modules.items()}
        runs = in_turn(calls, "before", arguments, options)
        found[f"{name} {size}"] = runs
        least = {who: min(all_of) for who, all_of in runs.items()}
        ratios = "  ".join(f"{who} {least[who] / least['before']:.2f}" for who in ways if who != "before")
        print(f"{f'{name} {size}':24} before {least['before']:10.2f}  {ratios}", flush=True)
    return found


def builds(ways, options, folder):
    found = {}
    for source in options.build:
        include = [f"-I{one}" for one in options.include]
        runs = {who: {"seconds": [], "bytes": 0} for who in ("before", "default")}
        for _ in range(3):
            for who, run in runs.items():
                offcy, more = ways[who]
                module, seconds = built(offcy, [*more, *include], source, folder / who)
                run["seconds"].append(seconds)
                run["bytes"] = module.stat().st_size
        found[source.name] = runs
        before, after = (min(runs[who]["seconds"]) for who in ("before", "default"))
        print(f"{source.name:24} before {before:.2f} s, after {after:.2f}; {runs['before']['bytes']} bytes, after {runs['default']['bytes']}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--before", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.002)
    parser.add_argument("--build", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--include", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    offcy = options.offcy.resolve()
    ways = {
        "before": (options.before.resolve(), []) if options.before else (offcy, ["-Xmarch=x86-64"]),
        "default": (offcy, []),
        "native": (offcy, ["-Xmarch=native", "-Xfp_contract=off"]),
    }
    with tempfile.TemporaryDirectory() as folder:
        result = {
            "date": datetime.date.today().isoformat(),
            "machine": platform.machine(),
            "cores": os.cpu_count(),
            "threads": os.environ.get("OMP_NUM_THREADS"),
            "before": "without versions" if options.before else "-X march=x86-64",
            "microseconds": loops(ways, options, pathlib.Path(folder)),
            "builds": builds(ways, options, pathlib.Path(folder)),
        }
    if options.output:
        options.output.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
