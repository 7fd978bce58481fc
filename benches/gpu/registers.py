"""Registers that each thread of the benchmark's kernels takes on a GPU, as the assembler says; needs no GPU.

    registers.py OFFCY [ARCH]

Per kernel: with the flags that offcy builds with, without 32-bit counters for nests of loops, and CUDA by hand. Fewer
registers mean more threads at work at a time.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import nvidia.cu13

HERE = pathlib.Path(__file__).resolve().parent
CUDA = pathlib.Path(nvidia.cu13.__path__[0])
FLAGS = ["-std=gnu11", "-O3", "-fPIC", "-fopenmp", "-fwrapv", "-fno-math-errno", "-ffp-contract=off", "-w"]


def registers(command, name):
    """Per kernel of what a compiler prints, its name found by a pattern."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    found, kernel = {}, None
    for line in done.stderr.splitlines():
        if entry := re.search(r"Compiling entry function '(\S+)'", line):
            kernel = re.search(name, entry[1])
        elif (used := re.search(r"Used (\d+) registers", line)) and kernel:
            found[kernel[1]] = max(found.get(kernel[1], 0), int(used[1]))
    return found


def main(offcy, arch="sm_90"):
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        subprocess.run([offcy, "compile", HERE / "kernels.pyx", "--emit", "c", "-o", work], check=True, capture_output=True)
        device = ["-DOFFCY_OFFLOAD=1", "-fopenmp-targets=nvptx64-nvidia-cuda", "-Xopenmp-target=nvptx64-nvidia-cuda"]
        device += [f"--offload-arch={arch}", f"--cuda-path={CUDA}", "--libomptarget-nvptx-bc-path=/usr/lib/llvm-19/lib"]
        command = ["clang-19", *FLAGS, *device, "-Xcuda-ptxas", "-v", f"-I{HERE.parents[1] / 'runtime-c' / 'include'}"]
        command += ["-c", work / "kernels.kernels.c", "-o", work / "kernels.o"]
        name = r"__omp_offloading_[0-9a-f]+_[0-9a-f]+_(\w+_region_\d+)_l\d+"
        wide, narrow = registers(command, name), registers([*command, "-fopenmp-optimistic-collapse"], name)
        by_hand = [CUDA / "bin" / "nvcc", f"-arch={arch}", "-O3", "-Xptxas", "-v", "-cubin", HERE / "kernels.cu"]
        hand = registers([*by_hand, "-o", work / "hand.cubin"], r"_Z\d+([a-z_]+)_kernel")
        print(f"{'kernel':28}{'offcy':>7}{'wide':>7}")
        for kernel in sorted(narrow):
            print(f"{kernel:28}{narrow[kernel]:7}{wide[kernel]:7}")
        print("by hand:", ", ".join(f"{kernel} {count}" for kernel, count in sorted(hand.items())))


if __name__ == "__main__":
    main(*sys.argv[1:])
