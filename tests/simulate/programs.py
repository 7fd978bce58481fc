"""Runs the programs of tests/run on a simulated NVIDIA GPU.

    programs.py OFFCY [--seed S] [--arch ARCH] [NAME...]

Each program that uses a device is built for the host and for the GPU. The results and the bytes that move must be the same (but for the last bits of functions of libm), and the checks
of memory, initialisation and order (`--check memory,init,sync`) must find nothing.
"""

import argparse
import ctypes
import functools
import json
import operator
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "run"), str(HERE.parent / "common")]
import check
from builds import build_offcy, command, load

BESIDE = check.run
alike = load(HERE.parent / "gpu" / "check.py", "gpu_check").alike


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


# What IEEE 754 defines to the last bit, or what the result is exact of; also as `f` and `l`.
EXACT = """sqrt fma fmod remainder remquo fmin fmax fdim floor ceil trunc round rint nearbyint lrint llrint lround llround
    logb ilogb nextafter nexttoward""".split()


def rounded(folder):
    """The functions of libm that modules call and that every library rounds in its own way."""
    libm, libc = ctypes.CDLL("libm.so.6"), ctypes.CDLL("libc.so.6")
    found = set()
    for module in folder.rglob("*.so"):
        symbols = command(["nm", "-D", "--undefined-only", module]).splitlines()
        names = {line.split()[-1].split("@")[0] for line in symbols}
        found |= {name for name in names if hasattr(libm, name) and not hasattr(libc, name)}
    return found - {name + suffix for name in EXACT for suffix in ("", "f", "l")}


def agreement(folder):
    """How results are compared: to the last bit, unless modules call functions that NVIDIA's library rounds otherwise."""
    return (lambda want, got: alike(want, got)[0]) if rounded(folder) else operator.eq


def wrong(offcy, arch, options, name):
    source = check.path(name, ".pyx")
    program = load(check.path(name, ".py"), f"{name}_cases")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # A GPU multiplies and adds in one instruction otherwise, and is closer to the result.
        build_offcy(offcy, source, folder / "host", "-X", "fp_contract=off")
        build_offcy(offcy, source, folder / "gpu", "--offload-arch", arch, "-X", "fp_contract=off")
        # Compilers put a product in the place of `pow(x, 2)`, where they may.
        build_offcy(offcy, source, folder / "plain", "-O0")
        expected = BESIDE("--worker", folder / "host", name)[0]
        check.run = functools.partial(simulated, offcy, options)
        return check.on_device(expected, program, folder / "gpu", name, f"simulated {arch}", agreement(folder / "plain"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--check", default="memory,init,sync")
    arguments = parser.parse_intermixed_args()
    # As many as there are virtual devices.
    options = ["--devices", "4", "--seed", arguments.seed, "--arch", arguments.arch, "--check", arguments.check]
    uses_device = lambda name: hasattr(load(check.path(name, ".py"), f"{name}_cases"), "BYTES")
    names = arguments.names or list(filter(uses_device, check.programs()))
    return check.check_all(names, functools.partial(wrong, arguments.offcy, arguments.arch, options), jobs=2)


if __name__ == "__main__":
    sys.exit(main())
