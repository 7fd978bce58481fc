"""Runs the programs of tests/run on a simulated NVIDIA GPU.

    programs.py OFFCY [--seed S] [--schedules N] [--arch ARCH] [--check CHECKS] [--quick] [--ordinary] [NAME...]

Each program that uses a device is built once for the host and for the GPU, and runs under N seeds, the first of them S. The
results and the bytes that move must be the same (but for the last bits of functions of libm), and the checks must find
nothing but the races that the program explains (RACES, see tests/run/check.py), and all of those. `--ordinary`: not again
where the same has passed before (`tests/common/confirmed.py`).
"""

import argparse
import ctypes
import functools
import json
import operator
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "run"), str(HERE.parent / "common")]
import alone
import check
from builds import build_offcy, command, emitted, load

alike = load(HERE.parent / "gpu" / "check.py", "gpu_check").alike
KERNEL = re.compile(r"__omp_offloading_[0-9a-f]+_[0-9a-f]+_(\w+)_region_\d+")
# A status of its own distinguishes a program that fails from one in which something was found.
FAILS = ["sh", "-c", '"$@" || exit 9', "sh"]


class Schedule:
    """A program's runs under one seed."""

    def __init__(self, offcy, options, seed, explained):
        self.command = [offcy, "simulate", *options, "--seed", str(seed)]
        self.explained = explained
        self.races = set()

    def run(self, worker, folder, name, **environment):
        """As `check.run`, on the GPU."""
        report = pathlib.Path(folder) / "found.json"
        report.unlink(missing_ok=True)
        program = [*FAILS, sys.executable, "-P", check.__file__, worker, folder, name]
        done = subprocess.run(
            [*self.command, "--report", report, "--", *program],
            capture_output=True, text=True, timeout=600, env={**os.environ, "TMPDIR": str(folder), **environment},
        )
        findings = json.loads(report.read_text())["findings"] if done.returncode in (0, 1) else []
        races = [self.race(finding) for finding in findings]
        if done.returncode and (not races or None in races):
            raise RuntimeError(f"{worker[2:]} of {name}: exit code {done.returncode}\n{done.stderr[-3000:]}")
        self.races.update(races)
        records = [json.loads(line) for line in done.stderr.splitlines() if line.startswith('{"offcy"')]
        return [json.loads(line) for line in done.stdout.splitlines()], records

    def race(self, finding):
        """The function whose explained race a finding is, if it is one."""
        found = KERNEL.match(finding.get("kernel") or "")
        return found[1] if finding["check"] == "race" and found and found[1] in self.explained else None

    def missing(self):
        missing = sorted(set(self.explained) - self.races)
        return [f"RACES speaks of {function}: no race was found there" for function in missing]


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


def wrong(offcy, arch, options, looks_for_races, seeds, name):
    source = check.path(name, ".pyx")
    program = load(check.path(name, ".py"), f"{name}_cases")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # A GPU multiplies and adds in one instruction otherwise, and is closer to the result.
        build_offcy(offcy, source, folder / "host", "-X", "fp_contract=off")
        build_offcy(offcy, source, folder / "gpu", "--offload-arch", arch, "-X", "fp_contract=off")
        # Compilers put a product in the place of `pow(x, 2)`, where they may.
        build_offcy(offcy, source, folder / "plain", "-O0")
        expected = check.results(folder / "host", name)
        agree = agreement(folder / "plain")
        explained = getattr(program, "RACES", {}) if looks_for_races else {}
        lines = []
        for seed in seeds:
            schedule, who = Schedule(offcy, options, seed, explained), f"simulated {arch}, seed {seed}"
            try:
                lines += check.on_device(expected, program, folder / "gpu", name, who, agree, schedule.run)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                lines.append(f"{who}: {error}")
            else:
                lines += [f"{who}: {line}" for line in schedule.missing()]
        return lines


def uses_gpu(name):
    program = load(check.path(name, ".py"), f"{name}_cases")
    return hasattr(program, "BYTES") and not hasattr(program, "NO_GPU")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--schedules", type=int, default=1)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--check", default="memory,init,race,sync")
    parser.add_argument("--quick", action="store_true", help="compile kernels without optimising them")
    parser.add_argument("--ordinary", action="store_true", help="not again what has passed before")
    arguments = parser.parse_intermixed_args()
    # As many as there are virtual devices.
    options = ["--devices", "4", "--arch", arguments.arch, "--check", arguments.check]
    options += ["--quick"] * arguments.quick
    looks_for_races = "race" in arguments.check.split(",")
    seeds = range(arguments.seed, arguments.seed + arguments.schedules)
    names = arguments.names or list(filter(uses_gpu, check.programs()))
    judge = functools.partial(wrong, arguments.offcy, arguments.arch, options, looks_for_races, seeds)
    if not arguments.ordinary:
        return check.check_all(names, judge, jobs=2)

    def passed_or_judged(name):
        script = check.path(name, ".py").read_text()
        asked = [emitted(arguments.offcy, check.path(name, ".pyx")), script, options, list(seeds)]
        return alone.unless_passed(f"program {name}", asked, lambda: judge(name))

    status = check.check_all(names, passed_or_judged, jobs=2)
    alone.PASSED.save(is_whole=False)
    return status


if __name__ == "__main__":
    sys.exit(main())
