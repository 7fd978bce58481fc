"""Plants a fault into each rule for temporaries in turn, and expects that random programs find it.

    planted.py [NAME...]        these faults alone

`cargo build --example offcy-planted` makes the compiler with the faults. Prints for each fault the program that found it;
the exit status is 1 if none of the first `OFFCY_RANDOM_PROGRAMS` (800) did.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import running
import tree
from checking import Tally, check
from generate import generate
from ways import Ways

PLANTED = pathlib.Path(__file__).parents[2] / "target" / "debug" / "examples" / "offcy-planted"
PER_MODULE = 60


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


def found(build, batches):
    """The first program that fails, and how."""
    for batch in batches:
        with tempfile.TemporaryDirectory() as folder:
            wrong = check(str(PLANTED), dict(batch), pathlib.Path(folder), [build], Tally(), is_quiet=True)
        if wrong:
            case, _, why = wrong[0]
            return f"{case.program.name}, call {case.number}: {why}"
    return None


def main(names):
    faults = subprocess.run([PLANTED], capture_output=True, text=True, check=True).stdout.split()
    batches = list(programs(int(os.environ.get("OFFCY_RANDOM_PROGRAMS", "800"))))
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        guarded = Ways(pathlib.Path(folder) / "guard", "0", simulates_found=False).guarded
        for fault in names or faults:
            os.environ["PLANTED_FAULT"] = fault
            why = found(guarded, batches)
            print(f"{fault}: {why or 'NOT FOUND'}", flush=True)
            if why is None:
                missed.append(fault)
    print(f"{len(names or faults) - len(missed)} faults found, {len(missed)} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
