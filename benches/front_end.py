"""What turning `.pyx` into C costs beside Cython, over Cython's own tests and over scikit-learn: processor time and memory.

    front_end.py OFFCY [--repeats N] [--keep-tests] [--tests-cache DIR] [--corpus-cache DIR] [--output FILE]

1. Each test of `tests/conformance/tests.txt` that both compile: one process per file, `offcy compile --emit c` and `cython`
   in turn. The figure is the quotient of the sums, and the median of the files' quotients.
2. scikit-learn's files that ask for C and that both compile: `offcy compile -j2 --emit c` of all in one process, and
   `cythonize -j2`'s way, a `cython` process per file, two at a time.
3. The most memory (resident set) that any file takes.

Times are of processes with what they started (user and system), so that they do not depend on what else the machine does,
and seconds by the clock beside them. All of them are kept in FILE (JSON). With `--keep-tests` those of 1. stay as they are
there.
"""

import argparse
import concurrent.futures
import datetime
import importlib
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

# The `cython` of this interpreter.
CYTHON = [sys.executable, "-m", "cython", "-3"]


def measured(command, folder):
    """Ended well, seconds of the processor, seconds by the clock, mebibytes of memory."""
    started = time.perf_counter()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([str(part) for part in command], cwd=folder, **quiet) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode == 0, used.ru_utime + used.ru_stime, time.perf_counter() - started, used.ru_maxrss / 1024


def best(runs):
    """Of several runs of one command, the cheapest; None where one failed."""
    return min(runs, key=lambda run: run[1]) if all(run[0] for run in runs) else None


def one(offcy, source, includes, options, repeats):
    """Both compilers on one file, in turn."""
    runs = []
    with tempfile.TemporaryDirectory() as out:
        search = [part for folder in includes for part in ("-I", folder)]
        ours = [offcy, "compile", source, "--emit", "c", "--out-dir", out, "--python", sys.executable, *search, *options]
        theirs = [*CYTHON, source, "-o", pathlib.Path(out) / "cython.c", *search, *options]
        if not measured(ours, out)[0]:
            return None
        for _ in range(repeats):
            runs.append((measured(ours, out), measured(theirs, out)))
    pair = best([run[0] for run in runs]), best([run[1] for run in runs])
    return pair if all(pair) else None


def module(folder, name):
    """A module of the tests; both folders have a `run`."""
    sys.modules.pop("run", None)
    sys.path.insert(0, str(ROOT / "tests" / folder))
    return importlib.import_module(name)


def conformance(offcy, repeats, cache):
    run = module("conformance", "run")
    tests = run.sources(cache.resolve())
    figures = {}
    for _, path, _, _ in run.listed():
        source = tests / path
        pair = one(offcy, source, [source.parent, tests / "testsupport"], [], repeats)
        if pair:
            figures[path] = pair
    return figures


def copied(folder, to):
    """What compilers read of a package; they write beside it."""
    for path in folder.rglob("*"):
        if path.suffix in (".pyx", ".pxd", ".pxi", ".py", ".h"):
            target = to / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def scikit_learn(offcy, repeats, cache):
    corpus = module("real", "corpus")
    package = corpus.CORPUS["scikit-learn"]
    folder = corpus.sources(cache.resolve(), package)
    root = folder / package.sources
    figures = {}
    for path, _ in corpus.files(folder):
        pair = one(offcy, path, [root], package.options, 1)
        if pair:
            figures[str(path.relative_to(folder))] = pair
    together = []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as copies:
            ours, theirs = (pathlib.Path(copies) / name for name in ("offcy", "cython"))
            copied(folder, ours)
            copied(folder, theirs)
            command = [offcy, "compile", "-j2", "--emit", "c", "--python", sys.executable, "-I", ours / package.sources, *package.options]
            ours = measured([*command, *(ours / name for name in figures)], ours)
            command = [*CYTHON, "-I", theirs / package.sources, *package.options]
            started = time.perf_counter()
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                alone = list(pool.map(lambda name: measured([*command, theirs / name], theirs), figures))
            theirs = (all(run[0] for run in alone), sum(run[1] for run in alone), time.perf_counter() - started, max(run[3] for run in alone))
            together.append((ours, theirs))
    return figures, together


def summed(name, figures):
    ours, theirs = (sum(pair[which][1] for pair in figures.values()) for which in (0, 1))
    quotients = [pair[1][1] / pair[0][1] for pair in figures.values() if pair[0][1]]
    most = max(figures, key=lambda path: figures[path][0][3])
    return {
        "what": name,
        "files": len(figures),
        "offcy_s": round(ours, 3),
        "cython_s": round(theirs, 3),
        "quotient_of_sums": round(theirs / ours, 1),
        "median_quotient": round(statistics.median(quotients), 1),
        "least_quotient": round(min(quotients), 1),
        "most_memory_mib": round(figures[most][0][3], 1),
        "most_memory_file": most,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--keep-tests", action="store_true")
    parser.add_argument("--tests-cache", type=pathlib.Path, default=ROOT / "target" / "conformance")
    parser.add_argument("--corpus-cache", type=pathlib.Path, default=ROOT / "target" / "real")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    offcy = arguments.offcy.resolve()

    if arguments.keep_tests:
        tests = json.loads(arguments.output.read_text())["tests"]
    else:
        tests = conformance(offcy, arguments.repeats, arguments.tests_cache)
    summary = [summed("Cython's tests, one process per file", tests)]
    print(json.dumps(summary[-1], indent=1), flush=True)
    files, together = scikit_learn(offcy, arguments.repeats, arguments.corpus_cache)
    summary.append(summed("scikit-learn, one process per file", files))
    ours, theirs = (best([pair[which] for pair in together]) for which in (0, 1))
    if ours and theirs:
        summary[-1]["together"] = {
            "offcy_cpu_s": round(ours[1], 3), "offcy_s": round(ours[2], 3), "offcy_mib": round(ours[3], 1),
            "cython_cpu_s": round(theirs[1], 3), "cython_s": round(theirs[2], 3),
            "quotient_of_processor_times": round(theirs[1] / ours[1], 1), "quotient_of_times": round(theirs[2] / ours[2], 1),
        }
    print(json.dumps(summary[-1], indent=1))
    if arguments.output:
        record = {
            "date": datetime.date.today().isoformat(),
            "machine": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
            "summary": summary,
            "of_each": "ended well, processor seconds, seconds, MiB; of offcy, then of Cython; the cheapest of the repeats",
            "tests": tests,
            "scikit_learn": files,
            "together": together,
        }
        arguments.output.write_text(json.dumps(record, indent=None, separators=(",", ":")).replace('],"', '],\n"') + "\n")


if __name__ == "__main__":
    main()
