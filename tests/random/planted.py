"""Plants a fault into each rule for temporaries, threads, pointers, arrays on devices and iterations at once in turn, and expects
that random programs find it, or the cases of tests/arrays or tests/sums.

    planted.py [NAME...]        these faults alone

`cargo build --example offcy-planted` makes the compiler with the faults. Some show on a simulated GPU alone, and
are skipped where nothing builds for it. Prints for each fault the program that found it;
the exit status is 1 if none of the first `OFFCY_RANDOM_PROGRAMS` (800) did, or of an eighth as many of each shape.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import running
import shapes
import tree
from checking import Tally, check
from generate import generate
from ways import Ways

ROOT = pathlib.Path(__file__).parents[2]
PLANTED = ROOT / "target" / "debug" / "examples" / "offcy-planted"
PER_MODULE = 60
# Faults that random programs of all kinds find; the others show in those that are written as text.
OF_TEMPORARIES = """HostWriteIgnored RegionWriteIgnored ZerosAreEmpty ShownIsEmpty HostReadIgnored ReturnIgnored RegionReadIgnored
OtherViewsIgnored PromiseOutlivesNumbers DeadAfterContext ContextStartsEmpty GivenInContext""".split()
# The cases of tests/arrays find those.
OF_LANES = "Lanes"  # tests/sums finds what begins so
OF_ARRAYS = ["ArrayKept", "ArrayUsedAroundPython", "ArrayOfHelper", "ArrayLostInC"]
# What shows on GPUs alone: the check for races finds what is right as long as no threads meet, and clang's passes for GPUs that a variable changes.
ON_GPU = ["SumNotAtomic", "SumReadUnderLock", "MemoryShared", "NumberStored", "VariableSeen"]


def programs(count):
    """Batches of random programs that make arrays for themselves."""
    batch = {}
    for number in range(count):
        made = generate(0, number, f"f{number}")
        if made is not None and any(isinstance(node, tree.Make) for node in tree.walk(made[0].bodies)):
            batch[made[0].name] = running.cases_of(*made)
        if len(batch) == PER_MODULE or batch and number == count - 1:
            yield batch
            batch = {}


def written(count):
    """Batches of programs that are written as text."""
    numbers = range(count)
    for first in numbers[::PER_MODULE]:
        made = [shapes.generate(0, number, f"f{number}") for number in numbers[first : first + PER_MODULE]]
        yield {each[0].name: running.cases_of(*each) for each in made if each is not None}


def found(build, batches):
    """The first program that fails, and how."""
    for batch in batches:
        with tempfile.TemporaryDirectory() as folder:
            wrong = check(str(PLANTED), dict(batch), pathlib.Path(folder), [build], Tally(), is_quiet=True)
        if wrong:
            case, _, why = wrong[0]
            return f"{case.program.name}, call {case.number}: {why}"
    return None


def found_by_arrays():
    """The first case of tests/arrays that fails on a virtual device, and how."""
    command = [sys.executable, "-P", ROOT / "tests" / "arrays" / "check.py", PLANTED, "--only", "virtual", "--sequences", "20", "--exchanges", "20"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    if done.returncode == 0:
        return None
    passed = [line for line in done.stdout.splitlines() if line.endswith(": ok")]
    raised = [line for line in done.stderr.splitlines() if re.match(r"\w*(Error|Exception)\b", line)]
    return f"after {passed[-1] if passed else 'no case'}, {raised[0] if raised else done.stderr[-200:]}"


def found_by_sums():
    """The programs of tests/run that add up, look up or keep views, also where memory is watched, or the first module of sums in which something differs."""
    program = [sys.executable, "-P", ROOT / "tests" / "run" / "check.py"]
    for options in ([], ["--sanitize"]):
        done = subprocess.run([*program, *options, PLANTED, "sums_at_once", "looked_up", "kept_views"], capture_output=True, text=True)
        wrong = [line.strip() for line in done.stdout.splitlines() if line.startswith(" ")]
        if done.returncode:
            return " ".join([*options, *wrong[:1]])[:200]
    command = [sys.executable, "-P", ROOT / "tests" / "sums" / "check.py", PLANTED, "--modules", "12", "--functions", "60", "--first"]
    done = subprocess.run(command, capture_output=True, text=True)
    return " ".join(done.stdout.splitlines()[-2].split()) if done.returncode else None


def main(names):
    faults = subprocess.run([PLANTED], capture_output=True, text=True, check=True).stdout.split()
    count = int(os.environ.get("OFFCY_RANDOM_PROGRAMS", "800"))
    batches, texts = list(programs(count)), list(written(count // 8 * len(shapes.SHAPES)))
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        ways = Ways(pathlib.Path(folder) / "guard", "0", simulates_found=False)
        for fault in names or faults:
            os.environ["PLANTED_FAULT"] = fault
            try:
                build = ways.simulated if fault in ON_GPU else ways.guarded
                if fault in OF_ARRAYS:
                    why = found_by_arrays()
                elif fault.startswith(OF_LANES):
                    why = found_by_sums()
                else:
                    why = found(build, batches if fault in OF_TEMPORARIES else texts)
            except RuntimeError as error:
                if "OFC0812" not in str(error):
                    raise
                print(f"{fault}: SKIPPED: {str(error).splitlines()[-1]}")
                continue
            print(f"{fault}: {why or 'NOT FOUND'}", flush=True)
            if why is None:
                missed.append(fault)
    print(f"{len(names or faults) - len(missed)} faults found, {len(missed)} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
