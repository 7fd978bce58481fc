"""Arrays that live on devices: what offcy.ndarray does is what NumPy does, and nothing moves but what must.

    check.py OFFCY [--sequences N] [--exchanges N] [--seed S] [--only host|virtual|simulated|guarded]

builds module.pyx for the host, for virtual devices and for a simulated GPU. Each case is compared with the same calls on NumPy arrays; then N random
sequences of views, assignments, copies, regions and host code (default 300; the nightly run takes 10,000), and exchanges with other
packages that fail at every step (default 2,000; 100,000).
"""

import argparse
import asyncio
import copy
import gc
import os
import pathlib
import pickle
import re
import subprocess
import sys
import sysconfig
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from helpers import PAIR, ROOT, both, builds, case, cases, in_threads, moved, numbered, raises, same
import callbacks  # noqa: F401, its cases
import exchange
import numpy as np
import offcy


@case
def makers(module):
    for device in (0, numbered(3), offcy.devices()[numbered(1)]):
        for shape in (5, (), 0, (3, 0), (2, 3)):
            assert offcy.empty(shape, device=device).shape == np.empty(shape).shape
            same(offcy.zeros(shape, "i2", device), np.zeros(shape, "i2"))
            same(offcy.ones(shape, "c16", device), np.ones(shape, "c16"))
            same(offcy.full(shape, 7, device=device), np.full(shape, 7))
    large = offcy.full((300, 1001), 3.5)
    same(large, np.full((300, 1001), 3.5))
    assert offcy.empty(3).device == offcy.get_default_device()
    with offcy.use_device(numbered(2)):
        assert offcy.empty(3).device.number == numbered(2)
        assert offcy.empty_like(large).device.number == 0
    assert isinstance(offcy.zeros(3, device="host"), np.ndarray)
    assert isinstance(offcy.zeros_like(np.ones(3)), np.ndarray)
    assert isinstance(offcy.asarray([1, 2, 3]), np.ndarray)
    assert offcy.empty_like(np.ones(3), device=0).device.number == 0
    same(offcy.asarray([[1, 2], [3, 4]], device=numbered(1)), [[1, 2], [3, 4]])
    raises(ValueError, lambda: offcy.empty(3, device=9), "there is no device 9")
    raises(ValueError, lambda: offcy.empty(-1), "negative")
    raises(TypeError, lambda: offcy.empty(3, object), "Python objects")
    raises(ValueError, lambda: offcy.empty((1,) * 9), "8 dimensions")
    raises(TypeError, offcy.ndarray, "offcy.empty()")
    raises(MemoryError, lambda: offcy.empty(1 << 45), "device 0 is out of memory")


@case
def names(module):
    """What a `.pyx` may use of the package is what the package has."""
    text = (ROOT / "src" / "hir" / "lower" / "package.rs").read_text()
    listed = re.findall(r'^    "(\w+)",$', text, re.MULTILINE)
    assert listed == sorted(offcy.__all__) and all(hasattr(offcy, name) for name in listed if name != "__version__")


@case
def attributes(module):
    array, want = both(np.arange(24.0).reshape(2, 3, 4))
    for name in ("shape", "strides", "dtype", "ndim", "size", "nbytes", "itemsize"):
        assert getattr(array, name) == getattr(want, name), name
    assert len(array) == 2 and [one.shape for one in array] == [(3, 4)] * 2
    assert array.T.strides == want.T.strides and array.transpose(1, 0, 2).shape == (3, 2, 4)
    assert array.reshape(-1, 4).shape == (6, 4) and array.reshape(24)[::5].shape == (5,)
    raises(ValueError, lambda: array.T.reshape(-1), "copy() first")
    raises(ValueError, lambda: array.reshape(7), "reshape")
    raises(IndexError, lambda: array[2], "out of bounds")
    raises(IndexError, lambda: array[[0, 1]], "to_host()")
    raises(IndexError, lambda: array[True])
    raises(TypeError, lambda: np.asarray(array), "to_host()")
    raises(TypeError, lambda: np.empty_like(array), "to_host()")
    raises(TypeError, lambda: array + want)
    raises(TypeError, lambda: bool(array), "to_host()")
    raises(TypeError, lambda: array == array, "to_host()")
    raises(TypeError, lambda: array != want, "to_host()")
    for value in ("text", b"bytes", np.datetime64("2026-11-26")):
        raises(TypeError, lambda: offcy.asarray(value, device=0), "expected numbers")
    if array.device.kind != "nvidia":
        raises(AttributeError, lambda: array.__cuda_array_interface__)
    assert array[1, 2, 3].shape == () and array[1, 2, 3].item() == 23.0


@case
def contents(module):
    array, want = both(np.arange(24.0).reshape(4, 6))
    array[1] = want[1] = 7
    array[2:, ::2] = want[2:, ::2] = -1
    array[0] = want[0] = np.arange(6)
    array[:, 1] = array[:, 0]
    want[:, 1] = want[:, 0]
    array[1:] = array[:-1]
    want[1:] = want[:-1].copy()
    same(array, want)
    other = array.copy()
    other.fill(3)
    same(array, want)
    out = np.empty((6, 4)).T
    assert array.to_host(out) is out
    np.testing.assert_array_equal(out, want)
    raises(ValueError, lambda: array.to_host(np.empty(3)), "expected an array of shape")
    raises(ValueError, lambda: array.__setitem__(0, np.arange(5)), "broadcast")
    same(array, want)
    there = array[1:].to_device(numbered(2))
    assert there.device.number == numbered(2)
    same(there, want[1:])
    assert array.to_device(0) is array and isinstance(array.to_device("host"), np.ndarray)
    raises(ValueError, lambda: offcy.asarray(array, device="host", copy=False), "only as a copy")
    for again in (pickle.loads(pickle.dumps(there)), copy.copy(there), copy.deepcopy(there)):
        assert again.device == there.device
        same(again, want[1:])
    text = repr(offcy.zeros((1000, 1000)))
    assert "shape=(1000, 1000), dtype=float64, device=0" in text and "..." in text
    large = offcy.zeros((1000, 1000))
    to, back = moved(lambda: repr(large))[1]
    assert to == 0 and 288 <= back < 1 << 16, back  # small gaps between rows come with them
    assert "7." in repr(array)


@case
def regions_move_nothing(module):
    array, want = both(np.arange(1000.0), device=1)
    other = offcy.ones(1000, device=numbered(1))

    def pipeline():
        module.add(array, 2.0)
        module.axpy(3, other, array)
        module.two(array, other)
        module.add(array[::3], 1.0)
        return module.total(array)

    want += 2 + 3 + 1
    want[::3] += 1
    total, bytes_moved = moved(pipeline)
    assert bytes_moved == (0, 0), bytes_moved
    assert total == want.sum()
    same(array, want)
    result, bytes_moved = moved(lambda: module.follows(array.reshape(10, 100)))
    assert result.device == array.device and bytes_moved == (0, 0), bytes_moved
    same(result, want.reshape(10, 100).T)
    assert isinstance(module.follows(want.reshape(10, 100)), np.ndarray)
    # Host arrays beside it are mapped as ever.
    assert moved(lambda: module.axpy(1, np.ones(1000), array))[1] == (8000, 0)


@case
def host_code_brings_what_it_touches(module):
    array, want = both(np.arange(1000.0))
    other = want.copy()
    seen, bytes_moved = moved(lambda: module.mixed(array, 10))
    assert seen == module.mixed(other, 10) and bytes_moved == (8, 8), bytes_moved
    same(array, other)
    seen, bytes_moved = moved(lambda: module.summed_by_host(array))
    assert seen == module.summed_by_host(other) and bytes_moved == (0, 8000), bytes_moved
    target, wanted = both(np.zeros(1000))
    module.by_pointer(array, target)
    module.by_pointer(other, wanted)
    same(array, other)
    same(target, wanted)
    seen, _ = moved(lambda: module.in_c(array))
    assert seen == module.in_c(other)
    same(array, other)
    same(module.made(array, 12), np.asarray(module.made(want, 12)))
    square, matrix = both(np.arange(12.0).reshape(3, 4))
    np.testing.assert_array_equal(module.part(square).to_host(), np.asarray(module.part(matrix)))
    same(square, matrix)
    assert list(module.each(array[:4])) == list(module.each(other[:4]))
    same(array, other)


@case
def contexts(module):
    array, want = both(np.arange(50.0))
    other, wanted = both(np.ones(50))
    assert module.in_context(array, other, 4) == module.in_context(want, wanted, 4)
    same(array, want)
    same(other, wanted)
    for call in (module.explicit, lambda x: module.on_host_if(x, False), lambda x: module.on_host_if(x, True)):
        call(array)
        call(want)
        same(array, want)
    # One array on the device, one on the host.
    host, wanted = np.ones(50), np.ones(50)
    assert module.in_context(array, host, 3) == module.in_context(want, wanted, 3)
    np.testing.assert_array_equal(host, wanted)
    same(array, want)


@case
def layouts_and_types(module):
    for kind in ("i4", "f4", "f8", "c16"):
        array, want = both(np.arange(30).astype(kind))
        for part in (slice(None), slice(None, None, -1), slice(3, 20, 4), slice(5, 5)):
            module.add(array[part], want.dtype.type(3))
            module.add(want[part], want.dtype.type(3))
            same(array, want)
    array, want = both(np.arange(12.0).reshape(3, 4))
    for view in (lambda x: x, lambda x: x.T, lambda x: x[::-1, 1:3], lambda x: x[:0]):
        module.double_rows(view(array))
        module.double_rows(view(want))
        same(array, want)
    module.fortran(array.T)
    module.fortran(want.T)
    same(array, want)
    structs, wanted = offcy.zeros(5, PAIR), np.zeros(5, PAIR)
    assert structs.dtype == PAIR
    filled = np.array([(k, k / 2) for k in range(5)], PAIR)
    structs[...] = filled
    wanted[...] = filled
    module.pairs(structs)
    module.pairs(wanted)
    same(structs, wanted)
    deep, want = both(np.zeros((2,) * 8))
    module.eight(deep)
    module.eight(want)
    same(deep, want)


@case
def refusals(module):
    array = offcy.ones(10)
    raises(ValueError, lambda: module.double_rows(array), "wrong number of dimensions (expected 2, got 1)")
    small, swapped, square = offcy.ones(10, "f4"), offcy.ones(10, ">f8"), offcy.ones((4, 4))
    raises(ValueError, lambda: module.total(small), "dtype mismatch")
    raises(ValueError, lambda: module.total(swapped), "Big-endian")
    raises(ValueError, lambda: module.follows(square.T), "contiguous")
    raises(ValueError, lambda: module.fortran(square), "contiguous")
    assert offcy.from_dlpack(array) is array
    if numbered(2):
        other = offcy.ones(10, device=2)
        raises(ValueError, lambda: module.two(array, other), "x lives on device 0, and y on device 2", "y.to_device(0)")
        module.numbered(other, 2)
    raises(ValueError, lambda: module.numbered(array, 1), "x lives on device 0", "device 1", "x.to_device(1)")
    for refused in (module.without_region, module.Keeper().keep, lambda x: module.keeps_by_call(module.Keeper(), x), module.closure):
        raises(TypeError, lambda: refused(array), "device 0", "argument 'x'", "to_host()")
        refused(np.ones(3))
    raises(TypeError, lambda: module.without_region(x=array), "without_region(), argument 'x': expected an array on the host")
    raises(TypeError, lambda: module.Keeper().keep(array), "keep(), argument 'x'")
    raises(TypeError, lambda: module.of_object(array), "expected an array on the host")
    raises(TypeError, lambda: memoryview(array))
    raises(IndexError, lambda: module.fails(array, 3), "Out of bounds")
    with offcy.use_device("host"):
        assert moved(lambda: module.add(array, 1.0))[1] == (0, 0)


@case
def memory_is_given_back(module):
    device = offcy.devices()[0]
    gc.collect()
    before = device.memory_info().used
    array = offcy.zeros((100, 100))
    assert device.memory_info().used >= before + 80_000
    view = array[3:, 4]
    result = module.follows(array)
    del array, result
    gc.collect()
    assert device.memory_info().used >= before + 80_000
    module.add(view, 1.0)
    assert view.to_host().sum() == 97
    del view
    gc.collect()
    assert device.memory_info().used == before
    capsule = offcy.ones(5).__dlpack__(max_version=(1, 0))
    gc.collect()
    assert device.memory_info().used > before
    del capsule
    gc.collect()
    assert device.memory_info().used == before


@case
def tasks(module):
    """Tasks of asyncio's share a thread, and have devices of their own; so do the threads that they start."""
    numbers = [numbered(2), numbered(1)]
    one_at_a_time = threading.Lock()  # a guard takes transfers beside another thread's region for kernels

    def there():
        with one_at_a_time, offcy.trace(this_thread=True) as trace:
            module.add(np.ones(50), 1.0)
        return trace.records[0].device, offcy.get_default_device().number, offcy.empty(1).device.number

    async def task(number):
        seen = [there()]
        with offcy.use_device(number):
            for _ in range(3):
                await asyncio.sleep(0)
                seen.append(there())
            seen.append(await asyncio.to_thread(there))
            with offcy.use_device("host"):
                await asyncio.sleep(0)
                assert offcy.get_default_device().number is None
            seen.append(there())
        await asyncio.sleep(0)
        return [*seen, there()]

    async def both_tasks():
        return await asyncio.gather(*map(task, numbers))

    outside = there()
    for number, seen in zip(numbers, asyncio.run(both_tasks())):
        assert seen == [outside] + [(number,) * 3] * 5 + [outside], seen
    with offcy.use_device(numbers[0]):
        assert there() == (numbers[0],) * 3
    assert there() == outside


@case
def selection(module):
    known = offcy.devices()
    uuids = {device.uuid for device in known if device.kind == "nvidia"}
    assert len(uuids) == sum(device.kind == "nvidia" for device in known)
    for device in known[:-1]:
        if device.kind == "nvidia":
            assert re.fullmatch(r"GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", device.uuid) and device.vendor == "NVIDIA"
        assert device.memory_info().free <= device.memory_info().total
        assert offcy.select_device(lambda other: other.uuid == device.uuid and other.number == device.number) == device


@case
def array_api(module):
    """What array-api-compat asks of arrays that it does not know."""
    try:
        import array_api_compat
    except ImportError:
        print("array_api_compat: SKIPPED, it is not installed")
        return
    array, want = both(np.arange(6.0), device=1)
    assert array_api_compat.device(array) == array.device and array_api_compat.size(array) == 6
    there = array_api_compat.to_device(array, numbered(2))
    assert there.device.number == numbered(2)
    same(there, want)
    assert array_api_compat.to_device(array, "host").tolist() == want.tolist()
    raises(ValueError, lambda: array_api_compat.to_device(array, 0, stream=1), "streams are not supported")
    assert not array_api_compat.is_array_api_obj(array)  # it does no arithmetic


@case
def forked(module):
    """A child has no device: it says so, and ends as any other."""
    array = offcy.ones(5)
    child = os.fork()
    if child == 0:
        status = 0
        for call in (array.to_host, lambda: module.add(array, 1.0), lambda: offcy.zeros(3), lambda: array.__setitem__(0, 1)):
            try:
                call()
                status = 1
            except RuntimeError as error:
                status |= "a forked child cannot use" not in str(error)
        del array
        gc.collect()
        os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    same(array, np.ones(5))


@case
def threads(module):
    arrays = [offcy.zeros(2000) for _ in range(4)]
    shared = offcy.ones(2000)

    def work(number):
        for step in range(60):
            module.axpy(1, shared, arrays[number])
            made = module.made(arrays[number], 30)
            assert made.to_host()[-1] == 2 * (29 + 2), made
            assert arrays[number][step].item() == step + 1

    in_threads(work)
    for array in arrays:
        same(array, np.full(2000, 60.0))


def operations(random, module, pairs):
    """One random step on arrays and what they should be: (array, NumPy array)."""
    at = random.integers(len(pairs))
    array, want = pairs[at]
    step = random.integers(13)
    size = want.size
    if step == 0 and want.ndim:
        keys = tuple(slice(*sorted(random.integers(0, n + 1, 2)), random.choice([1, 1, 2])) for n in want.shape)
        pairs.append((array[keys], want[keys]))
    elif step == 1:
        pairs.append((array.T, want.T))
    elif step == 2 and want.ndim:
        key = slice(None, None, -1)
        pairs.append((array[key], want[key]))
    elif step == 3:
        value = random.integers(100)
        array[...] = value
        want[...] = value
    elif step == 4:
        value = random.random(want.shape)
        array[...] = value
        want[...] = value
    elif step == 5:
        other, wanted = pairs[random.integers(len(pairs))]
        if wanted.shape == want.shape:
            array[...] = other
            want[...] = wanted.copy()
    elif step == 6:
        pairs.append((array.copy(), want.copy()))
    elif step == 7:
        array.fill(step)
        want.fill(step)
    elif step == 8 and want.ndim == 1:
        module.add(array, 2.0)
        want += 2
    elif step == 9 and want.ndim == 2:
        module.double_rows(array)
        want[...] = 2 * want + np.arange(want.shape[0])[:, None]
    elif step == 10 and want.ndim == 1 and size:
        place = random.integers(size)
        assert module.mixed(array, place) == want[place] + 1
        want += 1
        want[place] *= 10
        want += 1
    elif step == 11 and want.ndim == 1:
        assert np.isclose(module.summed_by_host(array), (want + 1).sum(), rtol=1e-12)
        want += 1
    elif step == 12 and want.ndim == 2 and want.flags.c_contiguous:
        result = module.follows(array)
        pairs.append((result, want.T.copy()))


def sequence(module, seed):
    random = np.random.default_rng(seed)
    shape = [(12,), (5, 7), (40, 30), (3, 4, 5), (0, 3), ()][random.integers(6)]
    start = random.random(shape)
    pairs = [(offcy.asarray(start, device=numbered(int(random.integers(4)))), start)]
    for _ in range(25):
        operations(random, module, pairs)
        with np.errstate(over="ignore", invalid="ignore"):
            for array, want in pairs[-3:]:
                np.testing.assert_array_equal(array.to_host(), want)
        pairs = pairs[-6:]


def on_devices(options):
    guard = builds.Guard.install(os.environ["GUARD"]) if "GUARD" in os.environ else None
    module = builds.load(pathlib.Path(options.module), "module")
    assert not WITHOUT_GIL or not sys._is_gil_enabled()
    for function in cases:
        function(module)
        print(f"{function.__name__}: ok", flush=True)
    exchange.exchanges(module, options.exchanges, options.seed)
    print(f"{options.exchanges} exchanges: ok", flush=True)
    for number in range(options.sequences):
        try:
            sequence(module, options.seed + number)
        except BaseException:
            print(f"sequence {options.seed + number}", flush=True)
            raise
    print(f"{options.sequences} sequences: ok")
    if guard:
        print(f"{guard.count()} regions guarded: ok")
        assert guard.count() > 100, "the guard does not work"


def on_host(options):
    """A module for the host alone knows no devices: arrays are NumPy's, and everything works."""
    module = builds.load(pathlib.Path(options.module), "module")
    assert not WITHOUT_GIL or not sys._is_gil_enabled()
    array = offcy.zeros((3, 4))
    assert isinstance(array, np.ndarray)
    module.double_rows(array)
    assert isinstance(module.follows(array), np.ndarray)
    raises(ValueError, lambda: offcy.zeros(3, device=0), "There are" if len(offcy.devices()) > 1 else "--offload-arch")
    print("arrays are NumPy's: ok")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("offcy")
    parser.add_argument("--sequences", type=int, default=300)
    parser.add_argument("--exchanges", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--module")
    parser.add_argument("--host", action="store_true")
    parser.add_argument("--only", choices=[*BUILDS, "guarded"], help="one of the builds, or one whose kernels cannot touch the host's arrays")
    options = parser.parse_args()
    if options.module:
        return on_host(options) if options.host else on_devices(options)
    with tempfile.TemporaryDirectory() as work:
        for name, arguments in BUILDS.items():
            if options.only in (None, name):
                run(options, pathlib.Path(work) / name, name, arguments)
        if options.only == "guarded":
            guarded(options, pathlib.Path(work))
        if options.only:
            return
        example(options.offcy, pathlib.Path(work) / "example")


def example(offcy, folder):
    """It compares with NumPy, or with scikit-bio where that is installed, and expects that nothing moves."""
    source = ROOT / "examples" / "scikit_bio"
    subprocess.run([offcy, "compile", source / "distances.pyx", "-o", folder, *BUILDS["virtual"], *WITHOUT_GIL], check=True, stdout=subprocess.DEVNULL)
    for size in ("3", "30"):
        subprocess.run([sys.executable, "-P", source / "run.py", folder, size], check=True)


# A simulated GPU takes its time for each kernel.
BUILDS = {"host": [], "virtual": ["--offload-arch", "x86_64"], "simulated": ["--offload-arch", "sm_90"]}
# Python without a GIL takes it back otherwise.
WITHOUT_GIL = ["-X", "freethreading_compatible=True"] if sysconfig.get_config_var("Py_GIL_DISABLED") else []


def guarded(options, folder):
    guard = builds.Guard(folder / "guard", "-O0")
    assert guard.build(options.offcy, HERE / "module.pyx", folder / "guarded")
    print("guarded:", flush=True)
    environment = {**os.environ, **builds.ON_DEVICE, "OMP_NUM_THREADS": "2", "GUARD": str(guard.folder)}
    subprocess.run(again(options, next((folder / "guarded").glob("*.so")), options.sequences), check=True, env=environment)


def again(options, module, sequences):
    """This program for one build."""
    command = [sys.executable, "-P", __file__, options.offcy, "--module", module, "--sequences", str(sequences)]
    return [*command, "--exchanges", str(options.exchanges), "--seed", str(options.seed)]


def run(options, folder, name, arguments):
    arguments = [*arguments, *WITHOUT_GIL]
    built = subprocess.run([options.offcy, "compile", HERE / "module.pyx", "-o", folder, *arguments], capture_output=True, text=True)
    if built.returncode == 3 and "OFC0812" in built.stderr:
        print(f"{name}: SKIPPED, no compiler here builds for it")
        return
    assert built.returncode == 0, built.stderr
    module = next(folder.glob("*.so"))
    sequences = options.sequences if name == "virtual" else options.sequences // 5
    command = [*again(options, module, sequences), *(["--host"] if name == "host" else [])]
    if name == "simulated":
        # With this seed, what streams are given is done as late as CUDA allows.
        command = [options.offcy, "simulate", "--quick", "--devices", "2", "--seed", "1", "--", *command]
    print(f"{name}:", flush=True)
    subprocess.run(command, check=True, env={**os.environ, "OMP_NUM_THREADS": "2"})


if __name__ == "__main__":
    main()
