"""Arrays that other packages have on devices, and offcy's for them: DLPack and the CUDA array interface.

Both say where the elements are; nothing is copied. What others may use on a device is current there whenever Python's code
runs: see `offcy_residents_settle` in `runtime-c/src/rt_resident.c`.
"""

import ctypes
import os
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from offcy import _ndarray
from offcy._devices import Device, cuda_context, devices, ordinal
from offcy._ndarray import Memory, ndarray, runtime_of

__all__ = ["from_dlpack"]

_CPU, _CUDA, _CUDA_HOST, _ROCM, _ROCM_HOST, _EXTENSION, _CUDA_MANAGED = 1, 2, 3, 10, 11, 12, 13
_ON_GPU: dict[int, Literal["nvidia", "amd"]] = {_CUDA: "nvidia", _CUDA_MANAGED: "nvidia", _ROCM: "amd"}
"""What offcy calls the devices of DLPack's kinds."""
_MAKERS = {_CPU: "the host", _CUDA: "a CUDA GPU", _CUDA_HOST: "pinned host memory", 7: "a Vulkan device", 8: "a Metal device"}
_MAKERS |= {_ROCM: "a ROCm GPU", _CUDA_MANAGED: "managed CUDA memory", 14: "a oneAPI device", 15: "a WebGPU device"}
_KINDS = {"b": 6, "i": 0, "u": 1, "f": 2, "c": 5}
"""DLPack's codes of NumPy's kinds of numbers."""
_DEFAULT_STREAM = {"nvidia": 1, "amd": 0}
"""DLPack's number of the stream that waits for all other blocking ones."""
_READONLY, _COPIED = 1, 2


def from_dlpack(x: Any, device: _ndarray.Where = None, copy: bool | None = None) -> "ndarray | NDArray[Any]":
    """The array of another package where it lives, without a copy, by `__dlpack__`; a NumPy array if that is the host.
    `device` and `copy` as for `offcy.asarray`."""
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"{type(x).__name__} has no __dlpack__")
    return _ndarray.asarray(x, device, copy)


class Refused(TypeError):
    """A function cannot use an array where it lives. A compiled function that has it as an argument adds the names:
    `offcy_argument_traceback` in `runtime-c/src/py_args.c`."""

    def __init__(self, x: Any, why: str) -> None:
        super().__init__(why)
        self._offcy_refused = id(x)

    def _name(self, function: str, argument: str) -> None:
        self.args = (f"{function}(), argument '{argument}': {self.args[0]}",)


def on_host(x: Any) -> NDArray[Any] | None:
    """What a function that uses the host alone makes of an array that has no buffer: the same memory as a NumPy array, or `None`: it is
    not exported in a way that is known. `Refused` if it lives on a device."""
    if isinstance(x, ndarray):
        where, way = f"one on {x.device}", ": to_host()"
    elif _has_buffer(x):
        return None
    elif hasattr(x, "__dlpack_device__"):
        kind, number = map(int, x.__dlpack_device__())
        if kind in (_CPU, _CUDA_HOST, _ROCM_HOST):
            return np.from_dlpack(x)
        where, way = f"a {type(x).__name__} on {_maker(kind)} ({number})", ""
    elif hasattr(x, "__cuda_array_interface__"):
        where, way = f"a {type(x).__name__} on a CUDA GPU", ""
    else:
        return None
    reasons = "the function runs no regions, keeps the view, runs Python code in parallel threads, or was built for the host alone"
    raise Refused(x, f"expected an array on the host, found {where}: {reasons}. Pass a copy on the host{way}")


def _has_buffer(x: Any) -> bool:
    try:
        memoryview(x)
    except TypeError:
        return False
    except (BufferError, ValueError):
        pass
    return True


def _maker(kind: int) -> str:
    return _MAKERS.get(kind, f"a device of kind {kind}")


def array_of(x: Any) -> "ndarray | NDArray[Any]":
    """An array of another package as one of offcy's, or as a NumPy array if it is on the host."""
    found = device_array(x)
    if found is not None:
        return found
    return np.from_dlpack(x) if hasattr(x, "__dlpack__") else np.asarray(x)


def device_array(x: Any) -> ndarray | None:
    """An array of another package that lives on a device, without a copy; `None`: it is on the host."""
    if hasattr(x, "__dlpack_device__"):
        kind, number = x.__dlpack_device__()
        if int(kind) in (_CPU, _CUDA_HOST, _ROCM_HOST):
            return None
        if int(kind) not in _ON_GPU:
            raise Refused(x, f"an array on {_maker(int(kind))} cannot be used on offcy's devices")
        return _from_capsule(x, _gpu(_ON_GPU[int(kind)], int(number)))
    if hasattr(x, "__cuda_array_interface__"):
        return _from_interface(x)
    return None


def _gpu(kind: Literal["nvidia", "amd"], number: int) -> Device:
    """The GPU of that number in its maker's libraries."""
    if kind == "amd" and "HIP_VISIBLE_DEVICES" in os.environ:
        raise TypeError("HIP_VISIBLE_DEVICES numbers ROCm's GPUs for HIP alone: expected ROCR_VISIBLE_DEVICES, which offcy follows, too")
    found = [device for device in devices() if device.kind == kind]
    if number >= len(found):
        raise TypeError(f"an array is on {'CUDA' if kind == 'nvidia' else 'ROCm'} GPU {number}, which no loaded module has code for")
    return found[number]


def _from_capsule(x: Any, device: Device) -> ndarray:
    runtime = runtime_of(device)
    asked = runtime.dlpack_ask(x)
    if asked is not None:
        made, stream = asked
        _wait(device, stream)
    else:
        stream = _DEFAULT_STREAM[device.kind]
        _wait(device, stream)  # loads the driver, so that the producer finds its stream
        try:
            capsule = x.__dlpack__(stream=stream, max_version=(1, 1))
        except TypeError:
            capsule = x.__dlpack__(stream=stream)
        _wait(device, stream)
        made = runtime.dlpack_take(capsule)
    owner, address, shape, strides, (code, bits, lanes), readonly = made
    kind = next((kind for kind, known in _KINDS.items() if known == code), None)
    if kind is None or lanes != 1 or bits % 8:
        raise TypeError(f"elements of DLPack's type {code} with {bits} bits and {lanes} lanes have no type in C")
    dtype = np.dtype(f"{kind}{bits // 8}" if kind != "b" else "?")
    if strides is None:
        strides = _contiguous(shape, 1)
    return _adopted(owner, device, address, shape, tuple(stride * dtype.itemsize for stride in strides), dtype, readonly)


def _from_interface(x: Any) -> ndarray:
    facts = x.__cuda_array_interface__
    if facts.get("mask") is not None:
        raise TypeError("an array with a mask cannot be used on a device")
    address, readonly = facts["data"]
    shape, dtype = tuple(facts["shape"]), np.dtype(facts["typestr"] if facts["typestr"][1] != "V" else facts["descr"])
    strides = facts.get("strides")
    strides = _contiguous(shape, dtype.itemsize) if strides is None else tuple(strides)
    device = _gpu("nvidia", _holder_of(address) if address else 0)
    if (stream := facts.get("stream")) is not None:
        _wait(device, stream)
    return _adopted(x, device, address, shape, strides, dtype, readonly)


def _contiguous(shape: tuple[int, ...], step: int) -> tuple[int, ...]:
    strides = []
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))


def _adopted(owner: Any, device: Device, address: int, shape: tuple[int, ...], strides: tuple[int, ...], dtype: np.dtype[Any], readonly: bool) -> ndarray:
    """An array over memory of somebody else. What others have in one allocation is one block: arrays that share elements do so
    in offcy, too."""
    if len(shape) > 8:
        raise ValueError(f"expected at most 8 dimensions, found {len(shape)}")
    runtime = runtime_of(device)
    assert device.number is not None
    low = sum(min(0, stride * (size - 1)) for size, stride in zip(shape, strides))
    high = sum(max(0, stride * (size - 1)) for size, stride in zip(shape, strides)) + dtype.itemsize
    if 0 in shape or dtype.itemsize == 0:
        return ndarray._of(Memory(runtime.array_make(device.number, 0), runtime, device), 0, shape, strides, dtype, readonly)
    first, bytes = _allocation(device, address)
    if first > address + low or first + bytes < address + high:
        first, bytes = address + low, high - low
    block, start = runtime.array_adopt(device.number, address + low, high - low, owner, first, bytes)
    return ndarray._of(Memory(block, runtime, device), address - start, shape, strides, dtype, readonly)


def _allocation(device: Device, address: int) -> tuple[int, int]:
    """The first byte of the allocation that an address is in, and its bytes; no bytes if the driver does not say."""
    first, bytes = ctypes.c_uint64(), ctypes.c_size_t()
    if device.kind == "amd":
        failed = _hip().hipMemGetAddressRange(ctypes.byref(first), ctypes.byref(bytes), ctypes.c_void_p(address))
        return (address, 0) if failed else (first.value, bytes.value)
    with cuda_context(device) as cuda:
        failed = cuda.cuMemGetAddressRange_v2(ctypes.byref(first), ctypes.byref(bytes), ctypes.c_uint64(address))
    return (address, 0) if failed else (first.value, bytes.value)


def _holder_of(address: int) -> int:
    """The GPU that has an address."""
    number = ctypes.c_int()
    ordinal_attribute = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    with cuda_context(_gpu("nvidia", 0)) as cuda:
        failed = cuda.cuPointerGetAttribute(ctypes.byref(number), ordinal_attribute, ctypes.c_uint64(address))
    if failed:
        raise TypeError(f"{address:#x} is not an address of a CUDA GPU")
    return number.value


def _wait(device: Device, stream: int) -> None:
    """Waits for what a stream has been given: regions use streams of their own."""
    if device.kind == "amd":
        failed = _hip().hipStreamSynchronize(ctypes.c_void_p(stream))
    else:
        with cuda_context(device) as cuda:
            failed = cuda.cuStreamSynchronize(ctypes.c_void_p(stream))
    if failed:
        raise RuntimeError(f"stream {stream:#x} of {device} ended with the driver's error {failed}")


def _hip() -> Any:
    """HIP's library, which a package with arrays on AMD's GPUs has loaded."""
    for name in ("libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    raise RuntimeError("libamdhip64.so is not found: it is what waits for streams of ROCm's")


# ---- offcy's arrays for others ----


def dlpack_device(array: ndarray) -> tuple[int, int]:
    device = array.device
    if device.kind in ("nvidia", "amd"):
        return _CUDA if device.kind == "nvidia" else _ROCM, ordinal(device)
    assert device.number is not None
    return _EXTENSION, device.number


def exported(array: ndarray, max_version: tuple[int, int] | None, dl_device: tuple[int, int] | None, copy: bool | None) -> Any:
    if dl_device is not None and tuple(map(int, dl_device)) != dlpack_device(array):
        if int(dl_device[0]) != _CPU or copy is False:
            raise BufferError(f"an array on {array.device} cannot be exported to {tuple(dl_device)} without a copy")
        return array.to_host().__dlpack__()
    given = array.copy() if copy else array
    dtype = given.dtype
    if dtype.kind not in _KINDS or not dtype.isnative:
        raise BufferError(f"DLPack has no elements of type {dtype}")
    if any(stride % dtype.itemsize for stride in given.strides):
        raise BufferError("DLPack's strides are whole elements")
    versioned = max_version is not None and max_version[0] >= 1
    if given.readonly and not versioned:
        raise BufferError("DLPack before version 1 has no read-only arrays")
    address = given._memory.runtime.array_share(given._memory.block) + given._offset
    flags = (_READONLY if given.readonly else 0) | (_COPIED if copy else 0)
    strides = tuple(stride // dtype.itemsize for stride in given.strides)
    kind = (*dlpack_device(given), _KINDS[dtype.kind], dtype.itemsize * 8)
    return given._memory.runtime.dlpack_make(given._memory.block, address, given.shape, strides, *kind, versioned, flags)


def cuda_array_interface(array: ndarray) -> dict[str, Any]:
    if array.device.kind != "nvidia":
        raise AttributeError(f"an array on {array.device} has no CUDA address")
    address = array._memory.runtime.array_share(array._memory.block) + array._offset if array.size else 0
    facts: dict[str, Any] = {"shape": array.shape, "typestr": array.dtype.str, "data": (address, array.readonly)}
    return facts | {"strides": array.strides, "descr": array.dtype.descr, "stream": None, "version": 3}
