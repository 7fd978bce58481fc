"""Kernels beside CUDA written by hand, by what they do on the simulated GPU; needs no GPU.

    counts.py OFFCY [NAME...] [--arch sm_90] [--output FILE] [--keep FOLDER]

The kernels are those of kernels.pyx beside kernels.cu, and those of npbench.pyx beside npbench.cu.

OFFCY is the program. Both are compiled by clang-19 and assembled by NVIDIA's ptxas (`nvidia-cuda-nvcc-cu12` in the environment
of this Python, or $CUDA_PATH), and run by `offcy simulate --counts`. A line of the table is a benchmark, all its kernels added up;
registers are those of the kernel with most instructions. The results must agree. FILE keeps all numbers (JSON), FOLDER what was built.
"""

import argparse
import ctypes
import datetime
import importlib.util
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "common")]

# Of the sizes for a GPU: what the simulated one does in seconds.
SCALES = {"triad": 1 / 64, "axpy": 1 / 64, "dot": 1 / 16, "jacobi": 1 / 64, "histogram": 1 / 16, "spmv": 1 / 64, "floyd_warshall": 1 / 2048,
          "matmul": 1 / 512}
SCALE = 1 / 256
MODES = {1: "generic", 2: "SPMD", 3: "SPMD"}  # OMPTgtExecModeFlags
MAGIC = b"offcyPTX"


def fail(why):
    sys.exit(f"counts.py: {why}")


def run(command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if done.returncode:
        fail(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout + done.stderr


class Toolkit:
    """NVIDIA's assembler, and its library of functions."""

    def __init__(self):
        roots = [pathlib.Path(os.environ["CUDA_PATH"])] if os.environ.get("CUDA_PATH") else []
        roots += [pathlib.Path(path) / "nvidia" / "cuda_nvcc" for path in sys.path]
        whole = (root for root in roots if (root / "bin/ptxas").is_file() and (root / "nvvm/libdevice/libdevice.10.bc").is_file())
        root = next(whole, None)
        if root is None:
            fail("ptxas was not found: pip install 'nvidia-cuda-nvcc-cu12==12.9.*', or set CUDA_PATH")
        self.ptxas, self.libdevice = root / "bin/ptxas", root / "nvvm/libdevice/libdevice.10.bc"
        self.clang = shutil.which("clang-19")
        if self.clang is None:
            fail("clang-19 was not found")

    def assemble(self, arch, ptx, output):
        """Assembles a unit; of each of its functions the bytes of stack, of spill stores and of spill loads."""
        spilled, name = {}, None
        relocatable = [] if output else ["-c"]
        for line in run([self.ptxas, "-v", f"-arch={arch}", *relocatable, ptx, "-o", output or "/dev/null"]).splitlines():
            if found := re.search(r"Function properties for (\S+)", line):
                name = found[1]
            elif found := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
                spilled[name] = [int(number) for number in found.groups()]
        return spilled


# ---- What is built ----


def with_ptx(image, text):
    """The image with PTX after it, as offcy's own have it: the simulated driver runs that."""
    packed = zlib.compress(text)
    padded = lambda data: data + bytes(-len(data) % 8)
    return padded(padded(image) + MAGIC + struct.pack("<IIQQ", 1, 1, len(packed), len(text)) + packed)


def units_in(module):
    """The PTX in a module that offcy has built."""
    at = module.find(MAGIC)
    if at < 0:
        fail("the module that offcy built holds no PTX")
    count = struct.unpack_from("<I", module, at + 12)[0]
    at += 16
    for _ in range(count):
        size = struct.unpack_from("<Q", module, at)[0]
        yield zlib.decompress(module[at + 16 : at + 16 + size]).decode()
        at += 16 + -(-size // 8) * 8


def build_offcy(offcy, source, arch, toolkit, folder):
    """Builds the module; of its kernels, what the PTX says of them."""
    folder.mkdir(parents=True)
    shutil.copy(source, folder)
    run([offcy, "compile", "--offload-arch", arch, folder / source.name, "-o", folder], env={**os.environ, "VIRTUAL_ENV": sys.prefix})
    (module,) = folder.glob("*.so")
    facts = {}
    for number, text in enumerate(units_in(module.read_bytes())):
        ptx = folder / f"{number}.ptx"
        ptx.write_text(text)
        facts.update(facts_of(text, toolkit.assemble(arch, ptx, None)))
    return module, facts


def functions_of(text):
    """The bodies of the functions of a unit, by their names, and the names of its kernels."""
    bodies, kernels = {}, []
    for found in re.finditer(r"^[^/\n]*\.(entry|func)\s*(?:\([^)]*\)\s*)?([\w$.]+)\s*(?:\([^)]*\))?[^{;]*\{\n(.*?)^\}", text, re.M | re.S):
        bodies[found[2]] = found[3]
        if found[1] == "entry":
            kernels.append(found[2])
    return bodies, kernels


def mode_of(kernel, text):
    """How OpenMP's device runtime starts the kernel's threads; None: not at all."""
    found = re.search(rf"\.(b8|u64) {re.escape(kernel)}_kernel_environment(?:\[\d+\])? = \{{([\d, ]+)", text)
    if not found:
        return None
    numbers = [int(number) for number in found[2].split(",") if number.strip()]
    # Two bytes of flags come first.
    return MODES[numbers[2] if found[1] == "b8" else numbers[0] >> 16 & 255]


def facts_of(text, spilled):
    """Of each kernel of a unit: its mode, the functions that it calls, what it has of the device's runtime, and its spills."""
    bodies, kernels = functions_of(text)
    facts = {}
    for kernel in kernels:
        reached, todo = set(), [kernel]
        while todo:
            body = bodies.get(todo.pop(), "")
            # A call takes several lines; its target is the first word after the results.
            called = re.findall(r"call(?:\.uni)?\s*(?:\([^)]*\),)?\s*([A-Za-z_$][\w$.]*)", body)
            todo += [name for name in called if name not in reached]
            reached.update(called)
        everything = "".join(bodies.get(name, "") for name in [kernel, *reached])
        facts[kernel] = {
            "mode": mode_of(kernel, text),
            "mallocs": "malloc" in reached,
            "thread_states": "ThreadStates" in everything,
            "calls": sorted(reached),
            "stack, spill stores, spill loads": spilled.get(kernel),
        }
    return facts


def build_cuda(source, arch, toolkit, folder):
    """Builds the CUDA as a library on the driver's API; of its kernels, what the PTX says of them."""
    folder.mkdir(parents=True)
    ptx, image, library = (folder / f"{source.stem}.{kind}" for kind in ("ptx", "image", "so"))
    common = [toolkit.clang, "-x", "cuda", "-std=c++17", "-O3", "-gline-tables-only", f"--cuda-gpu-arch={arch}", "-nocudainc", "-nocudalib"]
    common += ["-Xclang", "-target-sdk-version=12.0", "-include", HERE / "cuda_on_driver.h", source]
    builtin = [word for part in ("-mlink-builtin-bitcode", toolkit.libdevice) for word in ("-Xclang", part)]
    run([*common, "--cuda-device-only", "--cuda-feature=+ptx78", *builtin, "-S", "-o", ptx])
    cubin = folder / f"{source.stem}.cubin"
    spilled = toolkit.assemble(arch, ptx, cubin)
    image.write_bytes(with_ptx(cubin.read_bytes(), ptx.read_bytes()))
    run([*common, "--cuda-host-only", "-fPIC", "-shared", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", image, "-lstdc++", "-ldl", "-o", library])
    return library, facts_of(ptx.read_text(), spilled)


# ---- What is run ----


def suites():
    """The kernels by the file that they are in: of each its arguments but the repeats, and the sizes that the CUDA takes first."""
    from arguments import kernels, npbench_of

    own = {name: kernels(SCALES.get(name, SCALE))[name] for name in kernels(SCALE) if name != "launch"}
    return {"kernels": own, "npbench": npbench_of(1024, 256, 64, 8)}


def case(name):
    return next(suite[name] for suite in suites().values() if name in suite)()


def call(built, name, results):
    """In a process of its own, on the simulated GPU: calls the function once, and writes what it gives."""
    import numpy as np
    from cases import by_hand

    arguments, sizes = case(name)
    if built.suffixes == [".so"]:
        result = by_hand(ctypes.CDLL(str(built)), name, arguments, sizes)(1)
    else:
        spec = importlib.util.spec_from_file_location(built.name.split(".")[0], built)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        result = getattr(module, name)(*arguments, 1)
    arrays = [value for value in arguments if isinstance(value, np.ndarray)]
    np.savez(results, *arrays, *([] if result is None else [result]))


def counted(offcy, arch, built, name, work):
    """The kernels that a call runs, as `offcy simulate` has counted them."""
    report = work / "report.json"
    command = [offcy, "simulate", "--arch", arch, "--counts", "--check", "", "--report", report, "--", sys.executable, "-P", __file__]
    run([*command, "--call", built, name, work / "results.npz"])
    found = json.loads(report.read_text())["counts"]["kernels"]
    for kernel in found:
        del kernel["lines"]
        kernel["file"] = pathlib.Path(kernel["file"]).name
    return found


def agree(name, work):
    """Whether all who were run gave the same. Sums may be taken in another order, and products be part of a sum."""
    import numpy as np

    results = {who: np.load(folder / "results.npz") for who, folder in work.items()}
    ours = results["offcy"]
    for who, theirs in results.items():
        if not all(np.allclose(theirs[key], ours[key], rtol=1e-9, atol=1e-9) for key in ours):
            print(f"{name}: {who} gives another result", file=sys.stderr)
            return False
    return True


def sums(kernels):
    """What is compared."""
    total = lambda key, *at: sum(sum(kernel["total"][key][k] for k in at) for kernel in kernels)
    heaviest = max(kernels, key=lambda kernel: sum(kernel["total"]["warps"]))
    return {
        "lanes": sum(sum(kernel["total"]["lanes"]) for kernel in kernels),
        "warps": sum(sum(kernel["total"]["warps"]) for kernel in kernels),
        "sectors": total("loads", 1) + total("stores", 1) + total("local", 1),
        "registers": heaviest["registers"],
    }


def facts_for(kernels, facts):
    """What the PTX says of the kernels that ran. The report has shorter names than the PTX."""
    return [fact for name, fact in facts.items() if any(kernel["kernel"] in name for kernel in kernels)]


def words(facts):
    """What a kernel should not have."""
    found = {fact["mode"] for fact in facts if fact["mode"] == "generic"}
    found |= {"malloc" for fact in facts if fact["mallocs"]} | {"thread states" for fact in facts if fact["thread_states"]}
    found |= {"spills" for fact in facts if fact["stack, spill stores, spill loads"] and any(fact["stack, spill stores, spill loads"][1:])}
    return ", ".join(sorted(found))


KINDS = ("lanes", "warps", "sectors", "registers")


def table(figures):
    """Markdown: offcy's numbers, and what they are of CUDA's."""
    heads = [*KINDS, *(f"{kind} : CUDA" for kind in KINDS)]
    lines = ["| kernel | " + " | ".join(heads) + " | has |", "| --- |" + " --: |" * len(heads) + " --- |"]
    ratios = {kind: [] for kind in KINDS}
    for name, found in figures.items():
        ours, theirs = found["offcy"]["sums"], found["cuda"]["sums"]
        for kind in KINDS:
            ratios[kind].append(ours[kind] / theirs[kind])
        cells = [f"{ours[kind]:,}" for kind in KINDS] + [f"{ratios[kind][-1]:.2f}" for kind in KINDS]
        lines.append(f"| {name} | " + " | ".join(cells) + f" | {words(found['offcy']['facts'])} |")
    means = [f"{math.exp(sum(map(math.log, found)) / len(found)):.3f}" for found in ratios.values()]
    lines.append("| geometric mean |" + " |" * len(KINDS) + " " + " | ".join(means) + " | |")
    return "\n".join(lines)


def main():
    if sys.argv[1:2] == ["--call"]:
        return call(pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("names", nargs="*")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    suite_of = {name: file for file, suite in suites().items() for name in suite}
    if unknown := set(arguments.names) - set(suite_of):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(suite_of)}")
    toolkit = Toolkit()
    with tempfile.TemporaryDirectory() as work:
        work = arguments.keep.resolve() if arguments.keep else pathlib.Path(work)
        shutil.rmtree(work, ignore_errors=True)
        built, figures, wrong = {}, {}, False
        for name in arguments.names or suite_of:
            file = suite_of[name]
            if file not in built:
                built[file] = {
                    "offcy": build_offcy(arguments.offcy, HERE / f"{file}.pyx", arguments.arch, toolkit, work / file / "offcy"),
                    "cuda": build_cuda(HERE / f"{file}.cu", arguments.arch, toolkit, work / file / "cuda"),
                }
            folders = {who: library.parent for who, (library, _) in built[file].items()}
            found = {}
            for who, (library, facts) in built[file].items():
                ran = counted(arguments.offcy, arguments.arch, library, name, folders[who])
                found[who] = {"sums": sums(ran), "facts": facts_for(ran, facts), "kernels": ran}
            print(f"{name}: {found['offcy']['sums']['lanes'] / found['cuda']['sums']['lanes']:.2f}", file=sys.stderr, flush=True)
            if agree(name, folders):
                figures[name] = found
            else:
                wrong = True
    print(table(figures))
    if arguments.output:
        versions = [run([toolkit.clang, "--version"]).splitlines()[0], run([toolkit.ptxas, "--version"]).splitlines()[-1]]
        about = {"date": datetime.date.today().isoformat(), "arch": arguments.arch, "compilers": versions, "kinds": "as in `offcy simulate --counts`"}
        arguments.output.write_text(json.dumps({**about, "kernels": figures}, indent=1) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
