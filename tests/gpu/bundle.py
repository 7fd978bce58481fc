"""Puts into a folder what a machine with a GPU needs to check and measure offcy: modules, libraries, scripts.

    bundle.py OFFCY FOLDER ARCHS [NAME...]

The modules (these programs of tests/run, or all) are built for ARCHS (sm_80,sm_90; x86_64 for a trial without a GPU) and keep to Python's limited API, so that any
CPython from 3.11 on loads them. `scripts/gpu-bundle` packs the folder.
"""

import concurrent.futures
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "run"), str(ROOT / "tests" / "common"), str(ROOT / "scripts")]
from builds import LLVM, build_offcy, is_theirs, load, modules
import runtime_libraries
from check import CONFIRMED, confirmed, path, programs, results

# offcy's defaults, and what the CUDA by hand does: it checks nothing.
BENCHMARKED = {"offcy": [], "unchecked": ["boundscheck=False", "wraparound=False", "cdivision=True", "fp_contract=fast"]}
SCRIPTS = ["tests/gpu/check.py", "tests/gpu/large.py", "tests/run/check.py", "tests/common/attempts.py", "tests/common/builds.py", "tests/common/confirmed.py", "tests/common/forking.py", "tests/common/once.py", "tests/common/strict.py"]
SCRIPTS += ["benches/common/cases.py", "benches/gpu/run.py", "benches/gpu/arguments.py"]
SCRIPTS += ["benches/gpu/kernels.cu", "benches/gpu/npbench.cu", "benches/gpu/by_hand.cuh"]


def put(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def program(offcy, archs, folder, name):
    """Builds a program; why it is left out, where it is."""
    source, script = path(name, ".pyx"), path(name, ".py")
    cases = load(script, f"{name}_cases")
    if getattr(cases, "WHOLE_INTERFACE", False) or any(map(is_theirs, modules(source))):
        return "needs one version of Python"
    if hasattr(cases, "NO_GPU") and archs != "x86_64":
        return cases.NO_GPU
    made = folder / "programs" / name
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        build_offcy(offcy, source, work / "host")
        expected, wrong = confirmed(offcy, source, cases, results(work / "host", name), work / "cython")
        if wrong:
            raise RuntimeError("\n".join(wrong))
        build_offcy(offcy, source, work / "device", "--limited-api", "--offload-arch", archs, "-X", "fp_contract=off")
        for module in (work / "device").rglob("*.abi3.so"):
            put(module, made / module.relative_to(work / "device"))
    (made / "expected.json").write_text(json.dumps(expected))
    put(script, folder / script.relative_to(ROOT))
    return None


def large(offcy, archs, folder):
    """What runs on arrays of more elements than 32 bits count."""
    with tempfile.TemporaryDirectory() as work:
        build_offcy(offcy, HERE / "large.pyx", pathlib.Path(work) / "large", "--limited-api", "--offload-arch", archs)
        put(pathlib.Path(work) / "large" / "large.abi3.so", folder / "large" / "large.abi3.so")


def benchmark(offcy, archs, folder):
    for name, directives in BENCHMARKED.items():
        options = [part for directive in directives for part in ("-X", directive)]
        for kernels in ("kernels", "npbench"):
            with tempfile.TemporaryDirectory() as work:
                made = pathlib.Path(work) / name
                build_offcy(offcy, ROOT / "benches" / "gpu" / f"{kernels}.pyx", made, "--limited-api", "--offload-arch", archs, *options)
                put(made / f"{kernels}.abi3.so", folder / "kernels" / name / f"{kernels}.abi3.so")


def main(offcy, folder, archs, names):
    for script in SCRIPTS:
        put(ROOT / script, folder / script)
    put(HERE / "run.sh", folder / "run.sh")
    runtime_libraries.copy(LLVM, folder / "lib")
    names = names or programs()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, why in zip(names, pool.map(functools.partial(program, offcy, archs, folder), names)):
            print(f"{name}: {f'left out, {why}' if why else 'built'}", flush=True)
    CONFIRMED.save(is_whole=False)
    large(offcy, archs, folder)
    benchmark(offcy, archs, folder)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
