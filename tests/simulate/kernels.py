"""Runs the kernels of benches/gpu at their smallest sizes on a simulated NVIDIA GPU.

    kernels.py OFFCY [--seed S] [--quick] [NAME...]

Each must give what the host's cores give, but for the last bits of sums and of functions of libm, and the checks of memory,
initialisation and order must find nothing.
"""

import functools
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "run"), str(HERE.parent / "common")]
import alone
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


def wrong(offcy, options, folder, name):
    expected, got = (
        alone.results(__file__, folder / "host", name),
        alone.results(__file__, folder / "gpu", name, before=[offcy, "simulate", *options, "--"]),
    )
    pairs = enumerate(zip(expected, got, strict=True))
    return [f"result {number} is another" for number, pair in pairs if not alike(*pair)[0]]


def main():
    arguments, options = alone.arguments(__doc__)
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
