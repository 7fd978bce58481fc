"""Arrays that go to other packages and come from them, on a simulated GPU from a producer that is made here."""

import ctypes
import dataclasses
import gc
import os
import subprocess
import sys

import numpy as np
import offcy
from helpers import both, case, in_threads, moved, numbered, raises, same


@case
def exchange(module):
    array, want = both(np.arange(12.0).reshape(3, 4), device=1)
    assert array.__dlpack_device__() == (2 if array.device.kind == "nvidia" else 12, numbered(1))
    runtime = array._memory.runtime
    for versioned in (None, (1, 1)):
        capsule = array[1:, ::2].__dlpack__(max_version=versioned)
        owner, address, shape, strides, element, readonly = runtime.dlpack_take(capsule)
        assert (shape, strides, element, readonly) == ((2, 2), (4, 2), (2, 64, 1), False)
        raises(BufferError, lambda: runtime.dlpack_take(capsule), "taken already")
        del owner
    np.testing.assert_array_equal(np.from_dlpack(array.T, device="cpu"), want.T) if int(np.__version__.split(".")[0]) > 1 else None
    raises(BufferError, lambda: array.__dlpack__(dl_device=(10, 0)), "without a copy")
    # What others use on the device is current there whenever Python's code runs.
    module.mixed(array.reshape(-1), 3)
    module.mixed(want.reshape(-1), 3)
    assert runtime.array_share(array._memory.block) == address - 4 * 8
    same(array, want)
    if array.device.kind == "virtual":  # what others have there is in the process's memory
        there = np.frombuffer((ctypes.c_double * 12).from_address(address - 4 * 8)).reshape(3, 4)
        np.testing.assert_array_equal(there, want)
        array[:, ::2] = want[:, ::2] = 8
        np.testing.assert_array_equal(there, want)
        array[1] = want[1] = 9
        np.testing.assert_array_equal(there, want)
        there[2] = want[2] = 10
        same(array, want)
        assert module.mixed(array.reshape(-1), 9) == module.mixed(want.reshape(-1), 9)
        np.testing.assert_array_equal(there, want)


class Cuda:
    """Memory and streams of somebody else, from NVIDIA's driver."""

    def __init__(self):
        from offcy._devices import cuda_context

        self.context = lambda: cuda_context(offcy.devices()[0])

    def allocate(self, values):
        address = ctypes.c_uint64()
        with self.context() as cuda:
            assert cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(values.nbytes)) == 0
            assert cuda.cuMemcpyHtoD_v2(address, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(values.nbytes)) == 0
        return address.value

    def read(self, address, like):
        values = np.empty_like(like)
        with self.context() as cuda:
            assert cuda.cuMemcpyDtoH_v2(values.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(address), ctypes.c_size_t(values.nbytes)) == 0
        return values

    def free(self, address):
        with self.context() as cuda:
            assert cuda.cuMemFree_v2(ctypes.c_uint64(address)) == 0


class Tensor:
    """Another package's array: DLPack with and without a version, as PyTorch has it, or CUDA's interface alone."""

    def __init__(self, address, array, how, log, *, readonly=False, kind=2):
        self.address, self.array, self.how, self.log, self.readonly, self.kind = address, array, how, log, readonly, kind

    def __getattr__(self, name):
        raise AttributeError(name)

    def interface(self):
        self.log.append("interface")
        facts = {"shape": self.array.shape, "typestr": self.array.dtype.str, "data": (self.address, self.readonly), "version": 3}
        return facts | {"strides": self.array.strides, "stream": 1}

    def capsule(self, stream=None, max_version=None):
        self.log.append(("capsule", stream, max_version))
        array, item = self.array, self.array.itemsize
        code = {"f": 2, "i": 0}[array.dtype.kind]
        strides = tuple(stride // item for stride in array.strides)
        versioned = max_version is not None
        flags = 1 if self.readonly else 0
        return runtime().dlpack_make(self.log, self.address, array.shape, strides, self.kind, 0, code, item * 8, versioned, flags)


class New(Tensor):
    def __dlpack_device__(self):
        return self.kind, 0

    def __dlpack__(self, *, stream=None, max_version=None):
        return self.capsule(stream, max_version)


class Old(Tensor):
    def __dlpack_device__(self):
        return self.kind, 0

    def __dlpack__(self, stream=None):
        return self.capsule(stream)


class Interface(Tensor):
    @property
    def __cuda_array_interface__(self):
        return self.interface()


class Functions(ctypes.Structure):
    """DLPack's exchange functions of C, version 1.3."""

    _fields_ = [
        ("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("before", ctypes.c_void_p), ("allocate", ctypes.c_void_p),
        ("take", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))),
        ("make", ctypes.c_void_p), ("show", ctypes.c_void_p),
        ("current_stream", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p))),
    ]


def taken_by_functions(x, result):
    try:
        capsule = x.capsule(max_version="functions")
    except Fails:
        return x.step - 2  # an error, or no tensor without one
    result[0] = CAPSULES.PyCapsule_GetPointer(capsule, b"dltensor_versioned")
    # It belongs to who has asked.
    CAPSULES.PyCapsule_SetName(capsule, b"used_dltensor_versioned")
    return 0


def current_stream(kind, number, result):
    result[0] = streams_of.get((kind, number))
    return 0


CAPSULES = ctypes.PyDLL(None)
CAPSULES.PyCapsule_GetPointer.restype = ctypes.c_void_p
CAPSULES.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
CAPSULES.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
CAPSULES.PyCapsule_New.restype = ctypes.py_object
CAPSULES.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
EXCHANGE_NAME = b"dlpack_exchange_api"  # the capsules keep its address
streams_of = {}
kinds = dict(Functions._fields_)
functions = Functions(1, 3, None, None, kinds["take"](taken_by_functions), None, None, kinds["current_stream"](current_stream))
# A later version stands before it.
later = Functions(2, 0, ctypes.addressof(functions))


class ByFunctions(New):
    """It gives tensors by functions of C, as PyTorch from 2.10 on does."""

    __dlpack_c_exchange_api__ = CAPSULES.PyCapsule_New(ctypes.addressof(later), EXCHANGE_NAME, None)


def runtime():
    return offcy.empty(0, device=0)._memory.runtime


@case
def producers(module):
    if offcy.devices()[0].kind != "nvidia":
        return
    cuda = Cuda()
    want = np.arange(12.0)
    address = cuda.allocate(want)
    for made in (New, Old, Interface, ByFunctions):
        log = []
        whole = made(address, want, made, log)
        assert moved(lambda: module.add(whole, 2.0))[1] == (0, 0)
        want += 2
        np.testing.assert_array_equal(cuda.read(address, want), want)
        assert log[-1] == {New: ("capsule", 1, (1, 1)), Old: ("capsule", 1, None), Interface: "interface", ByFunctions: ("capsule", None, "functions")}[made]
        # The host touches one element; who has the memory sees it when Python's code goes on.
        seen, bytes_moved = moved(lambda: module.mixed(whole, 3))
        assert seen == want[3] + 1 and bytes_moved == (8, 8), bytes_moved
        want += 1
        want[3] *= 10
        want += 1
        np.testing.assert_array_equal(cuda.read(address, want), want)
        # And a region sees what is written there.
        cuda_want = want + 1
        with cuda.context() as driver:
            driver.cuMemcpyHtoD_v2(ctypes.c_uint64(address), cuda_want.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(want.nbytes))
        want += 1
        assert module.total(whole) == want.sum()
        part = made(address + 8, want[1::2], made, log)
        module.add(part, 1.0)
        want[1::2] += 1
        matrix = made(address, want.reshape(3, 4), made, log)
        result = module.follows(matrix)
        same(result, want.reshape(3, 4).T)
        assert result.device.kind == "nvidia"
        # Views of one allocation are known to share elements.
        one, other = made(address, want[:-1], made, log), made(address + 8, want[1:], made, log)
        raises(ValueError, lambda: module.two(one, other), "overlap in part")
        readonly = made(address, want, made, log, readonly=True)
        if made is not Old:
            raises(ValueError, lambda: module.add(readonly, 1.0), "read-only")
            assert module.total(readonly) == want.sum()
        raises(ValueError, lambda: module.double_rows(whole), "wrong number of dimensions")
        kept = offcy.asarray(whole)
        same(kept, want)
        count = sys.getrefcount(log)
        del kept, whole, part, matrix, one, other, readonly, result
        gc.collect()
        assert sys.getrefcount(log) < count
    for kind, words in ((10, "ROCm GPU 0"), (8, "a Metal device"), (77, "kind 77")):
        theirs = New(address, want, New, [], kind=kind)
        raises(TypeError, lambda: module.add(theirs, 1.0), words)
    # An array of offcy's that comes back from another package is the same.
    mine = offcy.asarray(want, device=0)
    back = Interface(mine.__cuda_array_interface__["data"][0], want, Interface, [])
    assert module.two(mine, back) is None  # the same elements: no partial overlap
    raises(ValueError, lambda: module.two(mine[1:], New(back.address, want[:-1], New, [])), "overlap in part")
    same(mine, want * 2)
    cuda.free(address)


class Late(New):
    """Its elements are still on the way, on a stream of its producer's, when it is given to somebody."""

    def __init__(self, cuda, address, values, log):
        super().__init__(address, values, New, log)
        self.cuda, self.stream, self.event = cuda, ctypes.c_void_p(), ctypes.c_void_p()
        with cuda.context() as driver:
            non_blocking, no_timing = 1, 2
            assert driver.cuStreamCreate(ctypes.byref(self.stream), non_blocking) == 0
            assert driver.cuEventCreate(ctypes.byref(self.event), no_timing) == 0

    def send(self):
        with self.cuda.context() as driver:
            source = self.array.ctypes.data_as(ctypes.c_void_p)
            assert driver.cuMemcpyHtoDAsync_v2(ctypes.c_uint64(self.address), source, ctypes.c_size_t(self.array.nbytes), self.stream) == 0
            assert driver.cuEventRecord(self.event, self.stream) == 0

    def __dlpack__(self, *, stream=None, max_version=None):
        with self.cuda.context() as driver:
            assert driver.cuStreamWaitEvent(ctypes.c_void_p(stream), self.event, 0) == 0
        return super().__dlpack__(stream=stream, max_version=max_version)

    @property
    def done(self):
        with self.cuda.context() as driver:
            return driver.cuStreamQuery(self.stream) == 0

    def end(self):
        with self.cuda.context() as driver:
            assert driver.cuEventDestroy_v2(self.event) == 0 and driver.cuStreamDestroy_v2(self.stream) == 0


@case
def streams(module):
    """A region waits for what the producer's stream has been given."""
    if offcy.devices()[0].kind != "nvidia":
        return
    cuda, log = Cuda(), []
    values = np.zeros(1000)
    address = cuda.allocate(values)
    late = Late(cuda, address, values, log)
    for step in range(1, 4):
        values[:] = step
        late.send()
        assert module.total(late) == 1000 * step and late.done
        module.add(late, 1.0)
        np.testing.assert_array_equal(cuda.read(address, values), step + 1)
    # The same by functions of C, which wait for nothing: the consumer waits for the stream that they name.
    quick = ByFunctions(address, values, ByFunctions, log)
    streams_of[2, 0] = late.stream.value
    for step in range(4, 7):
        values[:] = step
        late.send()
        assert module.total(quick) == 1000 * step and late.done
    streams_of.clear()
    late.end()
    cuda.free(address)


class Hip:
    """What stands for AMD's library: its streams are never late."""

    def __init__(self):
        self.log = []

    def hipStreamSynchronize(self, stream):
        self.log.append(("waits", stream.value or 0))
        return 0

    def hipMemGetAddressRange(self, first, bytes, address):
        return 1


@case
def rocm(module):
    """Tensors on AMD's GPUs; a virtual device, whose memory is the process's, stands for one."""
    from unittest import mock

    from offcy import _exchange

    if offcy.devices()[0].kind != "virtual":
        return
    hip, amd = Hip(), dataclasses.replace(offcy.devices()[0], kind="amd")
    memory = (ctypes.c_double * 12)(*range(12))  # NumPy's own memory is the host's, which a guard may watch
    values, address = np.frombuffer(memory), ctypes.addressof(memory)
    with mock.patch.object(_exchange, "_hip", lambda: hip), mock.patch.object(_exchange, "devices", lambda: (amd,)):
        for made in (New, Old, ByFunctions):
            streams_of[10, 0] = 77
            theirs = made(address, values, made, hip.log, kind=10)
            expected = values + 2
            assert moved(lambda: module.add(theirs, 2.0))[1] == (0, 0)
            np.testing.assert_array_equal(values, expected)
            waits = [one for one in hip.log if one[0] == "waits"]
            assert waits[-1] == ("waits", 77 if made is ByFunctions else 0)
            if made is not ByFunctions:
                assert hip.log[-2][:2] == ("capsule", 0) and hip.log[-1] == waits[-1]
            del theirs
        with mock.patch.dict("os.environ", HIP_VISIBLE_DEVICES="1"):
            raises(TypeError, lambda: module.add(New(address, values, New, [], kind=10), 1.0), "ROCR_VISIBLE_DEVICES")
        theirs = New(address, values, New, [], kind=10)
        theirs.__class__ = type("Far", (New,), {"__dlpack_device__": lambda self: (10, 3)})
        raises(TypeError, lambda: module.add(theirs, 1.0), "ROCm GPU 3")
    streams_of.clear()


LEFT_OVER = """
import sys, threading
sys.path[:0] = {paths}
import builds, numpy as np, offcy
module = builds.load({library!r}, "module")
array = offcy.asarray(np.arange(10.0), device=0)
runtime = array._memory.runtime
kept = [array, array[2:].__dlpack__(max_version=(1, 1)), module.made(array, 5), module.follows(array.reshape(2, 5))]
taken = runtime.dlpack_take(array.__dlpack__())  # somebody who never lets go
class Last:
    def __del__(self, offcy=offcy, array=array, module=module):
        module.add(array, 1.0)
        del array
sys.last = Last()
worker = threading.Thread(target=lambda: [module.add(array, 1.0) for _ in range(2000)], daemon={daemon})
worker.start()
"""


@case
def shutdown(module):
    """What is left when the interpreter ends is not an error, and neither is a thread that goes on."""
    if offcy.devices()[0].kind == "nvidia" or "GUARD" in os.environ:
        return  # the child would have no GPU, or no guard
    for daemon in (False, True):
        text = LEFT_OVER.format(paths=sys.path[:4], library=module.__file__, daemon=daemon)
        done = subprocess.run([sys.executable, "-P", "-c", text], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, ""), (daemon, done.returncode, done.stderr[-500:])


class Fails(Exception):
    pass


class Unwilling(New):
    """It fails at one step of an exchange, or gives what nobody can take."""

    step = 0

    def __dlpack_device__(self):
        if self.step == 1:
            raise Fails
        return (self.kind, 99) if self.step == 2 else super().__dlpack_device__()

    def __dlpack__(self, **given):
        if self.step == 3:
            raise Fails
        if self.step == 4:
            return "no capsule"
        capsule = super().__dlpack__(**given)
        if self.step == 5:
            runtime().dlpack_take(capsule)  # somebody else has taken it
        return capsule


class UnwillingByFunctions(ByFunctions):
    step = 0

    def capsule(self, **given):
        if self.step:
            raise Fails
        return super().capsule(**given)


def exchanges(module, count, seed):
    """Each deleter is called once, nothing is left, whatever fails in between, from several threads at a time."""
    gpu = offcy.devices()[0].kind == "nvidia"
    values = np.arange(16.0)
    cuda = Cuda() if gpu else None
    address = cuda.allocate(values) if gpu else 0
    gc.collect()
    before = offcy.devices()[0].memory_info().used
    logs = [[] for _ in range(4)]

    def by_functions(random, log):
        theirs = UnwillingByFunctions(address, values, ByFunctions, log, readonly=bool(random.integers(2)))
        theirs.step = int(random.integers(3))
        try:
            assert module.total(theirs) == values.sum() and not theirs.step
        except BufferError:
            assert theirs.step
        log.clear()

    def one(random, log):
        array = offcy.empty(int(random.integers(0, 20)), device=0)
        capsule = array.__dlpack__(max_version=(None, (1, 1))[random.integers(2)])
        if random.integers(3):
            taken = runtime().dlpack_take(capsule)
            del array, taken
        if not gpu:
            return
        by_functions(random, log)
        theirs = Unwilling(address, values, New, log, readonly=bool(random.integers(2)))
        theirs.step = int(random.integers(9))
        try:
            kept = offcy.from_dlpack(theirs)[2:] if random.integers(2) else module.total(theirs)
            assert theirs.step not in (1, 2, 3, 4, 5), theirs.step
            del kept
        except (Fails, BufferError, TypeError):
            assert theirs.step in (1, 2, 3, 4, 5), theirs.step
        log.clear()

    def work(number):
        random = np.random.default_rng(seed + number)
        for _ in range(count // 4):
            one(random, logs[number])

    references = [sys.getrefcount(log) for log in logs]
    in_threads(work)
    gc.collect()
    assert [sys.getrefcount(log) for log in logs] == references, "a tensor was not deleted, or more than once"
    assert offcy.devices()[0].memory_info().used == before
    if gpu:
        np.testing.assert_array_equal(cuda.read(address, values), values)
        cuda.free(address)
