"""Benchmarks of pyperformance as they are: Python without types, compiled by offcy and by Cython, and interpreted.

    run.py OFFCY [NAME...] [--runs N] [--seconds S] [--cache FOLDER] [--output FILE]

pyperformance's source distribution is fetched into FOLDER once (by pip). Of its benchmarks those run that need the standard library alone,
and whose own code takes the time. A module is built by offcy, and by Cython and gcc with the flags of Python's own extension modules.
Each run is a process, in turn; the least time of `--runs` is printed, all are kept in FILE (JSON). NAME: benchmarks, such as `richards`.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
from built import by_cython, circumstances

VERSION = "1.14.0"
NAMES = """barnes_hut bpe_tokeniser chaos comprehensions coroutines deltablue fannkuch float generators go hexiom mdp meteor_contest nbody nqueens
pidigits pyflate raytrace richards richards_super scimark spectral_norm""".split()
MAIN = re.compile(r"^if __name__ == ['\"]__main__['\"]:", re.MULTILINE)


def sources(cache):
    """The folder of the benchmarks."""
    unpacked = cache / f"pyperformance-{VERSION}"
    if not unpacked.exists():
        wanted = ["--no-deps", "--no-binary", ":all:", f"pyperformance=={VERSION}"]
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "-d", cache, *wanted], check=True)
        shutil.unpack_archive(cache / f"{unpacked.name}.tar.gz", cache)
    return unpacked / "pyperformance" / "data-files" / "benchmarks"


def build(who, offcy, folder, text):
    """A benchmark's module in its folder: what is run when it is the main program is a function."""
    (folder / "run_benchmark.py").unlink()
    source = folder / ("run_benchmark.py" if who == "python" else "run_benchmark.pyx")
    source.write_text(MAIN.sub("def run_all():", text))
    if who == "offcy":
        subprocess.run([offcy, "compile", source, "--python", sys.executable], check=True, capture_output=True)
    elif who == "cython":
        by_cython("gcc", source, folder)


def timed(folder, seconds):
    """Seconds by benchmark, of one process."""
    program = "import json, sys; sys.setrecursionlimit(10000); import pyperf, run_benchmark; run_benchmark.run_all(); print(json.dumps(pyperf.FOUND))"
    variables = {"PYTHONPATH": f"{folder}:{HERE}", "BENCHMARK_SECONDS": str(seconds)}
    done = subprocess.run([sys.executable, "-P", "-c", program], cwd=folder, capture_output=True, text=True, env={**os.environ, **variables})
    if done.returncode != 0:
        sys.exit(f"{folder.name}: {done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("offcy", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parents[1] / "target" / "pyperformance")
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    benchmarks, found = sources(options.cache), {}
    for name in options.names:
        with tempfile.TemporaryDirectory() as place:
            folders = {who: pathlib.Path(place) / who for who in ("offcy", "cython", "python")}
            for who, folder in folders.items():
                shutil.copytree(benchmarks / f"bm_{name}", folder)
                build(who, options.offcy, folder, (folder / "run_benchmark.py").read_text())
            times = {}
            for _ in range(options.runs):
                for who, folder in folders.items():
                    for part, seconds in timed(folder, options.seconds).items():
                        times.setdefault(part, {}).setdefault(who, []).append(seconds)
        for part, runs in times.items():
            least = {who: min(all_of) for who, all_of in runs.items()}
            words = "  ".join(f"{who} {1e3 * seconds:9.3f}" for who, seconds in least.items())
            print(f"{part:26} {words} ms  offcy : Cython {least['offcy'] / least['cython']:.2f}", flush=True)
        found.update(times)
    ratios = [min(runs["offcy"]) / min(runs["cython"]) for runs in found.values()]
    print(f"geometric mean {statistics.geometric_mean(ratios):.2f} of {len(ratios)}, at most {max(ratios):.2f}")
    if options.output:
        result = {**circumstances(), "pyperformance": VERSION, "seconds": found}
        options.output.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
