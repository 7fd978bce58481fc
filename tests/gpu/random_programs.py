"""Random programs on this machine's GPU, compared with what the model of each says.

    random_programs.py FOLDER --bundle OFFCY [--arch ARCH] [--programs N] [--shapes N] [--seed SEED]
    random_programs.py FOLDER [--jobs N]

The first builds N programs of trees and N that are written as text (`tests/random`) into modules for ARCH (default sm_90) and
Python's limited API, and puts these with the programs' calls into FOLDER; it takes a compiler. The second runs them, N modules
at a time (default 4): it takes the files of tests/random and tests/common, Python, NumPy and the driver. The last line counts.
"""

import argparse
import concurrent.futures
import functools
import os
import pathlib
import pickle
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "random"), str(ROOT / "common")]
import builds
import running
import shapes
import text
from generate import generate
from ways import TRACED, Build, build_gpu

PER_MODULE = 20


def prebuilt(folder):
    """The way to run a module that was built before."""
    def make(_offcy, source, out):
        out.mkdir(exist_ok=True)
        shutil.copy(folder / "module.abi3.so", out / f"{source.stem}{builds.SUFFIX}")

    return Build("gpu", make, {**TRACED, "SECONDS_PER_CALL": "60"})


def module_of(offcy, arch, programs, folder):
    """Builds a module of programs, without those that offcy refuses; the path, or None where nothing is left."""
    build = Build("gpu", functools.partial(build_gpu, arch=arch, options=("--limited-api",)))
    while programs:
        try:
            module = running.build(build, offcy, [cases[0].program for cases in programs.values()], folder)
            return module.with_name(f"{module.name.split('.')[0]}.abi3.so")
        except running.Refused as refused:
            for name in refused.names:
                programs.pop(name)
    return None


def pack(offcy, arch, seed, make, numbers, target):
    """Builds programs of these numbers into a folder; how many they are."""
    programs = {}
    for number in numbers:
        made = make(seed, number, f"f{number}")
        if made is not None:
            programs[made[0].name] = running.cases_of(*made)
    with tempfile.TemporaryDirectory() as work:
        module = module_of(offcy, arch, programs, pathlib.Path(work))
        if module is not None:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(module, target / "module.abi3.so")
            (target / "programs.pickle").write_bytes(pickle.dumps(programs))
    return len(programs)


def bundle(offcy, folder, arguments):
    kinds = {"trees": (generate, arguments.programs), "text": (shapes.generate, arguments.shapes)}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [
            pool.submit(pack, offcy, arguments.arch, arguments.seed, make, range(start, min(start + PER_MODULE, count)), folder / f"{kind}-{start}")
            for kind, (make, count) in kinds.items() for start in range(0, count, PER_MODULE)
        ]
        print(f"{sum(job.result() for job in jobs)} programs in {len(jobs)} modules")


def check(folder):
    """The calls of a module, and what is wrong with them: (case, why)."""
    programs = pickle.loads((folder / "programs.pickle").read_bytes())
    cases = [case for some in programs.values() for case in some]
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        build = prebuilt(folder)
        module = running.build(build, None, [some[0].program for some in programs.values()], work)
        outcomes = running.run(build, None, module, cases, work)
    found = [(case, running.wrong(case.expectation, case.calling, outcomes[case.key], build.refuses_overlaps)) for case in cases]
    return len(programs), len(cases), [(case, why) for case, why in found if why is not None]


def run(folder, jobs):
    modules = sorted(path.parent for path in folder.glob("*/programs.pickle"))
    programs = calls = 0
    failed = set()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for module, (some, called, wrong) in zip(modules, pool.map(check, modules)):
            programs, calls = programs + some, calls + called
            for case, why in wrong:
                print(f"{module.name}: {case.program.name}, call {case.number}: {why}", flush=True)
                if (module.name, case.program.name) not in failed:
                    print(text.program_text(case.program), flush=True)
                failed.add((module.name, case.program.name))
    print(f"{programs} programs, {calls} calls, {len(failed)} programs wrong")
    return 1 if failed or not programs else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--bundle", type=pathlib.Path, metavar="OFFCY")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--shapes", type=int, default=84)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=4)
    arguments = parser.parse_args()
    if arguments.bundle:
        return bundle(arguments.bundle.resolve(), arguments.folder, arguments)
    return run(arguments.folder.resolve(), arguments.jobs)


if __name__ == "__main__":
    sys.exit(main())
