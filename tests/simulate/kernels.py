"""Runs the kernels of benches/gpu at their smallest sizes on a simulated NVIDIA GPU.

    kernels.py OFFCY [--seed S] [--quick] [NAME...]

Each must give what the host's cores give, but for the last bits of sums and of functions of libm, and the checks of memory,
initialisation and order must find nothing.
"""

import argparse
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "run"), str(HERE.parent / "common")]
import check
from builds import build_offcy, built, load, plain

BENCHES = HERE.parents[1] / "benches" / "gpu"
SMALLEST, ROUNDS = 1e-9, 2
alike = load(HERE.parent / "gpu" / "check.py", "gpu_check").alike


def kernels():
    return load(BENCHES / "run.py", "run").kernels(SMALLEST)


def worker(folder, name):
    """In a process of its own: prints what a kernel returns and leaves in its arguments."""
    module = load(built(folder, "kernels"), "kernels")
    arguments = kernels()[name]()[0]
    print(json.dumps([plain(result) for result in [getattr(module, name)(*arguments, ROUNDS), *arguments]]))


def run(folder, name, *before):
    """What a kernel gives; `before`: what runs it."""
    done = subprocess.run(
        [*before, sys.executable, "-P", __file__, "--worker", folder, name],
        capture_output=True, text=True, timeout=600, env={**os.environ, "TMPDIR": str(folder), "OMP_NUM_THREADS": "2"},
    )
    if done.returncode:
        raise RuntimeError(f"{name}: exit code {done.returncode}\n{done.stderr[-3000:]}")
    return json.loads(done.stdout)


def wrong(offcy, options, folder, name):
    expected, got = run(folder / "host", name), run(folder / "gpu", name, offcy, "simulate", *options, "--")
    pairs = enumerate(zip(expected, got, strict=True))
    return [f"result {number} is another" for number, pair in pairs if not alike(*pair)[0]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--check", default="memory,init,sync")
    parser.add_argument("--quick", action="store_true", help="compile kernels without optimising them")
    arguments = parser.parse_intermixed_args()
    options = ["--seed", arguments.seed, "--check", arguments.check] + ["--quick"] * arguments.quick
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, target in (("host", []), ("gpu", ["--offload-arch", "sm_90"])):
            build_offcy(arguments.offcy, BENCHES / "kernels.pyx", folder / name, *target, "-X", "fp_contract=off")
        names = arguments.names or [name for name in kernels() if name != "launch"]
        return check.check_all(names, functools.partial(wrong, arguments.offcy, options, folder), jobs=2)


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(*sys.argv[2:])
    else:
        sys.exit(main())
