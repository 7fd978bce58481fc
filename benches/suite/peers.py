"""The kernels as each peer reads them, and how each is built: as its documentation has it, with its defaults.

`build(peer, folder, ...)` leaves in `folder` what `worker.py` loads in the peer's own process.
"""

import ast
import os
import re
import subprocess
import sys
import sysconfig

from kernels import KERNELS

# No checks of bounds and divisors, as C, Numba and Pythran have none. `offcy, checks` has both, `offcy, bounds` those of bounds.
UNCHECKED = ("boundscheck=False", "wraparound=False", "cdivision=True")
CYTHON_FLAGS = [*sysconfig.get_config_var("CFLAGS").split(), "-shared", "-fPIC", "-fopenmp", "-w"]
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")

# What is measured, and by which Python: `this` one, or one of its own.
PEERS = {
    "offcy": "this",
    "offcy, checks": "this",
    "offcy, bounds": "this",
    "offcy, region": "this",
    "Cython, gcc": "this",
    "Cython, clang": "this",
    "C, clang": "this",
    "C, clang, native": "this",
    "Numba": "peers",
    "Numba, fastmath": "peers",
    "Pythran": "peers",
    "PyOMP": "pyomp",
    "NumPy": "peers",
    "numexpr": "peers",
    "JAX": "peers",
}
NAMES = {"float": "float32", "double": "float64", "int": "int32", "unsigned char": "uint8", "long long": "int64"}


def assigned(tree):
    """The variables that a piece of code assigns, in order; and those that it changes by `+=`."""
    plain, summed = [], []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            plain += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.For):
            plain.append(node.target.id)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            summed.append(node.target.id)
    return list(dict.fromkeys(plain)), list(dict.fromkeys(summed))


def indices(tree):
    return list(dict.fromkeys(node.target.id for node in ast.walk(tree) if isinstance(node, ast.For)))


def is_parallel(node):
    return isinstance(node, ast.For) and getattr(node.iter.func, "id", "") == "prange"


def cython(kernel, device):
    """Cython's text; with `device` each parallel loop is a region."""
    names, _ = assigned(kernel.tree)
    types = {name: kernel.variables.get(name, "double") for name in names}
    types |= dict.fromkeys(indices(kernel.tree), "Py_ssize_t")
    head = f"def {kernel.name}({', '.join(f'{ty} {name}' for ty, name in kernel.arguments)}):"
    declared = [f"    cdef {ty} {name}" for name, ty in types.items()]
    body = kernel.text.split("\n", 1)[1]
    options = ", nogil=True, device={}" if device else ", nogil=True"
    body = re.sub(r"prange\((.*)\):", rf"prange(\1{options}):", body)
    return "\n".join([head, *declared, re.sub(r"\bint\(", "<int>(", body)])


def cython_module(device=False):
    head = "# cython: language_level=3\nfrom cython.parallel import prange\nfrom libc.math cimport erf, exp, log, sqrt\n"
    return "\n\n".join([head, *(cython(kernel, device) for kernel in KERNELS.values())])


def numba_module(fastmath):
    options = "parallel=True, fastmath=True" if fastmath else "parallel=True"
    head = "from math import erf, exp, log, sqrt\nfrom numba import njit, prange\n"
    # A function without a parallel loop: Numba warns about `parallel`.
    of = lambda kernel: "cache=True, " + (options if "prange" in kernel.text else options.replace("parallel=True", "nogil=True"))
    return "\n\n".join([head, *(f"@njit({of(kernel)})\n{kernel.text}" for kernel in KERNELS.values())])


def openmp(kernel, enter):
    """The text with what `enter(clauses)` gives before, or around, each parallel loop."""
    tree = kernel.tree

    def clauses(loop):
        own, summed = assigned(ast.Module(loop.body, []))
        inside = [name for name in own if name != loop.target.id]
        # As plain variables, so that every OpenMP front end reads them.
        return (f" private({', '.join(inside)})" if inside else "") + (f" reduction(+:{', '.join(summed)})" if summed else "")

    def changed(block):
        made = []
        for node in block:
            for field in ("body", "orelse"):
                if getattr(node, field, None) and not is_parallel(node):
                    setattr(node, field, changed(getattr(node, field)))
            if is_parallel(node):
                node.iter.func.id = "range"
                made += enter(f"parallel for{clauses(node)}", node)
            else:
                made.append(node)
        return made

    tree.body = changed(tree.body)
    return ast.unparse(tree)


def pythran_module():
    """A tree has no comments: strings stand for them."""
    def type_of(ty):
        element, _, axes = ty.partition("[")
        return NAMES[element.strip()] + ("[" + ",".join(":" * (axes.count(",") + 1)) + "]" if axes else "")

    def exported(kernel):
        types = [type_of(ty) for ty, _ in kernel.arguments]
        if "strided" in kernel.name:
            types = [ty.replace("[:]", "[::]") for ty in types]
        return f"#pythran export {kernel.name}({', '.join(types)})"

    enter = lambda words, loop: [ast.Expr(ast.Constant(f"omp {words}")), loop]
    texts = [re.sub(r"^( *)(['\"]+)(omp .*)\2$", r"\1#\3", openmp(kernel, enter), flags=re.MULTILINE) for kernel in KERNELS.values()]
    head = "from math import erf, exp, log, sqrt\n"
    return "\n\n".join([*map(exported, KERNELS.values()), head, *texts])


def pyomp_module():
    def enter(words, loop):
        call = ast.parse(f"with openmp({words!r}):\n    pass").body[0]
        call.body = [loop]
        return [call]

    head = "from math import erf, exp, log, sqrt\nfrom numba.openmp import njit\nfrom numba.openmp import openmp_context as openmp\n"
    return "\n\n".join([head, *(f"@njit\n{openmp(kernel, enter)}" for kernel in KERNELS.values())])


def run(command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


def by_offcy(offcy, folder, directives, device=False):
    (folder / "suite.pyx").write_text(cython_module(device))
    options = [part for directive in directives for part in ("-X", directive)]
    run([offcy, "compile", folder / "suite.pyx", "--out-dir", folder, "--python", sys.executable, *options], stdout=subprocess.DEVNULL)


def by_cython(compiler, folder):
    (folder / "suite.pyx").write_text(cython_module())
    options = [part for directive in UNCHECKED for part in ("-X", directive)]
    run([sys.executable, "-m", "cython", "-3", *options, folder / "suite.pyx"])
    run([compiler, *CYTHON_FLAGS, f"-I{sysconfig.get_path('include')}", folder / "suite.c", "-o", folder / f"suite{SUFFIX}"])


def by_hand(here, folder, options):
    flags = ["-O3", "-fno-math-errno", "-fopenmp", "-shared", "-fPIC", *options]
    run(["clang-19", *flags, f"-I{sysconfig.get_path('include')}", here / "by_hand.c", "-o", folder / f"suite{SUFFIX}", "-lm"])


def build(peer, folder, here, offcy, pythons):
    """Raises subprocess.CalledProcessError if the peer's compiler refuses it."""
    folder.mkdir(parents=True, exist_ok=True)
    match peer:
        case "offcy":
            by_offcy(offcy, folder, UNCHECKED)
        case "offcy, checks":
            by_offcy(offcy, folder, ())
        case "offcy, bounds":
            by_offcy(offcy, folder, ("cdivision=True",))
        case "offcy, region":
            by_offcy(offcy, folder, UNCHECKED, device=True)
        case "Cython, gcc":
            by_cython("gcc", folder)
        case "Cython, clang":
            by_cython("clang-19", folder)
        case "C, clang":
            by_hand(here, folder, ["-ffp-contract=off"])
        case "C, clang, native":
            by_hand(here, folder, ["-march=native"])
        case "Numba" | "Numba, fastmath":
            (folder / "suite.py").write_text(numba_module("fastmath" in peer))
        case "PyOMP":
            (folder / "suite.py").write_text(pyomp_module())
        case "Pythran":
            (folder / "suite.py").write_text(pythran_module())
            environment = {**os.environ, "PATH": f"{pythons['peers'].parent}:{os.environ['PATH']}"}
            command = [pythons["peers"], "-m", "pythran.run", "-fopenmp", folder / "suite.py", "-o", folder / f"suite{SUFFIX}"]
            run(command, env=environment, cwd=folder)
            (folder / "suite.py").rename(folder / "source.py")
        case "NumPy" | "numexpr" | "JAX":
            pass
