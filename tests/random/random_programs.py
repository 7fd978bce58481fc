"""Compares random programs: what offcy's builds and Cython give, with what the model of the program says.

    random_programs.py OFFCY                  programs of one seed, and all that were found before
    random_programs.py OFFCY NAME...          these programs of `found`

`OFFCY_RANDOM_PROGRAMS` says how many programs, `OFFCY_RANDOM_SEED` which, `OFFCY_RANDOM_WORKERS` how many modules at
once. `OFFCY_RANDOM_SHAPES` says how many programs of those shapes that are written as text. `OFFCY_RANDOM_SIMULATED` says how many of them also run on a simulated NVIDIA GPU: `all`, and those of `found` too, or a number.
Some of them turn out to be no tests (see `generate`), and are not counted. A program that fails is made as small as
possible, printed, and kept in `found`. The last line counts.
"""

import concurrent.futures
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import found
import running
import shapes
import shrink
from checking import CONFIRMED, PASSED, Tally, check_unless_passed
from generate import generate
from ways import Ways

PER_MODULE = 100
# Compiling kernels for a GPU takes long: with fewer, workers share the work.
PER_SIMULATED = 20
PER_SHAPES = 42
MOST_SHRUNK = 4
DEFAULTS = {"SEED": "0", "PROGRAMS": "400", "SHAPES": "84", "WORKERS": "2", "SIMULATED": "10"}


def setting(name):
    return os.environ.get(f"OFFCY_RANDOM_{name}", DEFAULTS[name])


def batch(offcy, builds, seed, numbers, tally, make=generate):
    programs = {}
    for number in numbers:
        made = make(seed, number, f"f{number}")
        if made is not None:
            programs[made[0].name] = running.cases_of(*made)
    with tempfile.TemporaryDirectory() as folder:
        key = f"seed {seed}, {make.__module__} {numbers.start} to {numbers.stop - 1}: {', '.join(build.name for build in builds)}"
        return check_unless_passed(key, offcy, programs, pathlib.Path(folder), builds, tally)


def report(offcy, ways, seed, wrong, tally):
    """Prints what failed, the first ones made small."""
    by_program = {}
    for case, build, why in wrong:
        by_program.setdefault(case.program.name, (case, build, why))
    tally["wrong"] += len(by_program)
    for case, build, why in by_program.values():
        print(f"{case.program.name}, call {case.number}, {build.name}: {why}", flush=True)
        if tally["shrunk"] >= MOST_SHRUNK:
            continue
        tally["shrunk"] += 1
        with tempfile.TemporaryDirectory() as folder:
            small = shrink.shrink(offcy, ways, case, build, pathlib.Path(folder))
        print(found.keep(small, build, why, f"{build.name}_{seed}_{case.program.name}"), flush=True)


def ranges(count, size):
    return [range(start, min(start + size, count)) for start in range(0, count, size)]


def simulated_batch(offcy, ways, seed, numbers, tally, make=generate):
    try:
        return batch(offcy, [ways.simulated], seed, numbers, tally, make)
    except RuntimeError as error:
        if "OFC0812" not in str(error):
            raise
        print(f"SKIPPED: the simulated GPU. {str(error).splitlines()[-1]}", flush=True)
        return []


def run(offcy, ways, names, tally, simulated, shaped):
    for case, build, why in found.check(offcy, ways, names, tally):
        print(f"found before: {case.program.name}, call {case.number}, {build.name}: {why}")
        tally["wrong"] += 1
    if names:
        print(tally.line())
        return
    seed, count, workers, count_shapes = (int(setting(name)) for name in ("SEED", "PROGRAMS", "WORKERS", "SHAPES"))
    is_all = setting("SIMULATED") == "all"
    count_simulated = count if is_all else min(int(setting("SIMULATED")), count)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        jobs = [
            pool.submit(simulated_batch, offcy, ways, seed, numbers, simulated)
            for numbers in ranges(count_simulated, PER_SIMULATED)
        ]
        for at, numbers in enumerate(ranges(count_shapes, PER_SHAPES)):
            jobs.append(pool.submit(batch, offcy, ways.of_shapes(at), seed, numbers, shaped, shapes.generate))
        for numbers in ranges(count_shapes if is_all else len(shapes.SHAPES), PER_SIMULATED):
            jobs.append(pool.submit(simulated_batch, offcy, ways, seed, numbers, simulated, shapes.generate))
        for numbers in ranges(count, PER_MODULE):
            jobs.append(pool.submit(batch, offcy, ways.of(numbers[0] // PER_MODULE), seed, numbers, tally))
        for done, job in enumerate(jobs, 1):
            report(offcy, ways, seed, job.result(), tally)
            if done % 10 == 0:
                print(f"{done} of {len(jobs)} modules: {tally.line()}", flush=True)
    CONFIRMED.save()
    PASSED.save()
    print(f"on a simulated GPU: {simulated.line()}")
    print(f"written as text: {shaped.line()}; {shaped['raised']} raised at run time")
    # Most of them must be what the compiler takes.
    assert count_shapes < PER_SHAPES or shaped["programs"] > 1.5 * shaped["not yet"]
    print(f"seed {seed}: {tally.line()}")
    assert tally["guarded"] > 0 or count <= PER_MODULE, "the guard does not work"


def main(offcy, names):
    tally, simulated, shaped = Tally(), Tally(), Tally()
    with tempfile.TemporaryDirectory() as folder:
        ways = Ways(pathlib.Path(folder) / "guard", setting("SEED"), setting("SIMULATED") == "all")
        run(offcy, ways, names, tally, simulated, shaped)
    return 1 if any(found["wrong"] or found["refused"] for found in (tally, simulated, shaped)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
