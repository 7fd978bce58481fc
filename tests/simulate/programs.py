"""Runs the programs of tests/run on a simulated NVIDIA GPU.

    programs.py OFFCY [--seed S] [--arch ARCH] [NAME...]

Each program that uses a device is built for the host and for the GPU. The results and the bytes that move must be the same, and the checks
of memory, initialisation and order (`--check memory,init,sync`) must find nothing.
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
from builds import build_offcy, load

BESIDE = check.run


def simulated(offcy, options, worker, folder, name, **environment):
    """As `check.run`, on the GPU."""
    report = pathlib.Path(folder) / "found.json"
    program = [sys.executable, "-P", check.__file__, worker, folder, name]
    done = subprocess.run(
        [offcy, "simulate", *options, "--report", report, "--", *program],
        capture_output=True, text=True, timeout=600, env={**os.environ, "TMPDIR": str(folder), **environment},
    )
    if done.returncode:
        raise RuntimeError(f"{worker[2:]} of {name}: exit code {done.returncode}\n{done.stderr[-3000:]}")
    records = [json.loads(line) for line in done.stderr.splitlines() if line.startswith('{"offcy"')]
    return [json.loads(line) for line in done.stdout.splitlines()], records


def wrong(offcy, arch, options, name):
    source = check.path(name, ".pyx")
    program = load(check.path(name, ".py"), f"{name}_cases")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build_offcy(offcy, source, folder / "host")
        build_offcy(offcy, source, folder / "gpu", "--offload-arch", arch)
        expected = BESIDE("--worker", folder / "host", name)[0]
        check.run = functools.partial(simulated, offcy, options)
        return check.on_device(expected, program, folder / "gpu", name, f"simulated {arch}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--check", default="memory,init,sync")
    arguments = parser.parse_intermixed_args()
    options = ["--seed", arguments.seed, "--arch", arguments.arch, "--check", arguments.check]
    uses_device = lambda name: hasattr(load(check.path(name, ".py"), f"{name}_cases"), "BYTES")
    names = arguments.names or list(filter(uses_device, check.programs()))
    return check.check_all(names, functools.partial(wrong, arguments.offcy, arguments.arch, options), jobs=2)


if __name__ == "__main__":
    sys.exit(main())
