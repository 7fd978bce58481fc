"""Kernels on a GPU beside CUDA written by hand: microseconds per repeat, data resident.

    run.py FOLDER [NAME...] [--runs N] [--scale F] [--cuda LIBRARIES] [--output FILE]

FOLDER holds what `scripts/gpu-bundle` put there: kernels.pyx and npbench.pyx, compiled for the device. LIBRARIES is the folder of
kernels.so and npbench.so, which nvcc made of the .cu files; without it offcy's figures stand alone. Both are called in turn in one process, each with few
repeats and with many: the difference is the repeats' own, without what it costs to send the data and to bring it back. Before anything is
timed, the results must agree. Every run is kept in FILE (JSON). With `--scale 0.001` the sizes suit a virtual device.
"""

import argparse
import ctypes
import datetime
import importlib.util
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parent.parent / "common")]
from arguments import kernels, npbench
from cases import agree, by_hand, copied

TARGET = 0.2  # seconds that the repeats of one run should take
MOST_REPEATS = 10_000
FEW = 4
COPIED = 1 << 28  # bytes, for the bandwidth of copies


def suites(scale):
    """The kernels by the file that they are in."""
    return {"kernels": kernels(scale), "npbench": npbench(scale, MOST_REPEATS + FEW)}


FUNCTIONS = {"launch": "triad"}


def load(path):
    spec = importlib.util.spec_from_file_location(path.name.split(".")[0], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def versions(modules, library, name, arguments, sizes):
    """Of each who is measured: its arguments, and its function of the repeats."""
    function = FUNCTIONS.get(name, name)
    made = {}
    for who, module in modules.items():
        own = copied(arguments)
        made[who] = own, lambda repeats, own=own, call=getattr(module, function): call(*own, repeats)
    if library is not None:
        own = copied(arguments)
        made["cuda"] = own, by_hand(library, function, own, sizes)
    return made


def timed(function, repeats):
    started = time.perf_counter()
    function(repeats)
    return time.perf_counter() - started


def in_turn(made, runs):
    """Microseconds per repeat of each, in alternating runs."""
    first = next(iter(made.values()))[1]
    # The first repeats may bring data that the next ones find. Sending it takes a time that varies.
    many, taken = 16, 0.0
    while many < MOST_REPEATS and taken < TARGET / 2:
        many = min(MOST_REPEATS, 4 * many)
        taken = timed(first, FEW + many) - timed(first, FEW)
    many = max(4, min(MOST_REPEATS, round(many * TARGET / max(taken, 1e-3))))
    found = {who: [] for who in made}
    for _ in range(runs):
        for who, (_, function) in made.items():
            few, all_repeats = timed(function, FEW), timed(function, FEW + many)
            found[who].append((all_repeats - few) / many * 1e6)
    return found


def bandwidths(library):
    """GB/s within the device, to it and from it."""
    double = ctypes.c_double
    within, pageable, pinned = double(), (double * 2)(), (double * 2)()
    library.copies(ctypes.c_size_t(COPIED), ctypes.c_int(10), ctypes.byref(within), pageable, pinned)
    return {"within": within.value, "pageable": list(pageable), "pinned": list(pinned)}


def transfers(module, scale, runs):
    """GB/s of each run of a kernel that nothing is resident for: two of its three arrays go, one comes back."""
    arguments, (n,) = kernels(scale)["triad"]()
    return [24 * n / timed(lambda repeats: module.triad(*arguments, repeats), 1) / 1e9 for _ in range(runs)]


def transfers_each_way(arguments):
    """The same in processes of their own: straight from the arrays, by way of pinned memory, and as the runtime chooses."""
    found = {}
    for way in ("never", "always", "measured"):
        again = [sys.executable, "-P", __file__, arguments.folder, "--transfers", "--scale", str(arguments.scale), "--runs", str(arguments.runs)]
        done = subprocess.run(again, env={**os.environ, "OFFCY_STAGING": way}, check=True, capture_output=True, text=True)
        found[way] = json.loads(done.stdout)
    return found


def ratio(ours, theirs):
    """The median ratio of runs that followed each other; None where other work took longer than what was measured, so that
    differences of times are not positive."""
    median = statistics.median(x / y if y else 0 for x, y in zip(ours, theirs))
    return median if min(statistics.median(ours), statistics.median(theirs), median) > 0 else None


def table(figures, sizes, copies, moved):
    """The figures as Markdown: medians, and medians of the ratios of runs that followed each other."""
    others = [who for who in next(iter(figures.values())) if who != "offcy"]
    lines = ["| kernel | offcy, µs | " + " | ".join(f"offcy : {who}" for who in others) + " |", "| --- |" + " --: |" * (len(others) + 1)]
    columns = {who: [] for who in others}
    for name, runs in figures.items():
        ratios = []
        for who in others:
            ratios.append(ratio(runs["offcy"], runs[who]))
            if name != "launch" and ratios[-1]:
                columns[who].append(ratios[-1])
        cells = [f"{statistics.median(runs['offcy']):.1f}", *(f"{ratio:.2f}" if ratio else "noise" for ratio in ratios)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    means = [f"{math.exp(statistics.fmean(map(math.log, columns[who]))):.3f}" for who in others if columns[who]]
    if means:
        lines.append("| geometric mean, without launch | | " + " | ".join(means) + " |")
    if "triad" in figures:
        rate = 24 * sizes["triad"][0] / statistics.median(figures["triad"]["offcy"]) / 1e3
        lines += ["", f"triad moves {rate:.0f} GB/s" + (f", {rate / copies['within']:.0%} of a copy within the device" if copies else "")]
    if copies:
        both = lambda pair: f"{pair[0]:.1f} to the device, {pair[1]:.1f} from it"
        lines += [f"copies, GB/s: {copies['within']:.0f} within the device; pageable {both(copies['pageable'])}; pinned {both(copies['pinned'])}"]
    rates = {way: f"{statistics.median(rates):.1f}" for way, rates in moved.items()}
    lines += ["", "arrays moved around one triad, GB/s: {never} directly, {always} staged, {measured} as the runtime chooses".format(**rates)]
    return "\n".join(lines)


def device_name():
    asked = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, timeout=60).stdout.strip()
    except OSError:
        return "virtual device"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--cuda", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--transfers", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_intermixed_args()
    if arguments.transfers:
        print(json.dumps(transfers(load(arguments.folder / "offcy/kernels.abi3.so"), arguments.scale, arguments.runs)))
        return 0
    libraries = {path.stem: ctypes.CDLL(str(path)) for path in arguments.cuda.glob("*.so")} if arguments.cuda else {}
    figures, sizes, wrong = {}, {}, []
    for file, suite in suites(arguments.scale).items():
        modules = {path.parent.name: load(path) for path in sorted(arguments.folder.glob(f"*/{file}.abi3.so"))}
        modules = {"offcy": modules.pop("offcy"), **modules}
        for name, make in suite.items():
            if arguments.names and name not in arguments.names:
                continue
            given, sizes[name] = make()
            made = versions(modules, libraries.get(file), name, given, sizes[name])
            if not agree(name, made, "offcy", 1e-9, 1e-3):
                wrong.append(name)
                continue
            figures[name] = in_turn(made, arguments.runs)
            medians = {who: round(statistics.median(runs), 1) for who, runs in figures[name].items()}
            print(f"{name}: {medians}", file=sys.stderr, flush=True)
    copies = bandwidths(libraries["kernels"]) if libraries else None
    moved = transfers_each_way(arguments)
    print(table(figures, sizes, copies, moved))
    if arguments.output:
        about = {"date": datetime.date.today().isoformat(), "device": device_name(), "python": platform.python_version()}
        arguments.output.write_text(json.dumps({**about, "copies": copies, "transfers": moved, "microseconds": figures}, indent=1) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
