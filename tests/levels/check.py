"""Loops in versions for processors: each gives the same to the last bit, and the same as a module without versions.

    check.py OFFCY      builds module.pyx, and runs it in each of the versions that this processor has; not again where the same
                        has passed on such a processor (`tests/common/confirmed.py`)
"""

import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "common"))
import builds
from confirmed import digest, digest_of, machine, tools, unless_passed

# Loops whose results could differ.
WITHOUT = {"sum_in_any_order", "beyond", "shifted"}
SIZES = (0, 1, 7, 64, 301, 20_000)


def results(module):
    """What all functions give, as bytes."""
    import numpy as np

    numbers = np.random.default_rng(5)
    for size in SIZES:
        whole = numbers.integers(-9, 9, size)
        small = numbers.integers(0, 9, size).astype("i4")
        bytes_ = numbers.integers(0, 256, size).astype("u1")
        for kind in "f4", "f8":
            a, b, c = (numbers.random(size).astype(kind) for _ in range(3))
            module.contracted(a, b, c)
            module.contracted_inside(b, c)
            yield a, b
            module.masked(a, labels := np.zeros(size, "i4"))
            module.steps(b, c, 3)
            yield a, labels, b, c
            side = int(size**0.5)
            wide, other = numbers.random((side, side)).astype(kind), np.zeros((side, side), kind)
            module.stencil(wide, other)
            module.on_device(other.copy(), wide)
            yield other, wide
            module.contracted_alone(wide, other)
            module.contracted_alone(wide[:, ::-1], other.T)
            yield wide, other
        module.threshold(bytes_, changed := bytes_.copy(), 100)
        yield (changed,)
        yield (np.array([*module.whole_sums(whole, small), *module.sums_alone(small, 5)]),)
        yield (np.array(module.sum_in_any_order(numbers.random(size))),)
        module.beyond(numbers.random(size) * 1e12 - 5e11, counts := np.zeros(size, "u4"))
        module.shifted(shifted := small.copy(), small * 7)
        yield counts, shifted


def show(path):
    module = builds.load(path, "module")
    digest = hashlib.sha256()
    for arrays in results(module):
        for array in arrays:
            digest.update(array.tobytes())
    print(module.bits(), digest.hexdigest())


def run(path, **environment):
    mine = {name: value for name, value in os.environ.items() if name != "OFFCY_VECTOR_BITS"}
    arguments = [sys.executable, "-P", __file__, "--show", str(path)]
    bits, digest = builds.command(arguments, env={**mine, **environment}).split()
    return int(bits), digest


def main(offcy):
    failures = []

    def expect(what, found, wanted):
        if found != wanted:
            failures.append(f"{what}: expected {wanted}, found {found}")

    with tempfile.TemporaryDirectory() as folder:
        made = {}
        builds_of = {"versions": [], "one": ["-Xmarch=x86-64"], "fast": ["-Xfp_contract=fast"], "parts": builds.IN_PARTS}
        for name, options in builds_of.items():
            out = pathlib.Path(folder) / name
            builds.command([offcy, "compile", "-o", out, *options, HERE / "module.pyx"])
            made[name] = out / f"module{builds.SUFFIX}"
        text = "".join(path.read_text() for path in (pathlib.Path(folder) / "versions").glob("*.c"))
        loops = set(re.findall(r"OFFCY_LEVELS\((\w+?)(?:_float|_double)?(?:_region_\d+)?_loop", text))
        functions = set(re.findall(r"^def (\w+)", (HERE / "module.pyx").read_text(), re.MULTILINE)) - {"bits"}
        expect("functions with versions", loops, functions - WITHOUT)
        for threads in "1", "3":
            most, widest = run(made["versions"], OMP_NUM_THREADS=threads)
            for bits in 128, 256, 512:
                found, digest = run(made["versions"], OMP_NUM_THREADS=threads, OFFCY_VECTOR_BITS=str(bits))
                expect(f"bits at {bits}", found, min(bits, most))
                expect(f"results at {bits} with {threads} threads", digest, widest)
            expect("one version", run(made["one"], OMP_NUM_THREADS=threads), (0, widest))
            expect("in parts", run(made["parts"], OMP_NUM_THREADS=threads), (most, widest))
            expect("contracted", run(made["fast"], OMP_NUM_THREADS=threads), (min(256, most), widest))
        if platform.machine() == "x86_64" and "avx2" in pathlib.Path("/proc/cpuinfo").read_text().split():
            expect("a processor with AVX2", most >= 256, True)
    print("\n".join(failures) or f"the versions up to {most} bits agree")
    return bool(failures)


if __name__ == "__main__":
    if sys.argv[1] == "--show":
        show(pathlib.Path(sys.argv[2]))
    elif platform.machine() != "x86_64":
        print("SKIPPED: versions are for x86-64")
    else:
        offcy = pathlib.Path(sys.argv[1]).resolve()
        question = digest(builds.emitted(offcy, HERE / "module.pyx"), tools(), machine(), digest_of("tests/levels"))
        sys.exit(unless_passed("levels", question, lambda: main(offcy)))
