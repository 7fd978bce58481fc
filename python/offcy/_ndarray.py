"""Arrays that live on a device.

An `ndarray` is a view of a block of a device's memory: where its elements are, and nothing else. Functions of compiled
modules that run regions take it as a memoryview, and its data stay where they are. The block belongs to the runtime
that the modules share (`runtime-c/src/py_array_face.c`); it also has host addresses that stand for the elements, and knows
which side's copy of them is current.
"""

import math
import operator
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from offcy import _runtime
from offcy._devices import Device, _checked, devices, get_default_device

__all__ = ["asarray", "empty", "empty_like", "full", "full_like", "ndarray", "ones", "ones_like", "zeros", "zeros_like"]

Shape = int | tuple[int, ...]
Where = int | Device | Literal["host"] | None
Key = Any

_CHUNK = 1 << 16
"""Bytes that are sent to fill an array; the device copies the rest."""


Taken = tuple[object, int, tuple[int, ...], tuple[int, ...] | None, tuple[int, int, int], bool]
"""Owner, address, shape, strides in elements, type of elements and whether it is read-only, of a DLPack tensor."""


class ArrayRuntime(Protocol):
    """`runtime-c/src/py_array_face.c`. A block is opaque."""

    array_make: Callable[[int, int], object]
    array_adopt: Callable[[int, int, int, object, int, int], tuple[object, int]]
    array_host: Callable[[object], memoryview]
    array_use: Callable[[object, int, int, tuple[int, ...], tuple[int, ...], bool, bool], None]
    array_settle: Callable[[], None]
    array_read: Callable[[object, int, Any], None]
    array_write: Callable[[object, int, Any], None]
    array_copy: Callable[[object, int, object, int, int], None]
    array_share: Callable[[object], int]
    array_memory: Callable[[int], tuple[int, int]]
    array_trim: Callable[[int], None]
    dlpack_take: Callable[[object], "Taken"]
    dlpack_ask: Callable[[object], "tuple[Taken, int] | None"]
    dlpack_make: Callable[..., object]


class Memory(NamedTuple):
    """A block, whose runtime it is, and where it is."""

    block: object
    runtime: ArrayRuntime
    device: Device


def runtime_of(device: Device) -> ArrayRuntime:
    """The runtime whose modules can use a device."""
    for runtime in _runtime.runtimes():
        kinds = runtime.devices() if hasattr(runtime, "array_make") else b""
        if device.number is not None and device.number < len(kinds) and kinds[device.number]:
            return cast(ArrayRuntime, runtime)
    raise RuntimeError(f"no module that is loaded has code for {device}")


class ndarray:
    """An array on a device. Made by `offcy.empty`, `zeros`, `ones`, `full`, their `_like` forms, `asarray` and `from_dlpack`.

    Indexing with integers, slices, `...` and `None` gives views of the same data, as do `T`, `transpose` and
    `reshape`. Nothing copies data to the host unless its name says so: `to_host()`.
    """

    __slots__ = ("__weakref__", "_dtype", "_memory", "_offset", "_readonly", "_shape", "_strides", "_offcy_view")

    __array_ufunc__ = None
    __hash__ = object.__hash__

    _memory: Memory
    _offset: int
    _shape: tuple[int, ...]
    _strides: tuple[int, ...]
    _dtype: np.dtype[Any]
    _readonly: bool
    _offcy_view: tuple[Any, ...]

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError("offcy.ndarray is made by offcy.empty(), zeros(), full(), asarray() or from_dlpack()")

    @classmethod
    def _of(cls, memory: Memory, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], dtype: np.dtype[Any], readonly: bool) -> "ndarray":
        self = cls.__new__(cls)
        self._memory, self._offset, self._shape, self._strides = memory, offset, shape, strides
        self._dtype, self._readonly = dtype, readonly
        # What compiled modules read: runtime-c/src/py_arrays.c.
        self._offcy_view = (memory.block, offset, shape, strides, _format(dtype), dtype.itemsize, readonly)
        return self

    def _part(self, distance: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> "ndarray":
        """A view that begins `distance` bytes after this one."""
        return self._of(self._memory, self._offset + distance, shape, strides, self._dtype, self._readonly)

    def _elements(self) -> NDArray[Any]:
        """What stands for the elements on the host: to compute with its shape, and for its contents after `_use`."""
        memory = self._memory.runtime.array_host(self._memory.block)
        return np.ndarray(self._shape, self._dtype, memory, self._offset, self._strides)

    def _use(self, *, reads: bool, writes: bool) -> NDArray[Any]:
        """The elements on the host, for reading or for writing all of them."""
        runtime, block = self._memory.runtime, self._memory.block
        runtime.array_use(block, self._offset, self.itemsize, self._shape, self._strides, reads, writes)
        return self._elements()

    def _seen(self, change: Callable[[NDArray[Any]], NDArray[Any]]) -> "ndarray":
        """The view that a change makes which NumPy can make without copying."""
        elements = self._elements()
        changed = change(elements)
        distance = changed.__array_interface__["data"][0] - elements.__array_interface__["data"][0]
        return self._part(distance if changed.size else 0, changed.shape, changed.strides)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._shape

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next, along each axis."""
        return self._strides

    @property
    def dtype(self) -> np.dtype[Any]:
        return self._dtype

    @property
    def device(self) -> Device:
        return self._memory.device

    @property
    def readonly(self) -> bool:
        return self._readonly

    @property
    def ndim(self) -> int:
        return len(self._shape)

    @property
    def size(self) -> int:
        return math.prod(self._shape)

    @property
    def itemsize(self) -> int:
        return int(self._dtype.itemsize)

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def T(self) -> "ndarray":
        return self.transpose()

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of an array without axes")
        return self._shape[0]

    def __iter__(self) -> Iterator["ndarray"]:
        return (self[at] for at in range(len(self)))

    def __bool__(self) -> bool:
        raise TypeError("the truth value of an array on a device is in its elements: to_host() brings them")

    def __eq__(self, other: object) -> bool:
        raise TypeError("arrays on devices are not compared by `==` and `!=`: a region can, and to_host() brings the elements")

    __contains__ = None

    def __buffer__(self, flags: int) -> memoryview:
        """Python 3.12 and later ask it, for modules that were built for the host alone."""
        raise TypeError(f"an array on {self.device} has no memory on the host: pass a copy on the host, to_host()")

    def __array__(self, *_: object, **__: object) -> NDArray[Any]:
        raise TypeError(f"an array on {self.device} becomes a NumPy array by to_host(), which copies it")

    def __getitem__(self, key: Key) -> "ndarray":
        keys = key if isinstance(key, tuple) else (key,)
        for one in keys:
            _check_key(one)
        full = keys if any(one is ... for one in keys) else (*keys, ...)
        return self._seen(lambda elements: elements[full])

    def __setitem__(self, key: Key, value: Any) -> None:
        self[key]._assign(value)

    def _assign(self, value: Any) -> None:
        if self._readonly:
            raise ValueError("assignment destination is read-only")
        if isinstance(value, ndarray) and value._fits(self):
            runtime = self._memory.runtime
            runtime.array_copy(self._memory.block, self._offset, value._memory.block, value._offset, self.nbytes)
            return
        host = value.to_host() if isinstance(value, ndarray) else value
        # An error must not come when half is written.
        made = host if _is_like(host, self) else self._filled(host)
        if self._is_contiguous():
            self._memory.runtime.array_write(self._memory.block, self._offset, _bytes(made))
        elif self.size:
            self._use(reads=False, writes=True)[...] = made
            self._memory.runtime.array_settle()

    def _filled(self, value: Any) -> NDArray[Any]:
        made = np.empty(self._shape, self._dtype)
        made[...] = value
        return made

    def _fits(self, other: "ndarray") -> bool:
        """Whether bytes of one can be copied to the other, on their device."""
        one, two = self._memory, other._memory
        is_same = self._shape == other._shape and self._dtype == other._dtype and self._is_contiguous() and other._is_contiguous()
        return is_same and one.runtime is two.runtime and one.device == two.device and not (one.block is two.block and self._meets(other))

    def _meets(self, other: "ndarray") -> bool:
        return self._offset < other._offset + other.nbytes and other._offset < self._offset + self.nbytes

    def _is_contiguous(self) -> bool:
        return bool(self._elements().flags.c_contiguous)

    def fill(self, value: Any) -> None:
        """Sets all elements to a number. Of a large array without gaps, the device copies most."""
        count = max(1, _CHUNK // max(1, self.itemsize))
        if self._readonly or not self._is_contiguous() or self.size <= count:
            self._assign(value)
            return
        flat = self.reshape(-1)
        flat[:count]._assign(value)
        done = count
        while done < self.size:
            more = min(done, self.size - done)
            flat[done : done + more]._assign(flat[:more])
            done += more

    def transpose(self, *axes: Any) -> "ndarray":
        """A view with its axes in another order: reversed, or as given."""
        return self._seen(lambda elements: elements.transpose(*axes))

    def reshape(self, *shape: Any) -> "ndarray":
        """A view of another shape. `ValueError` if no view has it: then `copy()` first."""
        wanted = shape[0] if len(shape) == 1 else shape
        return self._seen(lambda elements: _reshaped(elements, wanted))

    def copy(self) -> "ndarray":
        """A C-contiguous copy on the same device."""
        made = empty(self._shape, self._dtype, self.device)
        assert isinstance(made, ndarray)
        made._assign(self)
        return made

    def to_host(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """A copy on the host, in `out` if that is given."""
        if out is None and not self._is_contiguous() and self.transpose()._is_contiguous():
            return self.transpose().to_host().transpose()
        if out is not None and (out.shape != self._shape or out.dtype != self._dtype):
            raise ValueError(f"expected an array of shape {self._shape} and type {self._dtype}, found {out.shape} and {out.dtype}")
        made = np.empty(self._shape, self._dtype) if out is None else out
        if self._is_contiguous() and made.flags.c_contiguous:
            self._memory.runtime.array_read(self._memory.block, self._offset, _bytes(made))
        elif self.size:
            made[...] = self._use(reads=True, writes=False)
        return made

    def to_device(self, device: Where, *, stream: None = None) -> "ndarray | NDArray[Any]":
        """The array itself if it lives there, otherwise a copy there; on the host a NumPy array. `stream` is the array API's: copies are
        complete when the call returns."""
        if stream is not None:
            raise ValueError("streams are not supported: the copy is complete when to_device() returns")
        return asarray(self, device=self.device if device is None else device)

    def item(self) -> Any:
        """The element of an array that has one, as a Python number."""
        return self.to_host().item()

    def __repr__(self) -> str:
        where = "host" if self.device.number is None else self.device.number
        head = f"offcy.ndarray(shape={self._shape}, dtype={self._dtype}, device={where})"
        try:
            return f"{head}\n{self._shown()}"
        except (RuntimeError, MemoryError) as error:
            return f"{head}\n<{error}>"

    def _shown(self) -> str:
        """The elements as NumPy shows them, of a large array those at the corners: no others are brought."""
        edge = int(np.get_printoptions()["edgeitems"])
        few = self.size <= int(np.get_printoptions()["threshold"])
        for part in [self] if few else _corners(self, edge):
            part._use(reads=True, writes=False)
        return np.array2string(self._elements(), threshold=self.size if few else 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.to_host(), self.device.number, self._readonly)

    def __copy__(self) -> "ndarray":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "ndarray":
        return self.copy()

    def __dlpack_device__(self) -> tuple[int, int]:
        from offcy import _exchange

        return _exchange.dlpack_device(self)

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        from offcy import _exchange

        return _exchange.exported(self, max_version, dl_device, copy)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        from offcy import _exchange

        return _exchange.cuda_array_interface(self)


def _format(dtype: np.dtype[Any]) -> str:
    """As a buffer would say it; what buffers cannot say fits no memoryview."""
    known = _formats.get(dtype)
    if known is None:
        try:
            known = memoryview(cast(Any, np.empty(1, dtype))).format
        except (ValueError, BufferError):
            known = dtype.str
        _formats[dtype] = known
    return known


_formats: dict[np.dtype[Any], str] = {}


def _bytes(array: NDArray[Any]) -> Any:
    """The bytes of a C-contiguous array; no buffer can say what all types of elements are."""
    return array.reshape(-1).view(np.uint8) if array.size else bytearray()


def _is_like(value: Any, array: ndarray) -> bool:
    return isinstance(value, np.ndarray) and value.shape == array.shape and value.dtype == array.dtype and bool(value.flags.c_contiguous)


def _check_key(key: Key) -> None:
    if key is None or key is ... or isinstance(key, slice):
        return
    if not isinstance(key, (bool, np.bool_)):
        try:
            operator.index(key)
            return
        except TypeError:
            pass
    raise IndexError(f"an array on a device is indexed by integers, slices, `...` and `None`, not by {type(key).__name__}: to_host() first")


def _reshaped(elements: NDArray[Any], shape: Any) -> NDArray[Any]:
    try:
        return np.reshape(elements, shape, copy=False)
    except TypeError:  # NumPy before 2.1
        reshaped = elements.reshape(shape)
        if np.may_share_memory(reshaped, elements) or not elements.size:
            return reshaped
    except ValueError as error:
        if "copy" not in str(error):
            raise
    raise ValueError(f"no view of shape {elements.shape} and strides {elements.strides} has the shape {shape}: copy() first")


def _corners(array: ndarray, edge: int) -> Iterator[ndarray]:
    parts = [array]
    for axis, size in enumerate(array.shape):
        before = (slice(None),) * axis
        if size > 2 * edge:
            parts = [part[(*before, piece)] for part in parts for piece in (slice(edge), slice(size - edge, None))]
    yield from parts


def _restored(array: NDArray[Any], number: int | None, readonly: bool) -> "ndarray | NDArray[Any]":
    """What was pickled, on the device of that number, otherwise on the thread's device."""
    there = number is not None and number < len(devices()) - 1
    made = asarray(array, device=number if there else get_default_device())
    if readonly and isinstance(made, ndarray):
        made._readonly, made._offcy_view = True, (*made._offcy_view[:-1], True)
    return made


def _shape(shape: Shape) -> tuple[int, ...]:
    try:
        sizes: tuple[int, ...] = (operator.index(cast(int, shape)),)
    except TypeError:
        sizes = tuple(operator.index(size) for size in cast(tuple[int, ...], shape))
    if any(size < 0 for size in sizes):
        raise ValueError("negative dimensions are not allowed")
    return sizes


def _device(device: Where) -> Device:
    return get_default_device() if device is None else device if isinstance(device, Device) else _checked(device)[1]


def empty(shape: Shape, dtype: DTypeLike = float, device: Where = None) -> ndarray | NDArray[Any]:
    """An array whose elements are unspecified: on `device` (a number, one of `offcy.devices()`, or `'host'`), otherwise where the
    thread's regions run (`offcy.get_default_device()`). On the host it is a NumPy array."""
    sizes, place = _shape(shape), _device(device)
    if place.number is None:
        return np.empty(sizes, dtype)
    kind = np.dtype(dtype)
    if kind.hasobject:
        raise TypeError(f"a device has no Python objects: elements of type {kind} cannot live there")
    if kind.kind not in "biufcV":
        raise TypeError(f"expected numbers, or structs of numbers, as elements of an array on a device, found {kind}")
    if len(sizes) > 8:
        raise ValueError(f"expected at most 8 dimensions, found {len(sizes)}")
    strides = tuple(math.prod(sizes[axis + 1 :]) * kind.itemsize for axis in range(len(sizes)))
    runtime = runtime_of(place)
    block = runtime.array_make(place.number, math.prod(sizes) * kind.itemsize)
    return ndarray._of(Memory(block, runtime, place), 0, sizes, strides, kind, False)


def full(shape: Shape, fill_value: Any, dtype: DTypeLike | None = None, device: Where = None) -> ndarray | NDArray[Any]:
    """`empty`, with all elements set to one value."""
    made = empty(shape, np.asarray(fill_value).dtype if dtype is None else dtype, device)
    made.fill(fill_value)
    return made


def zeros(shape: Shape, dtype: DTypeLike = float, device: Where = None) -> ndarray | NDArray[Any]:
    """`empty`, with all elements 0."""
    return full(shape, 0, dtype, device)


def ones(shape: Shape, dtype: DTypeLike = float, device: Where = None) -> ndarray | NDArray[Any]:
    """`empty`, with all elements 1."""
    return full(shape, 1, dtype, device)


def empty_like(x: Any, shape: Shape | None = None, dtype: DTypeLike | None = None, device: Where = None) -> ndarray | NDArray[Any]:
    """An array where `x` lives, of its shape and type unless others are given. Of a NumPy array it is a NumPy array, so one
    source serves both."""
    like = _seen_as_array(x)
    sizes, kind = like.shape if shape is None else shape, like.dtype if dtype is None else dtype
    if device is None and isinstance(like, np.ndarray):
        return np.empty(sizes, kind)
    return empty(sizes, kind, like.device if device is None and isinstance(like, ndarray) else device)


def full_like(
    x: Any, fill_value: Any, shape: Shape | None = None, dtype: DTypeLike | None = None, device: Where = None
) -> ndarray | NDArray[Any]:
    """`empty_like`, with all elements set to one value."""
    made = empty_like(x, shape, dtype, device)
    made.fill(fill_value)
    return made


def zeros_like(x: Any, shape: Shape | None = None, dtype: DTypeLike | None = None, device: Where = None) -> ndarray | NDArray[Any]:
    """`empty_like`, with all elements 0."""
    return full_like(x, 0, shape, dtype, device)


def ones_like(x: Any, shape: Shape | None = None, dtype: DTypeLike | None = None, device: Where = None) -> ndarray | NDArray[Any]:
    """`empty_like`, with all elements 1."""
    return full_like(x, 1, shape, dtype, device)


def _seen_as_array(x: Any) -> ndarray | NDArray[Any]:
    """`x` where it lives, without a copy if that is possible."""
    if isinstance(x, (ndarray, np.ndarray)):
        return x
    if hasattr(type(x), "__dlpack__") or hasattr(type(x), "__cuda_array_interface__"):
        from offcy import _exchange

        return _exchange.array_of(x)
    return np.asarray(x)


def asarray(x: ArrayLike | ndarray | Any, device: Where = None, copy: bool | None = None) -> ndarray | NDArray[Any]:
    """`x` as an array on `device`, otherwise where it lives: itself, the array that a view shows, or a copy.

    `copy=True` copies always; `copy=False` raises `ValueError` where a copy is needed.
    """
    array = _seen_as_array(x)
    if device is None:
        return array.copy() if copy else array
    own = array.device if isinstance(array, ndarray) else _device("host")
    place = _device(device)
    if place == own:
        return array.copy() if copy else array
    if copy is False:
        raise ValueError(f"an array on {own} is on {place} only as a copy")
    if place.number is None:
        assert isinstance(array, ndarray)
        return array.to_host()
    made = empty(array.shape, array.dtype, place)
    assert isinstance(made, ndarray)
    made._assign(array)
    return made
