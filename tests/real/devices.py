"""Parallel loops of other projects as regions on the virtual device, under those projects' own tests.

    devices.py OFFCY [MODULE...] [--cache DIR] [--record]
    devices.py OFFCY [MODULE...] [--cache DIR] --bundle FOLDER [--arch ARCH]

Each outermost parallel loop that offcy takes as a region (see `regions.py`) gets `device={}`, and nothing else of the module is
changed. It is built for the virtual device, which must be used (OMP_TARGET_OFFLOAD=MANDATORY), and put in the place of the
project's own module. It passes if no test fails that does not fail with that one as well. `devices.txt` says what becomes of each,
and how many of the regions these tests ran on the device; `--record` writes it again. No part of the ordinary tests: it takes many minutes, and fetches some hundred megabytes the first time.
With `--bundle` the modules are built for ARCH (default sm_90) and Python's limited API, and put into FOLDER with what
`tests/gpu/packages.py` needs to run the same tests on a machine with a GPU; nothing is run.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from corpus import CORPUS
from modules import DEVICES, OUTSIDE, PACKAGES
from regions import marked, places, refusal, replaced
from run import HERE, SECONDS, quietly, site_packages, sources, tests_of

SCOREBOARD = HERE / "devices.txt"
# What tests import; landlab's own requirement is for any version, and later ones need a later Python.
MORE = ("pytest", "pytest-pretty", "hypothesis", "requireit==0.3.0")
# Assembler and linker for NVIDIA GPUs, for bundles.
CUDA = ("nvidia-cuda-nvcc-cu12==12.9.*", "nvidia-nvjitlink-cu12==12.9.*")
KNOWN = {**PACKAGES, **CORPUS, **OUTSIDE}


def environment(cache):
    """A Python that has the wheels of all these packages."""
    python = cache / "devices" / "bin" / "python"
    if not (cache / "devices" / "complete").exists():
        quietly([sys.executable, "-m", "venv", cache / "devices"])
        wanted = sorted({f"{KNOWN[one.package].name}=={KNOWN[one.package].version}" for one in DEVICES.values()})
        quietly([python, "-m", "pip", "install", "--quiet", *MORE, *wanted])
        (cache / "devices" / "complete").touch()
    return python


def text_of(path):
    """The source of a module with what it includes, or what its template makes."""
    if path.exists():
        text = path.read_text(encoding="utf8", errors="surrogateescape")
        return re.sub(r'^include "(.*)"$', lambda found: text_of(path.parent / found[1]), text, flags=re.MULTILINE)
    from Cython import Tempita

    return Tempita.sub(path.with_suffix(".pyx.tp").read_text())


def built(offcy, cache, python, package, module, options=("--offload-arch", "x86_64")):
    """The module with its regions, how many they are of how many loops, or why it is not built."""
    folder = sources(cache, package)
    root = folder / package.sources
    path = root / f"{module}.pyx"
    text = text_of(path)
    found = places(text)
    accepted = found
    if refusal(offcy, python, package, root, path, marked(text, found), path) is not None:
        accepted = [place for place in found if refusal(offcy, python, package, root, path, marked(text, [place]), path) is None]
    out = cache / "built-devices" / module
    shutil.rmtree(out, ignore_errors=True)
    command = [offcy, "compile", path, "--out-dir", out, "--python", python, *options]
    command += ["--message-format", "short", "-X", "device_blas=True", "-I", root, *package.options]
    command += [f"-I{root / include}" for include in package.includes]
    with replaced(path, marked(text, accepted)):
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0:
        reported = [line for line in done.stderr.splitlines() if "error" in line] or [done.stderr.strip()[-200:]]
        return None, len(accepted), len(found), re.sub(r"/[^ ]*/", "", reported[0])
    [library] = out.glob("*.so")
    return library, len(accepted), len(found), None


def tested(cache, python, module, on_device):
    """The tests that pass, and those that fail."""
    one = DEVICES[module]
    root = sources(cache, KNOWN[one.package]) / one.tests if one.tests is not None else site_packages(python)[0]
    if not on_device:
        return tests_of(cache, python, root, one.files)
    variables = {**os.environ, "OMP_TARGET_OFFLOAD": "MANDATORY", "OMP_NUM_THREADS": str(one.threads), "OFFCY_TRACE": "json"}
    return tests_of(cache, python, root, one.files, variables, ["--capture=no"])


def ran(cache):
    """How many regions the last tests ran on a device, by the places in the source that traces name."""
    found = set()
    with open(cache / "work" / "standard-error", errors="replace") as lines:
        for line in lines:
            # What tests print there themselves may stand before it.
            at = line.find('{"offcy":')
            if at < 0:
                continue
            try:
                trace = json.loads(line[at:])
            except ValueError:
                continue
            if trace["offcy"] == "region" and trace["device"] is not None:
                found.add((trace["file"], trace["line"]))
    return len(found)


@contextlib.contextmanager
def installed(cache, python, libraries):
    """Modules in the places of the project's own for a while."""
    folder, suffix = site_packages(python)
    kept = cache / f"replaced-devices-{os.getpid()}"
    shutil.rmtree(kept, ignore_errors=True)
    places = {folder / f"{module}{suffix}": library for module, library in libraries.items()}
    try:
        for place, library in places.items():
            (kept / place.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(place, kept / place.relative_to(folder))
            place.unlink()
            shutil.copy2(library, place)
        yield
    finally:
        for place in places:
            if (kept / place.relative_to(folder)).exists():
                place.unlink(missing_ok=True)
                shutil.copy2(kept / place.relative_to(folder), place)
        shutil.rmtree(kept)


def one(offcy, cache, python, module):
    """Whether the module passes, and what to say of it."""
    package = KNOWN[DEVICES[module].package]
    libraries, accepted, loops = {}, 0, 0
    for name in (module, *DEVICES[module].beside):
        libraries[name], some, all_of_it, why = built(offcy, cache, python, package, name)
        accepted, loops = accepted + some, loops + all_of_it
        if libraries[name] is None:
            return f"{module} refused {accepted} of {loops} loops: {why}"
    shown = f"{accepted} of {loops} loops"
    before, failed_before = tested(cache, python, module, False)
    if before == 0:
        return f"{module} untested {shown}: no test passes with the project's own: {failed_before[:1]}"
    with installed(cache, python, libraries):
        passed, failed = tested(cache, python, module, True)
    shown += f", {ran(cache)} ran"
    more = [test for test in failed if test not in failed_before]
    if more or passed < before:
        return f"{module} fails {shown}: {len(more)} tests of {before} more than before: {', '.join(more[:3])}"
    return f"{module} pass {shown}, {passed} tests"


def bundle(offcy, cache, python, chosen, folder, arch):
    """Puts the modules, the tests that are not in a wheel, and what is to be run of them into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    quietly([python, "-m", "pip", "install", "--quiet", *CUDA])
    plan = {}
    for module in chosen:
        entry = DEVICES[module]
        package = KNOWN[entry.package]
        accepted = loops = 0
        for name in (module, *entry.beside):
            options = ("--offload-arch", arch, "--limited-api")
            library, some, all_of_it, why = built(offcy, cache, python, package, name, options)
            if library is None:
                print(f"{name}: not built: {why}", flush=True)
                break
            accepted, loops = accepted + some, loops + all_of_it
            target = folder / "modules" / f"{name}.abi3.so"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(library, target)
        else:
            if entry.tests is not None:
                # By another name than the package, which tests would find in its place.
                shutil.copytree(sources(cache, package) / entry.tests, folder / "tests" / f"tests-of-{package.name}", dirs_exist_ok=True)
            plan[module] = {
                "package": package.name, "version": package.version, "own_tests": entry.tests is not None, "files": entry.files,
                "threads": entry.threads, "beside": entry.beside, "accepted": accepted, "loops": loops,
            }
            print(f"{module}: {accepted} of {loops} loops", flush=True)
    (folder / "plan.json").write_text(json.dumps(plan, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="such as skbio/tree/_c_me, or the last part of it")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--bundle", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parents[1] / "target" / "real")
    arguments = parser.parse_args()
    cache = arguments.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    python = environment(cache)
    chosen = [
        module for module in DEVICES
        if not arguments.modules or module in arguments.modules or module.rsplit("/", 1)[-1] in arguments.modules
    ]
    if arguments.bundle:
        bundle(arguments.offcy.resolve(), cache, python, chosen, arguments.bundle, arguments.arch)
        return
    # The others stay as they are.
    kept = SCOREBOARD.read_text().splitlines() if SCOREBOARD.exists() else []
    known = {line.split()[0]: line for line in kept if not line.startswith("#")}
    for module in chosen:
        known[module] = one(arguments.offcy.resolve(), cache, python, module)
        print(known[module], flush=True)
        if arguments.record:
            head = "# Other projects' parallel loops on the virtual device, under their own tests (devices.py)."
            lines = [known[module] for module in DEVICES if module in known]
            SCOREBOARD.write_text("\n".join([head, *lines]) + "\n")


if __name__ == "__main__":
    main()
