"""Makes each call of the CUDA driver that offcy's modules make fail, and looks at what becomes of it.

    errors.py OFFCY FOLDER [every]

FOLDER holds `faults`, built for sm_90. Calls fail at their first use and at their last; with `every` at each, and at some with each code that
is documented for the call. What becomes of it is one of these, and may be nothing else:

  raises  an exception of Python's says so, in the right words, and the next regions work
  stays   the same, but the device is of no use from then on: the driver did not start, or a part of the module's code is not there
  passes  nothing is noticed, and the results are right

The process lives, nothing else is printed, and what the driver has made for it is given back.
"""

import collections
import concurrent.futures
import os
import re
import subprocess
import sys

PROGRAM = """
import os, sys
import numpy as np
import faults
x, y = np.arange(1000.0), np.zeros(1000)
expected = float((x + np.arange(1000) % 100).sum())

def scale():
    y[:] = 0
    faults.scale(x, y, 2.0)
    assert (y == 2 * x).all(), "wrong result"

def several():
    result = faults.several(x, y)
    assert result == (expected, expected * y[-1]) and (y == x + np.arange(1000) % 100).all(), ("wrong result", result)

def until():
    z = np.full(100, 9.0)
    assert faults.until(z, 5.0) == 1 and (z == 4.5).all(), "wrong result"

os.write(2, b"BEGIN\\n")
for region in (scale, several, until, scale, several, until):
    try:
        region()
    except Exception as error:
        print("raised", type(error).__name__, error, flush=True)
        continue
    print("right", flush=True)
os.write(2, b"END\\n")
"""

REGIONS = 6
USED = re.compile(r"^offcy simulate: (cu\w+) -> (\d+)", re.M)

# What takes back what a call has made.
ENDED_BY = {
    "cuMemAlloc": "cuMemFree",
    "cuStreamCreate": "cuStreamDestroy",
    "cuEventCreate": "cuEventDestroy",
    "cuModuleLoadDataEx": "cuModuleUnload",
}

NO_DEVICE = "RuntimeError OMP_TARGET_OFFLOAD=MANDATORY, but "
OUT_OF_MEMORY = re.compile(r"MemoryError device 0 is out of memory: no room for '\w+' \(\d+ bytes\)")
FAILED = re.compile(
    r"(Memory|Runtime)Error device 0 failed to (?:(?:allocate|receive|return) '\w+' \(\d+ bytes\)|run the region of '(?:scale' at "
    r"faults\.pyx:7|several' at faults\.pyx:98|until' at faults\.pyx:112)|load this module's code): (cu\w+): [^()]+ \(CUDA_ERROR_(\w+)\)"
)


def run(offcy, folder, *options):
    command = [offcy, "simulate", *options, "--", sys.executable, "-c", PROGRAM]
    environment = dict(os.environ, OFFCY_SIMULATOR_TRACE="1")
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env=environment)


def verdict(ran):
    """What became of a run."""
    said = [line.split(" ", 1)[0] for line in ran.stdout.splitlines()]
    if "wrong result" in ran.stdout:
        return "wrong"
    if ran.returncode not in (0, 1) or len(said) != REGIONS:
        return "ends"
    if "raised" not in said:
        return "passes"
    return "raises" if said.count("raised") == 1 else "stays"


def left(stderr):
    """What was made and not taken back."""
    worked = collections.Counter(call for call, code in USED.findall(stderr) if code == "0")
    return {made: worked[made] - worked[ended] for made, ended in ENDED_BY.items()}


def wrong_words(call, code, lines):
    """Exceptions that do not say what has failed."""
    for line in lines:
        told = FAILED.fullmatch(line)
        is_right = told is not None and told[2] == call and code in ("", told[3]) and (told[1] == "Memory") == (told[3] == "OUT_OF_MEMORY")
        if not is_right and not line.startswith(NO_DEVICE) and not (call == "cuMemAlloc" and OUT_OF_MEMORY.fullmatch(line)):
            yield line


def problems(call, code, ran, became, clean):
    """What is wrong with what became of the call."""
    if became in ("wrong", "ends"):
        yield became
        return
    before, _, rest = ran.stderr.partition("BEGIN\n")
    during, _, after = rest.partition("END\n")
    raised = [line.removeprefix("raised ") for line in ran.stdout.splitlines() if line.startswith("raised")]
    yield from (f"says {line!r}" for line in wrong_words(call, code, raised))
    if any(told != "0" for _, told in USED.findall(during)):
        yield from (f"prints {line!r}" for line in during.splitlines() if not line.startswith("offcy simulate: "))
    failed_late = any(told != "0" for _, told in USED.findall(after))
    has_device = not any(line.startswith(NO_DEVICE) for line in raised)
    if has_device and not failed_late:
        # What could not be freed is freed with what comes next.
        freed_after = re.search(r"-> [1-9].*cuMemFree -> 0", ran.stderr, re.S) is not None
        allowed = {**clean, "cuMemAlloc": clean["cuMemAlloc"] + (not freed_after)}
        yield from (f"leaves {count} of {made}" for made, count in left(ran.stderr).items() if count > allowed[made])


def codes(offcy, call):
    """What a call may be made to fail with: the program says so where it is given nonsense."""
    command = [offcy, "simulate", "--fail", f"{call}:1:NONSENSE", "--", "true"]
    told = subprocess.run(command, capture_output=True, text=True).stderr
    return re.search(r"found `NONSENSE`: (.*)", told)[1].split(", ")


def plan(offcy, uses, every):
    """The failures: call, use, of how many, code."""
    for call, count in sorted(uses.items()):
        for use in range(1, count + 1) if every else sorted({1, count}):
            yield call, use, count, ""
        for use in sorted({(count + 1) // 2, count}) if every else ():
            for code in codes(offcy, call):
                yield call, use, count, code


def main(offcy, folder, which="some"):
    clean = run(offcy, folder)
    assert verdict(clean) == "passes", clean.stderr
    uses = collections.Counter(call for call, _ in USED.findall(clean.stderr))
    wrong = 0
    seen = set()

    def attempt(failure):
        call, use, _, code = failure
        ran = run(offcy, folder, "--fail", f"{call}:{use}" + (f":{code}" if code else ""))
        became = verdict(ran)
        return ran, became, list(problems(call, code, ran, became, left(clean.stderr)))

    failures = list(plan(offcy, uses, which == "every"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (call, use, count, code), (ran, became, found) in zip(failures, pool.map(attempt, failures)):
            wrong += bool(found)
            seen.add(became)
            words = next((line for line in ran.stdout.splitlines() if line.startswith("raised")), "")
            print("WRONG: " if found else "", f"{call} {code}, use {use} of {count}: {became}", words, *found, sep="  ", flush=True)
    assert {"raises", "stays", "passes"} <= seen, seen
    print(f"{len(failures)} failures, {wrong} of them wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) != 0)
