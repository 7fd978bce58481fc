"""What the scripts of this folder share that run one worker in a process of its own."""

import argparse
import json
import os
import subprocess
import sys


def results(script, folder, *arguments, before=()):
    """What the worker of a script prints; `before`: what runs it."""
    done = subprocess.run(
        [*before, sys.executable, "-P", script, "--worker", folder, *arguments],
        capture_output=True, text=True, timeout=600, env={**os.environ, "TMPDIR": str(folder), "OMP_NUM_THREADS": "2"},
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stderr[-3000:]}")
    return json.loads(done.stdout)


def arguments(description):
    """The arguments of a script, and the options of `offcy simulate`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--check", default="memory,init,sync")
    parser.add_argument("--quick", action="store_true", help="compile kernels without optimising them")
    given = parser.parse_intermixed_args()
    return given, ["--seed", given.seed, "--check", given.check] + ["--quick"] * given.quick
