"""What processors run in the innermost loops of a kernel, as each peer has compiled it.

    assembly.py OFFCY KERNEL [--peers NAMES] [--folder DIR] [--text]

For every function of the kernel and every loop in it that holds no other one: the number of instructions, how many of them compute with
vectors (and of how many bits), how many with single numbers, divisions and roots, calls, and loads and stores. `--text` shows the
instructions. Needs what `run.py` has built below the folder (default target/suite); offcy's module is built again with its
names, and Numba compiles the kernel again. NAMES: with commas between them (`Cython, gcc` is `Cython+gcc`).
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Pythran leaves no names in its module.
PEERS = ("offcy", "C, clang", "Cython, gcc", "Cython, clang", "Numba")
JUMP = re.compile(r"^j\w+$")
# `vmulpd`, `addps`, `vpaddq`: with all numbers of a register; `vmulsd`, `addss`: with one.
PACKED = re.compile(r"^v?(?:\w+p[sd]|p\w+[bwdq])$")
SINGLE = re.compile(r"^v?\w+s[sd]$")
SLOW = re.compile(r"^v?(?:div|sqrt)[sp][sd]$|^i?div[lq]?$")
MOVES = re.compile(r"^v?mov|^v?pmov|^lea|^v?p?(?:xor|and|or)(?:p[sd])?$|^v?(?:unpck|perm|shuf|insert|extract|broadcast|blend)|^v?p(?:unpck|shuf|insr|extr|broadcast|blend)")
BITS = {"zmm": 512, "ymm": 256, "xmm": 128}


def disassembled(path):
    """{function: [(address, name, operands)]} of an object or a module."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", str(path)], check=True, capture_output=True, text=True).stdout
    functions = {}
    for line in text.splitlines():
        if head := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
            instructions = functions.setdefault(head[1], [])
        elif found := re.match(r"^\s*([0-9a-f]+):\s+(?:(?:lock|rep\w*|data16|bnd|notrack) )?(\S+)\s*(.*)$", line):
            instructions.append((int(found[1], 16), found[2], found[3]))
    return functions


def innermost(instructions):
    """The loops, as pieces of the instructions, that hold no other one."""
    places = {address: number for number, (address, *_) in enumerate(instructions)}
    loops = set()
    for number, (_, name, operands) in enumerate(instructions):
        target = re.match(r"([0-9a-f]+)\b", operands)
        if JUMP.match(name) and target:
            first = places.get(int(target[1], 16))
            if first is not None and first <= number:
                loops.add((first, number))
    holds = lambda outer, inner: outer != inner and outer[0] <= inner[0] and inner[1] <= outer[1]
    return [instructions[first : last + 1] for first, last in sorted(loops) if not any(holds((first, last), other) for other in loops)]


def counted(loop):
    """What stands in a loop."""
    computing = [(name, operands) for _, name, operands in loop if not MOVES.match(name)]
    packed = [operands for name, operands in computing if PACKED.match(name) and "mm" in operands]
    bits = max((size for operands in packed for register, size in BITS.items() if register in operands), default=0)
    return {
        "instructions": len(loop),
        f"with vectors ({bits} bits)" if bits else "with vectors": len(packed),
        "with one number": sum(bool(SINGLE.match(name)) for name, _ in computing),
        "divisions and roots": sum(bool(SLOW.match(name)) for name, _ in computing),
        "calls": sum(name.startswith("call") for _, name, _ in loop),
        "in memory": sum("(" in operands and name != "lea" for _, name, operands in loop),
    }


def of_numba(kernel, folder, environment):
    """Objects of what Numba compiles when the kernel is called once."""
    call = (
        f"import sys, pathlib; sys.path.insert(0, {str(HERE)!r}); import suite; from data import CASES, arguments; "
        f"suite.{kernel}(*arguments({kernel!r}, CASES[{kernel!r}][0][1]))"
    )
    with tempfile.TemporaryDirectory() as cache:
        own = {**os.environ, "NUMBA_DUMP_ASSEMBLY": "1", "NUMBA_CACHE_DIR": cache, "PYTHONPATH": str(folder / "built" / "Numba")}
        python = folder / environment / "bin" / "python"
        text = subprocess.run([python, "-c", call], check=True, capture_output=True, text=True, env=own).stdout
    for number, part in enumerate(re.split(r"^-+ASSEMBLY.*$|^=+$", text, flags=re.MULTILINE)):
        # Its own wrappers of arguments call the code that is of interest.
        if "\t.globl" in part and (kernel in part or "parfor" in part):
            yield number, part


def objects(peer, kernel, arguments, scratch):
    """The files with a peer's code."""
    if peer == "Numba":
        for number, text in of_numba(kernel, arguments.folder, "peers"):
            source, made = scratch / f"numba{number}.s", scratch / f"numba{number}.o"
            source.write_text(text)
            if subprocess.run(["clang-19", "-c", source, "-o", made], capture_output=True).returncode == 0:
                yield made
        return
    built = arguments.folder / "built" / peer.replace(", ", "-")
    if peer == "offcy":
        command = [arguments.offcy, "compile", "--debug", built / "suite.pyx", "--out-dir", scratch, "--python", sys.executable]
        directives = ("boundscheck=False", "wraparound=False", "cdivision=True")
        command += [part for directive in directives for part in ("-X", directive)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        built = scratch
    yield from sorted(built.glob("suite*.so"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("kernel")
    parser.add_argument("--peers", type=lambda text: [name.replace("+", ", ") for name in text.split(",")], default=list(PEERS))
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target" / "suite")
    parser.add_argument("--text", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for peer in arguments.peers:
            for path in objects(peer, arguments.kernel, arguments, pathlib.Path(scratch)):
                for function, instructions in disassembled(path).items():
                    is_wanted = arguments.kernel in function or peer == "Numba" and "parfor" in function
                    for loop in innermost(instructions) if is_wanted else ():
                        shown = ", ".join(f"{count} {what}" for what, count in counted(loop).items() if count)
                        print(f"{peer}: {function[:60]} at {loop[0][0]:#x}: {shown}")
                        for address, name, operands in loop if arguments.text else ():
                            print(f"    {address:8x}  {name:12} {operands}")


if __name__ == "__main__":
    main()
