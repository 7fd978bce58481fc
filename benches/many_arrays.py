"""What a region with many arrays costs beside map clauses written by hand: resident on the device, and mapped by each region.

    many_arrays.py OFFCY [--arrays 64] [--size N] [--repeats N] [--arch ARCH] [--output FILE]

Half of the arrays are copied to the other half, 8 elements each; N is how many doubles an array has (default 128). Both sides are written by this program,
built by the same clang, and run in one process and in turn; microseconds per region, every run in FILE (JSON). `inferred`: with `device={}`.
"""

import argparse
import ctypes
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "common")]
from built import SUFFIX, circumstances, load
from data_environment import LLVM, in_turn


def joined(words):
    return ", ".join(words)


def by_offcy(count):
    names = [f"a{k}" for k in range(count)]
    pairs = list(zip(names[::2], names[1::2], strict=True))
    maps = "{" + joined(f"{x}: 'to', {y}: 'tofrom'" for x, y in pairs) + "}"
    everywhere = "{" + joined(f"{name}: 'tofrom'" for name in names) + "}"
    head = joined(f"double[::1] {name}" for name in names)
    text = "# cython: boundscheck=False, wraparound=False\nfrom cython.parallel import parallel, prange\n"
    for way, clause in (("", maps), ("_inferred", "{}")):
        loop = [f"            with parallel(device={clause}):", "                for i in prange(8):"]
        loop += [f"                    {y}[i] = {x}[i]" for x, y in pairs]
        begin = [f"def resident{way}({head}, int repeats):", "    cdef int r, i", f"    with nogil, device({everywhere}):", "        for r in range(repeats):"]
        text += "\n".join(["", *begin, *loop, ""])
        begin = [f"def mapped{way}({head}, int repeats):", "    cdef int r, i", "    with nogil:", "        for r in range(repeats):"]
        text += "\n".join(["", *begin, *loop, ""])
    return text


def by_hand(count):
    pairs = [(f"a{k}", f"a{k + 1}") for k in range(0, count, 2)]
    every = joined(f"a{k}[0:n]" for k in range(count))
    pointers = "".join(f"    double *a{k} = a[{k}];\n" for k in range(count))
    maps = f"map(to: {joined(f'{x}[0:n]' for x, _ in pairs)}) map(tofrom: {joined(f'{y}[0:n]' for _, y in pairs)})"
    body = "".join(f"            {y}[i] = {x}[i];\n" for x, y in pairs)
    region = f"    for (int r = 0; r < repeats; r++) {{\n#pragma omp target teams distribute parallel for {maps}\n        for (int i = 0; i < 8; i++) {{\n{body}        }}\n    }}\n"
    head = "(double **a, long n, int repeats)\n{\n" + pointers
    return f"void resident{head}#pragma omp target data map(tofrom: {every})\n{region}}}\n\nvoid mapped{head}{region}}}\n"


def build(offcy, arch, count, folder):
    (folder / "many.pyx").write_text(by_offcy(count))
    (folder / "hand.c").write_text(by_hand(count))
    command = [offcy, "compile", folder / "many.pyx", "--python", sys.executable, "--offload-arch", arch]
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
    targets = ["-fopenmp-targets=x86_64-pc-linux-gnu"] if arch == "x86_64" else [f"--offload-arch={arch}"]
    links = ["-o", folder / "hand.so", f"-L{LLVM}", f"-Wl,-rpath,{LLVM}", "-lm"]
    command = ["clang-19", "-O3", "-shared", "-fPIC", "-fopenmp", *targets, folder / "hand.c", *links]
    subprocess.run(command, check=True, env={**os.environ, "LIBRARY_PATH": LLVM})


def measure(folder, count, size, runs):
    """In a process of its own: JSON on the standard output."""
    import numpy as np

    module = load(folder / f"many{SUFFIX}")
    hand = ctypes.CDLL(str(folder / "hand.so"))
    arrays = [np.arange(float(size)) for _ in range(count)]
    pointers = (ctypes.c_void_p * count)(*(array.ctypes.data for array in arrays))
    report = {}
    for name in ("resident", "mapped"):
        ours = {f"offcy{way}": getattr(module, name + way) for way in ("", "_inferred")}
        theirs = getattr(hand, name)
        functions = {way: lambda repeats, call=call: call(*arrays, repeats) for way, call in ours.items()}
        functions["by hand"] = lambda repeats, call=theirs: call(pointers, ctypes.c_long(size), ctypes.c_int(repeats))
        report[name] = in_turn(functions, 300, runs)
    print(json.dumps(report))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--arrays", type=int, default=64)
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--arch", default="x86_64")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build(arguments.offcy.resolve(), arguments.arch, arguments.arrays, pathlib.Path(folder))
        numbers = map(str, (arguments.arrays, arguments.size, arguments.repeats))
        command = [sys.executable, "-P", __file__, "--worker", folder, *numbers]
        variables = {**os.environ, "OMP_TARGET_OFFLOAD": "MANDATORY", "TMPDIR": folder}
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=variables)
    report = json.loads(done.stdout)
    for name, figures in report.items():
        medians = {who: statistics.median(runs) for who, runs in figures.items()}
        shown = "   ".join(f"{who} {value:.2f} ({value / medians['by hand']:.2f})" for who, value in medians.items())
        print(f"{name:<10} {shown}")
    if arguments.output:
        arguments.output.write_text(json.dumps({**circumstances(), "arrays": arguments.arrays, "microseconds": report}, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        measure(pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:]))
    else:
        main()
