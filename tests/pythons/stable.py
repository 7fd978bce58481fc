"""Programs of `tests/run` as modules for all free-threaded Pythons from this one on: the stable ABI that these have (abi3t).

    stable.py OFFCY OTHER [NAME...]

Run by a free-threaded Python. Each program is built for this Python alone, and with `--limited-api`, and must give the same. OTHER, a
Python with a GIL, must refuse the latter with an ImportError. Programs that need more of Python's C interface are left out
(`WHOLE_INTERFACE`), and those some of whose modules Cython makes.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "common"), str(HERE.parent / "run")]
from builds import build_offcy, is_theirs, load, modules
from check import path, programs

SECONDS = 600


def found(python, folder, name):
    """What the cases of a program give, a line each, or why there is nothing."""
    command = [python, "-P", HERE.parent / "run" / "check.py", "--worker", folder, name]
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment, timeout=SECONDS)
    return done.stdout.splitlines() if done.returncode == 0 else [f"exit status {done.returncode}", done.stderr[-1500:]]


def attempt(offcy, other, name):
    source = path(name, ".pyx")
    if hasattr(load(path(name, ".py"), f"{name}_cases"), "WHOLE_INTERFACE") or any(map(is_theirs, modules(source))):
        return "left out", []
    with tempfile.TemporaryDirectory() as folder:
        alone, stable = pathlib.Path(folder) / "alone", pathlib.Path(folder) / "stable"
        try:
            build_offcy(offcy, source, alone)
            build_offcy(offcy, source, stable, "--limited-api")
            expected, lines = found(sys.executable, alone, name), found(sys.executable, stable, name)
            pairs = [(a, b) for a, b in zip(expected, lines) if a != b]
            if len(lines) != len(expected):
                pairs.append((f"{len(expected)} cases", lines[-2:]))
            wrong = [f"expected {a}, found {b}"[:1000] for a, b in pairs[:3]]
            refused = found(other, stable, name)[-1]
            if "ImportError: module" not in refused or "free-threaded" not in refused:
                wrong.append(f"expected an ImportError with a GIL, found {refused}")
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            wrong = [str(error)]
    return ("FAILED" if wrong else "ok"), wrong


def main(offcy, other, names):
    counts = {}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        names = names or programs()
        for name, (how, words) in zip(names, pool.map(lambda name: attempt(offcy, other, name), names)):
            counts[how] = counts.get(how, 0) + 1
            print(f"{name}: {how}" + "".join(f"\n    {line}" for word in words for line in word.splitlines()), flush=True)
    print(", ".join(f"{count} {how}" for how, count in sorted(counts.items())))
    return counts.get("FAILED", 0) > 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:]))
