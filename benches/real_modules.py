"""What `.pyx` to `.so` costs beside Cython and gcc, over the modules of other projects that `tests/real/run.py` builds.

    real_modules.py OFFCY [MODULE...] [--repeats N] [--cache DIR] [--output FILE]

offcy at its defaults, with an empty cache of its own (`cold`: the runtime is compiled, too) and with one that was used
before (`offcy`). Cython with the same directives, and gcc with `-O2` and Python's other flags for extension modules. All
are run in turn. Figures are processor time (user and system) of a command and what it started, so that they do not depend
on what else the machine does, and seconds by the clock beside them. Runs are kept in FILE (JSON).
"""

import argparse
import json
import math
import os
import pathlib
import re
import shutil
import sys
import sysconfig
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(HERE / "common"), str(ROOT / "tests" / "real")]
from built import circumstances
from front_end import measured
from modules import MODULES, PACKAGES
from run import environment, site_packages, sources

FLAGS = [re.sub(r"^-O\d$", "-O2", flag) for flag in sysconfig.get_config_var("CFLAGS").split()]


class Failed(Exception):
    pass


def spent(commands, folder):
    """Processor time and seconds by the clock of commands that follow each other."""
    runs = [measured(command, folder) for command in commands]
    for command, run in zip(commands, runs, strict=True):
        if not run[0]:
            raise Failed(" ".join(map(str, command)))
    return sum(run[1] for run in runs), sum(run[2] for run in runs)


def by_cython(source, package, root, installed, folder):
    """The commands of Cython's way."""
    head = "".join(source.read_text(errors="replace").splitlines(keepends=True)[:60])
    cplus = "language = c++" in head or "language=c++" in head or "libcpp" in source.read_text(errors="replace")
    made = folder / f"{source.stem}.{'cpp' if cplus else 'c'}"
    search = [part for path in (root, installed, *(root / path for path in package.includes)) for part in ("-I", path)]
    options = [*package.options, *(["--cplus"] if cplus else [])]
    headers = [f"-I{path}" for path in (sysconfig.get_path("include"), installed / "numpy" / "_core" / "include", source.parent, root)]
    define = "-DNPY_NO_DEPRECATED_API=NPY_1_7_API_VERSION"
    shared = ["-shared", "-fPIC", "-fopenmp", "-w", "-Wl,--strip-all", define, *headers]
    return [
        [sys.executable, "-m", "cython", "-3", *options, *search, source, "-o", made],
        ["g++" if cplus else "gcc", *FLAGS, *shared, made, "-o", folder / f"{source.stem}.so"],
    ]


def one(offcy, cache, python, module, repeats):
    package = PACKAGES[module.split("/")[0]]
    root = sources(cache, package) / package.sources
    source = root / f"{module}.pyx"
    kept = os.environ.get("XDG_CACHE_HOME")
    found = {"cold": [], "offcy": [], "cython": []}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "theirs").mkdir()
        theirs = by_cython(source, package, root, site_packages(python)[0], folder / "theirs")
        ours = [offcy, "compile", source, "--out-dir", folder / "ours", "--python", python, *package.options]
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        try:
            for _ in range(repeats):
                for way, commands in (("cold", [ours]), ("offcy", [ours]), ("cython", theirs)):
                    if way == "cold":
                        shutil.rmtree(folder / "cache", ignore_errors=True)
                    found[way].append(spent(commands, folder))
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if kept is not None:
                os.environ["XDG_CACHE_HOME"] = kept
        [built] = (folder / "ours").rglob("*.so")
        found["bytes"] = {"offcy": built.stat().st_size, "cython": (folder / "theirs" / f"{source.stem}.so").stat().st_size}
    return found


def least(found, way, clock):
    return min(run[clock] for run in found[way])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "target" / "real")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    cache = arguments.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    python = environment(cache)
    results = {}
    print(f"{'module':<62} {'offcy':>6} {'cold':>6} {'Cython':>7} {'ratio':>6} {'clock':>6} {'kB':>5} {'kB':>5}")
    for module in MODULES:
        if arguments.modules and module not in arguments.modules and module.rsplit("/", 1)[-1] not in arguments.modules:
            continue
        try:
            found = one(arguments.offcy.resolve(), cache, python, module, arguments.repeats)
        except Failed as failed:
            print(f"{module}: {failed}", flush=True)
            continue
        results[module] = found
        ours, cold, theirs = (least(found, way, 0) for way in ("offcy", "cold", "cython"))
        clock = least(found, "offcy", 1) / least(found, "cython", 1)
        kilobytes = (found["bytes"][way] // 1000 for way in ("offcy", "cython"))
        print(f"{module:<62} {ours:6.2f} {cold:6.2f} {theirs:7.2f} {ours / theirs:6.3f} {clock:6.3f} {next(kilobytes):5} {next(kilobytes):5}", flush=True)
    for clock, name in enumerate(("processor time", "clock")):
        for way in ("offcy", "cold"):
            ratios = [least(found, way, clock) / least(found, "cython", clock) for found in results.values()]
            sums = [sum(least(found, each, clock) for found in results.values()) for each in (way, "cython")]
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            print(f"{way} : Cython, {name}: {mean:.3f} (geometric mean), {sums[0] / sums[1]:.3f} (sums), {max(ratios):.3f} (most)")
    print(f"most seconds with an empty cache: {max(least(found, 'cold', 1) for found in results.values()):.2f}")
    if arguments.output:
        arguments.output.write_text(json.dumps({**circumstances(), "seconds": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
