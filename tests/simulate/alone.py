"""What the scripts of this folder share: one worker in a process of its own, and what has passed before."""

import argparse
import json
import os
import subprocess
import sys
from importlib import metadata, util

from confirmed import SIMULATOR, Confirmed, digest, digest_of, tools

PASSED = Confirmed("simulate")


def unless_passed(name, asked, judge):
    """What `judge` finds wrong with a program; nothing without asking it where the same has passed before. `asked`: what
    it depends on beside the tools and the simulator."""
    toolkit = metadata.version("nvidia-cuda-nvcc-cu12") if util.find_spec("nvidia.cuda_nvcc") else None
    scripts = ["tests/simulate", "tests/run/check.py", "tests/gpu/check.py", "tests/common/attempts.py"]
    question = digest(asked, toolkit, tools(), digest_of(*SIMULATOR, *scripts))
    if PASSED.passed(name, question):
        return []
    wrong = judge()
    if not wrong:
        PASSED.note_passed(name, question, True)
    return wrong


def results(script, folder, *arguments, before=()):
    """What the worker of a script prints; `before`: what runs it."""
    done = subprocess.run(
        [*before, sys.executable, "-P", script, "--worker", folder, *arguments],
        capture_output=True, text=True, timeout=600, env={**os.environ, "TMPDIR": str(folder), "OMP_NUM_THREADS": "2"},
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stderr[-3000:]}")
    return json.loads(done.stdout)


def arguments(description, has_record=False):
    """The arguments of a script, and the options of `offcy simulate`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--check", default="memory,init,sync")
    parser.add_argument("--quick", action="store_true", help="compile kernels without optimising them")
    if has_record:
        parser.add_argument("--ordinary", action="store_true", help="not again what has passed before")
    given = parser.parse_intermixed_args()
    return given, ["--seed", given.seed, "--check", given.check] + ["--quick"] * given.quick
