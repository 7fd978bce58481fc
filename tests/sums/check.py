"""Random functions that add up, each in offcy's build and in Cython's: the same to the last bit, for sizes from 0 on, views
with any strides, and memory that several of them share.

    check.py OFFCY      two modules; not again where the same has passed on such a processor (`tests/common/confirmed.py`)
    check.py OFFCY [--seed N] [--modules N] [--functions N] [--keep FOLDER] [--first]

What differs is printed with the call; the module's text is in the folder that `--keep` names.
"""

import argparse
import ctypes
import hashlib
import mmap
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "common"))
sys.path.insert(0, str(HERE))
import builds
from confirmed import digest, digest_of, machine, tools, unless_passed
from generate import module

SIZES = ((0, 0, 0), (1, 1, 1), (2, 3, 2), (3, 4, 0), (2, 5, 3), (3, 15, 4), (2, 16, 3), (4, 17, 5), (3, 33, 2), (2, 50, 9), (2, 150, 3), (3, 300, 4))
CALLS = 24
DTYPES = {"unsigned char": "u1", "short": "i2", "int": "i4", "long": "i8", "float": "f4", "double": "f8"}


def array(chance, numbers, kind, ndim, axes, extent):
    """Of `extent` elements along each axis, in memory as its type asks for, or anyhow."""
    import numpy as np

    dtype = DTYPES[kind]
    shape = (extent,) * ndim
    made = numbers.integers(0, 9, shape) if dtype[0] in "iu" else numbers.standard_normal(shape)
    if dtype[0] == "f" and chance.random() < 0.3:
        made = np.round(made)  # equal ones, and zeros of either sign
    if dtype[0] == "f" and chance.random() < 0.2:
        where = slice(None) if chance.random() < 0.5 else numbers.random(shape) < 0.1
        made[where] = chance.choice((0.0, -0.0, float("inf"), float("nan")))
    order = "F" if axes == "::1, :" else "C"
    made = made.astype(dtype, order=order)
    if "::1" in axes or chance.random() < 0.4:
        return made
    way = chance.choice(("reversed", "every second", "turned", "part"))
    if way == "reversed":
        return made[(slice(None, None, -1),) * ndim]
    if way == "turned":
        return made.T
    wide = numbers.standard_normal(tuple(2 * extent for extent in shape)).astype(dtype)
    part = wide[(slice(None, None, 2),) * ndim] if way == "every second" else wide[tuple(slice(1, 1 + extent) for extent in shape)]
    part[...] = made
    return part


def fenced(values):
    """The same elements, after which comes memory that nobody may read."""
    import numpy as np

    page = mmap.PAGESIZE
    size = -(-values.nbytes // page) * page
    memory = mmap.mmap(-1, size + page)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    if ctypes.CDLL(None, use_errno=True).mprotect(ctypes.c_void_p(address + size), ctypes.c_size_t(page), 0):
        raise OSError(ctypes.get_errno(), "mprotect")
    made = np.frombuffer(memory, values.dtype, len(values), size - values.nbytes)
    made[...] = values
    return made


def arguments(function, seed):
    """Of one call. Threads get no memory that others store to."""
    import numpy as np

    chance = random.Random(seed)
    numbers = np.random.default_rng(chance.getrandbits(32))
    sizes = chance.choice(SIZES)
    extent = 2 * max(sizes) + 8 if not function.checked or chance.random() < 0.8 else max(sizes) + chance.choice((0, 1, 2))
    axes = function.axes
    given = {name: array(chance, numbers, *of, axes[name], extent) for name, of in {**function.read, **function.stored}.items()}
    if not function.parallel and chance.random() < 0.4:
        for stored, read in (("c", "a"), ("c", "b"), ("y", "v"), ("y", "w"), ("d", "b"), ("d", "c")):
            one, other = ({**function.read, **function.stored}[name] for name in (stored, read))
            if one == other and axes[stored] == axes[read] and chance.random() < 0.5:
                given[stored] = given[read]
            elif one == other and "::1" not in axes[stored] + axes[read] and chance.random() < 0.5:
                memory = numbers.standard_normal((extent + 1,) * one[1]).astype(DTYPES[one[0]])
                given[read], given[stored] = memory[(slice(1, None),) * one[1]], memory[(slice(0, -1),) * one[1]]
    if not function.parallel and "::1" not in axes["c"] and chance.random() < 0.2:
        # Rows that share elements with the next ones.
        memory = numbers.standard_normal(4 * extent).astype(given["c"].dtype)
        given["c"] = np.lib.stride_tricks.as_strided(memory, (extent, extent), (3 * memory.itemsize, memory.itemsize))
    length = chance.choice((0, 1, sizes[1] // 2, max(sizes[1] - 1, 0), sizes[1], sizes[1] + 1, sizes[2], extent))
    given["x"] = fenced(array(chance, numbers, *function.short["x"], "::1", length))
    return [*given.values(), chance.choice((0.0, 0.7, -2.5)), chance.choice((0, 1, 2)), *sizes]


def results(path, functions):
    """What each call leaves, as bytes."""
    import numpy as np

    built = builds.load(path, "sums")
    found = {}
    for name, function in functions.items():
        for call in range(CALLS):
            given = arguments(function, f"{name} {call}")
            try:
                result = getattr(built, name)(*given)
            except Exception as error:
                result = type(error).__name__, str(error)
            arrays = [bits(one) for one in given if isinstance(one, np.ndarray)]
            # Which iterations of threads have run before an exception is unspecified, and whose exception it is.
            if function.parallel and isinstance(result, tuple):
                result, arrays = ("raised",), []
            numbers = [bits(np.array(value)) if isinstance(value, float) else value for value in result or ()]
            found[f"{name} {call}"] = hashlib.sha256(pickle.dumps((numbers, arrays))).hexdigest()
    return found


def bits(array):
    """All that an array holds; which of its bits say that something is not a number is unspecified."""
    import numpy as np

    is_float = array.dtype.kind == "f"
    return np.where(np.isnan(array), np.nan, array).astype(array.dtype).tobytes() if is_float else array.tobytes()


def worker(path, seed, count):
    pickle.dump(results(pathlib.Path(path), module(seed, count)[1]), sys.stdout.buffer)


def run(path, seed, count):
    done = subprocess.run([sys.executable, "-P", __file__, "--worker", str(path), str(seed), str(count)], capture_output=True, timeout=900)
    if done.returncode:
        return f"ended with {done.returncode}: {done.stderr.decode()[-2000:]}"
    return pickle.loads(done.stdout)


def check(offcy, seed, count, folder):
    """The calls that differ."""
    source = folder / "sums.pyx"
    source.write_text(module(seed, count)[0])
    (folder / "cython").mkdir()
    (folder / "offcy").mkdir()
    builds.build_cython(offcy, source, folder / "cython", "-O1")
    builds.build_offcy(offcy, source, folder / "offcy")
    expected, found = (run(builds.built(folder / whose, "sums"), seed, count) for whose in ("cython", "offcy"))
    if isinstance(expected, str) or isinstance(found, str):
        return [f"Cython's {expected}" if isinstance(expected, str) else f"offcy's {found}"]
    return [call for call in expected if expected[call] != found[call]]


def checked(options):
    """The exit status of a run over some modules."""
    failed = 0
    for seed in range(options.seed, options.seed + options.modules):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(options.keep or temporary, f"seed{seed}")
            folder.mkdir(parents=True, exist_ok=True)
            wrong = check(options.offcy, seed, options.functions, folder)
        failed += bool(wrong)
        print(f"seed {seed}: {options.functions} functions, {CALLS} calls of each: {len(wrong)} differ", flush=True)
        for call in wrong[:8]:
            print("   ", call)
        if wrong and options.first:
            break
    return 1 if failed else 0


def question(options):
    """What the result of the modules depends on."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "sums.pyx"
        texts = []
        for seed in range(options.seed, options.seed + options.modules):
            source.write_text(module(seed, options.functions)[0])
            texts.append(builds.emitted(options.offcy, source))
    return digest(texts, tools(), machine(), digest_of("tests/sums"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("offcy")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--modules", type=int, default=2)
    parser.add_argument("--functions", type=int, default=40)
    parser.add_argument("--keep")
    parser.add_argument("--first", action="store_true", help="stop at the first module in which something differs")
    options = parser.parse_args()
    is_ordinary = options.seed is None and not options.first
    options.seed = options.seed or 1
    if is_ordinary:
        return unless_passed("sums", question(options), lambda: checked(options))
    return checked(options)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(main())
