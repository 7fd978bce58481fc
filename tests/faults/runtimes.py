"""Other OpenMP runtimes of LLVM's family in the process of a module: before it, after it, and for all to see."""

import itertools
import os
import pathlib
import subprocess
import sys
import zipfile

import builds

# MKL, numba and others load it.
INTEL = "intel-openmp==2021.4.0"

# A team of two threads, by the interface that compilers use; then what threadpoolctl asks of each runtime.
BOTH = """
import array, ctypes, os, re, struct, sys, threading
sys.path.insert(0, {common!r})
import builds
order, other, module = {order!r}, {other!r}, {module!r}
words = ctypes.create_string_buffer(b";team;f;1;1;;")
place = ctypes.create_string_buffer(struct.pack("iiiiP", 0, 2, 0, 0, ctypes.addressof(words)))
members = []

def the_other():
    library = ctypes.CDLL(other, mode={mode})
    work = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(lambda *of: members.append(library.omp_get_thread_num()))
    members.clear()
    library.omp_set_num_threads(2)
    library.__kmpc_fork_call(place, 0, work)
    assert sorted(members) == [0, 1], members

def ours():
    loaded = sys.modules.get("ours") or sys.modules.setdefault("ours", builds.load(module, os.path.basename(module).split(".")[0]))
    if order != "imported, other, ours" or members:
        x = array.array("d", [1.0, 2.0] * 5000)
        loaded.good(x)
        assert x.tolist() == [3, 5] * 5000

for _ in range(3):
    for one in order.split(", "):
        the_other() if one == "other" else ours()
    for path in set(re.findall("/.*/lib(?:i?omp5?|omp)[.]so.*", open("/proc/self/maps").read())):
        assert ctypes.CDLL(path).omp_get_max_threads() >= 1
print("done")
"""


def together(modules, other):
    for name, order, mode in itertools.product(("host", "device"), ("other, ours", "ours, other", "imported, other, ours"), ("LOCAL", "GLOBAL")):
        path = builds.built(modules.folder / name, f"faults_{name}")
        script = BOTH.format(common=str(builds.ROOT / "tests" / "common"), order=order, other=str(other), module=str(path), mode=f"ctypes.RTLD_{mode}")
        # Threads that wait in turns for one another's processors would take seconds.
        environment = {**os.environ, "KMP_BLOCKTIME": "0", "OMP_TARGET_OFFLOAD": "MANDATORY" if name == "device" else "DEFAULT"}
        case = f"{name}: {order}, {mode}"
        try:
            done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, timeout=20)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{case}: does not end") from None
        assert done.returncode == 0 and done.stdout == "done\n" and done.stderr == "", (case, done)


def another_libomp(modules):
    """LLVM's runtime by another name."""
    copy = modules.folder / "libiomp5.so"
    code = (pathlib.Path(builds.LLVM) / "libomp.so.5").read_bytes()
    copy.write_bytes(code.replace(b"libomp.so.5\0", b"libiomp.so5\0"))
    return copy


def fault_another_libomp_is_there_too(modules):
    together(modules, another_libomp(modules))


def fault_intel_s_runtime_is_there_too(modules):
    wheels = builds.ROOT / "target" / "wheels"
    fetch = ["download", "--quiet", "--no-deps", "--only-binary", ":all:", "-d", wheels, INTEL]
    wheel = "intel_openmp-2021.4.0-py2.py3-none-manylinux1_x86_64.whl"
    if not (wheels / wheel).exists():
        done = subprocess.run([sys.executable, "-m", "pip", *fetch], capture_output=True, text=True)
        if done.returncode != 0:
            print(f"SKIPPED: {INTEL} cannot be fetched: {done.stderr}")
            return
    with zipfile.ZipFile(wheels / wheel) as file:
        (inside,) = (name for name in file.namelist() if name.endswith("/libiomp5.so"))
        library = modules.folder / "intel" / "libiomp5.so"
        library.parent.mkdir(exist_ok=True)
        library.write_bytes(file.read(inside))
    together(modules, library)


def fault_another_libomp_is_forbidden(modules):
    """Who forbids two in one process is obeyed; where nothing is said, it is allowed."""
    script = f"import ctypes; ctypes.CDLL({str(another_libomp(modules))!r}).omp_get_max_threads()\n"
    for name in "device", "host":
        path = builds.built(modules.folder / name, f"faults_{name}")
        loads = f"import sys; sys.path[:0] = [{str(builds.ROOT / 'tests' / 'common')!r}]; import builds\n{script}"
        loads += f"builds.load({str(path)!r}, {path.name.split('.')[0]!r})"
        for value in "FALSE", "0":
            environment = {**os.environ, "KMP_DUPLICATE_LIB_OK": value}
            done = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, env=environment, timeout=60)
            last = done.stderr.strip().splitlines()[-1]
            assert done.returncode == 1 and last.startswith("ImportError: "), done
            assert "libiomp5.so" in last and "KMP_DUPLICATE_LIB_OK" in last, done
