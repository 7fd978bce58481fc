"""Calls of BLAS from host code run where their arrays are, and give what the host gives.

    check.py OFFCY

builds a module with every function of `device_blas=True` in explicit and inferred contexts for the virtual device, and runs it
with stand-ins for cuBLAS and rocBLAS (stand_in.c), with one that refuses every second call, and with none. All results must be
those of the same functions without devices, to the last bit, for they run the same loops. Those must be what NumPy's own BLAS
gives, where NumPy brings one. Not again where the same has passed (`tests/common/confirmed.py`).
"""

import ctypes
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "common"))
import builds
from confirmed import digest, digest_of, tools, unless_passed

# Parameters in Fortran's order: i an integer, o an option, s a number; arrays: r read, w written. And the result.
FUNCTIONS = {
    "axpy": ("n:i a:s x:r incx:i y:w incy:i", None),
    "copy": ("n:i x:r incx:i y:w incy:i", None),
    "swap": ("n:i x:w incx:i y:w incy:i", None),
    "scal": ("n:i a:s x:w incx:i", None),
    "dot": ("n:i x:r incx:i y:r incy:i", "T"),
    "asum": ("n:i x:r incx:i", "T"),
    "nrm2": ("n:i x:r incx:i", "T"),
    "amax": ("n:i x:r incx:i", "int"),
    "gemv": ("t:o m:i n:i alpha:s a:r lda:i x:r incx:i beta:s y:w incy:i", None),
    "symv": ("u:o n:i alpha:s a:r lda:i x:r incx:i beta:s y:w incy:i", None),
    "ger": ("m:i n:i alpha:s x:r incx:i y:r incy:i a:w lda:i", None),
    "gemm": ("ta:o tb:o m:i n:i k:i alpha:s a:r lda:i b:r ldb:i beta:s c:w ldc:i", None),
}
TYPES = {"s": "float", "d": "double"}
WAYS = {
    "host": None,
    "explicit": "with device({{{}}}):",
    "inferred": "with device():",
    "partly": "with device({{{last}: 'tofrom'}}):",
}


def parameters(base):
    return [tuple(one.split(":")) for one in FUNCTIONS[base][0].split()]


def full_name(letter, base):
    return f"i{letter}amax" if base == "amax" else letter + base


def declared(letter, base):
    c_type = {"i": "int", "o": "char", "s": TYPES[letter], "r": TYPES[letter], "w": TYPES[letter]}
    result = {None: "void", "T": TYPES[letter], "int": "int"}[FUNCTIONS[base][1]]
    params = ", ".join(f"{c_type[kind]} *{name}" for name, kind in parameters(base))
    return result, params


def write_package(folder):
    """SciPy's module of this name, with offcy's loops."""
    package = folder / "scipy" / "linalg"
    package.mkdir(parents=True)
    for path in package, package.parent:
        (path / "__init__.py").touch()
    header, body, declarations = ["cdef extern from \"offcy_rt.h\" nogil:"], [], []
    for letter, base in itertools.product(TYPES, FUNCTIONS):
        name, (result, params) = full_name(letter, base), declared(letter, base)
        header.append(f"    {result} offcy_blas_{name}({params})")
        declarations.append(f"cdef {result} {name}({params}) noexcept nogil")
        returned = "return " if result != "void" else ""
        given = ", ".join(param for param, _ in parameters(base))
        body.append(f"{declarations[-1]}:\n    {returned}offcy_blas_{name}({given})")
    (package / "cython_blas.pxd").write_text("\n".join(declarations) + "\n")
    (package / "cython_blas.pyx").write_text("\n\n".join(["\n".join(header), *body]) + "\n")


def function(letter, base, way):
    kinds, result = parameters(base), FUNCTIONS[base][1]
    c_type = {"i": "int", "o": "char", "s": TYPES[letter], "r": f"{TYPES[letter]}[::1]", "w": f"{TYPES[letter]}[::1]"}
    arrays = [(name, kind) for name, kind in kinds if kind in "rw"]
    last = arrays[-1][0]
    given = ", ".join(f"&{name}[at_{name}]" if kind in "rw" else f"&{name}" for name, kind in kinds)
    entries = ", ".join(f"{name}: '{'to' if kind == 'r' and name != last else 'tofrom'}'" for name, kind in arrays)
    begins = "if True:" if way == "host" else WAYS[way].format(entries, last=last)
    loop = f"for j in range({last}.shape[0]):" if way == "host" else f"for j in prange({last}.shape[0], nogil=True, device={{}}):"
    call = f"{full_name(letter, base)}({given})"
    params = ", ".join(f"{c_type[kind]} {name}" for name, kind in kinds) + "".join(f", int at_{name}=0" for name, _ in arrays)
    # The host's own elements are others meanwhile, where only the device's count.
    marks = f"        {last}[0] = {last}[0]\n" if way != "explicit" else f"        kept = {last}[0]\n        {last}[0] = 1e30\n"
    checks = "" if way != "explicit" else f"        assert {last}[0] == <{TYPES[letter]}>1e30\n        {last}[0] = kept\n"
    return f"""
def {full_name(letter, base)}_{way}({params}):
    cdef Py_ssize_t j
    cdef {TYPES[letter]} kept
    cdef {"int" if result == "int" else TYPES[letter]} result = 0
    {begins}
        {loop}
            {last}[j] = {last}[j] + 1
{marks}        {"result = " if result else ""}{call}
{checks}        {loop}
            {last}[j] = {last}[j] * 2
    return result
"""


BESIDE = """
cdef double length(double[::1] x) noexcept nogil:
    cdef int n = <int>x.shape[0], one = 1
    return dnrm2(&n, &x[0], &one)

cdef int both(double[::1] x, double[::1] y, double least) nogil:
    cdef int n = <int>x.shape[0], one = 1
    if least > 0 and ddot(&n, &x[0], &one, &y[0], &one) + dasum(&n, &x[0], &one) > least:
        return 1
    return 2 if dnrm2(&n, &y[0], &one) > least else 3

def nested(double[::1] x, double[::1] y, int steps):
    cdef int n = <int>x.shape[0], one = 1, k
    cdef double total = 0, part
    cdef Py_ssize_t j
    with device({x: 'tofrom', y: 'to'}):
        for j in prange(x.shape[0], nogil=True, device={}):
            x[j] = x[j] + 1
        with nogil:
            for k in range(steps):
                part = 0.5 * k
                daxpy(&n, &part, &y[0], &one, &x[0], &one)
                total += 2 * ddot(&n, &x[0], &one, &y[0], &one) - length(x)
        total += both(x, y, 1e-9) + both(x, y, -1) * 10 + both(y, y, 1e9) * 100
    return total

def in_loops(double[:, ::1] x, double[::1] y):
    \"\"\"A region and a call in turn, in a context of which all is inferred.\"\"\"
    cdef int n = <int>x.shape[1], one = 1
    cdef Py_ssize_t i, j
    cdef double total = 0, factor
    with device():
        for i in range(x.shape[0]):
            for j in prange(x.shape[1], nogil=True, device={}):
                y[j] = y[j] + x[i, j]
            factor = 1 / (1 + i)
            daxpy(&n, &factor, &x[i, 0], &one, &y[0], &one)
            total += y[i % y.shape[0]]
            dscal(&n, &factor, &y[0], &one)
    return total
"""


def write_module(folder):
    lines = [
        "# cython: boundscheck=False, wraparound=False",
        "# offcy: device_blas=True",
        "from cython.parallel cimport prange",
        "from offcy.parallel cimport device",
        "from scipy.linalg.cython_blas cimport " + ", ".join(full_name(*one) for one in itertools.product(TYPES, FUNCTIONS)),
    ]
    lines += [function(*one) for one in itertools.product(TYPES, FUNCTIONS, WAYS)]
    (folder / "calls.pyx").write_text("\n".join(lines) + BESIDE)


def build(offcy, folder):
    write_package(folder)
    write_module(folder)
    include = ROOT / "runtime-c" / "include"
    builds.command([offcy, "compile", folder / "scipy/linalg/cython_blas.pyx", "-I", include])
    builds.command([offcy, "compile", folder / "calls.pyx", "-I", folder, "--offload-arch", "x86_64"])
    for name, defined in (("cublas", []), ("rocblas", ["-DSTAND_IN_ROCBLAS"])):
        builds.command(["cc", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", *defined, "-I", include,
                        HERE / "stand_in.c", "-o", folder / f"lib{name}.so", "-lm"])


def arguments(np, letter, base, n, step, factors, options):
    """Arguments of one call: matrices of n x m, steps between columns and elements."""
    numbers = np.random.default_rng([n, abs(step), len(base)])
    kind = {"s": "f4", "d": "f8"}[letter]
    m, k = n + 1, max(n - 1, 0)
    rows = max(n, m, k, 1) + 2
    sizes = {"m": m, "n": n, "k": k, "lda": rows, "ldb": rows, "ldc": rows, "incx": step, "incy": step}
    # Blocks of larger matrices, and vectors with elements in between.
    room = 3 + rows * (rows + 1)
    given = []
    for name, what in parameters(base):
        if what == "o":
            given.append(ord(options[name]))
        elif what == "i":
            given.append(sizes[name])
        elif what == "s":
            given.append(factors[name == "beta"])
        else:
            given.append(numbers.random(room + rows * abs(step)).astype(kind))
            # What is multiplied by 0 is not read (`ger` may; OpenBLAS's `gemm` does for small matrices).
            if what == "r" and factors[:1] == (0,) and base not in ("ger", "gemm"):
                given[-1][:] = np.inf
    return given, [3] * sum(what in "rw" for _, what in parameters(base))


def cases():
    for letter, base, n, step in itertools.product(TYPES, FUNCTIONS, (0, 1, 2, 7), (1, 3, -2, 0)):
        names = [name for name, what in parameters(base) if what == "o"]
        chosen = {"u": "uL"}.get(names[0] if names else "", "NtC")
        # A step of zero means the same element each time: only for what is read.
        if step == 0 and (base not in ("dot", "asum", "nrm2", "amax") or n > 2):
            continue
        kinds = [what for _, what in parameters(base)]
        factors_of_it = {0: [()], 1: [(1.5,), (0.0,)]}.get(kinds.count("s"), [*itertools.product((1.5, 0.0), (0.5, 0.0, 1.0))])
        for factors, options in itertools.product(factors_of_it, itertools.product(chosen, repeat=len(names))):
            yield letter, base, n, step, factors, dict(zip(names, options))


def reference(np):
    """Calls of the BLAS that NumPy's wheels bring, by a function's name and its arguments: its result, the arrays written. None
    where NumPy comes without."""
    [library] = [*(pathlib.Path(np.__file__).parent.parent / "numpy.libs").glob("libscipy_openblas64_*")] or [None]
    if library is None:
        return None
    library = ctypes.CDLL(str(library))

    def call(letter, base, given, first):
        function = getattr(library, f"scipy_{full_name(letter, base)}_64_")
        number = ctypes.c_float if letter == "s" else ctypes.c_double
        function.restype = {None: None, "T": number, "int": ctypes.c_int64}[FUNCTIONS[base][1]]
        as_c = {"i": ctypes.c_int64, "o": lambda option: ctypes.c_char(option), "s": number}
        return function(*(
            ctypes.c_void_p(one[first:].ctypes.data) if isinstance(one, np.ndarray) else ctypes.byref(as_c[what](one))
            for one, (_, what) in zip(given, parameters(base))
        ))

    return call


def agrees(np, call, one, given, first, answer):
    """Whether the result and the arrays of `answer` are what the reference gives for the arguments."""
    letter, base, _, step, _, _ = one
    # The host's function adds 1 to the last array before the call, and doubles it afterwards.
    own = [np.copy(each) if isinstance(each, np.ndarray) else each for each in given]
    last = [each for each in own if isinstance(each, np.ndarray)][-1]
    last += 1
    result = call(letter, base, own, first)
    last *= 2
    near = {"rtol": 2e-5 if letter == "s" else 1e-12}
    return np.allclose(answer[0], result or 0, **near) and all(
        np.allclose(got, want, **near) for got, want in zip(answer[1:], (each for each in own if isinstance(each, np.ndarray)))
    )


def traced(calls, np, offcy, library):
    """What moves: nothing where the device runs the call, otherwise what the host needs."""
    n = 40
    a, b, c = (np.random.default_rng(seed).random(n * n) for seed in range(3))
    moved = {}
    for way in "explicit", "inferred":
        with offcy.trace() as trace:
            getattr(calls, f"dgemm_{way}")(ord("N"), ord("T"), n, n, n, 1.0, a, n, b, n, 1.0, np.copy(c), n)
        [call] = [one for one in trace.regions if one.routine == "dgemm"] or [None]
        moved[way] = call and {one.name: (one.bytes_to, one.bytes_from) for one in call.variables}
        assert call is None or (call.why is None) == (library != ""), call
    bytes_ = 8 * n * n
    if library:
        assert moved["explicit"] == {"a": (0, 0), "b": (0, 0), "c": (0, 0)}, moved
        assert moved["inferred"] == {"a": (bytes_, 0), "b": (bytes_, 0), "c": (8, 0)}, moved  # the element that the host wrote
    else:
        assert moved["explicit"] == {"a": (0, bytes_), "b": (0, bytes_), "c": (bytes_, bytes_)}, moved
        assert moved["inferred"] is None, moved


def compare(library):
    import calls
    import numpy as np
    import offcy

    stand_in = ctypes.CDLL(library) if library else None
    call = None if library else reference(np)
    count = lambda: ctypes.c_int.in_dll(stand_in, "calls").value if stand_in else 0  # noqa: E731
    by_device = compared = 0
    for number, one in enumerate(cases()):
        letter, base, n, step, factors, options = one
        given, places = arguments(np, *one)
        answers = {}
        for way in WAYS:
            own = [np.copy(each) if isinstance(each, np.ndarray) else each for each in given]
            if stand_in and len(sys.argv) > 3:
                ctypes.c_int.in_dll(stand_in, "limit").value = count() + number % 2
            before = count()
            result = getattr(calls, f"{full_name(letter, base)}_{way}")(*own, *places)
            answers[way] = [repr(result), *(each.tobytes() for each in own if isinstance(each, np.ndarray))]
            by_device += count() - before
            compared += 1
            assert answers[way] == answers["host"], (*one, way, result, answers["host"][0])
            if call and way == "host":
                answer = [result, *(each for each in own if isinstance(each, np.ndarray))]
                assert agrees(np, call, one, given, places[0], answer), (one, answer)
            # Arrays without elements need not be there.
            if n > 1 and way in ("host", "partly") and len(places) > 1:
                assert count() == before, (base, way)
    traced(calls, np, offcy, library)
    x, y = np.linspace(1, 2, 50), np.linspace(0, 1, 50)
    want = np.copy(x) + 1
    total = 0
    for k in range(4):
        want += 0.5 * k * y
        total += 2 * (want @ y) - np.linalg.norm(want)
    total += 1 + 2 * 10 + 3 * 100
    got = calls.nested(x, y, 4)
    assert abs(got - total) < 1e-9 * abs(total) and np.allclose(x, want), (got, total)
    rows, sums = np.random.default_rng(1).random((5, 30)), np.zeros(30)
    want, total = np.zeros(30), 0
    for i, row in enumerate(rows):
        want += row + row / (1 + i)
        total += want[i]
        want /= 1 + i
    assert np.isclose(calls.in_loops(rows, sums), total) and np.allclose(sums, want)
    print(f"{compared} calls, {by_device} by the device's library")
    if stand_in and len(sys.argv) <= 3:
        assert by_device > 400, by_device


def question(offcy):
    """A hash of all on which the results depend."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_package(folder)
        write_module(folder)
        package = builds.emitted(offcy, folder / "scipy/linalg/cython_blas.pyx")
        return digest(builds.emitted(offcy, folder / "calls.pyx", "-I", folder), package, tools(), digest_of("tests/device_blas"))


def run(offcy):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build(offcy, folder)
        path = os.pathsep.join([str(folder), str(ROOT / "python")])
        given = {**os.environ, "PYTHONPATH": path, **builds.ON_DEVICE}
        for library, more in (("", []), ("cublas", []), ("rocblas", []), ("cublas", ["refusing"])):
            named = str(folder / f"lib{library}.so") if library else ""
            command = [sys.executable, __file__, "--compare", named, *more]
            done = subprocess.run(command, env={**given, "OFFCY_DEVICE_BLAS": named}, cwd=folder, timeout=600)
            if done.returncode:
                print(f"fails with {library or 'no library'} {' '.join(more)}")
                return 1
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "--compare":
        compare(sys.argv[2])
    else:
        offcy = pathlib.Path(sys.argv[1]).resolve()
        sys.exit(unless_passed("device_blas", question(offcy), lambda: run(offcy)))
