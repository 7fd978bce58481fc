"""Makes each call of the CUDA driver that offcy's modules make fail, and looks at what becomes of it.

    errors.py OFFCY FOLDER [every]

FOLDER holds `faults`, built for sm_90. Each call fails at its first use, in the middle, and at its last; with `every` at each, and at its last with
each code that is documented for it. What becomes of it is one of these, and may be nothing else:

  raises  an exception of Python's says so, and the next region works
  stays   the same, but the device is of no use from then on: the driver did not start, or the last region failed
  passes  nothing is noticed, and the results are right
  ends    libomptarget ends the process (ENDS lists these calls)
"""

import collections
import os
import re
import subprocess
import sys

PROGRAM = """
import sys
import numpy as np
import faults
x, y = np.arange(1000.0), np.zeros(1000)
failed = 0
for attempt in range(3):
    y[:] = 0
    try:
        faults.scale(x, y, 2.0)
    except Exception as error:
        failed += 1
        print("raised", type(error).__name__, error, flush=True)
        continue
    assert (y == 2 * x).all(), "wrong result"
    print("right", flush=True)
"""

USED = re.compile(r"^offcy simulate: (cu\w+) -> ", re.M)


def run(offcy, folder, *options, **more):
    command = [offcy, "simulate", *options, "--", sys.executable, "-c", PROGRAM]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env=dict(os.environ, **more))


def verdict(ran):
    """What became of a run."""
    said = [line.split(" ", 1)[0] for line in ran.stdout.splitlines()]
    if "wrong result" in ran.stderr:
        return "wrong"
    if ran.returncode not in (0, 1) or len(said) != 3:
        return "ends"
    if "raised" not in said:
        return "passes"
    return "raises" if said[-1] == "right" else "stays"


# libomptarget ends the process where these fail: kernels that cannot be launched or loaded, memory that cannot be freed, events, and the
# very first block, which loads a module's code.
ENDS = {"cuCtxSetCurrent", "cuEventRecord", "cuFuncGetAttribute", "cuLaunchKernel", "cuMemFree", "cuModuleGetFunction"}
ENDS |= {"cuModuleLoadDataEx", "cuStreamWaitEvent"}
WORDS = {
    "cuMemAlloc": "MemoryError device 0 is out of memory: no room for '",
    "cuMemcpyHtoDAsync": "RuntimeError device 0 failed to receive '",
    "cuMemcpyDtoHAsync": "RuntimeError device 0 failed to return '",
}
NO_DEVICE = "RuntimeError OMP_TARGET_OFFLOAD=MANDATORY, but "


def is_right(call, use, became, words):
    """Whether that may become of the call."""
    if became == "ends":
        return call in ENDS or (call, use) == ("cuMemAlloc", 1)
    told = all(NO_DEVICE in line or WORDS.get(call, NO_DEVICE) in line for line in words)
    return became in ("passes", "raises", "stays") and told


def codes(offcy, call):
    """What a call may be made to fail with: the program says so where it is told nonsense."""
    command = [offcy, "simulate", "--fail", f"{call}:1:NONSENSE", "--", "true"]
    told = subprocess.run(command, capture_output=True, text=True).stderr
    return re.search(r"found `NONSENSE`: (.*)", told)[1].split(", ")


def main(offcy, folder, which="some"):
    clean = run(offcy, folder, OFFCY_SIMULATOR_TRACE="1")
    assert verdict(clean) == "passes", clean.stderr
    uses = collections.Counter(USED.findall(clean.stderr))
    wrong = 0
    seen = set()
    for call, count in sorted(uses.items()):
        failures = [(use, "") for use in (range(1, count + 1) if which == "every" else sorted({1, (count + 1) // 2, count}))]
        failures += [(count, f":{code}") for code in codes(offcy, call)] if which == "every" else []
        for use, code in failures:
            ran = run(offcy, folder, "--fail", f"{call}:{use}{code}")
            became = verdict(ran)
            words = [line for line in ran.stdout.splitlines() if line.startswith("raised")]
            right = is_right(call, use, became, words)
            wrong += not right
            seen.add(became)
            print("" if right else "WRONG: ", f"{call}{code}, use {use} of {count}: {became}", *words[:1], sep="  ", flush=True)
    assert {"raises", "stays", "passes"} <= seen, seen
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) != 0)
