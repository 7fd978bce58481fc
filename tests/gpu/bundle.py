"""Puts into a folder what a machine with a GPU needs to check and measure offcy: modules, libraries, scripts.

    bundle.py OFFCY FOLDER ARCHS [NAME...]

The modules (these programs of tests/run, or all) are built for ARCHS (sm_80,sm_90; x86_64 for a trial without a GPU) and keep to Python's limited API, so that any
CPython from 3.11 on loads them. `scripts/gpu-bundle` packs the folder.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "run"), str(ROOT / "tests" / "common")]
from builds import LLVM, build_offcy, load
from check import answers, path, programs

UNCHECKED = ["boundscheck=False", "wraparound=False", "cdivision=True", "fp_contract=fast"]
CHECKED = ["boundscheck=True", "wraparound=False", "cdivision=True", "fp_contract=fast"]
# Every Linux has these, and each its own.
OF_THE_SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)\.so")
SCRIPTS = ["tests/gpu/check.py", "tests/run/check.py", "tests/common/attempts.py", "tests/common/builds.py", "tests/common/confirmed.py", "tests/common/forking.py"]
SCRIPTS += ["benches/common/cases.py", "benches/gpu/run.py", "benches/gpu/kernels.cu", "benches/gpu/by_hand.cuh"]


def put(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def libraries(folder):
    """The offload runtime, and what it needs."""
    runtime = pathlib.Path(LLVM) / "libomptarget.so"
    listed = subprocess.run(["ldd", runtime], capture_output=True, text=True, check=True).stdout
    found = [(runtime.resolve().name, runtime), *re.findall(r"(\S+) => (/\S+)", listed)]
    for name, path in found:
        if not OF_THE_SYSTEM.match(name):
            put(path, folder / name)
    soname = subprocess.run(["objdump", "-p", runtime], capture_output=True, text=True, check=True).stdout
    put(runtime, folder / re.search(r"SONAME\s+(\S+)", soname)[1])


def program(offcy, name, archs, folder):
    source, script = path(name, ".pyx"), path(name, ".py")
    cases = load(script, f"{name}_cases")
    made = folder / "programs" / name
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        expected = answers(offcy, source, cases, work / "cython")
        build_offcy(offcy, source, work / "device", "--limited-api", "--offload-arch", archs, "-X", "fp_contract=off")
        for module in (work / "device").rglob("*.abi3.so"):
            put(module, made / module.relative_to(work / "device"))
    (made / "expected.json").write_text(json.dumps(expected))
    put(script, folder / script.relative_to(ROOT))


def benchmark(offcy, archs, folder):
    for name, directives in (("offcy", UNCHECKED), ("checked", CHECKED)):
        options = [part for directive in directives for part in ("-X", directive)]
        with tempfile.TemporaryDirectory() as work:
            made = pathlib.Path(work) / name
            build_offcy(offcy, ROOT / "benches" / "gpu" / "kernels.pyx", made, "--limited-api", "--offload-arch", archs, *options)
            put(made / "kernels.abi3.so", folder / "kernels" / name / "kernels.abi3.so")


def main(offcy, folder, archs, names):
    for script in SCRIPTS:
        put(ROOT / script, folder / script)
    put(HERE / "run.sh", folder / "run.sh")
    libraries(folder / "lib")
    for name in names or programs():
        program(offcy, name, archs, folder)
        print(f"{name}: built", flush=True)
    benchmark(offcy, archs, folder)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
